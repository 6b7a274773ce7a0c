//! Rows of either database, and the statements that return them.

use sqlx::{
    Row,
    postgres::{PgQueryResult, PgRow},
    sqlite::{SqliteQueryResult, SqliteRow},
};
use uuid::Uuid;

use super::columns::{Column, FromColumn};
use crate::{Error, Result};

/// A value read from a row.
pub(crate) trait FromRow: Sized {
    /// The table it comes from.
    const TABLE: &'static str;

    fn from_row(row: &Columns<'_>) -> Result<Self, MalformedColumn>;
}

/// A column that does not hold what it must.
#[derive(Debug)]
pub(crate) struct MalformedColumn {
    pub(crate) column: &'static str,
}

/// One row of either database.
#[derive(Clone, Copy)]
pub(crate) enum Columns<'r> {
    Sqlite(&'r SqliteRow),
    Postgres(&'r PgRow),
}

impl Columns<'_> {
    pub(crate) fn get<T: FromColumn>(&self, column: &'static str) -> Result<T, MalformedColumn> {
        self.parse(column, T::from_column)
    }

    /// Reads a column and converts it in a way that must not fail.
    pub(crate) fn parse<T: Column, U>(
        &self,
        column: &'static str,
        parse: impl FnOnce(T) -> Option<U>,
    ) -> Result<U, MalformedColumn> {
        let stored = match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        };
        stored.ok().and_then(parse).ok_or(MalformedColumn { column })
    }

    /// The first column as text, whatever it holds.
    fn key(&self) -> String {
        fn first<T: Column>(row: &Columns<'_>) -> Option<T> {
            match row {
                Columns::Sqlite(row) => row.try_get(0).ok(),
                Columns::Postgres(row) => row.try_get(0).ok(),
            }
        }
        first::<Uuid>(self)
            .map(|id| id.to_string())
            .or_else(|| first::<i64>(self).map(|n| n.to_string()))
            .or_else(|| first::<String>(self))
            .or_else(|| {
                first::<Vec<u8>>(self)
                    .map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect())
            })
            .unwrap_or_else(|| "?".to_owned())
    }

    /// What is in the last column.
    fn value<T: FromColumn>(self, sql: &'static str) -> Result<T> {
        let stored = match self {
            Self::Sqlite(row) => row.try_get::<T::Raw, _>(row.len() - 1),
            Self::Postgres(row) => row.try_get(row.len() - 1),
        };
        stored.ok().and_then(T::from_column).ok_or_else(|| {
            let (table, column) = named_in(sql);
            Error::Corrupt { table, key: self.key(), column }
        })
    }

    pub(crate) fn read<T: FromRow>(self) -> Result<T> {
        T::from_row(&self).map_err(|MalformedColumn { column }| Error::Corrupt {
            table: T::TABLE,
            key: self.key(),
            column,
        })
    }
}

/// The table that a query reads first, and the last column that it yields.
fn named_in(sql: &'static str) -> (&'static str, &'static str) {
    let mut parts = sql.split(" FROM ");
    let yielded = parts.next().unwrap_or_default();
    let mut tables = parts.filter_map(|it| it.split_whitespace().next());
    let table = tables.find(|it| !it.starts_with('(')).unwrap_or_default();
    let column = yielded.rsplit([' ', '.']).next().unwrap_or_default();
    (table, column)
}

/// Either driver's answer to a query.
#[derive(Debug)]
pub(crate) enum Answer<S, P> {
    Sqlite(S),
    Postgres(P),
}

impl Answer<SqliteQueryResult, PgQueryResult> {
    /// How many rows the statement changed.
    pub(crate) fn changed(&self) -> u64 {
        match self {
            Self::Sqlite(done) => done.rows_affected(),
            Self::Postgres(done) => done.rows_affected(),
        }
    }
}

impl Answer<SqliteRow, PgRow> {
    pub(crate) fn one<T: FromRow>(&self) -> Result<T> {
        match self {
            Self::Sqlite(row) => Columns::Sqlite(row).read(),
            Self::Postgres(row) => Columns::Postgres(row).read(),
        }
    }

    pub(crate) fn value<T: FromColumn>(&self, sql: &'static str) -> Result<T> {
        match self {
            Self::Sqlite(row) => Columns::Sqlite(row).value(sql),
            Self::Postgres(row) => Columns::Postgres(row).value(sql),
        }
    }
}

impl Answer<Option<SqliteRow>, Option<PgRow>> {
    pub(crate) fn optional<T: FromRow>(&self) -> Result<Option<T>> {
        match self {
            Self::Sqlite(row) => row.as_ref().map(|row| Columns::Sqlite(row).read()),
            Self::Postgres(row) => row.as_ref().map(|row| Columns::Postgres(row).read()),
        }
        .transpose()
    }

