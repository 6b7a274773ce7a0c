//! A review that somebody follows: a copy in memory with those who follow it.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use komadai_ids::UserId;
use komadai_live::{
    Connection,
    followers::{Follower, Followers},
    give_way,
    pool::Claim,
};
use komadai_review::{Change, score::PublicBoard};

use super::{BoardLine, InStudy, RenderReviews, Review, WATCHERS_TOLD_MAX, render::Present};

/// It. A task that changes the review holds this lock until the change has been announced.
#[derive(Debug)]
pub(super) struct OpenReview {
    review: Review,
    /// What is shown of its game, if it is a board of a broadcast.
    shown: Option<PublicBoard>,
    followers: Followers<Reader>,
    /// It has been taken away.
    is_gone: bool,
    /// It was compared with what is stored when others could find it here already, and there has
    /// been no doubt since.
    is_checked: bool,
    /// The memory it takes, once somebody follows it.
    memory: Option<Claim>,
    render: Arc<dyn RenderReviews>,
}

/// Who follows a review.
#[derive(Clone, Copy, Debug)]
struct Reader {
    user: Option<UserId>,
    /// It shows a board in a list, and is told what is shown of it only.
    glances: bool,
}

impl OpenReview {
    pub(super) fn new(review: Review, render: Arc<dyn RenderReviews>) -> Self {
        Self {
            review,
            shown: None,
            followers: Followers::default(),
            is_gone: false,
            is_checked: false,
            memory: None,
            render,
        }
    }

    /// The review as it is now.
    pub(super) fn review(&self) -> &Review {
        &self.review
    }

    pub(super) fn is_gone(&self) -> bool {
        self.is_gone
    }

    pub(super) fn n_followers(&self) -> usize {
        self.followers.len()
    }

    /// Whether there is memory for it.
    pub(super) fn is_held(&self) -> bool {
        self.memory.as_ref().is_some_and(|memory| !memory.is_lost())
    }

    /// There is memory for it.
    pub(super) fn hold(&mut self, memory: Claim) {
        self.memory = Some(memory);
    }

    /// Somebody else has got its memory: its followers are told, and follow it no longer.
    pub(super) fn close(&mut self) {
        self.followers.tell(&self.render.review_closed(&self.review));
        self.followers.clear();
        self.memory = None;
    }

    /// Whom `user`, who comes, invites: the players of the game who are not here, and what the one
    /// who comes is called. Nobody where a player is in another tab already.
    pub(super) fn invited_by(&self, user: Option<UserId>) -> Option<(String, Vec<UserId>)> {
        let editors = &self.review.editors;
        let (user, name) = editors.iter().find(|(id, _)| Some(*id) == user)?;
        if !self.review.summary.of_game || self.is_here(*user) {
            return None;
        }
        let others = editors.iter().map(|(id, _)| *id).filter(|id| !self.is_here(*id));
        Some((name.clone(), others.filter(|id| id != user).collect()))
    }

    pub(super) fn is_here(&self, user: UserId) -> bool {
        self.watching().any(|it| it.about.user == Some(user))
    }

    /// Those who do not only glance at it.
    fn watching(&self) -> impl Iterator<Item = &Follower<Reader>> {
        self.followers.iter().filter(|it| !it.about.glances)
    }

    /// One more follows it.
    pub(super) fn follow(
        &mut self,
        connection: Arc<Connection>,
        user: Option<UserId>,
        glances: bool,
    ) {
        if let Some(memory) = &self.memory {
            memory.moved();
        }
        self.followers.add(connection, Reader { user, glances });
    }

    /// Somebody does not follow it any more; the others are informed.
    pub(super) fn unfollow(&mut self, connection: u64) {
        if let Some(Reader { user, glances: false }) = self.followers.remove(connection) {
            self.tell_presence(user);
        }
    }

    /// The review has changed.
    pub(super) fn replace(&mut self, review: Review) {
        if let Some(memory) = &self.memory {
            memory.set(review.n_bytes);
            memory.moved();
        }
        let teachers = std::mem::take(&mut self.review.teachers);
        self.review = review;
        self.review.teachers = teachers;
    }

    /// The review is taken away, and nobody follows it any more.
    pub(super) fn end(&mut self) {
        self.is_gone = true;
        self.followers.clear();
    }

    /// Whether it was as it is stored when others could find it here already.
    pub(super) fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// It is as it is stored, and others can find it here.
    pub(super) fn is_as_stored(&mut self) {
        self.is_checked = true;
    }

    /// What is stored may be different by now.
    pub(super) fn is_in_doubt(&mut self) {
        self.is_checked = false;
    }

    /// Its study is like this now. Everybody is informed; whoever cannot see it any more follows
    /// it no longer, and whoever may do something else than before gets it anew: as `snapshot`.
    pub(super) fn is_in(&mut self, study: Arc<InStudy>, snapshot: impl Fn(&Self, bool) -> Bytes) {
        if self.review.study.as_ref().is_some_and(|known| known.version >= study.version) {
            return;
        }
        let could_edit: HashMap<u64, bool> = self
            .followers
            .iter()
            .map(|it| (it.connection.id, self.may_edit(it.about.user)))
            .collect();
        self.review.editors = study.editors();
        self.review.study = Some(study.clone());
        self.followers.tell(&self.render.review_study(&self.review, &study));
        self.followers.retain(|it| study.may_see(it.about.user));
        for follower in self.watching() {
            let may_edit = self.may_edit(follower.about.user);
            if could_edit.get(&follower.connection.id) != Some(&may_edit) {
                follower.tell(&snapshot(self, may_edit));
            }
        }
        self.send(&self.presence());
    }

