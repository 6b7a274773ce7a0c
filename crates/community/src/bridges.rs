//! Bridges of clubs: where a club's news goes besides its page, such as the chat of a group elsewhere.

use komadai_language::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lines::{has_unseen, line_of};

/// How many bridges a club may have.
pub const BRIDGES_MAX: usize = 8;

/// The longest name that its organisers give a bridge, in characters.
pub const BRIDGE_NAME_CHARS_MAX: usize = 60;

/// The longest address, token or name of a group, in bytes.
pub const BRIDGE_FIELD_BYTES_MAX: usize = 1_000;

words! {
    /// What a bridge leads to.
    pub enum BridgeKind {
        /// A channel at Discord, by the address of its incoming webhook.
        Discord => "discord",
        /// An incoming webhook that takes Slack's messages: Slack, Mattermost, Rocket.Chat.
        Slack => "slack",
        /// A group, a channel or a person at Telegram, by the token of a bot.
        Telegram => "telegram",
        /// A room at a Matrix server, by the access token of an account there.
        Matrix => "matrix",
        /// A group or a person at LINE, by the channel access token of an official account.
        Line => "line",
        /// A group or a person at Zalo, by the token of a bot.
        Zalo => "zalo",
        /// A program of the club's own, which is sent signed JSON.
        Webhook => "webhook",
    }
}

/// What is asked for to make a bridge of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BridgeFields {
    /// The server: `host` has its address.
    pub host: bool,
    /// The group or person there: `target` names it.
    pub target: bool,
    /// Whether the secret is an address. A webhook's is drawn by the server.
    pub secret_is_address: bool,
}

impl BridgeKind {
    /// What is asked for to make one.
    pub fn fields(self) -> BridgeFields {
        let (host, target, secret_is_address) = match self {
            Self::Discord | Self::Slack => (false, false, true),
            Self::Telegram | Self::Line | Self::Zalo => (false, true, false),
            Self::Matrix => (true, true, false),
            Self::Webhook => (true, false, false),
        };
        BridgeFields { host, target, secret_is_address }
    }
}

words! {
    /// What a bridge tells.
    pub enum BridgeTopic {
        /// A member looks for a game, and nobody has come for a while.
        Seek => "seek",
        /// An event of the club is open for entries.
        Open => "open",
        /// An event of the club begins, or one of its rounds.
        Round => "round",
        /// An event of the club is over.
        Result => "result",
    }
}

words! {
    /// Why nothing arrives at the end of a bridge.
    pub enum BridgeFault {
        /// The address leads nowhere that may be asked.
        Address => "address",
        /// The server there is not reached.
        Unreachable => "unreachable",
        /// The server there takes too long.
        Slow => "slow",
        /// The server there fails.
        Server => "server",
        /// The server there wants to be left alone for a while.
        Busy => "busy",
        /// The token is not valid, or no longer.
        Token => "token",
        /// The group is not there, or is closed to the bot.
        Target => "target",
        /// The server there does not want the message.
        Refused => "refused",
        /// The secret was encrypted with a key that this server does not have.
        Sealed => "sealed",
    }
}

impl BridgeFault {
    /// Whether nothing gets better by itself: an organiser has to see to it.
    pub fn needs_somebody(self) -> bool {
        match self {
            Self::Address | Self::Token | Self::Target | Self::Sealed => true,
            Self::Unreachable | Self::Slow | Self::Server | Self::Busy | Self::Refused => false,
        }
    }
}

/// What organisers decide about a bridge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BridgeSettings {
    /// What it leads to. It stays what it is.
    pub kind: BridgeKind,
    /// What the organisers call it.
    pub name: String,
    /// The tag of the language in which it tells.
    pub lang: String,
    /// What it tells.
    pub topics: Vec<BridgeTopic>,
    /// Whether players are named. One without an account never is, but by initials.
    #[serde(default)]
    pub names: bool,
    /// The address of the server, for `matrix` and `webhook`.
    #[serde(default)]
    pub host: String,
    /// The group or person there, for `telegram`, `matrix`, `line` and `zalo`.
    #[serde(default)]
    pub target: String,
}

impl BridgeSettings {
    /// The same with its texts in order, without what is not asked for.
    ///
    /// # Errors
    /// What cannot be about it, in one clause.
    pub fn checked(&self) -> Result<Self, String> {
        let fields = self.kind.fields();
        let name = line_of(&self.name, "the name of a bridge", BRIDGE_NAME_CHARS_MAX)?;
        if name.is_empty() {
            return Err("a bridge needs a name".to_owned());
        }
        if !Language::all().any(|language| language.tag() == self.lang) {
            return Err(format!("there is no language {:?}", self.lang));
        }
        let mut topics = self.topics.clone();
        topics.sort_unstable();
        topics.dedup();
        if topics.is_empty() {
            return Err("a bridge tells something".to_owned());
        }
        let field = |is_asked: bool, text: &str, what: &str| match (is_asked, text.trim()) {
            (false, _) => Ok(String::new()),
            (true, "") => Err(format!("{what} is missing")),
            (true, text) => exact(text, what),
        };
        Ok(Self {
            name,
            topics,
            host: field(fields.host, &self.host, "the address of the server")?,
            target: field(fields.target, &self.target, "the group or person")?,
            ..self.clone()
        })
    }
}

/// What programs write: without spaces, and with characters that are seen.
///
/// # Errors
/// What cannot be about it, in one clause.
pub fn exact(text: &str, what: &str) -> Result<String, String> {
    let is_fit = text.len() <= BRIDGE_FIELD_BYTES_MAX
        && !text.contains(char::is_whitespace)
        && !has_unseen(text);
    if is_fit { Ok(text.to_owned()) } else { Err(format!("{what} cannot be right")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn telegram() -> BridgeSettings {
        BridgeSettings {
            kind: BridgeKind::Telegram,
            name: " Nhóm  Telegram ".to_owned(),
            lang: "vi".to_owned(),
            topics: vec![BridgeTopic::Round, BridgeTopic::Seek, BridgeTopic::Round],
            names: true,
            host: "https://elsewhere.example".to_owned(),
            target: " -1001234 ".to_owned(),
        }
    }

    #[test]
    fn a_bridge_has_what_its_kind_needs_and_nothing_else() {
        let checked = telegram().checked().unwrap();
        assert_eq!((checked.name.as_str(), checked.target.as_str()), ("Nhóm Telegram", "-1001234"));
        assert_eq!(checked.topics, [BridgeTopic::Seek, BridgeTopic::Round]);
        assert_eq!(checked.host, "", "Telegram's server is known");
        for (wrong, why) in [
            (BridgeSettings { name: " ".to_owned(), ..telegram() }, "name"),
            (BridgeSettings { lang: "tlh".to_owned(), ..telegram() }, "language"),
            (BridgeSettings { topics: Vec::new(), ..telegram() }, "tells"),
            (BridgeSettings { target: String::new(), ..telegram() }, "missing"),
            (BridgeSettings { target: "a b".to_owned(), ..telegram() }, "right"),
            (BridgeSettings { target: "a\u{200b}b".to_owned(), ..telegram() }, "right"),
            (BridgeSettings { target: "9".repeat(1_001), ..telegram() }, "right"),
        ] {
            let said = wrong.checked().unwrap_err();
            assert!(said.contains(why), "{said}");
        }
    }
}
