//! A search on a thread of its own, between `go` and `bestmove`.

use std::{
    fmt::Write as _,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread::{Scope, ScopedJoinHandle},
    time::{Duration, Instant},
};

use komadai_rules::{Line, Move, Reason, Variant};
use parking_lot::{Condvar, Mutex};

use super::{
    Output, RULES,
    asking::Go,
    mate::{self, Mate},
    say,
};
use crate::{Choice, Engine, Level, Report, SearchResult, Weights, clock::Budget};

/// The clock on the wall, at the edge: what the engine is told by USI is measured by it.
#[expect(clippy::disallowed_methods, reason = "a program that plays on a clock reads one")]
fn now() -> Instant {
    Instant::now()
}

/// What options are set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    pub(super) variant: Variant,
    pub(super) threads: usize,
    pub(super) table_mib: usize,
    pub(super) lines: usize,
    /// None for as strong as it can.
    pub(super) level: Option<Level>,
}

impl Settings {
    pub(super) fn of(variant: Variant) -> Self {
        Self { variant, threads: 1, table_mib: 64, lines: 1, level: None }
    }
}

/// What the thread that reads says to the one that thinks.
#[derive(Debug, Default)]
struct Orders {
    orders: Mutex<Order>,
    come: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct Order {
    stop: bool,
    /// The answer has to wait: for `stop`, or for `ponderhit` where it is the opponent's time.
    holds: bool,
    /// When the own time began, and how much of it there is.
    time: Option<(Instant, Budget)>,
}

impl Orders {
    /// Whether to break off.
    fn is_over(&self) -> bool {
        let order = *self.orders.lock();
        order.stop || order.time.is_some_and(|(began, budget)| began.elapsed() >= budget.most)
    }

    /// Whether to look deeper, with the best move the same for so many depths.
    fn goes_on(&self, steady: u32) -> bool {
        let order = *self.orders.lock();
        order.time.is_none_or(|(began, budget)| budget.goes_on(began.elapsed(), steady))
    }

    fn wait(&self) {
        let mut order = self.orders.lock();
        while order.holds && !order.stop {
            self.come.wait(&mut order);
        }
    }
}

/// What is thought over, if anything, and what thinks.
#[derive(Default)]
pub(super) struct Thinking<'scope> {
    engine: Option<(Settings, Engine)>,
    /// Other figures than those that come with the engine, and the variant they are of.
    weights: Option<(Variant, Weights)>,
    running: Option<Running<'scope>>,
}

struct Running<'scope> {
    orders: Arc<Orders>,
    /// The budget that a `ponderhit` sets running.
    budget: Option<Budget>,
    /// Gives the engine back, if it is sound.
    thread: ScopedJoinHandle<'scope, Option<(Settings, Engine)>>,
}

impl<'scope> Thinking<'scope> {
    /// Makes what a search needs.
    pub(super) fn get_ready(&mut self, settings: &Settings) {
        if self.running.is_none()
            && !self.engine.as_ref().is_some_and(|(for_these, _)| {
                for_these.variant == settings.variant
                    && for_these.threads == settings.threads
                    && for_these.table_mib == settings.table_mib
            })
        {
            // The old table goes before the new one comes.
            self.engine = None;
            let Settings { variant, table_mib, threads, .. } = *settings;
            let mut engine = Engine::with(variant, table_mib, threads);
            if let Some((_, weights)) = self.weights.as_ref().filter(|(of, _)| *of == variant) {
                engine.weigh_by(weights);
            }
            self.engine = Some((*settings, engine));
        }
    }

    /// Uses other figures from now on, or those that come with the engine.
    pub(super) fn weigh_by(&mut self, settings: &Settings, weights: Option<Weights>) {
        if weights.is_some() || self.weights.is_some() {
            self.weights = weights.map(|weights| (settings.variant, weights));
            self.engine = None;
        }
    }

    pub(super) fn forget(&mut self) {
        if let Some((_, engine)) = &mut self.engine {
            engine.forget();
        }
    }

    /// Begins to think; `bestmove` is said by the thread that does. The mistakes of a level come
    /// from the seed.
    pub(super) fn begin<'env>(
        &mut self,
        settings: &Settings,
        line: &Line,
        go: Go,
        seed: u64,
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Output<'env>,
    ) where
        'env: 'scope,
    {
        self.get_ready(settings);
        let Some((made_with, engine)) = self.engine.take() else { return };
        let budget = go.budget(line.position().turn(), line.n_moves());
        let began = now();
        let order = Order {
            holds: go.ponder || go.infinite,
            time: budget.filter(|_| !go.ponder).map(|budget| (began, budget)),
            stop: false,
        };
        let orders = Arc::new(Orders { orders: Mutex::new(order), come: Condvar::new() });
        let (theirs, settings, line) = (orders.clone(), *settings, line.clone());
        let thread = scope.spawn(move || {
            let mut engine = engine;
            let search = Task { settings, line: &line, go, seed, orders: &theirs, output, began };
            search.run(&mut engine).then_some((made_with, engine))
        });
        self.running = Some(Running { orders, budget, thread });
    }

    /// The opponent has made the expected move: the own time runs.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = &self.running {
            let mut order = running.orders.orders.lock();
            order.holds = false;
            order.time = running.budget.map(|budget| (now(), budget));
            running.orders.come.notify_all();
        }
    }

    /// Ends the search, after its `bestmove`.
    pub(super) fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.orders.orders.lock().stop = true;
            running.orders.come.notify_all();
            self.engine = running.thread.join().ok().flatten();
        }
    }
}

