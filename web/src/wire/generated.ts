// Written by `UPDATE=1 cargo test -p komadai-protocol` from crates/protocol. Do not edit.

export const PROTOCOL = 1;

/** By origin, a square or a piece's letter and `*`: squares one after the other, each followed by `?` where promotion may be chosen and by `+` where it is compulsory. */
export type Dests = Record<string, string>;

export type OfferKind = "takeback" | "impasse" | "rematch";

export type Reason = "checkmate" | "no_moves" | "repetition" | "perpetual_check" | "illegal_move" | "declaration" | "declaration_failed" | "impasse_agreement" | "try" | "max_moves" | "bare_king" | "royal_captured" | "resignation" | "time" | "no_first_move" | "aborted" | "abandoned" | "no_show" | "forfeit" | "adjudicated" | "annulled";

export type Unrated = "too_short" | "one_address" | "one_address_often";

export type Illegal = "nifu" | "uchifuzume" | "dead_piece" | "must_promote" | "cannot_promote" | "outside_promotion_zone" | "leaves_king_in_check" | "not_in_hand" | "occupied" | "empty_square" | "not_your_piece" | "cannot_move_there";

export type PositionProblem = "no_king" | "two_kings" | "too_many_pieces" | "nifu" | "dead_piece" | "opponent_in_check" | "no_moves";

export type Handicap = "lance" | "bishop" | "rook" | "rook_lance" | "2_piece" | "4_piece" | "6_piece" | "8_piece" | "10_piece" | "3_pawns" | "naked_king";

export type Preset = "casual" | "tournament" | "professional";

export type Side = "sente" | "gote";

export type BySide<T> = { 
/**
 * Sente's.
 */
sente: T, 
/**
 * Gote's.
 */
gote: T, };

export type Phase = "waiting" | "playing" | "over";

export type Player = { 
/**
 * The public id.
 */
user: string, 
/**
 * The name when the game was made.
 */
name: string, 
/**
 * Whether it is a guest without an account.
 */
guest: boolean, 
/**
 * `王` or `玉` (§2.5).
 */
king: "王" | "玉", };

export type MoveRecord = { 
/**
 * The move.
 */
usi: string, 
/**
 * How long the player thought, in milliseconds.
 */
thought_ms: number, 
/**
 * What was not charged of that, in milliseconds.
 */
credit_ms: number, };

export type SideClock = { 
/**
 * Main time left, in milliseconds.
 */
main_ms: number, 
/**
 * Byoyomi periods left.
 */
periods: number, };

export type ClockState = { 
/**
 * Sente's.
 */
sente: SideClock, 
/**
 * Gote's.
 */
gote: SideClock, 
/**
 * Whose runs.
 */
running: Side | null, 
/**
 * What the side to move has used of this move by then, in milliseconds; not yet taken
 * from its clock. Left out when that is nothing.
 */
elapsed_ms?: number, 
/**
 * How long the side to move still has for a first move that is not charged, in
 * milliseconds; left out when that is over.
 */
first_move_due_ms?: number, };

export type Furigoma = { 
/**
 * The player it was tossed for.
 */
tossed_for: string, 
/**
 * The five pawns as they fell: true where 歩 is up.
 */
pawns: Array<boolean>, 
/**
 * How many of the five show 歩.
 */
fu: number, };

export type Offer = { 
/**
 * Who made it.
 */
by: Side, 
/**
 * What is offered.
 */
kind: OfferKind, };

export type GameResult = { 
/**
 * Why.
 */
reason: Reason, 
/**
 * Who won, if anybody.
 */
winner: Side | null, 
/**
 * What was wrong with the move that lost.
 */
illegal: Illegal | null, 
/**
 * The move that lost.
 */
illegal_usi: string | null, 
/**
 * The side that did not come, or had left, also where nobody won.
 */
left: Side | null, 
/**
 * Why it is not rated although it was to be; left out where there is nothing to say.
 */
unrated?: Unrated, 
/**
 * The game that follows.
 */
next: string | null, };

export type ImpasseCount = { 
/**
 * Whether its king stands in its promotion zone.
 */
king_in_zone: boolean, 
/**
 * How many other pieces of its stand there.
 */
pieces_in_zone: number, 
/**
 * Whether its king is in check.
 */
in_check: boolean, 
/**
 * What counts in a declaration.
 */
points: number, 
/**
 * What counts by agreement.
 */
points_everywhere: number, };

export type ChatLine = { 
/**
 * The public id of whoever said it; absent in lines of older servers.
 */
user?: string, 
/**
 * The name of whoever said it.
 */
by: string, 
/**
 * The name in the address of their page, which nobody else can have; guests have none.
 */
handle?: string, 
/**
 * The side they play, if they do.
 */
side: Side | null, 
/**
 * What they said.
 */
text: string, 
/**
 * When, in Unix milliseconds.
 */
at: number, };

export type IllegalName = "reject" | "loses";

export type DrawName = "draw" | "replay";

export type ImpasseName = "points24" | "points27" | "try" | "none";

