//! The league of programs: in each pool those that wait are paired when its moment comes.
//!
//! Who waits is known here alone; what each program is rated at, how often it sat out and whom it
//! met last is in the store. A game of a pool names it in its set-up, so that settling it changes
//! the pool's ratings (`settling.rs`), which are apart from those of people. The moments come from
//! the clock by way of [`League::tick`].

mod days;
mod pools;
mod settling;

use std::{collections::HashMap, sync::Arc, time::Duration};

use komadai_game::{Player, PoolGame, Seats, Setup, SideChoice, Start};
use komadai_ids::{Code, GameId, UserId};
use komadai_live::{Directory, random};
use komadai_rating::{
    Rating,
    league::{Candidate, Pairing, pair},
};
use komadai_rules::{BySide, DrawPolicy, IllegalPolicy, ImpassePolicy, RuleSet};
use komadai_store::{
    Result, Store,
    league::{self as stored, Program},
};
use metrics::counter;
use parking_lot::Mutex;
use tokio::{
    sync::{mpsc, oneshot},
    time::{sleep, sleep_until},
};
use tracing::{info, warn};

pub(crate) use self::settling::settle;
pub use self::{
    days::{day_named, day_of, name_of_day},
    pools::{Colours, Pool},
    settling::rating_now,
};
use crate::ratings::numbers;

/// How many programs may wait in one pool.
const WAITING_MAX: usize = 1_000;

/// How long the programs of a game have to agree to it, in milliseconds: some load for a minute.
pub const AGREED_WITHIN_MS: u32 = 120_000;

/// Where the rating of a program begins.
const BEGINNING: f64 = 1_500.0;

/// How long is waited after a pairing that failed.
const AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The rules that programs play by.
pub const RULES: RuleSet = RuleSet {
    illegal: IllegalPolicy::Loses,
    repetition: DrawPolicy::Draw,
    impasse: ImpassePolicy::Points27,
    impasse_draw: DrawPolicy::Draw,
    max_moves: Some(500),
    takeback: false,
};

/// The pools, and who waits in them. Cheap to clone.
#[derive(Clone, Debug)]
pub struct League(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    store: Store,
    directory: Arc<Directory>,
    pools: Vec<Pool>,
    /// As many as there are pools, in their order.
    rounds: Mutex<Vec<Round>>,
    /// To the task that makes the games.
    ticks: mpsc::Sender<Tick>,
}

/// An instant that has come, and the task that wants to know which games are made then.
#[derive(Debug)]
struct Tick {
    now_ms: u64,
    made: oneshot::Sender<Vec<Code>>,
}

/// How a pool stands.
#[derive(Debug, Default)]
struct Round {
    next_ms: u64,
    last_number: u64,
    waiting: HashMap<UserId, (u64, Player)>,
    /// The games that were paired and may not be over, each with one of its players.
    games: Vec<(Code, UserId)>,
}

/// A program that waits in a pool, until this is dropped.
#[derive(Debug)]
pub struct WaitingProgram {
    league: League,
    place: usize,
    user: UserId,
    number: u64,
}

impl Drop for WaitingProgram {
    fn drop(&mut self) {
        let mut rounds = self.league.0.rounds.lock();
        let Some(round) = rounds.get_mut(self.place) else { return };
        // A newer one of the same program has a place of its own.
        if round.waiting.get(&self.user).is_some_and(|(number, _)| *number == self.number) {
            round.waiting.remove(&self.user);
        }
    }
}

/// The state of a pool at the moment.
#[derive(Clone, Debug, Default)]
pub struct PoolNow {
    /// When those that wait are paired, in Unix milliseconds.
    pub next_ms: u64,
    pub waiting: Vec<UserId>,
    /// The games that are played.
    pub games: Vec<Code>,
}

