/** What the server says of tournaments, and what is asked of it: `/api/v1/tournaments`. */

import { useEffect } from 'preact/hooks';
import { addressOf, request, problemText as textOf } from '../api/request';
import { t } from '../i18n';
import { theSocket } from '../session';
import { type Loaded, useLoaded } from '../ui/loaded';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';
import type { Clock, Preset, RuleSet } from '../wire/generated';
import type { Award } from './ranking';

export type Phase = 'draft' | 'open' | 'running' | 'over' | 'cancelled';

export interface Summary {
  code: string;
  name: string;
  phase: Phase;
  /** Unix milliseconds. */
  starts: number | null;
  players: number;
  changed: number;
}

export const OUTCOMES = [
  'sente',
  'gote',
  'draw',
  'sente_no_show',
  'gote_no_show',
  'both_no_show',
  'both_lose',
  'annulled',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Entry {
  id: string;
  name: string;
  handle: string | null;
  rating: number | null;
  /** `3-kyu`, `1-dan`. */
  grade: string | null;
  club: string | null;
  /** The grade that the tournament's club has awarded. */
  club_grade: string | null;
  team: string | null;
  /** The place in the team. */
  board: number | null;
  class: string | null;
  seed: number | null;
  checked_in: boolean;
  left: boolean;
  absent: number[];
}

export interface Pairing {
  key: string;
  board: number;
  sente: string;
  gote: string;
  toss: boolean;
  handicap: string | null;
  slot: string | null;
  result: Outcome | null;
  ruling: { result: Outcome; reason: string; by?: string } | null;
  reason: string | null;
  /** The games played here; the last one counts. */
  games: string[];
}

export interface Round {
  round: number;
  games: Pairing[];
  byes: { round: number; entry: string; kind: 'bye' | 'absent' | 'rest' }[];
}

export type Cell =
  | {
      t: 'game';
      opponent: string;
      side: 'sente' | 'gote';
      result?: 'win' | 'draw' | 'loss' | 'win_by_no_show' | 'no_show';
    }
  | { t: 'bye' | 'absent' | 'missed' | 'out' | 'rest' };

export interface Row {
  place: number;
  entry: string;
  points: number;
  values: (number | null)[];
  wins: number;
  draws: number;
  losses: number;
  rounds: Cell[];
  remark?: 'champion' | 'qualified' | 'eliminated' | 'promoted' | 'relegated' | 'withdrawn';
}

export interface Match {
  slot: string;
  round: number;
  label?: string;
  a?: string;
  b?: string;
  from?: string[];
  a_points: number;
  b_points: number;
  winner?: string;
  walkover?: boolean;
  games: string[];
}

export interface Standings {
  over: boolean;
  rankings: { title?: string; criteria: string[]; rows: Row[] }[];
  matches?: Match[];
}

/** What the organiser has ordered. */
export type Order =
  | { t: 'pair'; round: number; sente: string; gote: string; reason?: string }
  | { t: 'forbid'; a: string; b: string; round?: number; reason?: string }
  | { t: 'bye'; round: number; entry: string; reason?: string };

export type Rule =
  | 'forbidden'
  | 'bye_again'
  | 'repeat'
  | 'bye_high'
  | 'colour_limit'
  | 'colour_row'
  | 'score'
  | 'level'
  | 'club'
  | 'float'
  | 'colour'
  | 'order';

export interface Reason {
  rule: Rule;
  cost: number;
}

/** Why two met, or why somebody had the bye. */
export interface Why {
  sente: string;
  gote?: string;
  ordered?: boolean;
  scores: number[];
  costs: Reason[];
  ruled_out: { entry: string; rule: Rule; opponents: string[] }[];
  alternative?: { pairs: [string, string][]; bye?: string; costs: Reason[]; exact: boolean };
}

export type Pace = { t: 'word' } | { t: 'gap'; ms: number } | { t: 'times'; at_ms: number[] };

export interface Tournament {
  code: string;
  version: number;
  name: string;
  phase: Phase;
  paused: boolean;
  owner: string;
  helpers: string[];
  /** The helpers, to be dismissed. */
  organisers: { user: string; name: string }[];
  format: { t: string } & Record<string, unknown>;
  /** What ranks, the most important first; nothing where matches decide. */
  criteria: string[];
  /** What results are worth. */
  scoring: Record<Award, number>;
  plan: {
    about: string;
    variant: string;
    rules: RuleSet;
    preset: Preset | null;
    rated: boolean;
    clock: Clock;
    later_clocks: [number, Clock][];
    starts: number | null;
    closes: number | null;
    check_in_ms: number | null;
    pace: Pace;
    grace_ms: number;
    no_show_leaves: boolean;
    /** How many moves watchers are behind. */
    delay_moves: number;
    late_until: number;
    players_max: number | null;
    at_the_board: boolean;
    by_invitation: boolean;
    /** The club whose tournament it is. */
    club: { slug: string; name: string } | null;
    members_only: boolean;
  };
  entries: Entry[];
  rounds: Round[];
  n_rounds: number | null;
  /** When the next round begins by itself. */
  next: number | null;
  standings: Standings | null;
  orders: Order[];
}

export interface Own {
  entry: string | null;
  /** What I am asked, if I am. */
  invitation: Invitation | null;
  /** Who is asked; for organisers. */
  invited: Invited[] | null;
  organiser: boolean;
  checked_in: boolean;
  game: string | null;
  /** Until when the first moves of that game are waited for. */
  waits_until: number | null;
  signed_in: boolean;
}

/** That an organiser asks me to take part. */
export interface Invitation {
  code: string;
  name: string;
  /** Who asks; empty where I have left by myself. */
  by: string;
  at: number;
  starts: number | null;
  rated: boolean;
  declined: boolean;
}

/** Somebody who is asked, as organisers see it. */
export interface Invited {
  user: string;
  name: string;
  handle: string;
  at: number;
  declined: boolean;
}

/** What comes next for a player in a tournament. */
export interface Appointment {
  code: string;
  name: string;
  round: number;
  /** When that round begins by itself. */
  at: number | null;
  /** Until when one has to check in, if one has not. */
  check_in: number | null;
  game: string | null;
}

/** What an organiser decides, as it is sent. */
export interface Settings {
  name: string;
  format: { t: string } & Record<string, unknown>;
  tiebreaks?: string[];
  scoring?: Partial<Record<Award, number>>;
  sides?: 'balance' | 'furigoma';
  handicap?: unknown;
  plan: {
    about: string;
    variant: string;
    rules: Preset | RuleSet;
    rated: boolean;
    clock: Clock;
    later_clocks?: { from_round: number; clock: Clock }[];
    starts_ms: number | null;
    closes_ms?: number | null;
    check_in_ms: number | null;
    pace: Pace;
    grace_ms: number;
    no_show_leaves?: boolean;
    delay_moves?: number;
    late_until: number;
    players_max: number | null;
    at_the_board: boolean;
    by_invitation: boolean;
    /** The address of the club whose tournament it is. */
    club: string | null;
    members_only: boolean;
  };
}

export type Act = { t: string } & Record<string, unknown>;

export interface Deed {
  version: number;
  at: number;
  by: string | null;
  act: Act;
  reason: string;
}

const BASE = '/tournaments';

const get = <T>(path: string) => request<T>('GET', `${BASE}${path}`);

export const listTournaments = (mine: boolean) => get<{ tournaments: Summary[] }>(mine ? '?mine=true' : '');

export const createTournament = (create: string, settings: Settings) =>
  request<{ code: string }>('POST', BASE, { create, settings });

export const tournamentOf = (code: string) => get<Tournament>(`/${code}`);

export const ownOf = (code: string) => get<Own>(`/${code}/me`);

export const settingsOf = (code: string) => get<Settings>(`/${code}/settings`);

export const trailOf = (code: string) => get<{ acts: Deed[] }>(`/${code}/acts`);

/** Why a published round has this pairing; null when it follows a plan. */
export async function whyOf(code: string, round: number, a: string, b?: string): Promise<Why | null> {
  const query = new URLSearchParams({ round: String(round), a, ...(b === undefined ? {} : { b }) });
  const { why } = await get<{ why: Why[] }>(`/${code}/why?${query}`);
  return why[0] ?? null;
}

export const fileOf = (code: string, file: string) => addressOf(`${BASE}/${code}/files/${file}`);

export const agenda = () => get<{ events: Appointment[]; invitations: Invitation[] }>('/agenda');

/** Whose own clause says what exactly is wrong. */
const DETAILED = new Set(['bad_settings', 'contradiction', 'not_possible', 'not_yet']);

export const problemText = (cause: unknown) => textOf(cause, t().tournaments.problems, DETAILED);

/** Does something; what is refused is shown. Whether it was done. */
export async function act(code: string, wanted: Act, reason = ''): Promise<boolean> {
  try {
    await request('POST', `${BASE}/${code}/acts`, { id: uuid(), act: wanted, reason });
    return true;
  } catch (problem) {
    toast.show(problemText(problem), 'bad');
    return false;
  }
}

/** How often the page asks anew at most. */
const ASK_EVERY_MS = 1_000;

/** The tournament as it is now, and what is one's own in it: asked for again whenever it changes. */
export function useTournament(code: string): Loaded<{ view: Tournament; own: Own }> {
  const found = useLoaded(async () => {
    const [view, own] = await Promise.all([tournamentOf(code), ownOf(code)]);
    return { view, own };
  }, [code]);
  useEffect(() => {
    let waits: ReturnType<typeof setTimeout> | undefined;
    let changed = false;
    const soon = () => {
      if (waits !== undefined) {
        changed = true;
        return;
      }
      void found.again();
      waits = setTimeout(() => {
        waits = undefined;
        if (changed) {
          changed = false;
          soon();
        }
      }, ASK_EVERY_MS);
    };
    const stop = theSocket().follow(`tournament:${code}`, { snapshot: soon, event: soon });
    return () => {
      clearTimeout(waits);
      stop();
    };
  }, [code]);
  return found;
}
