//! Documents that nobody changes: they are kept for a while after they were read, so that a page
//! of many events, such as a circuit's, does not read each of them again and again.

use std::collections::VecDeque;

use komadai_ids::Code;

use super::StoredTournament;

/// So many bytes of documents, as they are stored, are kept at most.
const BYTES_MAX: usize = 16 << 20;

/// So many of them at most: a circuit has no more events.
const DOCUMENTS_MAX: usize = 256;

/// The documents that were read lately, the last one last.
#[derive(Debug, Default)]
pub(super) struct RestingDocuments {
    kept: VecDeque<RestingDocument>,
    n_bytes: usize,
}

#[derive(Debug)]
struct RestingDocument {
    code: Code,
    stored: StoredTournament,
    n_bytes: usize,
}

impl RestingDocuments {
    /// The document of that version, if it is kept.
    pub(super) fn get(&mut self, code: Code, version: u64) -> Option<StoredTournament> {
        let found = self.take(code).filter(|it| it.stored.version == version)?;
        let stored = found.stored.clone();
        self.put(code, stored.clone(), found.n_bytes);
        Some(stored)
    }

    /// Keeps a document that has so many bytes, in place of its version before.
    pub(super) fn put(&mut self, code: Code, stored: StoredTournament, n_bytes: usize) {
        self.take(code);
        self.n_bytes += n_bytes;
        self.kept.push_back(RestingDocument { code, stored, n_bytes });
        while self.n_bytes > BYTES_MAX || self.kept.len() > DOCUMENTS_MAX {
            let Some(oldest) = self.kept.pop_front() else { return };
            self.n_bytes -= oldest.n_bytes;
        }
    }

    fn take(&mut self, code: Code) -> Option<RestingDocument> {
        let at = self.kept.iter().position(|it| it.code == code)?;
        let found = self.kept.remove(at)?;
        self.n_bytes -= found.n_bytes;
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use komadai_ids::{TournamentId, UserId};
    use serde_json::json;

    use super::*;
    use crate::tournaments::fixture::of_typed_names;

    #[test]
    fn what_was_read_last_is_kept_as_far_as_there_is_room() {
        let code = |n: u8| TournamentId::from_uuid(UserId::new(n.into(), [n; 10]).uuid()).code();
        let tournament = Arc::new(of_typed_names(json!({ "t": "round_robin" }), json!({}), 2));
        let of =
            |version| StoredTournament { tournament: tournament.clone(), version, created_ms: 0 };
        let mut resting = RestingDocuments::default();
        for n in 0..4 {
            resting.put(code(n), of(1), BYTES_MAX / 3);
        }
        assert!(resting.get(code(0), 1).is_none(), "there was no room for it");
        // What is asked for stays, and the one that nobody asks for goes.
        assert!(resting.get(code(1), 1).is_some());
        resting.put(code(4), of(1), BYTES_MAX / 3);
        assert_eq!(
            [1, 2, 3, 4].map(|n| resting.get(code(n), 1).is_some()),
            [true, false, true, true]
        );
        // It has changed: the old version is of no use to anybody.
        assert!(resting.get(code(3), 2).is_none() && resting.get(code(3), 1).is_none());
        resting.put(code(5), of(1), BYTES_MAX + 1);
        assert_eq!((resting.kept.len(), resting.n_bytes), (0, 0));
    }
}
