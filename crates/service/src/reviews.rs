//! Reviews: who may change them, and who follows the changes.
//!
//! The database is the truth about a review. One that somebody follows is open: a copy of its tree
//! in memory with those who follow it. A change is made on the copy, kept in the database, and only
//! then announced; the open review's lock is held over all three, so that everybody receives
//! changes in their order. A review of a game that nobody has changed yet is the game's record, and
//! is not stored.

mod following;
mod in_study;
mod open;
mod open_reviews;
mod refusal;
mod render;
mod review;
mod rows;
mod snapshots;
mod talk;
mod teachers;

use std::{net::IpAddr, sync::Arc};

use komadai_game::{CommandKey, Player};
use komadai_ids::{Code, ReviewId, UserId};
use komadai_live::{Directory, LiveRefusal, Reply, Taker, Why, random};
use komadai_review::{Change, Edit, Tree, score::PublicBoard};
use komadai_store::{ReviewSummary, Store, reviews as stored};
use tokio::sync::{MutexGuard, Semaphore, SemaphorePermit};

pub(crate) use self::review::title;
pub use self::{
    in_study::{InStudy, Standing},
    refusal::ReviewRefusal,
    render::{Present, RenderReviews},
    review::Review,
    talk::BoardLine,
};
use self::{
    open::OpenReview,
    open_reviews::{Open, OpenReviews},
    review::Key,
    rows::{Rows, failed},
    snapshots::Snapshots,
    talk::Talks,
};
use crate::{
    branding::SiteBranding,
    moderation::Moderation,
    storage::{NotKept, kept_bytes},
};

/// The largest review, in bytes of its JSON: what goes to a reader in one frame.
pub const BYTES_MAX: usize = 1 << 20;

/// Reviews of one account.
const REVIEWS_MAX: u64 = 500;

/// Reviews of one guest.
const GUEST_REVIEWS_MAX: u64 = 10;

/// How many reviews are changed at the same time: a change takes some copies of the tree.
const CHANGES_AT_ONCE: usize = 8;

/// How many changes of the server's own are announced one by one.
const CHANGES_TOLD_MAX: usize = 4;

/// While no more than so many watch a review, all are informed when one more does.
const WATCHERS_TOLD_MAX: usize = 30;

/// All reviews. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reviews {
    rows: Rows,
    moderation: Moderation,
    render: Arc<dyn RenderReviews>,
    opened: OpenReviews,
    /// Held by the task that changes one.
    changes: Arc<Semaphore>,
    snapshots: Snapshots,
    /// What is said at the boards of broadcasts.
    talks: Talks,
}

impl Reviews {
    pub(crate) fn new(
        store: Store,
        directory: Arc<Directory>,
        moderation: Moderation,
        render: Arc<dyn RenderReviews>,
        branding: SiteBranding,
    ) -> Self {
        Self {
            rows: Rows { store, directory, branding },
            moderation,
            render,
            opened: OpenReviews::new(),
            changes: Arc::new(Semaphore::new(CHANGES_AT_ONCE)),
            snapshots: Snapshots::default(),
            talks: Talks::default(),
        }
    }

    /// A review as it is now, for somebody.
    ///
    /// # Errors
    /// When there is none that they can see, or it cannot be read.
    pub async fn look(&self, code: Code, reader: Option<UserId>) -> Result<Review, ReviewRefusal> {
        if let Some(open) = self.opened.find(code) {
            let review = self.seen(&open, reader).await.map(|it| it.review().clone());
            self.opened.close(code, &open);
            return review;
        }
        let review = self.rows.read(code).await?;
        review.check_sight(reader)?;
        Ok(review)
    }

