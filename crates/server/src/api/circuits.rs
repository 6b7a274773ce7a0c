//! `/api/v1/circuits`: rankings over several tournaments, and what their organisers do.

mod view;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, header},
};
use komadai_ids::{Code, UserId};
use komadai_protocol::{RefusalCode, http::circuits as wire};
use komadai_service::{
    Member as Account,
    circuits::{
        CircuitError, CircuitRefusal, CircuitView, EventView,
        standings::{CircuitStandings, EventPlacing, placings, standings},
    },
    clubs::ClubRefusal,
    csv::Table,
};
use komadai_store::{
    Conn,
    circuits::{self, WhichCircuits},
};

use super::files::attachment;
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::{self, Answer, Completion, CreatedAnswer, Download, Kind, NoContent, TaggedJson},
        contract::Routes,
        extract::{Ask, Body, MaybeMember, Member},
        peer::Peer,
        problem::Problem,
    },
    preview::{Preview, circuit::CircuitFace},
    tournament_cache::TournamentAnswer,
};

/// The longest body that is read: settings with a long description in Japanese.
const BODY_BYTES_MAX: usize = 64 << 10;

/// What has to do with every game of an event with more of them is expensive work.
const CHEAP_GAMES_MAX: usize = 2_000;

pub(super) fn routes() -> Routes {
    Routes::new("circuits")
        .get("/", list, "Circuits: all, of a club, with a tournament, or the caller's own")
        .post("/", create, "Makes a circuit")
        .get("/{code}", show, "A circuit and how it stands")
        .get("/{code}/standings.csv", table, "Its standings as a table")
        .post("/{code}/acts", act, "Carries out an organiser's action in a circuit")
}

impl From<CircuitRefusal> for Problem {
    fn from(refusal: CircuitRefusal) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}

impl From<CircuitError> for Problem {
    fn from(error: CircuitError) -> Self {
        match error {
            CircuitError::Refused(refusal) => refusal.into(),
            CircuitError::Store(cause) => Self::store(&cause),
        }
    }
}

/// The address, if it is one; of what is none, no database is asked.
fn address(code: &str) -> Result<Code, Problem> {
    code.parse().map_err(|_| CircuitRefusal::Unknown.into())
}

async fn list(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Ask(asked): Ask<wire::WhichCircuits>,
) -> Answer<wire::CircuitList> {
    let by = member.as_ref();
    let mut which = WhichCircuits::default();
    if let Some(slug) = &asked.club {
        let viewer = by.map(super::clubs::viewer);
        let look = app.service.clubs.look(slug, viewer).await?;
        if !look.sees_inside() {
            return Err(ClubRefusal::Private.into());
        }
        which.club = Some(look.club.id);
    }
    if asked.mine {
        let Some(member) = by else {
            return Ok(Json(wire::CircuitList { circuits: Vec::new() }));
        };
        which.owner = Some(member.player.id);
    }
    if let Some(event) = asked.event {
        let reader = by.map(|member| member.player.id);
        which.event = Some(app.service.tournaments.look(event, reader).await?.tournament.id);
    }
    Ok(Json(view::list(app.service.circuits.list(&which, by).await?)))
}

/// The circuits that somebody has made.
pub(super) async fn made_by(
    conn: &mut Conn,
    user: UserId,
) -> komadai_store::Result<Vec<wire::CircuitSummary>> {
    let which = WhichCircuits { owner: Some(user), ..WhichCircuits::default() };
    Ok(view::list(circuits::listed(conn, &which, Some(user)).await?).circuits)
}

async fn create(
    State(app): State<App>,
    member: Member,
    Body(wire::NewCircuit { create, club, settings }): Body<wire::NewCircuit, BODY_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::CircuitAddress>, Problem> {
    let service = &app.service.circuits;
    let code = service.create(&member, create, club.as_deref(), &settings).await?;
    Ok(CreatedAnswer(wire::CircuitAddress { code }))
}

async fn show(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<TaggedJson<wire::Circuit>, Problem> {
    let (look, found) = look(&app, peer, member.as_ref(), &code).await?;
    TaggedJson::own(&headers, &view::circuit(&look, &found))
}

async fn act(
    State(app): State<App>,
    member: Member,
    Path(code): Path<String>,
    Body(wire::CircuitActRequest { act }): Body<wire::CircuitActRequest, BODY_BYTES_MAX>,
) -> Completion {
    app.service.circuits.act(address(&code)?, &member, act).await?;
    Ok(NoContent)
}

/// A table for a spreadsheet.
#[derive(Debug)]
struct Csv;

impl Kind for Csv {
    fn files() -> Vec<(String, String)> {
        answer::files([("", "text/csv")])
    }
}

async fn table(
    State(app): State<App>,
    peer: Peer,
    MaybeMember(member): MaybeMember,
    Path(code): Path<String>,
) -> Result<Download<Csv>, Problem> {
    let (look, found) = look(&app, peer, member.as_ref(), &code).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&format!("{code}-standings.csv"))),
    ];
    Ok(Download::new((headers, csv(&look, &found))))
}

