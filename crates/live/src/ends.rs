//! The ends of games that somebody waits for.

use std::collections::HashSet;

use komadai_game::{Game, Outcome};
use komadai_ids::{Code, GameId, UserId};
use komadai_rules::BySide;
use parking_lot::Mutex;
use tokio::sync::mpsc;

/// A game that has ended.
#[derive(Clone, Debug)]
pub struct EndedGame {
    pub id: GameId,
    /// How it ended.
    pub outcome: Outcome,
    pub players: BySide<UserId>,
    /// The game by which it is replayed (§2.2).
    pub replay: Option<GameId>,
    /// The tournament it belongs to.
    pub tournament: Option<Code>,
}

impl EndedGame {
    /// It, if it has ended.
    fn of(game: &Game) -> Option<Self> {
        Some(Self {
            id: game.id(),
            outcome: game.outcome()?.clone(),
            players: game.players()?.as_ref().map(|player| player.id),
            replay: game.next().filter(|_| game.is_replayed()),
            tournament: game.setup().tournament,
        })
    }
}

/// Which games are waited for, and the channel to the task that waits.
#[derive(Debug)]
pub struct Ends {
    awaited: Mutex<HashSet<GameId>>,
    // At most as many wait in it as are awaited.
    told: mpsc::UnboundedSender<EndedGame>,
    /// Until somebody takes it.
    heard: Mutex<Option<mpsc::UnboundedReceiver<EndedGame>>>,
}

impl Ends {
    pub(crate) fn new() -> Self {
        let (told, heard) = mpsc::unbounded_channel();
        Self { awaited: Mutex::default(), told, heard: Mutex::new(Some(heard)) }
    }

    /// From now on the end of this game is reported, once.
    pub fn wait_for(&self, game: GameId) {
        self.awaited.lock().insert(game);
    }

    /// Tells that a game has ended, if it has and somebody waits for it.
    pub fn note(&self, game: &Game) {
        if let Some(ended) = EndedGame::of(game)
            && self.awaited.lock().remove(&ended.id)
        {
            // Nobody listens any more in a stop; the next start asks the games themselves.
            let _ = self.told.send(ended);
        }
    }

    /// Where they are reported; once.
    pub fn take(&self) -> Option<mpsc::UnboundedReceiver<EndedGame>> {
        self.heard.lock().take()
    }
}
