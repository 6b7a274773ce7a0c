//! Deleting an account.

use komadai_game::Phase;
use komadai_ids::UserId;
use komadai_live::OpenError;
use komadai_store::{
    Account, TokenHash, accounts,
    deletion::{self, DELETED_NAME},
};
use sha2::{Digest as _, Sha256};
use tracing::warn;

use super::{AccountError, Accounts};
use crate::{Service, moderation::note, names::Handle, tournaments::TournamentError};

/// What the log says of an account that somebody else has deleted.
#[derive(Clone, Copy)]
struct Order<'a> {
    /// Who runs the site; somebody at the command line without it.
    by: Option<UserId>,
    reason: &'a str,
}

impl Service {
    /// Deletes the account whose session this is. Its games stay, without its name, and nobody
    /// can have its handle again. Its name goes from tournaments first, one by one: when the
    /// process ends in between, the account is still there, and is deleted when that is asked
    /// for again.
    ///
    /// # Errors
    /// When the password is wrong, a game or a tournament of theirs is not over, those who run
    /// the site have given it a role, or it cannot be done now.
    pub async fn delete_account(
        &self,
        session: TokenHash,
        password: String,
    ) -> Result<(), AccountError> {
        let account = self.accounts.confirmed(session, password).await?;
        self.delete_whole(&account, None).await
    }

    /// The same for somebody with an account, as one who runs the site wants it; at the command line
    /// that is nobody.
    ///
    /// # Errors
    /// As for [`Self::delete_account`].
    pub async fn delete_account_of(
        &self,
        by: Option<UserId>,
        user: UserId,
        reason: &str,
    ) -> Result<(), AccountError> {
        let account = accounts::find(&mut self.databases.read().await?, user).await?;
        let account = account.ok_or(AccountError::Unknown)?;
        self.delete_whole(&account, Some(Order { by, reason })).await
    }

    async fn delete_whole(
        &self,
        account: &Account,
        order: Option<Order<'_>>,
    ) -> Result<(), AccountError> {
        self.accounts.may_be_deleted(account).await?;
        let user = account.user.id;
        let failed = |cause| match cause {
            TournamentError::Store(cause) => AccountError::Store(cause),
            cause => {
                warn!("an account cannot be deleted: {cause}");
                AccountError::Organises
            }
        };
        if self.tournaments.organises(user).await.map_err(failed)? {
            return Err(AccountError::Organises);
        }
        let _turn = self.accounts.deleting.lock().await;
        self.databases.begin_erasing().await?;
        let deleted = async {
            self.tournaments.forget(user).await.map_err(failed)?;
            self.accounts.delete(account, order).await
        };
        let deleted = deleted.await;
        if !self.databases.end_erasing().await? {
            warn!("a deleted account is in the log of the database until its next checkpoint");
        }
        deleted?;
        self.reviews.forget(user).await;
        self.rename(user, DELETED_NAME).await;
        Ok(())
    }
}

impl Accounts {
    /// Whether nothing speaks against deleting an account.
    async fn may_be_deleted(&self, account: &Account) -> Result<(), AccountError> {
        if self.plays(account.user.id).await? {
            return Err(AccountError::StillPlaying);
        }
        if account.role.is_some() {
            return Err(AccountError::HasRole);
        }
        Ok(())
    }

    /// Whether somebody is at a game of their own doing. A board that a tournament has opened and
    /// at which they have not moved keeps nobody: a player who is not there any more has not come.
    async fn plays(&self, user: UserId) -> Result<bool, AccountError> {
        for it in self.directory.all_playing(user).await? {
            let game = match self.directory.look(it.game).await {
                Ok(Some(game)) if game.phase() != Phase::Over => game,
                Ok(_) => continue,
                Err(OpenError::Store(cause)) => return Err(cause.into()),
                // Its server cannot be asked at the moment.
                Err(_) => return Ok(true),
            };
            let has_moved = game.side_of(user).is_some_and(|side| {
                let first = game.line().start().turn();
                game.line().n_moves() > u32::from(side != first)
            });
            if has_moved || game.setup().tournament.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn delete(
        &self,
        account: &Account,
        order: Option<Order<'_>>,
    ) -> Result<(), AccountError> {
        let user = account.user.id;
        let hash = retired_hash(&Handle::parse_any(&account.handle)?);
        let now_ms = self.timebase.now_ms();
        let mut tx = self.write_as(account).await?;
        if !deletion::delete(&mut tx, user, hash, now_ms as i64).await? {
            return Err(AccountError::NotSignedIn);
        }
        if let Some(Order { by, reason }) = order {
            note(&mut tx, now_ms, by, "delete_account", Some(user), reason).await?;
        }
        tx.commit().await?;
        self.presence.sign_out(user, |_| true);
        Ok(())
    }
}

/// By what it is known that a handle was somebody's.
pub(super) fn retired_hash(handle: &Handle) -> TokenHash {
    TokenHash(Sha256::digest(handle.key()).into())
}
