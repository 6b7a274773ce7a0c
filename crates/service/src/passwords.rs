//! Passwords: argon2id, off the threads that serve games.
//!
//! Hashing takes some 20 ms and 19 MiB on purpose. It runs on a thread of its own, which yields to
//! everything else and uses one buffer again and again; only so many may wait for it, and those
//! beyond that are asked to come again.
//!
//! On one processor that thread runs when nothing else wants to, so alongside another program that
//! never rests one hash takes ten seconds. Once one has taken long, a second thread, which takes
//! its share, handles the following minute.

mod choice;

use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use komadai_live::{priority, random};
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};
use tracing::{error, warn};

pub use self::choice::{PASSWORD_BYTES_MAX, PASSWORD_SIGNS_MIN, Unfit, check};

/// The environment variable with which a debug build makes hashing cheap.
const WEAK: &str = "KOMADAI_WEAK_PASSWORDS";

/// How many may wait for the hashing thread.
pub const WAITING_MAX: usize = 32;

/// A hash that takes longer than this waits for a processor that others leave no time of.
const STARVED_AFTER: Duration = Duration::from_secs(1);

/// For so long after that the second thread does everything.
const HURRY_FOR: Duration = Duration::from_secs(60);

/// Too many wait to be hashed already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many people are signing in; try again in a moment")]
pub struct Busy;

/// The way to the hashing threads. Cheap to clone; they end with the last clone.
#[derive(Clone, Debug)]
pub struct Passwords {
    jobs: mpsc::Sender<Job>,
    hurried: Option<PriorityThread>,
    n_hashed: Arc<AtomicU64>,
}

/// The way to the thread that takes its share of the one processor.
#[derive(Clone, Debug)]
struct PriorityThread {
    jobs: mpsc::Sender<Job>,
    watchdog: Arc<Watchdog>,
}

/// Notices when the first thread hangs. There is no lock in it, because who holds one there might not
/// run for long.
#[derive(Debug)]
struct Watchdog {
    started: Instant,
    /// When what it does now began, in milliseconds since the start; [`u64::MAX`]: it rests.
    began_ms: AtomicU64,
    /// Until when the second thread does everything.
    hurry_until_ms: AtomicU64,
}

enum Job {
    Hash { password: String, answer: oneshot::Sender<Option<String>> },
    Verify { password: String, hash: Option<String>, answer: oneshot::Sender<bool> },
}

impl Passwords {
    /// Starts the threads.
    ///
    /// Tests register thousands of people: a debug build to which [`WEAK`] is given hashes with the
    /// least that argon2id allows, and says so.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start() -> std::io::Result<Self> {
        if !cfg!(debug_assertions) || env::var_os(WEAK).is_none() {
            return Self::start_with(&Params::default());
        }
        warn!("{WEAK} is set: passwords are hardly protected; let nobody register here");
        let least = Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None);
        Self::start_with(&least.expect("argon2id takes its own minimum"))
    }

    fn start_with(params: &Params) -> std::io::Result<Self> {
        let spawn = |name: &str| thread::Builder::new().name(name.to_owned());
        let n_hashed = Arc::new(AtomicU64::new(0));
        let hasher =
            || Hasher { params: params.clone(), memory: Vec::new(), n_hashed: n_hashed.clone() };
        let mut hurried = None;
        if priority::one_processor() {
            let (jobs, queue) = mpsc::channel(WAITING_MAX);
            let hasher = hasher();
            spawn("passwords-2").spawn(move || work_hurried(queue, hasher))?;
            hurried =
                Some(PriorityThread { jobs, watchdog: Arc::new(Watchdog::new(Instant::now())) });
        }
        let (jobs, queue) = mpsc::channel(WAITING_MAX);
        let (other, hasher) = (hurried.clone(), hasher());
        spawn("passwords").spawn(move || work(queue, other.as_ref(), hasher))?;
        Ok(Self { jobs, hurried, n_hashed })
    }

    /// How many passwords were hashed, which is what an answer takes its time for.
    pub fn n_hashed(&self) -> u64 {
        self.n_hashed.load(Relaxed)
    }

    fn send(&self, job: Job) -> Result<(), Busy> {
        let jobs = match &self.hurried {
            Some(hurried) if hurried.watchdog.is_hurried(Instant::now()) => &hurried.jobs,
            _ => &self.jobs,
        };
        jobs.try_send(job).map_err(|_| Busy)
    }

    /// The hash under which a password is stored, as a PHC string.
    ///
    /// # Errors
    /// When too many wait already.
    pub async fn hash(&self, password: String) -> Result<String, Busy> {
        let (answer, hash) = oneshot::channel();
        self.send(Job::Hash { password, answer })?;
        hash.await.ok().flatten().ok_or(Busy)
    }

    /// Whether a password belongs to a hash. Without a hash it takes as long and is wrong, so that
    /// nobody learns from the time which accounts there are.
    ///
    /// # Errors
    /// When too many wait already.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Busy> {
        let (answer, is_right) = oneshot::channel();
        self.send(Job::Verify { password, hash, answer })?;
        is_right.await.map_err(|_| Busy)
    }
}

