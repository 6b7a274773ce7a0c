//! `/me`: what somebody keeps between visits, and what they are told while they are away.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The lessons that somebody has been through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lessons {
    /// Their names.
    pub done: Vec<String>,
}

/// A lesson that somebody has been through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonDone {
    /// Its name: small letters, digits and `_`.
    pub lesson: String,
}

/// What somebody has set, plain values by their names. What is in it is the client's to know.
pub type SettingsMap = Map<String, Value>;

/// What somebody has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptSettings {
    /// As the client wrote it; `null` for guests and where nothing was ever set.
    pub settings: Option<SettingsMap>,
}

/// What somebody may be told while they are away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// Somebody wants to play, or asks to take part in a tournament.
    Challenge,
    /// A round of a tournament begins.
    Round,
    /// It is their move.
    Turn,
}

/// How somebody is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeChannel {
    /// By mail.
    Mail,
    /// In their browsers.
    Push,
}

/// What somebody is told, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notices {
    /// Whether this server sends letters.
    pub mail: bool,
    /// Whether there is an address to send them to.
    pub address: bool,
    /// What the browser must be shown to be told things; `null` where none is.
    pub push_key: Option<String>,
    /// In how many browsers the reader is told.
    pub n_browsers: usize,
    /// What was switched off; everything else is on.
    pub off: Vec<NoticeOff>,
}

/// What was switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoticeOff {
    /// What.
    pub kind: NoticeKind,
    /// How.
    pub channel: NoticeChannel,
}

/// Tells the reader of something by a channel, or no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoticeSwitch {
    /// Of what.
    pub kind: NoticeKind,
    /// How.
    pub channel: NoticeChannel,
    /// Whether from now on.
    pub on: bool,
}

/// A browser as its push service describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PushBrowser {
    /// Where its service takes what it is to be told.
    pub endpoint: String,
    /// Its public key.
    pub p256dh: String,
    /// What it shares with whoever writes to it.
    pub auth: String,
    /// The language in which it is told: `vi`, `en` or `ja`.
    pub lang: String,
}

/// A browser in which nothing is told any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormerBrowser {
    /// Where its service took what it was told.
    pub endpoint: String,
}

/// No more letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LettersOff {
    /// About what.
    pub kind: NoticeKind,
}
