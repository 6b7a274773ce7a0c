//! What somebody hears once: from the page if they are there, and otherwise while they are away.

use bytes::Bytes;
use komadai_community::bell::BellItem;
use komadai_store::{
    clubs::{
        comments,
        ladder::{self, LadderState, removals},
    },
    tsume::compositions,
};

use super::{CORRESPONDENCE_TTL_S, Scanner, seconds_up_to};
use crate::{
    bell::ring,
    challenges::RenderChallenges,
    notices::{GAP_MS, Notice, matter::Matter, words::NoticeSubject},
    reviews::RenderReviews,
    tsume::RenderTsume,
};

/// The greatest age of a teacher's comment to be notified, in milliseconds: a day.
const COMMENT_AGE_MAX_MS: i64 = 24 * 3_600_000;

/// The greatest age of the news of what became of a problem, in milliseconds: a week.
const COMPOSITION_AGE_MAX_MS: i64 = 7 * 24 * 3_600_000;

/// The greatest age of the news that a player was taken off a ladder, in milliseconds: a week.
const REMOVED_AGE_MAX_MS: i64 = 7 * 24 * 3_600_000;

/// How long a notification may take: as long as one of a move by correspondence.
const TTL_S: u32 = CORRESPONDENCE_TTL_S;

/// Makes the frames of news.
pub(crate) trait RenderNews: RenderChallenges + RenderReviews + RenderTsume {}

impl<T: RenderChallenges + RenderReviews + RenderTsume> RenderNews for T {}

/// Something that somebody hears once.
struct News {
    /// For the page.
    frame: Bytes,
    notice: Notice,
    /// When it came about, in Unix milliseconds.
    since_ms: i64,
    /// Until when it is news.
    until_ms: i64,
}

impl Scanner {
    /// Passes news on. `true`: there is nothing to do about it any more.
    async fn pass_on(&self, it: News) -> komadai_store::Result<bool> {
        let (to, now_ms) = (it.notice.to, self.now_ms() as i64);
        if !self.is_away(to) {
            self.notices.presence().tell(to, &it.frame);
            return Ok(true);
        }
        if it.since_ms + self.away_ms() as i64 > now_ms {
            return Ok(false);
        }
        if it.until_ms < now_ms {
            return Ok(true);
        }
        self.notices.tell(it.notice).await
    }

    /// A teacher's comments, of each review once in a while.
    pub(super) async fn look_for_comments(&self) -> komadai_store::Result<()> {
        let (store, now_ms) = (&self.notices.inner.store, self.now_ms() as i64);
        let due = comments::due(&mut store.read().await?, now_ms - GAP_MS).await?;
        for it in due {
            let (game, epoch) = (it.review.code(), self.notices.presence().epoch());
            let news = News {
                frame: self.render.review_commented(epoch, game, &it.by, it.node),
                notice: Notice {
                    to: it.pupil,
                    told: NoticeSubject::Commented { by: it.by.clone() },
                    matter: Matter::Commented { game, node: it.node, at_ms: it.due_ms },
                    board: None,
                    ttl_s: TTL_S,
                },
                since_ms: it.due_ms,
                until_ms: it.due_ms + COMMENT_AGE_MAX_MS,
            };
            if self.pass_on(news).await? {
                let mut tx = store.write().await?;
                comments::told(&mut tx, &it, now_ms).await?;
                let item = BellItem::ReviewCommented { review: game, node: it.node };
                ring(&mut tx, it.pupil, Some(it.teacher), it.due_ms, &item).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Challenges on ladders: the challenged players hear of them, and the challengers that they are
    /// accepted.
    pub(super) async fn look_for_ladders(&self) -> komadai_store::Result<()> {
        let (store, now_ms) = (&self.notices.inner.store, self.now_ms() as i64);
        let untold = ladder::untold(&mut store.read().await?).await?;
        for it in untold {
            let (club, epoch, state) = (it.club_name, self.notices.presence().epoch(), it.state);
            let (to, frame, told) = match state {
                LadderState::Open => {
                    let from = it.challenger.name;
                    let frame = self.render.ladder_challenge(epoch, &it.slug, &from);
                    (it.challenged.user, frame, NoticeSubject::Ladder { club, from })
                }
                _ => {
                    let by = it.challenged.name;
                    let frame = self.render.ladder_accepted(epoch, &it.slug, &by);
                    (it.challenger.user, frame, NoticeSubject::LadderAccepted { club, by })
                }
            };
            let news = News {
                frame,
                notice: Notice {
                    to,
                    told,
                    matter: Matter::Ladder { challenge: it.id, state, club: it.slug },
                    board: None,
                    ttl_s: seconds_up_to(it.due_ms - now_ms, TTL_S),
                },
                since_ms: it.since_ms,
                // What is still to be answered or played is always news.
                until_ms: i64::MAX,
            };
            if self.pass_on(news).await? {
                let mut tx = store.write().await?;
                ladder::told(&mut tx, it.id, state, now_ms).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Players whom organisers have taken off a ladder.
    pub(super) async fn look_for_removals(&self) -> komadai_store::Result<()> {
        let (store, now_ms) = (&self.notices.inner.store, self.now_ms() as i64);
        let untold = removals::untold(&mut store.read().await?).await?;
        for it in untold {
            let (club, reason) = (it.club_name.clone(), it.reason.clone());
            let news = News {
                frame: self.render.ladder_removed(self.notices.presence().epoch(), &it),
                notice: Notice {
                    to: it.user,
                    told: NoticeSubject::LadderRemoved { club, reason },
                    matter: Matter::LadderRemoved { club: it.slug.clone(), at_ms: it.at_ms },
                    board: None,
                    ttl_s: TTL_S,
                },
                since_ms: it.at_ms,
                until_ms: it.at_ms + REMOVED_AGE_MAX_MS,
            };
            if self.pass_on(news).await? {
                let mut tx = store.write().await?;
                removals::told(&mut tx, &it, now_ms).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// Problems that are published or taken away, for their composers.
    pub(super) async fn look_for_compositions(&self) -> komadai_store::Result<()> {
        let store = &self.notices.inner.store;
        let news = compositions::news(&mut store.read().await?).await?;
        let epoch = self.notices.presence().epoch();
        for it in news {
            let number = it.posed.map(|posed| posed.number).unwrap_or_default();
            let (frame, told, matter) = if it.state == compositions::CompositionState::Removed {
                let (told, matter) =
                    (NoticeSubject::TsumeRemoved { number }, Matter::TsumeRemoved { number });
                (self.render.tsume_removed(epoch, number), told, matter)
            } else {
                let (told, matter) =
                    (NoticeSubject::Published { number }, Matter::Published { number });
                (self.render.tsume_published(epoch, number), told, matter)
            };
            let news = News {
                frame,
                notice: Notice { to: it.owner, told, matter, board: None, ttl_s: TTL_S },
                since_ms: it.since_ms,
                until_ms: it.since_ms + COMPOSITION_AGE_MAX_MS,
            };
            if self.pass_on(news).await? {
                let mut tx = store.write().await?;
                compositions::told(&mut tx, it.id).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}
