//! Where games go that are over, and those that sleep.

use std::{
    collections::{HashMap, HashSet},
    pin::Pin,
};

use komadai_game::Stretch;
use komadai_ids::{Code, GameId, UserId};
use komadai_rules::{BySide, Side};
use komadai_store::Result;

use crate::{Settlement, game_log::GameLog};

/// What an archive says once it has looked or written.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// A game that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredGame {
    /// The records of one that is over.
    Over(Vec<u8>),
    /// One that sleeps, and when the site was away since.
    Asleep(RoomlessGame, Vec<Stretch>),
}

/// A game by correspondence that is being played and has no room, because nothing happens in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomlessGame {
    pub id: GameId,
    pub players: BySide<UserId>,
    /// Its records.
    pub log: GameLog,
    /// When it fell asleep, in Unix milliseconds.
    pub since_ms: u64,
    /// How long the side to move had thought by then.
    pub thought_ms: u64,
    /// When something is due in it, in Unix milliseconds.
    pub wake_ms: u64,
}

/// When a game wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alarm {
    /// In Unix milliseconds.
    pub at_ms: u64,
    pub game: GameId,
}

/// The games that are over and what follows from them, and the games that sleep.
///
/// It is asked when a game is settled, falls asleep or wakes, at a start, and when a game is opened
/// that is not live; never for a move.
pub trait Archive: Send + Sync + 'static {
    /// A stored game.
    fn find(&self, code: Code) -> Answer<'_, Option<StoredGame>>;

    /// Those of these games that are settled.
    fn settled<'a>(&'a self, ids: &'a [GameId]) -> Answer<'a, HashSet<GameId>>;

    /// Below which position of the journal everything is settled or asleep here. `head` is the
    /// journal's newest one: if that is lower, the journal has been replaced by an older one, of
    /// which nothing is known.
    fn floor(&self, head: i64) -> Answer<'_, i64>;

    /// Notes that below this position of the journal everything is settled or asleep here.
    fn raise_floor(&self, pos: i64) -> Answer<'_, ()>;

    /// Settles games, all of them or none. To those that have been settled before it adds what
    /// happened since.
    fn settle<'a>(&'a self, ended: &'a [&'a Settlement], now_ms: i64) -> Answer<'a, ()>;

    /// Keeps a game that falls asleep. It stays when the game wakes, and until it is settled.
    /// `false`: it is settled, or kept with more records, and stays as it is.
    fn keep<'a>(&'a self, game: &'a RoomlessGame) -> Answer<'a, bool>;

    /// How many records those of these games are kept with that are.
    fn kept<'a>(&'a self, ids: &'a [GameId]) -> Answer<'a, HashMap<GameId, usize>>;

    /// The games of a player that are kept, awake or not, with the player's side.
    fn kept_of(&self, player: UserId) -> Answer<'_, Vec<(GameId, Side)>>;

    /// The next alarms of the games that are kept, awake or not, up to an instant and in order, a
    /// number of them at most: those after one, or all.
    fn alarms(&self, after: Option<Alarm>, until_ms: u64) -> Answer<'_, Vec<Alarm>>;

    /// Notes that the site was away, so that no clock of a game ran that slept then.
    fn note_outage(&self, outage: Stretch) -> Answer<'_, ()>;
}
