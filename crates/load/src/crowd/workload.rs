//! How fast is played, and what it cost.

use std::time::{Duration, Instant};

use super::{Crowd, Game, Tally};
use crate::{
    clock::now,
    proc::{self, Cpu},
};

/// How long moves that are on their way are waited for at the end.
const DRAIN_MAX: Duration = Duration::from_secs(20);

/// When moves are made.
#[derive(Clone, Debug)]
pub(crate) enum Workload {
    /// Each as soon as the one before has arrived, so many in every game.
    Closed { plies: u32 },
    /// At a rate, however long they take: the server's slowness delays nothing.
    Open(Vec<Group>),
}

/// Games that share a rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) first: usize,
    /// How many.
    pub(crate) n: usize,
    /// Moves a second in all of them together.
    pub(crate) per_second: f64,
}

/// What is played.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) workload: Workload,
    /// How long at most.
    pub(crate) seconds: f64,
    /// Whether another game follows one whose script is over.
    pub(crate) turnover: bool,
    /// Players whose connection breaks, a second.
    pub(crate) reconnects_per_second: f64,
    /// Watchers who leave and are followed by another, a second.
    pub(crate) churn_per_second: f64,
}

impl Spec {
    /// So many moves in every game, as fast as it goes.
    pub(crate) fn closed(plies: u32, seconds: f64) -> Self {
        Self::of(Workload::Closed { plies }, seconds)
    }

    /// So many moves a second over all of `n` games.
    pub(crate) fn open(n: usize, per_second: f64, seconds: f64) -> Self {
        Self::of(Workload::Open(vec![Group { first: 0, n, per_second }]), seconds)
    }

    pub(crate) fn of(workload: Workload, seconds: f64) -> Self {
        Self {
            workload,
            seconds,
            turnover: false,
            reconnects_per_second: 0.0,
            churn_per_second: 0.0,
        }
    }
}

/// What it cost.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunCost {
    pub(crate) tally: Tally,
    pub(crate) seconds: f64,
    /// The server's, its database included.
    pub(crate) cpu: Cpu,
    pub(crate) generator: Cpu,
}

impl RunCost {
    pub(crate) fn cpu_us_per_move(&self) -> f64 {
        self.cpu.total_us() / self.tally.moves.max(1) as f64
    }

    pub(crate) fn moves_per_second(&self) -> f64 {
        self.tally.moves as f64 / self.seconds.max(1e-9)
    }

    /// The generator's share of its core. Near 1 it is what limits the figures.
    pub(crate) fn generator_share(&self) -> f64 {
        self.generator.total_us() / 1e6 / self.seconds.max(1e-9)
    }
}

/// Instants with random gaps between them, as those of people who do not know of each other.
struct Occasions {
    per_second: f64,
    next: Instant,
}

impl Occasions {
    fn new(crowd: &mut Crowd, per_second: f64, from: Instant) -> Self {
        let mut occasions = Self { per_second, next: from };
        occasions.advance(crowd);
        occasions
    }

    fn advance(&mut self, crowd: &mut Crowd) {
        let gap = -(1.0 - crowd.lot.unit()).ln() / self.per_second;
        // Beyond an hour it is never.
        self.next += Duration::from_secs_f64(gap.clamp(0.0, 3_600.0));
    }

    /// The next occasion that has passed.
    fn take(&mut self, crowd: &mut Crowd, now: Instant) -> Option<Instant> {
        let due = self.next;
        if self.per_second <= 0.0 || due > now {
            return None;
        }
        self.advance(crowd);
        Some(due)
    }
}

impl Crowd {
    /// Plays; `cpu` says what the server has used so far.
    pub(crate) fn run(&mut self, spec: &Spec, cpu: impl Fn() -> Cpu) -> anyhow::Result<RunCost> {
        self.turnover = spec.turnover;
        self.take_tally();
        let own = std::process::id();
        let (cpu_before, own_before, since) = (cpu(), proc::cpu(own), now());
        match &spec.workload {
            Workload::Closed { plies } => self.run_closed(*plies, spec)?,
            Workload::Open(groups) => self.run_open(groups, spec)?,
        }
        let seconds = since.elapsed().as_secs_f64();
        let run = RunCost {
            tally: self.take_tally(),
            seconds,
            cpu: cpu() - cpu_before,
            generator: proc::cpu(own) - own_before,
        };
        self.turnover = false;
        Ok(run)
    }

