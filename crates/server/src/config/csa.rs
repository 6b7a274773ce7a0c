//! `[csa]`: programs that speak CSA, and the pools of their league.

use std::collections::HashSet;

use komadai_service::league::{Colours, Pool};
use serde::{Deserialize, Serialize};

use super::ConfigError;
use crate::csa::game_name::pool_of;

/// How many pools there may be.
const POOLS_MAX: usize = 20;

/// How often those that wait may be paired, in seconds: a day at most.
const EVERY_S: std::ops::RangeInclusive<u32> = 1..=86_400;

/// How many games of a pool may be played at once.
const GAMES: std::ops::RangeInclusive<usize> = 1..=500;

section! {
    /// Programs that speak the CSA protocol over TCP.
    Csa {
        /// Address and port for them; 4081 is the usual port. Nothing on it is encrypted, not even
        /// the programs' secrets. Empty: none.
        listen: String = String::new(),
        /// The pools in which programs are paired again and again, and rated separately from
        /// people. Each is a section [[csa.pools]] of its own, with a `name` that contains its
        /// clock, such as "floodgate-300-10F"; `every_s`, how often waiting programs are paired,
        /// counted from the full hour (1800); `colours`, "even" (sente is the one who has been
        /// sente less often) or "random"; `rated`, whether results change the pool's ratings
        /// (true); and `games`, how many may be played at once (100).
        pools: Vec<PoolSettings> = Vec::new(),
    }
}

/// A pool of programs.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct PoolSettings {
    /// What programs call it; it ends in its clock.
    pub name: String,
    /// How often those that wait are paired, in seconds.
    pub every_s: u32,
    /// The side each program has.
    pub colours: Colours,
    /// Whether results change the pool's ratings.
    pub rated: bool,
    /// How many games may be played at once.
    pub games: usize,
}

impl Default for PoolSettings {
    fn default() -> Self {
        let name = String::new();
        Self { name, every_s: 1_800, colours: Colours::Even, rated: true, games: 100 }
    }
}

impl Csa {
    /// The pools, as the league needs them.
    ///
    /// # Errors
    /// What a person must fix.
    pub fn pools(&self) -> Result<Vec<Pool>, ConfigError> {
        let mut names = HashSet::new();
        let unfit =
            |pool: &PoolSettings, problem| ConfigError::Pool { name: pool.name.clone(), problem };
        let mut pools = Vec::with_capacity(self.pools.len());
        for pool in &self.pools {
            let Some((name, clock)) = pool_of(&pool.name) else {
                let problem = "its name is NAME-TOTAL-BYOYOMI or NAME-TOTAL-INCREMENTF, in seconds, \
                               of letters, figures, - and _, and NAME is not lobby";
                return Err(unfit(pool, problem));
            };
            if pools.len() >= POOLS_MAX || !names.insert(name) {
                return Err(unfit(pool, "each name stands once, and there are 20 at most"));
            }
            if clock.problem().is_some() {
                return Err(unfit(pool, "there is no such clock"));
            }
            if !EVERY_S.contains(&pool.every_s) {
                return Err(unfit(pool, "`every_s` is between 1 and 86400"));
            }
            if !GAMES.contains(&pool.games) {
                return Err(unfit(pool, "`games` is between 1 and 500"));
            }
            pools.push(Pool {
                name: pool.name.clone(),
                clock,
                every_ms: u64::from(pool.every_s) * 1_000,
                colours: pool.colours,
                counts: pool.rated,
                games: pool.games,
            });
        }
        Ok(pools)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pools: &[(&str, u32)], expected: bool) {
        let pool = |&(name, every_s): &(&str, u32)| PoolSettings {
            name: name.to_owned(),
            every_s,
            ..PoolSettings::default()
        };
        let csa = Csa { pools: pools.iter().map(pool).collect(), ..Csa::default() };
        assert_eq!(csa.pools().is_ok(), expected, "{pools:?}: {:?}", csa.pools());
    }

    #[test]
    fn pools_are_named_after_their_clocks() {
        check(&[("floodgate-300-10F", 1_800), ("blitz_1-60-0", 600)], true);
        check(&[("floodgate-300-10F", 1_800), ("floodgate-300-10F", 600)], false);
        for name in ["", "floodgate", "floodgate-300", "lobby-300-10", "@hana-300-10", "a b-300-10"]
        {
            check(&[(name, 1_800)], false);
        }
        check(&[("floodgate-0-0", 1_800)], false);
        check(&[("floodgate-300-10F", 0)], false);
    }
}
