//! `/people`: those who have accounts, by their names and by their public ids.

use komadai_ids::Code;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ratings::Strength;

/// Who is looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PeopleNamed {
    /// How a word of the handle or of the display name begins, without regard to case and accents.
    pub name: String,
}

/// Somebody with an account, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// The public id.
    pub user: Code,
    /// The name in the address of their page.
    pub handle: String,
    /// What others see.
    pub name: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// How strong they are, at the speed of their last rated game of standard shogi.
    pub strength: Strength,
    /// Whether they are connected, if that may be known.
    pub here: bool,
    /// The games that they are playing, if that may be known.
    pub playing: Vec<Code>,
}

/// The accounts of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotList {
    /// All of them; `here` are those that can be challenged now, who come first.
    pub bots: Vec<Person>,
}

/// People who were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PeopleFound {
    /// Those who are called just so first; 20 at most.
    pub people: Vec<Person>,
}
