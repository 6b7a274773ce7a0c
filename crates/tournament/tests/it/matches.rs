//! Matches of several games with sides changed.

use komadai_tournament::{
    ByeKind, CellResult, Entry, Event, Fault, Game, HandicapPolicy, Order, Outcome, Points,
    RoundCell, State,
};

use crate::support::{direct, event, favourite, places, players, row, standings};

const TWO: &str = r#"{"t":"matches","inner":{"t":"swiss","rounds":2}}"#;

/// Publishes the next round, and has its games end as `result` says.
fn round(event: &mut Event, result: &dyn Fn(&Game) -> Outcome) -> Vec<(String, String)> {
    let next = event.check().expect("sound").next(0);
    assert_eq!(next.state, State::Pair);
    event.publish(&next).expect("new");
    let pending = event.pending();
    for game in next.games.iter().filter(|game| pending.contains(&game.key)) {
        event.note_result(&game.key, result(game), None).expect("none yet");
    }
    next.games.iter().map(|game| (game.sente.to_string(), game.gote.to_string())).collect()
}

#[test]
fn the_same_two_meet_again_with_sides_changed() {
    let mut event = event(TWO, players(4));
    let first = round(&mut event, &|_| Outcome::Sente);
    // A match that is half played counts for nobody yet.
    assert_eq!(row(&standings(&event), "p1").points, Points::ZERO);
    let again = round(&mut event, &|_| Outcome::Sente);
    let changed: Vec<_> = first.into_iter().map(|(sente, gote)| (gote, sente)).collect();
    assert_eq!(again, changed);
    // One win each: all matches are drawn.
    let drawn = standings(&event);
    assert_eq!(row(&drawn, "p1").points, Points::HALF);
    assert!(drawn.matches.iter().all(|it| it.winner.is_none() && it.games.len() == 2));
    let third = round(&mut event, &|game| favourite(game, 0));
    assert!(third.iter().all(|pair| !again.contains(pair) && !changed.contains(pair)));
    round(&mut event, &|game| favourite(game, 0));
    let over = standings(&event);
    assert!(over.over);
    assert_eq!(event.check().expect("sound").next(0).state, State::Over);
    assert_eq!(row(&over, "p1").points, Points::halves(3));
    let values: Vec<_> = row(&over, "p1").values.iter().flatten().map(Points::to_string).collect();
    assert_eq!(values[..2], ["1.5", "3"], "by match, then by game");
}

#[test]
fn who_leaves_within_a_match_loses_its_other_games() {
    let mut event = event(TWO, players(4));
    let pairs = round(&mut event, &|game| favourite(game, 0));
    let (_, loser) = pairs.iter().find(|(sente, _)| sente == "p1").cloned().unwrap_or_else(|| {
        let (sente, gote) = pairs.iter().find(|(_, gote)| gote == "p1").expect("they play").clone();
        (gote, sente)
    });
    event.withdraw(&"p1".into(), 1).expect("they play");
    round(&mut event, &|game| favourite(game, 0));
    let standings = standings(&event);
    let match_ = standings
        .matches
        .iter()
        .find(|it| [&it.a, &it.b].into_iter().flatten().any(|id| id.as_str() == "p1"));
    let points = match_.map(|it| [it.a_points, it.b_points]);
    assert_eq!(points, Some([Points::ONE, Points::ONE]), "a win, and a game that was not come to");
    // From the next match on they are gone.
    let next = event.check().expect("sound").next(0);
    assert!(next.games.iter().all(|game| game.side_of(&"p1".into()).is_none()));
    assert!(
        next.games.iter().any(|game| game.side_of(&loser.as_str().into()).is_some())
            || next.byes.iter().any(|bye| bye.entry.as_str() == loser)
    );
}

#[test]
fn byes_absences_and_late_entries_are_for_whole_matches() {
    let mut event = event(TWO, players(5));
    event.announce_absence(&"p2".into(), 3).expect("not published");
    round(&mut event, &|game| favourite(game, 0));
    let free = |event: &Event, round| {
        let of_round = event.byes.iter().filter(|bye| bye.round == round);
        of_round.map(|bye| (bye.entry.to_string(), bye.kind)).collect::<Vec<_>>()
    };
    assert_eq!(free(&event, 1), [("p5".to_owned(), ByeKind::Bye)]);
    event.enter(Entry::new("p9")).expect("new");
    round(&mut event, &|game| favourite(game, 0));
    assert_eq!(free(&event, 2), free(&event, 1), "who enters within a match waits for the next");
    assert_eq!(row(&standings(&event), "p5").points, Points::ONE, "one bye, not two");
    round(&mut event, &|game| favourite(game, 0));
    assert!(free(&event, 3).contains(&("p2".to_owned(), ByeKind::Absent)));
    let plays = |id: &str| event.games.iter().any(|game| game.side_of(&id.into()).is_some());
    assert!(plays("p9"));
}

