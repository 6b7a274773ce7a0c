//! What teachers of a club give their pupils to do, and what they have done of it.

use komadai_ids::{ClubId, UserId};
use uuid::Uuid;

use crate::{
    Conn, Result, Tx,
    db::{Columns, MalformedColumn, all, execute, exists, optional, row, select, value},
};

/// The most rows that are read at once: more than a teacher's homework may have items.
const ROWS_READ: i64 = 20_000;

row! {
    /// A list of things to do.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Homework in "club_homework" {
        /// Made by the caller.
        pub id: Uuid,
        pub club: ClubId = "club_id",
        /// The teacher's line.
        pub teacher: Uuid = "teacher_id",
        pub title: String,
        /// When it was set, in Unix milliseconds.
        pub set_ms: i64,
        /// When it is to be done.
        pub due_ms: i64,
    }
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// A problem is solved.
    Tsume(u32),
    /// A study is read.
    Study {
        /// Its code; of a chapter, that of its study, a slash, and its own.
        path: String,
        /// What it was called when the homework was set.
        title: String,
    },
    /// What the teacher says.
    Text(String),
}

row! {
    struct Item in "club_homework_items" {
        homework: Uuid = "homework_id",
        task: Task = task,
    }
}

fn task(row: &Columns<'_>) -> Result<Task, MalformedColumn> {
    let text: String = row.get("text")?;
    let number: Option<u32> = row.get("number")?;
    let study: Option<String> = row.get("study")?;
    row.parse("kind", |kind: String| match kind.as_str() {
        "tsume" => number.map(Task::Tsume),
        "study" => study.map(|path| Task::Study { path, title: text }),
        "text" => Some(Task::Text(text)),
        _ => None,
    })
}

row! {
    /// Something that a pupil has done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Tick in "club_homework_done" {
        pub homework: Uuid = "homework_id",
        /// The pupil's line.
        pub pupil: Uuid = "pupil_id",
        /// Which item, from 0.
        pub place: u32,
        /// When, in Unix milliseconds.
        pub done_ms: i64,
    }
}

row! {
    /// Who has something to do.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Assignee in "club_homework_pupils" {
        pub homework: Uuid = "homework_id",
        /// The pupil's line.
        pub pupil: Uuid = "pupil_id",
        /// What others see of them.
        pub name: String,
    }
}

/// Homework with all that belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullHomework {
    pub homework: Homework,
    /// The club's address.
    pub slug: String,
    pub teacher_name: String,
    /// What is to be done, in its order.
    pub tasks: Vec<Task>,
    /// Who has it to do, by name.
    pub pupils: Vec<Assignee>,
    /// What was done.
    pub ticks: Vec<Tick>,
}

row! {
    struct Head in "club_homework" {
        homework: Homework = Homework::from_row,
        slug: String,
        teacher_name: String,
    }
}

/// Sets homework for these pupils.
pub async fn insert(tx: &mut Tx, new: &Homework, tasks: &[Task], pupils: &[Uuid]) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_homework (id, club_id, teacher_id, title, set_ms, due_ms) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        new.id,
        new.club.uuid(),
        new.teacher,
        &new.title,
        new.set_ms,
        new.due_ms
    )
    .await?;
    for (place, task) in tasks.iter().enumerate() {
        let (kind, number, study, text) = match task {
            Task::Tsume(number) => ("tsume", Some(i64::from(*number)), None, ""),
            Task::Study { path, title } => ("study", None, Some(path.as_str()), title.as_str()),
            Task::Text(text) => ("text", None, None, text.as_str()),
        };
        execute!(
            tx,
            "INSERT INTO club_homework_items (homework_id, place, kind, number, study, text) \
             VALUES ($1, $2, $3, $4, $5, $6)",
            new.id,
            place as i64,
            kind,
            number,
            study,
            text
        )
        .await?;
    }
    for pupil in pupils {
        execute!(
            tx,
            "INSERT INTO club_homework_pupils (homework_id, pupil_id) VALUES ($1, $2)",
            new.id,
            *pupil
        )
        .await?;
    }
    Ok(())
}

/// How much homework a teacher has set.
pub async fn count(conn: &mut Conn, teacher: Uuid) -> Result<i64> {
    value!(conn, "SELECT COUNT(*) FROM club_homework WHERE teacher_id = $1", teacher).await
}

/// One homework of a club.
pub async fn find(conn: &mut Conn, club: ClubId, id: Uuid) -> Result<Option<Homework>> {
    optional!(
        conn,
        select!(Homework, "FROM club_homework WHERE club_id = $1 AND id = $2"),
        club.uuid(),
        id
    )
    .await
}

