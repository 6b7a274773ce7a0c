//! A crowd that asks for opponents, paired in two ways.

use super::Dice;
use crate::matchmaking::{Fit, WaitingPlayer, pair};

/// How often those who wait are looked at, in milliseconds.
const TICK_MS: u64 = 1_000;

/// Who comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crowd {
    /// How many come.
    pub n_players: usize,
    /// How many a second, on the average.
    pub per_second: f64,
    /// The mean of their ratings.
    pub mean: f64,
    /// The spread of their ratings.
    pub spread: f64,
    /// What follows from everything else.
    pub seed: u64,
}

/// How they are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Two who wait meet at once, however different they are.
    FirstCome,
    /// As [`pair`] says.
    Window,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrowdReport {
    /// How many games began.
    pub n_games: usize,
    /// The mean difference of rating, in points.
    pub mean_gap: f64,
    /// The mean wait of a player, in seconds.
    pub mean_wait_s: f64,
    /// What all but one in a hundred waited at most, in seconds.
    pub p99_wait_s: f64,
    /// Who was left at the end.
    pub n_left: usize,
}

/// Lets the crowd come and pairs it.
pub fn crowd(crowd: &Crowd, pairing: Pairing) -> CrowdReport {
    let mut dice = Dice(crowd.seed);
    let mut at_s = 0.0;
    let mut coming: Vec<(u64, f64)> = (0..crowd.n_players)
        .map(|_| {
            at_s += dice.wait_s(crowd.per_second);
            ((at_s * 1000.0) as u64, crowd.mean + crowd.spread * dice.normal())
        })
        .collect();
    coming.reverse();
    let mut waiting: Vec<(u64, f64)> = Vec::new();
    let (mut gaps, mut waits) = (Vec::new(), Vec::new());
    let mut now_ms = 0;
    let mut quiet_ms = 0;
    while quiet_ms < 120_000 {
        now_ms += TICK_MS;
        while let Some(&(at_ms, rating)) = coming.last()
            && at_ms <= now_ms
        {
            coming.pop();
            waiting.push((at_ms, rating));
        }
        quiet_ms = if coming.is_empty() { quiet_ms + TICK_MS } else { 0 };
        let pairs = match pairing {
            Pairing::FirstCome => (0..waiting.len() / 2).map(|n| (2 * n, 2 * n + 1)).collect(),
            Pairing::Window => {
                let now: Vec<_> = waiting
                    .iter()
                    .map(|&(at_ms, rating)| WaitingPlayer {
                        rating,
                        deviation: 60.0,
                        waited_ms: now_ms - at_ms,
                    })
                    .collect();
                pair(&now, |_, _| Fit::SameGame)
            }
        };
        let mut gone = vec![false; waiting.len()];
        for (a, b) in pairs {
            let (Some(one), Some(other)) = (waiting.get(a), waiting.get(b)) else { continue };
            gaps.push((one.1 - other.1).abs());
            waits.extend([one, other].map(|it| (now_ms - it.0) as f64 / 1000.0));
            for place in [a, b] {
                if let Some(slot) = gone.get_mut(place) {
                    *slot = true;
                }
            }
        }
        let mut place = 0;
        waiting.retain(|_| {
            place += 1;
            !gone.get(place - 1).copied().unwrap_or(false)
        });
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len().max(1) as f64;
    waits.sort_by(f64::total_cmp);
    CrowdReport {
        n_games: gaps.len(),
        mean_gap: mean(&gaps),
        mean_wait_s: mean(&waits),
        p99_wait_s: waits.get(waits.len() * 99 / 100).copied().unwrap_or_default(),
        n_left: waiting.len(),
    }
}
