//! How much of somebody is kept, and why no more is.

use komadai_ids::UserId;
use komadai_store::{Conn, Result, imports, reviews};

/// Why something is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotKept {
    /// The disk is nearly full.
    #[error("the server is short of storage, so nothing new is stored; games continue")]
    Disk,
    /// Whose it is has as many megabytes as may be.
    #[error(
        "your reviews and imported games take {0} MB, which is all they may; take something out \
         first"
    )]
    Own(u64),
    /// As much came from the address today as may.
    #[error("your network has uploaded as much as it may today; continue tomorrow")]
    Address,
}

/// How many bytes of a player's are kept, unpacked.
pub(crate) async fn kept_bytes(conn: &mut Conn, user: UserId) -> Result<u64> {
    let imported = imports::usage(conn, user).await?.size_bytes;
    Ok(imported + reviews::usage(conn, user).await?.size_bytes)
}
