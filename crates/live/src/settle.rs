//! SettlingGame: storing everything that follows from a finished game, in one transaction.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    time::Duration,
};

use komadai_game::{EndReason, Game, UnratedReason};
use komadai_ids::UserId;
use komadai_rules::Side;
use komadai_store::games;
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};
use tracing::{error, info};

use crate::{
    Timebase,
    archive::Archive,
    game_log::{GameLog, without_conditions},
    journal::stopped,
    metrics::METRICS,
    openings, opponents,
    rated::{PooledGame, RatedGame},
    retry::Retry,
    room::NO_POS,
};

/// How many games may wait to be settled before rooms have to wait too.
pub(crate) const QUEUE_MAX: usize = 1_024;

/// How many games are settled in one transaction.
const BATCH_MAX: usize = 128;

/// How long a finished game waits for others.
const GATHER: Duration = Duration::from_millis(50);

/// The delay before settling is retried, at first and after many failures.
const RETRY_FIRST: Duration = Duration::from_millis(250);
const RETRY_MAX: Duration = Duration::from_secs(2);

/// A finished game, as it is stored.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// Its record, and its summary for lists.
    pub game: games::Game,
    /// Its effect on ratings, if any.
    pub rated: Option<RatedGame>,
    /// Why it was not rated, where that is for moderators to see.
    pub questionable: Option<UnratedReason>,
    /// Its effect on its pool of programs, if any.
    pub pooled: Option<PooledGame>,
    /// A board of a tournament that was withdrawn before its first move: nothing is kept of it.
    pub withdrawn: bool,
}

/// A game on its way to be settled.
#[derive(Debug)]
pub(crate) struct SettlingGame {
    pub(crate) settlement: Settlement,
    /// The game's first journal position that is still needed; none once it is settled, unless
    /// something has happened since.
    pub(crate) base_pos: Arc<AtomicI64>,
    /// The position needed when the game was queued.
    pub(crate) needed: i64,
}

impl SettlingGame {
    /// The game needs nothing in the journal any more. If its position has changed since, the newer
    /// state is queued for settlement too.
    fn is_done(&self) {
        let _ = self.base_pos.compare_exchange(self.needed, NO_POS, Relaxed, Relaxed);
    }
}

impl Settlement {
    /// What is stored of a finished game.
    ///
    /// # Errors
    /// When its rules or clocks cannot be serialised.
    pub fn of(game: &Game, log: &GameLog) -> Result<Self, serde_json::Error> {
        let setup = game.setup();
        let outcome = game.outcome();
        let player = |side: Side| game.players().map(|players| &players[side]);
        let rated = RatedGame::of(game);
        let pooled = PooledGame::of(game);
        let is_aborted = outcome.is_some_and(|outcome| outcome.reason == EndReason::Aborted);
        let withdrawn = is_aborted && setup.tournament.is_some() && game.line().n_moves() == 0;
        let questionable = outcome.and_then(|outcome| outcome.unrated);
        let questionable = questionable.filter(|it| it.is_told_to_moderators());
        let game = games::Game {
            summary: games::GameSummary {
                id: setup.id,
                variant: setup.variant.clone(),
                handicap: setup.handicap().map(|handicap| handicap.name().to_owned()),
                clock: serde_json::to_string(&setup.clocks)?,
                sente: player(Side::Sente).map(|player| player.id),
                gote: player(Side::Gote).map(|player| player.id),
                sente_name: player(Side::Sente).map(|player| player.name.clone()),
                gote_name: player(Side::Gote).map(|player| player.name.clone()),
                plies: game.line().n_moves(),
                reason: outcome.map_or("", |outcome| outcome.reason.as_str()).to_owned(),
                winner: outcome.and_then(|outcome| outcome.winner),
                rated: rated.is_some(),
                final_sfen: game.line().position().sfen(),
                opening: openings::opening(game.line()).map(str::to_owned),
                created_ms: setup.created_ms as i64,
                started_ms: game.started_ms().map(|ms| ms as i64),
                ended_ms: game.ended_ms().unwrap_or(setup.created_ms) as i64,
                previous: setup.previous,
                next: game.next(),
            },
            start_sfen: game.line().start().sfen(),
            rules: serde_json::to_string(&setup.rules)?,
            left: leaver(game),
            // Nobody needs to know any more what was going to be answered.
            record: without_conditions(log, None).bytes().to_vec(),
        };
        Ok(Self { game, rated, questionable, pooled, withdrawn })
    }
}

