//! Fixed spellings of things that come in a few kinds.

/// A text that is none of the spellings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {0} with that spelling")]
pub struct SpellingError(pub(crate) &'static str);

/// Gives an enum `ALL`, `as_str`, `Display` and `FromStr`. The spellings are those of serde.
macro_rules! spellings {
    ($name:ident, $what:literal, $n:literal: $($variant:ident = $text:literal),+ $(,)?) => {
        impl $name {
            /// All of them.
            pub const ALL: [Self; $n] = [$(Self::$variant),+];

            /// The fixed spelling.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::SpellingError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|one| one.as_str() == text);
                found.ok_or($crate::spelling::SpellingError($what))
            }
        }
    };
}

pub(crate) use spellings;