export type RuleSet = { 
/**
 * What an illegal move leads to.
 */
illegal: IllegalName, 
/**
 * What a fourfold repetition leads to.
 */
repetition: DrawName, 
/**
 * How an impasse is judged.
 */
impasse: ImpasseName, 
/**
 * What an impasse draw leads to.
 */
impasse_draw: DrawName, 
/**
 * After how many plies the game is an impasse draw.
 */
max_moves: number | null, 
/**
 * Whether moves may be taken back by consent.
 */
takeback: boolean, };

export type RulesSetup = Preset | RuleSet;

export type Start = "even" | "suggested" | Handicap | { 
/**
 * It, as SFEN.
 */
sfen: string, };

export type SideWish = "random" | "sente" | "gote";

export type Clock = { "kind": "byoyomi", 
/**
 * Main time in milliseconds.
 */
main_ms: number, 
/**
 * Length of a period in milliseconds.
 */
byoyomi_ms: number, 
/**
 * Number of periods.
 */
periods: number, } | { "kind": "sudden_death", 
/**
 * Main time in milliseconds.
 */
main_ms: number, } | { "kind": "fischer", 
/**
 * Main time in milliseconds.
 */
main_ms: number, 
/**
 * What each move adds, in milliseconds.
 */
increment_ms: number, } | { "kind": "stopwatch", 
/**
 * Main time in minutes.
 */
main_minutes: number, };

export type Clocks = Clock | { 
/**
 * Sente's.
 */
sente: Clock, 
/**
 * Gote's.
 */
gote: Clock, };

export type Setup = { 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * Where it starts.
 */
start: Start, 
/**
 * By which rules.
 */
rules: RulesSetup, 
/**
 * On which clock.
 */
clock: Clocks, 
/**
 * The side of whoever sends this.
 */
side: SideWish, 
/**
 * Whether the result changes both players' ratings; it needs two accounts.
 */
rated?: boolean, };

export type GameSnapshot = { 
/**
 * Its id.
 */
game: string, 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * The position it starts from, as SFEN.
 */
start: string, 
/**
 * Name of the handicap, if it is one.
 */
handicap: Handicap | null, 
/**
 * The rules it is played by.
 */
rules: RuleSet, 
/**
 * Whether the result changes both players' ratings.
 */
rated: boolean, 
/**
 * The name of the rule set, if they are one.
 */
preset: Preset | null, 
/**
 * The time controls.
 */
clock: Clocks, 
/**
 * How far it has come.
 */
phase: Phase, 
/**
 * Who sits where; `null` for a side that is not known yet.
 */
players: BySide<Player | null>, 
/**
 * Who made it.
 */
creator: Player, 
/**
 * The side that the creator asked for, as long as the game waits.
 */
wish: SideWish, 
/**
 * The reader's own side.
 */
you: Side | null, 
/**
 * The toss, where furigoma decided the sides.
 */
furigoma: Furigoma | null, 
/**
 * The moves so far.
 */
moves: Array<MoveRecord>, 
/**
 * The position after them, as SFEN.
 */
sfen: string, 
/**
 * The side whose turn it is.
 */
turn: Side, 
/**
 * Number of moves so far.
 */
ply: number, 
/**
 * Whether the side to move is in check.
 */
check: boolean, 
/**
 * How often this position has stood (§2.2).
 */
repetitions: number, 
/**
 * How both stand for an impasse, once a king has entered and the rules count points.
 */
impasse: BySide<ImpasseCount> | null, 
/**
 * The clocks.
 */
clocks: ClockState, 
/**
 * Whether an arbiter has stopped it.
 */
halted: boolean, 
/**
 * The tournament it belongs to.
 */
tournament: string | null, 
/**
 * How many moves those who only watch are behind, until it is over.
 */
delay: number, 
/**
 * The instant for which they hold, in Unix milliseconds.
 */
now: number, 
/**
 * Where the reader may move; `null` when it is not the reader's turn, and in strict games.
 */
dests: Dests | null, 
/**
 * The open offers.
 */
offers: Array<Offer>, 
/**
 * How it ended.
 */
result: GameResult | null, 
/**
 * Which players are connected.
 */
connected: BySide<boolean>, 
/**
 * From when on a player may claim the game because the other, whose entry this is, is away:
 * the server's time in Unix milliseconds. `null` for who is there.
 */
claim_at: BySide<number | null>, 
/**
 * How many others watch.
 */
watchers: number, 
/**
 * The last lines of chat.
 */
chat: Array<ChatLine>, 
/**
 * When it was made, in Unix milliseconds.
 */
created: number, };

