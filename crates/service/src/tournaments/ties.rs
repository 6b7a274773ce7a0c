//! Players who are level: a play-off between them, or the organiser's word.

use komadai_tournament::{EntryId, Game, TieDecision};

use super::{
    TournamentRefusal,
    rounds::has_room,
    state::{ActOutcome, Phase, Tournament},
};

impl Tournament {
    /// Orders a play-off; whoever has left does not come to it.
    pub(super) fn play_off(&mut self, now_ms: u64, entries: &[EntryId]) -> ActOutcome {
        self.in_phase(&[Phase::Running, Phase::Over], "before it has begun")?;
        for id in entries {
            if self.known(id)?.withdrawn_after.is_some() {
                return Err(TournamentRefusal::PlayerOnly("a player who has left is not paired"));
            }
        }
        self.event.play_off(entries)?;
        has_room(self.event.games.len())?;
        self.phase = Phase::Running;
        self.next_ms = None;
        self.open_boards(now_ms);
        Ok(())
    }

    /// Puts players who are level into an order.
    pub(super) fn decide(&mut self, entries: Vec<EntryId>, reason: &str, by: String) -> ActOutcome {
        self.in_phase(&[Phase::Running, Phase::Over], "before it has begun")?;
        let reason = reason.trim().to_owned();
        Ok(self.event.decide(TieDecision { entries, slot: None, reason, by })?)
    }

    /// Takes a decision back.
    pub(super) fn undecide(&mut self, index: usize) -> ActOutcome {
        if index >= self.event.decisions.len() {
            return Err(TournamentRefusal::Unknown("such decision".to_owned()));
        }
        self.event.decisions.remove(index);
        Ok(())
    }

    /// Whether a play-off is being played.
    pub(super) fn has_play_offs(&self) -> bool {
        self.event.pending_games().any(|game| game.play_off.is_some())
    }

    /// How many games each player of this one may have at a time: in a play-off one after the other.
    pub(super) fn games_at_once(&self, game: &Game) -> u32 {
        if game.play_off.is_some() { 1 } else { self.plan.games_at_once }
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::{TournamentId, UserId};
    use komadai_rules::RuleSet;
    use komadai_tournament::{GameKey, Outcome, PlacedBy};
    use serde_json::json;

    use super::*;
    use crate::tournaments::{Act, Actor, Person, TournamentSettings, act::Newcomer};

    fn person(n: u8) -> Person {
        Person {
            user: UserId::new(1, [n; 10]),
            name: format!("Player {n}"),
            handle: format!("player{n}"),
            bot: false,
            club_grade: None,
        }
    }

    /// A round robin of three that is over, in which all have one point; their accounts play online.
    fn circle() -> Tournament {
        let settings: TournamentSettings = serde_json::from_value(json!({
            "name": "Circle",
            "format": { "t": "round_robin" },
            "tiebreaks": ["points"],
            "plan": {
                "variant": "standard",
                "rules": RuleSet::casual(),
                "clock": { "kind": "sudden_death", "main_ms": 600_000 },
                "grace_ms": 60_000,
                "at_the_board": true,
                "schedule": { "t": "word" },
            },
        }))
        .expect("settings");
        let id = TournamentId::from_uuid(UserId::new(2, [2; 10]).uuid());
        let mut it = Tournament::new(id, &person(9), 7, settings).expect("a tournament");
        let entries = (1..=3u8).map(|n| Newcomer {
            entry: serde_json::from_value(json!({ "name": format!("Player {n}") })).expect("one"),
            is_acquainted: true,
        });
        by_word(&mut it, Act::EnterAll { entries: entries.collect() }, "");
        by_word(&mut it, Act::Begin, "");
        loop {
            let open: Vec<GameKey> = it.event.pending();
            for game in open {
                by_word(&mut it, Act::Result { game, outcome: Outcome::Draw }, "");
            }
            if it.phase == Phase::Over {
                return it;
            }
            by_word(&mut it, Act::NextRound, "");
        }
    }

    fn by_word(it: &mut Tournament, act: Act, reason: &str) {
        it.act(1, &Actor::Director, act, reason).expect("it can be done");
    }

    fn order(it: &Tournament) -> Vec<(usize, Option<PlacedBy>)> {
        let standings = it.event.check().expect("sound").standings();
        standings.rankings[0].rows.iter().map(|row| (row.place, row.by)).collect()
    }

    #[test]
    fn a_play_off_opens_the_event_again_and_ends_it() {
        let mut it = circle();
        let all: Vec<EntryId> = it.event.entries.iter().map(|entry| entry.id.clone()).collect();
        assert_eq!(order(&it), [(1, None); 3]);
        by_word(&mut it, Act::PlayOff { entries: all.clone() }, "");
        assert_eq!((it.phase, it.event.pending().len()), (Phase::Running, 3));
        let again = it.act(1, &Actor::Director, Act::PlayOff { entries: all.clone() }, "");
        assert!(matches!(again, Err(TournamentRefusal::Edit(_))), "{again:?}");
        for game in it.event.pending() {
            by_word(&mut it, Act::Result { game, outcome: Outcome::Sente }, "");
        }
        assert_eq!(it.phase, Phase::Over);
        // Everybody has won one of the three: they are still level, and somebody decides.
        assert_eq!(order(&it), [(1, None); 3]);
        let act = || Act::Decide { entries: all.clone() };
        let refused = it.clone().act(1, &Actor::Director, act(), " ");
        assert!(matches!(refused, Err(TournamentRefusal::Reason)), "{refused:?}");
        by_word(&mut it, act(), "the youngest first");
        let decided = Some(PlacedBy::Decision);
        assert_eq!(order(&it), [(1, decided), (2, decided), (3, decided)]);
        assert_eq!(it.phase, Phase::Over);
        by_word(&mut it, Act::Undecide { index: 0 }, "");
        assert_eq!(order(&it), [(1, None); 3]);
    }

    #[test]
    fn online_nobody_sits_at_two_boards_of_a_play_off() {
        let mut it = circle();
        it.plan.at_the_board = false;
        let all: Vec<EntryId> = it.event.entries.iter().map(|entry| entry.id.clone()).collect();
        it.people = all.iter().cloned().zip((1..).map(person)).collect();
        by_word(&mut it, Act::PlayOff { entries: all }, "");
        for left in (1..=3).rev() {
            let open: Vec<GameKey> = it.open().into_iter().map(|(key, _)| key).collect();
            assert_eq!(open.len(), 1, "{left} are left");
            let waits = it.event.pending_games().filter(|game| it.waits(game)).count();
            assert_eq!(waits, left - 1);
            it.event.note_result(&open[0], Outcome::Sente, Some(1)).expect("none yet");
            by_word(&mut it, Act::GoOn, "");
        }
        assert_eq!(it.phase, Phase::Over);
    }
}
