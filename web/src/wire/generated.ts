// STAND-IN, TO BE REPLACED: these types are written by hand until the protocol crate generates this file.
// Generated from Rust; do not edit by hand.

export type Side = 'sente' | 'gote';

export type BySide<T> = { sente: T; gote: T };

export type Clock =
  | { kind: 'byoyomi'; main_ms: number; byoyomi_ms: number; periods: number }
  | { kind: 'sudden_death'; main_ms: number }
  | { kind: 'fischer'; main_ms: number; increment_ms: number }
  | { kind: 'stopwatch'; main_minutes: number };

export type Clocks = Clock | BySide<Clock>;

export type RuleSet = {
  illegal: 'reject' | 'loses';
  repetition: 'draw' | 'replay';
  impasse: 'points24' | 'points27' | 'try' | 'none';
  impasse_draw: 'draw' | 'replay';
  max_moves: number | null;
  takeback: boolean;
};

export type Preset = 'casual' | 'tournament' | 'professional';

export type Handicap =
  | 'lance'
  | 'bishop'
  | 'rook'
  | 'rook_lance'
  | '2_piece'
  | '4_piece'
  | '6_piece'
  | '8_piece'
  | '10_piece'
  | '3_pawns'
  | 'naked_king';

export type Start = 'even' | Handicap | { sfen: string };

export type Setup = {
  variant: string;
  start: Start;
  rules: Preset | RuleSet;
  clock: Clocks;
  side: 'random' | Side;
};

export type User = { id: string; name: string; guest: boolean };

export type Player = { user: string; name: string; guest: boolean; king: '王' | '玉' };

export type Reason =
  | 'checkmate'
  | 'no_moves'
  | 'repetition'
  | 'perpetual_check'
  | 'illegal_move'
  | 'declaration'
  | 'declaration_failed'
  | 'impasse_agreement'
  | 'try'
  | 'max_moves'
  | 'bare_king'
  | 'royal_captured'
  | 'resignation'
  | 'time'
  | 'no_first_move'
  | 'aborted'
  | 'forfeit'
  | 'adjudicated'
  | 'annulled'
  | 'abandoned'
  | 'no_show';

export type Illegal =
  | 'nifu'
  | 'uchifuzume'
  | 'dead_piece'
  | 'must_promote'
  | 'cannot_promote'
  | 'outside_promotion_zone'
  | 'leaves_king_in_check'
  | 'not_in_hand'
  | 'occupied'
  | 'empty_square'
  | 'not_your_piece'
  | 'cannot_move_there';

export type GameResult = {
  reason: Reason;
  winner: Side | null;
  illegal: Illegal | null;
  next: string | null;
};

export type OfferKind = 'takeback' | 'impasse' | 'rematch';

export type Offer = { by: Side; kind: OfferKind };

/** Legal moves: origin square or `P*` → squares one after the other, each followed by `?` (may) or `+` (must promote). */
export type Dests = Record<string, string>;

export type SideClock = { main_ms: number; periods: number };

export type ClockState = {
  sente: SideClock;
  gote: SideClock;
  running: Side | null;
  elapsed_ms: number;
  first_move_due_ms: number | null;
};

export type MoveRecord = { usi: string; thought_ms: number; credit_ms: number };

export type ChatLine = { by: string; side: Side | null; text: string; at: number };

export type Furigoma = { tossed_for: string; fu: number };

export type Phase = 'waiting' | 'playing' | 'over';

export type GameSnapshot = {
  game: string;
  variant: string;
  start: string;
  handicap: Handicap | null;
  rules: RuleSet;
  preset: Preset | null;
  clock: Clocks;
  phase: Phase;
  players: BySide<Player | null>;
  creator: string;
  you: Side | null;
  furigoma: Furigoma | null;
  moves: MoveRecord[];
  sfen: string;
  turn: Side;
  ply: number;
  check: boolean;
  repetitions: number;
  clocks: ClockState;
  now: number;
  dests: Dests | null;
  offers: Offer[];
  result: GameResult | null;
  connected: BySide<boolean>;
  watchers: number;
  chat: ChatLine[];
  created: number;
};

export type GameEvent =
  | {
      t: 'started';
      players: BySide<Player | null>;
      furigoma: Furigoma | null;
      clocks: ClockState;
      now: number;
      dests: Dests | null;
    }
  | {
      t: 'moved';
      ply: number;
      usi: string;
      sfen: string;
      check: boolean;
      repetitions: number;
      thought_ms: number;
      credit_ms: number;
      clocks: ClockState;
      now: number;
      dests: Dests | null;
    }
  | { t: 'offered'; by: Side; kind: OfferKind }
  | { t: 'answered'; by: Side; kind: OfferKind; accepted: boolean }
  | {
      t: 'taken_back';
      ply: number;
      sfen: string;
      check: boolean;
      clocks: ClockState;
      now: number;
      dests: Dests | null;
    }
  | { t: 'ended'; result: GameResult; clocks: ClockState }
  | { t: 'interrupted'; from: number; to: number; clocks: ClockState; now: number }
  | { t: 'next'; game: string }
  | ({ t: 'chat' } & ChatLine)
  | { t: 'presence'; connected: BySide<boolean>; watchers: number };

export type Seek = { seek: string; by: Player; setup: Setup };

export type GameSummary = {
  game: string;
  variant: string;
  players: BySide<Player | null>;
  clock: Clocks;
  ply: number;
  sfen: string;
};

export type LobbySnapshot = { seeks: Seek[]; games: GameSummary[]; online: number };

export type LobbyEvent =
  | { t: 'seek_added'; seek: Seek }
  | { t: 'seek_removed'; seek: string }
  | { t: 'online'; n: number }
  | { t: 'games'; games: GameSummary[] };

export type MeEvent = { t: 'game_started'; game: string; side: Side };

export type PositionVerdict = {
  sfen: string;
  turn: Side;
  check: boolean;
  mate: boolean;
  dests: Dests;
  problems: string[];
};

export type ClientMessage =
  | { t: 'hello'; id: number; protocol: number; client: string }
  | { t: 'subscribe'; id: number; stream: string; last?: number; epoch?: number }
  | { t: 'unsubscribe'; id: number; stream: string }
  | { t: 'seek'; id: number; seek: string; setup: Setup }
  | { t: 'cancel'; id: number; seek: string }
  | { t: 'accept'; id: number; seek: string }
  | { t: 'create'; id: number; create: string; setup: Setup }
  | { t: 'join'; id: number; game: string }
  | { t: 'move'; id: number; game: string; ply: number; usi: string }
  | { t: 'resign'; id: number; game: string }
  | { t: 'abort'; id: number; game: string }
  | { t: 'offer'; id: number; game: string; kind: OfferKind }
  | { t: 'answer'; id: number; game: string; kind: OfferKind; accept: boolean }
  | { t: 'declare'; id: number; game: string }
  | { t: 'rematch'; id: number; game: string }
  | { t: 'chat'; id: number; game: string; text: string }
  | { t: 'position'; id: number; variant: string; sfen: string }
  | { t: 'ping'; id: number };

export type ServerMessage =
  | { t: 'welcome'; id: number; protocol: number; server: string; now: number; user: User | null }
  | { t: 'ack'; id: number; game?: string; position?: PositionVerdict }
  | { t: 'refused'; id: number; code: string; message: string }
  | { t: 'pong'; id: number; now: number }
  | { t: 'snapshot'; stream: string; seq: number; epoch?: number; snapshot: unknown }
  | { t: 'event'; stream: string; seq?: number; epoch?: number; event: unknown };
