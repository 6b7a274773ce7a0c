//! What visitors without an account leave behind, and how much of it there may be.

use std::{net::IpAddr, sync::Arc, time::Duration};

use komadai_game::{Phase, Player, Setup, TimeControl, clocks::Byoyomi};
use komadai_ids::{GameId, UserId};
use komadai_live::{
    Connection, Live, LiveRefusal, LiveSettings, LiveTasks, QueueReader, Reply, Seek, Timebase,
    Wants, Why,
};
use komadai_store::TokenHash;
use tokio::{runtime, time::sleep};
use uuid::Uuid;

use super::{
    disk::Disk,
    shelf::Shelf,
    truth::Truth,
    window::{Frame, Window},
};

const MINUTE: Duration = Duration::from_secs(60);

/// A server whose process may die, and its visitors.
pub(super) struct House {
    pub(super) live: Live,
    running: LiveTasks,
    pub(super) window: Arc<Window>,
    pub(super) timebase: Timebase,
}

impl House {
    async fn open(disk: &Disk, truth: &Truth, shelf: &Shelf, wall_ms: u64) -> Self {
        Self::open_as(disk, truth, shelf, wall_ms, false).await
    }

    /// A node that plays games for another, or one that has everything.
    pub(super) async fn open_as(
        disk: &Disk,
        truth: &Truth,
        shelf: &Shelf,
        wall_ms: u64,
        is_node: bool,
    ) -> Self {
        let timebase = Timebase::at(wall_ms);
        let window = Window::new(truth.clone());
        let archive = Arc::new(shelf.clone());
        let settings = LiveSettings { is_node, ..LiveSettings::default() };
        let started = Live::start(disk.open(timebase), archive, timebase, window.clone(), settings);
        let (live, running) = started.await.unwrap();
        Self { live, running, window, timebase }
    }

    pub(super) async fn new() -> Self {
        let truth = Truth::default();
        Self::open(&Disk::new(truth.clone()), &truth, &Shelf::default(), 1_790_000_000_000).await
    }

    /// It ends, with everything written.
    pub(super) async fn stop(self) {
        self.running.stop().await.unwrap();
    }

    /// Somebody comes from an address.
    pub(super) fn enter(&self, player: &Player, address: u8) -> (Arc<Connection>, QueueReader) {
        let (connection, frames) = self.live.presence.connect(TokenHash([address; 32]));
        connection.comes_from(IpAddr::from([10, 0, 0, address]));
        self.live.presence.identify(&connection, player.id);
        (connection, frames)
    }

    /// Makes a game that waits for somebody.
    pub(super) fn create(
        &self,
        n: u16,
        maker: &Player,
        by: &Arc<Connection>,
    ) -> Result<GameId, LiveRefusal> {
        self.create_at(self.timebase.now_ms(), n, maker, by)
    }

    /// The same, as if it had been made then.
    fn create_at(
        &self,
        created_ms: u64,
        n: u16,
        maker: &Player,
        by: &Arc<Connection>,
    ) -> Result<GameId, LiveRefusal> {
        let setup = setup(n, maker, created_ms);
        let id = setup.id;
        let reply = Reply { connection: by.clone(), id: u32::from(n) };
        self.live.directory.create(setup, Some(reply)).map(|()| id)
    }

    pub(super) async fn is_waiting(&self, game: GameId) -> bool {
        let game = self.live.directory.look(game.code()).await.unwrap();
        game.is_some_and(|game| game.phase() == Phase::Waiting)
    }

    /// What a seek is answered with.
    pub(super) async fn seek(
        &self,
        n: u16,
        maker: &Player,
        by: &mut (Arc<Connection>, QueueReader),
    ) -> bool {
        self.seek_for(n, setup(n, maker, self.timebase.now_ms()), by).await
    }

    /// The same, for any game.
    pub(super) async fn seek_for(
        &self,
        n: u16,
        setup: Setup,
        by: &mut (Arc<Connection>, QueueReader),
    ) -> bool {
        let seek = Seek {
            id: Uuid::from_u128(u128::from(n) + 1),
            by: setup.seats.creator.clone(),
            address: by.0.address(),
            strength: None,
            wants: Wants::default(),
            blocked: Vec::new(),
            quick: false,
            accepts_guests: true,
            suggests: false,
            setup,
            at_ms: self.timebase.now_ms(),
        };
        let id = u32::from(n);
        self.live.lobby.seek(seek, Reply { connection: by.0.clone(), id }).unwrap();
        loop {
            match self.window.read(by.1.next().await.unwrap().bytes()) {
                Frame::Ack(it) if it == id => return true,
                Frame::Refused(it, _) if it == id => return false,
                _ => {}
            }
        }
    }
}

pub(super) fn player(n: u16, guest: bool) -> Player {
    let [high, low] = n.to_be_bytes();
    let id = UserId::new(1, [high, low, u8::from(guest), 0, 0, 0, 0, 0, 0, 0]);
    Player { id, name: format!("player {n}"), guest, bot: false }
}

