//! The journal: what happened in live games, durable before anyone hears of it.
//!
//! One row per group commit, at consecutive positions. [`Journal::append`] is one statement that
//! is its own transaction, so it is one round trip and one sync. It is read in order when a
//! process takes a node over, and otherwise only written and, from the old end, trimmed.
//!
//! Each node has [`POSITIONS`] of its own, the first that no other has, so that SQLite can keep the
//! rows of all in the order of their positions and needs no index beside them. (Nodes that are
//! older than this and in PostgreSQL all begin at 0; a copy in SQLite moves them.)
//!
//! # Who may write
//! A process that takes a node over raises its epoch and puts an empty row at the next position,
//! which the process before would have used: whichever of the two comes first there wins, on
//! every database, without locks. The one before then finds its position taken and knows that it
//! is [fenced](AppendError::Fenced), and the one after has seen every row there will ever be of
//! the epochs before. This needs positions without gaps and the newest row never trimmed, and
//! both are kept here. Empty rows are never trimmed either: a process that stood still while two
//! others took the node over, one after the other, still finds its position taken by the first.
//!
//! # When it is not known
//! A connection that is lost while a row is being committed leaves open whether the row is there.
//! The writer then appends *the same payload at the same position* again until it has an answer:
//! a row that is already there counts as success. [`AppendError::Failed`] always means that the
//! row is not there.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use futures_util::future::join;
use komadai_ids::NodeId;
use tokio::sync::Notify;

use crate::{
    Conn, Error, Node, Result, Store,
    db::{self, Fault, all, execute, optional, row, run, select, value},
    error::DriverError,
    nodes,
};

/// No payload is longer.
pub const PAYLOAD_BYTES_MAX: usize = 64 << 20;

/// How many positions each node has: 34 years of a thousand rows a second.
pub(crate) const POSITIONS: i64 = 1 << 40;

/// How many rows one call of [`Journal::trim`] deletes: few enough that an append behind it
/// waits for milliseconds only.
pub const TRIM_ROWS_MAX: i64 = 500;

/// A checkpoint is due when the write-ahead log has about this many bytes.
const CHECKPOINT_BYTES: u64 = 4 << 20;

/// What one change costs in the log besides its payload: a page.
const CHANGE_BYTES: u64 = 4096;

/// How many trimmed rows share a page, at least.
const TRIMMED_PER_PAGE: u64 = 8;

