//! `[storage]`: how much is kept of players' imported games and reviews.

use std::num::NonZeroU32;

use super::positive;

section! {
    /// How much is stored of players' imported games and reviews, in megabytes, counted
    /// uncompressed; on disk it takes a fifth of that or less.
    #[derive(Copy)]
    Storage {
        /// For one account.
        account_mb: u64 = 200,
        /// For a visitor without one.
        guest_mb: u64 = 10,
        /// New data from one address a day, whoever it belongs to.
        address_mb_per_day: NonZeroU32 = positive(200),
        /// Percentage of the disk of database.data_dir beyond which nothing new is stored, so that
        /// games can continue. With PostgreSQL on another machine, watch its disk yourself.
        disk_percent_max: u32 = 90,
    }
}
