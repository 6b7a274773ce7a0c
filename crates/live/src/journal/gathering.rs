//! How records that come at about the same time become one row.

use std::{future::poll_fn, mem::replace, task::Poll, time::Duration};

use tokio::{
    sync::mpsc,
    task::yield_now,
    time::{Instant, sleep},
};

use super::{BATCH_RECORDS_MAX, JournalEntry};

/// How often others may run before a row is written.
const ROUNDS_MAX: usize = 8;

/// With fewer records than this a row waits a moment for others, when many are coming.
const WORTH_A_ROW: usize = 8;

/// A row of so many records is written at once: its price is shared by enough of them, and with a
/// thousand games ready to move it takes milliseconds until everybody has run.
const ENOUGH: usize = 32;

/// With fewer records a second than this it is not worth a system call to look for more.
const WORTH_A_LOOK: u32 = 2_000;

/// Over what time records are counted.
const COUNTED_OVER: Duration = Duration::from_millis(20);

/// When a row with few records waits for others, by what a row costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wait {
    /// From so many records a second.
    from_per_second: u32,
    /// How long.
    moment: Duration,
}

/// The runtime's timers have steps of a millisecond: a wait for this long ends with the next one.
const NEXT_STEP: Duration = Duration::from_micros(1);

impl Wait {
    /// In a file of this process.
    const LOCAL: Self = Self { from_per_second: 3_000, moment: NEXT_STEP };

    /// In a database that is another process: each row is a message to it, wakes it twice (for the
    /// message, and when the disk has it), and wakes this process with the answer. With 500 records
    /// a second, about half of the rows find another in the millisecond or so that they wait.
    const REMOTE: Self = Self { from_per_second: 500, moment: NEXT_STEP };

    /// In a database that several servers share. Three that share the games of one write three
    /// times as many rows, each of which costs the database about the same. Eight milliseconds,
    /// which no player notices, make up for that.
    const SHARED: Self = Self { from_per_second: 100, moment: Duration::from_millis(8) };

    pub(super) fn of(shares_games: bool, is_remote: bool) -> Self {
        match (shares_games, is_remote) {
            (true, _) => Self::SHARED,
            (false, true) => Self::REMOTE,
            (false, false) => Self::LOCAL,
        }
    }
}

/// How quickly records come.
#[derive(Debug)]
pub(super) struct Gathering {
    counted_from: Instant,
    counted: u32,
    per_second: u32,
}

impl Gathering {
    pub(super) fn new() -> Self {
        Self { counted_from: Instant::now(), counted: 0, per_second: 0 }
    }

    /// Adds to the first records of a row what belongs in the same one.
    pub(super) async fn gather(
        &mut self,
        entries: &mut mpsc::Receiver<JournalEntry>,
        batch: &mut Vec<JournalEntry>,
        wait: Wait,
    ) {
        self.take_ready(entries, batch).await;
        if self.per_second >= wait.from_per_second && batch.len() < WORTH_A_ROW {
            sleep(wait.moment).await;
            self.take_ready(entries, batch).await;
        }
        // Including what came while the row waited: without it the rate would seem low.
        self.count(batch.len());
    }

    /// Lets everybody run who is ready to, and takes what they hand over, as long as something
    /// comes and it is not [`ENOUGH`]. A row costs about the same whatever is in it, so this is
    /// what makes rows grow under load; with nothing else to do it is over at once.
    async fn take_ready(
        &self,
        entries: &mut mpsc::Receiver<JournalEntry>,
        batch: &mut Vec<JournalEntry>,
    ) {
        for _ in 0..ROUNDS_MAX {
            if batch.len() >= ENOUGH {
                return;
            }
            if self.per_second < WORTH_A_LOOK {
                come_last().await
            } else {
                // Those whose sockets have something to read are ready too.
                yield_now().await
            }
            let before = batch.len();
            while batch.len() < BATCH_RECORDS_MAX
                && let Ok(entry) = entries.try_recv()
            {
                batch.push(entry);
            }
            if batch.len() == before {
                return;
            }
        }
    }

