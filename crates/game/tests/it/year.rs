//! A year of games by correspondence, hour by hour, beside a bookkeeping that only counts hours:
//! with vacations that are planned, begun, and ended early, weekends that do not count in every other
//! game, a server that is down now and then, and conditional moves.
//!
//! `YEAR_GAMES=1000 cargo test -p komadai-game --test it year -- --nocapture` plays more.

use komadai_game::{By, Command, Event, Game, Phase, Stretch};
use komadai_rules::Side;

use crate::{
    conditions::by_correspondence,
    table::{CREATED_MS, player},
    time_off::on_weekdays,
};

const HOUR_MS: u64 = 60 * 60 * 1000;
const HOURS_A_YEAR: u64 = 365 * 24;

/// What a move has, in hours: three days.
const ALLOWED: u64 = 72;

/// Numbers that look random and are always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// A vacation in hours: from the first up to, and without, the last.
type Hours = Option<(u64, u64)>;

/// A game, and what is known of it by counting.
struct Counted {
    game: Game,
    vacations: [Hours; 2],
    weekends_off: bool,
    used: u64,
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    moves: u64,
    answers: u64,
    flags: u64,
    vacations: u64,
    hours_off: u64,
    weekend_hours: u64,
    hours_down: u64,
    deadlines: u64,
}

impl Counted {
    fn new(hour: u64, weekends_off: bool) -> Self {
        let setup = if weekends_off { on_weekdays() } else { by_correspondence() };
        let mut game = Game::new(setup).unwrap();
        let join = Command::Join { player: player(2), has_king: false };
        let mut counted = Self { game: game.clone(), vacations: [None; 2], weekends_off, used: 0 };
        let events = game.handle(at_ms(hour), By::User(player(2).id), &join).unwrap();
        events.iter().for_each(|event| game.apply(event));
        game.announced(at_ms(hour));
        counted.game = game;
        counted
    }

    fn act(&mut self, hour: u64, by: By, command: &Command) -> Vec<Event> {
        let events = self.game.handle(at_ms(hour), by, command).unwrap();
        events.iter().for_each(|event| self.game.apply(event));
        self.game.announced(at_ms(hour));
        events
    }

    fn is_away(&self, side: Side, hour: u64) -> bool {
        self.vacations[side as usize].is_some_and(|(from, until)| (from..until).contains(&hour))
    }

    /// Whether this hour does not count for who is to move, because it is Saturday or Sunday.
    fn is_weekend(&self, hour: u64) -> bool {
        // The first day of Unix time was a Thursday.
        self.weekends_off && (at_ms(hour) / (24 * HOUR_MS) + 3) % 7 >= 5
    }

    fn counts(&self, hour: u64) -> bool {
        !self.is_away(self.game.turn(), hour) && !self.is_weekend(hour)
    }

    /// An hour passes in which the server works.
    fn pass(&mut self, hour: u64, tally: &mut Tally) {
        self.used += u64::from(self.counts(hour));
        tally.hours_off += u64::from(self.is_away(self.game.turn(), hour));
        tally.weekend_hours += u64::from(self.is_weekend(hour));
    }

    /// The same deadline, found by counting on.
    fn due_hour(&self, hour: u64) -> u64 {
        let (mut at, mut used) = (hour, self.used);
        while used < ALLOWED {
            used += u64::from(self.counts(at));
            at += 1;
        }
        at
    }

    fn say_vacation(&mut self, hour: u64, numbers: &mut Numbers, tally: &mut Tally) {
        let side = if numbers.one_in(2) { Side::Sente } else { Side::Gote };
        let known = self.vacations[side as usize].filter(|&(_, until)| until > hour);
        let wanted = match known {
            Some(_) => None,
            None => {
                let from = hour + numbers.below(3) * numbers.below(48);
                tally.vacations += 1;
                Some((from, from + 24 * (1 + numbers.below(14))))
            }
        };
        let vacation =
            wanted.map(|(from, until)| Stretch { from_ms: at_ms(from), until_ms: at_ms(until) });
        self.act(hour, By::Server, &Command::Away { side, vacation });
        // Back early: what has passed of it stays.
        let ended = known.map(|(from, until)| (from.min(hour), until.min(hour)));
        self.vacations[side as usize] = wanted.or(ended);
    }

