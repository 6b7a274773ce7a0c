//! Where games go that are over.

use komadai_ids::{Code, GameId};
use komadai_store::{Game, Result, Store, games, settlements};

#[cfg(feature = "testing")]
use crate::testing::Shelf;

/// The stored games: those of the database, or those that a test keeps.
#[derive(Clone, Debug)]
pub(crate) enum Archive {
    Store(Store),
    #[cfg(feature = "testing")]
    Shelf(Shelf),
}

impl Archive {
    /// The one in the database.
    pub(crate) fn of(store: &Store) -> Self {
        Self::Store(store.clone())
    }

    /// The records of a stored game.
    pub(crate) async fn find(&self, code: Code) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Store(store) => {
                let mut conn = store.read().await?;
                Ok(games::find_by_code(&mut conn, code).await?.map(|stored| stored.record))
            }
            #[cfg(feature = "testing")]
            Self::Shelf(shelf) => Ok(shelf.find(code)),
        }
    }

    /// Whether a game has been settled.
    pub(crate) async fn is_settled(&self, id: GameId) -> Result<bool> {
        match self {
            Self::Store(store) => {
                let mut conn = store.read().await?;
                Ok(settlements::settled_ms(&mut conn, id).await?.is_some())
            }
            #[cfg(feature = "testing")]
            Self::Shelf(shelf) => Ok(shelf.find(id.code()).is_some()),
        }
    }

    /// Settles games in one transaction. To those that have been settled before it adds what
    /// happened since.
    pub(crate) async fn settle(&self, games: &[&Game], now_ms: i64) -> Result<()> {
        match self {
            Self::Store(store) => {
                let mut tx = store.write().await?;
                for game in games {
                    if !settlements::settle(&mut tx, game, now_ms).await? {
                        games::extend(&mut tx, game).await?;
                    }
                }
                tx.commit().await
            }
            #[cfg(feature = "testing")]
            Self::Shelf(shelf) => {
                games.iter().for_each(|game| shelf.put(game));
                Ok(())
            }
        }
    }
}
