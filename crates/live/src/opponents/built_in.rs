//! The built-in opponent, which thinks on one thread of its own.

use std::{
    sync::{Arc, Once},
    thread,
    time::Duration,
};

use komadai_engine::{Choice, Engine, Level};
use komadai_rules::Line;
use tokio::{
    sync::oneshot,
    time::{Instant, sleep},
};
use tracing::error;

use super::{AGAIN_AFTER, Decision, turns::Turns};
use crate::{Taker, priority};

/// How long one move may be thought over, when nobody else waits.
const THINK_MAX: Duration = Duration::from_secs(2);

/// However many wait, each is thought over for so long.
const THINK_MIN: Duration = Duration::from_millis(20);

/// A position to think over.
#[derive(Debug)]
struct Job {
    line: Box<Line>,
    level: Level,
    seed: u64,
    answer: oneshot::Sender<Choice>,
}

/// It. The thread begins with the first game that needs it.
#[derive(Debug)]
pub(super) struct BuiltIn {
    jobs: Arc<Turns<Job>>,
    begun: Once,
}

impl BuiltIn {
    pub(super) fn new() -> Self {
        Self { jobs: Arc::new(Turns::new()), begun: Once::new() }
    }

    /// Thinks a position over in its turn; nothing when the game or the server ends before.
    pub(super) async fn choose(
        &self,
        taker: Taker,
        line: Box<Line>,
        level: Level,
        seed: u64,
        is_live: impl Fn() -> bool,
    ) -> Option<Decision> {
        self.begin();
        let (answer, choice) = oneshot::channel();
        let mut job = Job { line, level, seed, answer };
        while let Err(back) = self.jobs.push(taker, job) {
            if !is_live() {
                return None;
            }
            sleep(AGAIN_AFTER).await;
            job = back;
        }
        choice.await.ok().map(Decision::Choice)
    }

    /// Starts the thread that thinks, unless it runs.
    fn begin(&self) {
        self.begun.call_once(|| {
            let jobs = self.jobs.clone();
            let name = "opponents".to_owned();
            if let Err(cause) = thread::Builder::new().name(name).spawn(|| think(jobs)) {
                error!("the built-in opponent cannot think: {cause}");
                self.jobs.close();
            }
        });
    }

    /// Thinks no more: what waits is dropped.
    pub(super) fn stop(&self) {
        self.jobs.close();
    }
}

impl Drop for BuiltIn {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Thinks over one position after the other, for half of the time of one core at most.
#[expect(clippy::needless_pass_by_value, reason = "the thread keeps it")]
fn think(jobs: Arc<Turns<Job>>) {
    // A move of people is always more urgent.
    priority::calculate();
    // The last variant's, because most games are of the same one.
    let mut engine: Option<Engine> = None;
    while let Some((Job { line, level, seed, answer }, n_others)) = jobs.pop() {
        let variant = line.position().variant();
        let engine = match &mut engine {
            Some(known) if known.variant() == variant => known,
            other => other.insert(Engine::new(variant)),
        };
        let n_waiting = u32::try_from(n_others).unwrap_or(u32::MAX).saturating_add(1);
        let budget = (THINK_MAX / n_waiting).max(THINK_MIN);
        let began = Instant::now();
        let thought =
            engine.choose(&line, level, seed, &|| began.elapsed() > budget || answer.is_closed());
        let took = began.elapsed();
        if let Some(choice) = thought.choice {
            // The game may be over.
            let _ = answer.send(choice);
        }
        thread::sleep(took);
    }
}