/// What is to be done, in its order.
pub async fn tasks(conn: &mut Conn, homework: Uuid) -> Result<Vec<Task>> {
    let items: Vec<Item> = all!(
        conn,
        "SELECT homework_id, place, kind, number, study, text FROM club_homework_items \
         WHERE homework_id = $1 ORDER BY place LIMIT $2",
        homework,
        ROWS_READ
    )
    .await?;
    Ok(items.into_iter().map(|it| it.task).collect())
}

/// Whether a pupil has this homework to do.
pub async fn is_for(conn: &mut Conn, homework: Uuid, pupil: Uuid) -> Result<bool> {
    exists!(
        conn,
        "SELECT 1 FROM club_homework_pupils WHERE homework_id = $1 AND pupil_id = $2",
        homework,
        pupil
    )
    .await
}

/// A teacher's homework, the one due last first, with all that was done of it.
pub async fn of_teacher(conn: &mut Conn, teacher: Uuid) -> Result<Vec<FullHomework>> {
    let heads: Vec<Head> = all!(
        conn,
        "SELECT club_homework.id, club_homework.club_id, teacher_id, title, set_ms, due_ms, \
             clubs.slug, users.name AS teacher_name \
         FROM club_homework JOIN clubs ON clubs.id = club_homework.club_id \
             JOIN club_members AS own ON own.id = teacher_id JOIN users ON users.id = own.user_id \
         WHERE teacher_id = $1 ORDER BY due_ms DESC, club_homework.id LIMIT $2",
        teacher,
        ROWS_READ
    )
    .await?;
    let items: Vec<Item> = all!(
        conn,
        "SELECT homework_id, place, kind, number, study, text FROM club_homework_items \
         WHERE homework_id IN (SELECT id FROM club_homework WHERE teacher_id = $1) \
         ORDER BY place LIMIT $2",
        teacher,
        ROWS_READ
    )
    .await?;
    let pupils: Vec<Assignee> = all!(
        conn,
        "SELECT homework_id, pupil_id, users.name FROM club_homework_pupils \
             JOIN club_members AS own ON own.id = pupil_id JOIN users ON users.id = own.user_id \
         WHERE homework_id IN (SELECT id FROM club_homework WHERE teacher_id = $1) \
         ORDER BY users.name, pupil_id LIMIT $2",
        teacher,
        ROWS_READ
    )
    .await?;
    let ticks: Vec<Tick> = all!(
        conn,
        select!(
            Tick,
            "FROM club_homework_done \
             WHERE homework_id IN (SELECT id FROM club_homework WHERE teacher_id = $1) \
             ORDER BY done_ms, place LIMIT $2"
        ),
        teacher,
        ROWS_READ
    )
    .await?;
    Ok(gathered(heads, items, pupils, ticks))
}

/// What an account has set as a teacher in all its clubs.
pub async fn set_by(conn: &mut Conn, user: UserId) -> Result<Vec<FullHomework>> {
    let lines: Vec<Id> = all!(
        conn,
        "SELECT member_id AS id FROM club_teachers JOIN club_members AS own ON own.id = member_id \
         WHERE own.user_id = $1 ORDER BY member_id LIMIT $2",
        user.uuid(),
        ROWS_READ
    )
    .await?;
    let mut found = Vec::new();
    for Id(line) in lines {
        found.extend(of_teacher(conn, line).await?);
    }
    Ok(found)
}

