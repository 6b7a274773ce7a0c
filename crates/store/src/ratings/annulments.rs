//! Grades that were taken back: by whom and why.

use komadai_ids::UserId;

use crate::{
    Conn, Result, Tx,
    db::{all, execute, row, select},
};

row! {
    /// The annulment of an award.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Annulment in "grade_annulments" {
        pub user: UserId = "user_id",
        pub grade: String,
        /// The game that had completed it.
        pub n: u32,
        /// Who annulled it.
        pub moderator: UserId,
        pub reason: String,
        pub annulled_ms: i64,
    }
}

/// Annuls an award and writes down who did and why. `false`: there is none that stands.
pub async fn annul(tx: &mut Tx, annulment: &Annulment) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE grade_awards SET annulled = TRUE \
         WHERE user_id = $1 AND grade = $2 AND n = $3 AND annulled = FALSE",
        annulment.user.uuid(),
        &annulment.grade,
        i64::from(annulment.n)
    )
    .await?;
    if changed == 0 {
        return Ok(false);
    }
    execute!(
        tx,
        "INSERT INTO grade_annulments (user_id, grade, n, moderator, reason, annulled_ms) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        annulment.user.uuid(),
        &annulment.grade,
        i64::from(annulment.n),
        annulment.moderator.uuid(),
        &annulment.reason,
        annulment.annulled_ms
    )
    .await?;
    Ok(true)
}

/// Which awards of a player were annulled, by whom and why, the latest first.
pub async fn annulments(conn: &mut Conn, user: UserId) -> Result<Vec<Annulment>> {
    all!(
        conn,
        select!(
            Annulment,
            "FROM grade_annulments WHERE user_id = $1 ORDER BY annulled_ms DESC LIMIT 100"
        ),
        user.uuid()
    )
    .await
}
