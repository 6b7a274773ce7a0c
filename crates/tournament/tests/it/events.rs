//! A whole event of every format.

use std::collections::{HashMap, HashSet};

use komadai_tournament::{
    Bye, ByeKind, Entry, EntryId, Event, Game, Grade, Handicap, HandicapPolicy, Outcome, Points,
    Presence, Remark, Row, Ruling, Side, Sides, State, Wait, formats,
};

use crate::support::{by_lot, direct, event, favourite, n_cases, places, players, standings};

/// Settings of every format, so that none is forgotten.
pub(crate) const EVERY_FORMAT: &[(&str, &str)] = &[
    ("round_robin", r#"{"t":"round_robin"}"#),
    ("round_robin", r#"{"t":"round_robin","cycles":2,"pace":"free"}"#),
    ("swiss", r#"{"t":"swiss","rounds":5}"#),
    ("mcmahon", r#"{"t":"mcmahon","rounds":5,"bars":{"by":"rating","floors":[1990,1995]}}"#),
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
    ("arena", r#"{"t":"arena","start_ms":0,"duration_ms":3600000}"#),
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
            for (n, entry) in
                event.entries.iter_mut().enumerate().skip(seed as usize % 3).step_by(4)
            {
                entry.withdrawn_after = Some(n as u32 % 3);
            }
            direct(&mut event, seed, &by_lot);
        }
    }
}

fn row<'s>(standings: &'s komadai_tournament::Standings, id: &str) -> &'s Row {
    let rows = standings.rankings.iter().flat_map(|ranking| &ranking.rows);
    rows.into_iter().find(|row| row.entry.as_str() == id).expect("ranked")
}

#[test]
fn in_a_round_robin_the_favourites_win_in_their_order() {
    for format in [r#"{"t":"round_robin"}"#, r#"{"t":"round_robin","cycles":2,"pace":"free"}"#] {
        for n in 2..=9 {
            let mut event = event(format, players(n));
            direct(&mut event, 1, &favourite);
            let standings = standings(&event);
            let expected: Vec<String> = (1..=n).map(|n| format!("{n} p{n}")).collect();
            assert_eq!(places(&standings), expected.join(", "));
            let cycles = if format.contains("cycles") { 2 } else { 1 };
            assert_eq!(event.games.len(), cycles * n * (n - 1) / 2);
            assert_eq!(row(&standings, "p1").remark, Some(Remark::Champion));
        }
    }
}

#[test]
fn who_withdraws_from_a_round_robin_loses_the_rest() {
    let mut event = event(r#"{"t":"round_robin","pace":"free"}"#, players(4));
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    assert_eq!(event.games.len(), 6);
    event.withdraw(&"p1".into(), 0).expect("entered");
    event.entries[0].withdrawn_after = Some(1);
    let games: Vec<_> = event.pending();
    // Of its three games the first still stands.
    assert_eq!(games.len(), 4);
    for key in games {
        event.note_result(&key, Outcome::Draw, None).expect("none yet");
    }
    let standings = standings(&event);
    assert!(standings.over);
    assert_eq!(row(&standings, "p1").points, Points::HALF);
    assert_eq!(row(&standings, "p1").remark, Some(Remark::Withdrawn));
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
fn a_knockout_keeps_the_best_apart_and_gives_them_the_byes() {
    let mut event = event(r#"{"t":"single_elimination","third_place":true}"#, players(13));
    let first = event.check().expect("sound").next(0);
    let byes: Vec<&str> = first.byes.iter().map(|bye| bye.entry.as_str()).collect();
    assert_eq!(byes, ["p1", "p2", "p3"]);
    assert_eq!(first.games.len(), 5);
    direct(&mut event, 1, &favourite);
    let standings = standings(&event);
    assert_eq!(
        places(&standings),
        "1 p1, 2 p2, 3 p3, 4 p4, 5 p5, 5 p6, 5 p7, 5 p8, 9 p9, 9 p10, 9 p11, 9 p12, 9 p13"
            .replace("9 p9, 9 p10, 9 p11, 9 p12, 9 p13", &tail(&standings, 8))
    );
    assert_eq!(row(&standings, "p1").remark, Some(Remark::Champion));
    let labels: Vec<&str> = standings.matches.iter().map(|m| m.label.as_str()).collect();
    assert_eq!(labels[8..12], ["quarterfinal"; 4]);
    assert_eq!(labels[12..], ["semifinal", "semifinal", "third place", "final"]);
}

/// The rows from that index on, whose order among equals is by lot.
fn tail(standings: &komadai_tournament::Standings, from: usize) -> String {
    let rows = &standings.rankings[0].rows[from..];
    assert!(rows.iter().all(|row| row.place == from + 1));
    rows.iter().map(|row| format!("{} {}", row.place, row.entry)).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_drawn_knockout_game_is_replayed_with_the_sides_exchanged() {
    let mut event = event(r#"{"t":"single_elimination"}"#, players(2));
    let next = |event: &mut Event| {
        let next = event.check().expect("sound").next(0);
        event.publish(&next).expect("new");
        next.games.first().cloned()
    };
    let first = next(&mut event).expect("the final");
    event.note_result(&first.key, Outcome::Draw, None).expect("none yet");
    let second = next(&mut event).expect("a draw adds a game");
    assert_eq!((&second.sente, &second.gote), (&first.gote, &first.sente));
    assert_eq!((first.key.as_str(), second.key.as_str()), ("R1-1", "R1-1.2"));
    assert_eq!(first.slot, second.slot);
    event.note_result(&second.key, Outcome::Gote, None).expect("none yet");
    assert_eq!(next(&mut event), None);
    assert_eq!(places(&standings(&event)), format!("1 {}, 2 {}", second.gote, second.sente));
}

#[test]
fn two_who_do_not_come_let_the_next_opponent_pass() {
    let mut event = event(r#"{"t":"single_elimination"}"#, players(4));
    direct(&mut event, 1, &|game, _| {
        if game.side_of(&"p1".into()).is_some() { Outcome::BothNoShow } else { favourite(game, 0) }
    });
    let standings = standings(&event);
    let last = standings.matches.last().expect("the final");
    assert!(last.walkover && last.winner == Some("p2".into()), "{last:?}");
    assert_eq!(places(&standings).split(", ").next(), Some("1 p2"));
    assert_eq!(event.games.len(), 2);
}

#[test]
fn a_ruling_changes_who_is_through_and_what_is_published_stays() {
    let mut event = event(r#"{"t":"single_elimination","pace":"free"}"#, players(4));
    let first = event.check().expect("sound").next(0);
    event.publish(&first).expect("new");
    for game in &first.games {
        event.note_result(&game.key, favourite(game, 0), None).expect("none yet");
    }
    let ruling = |result| Ruling { result, reason: "a phone rang".into(), by: "arbiter".into() };
    let lost =
        first.games.iter().find(|game| game.side_of(&"p1".into()).is_some()).expect("p1 plays");
    event.rule(&lost.key, ruling(favourite(lost, 0).mirrored())).expect("it has a reason");
    let last = event.check().expect("sound").next(0);
    assert!(last.games[0].is_between(&"p4".into(), &"p2".into()));
    // The final is published; a ruling after that does not unseat its players.
    event.publish(&last).expect("new");
    event.rule(&lost.key, ruling(favourite(lost, 0))).expect("it has a reason");
    assert_eq!(event.check().expect("sound").next(0).games, []);
    event.note_result(&last.games[0].key, favourite(&last.games[0], 0), None).expect("none yet");
    assert!(places(&standings(&event)).starts_with("1 p2, 2 p4"));
    assert_eq!(
        event.rule(&lost.key, Ruling { reason: " ".into(), ..ruling(Outcome::Draw) }).ok(),
        None
    );
}

#[test]
fn two_losses_are_out_of_a_double_elimination() {
    for n in 2..=17 {
        let mut event = event(r#"{"t":"double_elimination"}"#, players(n));
        direct(&mut event, 3, &by_lot);
        let standings = standings(&event);
        for row in &standings.rankings[0].rows {
            let losses = losses(&event, &row.entry);
            let champion = row.remark == Some(Remark::Champion);
            assert!(
                if champion { losses <= 1 } else { losses == 2 },
                "{n}: {} {losses}",
                row.entry
            );
        }
        let rounds: Vec<u32> = standings.matches.iter().map(|m| m.round).collect();
        for (m, round) in standings.matches.iter().zip(rounds) {
            // Whoever plays a match comes from earlier rounds.
            let from = standings.matches.iter().filter(|from| m.from.contains(&from.slot));
            assert!(from.into_iter().all(|from| from.round < round), "{n}: {m:?}");
        }
    }
}

/// Matches lost, with or without playing.
fn losses(event: &Event, id: &EntryId) -> usize {
    let lost = event.games.iter().filter(|game| {
        let winner = game.outcome().and_then(Outcome::winner);
        game.side_of(id).zip(winner).is_some_and(|(side, winner)| side != winner)
    });
    lost.count()
}

#[test]
fn the_winner_of_the_lower_bracket_needs_two_finals() {
    let mut event = event(r#"{"t":"double_elimination"}"#, players(4));
    // p2 beats p1 in the upper final, p1 comes back and wins both finals.
    direct(&mut event, 1, &|game, _| {
        if game.slot.as_deref() == Some("W2-1") {
            favourite(game, 0).mirrored()
        } else {
            favourite(game, 0)
        }
    });
    let standings = standings(&event);
    assert_eq!(places(&standings), "1 p1, 2 p2, 3 p3, 4 p4");
    let finals: Vec<usize> =
        standings.matches.iter().rev().take(2).map(|m| m.games.len()).collect();
    assert_eq!(finals, [1, 1]);
}

#[test]
fn two_wins_are_through_and_two_losses_out() {
    for n in 5..=33 {
        let mut event = event(r#"{"t":"groups"}"#, players(n));
        direct(&mut event, 5, &by_lot);
        let standings = standings(&event);
        let groups = &standings.rankings[1..];
        assert_eq!(groups.len(), n.div_ceil(4));
        let in_group =
            |game: &&Game| game.slot.as_deref().is_some_and(|slot| slot.starts_with('G'));
        for ranking in groups {
            assert!((2..=4).contains(&ranking.rows.len()), "{n}: {ranking:?}");
            let through = ranking.rows.iter().filter(|row| row.remark == Some(Remark::Qualified));
            assert_eq!(through.count(), 2, "{n}: {ranking:?}");
            for row in &ranking.rows {
                let games = event.games.iter().filter(in_group);
                let results = games.filter_map(|game| {
                    let winner = game.outcome()?.winner()?;
                    Some(game.side_of(&row.entry)? == winner)
                });
                let (wins, losses): (Vec<bool>, Vec<bool>) = results.partition(|won| *won);
                let is_through = row.remark == Some(Remark::Qualified);
                assert!(wins.len() <= 2 && losses.len() <= 2, "{n}: {row:?}");
                assert!(is_through || losses.len() == 2 || ranking.rows.len() < 4, "{n}: {row:?}");
                assert!(!is_through || wins.len() == 2 || ranking.rows.len() < 4, "{n}: {row:?}");
            }
        }
    }
}

#[test]
fn a_league_promotes_and_relegates() {
    let format = r#"{"t":"league","classes":[
        {"name":"A","down":2,"size":4},{"name":"B","up":2,"down":1,"size":4},{"name":"C","up":1}]}"#;
    let mut entries = players(12);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.class = Some(["A", "B", "C"][n / 4].to_owned());
        entry.seed = Some(n as u32 % 4 + 1);
    }
    let mut event = event(format, entries);
    direct(&mut event, 1, &favourite);
    let table = |event: &Event| {
        let standings = standings(event);
        let classes = standings.rankings.iter().map(|ranking| {
            let rows = ranking.rows.iter().map(|row| {
                let mark = match row.remark {
                    Some(Remark::Promoted) => "↑",
                    Some(Remark::Relegated) => "↓",
                    _ => "",
                };
                format!("{}{mark}", row.entry)
            });
            format!("{}: {}", ranking.title, rows.collect::<Vec<_>>().join(" "))
        });
        classes.collect::<Vec<_>>()
    };
    assert_eq!(table(&event), ["A: p1 p2 p3↓ p4↓", "B: p5↑ p6↑ p7 p8↓", "C: p9↑ p10 p11 p12"]);
    let next = formats::next_season(&event, "autumn", 8).expect("it is over");
    let classes = |event: &Event| {
        let mut classes: HashMap<String, Vec<(u32, String)>> = HashMap::new();
        for entry in &event.entries {
            let class = entry.class.clone().expect("in a class");
            classes
                .entry(class)
                .or_default()
                .push((entry.seed.expect("ranked"), entry.id.to_string()));
        }
        let mut classes: Vec<_> = classes.into_iter().collect();
        classes.sort();
        let lines = classes.into_iter().map(|(class, mut entries)| {
            entries.sort();
            let ids: Vec<_> = entries.into_iter().map(|(_, id)| id).collect();
            format!("{class}: {}", ids.join(" "))
        });
        lines.collect::<Vec<_>>()
    };
    // Who comes down is ranked first, who comes up last.
    assert_eq!(classes(&next), ["A: p1 p2 p5 p6", "B: p3 p4 p7 p9", "C: p8 p10 p11 p12"]);
    assert!(next.games.is_empty() && next.check().is_ok());
    // Whoever leaves is replaced from below.
    let mut event = event.clone();
    event.withdraw(&"p1".into(), 3).expect("entered");
    let next = formats::next_season(&event, "autumn", 8).expect("it is over");
    assert_eq!(classes(&next), ["A: p2 p5 p6 p7", "B: p3 p4 p9 p10", "C: p8 p11 p12"]);
}

#[test]
fn the_challenger_comes_out_of_the_league() {
    let title = r#"{"t":"title_match","best_of":5,"holder":"p2","challenger_from":"class A"}"#;
    let mut league = event(r#"{"t":"league","classes":[{"name":"A"}]}"#, players(5));
    league.entries.iter_mut().for_each(|entry| entry.class = Some("A".to_owned()));
    assert_eq!(formats::challenger(&standings(&league), &"p2".into()), None);
    direct(&mut league, 1, &|game, _| favourite(game, 0));
    let challenger = formats::challenger(&standings(&league), &"p1".into()).cloned();
    assert_eq!(challenger, Some("p2".into()), "the holder does not challenge itself");

    let mut event = event(title, vec![players(2).remove(1)]);
    let next = event.check().expect("sound").next(0);
    assert_eq!(next.waiting_for, Some(Wait::Challenger { from: "class A".to_owned() }));
    event.entries.push(players(1).remove(0));
    // Draw, then gote wins for ever: sides alternate, so the score goes up and down.
    direct(&mut event, 1, &|game, _| {
        if game.round == 1 { Outcome::Draw } else { favourite(game, 0) }
    });
    assert!(event.games[0].key.as_str() == "match" && !event.games[0].toss);
    for pair in event.games.windows(2) {
        assert_eq!((&pair[0].sente, &pair[0].gote), (&pair[1].gote, &pair[1].sente));
    }
    // A draw added a game: three wins in four games.
    assert_eq!(event.games.len(), 4);
    let standings = standings(&event);
    assert_eq!(places(&standings), "1 p1, 2 p2");
    assert_eq!(standings.matches[0].b_points.to_string(), "3.5");
}

#[test]
fn the_first_game_of_a_title_match_is_tossed_for_the_holder() {
    let mut event = event(r#"{"t":"title_match","best_of":3,"holder":"p2"}"#, players(2));
    let next = event.check().expect("sound").next(0);
    let game = &next.games[0];
    assert!(game.toss && game.sente == "p2".into());
    event.publish(&next).expect("new");
    let early = event.note_result(&game.key, Outcome::Sente, None);
    assert_eq!(early.unwrap_err().to_string(), "game `match` waits for furigoma");
    event.note_toss(&game.key, &"p1".into()).expect("p1 plays");
    event.note_result(&game.key, Outcome::Sente, None).expect("none yet");
    let second = event.check().expect("sound").next(0);
    assert_eq!((second.games[0].sente.as_str(), second.games[0].toss), ("p2", false));
}

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
fn an_arena_pairs_at_once_and_doubles_streaks() {
    let mut event = made_up(r#"{"t":"arena","start_ms":600000,"duration_ms":3600000}"#, 4);
    let early = event.check().expect("sound").next(0);
    assert_eq!(early.waiting_for, Some(Wait::Time { at_ms: 600_000 }));
    let first = event.check().expect("sound").next(600_000);
    assert_eq!(first.games.len(), 2);
    event.publish(&first).expect("new");
    // One game ends; its players just met, so they wait for the others.
    let note = |event: &mut Event, game: &Game, outcome, at_ms| {
        event.note_result(&game.key, outcome, Some(at_ms)).expect("none yet");
    };
    note(&mut event, &first.games[0], favourite(&first.games[0], 0), 700_000);
    let wait = event.check().expect("sound").next(800_000);
    assert_eq!((wait.state, wait.games.len()), (State::Wait, 0));
    note(&mut event, &first.games[1], favourite(&first.games[1], 0), 800_000);
    let second = event.check().expect("sound").next(800_000);
    assert_eq!(second.games.len(), 2);
    for game in &second.games {
        assert!(!first.games.iter().any(|old| old.is_between(&game.sente, &game.gote)));
        assert_eq!(game.started_ms, Some(800_000));
    }
    // When the time is up nothing begins, but what has begun is played and counts.
    event.publish(&second).expect("new");
    let late = event.check().expect("sound").next(4_200_000);
    assert!(matches!(late.waiting_for, Some(Wait::Games { .. })), "{late:?}");
    for game in &second.games {
        note(&mut event, game, favourite(game, 0), 4_300_000);
    }
    assert_eq!(event.check().expect("sound").next(4_300_000).state, State::Over);
    assert_eq!(row(&standings(&event), "p1").points, Points::whole(4));
}

#[test]
fn an_arena_streak_counts_double() {
    let mut event = made_up(r#"{"t":"arena","start_ms":0,"duration_ms":3600000}"#, 2);
    // Alone, two do meet again. p1: win, win, win, draw, win, loss, win.
    let results = [Some(1), Some(1), Some(1), None, Some(1), Some(2), Some(1)];
    for (n, winner) in results.into_iter().enumerate() {
        let at_ms = 100_000 * (n as u64 + 1);
        let next = event.check().expect("sound").next(at_ms);
        event.publish(&next).expect("new");
        let game = next.games.first().expect("both are free");
        let side = winner.and_then(|winner: u32| game.side_of(&format!("p{winner}").into()));
        let outcome = side.map_or(Outcome::Draw, Outcome::win);
        event.note_result(&game.key, outcome, Some(at_ms + 1_000)).expect("none yet");
    }
    // 2 + 2 + 4 + 2 (a doubled draw ends the streak) + 2 + 0 + 2, and 1 + 2 for the other.
    let standings = standings(&event);
    assert_eq!(row(&standings, "p1").points, Points::whole(14));
    assert_eq!(row(&standings, "p2").points, Points::whole(3));
    let sente = event.games.iter().filter(|game| game.sente.as_str() == "p1").count();
    assert!((3..=4).contains(&sente), "sides are balanced: {sente} of 7");
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
    assert_eq!(games, [("p2", "p1", Some(Handicap::Lance)), ("p4", "p3", Some(Handicap::Lance))]);
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
    // Who has lost an opponent to one who had the bye has it now.
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
        "entry_twice",
        "points",
        "own_opponent",
        "game_twice",
        "unknown_entry",
        "reason",
        "rounds",
        "two_games",
    ] {
        assert!(error.has(code), "{code}: {error}");
    }
    let unknown = Event::read(r#"{"format": {"t": "go_fish"}, "entries": []}"#);
    assert!(matches!(unknown, Err(komadai_tournament::ReadError::Problems(p)) if p.has("format")));
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
    assert_eq!(serde_json::to_string(&entry).expect("no maps"), r#"{"id":"a","grade":"3-kyu"}"#);
}
