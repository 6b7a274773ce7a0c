//! Opponents that are machines: the built-in one, and USI engines of the host. They have a seat
//! like anybody.

mod built_in;
mod host;
mod turns;

use std::{net::IpAddr, sync::Arc, time::Duration};

use komadai_engine::{Choice, Level};
use komadai_game::{Command, CommandKey, Game, Offer, Phase, Player, Setup};
use komadai_ids::UserId;
use komadai_rules::{Line, Side, Variant};
use komadai_store::TokenHash;
use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

pub use self::host::{EnginesProblem, HostEngine, HostLevel};
use self::{built_in::BuiltIn, host::HostEngines};
use crate::{Connection, Directory, LiveRefusal, Reply, Taker, Why, quota::Quota};

/// A reply that comes sooner looks like no reply.
const REPLY_AFTER: Duration = Duration::from_millis(700);

/// How soon a room that could not accept something is asked again.
const AGAIN_AFTER: Duration = Duration::from_millis(250);

/// What the identities of all levels begin with; the last byte is the level.
const IDENTITIES: u128 = 0x6b6f_6d61_6461_8069_a000_0000_0000_0000;

/// What the identities of the host's engines begin with; the last six bytes are drawn from the name
/// of the engine and of its level.
const HOST_IDENTITIES: u128 = 0x6b6f_6d61_6461_8069_a001_0000_0000_0000;

/// By which it is known whose commands these are.
const CLIENT: u64 = 0x6b6f_6d61_6461_6900;

/// The built-in opponent of that level, as a player.
pub fn player(level: Level) -> Player {
    let id = UserId::from_uuid(Uuid::from_u128(IDENTITIES | u128::from(level.number())));
    Player { id, name: format!("Komadai {}", level.number()), guest: false, bot: false }
}

/// The level of a player that is the built-in opponent.
pub fn level_of(player: UserId) -> Option<Level> {
    let id = player.uuid().as_u128();
    if id & !0xff != IDENTITIES {
        return None;
    }
    Level::new(id as u8)
}

/// Whether a player is a machine of this server, be it one that the operator has taken away since.
pub fn is_machine(player: UserId) -> bool {
    let id = player.uuid().as_u128();
    level_of(player).is_some() || id >> 48 == HOST_IDENTITIES >> 48
}

/// Whether one of the seats of a game is a machine's.
pub(crate) fn has_machine(setup: &Setup) -> bool {
    let seats = [Some(&setup.seats.creator), setup.seats.opponent.as_ref()];
    seats.into_iter().flatten().any(|it| is_machine(it.id))
}

/// Whom somebody wants to play against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentWish {
    /// An engine of the host by its name; none for the built-in one.
    pub engine: Option<String>,
    /// From 1.
    pub level: u8,
}

/// The seat of a machine at one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) side: Side,
    player: UserId,
}

