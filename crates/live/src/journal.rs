//! The one writer of the journal, and how rooms reach it.
//!
//! Rooms hand their records over a channel; the writer takes whatever has come together, makes
//! one row of it, and answers each room when that row is durable. With little to do a record is
//! written at once; with much to do rows grow, by themselves when the disk is slow, and by waiting
//! a moment when it is quick.

mod gathering;

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use komadai_game::journal::{JournalError, Reader, write_number};
use komadai_ids::GameId;
use komadai_store::{AppendError, Batch, Error, Journal};
use tokio::{
    sync::{
        mpsc::{self, error::TrySendError},
        oneshot, watch,
    },
    time::{Instant, MissedTickBehavior, interval, sleep},
};
use tracing::{debug, error, info, warn};

use self::gathering::{Gathering, Wait};
use crate::{Timebase, metrics::METRICS, retry::Retry};

/// The most records in one row.
pub const BATCH_RECORDS_MAX: usize = 1_000;

/// How many records may wait for the writer before rooms have to wait too.
pub const QUEUE_MAX: usize = 4_096;

/// For how long nothing could be written before players are informed.
pub const STALL_AFTER: Duration = Duration::from_secs(1);

/// How often a row that could not be written is tried again.
const RETRY_EVERY: Duration = Duration::from_millis(250);

/// How often the node says that it is alive.
const ALIVE_EVERY: Duration = Duration::from_secs(1);

const PAYLOAD_VERSION: u8 = 1;

/// What a journal entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// The next record of a game.
    Record,
    /// All records of a game so far, written again so that older rows can go.
    Whole,
    /// The same of a game whose clock runs, after how long the side to move had thought by then:
    /// [`split_thought`] tells them apart. Otherwise a move of days would begin anew with each
    /// start.
    WholeRunning,
}

impl EntryKind {
    fn byte(self) -> u8 {
        match self {
            Self::Record => 1,
            Self::Whole => 2,
            Self::WholeRunning => 3,
        }
    }
}

/// One game's part of a row, and whom to tell when the row is durable.
#[derive(Debug)]
pub struct JournalEntry {
    pub game: GameId,
    /// What it is.
    pub kind: EntryKind,
    /// The record, or the log.
    pub bytes: Vec<u8>,
    /// Answered once the row is durable.
    pub done: oneshot::Sender<RowPosition>,
}

/// A row that is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowPosition {
    pub pos: i64,
}

/// Where rows are kept: a node's journal in its database, or one that a test controls. A paused
/// clock and a database never meet in one test, so tests of many rooms have their own.
///
/// What each function promises is said at [`Journal`].
pub trait Rows: Send + 'static {
    /// How much of it is sorted by games at once when it is taken up, in bytes.
    const SORTED_BYTES: usize = 16 << 20;

    /// How often its old end is looked at.
    const FLOOR_EVERY: Duration = Duration::from_secs(60);

    /// The position of the newest row.
    fn head(&self) -> i64;

    /// When its node was last known to be alive, in Unix milliseconds.
    fn alive_ms(&self) -> i64;

    /// When any node of its site was last known to be alive, in Unix milliseconds.
    fn site_alive_ms(&self) -> i64 {
        self.alive_ms()
    }

    /// As [`Journal::is_remote`].
    fn is_remote(&self) -> bool {
        false
    }

    /// As [`Journal::read`].
    fn read(
        &mut self,
        from_pos: i64,
        limit: u32,
    ) -> impl Future<Output = komadai_store::Result<Vec<Batch>>> + Send;

    /// As [`Journal::append`], at the position after the newest row.
    fn append(
        &mut self,
        pos: i64,
        at_ms: i64,
        payload: &[u8],
    ) -> impl Future<Output = Result<(), AppendError>> + Send;

    /// As [`Journal::alive`].
    fn alive(&mut self, now_ms: i64) -> impl Future<Output = komadai_store::Result<()>> + Send;

    /// As [`Journal::trim`].
    fn trim(&mut self, below_pos: i64) -> impl Future<Output = komadai_store::Result<bool>> + Send;
}

impl Rows for Journal {
    fn head(&self) -> i64 {
        self.head()
    }

    fn alive_ms(&self) -> i64 {
        self.node().alive_ms
    }

    fn site_alive_ms(&self) -> i64 {
        self.site_alive_ms()
    }

