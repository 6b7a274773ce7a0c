//! `[storage]`: how much is kept of what players bring along and write.

use std::num::NonZeroU32;

use super::positive;

section! {
    /// How much is kept of what players bring along (imported games) and write (reviews), in
    /// megabytes, counted unpacked; stored it takes a fifth of that or less.
    #[derive(Copy)]
    Storage {
        /// Of one account.
        account_mb: u64 = 200,
        /// Of a visitor without one.
        guest_mb: u64 = 10,
        /// How much may come from one address a day, whoever brings it.
        address_mb_per_day: NonZeroU32 = positive(200),
        /// Once so many per cent of the disk of database.data_dir are used nothing more is taken in,
        /// so that games go on. With PostgreSQL on another machine, look at its disk yourself.
        disk_percent_max: u32 = 90,
    }
}
