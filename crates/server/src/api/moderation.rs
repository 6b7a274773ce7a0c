//! `/api/v1/reports` and `/api/v1/me/relations` for everybody, `/api/v1/moderation` for
//! moderators.

use std::net::SocketAddr;

use axum::{
    Json,
    extract::{ConnectInfo, Path, State},
};
use komadai_game::Player;
use komadai_ids::{Code, UserId};
use komadai_protocol::{
    RefusalCode,
    http::{moderation as wire, studies::RemoveStudy, tsume::RemoveTsume},
};
use komadai_rules::Side;
use komadai_service::{
    account as account_of,
    lines::clean_text,
    moderation::{Imposition, ReportError, ReportedLine, WORDS_CHARS_MAX},
    tsume::compositions::FoundProblem,
};
use komadai_store::{Role, accounts, relations, sessions, users};
use komadai_tournament::GameKey;
use uuid::Uuid;

use super::{games, grades, players};
use crate::{
    app::App,
    http::{
        answer::{Answer, Completion, NoContent},
        contract::Routes,
        extract::{self, Body, Moderating, Operator, Reader},
        peer::Peer,
        problem::Problem,
    },
};

/// The longest body that is read: words of any language.
pub(super) const BODY_BYTES_MAX: usize = 8 << 10;

/// For how many hours anything is imposed at most, if not for good: ten years.
pub(crate) const HOURS_MAX: u64 = 87_600;

/// Addresses for moderators.
pub(super) fn routes() -> Routes {
    Routes::new("moderation")
        .get("/reports", reports, "The open reports")
        .post("/reports/{id}/close", close, "Closes a report")
        .get("/accounts/{handle}", account, "An account as moderators see it")
        .post("/names", rename, "Gives an account a neutral name in place of an offensive one")
        .post("/grades", grades::annul, "Annuls a grade that was obtained by fraud")
        .get("/sanctions", sanctions, "The sanctions in force")
        .post("/sanctions", impose, "Imposes a sanction on a player")
        .delete("/sanctions/{id}", lift, "Lifts a sanction")
        .post("/reviews/{code}/remove", remove_review, "Removes a review")
        .post("/studies/{code}/remove", remove_study, "Removes a study with its chapters")
        .post(
            "/tsume/{number}/remove",
            remove_tsume,
            "Removes a problem that a player has composed",
        )
}

/// Addresses for players among themselves.
pub(super) fn players() -> Routes {
    Routes::new("people")
        .post("/reports", report, "Reports a player to the moderators")
        .get("/me/relations", kept_away, "The players whom the caller has muted or blocked")
        .post("/me/relations", keep_away, "Mutes or blocks a player, or undoes it")
}

pub(super) fn bad(code: RefusalCode, detail: impl Into<String>) -> Problem {
    Problem::new(code, detail)
}

/// One line or a few of somebody's words.
pub(super) fn words(text: &str) -> Result<String, Problem> {
    let text = clean_text(text);
    if text.chars().count() > WORDS_CHARS_MAX {
        Err(bad(RefusalCode::BadWords, format!("that is more than {WORDS_CHARS_MAX} characters")))
    } else {
        Ok(text)
    }
}

/// The player of a side of a game.
async fn player_of(app: &App, game: Code, side: Side) -> Result<Player, Problem> {
    let game = games::look(app, game).await?;
    game.players().map(|players| players[side].clone()).ok_or_else(Problem::unknown_player)
}

async fn player(app: &App, user: UserId) -> Result<Player, Problem> {
    let mut conn = app.service.store.read().await?;
    let user = users::find(&mut conn, user).await?.ok_or_else(Problem::unknown_player)?;
    Ok(Player { id: user.id, name: user.name, guest: user.guest, bot: user.bot })
}

/// The person who is meant: a side of a game, or an account by its handle.
async fn meant(app: &App, by: UserId, place: Occasion) -> Result<Player, Problem> {
    match place {
        Occasion { game: Some(game), side: Some(side), handle: None, of: None } => {
            player_of(app, game, side).await
        }
        Occasion { game: None, side: None, handle: None, of: Some(Work::Review(code)) } => {
            player(app, app.service.reviews.look(code, Some(by)).await?.summary.owner).await
        }
        Occasion { game: None, side: None, handle: None, of: Some(Work::Line(code, n)) } => {
            player(app, app.service.reviews.line(code, n, by).await?.user).await
        }
        Occasion { game: None, side: None, handle: None, of: Some(Work::Study(code)) } => {
            player(app, app.service.studies.look(code, Some(by)).await?.study.owner).await
        }
        Occasion { game: None, side: None, handle: None, of: Some(Work::Tsume(number)) } => {
            let found =
                FoundProblem::read(&mut app.service.store.read().await?, number, None).await?;
            let composed = found.and_then(|it| it.composed).ok_or_else(Problem::unknown_player)?;
            player(app, composed.composition.owner).await
        }
        Occasion { game: None, side: None, handle: Some(handle), of: None } => {
            let user = players::find(&mut app.service.store.read().await?, &handle).await?.user;
            Ok(Player { id: user.id, name: user.name, guest: user.guest, bot: user.bot })
        }
        _ => Err(bad_place()),
    }
}

