//! Where reviews are kept: in the database, or as the record of a game that nobody has changed.

use std::{fmt::Display, sync::Arc};

use komadai_ids::{Code, ReviewId, StudyId, UserId};
use komadai_live::Directory;
use komadai_review::score::PublicBoard;
use komadai_store::{
    Conn, Error, Result, Store, broadcasts::boards, deletion::DELETED_NAME, reviews as rows, users,
};
use tokio::task::spawn_blocking;
use tracing::warn;

use super::{
    InStudy, ReviewRefusal,
    review::{PackedReview, Review},
};
use crate::{branding::SiteBranding, stored_json::read_json};

/// The database, and the games.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) store: Store,
    pub(super) directory: Arc<Directory>,
    pub(super) branding: SiteBranding,
}

impl Rows {
    /// The review with this code, as it was stored or as its game ended.
    pub(super) async fn read(&self, code: Code) -> Result<Review, ReviewRefusal> {
        if let Some(review) = self.stored(code).await.map_err(failed)? {
            return Ok(review);
        }
        let game = self.directory.look(code).await.map_err(failed)?;
        Review::of_game(&game.ok_or(ReviewRefusal::Unknown)?, &self.branding.name())
    }

    /// The review that is stored under this code.
    pub(super) async fn stored(&self, code: Code) -> Result<Option<Review>> {
        let mut conn = self.store.read().await?;
        let Some(row) = rows::find_by_code(&mut conn, code).await? else { return Ok(None) };
        drop(conn);
        let (summary, n_bytes) = (row.summary, row.tree.len());
        // It may be a megabyte.
        let read = spawn_blocking(move || serde_json::from_slice::<PackedReview>(&row.tree)).await;
        let Ok(Ok(packed)) = read else {
            let key = code.to_string();
            return Err(Error::Corrupt { table: "reviews", key, column: "tree" });
        };
        let mut conn = self.store.read().await?;
        let authors = named(&mut conn, &packed.authors).await?;
        if let Some(id) = summary.study {
            // A chapter without its study was deleted with it a moment ago.
            let Some(study) = InStudy::read(&mut conn, id).await? else { return Ok(None) };
            let editors = study.editors();
            let study = Some(Arc::new(study));
            return Ok(Some(Review::stored(summary, packed, editors, authors, study, n_bytes)));
        }
        let ids: Vec<_> = [Some(summary.owner), summary.partner].into_iter().flatten().collect();
        let users = users::find_many(&mut conn, &ids).await?;
        drop(conn);
        let is_gone = users.iter().any(|user| user.name == DELETED_NAME);
        let editors = users.into_iter().map(|user| (user.id, user.name)).collect();
        let mut review = Review::stored(summary, packed, editors, authors, None, n_bytes);
        if is_gone && review.summary.of_game {
            // The game's record has the names put out already; where it cannot be had, nobody is
            // named.
            let game = self.directory.look(code).await.map_err(failed).ok().flatten();
            let site = self.branding.name();
            let now = game.and_then(|game| Review::of_game(&game, &site).ok());
            review.tree.headers = now.map(|now| now.tree.headers).unwrap_or_default();
        }
        Ok(Some(review))
    }

    /// How many changes the review has seen, if it is stored.
    pub(super) async fn seq(&self, id: ReviewId) -> Result<Option<u32>> {
        rows::seq(&mut self.store.read().await?, id).await
    }

    /// The study as it is stored.
    pub(super) async fn study(&self, study: StudyId) -> Result<Option<InStudy>> {
        InStudy::read(&mut self.store.read().await?, study).await
    }

    /// What is shown of the game of a chapter, if it is a board of a broadcast.
    pub(super) async fn shown(&self, chapter: ReviewId) -> Result<Option<PublicBoard>> {
        let board = boards::find(&mut self.store.read().await?, chapter).await?;
        board.map(|it| read_json(&it.shown, "broadcast_boards", "shown", chapter)).transpose()
    }

    /// Keeps a review that is new or has changed. `false`: somebody else has changed it meanwhile.
    pub(super) async fn keep(&self, review: &Review, packed: Vec<u8>) -> Result<bool> {
        let mut tx = self.store.write().await?;
        let row = komadai_store::Review { summary: review.summary.clone(), tree: packed };
        let is_kept = rows::keep(&mut tx, &row).await?;
        tx.commit().await?;
        Ok(is_kept)
    }

    /// Takes a review away, if it is there.
    pub(super) async fn delete(&self, id: ReviewId) -> Result<()> {
        let mut tx = self.store.write().await?;
        rows::delete(&mut tx, id).await?;
        tx.commit().await
    }
}

/// What they are called, each in their place.
async fn named(conn: &mut Conn, ids: &[UserId]) -> Result<Vec<(UserId, String)>> {
    let users = users::find_many(conn, ids).await?;
    let name = |id: UserId| users.iter().find(|user| user.id == id).map(|user| user.name.clone());
    Ok(ids.iter().map(|id| (*id, name(*id).unwrap_or_else(|| DELETED_NAME.to_owned()))).collect())
}

/// Logs what has failed.
pub(super) fn failed(cause: impl Display) -> ReviewRefusal {
    warn!("a review cannot be read or stored: {cause}");
    ReviewRefusal::Failed
}
