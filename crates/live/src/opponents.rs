//! The built-in opponent: it has a seat like anybody, and thinks on one thread of its own.

mod turns;

use std::{
    net::IpAddr,
    sync::{Arc, Once},
    thread,
    time::Duration,
};

use komadai_engine::{Choice, Engine, Level};
use komadai_game::{Command, CommandKey, Game, Offer, Phase, Player};
use komadai_ids::UserId;
use komadai_rules::{Line, Side};
use komadai_store::TokenHash;
use tokio::{
    sync::oneshot,
    time::{Instant, sleep, sleep_until},
};
use tracing::error;
use uuid::Uuid;

use self::turns::Turns;
use crate::{Connection, Directory, Reply, Taker, priority};

/// How long one move may be thought over, when nobody else waits.
const THINK_MAX: Duration = Duration::from_secs(2);

/// However many wait, each is thought over for so long.
const THINK_MIN: Duration = Duration::from_millis(20);

/// A reply that comes sooner looks like no reply.
const REPLY_AFTER: Duration = Duration::from_millis(700);

/// How soon whoever could not take something in is asked again.
const AGAIN_AFTER: Duration = Duration::from_millis(250);

/// What the identities of all levels begin with; the last byte is the level.
const IDENTITIES: u128 = 0x6b6f_6d61_6461_8069_a000_0000_0000_0000;

/// By which it is known whose commands these are.
const CLIENT: u64 = 0x6b6f_6d61_6461_6900;

/// The built-in opponent of that level, as a player.
pub fn player(level: Level) -> Player {
    let id = UserId::from_uuid(Uuid::from_u128(IDENTITIES | u128::from(level.number())));
    Player { id, name: format!("Komadai {}", level.number()), guest: false }
}

/// The level of a player that is the built-in opponent.
pub fn level_of(player: UserId) -> Option<Level> {
    let id = player.uuid().as_u128();
    if id & !0xff != IDENTITIES {
        return None;
    }
    Level::new(id as u8)
}

/// The seat of a built-in opponent at one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) side: Side,
    level: Level,
}

impl Seat {
    /// The seat that one has at this game, if it has one.
    pub(crate) fn at(game: &Game) -> Option<Self> {
        let players = game.players()?;
        Side::ALL
            .into_iter()
            .find_map(|side| Some(Self { side, level: level_of(players[side].id)? }))
    }

    /// What it does as things are.
    fn duty(self, game: &Game) -> Option<Duty> {
        let offered = |offer| game.offers().any(|it| it == (self.side.other(), offer));
        match game.phase() {
            Phase::Waiting => None,
            Phase::Over if offered(Offer::Rematch) => {
                Some(Duty::Say(Command::Offer(Offer::Rematch)))
            }
            Phase::Over => None,
            Phase::Playing if offered(Offer::Takeback) => {
                Some(Duty::Say(Command::Answer { offer: Offer::Takeback, accept: true }))
            }
            Phase::Playing if offered(Offer::Impasse) => {
                Some(Duty::Say(Command::Answer { offer: Offer::Impasse, accept: false }))
            }
            Phase::Playing => {
                (game.turn() == self.side).then(|| Duty::Think(Box::new(game.line().clone())))
            }
        }
    }
}

/// What is to be done at a game.
enum Duty {
    Say(Command),
    Think(Box<Line>),
}

/// A position to think over.
#[derive(Debug)]
struct Job {
    line: Box<Line>,
    level: Level,
    seed: u64,
    answer: oneshot::Sender<Choice>,
}

/// All built-in opponents of a node. The thread begins with the first game that needs it.
#[derive(Debug)]
pub(crate) struct Opponents {
    jobs: Arc<Turns<Job>>,
    begun: Once,
    /// Where answers to their commands go: nowhere.
    connection: Arc<Connection>,
}

impl Opponents {
    pub(crate) fn new() -> Self {
        let (connection, _) = Connection::new(u64::MAX, TokenHash([0; 32]));
        Self { jobs: Arc::new(Turns::new()), begun: Once::new(), connection }
    }

