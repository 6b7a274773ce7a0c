//! What organisers decide about a tournament, and when they may still decide otherwise.

use komadai_ids::UserId;
use komadai_tournament::{Fault, Order, Problems, Setup};
use serde_json::Value;

use super::{
    TournamentRefusal, TournamentSettings,
    state::{ActOutcome, ORDERS_MAX, Phase, Tournament},
};

impl Tournament {
    pub(super) fn edit(&mut self, now_ms: u64, settings: TournamentSettings) -> ActOutcome {
        let settings = settings.checked(Some(&self.event.name))?;
        let scoring = settings.scoring.unwrap_or_else(|| self.event.scoring.clone());
        let becomes_rated = settings.plan.rated && !self.plan.rated;
        let is_agreed = self.phase == Phase::Running || !self.people.is_empty();
        if becomes_rated && is_agreed {
            return Err(TournamentRefusal::StaysCasual);
        }
        if self.plan.at_the_board && !settings.plan.at_the_board {
            // A player who was seen in the hall has not said that they are here.
            self.checked_in.retain(|entry| !self.people.contains_key(entry));
        }
        match self.phase {
            Phase::Draft | Phase::Open => {
                self.event.format = hosted_by(settings.format, self.owner);
                self.event.tiebreaks = settings.tiebreaks;
                self.event.scoring = scoring;
                self.event.sides = settings.sides;
                self.event.handicap = settings.handicap;
            }
            Phase::Running => {
                let same = self.event.format == settings.format
                    && self.event.scoring == scoring
                    && self.event.sides == settings.sides
                    && self.event.handicap == settings.handicap
                    && self.plan.variant == settings.plan.variant
                    && self.plan.at_the_board == settings.plan.at_the_board;
                if !same {
                    return Err(TournamentRefusal::Begun);
                }
                self.event.tiebreaks = settings.tiebreaks;
            }
            Phase::Over | Phase::Cancelled => {
                return Err(TournamentRefusal::Phase("after its end"));
            }
        }
        self.event.name = settings.name;
        self.event.prizes = settings.prizes;
        let is_due_otherwise = self.plan.schedule != settings.plan.schedule;
        self.plan = settings.plan;
        if self.phase == Phase::Running && is_due_otherwise {
            self.next_ms = None;
            self.advance(now_ms)?;
        }
        Ok(())
    }

    /// Orders something for a round to come, unless its format cannot carry that out.
    pub(super) fn order(&mut self, order: Order) -> ActOutcome {
        let n = self.event.orders.len();
        if n >= ORDERS_MAX {
            let text = format!("there are at most {ORDERS_MAX} orders; withdraw one");
            return Err(TournamentRefusal::Settings(text));
        }
        let own = format!("orders[{n}]");
        let round = order.round().filter(|_| self.event.format.takes_orders());
        if round.is_some_and(|round| !self.event.format.takes_orders_for(round)) {
            let mut problems = Problems::default();
            problems.add(Fault::Round, own, "an order is for the first round of a match");
            return Ok(problems.into_result()?);
        }
        self.event.orders.push(order);
        // Before it begins, much else may still be missing.
        let Err(mut problems) = self.event.check().map(drop) else { return Ok(()) };
        problems.0.retain(|problem| problem.at == own);
        Ok(problems.into_result()?)
    }

    /// How it is decided, as an organiser would send it.
    pub fn settings(&self) -> TournamentSettings {
        TournamentSettings {
            name: self.event.name.clone(),
            format: self.event.format.clone(),
            tiebreaks: self.event.tiebreaks.clone(),
            scoring: Some(self.event.scoring.clone()),
            sides: self.event.sides,
            handicap: self.event.handicap.clone(),
            prizes: self.event.prizes.clone(),
            plan: self.plan.shown(),
        }
    }
}

/// The format with somebody who plays everybody else at once, where it needs one and names nobody.
pub(super) fn hosted_by(mut format: Setup, owner: UserId) -> Setup {
    let is_named =
        format.settings.get("host").and_then(Value::as_str).is_some_and(|it| !it.is_empty());
    if format.is_hosted() && !is_named {
        format.settings.insert("host".to_owned(), Value::from(owner.code().to_string()));
    }
    format
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::tournaments::{Act, Actor, fixture::of_typed_names};

    #[test]
    fn what_cannot_be_carried_out_is_not_ordered_even_before_it_begins() {
        let inner = json!({ "t": "swiss", "rounds": 2 });
        let format = json!({ "t": "matches", "games": 2, "inner": inner });
        let mut it = of_typed_names(format, json!({ "at_the_board": true }), 4);
        let pair = |round: u32| {
            let order = json!({ "t": "pair", "round": round, "sente": "p1", "gote": "p2" });
            Act::Order { order: serde_json::from_value(order).expect("an order") }
        };
        // The second game of a match has the players of the first.
        let refusal = it.clone().act(1, &Actor::Director, pair(2), "").err();
        assert!(matches!(refusal, Some(TournamentRefusal::Problems(_))), "{refusal:?}");
        it.act(1, &Actor::Director, pair(3), "").expect("the first of the second match");
    }

    #[test]
    fn an_order_that_stands_for_a_later_game_of_a_match_keeps_nobody_waiting() {
        let inner = json!({ "t": "swiss", "rounds": 2 });
        let format = json!({ "t": "matches", "games": 2, "inner": inner });
        let mut it = of_typed_names(format, json!({ "at_the_board": true }), 4);
        // From before such orders were refused.
        let order = json!({ "t": "pair", "round": 4, "sente": "p1", "gote": "p2" });
        it.event.orders.push(serde_json::from_value(order).expect("an order"));
        it.act(1, &Actor::Director, Act::Begin, "").expect("four have come");
        for round in 1..=4 {
            let games: Vec<_> = it.event.pending();
            assert_eq!((it.event.n_rounds(), games.len()), (round, 2));
            for game in games {
                let act = Act::Result { game, outcome: komadai_tournament::Outcome::Sente };
                it.act(2, &Actor::Director, act, "").expect("it is played");
            }
            if round < 4 {
                it.act(3, &Actor::Director, Act::NextRound, "").expect("all have played");
            }
        }
        assert_eq!(it.phase, Phase::Over);
    }
}
