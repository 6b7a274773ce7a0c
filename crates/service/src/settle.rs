//! Settling: what a game that is over leaves behind, in one transaction.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
    time::Duration,
};

use komadai_game::Game;
use komadai_rules::Side;
use komadai_store::{Seat, Store, games, settlements};
use tokio::{
    sync::{mpsc, watch},
    time::sleep,
};
use tracing::{error, info};

use crate::{Timebase, journal::stopped, log::Log, room::NO_POS};

/// How many games may wait to be settled before rooms have to wait too.
pub(crate) const QUEUE_MAX: usize = 1_024;

/// How often settling is tried again.
const RETRY_EVERY: Duration = Duration::from_millis(500);

/// A game that is over, as it is stored.
#[derive(Debug)]
pub struct Settlement(pub(crate) games::Game);

/// A game on its way to be settled.
#[derive(Debug)]
pub(crate) struct Settling {
    pub(crate) settlement: Settlement,
    /// What the game still needs in the journal; nothing once it is settled.
    pub(crate) base_pos: Arc<AtomicI64>,
}

impl Settlement {
    /// What is stored of a game that is over.
    pub fn of(game: &Game, log: &Log) -> Self {
        let setup = game.setup();
        let outcome = game.outcome();
        let seat = |side: Side| match side {
            Side::Sente => Seat::Sente,
            Side::Gote => Seat::Gote,
        };
        let player = |side: Side| game.players().map(|players| &players[side]);
        Self(games::Game {
            summary: games::GameSummary {
                id: setup.id,
                variant: setup.variant.clone(),
                handicap: setup.handicap().map(|handicap| handicap.name().to_owned()),
                clock: json(&setup.clocks),
                sente: player(Side::Sente).map(|player| player.id),
                gote: player(Side::Gote).map(|player| player.id),
                sente_name: player(Side::Sente).map(|player| player.name.clone()),
                gote_name: player(Side::Gote).map(|player| player.name.clone()),
                plies: game.line().n_moves(),
                reason: outcome.map_or("", |outcome| outcome.reason.as_str()).to_owned(),
                winner: outcome.and_then(|outcome| outcome.winner).map(seat),
                final_sfen: game.line().position().sfen(),
                opening: None,
                created_ms: setup.created_ms as i64,
                started_ms: game.started_ms().map(|ms| ms as i64),
                ended_ms: game.ended_ms().unwrap_or(setup.created_ms) as i64,
                previous: setup.previous,
                next: game.next(),
            },
            start_sfen: game.line().start().sfen(),
            rules: json(&setup.rules),
            record: log.bytes().to_vec(),
        })
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Settles games one after the other until `stop`, and until none is left.
pub(crate) async fn run(
    store: Store,
    timebase: Timebase,
    mut queue: mpsc::Receiver<Settling>,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let settling = tokio::select! {
            biased;
            settling = queue.recv() => settling,
            () = stopped(&mut stop) => None,
        };
        let Some(settling) = settling else { return };
        let game = &settling.settlement.0;
        let id = game.summary.id;
        let mut complained = false;
        loop {
            match settle(&store, game, timebase.now_ms() as i64).await {
                Ok(_) => {
                    settling.base_pos.store(NO_POS, Relaxed);
                    break;
                }
                // It stays in the journal, and the others go on.
                Err(cause) if !cause.is_passing() => {
                    error!(game.id = %id, "game {id} cannot be settled: {cause}");
                    break;
                }
                Err(cause) => {
                    if !std::mem::replace(&mut complained, true) {
                        error!(game.id = %id, "game {id} waits to be settled: {cause}");
                    }
                    sleep(RETRY_EVERY).await;
                }
            }
        }
        if complained {
            info!(game.id = %id, "game {id} is settled after all");
        }
    }
}

/// Settles one game; `false` when it has been settled before.
pub(crate) async fn settle(
    store: &Store,
    game: &games::Game,
    now_ms: i64,
) -> komadai_store::Result<bool> {
    let mut tx = store.write().await?;
    let fresh = settlements::settle(&mut tx, game, now_ms).await?;
    tx.commit().await?;
    Ok(fresh)
}
