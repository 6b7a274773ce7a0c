/** The teams of a team event, as its entries say. */

import type { Tournament, TournamentEntry } from '../wire/generated';

export interface Team {
  name: string;
  /** In the order of the boards. */
  players: readonly TournamentEntry[];
  /** How many boards a match has: whoever comes after them is a reserve. */
  boards: number;
  /** How many players it can have; none where the organisers put the teams together. */
  places: number | null;
}

const boardOf = ({ board }: TournamentEntry) => board ?? Number.MAX_SAFE_INTEGER;

/** Every team, by its name, and those who play for none yet. */
export function teamsOf({ entries, format, plan }: Pick<Tournament, 'entries' | 'format' | 'plan'>) {
  const boards = format.t === 'team' ? format.boards : 0;
  const places = plan.team_entry ? boards + (plan.team_entry.reserves ?? 0) : null;
  const players = new Map<string, TournamentEntry[]>();
  const without: TournamentEntry[] = [];
  for (const entry of entries.filter(({ left }) => !left)) {
    if (!entry.team) without.push(entry);
    else players.set(entry.team, [...(players.get(entry.team) ?? []), entry]);
  }
  const teams = [...players]
    .map(
      ([name, all]): Team => ({
        name,
        players: all.sort((a, b) => boardOf(a) - boardOf(b)),
        boards,
        places,
      }),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  return { teams, without };
}

/** Whether nobody more comes into it. */
export const isFull = ({ players, places }: Team) => places !== null && players.length >= places;

/** The ids of its players with one of them a board further up. */
export function movedUp(players: readonly TournamentEntry[], at: number): string[] {
  const ids = players.map(({ id }) => id);
  const [one, before] = [ids[at], ids[at - 1]];
  if (one !== undefined && before !== undefined) [ids[at - 1], ids[at]] = [one, before];
  return ids;
}