/// Why a row was not appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The row is surely not there: the disk is full, the database refuses, it cannot be reached.
    /// The position may be used again, with the same payload or another.
    #[error("the journal did not take the row")]
    Failed(#[source] Error),
    /// The row may be there or not. The same payload must be appended at the same position until
    /// the answer is another one.
    #[error("it is not known whether the journal has taken the row")]
    Unknown(#[source] Error),
    /// Another process has taken the node over. This one must stop.
    #[error("another process has taken this node's journal over")]
    Fenced,
    /// The disk does not keep what it is given, or the journal is not what this process wrote.
    /// The process must exit: only reading it again says what is there.
    #[error("the journal is broken")]
    Fatal(#[source] Error),
}

row! {
    /// One row of the journal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Batch in "journal" {
        /// Its position.
        pub pos: i64,
        /// Which process of the node wrote it.
        pub epoch: i64,
        pub at_ms: i64,
        /// The records of one group commit.
        pub payload: Vec<u8>,
    }
}

row! {
    /// The newest row.
    struct Head in "journal" {
        pos: i64,
        epoch: i64,
        /// Of the newest row that is not empty: that a process began to take the node over says
        /// nothing of how long the one before went on.
        at_ms: i64,
    }
}

/// The journal of one node, open for writing. It belongs to one task.
#[derive(Debug)]
pub struct Journal {
    store: Store,
    node: Node,
    /// `None` from the loss of a connection until the next one.
    conn: Option<Conn>,
    /// The newest position that is taken.
    head: i64,
    /// When any node was last known to be alive.
    site_alive_ms: i64,
    /// An append at `head + 1` has been sent, and no answer to it is known.
    in_doubt: bool,
    /// How far the write-ahead log has grown; shared with the [`Checkpointer`].
    log: Arc<Log>,
}

/// What the writer and the [`Checkpointer`] tell each other.
#[derive(Debug, Default)]
struct Log {
    /// Bytes written since the last checkpoint.
    bytes: AtomicU64,
    /// Signals that a checkpoint is due.
    due: Notify,
    /// A checkpoint has been made; the writer moves what was appended meanwhile and begins the
    /// log again. Only it can: the log must be empty at the instant of an append.
    begin_again: AtomicBool,
}

impl Log {
    fn grown(&self, bytes: u64) {
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if before < CHECKPOINT_BYTES && before + bytes >= CHECKPOINT_BYTES {
            self.due.notify_one();
        }
    }
}

impl Journal {
    /// Takes over the journal of the node with this name; `new_id` is for a name that is new.
    /// Whoever had it before can append nothing from now on.
    ///
    /// # Errors
    /// When the database fails, or yet another process takes the node over meanwhile.
    pub async fn open(store: &Store, name: &str, new_id: NodeId, now_ms: i64) -> Result<Self> {
        let mut conn = store.journal().await?;
        let mut node = nodes::register(&mut conn, name, new_id, now_ms).await?;
        let head = loop {
            let head = newest(&mut conn, node.id).await?;
            if let Some(head) = &head {
                if head.epoch > node.epoch {
                    return Err(Error::Fenced { node: node.name });
                }
                node.alive_ms = node.alive_ms.max(head.at_ms);
            }
            let pos = match head {
                Some(head) => head.pos + 1,
                None => first_of_new(&mut conn).await?,
            };
            match insert(&mut conn, &node, pos, now_ms, &[]).await {
                Ok(()) => break pos,
                // A last row of the process before; it counts. Or another new node was quicker.
                Err(error) if db::fault(&error) == Fault::Taken => {}
                Err(error) => return Err(error.into()),
            }
        };
        let site_alive_ms = nodes::alive_ms(&mut conn).await?.max(node.alive_ms);
        Ok(Self {
            store: store.clone(),
            node,
            conn: Some(conn),
            head,
            site_alive_ms,
            in_doubt: false,
            log: Arc::default(),
        })
    }

    /// The node whose journal it is. Its `alive_ms` is the last sign of the process before.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// When any node of its database was last known to be alive before this one began.
    pub fn site_alive_ms(&self) -> i64 {
        self.site_alive_ms
    }

    /// The position that the next row must have.
    pub fn next_pos(&self) -> i64 {
        self.head + 1
    }

    /// The position of the newest row.
    pub fn head(&self) -> i64 {
        self.head
    }

    /// Whether each row goes to another process, as it does on PostgreSQL.
    pub fn is_remote(&self) -> bool {
        self.conn.as_ref().is_some_and(|conn| !conn.is_sqlite())
    }

    /// The first position that may be this node's.
    fn first(&self) -> i64 {
        self.head / POSITIONS * POSITIONS
    }

    /// Appends one row. When it returns `Ok`, the row is durable.
    ///
    /// `pos` must be [`Journal::next_pos`]. A lost connection is made again first.
    /// When the future is dropped before it is ready, that is as if it had said
    /// [`AppendError::Unknown`].
    ///
    /// # Errors
    /// [`AppendError`] says what is known about the row.
    pub async fn append(
        &mut self,
        pos: i64,
        at_ms: i64,
        payload: &[u8],
    ) -> Result<(), AppendError> {
        if pos != self.next_pos() {
            return Err(AppendError::Fatal(Error::Position { pos, next: self.next_pos() }));
        }
        if payload.is_empty() || payload.len() > PAYLOAD_BYTES_MAX {
            return Err(AppendError::Failed(Error::Payload { bytes: payload.len() }));
        }
        if self.conn.is_none()
            && let Err(error) = self.reconnect().await
        {
            return Err(self.refused(error));
        }
        let Some(conn) = &mut self.conn else {
            return Err(AppendError::Fatal(Error::Position { pos, next: pos }));
        };

        if self.log.begin_again.swap(false, Ordering::Relaxed) {
            // If it fails the log only gets longer; what ails the disk shows in the append.
            let _ = conn.checkpoint().await;
        }
        let was_in_doubt = std::mem::replace(&mut self.in_doubt, true);
        let error = match insert(conn, &self.node, pos, at_ms, payload).await {
            Ok(()) => {
                self.durable(payload);
                return Ok(());
            }
            Err(error) => error,
        };
        match db::fault(&error) {
            Fault::Refused => {
                self.in_doubt = was_in_doubt;
                Err(self.refused(error.into()))
            }
            Fault::Broken => Err(AppendError::Fatal(error.into())),
            Fault::Unknown => {
                self.conn = None;
                Err(AppendError::Unknown(error.into()))
            }
            Fault::Taken => match at(conn, self.node.id, pos).await {
                Ok(Some(row)) if row.epoch > self.node.epoch => Err(AppendError::Fenced),
                Ok(Some(row)) if row.epoch == self.node.epoch && row.payload == payload => {
                    self.durable(payload);
                    Ok(())
                }
                Ok(_) => Err(AppendError::Fatal(Error::Diverged { pos })),
                Err(error) => {
                    self.conn = None;
                    Err(AppendError::Unknown(error))
                }
            },
        }
    }

    fn durable(&mut self, payload: &[u8]) {
        self.head += 1;
        self.in_doubt = false;
        self.log.grown(CHANGE_BYTES + payload.len() as u64);
    }

    /// What it means that the present attempt has surely changed nothing.
    fn refused(&self, error: Error) -> AppendError {
        if self.in_doubt { AppendError::Unknown(error) } else { AppendError::Failed(error) }
    }

    /// Makes a new connection in place of the present one.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub async fn reconnect(&mut self) -> Result<()> {
        if let Some(conn) = self.conn.take() {
            conn.close().await;
        }
        self.conn = Some(self.store.journal().await?);
        Ok(())
    }

    /// What stands at a position, asked on a new connection. `None` is no proof that a row whose
    /// fate is unknown will not appear there yet; appending it again is.
    pub async fn find(&self, pos: i64) -> Result<Option<Vec<u8>>> {
        let mut conn = self.store.journal().await?;
        let row = at(&mut conn, self.node.id, pos).await;
        conn.close().await;
        Ok(row?.map(|row| row.payload))
    }

    /// The rows from this position on, in order, at most `limit`. Empty: there are no more.
    pub async fn read(&mut self, from_pos: i64, limit: u32) -> Result<Vec<Batch>> {
        let (node, from_pos) = (self.node.id, from_pos.max(self.first()));
        let conn = self.connected().await?;
        let rows = all!(
            conn,
            select!(
                Batch,
                "FROM journal \
                 WHERE node = $1 AND pos >= $2 AND LENGTH(payload) > 0 ORDER BY pos LIMIT $3"
            ),
            node.uuid(),
            from_pos,
            i64::from(limit)
        )
        .await;
        self.noticed(rows)
    }

    /// Deletes the oldest rows below a position, [`TRIM_ROWS_MAX`] at most; `true`: call again.
    /// The newest row stays in any case, and so do those that fence former processes.
    ///
    /// # Errors
    /// When the database fails; then it may be tried again.
    pub async fn trim(&mut self, below_pos: i64) -> Result<bool> {
        let (node, first, below) = (self.node.id, self.first(), below_pos.min(self.head));
        let conn = self.connected().await?;
        let deleted = execute!(
            conn,
            "DELETE FROM journal WHERE node = $1 AND pos IN (SELECT pos FROM journal \
             WHERE node = $1 AND pos >= $2 AND pos < $3 AND LENGTH(payload) > 0 \
             ORDER BY pos LIMIT $4)",
            node.uuid(),
            first,
            below,
            TRIM_ROWS_MAX
        )
        .await;
        let deleted = self.noticed(deleted)?;
        self.log.grown(CHANGE_BYTES * (1 + deleted / TRIMMED_PER_PAGE));
        Ok(i64::try_from(deleted).is_ok_and(|deleted| deleted >= TRIM_ROWS_MAX))
    }

    /// Ends this journal, when everything that it held is in another: its rows are deleted but for
    /// those at which whoever had it before finds that it has been taken over.
    ///
    /// # Errors
    /// When the database fails; then it may be tried again.
    pub async fn end(&mut self, now_ms: i64) -> Result<()> {
        while self.trim(self.head).await? {}
        self.retire(now_ms).await
    }

    /// Ends this journal with its rows: nobody takes it up any more, and a person may look at it.
    ///
    /// # Errors
    /// As [`Journal::end`].
    pub async fn retire(&mut self, now_ms: i64) -> Result<()> {
        let node = self.node.clone();
        let ended = nodes::end(self.connected().await?, &node, now_ms).await;
        self.noticed(ended)
    }

    /// Notes that this process is alive; to be called every second.
    ///
    /// # Errors
    /// [`Error::Fenced`] when another process has taken the node over, [`Error::Occupied`] when
    /// another server has taken the database; else when the database fails, and then it may be
    /// tried again.
    pub async fn alive(&mut self, now_ms: i64) -> Result<()> {
        let (store, node) = (self.store.clone(), self.node.clone());
        let note = nodes::alive(self.connected().await?, &node, now_ms);
        let (noted, sole) = join(note, store.check_sole()).await;
        self.log.grown(CHANGE_BYTES);
        if !self.noticed(noted)? {
            return Err(Error::Fenced { node: node.name });
        }
        sole
    }

    /// Forgets the connection when an error says that it is gone.
    fn noticed<T>(&mut self, result: Result<T>) -> Result<T> {
        if let Err(Error::Query(DriverError(error))) = &result
            && db::fault(error) == Fault::Unknown
        {
            self.conn = None;
        }
        result
    }

    pub(crate) async fn connected(&mut self) -> Result<&mut Conn> {
        match &mut self.conn {
            Some(conn) => Ok(conn),
            none => Ok(none.insert(self.store.journal().await?)),
        }
    }

    /// What moves the appended rows out of SQLite's write-ahead log, alongside the writer. There
    /// should be one.
    pub async fn checkpointer(&self) -> Result<Checkpointer> {
        let conn = self.store.journal().await?;
        let conn = conn.is_sqlite().then_some(conn);
        Ok(Checkpointer { conn, log: self.log.clone() })
    }
}

