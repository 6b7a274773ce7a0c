//! One run: processes that come and go, and tabs that stay.

use std::{
    ops::{AddAssign, ControlFlow},
    sync::Arc,
    time::Duration,
};

use komadai_game::{
    ArbiterAct, Command as Wish, EndReason, Outcome, Player, Setup, Time, TimeControl,
    clocks::{Byoyomi, Correspondence, SuddenDeath},
};
use komadai_ids::{GameId, UserId};
use komadai_live::{
    Limits, Live, LiveSettings, LiveTasks, RoomHandle, Timebase, game_log::GameLog,
};
use komadai_rules::{BySide, RuleSet, Variant};
use tokio::{
    runtime,
    task::yield_now,
    time::{sleep, timeout},
};

use super::{
    disk::Disk,
    script::{Act, Command, Say},
    shelf::Shelf,
    tab::{Delivery, Server, Tab},
    truth::{Truth, state},
    window::Window,
};

/// Two games, and at each of them sente, another tab of sente's, gote and a watcher.
pub(super) const TABS: usize = 8;

/// When it all begins, in Unix milliseconds.
const BEGINNING_MS: u64 = 1_790_000_000_000;

/// How often a process that cannot take the journal up is started again.
const STARTS_MAX: usize = 100;

/// Who is away for so long may lose, in milliseconds.
const AWAY_MS: u64 = 5_000;

/// The longest time that is passed until a flag is due.
const FLAG_WAIT_MAX: Duration = Duration::from_secs(90);

/// How much happened.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    kills: u64,
    moves: u64,
    interruptions: u64,
    games_over: u64,
    late: u64,
    followers: u64,
    from_floor: u64,
}

impl Tally {
    /// Each by its name.
    pub(super) fn all(&self) -> [(&'static str, u64); 7] {
        [
            ("a kill", self.kills),
            ("a move", self.moves),
            ("an interruption", self.interruptions),
            ("the end of a game", self.games_over),
            ("a command after an end that was not known", self.late),
            ("a game after another", self.followers),
            ("a start from the journal's floor", self.from_floor),
        ]
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.kills += other.kills;
        self.moves += other.moves;
        self.interruptions += other.interruptions;
        self.games_over += other.games_over;
        self.late += other.late;
        self.followers += other.followers;
        self.from_floor += other.from_floor;
    }
}

/// How the life of a process ends.
struct Death<'c> {
    /// What is to happen after that.
    rest: &'c [Command],
    /// When the next process begins, in milliseconds.
    away_ms: i64,
    /// It stops as it should.
    is_graceful: bool,
}

/// What outlives every process.
pub(super) struct World {
    truth: Truth,
    disk: Disk,
    shelf: Shelf,
    tabs: Vec<Tab>,
    wall_ms: u64,
    kills: u64,
    /// The variant of the first game, by its place in the list.
    variants: usize,
}

impl World {
    /// Runs a list of commands to its end, and what is left to a calm one.
    pub(super) fn run(commands: &[Command]) -> Result<Tally, String> {
        Self::after(commands).map(|world| world.tally())
    }

    /// As [`World::run`]: the world after it.
    pub(super) fn after(commands: &[Command]) -> Result<Self, String> {
        let truth = Truth::default();
        let variants = commands.iter().find_map(|command| match command {
            Command::Variants(first) => Some(*first),
            _ => None,
        });
        let mut world = Self {
            variants: variants.unwrap_or(0),
            disk: Disk::new(truth.clone()),
            shelf: Shelf::default(),
            tabs: (0..TABS).map(tab).collect(),
            wall_ms: BEGINNING_MS,
            kills: 0,
            truth,
        };
        let mut rest = commands;
        let mut is_first = true;
        while let ControlFlow::Continue(left) = world.process(rest, is_first) {
            (rest, is_first) = (left, false);
            if let Some(broken) = world.truth.broken() {
                return Err(broken);
            }
        }
        world.truth.broken().map_or_else(|| Ok(world), Err)
    }