export type GameEvent = { "t": "created" } | { "t": "started", 
/**
 * Who sits where.
 */
players: BySide<Player>, 
/**
 * The reader's own side.
 */
you: Side | null, 
/**
 * The toss, where furigoma decided the sides.
 */
furigoma: Furigoma | null, 
/**
 * The clocks.
 */
clocks: ClockState, 
/**
 * The instant for which they hold, in Unix milliseconds.
 */
now: number, 
/**
 * Where the reader may move.
 */
dests: Dests | null, } | { "t": "moved", 
/**
 * Number of moves so far, with this one.
 */
ply: number, 
/**
 * The move.
 */
usi: string, 
/**
 * The position after it, as SFEN.
 */
sfen: string, 
/**
 * Whether the side to move is in check; left out when it is not.
 */
check?: boolean, 
/**
 * How often this position has stood (§2.2); left out when it stands for the first time.
 */
repetitions?: number, 
/**
 * How both stand for an impasse, once a king has entered and the rules count points.
 */
impasse?: BySide<ImpasseCount>, 
/**
 * How long the player thought, in milliseconds.
 */
thought_ms: number, 
/**
 * What was not charged of that because the network took it, in milliseconds; left out
 * when that is nothing.
 */
credit_ms?: number, 
/**
 * The clocks.
 */
clocks: ClockState, 
/**
 * The instant for which they hold, in Unix milliseconds.
 */
now: number, 
/**
 * Where the reader may move, if so.
 */
dests?: Dests, } | { "t": "offered", 
/**
 * Who.
 */
by: Side, 
/**
 * What.
 */
kind: OfferKind, } | { "t": "answered", 
/**
 * Who answered.
 */
by: Side, 
/**
 * What was offered.
 */
kind: OfferKind, 
/**
 * Yes or no.
 */
accepted: boolean, } | { "t": "taken_back", 
/**
 * Number of moves that are left.
 */
ply: number, 
/**
 * The position after them, as SFEN.
 */
sfen: string, 
/**
 * Whether the side to move is in check; left out when it is not.
 */
check?: boolean, 
/**
 * How often this position has stood (§2.2); left out when it stands for the first time.
 */
repetitions?: number, 
/**
 * How both stand for an impasse, once a king has entered and the rules count points.
 */
impasse?: BySide<ImpasseCount>, 
/**
 * The clocks.
 */
clocks: ClockState, 
/**
 * The instant for which they hold, in Unix milliseconds.
 */
now: number, 
/**
 * Where the reader may move, if so.
 */
dests?: Dests, } | { "t": "interrupted", 
/**
 * From when, in Unix milliseconds.
 */
from: number, 
/**
 * Until when.
 */
to: number, 
/**
 * The clocks.
 */
clocks: ClockState, 
/**
 * The instant for which they hold, in Unix milliseconds.
 */
now: number, } | { "t": "resumed", 
/**
 * The clocks.
 */
clocks: ClockState, 
/**
 * The instant for which they hold, in Unix milliseconds.
 */
now: number, } | { "t": "arbiter", 
/**
 * What was done.
 */
act: ArbiterAct, 
/**
 * Whether the game is stopped now.
 */
halted: boolean, 
/**
 * The clocks.
 */
clocks: ClockState, 
/**
 * The instant for which they hold, in Unix milliseconds.
 */
now: number, } | { "t": "ended", 
/**
 * How.
 */
result: GameResult, 
/**
 * The clocks at the end.
 */
clocks: ClockState, } | { "t": "next", 
/**
 * Which.
 */
game: string, } | { "t": "chat", 
/**
 * The public id of whoever said it; absent in lines of older servers.
 */
user?: string, 
/**
 * The name of whoever said it.
 */
by: string, 
/**
 * The name in the address of their page, which nobody else can have; guests have none.
 */
handle?: string, 
/**
 * The side they play, if they do.
 */
side: Side | null, 
/**
 * What they said.
 */
text: string, 
/**
 * When, in Unix milliseconds.
 */
at: number, } | { "t": "presence", 
/**
 * Which players are connected.
 */
connected: BySide<boolean>, 
/**
 * From when on a player may claim the game because the other, whose entry this is, is
 * away: the server's time in Unix milliseconds. `null` for who is there.
 */
claim_at: BySide<number | null>, 
/**
 * How many others watch.
 */
watchers: number, } | { "t": "stalled" };

export type SeekWants = { 
/**
 * The lowest rating.
 */
rating_min?: number, 
/**
 * The highest rating.
 */
rating_max?: number, 
/**
 * The lowest grade, as `5k`.
 */
grade_min?: string, 
/**
 * The highest grade.
 */
grade_max?: string, };

export type Seek = { 
/**
 * Its id, drawn by the client that made it.
 */
seek: string, 
/**
 * Who made it.
 */
by: Player, 
/**
 * How strong they are at that time control; absent for guests.
 */
strength?: Strength, 
/**
 * The game that is looked for.
 */
setup: Setup, 
/**
 * Whom it is for.
 */
wants?: SeekWants, 
/**
 * When it was made, in Unix milliseconds.
 */
at: number, };

export type GameSummary = { 
/**
 * Its id.
 */
game: string, 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * Name of the handicap, if it is one.
 */
handicap: Handicap | null, 
/**
 * Who plays.
 */
players: BySide<Player | null>, 
/**
 * The time controls.
 */
clock: Clocks, 
/**
 * The present position, as SFEN.
 */
sfen: string, 
/**
 * Number of moves so far.
 */
ply: number, };

export type LobbySnapshot = { 
/**
 * The open seeks, oldest first.
 */
seeks: Array<Seek>, 
/**
 * Some of the games that are being played, newest first.
 */
games: Array<GameSummary>, 
/**
 * How many people are connected.
 */
online: number, };

export type LobbyEvent = { "t": "seek_added", 
/**
 * It.
 */
seek: Seek, } | { "t": "seek_removed", 
/**
 * Which.
 */
seek: string, } | { "t": "games", 
/**
 * Newest first.
 */
games: Array<GameSummary>, } | { "t": "online", 
/**
 * That many.
 */
n: number, };

