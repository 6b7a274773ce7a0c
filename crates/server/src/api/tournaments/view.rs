//! A tournament as everybody sees it.

use axum::http::StatusCode;
use bytes::Bytes;
use komadai_ids::{Code, UserId};
use komadai_protocol::{ClockSetup, Rules};
use komadai_service::tournaments::{Invited, Pace, Phase, Stored, Tournament};
use komadai_store::TournamentSummary;
use komadai_tournament::{
    Boards, Bye, EntryId, Game, GameKey, Grade, Handicap, Order, Outcome, Ruling, Scoring, Setup,
    Standings, Tie,
};
use serde::Serialize;

use crate::{api::Problem, app::App};

/// A line of a list of tournaments.
#[derive(Serialize)]
pub(in crate::api) struct Summary {
    code: Code,
    name: String,
    phase: String,
    starts: Option<i64>,
    players: i64,
    changed: i64,
}

impl From<TournamentSummary> for Summary {
    fn from(it: TournamentSummary) -> Self {
        Self {
            code: it.id.code(),
            name: it.name,
            phase: it.phase,
            starts: it.starts_ms,
            players: it.players,
            changed: it.changed_ms,
        }
    }
}

/// What somebody is asked.
#[derive(Serialize)]
pub(super) struct Invitation {
    code: Code,
    name: String,
    /// Who asks; empty where the player has left by themself.
    by: String,
    at: u64,
    starts: Option<u64>,
    rated: bool,
    declined: bool,
}

impl Invitation {
    pub(super) fn of(it: &Tournament, invited: &Invited) -> Self {
        Self {
            code: it.code(),
            name: it.event.name.clone(),
            by: invited.by.clone(),
            at: invited.at_ms,
            starts: it.plan.starts_ms,
            rated: it.plan.rated,
            declined: invited.declined,
        }
    }
}

/// Somebody who is asked, as organisers see it.
#[derive(Serialize)]
pub(super) struct InvitedView {
    user: Code,
    name: String,
    handle: String,
    at: u64,
    declined: bool,
}

impl InvitedView {
    pub(super) fn of((user, invited): (&UserId, &Invited)) -> Self {
        let person = invited.entry.person.as_ref();
        Self {
            user: user.code(),
            name: person.map(|person| person.name.clone()).unwrap_or_default(),
            handle: person.map(|person| person.handle.clone()).unwrap_or_default(),
            at: invited.at_ms,
            declined: invited.declined,
        }
    }
}

#[derive(Serialize)]
struct View<'t> {
    code: Code,
    version: u64,
    name: &'t str,
    phase: Phase,
    paused: bool,
    owner: &'t str,
    helpers: Vec<&'t str>,
    /// The same, so that they can be dismissed.
    organisers: Vec<OrganiserView<'t>>,
    format: &'t Setup,
    /// What ranks, the most important first; empty where matches decide.
    criteria: Vec<Tie>,
    /// What results are worth.
    scoring: &'t Scoring,
    plan: PlanView<'t>,
    entries: Vec<EntryView<'t>>,
    rounds: Vec<RoundView<'t>>,
    /// How many rounds there will be, where that is known.
    n_rounds: Option<u32>,
    /// When the next round begins by itself.
    next: Option<u64>,
    /// `null` as long as they cannot be told.
    standings: Option<Standings>,
    orders: &'t [Order],
    created: i64,
}

#[derive(Serialize)]
struct OrganiserView<'t> {
    user: Code,
    name: &'t str,
}

#[derive(Serialize)]
struct PlanView<'t> {
    about: &'t str,
    variant: &'t str,
    rules: Rules,
    preset: Option<&'static str>,
    rated: bool,
    clock: ClockSetup,
    later_clocks: Vec<(u32, ClockSetup)>,
    starts: Option<u64>,
    closes: Option<u64>,
    check_in_ms: Option<u64>,
    pace: &'t Pace,
    grace_ms: u64,
    no_show_leaves: bool,
    delay_moves: u32,
    late_until: u32,
    players_max: Option<u32>,
    at_the_board: bool,
    by_invitation: bool,
    club: Option<ClubView<'t>>,
    members_only: bool,
}

/// The club whose tournament it is.
#[derive(Serialize)]
struct ClubView<'t> {
    slug: &'t str,
    name: &'t str,
}

#[derive(Serialize)]
struct EntryView<'t> {
    id: &'t EntryId,
    name: &'t str,
    handle: Option<&'t str>,
    rating: Option<i32>,
    grade: Option<Grade>,
    club: Option<&'t str>,
    /// The grade that the tournament's club has awarded.
    club_grade: Option<&'t str>,
    team: Option<&'t str>,
    /// Its place in the team.
    board: Option<u32>,
    class: Option<&'t str>,
    seed: Option<u32>,
    checked_in: bool,
    /// Whether it has left.
    left: bool,
    absent: &'t [u32],
}

#[derive(Serialize)]
struct RoundView<'t> {
    round: u32,
    games: Vec<GameView<'t>>,
    byes: Vec<&'t Bye>,
}

