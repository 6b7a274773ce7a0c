//! USI engines of the host as opponents, as the operator has named them.

use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

use komadai_engine::Choice;
use komadai_game::{Player, Time, TimeControl};
use komadai_ids::{Code, UserId};
use komadai_rules::{Line, Move, Variant};
use komadai_usi::{Answer, Engine, EngineError, Program, Question};
use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tracing::{info, warn};
use uuid::Uuid;

use super::{Decision, HOST_IDENTITIES};
use crate::quota::{Bounds, Quota};

/// The least time that one is given for a move.
const THINK_MIN: Duration = Duration::from_millis(50);

/// How often a move is asked for, each time of a new process, before the engine gives up the game.
const TRIES: u32 = 2;

/// An engine of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostEngine {
    /// What players know it by.
    pub name: String,
    /// How it is started.
    pub program: Program,
    /// What it plays: names of variants.
    pub variants: Vec<String>,
    /// How strong it can be, the weakest first.
    pub levels: Vec<HostLevel>,
    /// How many games it may play at once.
    pub games: usize,
    /// How many of its processes run at once: a move waits for one that is free.
    pub processes: usize,
}

/// How strong an engine of the host can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostLevel {
    /// What players know it by.
    pub name: String,
    /// Options that make it so.
    pub options: BTreeMap<String, String>,
    /// How long a move is thought over, where the clock allows it.
    pub think: Duration,
    /// How many positions are looked at; none for as many as there is time for.
    pub nodes: Option<u64>,
}

/// The engines cannot be distinguished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two levels are called {0}; give each engine and each of its levels a name of its own")]
pub struct EnginesProblem(String);

impl HostEngine {
    /// Its player of a level, from 1.
    fn player(&self, level: u8) -> Option<Player> {
        let of = self.levels.get(usize::from(level.checked_sub(1)?))?;
        let name = match self.levels.len() {
            1 => self.name.clone(),
            _ => format!("{} {}", self.name, of.name),
        };
        let key = format!("{}\0{}", self.name, of.name);
        let id = HOST_IDENTITIES | u128::from(fnv(key.as_bytes()) >> 16);
        Some(Player { id: UserId::from_uuid(Uuid::from_u128(id)), name, guest: false, bot: false })
    }

    fn players(&self) -> impl Iterator<Item = Player> {
        (1..=u8::MAX).map_while(|level| self.player(level))
    }

    /// Starts it, lets it choose a first move of each variant, and ends it; what it calls itself.
    ///
    /// # Errors
    /// What is wrong with it, for the operator.
    pub async fn try_out(&self) -> Result<String, String> {
        let said = |cause: EngineError| cause.to_string();
        let mut process = Engine::start(&self.program).await.map_err(said)?;
        for name in &self.variants {
            let variant = Variant::from_name(name);
            let variant = variant.ok_or_else(|| format!("there is no variant {name:?}"))?;
            process.new_game().await.map_err(said)?;
            let question = Question {
                variant: usi_name(name),
                start: &variant.start().sfen(),
                moves: &[],
                options: &BTreeMap::new(),
                think: THINK_MIN * 2,
                nodes: None,
            };
            match process.choose(&question).await.map_err(said)? {
                Answer::Move(usi)
                    if Move::from_usi(variant, &usi)
                        .is_ok_and(|mv| variant.start().judge(mv).is_ok()) => {}
                other => return Err(format!("it does not play {name}: its answer was {other:?}")),
            }
        }
        Ok(process.name().to_owned())
    }
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct HostEngines {
    settings: Vec<HostEngine>,
    /// By their players: which engine, and which level.
    known: HashMap<UserId, (usize, usize)>,
    pools: Vec<Pool>,
}

/// The games and the processes of one engine.
#[derive(Debug)]
struct Pool {
    games: Quota,
    /// How many more may run.
    room: Semaphore,
    /// Those that run and have nothing to do, and the game that each saw last.
    idle: Mutex<Vec<(Code, Engine)>>,
}

impl HostEngines {
    pub(super) fn new(settings: Vec<HostEngine>) -> Result<Self, EnginesProblem> {
        let mut known = HashMap::new();
        for (n, engine) in settings.iter().enumerate() {
            for (level, player) in engine.players().enumerate() {
                if known.insert(player.id, (n, level)).is_some() {
                    return Err(EnginesProblem(player.name));
                }
            }
        }
        let pool = |engine: &HostEngine| Pool {
            games: Quota::new(bounds(engine.games)),
            room: Semaphore::new(engine.processes.max(1)),
            idle: Mutex::default(),
        };
        let pools = settings.iter().map(pool).collect();
        Ok(Self { settings, known, pools })
    }

    pub(super) fn settings(&self) -> &[HostEngine] {
        &self.settings
    }

    pub(super) fn find(&self, name: &str, level: u8, variant: &str) -> Result<Player, String> {
        let engine = self.settings.iter().find(|it| it.name == name);
        let engine = engine.ok_or_else(|| format!("there is no engine {name:?} here"))?;
        if !engine.variants.iter().any(|it| it == variant) {
            return Err(format!("{name} does not play this variant"));
        }
        let n_levels = engine.levels.len();
        engine
            .player(level)
            .ok_or_else(|| format!("there is no level {level}: they go from 1 to {n_levels}"))
    }

    pub(super) fn games_of(&self, player: UserId) -> Option<&Quota> {
        self.pools.get(self.known.get(&player)?.0).map(|pool| &pool.games)
    }

