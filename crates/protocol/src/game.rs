//! A game as its players and watchers see it.

use komadai_game::{EndReason, Offer, Time, Unrated};
use komadai_ids::Code;
use komadai_rules::{BySide, Illegal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Clocks, Dests, Rules, words};

/// How far a game has come.
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
    /// The name when the game was made.
    pub name: String,
    /// Whether it is a guest without an account.
    pub guest: bool,
    /// Whether it is the built-in opponent, who is nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub engine: bool,
    /// Whether it is the account of a program.
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
    /// What was not charged of that, in milliseconds.
    pub credit_ms: u16,
}

/// What stands on a clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SideClock")]
pub struct TimeView {
    /// Main time left, in milliseconds.
    pub main_ms: u32,
    /// Byoyomi periods left.
    #[serde(default)]
    pub periods: u8,
}

impl From<Time> for TimeView {
    fn from(time: Time) -> Self {
        Self { main_ms: time.main_ms, periods: time.periods }
    }
}

impl From<TimeView> for Time {
    fn from(time: TimeView) -> Self {
        Self { main_ms: time.main_ms, periods: time.periods }
    }
}

/// Both clocks at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ClockState")]
pub struct ClocksView {
    /// Sente's.
    pub sente: TimeView,
    /// Gote's.
    pub gote: TimeView,
    /// Whose runs.
    pub running: Option<Side>,
    /// What the side to move has used of this move by then, in milliseconds; not yet taken
    /// from its clock. Left out when that is nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub elapsed_ms: u32,
    /// How long the side to move still has for a first move that is not charged, in
    /// milliseconds; left out when that is over.
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
    /// The player it was tossed for.
    pub tossed_for: Code,
    /// The five pawns as they fell: true where 歩 is up.
    pub pawns: Vec<bool>,
    /// How many of the five show 歩.
    pub fu: u32,
}

/// An open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Offer")]
pub struct OfferView {
    /// Who made it.
    pub by: Side,
    /// What is offered.
    #[schemars(with = "words::OfferKind")]
    pub kind: Offer,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GameResult")]
pub struct ResultView {
    /// Why.
    #[schemars(with = "words::Reason")]
    pub reason: EndReason,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// What was wrong with the move that lost.
    #[schemars(with = "Option<words::Illegal>")]
    pub illegal: Option<Illegal>,
    /// The move that lost.
    pub illegal_usi: Option<String>,
    /// The side that did not come, or had left, also where nobody won.
    #[serde(default)]
    pub left: Option<Side>,
    /// Why it is not rated although it was to be; left out where there is nothing to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<words::Unrated>")]
    pub unrated: Option<Unrated>,
    /// The game that follows.
    pub next: Option<Code>,
}

/// How one side stands for an impasse (§2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImpasseCount {
    /// Whether its king stands in its promotion zone.
    pub king_in_zone: bool,
    /// How many other pieces of its stand there.
    pub pieces_in_zone: u32,
    /// Whether its king is in check.
    pub in_check: bool,
    /// What counts in a declaration.
    pub points: u32,
    /// What counts by agreement.
    pub points_everywhere: u32,
}

/// What an arbiter did to a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ArbiterAct")]
pub enum ArbiterActName {
    /// Stopped it.
    Halted,
    /// Set its clocks.
    ClocksSet,
    /// Let it go on.
    WentOn,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatLine {
    /// The public id of whoever said it; absent in lines of older servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<Code>,
    /// The name of whoever said it.
    pub by: String,
    /// The name in the address of their page, which nobody else can have; guests have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The side they play, if they do.
    pub side: Option<Side>,
    /// What they said.
    pub text: String,
    /// When, in Unix milliseconds.
    pub at: u64,
}

/// A whole game at one instant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GameSnapshot {
    /// Its id.
    pub game: Code,
    /// Name of the variant.
    pub variant: String,
    /// The position it starts from, as SFEN.
    pub start: String,
    /// Name of the handicap, if it is one.
    #[schemars(with = "Option<words::Handicap>")]
    pub handicap: Option<String>,
    /// The rules it is played by.
    pub rules: Rules,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// The name of the rule set, if they are one.
    #[schemars(with = "Option<words::Preset>")]
    pub preset: Option<String>,
    /// The time controls.
    pub clock: Clocks,
    /// How far it has come.
    pub phase: PhaseView,
    /// Who sits where; `null` for a side that is not known yet.
    pub players: BySide<Option<PlayerView>>,
    /// Who made it.
    pub creator: PlayerView,
    /// The side that the creator asked for, as long as the game waits.
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
    /// Number of moves so far.
    pub ply: u32,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How often this position has stood (§2.2).
    pub repetitions: u32,
    /// How both stand for an impasse, once a king has entered and the rules count points.
    pub impasse: Option<BySide<ImpasseCount>>,
    /// The clocks.
    pub clocks: ClocksView,
    /// Whether an arbiter has stopped it.
    #[serde(default)]
    pub halted: bool,
    /// The tournament it belongs to.
    #[serde(default)]
    pub tournament: Option<Code>,
    /// How many moves those who only watch are behind, until it is over.
    #[serde(default)]
    pub delay: u32,
    /// The instant for which they hold, in Unix milliseconds.
    pub now: u64,
    /// Where the reader may move; `null` when it is not the reader's turn, and in strict games.
    pub dests: Option<Dests>,
    /// The open offers.
    pub offers: Vec<OfferView>,
    /// How it ended.
    pub result: Option<ResultView>,
    /// Which players are connected.
    pub connected: BySide<bool>,
    /// From when on a player may claim the game because the other, whose entry this is, is away:
    /// the server's time in Unix milliseconds. `null` for who is there.
    pub claim_at: BySide<Option<u64>>,
    /// How many others watch.
    pub watchers: u32,
    /// The last lines of chat.
    pub chat: Vec<ChatLine>,
    /// When it was made, in Unix milliseconds.
    pub created: u64,
}

