//! A game as its players and watchers see it.

use komadai_community::TimeView;
use komadai_game::{EndReason, Offer, UnratedReason};
use komadai_ids::Code;
use komadai_rules::{BySide, Illegal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ClockSetup, Clocks, Dests, Rules, words};

/// The stage a game has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Phase")]
pub enum PhaseView {
    /// A seat is empty.
    Waiting,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Player")]
pub struct PlayerView {
    /// The public id.
    pub user: Code,
    /// The display name when the game was created.
    pub name: String,
    /// Whether it is a guest without an account.
    pub guest: bool,
    /// Whether it is the built-in opponent, which has no account.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub engine: bool,
    /// The level of the built-in opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// `王` or `玉` (§2.5).
    #[schemars(with = "words::King")]
    pub king: String,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MoveRecord")]
pub struct MoveView {
    /// The move.
    pub usi: String,
    /// How long the player thought, in milliseconds.
    pub thought_ms: u32,
    /// How much of that was not charged, in milliseconds.
    pub credit_ms: u16,
}

/// Both clocks at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ClockState")]
pub struct ClocksView {
    /// Sente's.
    pub sente: TimeView,
    /// Gote's.
    pub gote: TimeView,
    /// The side whose clock runs.
    pub running: Option<Side>,
    /// How much time the side to move had used on this move by then, in milliseconds; not yet
    /// deducted from its clock. Absent when it is zero.
    #[serde(default, skip_serializing_if = "is_default")]
    pub elapsed_ms: u32,
    /// How much time the side to move still has for a first move that is not charged, in
    /// milliseconds; absent once that has passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_due_ms: Option<u32>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn once() -> u32 {
    1
}

fn is_once(n: &u32) -> bool {
    *n == once()
}

/// The toss that decided the sides (§3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Furigoma")]
pub struct FurigomaView {
    /// The player for whom it was tossed.
    pub tossed_for: Code,
    /// The five pawns as they fell: true for 歩 face up.
    pub pawns: Vec<bool>,
    /// How many of the five show 歩.
    pub fu: u32,
}

/// An open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Offer")]
pub struct OfferView {
    /// The side that made it.
    pub by: Side,
    /// The offer.
    #[schemars(with = "words::OfferKind")]
    pub kind: Offer,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GameResult")]
pub struct ResultView {
    /// The reason.
    #[schemars(with = "words::Reason")]
    pub reason: EndReason,
    /// The winner, if any.
    pub winner: Option<Side>,
    /// What was illegal about the losing move.
    #[schemars(with = "Option<words::Illegal>")]
    pub illegal: Option<Illegal>,
    /// The losing move.
    pub illegal_usi: Option<String>,
    /// The side that did not appear or had left, even when nobody won.
    #[serde(default)]
    pub left: Option<Side>,
    /// Why a game that was to be rated is not; absent where nothing needs explaining.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<words::Unrated>")]
    pub unrated: Option<UnratedReason>,
    /// The next game.
    pub next: Option<Code>,
}

/// One side's progress towards an impasse (§2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImpasseCount {
    /// Whether its king is in its promotion zone.
    pub king_in_zone: bool,
    /// How many of its other pieces are there.
    pub pieces_in_zone: u32,
    /// Whether its king is in check.
    pub in_check: bool,
    /// The points that count in a declaration.
    pub points: u32,
    /// The points that count by agreement.
    pub points_everywhere: u32,
}

/// When a player is on vacation: until it is over, the player's clocks in games by correspondence
/// do not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Vacation {
    /// Since when, in Unix milliseconds; it may be yet to come.
    pub from_ms: u64,
    /// Until when.
    pub until_ms: u64,
}

/// An arbiter's action on a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ArbiterAct")]
pub enum ArbiterActName {
    /// Stopped it.
    Halted,
    /// Set its clocks.
    ClocksSet,
    /// Resumed it.
    WentOn,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// The author's public id; absent in lines from older servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<Code>,
    /// The author's name.
    pub by: String,
    /// The author's handle, which is unique; absent for guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The side they play, if any.
    pub side: Option<Side>,
    /// The text.
    pub text: String,
    /// When, in Unix milliseconds.
    pub at: u64,
}

/// A whole game at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameSnapshot {
    /// Its id.
    pub game: Code,
    /// The variant's name.
    pub variant: String,
    /// The starting position, as SFEN.
    pub start: String,
    /// The handicap's name, if any.
    #[schemars(with = "Option<words::Handicap>")]
    pub handicap: Option<String>,
    /// The rules it is played by.
    pub rules: Rules,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// The name of the rule set, if it has one.
    #[schemars(with = "Option<words::Preset>")]
    pub preset: Option<String>,
    /// The time controls.
    pub clock: Clocks,
    /// The stage it has reached.
    pub phase: PhaseView,
    /// The players by side; `null` for a side that is not known yet.
    pub players: BySide<Option<PlayerView>>,
    /// The player who created it.
    pub creator: PlayerView,
    /// The side that the creator asked for, while the game waits for an opponent.
    pub wish: crate::SideWish,
    /// The reader's own side.
    pub you: Option<Side>,
    /// The toss, where furigoma decided the sides.
    pub furigoma: Option<FurigomaView>,
    /// The moves so far.
    pub moves: Vec<MoveView>,
    /// The position after them, as SFEN.
    pub sfen: String,
    /// The side whose turn it is.
    pub turn: Side,
    /// The number of moves so far.
    pub ply: u32,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How often this position has occurred (§2.2).
    pub repetitions: u32,
    /// Both sides' progress towards an impasse, once a king has entered and the rules count points.
    pub impasse: Option<BySide<ImpasseCount>>,
    /// The clocks.
    pub clocks: ClocksView,
    /// Whether an arbiter has stopped it.
    #[serde(default)]
    pub halted: bool,
    /// The tournament it belongs to.
    #[serde(default)]
    pub tournament: Option<Code>,
    /// How it came about, where a quick search led to it (§6.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quick: Option<QuickView>,
    /// How many moves behind watchers are until the game ends.
    #[serde(default)]
    pub delay: u32,
    /// The instant for which the clocks are given, in Unix milliseconds.
    pub now: u64,
    /// The reader's legal moves; `null` when it is not the reader's turn, and in strict games.
    pub dests: Option<Dests>,
    /// The open offers.
    pub offers: Vec<OfferView>,
    /// How it ended.
    pub result: Option<ResultView>,
    /// Which players are connected.
    pub connected: BySide<bool>,
    /// From when a player may claim the game because the opponent is away, by the side of the
    /// absent opponent: the server's time in Unix milliseconds. `null` for a side that is present.
    pub claim_at: BySide<Option<u64>>,
    /// How many watchers there are.
    pub watchers: u32,
    /// The latest lines of chat.
    pub chat: Vec<ChatLine>,
    /// When it was created, in Unix milliseconds.
    pub created: u64,
    /// When each player is on vacation; absent while neither is, nor will be.
    #[serde(default, skip_serializing_if = "is_default")]
    pub vacations: BySide<Option<Vacation>>,
    /// The reader's own conditional moves: lines of moves from this position, each in USI with
    /// spaces between. Absent when there are none; nobody else learns of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
}

