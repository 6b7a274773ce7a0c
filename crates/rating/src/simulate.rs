//! Simulated players, to see what ratings, grades and pairing are worth. Everything follows from
//! a seed.

mod clubs;
mod crowd;
mod people;
mod season;

pub use self::{
    clubs::{Clubs, ClubsReport, clubs},
    crowd::{Crowd, CrowdReport, Pairing, crowd},
    people::Kind,
    season::{KindReport, Season, SeasonReport, season},
};

/// Random numbers that are the same everywhere.
#[derive(Clone, Debug)]
struct Dice(u64);

impl Dice {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 up to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.unit() * n as f64) as usize).min(n.saturating_sub(1))
    }

    /// Around 0, as the normal distribution has it.
    fn normal(&mut self) -> f64 {
        let (u, v) = (1.0 - self.unit(), self.unit());
        (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
    }

    /// How long until the next of events that come `per_second` on the average, in seconds.
    fn wait_s(&mut self, per_second: f64) -> f64 {
        -(1.0 - self.unit()).ln() / per_second
    }
}
