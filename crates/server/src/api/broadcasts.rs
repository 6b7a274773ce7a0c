//! Broadcasts: their lists, boards and scores.

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_ids::Code;
use komadai_kifu::read_unless;
use komadai_protocol::{
    RefusalCode,
    http::{archive::FileSent, broadcasts as wire},
};
use komadai_rules::BySide;
use komadai_service::{
    broadcasts::{BoardLook, BroadcastError, BroadcastLook, BroadcastRefusal},
    reviews::Standing,
};
use komadai_store::ListedBroadcast;
use komadai_tournament::{EntryId, GameKey};

use super::{
    imports::{self, format_of},
    studies::{person, share},
};
use crate::{
    app::App,
    blocking_pool::Deadline,
    http::{
        answer::{Answer, Completion, CreatedAnswer, NoContent, TaggedJson},
        caching::CacheTag,
        contract::Routes,
        extract::{self, Ask, Body, Importers, Member, Player, Reader},
        problem::Problem,
    },
};

/// The longest terms of a broadcast with all its boards.
const BOARDS_BYTES_MAX: usize = 96 << 10;

/// The longest request of entries.
const ENTRIES_BYTES_MAX: usize = 96 << 10;

/// The longest record of one board.
const RECORD_BYTES_MAX: usize = komadai_service::broadcasts::RECORD_BYTES_MAX;

pub(super) fn routes() -> Routes {
    Routes::new("broadcasts")
        .get("/broadcasts", lists, "The broadcasts: now, later, past, and the caller's own")
        .post("/broadcasts", create, "Makes a broadcast with its first boards")
        .get("/broadcasts/{code}", show, "A broadcast with its boards as the public sees them")
        .put("/broadcasts/{code}", edit, "Changes the caller's own broadcast")
        .post("/broadcasts/{code}/boards", add_boards, "Appends boards to a broadcast")
        .put("/broadcasts/{code}/boards/{board}", edit_board, "Changes what a board announces")
        .get("/broadcasts/{code}/boards/{board}/entries", score, "The score of a board")
        .post("/broadcasts/{code}/boards/{board}/entries", write, "Writes entries into a score")
        .put(
            "/broadcasts/{code}/boards/{board}/record",
            write_record,
            "Makes a score say what a record says",
        )
}

impl From<BroadcastRefusal> for Problem {
    fn from(refusal: BroadcastRefusal) -> Self {
        Self::new(refusal.code(), refusal.to_string())
    }
}

impl From<BroadcastError> for Problem {
    fn from(error: BroadcastError) -> Self {
        match error {
            BroadcastError::Refused(refusal) => refusal.into(),
            BroadcastError::Study(error) => error.into(),
        }
    }
}

fn broadcast(text: &str) -> Result<Code, Problem> {
    text.parse().map_err(|_| BroadcastRefusal::Unknown.into())
}

fn board(text: &str) -> Result<Code, Problem> {
    text.parse().map_err(|_| BroadcastRefusal::UnknownBoard.into())
}

fn listed(it: ListedBroadcast) -> wire::BroadcastListed {
    wire::BroadcastListed {
        broadcast: it.study.code(),
        title: it.title,
        description: it.description,
        starts_ms: it.starts_ms,
        ended_ms: it.ended_ms,
        owner: it.owner_name,
        public: it.is_public,
        boards: it.n_boards,
    }
}

async fn lists(State(app): State<App>, Reader(reader): Reader) -> Answer<wire::BroadcastList> {
    let found = app.service.broadcasts.lists(reader.map(|it| it.id)).await?;
    let now_ms = app.service.timebase.now_ms() as i64;
    let (now, upcoming) =
        found.open.into_iter().partition::<Vec<_>, _>(|it| it.starts_ms <= now_ms);
    let all = |list: Vec<ListedBroadcast>| list.into_iter().map(listed).collect();
    Ok(Json(wire::BroadcastList {
        now: all(now),
        upcoming: all(upcoming),
        past: all(found.past),
        own: all(found.own),
    }))
}