    fn count(&mut self, n_records: usize) {
        self.counted = self.counted.saturating_add(n_records as u32);
        let over = self.counted_from.elapsed();
        if over >= COUNTED_OVER {
            self.per_second = (f64::from(self.counted) / over.as_secs_f64()) as u32;
            self.counted_from += over;
            self.counted = 0;
        }
    }
}

/// Lets those run who are ready.
async fn come_last() {
    let mut has_waited = false;
    poll_fn(|context| {
        if replace(&mut has_waited, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use komadai_ids::GameId;

    use super::*;
    use crate::journal::{EntryKind, JournalHandle};

    #[tokio::test(start_paused = true)]
    async fn how_many_come_is_known_as_long_as_they_come() {
        let mut gathering = Gathering::new();
        let mut comes = async |n, every_ms: u64| {
            for _ in 0..50 {
                sleep(Duration::from_millis(every_ms)).await;
                gathering.count(n);
            }
            gathering.per_second
        };
        assert_eq!(comes(1, 1).await, 1_000);
        assert_eq!(comes(5, 1).await, 5_000);
        assert_eq!(comes(1, 1).await, 1_000);
    }

    #[tokio::test]
    async fn a_row_with_enough_records_waits_for_no_others() {
        let (handle, mut entries) = JournalHandle::channel();
        let (mut batch, mut gathering) = (Vec::new(), Gathering::new());
        let mut is_ready_with = async |n| {
            for _ in 0..n {
                drop(handle.append(GameId::new(1, [1; 10]), EntryKind::Record, vec![1]).await);
            }
            batch.clear();
            entries.recv_many(&mut batch, n).await;
            gathering.gather(&mut entries, &mut batch, Wait::LOCAL).now_or_never().is_some()
        };
        assert!(!is_ready_with(ENOUGH - 1).await);
        assert!(is_ready_with(ENOUGH).await);
    }

    /// How many rows hold the records of 200 ms, of which so many come in each.
    async fn rows_of(per_ms: usize, wait: Wait) -> usize {
        let (handle, mut entries) = JournalHandle::channel();
        let writer = tokio::spawn(async move {
            let (mut gathering, mut batch, mut n_rows) = (Gathering::new(), Vec::new(), 0);
            while entries.recv_many(&mut batch, BATCH_RECORDS_MAX).await > 0 {
                gathering.gather(&mut entries, &mut batch, wait).await;
                n_rows += 1;
                batch.clear();
            }
            n_rows
        });
        for _ in 0..200 {
            sleep(Duration::from_millis(1)).await;
            for _ in 0..per_ms {
                let done = handle.append(GameId::new(1, [1; 10]), EntryKind::Record, vec![1]);
                drop(done.await);
                // Longer than others may run.
                for _ in 0..3 * ROUNDS_MAX {
                    yield_now().await;
                }
            }
        }
        drop(handle);
        writer.await.unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn rows_hold_several_records_as_long_as_many_come() {
        assert_eq!(rows_of(1, Wait::LOCAL).await, 200);
        let n_rows = rows_of(5, Wait::LOCAL).await;
        assert!(n_rows < 300, "1,000 records in {n_rows} rows");
    }

    #[tokio::test(start_paused = true)]
    async fn a_row_that_costs_more_waits_sooner() {
        let (_handle, mut entries) = JournalHandle::channel();
        let mut gathering = Gathering::new();
        let mut waits = async |per_second, wait| {
            gathering.per_second = per_second;
            let began = Instant::now();
            gathering.gather(&mut entries, &mut Vec::new(), wait).await;
            !began.elapsed().is_zero()
        };
        for (shares_games, is_remote, from) in
            [(false, false, 3_000), (false, true, 500), (true, true, 100)]
        {
            let wait = Wait::of(shares_games, is_remote);
            assert!(!waits(from - 1, wait).await);
            assert!(waits(from, wait).await);
        }
        assert!(rows_of(1, Wait::REMOTE).await < 130);
    }
}