impl League {
    pub(crate) async fn start(
        store: Store,
        directory: Arc<Directory>,
        pools: Vec<Pool>,
    ) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let now_ms = directory.timebase().now_ms();
        let mut rounds: Vec<_> = pools
            .iter()
            .map(|pool| Round { next_ms: pool.after(now_ms), ..Round::default() })
            .collect();
        if !pools.is_empty() {
            recall(&directory, &pools, &mut rounds).await;
        }
        let rounds = Mutex::new(rounds);
        let (ticks, heard) = mpsc::channel(1);
        let league = Self(Arc::new(Inner { store, directory, pools, rounds, ticks }));
        (league.clone(), league.run(heard))
    }

    /// The pools, as the settings name them.
    pub fn pools(&self) -> &[Pool] {
        &self.0.pools
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.pools.iter().position(|pool| pool.name == name)
    }

    /// The pool of this name.
    pub fn pool(&self, name: &str) -> Option<&Pool> {
        self.0.pools.get(self.place(name)?)
    }

    /// How a pool stands.
    pub fn now(&self, name: &str) -> Option<PoolNow> {
        let place = self.place(name)?;
        let mut rounds = self.0.rounds.lock();
        let round = rounds.get_mut(place)?;
        self.forget_ended(round);
        let mut waiting: Vec<_> = round.waiting.keys().copied().collect();
        waiting.sort_unstable();
        let games = round.games.iter().map(|(game, _)| *game).collect();
        Some(PoolNow { next_ms: round.next_ms, waiting, games })
    }

    /// A program waits in a pool from now on; `None` when there is no such pool, or it is full.
    pub async fn wait(&self, name: &str, player: Player) -> Result<Option<WaitingProgram>> {
        let Some(place) = self.place(name) else { return Ok(None) };
        let now_ms = self.0.directory.timebase().now_ms();
        let mut tx = self.0.store.write().await?;
        let beginning = numbers(Rating::starting_at(BEGINNING));
        stored::note(&mut tx, name, player.id, beginning, now_ms as i64).await?;
        tx.commit().await?;
        let mut rounds = self.0.rounds.lock();
        let Some(round) = rounds.get_mut(place) else { return Ok(None) };
        let user = player.id;
        if round.waiting.len() >= WAITING_MAX && !round.waiting.contains_key(&user) {
            return Ok(None);
        }
        round.last_number += 1;
        let number = round.last_number;
        round.waiting.insert(user, (number, player));
        Ok(Some(WaitingProgram { league: self.clone(), place, user, number }))
    }

    async fn run(self, mut ticks: mpsc::Receiver<Tick>) {
        let timebase = self.0.directory.timebase();
        loop {
            let Some(next_ms) = self.0.rounds.lock().iter().map(|it| it.next_ms).min() else {
                return;
            };
            let told = tokio::select! {
                () = sleep_until(timebase.instant(next_ms)) => None,
                told = ticks.recv() => told,
            };
            let now_ms = told.as_ref().map_or_else(|| timebase.now_ms(), |tick| tick.now_ms);
            match self.pair_due(now_ms).await {
                // Who asked may have gone.
                Ok(games) => drop(told.map(|tick| tick.made.send(games))),
                Err(cause) => {
                    warn!("the programs of a pool cannot be paired: {cause}");
                    sleep(AGAIN_AFTER).await;
                }
            }
        }
    }

    /// What happens by itself when that instant has come; the games that are made. A caller with
    /// another clock says so here.
    pub async fn tick(&self, now_ms: u64) -> Vec<Code> {
        let (made, games) = oneshot::channel();
        // A task that has ended makes no games.
        let _ = self.0.ticks.send(Tick { now_ms, made }).await;
        games.await.unwrap_or_default()
    }

    /// Pairs those that wait in every pool whose moment has come; a pool for which that fails is
    /// paired at its next moment.
    async fn pair_due(&self, now_ms: u64) -> Result<Vec<Code>> {
        let mut made = Vec::new();
        for (place, pool) in self.0.pools.iter().enumerate() {
            let waiting = {
                let mut rounds = self.0.rounds.lock();
                let Some(round) = rounds.get_mut(place) else { continue };
                if round.next_ms > now_ms {
                    continue;
                }
                round.next_ms = pool.after(now_ms);
                self.forget_ended(round);
                let free = pool.games.saturating_sub(round.games.len());
                let mut waiting: Vec<Player> =
                    round.waiting.values().map(|(_, player)| player.clone()).collect();
                waiting.sort_by_key(|player| player.id);
                (waiting, free)
            };
            made.extend(self.pair(place, pool, waiting.0, waiting.1, now_ms).await?);
        }
        Ok(made)
    }

    async fn pair(
        &self,
        place: usize,
        pool: &Pool,
        waiting: Vec<Player>,
        free: usize,
        now_ms: u64,
    ) -> Result<Vec<Code>> {
        if waiting.is_empty() || self.0.directory.sanctions().is_read_only() {
            return Ok(Vec::new());
        }
        let mut tx = self.0.store.write().await?;
        let mut programs: Vec<(Player, Program)> = Vec::with_capacity(waiting.len());
        for player in waiting {
            // Whose account was deleted meanwhile is in no pool.
            if let Some(program) = stored::program(&mut tx, &pool.name, player.id).await? {
                programs.push((player, program));
            }
        }
        let candidates: Vec<_> = programs
            .iter()
            .map(|(_, it)| Candidate { rating: it.numbers.rating, sat_out: it.sat_out })
            .collect();
        let last = |n: usize, other: usize| match (programs.get(n), programs.get(other)) {
            (Some((_, one)), Some((_, other))) => one.last_opponent == Some(other.user),
            _ => false,
        };
        let have_met = |one: usize, other: usize| last(one, other) && last(other, one);
        let Pairing { games, out } = pair(&candidates, free, have_met);
        let mut setups = Vec::with_capacity(games.len());
        for (one, other) in games {
            let (Some(one), Some(other)) = (programs.get(one), programs.get(other)) else {
                continue;
            };
            let (sente, gote) =
                if is_sente(pool.colours, &one.1, &other.1) { (one, other) } else { (other, one) };
            let [sente, gote] = [&sente.0, &gote.0];
            stored::paired(&mut tx, &pool.name, sente.id, gote.id, true).await?;
            stored::paired(&mut tx, &pool.name, gote.id, sente.id, false).await?;
            setups.push(setup(pool, sente, gote, now_ms));
        }
        for place in &out {
            if let Some((player, _)) = programs.get(*place) {
                stored::sat_out(&mut tx, &pool.name, player.id).await?;
            }
        }
        tx.commit().await?;
        info!("{} games are paired in {}", setups.len(), pool.name);
        let mut made = Vec::with_capacity(setups.len());
        for setup in setups {
            let (game, sente) = (setup.id.code(), setup.seats.creator.id);
            let gote = setup.seats.opponent.as_ref().map(|gote| gote.id);
            match self.0.directory.create(setup, None) {
                Ok(()) => made.push((game, sente, gote)),
                Err(refused) => {
                    warn!(game.id = %game, "a game of {} is not made: {refused:?}", pool.name);
                }
            }
        }
        counter!("komadai_league_games_total").increment(made.len() as u64);
        let mut rounds = self.0.rounds.lock();
        if let Some(round) = rounds.get_mut(place) {
            for (game, sente, gote) in &made {
                round.games.push((*game, *sente));
                round.waiting.remove(sente);
                gote.map(|gote| round.waiting.remove(&gote));
            }
        }
        Ok(made.into_iter().map(|(game, ..)| game).collect())
    }

    fn forget_ended(&self, round: &mut Round) {
        let directory = &self.0.directory;
        round.games.retain(|(game, player)| {
            // One that was made a moment ago has its players a moment later.
            directory.live(*game).is_some() && directory.has_game(*player, *game)
        });
    }
}

