//! The task that shows the public what is due of the scores.
//!
//! A board that has something to show says when (`due_ms`). It is then compared with what is shown,
//! and what is missing is added; nothing is remembered in between, so the task may end at any
//! point and do it again.

use std::{sync::Arc, time::Duration};

use komadai_ids::ReviewId;
use komadai_kifu::Outcome;
use komadai_live::{Timebase, retry::Retry};
use komadai_review::{
    Tree,
    score::{Announcement, Delay},
};
use komadai_store::{
    Store,
    broadcasts::{
        self as rows,
        boards::{self, WaitingBoard},
        entries,
    },
};
use tokio::{select, sync::Notify, time::sleep};
use tracing::warn;

use super::{Result, sharing::SharedAnswers, writing::replayed};
use crate::{
    reviews::{ReviewRefusal, Reviews},
    stored_json::{read_json, write_json},
};

/// How long the task waits if nobody wakes it: a command that works on the same database cannot.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// How long it waits after a failure.
const AGAIN_AFTER: Duration = Duration::from_secs(2);

/// How long a board waits whose tree cannot be changed.
const BOARD_AGAIN_AFTER_MS: i64 = 30_000;

/// How many boards are looked at in one step.
const BOARDS_AT_ONCE: u32 = 64;

/// Shows what is due.
#[derive(Debug)]
pub(super) struct Publisher {
    pub(super) store: Store,
    pub(super) timebase: Timebase,
    pub(super) reviews: Reviews,
    pub(super) wake: Arc<Notify>,
    pub(super) shared: Arc<SharedAnswers>,
}

impl Publisher {
    pub(super) async fn run(self) {
        let mut retry = Retry::every(AGAIN_AFTER);
        loop {
            match self.step().await {
                Ok(wait) => {
                    retry = Retry::every(AGAIN_AFTER);
                    select! {
                        () = self.wake.notified() => {}
                        () = sleep(wait) => {}
                    }
                }
                Err(cause) => {
                    retry.failed(|| warn!("broadcasts cannot be shown yet: {cause}")).await;
                }
            }
        }
    }

    /// Shows what is due, and says how long nothing else is.
    async fn step(&self) -> Result<Duration> {
        let waiting = boards::due(&mut self.store.read().await?, BOARDS_AT_ONCE).await?;
        let is_all = waiting.len() < BOARDS_AT_ONCE as usize;
        for it in waiting {
            let now_ms = self.timebase.now_ms() as i64;
            if it.at_ms > now_ms {
                let wait = Duration::from_millis((it.at_ms - now_ms).unsigned_abs());
                return Ok(wait.min(LOOK_EVERY));
            }
            self.publish(it).await?;
        }
        // What was shown may have more to show by now.
        let next = boards::due(&mut self.store.read().await?, 1).await?;
        let now_ms = self.timebase.now_ms() as i64;
        let wait = next.first().map_or(LOOK_EVERY, |it| {
            Duration::from_millis(it.at_ms.saturating_sub(now_ms).max(0).unsigned_abs())
        });
        Ok(if is_all { wait.min(LOOK_EVERY) } else { Duration::ZERO })
    }

    async fn publish(&self, waiting: WaitingBoard) -> Result<()> {
        let WaitingBoard { review, study, at_ms } = waiting;
        let mut conn = self.store.read().await?;
        let (Some(broadcast), Some(board)) =
            (rows::find(&mut conn, study).await?, boards::find(&mut conn, review).await?)
        else {
            return Ok(());
        };
        let stored = entries::of(&mut conn, review).await?;
        drop(conn);
        let now_ms = self.timebase.now_ms();
        let later = now_ms as i64 + BOARD_AGAIN_AFTER_MS;
        let seen = (review, board.n_entries, at_ms);
        let score = match replayed(&board, &stored) {
            Ok(score) => score,
            Err(cause) => {
                warn!("the score of board {} cannot be read: {cause}", review.code());
                return self.mark(seen, &board.shown, Some(later)).await;
            }
        };
        let delay = Delay { plies: broadcast.delay_plies, ms: broadcast.delay_ms };
        let announced: Announcement =
            read_json(&board.terms, "broadcast_boards", "terms", board.review)?;
        let due = score.due(announced.time, delay, now_ms);
        let line: Vec<_> = due.played.into_iter().map(|it| (it.usi, it.spent_ms)).collect();
        let end = due.ended.map(|ended| Outcome::new(ended.cause, ended.winner));
        let follow = |tree: &mut Tree| Some(tree.follow(&line, end.as_ref()));
        match self.reviews.rewrite(review.code(), Some(&due.shown), follow).await {
            Ok(()) => {
                let next_ms = due.next_ms.map(|it| it as i64);
                self.mark(seen, &write_json(&due.shown), next_ms).await?;
                self.reviews.shows(review.code(), &due.shown).await;
                Ok(())
            }
            // It was deleted a moment ago.
            Err(ReviewRefusal::Unknown) => self.mark(seen, &board.shown, None).await,
            Err(cause) => {
                warn!("board {} cannot be shown: {cause}", review.code());
                self.mark(seen, &board.shown, Some(later)).await
            }
        }
    }

    /// Stores what is shown of a score with so many entries. If it has others by now, it is due
    /// again.
    async fn mark(
        &self,
        seen: (ReviewId, u32, i64),
        shown: &str,
        next_ms: Option<i64>,
    ) -> Result<()> {
        let mut tx = self.store.write().await?;
        boards::publish(&mut tx, seen, shown, next_ms).await?;
        tx.commit().await?;
        self.shared.has_changed();
        Ok(())
    }
}
