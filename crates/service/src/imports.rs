//! Games that players import: files or pasted text, kept in their owner's archive.

mod brought;
mod fetching;

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use komadai_game::Player;
use komadai_ids::{ImportId, UserId};
use komadai_kifu::Error;

use komadai_live::Directory;
use komadai_live::pool::Claimant;
use komadai_store::{Import, ImportSummary, Result, Store, Tx, imports as rows};
use tokio_rustls::rustls;

use self::fetching::Fetching;
pub use self::{
    brought::{ReadFile, bring, record},
    fetching::{FetchError, FetchSettings},
};
use crate::storage::{NotKept, kept_bytes};

/// Games in one file.
const FILE_GAMES_MAX: usize = 1_000;

/// Games in the archive of one player.
const GAMES_MAX: u64 = 10_000;

/// Imported games. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Imports {
    store: Store,
    directory: Arc<Directory>,
    fetching: Fetching,
}

/// Why games come into no archive.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("the site is read-only for now")]
    ReadOnly,
    #[error("the file cannot be read")]
    Unreadable(#[source] Error),
    #[error("a file may have up to {FILE_GAMES_MAX} games; split it")]
    TooManyInFile,
    /// A game has no form in which records are kept.
    #[error("{0}")]
    Unwritable(Error),
    /// A game would not be had again as it was read.
    #[error("the game of {sente} and {gote} cannot be stored: {cause}")]
    CannotBeKept { sente: String, gote: String, cause: String },
    #[error("an archive holds {GAMES_MAX} games; delete something first")]
    Full,
    /// There is no room for them.
    #[error(transparent)]
    NotKept(#[from] NotKept),
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

/// A stored game cannot be read any more. Why was logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this game is damaged")]
pub struct DamagedImport;

/// Games that are in an archive now.
#[derive(Debug)]
pub struct ImportedGames {
    pub games: Vec<ImportSummary>,
    /// How many of them were there before.
    pub n_known: usize,
}

impl Imports {
    pub(crate) fn new(
        store: Store,
        directory: Arc<Directory>,
        fetching: FetchSettings,
    ) -> Result<Self, rustls::Error> {
        Ok(Self { store, directory, fetching: Fetching::new(fetching)? })
    }

    /// What stands at this address, of at most so many bytes, for somebody.
    ///
    /// # Errors
    /// When nothing may be fetched from there, nothing comes, or too much is being fetched.
    pub async fn fetch(
        &self,
        address: &str,
        bytes_max: usize,
        by: Claimant,
    ) -> Result<Bytes, FetchError> {
        self.fetching.fetch(address, bytes_max, by).await
    }

    /// The same unless its host calls it `known` still, with what it calls it; the host may take so
    /// long.
    pub(crate) async fn fetch_changed(
        &self,
        address: &str,
        known: &str,
        bytes_max: usize,
        within: Duration,
    ) -> Result<Option<(Bytes, String)>, FetchError> {
        self.fetching.fetch_changed(address, known, bytes_max, within).await
    }

    /// Whether something may be fetched from this address.
    ///
    /// # Errors
    /// When it may not.
    pub(crate) fn may_fetch(&self, address: &str) -> Result<(), FetchError> {
        self.fetching.target(address).map(drop)
    }

    /// Whether anything may be imported at the moment: asked before a file is read.
    ///
    /// # Errors
    /// When the site can only be read.
    pub fn may_begin(&self) -> Result<(), ImportError> {
        if self.directory.sanctions().is_read_only() { Err(ImportError::ReadOnly) } else { Ok(()) }
    }

    /// Puts games into their player's archive, each of which stays there once. `may_keep` says
    /// whether so many bytes may be kept of somebody of whom so many are.
    ///
    /// # Errors
    /// When there is no room for all of them; none is kept then.
    pub async fn keep(
        &self,
        whose: &Player,
        games: Vec<Import>,
        may_keep: impl FnOnce(u64, u64) -> std::result::Result<(), NotKept> + Send,
    ) -> Result<ImportedGames, ImportError> {
        let mut tx = self.store.write().await?;
        let kept_bytes = kept_bytes(&mut tx, whose.id).await?;
        let (kept, new_bytes) = put(&mut tx, whose.id, games).await?;
        if kept.n_known < kept.games.len() {
            if rows::usage(&mut tx, whose.id).await?.n_games > GAMES_MAX {
                return Err(ImportError::Full);
            }
            may_keep(kept_bytes, new_bytes)?;
        }
        tx.commit().await?;
        Ok(kept)
    }

    /// Takes a game out of its player's archive. `false`: it was not there.
    pub async fn remove(&self, whose: UserId, id: ImportId) -> Result<bool> {
        let mut tx = self.store.write().await?;
        let is_gone = rows::delete(&mut tx, whose, id).await?;
        tx.commit().await?;
        Ok(is_gone)
    }
}

/// Stores games of one player; how many bytes of them were not there before.
async fn put(tx: &mut Tx, user: UserId, games: Vec<Import>) -> Result<(ImportedGames, u64)> {
    let mut kept = ImportedGames { games: Vec::with_capacity(games.len()), n_known: 0 };
    let mut new_bytes = 0;
    for game in games {
        if rows::insert(tx, &game).await? {
            new_bytes += game.record.len() as u64;
            kept.games.push(game.summary);
        } else {
            kept.n_known += 1;
            kept.games.extend(rows::find_by_digest(tx, user, game.digest).await?);
        }
    }
    Ok((kept, new_bytes))
}
