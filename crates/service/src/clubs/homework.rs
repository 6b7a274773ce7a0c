//! Homework: what teachers give their pupils to do. Problems are ticked when the trainer sees them
//! solved, everything else by the pupils.

use komadai_community::{
    bell::BellItem,
    clubs::{NOTE_CHARS_MAX, StoredClubAct, TITLE_CHARS_MAX, line},
    coaching::{NewHomework, NewTask},
};
use komadai_ids::{Code, ReviewId, UserId};
use komadai_rules::{Variant, tsume};
use komadai_store::{
    Club, Conn, Tx,
    clubs::{
        coaching,
        homework::{self as rows, FullHomework, Homework, Task, Tick},
    },
    studies::{self, chapters},
    tsume as attempts,
};
use uuid::Uuid;

use super::{
    AuditLine, ClubRefusal, ClubView, Clubs, Result,
    act::{Actor, own_line},
    bells::named,
    coaching::own,
};
use crate::{
    bell::{ring, ring_if_done},
    reviews::InStudy,
    tsume::compositions::FoundProblem,
};

/// How many things one homework has at most.
pub const TASKS_MAX: usize = 50;

/// How much homework a teacher has set at most; for more, some must be taken back.
pub const HOMEWORK_MAX: i64 = 100;

/// How far ahead homework is due at most, in milliseconds: a year.
const DUE_MAX_MS: i64 = 366 * 24 * 60 * 60 * 1_000;

impl Clubs {
    /// What the caller has set in a club, with what was done of it.
    ///
    /// # Errors
    /// When the caller is no member, or the database fails.
    pub async fn homework_set(&self, look: &ClubView) -> Result<Vec<FullHomework>> {
        let own = own(look)?;
        Ok(rows::of_teacher(&mut self.store.read().await?, own.id).await?)
    }

    /// What an account has to do, in all its clubs.
    pub async fn homework_of(&self, user: UserId) -> Result<Vec<FullHomework>> {
        Ok(rows::of_pupil(&mut self.store.read().await?, user).await?)
    }

    pub(super) async fn set_homework(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        id: Uuid,
        new: &NewHomework,
    ) -> Result<AuditLine> {
        let own = own_line(tx, club, acting).await?;
        if !coaching::is_teacher(tx, own.id).await? {
            return Err(ClubRefusal::NotAllowed.into());
        }
        let words = |text: &str| ClubRefusal::Words(text.to_owned());
        let title = line(&new.title, "a title", TITLE_CHARS_MAX)?;
        if title.is_empty() {
            return Err(words("homework needs a title").into());
        }
        if new.due_ms <= acting.now_ms || new.due_ms > acting.now_ms + DUE_MAX_MS {
            return Err(words("homework is due on a day within the next year").into());
        }
        if rows::count(tx, own.id).await? >= HOMEWORK_MAX {
            let text =
                format!("a teacher has at most {HOMEWORK_MAX} homework lists; delete an old one");
            return Err(ClubRefusal::Full(text).into());
        }
        let mut pupils = coaching::pupils(tx, own.id).await?;
        pupils.retain(|it| it.agreement.agreed_ms.is_some());
        if new.pupils.iter().any(|id| !pupils.iter().any(|it| it.person.member == *id)) {
            return Err(ClubRefusal::UnknownThing("such pupil").into());
        }
        pupils.retain(|it| new.pupils.is_empty() || new.pupils.contains(&it.person.member));
        if pupils.is_empty() {
            return Err(words("you have no pupils yet; homework is for pupils").into());
        }
        let users: Vec<UserId> = pupils.iter().map(|it| it.person.user).collect();
        let tasks = tasks(tx, acting.user, &users, &new.tasks).await?;
        self.may_say(acting.user)?;
        let homework = Homework {
            id,
            club: club.id,
            teacher: own.id,
            title: title.clone(),
            set_ms: acting.now_ms,
            due_ms: new.due_ms,
        };
        let lines: Vec<Uuid> = pupils.iter().map(|it| it.person.member).collect();
        rows::insert(tx, &homework, &tasks, &lines).await?;
        let item = BellItem::HomeworkSet {
            club: named(club),
            homework: id,
            title: title.clone(),
            n_tasks: tasks.len() as u32,
            due_ms: new.due_ms,
        };
        for user in users {
            ring(tx, user, Some(acting.user), acting.now_ms, &item).await?;
        }
        Ok(AuditLine::new(StoredClubAct::SetHomework { title }))
    }
}

/// The things to do one by one.
async fn tasks(
    tx: &mut Tx,
    teacher: UserId,
    pupils: &[UserId],
    wanted: &[NewTask],
) -> Result<Vec<Task>> {
    let mut found: Vec<Task> = Vec::new();
    for task in wanted {
        match task {
            NewTask::Tsume { number } => {
                if !is_there(tx, *number).await? {
                    let text = format!("there is no tsume problem {number}");
                    return Err(ClubRefusal::Words(text).into());
                }
                found.push(Task::Tsume(*number));
            }
            NewTask::TsumeOf { plies, n } => {
                let more = problems(tx, pupils, *plies, *n, &found).await?;
                found.extend(more);
            }
            NewTask::Study { study, chapter } => {
                found.push(in_study(tx, teacher, pupils, *study, *chapter).await?);
            }
            NewTask::Text { text } => {
                let text = line(text, "a task", NOTE_CHARS_MAX)?;
                if !text.is_empty() {
                    found.push(Task::Text(text));
                }
            }
        }
        if found.len() > TASKS_MAX {
            let text = format!("homework has at most {TASKS_MAX} things to do");
            return Err(ClubRefusal::Full(text).into());
        }
    }
    if found.is_empty() {
        Err(ClubRefusal::Words("homework needs something to do".to_owned()).into())
    } else {
        Ok(found)
    }
}

