//! Those who follow a review: what they are sent when they come, and who else is told of it.

use std::{
    net::Ipv4Addr,
    sync::{Arc, Weak},
};

use bytes::Bytes;
use komadai_game::Player;
use komadai_ids::{Code, UserId};
use komadai_live::{
    Reply,
    pool::{Claimant, Loss},
};
use komadai_store::relations;
use tracing::warn;

use super::{ReviewRefusal, Reviews, open::OpenReview, open_reviews::Open};

impl Reviews {
    /// Follows a review from after change `last`, or from now. Who `glances` at a board of a
    /// broadcast is told only what is shown of its game, and is nobody who looks at it. `may_send`
    /// says whether so many bytes may be sent.
    ///
    /// # Errors
    /// When there is none, or too many follow it.
    pub async fn follow(
        &self,
        code: Code,
        player: Option<&Player>,
        (last, glances): (Option<u32>, bool),
        reply: Reply,
        may_send: impl FnOnce(usize) -> bool + Send,
    ) -> Result<(), ReviewRefusal> {
        let user = player.map(|player| player.id);
        let open = self.open(code).await?;
        let mut review = self.seen_or_closed(code, &open, user).await?;
        if let Some(user) = user
            && let Err(refusal) = self.look_for_teacher(&mut review, user).await
        {
            drop(review);
            self.opened.close(code, &open);
            return Err(refusal);
        }
        let glances = glances && review.shown().is_some();
        let is_told = !glances && last != Some(review.review().summary.seq);
        let may_send = |n_bytes| !is_told || may_send(n_bytes);
        let from = reply.connection.address().unwrap_or(Ipv4Addr::UNSPECIFIED.into());
        let by = Claimant::of(player, from);
        match self.take_in(&mut review, by, may_send) {
            Ok(None) => {}
            Ok(Some(loss)) => {
                let waiting = self.clone().close_when_lost(code, Arc::downgrade(&open), loss);
                tokio::spawn(waiting);
            }
            Err(refusal) => {
                drop(review);
                self.opened.close(code, &open);
                return Err(refusal);
            }
        }
        let invited = review.invited_by(user).filter(|_| is_told);
        review.follow(reply.connection.clone(), user, glances);
        let ack = self.rows.directory.render().ack(reply.id, None);
        let told = is_told.then(|| [self.snapshot(&review, user), review.presence()]);
        // Who comes back after an interruption has all of it anew: a line may have gone meanwhile.
        let talks = review.review().is_board() && !glances;
        let talk = talks.then(|| review.talk_frame(&self.talks.at(code)));
        let told = told.into_iter().flatten().chain(review.shown_frame()).chain(talk);
        // A client that is gone asks again.
        let _ = reply.connection.send_all([ack].into_iter().chain(told));
        if !glances {
            review.tell_presence(user);
        }
        drop(review);
        if let (Some(user), Some((name, others))) = (user, invited) {
            self.invite(code, user, &name, others).await;
        }
        Ok(())
    }

    /// Tells the other players of a game that one of them has opened its review.
    async fn invite(&self, code: Code, by: UserId, name: &str, others: Vec<UserId>) {
        let presence = self.rows.directory.presence();
        let frame = self.render.review_opened(presence.epoch(), code, name);
        for other in others.into_iter().filter(|it| presence.is_online(*it)) {
            let are_apart =
                async { relations::are_apart(&mut self.rows.store.read().await?, by, other).await };
            match are_apart.await {
                Ok(false) => presence.tell(other, &frame),
                Ok(true) => {}
                Err(cause) => {
                    let cause: komadai_store::Error = cause;
                    warn!("nobody is invited to the review {code}: {cause}");
                }
            }
        }
    }

    /// Whether one more may follow, to whom all of the review may have to be sent, and for whom memory
    /// for it may have to be found.
    fn take_in(
        &self,
        review: &mut OpenReview,
        by: Claimant,
        may_send: impl FnOnce(usize) -> bool,
    ) -> Result<Option<Loss>, ReviewRefusal> {
        if review.n_followers() >= self.rows.directory.limits().watchers {
            return Err(ReviewRefusal::TooManyWatchers);
        }
        if !may_send(review.review().n_bytes) {
            return Err(ReviewRefusal::TooFast);
        }
        self.opened.hold(review, by)
    }

    /// Closes a review once somebody else has got its memory; ends with the review as well.
    async fn close_when_lost(self, code: Code, open: Weak<Open>, loss: Loss) {
        loss.await;
        let Some(open) = open.upgrade() else { return };
        let mut review = open.lock().await;
        // Somebody may have found memory for it again.
        if !review.is_held() {
            review.close();
        }
        drop(review);
        self.opened.close(code, &open);
    }

    fn snapshot(&self, review: &OpenReview, reader: Option<UserId>) -> Bytes {
        self.snapshots.of(review, review.may_edit(reader), &*self.render)
    }

    /// Stops following a review.
    pub async fn unfollow(&self, code: Code, connection: u64) {
        let Some(open) = self.opened.find(code) else { return };
        open.lock().await.unfollow(connection);
        self.opened.close(code, &open);
    }
}
