//! Comments of teachers in the reviews of their pupils' games, of which the pupils are told.

use komadai_ids::{ReviewId, UserId};

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row},
};

/// How many are told at once.
const TOLD_MAX: i64 = 200;

row! {
    /// A pupil who is to be told.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct DueComment in "teacher_comments" {
        pub pupil: UserId = "user_id",
        pub review: ReviewId = "review_id",
        /// The teacher.
        pub teacher: UserId = "by_id",
        /// What others see of the teacher.
        pub by: String = "name",
        /// The node with the first comment of which the pupil does not know.
        pub node: u32,
        /// When it was made, in Unix milliseconds.
        pub due_ms: i64,
    }
}

/// A teacher has commented; the pupil is to be told of the first comment since they were last.
pub async fn note(
    tx: &mut Tx,
    pupil: UserId,
    review: ReviewId,
    by: UserId,
    node: u32,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO teacher_comments (user_id, review_id, by_id, node, due_ms, told_ms) \
         VALUES ($1, $2, $3, $4, $5, 0) \
         ON CONFLICT (user_id, review_id) DO UPDATE SET by_id = excluded.by_id, \
             node = CASE WHEN teacher_comments.due_ms IS NULL THEN excluded.node \
                 ELSE teacher_comments.node END, \
             due_ms = COALESCE(teacher_comments.due_ms, excluded.due_ms)",
        pupil.uuid(),
        review.uuid(),
        by.uuid(),
        i64::from(node),
        now_ms
    )
    .await?;
    Ok(())
}

/// Who is to be told and was not told of the same review since `told_before_ms`, the longest
/// waiting first.
pub async fn due(conn: &mut Conn, told_before_ms: i64) -> Result<Vec<DueComment>> {
    all!(
        conn,
        "SELECT user_id, review_id, by_id, users.name, node, due_ms \
         FROM teacher_comments JOIN users ON users.id = by_id \
         WHERE due_ms IS NOT NULL AND told_ms <= $1 \
         ORDER BY due_ms, user_id, review_id LIMIT $2",
        told_before_ms,
        TOLD_MAX
    )
    .await
}

/// A pupil was told.
pub async fn told(tx: &mut Tx, it: &DueComment, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE teacher_comments SET due_ms = NULL, told_ms = $4 \
         WHERE user_id = $1 AND review_id = $2 AND due_ms = $3",
        it.pupil.uuid(),
        it.review.uuid(),
        it.due_ms,
        now_ms
    )
    .await?;
    Ok(())
}
