//! Members: people who have registered, each at an address of their own.

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::bail;
use parking_lot::Mutex;
use serde::Serialize;

use crate::{
    clock::{micros, now},
    crowd::{Latency, Member, Quantiles},
    http::{self, Answer, Request},
};

/// More have no names.
pub(crate) const GAMES_MAX: usize = 200;

/// How many of them read pages.
pub(super) const N_READERS: usize = 30;

/// How long one of them looks at a page before another one asks for the next.
const READ_FOR: Duration = Duration::from_millis(250);

/// How often one of them signs in once more, each in turn. A browser that an account knows may do
/// so 30 times an hour.
const SIGN_IN_EVERY: Duration = Duration::from_secs(5);

/// A password that is not guessed first.
pub(crate) const PASSWORD: &str = "bảy con tốt đen";

/// Where they sign in.
const SIGN_IN: &str = "/api/v1/account/sign-in";

/// What readers look at, one after the other.
const PAGES: [&str; 10] = [
    "/",
    "/api/v1/watch",
    "/api/v1/games",
    "/api/v1/players/koma-aab",
    "/api/v1/players",
    "/api/v1/tournaments",
    "/api/v1/me/games",
    "/api/v1/account",
    "/api/v1/clubs",
    "/tournaments",
];

/// The handle of the `n`th member; none looks like another.
pub(crate) fn handle(n: usize) -> String {
    const LETTERS: [char; 8] = ['a', 'b', 'd', 'e', 'k', 's', 't', 'x'];
    let letter = |place: usize| LETTERS[n / 8_usize.pow(place as u32) % 8];
    format!("koma-{}{}{}", letter(2), letter(1), letter(0))
}

/// What signs somebody in, or up.
pub(super) fn credentials(handle: &str, password: &str) -> String {
    serde_json::json!({ "handle": handle, "password": password }).to_string()
}

fn post(
    server: SocketAddr,
    from: Ipv4Addr,
    path: &str,
    cookie: &str,
    body: &str,
) -> anyhow::Result<Answer> {
    let headers = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
    let body = body.as_bytes();
    http::send(server, Request { from, method: "POST", path, headers: &headers, body })
}

/// Somebody registers.
pub(crate) fn register_one(
    server: SocketAddr,
    from: Ipv4Addr,
    handle: &str,
) -> anyhow::Result<Member> {
    let body = credentials(handle, PASSWORD);
    let answer = post(server, from, "/api/v1/account/register", "", &body)?;
    if answer.status != 200 {
        bail!("{handle} cannot register: {}", answer.code());
    }
    Ok(Member { from, cookie: answer.cookie().into() })
}

/// So many register.
pub(crate) fn register(server: SocketAddr, n: usize) -> anyhow::Result<Vec<Member>> {
    let address = |n: usize| Ipv4Addr::new(127, 0, 1 + (n / 250) as u8, 1 + (n % 250) as u8);
    (0..n).map(|n| register_one(server, address(n), &handle(n))).collect()
}

/// What readers feel.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Felt {
    pub(super) pages: Quantiles,
    pub(super) sign_ins: Quantiles,
}

/// Members who read pages until they are stopped.
#[derive(Debug)]
pub(super) struct Readers {
    seen: Arc<Observations>,
    reading: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Observations {
    stop: AtomicBool,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    pages: Latency,
    sign_ins: Latency,
    refused: BTreeMap<String, u64>,
}

impl Observations {
    /// Notes what came of a request, and gives the answer where it was one.
    fn note(&self, what: &str, since: Instant, answer: anyhow::Result<Answer>) -> Option<Answer> {
        let mut counts = self.counts.lock();
        let latency = match what {
            SIGN_IN => &mut counts.sign_ins,
            _ => &mut counts.pages,
        };
        latency.add(micros(since, now()));
        let wrong = match answer {
            Ok(answer) if answer.status < 400 => return Some(answer),
            Ok(answer) => answer.code(),
            Err(error) => error.to_string(),
        };
        *counts.refused.entry(format!("{what}: {wrong}")).or_default() += 1;
        None
    }
}

impl Readers {
    /// These are they, of whom `first` is the number of the first.
    pub(super) fn start(server: SocketAddr, first: usize, members: Vec<Member>) -> Self {
        let seen = Arc::new(Observations::default());
        let by = seen.clone();
        Self { seen, reading: thread::spawn(move || read(server, first, members, &by)) }
    }

    /// How long pages and signing in took since the last call.
    pub(super) fn take(&self) -> Felt {
        let mut counts = self.seen.counts.lock();
        Felt {
            pages: std::mem::take(&mut counts.pages).quantiles(),
            sign_ins: std::mem::take(&mut counts.sign_ins).quantiles(),
        }
    }

    /// What was refused to them.
    pub(super) fn stop(self) -> BTreeMap<String, u64> {
        self.seen.stop.store(true, Relaxed);
        // What it has noted counts, however it ended.
        let _ = self.reading.join();
        std::mem::take(&mut self.seen.counts.lock().refused)
    }
}

fn read(server: SocketAddr, first: usize, mut members: Vec<Member>, seen: &Observations) {
    let n_members = members.len().max(1);
    let (mut signed_in, mut n_signed_in) = (now(), 0);
    for n in 0.. {
        thread::sleep(READ_FOR);
        if seen.stop.load(Relaxed) {
            break;
        }
        let Some(member) = members.get(n % n_members) else { break };
        let headers = format!("Cookie: {}\r\n", member.cookie);
        let path = PAGES[n % PAGES.len()];
        let since = now();
        let request =
            Request { from: member.from, method: "GET", path, headers: &headers, body: b"" };
        seen.note(path, since, http::send(server, request));
        if signed_in.elapsed() > SIGN_IN_EVERY {
            signed_in = now();
            let who = n_signed_in % n_members;
            n_signed_in += 1;
            let Some(member) = members.get_mut(who) else { break };
            let body = credentials(&handle(first + who), PASSWORD);
            let answer = post(server, member.from, SIGN_IN, &member.cookie, &body);
            if let Some(answer) = seen.note(SIGN_IN, signed_in, answer) {
                member.cookie = answer.cookie().into();
            }
        }
    }
}
