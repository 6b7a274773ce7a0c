//! `/api/v1/clubs/{slug}/coaching` and `/api/v1/me/homework`: teachers, their pupils, and homework.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_ids::UserId;
use komadai_protocol::http::coaching as wire;
use komadai_service::{
    clubs::ClubRefusal,
    ratings::StrengthBasis,
    tsume::{compositions::FoundProblem, daily, repeats::day_of},
};
use komadai_store::{
    Conn, PageKey,
    clubs::{
        coaching::{Agreement, CoachingPartner, Person},
        homework::{FullHomework, Task},
    },
    games, tsume,
};
use uuid::Uuid;

use super::look;
use crate::{
    api::{players::profile_ratings, search},
    app::App,
    http::{
        answer::{Answer, TaggedJson},
        extract::{self, MaybeMember},
        problem::Problem,
    },
};

/// How many games of a pupil are shown.
const GAMES_SHOWN: u32 = 10;

/// What is called lately: a week.
const LATELY_DAYS: i64 = 7;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

pub(super) async fn show(
    State(app): State<App>,
    Path(slug): Path<String>,
    asks: MaybeMember,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::Coaching>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    let found = app.service.clubs.coaching(&look).await?;
    let own = look.member.as_ref().ok_or(ClubRefusal::Private)?;
    let set = app.service.clubs.homework_set(&look).await?;
    let mut due = match own.user {
        Some(user) => app.service.clubs.homework_of(user).await?,
        None => Vec::new(),
    };
    due.retain(|it| it.homework.club == look.club.id);
    let teachers = found.teachers.into_iter().map(|teacher| {
        let agreed = found.own_teachers.iter().find(|it| it.person.member == teacher.member);
        person(teacher, agreed.map(|it| it.agreement), false)
    });
    let pupil = |it: CoachingPartner| person(it.person, Some(it.agreement), true);
    let mut conn = app.service.store.read().await?;
    let coaching = wire::Coaching {
        member: own.id,
        teaches: found.teaches,
        teachers: teachers.collect(),
        pupils: found.pupils.into_iter().map(pupil).collect(),
        set: homework_views(&mut conn, set).await?,
        due: homework_views(&mut conn, due).await?,
    };
    TaggedJson::own(&headers, &coaching)
}

/// The other of two, as a teacher or a pupil sees them.
fn person(person: Person, agreement: Option<Agreement>, by_teacher: bool) -> wire::CoachingPerson {
    let state = |it: Agreement| match it.agreed_ms {
        Some(_) => wire::CoachingState::Agreed,
        None if it.by_teacher == by_teacher => wire::CoachingState::Asked,
        None => wire::CoachingState::Invited,
    };
    wire::CoachingPerson {
        member: person.member,
        name: person.name,
        handle: person.handle,
        bot: person.bot,
        state: agreement.map(state),
        since_ms: agreement.map(|it| it.agreed_ms.unwrap_or(it.asked_ms)),
    }
}

pub(in crate::api) async fn homework_views(
    conn: &mut Conn,
    all: Vec<FullHomework>,
) -> komadai_store::Result<Vec<wire::Homework>> {
    let mut views = Vec::new();
    for it in all {
        views.push(homework_view(conn, it).await?);
    }
    Ok(views)
}

async fn homework_view(conn: &mut Conn, it: FullHomework) -> komadai_store::Result<wire::Homework> {
    let FullHomework { homework, slug, teacher_name, tasks, pupils, ticks } = it;
    let done_ms = |pupil: Uuid, place: usize| {
        let tick = ticks.iter().find(|it| it.pupil == pupil && it.place as usize == place);
        tick.map(|it| it.done_ms)
    };
    let pupils = pupils.into_iter().map(|it| wire::HomeworkPupil {
        member: it.pupil,
        done_ms: (0..tasks.len()).map(|place| done_ms(it.pupil, place)).collect(),
        name: it.name,
    });
    let pupils = pupils.collect();
    let mut views = Vec::new();
    for it in tasks {
        views.push(task(conn, it).await?);
    }
    Ok(wire::Homework {
        id: homework.id,
        club: slug,
        teacher: teacher_name,
        title: homework.title,
        set_ms: homework.set_ms,
        due_ms: homework.due_ms,
        pupils,
        tasks: views,
    })
}

async fn task(conn: &mut Conn, task: Task) -> komadai_store::Result<wire::Task> {
    Ok(match task {
        Task::Tsume(number) => {
            let found =
                FoundProblem::read(conn, number, None).await?.filter(FoundProblem::is_published);
            wire::Task::Tsume { number, plies: found.map_or(0, |it| it.problem.plies) }
        }
        Task::Study { path, title } => wire::Task::Study { path, title },
        Task::Text(text) => wire::Task::Text { text },
    })
}

/// What a teacher sets, as it was sent.
pub(super) async fn pupil(
    State(app): State<App>,
    Path((slug, pupil)): Path<(String, String)>,
    asks: MaybeMember,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::PupilProgress>, Problem> {
    let look = look(&app, &asks, &slug).await?;
    let pupil: Uuid = pupil.parse().map_err(|_| ClubRefusal::UnknownThing("such pupil"))?;
    let user = app.service.clubs.pupil(&look, pupil).await?.user;
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut conn = app.service.store.read().await?;
    let found = games::by_player(&mut conn, user, PageKey::after(None), GAMES_SHOWN).await?;
    let basis = StrengthBasis::of(&mut conn, user).await?;
    let progress = wire::PupilProgress {
        games: search::views(&mut conn, found).await?,
        ratings: profile_ratings(&basis, now_ms),
        tsume: lately(&mut conn, user, now_ms).await?,
    };
    TaggedJson::own(&headers, &progress)
}

/// What somebody has done with the problems in the last days.
async fn lately(
    conn: &mut Conn,
    user: UserId,
    now_ms: i64,
) -> komadai_store::Result<wire::PupilTsume> {
    let since_ms = now_ms - LATELY_DAYS * DAY_MS;
    let today = day_of(now_ms);
    let attempts = tsume::attempts(conn, user).await?;
    let n_solved = attempts.iter().filter(|it| it.solved_ms >= Some(since_ms)).count();
    let daily = daily::has_solved(conn, user, today).await?;
    let rush = tsume::rushes::own_best(conn, user, today - LATELY_DAYS).await?;
    Ok(wire::PupilTsume {
        n_solved: n_solved as u32,
        daily,
        rush: rush.map(|it| it.n_solved),
        n_mistakes: tsume::repeats::of(conn, user).await?.len() as u32,
    })
}

pub(super) async fn own_homework(
    State(app): State<App>,
    member: extract::Member,
) -> Answer<wire::HomeworkList> {
    let found = app.service.clubs.homework_of(member.player.id).await?;
    let homework = homework_views(&mut app.service.store.read().await?, found).await?;
    Ok(Json(wire::HomeworkList { homework }))
}