export type MyGame = { 
/**
 * Which.
 */
game: string, 
/**
 * The reader's side.
 */
side: Side, };

export type DeclineReason = "later" | "clock" | "start" | "rated" | "no";

export type ChallengePlayer = { 
/**
 * The name in the address of the player's page.
 */
handle: string, 
/**
 * What others see.
 */
name: string, 
/**
 * How strong the player is at that time control.
 */
strength: Strength, };

export type Challenge = { 
/**
 * Its id, drawn by the client that made it.
 */
challenge: string, 
/**
 * Who asks; `side` in the set-up is this player's.
 */
from: ChallengePlayer, 
/**
 * Who is asked.
 */
to: ChallengePlayer, 
/**
 * Whether the reader is the one who asks.
 */
mine: boolean, 
/**
 * The game.
 */
setup: Setup, 
/**
 * When it was made, in Unix milliseconds.
 */
at: number, 
/**
 * From when on it stands no longer.
 */
expires: number, 
/**
 * Why it was declined, if it was.
 */
declined?: DeclineReason, };

export type MeSnapshot = { 
/**
 * The games that are being played.
 */
my_games: Array<MyGame>, 
/**
 * The challenges that wait for an answer, the oldest first, and the reader's own that were
 * declined.
 */
challenges: Array<Challenge>, };

export type MeEvent = { "t": "you", 
/**
 * Who the reader is from now on.
 */
user: User, } | { "t": "game_started", 
/**
 * Which.
 */
game: string, 
/**
 * The player's side.
 */
side: Side, 
/**
 * The tournament it belongs to.
 */
tournament?: string, } | { "t": "challenge", 
/**
 * It.
 */
challenge: Challenge, } | { "t": "challenge_gone", 
/**
 * Which.
 */
challenge: string, };

export type User = { 
/**
 * The public id.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * Whether it is a guest without an account.
 */
guest: boolean, };

export type PositionVerdict = { 
/**
 * The position, spelled the one way it is spelled.
 */
sfen: string, 
/**
 * The side whose turn it is.
 */
turn: Side, 
/**
 * Whether it is in check.
 */
check: boolean, 
/**
 * Whether it is mated.
 */
mate: boolean, 
/**
 * Where it may move.
 */
dests: Dests, 
/**
 * All that keeps it from being played from, in words.
 */
problems: Array<string>, };

export type Answer = { 
/**
 * The game that was made or joined.
 */
game?: string, 
/**
 * The answer to `position`.
 */
position?: PositionVerdict, };

export type RefusalCode = "bad_message" | "too_long" | "hello_first" | "hello_twice" | "protocol_unsupported" | "too_fast" | "too_many_sockets" | "too_many_streams" | "too_many_watchers" | "too_many_games" | "too_many_guests" | "unknown_stream" | "unknown_game" | "unknown_seek" | "own_seek" | "unknown_player" | "yourself" | "unknown_challenge" | "already_challenged" | "too_many_challenges" | "away" | "cannot_come" | "bad_setup" | "bad_position" | "not_a_player" | "not_started" | "game_over" | "game_not_over" | "halted" | "not_your_turn" | "stale_ply" | "bad_move" | "not_allowed" | "too_late_to_abort" | "not_left" | "left_too_often" | "no_offer" | "already_offered" | "seat_taken" | "own_game" | "not_wanted" | "needs_account" | "already_followed" | "kept_apart" | "takes_no_challenges" | "read_only" | "muted" | "too_much_chat" | "bad_chat" | "unknown_study" | "not_your_study" | "unknown_node" | "study_full" | "study_too_large" | "bad_edit" | "stalled" | "stopping" | "internal" | "nifu" | "uchifuzume" | "dead_piece" | "must_promote" | "cannot_promote" | "outside_promotion_zone" | "leaves_king_in_check" | "not_in_hand" | "occupied" | "empty_square" | "not_your_piece" | "cannot_move_there";

export type StudyBrush = "green" | "red" | "blue";

export type StudyShape = { 
/**
 * The square it begins at, as in USI.
 */
from: string, 
/**
 * The square it leads to.
 */
to?: string, 
/**
 * Its colour.
 */
brush: StudyBrush, };

export type StudyNode = { 
/**
 * Its id in this study; the start has 0.
 */
id: number, 
/**
 * The node before it; none for the start.
 */
parent: number | null, 
/**
 * The move, if it is one.
 */
usi?: string, 
/**
 * Why the line ends here, if it does.
 */
end?: string, 
/**
 * Who won by that, if anyone.
 */
winner?: Side, 
/**
 * How long the side to move thought, in milliseconds, if that is known.
 */
spent_ms?: number, 
/**
 * What is said about the position after it.
 */
comment?: string, 
/**
 * What is drawn on the position after it.
 */
shapes?: Array<StudyShape>, };

export type Study = { 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * The position before the first move, as SFEN.
 */
start: string, 
/**
 * What stands above the moves: English words and texts.
 */
headers: Array<[string, string]>, 
/**
 * The start comes first; a node's parent comes before it, and of the nodes with the same
 * parent the main line's comes first.
 */
nodes: Array<StudyNode>, 
/**
 * The id of the next node that is made; ids are not used twice.
 */
next: number, 
/**
 * The node at which everybody looks.
 */
at: number, };

