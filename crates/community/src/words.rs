//! Closed words: a value that is one of a few, with one spelling for the wire and the database.

/// An enumeration whose members are spelled as given: `ALL` of them, `as_str`, `from_name`, and
/// the same in JSON and its schema.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$of:meta])* $word:ident => $text:literal,)+ }
    ) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $text)] $word,)+
        }

        impl $name {
            /// Every one, in order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$word),+];

            /// Its spelling.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$word => $text,)+
                }
            }

            /// The one with this spelling.
            pub fn from_name(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$word),)+
                    _ => None,
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{clubs::ClubRole, studies::ChapterMode};

    #[test]
    fn a_word_is_spelled_alike_everywhere() {
        for mode in ChapterMode::ALL {
            assert_eq!(serde_json::to_value(mode).unwrap(), mode.as_str());
            assert_eq!(ChapterMode::from_name(mode.as_str()), Some(mode));
        }
        assert_eq!(ChapterMode::HideNext.as_str(), "hide_next");
        assert_eq!(ChapterMode::from_name("HideNext"), None);
        assert!(ClubRole::Member < ClubRole::Organiser && ClubRole::Organiser < ClubRole::Owner);
    }
}
