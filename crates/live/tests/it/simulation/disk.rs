//! A journal that outlives the process, and goes wrong on request.

use std::{io, path::PathBuf, sync::Arc, time::Duration};

use komadai_live::{Timebase, journal::Rows};
use komadai_store::{AppendError, Batch, Error};
use parking_lot::Mutex;
use tokio::{task::yield_now, time::sleep};

use super::{script::Fault, truth::Truth};

/// What survives. Clones share it.
#[derive(Clone)]
pub(super) struct Disk {
    platter: Arc<Mutex<Platter>>,
    truth: Truth,
}

#[derive(Default)]
struct Platter {
    rows: Vec<Batch>,
    alive_ms: i64,
    fault: Option<Fault>,
    /// Nothing is kept any more.
    lies: bool,
    /// Uptime of the processes before this one.
    up_ms: u64,
    /// How many processes began to read above the first row.
    n_from_floor: u64,
}

impl Disk {
    pub(super) fn new(truth: Truth) -> Self {
        Self { platter: Arc::default(), truth }
    }

    /// The next appends go wrong.
    pub(super) fn set(&self, fault: Option<Fault>) {
        self.platter.lock().fault = fault;
    }

    /// Nothing is kept from now on.
    pub(super) fn lie(&self) {
        self.platter.lock().lies = true;
    }

    /// A process has ended that ran for so long.
    pub(super) fn ran(&self, ms: u64) {
        self.platter.lock().up_ms += ms;
    }

    /// How many processes began to read above the first row.
    pub(super) fn n_from_floor(&self) -> u64 {
        self.platter.lock().n_from_floor
    }

    /// What a process works with that begins now.
    pub(super) fn open(&self, timebase: Timebase) -> Open {
        Open { disk: self.clone(), began_ms: timebase.now_ms(), has_read: false }
    }
}

/// The journal as one process has it.
pub(super) struct Open {
    disk: Disk,
    began_ms: u64,
    has_read: bool,
}

impl Open {
    /// What the next append does, and what is left of it for the one after.
    fn fault(&self) -> Option<Fault> {
        let mut platter = self.disk.platter.lock();
        let fault = platter.fault.take();
        platter.fault = match fault {
            Some(Fault::Refuse(n)) if n > 1 => Some(Fault::Refuse(n - 1)),
            Some(Fault::LoseQuestion(n)) if n > 1 => Some(Fault::LoseQuestion(n - 1)),
            _ => None,
        };
        fault
    }

    /// What the next sign of life does.
    fn is_refusing(&self) -> bool {
        matches!(self.disk.platter.lock().fault, Some(Fault::Refuse(_) | Fault::LoseQuestion(_)))
    }

    fn keep(&self, pos: i64, at_ms: i64, payload: &[u8]) {
        let mut platter = self.disk.platter.lock();
        if let Some(row) = platter.rows.get(pos as usize) {
            if row.payload != payload {
                self.disk.truth.breaks(|| format!("two rows for position {pos}"));
            }
            return;
        }
        if platter.rows.len() as i64 != pos {
            self.disk.truth.breaks(|| format!("row {pos} leaves a gap"));
        }
        if platter.lies {
            return;
        }
        platter.rows.push(Batch { pos, epoch: 0, at_ms, payload: payload.to_vec() });
        // A turn is counted from when its row was given to the disk, because nothing stored says
        // when it was announced.
        let up_ms = platter.up_ms + (at_ms as u64).saturating_sub(self.began_ms);
        drop(platter);
        self.disk.truth.take(payload, up_ms);
    }
}

fn refused() -> Error {
    let path = PathBuf::from("simulated");
    Error::DataDir { path, source: io::ErrorKind::StorageFull.into() }
}

impl Rows for Open {
    /// A few rows, so that every restart takes the journal up in several parts.
    const SORTED_BYTES: usize = 200;

    /// So often that a kill finds it at every height.
    const FLOOR_EVERY: Duration = Duration::from_millis(200);

    fn head(&self) -> i64 {
        self.disk.platter.lock().rows.len() as i64 - 1
    }

    fn alive_ms(&self) -> i64 {
        let platter = self.disk.platter.lock();
        platter.rows.last().map_or(0, |row| row.at_ms).max(platter.alive_ms)
    }

    async fn read(&mut self, from_pos: i64, limit: u32) -> komadai_store::Result<Vec<Batch>> {
        let mut platter = self.disk.platter.lock();
        if !std::mem::replace(&mut self.has_read, true) && from_pos > 0 {
            platter.n_from_floor += 1;
        }
        let rows = platter.rows.iter().skip(from_pos.max(0) as usize);
        Ok(rows.take(limit.min(3) as usize).cloned().collect())
    }

    async fn append(&mut self, pos: i64, at_ms: i64, payload: &[u8]) -> Result<(), AppendError> {
        // A kill may find the process here, and below.
        yield_now().await;
        match self.fault() {
            None => self.keep(pos, at_ms, payload),
            Some(Fault::Slow(ms)) => {
                sleep(Duration::from_millis(u64::from(ms / 2))).await;
                self.keep(pos, at_ms, payload);
                sleep(Duration::from_millis(u64::from(ms / 2))).await;
            }
            Some(Fault::Refuse(_)) => return Err(AppendError::Failed(refused())),
            Some(Fault::LoseQuestion(_)) => return Err(AppendError::Unknown(refused())),
            Some(Fault::LoseAnswer) => {
                self.keep(pos, at_ms, payload);
                return Err(AppendError::Unknown(refused()));
            }
        }
        yield_now().await;
        Ok(())
    }

    async fn alive(&mut self, now_ms: i64) -> komadai_store::Result<()> {
        if self.is_refusing() {
            return Err(refused());
        }
        self.disk.platter.lock().alive_ms = now_ms;
        Ok(())
    }

    async fn trim(&mut self, _below_pos: i64) -> komadai_store::Result<bool> {
        Ok(false)
    }
}
