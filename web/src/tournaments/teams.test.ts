import { describe, expect, it } from 'vitest';
import type { Tournament, TournamentEntry } from '../wire/generated';
import { isFull, movedUp, teamsOf } from './teams';

const entry = (id: string, team: string | null, board: number | null, left = false) =>
  ({ id, name: id, team, board, left }) as TournamentEntry;

const event = (reserves: number | null, entries: TournamentEntry[]) =>
  ({
    entries,
    format: { t: 'team', boards: 2, inner: { t: 'swiss', rounds: 3 } },
    plan: { team_entry: reserves === null ? null : { founding: true, admission: 'captain', reserves } },
  }) as unknown as Tournament;

describe('teams', () => {
  const entries = [
    entry('an', 'Huế', 2),
    entry('binh', 'Hà Nội', null),
    entry('chi', 'Huế', 1),
    entry('dung', 'Hà Nội', 1),
    entry('em', 'Huế', 3),
    entry('giang', null, null),
    entry('ha', 'Huế', 4, true),
  ];

  it('have their players in the order of the boards', () => {
    const { teams, without } = teamsOf(event(1, entries));
    expect(teams.map(({ name, players }) => [name, players.map(({ id }) => id)])).toEqual([
      ['Hà Nội', ['dung', 'binh']],
      ['Huế', ['chi', 'an', 'em']],
    ]);
    expect(without.map(({ id }) => id)).toEqual(['giang']);
    expect(teams.map(isFull)).toEqual([false, true]);
  });

  it('have no limit where organisers put them together', () => {
    expect(teamsOf(event(null, entries)).teams.some(isFull)).toBe(false);
  });

  it('move a player one board up', () => {
    const players = ['a', 'b', 'c'].map((id, i) => entry(id, 'Huế', i + 1));
    expect(movedUp(players, 2)).toEqual(['a', 'c', 'b']);
    expect(movedUp(players, 0)).toEqual(['a', 'b', 'c']);
  });
});
