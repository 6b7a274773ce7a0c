//! Games that players bring along: files or pasted text, kept in the archive of whoever sent them.

use std::collections::HashMap;

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use komadai_game::Player as Somebody;
use komadai_ids::ImportId;
use komadai_kifu::{
    Encoding, Error, Format, Key, NodeId, Notation, Note, Place, Record, Step, formats, notations,
    read_as, read_unless, write,
};
use komadai_protocol::{
    RefusalCode,
    http::{
        archive::{
            FileSent, ImportAnswer, ImportList, ImportNote, ImportStep, ImportTree, ImportedGame,
            NotationName, ShownIn,
        },
        files::Look,
        paging::After,
    },
};
use komadai_rules::{Side, Variant};
use komadai_store::{Import, ImportSummary, imports as stored};
use sha2::{Digest as _, Sha256};

use super::{
    Problem,
    answer::{Answer, Done, Download, MadeOnce, NoContent},
    caching::Cached,
    extract::{self, Ask, Importers, Player, Reader},
    files::{self, File, GameFile, Subject, unwritable},
    paging::{self, PAGE},
};
use crate::{
    app::App,
    blocking_pool::{Deadline, Lane},
    gif_cache::Source,
    storage,
    throttle::Peer,
};

/// Bytes of one file.
pub(super) const FILE_BYTES_MAX: usize = 4 << 20;

/// Games in one file.
const FILE_GAMES_MAX: usize = 1_000;

/// Games in the archive of one player.
const GAMES_MAX: u64 = 10_000;

/// How many remarks about a file are sent back.
const NOTES_MAX: usize = 100;

/// Characters of a name, an event or a date in a list.
const LABEL_CHARS_MAX: usize = 100;

/// The format in which records are kept: it carries everything and knows every variant.
const KEPT_IN: Format = formats::WESTERN;

/// What lists show of a game.
fn view(it: ImportSummary) -> ImportedGame {
    ImportedGame {
        import: it.id.uuid(),
        variant: it.variant,
        sente: it.sente_name,
        gote: it.gote_name,
        event: it.event,
        played: it.played,
        plies: it.plies,
        reason: it.reason,
        winner: it.winner,
        sfen: it.final_sfen,
        made_ms: it.created_ms,
    }
}

pub(super) async fn list(
    State(app): State<App>,
    Reader(reader): Reader,
    Ask(after): Ask<After>,
) -> Answer<ImportList> {
    let Some(player) = reader else { return Ok(Json(ImportList::default())) };
    let mut conn = app.service.store.read().await?;
    let page = stored::by_user(&mut conn, player.id, paging::key(after), PAGE).await?;
    let next = paging::last(&page).map(|last| paging::next(last.page_key()));
    Ok(Json(ImportList { imports: page.into_iter().map(view).collect(), next }))
}

/// A file that was read.
struct Brought {
    games: Vec<Import>,
    format: &'static str,
    charset: &'static str,
    notes: Vec<ImportNote>,
}

/// One that is there already stays there once.
pub(super) async fn add(
    State(app): State<App>,
    player: Player<Importers>,
    Ask(sent): Ask<FileSent>,
    extract::File(file): extract::File<FILE_BYTES_MAX>,
) -> Result<MadeOnce<ImportAnswer>, Problem> {
    if app.service.directory.sanctions().is_read_only() {
        let detail = "the site can only be read just now";
        return Err(Problem::new(RefusalCode::ReadOnly, detail));
    }
    let format = format_of(&sent)?;
    app.disk_has_room()?;
    let now_ms = app.service.timebase.now_ms();
    let whose = (*player).clone();
    let Brought { games, format, charset, notes } =
        read_in(&app, player.peer, file.len(), move |deadline| {
            bring(&file, format, &whose, now_ms, deadline)
        })
        .await?;
    let (imports, n_known) = keep(&app, &player, player.peer, games).await?;
    Ok(MadeOnce {
        is_new: n_known < imports.len(),
        answer: ImportAnswer {
            imports,
            n_known: n_known as u32,
            format: format.to_owned(),
            charset: charset.to_owned(),
            notes,
        },
    })
}

/// The format that a request names for its file, if it names one.
pub(super) fn format_of(sent: &FileSent) -> Result<Option<Format>, Problem> {
    let unknown = || Problem::new(RefusalCode::UnknownFormat, "there is no such format");
    sent.format.as_deref().map(|name| Format::from_name(name).ok_or_else(unknown)).transpose()
}

pub(super) fn too_large(detail: String) -> Problem {
    Problem::new(RefusalCode::TooLarge, detail)
}

