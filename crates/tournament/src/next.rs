//! What a format answers when it is asked what comes next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Bye, EntryId, Game, GameKey, lot::lot, pairing::Why};

/// What is to be done now.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Next {
    /// In one word.
    pub state: State,
    /// The round of the pairings, where they are all of one round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Games to open, with keys that follow from the document: opening the same `Next` twice
    /// is seen by its keys.
    pub games: Vec<Game>,
    /// Who has no game.
    pub byes: Vec<Bye>,
    /// What is being waited for, when nothing can be opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting_for: Option<Wait>,
    /// The reasons for each free pairing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<Why>,
}

/// The state of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// There are games or byes to publish.
    Pair,
    /// Something must happen first.
    #[default]
    Wait,
    /// Nothing more is to be played.
    Over,
}

/// What must happen first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Wait {
    /// Results of these games.
    Games {
        /// Their keys.
        games: Vec<GameKey>,
    },
    /// More players.
    Entries {
        /// At least so many.
        at_least: usize,
    },
    /// The challenger, to come out of another event.
    Challenger {
        /// Which event, in the set-up's words.
        from: String,
    },
    /// A time: ask again then.
    Time {
        /// Unix milliseconds.
        at_ms: u64,
    },
    /// The bye or the pairings the organiser ordered cannot be obeyed.
    Orders {
        /// About whom.
        entries: Vec<EntryId>,
    },
}

impl Next {
    /// A mark of what would be published: the same games and byes have the same one.
    pub fn mark(&self) -> String {
        let published = serde_json::to_string(&(&self.games, &self.byes)).unwrap_or_default();
        format!("{:016x}", lot(0, &published))
    }

    /// Nothing more is to be played.
    pub fn over() -> Self {
        Self { state: State::Over, ..Self::default() }
    }

    /// Something must happen first.
    pub fn wait(wait: Wait) -> Self {
        Self { state: State::Wait, waiting_for: Some(wait), ..Self::default() }
    }

    /// Games to open; or, without any, the wait.
    pub fn open(games: Vec<Game>, byes: Vec<Bye>, pending: Vec<GameKey>) -> Self {
        if games.is_empty() && byes.is_empty() {
            return Self::wait(Wait::Games { games: pending });
        }
        let mut rounds: Vec<u32> =
            games.iter().map(|game| game.round).chain(byes.iter().map(|bye| bye.round)).collect();
        rounds.dedup();
        let round = if let [round] = rounds[..] { Some(round) } else { None };
        Self { state: State::Pair, round, games, byes, ..Self::default() }
    }
}