/// The homework that an account has to do in all its clubs, the one due first first. Of other
/// pupils nothing is read.
pub async fn of_pupil(conn: &mut Conn, user: UserId) -> Result<Vec<FullHomework>> {
    let heads: Vec<Head> = all!(
        conn,
        "SELECT club_homework.id, club_homework.club_id, teacher_id, title, set_ms, due_ms, \
             clubs.slug, users.name AS teacher_name \
         FROM club_members AS own JOIN club_homework_pupils ON pupil_id = own.id \
             JOIN club_homework ON club_homework.id = homework_id \
             JOIN clubs ON clubs.id = club_homework.club_id \
             JOIN club_members AS teacher ON teacher.id = teacher_id \
             JOIN users ON users.id = teacher.user_id \
         WHERE own.user_id = $1 ORDER BY due_ms, club_homework.id LIMIT $2",
        user.uuid(),
        ROWS_READ
    )
    .await?;
    let items: Vec<Item> = all!(
        conn,
        "SELECT item.homework_id, place, kind, number, study, text \
         FROM club_members AS own JOIN club_homework_pupils AS has ON has.pupil_id = own.id \
             JOIN club_homework_items AS item ON item.homework_id = has.homework_id \
         WHERE own.user_id = $1 ORDER BY place LIMIT $2",
        user.uuid(),
        ROWS_READ
    )
    .await?;
    let pupils: Vec<Assignee> = all!(
        conn,
        "SELECT homework_id, pupil_id, users.name FROM club_members AS own \
             JOIN club_homework_pupils ON pupil_id = own.id JOIN users ON users.id = own.user_id \
         WHERE own.user_id = $1 ORDER BY homework_id LIMIT $2",
        user.uuid(),
        ROWS_READ
    )
    .await?;
    let ticks: Vec<Tick> = all!(
        conn,
        select!(
            Tick,
            "FROM club_members AS own \
                 JOIN club_homework_done ON pupil_id = own.id \
             WHERE own.user_id = $1 ORDER BY done_ms, place LIMIT $2"
        ),
        user.uuid(),
        ROWS_READ
    )
    .await?;
    Ok(gathered(heads, items, pupils, ticks))
}

fn gathered(
    heads: Vec<Head>,
    items: Vec<Item>,
    pupils: Vec<Assignee>,
    ticks: Vec<Tick>,
) -> Vec<FullHomework> {
    let full = |Head { homework, slug, teacher_name }: Head| FullHomework {
        slug,
        teacher_name,
        tasks: items
            .iter()
            .filter(|it| it.homework == homework.id)
            .map(|it| it.task.clone())
            .collect(),
        pupils: pupils.iter().filter(|it| it.homework == homework.id).cloned().collect(),
        ticks: ticks.iter().filter(|it| it.homework == homework.id).copied().collect(),
        homework,
    };
    heads.into_iter().map(full).collect()
}

/// A pupil has done something, or says that they have not.
pub async fn tick(tx: &mut Tx, it: Tick, is_done: bool) -> Result<()> {
    if is_done {
        execute!(
            tx,
            "INSERT INTO club_homework_done (homework_id, pupil_id, place, done_ms) \
             VALUES ($1, $2, $3, $4) ON CONFLICT (homework_id, pupil_id, place) DO NOTHING",
            it.homework,
            it.pupil,
            i64::from(it.place),
            it.done_ms
        )
        .await?
    } else {
        execute!(
            tx,
            "DELETE FROM club_homework_done \
             WHERE homework_id = $1 AND pupil_id = $2 AND place = $3",
            it.homework,
            it.pupil,
            i64::from(it.place)
        )
        .await?
    };
    Ok(())
}

/// An account has solved a problem: it is ticked wherever it is to be done.
pub async fn note_solved(tx: &mut Tx, user: UserId, number: u32, now_ms: i64) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO club_homework_done (homework_id, pupil_id, place, done_ms) \
         SELECT item.homework_id, own.id, item.place, CAST($3 AS BIGINT) \
         FROM club_members AS own JOIN club_homework_pupils AS has ON has.pupil_id = own.id \
             JOIN club_homework_items AS item ON item.homework_id = has.homework_id \
         WHERE own.user_id = $1 AND item.number = $2 \
         ON CONFLICT (homework_id, pupil_id, place) DO NOTHING",
        user.uuid(),
        i64::from(number),
        now_ms
    )
    .await?;
    Ok(())
}

macro_rules! undone {
    ($is_it:literal) => {
        concat!(
            "SELECT item.homework_id, own.id AS pupil_id, item.place, \
                 has_homework.due_ms AS done_ms \
             FROM club_members AS own JOIN club_homework_pupils AS has ON has.pupil_id = own.id \
                 JOIN club_homework AS has_homework ON has_homework.id = has.homework_id \
                 JOIN club_homework_items AS item ON item.homework_id = has.homework_id \
             WHERE own.user_id = $1 AND ",
            $is_it,
            " AND NOT EXISTS \
                 (SELECT 1 FROM club_homework_done AS done \
                  WHERE done.homework_id = item.homework_id \
                     AND done.pupil_id = own.id AND done.place = item.place) \
             ORDER BY item.homework_id, item.place LIMIT $3"
        )
    };
}

/// The tasks of an account that solving this problem does.
pub async fn undone(conn: &mut Conn, user: UserId, number: u32) -> Result<Vec<Tick>> {
    let of_problem = undone!("item.number = $2");
    all!(conn, of_problem, user.uuid(), i64::from(number), ROWS_READ).await
}

