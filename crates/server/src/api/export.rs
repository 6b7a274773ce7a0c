//! A player's games in one file.

use std::{
    io::{self, Write},
    sync::Arc,
};

use axum::{extract::State, http::header, response::IntoResponse as _};
use komadai_game::Game;
use komadai_ids::{GameId, ImportId, UserId};
use komadai_kifu::{Encoding, Format, Record};
use komadai_live::pool::Claimant;
use komadai_protocol::RefusalCode;
use komadai_protocol::http::{archive::ZipWanted, paging::NextPage};
use komadai_service::record;
use komadai_store::{Import, games as stored_games, imports as stored_imports};
use parking_lot::Mutex;
use zip::{
    ZipWriter,
    result::{ZipError, ZipResult},
    write::{SimpleFileOptions, StreamWriter},
};

use super::{files::attachment, imports};
use crate::{
    app::App,
    blocking_pool::Lane,
    http::{
        answer::{self, Download, Kind},
        extract::{Ask, Reader},
        paging::{self, PAGE},
        peer::Peer,
        problem::Problem,
        streaming::{self, StreamEnd},
    },
};

/// How many games one file has; the answer's `Link` leads to the next ones.
const GAMES_MAX: usize = 500;

#[derive(Clone, Copy, Debug)]
pub(super) struct ArchiveFile;

impl Kind for ArchiveFile {
    fn files() -> Vec<(String, String)> {
        answer::files([("", "application/zip")])
    }
}

/// One file to be packed.
enum FileToPack {
    Game(GameId),
    Import(ImportId),
}

/// What a file is made of, and where the next file begins.
struct Part {
    entries: Vec<FileToPack>,
    next: Option<NextPage>,
}

/// The games that the player finished here, a file for each.
pub(super) async fn games(
    State(app): State<App>,
    peer: Peer,
    Reader(player): Reader,
    Ask(wanted): Ask<ZipWanted>,
) -> Result<Download<ArchiveFile>, Problem> {
    let mut key = paging::key(wanted.page);
    let mut part = Part { entries: Vec::new(), next: None };
    if let Some(player) = &player {
        let mut conn = app.service.store.read().await?;
        loop {
            let page = stored_games::by_player(&mut conn, player.id, key, PAGE).await?;
            let Some(last) = page.last() else { break };
            key = last.page_key();
            part.entries.extend(page.iter().map(|summary| FileToPack::Game(summary.id)));
            if part.entries.len() >= GAMES_MAX {
                part.next = Some(paging::next(key));
                break;
            }
        }
    }
    send(&app, peer, player.as_ref(), part, wanted.format)
}

/// The games that the player imported, a file for each.
pub(super) async fn imports(
    State(app): State<App>,
    peer: Peer,
    Reader(player): Reader,
    Ask(wanted): Ask<ZipWanted>,
) -> Result<Download<ArchiveFile>, Problem> {
    let mut key = paging::key(wanted.page);
    let mut part = Part { entries: Vec::new(), next: None };
    if let Some(player) = &player {
        let mut conn = app.service.store.read().await?;
        loop {
            let page = stored_imports::by_user(&mut conn, player.id, key, PAGE).await?;
            let Some(last) = page.last() else { break };
            key = last.page_key();
            part.entries.extend(page.iter().map(|summary| FileToPack::Import(summary.id)));
            if part.entries.len() >= GAMES_MAX {
                part.next = Some(paging::next(key));
                break;
            }
        }
    }
    send(&app, peer, player.as_ref(), part, wanted.format)
}

