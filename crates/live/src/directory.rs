//! Where the live games are.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{
            AtomicBool, AtomicI64, AtomicUsize,
            Ordering::{Relaxed, SeqCst},
        },
    },
};

use futures_util::future::join_all;
use komadai_game::{Game, Phase, Setup};
use komadai_ids::{Code, UserId};
use komadai_rules::Side;
use parking_lot::Mutex;
use tokio::sync::{Notify, mpsc, watch};
use tracing::error;

mod assistance;
mod elsewhere;
mod making;
pub(crate) mod open_room;
mod rooms;
pub(crate) mod running_positions;

pub use self::running_positions::Asker;
use self::{
    elsewhere::may_have_games,
    open_room::OpenRoom,
    rooms::{GameReport, RoomEntry, Rooms, Seat, players_of},
    running_positions::RunningPositions,
};
use crate::{
    LiveGame, Presence, Timebase,
    archive::{Archive, StoredGame},
    ends::Ends,
    game_log::GameLog,
    journal::JournalHandle,
    limits::{ENGINE_GAMES_MAX, Limits, WAITING_GAMES_MAX},
    live::LiveSettings,
    meetings::Meetings,
    nodes::{Base64, FromNode, Home},
    opponents::{self, Opponents},
    quota::{Bounds, Quota},
    rated_pairs::RatedPairs,
    render::Render,
    room::{self, Beginning, NO_POS, RoomHandle, UNKNOWN_POS},
    sanctions::Sanctions,
    settle::{self, Settlement, SettlingGame},
    sleep,
};

/// How long a game that is ordered is waited for, in milliseconds, unless it is ordered again.
const ORDERED_MS: u64 = 10_000;

/// A game that a player is playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OngoingGame {
    pub game: Code,
    /// The player's side.
    pub side: Side,
    /// Whether the players need not be there at the same time.
    pub is_correspondence: bool,
    /// Whether it waits for the player: [`waits`].
    pub waits: bool,
}

/// Whether a game waits for its player, who may leave it for another and come back: against a
/// machine, and without a clock.
pub(crate) fn waits(setup: &Setup) -> bool {
    let is_timed = setup.clocks.sente.is_timed() || setup.clocks.gote.is_timed();
    opponents::has_machine(setup) && !is_timed
}

/// How much is waiting to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queues {
    /// Records waiting for the journal's writer.
    pub journal: usize,
    /// Games waiting to be settled.
    pub settling: usize,
}

/// All live games of this node, and access to every other game.
///
/// This is the only way to a room. At the home of several nodes it knows every live game, and a
/// handle may lead to another node.
pub struct Directory {
    timebase: Timebase,
    journal: JournalHandle,
    render: Arc<dyn Render>,
    presence: Arc<Presence>,
    archive: Arc<dyn Archive>,
    settlements: mpsc::Sender<SettlingGame>,
    limits: Limits,
    opponents: Opponents,
    sanctions: Sanctions,
    meetings: Meetings,
    /// Games waiting for an opponent. Their rooms hold their share of the quota.
    waiting_games: Quota,
    /// Games against the built-in opponent, likewise.
    engine_games: Quota,
    rated_pairs: RatedPairs,
    pub(crate) running_positions: RunningPositions,
    // A lock, because every session looks here; held for a look-up only.
    live: Mutex<Rooms>,
    /// Where this node sends reports, if it hosts rooms for another.
    home: Option<Home>,
    /// Games that are ordered and cannot be made yet, each with until when that is assumed, in Unix
    /// milliseconds.
    // A lock, because sessions look here for games that are not found; held for a look-up only.
    ordered: Mutex<HashMap<Code, u64>>,
    /// Games of a failed node are being taken over: the journal's floor has to wait.
    takes_over: AtomicUsize,
    ends: Ends,
    /// No new rooms are opened; set with `live` locked.
    stopping: AtomicBool,
    n_rooms: Arc<AtomicUsize>,
    room_closed: Arc<Notify>,
}

