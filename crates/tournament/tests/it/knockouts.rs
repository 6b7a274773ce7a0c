//! Events whose losers leave, at once or after the second loss.

use komadai_tournament::{Entry, EntryId, Event, Game, Outcome, Points, Remark, RoundCell, Ruling};

use crate::support::{by_lot, direct, event, favourite, places, players, row, standings};

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
            // The players of a match come from earlier rounds.
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

/// The cross table's cells, with what they are worth to look at.
fn cells(row: &komadai_tournament::Row) -> Vec<&'static str> {
    let text = |cell: &RoundCell| match cell {
        RoundCell::Game { .. } => "game",
        RoundCell::Match { .. } => "match",
        RoundCell::Pass => "pass",
        RoundCell::Rest => "rest",
        _ => "other",
    };
    row.rounds.iter().map(text).collect()
}

#[test]
fn a_column_of_a_bracket_is_a_round() {
    let mut event = event(r#"{"t":"double_elimination"}"#, players(6));
    direct(&mut event, 1, &favourite);
    let standings = standings(&event);
    let last = |id: &str| row(&standings, id).rounds.len();
    assert_eq!(cells(row(&standings, "p1"))[..3], ["pass", "game", "game"]);
    assert_eq!(last("p1"), last("p2"), "both play the final in its round");
    for ranked in &standings.rankings[0].rows {
        for (n, cell) in ranked.rounds.iter().enumerate() {
            let RoundCell::Game { opponent, .. } = cell else { continue };
            let back = row(&standings, opponent.as_str()).rounds.get(n);
            let meets =
                matches!(back, Some(RoundCell::Game { opponent, .. }) if *opponent == ranked.entry);
            assert!(meets, "{} and {opponent} in round {}", ranked.entry, n + 1);
        }
    }
}

#[test]
fn a_match_of_several_games_is_one_cell() {
    let mut event = event(r#"{"t":"single_elimination","best_of":3}"#, players(4));
    direct(&mut event, 1, &favourite);
    let standings = standings(&event);
    let champion = row(&standings, "p1");
    assert_eq!(cells(champion), ["match", "match"]);
    assert_eq!(champion.wins, 4);
    let Some(RoundCell::Match { opponent, points, against, won }) = champion.rounds.last() else {
        panic!("{champion:?}")
    };
    let score = (opponent.as_str(), points.to_string(), against.to_string(), *won);
    assert_eq!(score, ("p2", "2".to_owned(), "0".to_owned(), Some(true)));
}

#[test]
fn the_table_of_a_group_is_of_the_group_alone() {
    for n in [3, 8, 11, 14] {
        let mut event = event(r#"{"t":"groups"}"#, players(n));
        direct(&mut event, 1, &by_lot);
        let standings = standings(&event);
        for group in &standings.rankings[1..] {
            let members: Vec<&EntryId> = group.rows.iter().map(|row| &row.entry).collect();
            for row in &group.rows {
                assert!(row.rounds.len() <= 3 && row.points <= Points::whole(3), "{row:?}");
                for cell in &row.rounds {
                    if let RoundCell::Game { opponent, .. } | RoundCell::Match { opponent, .. } =
                        cell
                    {
                        assert!(members.contains(&opponent), "{row:?}");
                    }
                }
            }
        }
        for match_ in standings.matches.iter().filter(|match_| match_.walkover) {
            assert_eq!((&match_.a, &match_.b), (&match_.winner, &None), "who passes is named");
        }
    }
}

#[test]
fn the_best_meet_late() {
    // The numbers of the first round in the order of the drawing.
    let drawn = |size: usize| -> Vec<usize> {
        let matches = standings(&event(r#"{"t":"single_elimination"}"#, players(size))).matches;
        let first = matches.iter().filter(|match_| match_.round == 1);
        let ids = first.flat_map(|match_| [&match_.a, &match_.b]).flatten();
        ids.map(|id| id.as_str()[1..].parse().expect("p1, p2, …")).collect()
    };
    assert_eq!(drawn(8), [1, 8, 4, 5, 2, 7, 3, 6]);
    for size in [2, 4, 8, 16, 32, 64] {
        let places = drawn(size);
        assert_eq!(places.len(), size);
        for best in (1..).map(|n| 1 << n).take_while(|best| *best <= size) {
            // Each part of the drawing has one of the best.
            for part in places.chunks(size / best) {
                assert_eq!(part.iter().filter(|number| **number <= best).count(), 1, "{size}");
            }
        }
    }
}

#[test]
fn two_of_one_group_meet_in_the_final_only() {
    for n_groups in 1..=32 {
        let matches = standings(&event(r#"{"t":"groups"}"#, players(4 * n_groups))).matches;
        // The first round of the knock-out comes after three of the groups.
        let first: Vec<_> = matches.iter().filter(|match_| match_.round == 4).collect();
        // The half of the drawing that the winner of that match of the group comes into.
        let half = |group: usize, n: usize| {
            let slot = format!("G{group}-{n}");
            let mut places = first.iter().enumerate().flat_map(|(at, match_)| {
                match_.from.iter().enumerate().map(move |(n, from)| (2 * at + n, from.as_str()))
            });
            let place = places.find(|(_, from)| *from == slot).expect("drawn").0;
            place / first.len()
        };
        for group in 1..=n_groups {
            // Two wins are the group's third match, the decider is its fifth.
            assert_ne!(half(group, 3), half(group, 5), "{n_groups} groups, {group}");
        }
    }
}

/// Publishes a round, in which the favourites win.
fn play_round(event: &mut Event) {
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    for game in &next.games {
        event.note_result(&game.key, favourite(game, 0), None).expect("none yet");
    }
}

#[test]
fn who_has_a_seat_by_lot_is_said() {
    let drawn = |json: &str, n: usize, level: &[&str]| {
        let mut entries = players(n);
        let strongest = entries.iter().find(|it| level.contains(&it.id.as_str()));
        let rating = strongest.and_then(|it| it.rating);
        for entry in entries.iter_mut().filter(|it| level.contains(&it.id.as_str())) {
            entry.rating = rating;
        }
        let mut event = event(json, entries);
        play_round(&mut event);
        let standings = standings(&event);
        let said: Vec<_> = standings.matches.iter().flat_map(|it| it.by_lot.clone()).collect();
        let mut said: Vec<_> = said.iter().map(|id| id.as_str().to_owned()).collect();
        said.sort();
        said
    };
    let nobody = Vec::<String>::new();
    for format in ["single_elimination", "double_elimination"] {
        let json = format!(r#"{{"t":"{format}"}}"#);
        assert_eq!(drawn(&json, 6, &[]), nobody, "the ratings have placed them");
        assert_eq!(drawn(&json, 6, &["p2", "p5"]), ["p2", "p5"]);
        let json = format!(r#"{{"t":"{format}","seeding":"lot"}}"#);
        assert_eq!(drawn(&json, 5, &[]), ["p1", "p2", "p3", "p4", "p5"]);
    }
    assert_eq!(drawn(r#"{"t":"groups"}"#, 4, &["p1", "p4"]), ["p1", "p4"]);
    // Three for two places in the knock-out: who has one has it by lot.
    let open = r#"{"t":"championship","best":4,"inner":{"t":"swiss","rounds":4}}"#;
    let said = drawn(open, 8, &["p3", "p4", "p5"]);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.iter().all(|id| ["p3", "p4", "p5"].contains(&id.as_str())), "{said:?}");
    assert_eq!(drawn(open, 8, &[]), nobody);
}

#[test]
fn places_in_a_later_knockout_are_said_to_be_by_lot_where_nothing_else_decided() {
    let json = r#"{"t":"championship","best":2,"first_round":2,"inner":{"t":"swiss","rounds":3}}"#;
    let mut event = event(json, players(8));
    event.tiebreaks = vec!["points".parse().expect("a criterion")];
    play_round(&mut event);
    play_round(&mut event);
    let standings = standings(&event);
    let said: Vec<_> = standings.matches.iter().flat_map(|it| it.by_lot.clone()).collect();
    assert_eq!(said.len(), 2, "four have won their first game: {standings:?}");
}

#[test]
fn a_bye_by_lot_is_said() {
    for (ratings, n) in [(false, 1), (true, 0)] {
        let mut entries = players(5);
        for entry in entries.iter_mut().filter(|_| !ratings) {
            (entry.rating, entry.grade) = (None, None);
        }
        let mut event = event(r#"{"t":"swiss","rounds":3}"#, entries);
        play_round(&mut event);
        let said = standings(&event).byes_by_lot;
        assert_eq!(said.len(), n, "{said:?}");
        assert!(said.iter().all(|bye| event.byes.contains(bye)));
    }
}

#[test]
fn a_bye_by_lot_within_a_part_is_said_as_the_event_has_it() {
    let within = r#"{"t":"swiss","rounds":2}"#;
    let pools = format!(r#"{{"t":"pools","groups":2,"inner":{within}}}"#);
    let stages = format!(r#"{{"t":"stages","stages":[{{"name":"S","format":{within}}}]}}"#);
    let classes = r#"[{"name":"A"},{"name":"B"}]"#;
    let league = format!(r#"{{"t":"league","classes":{classes},"inner":{within}}}"#);
    for (format, n, n_byes) in [(pools, 10, 2), (stages, 5, 1), (league, 10, 2)] {
        let mut entries = players(n);
        for (at, entry) in entries.iter_mut().enumerate() {
            entry.rating = None;
            if format.contains("league") {
                entry.class = Some(if at < n / 2 { "A" } else { "B" }.to_owned());
            }
        }
        let mut event = event(&format, entries);
        play_round(&mut event);
        let said = standings(&event).byes_by_lot;
        assert_eq!(said.len(), n_byes, "{format}: {said:?}");
        assert!(said.iter().all(|bye| event.byes.contains(bye)), "{format}: {said:?}");
    }
}

#[test]
fn a_bye_that_falls_to_one_because_another_has_not_come_before_is_not_by_lot() {
    let entries = players(5).into_iter().map(|entry| Entry { rating: None, ..entry });
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, entries.collect());
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    // Of the two who have no point one did not come to their game.
    for (game, outcome) in next.games.iter().zip([Outcome::GoteNoShow, Outcome::Sente]) {
        event.note_result(&game.key, outcome, None).expect("none yet");
    }
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    let (absent, present) = (&event.games[0].gote, &event.games[1].gote);
    let second = event.byes.iter().find(|bye| bye.round == 2).expect("five play");
    assert_eq!(&second.entry, present, "a bye for {absent} would be a reward");
    assert!(standings(&event).byes_by_lot.iter().all(|bye| bye.round == 1));
}
