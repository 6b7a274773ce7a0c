//! Work that keeps a processor busy, such as drawing: off the tasks that carry moves, bounded, and
//! shared fairly among the addresses that ask for it.
//!
//! There are two lanes, so that nobody waits for a picture behind somebody else's GIF. In each, so
//! much is done at once and so much may wait; those who wait are served address by address, an
//! address has so many places, and the networks around it a few times as many. Where all places are
//! taken, the address that waits for most gives one to an address that waits for less. Work that
//! takes too long, or that nobody waits for any more, is asked to stop by its [`Deadline`], which
//! everything that takes long checks. All of it is done on threads that give way to everything that
//! serves games.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use komadai_live::{network::NetworkCounts, priority, turns::Turns};
use parking_lot::Mutex;
use tokio::{runtime::Handle, sync::oneshot, time::Instant};
use tracing::error;

use crate::http::peer::Peer;

/// How expensive a piece of work is, which decides what it waits behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Milliseconds: pictures, records, hints, what pages are made of.
    Cheap,
    /// Seconds: GIFs, archives, large files.
    Dear,
}

/// What a lane takes on.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Pieces that are worked on at once.
    running: usize,
    /// Pieces that wait for that.
    waiting: usize,
    /// Pieces of one address, those that are worked on among them.
    of_address: usize,
    /// How long one is worked on before it is asked to stop.
    deadline: Duration,
}

/// Cheap pieces that may wait.
const CHEAP_WAITING_MAX: usize = 64;
/// Cheap pieces of one address, which may be a club's.
const CHEAP_OF_ADDRESS_MAX: usize = 32;
/// How long a cheap piece may take.
const CHEAP_DEADLINE: Duration = Duration::from_secs(10);

/// Dear pieces that may wait.
const DEAR_WAITING_MAX: usize = 32;
/// Dear pieces of one address.
const DEAR_OF_ADDRESS_MAX: usize = 2;
/// How long an expensive piece may take.
const DEAR_DEADLINE: Duration = Duration::from_secs(60);

/// How long one piece of many waits before it comes again.
const AGAIN_AFTER: Duration = Duration::from_millis(200);

/// Where such work is done. Cheap to clone.
#[derive(Clone, Debug)]
pub struct BlockingPool {
    cheap: Arc<Queue>,
    dear: Arc<Queue>,
}

/// Work that was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// Too much waits already.
    #[error("the server is too busy; try again")]
    Busy,
    /// Too much of this address waits already.
    #[error("the server is still busy with what you asked for before; wait for it")]
    BusyForYou,
    /// It panicked, which was logged.
    #[error("this could not be done")]
    Failed,
}

/// Until when a piece of work is wanted. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Deadline {
    at: Instant,
    is_unwanted: Arc<AtomicBool>,
}

impl Deadline {
    pub(crate) fn after(time: Duration) -> Self {
        Self { at: Instant::now() + time, is_unwanted: Arc::default() }
    }

    /// Whether it took too long, or nobody waits for it any more.
    pub fn is_over(&self) -> bool {
        self.is_unwanted.load(Ordering::Relaxed) || Instant::now() >= self.at
    }
}

/// Says that work is not wanted any more when the caller that waited for it has gone.
struct CallerGuard(Deadline);

impl Drop for CallerGuard {
    fn drop(&mut self) {
        self.0.is_unwanted.store(true, Ordering::Relaxed);
    }
}

impl BlockingPool {
    /// One that leaves half of the processors to everything else, as long as there are several.
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::with_limits(
            Limits {
                running: (processors / 2).max(1),
                waiting: CHEAP_WAITING_MAX,
                of_address: CHEAP_OF_ADDRESS_MAX,
                deadline: CHEAP_DEADLINE,
            },
            Limits {
                running: (processors / 4).max(1),
                waiting: DEAR_WAITING_MAX,
                of_address: DEAR_OF_ADDRESS_MAX,
                deadline: DEAR_DEADLINE,
            },
        )
    }

    fn with_limits(cheap: Limits, dear: Limits) -> Self {
        Self { cheap: Arc::new(Queue::new(cheap)), dear: Arc::new(Queue::new(dear)) }
    }

    fn queue(&self, lane: Lane) -> &Arc<Queue> {
        match lane {
            Lane::Cheap => &self.cheap,
            Lane::Dear => &self.dear,
        }
    }

    /// Does it for an address and waits for it. A caller that stops waiting gives up its place;
    /// work that has begun is informed of that, and its place stays taken until it has ended.
    ///
    /// # Errors
    /// When too much waits already, or it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        peer: Peer,
        work: impl FnOnce(&Deadline) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let turn = self.queue(lane).enter(peer)?;
        self.work(lane, turn, work).await
    }

    /// As [`BlockingPool::run`], for what is one piece of many: it comes again until there is room
    /// for it.
    ///
    /// # Errors
    /// When it panics.
    pub async fn run_when_free<T: Send + 'static>(
        &self,
        lane: Lane,
        peer: Peer,
        work: impl FnOnce(&Deadline) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        loop {
            if let Ok(turn) = self.queue(lane).enter(peer) {
                return self.work(lane, turn, work).await;
            }
            tokio::time::sleep(AGAIN_AFTER).await;
        }
    }

    async fn work<T: Send + 'static>(
        &self,
        lane: Lane,
        turn: Turn,
        work: impl FnOnce(&Deadline) -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        // The one who ends a piece of work hands its place on; only what makes way has no turn.
        let place = turn.turn().await.ok_or(NotDone::Busy)?;
        let queue = self.queue(lane);
        let deadline = Deadline::after(queue.limits.deadline);
        let wanted = CallerGuard(deadline.clone());
        let (tell, told) = oneshot::channel();
        let runtime = Handle::current();
        let piece: Piece = Box::new(move || {
            let _runtime = runtime.enter();
            let done = work(&deadline);
            drop(place);
            // A caller that has stopped waiting does not receive it.
            let _ = tell.send(done);
        });
        queue.pieces.send(piece).map_err(|_| NotDone::Failed)?;
        let done = told.await;
        drop(wanted);
        // A panic has been logged by itself.
        done.map_err(|_| {
            error!("work in the background failed");
            NotDone::Failed
        })
    }
}

