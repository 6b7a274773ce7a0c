//! The streams for programs written for lishogi, line by line.

use komadai_rules::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{BotChallenge, BotPerfName, BotPlayer, BotVariant};

/// The stage a game has reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotStatus {
    /// As a number.
    pub id: u8,
    /// As a word.
    pub name: String,
}

/// The opponent in a listed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotOpponent {
    /// The handle in lower case; for a guest, the public id.
    pub id: String,
    /// The handle, or the name of a guest.
    pub username: String,
    /// In whole points.
    pub rating: i32,
}

/// The addresses through which a game can be played.
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
    /// The same; it contains no secret here.
    pub full_id: String,
    /// The reader's side.
    pub color: Side,
    /// The position.
    pub sfen: String,
    /// The last move, empty before the first.
    pub last_move: String,
    /// Its origin: `friend` or `tournament`.
    pub source: String,
    /// The stage it has reached.
    pub status: BotStatus,
    /// The variant.
    pub variant: BotVariant,
    /// The speed of the game.
    pub speed: String,
    /// The kind of game.
    pub perf: String,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// Whether the reader has moved.
    pub has_moved: bool,
    /// Whether the reader is to move.
    pub is_my_turn: bool,
    /// The opponent.
    pub opponent: BotOpponent,
    /// The reader's main time left; absent without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_left: Option<u32>,
    /// The winner, if the game is over and has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The addresses through which it can be played.
    pub compat: BotCompat,
}

/// The games that an account is playing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotPlaying {
    /// Those waiting for its move come first.
    pub now_playing: Vec<BotGame>,
}

/// An event of an account: one line of `/api/stream/event`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotEvent {
    /// A game begins, or is running without a subscriber.
    GameStart {
        /// The game.
        game: Box<BotGame>,
    },
    /// A game is over.
    GameFinish {
        /// The game.
        game: Box<BotGame>,
    },
    /// A challenge was received.
    Challenge {
        /// The challenge.
        challenge: Box<BotChallenge>,
    },
    /// A challenge was declined.
    ChallengeDeclined {
        /// The challenge.
        challenge: Box<BotChallenge>,
    },
    /// A challenge was cancelled or has expired.
    ChallengeCanceled {
        /// The challenge.
        challenge: Box<BotChallenge>,
    },
}

/// The clock of a game, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotClock {
    /// Main time.
    pub initial: u32,
    /// The increment per move.
    pub increment: u32,
    /// The length of a period.
    pub byoyomi: u32,
    /// The number of periods.
    pub periods: u32,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotStanding {
    /// All moves so far, in USI, separated by spaces.
    pub moves: String,
    /// The same in the letters of Fairy-Stockfish, where programs expect those.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairy_moves: Option<String>,
    /// Sente's time left: main time, or a period once that is spent.
    pub btime: u32,
    /// Gote's time left.
    pub wtime: u32,
    /// Sente's increment per move.
    pub binc: u32,
    /// Gote's increment per move.
    pub winc: u32,
    /// The length of a period.
    pub byo: u32,
    /// Whether sente offers a draw.
    pub sdraw: bool,
    /// Whether gote offers a draw.
    pub gdraw: bool,
    /// `started`, or how it ended.
    pub status: String,
    /// The winner, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The next game, once the players have agreed to a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// A game in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGameFull {
    /// Its code.
    pub id: String,
    /// The variant.
    pub variant: BotVariant,
    /// The time control; `null` without a clock.
    pub clock: Option<BotClock>,
    /// The speed of the game.
    pub speed: String,
    /// The kind of game.
    pub perf: BotPerfName,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// When it was created, in Unix milliseconds.
    pub created_at: u64,
    /// The player of sente.
    pub sente: BotPlayer,
    /// The player of gote.
    pub gote: BotPlayer,
    /// `startpos`, or the starting position as SFEN with four fields.
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
    /// Its state.
    pub state: BotGameEvent,
}

/// One line of a game's stream; the first is `gameFull`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotGameEvent {
    /// The game in full.
    GameFull(Box<BotGameFull>),
    /// Its current state.
    GameState(BotStanding),
    /// A line of chat.
    ChatLine {
        /// `player`, or `spectator` for those who do not play.
        room: String,
        /// The author.
        username: String,
        /// The text.
        text: String,
    },
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotSaid {
    /// The text.
    pub text: String,
    /// The author.
    pub user: String,
}

/// A line of chat to send in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotSays {
    /// `player`; lines for spectators alone are not delivered to anybody.
    #[serde(default)]
    pub room: String,
    /// The text.
    #[serde(default)]
    pub text: String,
}
