//! Everything that anybody has heard, to be compared with what the server knows.

use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::atomic::{AtomicU32, AtomicU64, Ordering::SeqCst},
    time::Duration,
};

use komadai_ids::Code;
use komadai_protocol::{
    ClocksView, GameEvent, GameSnapshot, MoveView, ServerMessage, StreamEvent, StreamName,
};
use parking_lot::Mutex;
use tokio::{sync::Notify, time::Instant};

use crate::fixture::http::{self, Page};

/// The code with which a server that restarts closes its sockets.
const RESTART: u16 = 1012;

/// What was heard by anybody, each event once.
#[derive(Default)]
pub(super) struct Ledger {
    games: Mutex<HashMap<Code, Heard>>,
    /// Moves announced, each counted once.
    announced: AtomicU64,
    /// The longest that any move was thought over, in milliseconds.
    pub(super) longest_ms: AtomicU32,
    /// How often the server closed a connection because it restarts.
    restarts: AtomicU64,
    /// Refusals, how often each.
    refused: Mutex<BTreeMap<String, u64>>,
    heard: Notify,
}

/// What has been heard of one game.
#[derive(Clone, Default)]
struct Heard {
    /// By seq, without what differs by reader or by instant.
    events: BTreeMap<u32, GameEvent>,
    /// Moves that were acknowledged: ply before it, and the move.
    acked: BTreeMap<u32, String>,
    /// Somebody was informed that nothing of it can be written.
    stalled: bool,
    /// When its newest move was announced.
    moved: Option<Instant>,
    /// The longest that nothing moved in it.
    pause: Duration,
}

impl Ledger {
    /// Takes in what a tab has heard; two readers may never hear different things.
    pub(super) fn note(&self, message: &ServerMessage) {
        if let ServerMessage::Refused { code, .. } = message {
            let mut refused = self.refused.lock();
            *refused.entry(code.as_str().to_owned()).or_default() += 1;
        }
        let ServerMessage::Event {
            stream: StreamName::Game(game),
            seq,
            event: StreamEvent::Game(event),
            ..
        } = message
        else {
            return;
        };
        let Some(seq) = seq else {
            if matches!(**event, GameEvent::Stalled) {
                self.games.lock().entry(*game).or_default().stalled = true;
                self.heard.notify_waiters();
            }
            return;
        };
        let event = plain(event);
        let now = Instant::now();
        let mut games = self.games.lock();
        let heard = games.entry(*game).or_default();
        if let Some(before) = heard.events.get(seq) {
            assert_eq!(before, &event, "event {seq} of {game} was another before");
            return;
        }
        if let GameEvent::Moved { thought_ms, .. } = &event {
            self.announced.fetch_add(1, SeqCst);
            self.longest_ms.fetch_max(*thought_ms, SeqCst);
            if let Some(before) = heard.moved.replace(now) {
                heard.pause = heard.pause.max(now - before);
            }
        }
        heard.events.insert(*seq, event);
        self.heard.notify_waiters();
    }

    /// Takes in that a move was acknowledged.
    pub(super) fn note_ack(&self, game: Code, ply: u32, usi: &str) {
        let mut games = self.games.lock();
        games.entry(game).or_default().acked.insert(ply, usi.to_owned());
    }

    /// Takes in with which code a connection was closed.
    pub(super) fn note_close(&self, code: Option<u16>) {
        if code == Some(RESTART) {
            self.restarts.fetch_add(1, SeqCst);
        }
    }

    /// How often somebody was informed that the server restarts.
    pub(super) fn told_of_restart(&self) -> u64 {
        self.restarts.load(SeqCst)
    }

    /// How often somebody was asked to wait, because the server restarts.
    pub(super) fn refused_for_now(&self) -> u64 {
        self.refused.lock().get("stopping").copied().unwrap_or(0)
    }

    /// Refusals that a restart must not lead to. That both players offer another game at once, or
    /// that one moves when the other's move was the last that is allowed, happens without.
    pub(super) fn complaints(&self) -> BTreeMap<String, u64> {
        let silent = ["stopping", "already_offered", "already_followed", "game_over"];
        let refused = self.refused.lock();
        let shown = refused.iter().filter(|(code, _)| !silent.contains(&code.as_str()));
        shown.map(|(code, n)| (code.clone(), *n)).collect()
    }

    /// Whether a move has been announced, after this instant, in every game that goes on and was
    /// there before.
    pub(super) fn all_moved_since(&self, instant: Instant) -> bool {
        let games = self.games.lock();
        let mut running = games.values().filter(|heard| !heard.has_ended());
        running.all(|heard| heard.moved.is_none_or(|moved| moved > instant))
    }

    /// The longest that nothing moved in any game; counted anew from now on.
    pub(super) fn take_longest_pause(&self) -> Duration {
        let mut games = self.games.lock();
        games.values_mut().map(|heard| std::mem::take(&mut heard.pause)).max().unwrap_or_default()
    }

    /// How many moves have been announced.
    pub(super) fn announced(&self) -> u64 {
        self.announced.load(SeqCst)
    }

