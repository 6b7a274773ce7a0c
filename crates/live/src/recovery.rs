//! Start-up: from the journal to live rooms.

mod sorted;

use std::{collections::HashMap, fmt::Display, sync::Arc};

use komadai_game::{
    By, Command, Event, Game, Phase, Record, Setup,
    journal::{self as records, JournalError},
};
use komadai_ids::GameId;
use komadai_store::Batch;
use tracing::{error, info};

use self::sorted::{GameRecords, SortedRows};
use crate::{
    Directory, Timebase,
    archive::Archive,
    game_log::{self, GameLog, GameLogError},
    journal::{EntryKind, Rows, split_thought, write_entry},
    room::{NO_POS, WAIT_FOR_MOVER_MS},
    settle::Settlement,
    sleep,
};

/// How many rows are read from the database at once.
const ROWS_AT_ONCE: u32 = 256;

/// How many games are settled with one commit.
const SETTLED_AT_ONCE: usize = 64;

/// A row of interruptions is written when it has grown to this, in bytes.
const ROW_BYTES: usize = 1 << 20;

/// What the journal holds of one game.
struct JournaledGame {
    game: Game,
    log: GameLog,
    base_pos: i64,
    /// Something happened after its end.
    went_on: bool,
}

/// Where in the journal something of a game is, and when it was written, in Unix milliseconds.
#[derive(Clone, Copy)]
struct At {
    id: GameId,
    pos: i64,
    at_ms: u64,
}

/// Everything that the journal holds.
#[derive(Default)]
pub(crate) struct JournalContents {
    found: HashMap<GameId, Box<JournaledGame>>,
    /// Games that others say follow them.
    followers: Vec<Setup>,
    /// The first position of what cannot be read or settled.
    unsettled: Option<i64>,
    /// The record that was read last; its memory is used again.
    record: Record,
}

