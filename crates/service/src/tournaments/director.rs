//! The director: does what is due, takes in how games ended, and carries out what follows from
//! every change.

use std::{sync::Arc, time::Duration};

use komadai_game::{ArbiterAct, EndReason, Outcome};
use komadai_ids::{Code, GameId};
use komadai_live::{EndedGame, OpenError, random, retry::Retry};
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval},
};
use tracing::{error, info, warn};
use uuid::Uuid;

use super::{
    Act, Actor, HeldTournament, Phase, StoredTournament, Tournament, TournamentError, Tournaments,
    state::Effect,
};

/// How often it is looked whether something is due, or missing.
const TICK: Duration = Duration::from_millis(500);

/// For how long a player of an arena may be without a connection, as after going from one page or
/// one network to another, and still be paired.
const LOST_AFTER: Duration = Duration::from_secs(10);

/// After how long what has failed is tried again, at first and after many failures.
const RETRY_FIRST: Duration = Duration::from_millis(250);
const RETRY_MAX: Duration = Duration::from_secs(2);

impl Tournaments {
    /// Directs until the end: what is due, and what comes of games.
    pub(super) async fn direct(self, ends: Option<mpsc::UnboundedReceiver<EndedGame>>) {
        let Some(mut ends) = ends else { return };
        for code in self.codes() {
            match self.find(code).await {
                Ok(stored) => self.carry_out(&stored, &[]).await,
                Err(cause) => error!("tournament {code} cannot be taken up: {cause}"),
            }
        }
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                ended = ends.recv() => match ended {
                    Some(ended) => self.note(ended).await,
                    None => return,
                },
                _ = ticks.tick() => self.look_around().await,
            }
        }
    }

    fn codes(&self) -> Vec<Code> {
        self.inner.held.lock().keys().copied().collect()
    }

    /// A game has ended: its tournament learns of it, however long that takes.
    async fn note(&self, ended: EndedGame) {
        let EndedGame { id, outcome, players, replay, tournament: Some(code) } = ended else {
            return;
        };
        let act = Act::Ended { id, outcome: Box::new(outcome), players, replay };
        self.insist(code, act).await;
    }

    /// Does something of the director's own, until the database takes it.
    async fn insist(&self, code: Code, act: Act) {
        let id = Uuid::from_bytes(random::bytes());
        let mut retry = Retry::backing_off(RETRY_FIRST, RETRY_MAX);
        loop {
            match self.act(code, id, Actor::Director, act.clone(), "").await {
                Ok(_) => return,
                Err(TournamentError::Store(cause)) if cause.is_passing() => {
                    retry.failed(|| error!("tournament {code} waits: {cause}")).await;
                }
                Err(cause) => return error!("tournament {code}: {act:?} is refused: {cause}"),
            }
        }
    }

    /// Does what is due, gives up who does not come, and lets go of what is over.
    async fn look_around(&self) {
        let now_ms = self.inner.directory.timebase().now_ms();
        for code in self.codes() {
            let Some(held) = self.inner.held.lock().get(&code).cloned() else { continue };
            let tournament = held.stored().tournament;
            match tournament.phase {
                Phase::Open | Phase::Running => {}
                // The next one to look at it reads it again.
                Phase::Draft | Phase::Over | Phase::Cancelled => {
                    if Arc::strong_count(&held) == 2 {
                        self.inner.held.lock().remove(&code);
                    }
                    continue;
                }
            }
            let is_due = tournament.due_ms().is_some_and(|due| due <= now_ms);
            if is_due && self.may_begin().is_ok() {
                self.insist_once(code, &held).await;
            }
            let is_time = held.appointments_due_ms().is_some_and(|due| due <= now_ms);
            if is_time && self.may_begin().is_ok() {
                self.insist(code, Act::Appointments).await;
            }
            let is_missing = |id: GameId| self.inner.directory.live(id.code()).is_none();
            if tournament.open().iter().any(|(_, board)| is_missing(board.id)) {
                self.open_games(&tournament).await;
            }
            if tournament.phase == Phase::Running
                && !tournament.reopened
                && tournament.goes_by_connection()
            {
                self.look_for(code, &held, &tournament).await;
            }
            if !tournament.paused && tournament.gives_up() {
                self.give_up(&held, &tournament, now_ms).await;
            }
        }
    }

    /// Sees which players of an arena have lost their connection for a while, and who is back.
    async fn look_for(&self, code: Code, held: &HeldTournament, tournament: &Tournament) {
        let presence = self.inner.directory.presence();
        let now = Instant::now();
        let (mut lost, mut back) = (Vec::new(), Vec::new());
        {
            let since = &mut held.present.lock().lost;
            for (entry, person) in tournament.people.iter().filter(|(_, it)| !it.bot) {
                if presence.is_online(person.user) {
                    since.remove(entry);
                    back.extend(tournament.away.get(entry).cloned());
                } else if tournament.is_here(entry)
                    && now - *since.entry(entry.clone()).or_insert(now) >= LOST_AFTER
                {
                    lost.push(entry.clone());
                }
            }
        }
        if !lost.is_empty() || !back.is_empty() {
            self.insist(code, Act::Connections { lost, back }).await;
        }
    }

    /// Does what is due. What cannot begin, for want of players, is held up for the organiser.
    async fn insist_once(&self, code: Code, held: &HeldTournament) {
        let id = Uuid::from_bytes(random::bytes());
        match self.act(code, id, Actor::Director, Act::Due, "").await {
            Ok(_) => {}
            Err(TournamentError::Store(cause)) => warn!("tournament {code} waits: {cause}"),
            Err(cause) => {
                info!("tournament {code} cannot continue and is paused: {cause}");
                if !held.stored().tournament.paused {
                    self.insist(code, Act::Pause).await;
                }
            }
        }
    }

    /// Ends the games of those who have not come.
    async fn give_up(&self, held: &HeldTournament, tournament: &Tournament, now_ms: u64) {
        for (_, board) in tournament.open() {
            let is_due = board.opened_ms.saturating_add(tournament.plan.grace_ms) <= now_ms;
            if !is_due || held.present.lock().waited.contains(&board.id) {
                continue;
            }
            let Some(room) = self.inner.directory.live(board.id.code()) else { continue };
            let Some(game) = room.game().await else { continue };
            room.no_show(tournament.waits_ms(&game)).await;
            // Both have moved, or it has ended: nobody is missing any more.
            if game.line().n_moves() >= 2 || game.outcome().is_some() {
                held.present.lock().waited.insert(board.id);
            }
        }
    }

    /// Does what follows from a change that is durable.
    pub(super) async fn carry_out(&self, stored: &StoredTournament, effects: &[Effect]) {
        for effect in effects {
            let Effect::Arbiter { game, act } = effect else { continue };
            match self.inner.directory.open(game.code()).await {
                Ok(Some(room)) => room.arbiter(act.clone()).await,
                Ok(None) => {}
                Err(cause) => warn!(game.id = %game, "game {game} cannot be reached: {cause}"),
            }
        }
        self.end_games(&stored.tournament).await;
        self.open_games(&stored.tournament).await;
    }

    /// Ends the games that continue although they do not count any more: they were replayed,
    /// paired otherwise or ruled upon.
    async fn end_games(&self, tournament: &Tournament) {
        for game in tournament.struck() {
            if let Some(room) = self.inner.directory.live(game.code()) {
                let reason = if tournament.withdrawn.contains(&game) {
                    self.inner.directory.ends().wait_for(game);
                    EndReason::Aborted
                } else {
                    EndReason::Annulled
                };
                let outcome = Outcome::new(reason, None);
                room.arbiter(ArbiterAct::End(outcome)).await;
            }
        }
    }

    /// Makes the games that are ordered and not there, and waits for the end of all of them.
    async fn open_games(&self, tournament: &Tournament) {
        let directory = &self.inner.directory;
        let open: Vec<_> = tournament.open_pairings().collect();
        for (pairing, board) in open {
            // Before looking, so that an end in between is not missed.
            directory.ends().wait_for(board.id);
            if let Some(room) = directory.live(board.id.code()) {
                // The game before has made it, and it may be over by now.
                if board.replay
                    && let Some(game) = room.game().await
                {
                    directory.ends().note(&game);
                }
                continue;
            }
            match directory.look(board.id.code()).await {
                Ok(Some(game)) => directory.ends().note(&game),
                Ok(None) => {
                    if let Some(setup) = tournament.setup_of(pairing) {
                        directory.follow(&setup, None);
                    }
                }
                Err(cause) => {
                    if matches!(cause, OpenError::Elsewhere) {
                        directory.order(board.id.code());
                    }
                    warn!(game.id = %board.id, "game {} is not opened: {cause}", board.id);
                }
            }
        }
    }
}
