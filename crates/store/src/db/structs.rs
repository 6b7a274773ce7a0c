//! Structs that are read from rows.

use super::{
    columns::{Column, FromColumn},
    rows::{Columns, MalformedColumn},
};
use crate::games::unpack;

/// A struct that is read from a row, said once:
///
/// ```text
/// row! {
///     /// Somebody who has asked to come in.
///     pub struct Applicant in "club_requests" {
///         pub user: User = User::from_row,
///         pub club: ClubId = "club_id",
///         pub words: String,
///     }
/// }
/// ```
///
/// A field is read from the column of its name, or from the [`Source`] behind its type. What it is
/// read as follows from its type ([`FromColumn`]). The table is named where a row is corrupt. If
/// every field is a column, [`select!`] knows them.
macro_rules! row {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident in $table:literal {
            $(
                $(#[$field_meta:meta])*
                $field_vis:vis $field:ident: $type:ty $(= $column:literal)?
            ),* $(,)?
        }
    ) => {
        $crate::db::row! {
            @read
            $(#[$meta])*
            $vis struct $name in $table {
                $($(#[$field_meta])* $field_vis $field: $type $(= $column)?),*
            }
        }

        impl $crate::db::ColumnList for $name {
            const COLUMNS: &'static [&'static str] =
                &[$($crate::db::row!(@column $field $($column)?)),*];
        }
    };
    (
        @read
        $(#[$meta:meta])*
        $vis:vis struct $name:ident in $table:literal {
            $(
                $(#[$field_meta:meta])*
                $field_vis:vis $field:ident: $type:ty $(= $source:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type),*
        }

        impl $crate::db::FromRow for $name {
            const TABLE: &'static str = $table;

            fn from_row(row: &$crate::db::Columns<'_>) -> Result<Self, $crate::db::MalformedColumn> {
                Ok(Self { $($field: $crate::db::row!(@field row $field $($source)?)),* })
            }
        }
    };
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
    (@field $row:ident $field:ident) => { $row.get(stringify!($field))? };
    (@field $row:ident $field:ident $source:expr) => {
        $crate::db::Source::read($source, $row)?
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident($($field_vis:vis $type:ty = $source:expr),*) in $table:literal;
    ) => {
        $(#[$meta])*
        $vis struct $name($($field_vis $type),*);

        impl $crate::db::FromRow for $name {
            const TABLE: &'static str = $table;

            fn from_row(row: &$crate::db::Columns<'_>) -> Result<Self, $crate::db::MalformedColumn> {
                Ok(Self($($crate::db::Source::<$type>::read($source, row)?),*))
            }
        }
    };
    ($($row:tt)*) => { $crate::db::row! { @read $($row)* } };
}

/// Where in a row a value is: in the column of this name, or where a function finds it.
pub(crate) trait Source<T> {
    fn read(self, row: &Columns<'_>) -> Result<T, MalformedColumn>;
}

impl<T: FromColumn> Source<T> for &'static str {
    fn read(self, row: &Columns<'_>) -> Result<T, MalformedColumn> {
        row.get(self)
    }
}

impl<T, F: FnOnce(&Columns<'_>) -> Result<T, MalformedColumn>> Source<T> for F {
    fn read(self, row: &Columns<'_>) -> Result<T, MalformedColumn> {
        self(row)
    }
}

/// A source that converts what is in the column, unless nothing like that may be stored.
pub(crate) fn parsed<T: Column, U>(
    column: &'static str,
    parse: impl FnOnce(T) -> Option<U>,
) -> impl FnOnce(&Columns<'_>) -> Result<U, MalformedColumn> {
    move |row| row.parse(column, parse)
}

/// A source of what two columns hold, if both hold something.
pub(crate) fn both<A, B>(
    a: &'static str,
    b: &'static str,
) -> impl FnOnce(&Columns<'_>) -> Result<Option<(A, B)>, MalformedColumn>
where
    Option<A>: FromColumn,
    Option<B>: FromColumn,
{
    move |row| Ok(row.get::<Option<A>>(a)?.zip(row.get(b)?))
}

/// A source of what was packed on its way into the column.
pub(crate) fn unpacked(
    column: &'static str,
) -> impl FnOnce(&Columns<'_>) -> Result<Vec<u8>, MalformedColumn> {
    parsed(column, |packed: Vec<u8>| unpack(&packed))
}

/// A row of which every field is a column.
pub(crate) trait ColumnList {
    const COLUMNS: &'static [&'static str];
}

/// The text that selects the columns of a row, with what follows them in it:
/// `select!(Club, "FROM clubs WHERE id = $1")`.
macro_rules! select {
    ($row:ty, $rest:expr) => {{
        const COLUMNS: &[&str] = <$row as $crate::db::ColumnList>::COLUMNS;
        const TEXT: [u8; $crate::db::select_len(COLUMNS, $rest)] =
            $crate::db::select_text(COLUMNS, $rest);
        const SQL: &str = match ::std::str::from_utf8(&TEXT) {
            Ok(sql) => sql,
            Err(_) => panic!("it is made of texts"),
        };
        SQL
    }};
}

/// How long a [`select_text`] is.
pub(crate) const fn select_len(columns: &[&str], rest: &str) -> usize {
    let mut len = "SELECT ".len() + rest.len();
    let mut n = 0;
    while n < columns.len() {
        len += columns[n].len() + 2 - (n + 1 == columns.len()) as usize;
        n += 1;
    }
    len
}

/// `SELECT`, the columns with commas between, and the rest.
pub(crate) const fn select_text<const LEN: usize>(columns: &[&str], rest: &str) -> [u8; LEN] {
    let mut text = [b' '; LEN];
    let mut len = put(&mut text, 0, "SELECT ");
    let mut n = 0;
    while n < columns.len() {
        len = put(&mut text, len, columns[n]);
        len = put(&mut text, len, if n + 1 < columns.len() { ", " } else { " " });
        n += 1;
    }
    put(&mut text, len, rest);
    text
}

/// Writes a part of a text, and returns where it ends.
const fn put(text: &mut [u8], at: usize, part: &str) -> usize {
    let end = at + part.len();
    text.split_at_mut(end).0.split_at_mut(at).1.copy_from_slice(part.as_bytes());
    end
}

pub(crate) use {row, select};