fn shown_board(look: BoardLook, standing: Standing) -> wire::BroadcastBoard {
    let BoardLook { chapter, board, announced, shown } = look;
    let [sente, gote] = chapter.players.unwrap_or_default();
    let source = board.source.filter(|_| standing >= Standing::Scorer);
    let event = match (board.event, board.event_game, board.event_sente) {
        (Some(event), Some(game), Some(sente)) => Some(wire::BoardEvent {
            tournament: event.code(),
            game: GameKey::from(game.as_str()),
            sente: EntryId::from(sente.as_str()),
        }),
        _ => None,
    };
    wire::BroadcastBoard {
        event,
        board: board.review.code(),
        names: BySide { sente, gote },
        announced,
        round: board.round,
        starts_ms: board.starts_ms,
        variant: board.variant,
        shown,
        source: source.map(|address| wire::BoardSource {
            address,
            errors: board.source_n_errors,
            said: board.source_said,
        }),
    }
}

fn view(look: BroadcastLook) -> wire::Broadcast {
    let BroadcastLook { study: of_study, broadcast, boards } = look;
    let standing = of_study.standing;
    let is_owner = standing == Standing::Owner;
    let study = of_study.study;
    let members =
        of_study.members.into_iter().map(|it| komadai_protocol::http::studies::StudyMember {
            person: person(it.user, it.name, it.handle),
            role: it.role,
        });
    wire::Broadcast {
        broadcast: study.id.code(),
        title: study.title,
        description: study.description,
        visibility: study.visibility,
        starts_ms: broadcast.starts_ms,
        ended_ms: broadcast.ended_ms,
        delay_plies: broadcast.delay_plies,
        delay_s: (broadcast.delay_ms / 1_000) as u32,
        featured: broadcast.featured.map(|board| board.code()),
        owner: person(study.owner, of_study.owner_name, of_study.owner_handle),
        members: members.collect(),
        link: study
            .link_role
            .filter(|_| is_owner)
            .map(|role| komadai_protocol::http::studies::StudyLink { role }),
        role: share(standing),
        standings: broadcast.has_standings,
        boards: boards.into_iter().map(|it| shown_board(it, standing)).collect(),
    }
}

async fn show(
    State(app): State<App>,
    Reader(reader): Reader,
    headers: HeaderMap,
    Path(text): Path<String>,
) -> Result<TaggedJson<wire::Broadcast>, Problem> {
    let written = |look| TaggedJson::<wire::Broadcast>::json(&view(look));
    let reader = reader.map(|it| it.id);
    let answer = app.service.broadcasts.answer(broadcast(&text)?, reader, written).await?;
    let cached = if answer.is_shared {
        CacheTag::public(&answer.json, false)
    } else {
        CacheTag::own(&answer.json)
    };
    Ok(TaggedJson::of(&headers, &cached, || answer.json))
}

/// What a stranger sees of a broadcast, and which of its boards an address names.
pub(crate) async fn public_look(
    app: &App,
    code: Code,
    board: Option<Code>,
) -> Option<(BroadcastLook, Option<usize>)> {
    let look = app.service.broadcasts.look(code, None).await.ok()?;
    let place = match board {
        Some(code) => Some(look.boards.iter().position(|it| it.board.review.code() == code)?),
        None => None,
    };
    Some((look, place))
}

