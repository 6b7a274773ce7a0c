//! Messages that only one browser can read (RFC 8291), and the proof of who sends them (RFC 8292).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral},
    hmac::{HMAC_SHA256, Key, Tag, sign},
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _},
};

/// How long a message may be, in bytes. Push services take 4,096 with what encryption adds.
pub(crate) const MESSAGE_BYTES_MAX: usize = 2_048;

/// The size of a record, which is the one there is, in bytes.
const RECORD_BYTES: u32 = 4_096;

/// A point of the curve that is not compressed, in bytes.
const POINT_BYTES: usize = 65;

/// What a browser shares with the server besides its key, in bytes.
const AUTH_BYTES: usize = 16;

/// For how long a proof is good, in seconds; push services take a day at most.
const PROOF_S: u64 = 12 * 3_600;

/// Something could not be encrypted or signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the keys cannot be used")]
pub(crate) struct Unusable;

impl From<ring::error::Unspecified> for Unusable {
    fn from(_: ring::error::Unspecified) -> Self {
        Self
    }
}

/// Text of bytes, as it stands in addresses and headers.
pub(crate) fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The bytes of such a text, with or without padding.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

/// The keys that a browser has given to be notified with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recipient<'a> {
    pub(crate) public_key: &'a [u8],
    pub(crate) auth: &'a [u8],
}

impl Recipient<'_> {
    /// Whether these can be keys at all.
    pub(crate) fn is_possible(&self) -> bool {
        self.public_key.len() == POINT_BYTES
            && self.public_key.first() == Some(&4)
            && self.auth.len() == AUTH_BYTES
            && encrypt(self, b"").is_ok()
    }
}

/// A message for one browser, under a key that is drawn for it alone.
pub(crate) fn encrypt(to: &Recipient<'_>, message: &[u8]) -> Result<Vec<u8>, Unusable> {
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let own_public = own.compute_public_key()?;
    let salt = komadai_live::random::bytes();
    agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, to.public_key), |shared| {
        seal(to, own_public.as_ref(), shared, salt, message)
    })?
}

/// The same once it is known what the two keys share.
fn seal(
    to: &Recipient<'_>,
    own_public: &[u8],
    shared: &[u8],
    salt: [u8; 16],
    message: &[u8],
) -> Result<Vec<u8>, Unusable> {
    let key_info = [b"WebPush: info\0", to.public_key, own_public].concat();
    let secret = derive(derive(to.auth, shared).as_ref(), &expanded(&key_info));
    let master = derive(&salt, secret.as_ref());
    let key = derive(master.as_ref(), &expanded(b"Content-Encoding: aes128gcm\0"));
    let nonce = derive(master.as_ref(), &expanded(b"Content-Encoding: nonce\0"));
    let key = key.as_ref().get(..16).ok_or(Unusable)?;
    let nonce = nonce.as_ref().get(..12).ok_or(Unusable)?;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key)?);
    let nonce = Nonce::try_assume_unique_for_key(nonce)?;
    // The record is the last one, and nothing is added to hide its length.
    let mut record = [message, &[2]].concat();
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
    let length = u8::try_from(own_public.len()).map_err(|_| Unusable)?;
    Ok([&salt, &RECORD_BYTES.to_be_bytes()[..], &[length], own_public, &record].concat())
}

/// One step of HKDF (RFC 5869) with SHA-256.
fn derive(key: &[u8], input: &[u8]) -> Tag {
    sign(&Key::new(HMAC_SHA256, key), input)
}

/// What is expanded to one block.
fn expanded(info: &[u8]) -> Vec<u8> {
    [info, &[1]].concat()
}

/// The server's own key, by which push services know it.
pub(crate) struct Vapid {
    pair: EcdsaKeyPair,
    random: SystemRandom,
    /// Whom to turn to about what is sent: an address of ours.
    contact: String,
}

impl std::fmt::Debug for Vapid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vapid(…)")
    }
}

impl Vapid {
    /// A new key, to be kept.
    pub(crate) fn draw() -> Result<Vec<u8>, Unusable> {
        let pkcs8 =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(pkcs8.as_ref().to_vec())
    }

    /// The key that was kept.
    pub(crate) fn new(pkcs8: &[u8], contact: String) -> Result<Self, Unusable> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &random);
        Ok(Self { pair: pair.map_err(|_| Unusable)?, random, contact })
    }

    /// Its public half, which pages show to the browser.
    pub(crate) fn public_key(&self) -> String {
        encode(self.pair.public_key().as_ref())
    }

    /// What stands in `Authorization` for a push service, such as `https://push.example`.
    pub(crate) fn authorization(&self, service: &str, now_ms: u64) -> Result<String, Unusable> {
        let claims = serde_json::json!({
            "aud": service,
            "exp": now_ms / 1_000 + PROOF_S,
            "sub": self.contact,
        });
        let header = encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let said = format!("{header}.{}", encode(claims.to_string().as_bytes()));
        let signature = self.pair.sign(&self.random, said.as_bytes())?;
        let key = self.public_key();
        Ok(format!("vapid t={said}.{}, k={key}", encode(signature.as_ref())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appendix A of RFC 8291, from where the two keys have been agreed on.
    #[test]
    fn the_example_of_the_standard_comes_out() {
        let bytes = |text: &str| decode(text).unwrap();
        let public_key = bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx\
             aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        );
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let own_public = bytes(
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg\
             Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
        );
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let to = Recipient { public_key: &public_key, auth: &auth };
        let message = b"When I grow up, I want to be a watermelon";
        let sealed = seal(&to, &own_public, &shared, salt, message).unwrap();
        assert_eq!(
            encode(&sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
             mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
             pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let point = own.compute_public_key().unwrap().as_ref().to_vec();
        let is_possible =
            |public_key: &[u8], auth: &[u8]| Recipient { public_key, auth }.is_possible();
        assert!(is_possible(&point, &[7; 16]));
        assert!(!is_possible(&point, &[7; 15]));
        assert!(!is_possible(&point[..64], &[7; 16]));
        let mut elsewhere = point.clone();
        elsewhere[64] ^= 1;
        assert!(!is_possible(&elsewhere, &[7; 16]), "not on the curve");
        assert!(!is_possible(&[4; 65], &[7; 16]));
    }

    #[test]
    fn a_proof_is_for_one_service_and_a_while() {
        let key = Vapid::draw().unwrap();
        let vapid = Vapid::new(&key, "https://shogi.example".to_owned()).unwrap();
        let said = vapid.authorization("https://push.example", 1_000_000_000).unwrap();
        let token = said.strip_prefix("vapid t=").unwrap().split(',').next().unwrap();
        let parts: Vec<&str> = token.split('.').collect();
        let claims: serde_json::Value = serde_json::from_slice(&decode(parts[1]).unwrap()).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        assert_eq!(claims["exp"], 1_000_000 + 12 * 3_600);
        assert_eq!(claims["sub"], "https://shogi.example");
        ring::signature::UnparsedPublicKey::new(
            &ring::signature::ECDSA_P256_SHA256_FIXED,
            decode(&vapid.public_key()).unwrap(),
        )
        .verify(format!("{}.{}", parts[0], parts[1]).as_bytes(), &decode(parts[2]).unwrap())
        .expect("the signature is the key's");
        assert!(!format!("{vapid:?}").contains(token));
        assert!(Vapid::new(b"no key", String::new()).is_err());
    }
}