    fn decide(&mut self, hour: u64, numbers: &mut Numbers) {
        let mut position = self.game.line().position().clone();
        let (variant, waits) = (position.variant(), position.turn().other());
        let mut line = Vec::new();
        for _ in 0..2 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(numbers.below(2) as usize) else { return };
            line.push(mv.usi(variant).to_string());
            position.play(mv);
        }
        let by = By::User(self.game.players().unwrap()[waits].id);
        let ply = self.game.line().n_moves();
        let command = Command::Conditions { ply, lines: vec![line.join(" ")] };
        // What would go on after the end is refused.
        if self.game.handle(at_ms(hour), by, &command).is_ok() {
            self.act(hour, by, &command);
        }
    }

    fn play(&mut self, hour: u64, numbers: &mut Numbers, tally: &mut Tally) {
        let position = self.game.line().position();
        let moves = position.legal_moves();
        let mv = moves[(numbers.below(2) as usize).min(moves.len() - 1)];
        let command = Command::Move {
            ply: self.game.line().n_moves(),
            usi: mv.usi(position.variant()).to_string(),
            read_ms: at_ms(hour),
            srtt_ms: None,
        };
        let by = By::User(self.game.players().unwrap()[self.game.turn()].id);
        let used = self.used;
        let events = self.act(hour, by, &command);
        let thought = |event: &Event| match event {
            Event::Moved { thought_ms, .. } => Some(u64::from(*thought_ms)),
            _ => None,
        };
        let thought: Vec<_> = events.iter().filter_map(thought).collect();
        assert_eq!(thought[0], used * HOUR_MS, "what a move is charged");
        assert!(thought[1..].iter().all(|&ms| ms == 0), "an answer costs nothing");
        tally.moves += 1;
        tally.answers += thought.len() as u64 - 1;
        self.used = 0;
    }
}

/// Hours begin when those of the day do.
fn at_ms(hour: u64) -> u64 {
    (CREATED_MS.div_ceil(HOUR_MS) + hour) * HOUR_MS
}

#[test]
fn a_year_of_games_is_what_counting_hours_gives() {
    let n_games = std::env::var("YEAR_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let (mut numbers, mut tally) = (Numbers(4_711), Tally::default());
    let mut games: Vec<_> = (0..n_games).map(|n| Counted::new(0, n % 2 == 1)).collect();
    tally.games = n_games;
    let mut hour = 0;
    while hour < HOURS_A_YEAR {
        let down = if numbers.one_in(400) { 1 + numbers.below(30) } else { 0 };
        for it in &mut games {
            if down > 0 {
                let (from_ms, to_ms) = (at_ms(hour), at_ms(hour + down));
                it.act(hour + down, By::Server, &Command::Interrupt { from_ms, to_ms });
            }
            let now = hour + down;
            let check = Command::CheckTime { srtt_ms: None };
            it.act(now, By::Server, &check);
            let is_over = it.game.phase() == Phase::Over;
            assert_eq!(is_over, it.used >= ALLOWED, "hour {now}: {} used", it.used);
            if is_over {
                tally.flags += 1;
            } else {
                let due_ms = it.game.deadline_ms(None).unwrap();
                assert_eq!(due_ms, at_ms(it.due_hour(now)), "hour {now}: {:?}", it.vacations);
                tally.deadlines += 1;
                if numbers.one_in(300) {
                    it.say_vacation(now, &mut numbers, &mut tally);
                }
                if numbers.one_in(20) {
                    it.decide(now, &mut numbers);
                }
                if numbers.one_in(25) {
                    it.play(now, &mut numbers, &mut tally);
                }
            }
            if it.game.phase() == Phase::Over {
                *it = Counted::new(now, !it.weekends_off);
                tally.games += 1;
            }
            it.pass(now, &mut tally);
        }
        tally.hours_down += down;
        hour += down + 1;
    }
    println!("{tally:?}");
    let Tally { answers, flags, vacations, hours_off, weekend_hours, hours_down, .. } = tally;
    let seen = [answers, flags, vacations, hours_off, weekend_hours, hours_down];
    assert!(seen.iter().all(|&n| n > 0), "something never happened: {seen:?}");
}
