//! lishogi's bot API as its programs know it (`docs/programs.md`): with its names and its units.
//!
//! Times are in seconds in challenges and in milliseconds in games. A rating is always a number.

mod export;
mod requests;
mod streams;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::{
    export::{BotExport, BotExportedPlayer, BotGamesWanted, BotResult, BotResultsWanted},
    requests::{BotCount, BotDecline, BotMoveWith, BotSeek, BotWish},
    streams::{
        BotClock, BotCompat, BotEvent, BotGame, BotGameEvent, BotGameFull, BotOpponent, BotPlaying,
        BotSaid, BotSays, BotStanding, BotStatus,
    },
};
use super::ratings::Strength;

/// The rating given where there is none yet.
pub const RATING_BEFORE_ANY: i32 = 1_500;

/// The uncertainty of that rating.
pub const DEVIATION_BEFORE_ANY: i32 = 350;

/// The remaining time given where there is no clock.
pub const NO_CLOCK_MS: u32 = i32::MAX as u32;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotError {
    /// For people.
    pub error: String,
}

/// The request succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotDone {
    /// Always true.
    pub ok: bool,
}

impl BotDone {
    /// The only value.
    pub const YES: Self = Self { ok: true };
}

/// The title before a program's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum BotTitle {
    /// A program.
    #[serde(rename = "BOT")]
    Bot,
}

impl BotTitle {
    /// The title of an account.
    pub fn of(bot: bool) -> Option<Self> {
        bot.then_some(Self::Bot)
    }
}

/// An account's rating for one kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotPerf {
    /// The number of rated games.
    pub games: u32,
    /// In whole points.
    pub rating: i32,
    /// How uncertain it is.
    pub rd: i32,
    /// Its recent progress; not counted here.
    pub prog: i32,
    /// Whether it is provisional.
    pub prov: bool,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotAccount {
    /// The handle in lower case.
    pub id: String,
    /// The handle.
    pub username: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<BotTitle>,
    /// Whether it is online.
    pub online: bool,
    /// When it was created, in Unix milliseconds.
    pub created_at: u64,
    /// Its ratings, by kind of game.
    pub perfs: BTreeMap<String, BotPerf>,
}

/// A player of a game or a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotPlayer {
    /// The handle in lower case; for a guest, the public id.
    pub id: String,
    /// The handle, or the name of a guest.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default)]
    pub title: Option<BotTitle>,
    /// In whole points.
    pub rating: i32,
    /// Whether it is provisional.
    pub provisional: bool,
    /// Whether the player is online, where that is given.
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
    /// One of our variants.
    pub fn of(name: &str) -> Self {
        let (key, name) = known(name).map_or((name, name), |it| (it.key, it.shown));
        Self { key: key.to_owned(), name: name.to_owned() }
    }

    /// The name here of the variant with this key.
    pub fn named(key: &str) -> &str {
        KNOWN.iter().find(|it| it.key == key).map_or(key, |it| it.name)
    }

    /// Whether programs also expect the letters of Fairy-Stockfish for this variant, and it is one
    /// of ours.
    pub fn is_fairy(name: &str) -> bool {
        known(name).is_some_and(|it| it.is_fairy)
    }
}

/// A variant of lishogi.
struct LishogiVariant {
    /// Ours.
    name: &'static str,
    key: &'static str,
    shown: &'static str,
    /// Whether lishogi also sends it in Fairy-Stockfish's letters, which are the letters used here.
    is_fairy: bool,
}

const KNOWN: [LishogiVariant; 7] = [
    LishogiVariant { name: "standard", key: "standard", shown: "Standard", is_fairy: false },
    LishogiVariant { name: "minishogi", key: "minishogi", shown: "Minishogi", is_fairy: false },
    LishogiVariant { name: "chu", key: "chushogi", shown: "Chushogi", is_fairy: false },
    LishogiVariant { name: "annan", key: "annanshogi", shown: "Annan shogi", is_fairy: false },
    LishogiVariant { name: "kyoto", key: "kyotoshogi", shown: "Kyoto shogi", is_fairy: false },
    LishogiVariant { name: "check", key: "checkshogi", shown: "Checkshogi", is_fairy: false },
    LishogiVariant { name: "dobutsu", key: "dobutsu", shown: "Dobutsu", is_fairy: true },
];

fn known(name: &str) -> Option<&'static LishogiVariant> {
    KNOWN.iter().find(|it| it.name == name)
}

/// The time control of a challenge, in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotTimeControl {
    /// With a clock.
    #[serde(rename_all = "camelCase")]
    Clock {
        /// Main time.
        limit: u32,
        /// The increment per move.
        increment: u32,
        /// The length of a period.
        byoyomi: u32,
        /// The number of periods.
        periods: u32,
        /// For people.
        show: String,
    },
    /// A number of days for each move.
    #[serde(rename_all = "camelCase")]
    Correspondence {
        /// The number of days.
        days_per_turn: u32,
    },
}

/// The kind of game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotPerfName {
    /// Not used here.
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
    /// The address of that game.
    pub url: String,
    /// `created`, `declined` or `canceled`.
    pub status: String,
    /// The challenger.
    pub challenger: BotPlayer,
    /// The challenged player.
    pub dest_user: BotPlayer,
    /// The variant.
    pub variant: BotVariant,
    /// Whether the result changes both players' ratings.
    pub rated: bool,
    /// The speed of the game.
    pub speed: String,
    /// The time control.
    pub time_control: BotTimeControl,
    /// The challenger's side: `sente`, `gote` or `random`.
    pub color: String,
    /// The kind of game.
    pub perf: BotPerfName,
    /// The starting position as SFEN, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_sfen: Option<String>,
}