    /// The life of one process: until it is killed, with what is to happen after that, or until
    /// everything has come to rest.
    fn process<'c>(
        &mut self,
        commands: &'c [Command],
        is_first: bool,
    ) -> ControlFlow<(), &'c [Command]> {
        // All of it ends with its runtime, wherever it stands.
        let process = runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .unwrap();
        process
            .block_on(async {
                let timebase = Timebase::at(self.wall_ms);
                let (server, running) = self.start(timebase).await;
                if is_first {
                    self.sit_down(&server).await;
                }
                let flow = self.live(&server, commands).await;
                if let ControlFlow::Continue(Death { is_graceful: true, .. }) = flow
                    && let Err(broken) = running.stop().await
                {
                    self.truth.breaks(|| format!("a stop fails: {broken}"));
                }
                for tab in &mut self.tabs {
                    tab.is_left_alone(&server);
                }
                let ran_ms = timebase.now_ms() - self.wall_ms;
                self.disk.ran(ran_ms);
                self.wall_ms += ran_ms;
                flow
            })
            .map_continue(|Death { rest, away_ms, .. }| {
                self.kills += 1;
                self.wall_ms = self.wall_ms.saturating_add_signed(away_ms);
                rest
            })
    }

    async fn start(&self, timebase: Timebase) -> (Server, LiveTasks) {
        for _ in 0..STARTS_MAX {
            let window = Window::new(self.truth.clone());
            let limits = Limits { claim_after_ms: AWAY_MS, ..Limits::default() };
            self.shelf.n_asked();
            let started = Live::start(
                self.disk.open(timebase),
                Arc::new(self.shelf.clone()),
                timebase,
                window.clone(),
                LiveSettings { limits, ..LiveSettings::default() },
            );
            if let Ok((live, running)) = started.await {
                let n_asked = self.shelf.n_asked();
                if n_asked != 1 {
                    self.truth.breaks(|| format!("a start asks {n_asked} times what is settled"));
                }
                let truth = self.truth.clone();
                return (Server { live, window, truth, timebase }, running);
            }
        }
        panic!("the journal cannot be taken up");
    }

    /// The games are made, and everybody comes.
    async fn sit_down(&mut self, server: &Server) {
        let variants = self.variants;
        for n in 0..TABS {
            let tab = &mut self.tabs[n];
            tab.come_back(server).await;
            let place = n % 4;
            if place == 0 {
                tab.say(server, Delivery::Create(Box::new(setup(n, variants)))).await;
            }
            if place == 2 {
                let wish = Wish::Join { player: player(n), has_king: n % 3 == 0 };
                tab.say(server, Delivery::Do(wish)).await;
            }
            pass(20).await;
        }
        for n in 0..TABS {
            // Those who came before the game was made found nothing to follow.
            let tab = &mut self.tabs[n];
            tab.read(server).await;
            tab.break_off(server).await;
            tab.come_back(server).await;
            pass(20).await;
        }
    }

    async fn live<'c>(
        &mut self,
        server: &Server,
        commands: &'c [Command],
    ) -> ControlFlow<(), Death<'c>> {
        let mut n_at_once = 0;
        for (at, command) in commands.iter().enumerate() {
            match *command {
                Command::Variants(_) => {}
                Command::AtOnce(n) => n_at_once = n,
                Command::Arbiter { tab, act } => {
                    if let Some(room) = server.live.directory.live(self.tabs[tab].game()) {
                        act_on(&room, act).await;
                    }
                }
                Command::Say { tab, what } => {
                    let tab = self.speaker(tab, what);
                    self.tabs[tab].speak(server, what).await;
                }
                Command::Repeat { tab, back } => self.tabs[tab].repeat(server, back).await,
                Command::Break { tab } => self.tabs[tab].break_off(server).await,
                Command::Return { tab } => self.tabs[tab].come_back(server).await,
                Command::Deafen { tab } => self.tabs[tab].deafen(),
                Command::Turns(n) => pass(n).await,
                Command::Wait(ms) => sleep(Duration::from_millis(u64::from(ms))).await,
                Command::ToFlag { tab, offset_ms } => {
                    self.wait_for_flag(server, tab, offset_ms).await;
                }
                Command::Disk(fault) => self.disk.set(Some(fault)),
                Command::Lie => self.disk.lie(),
                Command::Kill { away_ms } => {
                    let rest = &commands[at + 1..];
                    return ControlFlow::Continue(Death { rest, away_ms, is_graceful: false });
                }
                Command::Stop { away_ms } => {
                    let rest = &commands[at + 1..];
                    return ControlFlow::Continue(Death { rest, away_ms, is_graceful: true });
                }
            }
            if n_at_once > 0 {
                n_at_once -= 1;
                continue;
            }
            yield_now().await;
            self.read(server).await;
            if self.truth.broken().is_some() {
                return ControlFlow::Break(());
            }
        }
        self.come_to_rest(server).await;
        ControlFlow::Break(())
    }

    /// Time passes until the flag of a tab's game is due, if that is soon.
    async fn wait_for_flag(&self, server: &Server, tab: usize, offset_ms: i32) {
        let Some(room) = server.live.directory.live(self.tabs[tab].game()) else { return };
        // A game that is not durable yet is not shown.
        let game = timeout(FLAG_WAIT_MAX, room.game()).await.ok().flatten();
        let due_ms = game.and_then(|it| it.deadline_ms(None));
        let Some(due_ms) = due_ms.map(|it| it.saturating_add_signed(offset_ms.into())) else {
            return;
        };
        let left_ms = due_ms.saturating_sub(server.timebase.now_ms());
        sleep(Duration::from_millis(left_ms).min(FLAG_WAIT_MAX)).await;
    }

    /// Who of those at the tab's game says this: moves are made by the player whose turn it is.
    fn speaker(&self, tab: usize, what: Say) -> usize {
        let table = tab / 4 * 4;
        let mut movers = (tab..table + 4).chain(table..tab).filter(|&n| self.tabs[n].is_on_turn());
        match what {
            Say::Move(_) => movers.next().unwrap_or(tab),
            _ => tab,
        }
    }

    async fn read(&mut self, server: &Server) {
        for tab in &mut self.tabs {
            tab.read(server).await;
        }
    }

    /// Nothing goes wrong any more, everybody is there, and everything is answered.
    async fn come_to_rest(&mut self, server: &Server) {
        self.disk.set(None);
        // Long enough for what was refused meanwhile to be written, and for players who follow a
        // game into the next.
        for _ in 0..12 {
            sleep(Duration::from_millis(500)).await;
            for tab in &mut self.tabs {
                tab.come_back(server).await;
            }
            pass(50).await;
            self.read(server).await;
        }
        for tab in &self.tabs {
            tab.is_content(&self.truth);
        }
        // A flag may have fallen a moment ago; settling takes its time.
        let over = self.truth.over();
        sleep(Duration::from_millis(500)).await;
        for code in over {
            let stored = self.shelf.find(code).map(GameLog::from_bytes);
            let stored = stored.and_then(|log| log.replay(|_, _, _| {}).ok());
            let kept = self.truth.look(code, |it| it.map(|it| state(&it.game)));
            let stored = stored.as_ref().map(state);
            if stored != kept {
                self.truth.breaks(|| {
                    format!("game {code} is over: kept is {kept:?}, but settled is {stored:?}")
                });
            }
        }
    }

    /// What the last move in the second game was thought over, in milliseconds.
    pub(super) fn last_thought_ms(&self) -> Option<u32> {
        let game = game_of(TABS - 1).code();
        self.truth.look(game, |durable| Some(durable?.game.played().last()?.thought_ms))
    }

    fn tally(&self) -> Tally {
        let (kills, from_floor) = (self.kills, self.disk.n_from_floor());
        let late = self.tabs.iter().map(|tab| tab.n_late).sum();
        let mut tally = Tally { kills, from_floor, late, ..Tally::default() };
        self.truth.each(|durable| {
            use komadai_game::Event;
            for event in &durable.events {
                match event {
                    Event::Moved { .. } => tally.moves += 1,
                    Event::Interrupted { .. } => tally.interruptions += 1,
                    Event::Ended { .. } => tally.games_over += 1,
                    _ => {}
                }
            }
            tally.followers += u64::from(durable.game.setup().previous.is_some());
        });
        tally
    }
}

