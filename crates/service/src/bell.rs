//! The bell: what an account is told of that concerns it. It is stored with what it tells of, passed
//! to the pages that are open, and stays to be read later.

use std::{fmt, sync::Arc, time::Duration};

use bytes::Bytes;
use komadai_community::bell::{BellClub, BellItem};
use komadai_ids::UserId;
use komadai_live::{Directory, random};
use komadai_store::{
    PageKey, Result, Store, Tx,
    bell::{self as rows, NewBellItem, StoredBellItem},
    challenges,
    clubs::homework,
};
use tokio::time::{MissedTickBehavior, interval};
use tracing::warn;
use uuid::Uuid;

use crate::stored_json::{read_json, write_json};

/// How often is looked for what is to be passed on.
const TICK: Duration = Duration::from_millis(500);

/// How many are passed on in one go.
const PASSED_MAX: u32 = 200;

/// Turns what accounts are told into frames.
pub trait RenderBell: fmt::Debug + Send + Sync + 'static {
    /// An account is told something; so much is new to it.
    fn bell(&self, epoch: u64, it: ReadBellItem, n_new: u32) -> Bytes;

    /// An account has looked at it in another window; so much is still new.
    fn bell_seen(&self, epoch: u64, n_new: u32) -> Bytes;
}

/// Something that an account is told.
#[derive(Clone, Debug)]
pub struct ReadBellItem {
    /// As it is stored.
    pub stored: StoredBellItem,
    pub item: BellItem,
}

impl ReadBellItem {
    fn read(stored: StoredBellItem) -> Result<Self> {
        let item = read_json(&stored.item, "bell_items", "item", stored.id)?;
        Ok(Self { stored, item })
    }
}

/// Tells an account something, by whoever's doing it is; nobody is told what they have done
/// themselves.
pub(crate) async fn ring(
    tx: &mut Tx,
    to: UserId,
    by: Option<UserId>,
    at_ms: i64,
    item: &BellItem,
) -> Result<()> {
    if by != Some(to) {
        let (id, item) = (Uuid::from_bytes(random::bytes()), write_json(item));
        rows::insert(tx, NewBellItem { id, to, by, at_ms, item: &item }).await?;
    }
    Ok(())
}

/// Tells accounts of somebody's doing, unless it stands in a bell already.
pub(crate) async fn ring_once(
    tx: &mut Tx,
    to: &[UserId],
    (by, at_ms): (UserId, i64),
    item: &BellItem,
    is_same: impl Fn(&BellItem) -> bool,
) -> Result<()> {
    let told = rows::by_doer(tx, by).await?.into_iter().map(ReadBellItem::read);
    if told.flatten().any(|it| is_same(&it.item)) {
        return Ok(());
    }
    for user in to {
        ring(tx, *user, Some(by), at_ms, item).await?;
    }
    Ok(())
}

/// What accounts were told of somebody's doing is over: they are told something else in its place.
pub(crate) async fn ring_instead(
    tx: &mut Tx,
    by: UserId,
    is_over: impl Fn(&BellItem) -> bool,
    instead: &BellItem,
) -> Result<()> {
    for stored in rows::by_doer(tx, by).await? {
        // One that cannot be read tells nobody anything.
        let Ok(told) = ReadBellItem::read(stored) else { continue };
        if is_over(&told.item) {
            rows::replace(tx, told.stored.id, &write_json(instead)).await?;
        }
    }
    Ok(())
}

/// Whether it is only passed on to the pages that are open.
fn is_passing(item: &BellItem) -> bool {
    matches!(item, BellItem::ArbiterAnswered { .. })
}

/// Tells a teacher that a pupil has done all of a homework, if so.
pub(crate) async fn ring_if_done(
    tx: &mut Tx,
    id: Uuid,
    pupil: Uuid,
    user: UserId,
    now_ms: i64,
) -> Result<()> {
    if let Some(done) = homework::done_by(tx, id, pupil).await? {
        let club = BellClub { slug: done.slug, name: done.club_name };
        let (title, n_tasks) = (done.title, done.n_tasks);
        let item = BellItem::HomeworkDone { club, homework: id, title, n_tasks };
        ring(tx, done.teacher, Some(user), now_ms, &item).await?;
    }
    Ok(())
}

