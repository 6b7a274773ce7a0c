//! Who writes which journal.
//!
//! A node has a name, which the operator gives it, and an epoch, which rises with every process
//! that takes its journal over, at each start too. Which epoch may write is decided by the
//! [journal](crate::journal) itself; the row here says when the node was last alive.

use komadai_ids::NodeId;

use crate::{
    Conn, Result,
    db::{Columns, FromRow, Malformed, execute, one},
};

/// A node as its newest process sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Made by the first process of that name.
    pub id: NodeId,
    /// Given by the operator.
    pub name: String,
    /// Which process: 1 is the first one.
    pub epoch: i64,
    /// When it was last known to be alive.
    pub alive_ms: i64,
}

impl FromRow for Node {
    const TABLE: &'static str = "nodes";

    fn from_row(row: &Columns<'_>) -> Result<Self, Malformed> {
        Ok(Self {
            id: NodeId::from_uuid(row.get("id")?),
            name: row.get("name")?,
            epoch: row.get("epoch")?,
            alive_ms: row.get("alive_ms")?,
        })
    }
}

/// Takes the node of this name over, making it with `new_id` when there is none: its epoch rises
/// by one. `alive_ms` in the answer is that of the process before (`now_ms` for a new node).
pub(crate) async fn register(
    conn: &mut Conn,
    name: &str,
    new_id: NodeId,
    now_ms: i64,
) -> Result<Node> {
    one!(
        conn,
        "INSERT INTO nodes (id, name, epoch, alive_ms) VALUES ($1, $2, 1, $3) \
         ON CONFLICT (name) DO UPDATE SET epoch = nodes.epoch + 1 \
         RETURNING id, name, epoch, alive_ms",
        new_id.uuid(),
        name,
        now_ms
    )
    .await
}

/// Notes that the node is alive. `false`: another process has taken it over.
pub(crate) async fn alive(conn: &mut Conn, node: &Node, now_ms: i64) -> Result<bool> {
    let changed = execute!(
        conn,
        "UPDATE nodes SET alive_ms = $1 WHERE id = $2 AND epoch = $3",
        now_ms,
        node.id.uuid(),
        node.epoch
    )
    .await?;
    Ok(changed > 0)
}
