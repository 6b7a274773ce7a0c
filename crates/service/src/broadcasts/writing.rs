//! Keeping the score of a board.
//!
//! The board's row is taken for the transaction, so that two who write at once wait for each other
//! and the second one sees what the first has written.

use std::net::IpAddr;

use komadai_community::broadcasts::{
    ENTRIES_AT_ONCE_MAX, EntriesWritten, EntryNumber, NewScoreEntries, NewScoreEntry,
    NumberedEntry, RefusedEntry,
};
use komadai_game::Player;
use komadai_ids::{Code, ReviewId, UserId};
use komadai_kifu::Record;
use komadai_live::random;
use komadai_review::score::{DatedEntry, EntryError, EntryFate, Score, ScoreEntry};
use komadai_rules::{Position, Variant};
use komadai_store::{Conn, Error, StoredEntry, Tx, broadcasts::entries, studies as study_rows};
use uuid::Uuid;

use super::{Board, BroadcastRefusal, Broadcasts, Result, Standing, boards};
use crate::{
    reviews::InStudy,
    stored_json::{read_json, write_json},
};

/// A score with the board it belongs to.
#[derive(Clone, Debug)]
pub struct WholeScore {
    pub board: Board,
    pub entries: Vec<NumberedEntry>,
    /// The position as it is entered, as SFEN.
    pub sfen: String,
}

impl Broadcasts {
    /// The score of a board, for those who keep it.
    ///
    /// # Errors
    /// When there is none, or they do not keep it.
    pub async fn score(&self, code: Code, board: Code, reader: UserId) -> Result<WholeScore> {
        let mut conn = self.store.read().await?;
        let (board, standing) = find(&mut conn, code, board, reader).await?;
        let stored = entries::of(&mut conn, board.review).await?;
        let sfen = replayed(&board, &stored)?.position().sfen();
        let shown = stored.iter().map(|it| seen(it, standing, reader));
        let entries = shown.collect::<Result<_>>()?;
        Ok(WholeScore { board, entries, sfen })
    }

    /// Writes entries into a score. What is there already is not written again, however often it comes.
    ///
    /// # Errors
    /// When they do not keep it; what is wrong with an entry is part of the answer.
    pub async fn write(
        &self,
        code: Code,
        board: Code,
        (by, address): (&Player, Option<IpAddr>),
        sent: NewScoreEntries,
    ) -> Result<EntriesWritten> {
        let NewScoreEntries { mut follows, entries: sent } = sent;
        if sent.len() > ENTRIES_AT_ONCE_MAX {
            let text = format!("at most {ENTRIES_AT_ONCE_MAX} entries come at once");
            return Err(BroadcastRefusal::Words(text).into());
        }
        if sent.iter().any(|it| matches!(it.entry, ScoreEntry::Note { .. })) {
            self.studies.may_write(by, address)?
        } else {
            self.studies.may_begin()?
        }
        let mut tx = self.store.write().await?;
        let (board, standing) = take(&mut tx, code, board, by.id).await?;
        let mut stored = entries::of(&mut tx, board.review).await?;
        let mut score = replayed(&board, &stored)?;
        let n_before = score.last();
        let writing = Writing { review: board.review, by: Some(by.id), now_ms: self.now_ms() };
        let mut written = EntriesWritten { entries: Vec::new(), last: 0, refused: None };
        for NewScoreEntry { id, entry } in sent {
            if let Some(known) = stored.iter().find(|it| it.id == id) {
                follows = known.n;
                written.entries.push(EntryNumber { id, n: follows });
                continue;
            }
            match score.place(follows, &entry) {
                Ok(EntryFate::Known(n)) => follows = n,
                Ok(EntryFate::Next(entry)) => {
                    let row = writing.append(&mut tx, &mut score, id, entry).await?;
                    follows = row.n;
                    stored.push(row);
                }
                Err(error) => {
                    let other = match &error {
                        EntryError::Conflict(n) => stored.iter().find(|it| it.n == *n),
                        _ => None,
                    };
                    let other = other.map(|it| seen(it, standing, by.id)).transpose()?;
                    let conflict = matches!(error, EntryError::Conflict(_));
                    let detail = error.to_string();
                    written.refused = Some(RefusedEntry { id, detail, conflict, other });
                    break;
                }
            }
            written.entries.push(EntryNumber { id, n: follows });
        }
        written.last = score.last();
        self.finish(tx, &board, n_before, &score).await?;
        Ok(written)
    }

    /// Makes a score say what a record says: what differs is taken back. How many entries that
    /// took, and the number of the last one.
    ///
    /// # Errors
    /// When they do not keep it, or it cannot say that.
    pub async fn write_record(
        &self,
        code: Code,
        board: Code,
        by: UserId,
        record: &Record,
    ) -> Result<(u32, u32)> {
        self.studies.may_begin()?;
        let mut tx = self.store.write().await?;
        let (board, _) = take(&mut tx, code, board, by).await?;
        self.follow(tx, &board, Some(by), record).await
    }

