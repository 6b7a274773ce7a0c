//! `/me`: a user's stored settings and progress, and the notifications sent while they are away.

pub use komadai_community::notices::{NoticeChannel, NoticeKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The lessons that the user has completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lessons {
    /// Their names.
    pub done: Vec<String>,
}

/// A lesson that the user has completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonDone {
    /// Its name: lower-case letters, digits and `_`.
    pub lesson: String,
}

/// A user's settings: plain values by name. Only the client interprets them.
pub type SettingsMap = Map<String, Value>;

/// A user's settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptSettings {
    /// As the client wrote them; `null` for guests and where nothing was ever stored.
    pub settings: Option<SettingsMap>,
}

/// A user's notification settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notices {
    /// Whether this server sends email.
    pub mail: bool,
    /// Whether the user has an email address.
    pub address: bool,
    /// The key a browser needs to subscribe to push messages; `null` if the server sends none.
    pub push_key: Option<String>,
    /// How many of the user's browsers are subscribed.
    pub n_browsers: usize,
    /// The notifications that are switched off; all others are on.
    pub off: Vec<NoticeOff>,
}

/// A notification that is switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NoticeOff {
    /// The kind.
    pub kind: NoticeKind,
    /// The channel.
    pub channel: NoticeChannel,
}

/// Switches a kind of notification on or off for a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoticeSwitch {
    /// The kind.
    pub kind: NoticeKind,
    /// The channel.
    pub channel: NoticeChannel,
    /// Whether it is on.
    pub on: bool,
}

/// A browser's push subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PushBrowser {
    /// The address at which its push service accepts messages.
    pub endpoint: String,
    /// Its public key.
    pub p256dh: String,
    /// The secret it shares with the sender.
    pub auth: String,
    /// The language of the messages, as a tag such as `vi`.
    pub lang: String,
}

/// Ends a browser's push subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormerBrowser {
    /// The address at which its push service accepted messages.
    pub endpoint: String,
}

/// Unsubscribes from email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LettersOff {
    /// The kind of notification.
    pub kind: NoticeKind,
}