impl std::fmt::Debug for Directory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Directory").field("n_rooms", &self.n_rooms).finish_non_exhaustive()
    }
}

impl Directory {
    pub(crate) fn new(
        timebase: Timebase,
        journal: JournalHandle,
        render: Arc<dyn Render>,
        presence: Arc<Presence>,
        archive: Arc<dyn Archive>,
        settlements: mpsc::Sender<SettlingGame>,
        settings: LiveSettings,
    ) -> Arc<Self> {
        let LiveSettings { limits, opponents, is_node } = settings;
        Arc::new(Self {
            timebase,
            journal,
            render,
            presence,
            archive,
            settlements,
            limits,
            opponents,
            sanctions: Sanctions::new(limits.chat_burst),
            meetings: Meetings::default(),
            waiting_games: Quota::new(Bounds {
                per_account: limits.games_per_player,
                per_guest: limits.games_per_player,
                guests_per_address: limits.visitors.waiting_games_per_address,
                guests: WAITING_GAMES_MAX / 2,
                in_all: WAITING_GAMES_MAX,
            }),
            engine_games: Quota::new(Bounds {
                per_account: limits.games_per_player,
                per_guest: limits.visitors.engine_games_per_guest,
                guests_per_address: limits.visitors.engine_games_per_address,
                guests: ENGINE_GAMES_MAX / 2,
                in_all: ENGINE_GAMES_MAX,
            }),
            rated_pairs: RatedPairs::default(),
            running_positions: RunningPositions::default(),
            live: Mutex::default(),
            home: is_node.then(Home::default),
            ordered: Mutex::default(),
            takes_over: AtomicUsize::new(0),
            ends: Ends::new(),
            stopping: AtomicBool::new(false),
            n_rooms: Arc::default(),
            room_closed: Arc::default(),
        })
    }

    /// The server's time.
    pub fn timebase(&self) -> Timebase {
        self.timebase
    }

    /// How frames are rendered.
    pub fn render(&self) -> &Arc<dyn Render> {
        &self.render
    }

    /// Current permissions and restrictions.
    pub fn sanctions(&self) -> &Sanctions {
        &self.sanctions
    }

    /// Players who have met recently.
    pub(crate) fn meetings(&self) -> &Meetings {
        &self.meetings
    }

    /// The rated games that pairs have played lately.
    pub(crate) fn rated_pairs(&self) -> &RatedPairs {
        &self.rated_pairs
    }

    /// The connected clients.
    pub fn presence(&self) -> &Arc<Presence> {
        &self.presence
    }

