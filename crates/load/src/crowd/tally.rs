//! What a crowd counts.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;
use serde::Serialize;

/// The longest latency that is distinguished from longer ones, in microseconds.
const LATENCY_US_MAX: u64 = 60_000_000;

/// How long things took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latency(Option<Histogram<u64>>);

/// How long things took, in microseconds: the share of them that took no longer.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Quantiles {
    pub(crate) n: u64,
    pub(crate) p50_us: u64,
    pub(crate) p90_us: u64,
    pub(crate) p99_us: u64,
    pub(crate) p999_us: u64,
    pub(crate) max_us: u64,
}

impl Latency {
    pub(crate) fn add(&mut self, us: u64) {
        let histogram = self.0.get_or_insert_with(|| {
            Histogram::new_with_max(LATENCY_US_MAX, 3).expect("three digits of a minute fit")
        });
        histogram.saturating_record(us);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            // Both have the same bounds.
            (Some(own), Some(other)) => drop(own.add(other)),
            (own @ None, Some(other)) => *own = Some(other.clone()),
            (_, None) => {}
        }
    }

    pub(crate) fn quantiles(&self) -> Quantiles {
        let Some(histogram) = &self.0 else { return Quantiles::default() };
        let at = |quantile| histogram.value_at_quantile(quantile);
        Quantiles {
            n: histogram.len(),
            p50_us: at(0.5),
            p90_us: at(0.9),
            p99_us: at(0.99),
            p999_us: at(0.999),
            max_us: histogram.max(),
        }
    }
}

/// How long frames were.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    n: u64,
    bytes: u64,
}

impl Sizes {
    pub(super) fn add(&mut self, bytes: usize) {
        self.n += 1;
        self.bytes += bytes as u64;
    }

    /// The mean, in bytes.
    pub(crate) fn mean(self) -> f64 {
        self.bytes as f64 / self.n.max(1) as f64
    }
}

/// What was counted between two calls of `take_tally`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Moves that the opponent has received.
    pub(crate) moves: u64,
    /// Moves that watchers have received, each of them counted.
    pub(crate) deliveries: u64,
    pub(crate) frames: u64,
    pub(crate) bytes: u64,
    /// How long the frames were that brought a move to the opponent, the mover, and watchers.
    pub(crate) moved_bytes: [Sizes; 3],
    pub(crate) games_over: u64,
    pub(crate) reconnects: u64,
    /// From when a move was due until the opponent had it, by the group of its game.
    pub(crate) heard: Vec<Latency>,
    /// From when a move was due until the mover had its acknowledgement.
    pub(crate) acked: Latency,
    /// From when a move was due until a watcher had it.
    pub(crate) delivered: Latency,
    /// What should not have happened, and how often it did.
    pub(crate) errors: BTreeMap<String, u64>,
    /// Moves that somebody has received, in games that were compared with their record.
    pub(crate) announced: u64,
    /// Those of them that the record has.
    pub(crate) found: u64,
}

impl Tally {
    pub(super) fn heard(&mut self, group: usize, us: u64) {
        if self.heard.len() <= group {
            self.heard.resize_with(group + 1, Latency::default);
        }
        self.heard[group].add(us);
    }

    pub(super) fn error(&mut self, what: &str) {
        match self.errors.get_mut(what) {
            Some(n) => *n += 1,
            None => drop(self.errors.insert(what.to_owned(), 1)),
        }
    }

    /// Takes over how long moves took.
    pub(crate) fn merge_heard(&mut self, other: &Self) {
        for (group, latency) in other.heard.iter().enumerate() {
            if self.heard.len() <= group {
                self.heard.resize_with(group + 1, Latency::default);
            }
            self.heard[group].merge(latency);
        }
    }

    /// Latency over all groups.
    pub(crate) fn heard_by_all(&self) -> Quantiles {
        let mut all = Latency::default();
        for group in &self.heard {
            all.merge(group);
        }
        all.quantiles()
    }

    /// Latency in the games of one group.
    pub(crate) fn heard_in(&self, group: usize) -> Quantiles {
        self.heard.get(group).map(Latency::quantiles).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_of_what_was_added() {
        let mut tally = Tally::default();
        for us in 1..=1000 {
            tally.heard((us % 2) as usize, us);
        }
        let all = tally.heard_by_all();
        assert_eq!((all.n, all.p50_us, all.p99_us, all.max_us), (1000, 500, 990, 1000));
        assert_eq!(tally.heard_in(0).n, 500);
        assert_eq!(tally.heard_in(7).n, 0);
    }
}
