//! What proves who somebody is, and is never shown.

use komadai_ids::UserId;
use komadai_live::random;
use komadai_store::{NewInvitation, Result, Role, TokenHash, Tx, invitations};
use sha2::{Digest as _, Sha256};

use crate::moderation::note;

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

/// A code with which one person may register where that is by invitation. Only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Invitation(String);

impl Invitation {
    /// How many characters it has: 80 random bits.
    const SIGNS: usize = 16;

    /// For how long one is good that gives a role, in milliseconds.
    const ROLE_WITHIN_MS: i64 = 7 * 24 * 3_600_000;

    fn random() -> Self {
        Self(random::signs(Self::SIGNS))
    }

    /// A new one, by somebody who runs the site or at the command line. One that gives a role is
    /// good for a week.
    pub(crate) async fn make(
        tx: &mut Tx,
        now_ms: u64,
        by: Option<UserId>,
        role: Option<Role>,
    ) -> Result<Self> {
        let it = Self::random();
        let expires_ms = role.map(|_| now_ms as i64 + Self::ROLE_WITHIN_MS);
        let new = NewInvitation { code: it.hash(), by, role, expires_ms };
        invitations::insert(tx, &new, now_ms as i64).await?;
        note(tx, now_ms, by, "invite", None, role.map_or("", Role::as_str)).await?;
        Ok(it)
    }

    /// As somebody has typed it.
    pub(super) fn typed(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// The code as text, for giving it away.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(&self.0).into())
    }
}

impl std::fmt::Debug for Invitation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Invitation(…)")
    }
}

/// With what a program plays over CSA: short, because a password is there, with the name of the game
/// it is for, 32 characters at most. Only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct CsaSecret(String);

impl CsaSecret {
    /// How many characters it has: 70 random bits.
    const SIGNS: usize = 14;

    pub(super) fn random() -> Self {
        Self(random::signs(Self::SIGNS))
    }

    /// As a program says it; `None` where it can be none.
    pub fn said(text: &str) -> Option<Self> {
        let is_sign = |sign: u8| sign.is_ascii_alphanumeric();
        (text.len() == Self::SIGNS && text.bytes().all(is_sign)).then(|| Self(text.to_owned()))
    }

    /// The secret as text, for its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it; no other secret has such a hash.
    pub fn hash(&self) -> TokenHash {
        TokenHash(Sha256::new().chain_update(b"csa ").chain_update(&self.0).finalize().into())
    }
}

impl std::fmt::Debug for CsaSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CsaSecret(…)")
    }
}

/// Something that is not shown.
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
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

    #[test]
    fn a_secret_for_csa_fits_its_field() {
        let secret = CsaSecret::random();
        assert_eq!(CsaSecret::said(secret.reveal()), Some(secret.clone()));
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert!("lobby-3600-10F-B,".len() + secret.reveal().len() <= 32);
        for text in ["", "short", "14 signs, or so", "14signs,butnot", &"é".repeat(7)] {
            assert_eq!(CsaSecret::said(text), None, "{text}");
        }
    }
}
