//! `GET /api/v1/me/data.json`: everything that is stored about the caller, to download. Their games
//! and their imported games are next to it, as `games.zip` and `imports.zip`.

use axum::{extract::State, http::header};
use komadai_ids::{GameId, TournamentId, UserId};
use komadai_live::pool::Claimant;
use komadai_protocol::http::own_data as wire;
use komadai_protocol::{RefusalCode, Vacation};
use komadai_service::{
    AccountError, ratings::declared_of, read_json, tsume::repeats::start_of_day,
};
use komadai_store::{
    Conn, PageKey, accounts, api_tokens,
    bell::BELL_ITEMS_MAX,
    broadcasts::entries,
    clubs::{
        coaching, homework,
        ladder::{self, removals},
        members,
    },
    follows, game_notes, league, lessons, notices, own_data, preferences, privacy, relations,
    reviews, studies,
    tournaments::archive,
    tsume as problems, vacations,
};
use serde_json::Value;

use super::{
    account,
    clubs::{
        coaching::homework_views,
        ladder::{challenge_view, removal_view},
    },
    compositions::composition,
    files::attachment,
    ratings::result_of,
};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::StreamedJson,
        extract::Member,
        peer::Peer,
        problem::Problem,
        streaming::{self, Out, StreamEnd},
    },
    render::bell::bell_view,
};

/// The most tournaments of somebody's that are listed.
const TOURNAMENTS_MAX: u32 = 10_000;