impl Watchdog {
    fn new(started: Instant) -> Self {
        let (began_ms, hurry_until_ms) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
        Self { started, began_ms, hurry_until_ms }
    }

    fn ms(&self, at: Instant) -> u64 {
        at.duration_since(self.started).as_millis() as u64
    }

    fn begins(&self, now: Instant) {
        self.began_ms.store(self.ms(now), Relaxed);
    }

    fn ends(&self, now: Instant) {
        // What took long is noticed if nobody came meanwhile, too.
        self.is_hurried(now);
        self.began_ms.store(u64::MAX, Relaxed);
    }

    /// Whether the second thread does what comes now, which it does from when the first has taken
    /// too long.
    fn is_hurried(&self, now: Instant) -> bool {
        let now_ms = self.ms(now);
        let took_ms = now_ms.saturating_sub(self.began_ms.load(Relaxed));
        if took_ms >= STARVED_AFTER.as_millis() as u64 {
            self.hurry_until_ms.store(now_ms + HURRY_FOR.as_millis() as u64, Relaxed);
        }
        now_ms < self.hurry_until_ms.load(Relaxed)
    }
}

fn work(mut queue: mpsc::Receiver<Job>, hurried: Option<&PriorityThread>, mut hasher: Hasher) {
    priority::calculate();
    while let Some(job) = queue.blocking_recv() {
        let Some(PriorityThread { jobs, watchdog }) = hurried else {
            hasher.carry_out(job);
            continue;
        };
        // What waits here came before it was known.
        let mut job = job;
        if watchdog.is_hurried(Instant::now()) {
            match jobs.blocking_send(job) {
                Ok(()) => continue,
                Err(mpsc::error::SendError(left)) => job = left,
            }
        }
        watchdog.begins(Instant::now());
        hasher.carry_out(job);
        watchdog.ends(Instant::now());
    }
}

fn work_hurried(mut queue: mpsc::Receiver<Job>, mut hasher: Hasher) {
    priority::share();
    while let Some(job) = queue.blocking_recv() {
        hasher.carry_out(job);
        while let Ok(job) = queue.try_recv() {
            hasher.carry_out(job);
        }
        hasher.memory = Vec::new();
    }
}

#[derive(Default)]
struct Hasher {
    /// How much work a hash is.
    params: Params,
    /// What argon2 works in, kept because giving 19 MiB back and asking for them again costs as
    /// much memory as never giving them back.
    memory: Vec<Block>,
    n_hashed: Arc<AtomicU64>,
}

impl Hasher {
    fn carry_out(&mut self, job: Job) {
        // A caller that has gone away meanwhile does not receive it.
        match job {
            Job::Hash { password, answer } => {
                let _ = answer.send(self.hash(&password));
            }
            Job::Verify { password, hash, answer } => {
                let is_right = match hash {
                    Some(hash) => self.verify(&password, &hash),
                    // As much work, for nothing.
                    None => {
                        self.hash(&password);
                        false
                    }
                };
                let _ = answer.send(is_right);
            }
        }
    }

    fn hash(&mut self, password: &str) -> Option<String> {
        let salt: [u8; 16] = random::bytes();
        let hash = self.hash_with(password, &salt);
        hash.inspect_err(|cause| error!("a password cannot be hashed: {cause}")).ok()
    }

