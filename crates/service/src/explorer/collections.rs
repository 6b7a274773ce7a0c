//! Collections of games from elsewhere, which an operator imports.

use komadai_ids::ImportId;
use komadai_kifu::{Cause, Error, Key, Record, read};
use komadai_rules::Side;
use komadai_store::{
    Store,
    explorer::{self as stored, CollectedGame},
};

/// The longest name of a collection.
pub const NAME_BYTES_MAX: usize = 40;

/// How long a player's name or a tournament's may be.
const LABEL_CHARS_MAX: usize = 100;

/// How many games are written in one transaction.
const GAMES_AT_ONCE: usize = 256;

/// Why a file does not come into a collection.
#[derive(Debug, thiserror::Error)]
pub enum CollectError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(Error),
    /// There are too many collections.
    #[error("there are as many collections as are allowed")]
    TooMany,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] komadai_store::Error),
}

/// Whether a collection may be called so: small letters, digits, `-` and `_`.
pub fn is_name(name: &str) -> bool {
    let is_sign = |sign: u8| matches!(sign, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    !name.is_empty() && name.len() <= NAME_BYTES_MAX && name.bytes().all(is_sign)
}

/// What came of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectionImport {
    /// How many games it has.
    pub n_games: usize,
    /// How many of them the collection had not.
    pub n_new: usize,
    /// How many more records there are, which have no move or no result.
    pub n_left_out: usize,
}

/// Puts the games of a file into the collection with this [name](is_name), which is made if there
/// is none. They are counted by whoever counts next.
///
/// # Errors
/// When the file cannot be read, or the collection cannot be made.
pub async fn collect(
    store: &Store,
    name: &str,
    file: &[u8],
) -> Result<CollectionImport, CollectError> {
    let mut records = read(file, None).map_err(CollectError::Unreadable)?.records;
    let n_records = records.len();
    records.retain(says_something);
    let mut tx = store.write().await?;
    stored::add_source(&mut tx, name).await?;
    let sources = stored::sources(&mut tx).await?;
    tx.commit().await?;
    let source = sources.iter().find(|it| it.name == name).ok_or(CollectError::TooMany)?;
    let mut n_new = 0;
    for some in records.chunks(GAMES_AT_ONCE) {
        let mut tx = store.write().await?;
        for record in some {
            let game = collected(record, source.id);
            n_new += usize::from(stored::insert_record(&mut tx, &game).await?);
        }
        tx.commit().await?;
    }
    let n_games = records.len();
    Ok(CollectionImport { n_games, n_new, n_left_out: n_records - n_games })
}

/// Whether something was played, and it is known how it ended.
fn says_something(record: &Record) -> bool {
    let has_ended = record.outcome().is_some_and(|outcome| match outcome.cause {
        Cause::Aborted | Cause::Annulled => false,
        Cause::Abandoned | Cause::Interrupted | Cause::NoMate | Cause::Error | Cause::Other(_) => {
            outcome.winner.is_some()
        }
        _ => true,
    });
    has_ended && record.moves().next().is_some()
}

/// A record as it is kept. Its id follows from what is in it, so the same game twice is one.
fn collected(record: &Record, source: i64) -> CollectedGame {
    let variant = record.variant();
    let moves: Vec<_> = record.moves().map(|mv| mv.usi(variant).to_string()).collect();
    let moves = moves.join(" ");
    let start_sfen = record.start().sfen();
    let header = |key: &Key| record.headers.get(key).map(label);
    let name = |side| record.player(side).map(label);
    let (sente_name, gote_name) = (name(Side::Sente), name(Side::Gote));
    let played = header(&Key::Started).or_else(|| header(&Key::Date));
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (sente, gote, day) = (text(&sente_name), text(&gote_name), text(&played));
    let parts = [variant.name(), &start_sfen, &moves, &sente, &gote, &day];
    let parts: Vec<&[u8]> = parts.iter().map(|it| it.as_bytes()).collect();
    let id = ImportId::derived(0, &[&[&source.to_be_bytes()[..]], &parts[..]].concat());
    CollectedGame {
        id: id.uuid(),
        source,
        variant: variant.name().to_owned(),
        start_sfen,
        moves,
        sente_name,
        gote_name,
        event: header(&Key::Event).or_else(|| header(&Key::Title)),
        played,
        winner: record.outcome().and_then(|outcome| outcome.winner),
        rating: rating(record),
    }
}

/// The average of the ratings that floodgate writes into the comments of its records.
fn rating(record: &Record) -> Option<u32> {
    let comments = &record.node(komadai_kifu::NodeId::START).comments;
    let lines = || comments.iter().flat_map(|it| it.lines());
    let of = |word: &str| {
        let line = lines().find_map(|line| line.trim_start_matches('\'').strip_prefix(word))?;
        let rating: f64 = line.rsplit(':').next()?.trim().parse().ok()?;
        (1.0..10_000.0).contains(&rating).then_some(rating)
    };
    let (sente, gote) = (of("black_rate:")?, of("white_rate:")?);
    Some(f64::midpoint(sente, gote).round() as u32)
}

/// A line of a list.
fn label(text: &str) -> String {
    text.chars().take(LABEL_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOODGATE: &str = "V2.2\nN+one\nN-two\n'black_rate:one+abc:3210.5\n\
        'white_rate:two+def:2999.5\n$EVENT:wdoor+floodgate\n$START_TIME:2024/03/01 12:00:00\nPI\n+\n\
        +7776FU\nT1\n-3334FU\nT1\n%TORYO\n";

    #[test]
    fn a_record_tells_who_played_when_and_how_well() {
        let records = read(FLOODGATE.as_bytes(), None).unwrap().records;
        let game = collected(&records[0], 3);
        assert_eq!((game.sente_name.as_deref(), game.moves.as_str()), (Some("one"), "7g7f 3c3d"));
        assert_eq!((game.winner, game.rating), (Some(Side::Gote), Some(3_105)));
        assert!(game.played.as_deref().is_some_and(|it| it.starts_with("2024/03/01")));
        assert_eq!(collected(&records[0], 3).id, game.id);
        assert_ne!(collected(&records[0], 4).id, game.id);
    }

    #[test]
    fn a_record_without_moves_or_result_says_nothing() {
        for (moves, expected) in [
            ("+7776FU\n%TORYO\n", true),
            ("+7776FU\n%SENNICHITE\n", true),
            ("+7776FU\n%CHUDAN\n", false),
            ("+7776FU\n", false),
            ("%TORYO\n", false),
        ] {
            let file = format!("V2.2\nPI\n+\n{moves}");
            let records = read(file.as_bytes(), None).unwrap().records;
            assert_eq!(says_something(&records[0]), expected, "{moves}");
        }
    }

    #[test]
    fn names_are_short_and_plain() {
        assert!(is_name("meijin-sen_2024"));
        for bad in ["", "Meijin", "名人", "a b", &"x".repeat(41)] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
