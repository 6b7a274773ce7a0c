//! `[notices]`: what players are told while they are away.

use komadai_service::notices::NoticeSettings;

section! {
    /// Players who are away are told of challenges, rounds and their move: by mail, where `[mail]`
    /// is set and they have given an address, and in browsers where they have allowed it. Each of
    /// these they can switch off.
    #[derive(Copy)]
    Notices {
        /// Browsers are told through their makers' push services, to which the server connects over
        /// HTTPS; false tells no browsers. It needs server.public_url with https://.
        web_push: bool = true,
        /// Whether push services may be on this machine or its network, on any port, and without
        /// TLS. For tests: with true any player can have the server ask addresses that only it
        /// reaches.
        push_to_private: bool = false,
        /// How many seconds somebody must be gone to be told.
        away_s: u32 = 30,
        /// How much one player is told in a day. Of one game, round or challenge nothing more is
        /// said for 15 minutes.
        per_day: u32 = 40,
    }
}

impl Notices {
    /// What the service needs to know; `site` is the address under which people reach it.
    pub(crate) fn settings(self, site: String) -> NoticeSettings {
        NoticeSettings {
            web_push: self.web_push,
            push_to_private: self.push_to_private,
            away_ms: u64::from(self.away_s) * 1_000,
            per_day: self.per_day,
            site,
        }
    }
}
