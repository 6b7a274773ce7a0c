//! Games that players import: files or pasted text, kept in their owner's archive.

use std::{collections::HashMap, mem};

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use bytes::Bytes;
use komadai_game::Player as Somebody;
use komadai_ids::ImportId;
use komadai_kifu::{
    Format, Lines, NodeId, Notation, Note, Problem as TextWrong, Record, Step, TextPlace, notations,
};
use komadai_live::pool::Claimant;
use komadai_protocol::{
    RefusalCode,
    http::{
        TextProblem, WrongText,
        archive::{
            FileSent, ImportAnswer, ImportList, ImportNote, ImportStep, ImportTree, ImportedGame,
            NotationName, RecordAddress, ShownIn,
        },
        files::PictureOptions,
        paging::After,
    },
};
use komadai_service::imports::{self, FetchError, ImportError, ImportedGames};
use komadai_store::{Import, ImportSummary, imports as stored};

use super::files::{self, File, GameFile, Subject};
use crate::{
    app::App,
    blocking_pool::{Deadline, Lane},
    gif_cache::Source,
    http::{
        answer::{Answer, Completion, Download, MadeOnce, NoContent},
        caching::CacheTag,
        extract::{self, Ask, Body, Importers, Player, Reader},
        paging::{self, PAGE},
        peer::Peer,
        problem::Problem,
    },
};

/// Bytes of one file.
pub(super) const FILE_BYTES_MAX: usize = 4 << 20;

/// How many remarks about a file are sent back.
const NOTES_MAX: usize = 100;

impl From<ImportError> for Problem {
    fn from(error: ImportError) -> Self {
        let code = match &error {
            ImportError::Unreadable(cause) => return unreadable(&[], cause),
            ImportError::Store(cause) => return Self::store(cause),
            ImportError::NotKept(why) => return (*why).into(),
            ImportError::ReadOnly => RefusalCode::ReadOnly,
            ImportError::TooManyInFile => RefusalCode::TooLarge,
            ImportError::Unwritable(_) => RefusalCode::Unwritable,
            ImportError::CannotBeKept { .. } => RefusalCode::CannotBeKept,
            ImportError::Full => RefusalCode::ArchiveFull,
        };
        Self::new(code, error.to_string())
    }
}

impl From<FetchError> for Problem {
    fn from(error: FetchError) -> Self {
        let code = match &error {
            FetchError::NoAddress | FetchError::Host(_) => RefusalCode::BadAddress,
            FetchError::Busy => RefusalCode::Busy,
            FetchError::Status { .. } | FetchError::Slow(_) | FetchError::Web { .. } => {
                RefusalCode::NothingFetched
            }
        };
        Self::new(code, error.to_string())
    }
}

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

/// One that is there already stays there once.
pub(super) async fn add(
    State(app): State<App>,
    player: Player<Importers>,
    Ask(sent): Ask<FileSent>,
    extract::File(file): extract::File<FILE_BYTES_MAX>,
) -> Result<MadeOnce<ImportAnswer>, Problem> {
    app.service.imports.may_begin()?;
    let format = format_of(&sent)?;
    app.disk_has_room()?;
    keep(&app, &player, file, format).await
}

/// A record that is elsewhere; one that is there already stays there once.
pub(super) async fn fetch(
    State(app): State<App>,
    player: Player<Importers>,
    Body(RecordAddress { address }): Body<RecordAddress>,
) -> Result<MadeOnce<ImportAnswer>, Problem> {
    app.service.imports.may_begin()?;
    app.disk_has_room()?;
    app.throttle.work(player.peer, 1)?;
    let by = Claimant::of(Some(&player), player.peer.address());
    let file = app.service.imports.fetch(&address, FILE_BYTES_MAX, by).await?;
    keep(&app, &player, file, None).await
}

