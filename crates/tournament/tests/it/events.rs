//! A whole event of every format.

use std::collections::HashSet;

use komadai_rules::{Grade, Handicap, Odds, Side};
use komadai_tournament::{
    Bye, ByeKind, Entry, EntryId, Event, Fault, HandicapPolicy, Outcome, Presence, Remark, Ruling,
    Sides, State, Wait, formats,
};

use crate::support::{by_lot, direct, event, favourite, n_cases, players, row, setup, standings};

/// Settings of every format, so that none is forgotten.
pub(crate) const EVERY_FORMAT: &[(&str, &str)] = &[
    ("round_robin", r#"{"t":"round_robin"}"#),
    ("round_robin", r#"{"t":"round_robin","cycles":2,"pace":"free"}"#),
    ("swiss", r#"{"t":"swiss","rounds":5}"#),
    ("mcmahon", r#"{"t":"mcmahon","rounds":5,"bars":{"by":"rating","floors":[1990,1995]}}"#),
    ("matches", r#"{"t":"matches","inner":{"t":"swiss","rounds":3}}"#),
    (
        "matches",
        r#"{"t":"matches","games":3,"inner":{"t":"mcmahon","rounds":2,"bars":{"by":"rating","floors":[1990]}}}"#,
    ),
    ("single_elimination", r#"{"t":"single_elimination","third_place":true}"#),
    (
        "single_elimination",
        r#"{"t":"single_elimination","best_of":3,"best_of_final":5,"pace":"free"}"#,
    ),
    ("double_elimination", r#"{"t":"double_elimination"}"#),
    ("double_elimination", r#"{"t":"double_elimination","reset":false,"pace":"free"}"#),
    ("groups", r#"{"t":"groups","knockout":{"third_place":true}}"#),
    ("groups", r#"{"t":"groups","knockout":{"pace":"free","seeding":"lot"}}"#),
    ("league", r#"{"t":"league","classes":[{"name":"A","down":1},{"name":"B","up":1}]}"#),
    (
        "league",
        r#"{"t":"league","classes":[{"name":"A"},{"name":"B"}],"inner":{"t":"swiss","rounds":3}}"#,
    ),
    ("title_match", r#"{"t":"title_match","best_of":7,"holder":"p1"}"#),
    ("team", r#"{"t":"team","boards":3,"inner":{"t":"swiss","rounds":3}}"#),
    ("team", r#"{"t":"team","boards":2,"inner":{"t":"round_robin"}}"#),
    ("team", r#"{"t":"team","boards":2,"tie":"first_board","inner":{"t":"single_elimination"}}"#),
    ("simul", r#"{"t":"simul","host":"p1"}"#),
    ("simul", r#"{"t":"simul","host":"p2","side":"alternate"}"#),
    ("arena", r#"{"t":"arena","start_ms":0,"duration_ms":3600000}"#),
    ("pools", r#"{"t":"pools","groups":3}"#),
    ("pools", r#"{"t":"pools","groups":2,"inner":{"t":"swiss","rounds":3}}"#),
    (
        "championship",
        r#"{"t":"championship","best":4,"knockout":{"third_place":true},
            "inner":{"t":"swiss","rounds":4}}"#,
    ),
    (
        "championship",
        r#"{"t":"championship","best":8,"first_round":2,"inner":{"t":"mcmahon","rounds":5,
            "bars":{"by":"rating","floors":[1985,1990]}}}"#,
    ),
    (
        "stages",
        r#"{"t":"stages","stages":[{"name":"groups","format":{"t":"pools","groups":2}},
            {"name":"A","format":{"t":"single_elimination"},"from":[{"stage":"groups","last":2}]},
            {"name":"B","format":{"t":"double_elimination"},"from":[{"stage":"groups","first":3}]}]}"#,
    ),
    (
        "stages",
        r#"{"t":"stages","stages":[{"name":"Swiss","format":{"t":"swiss","rounds":3}},
            {"name":"top","format":{"t":"championship","best":4,"inner":{"t":"swiss","rounds":2}},
             "from":[{"stage":"Swiss","last":6}]},
            {"name":"title","format":{"t":"title_match","best_of":3},
             "from":[{"stage":"top","of":"knock-out","last":2}]}]}"#,
    ),
];

/// An event of that format for so many players.
pub(crate) fn made_up(format: &str, n: usize) -> Event {
    let mut event = event(format, players(n));
    match event.format.name.as_str() {
        "league" => {
            for (n, entry) in event.entries.iter_mut().enumerate() {
                entry.class = Some(["A", "B"][n % 2].to_owned());
                entry.seed = Some(n as u32 / 2 + 1);
            }
        }
        "team" => {
            for (n, entry) in event.entries.iter_mut().enumerate() {
                entry.team = Some(format!("t{}", n / 3));
            }
        }
        "title_match" => event.entries.truncate(2),
        "arena" => {
            for (n, entry) in event.entries.iter().enumerate() {
                let at_ms = n as u64 * 60_000;
                event.presence.push(Presence { entry: entry.id.clone(), at_ms, here: true });
            }
        }
        _ => {}
    }
    event
}

#[test]
fn every_format_can_be_directed_to_its_end() {
    let covered: HashSet<_> = EVERY_FORMAT.iter().map(|(name, _)| *name).collect();
    for known in formats::ALL {
        assert!(covered.contains(known.name), "no event of {}", known.name);
    }
    for seed in 0..n_cases(4, 10) {
        for (name, format) in EVERY_FORMAT {
            let n = 6 + (seed as usize * 5) % 20;
            let mut event = made_up(format, n);
            event.seed = seed;
            if seed % 3 == 2 {
                event.sides = Sides::Furigoma;
            }
            direct(&mut event, seed, &by_lot);
            let standings = standings(&event);
            assert_eq!(standings.over, *name != "arena", "{format}");
            // Everybody is ranked once, and nobody sits in two places.
            for ranking in &standings.rankings {
                let ranked: HashSet<_> = ranking.rows.iter().map(|row| &row.entry).collect();
                assert_eq!(ranked.len(), ranking.rows.len(), "{format}");
                assert!(ranking.rows.is_sorted_by_key(|row| row.place), "{format}");
            }
        }
    }
}

#[test]
fn withdrawals_do_not_stop_any_format() {
    for seed in 0..n_cases(3, 10) {
        for (name, format) in EVERY_FORMAT {
            if *name == "title_match" {
                continue;
            }
            let mut event = made_up(format, 11);
            // Without its host a simul waits for one.
            let host = event.host().map(|host| host.id.clone());
            for (n, entry) in
                event.entries.iter_mut().enumerate().skip(seed as usize % 3).step_by(4)
            {
                if Some(&entry.id) == host.as_ref() {
                    continue;
                }
                entry.withdrawn_after = Some(n as u32 % 3);
            }
            direct(&mut event, seed, &by_lot);
        }
    }
}

#[test]
fn late_entries_absences_byes_and_no_shows_have_their_points() {
    let mut event = event(r#"{"t":"swiss","rounds":4}"#, players(5));
    event.entries[4].from_round = 3; // p5 comes in round 3: two half points
    event.entries[3].absent = vec![1]; // p4 is not there in round 1: half a point
    event.entries[2].withdrawn_after = Some(2);
    let first = event.check().expect("sound").next(0);
    // p4 is absent and p5 not there: three are paired, the lowest has the bye.
    let bye = |entry: &str, kind| Bye { round: 1, entry: entry.into(), kind, slot: None };
    assert_eq!(first.byes, [bye("p3", ByeKind::Bye), bye("p4", ByeKind::Absent)]);
    direct(&mut event, 1, &|game, _| {
        if game.round == 2 && game.side_of(&"p4".into()) == Some(Side::Sente) {
            Outcome::SenteNoShow
        } else if game.round == 2 && game.side_of(&"p4".into()) == Some(Side::Gote) {
            Outcome::GoteNoShow
        } else {
            favourite(game, 0)
        }
    });
    let standings = standings(&event);
    let points = |id: &str| row(&standings, id).points.to_string();
    let rounds = |id: &str| {
        let json = serde_json::to_value(&row(&standings, id).rounds).expect("no maps");
        let cells = json.as_array().expect("a list").clone();
        let cells = cells.iter().map(|cell| match cell["t"].as_str() {
            Some("game") => format!("{} {}", cell["opponent"], cell["result"]).replace('"', ""),
            other => other.unwrap_or_default().to_owned(),
        });
        cells.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(rounds("p3"), "bye, p1 loss, out, out");
    assert_eq!(points("p3"), "1");
    // The four who are left in round 4 have met but for two pairs, and p2 and p4 were only
    // paired: that is less of a repeat than to meet again.
    assert_eq!(rounds("p5"), "missed, missed, p2 loss, p1 loss");
    assert_eq!(points("p5"), "1");
    assert_eq!(rounds("p4"), "absent, p2 no_show, p1 loss, p2 loss");
    assert_eq!(points("p4"), "0.5");
    assert_eq!(rounds("p2"), "p1 loss, p4 win_by_no_show, p5 win, p4 win");
    assert_eq!(points("p2"), "3");
}

#[test]
fn handicaps_are_given_by_grade() {
    let mut entries = players(4);
    for (entry, grade) in entries.iter_mut().zip(["2-dan", "1-kyu", "1-kyu", "3-kyu"]) {
        entry.grade = grade.parse::<Grade>().ok();
    }
    let mut event = event(r#"{"t":"swiss","rounds":3,"pairing":{"within":"adjacent"}}"#, entries);
    event.handicap = HandicapPolicy::Jsa { reduce: 0, max: None };
    let next = event.check().expect("sound").next(0);
    let games: Vec<_> = next
        .games
        .iter()
        .map(|game| (game.sente.as_str(), game.gote.as_str(), game.handicap))
        .collect();
    // The stronger is uwate: gote.
    let lance = Some(Odds::Pieces(Handicap::Lance));
    assert_eq!(games, [("p2", "p1", lance), ("p4", "p3", lance)]);
}

#[test]
fn the_organisers_orders_are_obeyed() {
    use komadai_tournament::Order;
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(9));
    event.orders = vec![
        Order::Pair {
            round: 1,
            sente: "p9".into(),
            gote: "p1".into(),
            reason: "opening show".into(),
        },
        Order::Bye { round: 1, entry: "p2".into(), reason: "train".into() },
        Order::Forbid { a: "p3".into(), b: "p6".into(), round: None, reason: "siblings".into() },
    ];
    let next = event.check().expect("sound").next(0);
    let shown = next.games.iter().find(|game| game.sente.as_str() == "p9").expect("ordered");
    assert_eq!((shown.gote.as_str(), shown.reason.as_deref()), ("p1", Some("opening show")));
    let byes: Vec<_> = next.byes.iter().map(|bye| bye.entry.as_str()).collect();
    // Of nine, one pair and one bye are ordered: six are left and nobody else has the bye.
    assert_eq!((next.games.len(), byes), (4, vec!["p2"]));
    assert!(!next.games.iter().any(|game| game.is_between(&"p3".into(), &"p6".into())));
    let ordered: Vec<_> = next.why.iter().filter(|why| why.ordered).collect();
    assert_eq!((ordered.len(), next.why.len()), (1, 4));
    let ruled_out = next.why.iter().flat_map(|why| &why.ruled_out);
    assert!(ruled_out.into_iter().any(|out| out.opponents == ["p6".into()]));
    // What cannot be obeyed is said.
    event.entries[8].absent = vec![1];
    let refused = event.check().expect("sound").next(0);
    assert_eq!(refused.waiting_for, Some(Wait::Orders { entries: vec!["p9".into()] }));
}

#[test]
fn a_published_round_is_paired_again() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(6));
    let first = event.check().expect("sound").next(0);
    event.publish(&first).expect("new");
    let pair = |a: &str, b: &str| (EntryId::from(a), EntryId::from(b));
    // 1–4, 2–5, 3–6 become 1–2, 4–5, and 3–6 stays.
    let pairs = [pair("p1", "p2"), pair("p5", "p4")];
    assert!(event.repair(1, &pairs, "", "me").is_err(), "a reason is needed");
    assert!(event.repair(2, &pairs, "they are late", "me").is_err(), "not published");
    event.repair(1, &pairs, "they are late", "me").expect("nothing was decided");
    let now: Vec<_> = event.games.iter().filter(|game| !game.is_annulled()).collect();
    let shown: Vec<_> = now.iter().map(|g| format!("{} {}-{}", g.key, g.sente, g.gote)).collect();
    assert_eq!(shown.len(), 3, "{shown:?}");
    assert!(shown.iter().any(|game| game.ends_with("p5-p4")), "{shown:?}");
    assert_eq!(event.games.len(), 5, "what was annulled stays");
    let keys: HashSet<_> = event.games.iter().map(|game| &game.key).collect();
    assert_eq!(keys.len(), 5, "keys are new");
    let json = serde_json::to_string(&event).expect("no maps");
    assert_eq!(Event::read(&json).expect("sound"), event);
    // A player who lost an opponent to one who had the bye has it now.
    let mut odd = self::event(r#"{"t":"swiss","rounds":3}"#, players(5));
    odd.handicap = HandicapPolicy::default();
    odd.sides = Sides::Furigoma;
    let first = odd.check().expect("sound").next(0);
    odd.publish(&first).expect("new");
    let (bye, game) = (first.byes[0].entry.clone(), first.games[0].clone());
    odd.repair(1, &[(bye.clone(), game.sente.clone())], "a train", "me").expect("undecided");
    let byes: Vec<_> = odd.byes.iter().map(|bye| &bye.entry).collect();
    assert_eq!(byes, [&game.gote]);
    let new = odd.games.last().expect("there");
    assert!(new.is_between(&bye, &game.sente) && new.toss, "{new:?}");
    odd.check().expect("sound");
    // A decided game is not struck out.
    let key = event.pending()[0].clone();
    event.note_result(&key, Outcome::Draw, None).expect("none yet");
    let game = event.game(&key).expect("there").clone();
    let again = [(game.gote.clone(), game.sente.clone())];
    assert!(event.repair(1, &again, "once more", "me").is_err());
}

#[test]
fn a_published_round_can_still_be_explained() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(7));
    let first = event.check().expect("sound").next(0);
    event.publish(&first).expect("new");
    for game in &first.games {
        event.note_result(&game.key, Outcome::Sente, None).expect("none yet");
    }
    let second = event.check().expect("sound").next(0);
    event.publish(&second).expect("new");
    let (a, b) = (&second.games[0].sente, &second.games[0].gote);
    let said = event.check().expect("sound").why(a, b);
    assert_eq!(said, None, "it is not about the round to come");
    for round in [&first, &second] {
        let n = round.round.expect("a round");
        for told in &round.why {
            let again = event.why_published(n, &told.sente, told.gote.as_ref()).expect("sound");
            assert_eq!(again.as_ref(), Some(told), "round {n}");
        }
    }
    // By another result of the first round they would not meet; that they do has its price.
    let key = first.games[0].key.clone();
    let ruling = Ruling { result: Outcome::Gote, reason: "a foul".into(), by: String::new() };
    event.rule(&key, ruling).expect("there");
    let loser = &first.games[0].sente;
    let game = second.games.iter().find(|game| game.side_of(loser).is_some()).expect("it plays");
    let now = event.why_published(2, &game.sente, Some(&game.gote)).expect("sound").expect("some");
    assert_eq!((now.ordered, now.alternative), (false, None));
    assert!(now.costs.iter().any(|it| it.rule.as_str() == "score"), "{:?}", now.costs);
    // Who follows a plan has no reasons.
    let plan = self::event(r#"{"t":"round_robin"}"#, players(4));
    assert_eq!(plan.why_published(1, &"p1".into(), Some(&"p4".into())).expect("sound"), None);
}

#[test]
fn documents_that_contradict_themselves_are_refused_with_everything_that_is_wrong() {
    let json = r#"{
        "format": {"t": "swiss", "rounds": 1},
        "entries": [{"id": "a"}, {"id": "a"}, {"id": "b", "start": 0.25}],
        "games": [
            {"key": "x", "round": 1, "sente": "a", "gote": "a"},
            {"key": "x", "round": 2, "sente": "a", "gote": "nobody"},
            {"round": 2, "sente": "a", "gote": "b", "ruling": {"result": "draw", "reason": ""}}
        ]
    }"#;
    let error = match Event::read(json) {
        Err(komadai_tournament::ReadError::Problems(problems)) => problems,
        other => panic!("{other:?}"),
    };
    for code in [
        Fault::EntryTwice,
        Fault::Points,
        Fault::OwnOpponent,
        Fault::GameTwice,
        Fault::UnknownEntry,
        Fault::Reason,
        Fault::Rounds,
        Fault::TwoGames,
    ] {
        assert!(error.has(code), "{code:?}: {error}");
    }
    let unknown = Event::read(r#"{"format": {"t": "go_fish"}, "entries": []}"#);
    assert!(
        matches!(unknown, Err(komadai_tournament::ReadError::Problems(p)) if p.has(Fault::Format))
    );
    assert!(Event::read(r#"{"format": {"t": "round_robin"}, "entries": [], "extra": 1}"#).is_err());
}

#[test]
fn nothing_is_paired_in_a_closed_event() {
    let mut event = event(r#"{"t":"swiss","rounds":5}"#, players(4));
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    event.closed = true;
    let wait = event.check().expect("sound").next(0);
    assert!(matches!(wait.waiting_for, Some(Wait::Games { ref games }) if games.len() == 2));
    for game in &next.games {
        event.note_result(&game.key, favourite(game, 0), None).expect("none yet");
    }
    assert_eq!(event.check().expect("sound").next(0).state, State::Over);
    let standings = standings(&event);
    assert!(standings.over);
    assert_eq!(standings.rankings[0].rows[0].remark, Some(Remark::Champion));
}

#[test]
fn an_entry_is_read_with_its_defaults() {
    let entry: Entry = serde_json::from_str(r#"{"id":"a","grade":"3k"}"#).expect("an entry");
    assert_eq!(entry, Entry { grade: Grade::kyu(3), ..Entry::new("a") });
    assert_eq!(serde_json::to_string(&entry).expect("no maps"), r#"{"id":"a","grade":"3k"}"#);
}

/// The bye of a round: whose it would be.
fn bye_of(event: &Event) -> Vec<String> {
    let next = event.check().expect("sound").next(0);
    next.byes.iter().map(|bye| bye.entry.to_string()).collect()
}

#[test]
fn a_bye_is_for_the_last_of_the_seeding_however_equals_meet() {
    for within in ["slide", "fold", "adjacent"] {
        let format = format!(r#"{{"t":"swiss","rounds":3,"pairing":{{"within":"{within}"}}}}"#);
        for n in [3, 5, 7, 9, 11, 13] {
            let event = event(&format, players(n));
            assert_eq!(bye_of(&event), [format!("p{n}")], "{within} of {n}");
        }
    }
}

#[test]
fn a_bye_is_no_reward() {
    // p7 has the bye of round 1 and p6 does not come to it: the next bye is for p4 or p5, who lost
    // at the board.
    let mut event = event(r#"{"t":"swiss","rounds":4}"#, players(7));
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    for game in &next.games {
        let absent = if game.sente.as_str() == "p6" {
            Some(Side::Sente)
        } else {
            (game.gote.as_str() == "p6").then_some(Side::Gote)
        };
        let outcome = absent.map_or_else(|| favourite(game, 0), Outcome::no_show);
        event.note_result(&game.key, outcome, None).expect("none yet");
    }
    let bye = bye_of(&event);
    let lost = ["p4", "p5"].map(str::to_owned);
    assert!(lost.contains(&bye[0]), "{bye:?}");
}

#[test]
fn who_always_sits_at_a_table_stays_there() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(9));
    event.entries[4].table = Some(1);
    event.entries[8].table = Some(12);
    for _ in 0..3 {
        let next = event.check().expect("sound").next(0);
        let mut boards: Vec<u32> = next.games.iter().map(|game| game.board).collect();
        for (id, table) in [("p5", 1), ("p9", 12)] {
            let own = next.games.iter().find(|game| game.side_of(&id.into()).is_some());
            assert!(own.is_none_or(|game| game.board == table), "{own:?}");
        }
        boards.sort_unstable();
        boards.dedup();
        assert_eq!(boards.len(), 4, "nobody shares a table");
        event.publish(&next).expect("new");
        for game in &next.games {
            event.note_result(&game.key, favourite(game, 0), None).expect("none yet");
        }
    }
}

#[test]
fn accelerated_rounds_keep_the_halves_apart() {
    let format = r#"{"t":"swiss","rounds":5,"pairing":{"accelerated":2}}"#;
    let event = event(format, players(12));
    let next = event.check().expect("sound").next(0);
    let number = |id: &EntryId| id.as_str()[1..].parse::<u32>().expect("p1, p2, …");
    for game in &next.games {
        let halves = [&game.sente, &game.gote].map(|id| number(id) <= 6);
        assert_eq!(halves[0], halves[1], "{game:?}");
    }
    let plain = self::event(r#"{"t":"swiss","rounds":5}"#, players(12));
    let next = plain.check().expect("sound").next(0);
    assert!(next.games.iter().all(|game| number(&game.sente).abs_diff(number(&game.gote)) == 6));
}

#[test]
fn unknown_formats_and_settings_are_refused() {
    let error = |json: &str| formats::read(&setup(json)).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error(r#"{"t":"knitting"}"#), "there is no format `knitting`");
    let rounds = error(r#"{"t":"swiss","rounds":5,"turns":2}"#);
    assert!(rounds.contains("unknown field `turns`"), "{rounds}");
}
