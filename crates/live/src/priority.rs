//! Who gets a processor that all threads share.
//!
//! With several processors a thread that calculates (passwords, the built-in opponent) is moved
//! out of the way, and a lower priority is enough. With one it is not: Linux lets even such a
//! thread go on until its next tick, 4 ms later, once the others have had their share, and it
//! knows of no share that a lock is worth. SQLite's thread wakes the server while it still holds
//! the lock of what it hands over; a server that takes the processor at once finds the lock taken
//! and waits, and then it is the calculating thread's turn. So there
//!
//! * the server and the database's threads let their wakers finish ([`let_wakers_finish`]);
//! * a thread that calculates runs when nothing else wants to ([`calculate`]).
//!
//! During 200 attempts to sign in a second, that took the median of a move from 2.2 ms to 0.67.

use std::{io, thread::available_parallelism};

use tracing::warn;

/// How much a thread yields that calculates and gets a share, as `nice` counts.
const NICENESS: i32 = 10;

/// Whether all threads share one processor.
pub fn one_processor() -> bool {
    available_parallelism().is_ok_and(|n| n.get() == 1)
}

/// From now on this thread, and those that it starts, take the processor from nobody by being
/// woken, but from those that [calculate].
pub fn let_wakers_finish() {
    if let Err(cause) = policy::batch() {
        warn!("moves may wait for each other a little longer: {cause}");
    }
}

/// From now on this thread calculates, and everything that serves games goes before it.
pub fn calculate() {
    if !one_processor() {
        return share();
    }
    if let Err(cause) = policy::idle() {
        warn!("a thread that calculates runs at full priority: {cause}");
    }
}

/// From now on this thread calculates, and gets a share, if a small one, of whatever there is.
pub fn share() {
    if let Err(cause) = niceness(NICENESS) {
        warn!("a thread that calculates runs at full priority: {cause}");
    }
}

/// On Linux this is the thread's own.
fn niceness(by: i32) -> io::Result<()> {
    rustix::process::nice(by)?;
    Ok(())
}

#[cfg(target_os = "linux")]
mod policy {
    use std::io;

    pub(super) fn batch() -> io::Result<()> {
        set(libc::SCHED_BATCH)
    }

    pub(super) fn idle() -> io::Result<()> {
        set(libc::SCHED_IDLE)
    }

    #[expect(unsafe_code, reason = "no library offers this call in safe Rust as it is")]
    fn set(policy: libc::c_int) -> io::Result<()> {
        let none = libc::sched_param { sched_priority: 0 };
        // SAFETY: it reads `none` before it returns, and 0 is this thread.
        match unsafe { libc::sched_setscheduler(0, policy, &raw const none) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// Elsewhere there is no such thing.
#[cfg(not(target_os = "linux"))]
mod policy {
    use std::io;

    pub(super) fn batch() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn idle() -> io::Result<()> {
        super::niceness(super::NICENESS)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{fs, thread};

    use super::*;

    /// The policy of this thread, as the system tells it.
    fn now() -> Option<i32> {
        let stat = fs::read_to_string("/proc/thread-self/stat").ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        // It is the 41st of all, and the first two are cut off.
        fields.split_whitespace().nth(41 - 3)?.parse().ok()
    }

    #[test]
    fn threads_of_a_server_let_wakers_finish_and_one_that_calculates_yields_to_all() {
        let server = thread::spawn(|| {
            policy::batch().unwrap();
            let database = thread::spawn(now).join().unwrap();
            let calculating = thread::spawn(|| {
                policy::idle().unwrap();
                now()
            });
            (now(), database, calculating.join().unwrap())
        });
        let all = server.join().unwrap();
        let (batch, idle) = (Some(libc::SCHED_BATCH), Some(libc::SCHED_IDLE));
        assert_eq!(all, (batch, batch, idle));
    }

    #[test]
    fn a_niceness_stays() {
        let before = rustix::process::getpriority_process(None).unwrap();
        let nice = thread::spawn(|| {
            niceness(3).unwrap();
            policy::batch().unwrap();
            rustix::process::getpriority_process(None).unwrap()
        });
        assert_eq!(nice.join().unwrap(), (before + 3).min(19));
    }
}
