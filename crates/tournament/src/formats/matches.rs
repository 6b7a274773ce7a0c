//! Matches of several games with sides changed: another format pairs the players, and each of its
//! pairings is as many games, one in each round of the event. A match is won by whoever makes more
//! points in its games.
//!
//! The inner format knows the matches only: they are the games of an event of its own, whose rounds
//! are as many of the event's. Whoever enters between the games of a match plays from the next one
//! on, and who leaves loses the games that are left. Absences are those of the first rounds of
//! matches; one of a later round changes nothing.

use std::{
    collections::{BTreeMap, HashMap},
    ops::RangeInclusive,
};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::{
    Absence, Bye, Entry, EntryId, Event, Fault, Game, Match, Next, Order, Outcome, Problems,
    RoundCell, Setup, Standings, State, Table, TableRules, Wait, check,
    event::ROUNDS_MAX,
    formats::{
        self, Format,
        tally::{MatchTie, Tally},
    },
    pairing::{Why, unused_key},
    standings::round_cells,
};

/// The settings of matches.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Matches {
    /// The number of games in a match.
    #[serde(default = "two")]
    games: u32,
    /// How players are paired; its rounds are matches.
    #[schemars(schema_with = "inner_schema")]
    inner: Setup,
}

fn two() -> u32 {
    2
}

/// The formats that can pair matches.
const INNER: [&str; 2] = ["swiss", "mcmahon"];

/// How many games a match may have.
const GAMES: RangeInclusive<u32> = 2..=4;

fn inner_schema(generator: &mut SchemaGenerator) -> Schema {
    formats::one_of(generator, &INNER)
}

impl Format for Matches {
    fn check(&self, event: &Event, problems: &mut Problems) {
        if !GAMES.contains(&self.games) {
            let message = format!("a match has {} to {} games", GAMES.start(), GAMES.end());
            return problems.add(Fault::Games, "format.games", message);
        }
        if !INNER.contains(&self.inner.name.as_str()) {
            let message = format!("matches are paired by one of {}", INNER.join(", "));
            return problems.add(Fault::Format, "format.inner", message);
        }
        check::one_game_a_round(event, problems);
        self.one_pair_a_match(event, problems);
        match formats::read(&self.inner) {
            Ok(inner) => {
                let of_matches = self.of_matches(event);
                let mut inside = Problems::default();
                inner.check(&of_matches, &mut inside);
                let rounds = inner.n_rounds(&of_matches).unwrap_or(0);
                if rounds.saturating_mul(self.games) > ROUNDS_MAX {
                    let message = format!(
                        "with all games of the matches there are at most {ROUNDS_MAX} rounds"
                    );
                    inside.add(Fault::Rounds, "format.rounds", message);
                }
                problems.extend_inside("the event of the matches", inside);
            }
            Err(error) => error.note("format.inner", problems),
        }
    }

    fn next(&self, event: &Event, at_ms: u64) -> Next {
        let pending = event.pending();
        if !pending.is_empty() {
            return Next::wait(Wait::Games { games: pending });
        }
        let round = event.n_rounds() + 1;
        if !self.is_first(round) {
            return self.go_on(event, round);
        }
        let Ok(inner) = formats::read(&self.inner) else { return Next::over() };
        let mut next = inner.next(&self.of_matches(event), at_ms);
        if next.state == State::Pair {
            next.round = Some(round);
            for (n, game) in next.games.iter_mut().enumerate() {
                game.round = round;
                game.key = unused_key(event, format!("{round}-{}", n + 1));
            }
            next.byes.iter_mut().for_each(|bye| bye.round = round);
        }
        next
    }

