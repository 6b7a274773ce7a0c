//! Reviews that are being looked at: who changes them, and who hears of it.
//!
//! The database is the truth about a review. What somebody looks at lies on a desk: a copy of the
//! tree with those who follow it. A change is made on the copy, kept in the database, and only then
//! told; the desk's lock is held over all three, so that everybody hears changes in their order.
//! A review of a game that nobody has changed yet is the game's record, and is not stored.

use std::{
    collections::{HashMap, VecDeque},
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};

use bytes::Bytes;
use komadai_game::{CommandKey, Game, Phase, Player};
use komadai_ids::{Code, ReviewId, UserId};
use komadai_live::{Connection, Limit, Reply, Taker, opponents};
use komadai_protocol::{
    RefusalCode, ReviewEvent, ReviewView, ServerMessage, StreamEvent, StreamName, StreamSnapshot,
};
use komadai_review::{Change, Edit, EditError, Tree};
use komadai_rules::{BySide, Side};
use komadai_service::{Service, lines::clean_line};
use komadai_store::{ReviewSummary, deletion::DELETED_NAME, reviews as stored, users};
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    task::spawn_blocking,
};
use tracing::warn;

use crate::{
    byte_budget::{ByteBudget, Held},
    record,
    refused::Refused,
    render,
    throttle::{Peer, Throttle},
};

/// The largest review, in bytes of its JSON: what goes to a reader in one frame.
pub const BYTES_MAX: usize = 1 << 20;

/// How many bytes all reviews that somebody looks at may have, in JSON; in memory they are some
/// three times as large.
const DESKS_BYTES_MAX: usize = 16 << 20;

/// How many of these one address may have put there.
const DESKS_BYTES_OF_PEER_MAX: usize = 6 << 20;

/// How many reviews are changed at the same time: a change takes some copies of the tree.
const CHANGES_AT_ONCE: usize = 8;

/// How many snapshots are kept for whoever comes next.
const SNAPSHOTS_MAX: usize = 8;

/// How many commands a review knows again when they are repeated.
const KEYS_MAX: usize = 64;

/// While no more than so many watch a review, all are told when one more does.
const WATCHERS_TOLD_MAX: usize = 30;

/// How many characters of names and events make up a title.
const TITLE_CHARS_MAX: usize = 100;

/// All reviews. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reviews {
    service: Arc<Service>,
    // A lock, because every session comes here; it is held for a look-up only.
    desks: Arc<Mutex<HashMap<Code, Arc<Desk>>>>,
    /// How much lies on them, by who has put it there.
    budget: ByteBudget,
    /// Held by whoever changes one.
    changes: Arc<Semaphore>,
    /// How much each address may change.
    throttle: Throttle,
    // A lock, because every desk comes here; it is held for a look-up only.
    snapshots: Arc<Mutex<VecDeque<Snapshot>>>,
}

/// A review as it was sent to somebody: the same bytes for all to whom it looks alike.
#[derive(Debug)]
struct Snapshot {
    review: Code,
    seq: u32,
    /// Whether its reader may change it.
    may_edit: bool,
    /// Those of the editors who were looking.
    here: Vec<String>,
    /// How many others were; of many it does not matter how many exactly, and they are told.
    watchers: usize,
    frame: Bytes,
}

/// A review that somebody follows.
type Desk = tokio::sync::Mutex<State>;

/// A review as it lies on a desk.
#[derive(Debug)]
struct State {
    kept: Review,
    followers: Vec<Follower>,
    /// It has been taken away.
    is_gone: bool,
    /// What it takes on the desk, once somebody follows it.
    held: Option<Held>,
}

/// A review and whatever is kept with it.
#[derive(Clone, Debug)]
pub struct Review {
    /// Whose it is and what it is called.
    pub summary: ReviewSummary,
    pub tree: Tree,
    /// Who may change it.
    pub editors: Vec<(UserId, String)>,
    /// The commands that were carried out last.
    keys: VecDeque<Key>,
    /// How long it is as it is stored.
    pub(crate) n_bytes: usize,
}

/// A command that was carried out: whose, from which page, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Key(UserId, u64, u32);

/// What is stored of a review beside its columns; read for ever, so fields are only added.
#[derive(Debug, Deserialize)]
struct Packed {
    tree: Tree,
    #[serde(default)]
    keys: VecDeque<Key>,
}

