//! A file that somebody imports, as what is stored of its games; and back to their records.

use komadai_game::Player;
use komadai_ids::ImportId;
use komadai_kifu::{
    Encoding, Error, Format, Key, NodeId, Note, Record, formats, read_as, read_unless, write,
};
use komadai_rules::{Side, Variant};
use komadai_store::{Import, ImportSummary};
use sha2::{Digest as _, Sha256};

use super::{DamagedImport, FILE_GAMES_MAX, ImportError};

/// Characters of a name, an event or a date in a list.
const LABEL_CHARS_MAX: usize = 100;

/// The format in which records are kept: it carries everything and knows every variant.
const KEPT_IN: Format = formats::WESTERN;

/// A file that was read.
#[derive(Debug)]
pub struct ReadFile {
    /// Its games, as they are stored.
    pub games: Vec<Import>,
    pub format: Format,
    pub charset: &'static str,
    /// What was passed over or put right.
    pub notes: Vec<Note>,
}

/// Reads a file and makes of its games what is stored. `should_stop` is asked now and then.
///
/// # Errors
/// When it cannot be read, or a game of it cannot be kept.
pub fn bring(
    file: &[u8],
    format: Option<Format>,
    player: &Player,
    now_ms: u64,
    should_stop: impl Fn() -> bool + Clone + 'static,
) -> Result<ReadFile, ImportError> {
    let reading =
        read_unless(file, format, None, should_stop.clone()).map_err(ImportError::Unreadable)?;
    if reading.records.len() > FILE_GAMES_MAX {
        return Err(ImportError::TooManyInFile);
    }
    let mut games = Vec::with_capacity(reading.records.len());
    for record in &reading.records {
        if should_stop() {
            return Err(ImportError::Unreadable(Error::Stopped));
        }
        games.push(import(record, player, now_ms)?);
    }
    Ok(ReadFile { games, format: reading.format, charset: reading.charset, notes: reading.notes })
}

/// A game as it is stored. Its id is new, and its digest says that it is this game of this player.
fn import(record: &Record, player: &Player, now_ms: u64) -> Result<Import, ImportError> {
    let bytes = write(std::slice::from_ref(record), KEPT_IN, Encoding::Utf8)
        .map_err(ImportError::Unwritable)?;
    // Nothing is kept that cannot be had again, however it was read.
    kept_record(&bytes, Some(record.variant())).map_err(|cause| {
        let names = [Side::Sente, Side::Gote].map(|side| record.player(side).map(label));
        let [sente, gote] = names.map(|name| name.unwrap_or_else(|| "?".to_owned()));
        ImportError::CannotBeKept { sente, gote, cause }
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

/// The record of a stored game.
///
/// # Errors
/// When it cannot be read any more, which is logged.
pub fn record(import: &Import) -> Result<Record, DamagedImport> {
    let variant = Variant::from_name(&import.summary.variant);
    kept_record(&import.record, variant).map_err(|cause| {
        let id = import.summary.id.uuid();
        tracing::error!("the record of the import {id} cannot be read: {cause}");
        DamagedImport
    })
}

/// A game in the form in which it is kept.
fn kept_record(bytes: &[u8], variant: Option<Variant>) -> Result<Record, String> {
    let reading = read_as(bytes, Some(KEPT_IN), variant).map_err(|cause| cause.to_string())?;
    let mut records = reading.records.into_iter();
    match (records.next(), records.next()) {
        (Some(record), None) => Ok(record),
        _ => Err("it cannot be read back as one game".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::UserId;
    use komadai_kifu::TextPlace;

    use super::*;

    fn brought(text: &str, by: u8) -> Result<ReadFile, ImportError> {
        let player = Player {
            id: UserId::new(1, [by; 10]),
            name: "Guest".to_owned(),
            guest: true,
            bot: false,
        };
        bring(text.as_bytes(), None, &player, 1_000, || false)
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
        let ReadFile { games, format, charset, notes } = brought(GAME, 1).unwrap();
        assert_eq!((format.name(), charset, notes.len(), games.len()), ("kif", "UTF-8", 0, 1));
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
        let broken = brought("手合割：平手\n   1 ７六歩(77)\n   2 ３五歩(34)\n", 1);
        let Err(ImportError::Unreadable(Error::Text { at, .. })) = broken else {
            panic!("{broken:?}");
        };
        assert_eq!(at, TextPlace { line: 3, column: 6 });
        let broken = brought("hello", 1);
        let Err(ImportError::Unreadable(cause)) = broken else { panic!("{broken:?}") };
        assert!(!matches!(cause, Error::Text { .. }), "{cause:?}");
    }

    #[test]
    fn reading_stops_when_it_is_to() {
        let player =
            Player { id: UserId::new(1, [1; 10]), name: "A".to_owned(), guest: true, bot: false };
        let stopped = bring(GAME.as_bytes(), None, &player, 1_000, || true);
        assert!(matches!(stopped, Err(ImportError::Unreadable(Error::Stopped))), "{stopped:?}");
    }
}
