//! By which terms something is found: rows of a table of its own, in the order of their bytes.

use std::collections::BTreeSet;

use uuid::Uuid;

use crate::{
    Result, Tx,
    db::{execute, values},
};

/// The statements for the terms of one kind of thing; see [`term_table`].
pub(crate) struct TermTable {
    pub known: &'static str,
    pub remove: &'static str,
    pub add: &'static str,
}

/// The table of terms with this name, whose column has the id of what they find.
macro_rules! term_table {
    ($table:literal, $column:literal) => {
        $crate::terms::TermTable {
            known: concat!(
                "SELECT term FROM ",
                $table,
                " WHERE ",
                $column,
                " = $1 ORDER BY term LIMIT $2"
            ),
            remove: concat!("DELETE FROM ", $table, " WHERE ", $column, " = $1 AND term = $2"),
            add: concat!(
                "INSERT INTO ",
                $table,
                " (",
                $column,
                ", term) VALUES ($1, $2) \
                 ON CONFLICT (term, ",
                $column,
                ") DO NOTHING"
            ),
        }
    };
}

pub(crate) use term_table;

impl TermTable {
    /// Says by which terms the thing with this id is found, instead of those of before; the first
    /// `max` of them. What stays is not written again.
    pub(crate) async fn set(
        &self,
        tx: &mut Tx,
        id: Uuid,
        terms: &BTreeSet<String>,
        max: usize,
    ) -> Result<()> {
        let Self { known, remove, add } = *self;
        let known: Vec<Vec<u8>> = values!(tx, known, id, max as i64).await?;
        let known: BTreeSet<Vec<u8>> = known.into_iter().collect();
        let terms: BTreeSet<Vec<u8>> =
            terms.iter().take(max).map(|term| term.as_bytes().to_vec()).collect();
        for gone in known.difference(&terms) {
            execute!(tx, remove, id, gone.as_slice()).await?;
        }
        for new in terms.difference(&known) {
            execute!(tx, add, id, new.as_slice()).await?;
        }
        Ok(())
    }
}