/// The same of a review that is there.
#[derive(Debug, Serialize)]
struct PackedRef<'a> {
    tree: &'a Tree,
    keys: &'a VecDeque<Key>,
}

#[derive(Debug)]
struct Follower {
    connection: Arc<Connection>,
    user: Option<UserId>,
}

impl Reviews {
    /// Those of this server.
    pub fn new(service: Arc<Service>, throttle: Throttle) -> Self {
        let budget = ByteBudget::new(Limit::Reviews, DESKS_BYTES_MAX, DESKS_BYTES_OF_PEER_MAX);
        let changes = Arc::new(Semaphore::new(CHANGES_AT_ONCE));
        let (desks, snapshots) = (Arc::default(), Arc::default());
        Self { service, desks, budget, changes, throttle, snapshots }
    }

    /// A review as it is now.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub async fn look(&self, code: Code) -> Result<Review, Refused> {
        let desk = self.desks.lock().get(&code).cloned();
        if let Some(desk) = desk {
            return Ok(desk.lock().await.kept.clone());
        }
        self.read(code).await
    }

    async fn read(&self, code: Code) -> Result<Review, Refused> {
        if let Some(review) = self.stored(code).await.map_err(failed)? {
            return Ok(review);
        }
        let game = self.service.directory.look(code).await.map_err(failed)?;
        Review::of_game(&game.ok_or_else(|| Refused::new(RefusalCode::UnknownReview))?)
    }

    async fn stored(&self, code: Code) -> komadai_store::Result<Option<Review>> {
        let mut conn = self.service.store.read().await?;
        let Some(review) = stored::find_by_code(&mut conn, code).await? else { return Ok(None) };
        drop(conn);
        let n_bytes = review.tree.len();
        // It may be a megabyte.
        let packed = review.tree;
        let read = spawn_blocking(move || serde_json::from_slice::<Packed>(&packed)).await;
        let Ok(Ok(Packed { tree, keys })) = read else {
            let key = code.to_string();
            return Err(komadai_store::Error::Corrupt { table: "studies", key, column: "tree" });
        };
        let mut conn = self.service.store.read().await?;
        let ids: Vec<_> =
            [Some(review.summary.owner), review.summary.partner].into_iter().flatten().collect();
        let users = users::find_many(&mut conn, &ids).await?;
        let is_gone = users.iter().any(|user| user.name == DELETED_NAME);
        let editors = users.into_iter().map(|user| (user.id, user.name)).collect();
        let mut review = Review { summary: review.summary, tree, editors, keys, n_bytes };
        if is_gone && review.summary.of_game {
            drop(conn);
            // The game's record has the names put out already; where it cannot be had, nobody is
            // named.
            let game = self.service.directory.look(code).await.map_err(failed).ok().flatten();
            let now = game.and_then(|game| Review::of_game(&game).ok());
            review.tree.headers = now.map(|now| now.tree.headers).unwrap_or_default();
        }
        Ok(Some(review))
    }

    async fn desk(&self, code: Code) -> Result<Arc<Desk>, Refused> {
        if let Some(desk) = self.desks.lock().get(&code) {
            return Ok(desk.clone());
        }
        let kept = self.read(code).await?;
        let state = State { kept, followers: Vec::new(), is_gone: false, held: None };
        // Somebody else may have been faster; then theirs counts.
        Ok(self.desks.lock().entry(code).or_insert_with(|| Arc::new(Desk::new(state))).clone())
    }

    /// Clears a desk that nobody looks at.
    fn leave(&self, code: Code, desk: Arc<Desk>) {
        let mut desks = self.desks.lock();
        // Others come to a desk through the map only, which is locked: it has this one and its own.
        let is_last = Arc::strong_count(&desk) <= 2;
        if is_last && desk.try_lock().is_ok_and(|state| state.followers.is_empty()) {
            desks.remove(&code);
        }
    }

    /// Follows a review from after change `last`, or from now.
    ///
    /// # Errors
    /// When there is none, or too many follow it.
    pub async fn follow(
        &self,
        code: Code,
        user: Option<UserId>,
        last: Option<u32>,
        reply: Reply,
    ) -> Result<(), Refused> {
        let desk = self.desk(code).await?;
        let mut state = desk.lock().await;
        let is_told = last != Some(state.kept.summary.seq);
        if let Err(refused) = self.take_in(&mut state, &reply.connection, is_told) {
            drop(state);
            self.leave(code, desk);
            return Err(refused);
        }
        let connection = reply.connection.clone();
        state.followers.retain(|it| it.connection.id != connection.id);
        state.followers.push(Follower { connection: connection.clone(), user });
        let ack = self.service.directory.render().ack(reply.id, None);
        let told = is_told.then(|| [self.snapshot(&state, user), state.presence()]);
        // A client that is gone asks again.
        let _ = connection.send_all([ack].into_iter().chain(told.into_iter().flatten()));
        state.tell_presence(user);
        Ok(())
    }

    /// Whether one more may follow, for whom the review may have to lie on the desk, and to whom all
    /// of it may have to be told.
    fn take_in(
        &self,
        state: &mut State,
        connection: &Connection,
        is_told: bool,
    ) -> Result<(), Refused> {
        if state.followers.len() >= self.service.directory.limits().watchers {
            return Err(Refused::new(RefusalCode::TooManyWatchers));
        }
        let peer = Peer::of(connection.address().unwrap_or(Ipv4Addr::UNSPECIFIED.into()));
        if is_told && !self.throttle.review(peer, state.kept.n_bytes) {
            return Err(Refused::new(RefusalCode::TooFast));
        }
        if state.held.is_none() {
            let held = self.budget.hold(peer, state.kept.n_bytes);
            state.held = Some(held.ok_or_else(|| Refused::new(RefusalCode::TooManyReviews))?);
        }
        Ok(())
    }

    /// What `reader` is sent first. Who is looking is told after it.
    fn snapshot(&self, state: &State, reader: Option<UserId>) -> Bytes {
        let ReviewSummary { id, seq, .. } = state.kept.summary;
        let review = id.code();
        let may_edit = reader.is_some_and(|reader| state.kept.may_edit(reader));
        let (here, watchers) = (state.here(), state.n_watchers());
        let is_it = |it: &&Snapshot| {
            (it.review, it.seq, it.may_edit) == (review, seq, may_edit)
                && it.here == here
                && (it.watchers == watchers || it.watchers.min(watchers) > WATCHERS_TOLD_MAX)
        };
        if let Some(known) = self.snapshots.lock().iter().find(is_it) {
            return known.frame.clone();
        }
        let frame = render::frame(&ServerMessage::Snapshot {
            stream: StreamName::Review(review),
            seq,
            epoch: None,
            snapshot: StreamSnapshot::Review(Box::new(state.view(reader))),
        });
        let mut snapshots = self.snapshots.lock();
        snapshots.retain(|it| it.review != review || it.seq == seq);
        let of_all = frame.clone();
        snapshots.push_front(Snapshot { review, seq, may_edit, here, watchers, frame: of_all });
        snapshots.truncate(SNAPSHOTS_MAX);
        frame
    }

    /// Stops following a review.
    pub async fn unfollow(&self, code: Code, connection: u64) {
        let desk = self.desks.lock().get(&code).cloned();
        let Some(desk) = desk else { return };
        let mut state = desk.lock().await;
        let place = state.followers.iter().position(|it| it.connection.id == connection);
        if let Some(place) = place {
            let gone = state.followers.swap_remove(place);
            state.tell_presence(gone.user);
        }
        drop(state);
        self.leave(code, desk);
    }

    /// Changes a review; once, however often the command comes.
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
    ) -> Result<(), Refused> {
        let _turn = self.turn().await?;
        let desk = self.desk(code).await?;
        let mut state = desk.lock().await;
        let key = Key(by.id, key.client, key.id);
        let done = self.change(&mut state, by, reply.connection.address(), key, edit).await;
        if done.is_ok() {
            reply.ack(self.service.directory.render(), None);
        }
        if let Ok(Some(change)) = &done {
            state.tell(by, change);
        }
        drop(state);
        self.leave(code, desk);
        done.map(drop)
    }

    /// Carries out a change and keeps it; `None` where there was nothing to do.
    async fn change(
        &self,
        state: &mut State,
        by: &Player,
        address: Option<IpAddr>,
        key: Key,
        edit: Edit,
    ) -> Result<Option<Change>, Refused> {
        if state.is_gone {
            return Err(Refused::new(RefusalCode::UnknownReview));
        }
        if state.kept.keys.contains(&key) {
            return Ok(None);
        }
        if !state.kept.may_edit(by.id) {
            return Err(Refused::new(RefusalCode::NotYourReview));
        }
        let now_ms = self.service.timebase.now_ms();
        let sanctions = self.service.directory.sanctions();
        if sanctions.is_read_only() {
            return Err(Refused::new(RefusalCode::ReadOnly));
        }
        if let Edit::Comment { text, .. } = &edit
            && !text.is_empty()
        {
            sanctions.say(Taker::new(by, address), now_ms)?;
        }
        let peer = Peer::of(address.unwrap_or(Ipv4Addr::UNSPECIFIED.into()));
        if !self.throttle.review(peer, state.kept.n_bytes) {
            return Err(Refused::new(RefusalCode::TooFast));
        }
        let mut next = state.kept.clone();
        let change = next.tree.edit(edit).map_err(refused)?;
        if matches!(change, Change::Looked { node } if node == state.kept.tree.at) {
            return Ok(None);
        }
        next.keys.push_back(key);
        while next.keys.len() > KEYS_MAX {
            next.keys.pop_front();
        }
        self.keep(state, next, now_ms).await?;
        Ok(Some(change))
    }

    /// Waits until one more review may be changed.
    async fn turn(&self) -> Result<SemaphorePermit<'_>, Refused> {
        self.changes.acquire().await.map_err(failed)
    }

    /// Puts a review in place of the one on the desk when it is stored.
    async fn keep(&self, state: &mut State, mut next: Review, now_ms: u64) -> Result<(), Refused> {
        next.summary.seq += 1;
        next.summary.updated_ms = now_ms as i64;
        next.summary.plies = next.tree.n_plies();
        let packed = pack(&next);
        // What was stored when more could be may get smaller.
        if packed.len() > BYTES_MAX && packed.len() > state.kept.n_bytes {
            return Err(Refused::new(RefusalCode::ReviewTooLarge));
        }
        next.n_bytes = packed.len();
        let kept = self.store(&next, packed).await;
        if matches!(kept, Ok(true)) {
            state.replace(next);
            return Ok(());
        }
        // It may have been stored all the same, when the connection broke during COMMIT: what is
        // stored counts, and the command is known there when it comes again.
        if let Ok(Some(found)) = self.stored(next.summary.id.code()).await {
            state.replace(found);
            self.tell_all(state);
        }
        Err(kept.err().map_or_else(|| Refused::new(RefusalCode::Internal), failed))
    }

    async fn store(&self, review: &Review, tree: Vec<u8>) -> komadai_store::Result<bool> {
        let mut tx = self.service.store.write().await?;
        let review = komadai_store::Review { summary: review.summary.clone(), tree };
        let is_kept = stored::keep(&mut tx, &review).await?;
        tx.commit().await?;
        Ok(is_kept)
    }

    /// Keeps a new review of one's own. The tree must be one that has a record.
    ///
    /// # Errors
    /// When it cannot be stored.
    pub async fn create(
        &self,
        by: &Player,
        tree: Tree,
        is_public: bool,
        random: [u8; 10],
    ) -> Result<Code, Refused> {
        if self.service.directory.sanctions().is_read_only() {
            return Err(Refused::new(RefusalCode::ReadOnly));
        }
        let now_ms = self.service.timebase.now_ms();
        let summary = ReviewSummary {
            id: ReviewId::new(now_ms, random),
            owner: by.id,
            partner: None,
            of_game: false,
            title: title(&tree),
            variant: tree.variant.clone(),
            plies: tree.n_plies(),
            is_public,
            seq: 1,
            created_ms: now_ms as i64,
            updated_ms: now_ms as i64,
        };
        let editors = vec![(by.id, by.name.clone())];
        let mut review = Review { summary, tree, editors, keys: VecDeque::new(), n_bytes: 0 };
        let packed = pack(&review);
        review.n_bytes = packed.len();
        if review.n_bytes > BYTES_MAX {
            return Err(Refused::new(RefusalCode::ReviewTooLarge));
        }
        match self.store(&review, packed).await.map_err(failed)? {
            true => Ok(review.summary.id.code()),
            false => Err(Refused::new(RefusalCode::Internal)),
        }
    }

    /// Lists one's own review for everybody, or no longer.
    ///
    /// # Errors
    /// When it is not theirs, or cannot be stored.
    pub async fn publish(&self, code: Code, by: UserId, is_public: bool) -> Result<(), Refused> {
        let _turn = self.turn().await?;
        let desk = self.desk(code).await?;
        let mut state = desk.lock().await;
        let mut done = state.kept.is_own(by);
        if done.is_ok() {
            let mut next = state.kept.clone();
            next.summary.is_public = is_public;
            done = self.keep(&mut state, next, self.service.timebase.now_ms()).await;
        }
        if done.is_ok() {
            state.tell_terms();
        }
        drop(state);
        self.leave(code, desk);
        done
    }

    /// Takes one's own review away.
    ///
    /// # Errors
    /// When it is not theirs, or the database fails.
    pub async fn delete(&self, code: Code, by: UserId) -> Result<(), Refused> {
        let desk = self.desk(code).await?;
        let mut state = desk.lock().await;
        let mut done = state.kept.is_own(by);
        if done.is_ok() {
            done = self.take_away(state.kept.summary.id).await.map_err(failed);
        }
        if done.is_ok() {
            state.end();
        }
        drop(state);
        self.leave(code, desk);
        done
    }

    /// Takes anybody's review away, as a moderator, for a reason that is noted. Of the review that
    /// two players have of their game the game itself is left.
    ///
    /// # Errors
    /// When nothing is kept of it, or the database fails.
    pub async fn take_down(&self, code: Code, by: UserId, reason: &str) -> Result<(), Refused> {
        let desk = self.desk(code).await?;
        let mut state = desk.lock().await;
        let (id, owner) = (state.kept.summary.id, state.kept.summary.owner);
        let moderation = &self.service.moderation;
        let done = match moderation.remove_review(by, id, owner, reason).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(Refused::new(RefusalCode::UnknownReview)),
            Err(cause) => Err(failed(cause)),
        };
        if done.is_ok() {
            state.end();
        }
        drop(state);
        self.leave(code, desk);
        done
    }

    /// Tells everybody everything.
    fn tell_all(&self, state: &State) {
        for follower in &state.followers {
            let snapshot = self.snapshot(state, follower.user);
            // Who cannot keep up is let go by its own session.
            let _ = follower.connection.send_all([snapshot, state.presence()]);
        }
    }

    async fn take_away(&self, id: ReviewId) -> komadai_store::Result<()> {
        let mut tx = self.service.store.write().await?;
        stored::delete(&mut tx, id).await?;
        tx.commit().await
    }
}