    /// It is taken away from its study, or with it.
    pub(super) fn end_with_its_study(&mut self) {
        if let Some(study) = &self.review.study {
            self.followers.tell(&self.render.review_study(&self.review, study));
        }
        self.end();
    }

    /// What is shown of its game, if it is a board of a broadcast.
    pub(super) fn shown(&self) -> Option<&PublicBoard> {
        self.shown.as_ref()
    }

    /// This is stored of what is shown of its game.
    pub(super) fn has_shown(&mut self, shown: Option<PublicBoard>) {
        self.shown = shown;
    }

    /// What is shown of its game, as it is announced.
    pub(super) fn shown_frame(&self) -> Option<Bytes> {
        self.shown.as_ref().map(|shown| self.render.review_shown(&self.review, shown))
    }

    /// This is shown of its game from now on: everybody is told who was not told with a change.
    pub(super) async fn shows(&mut self, shown: &PublicBoard) {
        if self.shown.as_ref() == Some(shown) {
            return;
        }
        self.shown = Some(shown.clone());
        if let Some(frame) = self.shown_frame() {
            self.announce(&frame, Some(&frame)).await;
        }
    }

    /// Whether a reader may change it.
    pub(super) fn may_edit(&self, reader: Option<UserId>) -> bool {
        reader.is_some_and(|reader| self.review.may_edit(reader))
    }

    /// Whether somebody teaches one of the players of the game.
    pub(super) fn set_teacher(&mut self, user: UserId, teaches: bool) {
        self.review.teachers.retain(|it| *it != user);
        if teaches {
            self.review.teachers.push(user);
        }
    }

    /// Who is looking.
    pub(super) fn present(&self) -> Present {
        let editors = self.review.editors.iter().filter(|(id, _)| self.is_here(*id));
        let here = editors.map(|(_, name)| name.clone()).collect();
        Present { here, watchers: self.n_watchers() }
    }

    fn n_watchers(&self) -> usize {
        self.watching().filter(|it| !self.may_edit(it.about.user)).count()
    }

    /// Who is looking, as it is announced.
    pub(super) fn presence(&self) -> Bytes {
        self.render.review_present(&self.review, &self.present())
    }

    /// Tells everybody what was done.
    pub(super) fn tell(&self, by: &str, change: &Change) {
        self.send(&self.render.review_changed(&self.review, by, change, None));
    }

    /// Tells everybody what came of a score, and what is shown of the game with it.
    pub(super) async fn tell_scored(&mut self, change: &Change, shown: Option<&PublicBoard>) {
        let frame = self.render.review_changed(&self.review, "", change, shown);
        let glanced = shown.map(|shown| self.render.review_shown(&self.review, shown));
        if let Some(shown) = shown {
            self.shown = Some(shown.clone());
        }
        self.announce(&frame, glanced.as_ref()).await;
    }

    /// Tells those who watch, and those who glance at it what they are told instead. Others who
    /// wait for this core have their turn in between; so it is for a task that nobody calls off.
    async fn announce(&self, frame: &Bytes, glanced: Option<&Bytes>) {
        for (n, follower) in self.followers.iter().enumerate() {
            give_way(n).await;
            if let Some(frame) = if follower.about.glances { glanced } else { Some(frame) } {
                follower.tell(frame);
            }
        }
    }

    /// What was said at the board, for who comes.
    pub(super) fn talk_frame(&self, lines: &[BoardLine]) -> Bytes {
        self.render.review_talk(&self.review, lines)
    }

    /// Tells everybody who watches what was said.
    pub(super) fn tell_said(&self, line: &BoardLine) {
        self.send(&self.render.review_said(&self.review, line));
    }

    /// Tells everybody who watches which line was taken away.
    pub(super) fn tell_unsaid(&self, n: u32) {
        self.send(&self.render.review_unsaid(&self.review, n));
    }

    /// Tells everybody whether it is listed.
    pub(super) fn tell_terms(&self) {
        self.send(&self.render.review_published(&self.review, &self.present()));
    }

    /// Tells that `user` has come or gone. Of the many watchers of a famous game only the editors
    /// are worth a word to each of them.
    pub(super) fn tell_presence(&self, user: Option<UserId>) {
        if self.n_watchers() <= WATCHERS_TOLD_MAX || self.may_edit(user) {
            self.send(&self.presence());
        }
    }

    /// Tells everybody everything; `snapshot` is what somebody sees who may change it, or may not.
    pub(super) fn tell_all(&self, snapshot: impl Fn(bool) -> Bytes) {
        for follower in self.watching() {
            let frames = [snapshot(self.may_edit(follower.about.user)), self.presence()];
            // A client that cannot keep up is disconnected by its own session.
            let _ = follower.connection.send_all(frames);
        }
    }

    /// Tells those who watch.
    fn send(&self, frame: &Bytes) {
        self.watching().for_each(|it| it.tell(frame));
    }
}
