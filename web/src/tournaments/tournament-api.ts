/** What the server says of tournaments, and what is asked of it: `/api/v1/tournaments`. */

import { useEffect } from 'preact/hooks';
import { ask, linkTo, problemText as textOf } from '../api/request';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import { again } from '../ui/again';
import { type Loaded, useLoaded } from '../ui/loaded';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';
import type {
  OwnPart,
  PairingOutcome,
  PairingWhy,
  paths,
  Tournament,
  TournamentAct,
  TournamentSettingsInput,
} from '../wire/generated';

export const OUTCOMES = [
  'sente',
  'gote',
  'draw',
  'sente_no_show',
  'gote_no_show',
  'both_no_show',
  'both_lose',
  'annulled',
] as const satisfies readonly PairingOutcome[];

type ListQuery = NonNullable<paths['/tournaments']['get']['parameters']['query']>;

export const listTournaments = (query: ListQuery) => ask('GET', '/tournaments', { query });

/** What a player plays and has played. */
export const tournamentsOf = (handle: string, query: { after_ms?: number; after?: string } = {}) =>
  ask('GET', '/players/{handle}/tournaments', { path: { handle }, query });

/** How a player did in one. */
export const cardOf = (code: string, entry: string) =>
  ask('GET', '/tournaments/{code}/players/{entry}', { path: { code, entry } });

/** Where the card of a player in a tournament is. */
export const cardPage = (code: string, entry: string) =>
  `/tournaments/${code}/players/${encodeURIComponent(entry)}`;

/**
 * Where this device is the clock of a game; with the table's key, who has it may report from there,
 * and with what its slip says it is one without a network too.
 */
export const clockPage = (code: string, game: string, key = '', slip: Record<string, string> = {}) =>
  `/tournaments/${code}/clock#${new URLSearchParams({ game, ...(key ? { key } : {}), ...slip })}`;

/** The keys of the tables, for organisers. */
export const tableKeysOf = (code: string) => ask('GET', '/tournaments/{code}/tables', { path: { code } });

/** Takes it away for good. */
export const deleteTournament = (code: string) => ask('DELETE', '/tournaments/{code}', { path: { code } });

export const createTournament = (create: string, settings: TournamentSettingsInput) =>
  ask('POST', '/tournaments', { body: { create, settings } });

/** Goes on with an event that was begun elsewhere. */
export const loadTournament = (create: string, file: string, settings: TournamentSettingsInput) =>
  ask('POST', '/tournaments/from-file', { body: { create, file, settings } });

/** The tournament, of a large one only its latest rounds unless all are asked for. */
export const tournamentOf = (code: string, rounds: 'all' | 'latest' = 'latest') =>
  ask('GET', '/tournaments/{code}', { path: { code }, query: { rounds } });

export const roundOf = (code: string, round: number) =>
  ask('GET', '/tournaments/{code}/rounds/{round}', { path: { code, round: String(round) } });

export const standingsOf = (code: string) => ask('GET', '/tournaments/{code}/standings', { path: { code } });

export const ownOf = (code: string) => ask('GET', '/tournaments/{code}/me', { path: { code } });

export const settingsOf = (code: string) => ask('GET', '/tournaments/{code}/settings', { path: { code } });

/** Those who play in the next season of a league that is over. */
export const nextSeasonOf = (code: string) =>
  ask('GET', '/tournaments/{code}/next-season', { path: { code } });

export const trailOf = (code: string) => ask('GET', '/tournaments/{code}/acts', { path: { code } });

/** Why a published round has this pairing; null when it follows a plan. */
export async function whyOf(code: string, round: number, a: string, b?: string): Promise<PairingWhy | null> {
  const query = b === undefined ? { round, a } : { round, a, b };
  const { why } = await ask('GET', '/tournaments/{code}/why', { path: { code }, query });
  return why[0] ?? null;
}

/** The next round as it would be now, with the reasons where it follows no plan. */
export const comingOf = (code: string) =>
  ask('GET', '/tournaments/{code}/why', { path: { code }, query: {} });

/** What FESA would refuse in its file. */
export const fesaCheckOf = (code: string) => ask('GET', '/tournaments/{code}/fesa-check', { path: { code } });

export const fileOf = (code: string, file: string) =>
  linkTo('/tournaments/{code}/files/{file}', { path: { code, file } });

/** Whose own clause says what exactly is wrong. */
const DETAILED = new Set(['bad_settings', 'contradiction', 'not_possible', 'not_yet', 'unreadable']);

export const problemText = (cause: unknown) => textOf(cause, t().tournaments.problems, DETAILED);

/** Does something; what is refused is shown. Whether it was done. */
export async function act(code: string, wanted: TournamentAct, reason = ''): Promise<boolean> {
  try {
    const body = { id: uuid(), act: wanted, reason };
    await ask('POST', '/tournaments/{code}/acts', { path: { code }, body });
    return true;
  } catch (problem) {
    toast.show(problemText(problem), 'bad');
    return false;
  }
}

/**
 * The tournament as it is now, and what is one's own in it: asked for again whenever it changes.
 */
export function useTournament(code: string): Loaded<{ view: Tournament; own: OwnPart }> {
  const found = useLoaded(async () => {
    const [view, own] = await Promise.all([tournamentOf(code), ownOf(code)]);
    return { view, own };
  }, [code]);
  useEffect(() => {
    const { soon, stop } = again(found.again);
    const unfollow = theSocket().follow(`tournament:${code}`, { snapshot: soon, event: soon });
    return () => {
      stop();
      unfollow();
    };
  }, [code]);
  return found;
}