impl Review {
    /// The review that the two players of a finished game have together, before they have changed
    /// anything.
    fn of_game(game: &Game) -> Result<Self, Refused> {
        let players = game.players().filter(|_| game.phase() == Phase::Over);
        let players = players.ok_or_else(|| Refused::new(RefusalCode::GameNotOver))?;
        let record = record::record(game)
            .map_err(|cause| Refused::said(RefusalCode::BadEdit, cause.to_string()))?;
        let tree = Tree::of(&record)
            .map_err(|cause| Refused::said(RefusalCode::BadEdit, cause.to_string()))?;
        // The built-in opponent has nothing to say.
        let seats = BySide::from_fn(|side| players[side].clone());
        let editors: Vec<_> = Side::ALL
            .into_iter()
            .map(|side| &seats[side])
            .filter(|player| opponents::level_of(player.id).is_none())
            .map(|player| (player.id, player.name.clone()))
            .collect();
        let ended_ms = game.ended_ms().unwrap_or(game.setup().created_ms) as i64;
        let summary = ReviewSummary {
            id: ReviewId::from_uuid(game.id().uuid()),
            owner: editors.first().map_or(seats.sente.id, |(id, _)| *id),
            partner: editors.get(1).map(|(id, _)| *id),
            of_game: true,
            title: title(&tree),
            variant: tree.variant.clone(),
            plies: tree.n_plies(),
            is_public: false,
            seq: 0,
            created_ms: ended_ms,
            updated_ms: ended_ms,
        };
        let mut review = Self { summary, tree, editors, keys: VecDeque::new(), n_bytes: 0 };
        review.n_bytes = pack(&review).len();
        Ok(review)
    }

