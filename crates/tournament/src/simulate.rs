//! Whole events with made-up players and results, to see what a format does before it is used.
//!
//! Everything follows from the seed. Results are drawn from the difference of ratings by the
//! usual logistic curve (400 points for ten to one).

use komadai_rules::{Grade, Side};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ENTRIES_MAX, Entry, Event, Fault, GameKey, Outcome, Presence, Problems, Setup, State, Wait,
    lot::Stream,
};

mod quality;

pub use self::quality::{Quality, quality};

/// What to make up.
///
/// ```
/// use komadai_tournament::simulate::{Plan, quality};
///
/// let format = serde_json::from_str(r#"{"t":"swiss","rounds":4}"#)?;
/// let plan = Plan { players: 16, seed: 7, ..Plan::default() };
/// let mut event = plan.event(format);
/// plan.play(&mut event)?;
/// let standings = event.check()?.standings();
/// assert!(standings.over);
/// assert_eq!(quality(&event, &standings).repeats, 0, "no two met twice");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// How many players.
    pub players: usize,
    /// All made-up things follow from it.
    pub seed: u64,
    /// How many of them withdraw, each after a round by lot.
    pub withdrawals: usize,
    /// How many enter late, each in a round by lot.
    pub late: usize,
    /// The probability that a player announces its absence from a round.
    pub absence: f64,
    /// The probability that a player does not come to a game.
    pub no_show: f64,
    /// The probability of a draw between equals; it shrinks with the difference.
    pub draw: f64,
    /// How many clubs the players come from; 0 for none.
    pub clubs: usize,
    /// Mean of the ratings.
    pub mean: f64,
    /// Deviation of the ratings.
    pub deviation: f64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            players: 32,
            seed: 1,
            withdrawals: 0,
            late: 0,
            absence: 0.0,
            no_show: 0.0,
            draw: 0.01,
            clubs: 0,
            mean: 1500.0,
            deviation: 300.0,
        }
    }
}

/// Ratings in one grade, and the lowest of 1-dan: only for made-up players.
const GRADE_WIDTH: f64 = 100.0;
const FIRST_DAN: f64 = 1680.0;

impl Plan {
    /// Whether that can be made up.
    ///
    /// # Errors
    /// Too many players, or a probability that is none.
    pub fn check(&self) -> Result<(), Problems> {
        let mut problems = Problems::default();
        if self.players > ENTRIES_MAX {
            problems.add(Fault::TooMany, "players", format!("{ENTRIES_MAX} at most"));
        }
        for (name, probability) in
            [("absence", self.absence), ("no_show", self.no_show), ("draw", self.draw)]
        {
            if !(0.0..=1.0).contains(&probability) {
                problems.add(Fault::Probability, name, "it is a probability, from 0 to 1");
            }
        }
        problems.into_result()
    }

    /// Makes up an event in which nothing has been played. Leagues get their players into
    /// classes, team events into teams, title matches a holder, simuls
    /// the strongest as their host, arenas players who come and go.
    pub fn event(&self, format: Setup) -> Event {
        let mut stream = Stream::new(self.seed);
        let mut event = Event::new("", format);
        event.seed = stream.number() >> 11;
        let rounds = event.check().ok().and_then(|checked| checked.n_rounds()).unwrap_or(5);
        let width = self.players.to_string().len();
        event.entries = (1..=self.players)
            .map(|n| {
                let rating = stream.normal(self.mean, self.deviation).max(1.0);
                let club = (self.clubs > 0).then(|| stream.below(self.clubs as u64) + 1);
                let absent = (1..=rounds).filter(|_| stream.happens(self.absence)).collect();
                Entry {
                    rating: Some(rating as i32),
                    grade: Some(grade(rating)),
                    club: club.map(|club| format!("club {club}")),
                    absent,
                    ..Entry::new(&format!("p{n:0width$}"))
                }
            })
            .collect();
        let mut order: Vec<usize> = (0..self.players).collect();
        stream.shuffle(&mut order);
        let mut order = order.into_iter();
        for n in order.by_ref().take(self.withdrawals) {
            event.entries[n].withdrawn_after = Some(1 + stream.below(u64::from(rounds)) as u32);
        }
        for n in order.take(self.late) {
            event.entries[n].from_round = 2 + stream.below(u64::from(rounds.max(2) - 1)) as u32;
        }
        self.fit(&mut event);
        event
    }