    /// The game ends that somebody waits for.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// The limits on everything.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub fn opponents(&self) -> &Opponents {
        &self.opponents
    }

    pub(crate) fn archive(&self) -> &dyn Archive {
        &*self.archive
    }

    pub(crate) fn journal(&self) -> &JournalHandle {
        &self.journal
    }

    /// How much is waiting to be written.
    pub fn queues(&self) -> Queues {
        let settling = self.settlements.max_capacity() - self.settlements.capacity();
        Queues { journal: self.journal.n_waiting(), settling }
    }

    /// Number of open rooms.
    pub fn n_rooms(&self) -> usize {
        self.n_rooms.load(Relaxed)
    }

    /// How many games are not over; with nodes, theirs too.
    pub fn n_unfinished(&self) -> usize {
        self.live.lock().n_unfinished()
    }

    /// A handle to the room of a live game.
    pub fn live(&self, code: Code) -> Option<RoomHandle> {
        self.live.lock().get(code).map(|entry| entry.handle.clone())
    }

    /// The room of any game; one that is over and was unloaded, or that sleeps, is opened from the
    /// archive.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub async fn open(self: &Arc<Self>, code: Code) -> Result<Option<RoomHandle>, OpenError> {
        if let Some(handle) = self.live(code) {
            return Ok(Some(handle));
        }
        if self.is_stopping() {
            return Err(OpenError::Stopping);
        }
        if self.home.is_some() {
            return Err(OpenError::Elsewhere);
        }
        let lost = self.presence.nodes().lost();
        let Some((game, log)) = self.stored(code, lost.as_ref()).await? else {
            let found = self.found_elsewhere(code, lost).await?;
            if found.is_none() && self.is_ordered(code) {
                return Err(OpenError::Elsewhere);
            }
            return Ok(found);
        };
        let mut live = self.live.lock();
        if self.is_stopping() {
            return Err(OpenError::Stopping);
        }
        // Another caller may have been faster.
        if let Some(entry) = live.get(code) {
            return Ok(Some(entry.handle.clone()));
        }
        if game.phase() != Phase::Over {
            live.register(&game);
        }
        let known = Beginning::Known { game: Box::new(game), counted: None, log, base_pos: NO_POS };
        Ok(Some(self.enter(&mut live, known)?))
    }

    /// A game is ordered that cannot be made yet, because a journal that is not read may have it.
    /// Whoever comes for it meanwhile asks again.
    pub fn order(&self, code: Code) {
        let now_ms = self.timebase.now_ms();
        let mut ordered = self.ordered.lock();
        ordered.retain(|_, until_ms| *until_ms > now_ms);
        ordered.insert(code, now_ms + ORDERED_MS);
    }

    fn is_ordered(&self, code: Code) -> bool {
        let until_ms = self.ordered.lock().get(&code).copied();
        until_ms.is_some_and(|until_ms| until_ms > self.timebase.now_ms())
    }

    /// A copy of any game in its current state.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub async fn look(&self, code: Code) -> Result<Option<Game>, OpenError> {
        if let Some(handle) = self.live(code) {
            if let Some(game) = handle.game().await {
                return Ok(Some(game));
            }
            // It is live, but its node cannot be reached at the moment.
            if handle.as_there().is_some_and(|it| it.is_played()) && self.live(code).is_some() {
                return Err(OpenError::Elsewhere);
            }
        }
        let lost = self.presence.nodes().lost();
        if let Some((game, _)) = self.stored(code, lost.as_ref()).await? {
            return Ok(Some(game));
        }
        match self.found_elsewhere(code, lost).await? {
            Some(handle) => Ok(handle.game().await),
            None => Ok(None),
        }
    }

    /// `lost` was taken before the game was looked for.
    async fn stored(
        &self,
        code: Code,
        lost: Option<&watch::Receiver<usize>>,
    ) -> Result<Option<(Game, GameLog)>, OpenError> {
        Ok(match self.archive.find(code).await? {
            Some(StoredGame::Over(record)) => {
                let log = GameLog::from_bytes(record);
                Some((log.replay(|_, _, _| {})?, log))
            }
            // A journal that is not read yet may know more of it.
            Some(StoredGame::Asleep(..)) if lost.is_some_and(may_have_games) => {
                return Err(OpenError::Elsewhere);
            }
            Some(StoredGame::Asleep(sleeping, away)) => Some(sleep::awake(sleeping, &away)?),
            None => None,
        })
    }

    fn enter(
        self: &Arc<Self>,
        live: &mut Rooms,
        beginning: Beginning,
    ) -> Result<RoomHandle, komadai_game::SetupProblem> {
        let is_correspondence = beginning.is_correspondence();
        let (handle, base_pos) = room::start(self, beginning)?;
        live.insert(RoomEntry { is_correspondence, ..RoomEntry::here(handle.clone(), base_pos) });
        Ok(handle)
    }

    /// A game has both its players: they are notified, wherever they are.
    pub(crate) fn begin(&self, game: &Game, log: &GameLog) {
        let mut live = self.live.lock();
        live.register(game);
        if let Some(home) = &self.home {
            let Some(first) = log.first() else { return };
            let founding = Base64(first.to_vec());
            if let Some(entry) = live.get_mut(game.id().code()) {
                entry.reported = Some(GameReport { founding: founding.clone(), is_over: false });
            }
            // With the lock held, so that a list of all rooms is either sent earlier or includes
            // it.
            home.tell(FromNode::Began { founding });
            return;
        }
        drop(live);
        self.say_started(game);
    }

    fn say_started(&self, game: &Game) {
        let Some(players) = game.players() else { return };
        let setup = game.setup();
        for side in Side::ALL {
            let playing = OngoingGame {
                game: setup.id.code(),
                side,
                is_correspondence: setup.is_correspondence(),
                waits: waits(setup),
            };
            self.presence.game_started(players[side].id, playing, setup.tournament, &self.render);
        }
        self.presence.games_changed();
    }

    /// A game is over, or something happened after its end: it is queued for settlement.
    pub(crate) async fn settle(&self, game: &Game, log: &GameLog, base_pos: &Arc<AtomicI64>) {
        self.over(game);
        self.report_over(game.id(), log);
        let settlement = match Settlement::of(game, log) {
            Ok(settlement) => settlement,
            Err(cause) => {
                // It stays in the journal, and is retried at the next start.
                let id = game.id();
                error!(game.id = %id, "game {id} cannot be settled: {cause}");
                return;
            }
        };
        // If the settler is gone, the process is stopping, and the game is settled at the next
        // start.
        let needed = base_pos.load(Relaxed);
        let settling = SettlingGame { settlement, base_pos: base_pos.clone(), needed };
        let _ = self.settlements.send(settling).await;
    }

    /// Notifies everybody concerned of a game's end.
    pub(crate) fn over(&self, game: &Game) {
        self.live.lock().free(game.id().code(), players_of(game));
        self.ends.note(game);
        if let (Some(outcome), Some(players)) = (game.outcome(), game.players())
            && outcome.reason.is_void()
        {
            let [one, other] = [players.sente.id, players.gote.id];
            self.meetings.note(one, other, self.timebase.now_ms());
        }
        if let Some(player) = settle::leaver(game) {
            self.sanctions.leaves(player, game.ended_ms().unwrap_or_default());
        }
        self.presence.games_changed();
    }

    /// The games of a player that are being played, with the player's side.
    pub fn games_of(&self, player: UserId) -> Vec<(Code, Side)> {
        self.playing(player).into_iter().map(|it| (it.game, it.side)).collect()
    }

    /// The games of a player that are being played, with what kind they are.
    pub fn playing(&self, player: UserId) -> Vec<OngoingGame> {
        let live = self.live.lock();
        let playing = live.of(player).iter().filter_map(|it| {
            let side = it.side?;
            let Seat { game, is_correspondence, waits, .. } = *it;
            Some(OngoingGame { game, side, is_correspondence, waits })
        });
        playing.collect()
    }

    /// The games at which a player sits now: those by correspondence, and those that wait for their
    /// player, are not among them.
    pub fn at_the_board(&self, player: UserId) -> Vec<Code> {
        let playing = self.playing(player).into_iter();
        playing.filter(|it| !it.is_correspondence && !it.waits).map(|it| it.game).collect()
    }

    /// Whether a player takes part in this game and it is not over.
    pub fn has_game(&self, player: UserId, game: Code) -> bool {
        self.live.lock().of(player).iter().any(|it| it.game == game)
    }

    /// Whether a player sits at a board, and so can begin no other game that is played at once. A
    /// game that waits for its player keeps nobody there.
    pub(crate) fn is_playing(&self, player: UserId) -> bool {
        let live = self.live.lock();
        live.of(player).iter().any(|it| it.side.is_some() && !it.is_correspondence && !it.waits)
    }

    /// A game has ended, but is not announced yet: its players are free from now on.
    pub(crate) fn set_free(&self, game: &Game) {
        let code = game.id().code();
        self.live.lock().free(code, players_of(game));
        if let Some(home) = &self.home {
            home.tell(FromNode::Ending { game: code });
        }
    }

    /// Everybody who has a game that is not over.
    pub fn players(&self) -> Vec<UserId> {
        self.live.lock().players().collect()
    }

    /// Summaries of at least `n` running games for lists, as far as there are so many in which
    /// something happens, those that were opened last before others. Those at a node that does not
    /// answer at once are left out.
    pub async fn summaries(&self, n: usize) -> Vec<LiveGame> {
        let mut found = Vec::new();
        // Many may be boards that their players have left.
        let mut before = u64::MAX;
        loop {
            let some = self.live.lock().watched(before, n.max(1));
            let Some((last, _)) = some.last() else { return found };
            before = *last;
            let asked = some.iter().map(|(_, room)| room.summary());
            found.extend(join_all(asked).await.into_iter().flatten());
            if found.len() >= n {
                return found;
            }
        }
    }

    /// Some of the open rooms.
    pub fn some_rooms(&self, n: usize) -> Vec<RoomHandle> {
        self.live.lock().all().take(n).map(|entry| entry.handle.clone()).collect()
    }

    pub(crate) fn all_rooms(&self) -> Vec<RoomHandle> {
        self.some_rooms(usize::MAX)
    }

    /// The first journal position that an open room still needs; [`NO_POS`] if there is none.
    /// `None` if it is currently unknown: a record is being written, or the server is stopping, and
    /// then a game that follows another may be known only from the other's record.
    pub(crate) fn floor(&self) -> Option<i64> {
        let live = self.live.lock();
        let needed = live.all().map(|entry| entry.base_pos.load(Relaxed)).min();
        let floor = needed.unwrap_or(NO_POS);
        let is_known = floor != UNKNOWN_POS && self.takes_over.load(SeqCst) == 0;
        (is_known && !self.is_stopping()).then_some(floor)
    }

    /// Lets a room close if it may and nobody else holds a handle; returns whether it closes.
    pub(crate) fn close_room(&self, code: Code, may_close: impl FnOnce() -> bool) -> bool {
        let mut live = self.live.lock();
        // New handles are made only here, so this cannot change while the lock is held.
        let closes = live.get(code).is_some_and(|entry| entry.handle.is_last()) && may_close();
        if closes {
            live.remove(code);
            if let Some(home) = &self.home {
                home.tell(FromNode::Closed { game: code });
            }
        }
        closes
    }

    /// Lets the room of a game that falls asleep close if nobody else holds a handle; returns
    /// whether it closes.
    pub(crate) fn close_sleeping(&self, game: &Game, may_close: impl FnOnce() -> bool) -> bool {
        let code = game.id().code();
        let mut live = self.live.lock();
        let closes = live.get(code).is_some_and(|entry| entry.handle.is_last()) && may_close();
        if closes {
            live.remove(code);
            live.free(code, players_of(game));
        }
        closes
    }

    /// Counts a room that opens.
    pub(crate) fn open_room(&self) -> OpenRoom {
        OpenRoom::new(self.n_rooms.clone(), self.room_closed.clone())
    }

    /// Opens no more rooms; those that are open continue.
    pub fn refuse_new(&self) {
        // With the lock held, so that a room that is being opened has been opened by then.
        let _live = self.live.lock();
        self.stopping.store(true, SeqCst);
    }

    /// Whether no more rooms are opened.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(SeqCst)
    }

    /// Closes all rooms, once pending records are written and announced.
    pub(crate) async fn stop(&self) {
        self.refuse_new();
        self.opponents.stop();
        for room in self.all_rooms() {
            room.stop().await;
        }
        loop {
            let closed = self.room_closed.notified();
            if self.n_rooms() == 0 {
                break;
            }
            closed.await;
        }
        self.live.lock().clear();
    }
}

/// A game's room could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The server is stopping.
    #[error("the server is stopping")]
    Stopping,
    /// It has no room here, and only the home may open games without a room.
    #[error("another node hosts the game")]
    Elsewhere,
    /// The archive cannot be read.
    #[error("the archive cannot be read")]
    Store(#[from] komadai_store::Error),
    /// What is stored of the game is damaged.
    #[error("the stored game is damaged")]
    Log(#[from] crate::game_log::GameLogError),
    /// The stored data of the game is impossible.
    #[error("the stored game is damaged")]
    Setup(#[from] komadai_game::SetupProblem),
}