    fn may_edit(&self, user: UserId) -> bool {
        self.editors.iter().any(|(id, _)| *id == user)
    }

    /// Whether it is somebody's alone to publish and to delete.
    fn is_own(&self, user: UserId) -> Result<(), Refused> {
        match !self.summary.of_game && self.summary.owner == user {
            true => Ok(()),
            false => Err(Refused::new(RefusalCode::NotYourReview)),
        }
    }

    /// It as a reader sees it, with nobody looking.
    pub fn view(&self, reader: Option<UserId>) -> ReviewView {
        ReviewView {
            review: self.summary.id.code(),
            of_game: self.summary.of_game,
            editors: self.editors.iter().map(|(_, name)| name.clone()).collect(),
            may_edit: reader.is_some_and(|reader| self.may_edit(reader)),
            public: self.summary.is_public,
            tree: self.tree.clone(),
            here: Vec::new(),
            watchers: 0,
        }
    }
}

impl State {
    /// Those of the editors who are looking.
    fn here(&self) -> Vec<String> {
        let is_here = |id: UserId| self.followers.iter().any(|it| it.user == Some(id));
        let editors = self.kept.editors.iter().filter(|(id, _)| is_here(*id));
        editors.map(|(_, name)| name.clone()).collect()
    }

    fn n_watchers(&self) -> usize {
        let watches = |it: &&Follower| it.user.is_none_or(|user| !self.kept.may_edit(user));
        self.followers.iter().filter(watches).count()
    }

