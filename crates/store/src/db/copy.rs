//! Copies all rows of one kind of database into the other.
//!
//! The tables and the types of their columns are read from SQLite, whose schema keeps what the
//! migrations declare, so that a table added by a migration is copied without changes here.

use futures_util::TryStreamExt as _;
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, Row as _, SqliteConnection,
    types::JsonValue,
};
use uuid::Uuid;

use super::{Column, Columns};
use crate::{Error, Result, journal::POSITIONS};

/// How many values one statement inserts at most; SQLite takes 32,766.
const VALUES_MAX: usize = 8_000;

/// Roughly how many bytes of texts and blobs one statement inserts.
const BYTES_MAX: usize = 4 << 20;

/// The types of columns, as named in the migrations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Uuid,
    Int,
    Real,
    Text,
    Bytes,
    Bool,
    Json,
}

impl Kind {
    fn of(declared: &str) -> Option<Self> {
        Some(match declared {
            "UUID" => Self::Uuid,
            "BIGINT" | "INTEGER" => Self::Int,
            "DOUBLE PRECISION" => Self::Real,
            "TEXT" => Self::Text,
            "BYTEA" => Self::Bytes,
            "BOOLEAN" => Self::Bool,
            "JSONB" => Self::Json,
            _ => return None,
        })
    }
}

/// A row's value in one of its columns.
enum Value {
    Uuid(Option<Uuid>),
    Int(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
    Bool(Option<bool>),
    Json(Option<JsonValue>),
}

impl Value {
    fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.as_ref().map_or(0, String::len),
            Self::Bytes(bytes) => bytes.as_ref().map_or(0, Vec::len),
            _ => 16,
        }
    }
}

/// A table, and how to read and write its rows.
#[derive(Debug)]
pub(super) struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
}