/// The journal cannot be taken up.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// It cannot be read or written.
    #[error("the journal cannot be read")]
    Store(#[from] komadai_store::Error),
    /// It cannot be written.
    #[error("the journal cannot be written")]
    Append(#[from] komadai_store::AppendError),
}

impl JournalContents {
    /// Reads the journal once, in order, from the first position that may be needed.
    pub(crate) async fn read<R: Rows>(
        journal: &mut R,
        mut from_pos: i64,
    ) -> Result<Self, RecoveryError> {
        let mut recovered = Self::default();
        let (mut rows, mut n_bytes) = (Vec::new(), 0);
        loop {
            let read = journal.read(from_pos, ROWS_AT_ONCE).await?;
            let Some(last) = read.last() else { break };
            from_pos = last.pos + 1;
            n_bytes += read.iter().map(|row| row.payload.len()).sum::<usize>();
            rows.extend(read);
            if n_bytes >= R::SORTED_BYTES {
                recovered.take_rows(&rows);
                (rows, n_bytes) = (Vec::new(), 0);
            }
        }
        recovered.take_rows(&rows);
        Ok(recovered)
    }

    /// Takes up what is in these rows, game by game.
    fn take_rows(&mut self, rows: &[Batch]) {
        let sorted = SortedRows::new(rows);
        for (pos, damage) in sorted.damaged {
            error!("row {pos} of the journal is damaged: {damage}");
            self.leave(pos);
        }
        let (mut entries, mut bytes) = (&*sorted.entries, &*sorted.bytes);
        for GameRecords { id, n_entries, .. } in sorted.games {
            let (of_game, others) = entries.split_at(n_entries);
            entries = others;
            // What is written as a whole takes the place of what there was.
            let records = || of_game.iter().filter(|it| it.kind == EntryKind::Record);
            let mut found = self.found.remove(&id);
            let mut has_room = false;
            for entry in of_game {
                if let Some(found) = found.as_deref_mut().filter(|_| !has_room) {
                    let n = records().count();
                    found.log.reserve(n, records().map(|it| it.len).sum());
                    found.game.reserve(n);
                    has_room = true;
                }
                let (record, rest) = bytes.split_at(entry.len);
                bytes = rest;
                let at = At { id, pos: entry.row.pos, at_ms: entry.row.at_ms.max(0) as u64 };
                self.take(&mut found, at, entry.kind, record);
            }
            self.found.extend(found.map(|found| (id, found)));
        }
    }

    fn take(
        &mut self,
        known: &mut Option<Box<JournaledGame>>,
        at: At,
        kind: EntryKind,
        bytes: &[u8],
    ) {
        match kind {
            EntryKind::Record => self.take_record(known, at, bytes),
            EntryKind::WholeRunning => match split_thought(bytes) {
                Some((thought_ms, log)) => self.take_whole(known, at, log, Some(thought_ms)),
                None => self.damaged(at.id, at.pos, &JournalError::Short),
            },
            EntryKind::Whole => self.take_whole(known, at, bytes, None),
        }
    }

    /// A game as a whole; `thought_ms` where its clock ran.
    fn take_whole(
        &mut self,
        known: &mut Option<Box<JournaledGame>>,
        at: At,
        bytes: &[u8],
        thought_ms: Option<u64>,
    ) {
        let log = GameLog::from_bytes(bytes.to_vec());
        // What came before may say the same; else this says more. It may be the shorter one, without
        // conditional moves that are superseded.
        if let Some(found) = known
            && found.log.n_records() >= log.n_records()
        {
            found.base_pos = at.pos;
            return;
        }
        let (mut went_on, followers) = (false, &mut self.followers);
        let replayed = log.replay(|_, _, event| {
            followers.extend(follower(event));
            went_on = !matches!(event, Event::Ended { .. });
        });
        match replayed {
            Ok(mut game) => {
                game.announced(at.at_ms);
                if let Some(thought_ms) = thought_ms {
                    game.has_thought(thought_ms);
                }
                let went_on = went_on && game.phase() == Phase::Over;
                *known = Some(Box::new(JournaledGame { game, log, base_pos: at.pos, went_on }));
            }
            Err(damage) => self.damaged(at.id, at.pos, &damage),
        }
    }

    fn take_record(&mut self, known: &mut Option<Box<JournaledGame>>, at: At, bytes: &[u8]) {
        let variant = known.as_ref().map(|found| found.game.line().position().variant());
        let mut record = std::mem::take(&mut self.record);
        match records::decode_into(bytes, variant, &mut record) {
            Ok(()) => self.take_decoded(known, at, &record, bytes),
            // Old rows of a game that is settled long since, whose beginning, with its variant, is
            // trimmed.
            Err(JournalError::Move) if known.is_none() => {}
            Err(damage) => {
                let base_pos = known.as_ref().map_or(at.pos, |found| found.base_pos);
                self.damaged(at.id, base_pos, &damage);
            }
        }
        self.record = record;
    }

    fn take_decoded(
        &mut self,
        known: &mut Option<Box<JournaledGame>>,
        at: At,
        record: &Record,
        bytes: &[u8],
    ) {
        self.followers.extend(followers(record));
        match known {
            Some(found) => {
                // As programs before this one kept it, which wrote no whole.
                found.went_on |= found.game.phase() == Phase::Over;
                for event in &record.events {
                    found.game.apply(event);
                    // When the clock ran again after an interruption is not kept, only that it
                    // waited for its player so long at most.
                    let waited_ms = match event {
                        Event::Interrupted { .. } => WAIT_FOR_MOVER_MS,
                        _ => 0,
                    };
                    found.game.announced(at.at_ms + waited_ms);
                }
                found.game.remember(record);
                found.log.push(bytes);
            }
            None => {
                let mut game = match game_log::begin(record) {
                    Ok(game) => game,
                    Err(GameLogError::NoBeginning) => return,
                    Err(damage) => return self.damaged(at.id, at.pos, &damage),
                };
                for event in &record.events {
                    game.apply(event);
                }
                game.announced(at.at_ms);
                let mut log = GameLog::default();
                log.push(bytes);
                *known =
                    Some(Box::new(JournaledGame { game, log, base_pos: at.pos, went_on: false }));
            }
        }
    }

    fn damaged(&mut self, id: GameId, pos: i64, damage: &dyn Display) {
        error!(game.id = %id, "game {id} is damaged in the journal: {damage}");
        self.leave(pos);
    }

    /// From this position on the next start reads again.
    fn leave(&mut self, pos: i64) {
        self.unsettled = Some(self.unsettled.unwrap_or(pos).min(pos));
    }

    /// Ends what ended while the server was away, settles what is over, interrupts what goes on,
    /// and opens the rooms. The first position of what could not be settled; [`NO_POS`] if all
    /// could.
    pub(crate) async fn open(
        mut self,
        journal: &mut impl Rows,
        timebase: Timebase,
        directory: &Arc<Directory>,
    ) -> Result<i64, RecoveryError> {
        self.leave_asleep(directory).await?;
        self.interrupt(journal, timebase).await?;
        self.enter(directory).await
    }

    /// Forgets the games that sleep, which wake when somebody comes.
    async fn leave_asleep(&mut self, directory: &Directory) -> Result<(), RecoveryError> {
        let found = self.found.values().map(|found| (&found.game, &found.log));
        for id in sleep::asleep(directory, found).await? {
            self.found.remove(&id);
        }
        Ok(())
    }

    /// Opens rooms for what goes on, and settles what is over.
    async fn enter(mut self, directory: &Arc<Directory>) -> Result<i64, RecoveryError> {
        let archive = directory.archive();
        let now_ms = directory.timebase().now_ms() as i64;
        let (mut n_live, mut n_settled) = (0, 0);
        let mut over = Vec::new();
        for (id, found) in std::mem::take(&mut self.found) {
            if found.game.phase() == Phase::Over {
                over.push((id, found));
            } else {
                n_live += 1;
                directory.recover(found.game, found.log, found.base_pos);
            }
        }
        let asked = over.iter().map(|(id, _)| *id).chain(self.followers.iter().map(|it| it.id));
        let mut known = archive.settled(&asked.collect::<Vec<_>>()).await?;
        let mut settlements = Vec::new();
        for (id, found) in over {
            if !known.insert(id) && !found.went_on {
                continue;
            }
            let settlement = match Settlement::of(&found.game, &found.log) {
                Ok(settlement) => settlement,
                Err(cause) => {
                    error!(game.id = %id, "game {id} cannot be settled: {cause}");
                    self.leave(found.base_pos);
                    continue;
                }
            };
            settlements.push((settlement, found.base_pos));
            if settlements.len() == SETTLED_AT_ONCE {
                n_settled += self.settle(archive, &settlements, now_ms).await?;
                settlements.clear();
            }
        }
        n_settled += self.settle(archive, &settlements, now_ms).await?;
        for setup in &self.followers {
            let code = setup.id.code();
            if directory.live(code).is_none() && !known.contains(&setup.id) {
                info!(game.id = %code, "game {code} follows now, as was agreed before the stop");
                directory.follow(setup, None);
            }
        }
        if n_live + n_settled > 0 {
            info!("{n_live} games continue, {n_settled} finished ones were settled");
        }
        Ok(self.unsettled.unwrap_or(NO_POS))
    }

    /// Settles games that are over, each with its position in the journal. How many could be.
    async fn settle(
        &mut self,
        archive: &dyn Archive,
        games: &[(Settlement, i64)],
        now_ms: i64,
    ) -> Result<usize, RecoveryError> {
        if games.is_empty() {
            return Ok(0);
        }
        let together: Vec<_> = games.iter().map(|(settlement, _)| settlement).collect();
        match archive.settle(&together, now_ms).await {
            Ok(()) => return Ok(games.len()),
            Err(cause) if cause.is_passing() => return Err(cause.into()),
            // One of them cannot be settled; the others may be.
            Err(_) => {}
        }
        let mut n_settled = 0;
        for (settlement, base_pos) in games {
            match archive.settle(&[settlement], now_ms).await {
                Ok(()) => n_settled += 1,
                Err(cause) if cause.is_passing() => return Err(cause.into()),
                Err(cause) => {
                    let id = settlement.game.summary.id;
                    error!(game.id = %id, "game {id} cannot be settled: {cause}");
                    self.leave(*base_pos);
                }
            }
        }
        Ok(n_settled)
    }

    /// Tells every live game, in as few commits as possible, that the server was away.
    async fn interrupt(
        &mut self,
        journal: &mut impl Rows,
        timebase: Timebase,
    ) -> Result<(), RecoveryError> {
        let to_ms = timebase.now_ms();
        let alive_ms = journal.alive_ms();
        if alive_ms > to_ms as i64 {
            // The clock was put back. If this start is broken off, the next one must not take what
            // the clock showed before for a sign of this process. Where this fails, so does what
            // is written next.
            let _ = journal.alive(to_ms as i64).await;
        }
        let interruptions = self.interruptions(alive_ms, to_ms);
        let mut row = Vec::new();
        for (id, _, bytes) in &interruptions {
            write_entry(*id, EntryKind::Record, bytes, &mut row);
            if row.len() >= ROW_BYTES {
                journal.append(journal.head() + 1, to_ms as i64, &row).await?;
                row.clear();
            }
        }
        if !row.is_empty() {
            journal.append(journal.head() + 1, to_ms as i64, &row).await?;
        }
        self.apply(interruptions);
        Ok(())
    }

    /// What the games that are being played have to be told: that the server was away.
    fn interruptions(&self, alive_ms: i64, to_ms: u64) -> Vec<(GameId, Record, Vec<u8>)> {
        // Where the clock was put back, what it showed before is later than now. A start that was
        // broken off has written its interruption already, and nobody has thought since.
        let from_ms = (alive_ms.max(0) as u64).min(to_ms);
        let command = Command::Interrupt { from_ms, to_ms };
        let playing = self.found.iter().filter(|(_, it)| it.game.phase() == Phase::Playing);
        let told = playing.filter_map(|(&id, found)| {
            let events = found.game.handle(to_ms, By::Server, &command).ok()?;
            let record = Record { key: None, side: None, events };
            let mut bytes = Vec::new();
            records::encode(&record, found.game.line().position().variant(), &mut bytes);
            Some((id, record, bytes))
        });
        told.collect()
    }

    fn apply(&mut self, interruptions: Vec<(GameId, Record, Vec<u8>)>) {
        for (id, record, bytes) in interruptions {
            self.followers.extend(followers(&record));
            if let Some(found) = self.found.get_mut(&id) {
                for event in &record.events {
                    found.game.apply(event);
                }
                found.log.push(&bytes);
            }
        }
    }

    /// Forgets the games that this node has already, or has had: taking over may have been broken
    /// off before.
    async fn forget_known(&mut self, directory: &Directory) -> Result<(), RecoveryError> {
        self.found.retain(|id, _| !directory.has_here(id.code()));
        let live = self.found.iter().filter(|(_, it)| it.game.phase() != Phase::Over);
        let live: Vec<_> = live.map(|(id, _)| *id).collect();
        for id in directory.archive().settled(&live).await? {
            self.found.remove(&id);
        }
        self.leave_asleep(directory).await
    }

    /// Writes those that are not over to this node's own journal, whole. When nothing is written
    /// there any more, the process is ending.
    async fn move_in(&mut self, directory: &Directory) {
        let mut written = Vec::new();
        for (&id, found) in &self.found {
            if found.game.phase() != Phase::Over {
                let bytes = found.log.bytes().to_vec();
                let done = directory.journal().append(id, EntryKind::Whole, bytes).await;
                written.push((id, done));
            }
        }
        for (id, done) in written {
            let Ok(written) = done.await else { return std::future::pending().await };
            if let Some(found) = self.found.get_mut(&id) {
                found.base_pos = written.pos;
            }
        }
    }
}

/// Takes the games over that another node's journal holds: those that are not over are written to
/// this node's journal, and go on here. `false`: something is damaged, and only there.
pub(crate) async fn take_over<R: Rows>(
    directory: &Arc<Directory>,
    journal: &mut R,
    floor: i64,
) -> Result<bool, RecoveryError> {
    let mut recovered = JournalContents::read(journal, floor).await?;
    recovered.forget_known(directory).await?;
    let now_ms = directory.timebase().now_ms();
    let interruptions = recovered.interruptions(journal.alive_ms(), now_ms);
    recovered.apply(interruptions);
    recovered.move_in(directory).await;
    Ok(recovered.enter(directory).await? == NO_POS)
}

/// The games that follow by this record.
fn followers(record: &Record) -> impl Iterator<Item = Setup> {
    record.events.iter().filter_map(follower)
}

/// The game that follows by this event.
fn follower(event: &Event) -> Option<Setup> {
    match event {
        Event::Ended { next: Some(next), .. } | Event::Rematch { next } => {
            Some(next.as_ref().clone())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use komadai_rules::Variant;

    use super::*;

    #[test]
    fn what_is_damaged_is_read_again_and_what_was_trimmed_is_not() {
        let events = vec![Event::Interrupted { from_ms: 1, to_ms: 2, elapsed_ms: 1 }];
        let mut bytes = Vec::new();
        records::encode(&Record { key: None, side: None, events }, Variant::standard(), &mut bytes);
        let game = GameId::new(1, [1; 10]);
        let mut recovered = JournalContents::default();
        let at = |pos| At { id: game, pos, at_ms: 1 };
        recovered.take_record(&mut None, at(7), &bytes);
        assert_eq!(recovered.unsettled, None, "the game's beginning is trimmed");
        recovered.take_record(&mut None, at(8), &bytes[..bytes.len() - 1]);
        assert_eq!(recovered.unsettled, Some(8));
    }
}