    fn is_remote(&self) -> bool {
        self.is_remote()
    }

    async fn read(&mut self, from_pos: i64, limit: u32) -> komadai_store::Result<Vec<Batch>> {
        self.read(from_pos, limit).await
    }

    async fn append(&mut self, pos: i64, at_ms: i64, payload: &[u8]) -> Result<(), AppendError> {
        self.append(pos, at_ms, payload).await
    }

    async fn alive(&mut self, now_ms: i64) -> komadai_store::Result<()> {
        self.alive(now_ms).await
    }

    async fn trim(&mut self, below_pos: i64) -> komadai_store::Result<bool> {
        self.trim(below_pos).await
    }
}

/// How rooms reach the writer.
#[derive(Clone, Debug)]
pub struct JournalHandle {
    entries: mpsc::Sender<JournalEntry>,
}

/// The process cannot continue: what it would write might be lost.
#[derive(Debug, thiserror::Error)]
#[error("the journal can no longer be written")]
pub struct JournalFault(#[source] pub AppendError);

/// Whether rows can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    Writing,
    /// Not since this instant, in Unix milliseconds.
    Stalled {
        /// The last instant at which it could.
        since_ms: u64,
    },
}

impl JournalHandle {
    /// A handle and the far end of its channel.
    pub fn channel() -> (Self, mpsc::Receiver<JournalEntry>) {
        let (entries, receiver) = mpsc::channel(QUEUE_MAX);
        (Self { entries }, receiver)
    }

    /// How many entries wait for the writer.
    pub(crate) fn n_waiting(&self) -> usize {
        QUEUE_MAX - self.entries.capacity()
    }

    /// Hands an entry to the writer. The answer comes when it is durable, and never when the
    /// writer has ended.
    pub async fn append(
        &self,
        game: GameId,
        kind: EntryKind,
        bytes: Vec<u8>,
    ) -> oneshot::Receiver<RowPosition> {
        let (done, written) = oneshot::channel();
        // When the writer is gone the process is ending: the room then waits until it is ended.
        if let Err(TrySendError::Full(entry)) =
            self.entries.try_send(JournalEntry { game, kind, bytes, done })
        {
            // In a future of its own, so that those of the rooms stay small.
            let _ = Box::pin(self.entries.send(entry)).await;
        }
        written
    }
}

/// What [`EntryKind::WholeRunning`] says: the thinking so far, in milliseconds, before the log.
pub fn with_thought(thought_ms: u64, log: &[u8]) -> Vec<u8> {
    [&thought_ms.to_le_bytes(), log].concat()
}

/// How long the side to move had thought, in milliseconds, and the log.
pub fn split_thought(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (thought_ms, log) = bytes.split_first_chunk()?;
    Some((u64::from_le_bytes(*thought_ms), log))
}

/// Adds an entry to a row.
pub fn write_entry(game: GameId, kind: EntryKind, bytes: &[u8], row: &mut Vec<u8>) {
    if row.is_empty() {
        row.push(PAYLOAD_VERSION);
    }
    row.push(kind.byte());
    row.extend_from_slice(game.uuid().as_bytes());
    write_number(bytes.len() as u64, row);
    row.extend_from_slice(bytes);
}

/// Reads a row's entries in their order.
///
/// # Errors
/// When the row is damaged or from a newer program; the entries before the damage have been
/// given.
pub fn read_entries<'a>(
    row: &'a [u8],
    mut each: impl FnMut(GameId, EntryKind, &'a [u8]),
) -> Result<(), JournalError> {
    if row.is_empty() {
        return Ok(());
    }
    let mut reader = Reader(row);
    let version = reader.byte()?;
    if version != PAYLOAD_VERSION {
        return Err(JournalError::Version(version));
    }
    while !reader.0.is_empty() {
        let kind = match reader.byte()? {
            1 => EntryKind::Record,
            2 => EntryKind::Whole,
            3 => EntryKind::WholeRunning,
            tag => return Err(JournalError::Tag(tag)),
        };
        let game = GameId::from_uuid(uuid::Uuid::from_bytes(reader.array()?));
        let len = usize::try_from(reader.number()?).map_err(|_| JournalError::Short)?;
        each(game, kind, reader.bytes(len)?);
    }
    Ok(())
}