fn bad_place() -> Problem {
    let detail = "name a game and a side, a handle, a game by appointment, a review or a line said \
                  there, a study, or a tsume problem";
    bad(RefusalCode::BadBody, detail)
}

/// Where somebody was met: at a side of a board, on their page, or in what they have made.
struct Occasion {
    game: Option<Code>,
    side: Option<Side>,
    handle: Option<String>,
    of: Option<Work>,
}

/// What somebody has made.
#[derive(Clone, Copy)]
enum Work {
    Review(Code),
    /// What was said at a board, by its number.
    Line(Code, u32),
    Study(Code),
    /// A problem with this number.
    Tsume(u32),
}

impl Work {
    /// Where it is to be seen, as an address of ours.
    fn path(self) -> String {
        match self {
            Self::Review(code) | Self::Line(code, _) => format!("review/{code}"),
            Self::Study(code) => format!("study/{code}"),
            Self::Tsume(number) => format!("tsume/{number}"),
        }
    }
}

/// Whom somebody meets in a game by appointment, with what the two say to each other.
async fn appointed(
    app: &App,
    by: UserId,
    tournament: Code,
    game: &GameKey,
) -> Result<(Player, Vec<ReportedLine>), Problem> {
    let it = app.service.tournaments.look(tournament, Some(by)).await?.tournament;
    let found = it.appointed_opponent(by, game);
    let (opponent, said) = found.ok_or_else(Problem::unknown_player)?;
    Ok((player(app, opponent).await?, said))
}

async fn report(
    State(app): State<App>,
    by: extract::Player,
    Body(sent): Body<wire::NewReport, BODY_BYTES_MAX>,
) -> Completion {
    let wire::NewReport {
        game,
        side,
        handle,
        review,
        line,
        study,
        tsume,
        reason,
        words: told,
        appointment,
    } = sent;
    let reason = match reason {
        wire::ReportReason::Abuse => "abuse",
        wire::ReportReason::Cheating => "cheating",
        wire::ReportReason::Leaving => "leaving",
        wire::ReportReason::Name => "name",
        wire::ReportReason::Other => "other",
    };
    let told = words(&told)?;
    let of = match (review, line, study, tsume) {
        (None, None, None, None) => None,
        (Some(code), None, None, None) => Some(Work::Review(code)),
        (Some(code), Some(n), None, None) => Some(Work::Line(code, n)),
        (None, None, Some(code), None) => Some(Work::Study(code)),
        (None, None, None, Some(number)) => Some(Work::Tsume(number)),
        _ => return Err(bad_place()),
    };
    let (about, path, said) = match appointment {
        Some(wire::ReportedAppointment { tournament, game: key })
            if game.is_none() && side.is_none() && handle.is_none() && of.is_none() =>
        {
            let (about, said) = appointed(&app, by.id, tournament, &key).await?;
            (about, Some(format!("tournaments/{tournament}")), said)
        }
        Some(_) => return Err(bad_place()),
        None => {
            let path = game.map(|game| game.to_string()).or_else(|| of.map(Work::path));
            let about = meant(&app, by.id, Occasion { game, side, handle, of }).await?;
            (about, path, Vec::new())
        }
    };
    if about.id == by.id {
        return Err(bad(RefusalCode::Yourself, "you cannot do that to yourself"));
    }
    if by.guest && !app.visitors.report(by.peer) {
        let detail = "visitors from your network have made many reports today; the moderators \
                      will see to them";
        return Err(Problem::new(RefusalCode::TooManyReports, detail));
    }
    let moderation = &app.service.moderation;
    let taken = moderation.report(by.id, about.id, path.as_deref(), reason, &told, said).await;
    taken.map_err(|error| match error {
        ReportError::TooMany => Problem::new(RefusalCode::TooManyReports, error.to_string()),
        ReportError::Store(cause) => cause.into(),
    })?;
    Ok(NoContent)
}

async fn relations_of(app: &App, user: UserId) -> Result<Vec<relations::Relation>, Problem> {
    Ok(relations::of(&mut app.service.store.read().await?, user).await?)
}

