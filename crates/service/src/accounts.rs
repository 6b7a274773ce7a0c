//! Who somebody is.

use komadai_game::Player;
use komadai_ids::UserId;
use komadai_store::{Result, Store, TokenHash, User, sessions, users};
use sha2::{Digest as _, Sha256};

use crate::{Timebase, random};

/// What a browser keeps in its cookie: 32 random bytes. Only their hash is ever stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken([u8; 32]);

impl SessionToken {
    /// A new one.
    pub fn random() -> Self {
        Self(random::bytes())
    }

    /// Reads what [`SessionToken::reveal`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.as_bytes();
        if text.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
            let digit = |sign: u8| char::from(sign).to_digit(16);
            *byte = (digit(*pair.first()?)? << 4 | digit(*pair.last()?)?) as u8;
        }
        Some(Self(bytes))
    }

    /// The token as text, for the cookie and nothing else.
    pub fn reveal(&self) -> String {
        use std::fmt::Write as _;
        self.0.iter().fold(String::with_capacity(64), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// What is stored of it.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl std::fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

/// Accounts and guests.
#[derive(Clone, Debug)]
pub struct Accounts {
    store: Store,
    timebase: Timebase,
}

impl Accounts {
    pub(crate) fn new(store: Store, timebase: Timebase) -> Self {
        Self { store, timebase }
    }

    /// Whose session this is, if anybody's yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn find(&self, token: TokenHash) -> Result<Option<Player>> {
        let mut conn = self.store.read().await?;
        Ok(sessions::find(&mut conn, token).await?.map(|session| player(session.user)))
    }

    /// Whose session this is; a guest's from now on if it was nobody's.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn find_or_make_guest(&self, token: TokenHash) -> Result<Player> {
        if let Some(player) = self.find(token).await? {
            return Ok(player);
        }
        let now_ms = self.timebase.now_ms();
        let id = UserId::new(now_ms, random::bytes());
        let name = format!("Guest {}", 1_000 + random::number() % 9_000);
        let mut tx = self.store.write().await?;
        // Another tab may have been faster.
        if let Some(session) = sessions::find(&mut tx, token).await? {
            return Ok(player(session.user));
        }
        users::create_guest(&mut tx, id, &name, now_ms as i64).await?;
        sessions::insert(&mut tx, token, id, now_ms as i64).await?;
        tx.commit().await?;
        Ok(Player { id, name, guest: true })
    }
}

fn player(user: User) -> Player {
    Player { id: user.id, name: user.name, guest: user.guest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_back_and_not_shown() {
        let token = SessionToken::random();
        assert_eq!(SessionToken::parse(&token.reveal()), Some(token.clone()));
        assert!(!format!("{token:?}").contains(&token.reveal()[..8]));
        for text in ["", "zz", &"é".repeat(32), &"0".repeat(63), &"g".repeat(64)] {
            assert_eq!(SessionToken::parse(text), None, "{text}");
        }
    }
}
