//! `/people`: users with accounts, by name and by public id.

use komadai_ids::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ratings::Strength;

/// A search for users.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeopleNamed {
    /// The beginning of a word in the handle or the display name, ignoring case and accents.
    pub name: String,
}

/// A user with an account, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// The public id.
    pub user: Code,
    /// The handle.
    pub handle: String,
    /// The display name.
    pub name: String,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Their strength, at the speed of their last rated game of standard shogi.
    pub strength: Strength,
    /// Whether they are online, if their privacy settings allow it.
    pub here: bool,
    /// The games they are playing, if their privacy settings allow it.
    pub playing: Vec<Code>,
}

/// The accounts of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotList {
    /// All of them; those with `here` can be challenged now and come first.
    pub bots: Vec<Person>,
}

/// The results of a search for users.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PeopleFound {
    /// Exact matches come first; 20 at most.
    pub people: Vec<Person>,
}
