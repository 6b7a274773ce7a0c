//! Where a page of a list begins. Lists are ordered by an instant and an id, the latest first.

use uuid::Uuid;

/// After the row with this key, which is the last of the page before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageKey {
    /// The instant that the list is ordered by, in Unix milliseconds.
    pub at_ms: i64,
    /// The row's id.
    pub id: Uuid,
}

impl PageKey {
    /// Before the latest row.
    pub fn first() -> Self {
        Self { at_ms: i64::MAX, id: Uuid::max() }
    }

    /// After that one, if there is one.
    pub fn after(last: Option<(i64, Uuid)>) -> Self {
        last.map_or_else(Self::first, |(at_ms, id)| Self { at_ms, id })
    }
}
