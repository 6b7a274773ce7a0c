//! Who belongs to a study that is somebody else's.

use komadai_ids::{StudyId, UserId};

use super::StudyRole;
use crate::{
    Conn, Result, Tx,
    db::{all, execute, row, value},
};

/// The most members that are read of a study.
const READ_MAX: i64 = 1_000;

row! {
    /// Somebody who belongs to a study.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct StudyMember in "study_members" {
        pub user: UserId = "user_id",
        pub name: String,
        /// Of an account.
        pub handle: Option<String>,
        pub role: StudyRole,
    }
}

/// The members of a study, the first to come first.
pub async fn of(conn: &mut Conn, study: StudyId) -> Result<Vec<StudyMember>> {
    all!(
        conn,
        "SELECT study_members.user_id, users.name, accounts.handle, study_members.role \
         FROM study_members JOIN users ON users.id = study_members.user_id \
             LEFT JOIN accounts ON accounts.user_id = study_members.user_id \
         WHERE study_id = $1 ORDER BY since_ms, study_members.user_id LIMIT $2",
        study.uuid(),
        READ_MAX
    )
    .await
}

/// How many they are.
pub async fn count(conn: &mut Conn, study: StudyId) -> Result<u64> {
    let count: i64 =
        value!(conn, "SELECT COUNT(*) FROM study_members WHERE study_id = $1", study.uuid())
            .await?;
    Ok(count.unsigned_abs())
}

/// Makes somebody a member, or gives them another role.
pub async fn set(
    tx: &mut Tx,
    study: StudyId,
    user: UserId,
    role: StudyRole,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO study_members (study_id, user_id, role, since_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (study_id, user_id) DO UPDATE SET role = excluded.role",
        study.uuid(),
        user.uuid(),
        role.as_str(),
        now_ms
    )
    .await?;
    Ok(())
}

/// Somebody is no member any more. `false`: they were none.
pub async fn remove(tx: &mut Tx, study: StudyId, user: UserId) -> Result<bool> {
    let n_gone = execute!(
        tx,
        "DELETE FROM study_members WHERE study_id = $1 AND user_id = $2",
        study.uuid(),
        user.uuid()
    )
    .await?;
    Ok(n_gone > 0)
}