/// What a checkpoint has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// How many pages were in the log.
    pub pages: i64,
    /// How many of them are now in the file.
    pub moved: i64,
}

/// Moves appended rows from SQLite's write-ahead log into the file, on a connection of its own,
/// so that the writer does not wait for it. What is appended meanwhile, a few pages, is moved by
/// the writer at its next append, which then writes over the log from its beginning: that keeps
/// the log short under any load, and costs a third less than making it longer.
///
/// On PostgreSQL there is nothing to do.
#[derive(Debug)]
pub struct Checkpointer {
    conn: Option<Conn>,
    /// Shared with the [`Journal`].
    log: Arc<Log>,
}

impl Checkpointer {
    /// Waits until a checkpoint is due (on PostgreSQL: for ever). May be dropped at any time.
    pub async fn due(&self) {
        if self.conn.is_none() {
            return std::future::pending().await;
        }
        while self.log.bytes.load(Ordering::Relaxed) < CHECKPOINT_BYTES {
            self.log.due.notified().await;
        }
    }

    /// Makes a checkpoint if one is due. Called once a second or whenever one is
    /// [due](Checkpointer::due).
    ///
    /// # Errors
    /// When the database fails; then it may be tried again.
    pub async fn run(&mut self) -> Result<Option<Checkpoint>> {
        let Some(conn) = &mut self.conn else { return Ok(None) };
        if self.log.bytes.load(Ordering::Relaxed) < CHECKPOINT_BYTES {
            return Ok(None);
        }
        self.log.bytes.store(0, Ordering::Relaxed);
        let done = conn.checkpoint().await?;
        self.log.begin_again.store(true, Ordering::Relaxed);
        Ok(done.map(|(pages, moved)| Checkpoint { pages, moved }))
    }
}