/// Reads a file and puts its games into the archive.
async fn keep(
    app: &App,
    player: &Player<Importers>,
    file: Bytes,
    format: Option<Format>,
) -> Result<MadeOnce<ImportAnswer>, Problem> {
    let now_ms = app.service.timebase.now_ms();
    let whose = (**player).clone();
    let reading = read_in(app, player.peer, file.len(), move |deadline| {
        let deadline = deadline.clone();
        let brought = imports::bring(&file, format, &whose, now_ms, move || deadline.is_over());
        let mut brought = brought.map_err(|error| match error {
            ImportError::Unreadable(cause) => unreadable(&file, &cause),
            error => error.into(),
        })?;
        let notes = notes(&file, mem::take(&mut brought.notes));
        Ok((brought, notes))
    });
    let (brought, (notes, n_notes)) = reading.await?;
    let may_keep = |kept, new| app.may_keep(player, player.peer, kept, new);
    let ImportedGames { games, n_known } =
        app.service.imports.keep(player, brought.games, may_keep).await?;
    Ok(MadeOnce {
        is_new: n_known < games.len(),
        answer: ImportAnswer {
            imports: games.into_iter().map(view).collect(),
            n_known: n_known as u32,
            format: brought.format.name().to_owned(),
            charset: brought.charset.to_owned(),
            notes,
            n_notes,
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

/// What is reported about a file, as much of it as is sent, and how much there is.
pub(super) fn notes(file: &[u8], mut notes: Vec<Note>) -> (Vec<ImportNote>, u32) {
    let n_notes = notes.len() as u32;
    notes.truncate(NOTES_MAX);
    let places: Vec<TextPlace> = notes.iter().map(|note| note.at).collect();
    let told = notes.into_iter().zip(excerpts(file, &places));
    (told.map(|(note, excerpt)| import_note(&note, excerpt)).collect(), n_notes)
}

fn import_note(note: &Note, excerpt: Option<String>) -> ImportNote {
    let TextPlace { line, column } = note.at;
    let wrong = wrong(&note.problem, excerpt);
    ImportNote { line, column, text: note.problem.to_string(), wrong }
}

/// What stands at each of these places of a file.
fn excerpts(file: &[u8], places: &[TextPlace]) -> Vec<Option<String>> {
    let lines = if places.is_empty() { None } else { Lines::of(file).ok() };
    lines.map_or_else(|| vec![None; places.len()], |lines| lines.excerpts(places))
}

/// A file that cannot be read as a record.
pub(super) fn unreadable(file: &[u8], cause: &komadai_kifu::Error) -> Problem {
    let komadai_kifu::Error::Text { at, problem } = cause else {
        return Problem::new(RefusalCode::Unreadable, cause.to_string());
    };
    let excerpt = excerpts(file, &[*at]).pop();
    Problem::new(RefusalCode::Unreadable, problem.to_string())
        .at(*at, wrong(problem, excerpt.flatten()))
}

/// What is wrong with a record, for those who read no English, and the line in which it is.
fn wrong(problem: &TextWrong, excerpt: Option<String>) -> WrongText {
    use TextProblem as Wire;
    let code = match problem {
        TextWrong::Bytes { .. } => Wire::Bytes,
        TextWrong::CannotPlay { .. } => Wire::CannotPlay,
        TextWrong::Illegal { .. } => Wire::Illegal,
        TextWrong::NoSuchMove(_) => Wire::NoSuchMove,
        TextWrong::Ambiguous(_) => Wire::Ambiguous,
        TextWrong::NoMoveBefore(_) => Wire::NoMoveBefore,
        TextWrong::MoveNumber { .. } => Wire::MoveNumber,
        TextWrong::LooseVariation(_) => Wire::LooseVariation,
        TextWrong::Handicap(_) => Wire::Handicap,
        TextWrong::UncertainHandicap { .. } => Wire::UncertainHandicap,
        TextWrong::Board(_) => Wire::Board,
        TextWrong::TooManyPieces(_) => Wire::TooManyPieces,
        TextWrong::Sfen { .. } => Wire::Sfen,
        TextWrong::Json(_) => Wire::Json,
        TextWrong::Time(_) => Wire::Time,
        TextWrong::NoStart => Wire::NoStart,
        TextWrong::AfterEnd(_) => Wire::AfterEnd,
        TextWrong::TooMany { .. } => Wire::TooMany,
        // What stands there says enough.
        _ => Wire::Unknown,
    };
    WrongText { problem: code, found: problem.found(), why: problem.why(), excerpt }
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
    Ask(look): Ask<PictureOptions>,
    headers: HeaderMap,
) -> Result<Download<GameFile>, Problem> {
    let file = File::from_name(&name)?;
    let import = find(&app, reader, &id).await?;
    let cached = CacheTag::own((import.digest, file, &look));
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
) -> Completion {
    let is_gone = app.service.imports.remove(player.id, parse(&id)?).await?;
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
    imports::record(import)
        .map_err(|damaged| Problem::new(RefusalCode::Internal, damaged.to_string()))
}

#[cfg(test)]
mod tests {
    use komadai_ids::UserId;
    use komadai_rules::Side;
    use komadai_service::imports::ReadFile;

    use super::*;

    const GAME: &str = "\
手合割：平手
   1 ７六歩(77)   ( 0:16/00:00:16)
*初手
   2 ３四歩(33)   ( 0:01/00:00:01)
   3 投了
変化：2手
   2 ８四歩(83)
";

    fn brought(text: &str) -> Result<ReadFile, Problem> {
        let player = Somebody {
            id: UserId::new(1, [1; 10]),
            name: "Guest".to_owned(),
            guest: true,
            bot: false,
        };
        Ok(imports::bring(text.as_bytes(), None, &player, 1_000, || false)?)
    }

    #[test]
    fn a_mistake_is_answered_with_its_place() {
        let problem = brought("手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(34)\n").err().unwrap();
        assert_eq!((problem.line, problem.column), (Some(3), Some(6)), "{problem:?}");
        assert_eq!(problem.status, 422);
        let problem = brought("hello").err().unwrap();
        assert_eq!((problem.line, problem.column), (None, None), "{problem:?}");
    }

    #[test]
    fn a_game_is_shown_with_its_variations() {
        let game = brought(GAME).unwrap().games.remove(0);
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
