//! Whether something more may be kept: of whose it is, from where it comes, and on the disk.

use komadai_game::Player;
use komadai_service::storage::NotKept;

use crate::{app::App, http::peer::Peer, metrics::machine};

/// Bytes of a megabyte.
const MB: u64 = 1_000_000;

impl App {
    /// Whether the disk takes more than what games need.
    ///
    /// # Errors
    /// When it is nearly full.
    pub(crate) fn disk_has_room(&self) -> Result<(), NotKept> {
        let is_full = machine::disk(&self.config.database.data_dir)
            .is_some_and(|disk| disk.is_used_to(self.config.storage.disk_percent_max));
        if is_full { Err(NotKept::Disk) } else { Ok(()) }
    }

    /// Whether `size_bytes` more may be kept of a player of whom so many are; if so, they count as
    /// come from there today.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn may_keep(
        &self,
        whose: &Player,
        peer: Peer,
        kept_bytes: u64,
        size_bytes: u64,
    ) -> Result<(), NotKept> {
        let storage = &self.config.storage;
        let own_mb = if whose.guest { storage.guest_mb } else { storage.account_mb };
        if kept_bytes.saturating_add(size_bytes) > own_mb.saturating_mul(MB) {
            return Err(NotKept::Own(own_mb));
        }
        self.disk_has_room()?;
        if self.visitors.keep(peer, size_bytes) { Ok(()) } else { Err(NotKept::Address) }
    }
}
