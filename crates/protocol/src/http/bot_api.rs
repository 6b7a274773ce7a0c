//! lishogi's bot API, as its programs know it (`docs/programs.md`): its names, its units.
//!
//! Times are in seconds in challenges and in milliseconds in games. A rating is always a number.

use std::collections::BTreeMap;

use komadai_rules::{BySide, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ratings::Strength;

/// What stands for a rating where there is none yet.
pub const RATING_BEFORE_ANY: i32 = 1_500;

/// How uncertain that is.
pub const DEVIATION_BEFORE_ANY: i32 = 350;

/// The time that is left where there is no clock.
pub const NO_CLOCK_MS: u32 = i32::MAX as u32;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotError {
    /// For people.
    pub error: String,
}

/// It was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotDone {
    /// Always true.
    pub ok: bool,
}

impl BotDone {
    /// The only one.
    pub const YES: Self = Self { ok: true };
}

/// What stands before the name of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum BotTitle {
    /// A program.
    #[serde(rename = "BOT")]
    Bot,
}

impl BotTitle {
    /// That of an account.
    pub fn of(bot: bool) -> Option<Self> {
        bot.then_some(Self::Bot)
    }
}

/// How strong an account is at one kind of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotPerf {
    /// Rated games.
    pub games: u32,
    /// In whole points.
    pub rating: i32,
    /// How uncertain it is.
    pub rd: i32,
    /// By how much it rose of late; not counted here.
    pub prog: i32,
    /// Whether it is not certain yet.
    pub prov: bool,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotAccount {
    /// The handle in small letters.
    pub id: String,
    /// The handle.
    pub username: String,
    /// Whether it is a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<BotTitle>,
    /// Whether it is connected.
    pub online: bool,
    /// When it was made, in Unix milliseconds.
    pub created_at: u64,
    /// How strong it is, by kind of games.
    pub perfs: BTreeMap<String, BotPerf>,
}

/// A player of a game or of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotPlayer {
    /// The handle in small letters; of a guest the public id.
    pub id: String,
    /// The handle, or what a guest is called.
    pub name: String,
    /// Whether it is a program.
    #[serde(default)]
    pub title: Option<BotTitle>,
    /// In whole points.
    pub rating: i32,
    /// Whether it is not certain yet.
    pub provisional: bool,
    /// Whether they are connected, where that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub online: Option<bool>,
}

impl BotPlayer {
    /// An account.
    pub fn account(handle: &str, bot: bool, strength: &Strength) -> Self {
        Self {
            id: handle.to_lowercase(),
            name: handle.to_owned(),
            title: BotTitle::of(bot),
            rating: strength.rating.unwrap_or(RATING_BEFORE_ANY),
            provisional: strength.rating.is_none() || strength.provisional,
            online: None,
        }
    }
}

/// A variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotVariant {
    /// For programs.
    pub key: String,
    /// For people.
    pub name: String,
}

impl BotVariant {
    /// One of ours.
    pub fn of(name: &str) -> Self {
        let shown = match name {
            "standard" => "Standard",
            "minishogi" => "Minishogi",
            "dobutsu" => "Dobutsu",
            other => other,
        };
        Self { key: name.to_owned(), name: shown.to_owned() }
    }
}

/// The time of a challenge, in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotTimeControl {
    /// On a clock.
    #[serde(rename_all = "camelCase")]
    Clock {
        /// Main time.
        limit: u32,
        /// What each move adds.
        increment: u32,
        /// Length of a period.
        byoyomi: u32,
        /// Number of periods.
        periods: u32,
        /// For people.
        show: String,
    },
    /// So many days for each move.
    #[serde(rename_all = "camelCase")]
    Correspondence {
        /// How many.
        days_per_turn: u32,
    },
}

/// What kind of games something is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotPerfName {
    /// Nothing here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// For programs in a challenge, for people in a game.
    pub name: String,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotChallenge {
    /// The code of the game that it leads to.
    pub id: String,
    /// Where that game is.
    pub url: String,
    /// `created`, `declined` or `canceled`.
    pub status: String,
    /// Who asks.
    pub challenger: BotPlayer,
    /// Who is asked.
    pub dest_user: BotPlayer,
    /// The variant.
    pub variant: BotVariant,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// How fast the game is.
    pub speed: String,
    /// On which clock.
    pub time_control: BotTimeControl,
    /// The side of who asks: `sente`, `gote` or `random`.
    pub color: String,
    /// What kind of game it is.
    pub perf: BotPerfName,
    /// Where it begins, as SFEN, if that is not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_sfen: Option<String>,
}