    /// What some formats want of their entries.
    fn fit(&self, event: &mut Event) {
        let played = first_of(&event.format);
        let settings = &played.settings;
        let number = |name: &str| settings.get(name).and_then(Value::as_u64);
        match played.name.as_str() {
            "league" => {
                let classes = settings.get("classes").and_then(Value::as_array);
                let names: Vec<String> = classes
                    .into_iter()
                    .flatten()
                    .filter_map(|class| class.get("name")?.as_str().map(str::to_owned))
                    .collect();
                // The best into the first class, and so on.
                event.entries.sort_by_key(|entry| std::cmp::Reverse(entry.rating));
                let size = event.entries.len().div_ceil(names.len().max(1)).max(1);
                for (n, entry) in event.entries.iter_mut().enumerate() {
                    entry.class = names.get(n / size).cloned();
                    entry.seed = Some((n % size) as u32 + 1);
                }
            }
            "team" => {
                let size = number("boards").unwrap_or(1).max(1) as usize;
                for (n, entry) in event.entries.iter_mut().enumerate() {
                    entry.team = Some(format!("team {}", n / size + 1));
                    entry.board = Some((n % size) as u32 + 1);
                }
            }
            "title_match" => {
                event.entries.truncate(2);
                if let Some(first) = event.entries.first() {
                    let holder = Value::from(first.id.as_str());
                    event.format.settings.insert("holder".to_owned(), holder);
                }
            }
            "simul" => {
                event.entries.truncate(event.format.players_max());
                let best = event.entries.iter().max_by_key(|entry| (entry.rating, &entry.id));
                if let Some(best) = best {
                    let host = Value::from(best.id.as_str());
                    event.format.settings.insert("host".to_owned(), host);
                }
            }
            "arena" => {
                let (start_ms, duration_ms) = (number("start_ms"), number("duration_ms"));
                self.come_and_go(event, start_ms.unwrap_or(0), duration_ms.unwrap_or(0));
            }
            _ => {}
        }
        let is_planned = !matches!(
            played.name.as_str(),
            "swiss" | "mcmahon" | "matches" | "team" | "championship"
        );
        if is_planned {
            event.entries.iter_mut().for_each(|entry| entry.from_round = 1);
        }
    }

    /// Plays an event to its end with made-up results.
    pub fn play(&self, event: &mut Event) -> Result<(), Problems> {
        let mut stream = Stream::new(self.seed ^ event.seed);
        let mut players = Players { plan: self, stream: &mut stream, running: Vec::new() };
        let mut at_ms = event.presence.iter().map(|presence| presence.at_ms).min().unwrap_or(0);
        loop {
            let next = event.check()?.pairings(at_ms);
            match (next.state, &next.waiting_for) {
                (State::Pair, _) => {
                    players.start(event, &next, at_ms);
                }
                (State::Wait, Some(Wait::Games { games })) => {
                    // All that are waited for, so that the format is not asked after each game.
                    let mut ended = None;
                    for _ in 0..games.len() {
                        ended = players.finish(event, None).or(ended);
                    }
                    match ended {
                        Some(ended_ms) => at_ms = ended_ms,
                        None => return Ok(()),
                    }
                }
                (State::Wait, Some(Wait::Time { at_ms: until })) => {
                    let ended = players.finish(event, Some(*until));
                    at_ms = ended.unwrap_or(*until).max(at_ms);
                }
                (State::Over, _) => {
                    // An arena is over by the clock only; so that its standings know.
                    event.closed |= !event.check()?.standings().over;
                    return Ok(());
                }
                (State::Wait, _) => return Ok(()),
            }
        }
    }