    fn standings(&self, event: &Event) -> Standings {
        let Ok(inner) = formats::read(&self.inner) else { return Standings::default() };
        let of_matches = self.of_matches(event);
        let mut standings = inner.standings(&of_matches);
        let matches = of_matches.games.iter().filter(|game| !game.is_annulled());
        standings.matches = matches.map(|match_| self.drawn(event, match_)).collect();
        let whole = |bye: Bye| {
            let first = (bye.round.max(1) - 1).saturating_mul(self.games) + 1;
            (0..self.games).map(move |nth| Bye { round: first.saturating_add(nth), ..bye.clone() })
        };
        standings.byes_by_lot = standings.byes_by_lot.into_iter().flat_map(whole).collect();
        let table = Table::new(event, TableRules::default());
        for row in standings.rankings.iter_mut().flat_map(|ranking| &mut ranking.rows) {
            let own = table.index(&row.entry).and_then(|index| table.contestants.get(index));
            if let Some(games) = own.and_then(|own| round_cells(&table, own)) {
                row.rounds = self.cells(&row.rounds, games);
            }
        }
        standings
    }

    fn criteria(&self) -> &'static [&'static str] {
        match self.inner.name.as_str() {
            "mcmahon" => &["mcmahon", "board_points", "sos", "direct"],
            _ => &["points", "board_points", "sos", "direct"],
        }
    }

    fn n_rounds(&self, event: &Event) -> Option<u32> {
        let matches = formats::read(&self.inner).ok()?.n_rounds(&self.of_matches(event))?;
        Some(matches.saturating_mul(self.games))
    }

    fn takes_orders(&self) -> bool {
        true
    }

    fn takes_orders_for(&self, round: u32) -> bool {
        self.is_first(round)
    }

    fn why(&self, event: &Event, of: Option<[&EntryId; 2]>) -> Vec<Why> {
        let Ok(inner) = formats::read(&self.inner) else { return Vec::new() };
        if self.is_first(event.n_rounds() + 1) {
            inner.why(&self.of_matches(event), of)
        } else {
            Vec::new()
        }
    }
}

impl Matches {
    /// Whether the games of a round are the first of their matches.
    fn is_first(&self, round: u32) -> bool {
        round % self.games == 1
    }

    /// The match to which a round's games belong, from 1.
    fn match_of(&self, round: u32) -> u32 {
        (round.max(1) - 1) / self.games + 1
    }

    /// The first match after so many rounds have been played.
    fn match_after(&self, rounds: u32) -> u32 {
        rounds.div_ceil(self.games) + 1
    }

    /// The next games of the matches that have begun, with sides changed; who gives a handicap
    /// stays on their side.
    fn go_on(&self, event: &Event, round: u32) -> Next {
        let before = event.games.iter().filter(|game| game.round == round - 1);
        let games = before.filter(|game| !game.is_annulled()).map(|game| {
            let (sente, gote) = match game.handicap {
                Some(_) => (&game.sente, &game.gote),
                None => (&game.gote, &game.sente),
            };
            Game {
                key: unused_key(event, format!("{round}-{}", game.board)),
                round,
                board: game.board,
                sente: sente.clone(),
                gote: gote.clone(),
                handicap: game.handicap,
                ..Game::default()
            }
        });
        let byes = event.byes.iter().filter(|bye| bye.round == round - 1);
        let byes = byes.map(|bye| Bye { round, ..bye.clone() }).collect();
        Next {
            state: State::Pair,
            round: Some(round),
            games: games.collect(),
            byes,
            ..Next::default()
        }
    }

    /// The event in which each match is a game.
    fn of_matches(&self, event: &Event) -> Event {
        let byes = event.byes.iter().filter(|bye| self.is_first(bye.round));
        Event {
            format: self.inner.clone(),
            tiebreaks: formats::criteria(self, event),
            entries: event.entries.iter().map(|entry| self.in_matches(entry)).collect(),
            games: self.matches(event),
            byes: byes.map(|bye| Bye { round: self.match_of(bye.round), ..bye.clone() }).collect(),
            orders: event.orders.iter().filter_map(|order| self.order(order)).collect(),
            ..event.clone()
        }
    }

    fn in_matches(&self, entry: &Entry) -> Entry {
        let first = |round: &u32| self.is_first(*round);
        let absences = entry.absences.iter().filter(|absence| first(&absence.round));
        let absent = entry.absent.iter().copied().filter(first);
        Entry {
            from_round: self.match_after(entry.from_round.max(1) - 1),
            withdrawn_after: entry.withdrawn_after.map(|last| self.match_after(last) - 1),
            absent: absent.map(|round| self.match_of(round)).collect(),
            absences: absences
                .map(|absence| Absence { round: self.match_of(absence.round), ..*absence })
                .collect(),
            ..entry.clone()
        }
    }