/// Bytes of a file that is read in a moment.
const FILE_BYTES_CHEAP_MAX: usize = 64 << 10;

/// Bytes for which a file counts as one more.
const BYTES_OF_FILE: usize = 256 << 10;

/// Reads a file of this size where there is room for it, which counts for as much.
pub(super) async fn read_in<T: Send + 'static>(
    app: &App,
    peer: Peer,
    n_bytes: usize,
    read: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    // As a file it has been counted already.
    app.throttle.work(peer, u32::try_from(n_bytes / BYTES_OF_FILE).unwrap_or(u32::MAX))?;
    let lane = if n_bytes <= FILE_BYTES_CHEAP_MAX { Lane::Cheap } else { Lane::Dear };
    app.blocking_pool.run(lane, peer, read).await?
}

/// What is told about a file, as much of it as is sent.
pub(super) fn notes(notes: Vec<Note>) -> Vec<ImportNote> {
    notes.into_iter().take(NOTES_MAX).map(note).collect()
}

fn note(note: Note) -> ImportNote {
    let Place { line, column } = note.at;
    ImportNote { line, column, text: note.problem.to_string() }
}

/// Reads a file and makes of its games what is stored.
fn bring(
    body: &[u8],
    format: Option<Format>,
    player: &Somebody,
    now_ms: u64,
    deadline: &Deadline,
) -> Result<Brought, Problem> {
    let until = deadline.clone();
    let reading = read_unless(body, format, None, move || until.is_over())
        .map_err(|cause| Problem::unreadable(&cause))?;
    if reading.records.len() > FILE_GAMES_MAX {
        return Err(too_large(format!("a file may have {FILE_GAMES_MAX} games; split it")));
    }
    let mut games = Vec::with_capacity(reading.records.len());
    for record in &reading.records {
        if deadline.is_over() {
            return Err(Problem::unreadable(&Error::Stopped));
        }
        games.push(import(record, player, now_ms)?);
    }
    Ok(Brought {
        games,
        format: reading.format.name(),
        charset: reading.charset,
        notes: notes(reading.notes),
    })
}

/// A game as it is stored. Its id is new, and its digest says that it is this game of this player.
fn import(record: &Record, player: &Somebody, now_ms: u64) -> Result<Import, Problem> {
    let bytes = write(std::slice::from_ref(record), KEPT_IN, Encoding::Utf8)
        .map_err(|cause| unwritable(&cause))?;
    // Nothing is kept that cannot be had again, however it was read.
    kept_record(&bytes, Some(record.variant())).map_err(|cause| {
        let names = [Side::Sente, Side::Gote].map(|side| record.player(side).map(label));
        let [sente, gote] = names.map(|name| name.unwrap_or_else(|| "?".to_owned()));
        let detail = format!("the game of {sente} and {gote} cannot be kept: {cause}");
        Problem::new(RefusalCode::CannotBeKept, detail)
    })?;
    let digest: [u8; 32] =
        Sha256::new().chain_update(player.id.uuid()).chain_update(&bytes).finalize().into();
    let mut random = [0; 10];
    random.copy_from_slice(&digest[..10]);
    let outcome = record.outcome();
    let header = |key: &Key| record.headers.get(key).map(label);
    let last = record.main_line().last().unwrap_or(NodeId::START);
    let summary = ImportSummary {
        id: ImportId::new(now_ms, random),
        user: player.id,
        created_ms: now_ms as i64,
        variant: record.variant().name().to_owned(),
        sente_name: record.player(Side::Sente).map(label),
        gote_name: record.player(Side::Gote).map(label),
        event: header(&Key::Event).or_else(|| header(&Key::Title)),
        played: header(&Key::Started).or_else(|| header(&Key::Date)),
        plies: record.moves().count() as u32,
        reason: outcome.map(|outcome| outcome.cause.as_str().to_owned()),
        winner: outcome.and_then(|outcome| outcome.winner),
        final_sfen: record.position(last).sfen(),
    };
    Ok(Import { summary, digest, record: bytes })
}

/// A line of a list.
fn label(text: &str) -> String {
    text.chars().take(LABEL_CHARS_MAX).collect()
}

