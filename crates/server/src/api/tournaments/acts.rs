//! What organisers and players do in a tournament, with what the server knows of accounts.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use komadai_ids::{Code, UserId};
use komadai_live::{Refused, rated::speed_of};
use komadai_protocol::{RefusalCode, http::tournaments as wire};
use komadai_service::{
    names::Handle,
    tournaments::{Act, Coming, Entrant, NewEntry, Person, Plan, Stored},
};
use komadai_store::accounts;
use komadai_tournament::EntryId;

use super::{BODY_BYTES_MAX, actor, bad, find, person, settings_of, version};
use crate::{
    app::App,
    http::{
        answer::Answer,
        extract::{Body, Member},
        problem::Problem,
    },
    refused,
};

/// How many are entered at once at most.
const ENTRIES_AT_ONCE_MAX: usize = 200;

pub(super) async fn act(
    State(app): State<App>,
    member: Member,
    Path(code): Path<String>,
    Body(wire::ToDo { id, act, reason }): Body<wire::ToDo, BODY_BYTES_MAX>,
) -> Answer<wire::TournamentVersion> {
    let stored = find(&app, Some(&*member), &code).await?;
    if app.service.tournaments.was_done(id).await? {
        return Ok(Json(version(&stored)));
    }
    let act = translate(&app, &stored, &member, act).await?;
    let code = stored.tournament.code();
    let by = actor(&app, &stored.tournament, &member).await?;
    let changed = app.service.tournaments.act(code, id, by, act, &reason).await?;
    Ok(Json(version(&changed)))
}

/// What is asked for, with what the server knows of accounts.
async fn translate(
    app: &App,
    stored: &Stored,
    member: &komadai_service::Member,
    act: wire::TournamentAct,
) -> Result<Act, Problem> {
    use wire::TournamentAct as Wire;
    let own = || {
        let entry = stored.tournament.entry_of(member.player.id).cloned();
        entry.ok_or_else(|| bad("you are not entered"))
    };
    let meant = |entry: Option<EntryId>| entry.map_or_else(own, Ok);
    Ok(match act {
        Wire::Edit { settings } => {
            let before = stored.tournament.plan.club.as_ref();
            Act::Edit { settings: Box::new(settings_of(app, member, *settings, before).await?) }
        }
        Wire::Open => Act::Open,
        Wire::Cancel => Act::Cancel,
        Wire::Join => {
            if member.player.guest {
                return Err(bad("register first"));
            }
            Act::Enter {
                entry: Box::new(entry_of(app, &stored.tournament.plan, person(member)).await?),
            }
        }
        Wire::Enter { entry } => {
            let Coming { entry, is_acquainted } = coming_in(app, stored, member, entry).await?;
            let is_asked = entry.person.as_ref().is_some_and(|it| it.user != member.player.id);
            let entry = Box::new(entry);
            match is_asked {
                true => Act::Invite { entry, is_acquainted },
                false => Act::Enter { entry },
            }
        }
        Wire::EnterAll { entries } => {
            if entries.len() > ENTRIES_AT_ONCE_MAX {
                return Err(bad(format!(
                    "at most {ENTRIES_AT_ONCE_MAX} players can be entered at once"
                )));
            }
            let mut coming = Vec::with_capacity(entries.len());
            for (n, entry) in entries.into_iter().enumerate() {
                let known = coming_in(app, stored, member, entry).await;
                coming.push(known.map_err(|problem| problem.in_row(n + 1))?);
            }
            Act::EnterAll { entries: coming }
        }
        Wire::Uninvite { user } => {
            let mut invited = stored.tournament.invited.keys();
            let known = invited.find(|id| id.code() == user);
            Act::Uninvite { user: *known.ok_or_else(|| bad("nobody of that name is invited"))? }
        }
        Wire::Apply { text } => {
            let entry = Box::new(entry_of(app, &stored.tournament.plan, person(member)).await?);
            Act::Apply { entry, text }
        }
        Wire::Unapply => Act::Unapply { user: member.player.id },
        Wire::Choose { user } => Act::Choose { user: applicant(stored, user)? },
        Wire::PassOver { user } => Act::PassOver { user: applicant(stored, user)? },
        Wire::Accept => Act::Accept { user: member.player.id },
        Wire::Decline => Act::Decline { user: member.player.id },
        Wire::Amend { entry, to } => Act::Amend {
            entry,
            to: Box::new(entered(app, stored, NewEntry { handle: None, ..to }).await?),
        },
        Wire::Return { entry } => Act::Return { entry: meant(entry)? },
        Wire::Leave { entry } => Act::Leave { entry: meant(entry)? },
        Wire::CheckIn { entry } => Act::CheckIn { entry: meant(entry)? },
        Wire::Absent { entry, round, comes } => Act::Absent { entry: meant(entry)?, round, comes },
        Wire::Begin => Act::Begin,
        Wire::NextRound => Act::NextRound,
        Wire::Pause => Act::Pause,
        Wire::GoOn => Act::GoOn,
        Wire::Result { game, outcome } => Act::Result { game, outcome },
        Wire::Report { game, outcome } => Act::Report { game, outcome },
        Wire::Call { text } => Act::Call { text },
        Wire::Answer { entry } => Act::Answer { entry: meant(entry)? },
        Wire::Announce { text } => Act::Announce { text },
        Wire::Rule { game, outcome } => Act::Rule { game, outcome },
        Wire::Repair { round, pairs } => Act::Repair { round, pairs },
        Wire::Order { order } => Act::Order { order },
        Wire::Unorder { index } => Act::Unorder { index },
        Wire::Halt { game } => Act::Halt { game },
        Wire::Release { game } => Act::Release { game },
        Wire::SetClocks { game, sente, gote } => {
            let times = komadai_rules::BySide { sente: sente.into(), gote: gote.into() };
            Act::SetClocks { game, times }
        }
        Wire::Adjudicate { game, winner } => Act::Adjudicate { game, winner },
        Wire::Restart { game } => Act::Restart { game },
        Wire::Helper { handle, helps } => {
            let person = account(app, &handle).await?;
            if helps && person.user != member.player.id {
                let by = member.player.id;
                let asked = app.service.may_ask(by, &stored.tournament, person.user).await;
                asked.map_err(not_asked)?;
            }
            Act::Helper { user: person.user, name: person.name, helps }
        }
        Wire::Dismiss { user } => {
            let mut helpers = stored.tournament.helpers.iter();
            let unknown = || bad("nobody of that name organises it");
            let (&user, name) = helpers.find(|(id, _)| id.code() == user).ok_or_else(unknown)?;
            Act::Helper { user, name: name.clone(), helps: false }
        }
        Wire::Close { at_once } => Act::Close { at_once },
    })
}