    fn view(&self, reader: Option<UserId>) -> ReviewView {
        ReviewView {
            here: self.here(),
            watchers: self.n_watchers() as u32,
            ..self.kept.view(reader)
        }
    }

    /// The review has changed.
    fn replace(&mut self, review: Review) {
        if let Some(held) = &mut self.held {
            held.is_now(review.n_bytes);
        }
        self.kept = review;
    }

    fn event(&self, seq: Option<u32>, event: ReviewEvent) -> Bytes {
        render::frame(&ServerMessage::Event {
            stream: StreamName::Review(self.kept.summary.id.code()),
            seq,
            epoch: None,
            event: StreamEvent::Review(Box::new(event)),
        })
    }

    fn send(&self, frame: &Bytes) {
        for follower in &self.followers {
            // Who cannot keep up is let go by its own session.
            let _ = follower.connection.send(frame.clone());
        }
    }

    /// Tells everybody what was done.
    fn tell(&self, by: &Player, change: &Change) {
        let changed = ReviewEvent::Changed { by: by.name.clone(), change: change.clone() };
        self.send(&self.event(Some(self.kept.summary.seq), changed));
    }

    /// The review is taken away, and nobody follows it any more.
    fn end(&mut self) {
        self.is_gone = true;
        self.followers.clear();
    }