/// Lets every task run so often.
async fn pass(turns: u32) {
    for _ in 0..turns {
        yield_now().await;
    }
}

async fn act_on(room: &RoomHandle, act: Act) {
    let act = match act {
        Act::Halt => ArbiterAct::Halt,
        Act::GoOn => ArbiterAct::GoOn,
        Act::SetClocks(main_ms) => {
            ArbiterAct::SetClocks(BySide::from_fn(|_| Time { main_ms, periods: 1 }))
        }
        Act::Adjudicate => ArbiterAct::End(Outcome::new(EndReason::Adjudicated, None)),
        Act::NoShow => return room.no_show(AWAY_MS).await,
    };
    room.arbiter(act).await;
}

/// The game at which a tab sits.
fn game_of(n: usize) -> GameId {
    GameId::new(BEGINNING_MS, [n as u8 / 4; 10])
}

fn tab(n: usize) -> Tab {
    Tab::new(player(n), n as u64, game_of(n).code())
}

/// Who sits there; the first two tabs of a game are the same person's.
fn player(n: usize) -> Player {
    let person = if n % 4 == 1 { n - 1 } else { n } as u8;
    let name = format!("tab {n}");
    Player { id: UserId::new(u64::from(person), [person + 1; 10]), name, guest: false, bot: false }
}

/// The first game is slow and casual, in some runs by correspondence, the second quick and strict.
fn setup(n: usize, variants: usize) -> Setup {
    let all = Variant::all();
    let (rules, clock) = if n < 4 {
        let byoyomi = Byoyomi { main_ms: 20_000, byoyomi_ms: 10_000, periods: 1 };
        let clock = match variants / 64 % 4 {
            0 => TimeControl::Correspondence(Correspondence::of_days(1)),
            _ => TimeControl::Byoyomi(byoyomi),
        };
        (RuleSet::casual(), clock)
    } else {
        (RuleSet::tournament(), TimeControl::SuddenDeath(SuddenDeath { main_ms: 60_000 }))
    };
    Setup {
        seed: n as u64,
        variant: all[(variants + n / 4) % all.len()].name().to_owned(),
        rules,
        ..Setup::casual(game_of(n), BEGINNING_MS, clock, player(n))
    }
}