/// Only in the owner's browser: a token says nothing of the account.
///
/// What may be much, the ratings, the reviews and the notes, is read while it is sent.
pub(super) async fn file(
    State(app): State<App>,
    peer: Peer,
    who: Member,
) -> Result<StreamedJson<wire::OwnData>, Problem> {
    let user = who.player.id;
    let export = app.exports.begin(Claimant::account(user, peer.address()))?;
    // A connection is taken for each part, and never while another is waited for.
    let store = &app.service.store;
    let kept =
        accounts::find(&mut store.read().await?, user).await?.ok_or(AccountError::NotSignedIn)?;
    let sessions = own_data::sessions(&mut store.read().await?, user).await?;
    let sessions = sessions.into_iter().map(|it| wire::OwnSession {
        agent: it.agent,
        address: it.address,
        opened_ms: it.created_ms,
        used_ms: it.seen_ms,
    });
    let tokens = api_tokens::of(&mut store.read().await?, user).await?;
    let tokens = tokens.into_iter().map(|it| wire::OwnToken {
        name: it.name,
        scopes: it.scopes,
        made_ms: it.made_ms,
        used_ms: it.used_ms,
        expires_ms: it.expires_ms,
    });
    let kept_away = relations::of(&mut store.read().await?, user).await?.into_iter();
    let kept_away = kept_away.map(|it| wire::OwnRelation { name: it.name, distance: it.distance });
    let reports = own_data::reports(&mut store.read().await?, user).await?;
    let reports = reports.into_iter().map(|it| wire::OwnReport {
        game: it.game,
        reason: it.reason,
        words: it.words,
        made_ms: it.made_ms,
    });
    let follows = follows::of(&mut store.read().await?, user).await?.into_iter();
    let follows = follows.map(|it| wire::OwnFollow { handle: it.handle, name: it.name });
    let exercises = own_data::solutions(&mut store.read().await?, user).await?;
    let exercises = exercises.into_iter().map(|it| wire::OwnExercise {
        review: it.chapter.code(),
        n_shown: it.n_shown,
        solved_ms: it.solved_ms,
    });
    let settings = preferences::find(&mut store.read().await?, user).await?;
    let read = |text: String| read_json(&text, "preferences", "settings", user.uuid());
    let settings: Value = settings.map(read).transpose()?.unwrap_or_default();
    let privacy = account::privacy::told(privacy::find(&mut store.read().await?, user).await?);
    let notices = notices(&mut store.read().await?, user).await?;
    let first = PageKey::first();
    let tournaments =
        archive::of_user(&mut store.read().await?, user, first, TOURNAMENTS_MAX).await?;
    let tournaments = tournaments.into_iter().map(|it| wire::OwnTournament {
        tournament: it.id.code(),
        name: it.name,
        organised: it.owner == user,
    });
    let invitations = app.service.tournaments.invitations_of(user).await?;
    let invitations = invitations.into_iter().map(|(it, invited)| wire::OwnInvitation {
        tournament: it.code(),
        name: it.event.name.clone(),
        by: invited.by,
        invited_ms: invited.at_ms,
        declined: invited.declined,
    });
    let asked = app.service.studies.invitations_of(user).await?;
    let clubs = members::memberships(&mut store.read().await?, user).await?;
    let clubs = clubs.into_iter().map(|it| wire::OwnClub {
        club: it.slug,
        name: it.club_name,
        role: it.member.role,
        joined_ms: it.member.joined_ms,
        grade: it.member.grade,
        note: it.member.note,
    });
    let coaching = coaching::of_user(&mut store.read().await?, user).await?.into_iter();
    let coaching = coaching.map(|it| wire::OwnCoaching {
        club: it.slug,
        with: it.with,
        is_pupil: it.is_pupil,
        by_teacher: it.agreement.by_teacher,
        asked_ms: it.agreement.asked_ms,
        agreed_ms: it.agreement.agreed_ms,
    });
    let mut homework = homework::of_pupil(&mut store.read().await?, user).await?;
    homework.extend(homework::set_by(&mut store.read().await?, user).await?);
    let (ladders, challenges) = ladder::of_user(&mut store.read().await?, user).await?;
    let ladders = ladders.into_iter().map(|it| wire::OwnLadder {
        club: it.slug,
        place: u32::try_from(it.place).unwrap_or_default(),
        joined_ms: it.joined_ms,
    });
    let challenges = challenges.into_iter().map(|it| wire::OwnLadderChallenge {
        club: it.slug.clone(),
        challenge: challenge_view(it, None),
    });
    let removals = removals::of_user(&mut store.read().await?, user).await?.into_iter();
    let removals = removals
        .map(|it| wire::OwnLadderRemoval { club: it.slug.clone(), removal: removal_view(it) });
    let pools = league::of(&mut store.read().await?, user).await?.into_iter();
    let pools = pools.map(|(pool, it)| wire::OwnPool {
        pool,
        rating: it.numbers.rating,
        games: it.n_games,
        wins: it.wins,
        losses: it.losses,
        seen_ms: it.seen_ms,
    });
    let liked = studies::liked_by(&mut store.read().await?, user).await?;
    let liked = liked.into_iter().map(|study| study.code()).collect();
    let vacations = vacations::of(&mut store.read().await?, user).await?.into_iter();
    let vacations = vacations.map(|it| Vacation {
        from_ms: u64::try_from(it.from_ms).unwrap_or_default(),
        until_ms: u64::try_from(it.until_ms).unwrap_or_default(),
    });
    let (bell, _) = app.service.bell.of(user, PageKey::first(), BELL_ITEMS_MAX).await?;
    let about = accounts::about(&mut store.read().await?, user).await?;
    let declared = declared_of(&mut store.read().await?, user).await?;
    let tsume = tsume(&mut store.read().await?, user).await?;
    let lessons = lessons::done(&mut store.read().await?, user).await?;
    let homework = homework_views(&mut store.read().await?, homework).await?;
    let data = wire::OwnAbout {
        account: wire::OwnAccount {
            handle: kept.handle,
            name: kept.user.name,
            about,
            declared,
            email: kept.email,
            role: kept.role,
            first_seen_ms: kept.user.created_ms,
            registered_ms: kept.registered_ms,
        },
        sessions: sessions.collect(),
        tokens: tokens.collect(),
        kept_away: kept_away.collect(),
        reports: reports.collect(),
        follows: follows.collect(),
        bell: bell.into_iter().map(bell_view).collect(),
        tsume,
        lessons,
        exercises: exercises.collect(),
        settings,
        privacy,
        notices,
        tournaments: tournaments.collect(),
        invitations: invitations.collect(),
        clubs: clubs.collect(),
        circuits: super::circuits::made_by(&mut store.read().await?, user).await?,
        coaching: coaching.collect(),
        homework,
        ladders: ladders.collect(),
        ladder_challenges: challenges.collect(),
        ladder_removals: removals.collect(),
        league: pools.collect(),
        vacations: vacations.collect(),
        liked_studies: liked,
        study_invitations: asked.into_iter().map(super::studies::invitation).collect(),
        files: ["games", "imports"].map(|it| format!("/api/v1/me/{it}.zip?format=kifu")).into(),
    };
    let headers = [(header::CONTENT_DISPOSITION, attachment("komadai-account.json"))];
    let data = serde_json::to_vec(&data).map_err(|cause| {
        tracing::error!("own data have no JSON form: {cause}");
        let detail = "this file cannot be assembled";
        Problem::new(RefusalCode::Internal, detail)
    })?;
    let body = streaming::body(Some(export), |out| async move {
        // It is an object, and continues.
        out.send(data.strip_suffix(b"}").unwrap_or(&data).to_vec()).await?;
        out.send(&b",\"ratings\":["[..]).await?;
        send_ratings(&app, user, &out).await?;
        out.send(&b"],\"reviews\":["[..]).await?;
        send_reviews(&app, peer, user, &out).await?;
        out.send(&b"],\"studies\":["[..]).await?;
        send_studies(&app, peer, user, &out).await?;
        out.send(&b"],\"notes\":["[..]).await?;
        send_notes(&app, user, &out).await?;
        out.send(&b"],\"scores\":["[..]).await?;
        send_scores(&app, user, &out).await?;
        out.send(&b"]}"[..]).await?;
        Ok(())
    });
    let json = (header::CONTENT_TYPE, "application/json".to_owned());
    Ok(StreamedJson::new(([json], headers, body)))
}

