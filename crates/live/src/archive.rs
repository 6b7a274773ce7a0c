//! Where games go that are over.

use std::{collections::HashSet, pin::Pin};

use komadai_ids::{Code, GameId};
use komadai_store::Result;

use crate::Settlement;

/// What an archive says once it has looked or written.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// The games that are over, and what follows from them.
///
/// It is asked when a game is settled, at a start, and when a game is opened that is not live;
/// never for a move.
pub trait Archive: Send + Sync + 'static {
    /// The records of a stored game.
    fn find(&self, code: Code) -> Answer<'_, Option<Vec<u8>>>;

    /// Those of these games that are settled.
    fn settled<'a>(&'a self, ids: &'a [GameId]) -> Answer<'a, HashSet<GameId>>;

    /// Below which position of the journal everything is settled here. `head` is the journal's
    /// newest one: if that is lower, the journal has been replaced by an older one, of which
    /// nothing is known.
    fn floor(&self, head: i64) -> Answer<'_, i64>;

    /// Notes that below this position of the journal everything is settled here.
    fn raise_floor(&self, pos: i64) -> Answer<'_, ()>;

    /// Settles games, all of them or none. To those that have been settled before it adds what
    /// happened since.
    fn settle<'a>(&'a self, ended: &'a [&'a Settlement], now_ms: i64) -> Answer<'a, ()>;
}
