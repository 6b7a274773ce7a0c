//! What admins say of the whole site.

use crate::{
    Conn, Result, Tx,
    db::{all, execute, optional_value, row},
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

/// A picture of the site's; `None` where it has none of its own.
pub async fn file(conn: &mut Conn, name: &str) -> Result<Option<Vec<u8>>> {
    optional_value!(conn, "SELECT content FROM site_files WHERE name = $1", name).await
}

/// From now on the site has this picture, or none of its own.
pub async fn set_file(tx: &mut Tx, name: &str, content: Option<&[u8]>) -> Result<()> {
    execute!(tx, "DELETE FROM site_files WHERE name = $1", name).await?;
    if let Some(content) = content {
        execute!(tx, "INSERT INTO site_files (name, content) VALUES ($1, $2)", name, content)
            .await?;
    }
    Ok(())
}
