//! Where a new entry belongs.

use komadai_kifu::Cause;
use komadai_rules::{Move, Position};

use super::{
    DatedEntry, ENTRIES_MAX, EntryError, MarkKind, NOTE_CHARS_MAX, SCORE_MS_MAX, SCORE_PLIES_MAX,
    Score, ScoreEntry,
};
use crate::edit::clean;

/// What becomes of a new entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryFate {
    /// It is the next one, as it is to be stored.
    Next(ScoreEntry),
    /// The entry with this number says it already.
    Known(u32),
}

impl Score {
    /// Where an entry belongs whose writer knew the entries up to number `follows`. Somebody who
    /// has written the same meanwhile agrees; a clock or a note contradicts nobody.
    ///
    /// # Errors
    /// When it cannot be written down, or somebody else has written something else there.
    pub fn place(&self, follows: u32, entry: &ScoreEntry) -> Result<EntryFate, EntryError> {
        let since = self.entries.get(follows as usize..).ok_or(EntryError::BadNumber)?;
        let first_act = |written: &DatedEntry| written.entry.is_act();
        match entry {
            ScoreEntry::Clock { side, .. } => {
                // A later reading of the same clock counts.
                let is_it = |it: &DatedEntry| matches!(it.entry, ScoreEntry::Clock { side: other, .. } if other == *side);
                if let Some(later) = since.iter().rposition(is_it) {
                    return Ok(EntryFate::Known(follows + later as u32 + 1));
                }
            }
            ScoreEntry::Paused | ScoreEntry::Resumed => {
                if let Some(n) = self.stands_as(entry) {
                    return Ok(EntryFate::Known(n));
                }
            }
            ScoreEntry::Note { .. } => {}
            _ => {
                if let Some(place) = since.iter().position(first_act) {
                    let n = follows + place as u32 + 1;
                    let known = since.get(place).map(|it| &it.entry);
                    return if known.is_some_and(|known| entry.agrees_with(known)) {
                        Ok(EntryFate::Known(n))
                    } else {
                        Err(EntryError::Conflict(n))
                    };
                }
            }
        }
        if self.entries.len() >= ENTRIES_MAX {
            return Err(EntryError::Full);
        }
        self.judge(entry).map(EntryFate::Next)
    }

    /// The number of the break, or of its end, that holds already.
    fn stands_as(&self, entry: &ScoreEntry) -> Option<u32> {
        let now = self.marks.iter().rev().take_while(|mark| mark.plies == self.played.len());
        let last = now.map(|mark| mark.what).find(|it| !matches!(it, MarkKind::Read { .. }))?;
        let is_it = (last == MarkKind::Paused) == (*entry == ScoreEntry::Paused);
        let n = self.entries.iter().rposition(|it| it.entry == *entry).filter(|_| is_it)?;
        Some(n as u32 + 1)
    }

    /// The entry as it is stored next.
    fn judge(&self, entry: &ScoreEntry) -> Result<ScoreEntry, EntryError> {
        if let ScoreEntry::Move { .. } | ScoreEntry::Sealed { .. } | ScoreEntry::Illegal { .. } =
            entry
            && self.seal.is_some()
        {
            return Err(EntryError::Sealed);
        }
        let continues =
            !matches!(entry, ScoreEntry::Undo | ScoreEntry::Clock { .. } | ScoreEntry::Note { .. });
        if continues && self.ended.is_some() {
            return Err(EntryError::Over);
        }
        match entry {
            ScoreEntry::Move { usi, spent_ms } => {
                Ok(ScoreEntry::Move { usi: self.legal(usi)?, spent_ms: time(*spent_ms)? })
            }
            ScoreEntry::Sealed { usi } => {
                let usi = usi.as_deref().map(|usi| self.legal(usi)).transpose()?;
                Ok(ScoreEntry::Sealed { usi })
            }
            ScoreEntry::Opened { usi, spent_ms } => {
                let seal = self.seal.as_ref().ok_or(EntryError::NotSealed)?;
                let said = usi.as_deref().map(|usi| self.legal(usi)).transpose()?;
                let is_other = |said: &String| seal.usi.as_ref().is_some_and(|it| it != said);
                if said.as_ref().is_some_and(is_other) {
                    return Err(EntryError::OtherSeal);
                }
                let usi = said.or_else(|| seal.usi.clone()).ok_or(EntryError::UnknownSeal)?;
                Ok(ScoreEntry::Opened { usi: Some(usi), spent_ms: time(*spent_ms)? })
            }
            ScoreEntry::Undo if self.done.is_empty() => Err(EntryError::NothingToUndo),
            ScoreEntry::Undo => Ok(ScoreEntry::Undo),
            ScoreEntry::Result { cause, winner } => match Cause::from_name(cause) {
                Some(_) => Ok(ScoreEntry::Result { cause: cause.clone(), winner: *winner }),
                None => Err(EntryError::BadCause),
            },
            ScoreEntry::Illegal { side, text } => {
                Ok(ScoreEntry::Illegal { side: *side, text: short(text)? })
            }
            ScoreEntry::Clock { remaining_ms, .. } if *remaining_ms > SCORE_MS_MAX => {
                Err(EntryError::BadTime)
            }
            ScoreEntry::Clock { .. } | ScoreEntry::Paused | ScoreEntry::Resumed => {
                Ok(entry.clone())
            }
            ScoreEntry::Note { text } => Ok(ScoreEntry::Note { text: short(text)? }),
        }
    }

    fn legal(&self, usi: &str) -> Result<String, EntryError> {
        if self.played.len() >= SCORE_PLIES_MAX {
            return Err(EntryError::Full);
        }
        let position: &Position = &self.position;
        let variant = position.variant();
        let mv = Move::from_usi(variant, usi).map_err(|_| EntryError::BadMove)?;
        position.judge(mv).map_err(EntryError::Illegal)?;
        Ok(position.plain(mv).usi(variant).to_string())
    }
}

fn time(ms: Option<u64>) -> Result<Option<u64>, EntryError> {
    if ms.is_some_and(|ms| ms > SCORE_MS_MAX) { Err(EntryError::BadTime) } else { Ok(ms) }
}

fn short(text: &str) -> Result<String, EntryError> {
    let text = clean(text).replace('\n', " ");
    if (1..=NOTE_CHARS_MAX).contains(&text.chars().count()) {
        Ok(text)
    } else {
        Err(EntryError::BadText)
    }
}
