//! Secrets that have to be readable, sealed in the database by a key that is not in it: neither a
//! copy of the database nor a back-up is enough to know them.
//!
//! Sealed, a secret is a version, which key it was, a nonce, and what AES-256-GCM makes of it for the
//! one account, or the one bridge of a club, whose it is.

use std::sync::Arc;

use komadai_ids::UserId;
use komadai_live::random;
use komadai_store::{Result, Store, clubs::bridges, sealing_key, second_factors};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hmac,
};
use sha2::{Digest as _, Sha256};
use tracing::{error, info};
use uuid::Uuid;

use crate::totp::SECRET_BYTES;

/// How many bytes a key has.
const KEY_BYTES: usize = 32;

/// How many bytes of a key's fingerprint are shown and stored.
const FINGERPRINT_BYTES: usize = 8;

/// What a sealed secret begins with.
const VERSION: u8 = 1;

/// What a text begins with that lies there in clear.
const CLEAR: u8 = 0;

/// How many bytes say which key it was.
const KEY_ID_BYTES: usize = 4;

/// What stands before what is encrypted.
const HEAD_BYTES: usize = 1 + KEY_ID_BYTES + NONCE_LEN;

/// The operator's key. Cheap to clone.
#[derive(Clone)]
pub struct SealingKey(Arc<Inner>);

struct Inner {
    key: LessSafeKey,
    id: [u8; KEY_ID_BYTES],
    fingerprint: [u8; FINGERPRINT_BYTES],
    /// By which servers that have the same key know each other.
    vouching: hmac::Key,
}

impl std::fmt::Debug for SealingKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealingKey(…)")
    }
}

/// Reads 64 hexadecimal digits.
fn digits(text: &str) -> Option<[u8; KEY_BYTES]> {
    let text = text.as_bytes();
    if text.len() != 2 * KEY_BYTES {
        return None;
    }
    let mut bytes = [0; KEY_BYTES];
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        let digit = |sign: u8| char::from(sign).to_digit(16);
        *byte = (digit(*pair.first()?)? << 4 | digit(*pair.last()?)?) as u8;
    }
    Some(bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The database is sealed by another key than the one that is here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the database belongs to the secrets.key with the fingerprint {there}, and {}",
    here.as_ref().map_or_else(
        || "there is none here".to_owned(),
        |here| format!("the one here has {here}")
    )
)]
pub struct OtherKey {
    /// The fingerprint in the database.
    pub there: String,
    /// The fingerprint of the key here, if there is one.
    pub here: Option<String>,
}

/// How the secrets of a database lie there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SecretsState {
    /// Readable to anyone who has the database.
    pub n_clear: usize,
    /// Sealed by a key that this server does not have.
    pub n_lost: usize,
}

impl SealingKey {
    /// A new key as text: 64 hexadecimal digits.
    pub fn random_text() -> String {
        random::bytes::<KEY_BYTES>().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads what [`SealingKey::random_text`], or `openssl rand -hex 32`, has written.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = digits(text.trim())?;
        let key = UnboundKey::new(&AES_256_GCM, &bytes).ok()?;
        let hash: [u8; 32] =
            Sha256::digest([b"komadai sealing key id".as_slice(), &bytes].concat()).into();
        let [a, b, c, d, ..] = hash;
        let vouching = Sha256::digest([b"komadai vouching key".as_slice(), &bytes].concat());
        let vouching = hmac::Key::new(hmac::HMAC_SHA256, &vouching);
        let print: [u8; 32] =
            Sha256::digest([b"komadai sealing key fingerprint".as_slice(), &bytes].concat()).into();
        let fingerprint = *print.first_chunk()?;
        let key = LessSafeKey::new(key);
        Some(Self(Arc::new(Inner { key, id: [a, b, c, d], fingerprint, vouching })))
    }

    /// By which it is known which key it is, and nothing of the key itself.
    pub fn fingerprint(&self) -> String {
        hex(&self.0.fingerprint)
    }

    /// What shows to others with this key that it is one of them who says something, as
    /// hexadecimal digits.
    pub fn vouch(&self, said: &str) -> String {
        let tag = hmac::sign(&self.0.vouching, said.as_bytes());
        hex(tag.as_ref())
    }