/// Finds the games of the pools that are played already.
async fn recall(directory: &Directory, pools: &[Pool], rounds: &mut [Round]) {
    for room in directory.some_rooms(usize::MAX) {
        let Some(game) = room.game().await else { continue };
        let Some(of) = &game.setup().pool else { continue };
        let place = pools.iter().position(|pool| pool.name == of.name);
        if let Some(round) = place.and_then(|place| rounds.get_mut(place)) {
            round.games.push((game.id().code(), game.setup().seats.creator.id));
        }
    }
}

/// Whether the first of two is sente.
fn is_sente(colours: Colours, one: &Program, other: &Program) -> bool {
    // Twice what is missing to as many games as sente as there should be.
    let lack = |it: &Program| i64::from(it.n_paired) - 2 * i64::from(it.n_sente);
    match (colours, lack(one).cmp(&lack(other))) {
        (Colours::Even, std::cmp::Ordering::Greater) => true,
        (Colours::Even, std::cmp::Ordering::Less) => false,
        _ => random::number() & 1 == 0,
    }
}

fn setup(pool: &Pool, sente: &Player, gote: &Player, now_ms: u64) -> Setup {
    let seats = [sente.id, gote.id].map(|id| *id.uuid().as_bytes());
    let [one, other] = &seats;
    Setup {
        id: GameId::derived(now_ms, &[pool.name.as_bytes(), one, other, &now_ms.to_le_bytes()]),
        seed: random::number(),
        created_ms: now_ms,
        variant: "standard".to_owned(),
        start: Start::Even,
        rules: RULES,
        clocks: BySide { sente: pool.clock, gote: pool.clock },
        seats: Seats {
            creator: sente.clone(),
            opponent: Some(gote.clone()),
            side: SideChoice::Sente,
        },
        timed_at_once: true,
        times: None,
        rated: false,
        tournament: None,
        previous: None,
        king: None,
        delay: 0,
        sides_by_pairing: true,
        agreed_within_ms: Some(AGREED_WITHIN_MS),
        pool: Some(PoolGame { name: pool.name.clone(), counts: pool.counts }),
        quick: None,
    }
}