/// Whether there is such a problem, which comes with Komadai or is published.
async fn is_there(conn: &mut Conn, number: u32) -> komadai_store::Result<bool> {
    Ok(FoundProblem::read(conn, number, None).await?.is_some_and(|it| it.is_published()))
}

/// So many problems of a length: those that fewest of the pupils have solved, by number.
async fn problems(
    conn: &mut Conn,
    pupils: &[UserId],
    plies: u32,
    n: u32,
    besides: &[Task],
) -> Result<Vec<Task>> {
    let composed = attempts::compositions::published(conn).await?;
    let composed = composed.into_iter().filter_map(|it| it.composition.posed);
    let known = tsume::collection(Variant::standard()).iter().map(|it| (it.number, it.plies));
    let mut all: Vec<(usize, u32)> = known
        .chain(composed.map(|it| (it.number, it.plies)))
        .filter(|it| it.1 == plies && !besides.contains(&Task::Tsume(it.0)))
        .map(|it| (0, it.0))
        .collect();
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    if n == 0 || n > all.len().min(TASKS_MAX) {
        let text = if all.is_empty() {
            format!("there are no tsume problems in {plies} moves")
        } else {
            format!(
                "choose 1 to {} of the tsume problems in {plies} moves",
                all.len().min(TASKS_MAX)
            )
        };
        return Err(ClubRefusal::Words(text).into());
    }
    for pupil in pupils {
        let tried = attempts::attempts(conn, *pupil).await?;
        for (n_solved, number) in &mut all {
            let is_solved = |it: &attempts::Attempt| it.number == *number && it.solved_ms.is_some();
            *n_solved += usize::from(tried.iter().any(is_solved));
        }
    }
    all.sort_unstable();
    Ok(all.into_iter().take(n).map(|(_, number)| Task::Tsume(number)).collect())
}

/// A study that the teacher and all pupils can see, or a chapter of it.
async fn in_study(
    conn: &mut Conn,
    teacher: UserId,
    pupils: &[UserId],
    study: Code,
    chapter: Option<Code>,
) -> Result<Task> {
    let unknown = || {
        let text = "there is no such study; copy the address from its page".to_owned();
        ClubRefusal::Words(text)
    };
    let found = studies::find_by_code(conn, study).await?.ok_or_else(unknown)?;
    let sight = InStudy::read(conn, found.id).await?.ok_or_else(unknown)?;
    if !sight.may_see(Some(teacher)) {
        return Err(unknown().into());
    }
    if pupils.iter().any(|pupil| !sight.may_see(Some(*pupil))) {
        let text = "your pupils cannot see this study; make it unlisted, or make them members";
        return Err(ClubRefusal::Words(text.to_owned()).into());
    }
    let Some(chapter) = chapter else {
        return Ok(Task::Study { path: study.to_string(), title: found.title });
    };
    let all = chapters::of(conn, found.id).await?;
    let is_it = |id: ReviewId| id.code() == chapter;
    let named = all.into_iter().find(|it| is_it(it.id)).ok_or_else(unknown)?;
    let title = format!("{}: {}", found.title, named.name);
    Ok(Task::Study { path: format!("{study}/{chapter}"), title })
}

/// A teacher takes homework back.
pub(super) async fn drop_homework(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    id: Uuid,
) -> Result<AuditLine> {
    let own = own_line(tx, club, acting).await?;
    let found = rows::find(tx, club.id, id).await?.filter(|it| it.teacher == own.id);
    let found = found.ok_or(ClubRefusal::UnknownThing("such homework"))?;
    rows::delete(tx, found.id).await?;
    Ok(AuditLine::new(StoredClubAct::DropHomework { title: found.title }))
}

/// A pupil says that something is done, or not.
pub(super) async fn tick(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    id: Uuid,
    place: u32,
    is_done: bool,
) -> Result<AuditLine> {
    let own = own_line(tx, club, acting).await?;
    let unknown = || ClubRefusal::UnknownThing("such homework");
    let found = rows::find(tx, club.id, id).await?.ok_or_else(unknown)?;
    if !rows::is_for(tx, found.id, own.id).await? {
        return Err(unknown().into());
    }
    let tasks = rows::tasks(tx, found.id).await?;
    match tasks.get(place as usize) {
        None => return Err(unknown().into()),
        Some(Task::Tsume(number)) if is_there(tx, *number).await? => {
            let text = format!("solve tsume problem {number}; it is then ticked by itself");
            return Err(ClubRefusal::Words(text).into());
        }
        Some(_) => {}
    }
    let it = Tick { homework: found.id, pupil: own.id, place, done_ms: acting.now_ms };
    rows::tick(tx, it, is_done).await?;
    if is_done {
        ring_if_done(tx, found.id, own.id, acting.user, acting.now_ms).await?;
    }
    let title = found.title;
    let act = if is_done { StoredClubAct::Tick { title } } else { StoredClubAct::Untick { title } };
    Ok(AuditLine::new(act))
}
