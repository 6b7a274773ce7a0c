//! Broadcasts: games that are played elsewhere, move by move.
//!
//! A broadcast is a study whose chapters are its boards: members, roles, links, visibility, lists of
//! what is one's own, reports and deletion are those of studies ([`crate::studies`]). A board has
//! two things: the score, to which those who watch the game add entries, and the tree that the
//! public sees, which is a review like any other. What of the score is due is written into the tree
//! by one task ([`publishing`]), which compares the two and can do so at any time.

mod act;
mod events;
mod publishing;
mod sharing;
mod sources;
mod writing;

use std::sync::Arc;

use komadai_ids::{Code, StudyId, UserId};
use komadai_live::Directory;
use komadai_review::score::{Announcement, PublicBoard};
use komadai_store::{
    Board, Broadcast, Conn, ListedBroadcast, Store, Study, Tx,
    broadcasts::{self as rows, boards},
    studies::chapters::Chapter,
};
use tokio::sync::Notify;

pub use komadai_community::broadcasts::BroadcastRefusal;

pub use self::{events::BoardOfEvent, sharing::BroadcastAnswer, writing::WholeScore};
use self::{publishing::Publisher, sharing::SharedAnswers};
use crate::{
    imports::Imports,
    reviews::{ReviewRefusal, Reviews, Standing},
    stored_json::read_json,
    studies::{Studies, StudyError, StudyLook, StudyRefusal},
    tournaments::Tournaments,
};

/// Boards of one broadcast.
pub const BOARDS_MAX: usize = crate::studies::CHAPTERS_MAX;

/// The most boards of one account's running broadcasts that are read from files.
pub const SOURCES_OF_OWNER_MAX: u64 = 2 * BOARDS_MAX as u64;

/// Bytes of a record of one board.
pub const RECORD_BYTES_MAX: usize = 256 << 10;

/// Why something came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BroadcastError {
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] BroadcastRefusal),
    /// It comes to nothing as a study.
    #[error(transparent)]
    Study(#[from] StudyError),
}

impl From<StudyRefusal> for BroadcastError {
    fn from(refusal: StudyRefusal) -> Self {
        Self::Study(refusal.into())
    }
}

impl From<komadai_store::Error> for BroadcastError {
    fn from(cause: komadai_store::Error) -> Self {
        Self::Study(cause.into())
    }
}

impl From<ReviewRefusal> for BroadcastError {
    fn from(refusal: ReviewRefusal) -> Self {
        Self::Study(refusal.into())
    }
}

type Result<T, E = BroadcastError> = std::result::Result<T, E>;

/// A board as somebody sees it.
#[derive(Clone, Debug)]
pub struct BoardLook {
    pub chapter: Chapter,
    pub board: Board,
    pub announced: Announcement,
    /// What the public sees of it.
    pub shown: PublicBoard,
}

/// A broadcast as somebody sees it.
#[derive(Clone, Debug)]
pub struct BroadcastLook {
    pub study: StudyLook,
    pub broadcast: Broadcast,
    /// In their order.
    pub boards: Vec<BoardLook>,
}

/// The lists of broadcasts.
#[derive(Clone, Debug, Default)]
pub struct BroadcastLists {
    /// Those that have not ended.
    pub open: Vec<ListedBroadcast>,
    /// Those that have ended.
    pub past: Vec<ListedBroadcast>,
    /// The reader's own, and those they belong to.
    pub own: Vec<ListedBroadcast>,
}

/// All broadcasts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Broadcasts {
    store: Store,
    directory: Arc<Directory>,
    reviews: Reviews,
    studies: Studies,
    imports: Imports,
    tournaments: Tournaments,
    /// Wakes the task that publishes.
    wake: Arc<Notify>,
    /// Wakes the task that asks for files.
    source_wake: Arc<Notify>,
    /// What strangers are answered; the tasks say when it has changed.
    shared: Arc<SharedAnswers>,
}

impl Broadcasts {
    /// Broadcasts, with the task that publishes them and the one that asks for their files.
    pub(crate) fn new(
        store: Store,
        directory: Arc<Directory>,
        reviews: Reviews,
        studies: Studies,
        imports: Imports,
        tournaments: Tournaments,
    ) -> (Self, impl Future<Output = ()> + Send + 'static, impl Future<Output = ()> + Send + 'static)
    {
        let wake = Arc::new(Notify::new());
        let shared = Arc::new(SharedAnswers::default());
        let publisher = Publisher {
            store: store.clone(),
            timebase: directory.timebase(),
            reviews: reviews.clone(),
            wake: wake.clone(),
            shared: shared.clone(),
        };
        let source_wake = Arc::new(Notify::new());
        let it = Self {
            store,
            directory,
            reviews,
            studies,
            imports,
            tournaments,
            wake,
            source_wake,
            shared,
        };
        let asking = sources::run(it.clone());
        (it, publisher.run(), asking)
    }

    /// A broadcast, for somebody.
    ///
    /// # Errors
    /// When there is none that they can see.
    pub async fn look(&self, code: Code, reader: Option<UserId>) -> Result<BroadcastLook> {
        let study = self.studies.look(code, reader).await.map_err(unknown)?;
        if !study.study.is_broadcast {
            return Err(BroadcastRefusal::Unknown.into());
        }
        let id = study.study.id;
        let mut conn = self.store.read().await?;
        let broadcast = of_study(&mut conn, id).await?;
        let mut known = boards::of(&mut conn, id).await?;
        drop(conn);
        let mut seen = Vec::with_capacity(known.len());
        for chapter in &study.chapters {
            let Some(place) = known.iter().position(|it| it.review == chapter.id) else { continue };
            seen.push(seen_board(chapter.clone(), known.swap_remove(place))?);
        }
        Ok(BroadcastLook { study, broadcast, boards: seen })
    }

    /// The lists, for somebody.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn lists(&self, reader: Option<UserId>) -> Result<BroadcastLists> {
        let mut conn = self.store.read().await?;
        Ok(BroadcastLists {
            open: rows::open(&mut conn).await?,
            past: rows::past(&mut conn).await?,
            own: match reader {
                Some(reader) => rows::of_user(&mut conn, reader).await?,
                None => Vec::new(),
            },
        })
    }

    /// Takes a broadcast for a transaction that changes it.
    async fn take(
        &self,
        tx: &mut Tx,
        code: Code,
        by: UserId,
        needed: Standing,
    ) -> Result<(Study, Broadcast)> {
        let (study, _) = self.studies.take(tx, code, by, needed).await.map_err(unknown)?;
        if !study.is_broadcast {
            return Err(BroadcastRefusal::Unknown.into());
        }
        let broadcast = of_study(tx, study.id).await?;
        Ok((study, broadcast))
    }

    fn now_ms(&self) -> u64 {
        self.directory.timebase().now_ms()
    }
}

/// What a study that is a broadcast has besides.
async fn of_study(conn: &mut Conn, study: StudyId) -> Result<Broadcast> {
    Ok(rows::find(conn, study).await?.ok_or(BroadcastRefusal::Unknown)?)
}

fn seen_board(chapter: Chapter, board: Board) -> Result<BoardLook> {
    let key = board.review;
    let announced = read_json(&board.terms, "broadcast_boards", "terms", key)?;
    let shown = read_json(&board.shown, "broadcast_boards", "shown", key)?;
    Ok(BoardLook { chapter, board, announced, shown })
}

/// A study that is not there is no broadcast.
fn unknown(error: StudyError) -> BroadcastError {
    match error {
        StudyError::Refused(StudyRefusal::Unknown) => BroadcastRefusal::Unknown.into(),
        other => other.into(),
    }
}
