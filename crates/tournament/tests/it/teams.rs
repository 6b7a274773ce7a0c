//! Teams that meet on several boards.

use komadai_tournament::{Bye, ByeKind, EntryId, Event, Next, Outcome, Points, Wait};

use crate::{
    events::made_up,
    support::{direct, event, favourite, places, players, row, standings},
};

#[test]
fn a_team_match_is_played_on_boards() {
    let mut entries = players(8);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.team = Some(["owls", "foxes"][n % 2].to_owned());
        entry.board = Some(n as u32 / 2 + 1);
    }
    // Each has four players for three boards; the first of the owls is not there, so the
    // others move up and the fourth plays.
    entries[0].absent = vec![1];
    let mut event = event(r#"{"t":"team","boards":3,"inner":{"t":"round_robin"}}"#, entries);
    let next = event.check().expect("sound").next(0);
    let boards: Vec<_> = next
        .games
        .iter()
        .map(|game| {
            let (mut a, mut b) = (game.sente.as_str(), game.gote.as_str());
            let owl = |id: &str| ["p1", "p3", "p5", "p7"].contains(&id);
            if !owl(a) {
                (a, b) = (b, a);
            }
            (a, b)
        })
        .collect();
    assert_eq!(boards, [("p3", "p2"), ("p5", "p4"), ("p7", "p6")]);
    let owl_is_sente: Vec<bool> = next
        .games
        .iter()
        .zip(&boards)
        .map(|(game, (owl, _))| game.sente.as_str() == *owl)
        .collect();
    assert_eq!([!owl_is_sente[1], owl_is_sente[2]], [owl_is_sente[0]; 2], "sides alternate");
    event.publish(&next).expect("new");
    for (game, result) in next.games.iter().zip(["win", "draw", "loss"]) {
        let owl =
            boards.iter().find(|(owl, _)| game.side_of(&(*owl).into()).is_some()).expect("an owl");
        let side = game.side_of(&owl.0.into()).expect("it plays");
        let outcome = match result {
            "win" => Outcome::win(side),
            "loss" => Outcome::win(side.other()),
            _ => Outcome::Draw,
        };
        event.note_result(&game.key, outcome, None).expect("none yet");
    }
    let drawn = standings(&event);
    assert_eq!(places(&drawn).matches("1 ").count(), 2, "{}", places(&drawn));
    assert_eq!(row(&drawn, "owls").points, Points::HALF);
    let values: Vec<_> =
        row(&drawn, "owls").values.iter().flatten().map(Points::to_string).collect();
    assert_eq!(values[1], "1.5", "board points");
    assert_eq!(row(&drawn, "p3").points, Points::ONE, "players are ranked too");
    let by_board = r#"{"t":"team","boards":3,"tie":"first_board","inner":{"t":"round_robin"}}"#;
    let decided = Event { format: crate::support::setup(by_board), ..event };
    assert_eq!(places(&standings(&decided)), "1 owls, 2 foxes");
}

#[test]
fn a_drawn_team_match_of_a_knockout_is_played_again() {
    let format = r#"{"t":"team","boards":2,"inner":{"t":"single_elimination"}}"#;
    let mut event = made_up(format, 6);
    direct(&mut event, 2, &|game, _| {
        // The first match of each slot is drawn on all boards.
        let again = game.slot.as_deref().is_some_and(|slot| slot.contains('.'));
        if again { favourite(game, 0) } else { Outcome::Draw }
    });
    let slots: Vec<&str> = event.games.iter().filter_map(|game| game.slot.as_deref()).collect();
    assert_eq!(slots, ["R1-1", "R1-1", "R1-1.2", "R1-1.2"]);
    let standings = standings(&event);
    assert!(standings.over);
    let p1 = standings.rankings[1].rows.iter().find(|row| row.entry == "p1".into());
    assert_eq!(p1.map(|row| (row.played, row.points)), Some((2, Points::halves(3))));
}

#[test]
fn a_short_team_gives_points_for_its_empty_boards() {
    let mut entries = players(5);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.team = Some(if n < 3 { "full" } else { "short" }.to_owned());
    }
    let mut event = event(r#"{"t":"team","boards":3,"inner":{"t":"swiss","rounds":1}}"#, entries);
    let next = event.check().expect("sound").next(0);
    assert_eq!((next.games.len(), next.byes.len()), (2, 1));
    assert_eq!(next.byes[0].entry.as_str(), "p3");
    event.publish(&next).expect("new");
    for game in &next.games {
        let short = game.side_of(&"p4".into()).or(game.side_of(&"p5".into())).expect("it plays");
        event.note_result(&game.key, Outcome::win(short), None).expect("none yet");
    }
    let standings = standings(&event);
    assert_eq!(places(&standings), "1 short, 2 full");
    let values = |id: &str| row(&standings, id).values[1].map(|value| value.to_string());
    assert_eq!((values("short"), values("full")), (Some("2".into()), Some("1".into())));
}