/// One search.
struct Task<'a, 'env> {
    settings: Settings,
    line: &'a Line,
    go: Go,
    seed: u64,
    orders: &'a Orders,
    output: &'a Output<'env>,
    began: Instant,
}

impl Task<'_, '_> {
    /// Says the answer; whether the engine is sound after that.
    fn run(&self, engine: &mut Engine) -> bool {
        let answer = catch_unwind(AssertUnwindSafe(|| match self.go.mate {
            Some(within) => self.mate(within),
            None => self.best_move(engine),
        }));
        self.orders.wait();
        // Silence would cost whoever waits for an answer all of its time.
        let without = if self.go.mate.is_some() { "checkmate timeout" } else { "bestmove resign" };
        // Who does not listen any more has no use for it.
        let _ = say(self.output, answer.as_deref().unwrap_or(without));
        answer.is_ok()
    }

    fn best_move(&self, engine: &mut Engine) -> String {
        // Who asks for a move sees no end where a position has come back: it goes on from there.
        let comes_back = self.line.ending().is_some_and(|ending| {
            use Reason::{PerpetualAttack, PerpetualCheck, Repetition};
            matches!(ending.reason, Repetition | PerpetualCheck | PerpetualAttack)
        });
        let alone = comes_back.then(|| Line::new(self.line.position().clone(), RULES));
        let line = alone.as_ref().unwrap_or(self.line);
        let limits = self.go.limits(self.settings.lines);
        let stop = || self.orders.is_over();
        let result = if let Some(level) = self.settings.level {
            engine.choose(line, level, self.seed, &stop)
        } else {
            let (mut best, mut steady) = (None, 0);
            let mut report = |report: &Report<'_>| {
                let _ = say(self.output, &self.info(report));
                if report.line == 0 {
                    let first = report.moves.first().copied();
                    steady = if best == first { steady + 1 } else { 0 };
                    best = first;
                }
                let goes_on = self.orders.goes_on(steady);
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            engine.think(line, &limits, &stop, &mut report)
        };
        if let (0..=1, Some(Choice::Move(mv))) = (result.nodes, result.choice) {
            // Nothing had to be looked at: what it comes to is told all the same.
            let moves = &[mv];
            let _ = say(
                self.output,
                &self.info(&Report {
                    depth: 1,
                    depth_reached: 1,
                    line: 0,
                    score: result.score,
                    nodes: result.nodes,
                    permille: 0,
                    moves,
                }),
            );
        }
        let nps = result.nodes as f64 / self.began.elapsed().as_secs_f64().max(1e-6);
        let nodes = result.nodes;
        let _ = say(self.output, &format!("info nodes {nodes} nps {nps:.0}"));
        self.answer(&result)
    }

    fn info(&self, report: &Report<'_>) -> String {
        let time = self.began.elapsed();
        let score = match report.mate() {
            Some(mate) => format!("mate {mate}"),
            None => format!("cp {}", report.score),
        };
        let nps = report.nodes as f64 / time.as_secs_f64().max(1e-6);
        let Report { depth, depth_reached, nodes, permille, .. } = report;
        let mut text = format!(
            "info depth {depth} seldepth {depth_reached} multipv {} score {score} nodes {nodes} \
             nps {nps:.0} time {} hashfull {permille} pv",
            report.line + 1,
            time.as_millis(),
        );
        for mv in report.moves {
            let _ = write!(text, " {}", self.usi(*mv));
        }
        text
    }

    fn answer(&self, result: &SearchResult) -> String {
        match result.choice {
            Some(Choice::Declare) => "bestmove win".to_owned(),
            None => "bestmove resign".to_owned(),
            Some(Choice::Move(mv)) => {
                let answer = result.answer.map(|mv| format!(" ponder {}", self.usi(mv)));
                format!("bestmove {}{}", self.usi(mv), answer.unwrap_or_default())
            }
        }
    }

    fn usi(&self, mv: Move) -> String {
        mv.usi(self.settings.variant).to_string()
    }

    /// Looks for nothing but a mate by checks, a little longer each time.
    fn mate(&self, within: Option<Duration>) -> String {
        let until = within.and_then(|within| self.began.checked_add(within));
        let is_over = || self.orders.is_over() || until.is_some_and(|at| now() >= at);
        match mate::find(self.line.position(), &is_over) {
            Mate::Found(moves) => {
                let moves: Vec<_> = moves.into_iter().map(|mv| self.usi(mv)).collect();
                format!("checkmate {}", moves.join(" "))
            }
            Mate::None => "checkmate nomate".to_owned(),
            Mate::Unknown => "checkmate timeout".to_owned(),
        }
    }
}