#[test]
fn every_round_has_a_cell_of_its_own() {
    let mut event = event(TWO, players(6));
    event.announce_absence(&"p2".into(), 3).expect("not published");
    direct(&mut event, 3, &favourite);
    let standings = standings(&event);
    for row in &standings.rankings[0].rows {
        assert_eq!(row.rounds.len(), 4, "{}", row.entry);
        for (round, cell) in (1..).zip(&row.rounds) {
            let own = |game: &&Game| game.round == round && game.side_of(&row.entry).is_some();
            let game = event.games.iter().find(own);
            let free = event.byes.iter().find(|bye| bye.round == round && bye.entry == row.entry);
            let expected = match (game, free.map(|bye| bye.kind)) {
                (Some(game), None) => RoundCell::Game {
                    opponent: if game.sente == row.entry { &game.gote } else { &game.sente }
                        .clone(),
                    side: game.side_of(&row.entry).expect("it is theirs"),
                    result: Some(if favourite(game, 0).winner() == game.side_of(&row.entry) {
                        CellResult::Win
                    } else {
                        CellResult::Loss
                    }),
                },
                (None, Some(ByeKind::Bye)) => RoundCell::Bye,
                (None, Some(ByeKind::Absent)) => RoundCell::Absent { points: None },
                other => panic!("{other:?} in round {round} of {}", row.entry),
            };
            assert_eq!(*cell, expected, "round {round} of {}", row.entry);
        }
        let card = event.card(&standings, &row.entry).expect("they play");
        let rounds: Vec<_> = card.rounds.iter().map(|line| line.round).collect();
        assert_eq!(rounds, [1, 2, 3, 4]);
        let off: Vec<_> = card.rounds.iter().filter_map(|line| line.off.clone()).collect();
        assert_eq!(off.len(), card.rounds.iter().filter(|line| line.game.is_none()).count());
    }
    let of_second = event.byes.iter().filter(|bye| bye.round == 3).map(|bye| bye.kind);
    let kinds: Vec<_> = of_second.collect();
    assert!(kinds.contains(&ByeKind::Bye) && kinds.contains(&ByeKind::Absent), "{kinds:?}");
}

#[test]
fn orders_are_for_whole_matches() {
    let order = |round: u32| Order::Bye { round, entry: "p1".into(), reason: String::new() };
    let mut event = event(TWO, players(5));
    // The second game of a match follows from the first, so an order for it changes nothing, and
    // keeps nobody waiting.
    event.orders =
        vec![order(3), Order::Bye { round: 4, entry: "p2".into(), reason: String::new() }];
    assert_eq!([3, 4].map(|round| event.format.takes_orders_for(round)), [true, false]);
    direct(&mut event, 1, &favourite);
    let free = event.byes.iter().filter(|bye| bye.entry.as_str() == "p1").map(|bye| bye.round);
    assert_eq!(free.collect::<Vec<_>>(), [3, 4]);
    // An absence of a later round changes nothing.
    let mut event = crate::support::event(TWO, players(4));
    event.announce_absence(&"p1".into(), 2).expect("not published");
    direct(&mut event, 1, &favourite);
    assert!(event.byes.is_empty());
}

#[test]
fn an_order_that_came_too_late_for_its_game_keeps_nobody_waiting() {
    let mut event = event(TWO, players(5));
    round(&mut event, &|game| favourite(game, 0));
    round(&mut event, &|game| favourite(game, 0));
    let (before, next) = (standings(&event), event.check().expect("sound").next(0));
    let (entry, reason) = ("p1".into(), String::new());
    event.orders.push(Order::Bye { round: 2, entry, reason });
    assert_eq!(event.check().expect("its round has been published").next(0), next);
    assert_eq!(standings(&event), before);
}

#[test]
fn with_a_handicap_sides_stay() {
    let mut entries = players(2);
    for (entry, grade) in entries.iter_mut().zip(["3d", "1k"]) {
        entry.grade = grade.parse().ok();
    }
    let json = r#"{"t":"matches","inner":{"t":"swiss","rounds":1}}"#;
    let mut event = event(json, entries);
    event.handicap = HandicapPolicy::Jsa { reduce: 0, max: None };
    let first = round(&mut event, &|_| Outcome::Gote);
    assert_eq!(round(&mut event, &|_| Outcome::Gote), first);
    assert!(event.games.iter().all(|game| game.handicap.is_some()));
}

#[test]
fn matches_of_three_and_four_are_played_to_their_end() {
    for games in [3, 4] {
        let json =
            format!(r#"{{"t":"matches","games":{games},"inner":{{"t":"swiss","rounds":3}}}}"#);
        let mut event = event(&json, players(8));
        direct(&mut event, 5, &favourite);
        assert_eq!(event.n_rounds(), 3 * games);
        assert!(places(&standings(&event)).starts_with("1 p1"));
    }
}

#[test]
fn what_cannot_be_is_named() {
    for (json, at, code) in [
        (
            r#"{"t":"matches","games":1,"inner":{"t":"swiss","rounds":2}}"#,
            "format.games",
            Fault::Games,
        ),
        (r#"{"t":"matches","inner":{"t":"round_robin"}}"#, "format.inner", Fault::Format),
        (
            r#"{"t":"matches","games":4,"inner":{"t":"swiss","rounds":300}}"#,
            "the event of the matches, format.rounds",
            Fault::Rounds,
        ),
    ] {
        let event = event(json, players(4));
        let problems = event.check().expect_err("it cannot be");
        let first = problems.0.first().map(|it| (it.at.as_str(), it.code));
        assert_eq!(first, Some((at, code)), "{problems}");
    }
}
