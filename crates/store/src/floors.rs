//! Where each node's journal begins to be needed.
//!
//! Below its floor a journal holds only games that are settled in this database, so a start reads
//! it from there. The floor may be too low, never too high. It is stored here, in the database that
//! it refers to, and not with the journal: when one of the two is replaced with an older copy, it
//! remains true.

use komadai_ids::NodeId;

use crate::{
    Conn, Result, Tx,
    db::{execute, optional_value},
};

/// The first position of a node's journal that may be needed; 0 as long as nothing is known.
pub async fn floor(conn: &mut Conn, node: NodeId) -> Result<i64> {
    let row: Option<i64> =
        optional_value!(conn, "SELECT node, pos FROM journal_floors WHERE node = $1", node.uuid())
            .await?;
    Ok(row.unwrap_or(0))
}

/// Raises a node's floor; one that is higher already stays.
pub async fn raise(tx: &mut Tx, node: NodeId, pos: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO journal_floors (node, pos) VALUES ($1, $2) \
         ON CONFLICT (node) DO UPDATE SET pos = excluded.pos \
         WHERE journal_floors.pos < excluded.pos",
        node.uuid(),
        pos
    )
    .await?;
    Ok(())
}

/// Forgets a node's floor, when its journal is an older one than that of which it spoke.
pub async fn forget(tx: &mut Tx, node: NodeId) -> Result<()> {
    execute!(tx, "DELETE FROM journal_floors WHERE node = $1", node.uuid()).await?;
    Ok(())
}
