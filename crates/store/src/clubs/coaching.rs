//! Who teaches in a club, and whom. Teachers and pupils are lines of the club's list.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use super::homework;
use crate::{
    Conn, Result, Tx,
    db::{all, execute, exists, optional, row, values},
};

/// The most rows that are read at once.
const ROWS_READ: i64 = 1_000;

row! {
    /// A member with an account.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Person in "club_members" {
        /// The line of the list.
        pub member: Uuid = "member_id",
        pub user: UserId = "user_id",
        pub handle: String,
        /// What others see of them.
        pub name: String,
        /// Whether it is the account of a program.
        pub bot: bool,
    }
}

row! {
    /// What a teacher and a pupil have said.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Agreement in "club_pupils" {
        /// Whether the teacher has asked, or else the pupil.
        pub by_teacher: bool,
        /// When, in Unix milliseconds.
        pub asked_ms: i64,
        /// When the other agreed; `None` before that.
        pub agreed_ms: Option<i64>,
    }
}

row! {
    /// Somebody's teacher or pupil.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CoachingPartner in "club_pupils" {
        /// The other.
        pub person: Person = Person::from_row,
        pub agreement: Agreement = Agreement::from_row,
    }
}

/// From now on a member teaches. `false`: they did before.
pub async fn add_teacher(tx: &mut Tx, club: ClubId, member: Uuid, now_ms: i64) -> Result<bool> {
    let added = execute!(
        tx,
        "INSERT INTO club_teachers (member_id, club_id, since_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (member_id) DO NOTHING",
        member,
        club.uuid(),
        now_ms
    )
    .await?;
    Ok(added > 0)
}

/// A member teaches no longer, and has neither pupils nor homework for them. `false`: they did not.
pub async fn remove_teacher(tx: &mut Tx, member: Uuid) -> Result<bool> {
    homework::forget_teacher(tx, member).await?;
    execute!(tx, "DELETE FROM club_pupils WHERE teacher_id = $1", member).await?;
    Ok(execute!(tx, "DELETE FROM club_teachers WHERE member_id = $1", member).await? > 0)
}

/// Whether a member teaches.
pub async fn is_teacher(conn: &mut Conn, member: Uuid) -> Result<bool> {
    exists!(conn, "SELECT 1 FROM club_teachers WHERE member_id = $1", member).await
}

/// Who teaches in a club, the longest first.
pub async fn teachers(conn: &mut Conn, club: ClubId) -> Result<Vec<Person>> {
    all!(
        conn,
        "SELECT member_id, own.user_id, accounts.handle, users.name, users.bot \
         FROM club_teachers JOIN club_members AS own ON own.id = member_id \
             JOIN users ON users.id = own.user_id \
             JOIN accounts ON accounts.user_id = own.user_id \
         WHERE club_teachers.club_id = $1 ORDER BY since_ms, member_id LIMIT $2",
        club.uuid(),
        ROWS_READ
    )
    .await
}

/// What a teacher and a pupil have said; `None` when neither has asked.
pub async fn agreement(conn: &mut Conn, teacher: Uuid, pupil: Uuid) -> Result<Option<Agreement>> {
    optional!(
        conn,
        "SELECT teacher_id, by_teacher, asked_ms, agreed_ms FROM club_pupils \
         WHERE teacher_id = $1 AND pupil_id = $2",
        teacher,
        pupil
    )
    .await
}

/// One of the two asks the other.
pub async fn ask(
    tx: &mut Tx,
    club: ClubId,
    (teacher, pupil): (Uuid, Uuid),
    by_teacher: bool,
    now_ms: i64,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_pupils (teacher_id, pupil_id, club_id, by_teacher, asked_ms) \
         VALUES ($1, $2, $3, $4, $5)",
        teacher,
        pupil,
        club.uuid(),
        by_teacher,
        now_ms
    )
    .await?;
    Ok(())
}

/// The other agrees.
pub async fn agree(tx: &mut Tx, teacher: Uuid, pupil: Uuid, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "UPDATE club_pupils SET agreed_ms = $3 WHERE teacher_id = $1 AND pupil_id = $2",
        teacher,
        pupil,
        now_ms
    )
    .await?;
    Ok(())
}

/// Somebody is a teacher's pupil no longer, or is not going to be; the homework goes with it.
/// `false`: neither had asked.
pub async fn end(tx: &mut Tx, teacher: Uuid, pupil: Uuid) -> Result<bool> {
    homework::forget_pupil_of(tx, teacher, pupil).await?;
    let ended = execute!(
        tx,
        "DELETE FROM club_pupils WHERE teacher_id = $1 AND pupil_id = $2",
        teacher,
        pupil
    )
    .await?;
    Ok(ended > 0)
}