/// The tables of a SQLite database except those of the migrations, in order of creation: none
/// refers to a later one.
pub(super) async fn tables(conn: &mut SqliteConnection) -> Result<Vec<Table>> {
    let names = sqlx::query(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
         AND name NOT IN ('migrations', 'journal_migrations') ORDER BY rowid",
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut tables = Vec::with_capacity(names.len());
    for row in names {
        let name: String = row.try_get(0)?;
        let described = sqlx::query("SELECT name, type FROM pragma_table_info($1) ORDER BY cid")
            .bind(&name)
            .fetch_all(&mut *conn)
            .await?;
        let mut columns = Vec::with_capacity(described.len());
        for column in described {
            let (column, declared): (String, String) = (column.try_get(0)?, column.try_get(1)?);
            let kind = Kind::of(&declared)
                .ok_or_else(|| Error::Kind { column: format!("{name}.{column}"), declared })?;
            columns.push((column, kind));
        }
        tables.push(Table { name, columns });
    }
    Ok(tables)
}

impl Table {
    fn select(&self) -> String {
        // Those of several nodes may have the same positions in PostgreSQL.
        if self.name == "journal" {
            let n = POSITIONS;
            return format!(
                "SELECT node, (DENSE_RANK() OVER (ORDER BY node) - 1) * {n} + pos % {n} AS pos, \
                 epoch, at_ms, payload FROM journal ORDER BY node, pos"
            );
        }
        format!("SELECT {} FROM \"{}\"", self.column_list(), self.name)
    }

    fn insert(&self, n_rows: usize) -> String {
        let width = self.columns.len();
        let row = |n: usize| {
            let places: Vec<_> = (1..=width).map(|at| format!("${}", n * width + at)).collect();
            format!("({})", places.join(", "))
        };
        let rows: Vec<_> = (0..n_rows).map(row).collect();
        let columns = self.column_list();
        format!("INSERT INTO \"{}\" ({columns}) VALUES {}", self.name, rows.join(", "))
    }

    fn column_list(&self) -> String {
        let names: Vec<_> = self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        names.join(", ")
    }

    fn read(&self, row: Columns<'_>) -> Result<Vec<Value>> {
        let read = |(at, (_, kind)): (usize, &(String, Kind))| {
            Ok(match kind {
                Kind::Uuid => Value::Uuid(value(row, at)?),
                Kind::Int => Value::Int(value(row, at)?),
                Kind::Real => Value::Real(value(row, at)?),
                Kind::Text => Value::Text(value(row, at)?),
                Kind::Bytes => Value::Bytes(value(row, at)?),
                Kind::Bool => Value::Bool(value(row, at)?),
                Kind::Json => Value::Json(value(row, at)?),
            })
        };
        self.columns.iter().enumerate().map(read).collect()
    }

    /// How many rows it has.
    pub(super) async fn count(&self, conn: &mut PgConnection) -> Result<i64> {
        let sql = format!("SELECT COUNT(*) FROM \"{}\"", self.name);
        Ok(conn.fetch_one(AssertSqlSafe(sql)).await?.try_get(0)?)
    }
}

fn value<T: Column>(row: Columns<'_>, at: usize) -> Result<Option<T>>
where
    Option<T>: Column,
{
    Ok(match row {
        Columns::Sqlite(row) => row.try_get(at),
        Columns::Postgres(row) => row.try_get(at),
    }?)
}

/// A function that copies one table and returns its number of rows.
macro_rules! copier {
    ($name:ident, $Source:ident, $source:ty, $target:ty) => {
        async fn $name(source: &mut $source, target: &mut $target, table: &Table) -> Result<u64> {
            let mut rows = sqlx::query(AssertSqlSafe(table.select())).fetch(source);
            let (mut batch, mut bytes, mut n_rows) = (Vec::new(), 0, 0);
            loop {
                let row = rows.try_next().await?;
                if let Some(row) = &row {
                    let values = table.read(Columns::$Source(row))?;
                    bytes += values.iter().map(Value::bytes).sum::<usize>();
                    batch.push(values);
                    n_rows += 1;
                }
                let is_full =
                    (batch.len() + 1) * table.columns.len() > VALUES_MAX || bytes >= BYTES_MAX;
                if is_full || (row.is_none() && !batch.is_empty()) {
                    let sql = table.insert(batch.len());
                    let mut insert = sqlx::query(AssertSqlSafe(sql)).persistent(false);
                    for value in batch.drain(..).flatten() {
                        insert = match value {
                            Value::Uuid(value) => insert.bind(value),
                            Value::Int(value) => insert.bind(value),
                            Value::Real(value) => insert.bind(value),
                            Value::Text(value) => insert.bind(value),
                            Value::Bytes(value) => insert.bind(value),
                            Value::Bool(value) => insert.bind(value),
                            Value::Json(value) => insert.bind(value),
                        };
                    }
                    insert.execute(&mut *target).await?;
                    bytes = 0;
                }
                if row.is_none() {
                    return Ok(n_rows);
                }
            }
        }
    };
}

copier!(row_by_row_to_postgres, Sqlite, SqliteConnection, PgConnection);
copier!(row_by_row_to_sqlite, Postgres, PgConnection, SqliteConnection);

/// Copies all tables of SQLite databases into PostgreSQL in one transaction. Rows inserted there by
/// a migration are replaced.
pub(super) async fn to_postgres(
    sources: &mut [SqliteConnection],
    target: &mut PgConnection,
) -> Result<u64> {
    let mut copied = 0;
    let mut tx = target.begin().await?;
    for source in sources {
        let tables = tables(source).await?;
        for table in tables.iter().rev() {
            tx.execute(AssertSqlSafe(format!("DELETE FROM \"{}\"", table.name))).await?;
        }
        for table in &tables {
            let n_rows = row_by_row_to_postgres(source, &mut tx, table).await?;
            if table.count(&mut tx).await?.cast_unsigned() != n_rows {
                return Err(Error::Incomplete { table: table.name.clone() });
            }
            copied += n_rows;
        }
    }
    tx.commit().await?;
    Ok(copied)
}

/// Copies all tables of PostgreSQL, as they are at one instant, into SQLite databases.
pub(super) async fn to_sqlite(
    source: &mut PgConnection,
    targets: &mut [SqliteConnection],
) -> Result<u64> {
    let mut copied = 0;
    source.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    for target in targets {
        let mut tx = target.begin().await?;
        let tables = tables(&mut tx).await?;
        for table in tables.iter().rev() {
            tx.execute(AssertSqlSafe(format!("DELETE FROM \"{}\"", table.name))).await?;
        }
        for table in &tables {
            copied += row_by_row_to_sqlite(source, &mut tx, table).await?;
        }
        tx.commit().await?;
    }
    source.execute("COMMIT").await?;
    Ok(copied)
}
