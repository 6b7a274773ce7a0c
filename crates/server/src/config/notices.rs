//! `[notices]`: notifications of players who are away.

use komadai_service::notices::NoticeSettings;

section! {
    /// Absent players are notified of challenges, rounds and their turn: by email, if `[mail]` is
    /// set and they have given an address, and in browsers in which they have allowed it. They can
    /// switch each of these off.
    #[derive(Copy)]
    Notices {
        /// Browsers are notified through their makers' push services, to which the server connects
        /// over HTTPS; false turns this off. It requires server.public_url with https://.
        web_push: bool = true,
        /// Whether push services may be on this machine or its network, on any port, and without
        /// TLS. For tests only: with true any player can make the server contact addresses that
        /// only it can reach.
        push_to_private: bool = false,
        /// How many seconds a player must be away before being notified.
        away_s: u32 = 30,
        /// How many notifications one player receives in a day. After one about a game, round or
        /// challenge there is no other about it for 15 minutes.
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
