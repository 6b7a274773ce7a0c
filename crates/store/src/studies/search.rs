//! The public studies, and those of them in which something is said.
//!
//! A study is found by its *terms*: each of its folded texts from each word on. So a search reads a
//! range of an index, and not what all studies say.

pub use komadai_community::studies::StudyOrder;
use std::collections::BTreeSet;

use komadai_ids::StudyId;

use super::ListedStudy;
use crate::{
    Conn, PageKey, Result, Tx,
    db::{all, execute, row},
    terms::{TermTable, term_table},
};

/// How many terms one study has at most.
pub const TERMS_MAX: usize = 1_000;

/// Which public studies are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// What a term begins with, folded; empty for all studies.
    pub words: &'a str,
    /// Folded.
    pub topic: &'a str,
    pub order: StudyOrder,
}

/// A page of the public studies that meet a condition, in the order of a column. Its arguments are
/// the topic, the key after which it begins (two), and how many there are; those of the condition
/// follow.
macro_rules! page {
    ($condition:literal, $column:literal) => {
        concat!(
            "SELECT studies.id, owner_id, title, description, topics, visibility, link_role, \
                 n_likes, studies.version, studies.created_ms, updated_ms, is_broadcast, \
                 users.name AS owner_name, accounts.handle AS owner_handle, NULL AS role, \
                 (SELECT COUNT(*) FROM reviews WHERE reviews.study_id = studies.id) \
                     AS n_chapters, \
                 (SELECT MAX(reviews.updated_ms) FROM reviews \
                  WHERE reviews.study_id = studies.id) AS chapters_ms \
             FROM studies JOIN users ON users.id = owner_id \
                 LEFT JOIN accounts ON accounts.user_id = owner_id \
             WHERE visibility = 'public' AND is_broadcast = FALSE \
                 AND ($1 = '' OR EXISTS (SELECT 1 FROM study_topics \
                     WHERE study_topics.study_id = studies.id AND topic_key = $1)) \
                 AND (",
            $column,
            ", studies.id) < ($2, $3)",
            $condition,
            " ORDER BY ",
            $column,
            " DESC, studies.id DESC LIMIT $4"
        )
    };
    // Of words with which more terms begin, the first are looked at.
    (words, $column:literal) => {
        page!(
            " AND studies.id IN (SELECT study_id FROM study_terms \
                 WHERE term >= $5 AND term < $6 ORDER BY term, study_id LIMIT 5000)",
            $column
        )
    };
}

/// A page of the public studies. The key has the number by which they are in order.
pub async fn public(
    conn: &mut Conn,
    sought: Sought<'_>,
    after: PageKey,
    limit: u32,
) -> Result<Vec<ListedStudy>> {
    let Sought { words, topic, order } = sought;
    let limit = i64::from(limit);
    if words.is_empty() {
        let sql = match order {
            StudyOrder::Newest => page!("", "studies.created_ms"),
            StudyOrder::Likes => page!("", "n_likes"),
        };
        return all!(conn, sql, topic, after.at_ms, after.id, limit).await;
    }
    let sql = match order {
        StudyOrder::Newest => page!(words, "studies.created_ms"),
        StudyOrder::Likes => page!(words, "n_likes"),
    };
    let start = words.as_bytes();
    // No text has this byte: all that begins like the start lies before it.
    let end = [start, &[u8::MAX]].concat();
    all!(conn, sql, topic, after.at_ms, after.id, limit, start, end.as_slice()).await
}

/// Says by which terms a study is found, instead of those of before; the first [`TERMS_MAX`].
pub async fn set_terms(tx: &mut Tx, study: StudyId, terms: &BTreeSet<String>) -> Result<()> {
    const TERMS: TermTable = term_table!("study_terms", "study_id");
    TERMS.set(tx, study.uuid(), terms, TERMS_MAX).await?;
    execute!(tx, "UPDATE studies SET has_terms = TRUE WHERE id = $1", study.uuid()).await?;
    Ok(())
}

row! {
    /// A study whose terms are not written yet.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct WithoutTerms in "studies" {
        pub study: StudyId = "id",
        /// All by which it is found, a line each.
        pub search_key: String,
    }
}

/// Some of the studies whose terms are not written yet.
pub async fn without_terms(conn: &mut Conn, limit: u32) -> Result<Vec<WithoutTerms>> {
    all!(
        conn,
        "SELECT id, search_key FROM studies WHERE has_terms = FALSE ORDER BY id LIMIT $1",
        i64::from(limit)
    )
    .await
}
