//! Teachers at the reviews of their pupils' games: what they may do, and whom is told of it.

use komadai_ids::{ReviewId, UserId};
use komadai_store::{
    Result,
    clubs::{coaching, comments},
    relations,
};
use tracing::warn;

use super::{
    Review, ReviewRefusal, Reviews,
    open::OpenReview,
    rows::{Rows, failed},
};

impl Reviews {
    /// Looks whether somebody who cannot change a review is a teacher of one of the players by now,
    /// or one who could is none any more.
    pub(super) async fn look_for_teacher(
        &self,
        open: &mut OpenReview,
        user: UserId,
    ) -> std::result::Result<(), ReviewRefusal> {
        if open.review().is_editor(user) || open.review().players().is_none() {
            return Ok(());
        }
        let pupils = self.rows.pupils(open.review(), user).await.map_err(failed)?;
        open.set_teacher(user, !pupils.is_empty());
        Ok(())
    }

    /// Notes of a comment that pupils who are not looking are told of it.
    pub(super) async fn note_comment(&self, open: &OpenReview, by: UserId, node: u32) {
        let noted = async {
            let mut pupils = self.rows.pupils(open.review(), by).await?;
            pupils.retain(|pupil| !open.is_here(*pupil));
            if pupils.is_empty() {
                Ok(())
            } else {
                let review = open.review().summary.id;
                self.rows.note_comment(review, by, &pupils, node, self.now_ms()).await
            }
        };
        let noted: Result<()> = noted.await;
        if let Err(cause) = noted {
            warn!("a pupil is not told of a comment: {cause}");
        }
    }
}

impl Rows {
    /// Which of the players of a review's game learn from somebody, and hear from them.
    async fn pupils(&self, review: &Review, teacher: UserId) -> Result<Vec<UserId>> {
        let Some(players) = review.players() else { return Ok(Vec::new()) };
        let mut conn = self.store.read().await?;
        let mut pupils = Vec::new();
        for pupil in coaching::pupils_among(&mut conn, teacher, players).await? {
            if !relations::are_apart(&mut conn, teacher, pupil).await? {
                pupils.push(pupil);
            }
        }
        Ok(pupils)
    }

    /// Notes of whom pupils are to be told that a teacher has commented.
    async fn note_comment(
        &self,
        review: ReviewId,
        by: UserId,
        pupils: &[UserId],
        node: u32,
        now_ms: u64,
    ) -> Result<()> {
        let mut tx = self.store.write().await?;
        for pupil in pupils {
            comments::note(&mut tx, *pupil, review, by, node, now_ms as i64).await?;
        }
        tx.commit().await
    }
}