impl Seat {
    /// The seat that one has at this game, if it has one.
    pub(crate) fn at(game: &Game) -> Option<Self> {
        let players = game.players()?;
        let mut seats = Side::ALL.into_iter().map(|side| Self { side, player: players[side].id });
        seats.find(|seat| is_machine(seat.player))
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
            Phase::Playing if offered(Offer::Draw) => {
                Some(Duty::Say(Command::Answer { offer: Offer::Draw, accept: false }))
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

/// All opponents of a node that are machines.
#[derive(Debug)]
pub struct Opponents {
    built_in: BuiltIn,
    host: HostEngines,
    /// Where answers to their commands go: nowhere.
    connection: Arc<Connection>,
}

impl Default for Opponents {
    /// The built-in one alone.
    fn default() -> Self {
        Self::with(HostEngines::default())
    }
}

impl Opponents {
    fn with(host: HostEngines) -> Self {
        let (connection, _) = Connection::new(u64::MAX, TokenHash([0; 32]));
        Self { built_in: BuiltIn::new(), host, connection }
    }

    /// The built-in one, and those of the host.
    ///
    /// # Errors
    /// When two have one name.
    pub fn new(engines: Vec<HostEngine>) -> Result<Self, EnginesProblem> {
        HostEngines::new(engines).map(Self::with)
    }

    /// The engines of the host.
    pub fn host(&self) -> &[HostEngine] {
        self.host.settings()
    }

    /// The opponent that is asked for, in a game of that variant.
    ///
    /// # Errors
    /// When there is no such opponent, or it does not play this.
    pub fn find(&self, wanted: &OpponentWish, variant: &str) -> Result<Player, LiveRefusal> {
        let OpponentWish { engine, level } = wanted;
        let found = match engine {
            None => Level::new(*level).map(player).ok_or_else(|| {
                format!("there is no level {level}: they go from 1 to {}", Level::COUNT)
            }),
            Some(engine) => self.host.find(engine, *level, variant),
        };
        found.map_err(|problem| LiveRefusal::said(Why::BadSetup, problem))
    }

    /// What counts the games of an engine of the host, by one of its players.
    pub(crate) fn games_of(&self, player: UserId) -> Option<&Quota> {
        self.host.games_of(player)
    }

    /// Lets the one in this seat do what it has to do, if anything, and returns at once. Its
    /// opponent comes from `address`, if that is known.
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
            && !directory.games_against(seat.player).has_room(taker)
        {
            return;
        }
        let due = Instant::now() + REPLY_AFTER;
        let code = game.id().code();
        let (ply, seq) = (game.line().n_moves(), game.seq());
        let reply = Reply { connection: self.connection.clone(), id: seq };
        let directory = directory.clone();
        let seed = game.setup().seed;
        let clock = game.setup().clocks[seat.side];
        let allowance = host::allowance(clock, game.times()[seat.side]);
        tokio::spawn(async move {
            let command = match duty {
                Duty::Say(command) => command,
                Duty::Think(line) => {
                    let variant = line.position().variant();
                    let opponents = directory.opponents();
                    let decided = match level_of(seat.player) {
                        Some(level) => {
                            let is_live = || directory.live(code).is_some();
                            opponents.built_in.choose(taker, line, level, seed, is_live).await
                        }
                        None => opponents.host.choose(seat.player, code, &line, allowance).await,
                    };
                    // Without its thread the game ends on time, and in a stop it continues later.
                    let Some(decision) = decided else { return };
                    // Whatever ends the server may have ended an engine before: it is asked again
                    // after the next start.
                    if matches!(decision, Decision::Resign) && directory.is_stopping() {
                        return;
                    }
                    sleep_until(due).await;
                    decision.command(ply, variant, directory.timebase().now_ms())
                }
            };
            // Where something else has happened meanwhile, it is refused, and that was followed
            // by its own duty. One that comes while nothing can be written is done again then.
            let key = CommandKey { client: CLIENT, id: seq };
            while let Some(room) = directory.live(code)
                && room.command(seat.player, key, command.clone(), reply.clone()).is_err()
            {
                // The room has too much to do at the moment.
                sleep(AGAIN_AFTER).await;
            }
        });
    }

    /// Thinks no more: what waits is dropped, and thought over after the next start.
    pub(crate) fn stop(&self) {
        self.built_in.stop();
    }
}

/// What one has decided to do.
#[derive(Clone, Debug)]
enum Decision {
    Choice(Choice),
    Resign,
}

impl Decision {
    fn command(self, ply: u32, variant: Variant, read_ms: u64) -> Command {
        let srtt_ms = None;
        match self {
            Self::Choice(Choice::Declare) => Command::Declare { read_ms, srtt_ms },
            Self::Choice(Choice::Move(mv)) => {
                Command::Move { ply, usi: mv.usi(variant).to_string(), read_ms, srtt_ms }
            }
            Self::Resign => Command::Resign,
        }
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
        assert!(is_machine(player(Level::new(1).unwrap()).id));
        assert!(!is_machine(UserId::new(0, [0; 10])));
    }
}