/// What happens in a game. `chat` and `presence` carry no seq.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum GameEvent {
    /// The game was made. Whoever follows it has that from the snapshot.
    Created,
    /// Both players are there; the clock of the side to move runs.
    Started {
        /// Who sits where.
        players: BySide<PlayerView>,
        /// The reader's own side.
        you: Option<Side>,
        /// The toss, where furigoma decided the sides.
        furigoma: Option<FurigomaView>,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which they hold, in Unix milliseconds.
        now: u64,
        /// Where the reader may move.
        dests: Option<Dests>,
    },
    /// Both players have agreed to play, where one is a program that had to be ready first: the
    /// thinking of the side to move begins anew, and is charged from now on.
    Agreed {
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which they hold, in Unix milliseconds.
        now: u64,
    },
    /// A move was made. What is as it mostly is is left out, because this is sent with every move.
    Moved {
        /// Number of moves so far, with this one.
        ply: u32,
        /// The move.
        usi: String,
        /// The position after it, as SFEN.
        sfen: String,
        /// Whether the side to move is in check; left out when it is not.
        #[serde(default, skip_serializing_if = "is_default")]
        check: bool,
        /// How often this position has stood (§2.2); left out when it stands for the first time.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        repetitions: u32,
        /// How both stand for an impasse, once a king has entered and the rules count points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        impasse: Option<BySide<ImpasseCount>>,
        /// How long the player thought, in milliseconds.
        thought_ms: u32,
        /// What was not charged of that because the network took it, in milliseconds; left out
        /// when that is nothing.
        #[serde(default, skip_serializing_if = "is_default")]
        credit_ms: u16,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which they hold, in Unix milliseconds.
        now: u64,
        /// Where the reader may move, if so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dests: Option<Dests>,
    },
    /// A player offered something.
    Offered {
        /// Who.
        by: Side,
        /// What.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
    },
    /// A player answered the other's offer.
    Answered {
        /// Who answered.
        by: Side,
        /// What was offered.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
        /// Yes or no.
        accepted: bool,
    },
    /// The last moves were taken back.
    TakenBack {
        /// Number of moves that are left.
        ply: u32,
        /// The position after them, as SFEN.
        sfen: String,
        /// Whether the side to move is in check; left out when it is not.
        #[serde(default, skip_serializing_if = "is_default")]
        check: bool,
        /// How often this position has stood (§2.2); left out when it stands for the first time.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        repetitions: u32,
        /// How both stand for an impasse, once a king has entered and the rules count points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        impasse: Option<BySide<ImpasseCount>>,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which they hold, in Unix milliseconds.
        now: u64,
        /// Where the reader may move, if so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dests: Option<Dests>,
    },
    /// The server was away; nobody is charged for that.
    Interrupted {
        /// From when, in Unix milliseconds.
        from: u64,
        /// Until when.
        to: u64,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which they hold, in Unix milliseconds.
        now: u64,
    },
    /// The clock of the side to move runs again after an interruption. Carries no seq.
    Resumed {
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which they hold, in Unix milliseconds.
        now: u64,
    },
    /// An arbiter has stopped the game, set its clocks, or lets it go on.
    Arbiter {
        /// What was done.
        act: ArbiterActName,
        /// Whether the game is stopped now.
        halted: bool,
        /// The clocks.
        clocks: ClocksView,
        /// The instant for which they hold, in Unix milliseconds.
        now: u64,
    },
    /// The game is over.
    Ended {
        /// How.
        result: ResultView,
        /// The clocks at the end.
        clocks: ClocksView,
    },
    /// The players agreed on another game.
    Next {
        /// Which.
        game: Code,
    },
    /// Somebody said something. Carries no seq.
    Chat {
        /// What was said.
        #[serde(flatten)]
        line: ChatLine,
    },
    /// Who is there changed. Carries no seq.
    Presence {
        /// Which players are connected.
        connected: BySide<bool>,
        /// From when on a player may claim the game because the other, whose entry this is, is
        /// away: the server's time in Unix milliseconds. `null` for who is there.
        claim_at: BySide<Option<u64>>,
        /// How many others watch.
        watchers: u32,
    },
    /// The server cannot write just now: the game stands, and so do its clocks. Carries no seq.
    Stalled,
}