/// Packs one game after the other while the file is sent. Without a player it is empty.
fn send(
    app: &App,
    peer: Peer,
    player: Option<&komadai_game::Player>,
    part: Part,
    ending: String,
) -> Result<Download<ArchiveFile>, Problem> {
    let Some((format, encoding)) = Format::from_extension(&ending) else {
        let detail = "format is the extension of a record file, such as kif";
        return Err(Problem::new(RefusalCode::UnknownFormat, detail));
    };
    let export = player.map(|player| app.exports.begin(Claimant::of(Some(player), peer.address())));
    let (export, user) = (export.transpose()?, player.map(|player| player.id));
    let Part { entries, next } = part;
    let app = app.clone();
    let body = streaming::body(export, |out| async move {
        let site = app.service.site.branding().name();
        let mut archive = Archive::new(format, encoding, site);
        for entry in entries {
            // A connection is not held while something is packed or sent.
            let Some(game) = find(&app, user, entry).await? else { continue };
            let (after, packed) =
                pack(&app, peer, archive, move |archive| archive.add(game)).await?;
            archive = after;
            out.send(packed).await?;
        }
        let (_, packed) = pack(&app, peer, archive, Archive::finish).await?;
        out.send(packed).await?;
        Ok(())
    });
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, attachment("komadai-games.zip")),
    ];
    let mut response = (headers, body).into_response();
    if let Some(next) = next {
        let link = format!("<?format={ending}&{}>; rel=\"next\"", next.0);
        if let Ok(link) = link.parse() {
            response.headers_mut().insert(header::LINK, link);
        }
    }
    Ok(Download::new(response))
}

/// A game as it is kept.
enum ArchivedGame {
    Game(Box<Game>),
    Import(Box<Import>),
}

/// What is kept of a game; none if it was taken out meanwhile.
async fn find(
    app: &App,
    user: Option<UserId>,
    entry: FileToPack,
) -> Result<Option<ArchivedGame>, StreamEnd> {
    match (entry, user) {
        (FileToPack::Game(id), _) => match app.service.directory.look(id.code()).await {
            Ok(game) => Ok(game.map(|game| ArchivedGame::Game(Box::new(game)))),
            Err(cause) => {
                tracing::error!(game.id = %id, "game {id} cannot be exported: {cause}");
                Err(StreamEnd::Failed)
            }
        },
        (FileToPack::Import(id), Some(user)) => {
            let mut conn = app.service.store.read().await?;
            let import = stored_imports::find(&mut conn, user, id).await?;
            Ok(import.map(|import| ArchivedGame::Import(Box::new(import))))
        }
        (FileToPack::Import(_), None) => Ok(None),
    }
}

/// Does something to the archive, and takes out what is ready to be sent.
async fn pack(
    app: &App,
    peer: Peer,
    mut archive: Archive,
    work: impl FnOnce(&mut Archive) -> Result<(), StreamEnd> + Send + 'static,
) -> Result<(Archive, Vec<u8>), StreamEnd> {
    let packed = app.blocking_pool.run_when_free(Lane::Dear, peer, move |_| {
        let done = work(&mut archive);
        let packed = archive.ready.take();
        done.map(|()| (archive, packed))
    });
    packed.await.map_err(|_| StreamEnd::Failed)?
}

/// What a game's file is called: its day, its code, its players.
pub(crate) fn file_name(record: &Record, code: &str) -> String {
    use komadai_kifu::Key;
    let day = record.headers.get(&Key::Started).or_else(|| record.headers.get(&Key::Date));
    let day: String = day
        .unwrap_or_default()
        .chars()
        .take_while(|sign| sign.is_ascii_digit() || "/-".contains(*sign))
        .map(|sign| if sign == '/' { '-' } else { sign })
        .take(10)
        .collect();
    let players = komadai_rules::Side::ALL
        .map(|side| plain(record.player(side).unwrap_or_default()))
        .into_iter()
        .filter(|name| !name.is_empty());
    let parts = [day, code.to_owned()].into_iter().filter(|part| !part.is_empty()).chain(players);
    parts.collect::<Vec<_>>().join("_")
}

/// A name of letters and digits, whatever system unpacks the file.
fn plain(name: &str) -> String {
    const CHARS_MAX: usize = 20;
    let plain = name.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '-' });
    plain.take(CHARS_MAX).collect::<String>().trim_matches('-').to_owned()
}

/// What an archive has written and nobody has taken out yet.
#[derive(Clone, Debug, Default)]
struct Ready(Arc<Mutex<Vec<u8>>>);

impl Ready {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock())
    }
}

impl Write for Ready {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An archive that is packed game by game.
struct Archive {
    zip: ZipWriter<StreamWriter<Ready>>,
    ready: Ready,
    format: Format,
    encoding: Encoding,
    /// What the site calls itself.
    site: String,
    /// The games for which the format has no words, and why: they are named in a file of their own.
    left_out: String,
}

impl Archive {
    fn new(format: Format, encoding: Encoding, site: String) -> Self {
        let ready = Ready::default();
        let zip = ZipWriter::new_stream(ready.clone());
        Self { zip, ready, format, encoding, site, left_out: String::new() }
    }