/// Whom an organiser brings in, and whether an account is acquainted with who asks it.
async fn coming_in(
    app: &App,
    stored: &Stored,
    member: &komadai_service::Member,
    entry: NewEntry,
) -> Result<Coming, Problem> {
    let entry = entered(app, stored, entry).await?;
    let by = member.player.id;
    let is_acquainted = match &entry.person {
        Some(person) if person.user != by => {
            let asked = app.service.may_ask(by, &stored.tournament, person.user).await;
            asked.map_err(not_asked)?
        }
        _ => false,
    };
    Ok(Coming { entry, is_acquainted })
}

/// The account with this handle.
async fn account(app: &App, handle: &str) -> Result<Person, Problem> {
    let unknown = || Problem::new(RefusalCode::UnknownPlayer, "there is no such player");
    let handle = Handle::parse_any(handle).map_err(|_| unknown())?;
    let mut conn = app.service.store.read().await?;
    let found = accounts::find_by_key(&mut conn, handle.key()).await?.ok_or_else(unknown)?;
    let komadai_store::User { id: user, name, bot, .. } = found.user;
    Ok(Person { user, name, handle: found.handle, bot, club_grade: None })
}

/// Who has applied under that public id.
fn applicant(stored: &Stored, user: Code) -> Result<UserId, Problem> {
    let found = stored.tournament.applications.keys().find(|id| id.code() == user);
    found.copied().ok_or_else(|| bad("nobody of that name has applied"))
}

/// An account's entry, with how strong it is here.
pub(super) async fn entry_of(
    app: &App,
    plan: &Plan,
    mut person: Person,
) -> Result<Entrant, Problem> {
    let line = match plan.of_club() {
        Some(club) => app.service.clubs.line_of(club.id, person.user).await?,
        None => None,
    };
    let is_club_member = line.is_some();
    person.club_grade = line.and_then(|line| line.grade?.parse().ok());
    let speed = speed_of(&plan.control());
    let now_ms = app.service.timebase.now_ms() as i64;
    let mut conn = app.service.store.read().await?;
    let ratings = &app.service.ratings;
    let shown = ratings.shown(&mut conn, person.user, &plan.variant, speed, now_ms).await?;
    let rating = Some(shown.estimate.round() as i32);
    let details = NewEntry { rating, grade: Some(shown.level), ..NewEntry::default() };
    Ok(Entrant { person: Some(person), is_club_member, details })
}

/// Somebody the organiser enters: an account, or a name that is typed.
async fn entered(app: &App, stored: &Stored, said: NewEntry) -> Result<Entrant, Problem> {
    let known = match said.handle.as_deref().filter(|handle| !handle.is_empty()) {
        Some(handle) => entry_of(app, &stored.tournament.plan, account(app, handle).await?).await?,
        None => Entrant::default(),
    };
    let details = NewEntry {
        handle: None,
        rating: said.rating.or(known.details.rating),
        grade: said.grade.or(known.details.grade),
        ..said
    };
    Ok(Entrant { person: known.person, is_club_member: false, details })
}

/// Somebody may not be asked, and why.
fn not_asked(refused: Refused) -> Problem {
    let code = refused::code(&refused.why);
    let text = match code {
        RefusalCode::KeptApart => "one of you has blocked the other",
        RefusalCode::TakesNoChallenges => {
            "this player accepts invitations only from people they know; send them the link"
        }
        _ => {
            let detail = "this cannot be looked up at the moment; try again";
            return Problem::new(code, detail).with_status(StatusCode::SERVICE_UNAVAILABLE);
        }
    };
    Problem::new(code, text)
}