export type StudyEdit = { "t": "play", 
/**
 * The node.
 */
after: number, 
/**
 * The move.
 */
usi: string, } | { "t": "comment", 
/**
 * The node.
 */
node: number, 
/**
 * At most [`COMMENT_CHARS_MAX`] characters; empty to say nothing.
 */
text: string, } | { "t": "draw", 
/**
 * The node.
 */
node: number, 
/**
 * At most [`SHAPES_MAX`].
 */
shapes: Array<StudyShape>, } | { "t": "promote", 
/**
 * The node.
 */
node: number, } | { "t": "delete", 
/**
 * The node, which is not the start.
 */
node: number, } | { "t": "look", 
/**
 * The node.
 */
node: number, };

export type StudyChange = { "t": "added", 
/**
 * It.
 */
node: StudyNode, } | { "t": "commented", 
/**
 * The node.
 */
node: number, 
/**
 * All that is said there now.
 */
text: string, } | { "t": "drawn", 
/**
 * The node.
 */
node: number, 
/**
 * All that is drawn there now.
 */
shapes: Array<StudyShape>, } | { "t": "promoted", 
/**
 * The node.
 */
node: number, } | { "t": "deleted", 
/**
 * The node.
 */
node: number, } | { "t": "looked", 
/**
 * The node.
 */
node: number, };

export type StudySnapshot = { 
/**
 * Its address.
 */
study: string, 
/**
 * Whether it is the one that the two players of the game with this code have together.
 */
of_game: boolean, 
/**
 * Who may change it, by name.
 */
editors: Array<string>, 
/**
 * Whether the reader may.
 */
may_edit: boolean, 
/**
 * Whether it is listed for everybody.
 */
public: boolean, 
/**
 * Its tree.
 */
tree: Study, 
/**
 * Those of the editors who are looking just now.
 */
here: Array<string>, 
/**
 * How many others are.
 */
watchers: number, };

export type StudyEvent = { "t": "changed", 
/**
 * Who.
 */
by: string, 
/**
 * What was done.
 */
change: StudyChange, } | { "t": "present", 
/**
 * Those of the editors who are.
 */
here: Array<string>, 
/**
 * How many others are.
 */
watchers: number, 
/**
 * Whether it is listed for everybody, when that was changed.
 */
public?: boolean, };

export type StudyDraft = { 
/**
 * Its tree.
 */
tree: Study, 
/**
 * Whether it is listed for everybody.
 */
public: boolean, };

export type StudyMade = { 
/**
 * Its address.
 */
study: string, };

export type StudyTerms = { 
/**
 * Whether it is listed for everybody; who knows its address sees it either way.
 */
public: boolean, };

export type StudyListed = { 
/**
 * Its address.
 */
study: string, 
/**
 * What it is called.
 */
title: string, 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * Whether it is a game's.
 */
of_game: boolean, 
/**
 * How many moves its main line has.
 */
plies: number, 
/**
 * Whether it is listed for everybody.
 */
public: boolean, 
/**
 * When it was last changed, in Unix milliseconds.
 */
updated_ms: number, };

export type StudyList = { 
/**
 * The reviews.
 */
studies: Array<StudyListed>, };

export type StudiesRead = { 
/**
 * Its games, in its order.
 */
studies: Array<Study>, 
/**
 * The format of the file.
 */
format: string, 
/**
 * The encoding of the file.
 */
charset: string, 
/**
 * What was passed over or put right.
 */
notes: Array<ImportNote>, };

export type EngineLeave = { 
/**
 * Whether they may.
 */
allowed: boolean, 
/**
 * The rated game that they are playing, if that is why not.
 */
game: string | null, };

export type WatchedGame = { 
/**
 * The game as it is now.
 */
game: GameSummary, 
/**
 * The players' ratings when it began; none of guests and of those without one.
 */
ratings: BySide<number | null>, 
/**
 * How fast it is.
 */
speed: string, 
/**
 * When it was made, in Unix milliseconds.
 */
created: number, };

export type WatchList = { 
/**
 * Those that fit, with the best players first; 60 at most.
 */
games: Array<WatchedGame>, 
/**
 * How many fit.
 */
n_games: number, 
/**
 * The one that stands out among all; it does so to its end.
 */
featured: string | null, };

export type Followed = { 
/**
 * Who.
 */
user: string, 
/**
 * The name of their account.
 */
handle: string, 
/**
 * What others see of them.
 */
name: string, 
/**
 * The games they are playing.
 */
playing: Array<string>, };

export type FollowList = { 
/**
 * They, by name.
 */
follows: Array<Followed>, };

export type StreamEvent = GameEvent | LobbyEvent | MeEvent | TournamentEvent | StudyEvent;

export type StreamSnapshot = GameSnapshot | LobbySnapshot | MeSnapshot | TournamentSnapshot | StudySnapshot;

export type TournamentEvent = { "t": "changed", 
/**
 * Counts its changes.
 */
version: number, };

export type TournamentSnapshot = { 
/**
 * Counts its changes.
 */
version: number, };

export type ArbiterAct = "halted" | "clocks_set" | "went_on";

