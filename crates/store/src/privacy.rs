//! What somebody with an account lets others do, and see.

pub use komadai_community::accounts::ChallengesFrom;
use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional, row},
};

row! {
    /// What an account has set.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Privacy in "accounts" {
        /// Whose challenges it takes.
        pub challenges_from: ChallengesFrom,
        /// Whether those who follow are told what is being played.
        pub tells_followers: bool,
        /// Whether guests may be paired with it, and take what it offers to all.
        pub accepts_guests: bool,
    }
}

impl Default for Privacy {
    fn default() -> Self {
        Self { challenges_from: ChallengesFrom::All, tells_followers: true, accepts_guests: true }
    }
}

/// What somebody has set; what holds for everybody where there is no account.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Privacy> {
    let found: Option<Privacy> = optional!(
        conn,
        "SELECT challenges_from, tells_followers, accepts_guests FROM accounts WHERE user_id = $1",
        user.uuid()
    )
    .await?;
    Ok(found.unwrap_or_default())
}

pub async fn set(tx: &mut Tx, user: UserId, privacy: Privacy) -> Result<()> {
    execute!(
        tx,
        "UPDATE accounts SET challenges_from = $2, tells_followers = $3, accepts_guests = $4 \
         WHERE user_id = $1",
        user.uuid(),
        privacy.challenges_from.as_str(),
        privacy.tells_followers,
        privacy.accepts_guests
    )
    .await?;
    Ok(())
}