/// A teacher's pupils, and who may become one, by name.
pub async fn pupils(conn: &mut Conn, teacher: Uuid) -> Result<Vec<CoachingPartner>> {
    all!(
        conn,
        "SELECT pupil_id AS member_id, own.user_id, accounts.handle, users.name, users.bot, \
             by_teacher, asked_ms, agreed_ms \
         FROM club_pupils JOIN club_members AS own ON own.id = pupil_id \
             JOIN users ON users.id = own.user_id \
             JOIN accounts ON accounts.user_id = own.user_id \
         WHERE teacher_id = $1 ORDER BY users.name, pupil_id LIMIT $2",
        teacher,
        ROWS_READ
    )
    .await
}

/// A pupil's teachers, and who may become one.
pub async fn teachers_of(conn: &mut Conn, pupil: Uuid) -> Result<Vec<CoachingPartner>> {
    all!(
        conn,
        "SELECT teacher_id AS member_id, own.user_id, accounts.handle, users.name, users.bot, \
             by_teacher, asked_ms, agreed_ms \
         FROM club_pupils JOIN club_members AS own ON own.id = teacher_id \
             JOIN users ON users.id = own.user_id \
             JOIN accounts ON accounts.user_id = own.user_id \
         WHERE pupil_id = $1 ORDER BY asked_ms, teacher_id LIMIT $2",
        pupil,
        ROWS_READ
    )
    .await
}

/// Which of some players learn from an account, in whatever club.
pub async fn pupils_among(
    conn: &mut Conn,
    teacher: UserId,
    players: [Option<UserId>; 2],
) -> Result<Vec<UserId>> {
    let [one, two] = players.map(|player| player.map(UserId::uuid));
    values!(
        conn,
        "SELECT DISTINCT own.user_id FROM club_members AS teacher \
             JOIN club_pupils ON teacher_id = teacher.id \
             JOIN club_members AS own ON own.id = pupil_id \
         WHERE teacher.user_id = $1 AND agreed_ms IS NOT NULL \
             AND (own.user_id = $2 OR own.user_id = $3) ORDER BY own.user_id LIMIT 2",
        teacher.uuid(),
        one,
        two
    )
    .await
}

row! {
    /// What somebody has said to teachers or pupils in one of their clubs.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnAgreement in "club_pupils" {
        /// The club's address.
        pub slug: String,
        /// The other's handle.
        pub with: String = "handle",
        /// Whether the other is the teacher.
        pub is_pupil: bool,
        pub agreement: Agreement = Agreement::from_row,
    }
}

/// All teachers and pupils of an account, in all its clubs.
pub async fn of_user(conn: &mut Conn, user: UserId) -> Result<Vec<OwnAgreement>> {
    all!(
        conn,
        "SELECT clubs.slug, accounts.handle, TRUE AS is_pupil, by_teacher, asked_ms, agreed_ms \
         FROM club_members AS own JOIN club_pupils ON pupil_id = own.id \
             JOIN clubs ON clubs.id = own.club_id \
             JOIN club_members AS other ON other.id = teacher_id \
             JOIN accounts ON accounts.user_id = other.user_id \
         WHERE own.user_id = $1 \
         UNION ALL \
         SELECT clubs.slug, accounts.handle, FALSE AS is_pupil, by_teacher, asked_ms, agreed_ms \
         FROM club_members AS own JOIN club_pupils ON teacher_id = own.id \
             JOIN clubs ON clubs.id = own.club_id \
             JOIN club_members AS other ON other.id = pupil_id \
             JOIN accounts ON accounts.user_id = other.user_id \
         WHERE own.user_id = $1 ORDER BY asked_ms LIMIT $2",
        user.uuid(),
        ROWS_READ
    )
    .await
}

/// A line of a list goes, and with it whom it has taught and who has taught it.
pub(super) async fn forget_member(tx: &mut Tx, member: Uuid) -> Result<()> {
    remove_teacher(tx, member).await?;
    homework::forget_pupil(tx, member).await?;
    execute!(tx, "DELETE FROM club_pupils WHERE pupil_id = $1", member).await?;
    Ok(())
}

/// The same for all lines of an account.
pub(super) async fn forget_user(tx: &mut Tx, user: UserId) -> Result<()> {
    let lines: Vec<Uuid> = values!(
        tx,
        "SELECT id FROM club_members WHERE user_id = $1 AND \
             (id IN (SELECT member_id FROM club_teachers) \
              OR id IN (SELECT pupil_id FROM club_pupils)) ORDER BY id LIMIT $2",
        user.uuid(),
        ROWS_READ
    )
    .await?;
    for member in lines {
        forget_member(tx, member).await?;
    }
    Ok(())
}

/// A club is closed.
pub(super) async fn forget_club(tx: &mut Tx, club: ClubId) -> Result<()> {
    homework::forget_club(tx, club).await?;
    execute!(tx, "DELETE FROM club_pupils WHERE club_id = $1", club.uuid()).await?;
    execute!(tx, "DELETE FROM club_teachers WHERE club_id = $1", club.uuid()).await?;
    Ok(())
}
