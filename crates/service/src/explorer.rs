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

use std::collections::HashMap;

use komadai_explorer::{
    Answer, BARE_MAX, Block, DamagedCounts, Facts, FactsPage, Filter, GameNumber, Hint, Key,
    PositionStats, Posting, move_at, walk,
};
use komadai_ids::GameId;
use komadai_rules::Side;
use komadai_store::{
    Conn, GameSummary, Result,
    explorer::{self as stored, CollectedGame, Source},
};
use uuid::Uuid;

use self::games::Raw;
pub use self::{
    collections::{CollectError, CollectionImport, NAME_BYTES_MAX, collect, is_name},
    folding::{Folder, Step, keep_up, rebuild},
    games::place_of,
};

/// So many games are looked up at most for one answer, of those that are known by their numbers
/// alone: at most [`BARE_MAX`] of each of the dozen segments of a million games.
const LOOKED_UP_MAX: usize = 16 * BARE_MAX;

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
pub struct PositionQuery {
    entry: PositionStats,
    looked_up: LookedUp,
}

impl PositionQuery {
    /// What was played, by the games that the filter takes.
    pub fn answer(mut self, filter: &Filter) -> Answer {
        self.looked_up.resolve(&mut self.entry);
        self.entry.answer(filter)
    }
}

/// Games that are known by their numbers alone, with what tells the rest.
#[derive(Debug, Default)]
struct LookedUp(Vec<(GameNumber, Facts, Raw)>);

impl LookedUp {
    async fn of(conn: &mut Conn, source: i64, numbers: &[GameNumber]) -> Result<Self> {
        let mut found = Vec::with_capacity(numbers.len());
        for &number in numbers {
            if let Some((id, facts)) = game(conn, source, number).await?
                && let Some(raw) = games::raw(conn, source, id).await?
            {
                found.push((number, facts, raw));
            }
        }
        Ok(Self(found))
    }

    /// Puts the games in the place of their numbers. It keeps a processor busy.
    fn resolve(self, entry: &mut PositionStats) {
        let key = entry.key;
        let posting = |(game, facts, raw): (_, _, Raw)| {
            let line = raw.line()?;
            let mv = move_at(key, &line.start, line.moves)?;
            Some((game, Posting { game, mv, facts }))
        };
        let found: HashMap<_, _> = self.0.into_iter().filter_map(posting).collect();
        entry.resolve(|number| found.get(&number).copied());
    }

    /// What hints of these games stand for. It keeps a processor busy.
    fn entries(self, hints: &[Hint]) -> Vec<PositionStats> {
        let mut of_games: HashMap<GameNumber, Vec<Hint>> = HashMap::new();
        for &hint in hints {
            of_games.entry(hint.game).or_default().push(hint);
        }
        let mut entries = Vec::new();
        for (game, facts, raw) in self.0 {
            let (Some(line), Some(hints)) = (raw.line(), of_games.get(&game)) else { continue };
            for (key, mv) in walk(&line.start, line.moves) {
                if hints.iter().any(|it| it.is_of(key)) {
                    entries.push(PositionStats::of(key, Posting { game, mv, facts }));
                }
            }
        }
        entries
    }
}

/// What is in a block. A damaged one is as good as none: it is said in the log what to do.
fn read<T: Default>(
    block: &stored::Block,
    read: impl FnOnce(&Block<'_>) -> Result<T, DamagedCounts>,
) -> T {
    let stored::Block { segment, first_key, entries } = block;
    let first = Key::from_number(*first_key).ok_or(DamagedCounts);
    let found = first.and_then(|first| read(&Block::new(first, entries)?));
    found.unwrap_or_else(|cause| {
        tracing::error!(
            "block {first_key} of segment {segment} of the explorer: {cause}; \
             `komadai explorer rebuild` makes it anew"
        );
        T::default()
    })
}

/// The source with this name.
pub async fn source(conn: &mut Conn, name: &str) -> Result<Option<Source>> {
    Ok(stored::sources(conn).await?.into_iter().find(|it| it.name == name))
}

/// What is known of a position by the games of a source.
pub async fn ask(conn: &mut Conn, source: &Source, key: Key) -> Result<PositionQuery> {
    let mut entry = PositionStats::empty(key);
    for block in stored::blocks_at(conn, source.id, key.number()).await? {
        if let Some(found) = read(&block, |it| it.find(key)) {
            entry.add(found);
        }
    }
    let unknown = entry.unknown();
    let numbers = unknown.get(..LOOKED_UP_MAX).unwrap_or(unknown);
    let looked_up = LookedUp::of(conn, source.id, numbers).await?;
    Ok(PositionQuery { entry, looked_up })
}

/// Which game a number stands for, and what filters look at.
async fn game(conn: &mut Conn, source: i64, number: GameNumber) -> Result<Option<(Uuid, Facts)>> {
    let bytes = stored::page(conn, source, number.page()).await?;
    let page = bytes.and_then(|bytes| FactsPage::from_bytes(&bytes).ok());
    let found = page.and_then(|page| page.get(number));
    Ok(found.map(|(id, facts)| (Uuid::from_bytes(id), facts)))
}

/// The games of an answer, to be shown. Those that are not there any more are left out.
pub async fn shown(
    conn: &mut Conn,
    source: &Source,
    postings: &[Posting],
) -> Result<Vec<(Posting, ShownGame)>> {
    let mut shown = Vec::with_capacity(postings.len());
    for posting in postings {
        let Some((id, _)) = game(conn, source.id, posting.game).await? else { continue };
        if let Some(game) = shown_game(conn, source.id, id).await? {
            shown.push((*posting, game));
        }
    }
    Ok(shown)
}

/// A game, to be shown.
async fn shown_game(conn: &mut Conn, source: i64, id: Uuid) -> Result<Option<ShownGame>> {
    if source > stored::PROGRAMS {
        let record = stored::record(conn, id).await?;
        return Ok(record.map(|it| ShownGame::Collected(Box::new(it))));
    }
    let summary = komadai_store::games::summary(conn, GameId::from_uuid(id)).await?;
    Ok(summary.map(|it| ShownGame::Here(Box::new(it))))
}

/// On whose side a player sat.
fn side_of(summary: &GameSummary, user: komadai_ids::UserId) -> Option<Side> {
    if summary.sente == Some(user) {
        Some(Side::Sente)
    } else if summary.gote == Some(user) {
        Some(Side::Gote)
    } else {
        None
    }
}