export type ClientMessage = { "t": "hello", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * The number of the protocol it speaks.
 */
protocol: number, 
/**
 * 64 random bits in hexadecimal, drawn once per page load.
 */
client: string, } | { "t": "subscribe", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which.
 */
stream: string, 
/**
 * The highest seq of it that this tab has.
 */
last?: number, 
/**
 * The epoch that seq belongs to, for streams that have one.
 */
epoch?: number, } | { "t": "unsubscribe", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which.
 */
stream: string, } | { "t": "seek", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Drawn by the client, so that a repeated seek is known again.
 */
seek: string, 
/**
 * The game that is looked for.
 */
setup: Setup, 
/**
 * Whom it is for.
 */
wants?: SeekWants, 
/**
 * Whether it may be paired with another of the same game, without anybody choosing.
 */
quick?: boolean, } | { "t": "cancel", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which.
 */
seek: string, } | { "t": "accept", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which.
 */
seek: string, } | { "t": "challenge", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Drawn by the client, so that a repeated one is known again.
 */
challenge: string, 
/**
 * Whom, by the name in the address of the player's page.
 */
to: string, 
/**
 * The game.
 */
setup: Setup, 
/**
 * For how many hours it stands, at most a week.
 */
hours: number, } | { "t": "accept_challenge", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which.
 */
challenge: string, } | { "t": "decline_challenge", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which.
 */
challenge: string, 
/**
 * Why.
 */
reason: DeclineReason, } | { "t": "withdraw_challenge", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which.
 */
challenge: string, } | { "t": "create", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Drawn by the client, so that a repeated one is known again.
 */
create: string, 
/**
 * The game.
 */
setup: Setup, } | { "t": "play_engine", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Drawn by the client, so that a repeated one is known again.
 */
create: string, 
/**
 * The game.
 */
setup: Setup, 
/**
 * How strong the opponent is, from 1 to 8.
 */
level: number, } | { "t": "join", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Of which game.
 */
game: string, } | { "t": "move", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * In which game.
 */
game: string, 
/**
 * Number of moves before it.
 */
ply: number, 
/**
 * The move.
 */
usi: string, } | { "t": "resign", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which game.
 */
game: string, } | { "t": "abort", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which game.
 */
game: string, } | { "t": "claim", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which game.
 */
game: string, 
/**
 * Whether the win is claimed; else the game is called off.
 */
win: boolean, } | { "t": "offer", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * In which game.
 */
game: string, 
/**
 * What.
 */
kind: OfferKind, } | { "t": "answer", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * In which game.
 */
game: string, 
/**
 * What was proposed.
 */
kind: OfferKind, 
/**
 * Yes or no.
 */
accept: boolean, } | { "t": "declare", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * In which game.
 */
game: string, } | { "t": "rematch", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * After which game.
 */
game: string, } | { "t": "chat", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * At which game.
 */
game: string, 
/**
 * Between 1 and 300 characters.
 */
text: string, } | { "t": "edit", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Which review.
 */
study: string, 
/**
 * How.
 */
edit: StudyEdit, } | { "t": "position", 
/**
 * Counted by the client.
 */
id: number, 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * The position.
 */
sfen: string, } | { "t": "ping", 
/**
 * Counted by the client.
 */
id: number, };

export type ServerMessage = { "t": "welcome", 
/**
 * That message's id.
 */
id: number, 
/**
 * The number of the protocol the server speaks.
 */
protocol: number, 
/**
 * The server's version.
 */
server: string, 
/**
 * The server's time, in Unix milliseconds.
 */
now: number, 
/**
 * Who the server takes the client for; `null` before a guest's first act.
 */
user: User | null, } | { "t": "ack", 
/**
 * The command's id.
 */
id: number, 
/**
 * The game that was made or joined.
 */
game?: string, 
/**
 * The answer to `position`.
 */
position?: PositionVerdict, } | { "t": "refused", 
/**
 * The command's id; `null` where it could not be read.
 */
id: number | null, 
/**
 * Why, for programs.
 */
code: RefusalCode, 
/**
 * Why, for people, in English.
 */
message: string, 
/**
 * Until when it will be refused, in Unix milliseconds, where that is known.
 */
until?: number, } | { "t": "event", 
/**
 * In which stream.
 */
stream: string, 
/**
 * Its number there; absent for what is not numbered.
 */
seq?: number, 
/**
 * The numbering it belongs to, for streams that start anew with the server.
 */
epoch?: number, 
/**
 * What.
 */
event: StreamEvent, } | { "t": "snapshot", 
/**
 * Of which stream.
 */
stream: string, 
/**
 * The number of the latest event in it.
 */
seq: number, 
/**
 * The numbering it belongs to, for streams that start anew with the server.
 */
epoch?: number, 
/**
 * The stream.
 */
snapshot: StreamSnapshot, } | { "t": "pong", 
/**
 * That message's id.
 */
id: number, 
/**
 * The server's time, in Unix milliseconds.
 */
now: number, };

