//! What is asked with `go`.

use std::time::Duration;

use komadai_rules::Side;

use crate::{
    Limits,
    clock::{Budget, Clock},
};

/// How long a position may be thought over, and whether it is the opponent's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    byoyomi: Option<Duration>,
    move_time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    /// Until it is told to stop.
    pub(super) infinite: bool,
    /// On the move that the opponent is expected to make.
    pub(super) ponder: bool,
    /// Nothing but a mate is asked for, within that time if any.
    pub(super) mate: Option<Option<Duration>>,
}

impl Go {
    /// What follows `go`. Words that are not known are skipped, as by most engines.
    pub(super) fn read(words: &[&str]) -> Result<Self, String> {
        let mut go = Self::default();
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "btime" | "wtime" | "binc" | "winc" | "byoyomi" | "movetime" | "nodes"
                | "depth" => {
                    let number = words.next().and_then(|number| number.parse::<i64>().ok());
                    let number = number.ok_or_else(|| format!("{word} is followed by a number"))?;
                    // A clock that has run out may say less than nothing.
                    go.set(word, number.max(0).unsigned_abs());
                }
                "mate" => {
                    let within =
                        words.next_if(|&&word| word == "infinite" || word.parse::<u64>().is_ok());
                    let within = within.and_then(|word| word.parse().ok());
                    go.mate = Some(within.map(Duration::from_millis));
                }
                _ => {}
            }
        }
        Ok(go)
    }

    fn set(&mut self, name: &str, number: u64) {
        let time = Duration::from_millis(number);
        match name {
            "btime" => self.times[0] = Some(time),
            "wtime" => self.times[1] = Some(time),
            "binc" => self.increments[0] = time,
            "winc" => self.increments[1] = time,
            "byoyomi" => self.byoyomi = Some(time),
            "movetime" => self.move_time = Some(time),
            "nodes" => self.nodes = Some(number.max(1)),
            _ => self.depth = Some(u32::try_from(number).unwrap_or(u32::MAX).max(1)),
        }
    }

    /// How far the search may go.
    pub(super) fn limits(&self, lines: usize) -> Limits {
        Limits {
            depth: self.depth.unwrap_or(Limits::NONE.depth).min(Limits::NONE.depth),
            nodes: self.nodes.unwrap_or(u64::MAX),
            lines,
        }
    }

    /// How long it may take, for the side to move at that ply; none where time does not matter.
    pub(super) fn budget(&self, side: Side, ply: u32) -> Option<Budget> {
        if self.infinite {
            return None;
        }
        if let Some(time) = self.move_time {
            return Some(Budget::exactly(time));
        }
        let main = self.times[side as usize];
        if main.is_none() && self.byoyomi.is_none() {
            return None;
        }
        let clock = Clock {
            main: main.unwrap_or_default(),
            byoyomi: self.byoyomi.unwrap_or_default(),
            increment: self.increments[side as usize],
        };
        Some(Budget::of(clock, ply))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Go, String> {
        Go::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn whatever_follows_go_is_read() {
        let go = read("ponder btime 60000 wtime -5 byoyomi 10000").unwrap();
        assert!(go.ponder);
        assert!(go.budget(Side::Sente, 0).unwrap().most > go.budget(Side::Gote, 0).unwrap().most);
        assert_eq!(read("infinite").unwrap().budget(Side::Sente, 0), None);
        assert_eq!(
            read("nodes 500 depth 7").unwrap().limits(2),
            Limits { depth: 7, nodes: 500, lines: 2 }
        );
        assert_eq!(read("mate 5000").unwrap().mate, Some(Some(Duration::from_secs(5))));
        assert_eq!(read("mate infinite").unwrap().mate, Some(None));
        assert!(read("btime").is_err());
        assert!(read("nodes many").is_err());
    }
}
