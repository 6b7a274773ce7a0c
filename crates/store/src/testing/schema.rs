//! What tables there are, for tests that go through all of them.

use sqlx::AssertSqlSafe;

use super::raw;
use crate::{
    Result, Tx,
    db::{all, one, row, values},
};

row! {
    /// A column of one of our tables.
    #[derive(Clone, Debug)]
    pub struct SchemaColumn in "schema" {
        pub table: String = "table_name",
        pub name: String = "column_name",
        /// Its type in lower case, such as `uuid`.
        pub kind: String,
        /// Whether a row cannot be without it.
        pub is_needed: bool,
        /// Whether it must hold a player's id.
        pub refers_to_user: bool,
    }
}

const OF_SQLITE: &str = r#"
    SELECT it.name AS table_name, col.name AS column_name, LOWER(col.type) AS kind,
        col."notnull" AND col.dflt_value IS NULL AS is_needed,
        EXISTS (SELECT 1 FROM pragma_foreign_key_list(it.name) AS key
            WHERE key."from" = col.name AND key."table" = 'users') AS refers_to_user
    FROM sqlite_schema AS it, pragma_table_info(it.name) AS col
    WHERE it.type = 'table' AND it.name <> 'migrations' AND it.name NOT GLOB 'sqlite_*'
    ORDER BY it.name, col.cid"#;

const OF_POSTGRES: &str = "
    SELECT CAST(table_name AS TEXT) AS table_name, CAST(column_name AS TEXT) AS column_name,
        CAST(data_type AS TEXT) AS kind,
        is_nullable = 'NO' AND column_default IS NULL AS is_needed,
        EXISTS (SELECT 1 FROM pg_constraint
            JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
            WHERE contype = 'f' AND confrelid = CAST('users' AS regclass)
                AND conrelid = CAST(table_name AS regclass) AND attname = column_name)
            AS refers_to_user
    FROM information_schema.columns
    WHERE table_schema = 'public'
        AND table_name NOT IN ('migrations', 'journal', 'journal_migrations', 'nodes')
    ORDER BY table_name, ordinal_position";

const DROPS_OF_POSTGRES: &str = "
    SELECT 'ALTER TABLE ' || CAST(conrelid AS regclass) || ' DROP CONSTRAINT ' || conname AS dropped
    FROM pg_constraint WHERE contype = 'f' AND connamespace = CAST('public' AS regnamespace)";

impl Tx {
    /// All columns but those of the journal and of the migrations.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn schema(&mut self) -> Result<Vec<SchemaColumn>> {
        let sql = if self.is_sqlite() { OF_SQLITE } else { OF_POSTGRES };
        all!(self, sql).await
    }

    /// Lets rows refer to others that are not there. It cannot be committed after that.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn ignore_references(&mut self) -> Result<()> {
        if self.is_sqlite() {
            raw(self, "PRAGMA defer_foreign_keys = ON").await;
            return Ok(());
        }
        let drops: Vec<String> = values!(self, DROPS_OF_POSTGRES).await?;
        for drop in drops {
            raw(self, &drop).await;
        }
        Ok(())
    }

    /// How many rows of a table are such.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn count(&mut self, table: &str, such: &str) -> Result<i64> {
        row! { struct Count(i64 = "n") in "any"; }

        let sql = AssertSqlSafe(format!("SELECT COUNT(*) AS n FROM {table} WHERE {such}"));
        one!(self, sql).await.map(|Count(n)| n)
    }
}