export type PlayedGame = { 
/**
 * Its code.
 */
game: string, 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * Sente's name.
 */
sente: string | null, 
/**
 * Gote's name.
 */
gote: string | null, 
/**
 * The side of the player who asks.
 */
side: Side | null, 
/**
 * Number of moves.
 */
plies: number, 
/**
 * Why it ended.
 */
reason: Reason, 
/**
 * Who won, if anyone.
 */
winner: Side | null, 
/**
 * The position at its end, as SFEN.
 */
sfen: string, 
/**
 * When it ended, in Unix milliseconds.
 */
ended_ms: number, };

export type PlayedList = { 
/**
 * The games.
 */
games: Array<PlayedGame>, 
/**
 * What the address of the next page has after its `?`, if there is one.
 */
next: string | null, };

export type ImportedGame = { 
/**
 * Its id.
 */
import: string, 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * Sente's name, if the record tells it.
 */
sente: string | null, 
/**
 * Gote's name, if the record tells it.
 */
gote: string | null, 
/**
 * The tournament, if the record tells it.
 */
event: string | null, 
/**
 * When it was played, in the words of the record.
 */
played: string | null, 
/**
 * Number of moves of the main line.
 */
plies: number, 
/**
 * Why it ended, if the record tells it.
 */
reason: string | null, 
/**
 * Who won, if anyone.
 */
winner: Side | null, 
/**
 * The position after the main line, as SFEN.
 */
sfen: string, 
/**
 * When it was brought, in Unix milliseconds.
 */
created_ms: number, };

export type ImportList = { 
/**
 * The games.
 */
imports: Array<ImportedGame>, 
/**
 * What the address of the next page has after its `?`, if there is one.
 */
next: string | null, };

export type ImportNote = { 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The character in that line, from 1.
 */
column: number, 
/**
 * What it is, in English.
 */
text: string, };

export type ImportAnswer = { 
/**
 * Its games, in its order.
 */
imports: Array<ImportedGame>, 
/**
 * How many of them were in the archive before.
 */
n_known: number, 
/**
 * The format of the file.
 */
format: string, 
/**
 * The encoding of the file.
 */
charset: string, 
/**
 * What was passed over or put right.
 */
notes: Array<ImportNote>, };

export type ImportStep = { 
/**
 * The place of the step before it in the list; none for the start.
 */
parent: number | null, 
/**
 * Its number: 0 for the start.
 */
ply: number, 
/**
 * The move, if it is one.
 */
usi: string | null, 
/**
 * The move in the notation that was asked for.
 */
text: string | null, 
/**
 * Why the line ends here, if it does.
 */
end: string | null, 
/**
 * Who won by that, if anyone.
 */
winner: Side | null, 
/**
 * The position after it, as SFEN.
 */
sfen: string, 
/**
 * How long the side to move thought, in milliseconds, if the record tells it.
 */
spent_ms: number | null, 
/**
 * What is said about it, one line each.
 */
comments: Array<string>, };

export type ImportTree = { 
/**
 * What lists show of it.
 */
game: ImportedGame, 
/**
 * What stands above the moves: words and texts.
 */
headers: Array<[string, string]>, 
/**
 * The start comes first; a step's parent comes before it, and of the steps with the same
 * parent the main line's comes first.
 */
steps: Array<ImportStep>, };

export type HttpProblem = { 
/**
 * Always `about:blank`: the code says what it is.
 */
type: string, 
/**
 * The status in words.
 */
title: string, 
/**
 * The HTTP status.
 */
status: number, 
/**
 * What it is, for programs.
 */
code: string, 
/**
 * What it is, for people, in English.
 */
detail: string, 
/**
 * The line of a text that was sent, from 1.
 */
line?: number, 
/**
 * The character in that line, from 1.
 */
column?: number, };

export type Strength = { 
/**
 * The rating at that time control, in whole points; `null` before the first rated game.
 */
rating: number | null, 
/**
 * Whether the rating is not certain yet.
 */
provisional: boolean, 
/**
 * The grade that was earned.
 */
grade: string | null, 
/**
 * What the player said when registering.
 */
declared: string | null, };

export type PlayerStrength = { 
/**
 * The name in the address of the player's page, which nobody else can have; absent where the
 * account was deleted.
 */
handle?: string, 
/**
 * Before the game, if it was rated, else now.
 */
strength: Strength, 
/**
 * By how much the game changed the rating, in whole points, once it has.
 */
change: number | null, 
/**
 * The grade that the game earned.
 */
awarded: string | null, };

export type GameStrengths = { 
/**
 * Whether its result changes ratings.
 */
rated: boolean, 
/**
 * `bullet`, `blitz`, `rapid` or `classical`.
 */
speed: string, 
/**
 * The players; `null` for guests and empty seats.
 */
players: BySide<PlayerStrength | null>, };

export type ProfileRating = { 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * `bullet`, `blitz`, `rapid` or `classical`.
 */
speed: string, 
/**
 * In whole points.
 */
rating: number, 
/**
 * How uncertain it is, in whole points.
 */
deviation: number, 
/**
 * Whether it is not certain enough yet.
 */
provisional: boolean, 
/**
 * How many rated games.
 */
n_games: number, };