/// Stores games of one player; says how many were there before.
async fn keep(
    app: &App,
    whose: &Somebody,
    peer: Peer,
    games: Vec<Import>,
) -> Result<(Vec<ImportedGame>, usize), Problem> {
    let user = whose.id;
    let mut tx = app.service.store.write().await?;
    let kept_bytes = storage::kept_bytes(&mut tx, user).await?;
    let mut items = Vec::with_capacity(games.len());
    let (mut n_known, mut new_bytes) = (0, 0);
    for game in games {
        if stored::insert(&mut tx, &game).await? {
            new_bytes += game.record.len() as u64;
            items.push(view(game.summary));
        } else {
            n_known += 1;
            items.extend(stored::find_by_digest(&mut tx, user, game.digest).await?.map(view));
        }
    }
    if n_known < items.len() {
        if stored::usage(&mut tx, user).await?.n_games > GAMES_MAX {
            let detail = format!("an archive holds {GAMES_MAX} games; take something out first");
            return Err(Problem::new(RefusalCode::ArchiveFull, detail));
        }
        app.may_keep(whose, peer, kept_bytes, new_bytes)?;
    }
    tx.commit().await?;
    Ok((items, n_known))
}

pub(super) async fn show(
    State(app): State<App>,
    peer: Peer,
    Reader(reader): Reader,
    Path(id): Path<String>,
    Ask(ShownIn { notation }): Ask<ShownIn>,
) -> Answer<ImportTree> {
    let notation = match notation {
        NotationName::Japanese => notations::JAPANESE,
        NotationName::Western => notations::WESTERN,
        NotationName::Hodges => notations::HODGES,
        NotationName::Vietnamese => notations::VIETNAMESE,
        NotationName::Usi => notations::USI,
    };
    let import = find(&app, reader, &id).await?;
    let size = import.record.len();
    Ok(Json(read_in(&app, peer, size, move |_| shown(import, notation)).await?))
}

fn shown(import: Import, notation: Notation) -> Result<ImportTree, Problem> {
    let record = record(&import)?;
    let mut places = HashMap::new();
    let mut steps = Vec::with_capacity(record.n_nodes());
    let mut walk = record.walk();
    while let Some(visit) = walk.next() {
        let parent_id = record.parent(visit.id);
        let parent = (visit.id != NodeId::START).then(|| places.get(&parent_id).copied()).flatten();
        places.insert(visit.id, steps.len() as u32);
        let mut after = visit.before.clone();
        let last = record.node(parent_id).mv();
        let (mut usi, mut text) = (None, None);
        match &visit.node.step {
            Step::Start | Step::End(_) => {}
            Step::Move(mv) => {
                usi = Some(mv.usi(record.variant()).to_string());
                text = Some(notation.write(visit.before, *mv, last));
                after.play(*mv);
            }
        }
        let outcome = visit.node.outcome();
        steps.push(ImportStep {
            parent,
            ply: visit.node.ply(),
            usi,
            text,
            end: outcome.map(|outcome| outcome.cause.as_str().to_owned()),
            winner: outcome.and_then(|outcome| outcome.winner),
            sfen: after.sfen(),
            spent_ms: visit.node.spent_ms,
            comments: visit.node.comments.clone(),
        });
    }
    let headers = record
        .headers
        .iter()
        .map(|(key, text)| (key.english().to_owned(), text.to_owned()))
        .collect();
    Ok(ImportTree { game: view(import.summary), headers, steps })
}

pub(super) async fn file(
    State(app): State<App>,
    peer: Peer,
    Reader(reader): Reader,
    Path((id, name)): Path<(String, String)>,
    Ask(look): Ask<Look>,
    headers: HeaderMap,
) -> Result<Download<GameFile>, Problem> {
    let file = File::from_name(&name)?;
    let import = find(&app, reader, &id).await?;
    let cached = Cached::own((import.digest, file, &look));
    if let Some(known) = cached.known(&headers) {
        return Ok(Download::new(known));
    }
    let (name, source) = (file_name(&import.summary), Some(Source::Import(import.digest)));
    let record = read_in(&app, peer, import.record.len(), move |_| record(&import)).await?;
    let subject = Subject { record, name, king: None, cached, source };
    files::send(&app, peer, &headers, subject, file, &look).await
}

/// What a game's files are called, without their ending.
pub(super) fn file_name(summary: &ImportSummary) -> String {
    format!("komadai-{}", summary.id)
}

pub(super) async fn remove(
    State(app): State<App>,
    player: Player<Importers>,
    Path(id): Path<String>,
) -> Done {
    let mut tx = app.service.store.write().await?;
    let is_gone = stored::delete(&mut tx, player.id, parse(&id)?).await?;
    tx.commit().await?;
    if is_gone { Ok(NoContent) } else { Err(unknown()) }
}

async fn find(app: &App, reader: Option<Somebody>, id: &str) -> Result<Import, Problem> {
    let id = parse(id)?;
    let player = reader.ok_or_else(unknown)?;
    let mut conn = app.service.store.read().await?;
    stored::find(&mut conn, player.id, id).await?.ok_or_else(unknown)
}

