//! A player's games in one file.

use std::io::{Cursor, Write as _};

use axum::{
    extract::{Query, State, rejection::QueryRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use komadai_kifu::{Encoding, Format, Record};
use komadai_store::{PageKey, games as stored_games, imports as stored_imports};
use serde::Deserialize;
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

use super::{
    Problem,
    files::attachment,
    imports,
    me::{self, After},
};
use crate::{app::App, record};

/// How many games one file has; the answer's `Link` leads to the next ones.
const GAMES_MAX: usize = 500;

/// Games read from the database at once.
const PAGE: u32 = 50;

/// What a request may say about the file.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Wanted {
    /// The ending of the games' files; `kif` if it is not given.
    format: Option<String>,
    after_ms: Option<i64>,
    after: Option<Uuid>,
}

/// The games of a file, and where the next file begins.
struct Part {
    /// Each with the name of its file, without the ending.
    games: Vec<(String, Record)>,
    next: Option<String>,
}

/// `GET /api/v1/me/games.zip`: the games that the player finished here, a file for each.
pub(super) async fn games(
    State(app): State<App>,
    query: Result<Query<Wanted>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wanted = wanted(query)?;
    let mut key = PageKey::after(wanted.after_ms.zip(wanted.after));
    let mut part = Part { games: Vec::new(), next: None };
    let Some(player) = me::find(&app, &headers).await? else {
        return send(&app, part, wanted).await;
    };
    while part.games.len() < GAMES_MAX {
        // A connection is not held while games are read out of the archive.
        let mut conn = app.service.store.read().await?;
        let page = stored_games::by_player(&mut conn, player.id, key, PAGE).await?;
        drop(conn);
        let Some(last) = page.last() else { return send(&app, part, wanted).await };
        key = last.page_key();
        for summary in &page {
            let Ok(Some(game)) = app.service.directory.look(summary.id.code()).await else {
                return Err(Problem::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    "internal",
                    "the archive cannot be read just now; try again",
                ));
            };
            // A game that is too long for a record has none anywhere.
            let Ok(record) = record::record(&game) else { continue };
            part.games.push((file_name(&record, &summary.id.to_string()), record));
        }
    }
    part.next = Some(After::next(key.at_ms, key.id));
    send(&app, part, wanted).await
}

/// `GET /api/v1/me/imports.zip`: what the player brought along, a file for each game.
pub(super) async fn imports(
    State(app): State<App>,
    query: Result<Query<Wanted>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wanted = wanted(query)?;
    let mut key = PageKey::after(wanted.after_ms.zip(wanted.after));
    let mut part = Part { games: Vec::new(), next: None };
    let Some(player) = me::find(&app, &headers).await? else {
        return send(&app, part, wanted).await;
    };
    let mut conn = app.service.store.read().await?;
    while part.games.len() < GAMES_MAX {
        let page = stored_imports::by_user(&mut conn, player.id, key, PAGE).await?;
        let Some(last) = page.last() else { return send(&app, part, wanted).await };
        key = last.page_key();
        for summary in &page {
            let Some(import) = stored_imports::find(&mut conn, player.id, summary.id).await? else {
                continue; // it was taken out meanwhile
            };
            let record = imports::record(&import)?;
            part.games.push((file_name(&record, &summary.id.to_string()), record));
        }
    }
    part.next = Some(After::next(key.at_ms, key.id));
    send(&app, part, wanted).await
}

fn wanted(query: Result<Query<Wanted>, QueryRejection>) -> Result<Wanted, Problem> {
    query.map(|Query(wanted)| wanted).map_err(|rejection| {
        Problem::new(StatusCode::BAD_REQUEST, "bad_query", rejection.body_text())
    })
}

async fn send(app: &App, part: Part, wanted: Wanted) -> Result<Response, Problem> {
    let ending = wanted.format.unwrap_or_else(|| "kif".to_owned());
    let Some((format, encoding)) = Format::from_extension(&ending) else {
        let detail = "format is the ending of a record file, as kif";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "unknown_format", detail));
    };
    let Part { games, next } = part;
    let zip = app.workshop.run(move || zip(&games, format, encoding)).await?;
    let zip = zip.map_err(|cause| {
        tracing::error!("an export cannot be packed: {cause}");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "this could not be packed")
    })?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, attachment("komadai-games.zip")),
    ];
    let mut response = (headers, zip).into_response();
    if let Some(next) = next {
        let link = format!("<?format={ending}&{next}>; rel=\"next\"");
        if let Ok(link) = link.parse() {
            response.headers_mut().insert(header::LINK, link);
        }
    }
    Ok(response)
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

/// Packs the games. Those for which the format has no words are named in a file of their own.
fn zip(
    games: &[(String, Record)],
    format: Format,
    encoding: Encoding,
) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let ending = format.extension(encoding);
    let mut left_out = String::new();
    for (name, record) in games {
        match komadai_kifu::write(std::slice::from_ref(record), format, encoding) {
            Ok(bytes) => {
                zip.start_file(format!("{name}.{ending}"), SimpleFileOptions::default())?;
                zip.write_all(&bytes)?;
            }
            Err(cause) => left_out += &format!("{name}: {cause}\n"),
        }
    }
    if !left_out.is_empty() {
        zip.start_file("left-out.txt", SimpleFileOptions::default())?;
        zip.write_all(left_out.as_bytes())?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use komadai_kifu::formats;
    use komadai_rules::Variant;
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
        let packed = zip(&games, formats::KIF, Encoding::ShiftJis).unwrap();
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