    /// An order for the first games of matches is one for the matches; the later games have the
    /// players of the first, whatever is ordered.
    fn order(&self, order: &Order) -> Option<Order> {
        if order.round().is_some_and(|round| !self.is_first(round)) {
            return None;
        }
        let mut order = order.clone();
        let round = match &mut order {
            Order::Pair { round, .. } | Order::Bye { round, .. } => Some(round),
            Order::Forbid { round, .. } => round.as_mut(),
        };
        if let Some(round) = round {
            *round = self.match_of(*round);
        }
        Some(order)
    }

    /// The matches that have begun, each by the key and on the board of its first game.
    fn matches(&self, event: &Event) -> Vec<Game> {
        let by_id: HashMap<&EntryId, &Entry> =
            event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        let look_up = |id: &EntryId| by_id.get(id).copied();
        let mut pairs: BTreeMap<(u32, [&EntryId; 2]), Vec<&Game>> = BTreeMap::new();
        for game in &event.games {
            let mut pair = [&game.sente, &game.gote];
            pair.sort_unstable();
            pairs.entry((self.match_of(game.round), pair)).or_default().push(game);
        }
        let matches = pairs.into_iter().filter_map(|((n, _), mut games)| {
            games.sort_by_key(|game| (game.is_annulled(), game.round));
            let first = *games.first()?;
            let mut tally = Tally::default();
            let counted = games.iter().filter(|game| !game.is_annulled());
            for game in counted {
                let side = game.side_of(&first.sente)?;
                tally.count(event.outcome_of(game, &look_up), side);
            }
            let is_whole = event.n_rounds() >= n.saturating_mul(self.games);
            let result = if first.is_annulled() {
                Some(Outcome::Annulled)
            } else {
                tally.outcome(MatchTie::Draw).filter(|_| is_whole)
            };
            let boards = Some(tally.points);
            Some(Game { round: n, result, ruling: None, boards, ..first.clone() })
        });
        matches.collect()
    }

    /// A cell for each round of the event: its game, or else what the round's match is where it is
    /// not played.
    fn cells(&self, of_matches: &[RoundCell], games: Vec<RoundCell>) -> Vec<RoundCell> {
        let is_game = |cell: &RoundCell| matches!(cell, RoundCell::Game { .. });
        let cells = (1..).zip(games).map(|(round, own)| {
            let of_match = of_matches.get(self.match_of(round) as usize - 1);
            let of_match = of_match.filter(|it| !is_game(it) && !is_game(&own));
            of_match.cloned().unwrap_or(own)
        });
        cells.collect()
    }

    fn drawn(&self, event: &Event, match_: &Game) -> Match {
        let points = match_.boards.unwrap_or_default();
        let winner = match_.outcome().and_then(Outcome::winner);
        let is_own = |game: &&Game| {
            self.match_of(game.round) == match_.round
                && !game.is_annulled()
                && game.is_between(&match_.sente, &match_.gote)
        };
        Match {
            slot: match_.key.to_string(),
            round: match_.round,
            a: Some(match_.sente.clone()),
            b: Some(match_.gote.clone()),
            a_points: points.sente,
            b_points: points.gote,
            winner: winner.map(|side| match_.player(side).clone()),
            games: event.games.iter().filter(is_own).map(|game| game.key.clone()).collect(),
            ..Match::default()
        }
    }

    /// All games of a match are between the same two.
    fn one_pair_a_match(&self, event: &Event, problems: &mut Problems) {
        let mut opponents: HashMap<(u32, &EntryId), &EntryId> = HashMap::new();
        for (n, game) in event.games.iter().enumerate().filter(|(_, game)| !game.is_annulled()) {
            let of = self.match_of(game.round);
            for (one, other) in [(&game.sente, &game.gote), (&game.gote, &game.sente)] {
                if *opponents.entry((of, one)).or_insert(other) != other {
                    let message = "other games of this match are between other players";
                    problems.add(Fault::Match, format!("games[{n}]"), message);
                    break;
                }
            }
        }
    }
}