/// Ratings that are read at once.
const RATINGS_PAGE: u32 = 500;

async fn send_ratings(app: &App, user: UserId, out: &Out) -> Result<(), StreamEnd> {
    let mut last = None;
    loop {
        let mut conn = app.service.store.read().await?;
        let page = own_data::ratings(&mut conn, user, last.as_ref(), RATINGS_PAGE).await?;
        drop(conn);
        for (nth, it) in page.iter().enumerate() {
            let told = wire::OwnRating {
                game: GameId::from_uuid(it.game).code(),
                variant: it.variant.clone(),
                speed: it.speed.clone(),
                result: result_of(&it.points),
                rating_before: it.rating_before,
                rating: it.rating,
                ended_ms: it.ended_ms,
                evening: it.evening.map(|id| TournamentId::from_uuid(id).code()),
            };
            let json = serde_json::to_string(&told).map_err(|cause| {
                tracing::error!("a rating has no JSON form: {cause}");
                StreamEnd::Failed
            })?;
            let comma = if nth == 0 && last.is_none() { "" } else { "," };
            out.send(format!("{comma}{json}")).await?;
        }
        match page.into_iter().next_back() {
            Some(it) => last = Some(it),
            None => return Ok(()),
        }
    }
}

async fn send_reviews(app: &App, peer: Peer, user: UserId, out: &Out) -> Result<(), StreamEnd> {
    let mut conn = app.service.store.read().await?;
    let all = reviews::by_owner(&mut conn, user).await?;
    drop(conn);
    for (nth, own) in all.into_iter().enumerate() {
        let review = app.service.reviews.look(own.id.code(), Some(user)).await.ok();
        let written = app.blocking_pool.run_when_free(Lane::Dear, peer, move |_| {
            let json = wire::OwnReview {
                review: own.id.code(),
                title: own.title,
                public: own.is_public,
                updated_ms: own.updated_ms,
                tree: review.map(|review| review.tree),
            };
            let mut written = if nth == 0 { Vec::new() } else { b",".to_vec() };
            serde_json::to_writer(&mut written, &json).map(|()| written)
        });
        let written = written.await.map_err(|_| StreamEnd::Failed)?.map_err(|cause| {
            tracing::error!("a review has no JSON form: {cause}");
            StreamEnd::Failed
        })?;
        out.send(written).await?;
    }
    Ok(())
}

/// The studies and broadcasts that are somebody's with all their chapters, and which others they
/// belong to.
async fn send_studies(app: &App, peer: Peer, user: UserId, out: &Out) -> Result<(), StreamEnd> {
    let studies = app.service.studies.of_user(user).await.map_err(|_| StreamEnd::Failed)?;
    let broadcasts =
        app.service.broadcasts.lists(Some(user)).await.map_err(|_| StreamEnd::Failed)?;
    let all = studies.into_iter().map(|it| it.study.id);
    let all: Vec<_> = all.chain(broadcasts.own.into_iter().map(|it| it.study)).collect();
    let mut nth_sent = 0;
    for study in all {
        // One that was deleted a moment ago is not there any more.
        let look = app.service.studies.look(study.code(), Some(user)).await.ok();
        let Some(look) = look else { continue };
        let is_own = look.study.owner == user;
        let role = look.members.iter().find(|it| it.user == user).map(|it| it.role);
        let chapters = if is_own { look.chapters } else { Vec::new() };
        let head = wire::OwnStudy {
            study: study.code(),
            title: look.study.title,
            description: look.study.description,
            topics: look.study.topics,
            visibility: look.study.visibility,
            role,
            chapters: Vec::new(),
        };
        let head = written(&head)?;
        let comma = if nth_sent == 0 { "" } else { "," };
        nth_sent += 1;
        // It ends with an empty list, and continues.
        out.send([comma.as_bytes(), head.strip_suffix(b"]}").unwrap_or(&head)].concat()).await?;
        for (nth, chapter) in chapters.into_iter().enumerate() {
            let review = app.service.reviews.look(chapter.id.code(), Some(user)).await.ok();
            let json = app.blocking_pool.run_when_free(Lane::Dear, peer, move |_| {
                let json = wire::OwnChapter {
                    review: chapter.id.code(),
                    name: chapter.name,
                    tree: review.map(|review| review.tree),
                };
                serde_json::to_vec(&json)
            });
            let json = json.await.map_err(|_| StreamEnd::Failed)?.map_err(|_| StreamEnd::Failed)?;
            let comma = if nth == 0 { "" } else { "," };
            out.send([comma.as_bytes(), &json].concat()).await?;
        }
        out.send(&b"]}"[..]).await?;
    }
    Ok(())
}

