//! By which of the operator's keys secrets are sealed: a fingerprint, and never the key.

use crate::{
    Conn, Result, Tx,
    db::{execute, optional_value},
};

/// Its name among what the server keeps for itself.
const NAME: &str = "sealing";

/// The fingerprint of the key that seals the secrets of this database; `None` before there was one.
pub async fn fingerprint(conn: &mut Conn) -> Result<Option<Vec<u8>>> {
    optional_value!(conn, "SELECT value FROM server_keys WHERE name = $1", NAME).await
}

/// From now on this is the key; `None`: whichever comes next.
pub async fn replace(tx: &mut Tx, fingerprint: Option<&[u8]>) -> Result<()> {
    execute!(tx, "DELETE FROM server_keys WHERE name = $1", NAME).await?;
    if let Some(fingerprint) = fingerprint {
        execute!(tx, "INSERT INTO server_keys (name, value) VALUES ($1, $2)", NAME, fingerprint)
            .await?;
    }
    Ok(())
}