/// The tasks of an account that solving this study, or this chapter of one, does.
pub async fn undone_study(conn: &mut Conn, user: UserId, path: &str) -> Result<Vec<Tick>> {
    let of_study = undone!("item.study = $2");
    all!(conn, of_study, user.uuid(), path, ROWS_READ).await
}

row! {
    /// Homework of which a pupil has done everything.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct DoneHomework in "club_homework" {
        /// The club's address.
        pub slug: String,
        pub club_name: String = "name",
        pub title: String,
        pub n_tasks: u32,
        /// The teacher's account.
        pub teacher: UserId = "user_id",
    }
}

/// Homework, if a pupil has done everything in it.
pub async fn done_by(conn: &mut Conn, id: Uuid, pupil: Uuid) -> Result<Option<DoneHomework>> {
    optional!(
        conn,
        "SELECT clubs.slug, clubs.name, club_homework.title, teacher.user_id, \
             (SELECT COUNT(*) FROM club_homework_items WHERE homework_id = $1) AS n_tasks \
         FROM club_homework JOIN clubs ON clubs.id = club_homework.club_id \
             JOIN club_members AS teacher ON teacher.id = club_homework.teacher_id \
         WHERE club_homework.id = $1 AND teacher.user_id IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM club_homework_items AS item WHERE item.homework_id = $1 \
                 AND NOT EXISTS (SELECT 1 FROM club_homework_done AS done \
                     WHERE done.homework_id = $1 AND done.pupil_id = $2 \
                         AND done.place = item.place))",
        id,
        pupil
    )
    .await
}

/// Takes homework back.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM club_homework_done WHERE homework_id = $1", id).await?;
    execute!(tx, "DELETE FROM club_homework_pupils WHERE homework_id = $1", id).await?;
    execute!(tx, "DELETE FROM club_homework_items WHERE homework_id = $1", id).await?;
    execute!(tx, "DELETE FROM club_homework WHERE id = $1", id).await?;
    Ok(())
}

row! {
    /// Of a homework, or of the line of a teacher.
    struct Id(Uuid = "id") in "club_homework";
}

/// All that a teacher has set goes.
pub(super) async fn forget_teacher(tx: &mut Tx, teacher: Uuid) -> Result<()> {
    let all: Vec<Id> = all!(
        tx,
        "SELECT id FROM club_homework WHERE teacher_id = $1 ORDER BY id LIMIT $2",
        teacher,
        ROWS_READ
    )
    .await?;
    for Id(id) in all {
        delete(tx, id).await?;
    }
    Ok(())
}

/// A pupil has nothing to do for a teacher any more; what nobody has to do goes.
pub(super) async fn forget_pupil_of(tx: &mut Tx, teacher: Uuid, pupil: Uuid) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM club_homework_done WHERE pupil_id = $2 AND homework_id IN \
             (SELECT id FROM club_homework WHERE teacher_id = $1)",
        teacher,
        pupil
    )
    .await?;
    execute!(
        tx,
        "DELETE FROM club_homework_pupils WHERE pupil_id = $2 AND homework_id IN \
             (SELECT id FROM club_homework WHERE teacher_id = $1)",
        teacher,
        pupil
    )
    .await?;
    let left: Vec<Id> = all!(
        tx,
        "SELECT id FROM club_homework WHERE teacher_id = $1 AND NOT EXISTS \
             (SELECT 1 FROM club_homework_pupils WHERE homework_id = club_homework.id) \
         ORDER BY id LIMIT $2",
        teacher,
        ROWS_READ
    )
    .await?;
    for Id(id) in left {
        delete(tx, id).await?;
    }
    Ok(())
}

/// A pupil has nothing to do any more.
pub(super) async fn forget_pupil(tx: &mut Tx, pupil: Uuid) -> Result<()> {
    let teachers: Vec<Id> = all!(
        tx,
        "SELECT teacher_id AS id FROM club_pupils WHERE pupil_id = $1 ORDER BY teacher_id LIMIT $2",
        pupil,
        ROWS_READ
    )
    .await?;
    for Id(teacher) in teachers {
        forget_pupil_of(tx, teacher, pupil).await?;
    }
    Ok(())
}

/// A club is closed.
pub(super) async fn forget_club(tx: &mut Tx, club: ClubId) -> Result<()> {
    let all: Vec<Id> = all!(
        tx,
        "SELECT id FROM club_homework WHERE club_id = $1 ORDER BY id LIMIT $2",
        club.uuid(),
        ROWS_READ
    )
    .await?;
    for Id(id) in all {
        delete(tx, id).await?;
    }
    Ok(())
}