/// Notes that are read at once.
const NOTES_PAGE: u32 = 50;

async fn send_notes(app: &App, user: UserId, out: &Out) -> Result<(), StreamEnd> {
    let mut last = None;
    loop {
        let mut conn = app.service.store.read().await?;
        let page = game_notes::of(&mut conn, user, last, NOTES_PAGE).await?;
        drop(conn);
        let Some(end) = page.last().map(|it| it.game) else { return Ok(()) };
        for (nth, it) in page.into_iter().enumerate() {
            let told =
                wire::OwnNote { game: it.game.code(), text: it.text, changed_ms: it.changed_ms };
            let comma = if nth == 0 && last.is_none() { "" } else { "," };
            out.send([comma.as_bytes(), &written(&told)?].concat()).await?;
        }
        last = Some(end);
    }
}

/// What somebody has entered into the scores of broadcasts, board by board.
async fn send_scores(app: &App, user: UserId, out: &Out) -> Result<(), StreamEnd> {
    let mut conn = app.service.store.read().await?;
    let boards = entries::boards_of(&mut conn, user).await?;
    drop(conn);
    for (nth, board) in boards.into_iter().enumerate() {
        let mut conn = app.service.store.read().await?;
        let all = entries::of(&mut conn, board).await?.into_iter();
        drop(conn);
        let own = all.filter(|it| it.by == Some(user)).map(|it| {
            let entry = read_json(&it.entry, "broadcast_entries", "entry", it.id)?;
            Ok(wire::OwnEntry { n: it.n, at_ms: it.at_ms, entry })
        });
        let own = own.collect::<komadai_store::Result<_>>()?;
        let json = written(&wire::OwnScore { board: board.code(), entries: own })?;
        let comma = if nth == 0 { "" } else { "," };
        out.send([comma.as_bytes(), &json].concat()).await?;
    }
    Ok(())
}

fn written(json: &impl serde::Serialize) -> Result<Vec<u8>, StreamEnd> {
    serde_json::to_vec(json).map_err(|cause| {
        tracing::error!("own data have no JSON form: {cause}");
        StreamEnd::Failed
    })
}

/// How somebody has fared with the problems.
async fn tsume(conn: &mut Conn, user: UserId) -> komadai_store::Result<wire::OwnTsume> {
    let rating = problems::solver(conn, user).await?.map(|solver| solver.numbers.rating);
    let attempts = problems::attempts(conn, user).await?.into_iter();
    let attempts = attempts.map(|it| wire::OwnAttempt {
        problem: it.number,
        first: it.first,
        solved_ms: it.solved_ms,
    });
    let again = problems::repeats::of(conn, user).await?.into_iter();
    let again =
        again.map(|it| wire::OwnRepeat { problem: it.number, due_ms: start_of_day(it.due_day) });
    let daily = problems::daily::find(conn, user).await?.map(|it| wire::OwnDailyDays {
        last_ms: start_of_day(it.day),
        n_days: it.n_days,
        best_days: it.best_days,
    });
    let rushes = problems::rushes::days(conn, user).await?.into_iter();
    let rushes = rushes.map(|it| wire::OwnRush {
        day_ms: start_of_day(it.day),
        n_solved: it.n_solved,
        took_ms: it.took_ms,
    });
    let compositions = problems::compositions::of(conn, user).await?.into_iter();
    let votes = problems::compositions::votes_of(conn, user).await?.into_iter();
    let votes = votes.map(|it| wire::OwnTsumeVote {
        problem: it.number,
        yes: it.is_yes,
        voted_ms: it.voted_ms,
    });
    Ok(wire::OwnTsume {
        rating,
        attempts: attempts.collect(),
        again: again.collect(),
        daily,
        rushes: rushes.collect(),
        compositions: compositions.map(composition).collect(),
        votes: votes.collect(),
    })
}

/// Which notifications somebody does not want while they are away, and which browsers receive the
/// rest.
async fn notices(conn: &mut Conn, user: UserId) -> komadai_store::Result<wire::OwnNotices> {
    let off = notices::off(conn, user).await?.into_iter();
    let off = off.map(|it| wire::OwnNoticeOff { kind: it.kind, channel: it.channel });
    let browsers = own_data::browsers(conn, user).await?;
    let browsers = browsers.into_iter().map(|it| wire::OwnBrowser {
        push_service: it.push_service,
        lang: it.language,
        since_ms: it.since_ms,
    });
    Ok(wire::OwnNotices { off: off.collect(), browsers: browsers.collect() })
}
