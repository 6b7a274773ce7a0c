//! The opening explorer: what was played in a position, here and in collections.
//!
//! A task counts the games that have ended ([`Folder`]); whoever asks reads what was counted. The
//! games of one player are counted when somebody asks for them ([`personal`]).

mod collections;
mod folding;
mod games;
pub mod personal;
#[cfg(test)]
mod tests;

use komadai_explorer::{Answer, Block, Entry, Filter, GameNumber, Key, Page, Posting, move_at};
use komadai_ids::GameId;
use komadai_rules::Side;
use komadai_store::{
    Conn, GameSummary, Result,
    explorer::{self as stored, CollectedGame, Source},
};
use uuid::Uuid;

pub use self::{
    collections::{CollectError, NAME_BYTES_MAX, collect, is_name},
    folding::{Folder, Step, keep_up, rebuild},
    games::Line,
};

/// So many games are looked up at most for one answer, of those that are known by their numbers
/// alone.
const LOOKED_UP_MAX: usize = 64;

/// A game that is shown.
#[derive(Clone, Debug)]
pub enum ShownGame {
    /// One that was played here.
    Here(Box<GameSummary>),
    /// One of a collection.
    Collected(Box<CollectedGame>),
}

/// What is known of a position, before it answers. To be answered where a processor may be busy.
#[derive(Debug)]
pub struct Asked {
    entry: Entry,
    looked_up: Vec<(GameNumber, Line)>,
}

impl Asked {
    /// What was played, by the games that the filter takes.
    pub fn answer(mut self, filter: &Filter) -> Answer {
        let key = self.entry.key;
        self.entry.resolve(|number| {
            let (_, line) = self.looked_up.iter().find(|(known, _)| *known == number)?;
            let mv = move_at(key, &line.start, line.moves.iter().copied())?;
            Some(Posting { game: number, mv, facts: line.facts })
        });
        self.entry.answer(filter)
    }
}

/// The source with this name.
pub async fn source(conn: &mut Conn, name: &str) -> Result<Option<Source>> {
    Ok(stored::sources(conn).await?.into_iter().find(|it| it.name == name))
}

/// What is known of a position by the games of a source.
pub async fn ask(conn: &mut Conn, source: &Source, key: Key) -> Result<Asked> {
    let mut entry = Entry::empty(key);
    for block in stored::blocks_at(conn, source.id, key.number()).await? {
        let first_key = block.first_key;
        let found = Key::from_number(first_key)
            .ok_or(komadai_explorer::Damaged)
            .and_then(|first| Block::new(first, &block.entries)?.find(key));
        match found {
            Ok(Some(found)) => entry.add(found),
            Ok(None) => {}
            Err(cause) => tracing::error!(
                "block {first_key} of segment {} of the explorer: {cause}; \
                 `komadai explorer rebuild` makes it anew",
                block.segment
            ),
        }
    }
    let mut looked_up = Vec::new();
    for &number in entry.unknown().iter().take(LOOKED_UP_MAX) {
        if let Some(id) = game(conn, source.id, number).await?
            && let Some(line) = games::line_of(conn, source.id, id).await?
        {
            looked_up.push((number, line));
        }
    }
    Ok(Asked { entry, looked_up })
}

/// Which game a number stands for.
pub(crate) async fn game(conn: &mut Conn, source: i64, number: GameNumber) -> Result<Option<Uuid>> {
    let bytes = stored::page(conn, source, number.page()).await?;
    let page = bytes.and_then(|bytes| Page::from_bytes(bytes).ok());
    Ok(page.and_then(|page| page.get(number)).map(|(id, _)| Uuid::from_bytes(id)))
}

/// The games of an answer, to be shown. Those that are not there any more are left out.
pub async fn shown(
    conn: &mut Conn,
    source: &Source,
    postings: &[Posting],
) -> Result<Vec<(Posting, ShownGame)>> {
    let mut shown = Vec::with_capacity(postings.len());
    for posting in postings {
        let Some(id) = game(conn, source.id, posting.game).await? else { continue };
        if let Some(game) = shown_game(conn, source.id, id).await? {
            shown.push((*posting, game));
        }
    }
    Ok(shown)
}

/// A game, to be shown.
pub(crate) async fn shown_game(
    conn: &mut Conn,
    source: i64,
    id: Uuid,
) -> Result<Option<ShownGame>> {
    if source > stored::PROGRAMS {
        let record = stored::record(conn, id).await?;
        return Ok(record.map(|it| ShownGame::Collected(Box::new(it))));
    }
    let summary = komadai_store::games::summary(conn, GameId::from_uuid(id)).await?;
    Ok(summary.map(|it| ShownGame::Here(Box::new(it))))
}

/// On whose side a player sat.
pub(crate) fn side_of(summary: &GameSummary, user: komadai_ids::UserId) -> Option<Side> {
    if summary.sente == Some(user) {
        Some(Side::Sente)
    } else if summary.gote == Some(user) {
        Some(Side::Gote)
    } else {
        None
    }
}
