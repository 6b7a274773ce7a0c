//! `/league`: the pools in which programs that use CSA are paired continuously.

use komadai_ids::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::watch::WatchedGame;
use crate::ClockSetup;

/// A pool in brief.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pool {
    /// The name under which programs join it.
    pub name: String,
    /// The time control of both sides.
    pub clock: ClockSetup,
    /// How often waiting programs are paired.
    pub every_ms: u64,
    /// The time of the next pairing.
    pub next_ms: u64,
    /// Whether results change the pool's ratings.
    pub rated: bool,
    /// How many programs have ever joined it.
    pub n_programs: u32,
    /// How many programs are waiting.
    pub n_waiting: u32,
    /// How many games are running.
    pub n_games: u32,
}

/// The pools.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PoolList {
    /// All of them, as the settings list them.
    pub pools: Vec<Pool>,
}

/// A program in a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoolProgram {
    /// The account's public id.
    pub user: Code,
    /// The account's handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Its rating in this pool.
    pub rating: i32,
    /// Whether that is provisional.
    pub provisional: bool,
    /// The number of games that counted.
    pub n_games: u32,
    /// The number of wins among them.
    pub wins: u32,
    /// The number of losses; the other games were drawn.
    pub losses: u32,
    /// When it was last connected.
    pub seen_ms: u64,
    /// Whether it is waiting to be paired.
    pub waits: bool,
}

/// The games of a day (UTC).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoolDay {
    /// The date, such as `2026-11-22`.
    pub day: String,
    /// How many games ended that day.
    pub n_games: u32,
}

/// A pool in full.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PoolView {
    /// The pool in brief.
    pub pool: Pool,
    /// Its programs, strongest first; 500 at most.
    pub programs: Vec<PoolProgram>,
    /// The running games.
    pub games: Vec<WatchedGame>,
    /// The days in the last two months on which games ended, latest first.
    pub days: Vec<PoolDay>,
}
