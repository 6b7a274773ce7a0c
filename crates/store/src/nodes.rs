//! Which process may write which journal.
//!
//! A node has a name, set by the operator, and an epoch, which rises with every process that takes
//! over its journal, including at each start. The [journal](crate::journal) itself decides which
//! epoch may write; the row here records when the node was last alive.

use komadai_ids::NodeId;

use crate::{
    Conn, Result, Store,
    db::{all, execute, one, row, value},
};

row! {
    /// A node as its newest process sees it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Node in "nodes" {
        /// Drawn by the first process of that name.
        pub id: NodeId,
        /// Set by the operator.
        pub name: String,
        /// The number of the process: 1 is the first one.
        pub epoch: i64,
        /// When it was last known to be alive.
        pub alive_ms: i64,
    }
}

/// Takes over the node of this name, creating it with `new_id` if there is none: its epoch rises by
/// one. The returned `alive_ms` is that of the previous process (`now_ms` for a new node).
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

/// Records that the node is alive. `false` if another process has taken it over.
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

row! {
    /// The name of a node.
    struct Name(String = "name") in "nodes";
}

/// The names of all nodes with this prefix whose journals may hold something that was not taken
/// over.
pub async fn going_on(store: &Store, prefix: &str) -> Result<Vec<String>> {
    let mut conn = store.journal().await?;
    let names: Result<Vec<Name>> = all!(
        conn,
        "SELECT id, name FROM nodes WHERE ended_ms IS NULL AND SUBSTR(name, 1, $1) = $2 \
         ORDER BY name",
        i32::try_from(prefix.chars().count()).unwrap_or(i32::MAX),
        prefix
    )
    .await;
    conn.close().await;
    Ok(names?.into_iter().map(|Name(name)| name).collect())
}

/// When a server was last known to be alive on these databases; 0 if none has run yet.
///
/// # Errors
/// When the database fails.
pub async fn last_alive_ms(store: &Store) -> Result<i64> {
    let mut conn = store.journal().await?;
    let at_ms = alive_ms(&mut conn).await;
    conn.close().await;
    at_ms
}

/// Records that everything in the node's journal is now elsewhere.
pub(crate) async fn end(conn: &mut Conn, node: &Node, now_ms: i64) -> Result<()> {
    execute!(conn, "UPDATE nodes SET ended_ms = $1 WHERE id = $2", now_ms, node.id.uuid()).await?;
    Ok(())
}

/// When any of them was last known to be alive; 0 if there is none.
pub(crate) async fn alive_ms(conn: &mut Conn) -> Result<i64> {
    let at_ms: Option<i64> = value!(conn, "SELECT MAX(alive_ms) AS alive_ms FROM nodes").await?;
    Ok(at_ms.unwrap_or_default())
}
