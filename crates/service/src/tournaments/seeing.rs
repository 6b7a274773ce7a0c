//! Who sees a tournament.
//!
//! A draft is for its organisers. What a private club plays is for the club's members, and for
//! those who organise it, are entered or are invited. Everything else is for everybody.

use komadai_ids::{Code, UserId};
use komadai_store::{ClubRole, Conn, Result, Role, accounts, clubs};

use super::{
    StoredTournament, TournamentError, Tournaments,
    state::{Phase, Tournament},
};

impl Tournaments {
    /// The tournament with this address, if `reader` sees it.
    ///
    /// # Errors
    /// [`TournamentError::Unknown`] when there is none, or none that `reader` sees.
    pub async fn look(
        &self,
        code: Code,
        reader: Option<UserId>,
    ) -> Result<StoredTournament, TournamentError> {
        let stored = self.find(code).await?;
        if self.is_seen(&stored.tournament, reader).await? {
            Ok(stored)
        } else {
            Err(TournamentError::Unknown)
        }
    }

    /// Whether it is not for everybody.
    pub async fn is_hidden(&self, it: &Tournament) -> Result<bool> {
        if it.phase == Phase::Draft {
            return Ok(true);
        }
        let Some(club) = it.plan.of_club() else { return Ok(false) };
        clubs::is_private(&mut self.inner.store.read().await?, club.id).await
    }

    /// Ends the streams of those who see a tournament no longer, such as who has left the private
    /// club whose it is: they are to hear nothing of what comes now.
    pub(super) async fn end_unseen_streams(&self, it: &Tournament) -> Result<()> {
        if !self.is_hidden(it).await? {
            return Ok(());
        }
        let presence = self.inner.directory.presence();
        for reader in presence.readers(it.code()) {
            if !self.is_seen(it, reader).await? {
                presence.let_go(it.code(), reader);
            }
        }
        Ok(())
    }

    pub(super) async fn is_seen(&self, it: &Tournament, reader: Option<UserId>) -> Result<bool> {
        if !self.is_hidden(it).await? {
            return Ok(true);
        }
        let Some(reader) = reader else { return Ok(false) };
        if it.owner == reader || it.helpers.contains_key(&reader) {
            return Ok(true);
        }
        let is_draft = it.phase == Phase::Draft;
        if !is_draft && (it.entry_of(reader).is_some() || it.invited.contains_key(&reader)) {
            return Ok(true);
        }
        let mut conn = self.inner.store.read().await?;
        let line = match it.plan.of_club() {
            Some(club) => clubs::members::of_user(&mut conn, club.id, reader).await?,
            None => None,
        };
        let is_enough = |role| !is_draft || role >= ClubRole::Organiser;
        Ok(line.is_some_and(|line| is_enough(line.role)) || runs_site(&mut conn, reader).await?)
    }
}

/// Whether somebody runs the site, and so sees every tournament on it.
pub(super) async fn runs_site(conn: &mut Conn, user: UserId) -> Result<bool> {
    let account = accounts::find(conn, user).await?;
    Ok(account.is_some_and(|account| account.role >= Some(Role::Admin)))
}