    /// Who is looking, and nothing else.
    fn presence(&self) -> Bytes {
        self.present(None, None)
    }

    fn present(&self, seq: Option<u32>, public: Option<bool>) -> Bytes {
        let watchers = self.n_watchers() as u32;
        self.event(seq, ReviewEvent::Present { here: self.here(), watchers, public })
    }

    /// Tells everybody whether it is listed: in an event that those who know nothing of such
    /// changes understand as far as they need.
    fn tell_terms(&self) {
        let summary = &self.kept.summary;
        self.send(&self.present(Some(summary.seq), Some(summary.is_public)));
    }

    /// Tells that `user` has come or gone. Of the many watchers of a famous game only the editors
    /// are worth a word to each of them.
    fn tell_presence(&self, user: Option<UserId>) {
        let watchers = self.n_watchers();
        if watchers > WATCHERS_TOLD_MAX && !user.is_some_and(|user| self.kept.may_edit(user)) {
            return;
        }
        self.send(&self.presence());
    }
}

/// What is stored of a review beside its columns.
fn pack(review: &Review) -> Vec<u8> {
    let packed = PackedRef { tree: &review.tree, keys: &review.keys };
    serde_json::to_vec(&packed).expect("every tree has a JSON form")
}

/// What a review is called: who plays, or what its record calls itself.
fn title(tree: &Tree) -> String {
    let players = tree.header("Sente").zip(tree.header("Gote"));
    let title = match players {
        Some((sente, gote)) => format!("{sente} – {gote}"),
        None => tree.header("Title").or(tree.header("Event")).unwrap_or_default().to_owned(),
    };
    clean_line(&title).chars().take(TITLE_CHARS_MAX).collect()
}

fn failed(cause: impl std::fmt::Display) -> Refused {
    warn!("a review cannot be read or kept: {cause}");
    Refused::new(RefusalCode::Internal)
}

fn refused(error: EditError) -> Refused {
    match error {
        EditError::Illegal(illegal) => Refused::new(illegal.into()),
        EditError::BadMove => Refused::new(RefusalCode::BadMove),
        EditError::UnknownNode => Refused::new(RefusalCode::UnknownNode),
        EditError::Full => Refused::new(RefusalCode::ReviewFull),
        error => Refused::said(RefusalCode::BadEdit, error.to_string()),
    }
}
