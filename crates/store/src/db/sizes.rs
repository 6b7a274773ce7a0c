//! The disk space of tables.

use sqlx::{AssertSqlSafe, Row as _};

use super::{Conn, Driver};
use crate::Result;

impl Conn {
    /// The size of these tables in the database, in bytes, including their indexes.
    pub(crate) async fn tables_bytes(&mut self, tables: &[&'static str]) -> Result<u64> {
        let mut bytes: i64 = 0;
        for table in tables {
            bytes += match self.driver() {
                Driver::Sqlite(conn) => {
                    let sql = "SELECT CAST(COALESCE(SUM(pgsize), 0) AS BIGINT) FROM dbstat \
                         WHERE name IN (SELECT name FROM sqlite_master WHERE tbl_name = $1)";
                    sqlx::query(sql).bind(*table).fetch_one(conn).await?.try_get::<i64, _>(0)?
                }
                Driver::Postgres(conn) => {
                    let sql = format!("SELECT pg_total_relation_size('{table}')");
                    sqlx::query(AssertSqlSafe(sql)).fetch_one(conn).await?.try_get::<i64, _>(0)?
                }
            };
        }
        Ok(bytes.cast_unsigned())
    }

    /// PostgreSQL: makes the space of deleted rows of this table free for new ones now, not when the
    /// database does so by itself. SQLite does it at once.
    pub(crate) async fn vacuum(&mut self, table: &'static str) -> Result<()> {
        if let Driver::Postgres(conn) = self.driver() {
            let sql = format!("VACUUM (SKIP_LOCKED, INDEX_CLEANUP ON) {table}");
            sqlx::query(AssertSqlSafe(sql)).execute(conn).await?;
        }
        Ok(())
    }
}