/// The standings with a column for each event; what is dropped is in brackets.
fn csv(look: &CircuitView, found: &CircuitStandings) -> String {
    let mut table = Table::new();
    let mut head: Vec<String> =
        ["category", "place", "name", "club", "total", "events"].map(str::to_owned).to_vec();
    head.extend(look.events.iter().map(|it| it.stored.tournament.event.name.clone()));
    table.row(head);
    let whole = [(String::new(), found.rows.clone())];
    for (category, rows) in whole.iter().chain(&found.categories) {
        for row in rows {
            let person = found.people.get(&row.person);
            let club = person.and_then(|it| it.entry.club.clone());
            let mut values = vec![
                category.clone(),
                row.place.map(|place| place.to_string()).unwrap_or_default(),
                person.map(|it| it.name.clone()).unwrap_or_default(),
                club.unwrap_or_default(),
                row.total.to_string(),
                row.n_events().to_string(),
            ];
            values.extend(row.cells.iter().map(|cell| match cell {
                None => String::new(),
                Some(cell) if cell.counts => cell.points.to_string(),
                Some(cell) => format!("({})", cell.points),
            }));
            table.row(values);
        }
    }
    table.into_text()
}

/// The circuit as the caller sees it, and how it stands.
async fn look(
    app: &App,
    peer: Peer,
    member: Option<&Account>,
    code: &str,
) -> Result<(CircuitView, CircuitStandings), Problem> {
    let look = app.service.circuits.look(address(code)?, member).await?;
    let mut events = Vec::with_capacity(look.events.len());
    for event in &look.events {
        events.push((event.clone(), reached(app, peer, event).await?));
    }
    let (settings, aliases) = (look.settings.clone(), look.aliases.clone());
    let work = move |_: &_| standings(&settings, &aliases, &events);
    let found = app.blocking_pool.run(Lane::Cheap, peer, work).await?;
    Ok((look, found))
}

/// What was reached in an event, computed once for each of its versions.
async fn reached(app: &App, peer: Peer, event: &EventView) -> Result<Vec<EventPlacing>, Problem> {
    if !event.counts() {
        return Ok(Vec::new());
    }
    let it = event.stored.tournament.clone();
    let lane = if it.event.games.len() > CHEAP_GAMES_MAX { Lane::Dear } else { Lane::Cheap };
    let write = async {
        let work = move |_: &_| TaggedJson::json(&placings(&it));
        app.blocking_pool.run(lane, peer, work).await?
    };
    let key = TournamentAnswer::of(&event.stored, "placings");
    let json = app.tournament_cache.get_or_make(key, write).await?;
    serde_json::from_slice(&json).map_err(|cause| {
        tracing::error!("placings that were written cannot be read: {cause}");
        Problem::new(RefusalCode::Internal, "something went wrong in the server")
    })
}

/// What a link to a circuit shows, where everybody may see it.
pub(crate) async fn preview(
    app: &App,
    peer: Peer,
    code: &str,
    base: &str,
    language: komadai_language::Language,
) -> Option<Preview> {
    let (look, found) = look(app, peer, None, code).await.ok()?;
    let first = found.rows.iter().filter(|row| row.place.is_some()).take(3);
    let names = first.filter_map(|row| Some(found.people.get(&row.person)?.name.clone()));
    let face = CircuitFace {
        code: look.circuit.id.code(),
        name: &look.circuit.name,
        about: &look.settings.about,
        first: names.collect(),
        n_events: look.events.len(),
    };
    Some(Preview::of_circuit(&face, base, language))
}
