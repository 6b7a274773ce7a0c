//! `[bridges]`: news of clubs in the chats of groups elsewhere.

use komadai_service::bridges::{BridgeHosts, BridgeSetup};

section! {
    /// Clubs may have their news told in the chats of groups elsewhere (Discord, Slack, Telegram,
    /// Matrix, LINE, Zalo), and to programs of their own (docs/webhooks.md). The server connects to
    /// them over HTTPS, at public addresses only.
    Bridges {
        /// Whether clubs may have bridges.
        enabled: bool = true,
        /// Whether bridges may lead to this machine or its network, on any port, and without TLS.
        /// For tests only: with true the organisers of any club can make the server contact
        /// addresses that only it can reach.
        to_private: bool = false,
        /// For how many seconds nothing is sent through a bridge after a message; what comes up
        /// meanwhile is one message.
        gap_s: u32 = 20,
        /// After how many seconds in which nobody has come a member's seek is told.
        seek_after_s: u32 = 20,
        /// Where Telegram's bot API is, such as a server of one's own.
        telegram: String = "https://api.telegram.org".to_owned(),
        /// Where LINE's messaging API is.
        line: String = "https://api.line.me".to_owned(),
        /// Where Zalo's bot API is.
        zalo: String = "https://bot-api.zaloplatforms.com".to_owned(),
    }
}

impl Bridges {
    /// What the service needs to know; `site` is the address under which people reach it.
    pub(crate) fn setup(&self, site: String) -> BridgeSetup {
        let host = |address: &str| address.trim_end_matches('/').to_owned();
        BridgeSetup {
            is_on: self.enabled,
            to_private: self.to_private,
            gap_ms: i64::from(self.gap_s) * 1_000,
            seek_after_ms: u64::from(self.seek_after_s) * 1_000,
            hosts: BridgeHosts {
                telegram: host(&self.telegram),
                line: host(&self.line),
                zalo: host(&self.zalo),
            },
            site,
        }
    }
}
