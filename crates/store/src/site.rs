//! What admins say of the whole site.

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row},
};

row! {
    /// One thing that is said.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SiteText in "site" {
        pub name: String,
        pub value: String,
    }
}

/// Everything that was said.
pub async fn read(conn: &mut Conn) -> Result<Vec<SiteText>> {
    all!(conn, "SELECT name, value FROM site ORDER BY name",).await
}

/// Says something, instead of what was said before.
pub async fn set(tx: &mut Tx, name: &str, value: &str) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO site (name, value) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value
    )
    .await?;
    Ok(())
}