/// How far a game has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotStatus {
    /// As a number.
    pub id: u8,
    /// As a word.
    pub name: String,
}

/// The opponent in a game that is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotOpponent {
    /// The handle in small letters; of a guest the public id.
    pub id: String,
    /// The handle, or what a guest is called.
    pub username: String,
    /// In whole points.
    pub rating: i32,
}

/// By which of its addresses a game can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotCompat {
    /// `/api/bot`.
    pub bot: bool,
    /// `/api/board`.
    pub board: bool,
}

/// A game in a list, as one of its players sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGame {
    /// Its code.
    pub id: String,
    /// The same.
    pub game_id: String,
    /// The same; there is no secret in it here.
    pub full_id: String,
    /// The reader's side.
    pub color: Side,
    /// The position.
    pub sfen: String,
    /// The last move, empty before the first.
    pub last_move: String,
    /// Where it came from: `friend` or `tournament`.
    pub source: String,
    /// How far it has come.
    pub status: BotStatus,
    /// The variant.
    pub variant: BotVariant,
    /// How fast it is.
    pub speed: String,
    /// What kind of game it is.
    pub perf: String,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// Whether the reader has moved.
    pub has_moved: bool,
    /// Whether the reader is to move.
    pub is_my_turn: bool,
    /// The other player.
    pub opponent: BotOpponent,
    /// Main time that the reader has left; nothing without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_left: Option<u32>,
    /// Who won, where it is over and somebody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// By which addresses it can be played.
    pub compat: BotCompat,
}

/// The games that an account plays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotPlaying {
    /// Those that wait for its move first.
    pub now_playing: Vec<BotGame>,
}

/// What happens to an account: one line of `/api/stream/event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotEvent {
    /// A game begins, or is played and nobody follows it.
    GameStart {
        /// Which.
        game: Box<BotGame>,
    },
    /// A game is over.
    GameFinish {
        /// Which.
        game: Box<BotGame>,
    },
    /// Somebody asks for a game.
    Challenge {
        /// For which.
        challenge: Box<BotChallenge>,
    },
    /// Somebody does not want a game.
    ChallengeDeclined {
        /// Which.
        challenge: Box<BotChallenge>,
    },
    /// A challenge stands no longer.
    ChallengeCanceled {
        /// Which.
        challenge: Box<BotChallenge>,
    },
}

/// The clock of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotClock {
    /// Main time.
    pub initial: u32,
    /// What each move adds.
    pub increment: u32,
    /// Length of a period.
    pub byoyomi: u32,
    /// Number of periods.
    pub periods: u32,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotStanding {
    /// All moves so far, in USI with blanks between.
    pub moves: String,
    /// What sente has left: main time, or a period when that is spent.
    pub btime: u32,
    /// What gote has left.
    pub wtime: u32,
    /// What each move adds for sente.
    pub binc: u32,
    /// What each move adds for gote.
    pub winc: u32,
    /// Length of a period.
    pub byo: u32,
    /// Whether sente offers a draw.
    pub sdraw: bool,
    /// Whether gote offers a draw.
    pub gdraw: bool,
    /// `started`, or how it ended.
    pub status: String,
    /// Who won, if anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The game that follows, once the players agreed on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGameFull {
    /// Its code.
    pub id: String,
    /// The variant.
    pub variant: BotVariant,
    /// On which clock; `null` without one.
    pub clock: Option<BotClock>,
    /// How fast it is.
    pub speed: String,
    /// What kind of game it is.
    pub perf: BotPerfName,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// When it was made, in Unix milliseconds.
    pub created_at: u64,
    /// Who plays sente.
    pub sente: BotPlayer,
    /// Who plays gote.
    pub gote: BotPlayer,
    /// `startpos`, or where it begins as SFEN with four fields.
    pub initial_sfen: String,
    /// The same as `sente`, for old clients.
    pub white: BotPlayer,
    /// The same as `gote`.
    pub black: BotPlayer,
    /// The same as `initialSfen`.
    pub initial_fen: String,
    /// How it stands.
    pub state: BotGameEvent,
}

