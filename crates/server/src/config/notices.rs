//! `[notices]`: what players are told while they are away.

use komadai_service::notices::NoticeSettings;
use serde::Deserialize;

/// What players are told while they are away.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Notices {
    /// Whether browsers are told through their makers' push services.
    pub web_push: bool,
    /// Whether push services may be on this machine or its network.
    pub push_to_private: bool,
    /// How long somebody must be gone to be told, in seconds.
    pub away_s: u32,
    /// How much one player is told in a day.
    pub per_day: u32,
}

impl Notices {
    /// As a file has it.
    pub(super) fn shown(self) -> String {
        let Self { web_push, push_to_private, away_s, per_day } = self;
        format!(
            "[notices]\nweb_push = {web_push}\npush_to_private = {push_to_private}\n\
             away_s = {away_s}\nper_day = {per_day}\n"
        )
    }

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