export type NextGrade = { 
/**
 * Which.
 */
grade: string, 
/**
 * The rating at which games count.
 */
floor: number, 
/**
 * The rating at which fewer are enough.
 */
middle: number, 
/**
 * Games in a row that count so far.
 */
above_floor: number, 
/**
 * How many are needed.
 */
above_floor_needed: number, 
/**
 * Games in a row above the middle so far.
 */
above_middle: number, 
/**
 * How many of those are enough.
 */
above_middle_needed: number, 
/**
 * Rated games in all that are missing.
 */
games_missing: number, 
/**
 * Whether the rating is not certain enough yet.
 */
uncertain: boolean, };

export type Award = { 
/**
 * Which.
 */
grade: string, 
/**
 * When, in Unix milliseconds.
 */
awarded_ms: number, 
/**
 * How many games earned it.
 */
n_games: number, 
/**
 * The rating after the last of them, in whole points.
 */
rating: number, };

export type ResultRow = { 
/**
 * A grade or a handicap; `null` for none.
 */
kind: string | null, 
/**
 * Whether the player gave the handicap.
 */
gave: boolean, 
/**
 * Won.
 */
wins: number, 
/**
 * Drawn.
 */
draws: number, 
/**
 * Lost.
 */
losses: number, };

export type Profile = { 
/**
 * The player's id.
 */
user: string, 
/**
 * The name in the page's address.
 */
handle: string, 
/**
 * What others see.
 */
name: string, 
/**
 * Since when, in Unix milliseconds.
 */
registered_ms: number, 
/**
 * The highest grade that was earned.
 */
grade: string | null, 
/**
 * What the player said when registering.
 */
declared: string | null, 
/**
 * What is missing for the next grade; `null` at the top.
 */
next: NextGrade | null, 
/**
 * All grades that were earned and stand, the latest first.
 */
awards: Array<Award>, 
/**
 * The ratings.
 */
ratings: Array<ProfileRating>, 
/**
 * Rated games of standard shogi: won, drawn, lost.
 */
wins: number, 
/**
 * Drawn.
 */
draws: number, 
/**
 * Lost.
 */
losses: number, 
/**
 * Wins in a row at the end (above 0), or losses (below 0).
 */
streak: number, 
/**
 * The most wins in a row.
 */
best_streak: number, 
/**
 * By the opponents' grades at the time.
 */
by_grade: Array<ResultRow>, 
/**
 * By handicap.
 */
by_handicap: Array<ResultRow>, 
/**
 * The codes of the games that are being played.
 */
playing: Array<string>, };

export type RatingPoint = { 
/**
 * When, in Unix milliseconds.
 */
at_ms: number, 
/**
 * The speed's name.
 */
speed: string, 
/**
 * The rating after the game, in whole points.
 */
rating: number, };

export type RatingHistory = { 
/**
 * The points.
 */
points: Array<RatingPoint>, };

export type AwardGame = { 
/**
 * Its code.
 */
game: string, 
/**
 * When it ended, in Unix milliseconds.
 */
ended_ms: number, 
/**
 * The opponent's name at that time.
 */
opponent: string, 
/**
 * `win`, `draw` or `loss`.
 */
points: string, 
/**
 * The rating after it, in whole points.
 */
rating: number, };

export type Certificate = { 
/**
 * The name in the address of the player's page.
 */
handle: string, 
/**
 * Whose it is.
 */
name: string, 
/**
 * The award.
 */
award: Award, 
/**
 * The rating that the games had to keep, in whole points.
 */
floor: number, 
/**
 * The games that earned it.
 */
games: Array<AwardGame>, };

export type Ranked = { 
/**
 * The name in the address of the player's page.
 */
handle: string, 
/**
 * What others see.
 */
name: string, 
/**
 * In whole points.
 */
rating: number, 
/**
 * The highest grade.
 */
grade: string | null, 
/**
 * How many rated games at that variant and speed.
 */
n_games: number, };

export type RankedList = { 
/**
 * The strongest first.
 */
players: Array<Ranked>, 
/**
 * What the address of the next page has after its `?`, if there is one.
 */
next: string | null, };

export type FoundGame = { 
/**
 * Its code.
 */
game: string, 
/**
 * Name of the variant.
 */
variant: string, 
/**
 * Name of the handicap.
 */
handicap: Handicap | null, 
/**
 * Sente's name.
 */
sente: string | null, 
/**
 * Gote's name.
 */
gote: string | null, 
/**
 * Number of moves.
 */
plies: number, 
/**
 * Why it ended.
 */
reason: Reason, 
/**
 * Who won, if anyone.
 */
winner: Side | null, 
/**
 * Whether its result changed ratings.
 */
rated: boolean, 
/**
 * The opening's name.
 */
opening: string | null, 
/**
 * When it ended, in Unix milliseconds.
 */
ended_ms: number, };

export type FoundList = { 
/**
 * The games.
 */
games: Array<FoundGame>, 
/**
 * What the address of the next page has after its `?` beside the filters, if there is one.
 */
next: string | null, };

/** What each preset stands for. */
export const PRESETS: Record<Preset, RuleSet> = {
  casual: {"illegal":"reject","impasse":"points27","impasse_draw":"draw","max_moves":500,"repetition":"draw","takeback":true},
  tournament: {"illegal":"loses","impasse":"points27","impasse_draw":"draw","max_moves":500,"repetition":"replay","takeback":false},
  professional: {"illegal":"loses","impasse":"points24","impasse_draw":"replay","max_moves":500,"repetition":"replay","takeback":false},
};