/// What accounts are told. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Bell {
    store: Store,
    directory: Arc<Directory>,
    render: Arc<dyn RenderBell>,
}

impl Bell {
    pub(crate) fn new(
        store: Store,
        directory: Arc<Directory>,
        render: Arc<impl RenderBell>,
    ) -> Self {
        Self { store, directory, render }
    }

    /// What an account was told, the latest first, and until when it has looked at it.
    pub async fn of(
        &self,
        user: UserId,
        after: PageKey,
        limit: u32,
    ) -> Result<(Vec<ReadBellItem>, i64)> {
        let mut conn = self.store.read().await?;
        let found = rows::of(&mut conn, user, after, limit).await?;
        let items = found.into_iter().map(ReadBellItem::read).collect::<Result<_>>()?;
        Ok((items, rows::seen_ms(&mut conn, user).await?))
    }

    /// An account has looked at everything up to an instant, which its other windows hear.
    pub async fn seen(&self, user: UserId, until_ms: i64) -> Result<()> {
        let until_ms = until_ms.min(self.directory.timebase().now_ms() as i64);
        let mut tx = self.store.write().await?;
        if rows::seen(&mut tx, user, until_ms).await? {
            let n_new = n_new(&mut tx, user).await?;
            tx.commit().await?;
            let presence = self.directory.presence();
            presence.tell(user, &self.render.bell_seen(presence.epoch(), n_new));
        }
        Ok(())
    }

    /// Passes on what there is to tell, as long as the server runs.
    pub(crate) async fn run(self) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.directory.is_stopping() {
                return;
            }
            if let Err(cause) = self.look().await {
                warn!("pages do not hear of what concerns their readers: {cause}");
            }
        }
    }

    async fn look(&self) -> Result<()> {
        self.look_for_missed().await?;
        let due = rows::to_pass(&mut self.store.read().await?, PASSED_MAX).await?;
        if due.is_empty() {
            return Ok(());
        }
        let presence = self.directory.presence();
        let mut tx = self.store.write().await?;
        for it in &due {
            let item = read_json::<BellItem>(&it.item, "bell_items", "item", it.id);
            if item.is_ok_and(|item| is_passing(&item)) {
                rows::delete(&mut tx, it.id).await?;
            } else {
                rows::passed(&mut tx, it).await?;
            }
        }
        let mut frames = Vec::new();
        for it in due {
            let to = it.to;
            if presence.is_online(to) {
                let n_new = n_new(&mut tx, to).await?;
                // One that cannot be read keeps nobody from hearing of the others.
                match ReadBellItem::read(it) {
                    Ok(it) => frames.push((to, self.render.bell(presence.epoch(), it, n_new))),
                    Err(cause) => warn!("an item of a bell is passed over: {cause}"),
                }
            }
        }
        tx.commit().await?;
        for (to, frame) in frames {
            presence.tell(to, &frame);
        }
        Ok(())
    }

    /// Challenges that nobody has answered in time.
    async fn look_for_missed(&self) -> Result<()> {
        let now_ms = self.directory.timebase().now_ms() as i64;
        let missed = challenges::overdue(&mut self.store.read().await?, now_ms).await?;
        if missed.is_empty() {
            return Ok(());
        }
        let mut tx = self.store.write().await?;
        for it in missed {
            if challenges::expire(&mut tx, it.id, now_ms).await? {
                let (from, to) = (it.challenger, it.challenged);
                ring(&mut tx, to, Some(from), now_ms, &BellItem::ChallengeMissed).await?;
                ring(&mut tx, from, Some(to), now_ms, &BellItem::ChallengeUnanswered).await?;
            }
        }
        tx.commit().await
    }
}

async fn n_new(tx: &mut Tx, user: UserId) -> Result<u32> {
    Ok(u32::try_from(rows::n_new(tx, user).await?).unwrap_or(u32::MAX))
}