fn listed(relations: Vec<relations::Relation>) -> Json<wire::Relations> {
    let view = |it: relations::Relation| wire::Relation {
        user: it.other.code(),
        name: it.name,
        distance: it.distance,
    };
    Json(wire::Relations { relations: relations.into_iter().map(view).collect() })
}

async fn kept_away(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::Relations> {
    match reader {
        Some(player) => Ok(listed(relations_of(&app, player.id).await?)),
        None => Ok(listed(Vec::new())),
    }
}

async fn keep_away(
    State(app): State<App>,
    by: extract::Player,
    Body(sent): Body<wire::KeepAway, BODY_BYTES_MAX>,
) -> Answer<wire::Relations> {
    let wire::KeepAway { game, side, handle, user, distance } = sent;
    let known = relations_of(&app, by.id).await?;
    let other = match user {
        None => meant(&app, by.id, Occasion { game, side, handle, of: None }).await?.id,
        Some(user) => {
            let found = known.iter().find(|it| it.other.code() == user);
            found.ok_or_else(Problem::unknown_player)?.other
        }
    };
    if other == by.id {
        return Err(bad(RefusalCode::Yourself, "you cannot do that to yourself"));
    }
    if distance.is_some() && known.len() >= relations::RELATIONS_MAX as usize {
        return Err(bad(
            RefusalCode::TooManyRelations,
            "you have muted or blocked as many players as are allowed",
        ));
    }
    app.service.keep_away(by.id, other, distance).await?;
    Ok(listed(relations_of(&app, by.id).await?))
}

async fn reports(State(app): State<App>, _: Operator<Moderating>) -> Answer<wire::Reports> {
    let reports = app.service.moderation.open_reports().await?.into_iter();
    Ok(Json(wire::Reports { reports: reports.map(report_view).collect() }))
}

fn report_view(report: komadai_store::Report) -> wire::Report {
    let lines = ReportedLine::of(&report).into_iter().map(|line| wire::ReportedLine {
        by_reporter: line.by_reporter,
        at_ms: line.at_ms,
        text: line.text,
    });
    wire::Report {
        id: report.id,
        by: report.by_name,
        about: report.about.uuid(),
        about_name: report.about_name,
        game: report.game,
        reason: report.reason,
        words: report.words,
        made_ms: report.made_ms,
        lines: lines.collect(),
    }
}

async fn close(
    State(app): State<App>,
    by: Operator<Moderating>,
    Path(id): Path<String>,
) -> Completion {
    done(app.service.moderation.close_report(by.player.id, id_of(&id)?).await?)
}

fn id_of(text: &str) -> Result<Uuid, Problem> {
    text.parse().map_err(|_| not_there())
}

fn done(was_there: bool) -> Completion {
    if was_there { Ok(NoContent) } else { Err(not_there()) }
}

fn not_there() -> Problem {
    Problem::new(RefusalCode::NotFound, "there is nothing here: it may have been deleted")
}

async fn remove_review(
    State(app): State<App>,
    by: Operator<Moderating>,
    Path(code): Path<String>,
    Body(wire::RemoveReview { reason }): Body<wire::RemoveReview, BODY_BYTES_MAX>,
) -> Completion {
    let code = code.parse().map_err(|_| not_there())?;
    let reason = words(&reason)?;
    if reason.is_empty() {
        return Err(bad(RefusalCode::BadReason, "give a reason for revoking it"));
    }
    app.service.reviews.take_down(code, by.player.id, &reason).await?;
    Ok(NoContent)
}

async fn remove_study(
    State(app): State<App>,
    by: Operator<Moderating>,
    Path(code): Path<String>,
    Body(RemoveStudy { reason }): Body<RemoveStudy, BODY_BYTES_MAX>,
) -> Completion {
    let code = code.parse().map_err(|_| not_there())?;
    let reason = words(&reason)?;
    if reason.is_empty() {
        return Err(bad(RefusalCode::BadReason, "give a reason for removing it"));
    }
    app.service.studies.take_down(code, by.player.id, &reason).await?;
    Ok(NoContent)
}

async fn remove_tsume(
    State(app): State<App>,
    by: Operator<Moderating>,
    Path(number): Path<String>,
    Body(RemoveTsume { reason }): Body<RemoveTsume, BODY_BYTES_MAX>,
) -> Completion {
    let number = number.parse().map_err(|_| not_there())?;
    let reason = words(&reason)?;
    if reason.is_empty() {
        return Err(bad(RefusalCode::BadReason, "give a reason for removing it"));
    }
    app.service.tsume.take_down(by.player.id, number, &reason).await?;
    Ok(NoContent)
}

async fn account(
    State(app): State<App>,
    _: Operator<Moderating>,
    Path(handle): Path<String>,
) -> Answer<wire::ModeratedAccount> {
    let mut conn = app.service.store.read().await?;
    let found = account_of(&mut conn, &handle).await?.ok_or_else(not_there)?;
    let grades = grades::standing(&mut conn, found.user.id).await?;
    let neighbours = sessions::neighbours(&mut conn, found.user.id).await?.into_iter();
    drop(conn);
    let reports = app.service.moderation.open_reports_about(found.user.id).await?.into_iter();
    Ok(Json(wire::ModeratedAccount {
        user: found.user.id.uuid(),
        handle: found.handle,
        name: found.user.name,
        role: found.role,
        grades,
        reports: reports.map(report_view).collect(),
        same_address: neighbours
            .map(|it| wire::AccountOfAddress { handle: it.handle, name: it.name })
            .collect(),
    }))
}

async fn rename(
    State(app): State<App>,
    by: Operator<Moderating>,
    Body(wire::RenameAccount { user, reason }): Body<wire::RenameAccount, BODY_BYTES_MAX>,
) -> Answer<wire::NewAccountName> {
    let reason = words(&reason)?;
    if reason.is_empty() {
        return Err(bad(RefusalCode::BadReason, "give a reason for the new name"));
    }
    let user = UserId::from_uuid(user);
    may_touch(&app, &by, user).await?;
    let renamed = app.service.rename_by_staff(by.player.id, user, None, &reason).await?;
    Ok(Json(wire::NewAccountName { name: renamed.ok_or_else(not_there)? }))
}

/// Nobody moderates those who run the site with them, or above them.
async fn may_touch(app: &App, by: &Operator<Moderating>, user: UserId) -> Result<(), Problem> {
    let mut conn = app.service.store.read().await?;
    users::find(&mut conn, user).await?.ok_or_else(Problem::unknown_player)?;
    let theirs = accounts::find(&mut conn, user).await?.and_then(|account| account.role);
    if theirs >= by.role || theirs == Some(Role::Admin) {
        let detail = "remove the role first (komadai admin role)";
        return Err(Problem::new(RefusalCode::HasRole, detail));
    }
    Ok(())
}

async fn sanctions(State(app): State<App>, _: Operator<Moderating>) -> Answer<wire::Sanctions> {
    let mut views = Vec::new();
    let in_force = app.service.moderation.in_force().await?;
    let mut conn = app.service.store.read().await?;
    for sanction in in_force {
        let user = users::find(&mut conn, sanction.user).await?;
        views.push(wire::Sanction {
            id: sanction.id,
            kind: sanction.kind,
            name: user.map(|user| user.name).unwrap_or_default(),
            reason: sanction.reason,
            from_ms: sanction.from_ms,
            until_ms: sanction.until_ms,
        });
    }
    Ok(Json(wire::Sanctions { sanctions: views }))
}

async fn impose(
    State(app): State<App>,
    by: Operator<Moderating>,
    peer: Peer,
    ConnectInfo(socket): ConnectInfo<SocketAddr>,
    Body(wire::Impose { kind, user, reason, hours }): Body<wire::Impose, BODY_BYTES_MAX>,
) -> Answer<wire::NewSanction> {
    let reason = words(&reason)?;
    if hours.is_some_and(|hours| hours == 0 || hours > HOURS_MAX) {
        return Err(bad(RefusalCode::BadHours, format!("between 1 and {HOURS_MAX} hours")));
    }
    let user = UserId::from_uuid(user);
    may_touch(&app, &by, user).await?;
    let for_ms = hours.map(|hours| hours * 3_600_000);
    let spared = [peer, Peer::of(socket.ip()), Peer::of(app.config.server.listen.ip())];
    let spared = spared.iter().map(Peer::to_string).collect();
    let imposition = Imposition { kind, user, reason, for_ms, spared };
    let imposed = app.service.moderation.impose(by.player.id, &imposition).await?;
    if imposed.n == 0 && imposed.n_spared > 0 {
        let detail = "they come from your own address, the server's or its proxy's, which is not \
                      banned; if everybody does, set server.trusted_proxies";
        return Err(bad(RefusalCode::ProtectedAddress, detail));
    }
    Ok(Json(wire::NewSanction { n_imposed: imposed.n, n_spared: imposed.n_spared }))
}

async fn lift(
    State(app): State<App>,
    by: Operator<Moderating>,
    Path(id): Path<String>,
) -> Completion {
    done(app.service.moderation.lift(by.player.id, id_of(&id)?).await?)
}
