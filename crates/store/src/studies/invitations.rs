//! Whom the owner of a study asks to become a member. An invitation is forgotten some time after it
//! was made, whether it was answered or not; one that is accepted is gone at once.

use komadai_ids::{StudyId, UserId};

use super::{Study, StudyRole};
use crate::{
    Conn, Result, Tx,
    db::{all, execute, named, one, optional, row, value},
};

/// For how long an invitation stands, and it is remembered that it was declined.
pub const KEPT_MS: i64 = 30 * 24 * 3_600_000;

/// The most invitations that are read at once.
const READ_MAX: i64 = 1_000;

named! {
    /// What has become of an invitation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum InvitationState {
        /// It waits for an answer.
        Open = "open",
        /// They said no.
        Declined = "declined",
        /// The owner has taken it back.
        Withdrawn = "withdrawn",
    }
}

row! {
    /// An invitation.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Invitation in "study_invitations" {
        /// What they become.
        pub role: StudyRole,
        /// When it was made, in Unix milliseconds.
        pub asked_ms: i64,
        pub state: InvitationState,
    }
}

row! {
    /// Somebody who is invited into a study.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Invitee in "study_invitations" {
        pub user: UserId = "user_id",
        pub name: String,
        pub handle: String,
        pub invitation: Invitation = Invitation::from_row,
    }
}

row! {
    /// A study into which somebody is invited.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct InvitedInto in "study_invitations" {
        pub study: Study = Study::from_row,
        pub owner_name: String,
        /// Of an account.
        pub owner_handle: Option<String>,
        pub invitation: Invitation = Invitation::from_row,
    }
}

row! {
    /// How many invitations there are.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct InvitationCounts in "study_invitations" {
        /// Made by the owner since some time.
        pub made: i64,
        /// Received by the invited since then.
        pub received: i64,
        /// Open, of those that the invited has received.
        pub open_to: i64,
        /// Open, from the owner to the invited.
        pub open_between: i64,
    }
}

/// Who was invited into a study since some time and has not joined, the first first.
pub async fn of_study(conn: &mut Conn, study: StudyId, since_ms: i64) -> Result<Vec<Invitee>> {
    all!(
        conn,
        "SELECT own.user_id, users.name, accounts.handle, own.role, own.asked_ms, own.state \
         FROM study_invitations AS own JOIN users ON users.id = own.user_id \
             JOIN accounts ON accounts.user_id = own.user_id \
         WHERE study_id = $1 AND asked_ms > $2 AND state <> 'withdrawn' \
         ORDER BY asked_ms, own.user_id LIMIT $3",
        study.uuid(),
        since_ms,
        READ_MAX
    )
    .await
}

/// Into what somebody was invited since some time, the last first; not by those whom they have
/// blocked, or who have blocked them.
pub async fn of_user(conn: &mut Conn, user: UserId, since_ms: i64) -> Result<Vec<InvitedInto>> {
    all!(
        conn,
        "SELECT studies.id, owner_id, title, description, topics, visibility, link_role, n_likes, \
             studies.version, studies.created_ms, updated_ms, is_broadcast, \
             users.name AS owner_name, accounts.handle AS owner_handle, \
             own.role, own.asked_ms, own.state \
         FROM study_invitations AS own JOIN studies ON studies.id = own.study_id \
             JOIN users ON users.id = owner_id \
             LEFT JOIN accounts ON accounts.user_id = owner_id \
         WHERE own.user_id = $1 AND asked_ms > $2 AND state <> 'withdrawn' \
             AND NOT EXISTS (SELECT 1 FROM relations WHERE kind = 'block' \
                 AND ((relations.user_id = $1 AND other_id = owner_id) \
                      OR (relations.user_id = owner_id AND other_id = $1))) \
         ORDER BY asked_ms DESC, studies.id DESC LIMIT $3",
        user.uuid(),
        since_ms,
        READ_MAX
    )
    .await
}