async fn insert(
    conn: &mut Conn,
    node: &Node,
    pos: i64,
    at_ms: i64,
    payload: &[u8],
) -> Result<(), sqlx::Error> {
    run!(
        conn,
        "INSERT INTO journal (node, pos, epoch, at_ms, payload) VALUES ($1, $2, $3, $4, $5)",
        node.id.uuid(),
        pos,
        node.epoch,
        at_ms,
        payload
    )
    .await
    .map(|_rows| ())
}

/// Where the positions of a node begin that has no row yet.
async fn first_of_new(conn: &mut Conn) -> Result<i64> {
    // By node, as PostgreSQL's index is: nobody waits until the whole journal is read.
    let highest: Option<i64> = value!(
        conn,
        "SELECT MAX(pos) AS pos FROM (SELECT \
         (SELECT MAX(pos) FROM journal WHERE node = nodes.id) AS pos FROM nodes) AS heads"
    )
    .await?;
    Ok(highest.map_or(0, |pos| (pos / POSITIONS + 1) * POSITIONS))
}

async fn at(conn: &mut Conn, node: NodeId, pos: i64) -> Result<Option<Batch>> {
    optional!(conn, select!(Batch, "FROM journal WHERE node = $1 AND pos = $2"), node.uuid(), pos)
        .await
}

async fn newest(conn: &mut Conn, node: NodeId) -> Result<Option<Head>> {
    optional!(
        conn,
        "SELECT pos, epoch, COALESCE((SELECT at_ms FROM journal WHERE node = $1 \
         AND LENGTH(payload) > 0 ORDER BY pos DESC LIMIT 1), 0) AS at_ms \
         FROM journal WHERE node = $1 ORDER BY pos DESC LIMIT 1",
        node.uuid()
    )
    .await
}
