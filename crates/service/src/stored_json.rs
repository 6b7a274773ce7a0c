//! JSON in the database and out of it. What cannot be read is an error with the row's name, never nothing.

use std::fmt::Display;

use komadai_store::{Error, Result};
use serde::{Serialize, de::DeserializeOwned};
use tracing::error;

/// Reads what a row's column holds. Why it cannot be read is logged here; the error names the
/// row.
///
/// # Errors
/// [`Error::Corrupt`] when it is no such value.
pub fn read_json<T: DeserializeOwned>(
    text: &str,
    table: &'static str,
    column: &'static str,
    key: impl Display,
) -> Result<T> {
    serde_json::from_str(text).map_err(|cause| {
        error!("column {column} of row {key} of table {table} is damaged: {cause}");
        Error::Corrupt { table, key: key.to_string(), column }
    })
}

/// What a column is to hold, of a value whose JSON form always exists: maps in it have texts for
/// keys.
///
/// # Panics
/// When it has none.
pub(crate) fn write_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers have a JSON form")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_row_is_named() {
        let good: u32 = read_json("7", "users", "n", 1).unwrap();
        assert_eq!(good, 7);
        let damaged = read_json::<u32>("{", "users", "n", "a key").unwrap_err();
        assert!(matches!(
            damaged,
            Error::Corrupt { table: "users", column: "n", key } if key == "a key"
        ));
    }
}
