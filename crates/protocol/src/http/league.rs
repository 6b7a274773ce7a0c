//! `/league`: the pools in which programs that speak CSA are paired again and again.

use komadai_ids::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::watch::WatchedGame;
use crate::ClockSetup;

/// A pool, in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Pool {
    /// The name under which programs wait.
    pub name: String,
    /// The clock of both sides.
    pub clock: ClockSetup,
    /// How often those that wait are paired.
    pub every_ms: u64,
    /// When that is next.
    pub next_ms: u64,
    /// Whether results change the pool's ratings.
    pub rated: bool,
    /// How many programs have waited in it.
    pub n_programs: u32,
    /// How many wait now.
    pub n_waiting: u32,
    /// How many games are played now.
    pub n_games: u32,
}

/// The pools.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PoolList {
    /// All of them, as the settings name them.
    pub pools: Vec<Pool>,
}

/// A program in a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoolProgram {
    /// The public id of its account.
    pub user: Code,
    /// The name in the address of its page.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Its rating in this pool.
    pub rating: i32,
    /// Whether that is not certain enough yet.
    pub provisional: bool,
    /// How many games counted.
    pub n_games: u32,
    /// How many of them it won.
    pub wins: u32,
    /// How many it lost; the others were drawn.
    pub losses: u32,
    /// When it was last there.
    pub seen_ms: u64,
    /// Whether it waits to be paired.
    pub waits: bool,
}

/// The games of a day (UTC).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoolDay {
    /// As `2026-11-22`.
    pub day: String,
    /// How many ended on it.
    pub n_games: u32,
}

/// All of a pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PoolView {
    /// It, in short.
    pub pool: Pool,
    /// Its programs, the strongest first; 500 at most.
    pub programs: Vec<PoolProgram>,
    /// The games that are played.
    pub games: Vec<WatchedGame>,
    /// The days of the last two months on which games ended, the latest first.
    pub days: Vec<PoolDay>,
}