    /// The open review, for somebody who can see it. Whoever opens one has read it before others
    /// could find it open, so it is compared once more with what is stored: it, or the study of
    /// which it is a chapter, may have changed in between.
    async fn seen<'a>(
        &self,
        open: &'a Open,
        reader: Option<UserId>,
    ) -> Result<MutexGuard<'a, OpenReview>, ReviewRefusal> {
        let review = self.checked(open).await?;
        review.review().check_sight(reader)?;
        Ok(review)
    }

    /// The same, whoever may see it.
    async fn checked<'a>(
        &self,
        open: &'a Open,
    ) -> Result<MutexGuard<'a, OpenReview>, ReviewRefusal> {
        let mut review = open.lock().await;
        if !review.is_checked() {
            self.check(&mut review).await?;
        }
        if review.is_gone() { Err(ReviewRefusal::Unknown) } else { Ok(review) }
    }

    /// Has the server itself change a review: `write` changes the tree it is given, and says how.
    /// Everybody who follows it gets the changes one by one, the last one with what is `shown` of
    /// the game from then on, or all of it anew where they are many or `write` says so with `None`.
    pub(crate) async fn rewrite(
        &self,
        code: Code,
        shown: Option<&PublicBoard>,
        write: impl FnOnce(&mut Tree) -> Option<Vec<Change>> + Send,
    ) -> Result<(), ReviewRefusal> {
        let _turn = self.turn().await?;
        let open = self.open(code).await?;
        let done = match self.checked(&open).await {
            Ok(mut review) => self.rewrite_open(&mut review, shown, write).await,
            Err(refusal) => Err(refusal),
        };
        self.opened.close(code, &open);
        done
    }

    async fn rewrite_open(
        &self,
        open: &mut OpenReview,
        shown: Option<&PublicBoard>,
        write: impl FnOnce(&mut Tree) -> Option<Vec<Change>> + Send,
    ) -> Result<(), ReviewRefusal> {
        let mut next = open.review().clone();
        let changes = write(&mut next.tree);
        let now_ms = self.now_ms();
        match changes.filter(|changes| changes.len() <= CHANGES_TOLD_MAX) {
            Some(changes) => {
                let mut changes = changes.into_iter().peekable();
                while let Some(change) = changes.next() {
                    let mut next = open.review().clone();
                    next.tree.apply(&change);
                    self.keep(open, next, now_ms, BYTES_MAX).await?;
                    let is_last = changes.peek().is_none();
                    open.tell_scored(&change, shown.filter(|_| is_last)).await;
                }
            }
            None if next.tree == open.review().tree => {}
            None => {
                self.keep(open, next, now_ms, BYTES_MAX).await?;
                open.tell_all(|may_edit| self.snapshots.of(open, may_edit, &*self.render));
            }
        }
        Ok(())
    }

    /// What is shown of the game of a board is stored: those who follow it are told who were not
    /// told with a change.
    pub(crate) async fn shows(&self, code: Code, shown: &PublicBoard) {
        let Some(open) = self.opened.find(code) else { return };
        open.lock().await.shows(shown).await;
        self.opened.close(code, &open);
    }

    /// [`Self::seen`] for a task that opens the review: where there is nothing to see, it is closed
    /// again.
    async fn seen_or_closed<'a>(
        &self,
        code: Code,
        open: &'a Arc<Open>,
        reader: Option<UserId>,
    ) -> Result<MutexGuard<'a, OpenReview>, ReviewRefusal> {
        let seen = self.seen(open, reader).await;
        if seen.is_err() {
            self.opened.close(code, open);
        }
        seen
    }

    async fn check(&self, review: &mut OpenReview) -> Result<(), ReviewRefusal> {
        let ReviewSummary { id, seq, study, .. } = review.review().summary;
        if self.rows.seq(id).await.map_err(failed)?.unwrap_or_default() != seq {
            match self.rows.read(id.code()).await {
                Ok(found) => review.replace(found),
                Err(ReviewRefusal::Unknown) => review.end(),
                Err(refusal) => return Err(refusal),
            }
        }
        if let Some(study) = study {
            if review.review().is_board() {
                review.has_shown(self.rows.shown(id).await.map_err(failed)?);
            }
            match self.rows.study(study).await.map_err(failed)? {
                Some(study) => self.tell_study(review, Arc::new(study)),
                None => review.end(),
            }
        }
        review.is_as_stored();
        Ok(())
    }

    fn tell_study(&self, review: &mut OpenReview, study: Arc<InStudy>) {
        review.is_in(study, |open, may_edit| self.snapshots.of(open, may_edit, &*self.render));
    }

    /// A study has changed: everybody who follows one of its chapters is informed, and whoever
    /// cannot see it any more follows it no longer.
    pub(crate) async fn study_changed(&self, study: &Arc<InStudy>, chapters: &[ReviewId]) {
        for code in chapters.iter().map(|chapter| chapter.code()) {
            let Some(open) = self.opened.find(code) else { continue };
            self.tell_study(&mut *open.lock().await, study.clone());
            self.opened.close(code, &open);
        }
    }

    /// Somebody is called differently from now on: they have deleted their account, were a guest
    /// and have one, or a moderator has named them anew. What was said at boards bears the new name, and so do the reviews that are open.
    pub(crate) async fn rename(&self, user: UserId, name: &str) {
        self.talks.rename(user, name);
        for (code, open) in self.opened.all() {
            let mut review = open.lock().await;
            if review.review().names(user) {
                match self.rows.read(code).await {
                    Ok(found) => {
                        review.replace(found);
                        self.snapshots.forget(code);
                        let open = &*review;
                        open.tell_all(|may_edit| self.snapshots.of(open, may_edit, &*self.render));
                    }
                    // It went with the account.
                    Err(ReviewRefusal::Unknown) => review.end(),
                    Err(_) => review.is_in_doubt(),
                }
            }
            drop(review);
            self.opened.close(code, &open);
        }
    }

    /// Nobody knows whether a study was changed: its open chapters are compared with what is stored
    /// before anybody sees more of them.
    pub(crate) async fn study_in_doubt(&self, chapters: &[ReviewId]) {
        for code in chapters.iter().map(|chapter| chapter.code()) {
            let Some(open) = self.opened.find(code) else { continue };
            open.lock().await.is_in_doubt();
            self.opened.close(code, &open);
        }
    }

    /// Chapters were deleted: those who follow them are informed, and follow them no longer.
    pub(crate) async fn chapters_deleted(&self, chapters: &[ReviewId]) {
        for code in chapters.iter().map(|chapter| chapter.code()) {
            let Some(open) = self.opened.find(code) else { continue };
            open.lock().await.end_with_its_study();
            self.opened.close(code, &open);
        }
    }

    /// A new chapter of a study of `owner`'s, to be stored.
    pub(crate) fn chapter(
        &self,
        id: ReviewId,
        owner: UserId,
        tree: Tree,
        now_ms: u64,
    ) -> Result<stored::Review, ReviewRefusal> {
        let owner = Player { id: owner, name: String::new(), guest: false, bot: false };
        let (review, packed) = Review::own(id, &owner, tree, false, now_ms);
        if review.n_bytes > BYTES_MAX {
            Err(ReviewRefusal::TooLarge)
        } else {
            Ok(stored::Review { summary: review.summary, tree: packed })
        }
    }

    async fn open(&self, code: Code) -> Result<Arc<Open>, ReviewRefusal> {
        if let Some(open) = self.opened.find(code) {
            return Ok(open);
        }
        let review = self.rows.read(code).await?;
        Ok(self.opened.open(code, OpenReview::new(review, self.render.clone())))
    }

    /// Changes a review; once, however often the command comes. `may_change` says whether one of so
    /// many bytes may be changed.
    ///
    /// # Errors
    /// When it cannot be changed like that, or not by them.
    pub async fn edit(
        &self,
        code: Code,
        by: &Player,
        key: CommandKey,
        edit: Edit,
        reply: Reply,
        may_change: impl FnOnce(usize) -> bool + Send,
    ) -> Result<(), ReviewRefusal> {
        let _turn = self.turn().await?;
        let open = self.open(code).await?;
        let mut review = self.seen_or_closed(code, &open, Some(by.id)).await?;
        let (key, address) = (Key::new(by.id, key), reply.connection.address());
        let commented = match &edit {
            Edit::Comment { node, text } if !text.is_empty() => Some(*node),
            _ => None,
        };
        let done = match self.look_for_teacher(&mut review, by.id).await {
            Ok(()) => self.change(&mut review, by, address, key, edit, may_change).await,
            Err(refusal) => Err(refusal),
        };
        if done.is_ok() {
            reply.ack(self.rows.directory.render(), None);
        }
        if let (Ok(Some(_)), Some(node)) = (&done, commented) {
            self.note_comment(&review, by.id, node).await;
        }
        if let Ok(Some(change)) = &done {
            review.tell(&by.name, change);
        }
        drop(review);
        self.opened.close(code, &open);
        done.map(drop)
    }

    /// Carries out a change and keeps it; `None` where there was nothing to do.
    async fn change(
        &self,
        open: &mut OpenReview,
        by: &Player,
        address: Option<IpAddr>,
        key: Key,
        edit: Edit,
        may_change: impl FnOnce(usize) -> bool + Send,
    ) -> Result<Option<Change>, ReviewRefusal> {
        if open.review().has_done(key) {
            return Ok(None);
        }
        if !open.review().may_make(by.id, &edit) {
            return Err(ReviewRefusal::NotTheirs);
        }
        self.may_begin()?;
        let now_ms = self.now_ms();
        if let Edit::Comment { text, .. } | Edit::Hint { text, .. } = &edit
            && !text.is_empty()
        {
            self.rows.directory.sanctions().say(Taker::new(by, address), now_ms)?;
        }
        if !may_change(open.review().n_bytes) {
            return Err(ReviewRefusal::TooFast);
        }
        let Some((next, change)) = open.review().edited(edit, key, by)? else { return Ok(None) };
        let bytes_max = next.bytes_max();
        self.keep(open, next, now_ms, bytes_max).await?;
        Ok(Some(change))
    }

    /// Waits until one more review may be changed.
    async fn turn(&self) -> Result<SemaphorePermit<'_>, ReviewRefusal> {
        self.changes.acquire().await.map_err(failed)
    }

    /// Puts a review in place of the open one when it is stored.
    async fn keep(
        &self,
        open: &mut OpenReview,
        mut next: Review,
        now_ms: u64,
        bytes_max: usize,
    ) -> Result<(), ReviewRefusal> {
        let packed = next.number(open.review(), now_ms, bytes_max)?;
        let kept = self.rows.keep(&next, packed).await;
        if matches!(kept, Ok(true)) {
            open.replace(next);
            return Ok(());
        }
        // It may have been stored all the same, when the connection broke during COMMIT: what is
        // stored counts, and the command is known there when it comes again.
        match self.rows.stored(next.summary.id.code()).await {
            Ok(Some(found)) => {
                open.replace(found);
                open.tell_all(|may_edit| self.snapshots.of(open, may_edit, &*self.render));
            }
            // It was deleted, as with its owner's account.
            Ok(None) if matches!(kept, Ok(false)) => {
                open.end();
                return Err(ReviewRefusal::Unknown);
            }
            _ => {}
        }
        Err(kept.err().map_or(ReviewRefusal::Failed, failed))
    }

    /// Keeps a new review of one's own. The tree must be one that has a record. `may_keep` says
    /// whether so many bytes may be kept of somebody of whom so many are.
    ///
    /// # Errors
    /// When there is no room for it, or it cannot be stored.
    pub async fn create(
        &self,
        by: &Player,
        tree: Tree,
        is_public: bool,
        may_keep: impl FnOnce(u64, u64) -> Result<(), NotKept> + Send,
    ) -> Result<Code, ReviewRefusal> {
        self.may_begin()?;
        let now_ms = self.now_ms();
        let id = ReviewId::new(now_ms, random::bytes());
        let (review, packed) = Review::own(id, by, tree, is_public, now_ms);
        if review.n_bytes > BYTES_MAX {
            return Err(ReviewRefusal::TooLarge);
        }
        let (n_own, kept_bytes) = self.kept_of(by.id).await.map_err(failed)?;
        let own_max = if by.guest { GUEST_REVIEWS_MAX } else { REVIEWS_MAX };
        if n_own >= own_max {
            return Err(ReviewRefusal::TooManyOwn(own_max));
        }
        may_keep(kept_bytes, review.n_bytes as u64)?;
        if self.rows.keep(&review, packed).await.map_err(failed)? {
            Ok(id.code())
        } else {
            Err(ReviewRefusal::Failed)
        }
    }

    /// How many reviews somebody has, and how many bytes of all that is kept of them.
    async fn kept_of(&self, user: UserId) -> komadai_store::Result<(u64, u64)> {
        let mut conn = self.rows.store.read().await?;
        let n_reviews = stored::usage(&mut conn, user).await?.n_reviews;
        Ok((n_reviews, kept_bytes(&mut conn, user).await?))
    }

    /// Lists one's own review for everybody, or no longer.
    ///
    /// # Errors
    /// When it is not theirs, or cannot be stored.
    pub async fn publish(
        &self,
        code: Code,
        by: UserId,
        is_public: bool,
    ) -> Result<(), ReviewRefusal> {
        let _turn = self.turn().await?;
        let open = self.open(code).await?;
        let mut review = self.seen_or_closed(code, &open, Some(by)).await?;
        let mut done = review.review().check_own(by);
        if done.is_ok() {
            let mut next = review.review().clone();
            next.summary.is_public = is_public;
            done = self.keep(&mut review, next, self.now_ms(), BYTES_MAX).await;
        }
        if done.is_ok() {
            review.tell_terms();
        }
        drop(review);
        self.opened.close(code, &open);
        done
    }

    /// Takes one's own review away.
    ///
    /// # Errors
    /// When it is not theirs, or the database fails.
    pub async fn delete(&self, code: Code, by: UserId) -> Result<(), ReviewRefusal> {
        let open = self.open(code).await?;
        let mut review = self.seen_or_closed(code, &open, Some(by)).await?;
        let mut done = review.review().check_own(by);
        if done.is_ok() {
            done = self.rows.delete(review.review().summary.id).await.map_err(failed);
        }
        if done.is_ok() {
            review.end();
        }
        drop(review);
        self.opened.close(code, &open);
        done
    }

    /// Takes anybody's review away, as a moderator, for a reason that is noted. Of the review that
    /// two players have of their game the game itself is left.
    ///
    /// # Errors
    /// When nothing is kept of it, or the database fails.
    pub async fn take_down(
        &self,
        code: Code,
        by: UserId,
        reason: &str,
    ) -> Result<(), ReviewRefusal> {
        let open = self.open(code).await?;
        let mut review = open.lock().await;
        let (id, owner) = (review.review().summary.id, review.review().summary.owner);
        if review.review().summary.study.is_some() {
            drop(review);
            self.opened.close(code, &open);
            return Err(ReviewRefusal::InStudy);
        }
        let done = match self.moderation.remove_review(by, id, owner, reason).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(ReviewRefusal::Unknown),
            Err(cause) => Err(failed(cause)),
        };
        if done.is_ok() {
            review.end();
        }
        drop(review);
        self.opened.close(code, &open);
        done
    }

    /// Whether anything may be changed at the moment.
    fn may_begin(&self) -> Result<(), LiveRefusal> {
        if self.rows.directory.sanctions().is_read_only() {
            Err(LiveRefusal::new(Why::ReadOnly))
        } else {
            Ok(())
        }
    }

    fn now_ms(&self) -> u64 {
        self.rows.directory.timebase().now_ms()
    }
}