    pub(crate) fn value<T: FromColumn>(&self, sql: &'static str) -> Result<Option<T>> {
        match self {
            Self::Sqlite(row) => row.as_ref().map(|row| Columns::Sqlite(row).value(sql)),
            Self::Postgres(row) => row.as_ref().map(|row| Columns::Postgres(row).value(sql)),
        }
        .transpose()
    }
}

impl<S, P> Answer<Option<S>, Option<P>> {
    pub(crate) fn is_some(&self) -> bool {
        match self {
            Self::Sqlite(row) => row.is_some(),
            Self::Postgres(row) => row.is_some(),
        }
    }
}

impl Answer<Vec<SqliteRow>, Vec<PgRow>> {
    pub(crate) fn all<T: FromRow>(&self) -> Result<Vec<T>> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(|row| Columns::Sqlite(row).read()).collect(),
            Self::Postgres(rows) => rows.iter().map(|row| Columns::Postgres(row).read()).collect(),
        }
    }

    pub(crate) fn values<T: FromColumn>(&self, sql: &'static str) -> Result<Vec<T>> {
        match self {
            Self::Sqlite(rows) => rows.iter().map(|row| Columns::Sqlite(row).value(sql)).collect(),
            Self::Postgres(rows) => {
                rows.iter().map(|row| Columns::Postgres(row).value(sql)).collect()
            }
        }
    }
}

/// A statement with its arguments, for the connection it goes to.
macro_rules! ask {
    ($conn:expr, $sql:expr $(, $arg:expr)*) => {
        $crate::db::Statement::new($conn.driver(), $sql)$(.bind($arg))*
    };
}

/// Runs a statement; the future yields how many rows it changed, or the driver's error.
macro_rules! run {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async {
            let done = $crate::db::ask!($conn, $sql $(, $arg)*).execute().await?;
            Ok::<u64, ::sqlx::Error>(done.changed())
        }
    };
}

/// Runs a statement; the future yields how many rows it changed.
macro_rules! execute {
    ($conn:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        async {
            let done = $crate::db::ask!($conn, $sql $(, $arg)*).execute().await?;
            Ok::<u64, $crate::Error>(done.changed())
        }
    };
}

/// Runs a query; the future yields its first row, if there is one.
macro_rules! optional {
    ($conn:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, $sql $(, $arg)*).fetch_optional().await?.optional() }
    };
}

/// Runs a query; the future yields whether there is a row.
macro_rules! exists {
    ($conn:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        async {
            let row = $crate::db::ask!($conn, $sql $(, $arg)*).fetch_optional().await?;
            Ok::<bool, $crate::Error>(row.is_some())
        }
    };
}

/// Runs a query that always has a row; the future yields it.
macro_rules! one {
    ($conn:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, $sql $(, $arg)*).fetch_one().await?.one() }
    };
}

/// Runs a query; the future yields all its rows. The text must limit their number.
macro_rules! all {
    ($conn:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, $sql $(, $arg)*).fetch_all().await?.all() }
    };
}

/// Runs a query; the future yields what the last column holds in each of its rows. Where that is
/// corrupt, the table and the column are those of the text.
macro_rules! values {
    ($conn:expr, $sql:expr $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, $sql $(, $arg)*).fetch_all().await?.values($sql) }
    };
}

/// [`values!`] of the first row, if there is one.
macro_rules! optional_value {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, $sql $(, $arg)*).fetch_optional().await?.value($sql) }
    };
}

/// [`values!`] of the one row that is always there.
macro_rules! value {
    ($conn:expr, $sql:literal $(, $arg:expr)* $(,)?) => {
        async { $crate::db::ask!($conn, $sql $(, $arg)*).fetch_one().await?.value($sql) }
    };
}

/// How many ids one statement asks about ([`all_of!`]).
pub(crate) const ASKED_AT_ONCE: usize = 64;

/// As many ids as a statement asks about; if there are fewer, the last one is repeated.
pub(crate) fn padded(asked: &[Uuid]) -> impl Iterator<Item = Uuid> {
    let last = asked.last().into_iter().cycle();
    asked.iter().chain(last).take(ASKED_AT_ONCE).copied()
}

/// All rows of a query that ends with a column compared with up to [`ASKED_AT_ONCE`] ids.
macro_rules! all_of {
    ($conn:expr, $sql:literal, $asked:expr $(,)?) => {
        async {
            const SQL: &str = concat!(
                $sql,
                " IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
                 $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, \
                 $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, \
                 $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64)"
            );
            let statement = $crate::db::ask!($conn, SQL);
            let asked = $crate::db::padded($asked);
            asked.fold(statement, |statement, id| statement.bind(id)).fetch_all().await?.all()
        }
    };
}

pub(crate) use {
    all, all_of, ask, execute, exists, one, optional, optional_value, run, value, values,
};