    /// Lets the one in this seat do what it has to do, if anything, and returns at once. Whoever
    /// plays against it comes from `address`, if that is known.
    pub(crate) fn act(
        &self,
        directory: &Arc<Directory>,
        game: &Game,
        seat: Seat,
        address: Option<IpAddr>,
    ) {
        let Some(duty) = seat.duty(game) else { return };
        let Some(players) = game.players() else { return };
        let taker = Taker::new(&players[seat.side.other()], address);
        // Another game is one more, like any that is asked for.
        if matches!(duty, Duty::Say(Command::Offer(Offer::Rematch)))
            && !directory.engine_games().has_room(taker)
        {
            return;
        }
        let due = Instant::now() + REPLY_AFTER;
        let code = game.id().code();
        let (ply, seq) = (game.line().n_moves(), game.seq());
        let seed = game.setup().seed;
        self.begin();
        let jobs = self.jobs.clone();
        let reply = Reply { connection: self.connection.clone(), id: seq };
        let directory = directory.clone();
        tokio::spawn(async move {
            let command = match duty {
                Duty::Say(command) => command,
                Duty::Think(line) => {
                    let variant = line.position().variant();
                    let (answer, choice) = oneshot::channel();
                    let mut job = Job { line, level: seat.level, seed, answer };
                    while let Err(back) = jobs.push(taker, job) {
                        if directory.live(code).is_none() {
                            return;
                        }
                        sleep(AGAIN_AFTER).await;
                        job = back;
                    }
                    // Without its thread the game ends on time, and in a stop it goes on later.
                    let Ok(choice) = choice.await else { return };
                    sleep_until(due).await;
                    match choice {
                        Choice::Declare => Command::Declare,
                        Choice::Move(mv) => Command::Move {
                            ply,
                            usi: mv.usi(variant).to_string(),
                            read_ms: directory.timebase().now_ms(),
                            srtt_ms: None,
                        },
                    }
                }
            };
            // Where something else has happened meanwhile, it is refused, and that was followed
            // by its own duty. One that comes while nothing can be written is done again then.
            let key = CommandKey { client: CLIENT, id: seq };
            let by = player(seat.level).id;
            while let Some(room) = directory.live(code)
                && room.command(by, key, command.clone(), reply.clone()).is_err()
            {
                // The room has too much to do just now.
                sleep(AGAIN_AFTER).await;
            }
        });
    }

    /// Starts the thread that thinks, unless it runs.
    fn begin(&self) {
        self.begun.call_once(|| {
            let jobs = self.jobs.clone();
            let name = "opponents".to_owned();
            if let Err(cause) = thread::Builder::new().name(name).spawn(|| think(jobs)) {
                error!("the built-in opponent cannot think: {cause}");
                self.jobs.close();
            }
        });
    }

    /// Thinks no more: what waits is dropped, and thought over after the next start.
    pub(crate) fn stop(&self) {
        self.jobs.close();
    }
}

impl Drop for Opponents {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Thinks over one position after the other, for half of the time of one core at most.
#[expect(clippy::needless_pass_by_value, reason = "the thread keeps it")]
fn think(jobs: Arc<Turns<Job>>) {
    // A move of people is always more urgent.
    priority::calculate();
    // The last variant's, because most games are of the same one.
    let mut engine: Option<Engine> = None;
    while let Some((Job { line, level, seed, answer }, n_others)) = jobs.pop() {
        let variant = line.position().variant();
        let engine = match &mut engine {
            Some(known) if known.variant() == variant => known,
            other => other.insert(Engine::new(variant)),
        };
        let n_waiting = u32::try_from(n_others).unwrap_or(u32::MAX).saturating_add(1);
        let budget = (THINK_MAX / n_waiting).max(THINK_MIN);
        let began = Instant::now();
        let thought =
            engine.choose(&line, level, seed, &|| began.elapsed() > budget || answer.is_closed());
        let took = began.elapsed();
        if let Some(choice) = thought.choice {
            // The game may be over.
            let _ = answer.send(choice);
        }
        thread::sleep(took);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_known_by_its_identity() {
        for level in Level::all() {
            assert_eq!(level_of(player(level).id), Some(level));
        }
        assert_eq!(level_of(UserId::new(0, [0; 10])), None);
        assert_eq!(level_of(UserId::from_uuid(Uuid::from_u128(IDENTITIES | 9))), None);
    }
}