#[derive(Serialize)]
struct GameView<'t> {
    key: &'t GameKey,
    board: u32,
    sente: &'t EntryId,
    gote: &'t EntryId,
    toss: bool,
    handicap: Option<Handicap>,
    slot: Option<&'t str>,
    /// What counts.
    result: Option<Outcome>,
    ruling: Option<&'t Ruling>,
    reason: Option<&'t str>,
    boards: Option<Boards>,
    /// The games behind it that were played here, the last of which counts.
    games: Vec<Code>,
}

/// As JSON: made once for each version.
pub(super) async fn json(app: &App, stored: &Stored) -> Result<Bytes, Problem> {
    if let Some(json) = stored.shown.get() {
        return Ok(json.clone());
    }
    let of = stored.clone();
    let made = app.workshop.run(move || write(&of)).await?;
    let made = made.map_err(|cause| {
        tracing::error!("a tournament has no JSON form: {cause}");
        let detail = "this tournament cannot be shown";
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    })?;
    Ok(stored.shown.get_or_init(|| made).clone())
}

fn write(stored: &Stored) -> Result<Bytes, serde_json::Error> {
    let it = &*stored.tournament;
    let checked = it.event.check().ok();
    let is_played = matches!(it.phase, Phase::Running | Phase::Over);
    let view = View {
        code: it.code(),
        version: stored.version,
        name: &it.event.name,
        phase: it.phase,
        paused: it.paused,
        owner: &it.owner_name,
        helpers: it.helpers.values().map(String::as_str).collect(),
        organisers: it
            .helpers
            .iter()
            .map(|(user, name)| OrganiserView { user: user.code(), name })
            .collect(),
        format: &it.event.format,
        criteria: it.event.criteria(),
        scoring: &it.event.scoring,
        plan: plan(it),
        entries: it.event.entries.iter().map(|entry| entry_view(it, entry)).collect(),
        rounds: rounds(it),
        n_rounds: checked.as_ref().and_then(|checked| checked.n_rounds()),
        next: it.next_ms,
        standings: checked.filter(|_| is_played).map(|checked| checked.standings()),
        orders: &it.event.orders,
        created: stored.created_ms,
    };
    serde_json::to_vec(&view).map(Bytes::from)
}

fn plan(it: &Tournament) -> PlanView<'_> {
    let plan = &it.plan;
    PlanView {
        about: &plan.about,
        variant: &plan.variant,
        rules: plan.rules.into(),
        preset: plan.rules.name(),
        rated: plan.rated,
        clock: plan.clock.into(),
        later_clocks: plan
            .later_clocks
            .iter()
            .map(|later| (later.from_round, later.clock.into()))
            .collect(),
        starts: plan.starts_ms,
        closes: plan.closes_ms,
        check_in_ms: plan.check_in_ms,
        pace: &plan.pace,
        grace_ms: plan.grace_ms,
        no_show_leaves: plan.no_show_leaves,
        delay_moves: plan.delay_moves,
        late_until: plan.late_until,
        players_max: plan.players_max,
        at_the_board: plan.at_the_board,
        by_invitation: plan.by_invitation,
        club: plan.club.as_ref().map(|club| ClubView { slug: &club.slug, name: &club.name }),
        members_only: plan.members_only,
    }
}

fn entry_view<'t>(it: &'t Tournament, entry: &'t komadai_tournament::Entry) -> EntryView<'t> {
    let person = it.people.get(&entry.id);
    EntryView {
        id: &entry.id,
        name: entry.display_name(),
        handle: person.map(|person| person.handle.as_str()).filter(|handle| !handle.is_empty()),
        rating: entry.rating,
        grade: entry.grade,
        club: entry.club.as_deref(),
        club_grade: person.and_then(|person| person.club_grade.as_deref()),
        team: entry.team.as_deref(),
        board: entry.board,
        class: entry.class.as_deref(),
        seed: entry.seed,
        checked_in: it.checked_in.contains(&entry.id),
        left: entry.withdrawn_after.is_some(),
        absent: &entry.absent,
    }
}

fn rounds(it: &Tournament) -> Vec<RoundView<'_>> {
    (1..=it.event.n_rounds())
        .map(|round| {
            let mut games: Vec<&Game> =
                it.event.games.iter().filter(|game| game.round == round).collect();
            games.sort_by_key(|game| (game.board, &game.key));
            RoundView {
                round,
                games: games.into_iter().map(|game| game_view(it, game)).collect(),
                byes: it.event.byes.iter().filter(|bye| bye.round == round).collect(),
            }
        })
        .collect()
}

fn game_view<'t>(it: &'t Tournament, game: &'t Game) -> GameView<'t> {
    let board = it.boards.get(&game.key);
    GameView {
        key: &game.key,
        board: game.board,
        sente: &game.sente,
        gote: &game.gote,
        toss: game.toss,
        handicap: game.handicap,
        slot: game.slot.as_deref(),
        result: it.event.outcome_of(game, &|id| it.event.entry(id)),
        ruling: game.ruling.as_ref(),
        reason: game.reason.as_deref(),
        boards: game.boards,
        games: board.iter().flat_map(|it| &it.games).map(|game| game.id.code()).collect(),
    }
}