    /// Whether [`SealingKey::vouch`] has made this of what is said.
    pub fn is_vouched(&self, said: &str, vouched: &str) -> bool {
        let Some(tag) = digits(vouched) else { return false };
        hmac::verify(&self.0.vouching, said.as_bytes(), &tag).is_ok()
    }

    fn seal(&self, of: Uuid, secret: &[u8]) -> Option<Vec<u8>> {
        let nonce: [u8; NONCE_LEN] = random::bytes();
        let mut sealed = Vec::with_capacity(HEAD_BYTES + secret.len() + AES_256_GCM.tag_len());
        sealed.push(VERSION);
        sealed.extend(self.0.id);
        sealed.extend(nonce);
        let mut body = secret.to_vec();
        let aad = Aad::from(*of.as_bytes());
        let nonce = Nonce::assume_unique_for_key(nonce);
        self.0.key.seal_in_place_append_tag(nonce, aad, &mut body).ok()?;
        sealed.extend(body);
        Some(sealed)
    }

    fn open(&self, of: Uuid, sealed: &[u8]) -> Option<Vec<u8>> {
        let (head, body) = sealed.split_at_checked(HEAD_BYTES)?;
        let (key, nonce) = head.split_at_checked(1 + KEY_ID_BYTES)?;
        if key.first() != Some(&VERSION) || key.get(1..) != Some(&self.0.id) {
            return None;
        }
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut body = body.to_vec();
        let aad = Aad::from(*of.as_bytes());
        Some(self.0.key.open_in_place(nonce, aad, &mut body).ok()?.to_vec())
    }
}

fn is_clear(stored: &[u8]) -> bool {
    stored.len() == SECRET_BYTES
}

/// What is stored of a secret; as it is where there is no key.
pub(crate) fn seal(key: Option<&SealingKey>, user: UserId, secret: &[u8]) -> Vec<u8> {
    // AES-GCM seals whatever is as short.
    key.and_then(|key| key.seal(user.uuid(), secret)).unwrap_or_else(|| secret.to_vec())
}

/// What is stored of a secret of any length; where there is no key, a zero and the secret.
pub(crate) fn seal_text(key: Option<&SealingKey>, of: Uuid, secret: &str) -> Vec<u8> {
    let clear = || [&[CLEAR], secret.as_bytes()].concat();
    key.and_then(|key| key.seal(of, secret.as_bytes())).unwrap_or_else(clear)
}

/// The secret that [`seal_text`] has made this of; `None` where the key is missing, or is another
/// one.
pub(crate) fn open_text(key: Option<&SealingKey>, of: Uuid, stored: &[u8]) -> Option<String> {
    let secret = match stored.split_first()? {
        (&CLEAR, secret) => secret.to_vec(),
        _ => key?.open(of, stored)?,
    };
    String::from_utf8(secret).ok()
}

/// The secret of what is stored; `None` where the key is missing, or is another one.
pub(crate) fn open(key: Option<&SealingKey>, user: UserId, stored: &[u8]) -> Option<Vec<u8>> {
    if is_clear(stored) { Some(stored.to_vec()) } else { key?.open(user.uuid(), stored) }
}

/// Whether the database belongs to another key than this one; not as long as it belongs to none.
pub async fn other_key(store: &Store, key: Option<&SealingKey>) -> Result<Option<OtherKey>> {
    let there = sealing_key::fingerprint(&mut store.read().await?).await?;
    let here = key.map(SealingKey::fingerprint);
    Ok(there
        .map(|there| hex(&there))
        .filter(|there| here.as_ref() != Some(there))
        .map(|there| OtherKey { there, here }))
}

/// From now on the database belongs to this key, or to the next one.
pub async fn accept(store: &Store, key: Option<&SealingKey>) -> Result<()> {
    let accepted = key.map(|key| key.0.fingerprint.as_slice());
    if sealing_key::fingerprint(&mut store.read().await?).await?.as_deref() == accepted {
        return Ok(());
    }
    let mut tx = store.write().await?;
    sealing_key::replace(&mut tx, accepted).await?;
    tx.commit().await
}

/// How the secrets of a database lie there.
pub async fn look(store: &Store, key: Option<&SealingKey>) -> Result<SecretsState> {
    let mut found = SecretsState::default();
    for (user, stored) in second_factors::secrets(&mut store.read().await?).await? {
        found.n_clear += usize::from(is_clear(&stored));
        found.n_lost += usize::from(open(key, user, &stored).is_none());
    }
    Ok(found)
}

