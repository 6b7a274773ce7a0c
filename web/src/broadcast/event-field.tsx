/** A board that shows a game of a tournament on this site: chosen, so that nothing is typed again. */

import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { entryGradeText } from '../ratings/words';
import { listTournaments, tournamentOf } from '../tournaments/tournament-api';
import { nameOf } from '../tournaments/words';
import { Select } from '../ui/choice';
import type { Shown } from '../ui/form-fields';
import { useLoaded } from '../ui/loaded';
import type { AnnouncedKind, Clock, Pairing, Tournament } from '../wire/generated';
import type { BoardDraft } from './board-draft';

/** The tournaments that may be meant: one's own, and those that are played now. */
async function candidates(chosen: string) {
  const [own, running] = await Promise.all([
    listTournaments({ mine: true }),
    listTournaments({ phase: 'running' }),
  ]);
  const all = [...own.tournaments, ...running.tournaments];
  const known = new Map(all.map((it) => [it.code, it.name]));
  if (chosen && !known.has(chosen)) known.set(chosen, chosen);
  return [...known];
}

export function EventField({ draft, put }: Shown<BoardDraft>) {
  const words = t().broadcast.event;
  const events = useLoaded(() => candidates(draft.event)).value ?? [];
  const chosen = useLoaded(
    async () => (draft.event ? tournamentOf(draft.event, 'all') : null),
    [draft.event],
  ).value;
  // Somebody who organises nothing, while nothing is played, is not asked.
  if (events.length === 0) return null;
  const games = chosen ? gamesOf(chosen) : [];
  const game = games.find(({ game }) => game.key === draft.eventGame)?.game;
  return (
    <>
      <Select
        label={words.field}
        name="event"
        options={[['', words.none] as const, ...events]}
        value={draft.event}
        onChange={(event) => put({ event, eventGame: '', eventSente: '' })}
      />
      {chosen && (
        <Select
          label={words.game}
          name="eventGame"
          options={[
            ['', games.length > 0 ? words.choose : words.noGames] as const,
            ...games.map(({ game, round }) => [game.key, gameText(chosen, game, round)] as const),
          ]}
          value={draft.eventGame}
          onChange={(key) => {
            const found = games.find(({ game }) => game.key === key);
            put(found ? takenFrom(chosen, found.game, found.round) : { eventGame: '', eventSente: '' });
          }}
        />
      )}
      {game && (
        <p class="note">
          {words.help}{' '}
          <button type="button" class="quiet" name="swap" onClick={() => put(swapped(draft, game))}>
            {words.swap}
          </button>
        </p>
      )}
    </>
  );
}

/** The games that count, the latest round first. */
const gamesOf = ({ rounds }: Tournament) =>
  [...rounds]
    .reverse()
    .flatMap(({ games, round }) =>
      games.filter(({ result }) => result !== 'annulled').map((game) => ({ game, round })),
    );

function gameText(view: Tournament, game: Pairing, round: number): string {
  const { tournaments, game: words } = t();
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  return noted([
    tournaments.round(round),
    game.board > 0 && tournaments.room.board(game.board),
    words.title(nameOf(entries, game.sente), nameOf(entries, game.gote)),
  ]);
}

/** What a tournament knows of a board. */
export function takenFrom(view: Tournament, game: Pairing, round: number): Partial<BoardDraft> {
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const grade = (id: string) => {
    const entry = entries.get(id);
    return entryGradeText(entry?.grade, entry?.provisional);
  };
  const later = [...view.plan.later_clocks].reverse().find(({ from_round }) => from_round <= round);
  return {
    eventGame: game.key,
    eventSente: game.sente,
    sente: nameOf(entries, game.sente),
    gote: nameOf(entries, game.gote),
    senteGrade: grade(game.sente),
    goteGrade: grade(game.gote),
    round: t().tournaments.round(round),
    variant: view.plan.variant,
    handicap: game.handicap ?? '',
    ...announced(later?.clock ?? view.plan.clock),
  };
}

/** The time control, where a broadcast can announce it; otherwise none, whatever stood there before. */
export function announced(clock: Clock): Partial<BoardDraft> {
  const of = (timeKind: AnnouncedKind, main_ms: number, per_ms = 0) => ({
    timeKind,
    mainMinutes: main_ms / 60_000,
    perMove: Math.round(per_ms / 1_000),
  });
  switch (clock.kind) {
    case 'byoyomi':
      return of('byoyomi', clock.main_ms, clock.byoyomi_ms);
    case 'fischer':
      return of('fischer', clock.main_ms, clock.increment_ms);
    case 'sudden_death':
      return of('sudden_death', clock.main_ms);
    case 'stopwatch':
      return of('stopwatch', clock.main_minutes * 60_000, 60_000);
    default:
      return { timeKind: 'none' };
  }
}

/** Furigoma has made the other player sente. */
export function swapped(draft: BoardDraft, game: Pairing): Partial<BoardDraft> {
  return {
    eventSente: draft.eventSente === game.sente ? game.gote : game.sente,
    sente: draft.gote,
    gote: draft.sente,
    senteGrade: draft.goteGrade,
    goteGrade: draft.senteGrade,
  };
}