    fn hash_with(&mut self, password: &str, salt: &[u8]) -> argon2::password_hash::Result<String> {
        let params = self.params.clone();
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(&params)?,
            salt: Some(Salt::new(salt)?),
            hash: Some(self.output(Algorithm::Argon2id, params, password, salt)?),
        };
        Ok(hash.to_string())
    }

    fn verify(&mut self, password: &str, hash: &str) -> bool {
        let mut checked = || -> argon2::password_hash::Result<bool> {
            let hash = PasswordHash::new(hash)?;
            let (Some(salt), Some(expected)) = (&hash.salt, &hash.hash) else { return Ok(false) };
            let algorithm = Algorithm::try_from(hash.algorithm.as_str())?;
            let params = Params::try_from(&hash)?;
            // Outputs are compared in constant time.
            Ok(self.output(algorithm, params, password, salt)? == *expected)
        };
        checked().unwrap_or_else(|cause| {
            error!("a stored password cannot be read: {cause}");
            false
        })
    }

    fn output(
        &mut self,
        algorithm: Algorithm,
        params: Params,
        password: &str,
        salt: &[u8],
    ) -> argon2::password_hash::Result<Output> {
        let len = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        self.n_hashed.fetch_add(1, Relaxed);
        self.memory.resize(params.block_count(), Block::default());
        let argon2 = Argon2::new(algorithm, Version::V0x13, params);
        let mut out = [0; Output::MAX_LENGTH];
        let out = out.get_mut(..len).ok_or(argon2::password_hash::Error::OutputSize)?;
        argon2.hash_password_into_with_memory(
            password.as_bytes(),
            salt,
            out,
            self.memory.as_mut_slice(),
        )?;
        Ok(Output::new(out)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again() {
        let passwords = Passwords::start().unwrap();
        let hash = passwords.hash("Tướng vàng 金".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m="), "{hash}");
        assert_ne!(hash, passwords.hash("Tướng vàng 金".to_owned()).await.unwrap());
        let is_right = |password: &str, hash: Option<&str>| {
            passwords.verify(password.to_owned(), hash.map(str::to_owned))
        };
        assert_eq!(is_right("Tướng vàng 金", Some(&hash)).await, Ok(true));
        assert_eq!(is_right("Tướng vàng 銀", Some(&hash)).await, Ok(false));
        assert_eq!(is_right("", None).await, Ok(false));
        assert_eq!(is_right("x", Some("no hash")).await, Ok(false));
    }

    #[test]
    fn a_hash_that_takes_long_calls_the_second_thread_for_a_minute() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let watchdog = Watchdog::new(start);
        assert!(!watchdog.is_hurried(at(5_000)));
        watchdog.begins(at(5_000));
        watchdog.ends(at(5_999));
        assert!(!watchdog.is_hurried(at(9_000)));
        // Requests that come while it takes long are served at once,
        watchdog.begins(at(10_000));
        assert!(!watchdog.is_hurried(at(10_999)));
        assert!(watchdog.is_hurried(at(11_000)));
        // and the minute counts from when that was last so.
        watchdog.ends(at(20_000));
        assert!(watchdog.is_hurried(at(79_999)));
        assert!(!watchdog.is_hurried(at(80_000)));
    }

    #[test]
    fn both_threads_hash_alike() {
        let (jobs, queue) = mpsc::channel(WAITING_MAX);
        let hurried = thread::spawn(move || work_hurried(queue, Hasher::default()));
        let watchdog = Watchdog::new(Instant::now());
        watchdog.hurry_until_ms.store(u64::MAX, Relaxed);
        let way = PriorityThread { jobs, watchdog: Arc::new(watchdog) };
        let (jobs, queue) = mpsc::channel(WAITING_MAX);
        let first = thread::spawn(move || work(queue, Some(&way), Hasher::default()));
        let (answer, hash) = oneshot::channel();
        jobs.try_send(Job::Hash { password: "金".to_owned(), answer }).ok().unwrap();
        let hash = hash.blocking_recv().unwrap();
        let (answer, is_right) = oneshot::channel();
        jobs.try_send(Job::Verify { password: "金".to_owned(), hash, answer }).ok().unwrap();
        assert_eq!(is_right.blocking_recv(), Ok(true));
        drop(jobs);
        first.join().unwrap();
        hurried.join().unwrap();
    }

    #[tokio::test]
    async fn too_many_are_sent_away_at_once() {
        let passwords = Passwords::start_with(&Params::default()).unwrap();
        let all: Vec<_> = (0..4 * WAITING_MAX)
            .map(|_| {
                tokio::spawn({
                    let passwords = passwords.clone();
                    async move { passwords.verify("x".to_owned(), None).await }
                })
            })
            .collect();
        let mut n_busy = 0;
        for one in all {
            n_busy += usize::from(one.await.unwrap() == Err(Busy));
        }
        assert!((1..=3 * WAITING_MAX).contains(&n_busy), "{n_busy} were sent away");
    }
}