/// The writer's state.
pub(crate) struct Writer<J, S> {
    journal: J,
    timebase: Timebase,
    /// Whether this server shares its site's games with others.
    shares_games: S,
    /// Since when the writer has waited for the database, in Unix milliseconds; 0 when it does
    /// not. Read by the watchman of [`watch_health`].
    waiting_since_ms: Arc<AtomicU64>,
    /// The newest row; read by the cleaner.
    head: Arc<AtomicI64>,
    /// Rows below this position are no longer needed; the cleaner moves it.
    floor: watch::Receiver<i64>,
    /// Becomes true, or is dropped, when nobody will hand over anything any more.
    stop: watch::Receiver<bool>,
}

impl<J: Rows, S: Fn() -> bool> Writer<J, S> {
    /// A writer on an open journal, which it trims below `floor`, until `stop`.
    pub(crate) fn new(
        journal: J,
        timebase: Timebase,
        shares_games: S,
        floor: watch::Receiver<i64>,
        stop: watch::Receiver<bool>,
    ) -> Self {
        let head = Arc::new(AtomicI64::new(journal.head()));
        Self {
            journal,
            timebase,
            shares_games,
            waiting_since_ms: Arc::default(),
            head,
            floor,
            stop,
        }
    }

    /// The position of the newest row.
    pub(crate) fn head(&self) -> Arc<AtomicI64> {
        self.head.clone()
    }

    /// Since when the writer has waited for the database, in Unix milliseconds; 0 when it does
    /// not.
    pub(crate) fn waiting_since_ms(&self) -> Arc<AtomicU64> {
        self.waiting_since_ms.clone()
    }

    /// Writes until it is asked to stop and everything is written.
    ///
    /// # Errors
    /// When the process must end because the journal is not its own any more, or not to be
    /// trusted.
    pub(crate) async fn run(
        mut self,
        mut entries: mpsc::Receiver<JournalEntry>,
    ) -> Result<(), JournalFault> {
        let mut batch = Vec::new();
        let mut row = Vec::new();
        let mut stop = self.stop.clone();
        let mut stopped = pin!(stopped(&mut stop));
        let mut gathering = Gathering::new();
        let mut alive = interval(ALIVE_EVERY);
        alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                taken = entries.recv_many(&mut batch, BATCH_RECORDS_MAX) => {
                    if taken == 0 {
                        return Ok(());
                    }
                    let wait = Wait::of((self.shares_games)(), self.journal.is_remote());
                    gathering.gather(&mut entries, &mut batch, wait).await;
                    row.clear();
                    for entry in &batch {
                        write_entry(entry.game, entry.kind, &entry.bytes, &mut row);
                    }
                    let began = Instant::now();
                    let pos = self.write(&row).await?;
                    METRICS.row(batch.len(), began.elapsed());
                    for entry in batch.drain(..) {
                        // A room that has ended does not wait for its answer.
                        let _ = entry.done.send(RowPosition { pos });
                    }
                }
                _ = alive.tick() => self.tick().await?,
                // Looked at last, so that what was handed over is written.
                () = &mut stopped => return Ok(()),
            }
        }
    }

    /// Writes one row, however long it takes.
    async fn write(&mut self, row: &[u8]) -> Result<i64, JournalFault> {
        let began_ms = self.waits();
        let pos = self.journal.head() + 1;
        let mut retry = Retry::every(RETRY_EVERY);
        let mut said = String::new();
        loop {
            match self.journal.append(pos, began_ms as i64, row).await {
                Ok(()) => break,
                // Either way the same row at the same position is the right thing to try: a row
                // that is there already counts as written.
                Err(AppendError::Failed(cause) | AppendError::Unknown(cause)) => {
                    let cause = cause.to_string();
                    // What is in the way may become something else.
                    if cause != said {
                        error!("the journal cannot be written, games are paused: {cause}");
                        said = cause;
                    }
                    retry.failed(|| {}).await;
                }
                Err(broken) => return Err(JournalFault(broken)),
            }
        }
        if retry.has_failed() {
            let after_ms = self.timebase.now_ms().saturating_sub(began_ms);
            info!("the journal is written again, after {after_ms} ms");
        }
        self.waiting_since_ms.store(0, Relaxed);
        self.head.store(pos, Relaxed);
        Ok(pos)
    }

    /// Notes that the database is being waited for, if it was not already. The present instant.
    fn waits(&self) -> u64 {
        let now_ms = self.timebase.now_ms();
        // One that is being waited for already keeps its beginning.
        let _ = self.waiting_since_ms.compare_exchange(0, now_ms, Relaxed, Relaxed);
        now_ms
    }

    /// What is done once a second: the sign of life, and some trimming.
    async fn tick(&mut self) -> Result<(), JournalFault> {
        let now_ms = self.waits();
        match self.journal.alive(now_ms as i64).await {
            Ok(()) => self.waiting_since_ms.store(0, Relaxed),
            // There may be nothing to write for long, while the server believes what is no longer
            // true.
            Err(Error::Fenced { .. }) => return Err(JournalFault(AppendError::Fenced)),
            Err(cause @ Error::Occupied { .. }) => {
                return Err(JournalFault(AppendError::Fatal(cause)));
            }
            // The next row, or the next second, tries again; until then the watchman sees it.
            Err(cause) => {
                debug!("no sign of life: {cause}");
                sleep(RETRY_EVERY).await;
                return Ok(());
            }
        }
        if self.floor.has_changed().unwrap_or(false) {
            let floor = *self.floor.borrow();
            match self.journal.trim(floor).await {
                // There is more to trim: the mark stays, and the next second continues.
                Ok(true) => {}
                Ok(false) => {
                    self.floor.mark_unchanged();
                }
                Err(cause) => warn!("the journal could not be trimmed: {cause}"),
            }
        }
        Ok(())
    }
}