    fn run_closed(&mut self, plies: u32, spec: &Spec) -> anyhow::Result<()> {
        self.closed = true;
        let end = now() + Duration::from_secs_f64(spec.seconds);
        let mut target = 0;
        for game in &mut self.games {
            let n_moves = self.scripts[game.script].moves.len() as u32;
            game.stop_at = game.ply.saturating_add(plies);
            if !spec.turnover {
                game.stop_at = game.stop_at.min(n_moves);
            }
            target += u64::from(game.stop_at - game.ply);
        }
        for at in 0..self.games.len() {
            self.go_on(at);
        }
        let mut occasions = self.occasions(spec);
        while now() < end && (spec.turnover || self.tally.moves < target) {
            self.disturb(&mut occasions)?;
            self.turn(Duration::from_millis(1))?;
        }
        self.closed = false;
        self.drain()
    }

    fn run_open(&mut self, groups: &[Group], spec: &Spec) -> anyhow::Result<()> {
        let start = now();
        let end = start + Duration::from_secs_f64(spec.seconds);
        let mut paces = Vec::new();
        for (n, group) in groups.iter().enumerate() {
            for game in self.games.iter_mut().skip(group.first).take(group.n) {
                game.group = n;
            }
            paces.push((*group, 0, Occasions::new(self, group.per_second, start)));
        }
        let mut disturbances = self.occasions(spec);
        loop {
            let present = now();
            if present >= end {
                break;
            }
            for (group, turn, occasions) in &mut paces {
                while let Some(due) = occasions.take(self, present) {
                    self.play(group.first + *turn % group.n.max(1), due);
                    *turn += 1;
                }
            }
            self.disturb(&mut disturbances)?;
            let next = paces.iter().map(|it| it.2.next).chain([end]).min().unwrap_or(end);
            self.turn(next.saturating_duration_since(now()).min(Duration::from_millis(5)))?;
        }
        self.drain()
    }

    fn occasions(&mut self, spec: &Spec) -> [Occasions; 2] {
        let from = now();
        [spec.reconnects_per_second, spec.churn_per_second]
            .map(|per_second| Occasions::new(self, per_second, from))
    }

    fn disturb(&mut self, [reconnects, churn]: &mut [Occasions; 2]) -> anyhow::Result<()> {
        let present = now();
        while reconnects.take(self, present).is_some() {
            self.reconnect_somebody()?;
        }
        while churn.take(self, present).is_some() {
            self.exchange_a_watcher()?;
        }
        Ok(())
    }

    /// Waits for what is on its way, and for what is still owed.
    fn drain(&mut self) -> anyhow::Result<()> {
        let since = now();
        while self.n_unfinished() > 0 {
            if since.elapsed() > DRAIN_MAX {
                for _ in 0..self.n_unfinished() {
                    self.tally.error("move that was never heard of");
                }
                for game in &mut self.games {
                    game.pending = None;
                    game.owed.clear();
                }
                break;
            }
            self.turn(Duration::from_millis(5))?;
        }
        Ok(())
    }

    fn n_unfinished(&self) -> usize {
        let unfinished = |game: &&Game| {
            let n_moves = self.scripts[game.script].moves.len();
            game.pending.is_some() || !game.owed.is_empty() && (game.ply as usize) < n_moves
        };
        self.games.iter().filter(unfinished).count()
    }

    /// Waits until nothing has come for a while, so that what was begun before is over.
    pub(crate) fn settle(&mut self, quiet: Duration, limit: Duration) -> anyhow::Result<()> {
        let since = now();
        let mut last = (since, self.tally.frames);
        while last.0.elapsed() < quiet && since.elapsed() < limit {
            self.turn(Duration::from_millis(20))?;
            if self.tally.frames != last.1 {
                last = (now(), self.tally.frames);
            }
        }
        Ok(())
    }

    /// Does nothing but answer for so long.
    pub(crate) fn idle(&mut self, how_long: Duration) -> anyhow::Result<()> {
        let since = now();
        while since.elapsed() < how_long {
            let left = how_long.saturating_sub(since.elapsed());
            self.turn(left.min(Duration::from_millis(50)))?;
        }
        Ok(())
    }
}
