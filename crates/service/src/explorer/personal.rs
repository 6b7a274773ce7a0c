//! One player's games as an explorer of their own: made when somebody asks, and kept for a while.

use std::{collections::VecDeque, sync::Arc};

use komadai_explorer::{
    Answer, Block, Filter, GameNumber, Key, PackedBlock, PositionStats, Posting, pack, walk,
};
use komadai_ids::UserId;
use komadai_rules::{BySide, Side};
use komadai_store::{Conn, PageKey, Result, explorer::PEOPLE, games};
use parking_lot::Mutex;
use uuid::Uuid;

use super::{
    ShownGame,
    folding::entries,
    games::{EndedGame, counts, here, line_of},
    shown_game, side_of,
};

/// Of so many of a player's games, the newest, it is made.
pub const GAMES_MAX: usize = 1_000;

/// How many games are in memory at once while it is made.
const GAMES_AT_ONCE: u32 = 100;

/// Of how many players it is kept; half a megabyte each.
const KEPT_MAX: usize = 16;

/// Where a player's games were played.
#[derive(Debug)]
pub struct Personal {
    /// The newest game of which it was made.
    newest: Option<Uuid>,
    /// Which games the numbers stand for.
    ids: Vec<Uuid>,
    /// Those in which the player was sente, and gote.
    blocks: BySide<Vec<PackedBlock>>,
}

impl Personal {
    /// How many games there are.
    pub fn n_games(&self) -> usize {
        self.ids.len()
    }

    /// What was played in a position, where the player sat on this side.
    pub fn answer(&self, key: Key, side: Option<Side>, filter: &Filter) -> Answer {
        let mut entry = PositionStats::empty(key);
        for at in Side::ALL.into_iter().filter(|&it| side.is_none_or(|side| side == it)) {
            let blocks = &self.blocks[at];
            let below = blocks.partition_point(|it| it.first <= key).checked_sub(1);
            let block = below.and_then(|below| blocks.get(below));
            let found =
                block.and_then(|it| Block::new(it.first, &it.bytes).ok()?.find(key).ok()?);
            if let Some(found) = found {
                entry.add(found);
            }
        }
        entry.answer(filter)
    }

    /// The games of an answer, to be shown. Those that are not there any more are left out.
    pub async fn shown(
        &self,
        conn: &mut Conn,
        postings: &[Posting],
    ) -> Result<Vec<(Posting, ShownGame)>> {
        let mut shown = Vec::with_capacity(postings.len());
        for posting in postings {
            let Some(&id) = self.ids.get(posting.game.0 as usize) else { continue };
            if let Some(game) = shown_game(conn, PEOPLE, id).await? {
                shown.push((*posting, game));
            }
        }
        Ok(shown)
    }
}

/// A player's games on the way to being a [`Personal`].
#[derive(Debug)]
pub struct Making {
    user: UserId,
    after: PageKey,
    is_done: bool,
    newest: Option<Uuid>,
    ids: Vec<Uuid>,
    postings: BySide<Vec<(Key, Posting)>>,
}

/// Some of a player's games, still to be read.
pub struct Batch(Vec<(Uuid, Side, EndedGame)>);

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Batch({})", self.0.len())
    }
}

impl Making {
    fn new(user: UserId) -> Self {
        Self {
            user,
            after: PageKey::first(),
            is_done: false,
            newest: None,
            ids: Vec::new(),
            postings: BySide { sente: Vec::new(), gote: Vec::new() },
        }
    }

    /// The next games, until there are none.
    pub async fn next(&mut self, conn: &mut Conn) -> Result<Option<Batch>> {
        if self.is_done {
            return Ok(None);
        }
        let found = games::by_player(conn, self.user, self.after, GAMES_AT_ONCE).await?;
        let Some(last) = found.last() else { return Ok(None) };
        self.after = last.page_key();
        self.newest = self.newest.or(found.first().map(|it| it.id.uuid()));
        let mut batch = Vec::with_capacity(found.len());
        for summary in &found {
            if let Some(side) = side_of(summary, self.user)
                && let Some(game) = here(conn, summary.id).await?
            {
                batch.push((summary.id.uuid(), side, game));
            }
        }
        self.is_done = found.len() < GAMES_AT_ONCE as usize;
        Ok(Some(Batch(batch)))
    }

    /// Counts them. It keeps a processor busy.
    pub fn add(&mut self, batch: Batch) {
        for (id, side, ended) in batch.0 {
            if self.ids.len() >= GAMES_MAX {
                self.is_done = true;
                return;
            }
            let Some((game, facts)) = ended.game().filter(|(game, _)| counts(game)) else {
                continue;
            };
            // The newest comes first here, and has the highest number elsewhere.
            let number = GameNumber(self.ids.len() as u32);
            self.ids.push(id);
            let line = line_of(&game);
            let steps = walk(&line.start, line.moves);
            self.postings[side].extend(
                steps.into_iter().map(|(key, mv)| (key, Posting { game: number, mv, facts })),
            );
        }
    }

    /// All of them were added. It keeps a processor busy.
    pub fn finish(self) -> Personal {
        let last = self.ids.len().saturating_sub(1) as u32;
        let turned = |mut postings: Vec<(Key, Posting)>| {
            for (_, posting) in &mut postings {
                posting.game = GameNumber(last - posting.game.0);
            }
            pack(&entries(postings))
        };
        let blocks =
            BySide { sente: turned(self.postings.sente), gote: turned(self.postings.gote) };
        let ids = self.ids.into_iter().rev().collect();
        Personal { newest: self.newest, ids, blocks }
    }
}

/// What there is of a player.
#[derive(Debug)]
pub enum PlayerGames {
    /// It was made lately, and no game has ended since.
    Kept(Arc<Personal>),
    /// It is to be made.
    ToMake(Box<Making>),
}

/// A player with what was made for them.
type OwnedPersonal = (UserId, Arc<Personal>);

/// Those that were made lately. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Personals {
    /// Whoever was asked about last comes first. A lock because all who ask share it.
    kept: Arc<Mutex<VecDeque<OwnedPersonal>>>,
}

impl Personals {
    /// A player's.
    pub async fn find(&self, conn: &mut Conn, user: UserId) -> Result<PlayerGames> {
        let newest = games::by_player(conn, user, PageKey::first(), 1).await?;
        let newest = newest.first().map(|it| it.id.uuid());
        let mut kept = self.kept.lock();
        if let Some(at) = kept.iter().position(|(it, _)| *it == user)
            && let Some((_, personal)) = kept.remove(at)
            && personal.newest == newest
        {
            kept.push_front((user, personal.clone()));
            return Ok(PlayerGames::Kept(personal));
        }
        Ok(PlayerGames::ToMake(Box::new(Making::new(user))))
    }

    /// Keeps one that was made.
    pub fn keep(&self, user: UserId, personal: Personal) -> Arc<Personal> {
        let personal = Arc::new(personal);
        let mut kept = self.kept.lock();
        kept.retain(|(it, _)| *it != user);
        kept.push_front((user, personal.clone()));
        kept.truncate(KEPT_MAX);
        personal
    }
}