fn parse(id: &str) -> Result<ImportId, Problem> {
    id.parse().map(ImportId::from_uuid).map_err(|_| unknown())
}

fn unknown() -> Problem {
    Problem::new(RefusalCode::UnknownImport, "there is no such game in your archive")
}

/// The record of a stored game.
pub(super) fn record(import: &Import) -> Result<Record, Problem> {
    let variant = Variant::from_name(&import.summary.variant);
    kept_record(&import.record, variant).map_err(|cause| {
        let id = import.summary.id.uuid();
        tracing::error!("the record of the import {id} cannot be read: {cause}");
        Problem::new(RefusalCode::Internal, "this game is damaged")
    })
}

/// A game in the form in which it is kept.
fn kept_record(bytes: &[u8], variant: Option<Variant>) -> Result<Record, String> {
    let reading = read_as(bytes, Some(KEPT_IN), variant).map_err(|cause| cause.to_string())?;
    let mut records = reading.records.into_iter();
    match (records.next(), records.next()) {
        (Some(record), None) => Ok(record),
        _ => Err("it is not one game when it is written".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::UserId;

    use super::*;

    fn player(n: u8) -> Somebody {
        Somebody { id: UserId::new(1, [n; 10]), name: "Guest".to_owned(), guest: true }
    }

    fn brought(text: &str, by: u8) -> Result<Brought, Problem> {
        let deadline = Deadline::after(std::time::Duration::from_secs(60));
        bring(text.as_bytes(), None, &player(by), 1_000, &deadline)
    }

    const GAME: &str = "\
開始日時：2014/10/16 10:00
棋戦：竜王戦
手合割：平手
先手：羽生
後手：Nguyễn
   1 ７六歩(77)   ( 0:16/00:00:16)
*初手
&ここ
   2 ３四歩(33)   ( 0:01/00:00:01)
   3 投了
変化：2手
   2 ８四歩(83)
";

    #[test]
    fn everything_that_a_record_tells_is_kept() {
        let Brought { games, format, charset, notes } = brought(GAME, 1).unwrap();
        assert_eq!((format, charset, notes.len(), games.len()), ("kif", "UTF-8", 0, 1));
        let game = &games[0];
        let told = read_as(GAME.as_bytes(), None, None).unwrap().records;
        assert_eq!(record(game).unwrap(), told[0]);
        let summary = &game.summary;
        assert_eq!(summary.sente_name.as_deref(), Some("羽生"));
        assert_eq!(summary.event.as_deref(), Some("竜王戦"));
        assert_eq!(summary.played.as_deref(), Some("2014/10/16 10:00"));
        assert_eq!((summary.plies, summary.winner), (2, Some(Side::Gote)));
        assert_eq!(summary.reason.as_deref(), Some("resignation"));
    }

    #[test]
    fn the_same_game_is_the_same_for_one_player_only() {
        let digest = |text: &str, by| brought(text, by).unwrap().games[0].digest;
        assert_eq!(digest(GAME, 1), digest(&GAME.replace('\n', "\r\n"), 1));
        assert_ne!(digest(GAME, 1), digest(GAME, 2));
        assert_ne!(digest(GAME, 1), digest(&GAME.replace("初手", "二手"), 1));
    }

    #[test]
    fn a_mistake_is_answered_with_its_place() {
        let problem = brought("手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(34)\n", 1).err().unwrap();
        assert_eq!((problem.0.line, problem.0.column), (Some(3), Some(6)), "{problem:?}");
        assert_eq!(problem.0.status, 422);
        let problem = brought("hello", 1).err().unwrap();
        assert_eq!((problem.0.line, problem.0.column), (None, None), "{problem:?}");
    }

    #[test]
    fn a_game_is_shown_with_its_variations() {
        let game = brought(GAME, 1).unwrap().games.remove(0);
        let shown = shown(game, notations::JAPANESE).unwrap();
        let steps: Vec<_> = shown
            .steps
            .iter()
            .map(|node| (node.parent, node.ply, node.text.as_deref().unwrap_or("-")))
            .collect();
        assert_eq!(
            steps,
            [
                (None, 0, "-"),
                (Some(0), 1, "7六歩"),
                (Some(1), 2, "3四歩"),
                (Some(2), 3, "-"),
                (Some(1), 2, "8四歩"),
            ]
        );
        assert_eq!(shown.steps[1].comments, ["初手"]);
        assert_eq!(shown.steps[1].spent_ms, Some(16_000));
        assert_eq!(shown.steps[3].winner, Some(Side::Gote));
        assert_eq!(shown.steps[2].sfen, shown.steps[3].sfen);
    }
}
