//! Identifiers.
//!
//! Everything that is stored has a UUIDv7, so that rows made one after the other are close
//! together. People see a [`Code`]: ten base-58 characters made from the random part of that UUID,
//! short enough for an address and without the look-alikes `0 O I l`.
//!
//! Nothing here reads a clock or draws randomness: both are arguments.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::{Builder, Uuid};

/// The characters of a [`Code`], in order of their value.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Number of characters in a [`Code`].
pub const CODE_LEN: usize = 10;

/// 58¹⁰: how many codes there are (about 2⁵⁸·⁶).
const CODES: u64 = 58u64.pow(CODE_LEN as u32);

/// The public form of an identifier: ten base-58 characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u64);

impl Code {
    /// The code as a number below 58¹⁰, for columns and maps.
    pub fn value(self) -> u64 {
        self.0
    }

    /// The code with that number, if it is below 58¹⁰.
    pub fn from_value(value: u64) -> Option<Self> {
        (value < CODES).then_some(Self(value))
    }

    /// Its characters, which are ASCII.
    pub fn signs(self) -> [u8; CODE_LEN] {
        let mut signs = [ALPHABET[0]; CODE_LEN];
        let mut rest = self.0;
        for sign in signs.iter_mut().rev() {
            *sign = ALPHABET[(rest % 58) as usize];
            rest /= 58;
        }
        signs
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = self.signs();
        f.pad(std::str::from_utf8(&signs).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({self})")
    }
}

/// The text is not a [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an identifier is ten letters and digits, without 0, O, I and l")]
pub struct CodeError;

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        if text.len() != CODE_LEN {
            return Err(CodeError);
        }
        text.bytes()
            .try_fold(0u64, |sum, sign| {
                let value = ALPHABET.iter().position(|&known| known == sign)?;
                Some(sum * 58 + value as u64)
            })
            .map(Self)
            .ok_or(CodeError)
    }
}

impl JsonSchema for Code {
    fn schema_name() -> Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "An identifier as people see it: ten base-58 signs.",
            "pattern": "^[1-9A-HJ-NP-Za-km-z]{10}$",
        })
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Ten bytes that follow from the parts, and from where each of them ends.
fn hashed(parts: &[&[u8]]) -> [u8; 10] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let digest: [u8; 32] = hash.finalize().into();
    let mut bytes = [0; 10];
    bytes.copy_from_slice(&digest[..10]);
    bytes
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// A new id: `now_ms` (Unix milliseconds) orders it, ten random bytes make it unique.
            pub fn new(now_ms: u64, random: [u8; 10]) -> Self {
                Self(Builder::from_unix_timestamp_millis(now_ms, &random).into_uuid())
            }

            /// An id that follows from what it is made for, so that asking twice makes it once.
            /// Its [`Code`] does not depend on `now_ms`.
            pub fn derived(now_ms: u64, parts: &[&[u8]]) -> Self {
                Self::new(now_ms, hashed(parts))
            }

            /// The id that is stored as this UUID.
            pub const fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// The form in which it is stored.
            pub fn uuid(self) -> Uuid {
                self.0
            }

            /// The form in which people see it.
            pub fn code(self) -> Code {
                // The low 62 bits are the random ones after the variant mark.
                Code((self.0.as_u128() as u64 & (u64::MAX >> 2)) % CODES)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.code(), f)
            }
        }
    };
}

id! {
    /// A game, from its creation on.
    GameId
}
id! {
    /// A player: an account or a guest.
    UserId
}
id! {
    /// A tournament.
    TournamentId
}
id! {
    /// A club.
    ClubId
}
id! {
    /// A circuit: one ranking over several tournaments.
    CircuitId
}
id! {
    /// An open seek in the lobby; made by the client, so that a repeated one is known again.
    SeekId
}
id! {
    /// A game that a player imported from somewhere else.
    ImportId
}
id! {
    /// A review. That of a game has the game's id.
    ReviewId
}
id! {
    /// A study: several reviews as its chapters.
    StudyId
}
id! {
    /// One sitting of a server process: who wrote which journal.
    NodeId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for seed in 0..200u8 {
            let id = GameId::new(1_790_000_000_000 + u64::from(seed), [seed.wrapping_mul(37); 10]);
            let text = id.code().to_string();
            assert_eq!(text.len(), CODE_LEN, "{text}");
            assert_eq!(text.parse(), Ok(id.code()));
            assert_eq!(Code::from_value(id.code().value()), Some(id.code()));
        }
    }

    #[test]
    fn what_is_no_code_is_refused() {
        for text in ["", "123456789", "12345678901", "12345678O0", "12345678 9", "駒台駒"] {
            assert_eq!(text.parse::<Code>(), Err(CodeError), "{text}");
        }
        assert_eq!(Code::from_value(u64::MAX), None);
    }

    #[test]
    fn a_derived_id_follows_from_its_parts() {
        let id = |now_ms, parts: &[&[u8]]| GameId::derived(now_ms, parts);
        assert_eq!(id(1, &[b"seek", b"a"]), id(1, &[b"seek", b"a"]));
        assert_eq!(id(1, &[b"seek", b"a"]).code(), id(2, &[b"seek", b"a"]).code());
        assert_ne!(id(1, &[b"seek", b"a"]).code(), id(1, &[b"see", b"ka"]).code());
        // What was made once is found again by every version.
        assert_eq!(id(0, &[b"seek", &[7; 16]]).code().to_string(), "QyTbhngi9p");
    }

    #[test]
    fn ids_are_ordered_by_time() {
        assert!(UserId::new(1, [255; 10]) < UserId::new(2, [0; 10]));
    }
}
