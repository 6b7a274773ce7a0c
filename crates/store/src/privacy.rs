//! What somebody with an account lets others do, and see.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{Columns, FromRow, Malformed, execute, optional},
};

/// Whose challenges somebody takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChallengesFrom {
    #[default]
    All,
    /// Those of players whom they follow.
    Followed,
    None,
}

impl ChallengesFrom {
    pub const ALL: [Self; 3] = [Self::All, Self::Followed, Self::None];

    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Followed => "followed",
            Self::None => "none",
        }
    }

    /// The one with this spelling.
    pub fn from_name(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == text)
    }
}

/// What an account has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Privacy {
    /// Whose challenges it takes.
    pub challenges_from: ChallengesFrom,
    /// Whether those who follow are told what is being played.
    pub tells_followers: bool,
}

impl Default for Privacy {
    fn default() -> Self {
        Self { challenges_from: ChallengesFrom::All, tells_followers: true }
    }
}

impl FromRow for Privacy {
    const TABLE: &'static str = "accounts";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            challenges_from: row
                .parse("challenges_from", |from: String| ChallengesFrom::from_name(&from))?,
            tells_followers: row.get("tells_followers")?,
        })
    }
}

/// What somebody has set; what holds for everybody where there is no account.
pub async fn find(conn: &mut Conn, user: UserId) -> Result<Privacy> {
    let found: Option<Privacy> = optional!(
        conn,
        "SELECT challenges_from, tells_followers FROM accounts WHERE user_id = $1",
        user.uuid()
    )
    .await?;
    Ok(found.unwrap_or_default())
}

pub async fn set(tx: &mut Tx, user: UserId, privacy: Privacy) -> Result<()> {
    execute!(
        tx,
        "UPDATE accounts SET challenges_from = $2, tells_followers = $3 WHERE user_id = $1",
        user.uuid(),
        privacy.challenges_from.as_str(),
        privacy.tells_followers
    )
    .await?;
    Ok(())
}
