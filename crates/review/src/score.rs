//! The score of a game that is played elsewhere: what those who watch it have written down, entry
//! by entry, in the order in which it was stored.
//!
//! Entries are numbered from 1 and only added; what is wrong is taken back by another entry.
//! [`Score::place`] judges where a new one belongs, [`Score::add`] appends it, and
//! [`Score::due`] says what the public may see of all that at an instant.

mod announced;
mod due;
mod entry;
mod place;
mod towards;

use komadai_kifu::Cause;
use komadai_rules::{Move, Position, Side};

pub use self::{
    announced::{AnnouncedKind, AnnouncedTime, Announcement},
    due::{Delay, Due, PublicBoard, ShownClock},
    entry::{DatedEntry, EntryError, ScoreEntry},
    place::EntryFate,
};

/// Entries of one score.
pub const ENTRIES_MAX: usize = 4_000;

/// Moves of one score.
pub const SCORE_PLIES_MAX: usize = 512;

/// Characters of a note, and of an illegal move as it is written down.
pub const NOTE_CHARS_MAX: usize = 300;

/// The longest time that a score speaks of: ten days, in milliseconds.
pub const SCORE_MS_MAX: u64 = 10 * 24 * 3_600_000;

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreMove {
    /// The move as USI.
    pub usi: String,
    /// How long it took, if that was noted.
    pub spent_ms: Option<u64>,
    /// When its entry was stored.
    pub at_ms: u64,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreEnding {
    pub cause: Cause,
    /// Who has won.
    pub winner: Option<Side>,
    /// §2.1: the illegal move that ended it, as it was written down.
    pub illegal: Option<String>,
    /// When its entry was stored.
    pub at_ms: u64,
}

/// Something that was noted about the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    what: MarkKind,
    /// After how many moves.
    plies: usize,
    at_ms: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkKind {
    /// A clock was read.
    Read { side: Side, remaining_ms: u64 },
    /// Both clocks stand still: there is a break.
    Paused,
    /// The clock of the side to move runs, after a break or from the beginning.
    Resumed,
}

/// A sealed move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seal {
    /// None while nobody who writes knows it.
    usi: Option<String>,
    at_ms: u64,
}

/// What an entry has done, so that it can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
enum EntryEffect {
    Moved,
    Sealed,
    Opened(Seal),
    Ended,
}

/// A score after some entries.
#[derive(Clone, Debug)]
pub struct Score {
    start: Position,
    position: Position,
    entries: Vec<DatedEntry>,
    done: Vec<EntryEffect>,
    played: Vec<ScoreMove>,
    seal: Option<Seal>,
    ended: Option<ScoreEnding>,
    marks: Vec<Mark>,
}

impl Score {
    /// A score without entries.
    pub fn new(start: Position) -> Self {
        Self {
            position: start.clone(),
            start,
            entries: Vec::new(),
            done: Vec::new(),
            played: Vec::new(),
            seal: None,
            ended: None,
            marks: Vec::new(),
        }
    }

    /// The score with these entries, as they were stored.
    pub fn of(start: Position, entries: impl IntoIterator<Item = DatedEntry>) -> Self {
        let mut score = Self::new(start);
        for written in entries {
            score.apply(written);
        }
        score
    }

    /// The number of the last entry; 0 without any.
    pub fn last(&self) -> u32 {
        self.entries.len() as u32
    }

    /// All entries, the first one first.
    pub fn entries(&self) -> &[DatedEntry] {
        &self.entries
    }

    /// The position as it is entered.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves as they are entered.
    pub fn played(&self) -> &[ScoreMove] {
        &self.played
    }

    /// How the game has ended, if it has.
    pub fn ended(&self) -> Option<&ScoreEnding> {
        self.ended.as_ref()
    }

    /// Whether a move is sealed and not opened.
    pub fn is_sealed(&self) -> bool {
        self.seal.is_some()
    }

    /// Appends an entry that [`place`](Self::place) has judged.
    pub fn add(&mut self, entry: ScoreEntry, at_ms: u64) {
        self.apply(DatedEntry { entry, at_ms });
    }

    fn apply(&mut self, written: DatedEntry) {
        let DatedEntry { entry, at_ms } = &written;
        let at_ms = *at_ms;
        match entry {
            ScoreEntry::Move { usi, spent_ms } => {
                self.play(ScoreMove { usi: usi.clone(), spent_ms: *spent_ms, at_ms });
                self.done.push(EntryEffect::Moved);
            }
            ScoreEntry::Sealed { usi } => {
                self.seal = Some(Seal { usi: usi.clone(), at_ms });
                self.done.push(EntryEffect::Sealed);
            }
            ScoreEntry::Opened { usi, spent_ms } => {
                if let Some(seal) = self.seal.take() {
                    let usi = usi.clone().or_else(|| seal.usi.clone()).unwrap_or_default();
                    self.play(ScoreMove { usi, spent_ms: *spent_ms, at_ms });
                    self.done.push(EntryEffect::Opened(seal));
                }
            }
            ScoreEntry::Result { cause, winner } => {
                let cause = Cause::from_name(cause).unwrap_or(Cause::Interrupted);
                self.end(ScoreEnding { cause, winner: *winner, illegal: None, at_ms });
            }
            ScoreEntry::Illegal { side, text } => self.end(ScoreEnding {
                cause: Cause::IllegalMove,
                winner: Some(side.other()),
                illegal: Some(text.clone()),
                at_ms,
            }),
            ScoreEntry::Undo => self.undo(),
            ScoreEntry::Clock { side, remaining_ms } => {
                self.mark(MarkKind::Read { side: *side, remaining_ms: *remaining_ms }, at_ms);
            }
            ScoreEntry::Paused => self.mark(MarkKind::Paused, at_ms),
            ScoreEntry::Resumed => self.mark(MarkKind::Resumed, at_ms),
            ScoreEntry::Note { .. } => {}
        }
        self.entries.push(written);
    }

    fn mark(&mut self, what: MarkKind, at_ms: u64) {
        self.marks.push(Mark { what, plies: self.played.len(), at_ms });
    }

    fn play(&mut self, played: ScoreMove) {
        if let Ok(mv) = Move::from_usi(self.start.variant(), &played.usi) {
            self.position.play(mv);
        }
        self.played.push(played);
    }

    fn end(&mut self, ended: ScoreEnding) {
        self.ended = Some(ended);
        self.done.push(EntryEffect::Ended);
    }

    fn undo(&mut self) {
        match self.done.pop() {
            Some(EntryEffect::Moved) => self.take_back(),
            Some(EntryEffect::Opened(seal)) => {
                self.take_back();
                self.seal = Some(seal);
            }
            Some(EntryEffect::Sealed) => self.seal = None,
            Some(EntryEffect::Ended) => self.ended = None,
            None => {}
        }
    }

    fn take_back(&mut self) {
        self.played.pop();
        self.marks.retain(|mark| mark.plies <= self.played.len());
        let mut position = self.start.clone();
        for played in &self.played {
            if let Ok(mv) = Move::from_usi(position.variant(), &played.usi) {
                position.play(mv);
            }
        }
        self.position = position;
    }
}

#[cfg(test)]
mod tests;