    /// What it does in this position. One that has been taken away, that hangs, ends or answers what
    /// is no move here gives up the game; that is noted in the log.
    pub(super) async fn choose(
        &self,
        player: UserId,
        game: Code,
        line: &Line,
        allowance: Duration,
    ) -> Option<Decision> {
        let Some(&(n, level)) = self.known.get(&player) else {
            warn!(game.id = %game, "the engine of game {game} is no longer in the settings");
            return Some(Decision::Resign);
        };
        let (engine, pool) = (self.settings.get(n)?, self.pools.get(n)?);
        let level = engine.levels.get(level)?;
        let variant = line.position().variant();
        let moves: Vec<_> = line.moves().iter().map(|mv| mv.usi(variant).to_string()).collect();
        let question = Question {
            variant: usi_name(variant.name()),
            start: &line.start().sfen(),
            moves: &moves,
            options: &level.options,
            think: level.think.min(allowance).max(THINK_MIN),
            nodes: level.nodes,
        };
        for _ in 0..TRIES {
            match pool.ask(engine, game, &question).await {
                Ok(Answer::Resign) => return Some(Decision::Resign),
                Ok(Answer::Win) if may_declare(line) => {
                    return Some(Decision::Choice(Choice::Declare));
                }
                Ok(Answer::Win) => {
                    warn!(game.id = %game, "{} declares in game {game} what it may not", engine.name);
                    return Some(Decision::Resign);
                }
                Ok(Answer::Move(usi)) => {
                    let mv = Move::from_usi(variant, &usi).ok();
                    if let Some(mv) = mv.filter(|mv| line.judge(*mv).is_ok()) {
                        return Some(Decision::Choice(Choice::Move(mv)));
                    }
                    warn!(game.id = %game, "{} plays {usi:?} in game {game}, which is no move there", engine.name);
                    return Some(Decision::Resign);
                }
                Err(cause) => {
                    warn!(game.id = %game, "{} in game {game}: {cause}", engine.name);
                    pool.clear();
                }
            }
        }
        Some(Decision::Resign)
    }
}

impl Pool {
    /// Asks a process that is free, the one that saw this game last if possible. One that fails is
    /// ended.
    async fn ask(
        &self,
        engine: &HostEngine,
        game: Code,
        question: &Question<'_>,
    ) -> Result<Answer, EngineError> {
        // The semaphore is never closed.
        let _place = self.room.acquire().await;
        let known = {
            let mut idle = self.idle.lock();
            let at = idle.iter().position(|(seen, _)| *seen == game);
            at.map(|at| idle.swap_remove(at)).or_else(|| idle.pop())
        };
        let mut process = match known {
            Some((seen, mut process)) => {
                if seen != game {
                    process.new_game().await?;
                }
                process
            }
            None => {
                let mut process = Engine::start(&engine.program).await?;
                let pid = process.process_id().map(|it| format!(" as process {it}"));
                info!("{} has begun{}", engine.name, pid.unwrap_or_default());
                process.new_game().await?;
                process
            }
        };
        let answer = process.choose(question).await?;
        self.idle.lock().push((game, process));
        Ok(answer)
    }

    /// Ends the processes that have nothing to do: whatever has ended one may have ended all.
    fn clear(&self) {
        self.idle.lock().clear();
    }
}

/// Whether to declare is not to lose by it (§2.3).
fn may_declare(line: &Line) -> bool {
    let loser = line.position().turn().other();
    line.declare().is_ok_and(|ending| ending.winner != Some(loser))
}

/// One game for everybody, so that nobody keeps an engine from others; half of them for accounts.
fn bounds(games: usize) -> Bounds {
    let guests = games.div_ceil(2);
    Bounds { per_account: 1, per_guest: 1, guests_per_address: guests, guests, in_all: games }
}

/// How much of its time an engine may use for a move: most of what comes again with each move, a
/// small part of what does not.
pub(super) fn allowance(control: TimeControl, time: Time) -> Duration {
    let allowed_ms = control.allowance_ms(time);
    let after = control.spend(time, allowed_ms / 2).map(|after| control.allowance_ms(after));
    let comes_again = after.is_some_and(|after_ms| after_ms >= allowed_ms);
    Duration::from_millis(if comes_again { allowed_ms / 5 * 4 } else { allowed_ms / 40 })
}

/// What engines call a variant: what Fairy-Stockfish does, where it has it.
fn usi_name(variant: &str) -> &str {
    match variant {
        "standard" => "shogi",
        "kyoto" => "kyotoshogi",
        "tori" => "torishogi",
        "check" => "checkshogi",
        "gorogoro_plus" => "gorogoroplus",
        "cannon" => "cannonshogi",
        other => other,
    }
}

/// FNV-1a: the same name is the same player after every start.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use komadai_game::clocks::{Byoyomi, SuddenDeath, Untimed};

    use super::*;

    #[test]
    fn an_engine_spends_what_comes_again() {
        let of = |control: TimeControl, main_ms| {
            allowance(control, Time { main_ms, ..control.start() }).as_millis()
        };
        let byoyomi = Byoyomi { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 };
        assert_eq!(of(TimeControl::Byoyomi(byoyomi), 600_000), 15_750);
        assert_eq!(of(TimeControl::Byoyomi(byoyomi), 0), 24_000);
        let sudden = TimeControl::SuddenDeath(SuddenDeath { main_ms: 600_000 });
        assert_eq!(of(sudden, 600_000), 15_000);
        assert_eq!(of(sudden, 4_000), 100);
        assert!(of(TimeControl::Untimed(Untimed {}), 86_400_000) > 3_600_000);
    }
}
