//! The journal, sorted by games: the moves of one lie far apart among those of thousands, and each
//! would find its game gone from the processor's cache.

use std::collections::HashMap;

use komadai_game::journal::JournalError;
use komadai_ids::GameId;
use komadai_store::Batch;

use crate::journal::{EntryKind, read_entries};

/// Something that happened in a game: in which row it is, and its length in bytes.
#[derive(Clone, Copy)]
pub(super) struct SortedRecord<'a> {
    pub(super) row: &'a Batch,
    pub(super) kind: EntryKind,
    pub(super) len: usize,
}

/// What some rows hold of one game.
pub(super) struct GameRecords {
    pub(super) id: GameId,
    pub(super) n_entries: usize,
    n_bytes: usize,
    /// Where its next entry belongs, and the next of its bytes.
    entries_at: usize,
    bytes_at: usize,
}

/// Rows, sorted by games.
pub(super) struct SortedRows<'a> {
    pub(super) games: Vec<GameRecords>,
    /// Those of the first game, then those of the second, and so on; their bytes too.
    pub(super) entries: Vec<SortedRecord<'a>>,
    pub(super) bytes: Vec<u8>,
    /// What cannot be read, and where it is.
    pub(super) damaged: Vec<(i64, JournalError)>,
}

impl<'a> SortedRows<'a> {
    // Counted first, so that everything is moved once and nothing grows.
    pub(super) fn new(rows: &'a [Batch]) -> Self {
        let (mut games, mut of_ids, mut order) = (Vec::new(), HashMap::new(), Vec::new());
        let mut damaged = Vec::new();
        for row in rows {
            let read = read_entries(&row.payload, |id, _, bytes| {
                let of_id = *of_ids.entry(id).or_insert_with(|| {
                    let (n_entries, n_bytes, entries_at, bytes_at) = (0, 0, 0, 0);
                    games.push(GameRecords { id, n_entries, n_bytes, entries_at, bytes_at });
                    games.len() as u32 - 1
                });
                order.push(of_id);
                if let Some(game) = games.get_mut(of_id as usize) {
                    game.n_entries += 1;
                    game.n_bytes += bytes.len();
                }
            });
            damaged.extend(read.err().map(|damage| (row.pos, damage)));
        }
        let (mut n_entries, mut n_bytes) = (0, 0);
        for game in &mut games {
            (game.entries_at, game.bytes_at) = (n_entries, n_bytes);
            n_entries += game.n_entries;
            n_bytes += game.n_bytes;
        }
        let Some(row) = rows.first() else {
            return Self { games, entries: Vec::new(), bytes: Vec::new(), damaged };
        };
        let mut entries = vec![SortedRecord { row, kind: EntryKind::Record, len: 0 }; n_entries];
        let mut all = vec![0; n_bytes];
        let mut order = order.into_iter();
        for row in rows {
            // What cannot be read was noted above.
            let _ = read_entries(&row.payload, |_, kind, bytes| {
                let game = order.next().and_then(|of_id| games.get_mut(of_id as usize));
                let Some(game) = game else { return };
                if let Some(place) = entries.get_mut(game.entries_at) {
                    *place = SortedRecord { row, kind, len: bytes.len() };
                }
                game.entries_at += 1;
                let end = game.bytes_at + bytes.len();
                if let Some(place) = all.get_mut(game.bytes_at..end) {
                    place.copy_from_slice(bytes);
                }
                game.bytes_at = end;
            });
        }
        Self { games, entries, bytes: all, damaged }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::write_entry;

    #[test]
    fn what_is_of_one_game_is_together_and_in_order() {
        let games = [GameId::new(1, [1; 10]), GameId::new(1, [2; 10])];
        let row = |pos, entries: &[(usize, EntryKind, &[u8])]| {
            let mut payload = Vec::new();
            for &(game, kind, bytes) in entries {
                write_entry(games[game], kind, bytes, &mut payload);
            }
            Batch { pos, epoch: 1, at_ms: 10 * pos, payload }
        };
        let (record, whole) = (EntryKind::Record, EntryKind::Whole);
        let mut damaged = row(9, &[(0, record, b"e"), (1, record, b"lost")]);
        damaged.payload.pop();
        let rows = [
            row(7, &[(1, record, b"a"), (0, record, b"bb"), (1, record, b"")]),
            row(8, &[(0, whole, b"ccc"), (1, record, b"dddd")]),
            damaged,
        ];
        let sorted = SortedRows::new(&rows);
        let of_games: Vec<_> = sorted.games.iter().map(|it| (it.id, it.n_entries)).collect();
        assert_eq!(of_games, [(games[1], 3), (games[0], 3)]);
        let entries: Vec<_> =
            sorted.entries.iter().map(|it| (it.row.pos, it.kind, it.len)).collect();
        let of_second = [(7, record, 1), (7, record, 0), (8, record, 4)];
        let of_first = [(7, record, 2), (8, whole, 3), (9, record, 1)];
        assert_eq!(entries, [of_second, of_first].concat());
        assert_eq!(sorted.bytes, b"addddbbccce");
        assert_eq!(sorted.damaged, [(9, JournalError::Short)]);
        assert!(SortedRows::new(&[]).games.is_empty());
    }
}