#[test]
fn a_bye_is_no_board_of_another_rounds_match() {
    let mut entries = players(4);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.team = Some(["owls", "foxes"][n % 2].to_owned());
    }
    let format = r#"{"t":"team","boards":2,"inner":{"t":"swiss","rounds":3}}"#;
    let mut event = event(format, entries);
    let next = event.check().expect("sound").next(0);
    let slot = next.games[0].slot.clone();
    event.publish(&next).expect("new");
    for game in &next.games {
        event.note_result(&game.key, Outcome::Sente, None).expect("played");
    }
    event.byes.push(Bye { round: 2, entry: "p2".into(), kind: ByeKind::Bye, slot });
    let next = event.check().expect("sound").next(0);
    assert!(next.games.iter().all(|game| game.round != 2 || game.side_of(&"p2".into()).is_none()));
    event.publish(&next).expect("new");
    event.check().expect("still sound");
}

#[test]
fn a_team_of_which_nobody_comes_has_lost() {
    let mut entries = players(6);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.team = Some(["owls", "foxes", "hares"][n % 3].to_owned());
    }
    // Of the hares nobody is there, of the foxes nobody when they meet them.
    for n in [2, 5] {
        entries[n].absent = vec![1, 2, 3];
    }
    let mut event = event(r#"{"t":"team","boards":2,"inner":{"t":"round_robin"}}"#, entries);
    for _ in 0..3 {
        let next = event.check().expect("sound").next(0);
        event.publish(&next).expect("new");
        for game in &next.games {
            event.note_result(&game.key, Outcome::Draw, None).expect("none yet");
        }
    }
    let standings = standings(&event);
    let points = |id: &str| row(&standings, id).points.to_string();
    assert_eq!([points("owls"), points("foxes"), points("hares")], ["1.5", "1.5", "0"]);
    let of_hares = standings.matches.iter().filter(|match_| {
        [&match_.a, &match_.b]
            .iter()
            .any(|team| team.as_ref().is_some_and(|it| it.as_str() == "hares"))
    });
    let scores: Vec<_> = of_hares
        .map(|match_| (match_.a_points + match_.b_points, match_.winner.is_some()))
        .collect();
    assert_eq!(scores, [(Points::whole(2), true); 2], "a point for each empty board");
    assert_eq!([points("p3"), points("p6")], ["0", "0"], "who stays away makes nothing");
    assert!(standings.over);
}

#[test]
fn teams_start_in_a_mcmahon_by_the_mean_of_their_grades() {
    let mut entries = players(8);
    let grades = ["3d", "1k", "2d", "2k", "5k", "5k", "9k", "9k"];
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.team = Some(["owls", "foxes", "hares", "mice"][n / 2].to_owned());
        entry.grade = Some(grades[n].parse().expect("a grade"));
    }
    let inner = r#"{"t":"mcmahon","rounds":2,"bars":{"by":"grade","top":"1d","bottom":"9k"}}"#;
    let mut event = event(&format!(r#"{{"t":"team","boards":2,"inner":{inner}}}"#), entries);
    direct(&mut event, 1, &favourite);
    let standings = standings(&event);
    let starts = ["owls", "foxes", "hares", "mice"].map(|id| row(&standings, id).start.to_string());
    assert_eq!(starts, ["9", "8", "4", "0"]);
    let first = standings.rankings[0].criteria.first().expect("criteria").to_string();
    assert_eq!(first, "mcmahon");
}

#[test]
fn orders_about_two_teams_are_one() {
    let mut event = made_up(r#"{"t":"team","boards":3,"inner":{"t":"swiss","rounds":3}}"#, 12);
    let mut order = |json: &str| {
        event.orders.push(serde_json::from_str(json).expect("an order"));
        event.check().expect("sound").next(0)
    };
    let team = |n: usize| (n - 1) / 3;
    assert_ne!(team(1), team(4));
    let first = order(r#"{"t":"pair","round":1,"sente":"p1","gote":"p4"}"#);
    let meets =
        |next: &Next| next.games.iter().any(|game| game.is_between(&"p1".into(), &"p4".into()));
    assert!(meets(&first), "{first:?}");
    // Another two of the same teams, with the sides the other way round.
    let second = order(r#"{"t":"pair","round":1,"sente":"p5","gote":"p2"}"#);
    assert_eq!(second.games, first.games);
    // One of them with a third team is too much: its players are named.
    let third = order(r#"{"t":"pair","round":1,"sente":"p3","gote":"p7"}"#);
    let Some(Wait::Orders { entries }) = third.waiting_for else { panic!("{third:?}") };
    let names: Vec<_> = entries.iter().map(EntryId::as_str).collect();
    assert_eq!(names, ["p1", "p2", "p3"]);
}
