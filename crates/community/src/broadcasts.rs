//! Broadcasts: what they and their boards say of themselves, their scores, and why something is
//! refused.

mod refusal;
mod score;
mod terms;

pub use self::{
    refusal::BroadcastRefusal,
    score::{
        ENTRIES_AT_ONCE_MAX, EntriesWritten, EntryNumber, NewScoreEntries, NewScoreEntry,
        NumberedEntry, RefusedEntry,
    },
    terms::{BoardEvent, BroadcastTerms, NewBoard},
};