/// The player who abandoned this game. Abandoning a game against the built-in opponent does not
/// count, nor does calling off one by correspondence, for which nobody sits and waits.
pub(crate) fn leaver(game: &Game) -> Option<UserId> {
    if game.setup().is_correspondence() {
        return None;
    }
    let side = game.outcome().and_then(|it| it.left.or(it.called_off))?;
    let players = game.players().filter(|_| opponents::Seat::at(game).is_none())?;
    Some(players[side].id)
}

/// Settles games until `stop`, and until none is left: games that end close together share a
/// transaction, because a transaction costs as much as the ten games in it.
pub(crate) async fn run(
    archive: Arc<dyn Archive>,
    timebase: Timebase,
    mut queue: mpsc::Receiver<SettlingGame>,
    mut stop: watch::Receiver<bool>,
) {
    let mut batch = Vec::new();
    loop {
        tokio::select! {
            biased;
            taken = queue.recv_many(&mut batch, BATCH_MAX) => if taken == 0 {
                return;
            },
            () = stopped(&mut stop) => return,
        }
        // Nobody is waiting for a game to be settled, so others may join it.
        tokio::select! {
            () = sleep(GATHER) => {}
            () = stopped(&mut stop) => {}
        }
        while batch.len() < BATCH_MAX
            && let Ok(settling) = queue.try_recv()
        {
            batch.push(settling);
        }
        let games: Vec<_> = batch.iter().map(|settling| &settling.settlement).collect();
        let together = archive.settle(&games, timebase.now_ms() as i64).await;
        if together.is_ok() {
            METRICS.settled(games.len());
        }
        for settling in batch.drain(..) {
            match &together {
                Ok(()) => settling.is_done(),
                // A game that cannot be settled must not hold up the others.
                Err(_) => settle_alone(&*archive, timebase, &settling).await,
            }
        }
    }
}

/// Settles one game, however long it takes; if it cannot be settled, it stays in the journal.
async fn settle_alone(archive: &dyn Archive, timebase: Timebase, settling: &SettlingGame) {
    let settlement = &settling.settlement;
    let id = settlement.game.summary.id;
    let mut retry = Retry::backing_off(RETRY_FIRST, RETRY_MAX);
    loop {
        match archive.settle(&[settlement], timebase.now_ms() as i64).await {
            Ok(()) => break,
            Err(cause) if !cause.is_passing() => {
                error!(game.id = %id, "game {id} cannot be settled: {cause}");
                return;
            }
            Err(cause) => {
                let complain = || error!(game.id = %id, "game {id} waits to be settled: {cause}");
                retry.failed(complain).await;
            }
        }
    }
    METRICS.settled(1);
    settling.is_done();
    if retry.has_failed() {
        info!(game.id = %id, "game {id} is settled after all");
    }
}

#[cfg(test)]
mod tests {
    use komadai_engine::Level;
    use komadai_game::{By, Command, Event, Player, Setup, TimeControl, clocks::SuddenDeath};
    use komadai_ids::{GameId, UserId};

    use super::*;

    /// A game in which sente never appeared.
    fn left_by_sente(gote: Player) -> Game {
        let clock = TimeControl::SuddenDeath(SuddenDeath { main_ms: 600_000 });
        let sente = Player {
            id: UserId::new(1, [1; 10]),
            name: "sente".to_owned(),
            guest: true,
            bot: false,
        };
        let setup = Setup::casual(GameId::new(1, [1; 10]), 1, clock, sente);
        let mut game = Game::new(setup.clone()).unwrap();
        game.apply(&Event::Created(Box::new(setup)));
        let started = game.start(1, &gote);
        game.apply(&started);
        game.announced(1);
        for event in game.handle(60_000, By::Server, &Command::CheckTime { srtt_ms: None }).unwrap()
        {
            game.apply(&event);
        }
        game
    }

    #[test]
    fn leaving_the_machine_is_held_against_nobody() {
        let of = |gote| Settlement::of(&left_by_sente(gote), &GameLog::default()).unwrap().game;
        let person = Player {
            id: UserId::new(2, [2; 10]),
            name: "gote".to_owned(),
            guest: true,
            bot: false,
        };
        assert_eq!(of(person).left, Some(UserId::new(1, [1; 10])));
        assert_eq!(of(opponents::player(Level::new(1).unwrap())).left, None);
    }
}