    /// The same for a board that was taken.
    pub(super) async fn follow(
        &self,
        mut tx: Tx,
        board: &Board,
        by: Option<UserId>,
        record: &Record,
    ) -> Result<(u32, u32)> {
        let stored = entries::of(&mut tx, board.review).await?;
        let mut score = replayed(board, &stored)?;
        let n_before = score.last();
        let now_ms = self.now_ms();
        let writing = Writing { review: board.review, by, now_ms };
        for entry in score.towards(record).map_err(BroadcastRefusal::from)? {
            let id = ReviewId::new(now_ms, random::bytes()).uuid();
            writing.append(&mut tx, &mut score, id, entry).await?;
        }
        self.finish(tx, board, n_before, &score).await?;
        Ok((score.last() - n_before, score.last()))
    }

    /// Ends the transaction in which a score may have grown.
    async fn finish(&self, mut tx: Tx, board: &Board, n_before: u32, score: &Score) -> Result<()> {
        if score.last() == n_before {
            return Ok(());
        }
        boards::grown(&mut tx, board.review, score.last(), self.now_ms() as i64).await?;
        tx.commit().await?;
        self.wake.notify_one();
        Ok(())
    }
}

/// Appends to one score.
struct Writing {
    review: ReviewId,
    by: Option<UserId>,
    now_ms: u64,
}

impl Writing {
    async fn append(
        &self,
        tx: &mut Tx,
        score: &mut Score,
        id: Uuid,
        entry: ScoreEntry,
    ) -> Result<StoredEntry> {
        let row = StoredEntry {
            n: score.last() + 1,
            id,
            by: self.by,
            by_name: None,
            at_ms: self.now_ms as i64,
            entry: write_json(&entry),
        };
        entries::append(tx, self.review, &row).await?;
        score.add(entry, self.now_ms);
        Ok(row)
    }
}

/// The board, and what the reader is in its broadcast, if they keep its score.
async fn find(
    conn: &mut Conn,
    code: Code,
    board: Code,
    reader: UserId,
) -> Result<(Board, Standing)> {
    let study = study_rows::find_by_code(conn, code).await?.filter(|it| it.is_broadcast);
    let study = study.ok_or(BroadcastRefusal::Unknown)?;
    let found = InStudy::read(conn, study.id).await?.filter(|it| it.may_see(Some(reader)));
    let standing = found.ok_or(BroadcastRefusal::Unknown)?.standing(Some(reader));
    if standing < Standing::Scorer {
        return Err(BroadcastRefusal::NotScorer.into());
    }
    let known = boards::of(conn, study.id).await?;
    let found = known.into_iter().find(|it| it.review.code() == board);
    Ok((found.ok_or(BroadcastRefusal::UnknownBoard)?, standing))
}

/// The same, taken for a transaction that changes its score.
async fn take(tx: &mut Tx, code: Code, board: Code, by: UserId) -> Result<(Board, Standing)> {
    let (board, standing) = find(tx, code, board, by).await?;
    let board = boards::take(tx, board.review).await?;
    Ok((board.ok_or(BroadcastRefusal::UnknownBoard)?, standing))
}

fn read(stored: &StoredEntry) -> Result<ScoreEntry, Error> {
    read_json(&stored.entry, "broadcast_entries", "entry", stored.id)
}

/// The score of a board as it is stored.
pub(super) fn replayed(board: &Board, stored: &[StoredEntry]) -> Result<Score, Error> {
    let damaged = |column| {
        let key = board.review.to_string();
        Error::Corrupt { table: "broadcast_boards", key, column }
    };
    let variant = Variant::from_name(&board.variant).ok_or_else(|| damaged("variant"))?;
    let start = Position::from_sfen(variant, &board.start).map_err(|_| damaged("start"))?;
    let mut numbered = Vec::with_capacity(stored.len());
    for it in stored {
        numbered.push(DatedEntry { entry: read(it)?, at_ms: it.at_ms.unsigned_abs() });
    }
    Ok(Score::of(start, numbered))
}

/// An entry as somebody sees it: a sealed move is for the owner, and for who has sealed it.
fn seen(stored: &StoredEntry, standing: Standing, reader: UserId) -> Result<NumberedEntry> {
    let entry = read(stored)?;
    let may_know = standing == Standing::Owner || stored.by == Some(reader);
    Ok(NumberedEntry {
        n: stored.n,
        id: stored.id,
        by: stored.by_name.clone(),
        at_ms: stored.at_ms,
        entry: if may_know { entry } else { entry.without_sealed_move() },
    })
}