    /// Whether every running game has been asked to pause.
    pub(super) fn stands_still(&self) -> bool {
        let games = self.games.lock();
        let mut running = games.values().filter(|heard| !heard.has_ended()).peekable();
        running.peek().is_some() && running.all(|heard| heard.stalled)
    }

    /// Whether every game that stood still has gone on, or has ended by what was held up.
    pub(super) fn goes_on(&self) -> bool {
        let games = self.games.lock();
        let mut stalled = games.values().filter(|heard| heard.stalled);
        stalled.all(|heard| heard.was_interrupted() || heard.has_ended())
    }

    /// Whether any game was interrupted.
    pub(super) fn has_interrupted(&self) -> bool {
        self.games.lock().values().any(Heard::was_interrupted)
    }

    /// Waits until something holds of what was heard.
    pub(super) async fn until(&self, holds: impl Fn(&Self) -> bool) {
        loop {
            let heard = self.heard.notified();
            if holds(self) {
                return;
            }
            heard.await;
        }
    }

    /// What has been heard until now.
    pub(super) fn so_far(&self) -> Self {
        let games = self.games.lock().clone();
        let moves = games.values().flat_map(|heard| heard.events.values());
        let moves = moves.filter(|event| matches!(event, GameEvent::Moved { .. })).count();
        let announced = AtomicU64::new(moves as u64);
        Self { games: Mutex::new(games), announced, ..Self::default() }
    }

    /// Compares everything that was heard with what the server knows now; how many of the
    /// announced moves it has.
    ///
    /// # Panics
    /// When anything is lost, or another than it was said to be.
    pub(super) async fn compare(&self, address: SocketAddr) -> u64 {
        self.compare_by(async |game| {
            let page = http::get(address, &format!("/api/v1/games/{game}"), &[]).await;
            snapshot_in(game, &page)
        })
        .await
    }

    /// As [`Ledger::compare`], with what `snapshot` says of each game.
    pub(super) async fn compare_by(&self, snapshot: impl AsyncFn(Code) -> GameSnapshot) -> u64 {
        let games: Vec<_> = self.games.lock().keys().copied().collect();
        let mut found = 0;
        for game in games {
            let known = snapshot(game).await;
            found += self.games.lock()[&game].compare(game, &known);
        }
        found
    }
}

/// What a page says of a game.
///
/// # Panics
/// When the game is lost.
pub(super) fn snapshot_in(game: Code, page: &Page) -> GameSnapshot {
    assert_eq!(page.status, 200, "game {game} is lost: {page:?}");
    serde_json::from_value(page.json()).unwrap()
}

impl Heard {
    fn has_ended(&self) -> bool {
        self.events.values().any(|event| matches!(event, GameEvent::Ended { .. }))
    }

    fn was_interrupted(&self) -> bool {
        self.events.values().any(|event| matches!(event, GameEvent::Interrupted { .. }))
    }

    fn compare(&self, game: Code, known: &GameSnapshot) -> u64 {
        let mut found = 0;
        // Nobody takes moves back here, so the plies tell where each belongs.
        for (seq, event) in &self.events {
            match event {
                GameEvent::Moved { ply, usi, thought_ms, credit_ms, .. } => {
                    let known = known.moves.get(*ply as usize - 1).unwrap_or_else(|| {
                        panic!("ply {ply} of {game} (event {seq}) was announced and is lost")
                    });
                    let said = MoveView {
                        usi: usi.clone(),
                        thought_ms: *thought_ms,
                        credit_ms: *credit_ms,
                    };
                    assert_eq!(known, &said, "ply {ply} of {game} is another now");
                    found += 1;
                }
                GameEvent::Ended { result, .. } => {
                    let known = known.result.as_ref().map(|it| (it.reason, it.winner));
                    assert_eq!(known, Some((result.reason, result.winner)), "the end of {game}");
                }
                GameEvent::Next { game: next } => {
                    let known = known.result.as_ref().and_then(|it| it.next);
                    assert_eq!(known, Some(*next), "what follows {game}");
                }
                _ => {}
            }
        }
        for (ply, usi) in &self.acked {
            let known = known.moves.get(*ply as usize).map(|it| &it.usi);
            assert_eq!(known, Some(usi), "ply {ply} of {game} was acknowledged and is lost");
        }
        found
    }
}

/// An event without what differs by reader or by instant.
fn plain(event: &GameEvent) -> GameEvent {
    let mut event = event.clone();
    match &mut event {
        GameEvent::Started { you, clocks, now, dests, .. } => {
            (*you, *now, *dests) = (None, 0, None);
            still(clocks);
        }
        GameEvent::Moved { clocks, now, dests, .. }
        | GameEvent::TakenBack { clocks, now, dests, .. } => {
            (*now, *dests) = (0, None);
            still(clocks);
        }
        GameEvent::Interrupted { clocks, now, .. } => {
            *now = 0;
            still(clocks);
        }
        _ => {}
    }
    event
}

fn still(clocks: &mut ClocksView) {
    (clocks.running, clocks.elapsed_ms, clocks.first_move_due_ms) = (None, 0, None);
}
