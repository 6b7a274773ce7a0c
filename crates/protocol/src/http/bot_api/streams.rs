//! What a program of lishogi hears, line by line.

use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BotChallenge, BotPerfName, BotPlayer, BotVariant};

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
#[serde(rename_all = "camelCase")]
pub struct BotStanding {
    /// All moves so far, in USI with blanks between.
    pub moves: String,
    /// The same in the letters of Fairy-Stockfish, where programs expect those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairy_moves: Option<String>,
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
    /// The same in the letters of Fairy-Stockfish, where programs expect those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairy_initial_sfen: Option<String>,
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
