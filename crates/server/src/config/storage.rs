//! `[storage]`: how much is kept of what players bring along and write.

use std::num::NonZeroU32;

use serde::Deserialize;

/// How much is kept. A megabyte is a million bytes, unpacked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Storage {
    /// Megabytes of one account's reviews and imported games.
    pub account_mb: u64,
    /// The same of a guest.
    pub guest_mb: u64,
    /// Megabytes that may come from one address in a day.
    pub address_mb_per_day: NonZeroU32,
    /// Nothing more is kept once so many per cent of the disk of the data folder are used.
    pub disk_percent_max: u32,
}

impl Storage {
    /// As a file has it.
    pub(super) fn shown(self) -> String {
        let Self { account_mb, guest_mb, address_mb_per_day, disk_percent_max } = self;
        format!(
            "[storage]\naccount_mb = {account_mb}\nguest_mb = {guest_mb}\n\
             address_mb_per_day = {address_mb_per_day}\ndisk_percent_max = {disk_percent_max}\n"
        )
    }
}
