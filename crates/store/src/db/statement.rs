//! A statement for either driver.

use std::{io, pin::Pin, time::Duration};

use sqlx::{
    Encode, PgConnection, Postgres, SqlSafeStr, Sqlite, SqliteConnection, Type,
    postgres::{PgArguments, PgQueryResult, PgRow},
    query::Query,
    sqlite::{SqliteArguments, SqliteQueryResult, SqliteRow},
};

use super::{Answer, Driver};

/// How long PostgreSQL may take for one statement before its machine counts as gone. Without it a
/// caller would wait for TCP to give up, which takes a quarter of an hour.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// A statement with its arguments, for the connection that it goes to.
///
/// Its futures have no type of their own: those of the drivers are deep, and the compiler would go
/// through them again for every statement, and for everything that waits for one.
pub(crate) enum Statement<'c> {
    Sqlite(&'c mut SqliteConnection, Query<'static, Sqlite, SqliteArguments>),
    Postgres(&'c mut PgConnection, Query<'static, Postgres, PgArguments>),
}

type Answering<'c, T> = Pin<Box<dyn Future<Output = Result<T, sqlx::Error>> + Send + 'c>>;

/// Both drivers' method of one name.
macro_rules! answering {
    ($statement:expr, $fetch:ident) => {
        boxed(async {
            Ok(match $statement {
                Self::Sqlite(conn, query) => Answer::Sqlite(query.$fetch(conn).await?),
                Self::Postgres(conn, query) => Answer::Postgres(in_time(query.$fetch(conn)).await?),
            })
        })
    };
}

impl<'c> Statement<'c> {
    pub(crate) fn new(driver: Driver<'c>, sql: impl SqlSafeStr) -> Self {
        match driver {
            Driver::Sqlite(conn) => Self::Sqlite(conn, sqlx::query(sql)),
            Driver::Postgres(conn) => Self::Postgres(conn, sqlx::query(sql)),
        }
    }

    /// Gives it its next argument.
    pub(crate) fn bind<'t, T>(self, argument: T) -> Self
    where
        T: Encode<'t, Sqlite> + Type<Sqlite> + Encode<'t, Postgres> + Type<Postgres>,
    {
        match self {
            Self::Sqlite(conn, query) => Self::Sqlite(conn, query.bind(argument)),
            Self::Postgres(conn, query) => Self::Postgres(conn, query.bind(argument)),
        }
    }

    pub(crate) fn execute(self) -> Answering<'c, Answer<SqliteQueryResult, PgQueryResult>> {
        answering!(self, execute)
    }

    pub(crate) fn fetch_optional(self) -> Answering<'c, Answer<Option<SqliteRow>, Option<PgRow>>> {
        answering!(self, fetch_optional)
    }

    pub(crate) fn fetch_one(self) -> Answering<'c, Answer<SqliteRow, PgRow>> {
        answering!(self, fetch_one)
    }

    pub(crate) fn fetch_all(self) -> Answering<'c, Answer<Vec<SqliteRow>, Vec<PgRow>>> {
        answering!(self, fetch_all)
    }
}

/// Gives up on a PostgreSQL that does not answer; the statement may have been executed.
pub(crate) async fn in_time<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    match tokio::time::timeout(ANSWER_TIMEOUT, answer).await {
        Ok(answer) => answer,
        Err(_) => Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into())),
    }
}

/// The future without its type.
pub(crate) fn boxed<'a, T>(
    future: impl Future<Output = T> + Send + 'a,
) -> Pin<Box<dyn Future<Output = T> + Send + 'a>> {
    Box::pin(future)
}