/// How a quick search led to a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "QuickPairing")]
pub struct QuickView {
    /// The clock that the opponent of the game's creator searched for, where it is another than
    /// the one that is played: whoever has waited longer keeps theirs, and is the creator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<ClockSetup>,
}

/// The events of a game. `chat` and `presence` carry no seq.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum GameEvent {
    /// The game was created. Subscribers already know this from the snapshot.
    Created,
    /// Both players are present; the clock of the side to move runs.
    Started {
        /// The players by side.
        players: BySide<PlayerView>,
        /// The reader's own side.
        you: Option<Side>,
        /// The toss, where furigoma decided the sides.
        furigoma: Option<FurigomaView>,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
        /// The reader's legal moves.
        dests: Option<Dests>,
    },
    /// Both players have agreed to play, where one is a program that had to be ready first: the
    /// side to move starts thinking afresh, and its time is charged from now on.
    Agreed {
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
    },
    /// A move was made, as a client is told that has not asked for positions: the clock of the side
    /// to move is running, and everything else follows from the game so far. Fields with their
    /// usual values are absent.
    Played {
        /// The number of moves so far, including this one.
        ply: u32,
        /// The move.
        usi: String,
        /// How often this position has occurred (§2.2); absent the first time.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        repetitions: u32,
        /// Both sides' progress towards an impasse, once a king has entered and the rules count
        /// points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        impasse: Option<BySide<ImpasseCount>>,
        /// How long the player thought, in milliseconds.
        thought_ms: u32,
        /// How much of that was not charged because of network delay, in milliseconds; absent when
        /// it is zero.
        #[serde(default, skip_serializing_if = "is_default")]
        credit_ms: u16,
        /// The time of the player who moved.
        time: TimeView,
        /// Since when the opponent's clock has been running, in Unix milliseconds.
        now: u64,
    },
    /// A move was made, as a client is told that has asked for positions, or when there is more to
    /// say than `played` does. Fields with their usual values are absent.
    Moved {
        /// The number of moves so far, including this one.
        ply: u32,
        /// The move.
        usi: String,
        /// The position after it, as SFEN.
        sfen: String,
        /// Whether the side to move is in check; absent when it is not.
        #[serde(default, skip_serializing_if = "is_default")]
        check: bool,
        /// How often this position has occurred (§2.2); absent the first time.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        repetitions: u32,
        /// Both sides' progress towards an impasse, once a king has entered and the rules count
        /// points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        impasse: Option<BySide<ImpasseCount>>,
        /// How long the player thought, in milliseconds.
        thought_ms: u32,
        /// How much of that was not charged because of network delay, in milliseconds; absent when
        /// it is zero.
        #[serde(default, skip_serializing_if = "is_default")]
        credit_ms: u16,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
        /// The reader's legal moves, if it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dests: Option<Dests>,
    },
    /// A player made an offer.
    Offered {
        /// The side that made it.
        by: Side,
        /// The offer.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
    },
    /// A player answered the opponent's offer.
    Answered {
        /// The side that answered.
        by: Side,
        /// The offer.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
        /// Whether it was accepted.
        accepted: bool,
    },
    /// The last moves were taken back.
    TakenBack {
        /// The number of moves that remain.
        ply: u32,
        /// The position after them, as SFEN.
        sfen: String,
        /// Whether the side to move is in check; absent when it is not.
        #[serde(default, skip_serializing_if = "is_default")]
        check: bool,
        /// How often this position has occurred (§2.2); absent the first time.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        repetitions: u32,
        /// Both sides' progress towards an impasse, once a king has entered and the rules count
        /// points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        impasse: Option<BySide<ImpasseCount>>,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
        /// The reader's legal moves, if it is the reader's turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dests: Option<Dests>,
    },
    /// The server was down; no time is charged for that.
    Interrupted {
        /// Since when, in Unix milliseconds.
        from: u64,
        /// Until when.
        to: u64,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
    },
    /// The clock of the side to move runs again after an interruption. Carries no seq.
    Resumed {
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
    },
    /// A player has said when they are on vacation, or is back: the clock of that side does not run
    /// then.
    Away {
        /// The side.
        side: Side,
        /// When; `null` if the player is not, or is back.
        vacation: Option<Vacation>,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
    },
    /// An arbiter has stopped the game, set its clocks or resumed it.
    Arbiter {
        /// The action.
        act: ArbiterActName,
        /// Whether the game is stopped now.
        halted: bool,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which the clocks are given, in Unix milliseconds.
        now: u64,
    },
    /// The game is over.
    Ended {
        /// The result.
        result: ResultView,
        /// The final clocks.
        clocks: ClocksView,
    },
    /// The players agreed to a rematch.
    Next {
        /// The next game.
        game: Code,
    },
    /// Somebody sent a line of chat. Carries no seq.
    Chat {
        /// The line.
        #[serde(flatten)]
        line: ChatLine,
    },
    /// The players' connections or the number of watchers changed. Carries no seq.
    Presence {
        /// Which players are connected.
        connected: BySide<bool>,
        /// From when a player may claim the game because the opponent is away, by the side of the
        /// absent opponent: the server's time in Unix milliseconds. `null` for a side that is
        /// present.
        claim_at: BySide<Option<u64>>,
        /// How many watchers there are.
        watchers: u32,
    },
    /// The reader's conditional moves have changed. Carries no seq, and is sent to nobody else.
    Conditions {
        /// Lines of moves from the present position, each in USI with spaces between.
        lines: Vec<String>,
    },
    /// The server cannot write for now: the game and its clocks are paused. Carries no seq.
    Stalled,
}

/// A move, in whichever form it was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTold<'a> {
    /// The number of moves so far, including this one.
    pub ply: u32,
    /// The move.
    pub usi: &'a str,
    /// How much time was charged for it, in milliseconds.
    pub charged_ms: u32,
    /// The time of the player who moved.
    pub time: TimeView,
}

impl GameEvent {
    /// The move that this tells, made by the side `by`.
    pub fn as_move(&self, by: Side) -> Option<MoveTold<'_>> {
        let (ply, usi, thought_ms, credit_ms, time) = match self {
            Self::Played { ply, usi, thought_ms, credit_ms, time, .. } => {
                (*ply, usi, *thought_ms, *credit_ms, *time)
            }
            Self::Moved { ply, usi, thought_ms, credit_ms, clocks, .. } => {
                let time = match by {
                    Side::Sente => clocks.sente,
                    Side::Gote => clocks.gote,
                };
                (*ply, usi, *thought_ms, *credit_ms, time)
            }
            _ => return None,
        };
        let charged_ms = thought_ms.saturating_sub(credit_ms.into());
        Some(MoveTold { ply, usi, charged_ms, time })
    }
}
