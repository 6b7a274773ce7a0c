//! A cross table: what every such file holds, between the file and the event.
//!
//! A round without a game is identified by what it is worth, which is all that the files contain.

use komadai_rules::{Odds, Side};

use crate::{CellResult, Entry, Points, Scoring, Tie, pairing::PairingRules};

mod from_event;
mod into_event;

/// The formats that have one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    #[default]
    Swiss,
    McMahon,
    /// Read as one if everybody has met everybody equally often, or else as a Swiss.
    RoundRobin,
}

/// In which order the lines of a file stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineOrder {
    Place,
    /// The strongest first, as the pairing has them.
    Strength,
}

/// Everybody, with every round.
#[derive(Clone, Debug, Default)]
pub(super) struct CrossTable {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// How many rounds there are to be.
    pub(super) n_rounds: usize,
    /// How many of them have been published, of an event that is written; in a file that was read
    /// see [`CrossTable::n_played`].
    pub(super) n_published: usize,
    /// What results are worth, and rounds without a game.
    pub(super) scoring: Scoring,
    pub(super) tiebreaks: Vec<Tie>,
    /// Of a Swiss: in how many first rounds whose pairing is accelerated; the rest is as usual.
    pub(super) pairing: PairingRules,
    pub(super) forbidden: Vec<Forbidden>,
    pub(super) lines: Vec<Line>,
}

/// Two who are not to meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Forbidden {
    /// Their lines, counted from 0.
    pub(super) pair: [usize; 2],
    /// The only round in which they are not, from 1.
    pub(super) round: Option<u32>,
}

/// One player's.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Where it stands in a file that was read.
    pub(super) at: String,
    /// In a McMahon with its start score. Its id is given when the event is made.
    pub(super) entry: Entry,
    pub(super) cells: Vec<Cell>,
    /// What a file that was read says elsewhere of rounds, counted from 0, that are open in `cells`.
    pub(super) said: Vec<(usize, Cell)>,
    /// Of who is written.
    pub(super) place: usize,
    /// Made in the rounds, by who is written.
    pub(super) points: Points,
}

/// One player's round.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Cell {
    Game(Seat),
    /// Nobody was left to play, or the arbiter has chosen it for that.
    Bye,
    /// Not there, for the points that an announced absence has; never without any.
    Absent,
    /// Not there, for so many points.
    Off(Points),
    /// Nothing is said about it: still to be paired, or simply not paired.
    #[default]
    Open,
}

/// A game as one of its players has it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seat {
    /// The opponent's line, counted from 0.
    pub(super) opponent: usize,
    /// Absent where the file does not tell, or furigoma is still to come.
    pub(super) side: Option<Side>,
    /// The table; 0 when it is not known.
    pub(super) board: u32,
    pub(super) odds: Option<Odds>,
    /// Absent while it is being played.
    pub(super) result: Option<CellResult>,
}

impl Cell {
    /// An announced absence where they have so many points.
    pub(super) fn absence(points: Points) -> Self {
        if points > Points::ZERO { Self::Absent } else { Self::Off(points) }
    }
}

impl CrossTable {
    /// How many rounds have been paired: up to the last in which somebody has a game. What stands
    /// behind it is said of rounds to come.
    pub(super) fn n_played(&self) -> usize {
        let is_it = |cell: &Cell| matches!(cell, Cell::Game(_));
        let last = |line: &Line| line.cells.iter().rposition(is_it).map_or(0, |at| at + 1);
        self.lines.iter().map(last).max().unwrap_or(0)
    }

    /// How many rounds there are to be at least, by everything that is said of them.
    pub(super) fn n_rounds_said(&self) -> usize {
        let last = |line: &Line| {
            let elsewhere = line.said.iter().map(|(round, _)| round + 1).max().unwrap_or(0);
            line.cells.len().max(elsewhere)
        };
        self.lines.iter().map(last).max().unwrap_or(0).max(self.n_rounds).max(1)
    }

    /// What a round without a game is worth; nothing for a game.
    pub(super) fn worth(&self, cell: &Cell) -> Option<Points> {
        match cell {
            Cell::Game(_) => None,
            Cell::Bye => Some(self.scoring.bye),
            Cell::Absent => Some(self.scoring.absence),
            Cell::Off(points) => Some(*points),
            Cell::Open => Some(Points::ZERO),
        }
    }
}