impl Default for BlockingPool {
    fn default() -> Self {
        Self::new()
    }
}

/// What a thread does, to the end.
type Piece = Box<dyn FnOnce() + Send>;

/// Does what comes, until the lane is gone.
fn do_pieces(pieces: &Mutex<mpsc::Receiver<Piece>>) {
    priority::calculate();
    loop {
        let next = pieces.lock().recv();
        let Ok(piece) = next else { return };
        // The caller that waits for it finds that it has gone; what it held is given back all the
        // same.
        let _ = catch_unwind(AssertUnwindSafe(piece));
    }
}

#[derive(Debug)]
struct Queue {
    limits: Limits,
    /// To its threads: no more at once than there are threads, which is what may run.
    pieces: mpsc::Sender<Piece>,
    // A lock, because the end of a piece of work lets the next one begin; it is held for that only.
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    n_running: usize,
    /// Those who wait, by their addresses.
    turns: Turns<Peer, oneshot::Sender<()>>,
    /// How many pieces each address has, those that run among them.
    held: NetworkCounts,
}

impl Queue {
    fn new(limits: Limits) -> Self {
        let (pieces, taken) = mpsc::channel();
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..limits.running {
            let taken = taken.clone();
            thread::spawn(move || do_pieces(&taken));
        }
        Self { limits, pieces, state: Mutex::default() }
    }

    /// Takes a place: one at which work may begin, or one in the queue.
    fn enter(self: &Arc<Self>, peer: Peer) -> Result<Turn, NotDone> {
        let mut state = self.state.lock();
        if !state.held.has_room(peer.address(), self.limits.of_address) {
            return Err(NotDone::BusyForYou);
        }
        if state.n_running < self.limits.running {
            state.n_running += 1;
            state.held.add(peer.address());
            return Ok(Turn::Now(WorkPermit { queue: self.clone(), peer }));
        }
        // Those who have stopped waiting leave their place to others.
        if state.turns.len() >= self.limits.waiting {
            state.turns.retain(|called| !called.is_closed());
        }
        // Whoever loses a place finds that their turn does not come.
        let n_with_this = state.turns.len_of(peer) + 1;
        let is_full = state.turns.len() >= self.limits.waiting;
        if is_full && state.turns.pop_of_most(n_with_this).is_none() {
            return Err(NotDone::Busy);
        }
        let (call, called) = oneshot::channel();
        state.held.add(peer.address());
        state.turns.push(peer, call);
        Ok(Turn::Later(Call { called: Some(called), queue: self.clone(), peer }))
    }

    /// A piece of work has ended: the next address's oldest piece begins.
    fn go_on(self: &Arc<Self>, ended: Peer) {
        let mut state = self.state.lock();
        state.held.remove(ended.address());
        state.n_running -= 1;
        while let Some(called) = state.turns.next(|_, _| true) {
            // A caller that has gone has given back already what it held.
            if called.send(()).is_ok() {
                state.n_running += 1;
                return;
            }
        }
    }
}

/// A place at which one piece of work is done; when it is dropped the next one begins.
#[derive(Debug)]
struct WorkPermit {
    queue: Arc<Queue>,
    peer: Peer,
}

impl Drop for WorkPermit {
    fn drop(&mut self) {
        self.queue.go_on(self.peer);
    }
}

/// When work may begin.
#[derive(Debug)]
enum Turn {
    Now(WorkPermit),
    Later(Call),
}

impl Turn {
    async fn turn(self) -> Option<WorkPermit> {
        match self {
            Self::Now(place) => Some(place),
            Self::Later(mut call) => {
                call.called.as_mut()?.await.ok()?;
                call.called = None;
                Some(WorkPermit { queue: call.queue.clone(), peer: call.peer })
            }
        }
    }
}

/// A place in the queue.
#[derive(Debug)]
struct Call {
    /// None once it has come.
    called: Option<oneshot::Receiver<()>>,
    queue: Arc<Queue>,
    peer: Peer,
}

impl Drop for Call {
    fn drop(&mut self) {
        let Some(mut called) = self.called.take() else { return };
        called.close();
        match called.try_recv() {
            // It came a moment ago, and goes on to the next one.
            Ok(()) => drop(WorkPermit { queue: self.queue.clone(), peer: self.peer }),
            Err(_) => self.queue.state.lock().held.remove(self.peer.address()),
        }
    }
}

#[cfg(test)]
mod tests;
