//! Keeping others away, by players and by moderators.

words! {
    /// How somebody is kept away.
    pub enum Distance {
        /// Their messages are hidden.
        Mute => "mute",
        /// Their messages are hidden, and they are never the player's opponent.
        Block => "block",
    }
}

words! {
    /// A kind of sanction.
    pub enum SanctionKind {
        /// The player may not chat.
        Mute => "mute",
        /// The player may not use the site.
        Ban => "ban",
        /// Nobody may use the site from the address.
        Address => "address",
    }
}