/// What somebody was asked since some time.
pub async fn find(
    conn: &mut Conn,
    study: StudyId,
    user: UserId,
    since_ms: i64,
) -> Result<Option<Invitation>> {
    optional!(
        conn,
        "SELECT study_id, role, asked_ms, state FROM study_invitations \
         WHERE study_id = $1 AND user_id = $2 AND asked_ms > $3",
        study.uuid(),
        user.uuid(),
        since_ms
    )
    .await
}

/// How many invitations of a study made since some time wait for an answer.
pub async fn n_open(conn: &mut Conn, study: StudyId, since_ms: i64) -> Result<u64> {
    let count: i64 = value!(
        conn,
        "SELECT COUNT(*) FROM study_invitations \
         WHERE study_id = $1 AND state = 'open' AND asked_ms > $2",
        study.uuid(),
        since_ms
    )
    .await?;
    Ok(count.unsigned_abs())
}

/// How many invitations there are of `owner`, and of `user`: made within the last day, which is
/// since `day_ms`, and open ones, made since `since_ms`.
pub async fn counts(
    conn: &mut Conn,
    owner: UserId,
    user: UserId,
    (day_ms, since_ms): (i64, i64),
) -> Result<InvitationCounts> {
    one!(
        conn,
        "SELECT (SELECT COUNT(*) FROM study_invitations JOIN studies ON studies.id = study_id \
                 WHERE owner_id = $1 AND asked_ms > $3) AS made, \
             (SELECT COUNT(*) FROM study_invitations \
              WHERE user_id = $2 AND asked_ms > $3) AS received, \
             (SELECT COUNT(*) FROM study_invitations \
              WHERE user_id = $2 AND asked_ms > $4 AND state = 'open') AS open_to, \
             (SELECT COUNT(*) FROM study_invitations JOIN studies ON studies.id = study_id \
              WHERE owner_id = $1 AND user_id = $2 AND asked_ms > $4 AND state = 'open') \
                 AS open_between",
        owner.uuid(),
        user.uuid(),
        day_ms,
        since_ms
    )
    .await
}

/// Asks somebody, whatever has become of an invitation before.
pub async fn ask(
    tx: &mut Tx,
    study: StudyId,
    user: UserId,
    role: StudyRole,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO study_invitations (study_id, user_id, role, asked_ms, state) \
         VALUES ($1, $2, $3, $4, 'open') ON CONFLICT (study_id, user_id) DO UPDATE \
         SET role = excluded.role, asked_ms = excluded.asked_ms, state = excluded.state",
        study.uuid(),
        user.uuid(),
        role.as_str(),
        now_ms
    )
    .await?;
    Ok(())
}

/// Invites somebody who has not answered as something else.
pub async fn set_role(tx: &mut Tx, study: StudyId, user: UserId, role: StudyRole) -> Result<()> {
    execute!(
        tx,
        "UPDATE study_invitations SET role = $3 WHERE study_id = $1 AND user_id = $2",
        study.uuid(),
        user.uuid(),
        role.as_str()
    )
    .await?;
    Ok(())
}

/// An invitation is declined or withdrawn. `false`: there was none that was open.
pub async fn close(
    tx: &mut Tx,
    study: StudyId,
    user: UserId,
    state: InvitationState,
    since_ms: i64,
) -> Result<bool> {
    let closed = execute!(
        tx,
        "UPDATE study_invitations SET state = $3 \
         WHERE study_id = $1 AND user_id = $2 AND state = 'open' AND asked_ms > $4",
        study.uuid(),
        user.uuid(),
        state.as_str(),
        since_ms
    )
    .await?;
    Ok(closed > 0)
}

/// Somebody has joined a study: what they were asked is forgotten.
pub async fn forget(tx: &mut Tx, study: StudyId, user: UserId) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM study_invitations WHERE study_id = $1 AND user_id = $2",
        study.uuid(),
        user.uuid()
    )
    .await?;
    Ok(())
}