pub(super) fn setup(n: u16, maker: &Player, now_ms: u64) -> Setup {
    let [high, low] = n.to_be_bytes();
    let clock = TimeControl::Byoyomi(Byoyomi { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 });
    Setup {
        seed: u64::from(n),
        ..Setup::casual(
            GameId::new(now_ms, [high, low, high, low, high, low, high, low, high, low]),
            now_ms,
            clock,
            maker.clone(),
        )
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_waits_as_long_as_its_makers_page_is_open() {
    let house = House::new().await;
    let (guest, account) = (player(1, true), player(2, false));
    let (here, _frames) = house.enter(&guest, 1);
    let (there, _more_frames) = house.enter(&account, 2);
    let of_guest = house.create(1, &guest, &here).unwrap();
    let of_account = house.create(2, &account, &there).unwrap();
    sleep(70 * MINUTE).await;
    assert!(house.is_waiting(of_guest).await && house.is_waiting(of_account).await);

    house.live.presence.disconnect(&here, Some(guest.id));
    house.live.presence.disconnect(&there, Some(account.id));
    sleep(4 * MINUTE).await;
    assert!(house.is_waiting(of_guest).await, "whoever sends a link is back soon");
    sleep(3 * MINUTE).await;
    assert!(!house.is_waiting(of_guest).await && house.is_waiting(of_account).await);
    sleep(50 * MINUTE).await;
    assert!(house.is_waiting(of_account).await);
    sleep(6 * MINUTE).await;
    assert!(!house.is_waiting(of_account).await);
    assert_eq!(house.live.directory.n_waiting_games(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_day_is_enough_for_any_game_that_waits() {
    let house = House::new().await;
    let guest = player(1, true);
    let (here, _frames) = house.enter(&guest, 1);
    let yesterday_ms = house.timebase.now_ms() - (24 * 60 - 5) * MINUTE.as_millis() as u64;
    let game = house.create_at(yesterday_ms, 1, &guest, &here).unwrap();
    sleep(4 * MINUTE).await;
    assert!(house.is_waiting(game).await);
    sleep(2 * MINUTE).await;
    assert!(!house.is_waiting(game).await);
}

/// The life of one process: everything ends with its runtime, as in a kill.
pub(super) fn live<T>(life: impl Future<Output = T>) -> T {
    let process = runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    process.unwrap().block_on(life)
}

#[test]
fn games_of_one_address_leave_room_for_others_also_after_a_kill() {
    let (truth, shelf) = (Truth::default(), Shelf::default());
    let disk = Disk::new(truth.clone());
    let start_ms = 1_790_000_000_000;
    let ran_ms = live(async {
        let house = House::open(&disk, &truth, &shelf, start_ms).await;
        let mut made = Vec::new();
        let mut frames = Vec::new();
        let refused = loop {
            let n = made.len() as u16;
            let guest = player(n, true);
            let (connection, outgoing) = house.enter(&guest, 1);
            frames.push(outgoing);
            match house.create(n, &guest, &connection) {
                Ok(game) => made.push(game),
                Err(refused) => break refused,
            }
        };
        assert_eq!((made.len(), refused.why.clone()), (50, Why::TooManyGames));
        assert!(refused.message.contains("your network"), "{refused:?}");
        let account = player(1, false);
        let (same_address, _frames) = house.enter(&account, 1);
        house.create(1_000, &account, &same_address).unwrap();
        let other = player(2_000, true);
        let (elsewhere, _other_frames) = house.enter(&other, 2);
        house.create(2_000, &other, &elsewhere).unwrap();
        // Until all of them are durable.
        sleep(MINUTE).await;
        assert!(house.is_waiting(made[49]).await);
        assert_eq!(house.live.directory.n_waiting_games(), 52);
        house.timebase.now_ms() - start_ms
    });
    disk.ran(ran_ms);

    // The process after it finds them, and they end by the same rule.
    live(async {
        let house = House::open(&disk, &truth, &shelf, start_ms + ran_ms).await;
        assert_eq!(house.live.directory.n_waiting_games(), 52);
        let guest = player(3_000, true);
        let (connection, _frames) = house.enter(&guest, 1);
        let game = house.create(3_000, &guest, &connection).unwrap();
        sleep(8 * MINUTE).await;
        assert_eq!(house.live.directory.n_waiting_games(), 2, "the account's and the new one");
        assert!(house.is_waiting(game).await);
    });
}

#[tokio::test(start_paused = true)]
async fn seeks_of_visitors_never_keep_an_account_out() {
    let house = House::new().await;
    let mut n = 0;
    let mut frames = Vec::new();
    // Each of twenty addresses offers all it may, and more.
    for address in 1..=20 {
        for _ in 0..25 {
            let guest = player(n, true);
            let mut by = house.enter(&guest, address);
            n += 1;
            let is_open = house.seek(n, &guest, &mut by).await;
            frames.push((address, is_open, by));
        }
    }
    let n_open = |address| frames.iter().filter(|it| it.0 == address && it.1).count();
    assert_eq!((n_open(1), n_open(2)), (20, 20));
    assert_eq!(frames.iter().filter(|it| it.1).count(), 250);
    let account = player(9_000, false);
    let mut by = house.enter(&account, 1);
    assert!(house.seek(9_000, &account, &mut by).await);
}