/// Waits until the switch is thrown, or its owner is gone.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // Either is the end.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Watches how long the writer has been waiting and tells it through `health`, until nobody
/// listens.
pub async fn watch_health(
    waiting_since_ms: Arc<AtomicU64>,
    timebase: Timebase,
    health: watch::Sender<Health>,
) {
    let mut ticks = interval(RETRY_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !health.is_closed() {
        ticks.tick().await;
        let since_ms = waiting_since_ms.load(Relaxed);
        let waited_ms = timebase.now_ms().saturating_sub(since_ms);
        let present = match *health.borrow() {
            // It stays the outage that it was, even when the writer begins another attempt.
            stalled @ Health::Stalled { .. } if since_ms != 0 => stalled,
            _ if since_ms != 0 && waited_ms >= STALL_AFTER.as_millis() as u64 => {
                Health::Stalled { since_ms }
            }
            _ => Health::Writing,
        };
        health.send_if_modified(|health| std::mem::replace(health, present) != present);
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::NodeId;
    use komadai_store::both_dbs;

    use super::*;

    both_dbs!(a_writer_with_nothing_to_write_ends_when_it_is_fenced, |store| async {
        let open = async || Journal::open(&store, "main", NodeId::new(1, [1; 10]), 1).await;
        let (_handle, entries) = JournalHandle::channel();
        let (_floor, floor) = watch::channel(0);
        let (_stop, stop) = watch::channel(false);
        let writer = Writer::new(open().await.unwrap(), Timebase::start(), || false, floor, stop);
        let running = tokio::spawn(writer.run(entries));
        let _other = open().await.unwrap();
        let JournalFault(why) = running.await.unwrap().expect_err("it is fenced");
        assert!(matches!(why, AppendError::Fenced), "{why}");
    });

    #[test]
    fn a_row_is_read_back_up_to_the_damage() {
        let games: Vec<_> = (0..3).map(|n| GameId::new(n, [n as u8; 10])).collect();
        let mut row = Vec::new();
        for &game in &games {
            write_entry(game, EntryKind::Record, b"one", &mut row);
            write_entry(game, EntryKind::Whole, &[7; 300], &mut row);
        }
        let mut read = Vec::new();
        read_entries(&row, |game, kind, bytes| read.push((game, kind, bytes.to_vec()))).unwrap();
        assert_eq!(read.len(), 6);
        assert_eq!(read[5], (games[2], EntryKind::Whole, vec![7; 300]));

        for cut in 1..row.len() {
            let mut n = 0;
            // Cut between two entries it is a shorter row, anywhere else an error.
            let _ = read_entries(&row[..cut], |_, _, _| n += 1);
            assert!(n < 6, "{cut}");
        }
        assert_eq!(read_entries(&[9, 9], |_, _, _| ()), Err(JournalError::Version(9)));
    }
}