/// Seals what lies in the database in clear.
pub(crate) async fn seal_all(store: &Store, key: Option<&SealingKey>) -> Result<()> {
    if let Some(key) = key {
        seal_bridges(store, key).await?;
    }
    let SecretsState { n_clear, n_lost } = look(store, key).await?;
    if n_lost > 0 {
        error!(
            "{n_lost} second factors are encrypted with a key other than [secrets] key: their \
             owners can sign in only with recovery codes; give this server the original key"
        );
    }
    let Some(key) = key.filter(|_| n_clear > 0) else { return Ok(()) };
    let mut tx = store.write().await?;
    for (user, stored) in second_factors::secrets(&mut tx).await? {
        if is_clear(&stored)
            && let Some(sealed) = key.seal(user.uuid(), &stored)
        {
            second_factors::replace_secret(&mut tx, user, &stored, &sealed).await?;
        }
    }
    tx.commit().await?;
    info!("{n_clear} second factors are now encrypted");
    Ok(())
}

async fn seal_bridges(store: &Store, key: &SealingKey) -> Result<()> {
    let mut all = bridges::secrets(&mut store.read().await?).await?;
    all.retain(|(_, stored)| stored.first() == Some(&CLEAR));
    if all.is_empty() {
        return Ok(());
    }
    let mut tx = store.write().await?;
    for (bridge, stored) in &all {
        if let Some(secret) = open_text(None, *bridge, stored) {
            let sealed = seal_text(Some(key), *bridge, &secret);
            bridges::replace_secret(&mut tx, *bridge, stored, &sealed).await?;
        }
    }
    tx.commit().await?;
    info!("{} tokens of clubs are now encrypted", all.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SealingKey {
        SealingKey::parse(&SealingKey::random_text()).unwrap()
    }

    #[test]
    fn only_the_key_opens_what_it_sealed_for_one_account() {
        let (own, other) = (key(), key());
        let (user, somebody) = (UserId::new(1, [1; 10]), UserId::new(2, [2; 10]));
        let secret = [7; SECRET_BYTES];
        let sealed = seal(Some(&own), user, &secret);
        assert!(!sealed.windows(4).any(|it| it == [7; 4]));
        assert_ne!(sealed, seal(Some(&own), user, &secret), "never twice alike");
        assert_eq!(open(Some(&own), user, &sealed), Some(secret.to_vec()));
        assert_eq!(open(Some(&own), somebody, &sealed), None, "it is one account's");
        assert_eq!(open(Some(&other), user, &sealed), None);
        assert_eq!(open(None, user, &sealed), None);
        for at in 0..sealed.len() {
            let mut spoilt = sealed.clone();
            spoilt[at] ^= 1;
            assert_eq!(open(Some(&own), user, &spoilt), None, "{at}");
            assert_eq!(
                open(Some(&own), user, &sealed[..at]),
                (at == SECRET_BYTES).then(|| sealed[..at].to_vec())
            );
        }
        assert_eq!(open(None, user, &secret), Some(secret.to_vec()), "as it was stored before");
    }

    #[test]
    fn a_text_is_sealed_for_what_it_opens() {
        let (own, other) = (key(), key());
        let (bridge, another) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let sealed = seal_text(Some(&own), bridge, "token");
        assert!(!sealed.windows(5).any(|it| it == b"token"));
        assert_eq!(open_text(Some(&own), bridge, &sealed).as_deref(), Some("token"));
        assert_eq!(open_text(Some(&own), another, &sealed), None);
        assert_eq!(open_text(Some(&other), bridge, &sealed), None);
        assert_eq!(open_text(None, bridge, &sealed), None);
        let clear = seal_text(None, bridge, "token");
        assert_eq!(open_text(Some(&own), bridge, &clear).as_deref(), Some("token"));
        assert_eq!(open_text(None, bridge, b""), None);
    }

    #[test]
    fn keys_are_read_back_and_not_shown() {
        let text = SealingKey::random_text();
        assert!(SealingKey::parse(&format!("{text}\n")).is_some());
        assert!(!format!("{:?}", key()).contains("id"));
        for text in ["", "x", &"g".repeat(64), &"0".repeat(63)] {
            assert!(SealingKey::parse(text).is_none(), "{text}");
        }
    }
}