    fn add(&mut self, game: ArchivedGame) -> Result<(), StreamEnd> {
        let (record, code) = match game {
            // A game that is too long for a record has none anywhere.
            ArchivedGame::Game(game) => match record::record(&game, &self.site) {
                Ok(record) => (record, game.id().to_string()),
                Err(_) => return Ok(()),
            },
            ArchivedGame::Import(import) => {
                // What is damaged was logged, and the others are had without it.
                let code = import.summary.id.to_string();
                match imports::record(&import) {
                    Ok(record) => (record, code),
                    Err(_) => {
                        self.left_out += &format!("{code}: it is damaged\n");
                        return Ok(());
                    }
                }
            }
        };
        self.put(&file_name(&record, &code), &record).map_err(broken)
    }

    fn put(&mut self, name: &str, record: &Record) -> ZipResult<()> {
        match komadai_kifu::write(std::slice::from_ref(record), self.format, self.encoding) {
            Ok(bytes) => {
                let ending = self.format.extension(self.encoding);
                self.zip.start_file(format!("{name}.{ending}"), SimpleFileOptions::default())?;
                self.zip.write_all(&bytes)?;
            }
            Err(cause) => self.left_out += &format!("{name}: {cause}\n"),
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), StreamEnd> {
        let ready = self.ready.clone();
        let zip = std::mem::replace(&mut self.zip, ZipWriter::new_stream(ready));
        close(zip, &self.left_out).map_err(broken)
    }
}

fn close(mut zip: ZipWriter<StreamWriter<Ready>>, left_out: &str) -> ZipResult<()> {
    if !left_out.is_empty() {
        zip.start_file("left-out.txt", SimpleFileOptions::default())?;
        zip.write_all(left_out.as_bytes())?;
    }
    zip.finish().map(|_| ())
}

fn broken(cause: ZipError) -> StreamEnd {
    tracing::error!("an export cannot be packed: {cause}");
    StreamEnd::Failed
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _};

    use komadai_kifu::formats;
    use komadai_rules::Variant;
    use komadai_service::branding::PROGRAM;
    use zip::ZipArchive;

    use super::*;

    #[test]
    fn names_of_files_are_plain() {
        let text = "手合割：平手\n開始日時：2026/11/21 10:00\n先手：../..\\A:b\n後手：羽生 善治\n   1 ７六歩(77)\n";
        let record = komadai_kifu::read(text.as_bytes(), None).unwrap().records.remove(0);
        assert_eq!(file_name(&record, "CODE"), "2026-11-21_CODE_A-b_羽生-善治");
        let empty = Record::new(Variant::standard().start().clone());
        assert_eq!(file_name(&empty, "CODE"), "CODE");
    }

    #[test]
    fn every_game_is_in_the_file_or_named_in_it() {
        let game = |variant: &str| {
            let variant = Variant::from_name(variant).unwrap();
            (variant.name().to_owned(), Record::new(variant.start().clone()))
        };
        let games = [game("standard"), game("heian_dai")];
        let mut archive = Archive::new(formats::KIF, Encoding::ShiftJis, PROGRAM.to_owned());
        let mut packed = Vec::new();
        for (name, record) in &games {
            archive.put(name, record).unwrap();
            packed.extend(archive.ready.take());
        }
        assert!(!packed.is_empty(), "the first game can be sent before the last is packed");
        archive.finish().unwrap();
        packed.extend(archive.ready.take());
        let mut archive = ZipArchive::new(Cursor::new(packed)).unwrap();
        let names: Vec<_> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(names, ["standard.kif", "left-out.txt"]);
        let mut kif = Vec::new();
        archive.by_name("standard.kif").unwrap().read_to_end(&mut kif).unwrap();
        assert_eq!(komadai_kifu::read(&kif, None).unwrap().charset, "Shift_JIS");
        let mut left_out = String::new();
        archive.by_name("left-out.txt").unwrap().read_to_string(&mut left_out).unwrap();
        assert!(left_out.starts_with("heian_dai: kif cannot hold"), "{left_out}");
    }
}
