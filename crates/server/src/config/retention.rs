//! `[retention]`: for how long things are kept.

section! {
    /// How many days things are kept; 0 keeps them for good. Chat at a board is never stored, and
    /// the log of site staff's actions is always kept.
    #[derive(Copy)]
    Retention {
        /// Sessions, from when they were opened: browsers forget them after 400 days.
        sessions_days: u32 = 400,
        /// Unused sessions, from their last use, which is recorded once a day.
        sessions_idle_days: u32 = 90,
        /// The address from which a session was opened.
        addresses_days: u32 = 90,
        /// Reports, from when they were closed.
        reports_days: u32 = 365,
        /// Data of visitors without an account: reviews from when they were last changed, imported
        /// games from when they were imported. Visitors who have nothing left and have not been
        /// here for this long are deleted, and so are games that were aborted before anybody
        /// joined. Games that were played are kept.
        guests_days: u32 = 30,
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
