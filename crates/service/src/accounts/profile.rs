//! What people say of themselves: a line about themselves, and how strong they are.

use komadai_community::lines::clean_line;
use komadai_live::rated::GRADED;
use komadai_rating::DeclaredStrength;
use komadai_store::{Conn, Result, TokenHash, accounts, ratings};

use super::{AccountError, Accounts};
use crate::ratings::declared_of;

/// The most characters of what somebody says of themselves.
pub(super) const ABOUT_SIGNS_MAX: usize = 200;

/// What somebody says of themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnProfile {
    /// One line; empty for nothing.
    pub about: String,
    /// How strong they say they are.
    pub declared: Option<DeclaredStrength>,
    /// Whether that can still be changed: until a rated game of standard shogi says more.
    pub may_declare: bool,
}

impl Accounts {
    /// What somebody says of themselves.
    ///
    /// # Errors
    /// When nobody is signed in, or the database fails.
    pub async fn profile(&self, session: TokenHash) -> Result<OwnProfile, AccountError> {
        let user = self.account(session).await?.ok_or(AccountError::NotSignedIn)?.user.id;
        let mut conn = self.store.read().await?;
        Ok(OwnProfile {
            about: accounts::about(&mut conn, user).await?,
            declared: declared_of(&mut conn, user).await?,
            may_declare: !is_rated(&mut conn, user).await?,
        })
    }

    /// Changes what somebody says of themselves.
    ///
    /// # Errors
    /// When nobody is signed in, it is too long, or the database fails.
    pub async fn set_about(&self, session: TokenHash, about: &str) -> Result<(), AccountError> {
        let user = self.account(session).await?.ok_or(AccountError::NotSignedIn)?.user.id;
        let about = clean_line(about);
        if about.chars().count() > ABOUT_SIGNS_MAX {
            return Err(AccountError::About);
        }
        let mut tx = self.store.write().await?;
        accounts::set_about(&mut tx, user, &about).await?;
        Ok(tx.commit().await?)
    }

    /// Changes how strong somebody says they are, with which ratings begin.
    ///
    /// # Errors
    /// When nobody is signed in, that strength cannot be declared, or games have said more.
    pub async fn declare(
        &self,
        session: TokenHash,
        strength: Option<DeclaredStrength>,
    ) -> Result<(), AccountError> {
        let user = self.account(session).await?.ok_or(AccountError::NotSignedIn)?.user.id;
        if strength.is_some_and(|it| !it.can_be()) {
            return Err(AccountError::Declared);
        }
        let mut tx = self.store.write().await?;
        if is_rated(&mut tx, user).await? {
            return Err(AccountError::Rated);
        }
        let text = strength.map(|it| it.to_string());
        ratings::declare(&mut tx, user, text.as_deref()).await?;
        Ok(tx.commit().await?)
    }
}

/// Whether somebody has played a rated game of standard shogi.
async fn is_rated(conn: &mut Conn, user: komadai_ids::UserId) -> Result<bool> {
    let career = ratings::career(conn, user, GRADED).await?;
    Ok(career.is_some_and(|it| it.n_games > 0))
}