    /// Everybody comes to an arena within its first part, and some pause and come back.
    fn come_and_go(&self, event: &mut Event, start_ms: u64, duration_ms: u64) {
        let mut stream = Stream::new(self.seed.wrapping_add(1));
        for entry in &event.entries {
            let mut note = |at_ms, here| {
                event.presence.push(Presence { entry: entry.id.clone(), at_ms, here });
            };
            let arrival = start_ms + stream.below(duration_ms / 3 + 1);
            note(arrival, true);
            if stream.happens(self.absence) {
                let pause = arrival + 1 + stream.below(duration_ms / 3 + 1);
                note(pause, false);
                note(pause + 1 + stream.below(duration_ms / 6 + 1), true);
            }
        }
    }
}

/// What is played first: in stages the first of them.
fn first_of(format: &Setup) -> Setup {
    let first = format.settings.get("stages").and_then(|stages| stages.get(0)?.get("format"));
    let first = first.and_then(|first| serde_json::from_value(first.clone()).ok());
    first.unwrap_or_else(|| format.clone())
}

fn grade(rating: f64) -> Grade {
    let level = ((rating - FIRST_DAN) / GRADE_WIDTH).floor() as i8 + 1;
    let grade = if level > 0 { Grade::dan(level.min(8)) } else { Grade::kyu((1 - level).min(15)) };
    grade.unwrap_or_default()
}

/// The made-up players at their boards.
struct Players<'p> {
    plan: &'p Plan,
    stream: &'p mut Stream,
    /// When each game will end.
    running: Vec<(u64, GameKey)>,
}

/// A made-up game takes between these times.
const GAME_MS: std::ops::Range<u64> = 120_000..600_000;

impl Players<'_> {
    fn start(&mut self, event: &mut Event, next: &crate::Next, at_ms: u64) {
        if event.publish(next).is_err() {
            return;
        }
        for game in &next.games {
            if game.toss {
                let sente = if self.stream.happens(0.5) { &game.sente } else { &game.gote };
                let _ = event.note_toss(&game.key, sente);
            }
            let takes_ms = GAME_MS.start + self.stream.below(GAME_MS.end - GAME_MS.start);
            self.running.push((at_ms + takes_ms, game.key.clone()));
        }
        self.running.sort();
        self.running.reverse();
    }

    /// Ends the game that ends first, if it ends by then; when it did.
    fn finish(&mut self, event: &mut Event, by_ms: Option<u64>) -> Option<u64> {
        let first = self.running.last()?;
        if by_ms.is_some_and(|by_ms| first.0 > by_ms) {
            return None;
        }
        let (ended_ms, key) = self.running.pop()?;
        let game = event.game(&key)?;
        let timed = game.started_ms.is_some();
        let outcome = self.outcome(event, &game.sente, &game.gote, game.handicap.is_some());
        // The key is known and the game has no result yet.
        let _ = event.note_result(&key, outcome, timed.then_some(ended_ms));
        Some(ended_ms)
    }

    fn outcome(
        &mut self,
        event: &Event,
        sente: &crate::EntryId,
        gote: &crate::EntryId,
        even_odds: bool,
    ) -> Outcome {
        let misses =
            [Side::Sente, Side::Gote].map(|side| (side, self.stream.happens(self.plan.no_show)));
        match misses {
            [(_, true), (_, true)] => return Outcome::BothNoShow,
            [(side, true), _] | [_, (side, true)] => return Outcome::no_show(side),
            [(_, false), (_, false)] => {}
        }
        let rating = |id| event.entry(id).and_then(|entry| entry.rating).unwrap_or(0);
        let difference =
            if even_odds { 0.0 } else { f64::from(rating(sente)) - f64::from(rating(gote)) };
        let expected = 1.0 / (1.0 + 10f64.powf(-difference / 400.0));
        let draw = self.plan.draw * 4.0 * expected * (1.0 - expected);
        let drawn = self.stream.unit();
        if drawn < draw {
            Outcome::Draw
        } else if drawn < draw + (1.0 - draw) * expected {
            Outcome::Sente
        } else {
            Outcome::Gote
        }
    }
}
