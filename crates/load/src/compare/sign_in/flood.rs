//! People, or a program, who try to sign in again and again.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::{Context as _, bail};

use crate::{clock::now, http};

/// How many try at the same time: an attempt that waits for its answer holds up only its own.
const HANDS: u32 = 128;

/// Attempts at a rate, each from another address and to another account, until it is stopped:
/// nothing but the queue for passwords holds them up.
#[derive(Debug)]
pub(super) struct Flood {
    stop: Arc<AtomicBool>,
    hands: Vec<JoinHandle<anyhow::Result<Answers>>>,
}

/// What became of attempts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answers {
    /// A password was compared, and was wrong.
    pub(super) wrong: u64,
    /// Too many waited already.
    pub(super) busy: u64,
}

impl Flood {
    pub(super) fn start(server: SocketAddr, per_second: u32) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let hands = (0..HANDS).map(|hand| {
            let stop = stop.clone();
            thread::spawn(move || try_until(server, per_second, hand, &stop))
        });
        Self { hands: hands.collect(), stop }
    }

    /// Stops, and says what became of all attempts.
    pub(super) fn stop(self) -> anyhow::Result<Answers> {
        self.stop.store(true, Relaxed);
        let mut all = Answers::default();
        for hand in self.hands {
            let answers = hand.join().ok().context("a hand of the flood has died")??;
            all.wrong += answers.wrong;
            all.busy += answers.busy;
        }
        Ok(all)
    }
}

fn try_until(
    server: SocketAddr,
    per_second: u32,
    hand: u32,
    stop: &AtomicBool,
) -> anyhow::Result<Answers> {
    let mut answers = Answers::default();
    let mut due = now() + Duration::from_secs(1) * hand / per_second;
    for n in 0_u32.. {
        thread::sleep(due.saturating_duration_since(now()));
        due += Duration::from_secs(1) * HANDS / per_second;
        if stop.load(Relaxed) {
            break;
        }
        let [a, b] = (n as u16).to_be_bytes();
        let headers = format!("X-Forwarded-For: 10.{hand}.{a}.{b}\r\n");
        let body = format!(r#"{{"handle":"f{hand}-{n}","password":"bảy con tốt đen"}}"#);
        match http::post(server, "/api/v1/account/sign-in", &headers, &body)? {
            401 => answers.wrong += 1,
            429 => answers.busy += 1,
            status => bail!("an attempt to sign in is answered by {status}"),
        }
    }
    Ok(answers)
}
