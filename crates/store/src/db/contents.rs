//! What is in a back-up, as it was counted when it was made: `contents.json` in its folder.
//!
//! Whoever restores it, or only tries to, counts again.

use std::{collections::BTreeMap, fs, io::Write as _, path::Path};

use serde::{Deserialize, Serialize};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, Row as _, SqliteConnection, postgres::PgRow,
    sqlite::SqliteConnectOptions,
};

use super::{
    JOURNAL_FILE, MAIN_FILE,
    backup::{files, sync},
    open_file,
};
use crate::{Error, Result, journal::POSITIONS};

/// Its file.
const FILE: &str = "contents.json";

/// Where a node's journal ends; each has positions of its own.
pub(super) const ENDS: &str = "SELECT name, CAST(COALESCE((SELECT MAX(pos) FROM journal WHERE node = nodes.id), 0) AS BIGINT) \
     FROM nodes";

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The games that are over.
    pub games: u64,
    /// The people with a password.
    pub accounts: u64,
    /// Grades that were awarded.
    pub grades: u64,
    /// Where the journal of each node ends.
    pub journal: BTreeMap<String, i64>,
}

impl Contents {
    /// Counts what is in a folder that nobody uses.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub async fn count(folder: &Path) -> Result<Self> {
        let open = async |name| {
            let options = SqliteConnectOptions::new()
                .filename(folder.join(name))
                .read_only(true)
                .immutable(true);
            open_file(&options).await
        };
        let (mut main, mut journal) = (open(MAIN_FILE).await?, open(JOURNAL_FILE).await?);
        let counted = Self {
            games: rows(&mut main, "games").await?,
            accounts: rows(&mut main, "accounts").await?,
            grades: rows(&mut main, "grade_awards").await?,
            journal: ends_in(&mut journal).await?,
        };
        main.close().await?;
        journal.close().await?;
        Ok(counted)
    }

    /// What was counted when a back-up was made; `None`: by a version that did not count.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(FILE);
        match fs::read(&path) {
            Ok(text) => match serde_json::from_slice(&text) {
                Ok(contents) => Ok(Some(contents)),
                Err(cause) => Err(Error::Damaged { path, said: cause.to_string() }),
            },
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(Error::Unreadable { path, source }),
        }
    }

    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(FILE);
        let text = serde_json::to_vec_pretty(self)
            .map_err(|cause| Error::Damaged { path: path.clone(), said: cause.to_string() })?;
        fs::File::create(&path).and_then(|mut file| file.write_all(&text)).map_err(files(&path))?;
        sync(&path)
    }

    /// Whether everything is there that was there before, when this was counted.
    pub(super) fn reaches(&self, before: &BTreeMap<String, i64>) -> bool {
        before.iter().all(|(node, end)| self.journal.get(node).is_some_and(|own| own >= end))
    }
}

async fn rows(conn: &mut SqliteConnection, table: &str) -> Result<u64> {
    let sql = format!("SELECT COUNT(*) FROM {table}");
    Ok(conn.fetch_one(AssertSqlSafe(sql)).await?.try_get::<i64, _>(0)?.unsigned_abs())
}

/// Where the journals in a SQLite file end.
pub(super) async fn ends_in(journal: &mut SqliteConnection) -> Result<BTreeMap<String, i64>> {
    let rows = journal.fetch_all(ENDS).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? % POSITIONS))).collect()
}

/// The same of rows from PostgreSQL.
pub(super) fn ends_of(rows: &[PgRow]) -> Result<BTreeMap<String, i64>> {
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? % POSITIONS))).collect()
}
