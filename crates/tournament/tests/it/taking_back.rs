//! A round is taken back: the document is what it was, and the same round comes again.

use komadai_tournament::{Entry, Event, Fault, LastRounds, Outcome, State};

use crate::{
    events::{EVERY_FORMAT, made_up},
    support::{by_lot, event, n_cases, players},
};

/// Publishes a round and takes it back; gives both.
fn there_and_back(event: &Event) -> (Event, Event) {
    let mut published = event.clone();
    published.publish(&event.check().expect("sound").next(0)).expect("keys are new");
    let mut back = published.clone();
    back.take_back().expect("there is a round");
    (published, back)
}

#[test]
fn every_round_of_every_format_can_be_taken_back() {
    for seed in 0..n_cases(2, 6) {
        for (name, format) in EVERY_FORMAT {
            let mut event = made_up(format, 6 + (seed as usize * 5) % 13);
            event.seed = seed;
            if *name == "arena" {
                event.publish(&event.check().unwrap().next(u64::MAX / 4)).unwrap();
                assert!(event.take_back().is_err(), "an arena has no rounds");
                continue;
            }
            for step in 0_u64.. {
                assert!(step < 1_000, "{format} never ends");
                let next = event.check().unwrap().next(0);
                if next.state == State::Over {
                    break;
                }
                if next.state == State::Pair {
                    let (published, back) = there_and_back(&event);
                    let rounds = next.games.iter().map(|game| game.round);
                    let first = rounds.chain(next.byes.iter().map(|bye| bye.round)).min().unwrap();
                    if first > event.n_rounds() {
                        assert_eq!(back, event, "{format}, round {first}");
                    }
                    // Whatever it is taken back to, the same is paired again.
                    let mut again = back.clone();
                    again.publish(&back.check().unwrap().next(0)).unwrap();
                    if first > event.n_rounds() {
                        assert_eq!(again, published, "{format}, round {first}");
                    }
                    event = published;
                }
                // One result at a time, so that games published freely come in between.
                let pending: Vec<_> = event.pending_games().cloned().collect();
                if let Some(game) = pending.first() {
                    if game.toss {
                        event.note_toss(&game.key, &game.sente).unwrap();
                    }
                    event.note_result(&game.key, by_lot(game, seed * 31 + step), None).unwrap();
                }
            }
        }
    }
}

#[test]
fn who_came_and_went_meanwhile_stays_so() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(6));
    event.publish(&event.check().unwrap().next(0)).unwrap();
    event.enter(Entry::new("late")).unwrap();
    event.withdraw(&"p1".into(), 1).unwrap();
    event.take_back().unwrap();
    assert_eq!(event.n_rounds(), 0);
    let next = event.check().unwrap().next(0);
    let plays = |id: &str| next.games.iter().any(|game| game.side_of(&id.into()).is_some());
    assert!(plays("late") && !plays("p1"), "{next:?}");
}

#[test]
fn a_bracket_is_drawn_otherwise_before_it_begins() {
    let mut drawn = event(r#"{"t":"single_elimination"}"#, players(8));
    let meets = |event: &Event| {
        let next = event.check().unwrap().next(0);
        let own = next.games.iter().find(|game| game.side_of(&"p1".into()).is_some());
        own.map(|game| [game.sente.clone(), game.gote.clone()])
    };
    assert!(meets(&drawn).unwrap().contains(&"p8".into()));
    drawn.swap_places(&"p8".into(), &"p5".into()).unwrap();
    assert!(meets(&drawn).unwrap().contains(&"p5".into()));
    assert_eq!(drawn.entries.iter().filter_map(|entry| entry.seed).count(), 8);
    drawn.publish(&drawn.check().unwrap().next(0)).unwrap();
    drawn.swap_places(&"p8".into(), &"p5".into()).unwrap_err();
    let mut swiss = event(r#"{"t":"swiss","rounds":3}"#, players(8));
    swiss.swap_places(&"p8".into(), &"p5".into()).unwrap_err();
}

#[test]
fn teams_are_put_together_by_hand() {
    let mut teams = made_up(r#"{"t":"team","boards":3,"inner":{"t":"swiss","rounds":3}}"#, 12);
    let order = r#"{"t":"pair","round":1,"sente":"p1","gote":"p4"}"#;
    teams.orders.push(serde_json::from_str(order).unwrap());
    let next = teams.check().unwrap().next(0);
    assert!(next.games.iter().any(|game| game.is_between(&"p1".into(), &"p4".into())), "{next:?}");
    teams
        .orders
        .push(serde_json::from_str(r#"{"t":"pair","round":1,"sente":"p1","gote":"p2"}"#).unwrap());
    teams.check().unwrap_err();
}

#[test]
fn who_comes_late_plays_whoever_is_without_a_game() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(5));
    event.publish(&event.check().unwrap().next(0)).unwrap();
    let alone = event.byes[0].entry.clone();
    event.enter(Entry::new("late")).unwrap();
    event.repair(1, &[(alone.clone(), "late".into())], "late", "").unwrap();
    assert!(event.byes.is_empty());
    assert!(event.games.iter().any(|game| game.is_between(&alone, &"late".into())));
    assert_eq!(event.entry(&"late".into()).unwrap().from_round, 1);
}

#[test]
fn what_was_ordered_is_ordered_still() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(4));
    event
        .orders
        .push(serde_json::from_str(r#"{"t":"pair","round":1,"sente":"p4","gote":"p1"}"#).unwrap());
    let (published, back) = there_and_back(&event);
    assert!(published.games.iter().any(|game| game.sente == "p4".into()));
    assert_eq!(back, event);
}

#[test]
fn what_was_published_at_once_goes_at_once_after_a_play_off_too() {
    let mut event = event(r#"{"t":"round_robin","pace":"free"}"#, players(4));
    event.tiebreaks = vec!["points".parse().unwrap()];
    event.publish(&event.check().unwrap().next(0)).unwrap();
    let all = LastRounds { first: 1, last: 3 };
    assert_eq!(event.last_rounds(), Some(all));
    for key in event.pending() {
        event.note_result(&key, Outcome::Draw, None).unwrap();
    }
    event.play_off(&["p1".into(), "p2".into()]).unwrap();
    assert_eq!(event.last_rounds(), Some(all));
}

#[test]
fn who_leaves_later_still_does() {
    let mut event = event(r#"{"t":"swiss","rounds":5}"#, players(6));
    event.publish(&event.check().unwrap().next(0)).unwrap();
    event.withdraw(&"p1".into(), 1).unwrap();
    event.withdraw(&"p2".into(), 3).unwrap();
    event.take_back().unwrap();
    let last = |id: &str| event.entry(&id.into()).unwrap().withdrawn_after;
    assert_eq!([last("p1"), last("p2")], [Some(0), Some(3)]);
}

#[test]
fn orders_are_taken_where_a_round_is_paired_freely() {
    for (name, format) in EVERY_FORMAT {
        let mut event = made_up(format, 12);
        let takes = event.format.takes_orders();
        let frees = ["swiss", "mcmahon", "matches", "championship"];
        let is_free = frees.contains(name)
            || (*name == "team" && format.contains("swiss"))
            || (*name == "stages" && format.contains("Swiss"));
        assert_eq!(takes, is_free, "{format}");
        let order = r#"{"t":"forbid","a":"p1","b":"p12"}"#;
        event.orders.push(serde_json::from_str(order).unwrap());
        let refused = event.check().is_err_and(|problems| problems.has(Fault::Orders));
        assert_eq!(refused, !takes, "{format}");
    }
}
