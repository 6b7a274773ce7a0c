//! lishogi's bot API, as its programs know it (`docs/programs.md`): its names, its units.
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
        let (key, name) = known(name).map_or((name, name), |it| (it.key, it.shown));
        Self { key: key.to_owned(), name: name.to_owned() }
    }

    /// What the variant of this key is called here.
    pub fn named(key: &str) -> &str {
        KNOWN.iter().find(|it| it.key == key).map_or(key, |it| it.name)
    }

    /// Whether programs expect one of ours in the letters of Fairy-Stockfish too, and these are ours.
    pub fn is_fairy(name: &str) -> bool {
        known(name).is_some_and(|it| it.is_fairy)
    }
}

/// A variant of lishogi's.
struct Known {
    /// Ours.
    name: &'static str,
    key: &'static str,
    shown: &'static str,
    /// Whether lishogi tells it in Fairy-Stockfish's letters as well, which are the letters here.
    is_fairy: bool,
}

const KNOWN: [Known; 7] = [
    Known { name: "standard", key: "standard", shown: "Standard", is_fairy: false },
    Known { name: "minishogi", key: "minishogi", shown: "Minishogi", is_fairy: false },
    Known { name: "chu", key: "chushogi", shown: "Chushogi", is_fairy: false },
    Known { name: "annan", key: "annanshogi", shown: "Annan shogi", is_fairy: false },
    Known { name: "kyoto", key: "kyotoshogi", shown: "Kyoto shogi", is_fairy: false },
    Known { name: "check", key: "checkshogi", shown: "Checkshogi", is_fairy: false },
    Known { name: "dobutsu", key: "dobutsu", shown: "Dobutsu", is_fairy: true },
];

fn known(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|it| it.name == name)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_have_the_keys_and_names_that_programs_know() {
        for (name, key, shown) in [
            ("standard", "standard", "Standard"),
            ("kyoto", "kyotoshogi", "Kyoto shogi"),
            ("chu", "chushogi", "Chushogi"),
            ("heian_dai", "heian_dai", "heian_dai"),
        ] {
            let told = BotVariant::of(name);
            assert_eq!((told.key.as_str(), told.name.as_str()), (key, shown));
            assert_eq!(BotVariant::named(key), name);
        }
    }
}