/// One line of a game's stream; the first is `gameFull`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotGameEvent {
    /// All of it.
    GameFull(Box<BotGameFull>),
    /// How it stands now.
    GameState(BotStanding),
    /// Somebody said something.
    ChatLine {
        /// `player`, or `spectator` for who does not play.
        room: String,
        /// Who.
        username: String,
        /// What.
        text: String,
    },
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotSaid {
    /// What.
    pub text: String,
    /// Who.
    pub user: String,
}

/// Something that is said at a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotSays {
    /// `player`; what is said to spectators apart is heard by nobody.
    #[serde(default)]
    pub room: String,
    /// What.
    #[serde(default)]
    pub text: String,
}

/// Why a challenge is not wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotDecline {
    /// One of lishogi's words; not at all where it is left out.
    #[serde(default)]
    pub reason: String,
}

/// A game that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotWish {
    /// The key of a variant; standard shogi where it is left out.
    #[serde(default)]
    pub variant: Option<String>,
    /// Main time in seconds; without any time there is no clock.
    #[serde(default, rename = "clock.limit")]
    pub limit: Option<u32>,
    /// What each move adds, in seconds.
    #[serde(default, rename = "clock.increment")]
    pub increment: Option<u32>,
    /// Length of a period in seconds.
    #[serde(default, rename = "clock.byoyomi")]
    pub byoyomi: Option<u32>,
    /// Number of periods.
    #[serde(default, rename = "clock.periods")]
    pub periods: Option<u8>,
    /// Days for each move, instead of a clock: 1.
    #[serde(default)]
    pub days: Option<u32>,
    /// Whether the result changes both players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The own side: `sente`, `gote` or `random`.
    #[serde(default)]
    pub color: Option<String>,
    /// Where it begins.
    #[serde(default)]
    pub sfen: Option<String>,
    /// How strong the machine is, from 1.
    #[serde(default)]
    pub level: Option<u8>,
}

/// A seek.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotSeek {
    /// The key of a variant; standard shogi where it is left out.
    #[serde(default)]
    pub variant: Option<String>,
    /// Main time in minutes.
    #[serde(default)]
    pub time: Option<u32>,
    /// What each move adds, in seconds.
    #[serde(default)]
    pub increment: Option<u32>,
    /// Length of a period in seconds.
    #[serde(default)]
    pub byoyomi: Option<u32>,
    /// Number of periods.
    #[serde(default)]
    pub periods: Option<u8>,
    /// Whether the result changes both players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The own side: `sente`, `gote` or `random`.
    #[serde(default)]
    pub color: Option<String>,
}

/// A player of a game that is exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotExportedPlayer {
    /// Who.
    pub user: BotPlayer,
    /// In whole points.
    pub rating: i32,
    /// Whether it is not certain yet.
    pub provisional: bool,
}

/// A game as it is exported; its times are in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotExport {
    /// Its code.
    pub id: String,
    /// Whether its result changed both players' ratings.
    pub rated: bool,
    /// The key of the variant.
    pub variant: String,
    /// How fast it was.
    pub speed: String,
    /// What kind of game it was.
    pub perf: String,
    /// When it was made, in Unix milliseconds.
    pub created_at: u64,
    /// When it ended, in Unix milliseconds; when it was asked for, before that.
    pub last_move_at: u64,
    /// `started`, or how it ended.
    pub status: String,
    /// Who played.
    pub players: BySide<BotExportedPlayer>,
    /// Where it began, as SFEN, if that was not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_sfen: Option<String>,
    /// Who won, if anybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// All moves in USI with blanks between.
    pub moves: String,
    /// The tournament it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// On which clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<BotClock>,
}

/// How many are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotCount {
    /// At most so many.
    #[serde(default)]
    pub nb: Option<usize>,
}

/// What comes with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotMoveWith {
    /// Whether a draw is offered with it.
    #[serde(default)]
    pub offering_draw: bool,
}