async fn create(
    State(app): State<App>,
    member: Member,
    peer: crate::http::peer::Peer,
    Body(sent): Body<wire::NewBroadcast, BOARDS_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::BroadcastMade>, Problem> {
    app.disk_has_room()?;
    let by = (&member.player, Some(peer.address()));
    let may_keep = |kept, new| app.may_keep(&member.player, peer, kept, new);
    let broadcast = app.service.broadcasts.create(by, &sent.terms, &sent.boards, may_keep).await?;
    Ok(CreatedAnswer(wire::BroadcastMade { broadcast }))
}

async fn edit(
    State(app): State<App>,
    member: Member,
    peer: crate::http::peer::Peer,
    Path(text): Path<String>,
    Body(sent): Body<wire::BroadcastTerms, BOARDS_BYTES_MAX>,
) -> Completion {
    let by = (&member.player, Some(peer.address()));
    app.service.broadcasts.edit(broadcast(&text)?, by, &sent).await?;
    Ok(NoContent)
}

async fn add_boards(
    State(app): State<App>,
    member: Member,
    peer: crate::http::peer::Peer,
    Path(text): Path<String>,
    Body(sent): Body<wire::NewBoards, BOARDS_BYTES_MAX>,
) -> Result<CreatedAnswer<wire::BoardCodes>, Problem> {
    app.disk_has_room()?;
    let by = (&member.player, Some(peer.address()));
    let may_keep = |kept, new| app.may_keep(&member.player, peer, kept, new);
    let code = broadcast(&text)?;
    let boards = app.service.broadcasts.add_boards(code, by, &sent.boards, may_keep).await?;
    Ok(CreatedAnswer(wire::BoardCodes { boards }))
}

async fn edit_board(
    State(app): State<App>,
    member: Member,
    peer: crate::http::peer::Peer,
    Path((text, which)): Path<(String, String)>,
    Body(sent): Body<wire::NewBoard, BOARDS_BYTES_MAX>,
) -> Completion {
    let by = (&member.player, Some(peer.address()));
    let (code, which) = (broadcast(&text)?, board(&which)?);
    app.service.broadcasts.edit_board(code, which, by, &sent).await?;
    Ok(NoContent)
}

async fn score(
    State(app): State<App>,
    Reader(reader): Reader,
    Path((text, which)): Path<(String, String)>,
) -> Answer<wire::BoardScore> {
    let (code, which) = (broadcast(&text)?, board(&which)?);
    let reader = reader.ok_or(BroadcastRefusal::Unknown)?;
    let score = app.service.broadcasts.score(code, which, reader.id).await?;
    Ok(Json(wire::BoardScore {
        variant: score.board.variant,
        start: score.board.start,
        sfen: score.sfen,
        entries: score.entries,
    }))
}

async fn write(
    State(app): State<App>,
    player: Player<Importers>,
    Path((text, which)): Path<(String, String)>,
    Body(sent): Body<wire::NewScoreEntries, ENTRIES_BYTES_MAX>,
) -> Answer<wire::EntriesWritten> {
    let (code, which) = (broadcast(&text)?, board(&which)?);
    let by = (&*player, Some(player.peer.address()));
    Ok(Json(app.service.broadcasts.write(code, which, by, sent).await?))
}

async fn write_record(
    State(app): State<App>,
    player: Player<Importers>,
    Path((text, which)): Path<(String, String)>,
    Ask(sent): Ask<FileSent>,
    extract::File(file): extract::File<RECORD_BYTES_MAX>,
) -> Answer<wire::RecordWritten> {
    let (code, which) = (broadcast(&text)?, board(&which)?);
    let format = format_of(&sent)?;
    let read = imports::read_in(&app, player.peer, file.len(), move |deadline: &Deadline| {
        let until = deadline.clone();
        let reading = read_unless(&file, format, None, move || until.is_over())
            .map_err(|cause| imports::unreadable(&file, &cause))?;
        let first = reading.records.into_iter().next();
        let nothing = || Problem::new(RefusalCode::BadEntry, "this file has no game");
        Ok((first.ok_or_else(nothing)?, imports::notes(&file, reading.notes)))
    });
    let (record, (notes, n_notes)) = read.await?;
    let (added, last) =
        app.service.broadcasts.write_record(code, which, player.id, &record).await?;
    Ok(Json(wire::RecordWritten { added, last, notes, n_notes }))
}
