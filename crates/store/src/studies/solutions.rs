//! Who has solved the exercises of studies.

use komadai_ids::{ReviewId, StudyId, UserId};

use super::chapters::ChapterMode;
use crate::{
    Conn, Result, Tx,
    db::{all, execute, exists, row},
};

/// The most solutions that are read of a study.
const READ_MAX: i64 = 2_000;

row! {
    /// Somebody's best attempt at an exercise that was played to its end.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Solution in "study_solutions" {
        pub chapter: ReviewId = "review_id",
        pub user: UserId = "user_id",
        pub name: String,
        /// Of an account.
        pub handle: Option<String>,
        /// How many of its moves had to be shown.
        pub n_shown: u32,
        /// When it was played to its end, in Unix milliseconds.
        pub solved_ms: i64,
    }
}

macro_rules! solutions {
    ($and:literal) => {
        concat!(
            "SELECT review_id, study_solutions.user_id, users.name, accounts.handle, n_shown, \
                 solved_ms \
             FROM reviews JOIN study_solutions ON review_id = reviews.id \
                 JOIN users ON users.id = study_solutions.user_id \
                 LEFT JOIN accounts ON accounts.user_id = study_solutions.user_id \
             WHERE study_id = $1 ",
            $and,
            " ORDER BY solved_ms, study_solutions.user_id LIMIT $2"
        )
    };
}

/// The solutions of a study's exercises, the first to come first.
pub async fn of(conn: &mut Conn, study: StudyId) -> Result<Vec<Solution>> {
    all!(conn, solutions!(""), study.uuid(), READ_MAX).await
}

/// Somebody's own solutions of a study's exercises.
pub async fn of_reader(conn: &mut Conn, study: StudyId, reader: UserId) -> Result<Vec<Solution>> {
    let own = solutions!("AND study_solutions.user_id = $3");
    all!(conn, own, study.uuid(), READ_MAX, reader.uuid()).await
}

/// Notes that somebody has played an exercise to its end. `false`: they had done as well before.
pub async fn note(
    tx: &mut Tx,
    chapter: ReviewId,
    user: UserId,
    n_shown: u32,
    now_ms: i64,
) -> Result<bool> {
    let changed = execute!(
        tx,
        "INSERT INTO study_solutions (review_id, user_id, n_shown, solved_ms) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (review_id, user_id) DO UPDATE \
         SET n_shown = excluded.n_shown, solved_ms = excluded.solved_ms \
         WHERE excluded.n_shown < study_solutions.n_shown",
        chapter.uuid(),
        user.uuid(),
        i64::from(n_shown),
        now_ms
    )
    .await?;
    Ok(changed > 0)
}

/// Whether somebody has solved every exercise of a study, with no move shown.
pub async fn has_all(conn: &mut Conn, study: StudyId, user: UserId) -> Result<bool> {
    let is_open = exists!(
        conn,
        "SELECT 1 FROM reviews WHERE study_id = $1 AND mode <> $3 AND NOT EXISTS \
             (SELECT 1 FROM study_solutions WHERE review_id = reviews.id AND user_id = $2 \
                 AND n_shown = 0)",
        study.uuid(),
        user.uuid(),
        ChapterMode::Normal.as_str()
    )
    .await?;
    Ok(!is_open)
}
