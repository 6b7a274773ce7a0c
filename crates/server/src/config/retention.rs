//! `[retention]`: for how long things are kept.

use serde::Deserialize;

/// For how many days things are kept; 0: for good.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retention {
    /// Sessions, from when they were opened.
    pub sessions_days: u32,
    /// Sessions, from when they were last used.
    pub sessions_idle_days: u32,
    /// Where a session was opened from.
    pub addresses_days: u32,
    /// Reports, from when they were closed.
    pub reports_days: u32,
    /// What guests keep, from when they changed it last, and guests who have nothing.
    pub guests_days: u32,
}

impl Retention {
    /// As a file has it.
    pub(super) fn shown(self) -> String {
        let Self { sessions_days, sessions_idle_days, addresses_days, reports_days, guests_days } =
            self;
        format!(
            "[retention]\nsessions_days = {sessions_days}\n\
             sessions_idle_days = {sessions_idle_days}\naddresses_days = {addresses_days}\n\
             reports_days = {reports_days}\nguests_days = {guests_days}\n"
        )
    }
}

impl From<Retention> for komadai_service::Retention {
    fn from(kept: Retention) -> Self {
        Self {
            sessions_days: kept.sessions_days,
            idle_days: kept.sessions_idle_days,
            addresses_days: kept.addresses_days,
            reports_days: kept.reports_days,
            guests_days: kept.guests_days,
        }
    }
}
