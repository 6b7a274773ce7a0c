//! `[retention]`: for how long things are kept.

section! {
    /// For how many days things are kept; 0 keeps them for good. What is said at a board is never
    /// stored, and the log of what those who run the site have done stays.
    #[derive(Copy)]
    Retention {
        /// Sessions, from when they were opened: browsers forget them after 400 days.
        sessions_days: u32 = 400,
        /// Sessions that nobody uses, from their last use, which is noted once a day.
        sessions_idle_days: u32 = 90,
        /// The address from which a session was opened.
        addresses_days: u32 = 90,
        /// Reports, from when they were closed.
        reports_days: u32 = 365,
        /// What visitors without an account keep: reviews from when they were last changed, imported
        /// games from when they came. Visitors who have nothing left and have not come for so long
        /// are forgotten, and so are games that were called off before anybody joined. Games that
        /// were played stay.
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
