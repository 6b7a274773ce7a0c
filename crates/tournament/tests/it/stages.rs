//! Formats put together: a knock-out within a McMahon, groups that feed brackets, title matches at
//! the end. Who reaches what is worked out here from the games alone.

use std::collections::{HashMap, HashSet};

use komadai_tournament::{
    Entry, EntryId, Event, Fault, Game, Outcome, Points, Ranking, Remark, RoundCell, Ruling, State,
    lot::Stream,
};

use crate::support::{by_lot, direct, event, favourite, n_cases, places, players, row, standings};

/// The winner, where there is one.
fn winner(game: &Game) -> Option<&EntryId> {
    game.outcome()?.winner().map(|side| game.player(side))
}

/// The ids of a ranking, with what the places mean.
fn line(ranking: &Ranking) -> String {
    let rows = ranking.rows.iter().map(|row| {
        let mark = match row.remark {
            Some(Remark::Champion) => "*",
            Some(Remark::Qualified) => "+",
            Some(Remark::Eliminated) => "x",
            _ => "",
        };
        format!("{}{mark}", row.entry)
    });
    format!("{}: {}", ranking.title, rows.collect::<Vec<_>>().join(" "))
}

fn lines(event: &Event) -> Vec<String> {
    standings(event).rankings.iter().map(line).collect()
}

/// The best who may play in it, by their numbers: p1, p2, …
fn number(id: &EntryId) -> usize {
    id.as_str()[1..].parse().expect("p1, p2, …")
}

/// Plays a championship with absences, withdrawals, draws and no-shows, and checks everything
/// about its knock-out from the games alone.
#[test]
fn a_knockout_within_an_open_event_is_what_its_games_say() {
    for seed in 0..n_cases(60, 200) {
        let mut stream = Stream::new(seed);
        let n = 4 + stream.below(30) as usize;
        let best = 2 + stream.below(11) as usize;
        let takes = best.next_power_of_two().trailing_zeros();
        let first_round = if stream.happens(0.5) { 1 } else { 2 };
        let rounds = first_round - 1 + takes + stream.below(3) as u32;
        let inner = if stream.happens(0.5) {
            format!(r#"{{"t":"swiss","rounds":{rounds}}}"#)
        } else {
            let bars = r#"{"by":"rating","floors":[1985,1992]}"#;
            format!(r#"{{"t":"mcmahon","rounds":{rounds},"bars":{bars}}}"#)
        };
        let format = format!(
            r#"{{"t":"championship","best":{best},"first_round":{first_round},"inner":{inner},
                "who":{{"nationalities":["VN"]}}}}"#
        );
        let mut entries = players(n);
        for entry in &mut entries {
            entry.nationality = Some(if stream.happens(0.8) { "VN" } else { "JP" }.to_owned());
            if stream.happens(0.08) {
                entry.absent = vec![1 + stream.below(u64::from(rounds)) as u32];
            } else if stream.happens(0.08) {
                entry.withdrawn_after = Some(1 + stream.below(u64::from(rounds)) as u32);
            }
        }
        let mut event = Event { seed, ..event(&format, entries) };
        let draws = stream.happens(0.5);
        direct(&mut event, seed, &|game, lot| match by_lot(game, lot) {
            Outcome::Draw if !draws => favourite(game, lot),
            outcome => outcome,
        });
        check_knockout(&event, best, first_round, rounds);
    }
}

fn check_knockout(event: &Event, best: usize, first_round: u32, rounds: u32) {
    let what = serde_json::to_string(event).expect("no maps");
    // Nobody sits twice in a round, and who is there and has no game has a bye of the open event.
    for round in 1..=event.n_rounds() {
        let of_round = event.games.iter().filter(|game| game.round == round);
        let seated: Vec<_> = of_round.flat_map(|game| [&game.sente, &game.gote]).collect();
        let there: HashSet<_> = seated.iter().collect();
        assert_eq!(there.len(), seated.len(), "{what}");
        if round <= rounds {
            let has_bye = |id: &EntryId| {
                event
                    .byes
                    .iter()
                    .any(|it| it.round == round && it.entry == *id && it.slot.is_none())
            };
            for entry in event.entries.iter().filter(|entry| entry.takes_part(round)) {
                assert!(seated.contains(&&entry.id) != has_bye(&entry.id), "{} {what}", entry.id);
            }
        } else {
            assert!(event.games.iter().all(|game| game.round != round || game.slot.is_some()));
        }
    }
    // The first round of the knock-out: in round 1 the best by rating, the first against the last.
    let in_first = |slot: &Option<String>| slot.as_deref().is_some_and(|it| it.starts_with("R1-"));
    let mut players: HashSet<&EntryId> = HashSet::new();
    for game in event.games.iter().filter(|game| in_first(&game.slot)) {
        players.extend([&game.sente, &game.gote]);
    }
    players.extend(event.byes.iter().filter(|bye| in_first(&bye.slot)).map(|bye| &bye.entry));
    let may = |entry: &&Entry| {
        entry.nationality.as_deref() == Some("VN") && entry.takes_part(first_round)
    };
    let can: Vec<&Entry> = event.entries.iter().filter(may).collect();
    let expected = if can.len() < 2 { 0 } else { can.len().min(best) };
    assert_eq!(players.len(), expected, "{what}");
    assert!(players.iter().all(|id| can.iter().any(|entry| entry.id == **id)));
    if expected == 0 {
        return;
    }
    if first_round == 1 {
        let seeds: Vec<&EntryId> = can.iter().take(best).map(|entry| &entry.id).collect();
        let size = expected.next_power_of_two();
        for (n, id) in seeds.iter().enumerate() {
            let opponent = seeds.get(size - 1 - n).copied();
            let is_theirs = |game: &&Game| in_first(&game.slot) && game.side_of(id).is_some();
            let game = event.games.iter().find(is_theirs);
            assert_eq!(game.is_some(), opponent.is_some(), "{id} {what}");
            assert!(game.is_none_or(|it| it.is_between(id, opponent.expect("there"))), "{what}");
        }
    }
    // From there on: who has won goes on to the match between the two winners, and nobody else.
    let mut through: HashMap<(u32, u32), Option<EntryId>> = HashMap::new();
    let n_matches = expected.next_power_of_two() / 2;
    let mut round = 1;
    let mut in_round = n_matches as u32;
    while in_round > 0 {
        for n in 1..=in_round {
            let slot = format!("R{round}-{n}");
            let games: Vec<&Game> =
                event.games.iter().filter(|it| it.slot.as_deref() == Some(&slot)).collect();
            let fed: Vec<EntryId> = if round == 1 {
                let byes = event.byes.iter().filter(|bye| bye.slot.as_deref() == Some(&slot));
                let seats = games.first().map(|game| [game.sente.clone(), game.gote.clone()]);
                byes.map(|bye| bye.entry.clone()).chain(seats.into_iter().flatten()).collect()
            } else {
                let of = |n: u32| through.get(&(round - 1, n)).cloned().flatten();
                [2 * n - 1, 2 * n].into_iter().filter_map(of).collect()
            };
            for game in &games {
                assert!(fed.contains(&game.sente) && fed.contains(&game.gote), "{slot} {what}");
            }
            // A match of one game goes on after a draw, and is over with the first other result.
            assert!(games.iter().rev().skip(1).all(|it| it.outcome() == Some(Outcome::Draw)));
            let decided = games.last().and_then(|game| winner(game).cloned());
            let lost_both = games.last().is_some_and(|game| {
                game.outcome().is_some_and(|outcome| outcome == Outcome::BothNoShow)
            });
            let goes_on = match (decided, &fed[..]) {
                (Some(id), _) => Some(id),
                _ if lost_both => None,
                (None, [one]) => Some(one.clone()),
                // Who leaves first has lost.
                (None, [a, b]) => {
                    let last = |id| gone(event, id, first_round);
                    match last(a).cmp(&last(b)) {
                        std::cmp::Ordering::Less => Some(b.clone()),
                        std::cmp::Ordering::Greater => Some(a.clone()),
                        std::cmp::Ordering::Equal => None,
                    }
                }
                (None, _) => None,
            };
            through.insert((round, n), goes_on);
        }
        round += 1;
        in_round /= 2;
    }
    let standings = standings(event);
    let knockout = standings.rankings.iter().find(|it| it.title == "knock-out").expect("there");
    let champion = knockout.rows.iter().find(|row| row.remark == Some(Remark::Champion));
    let expected = through.get(&(round - 1, 1)).cloned().flatten();
    assert_eq!(champion.map(|row| &row.entry), expected.as_ref(), "{what}");
    assert_eq!(knockout.rows.len(), players.len());
    // Points of the open event are those of all its games and byes.
    for row in &standings.rankings[0].rows {
        let of_games = event.games.iter().filter(|game| game.round <= rounds).filter_map(|game| {
            let side = game.side_of(&row.entry)?;
            Some(match game.outcome()? {
                Outcome::Draw => Points::HALF,
                outcome if outcome.winner() == Some(side) => Points::ONE,
                _ => Points::ZERO,
            })
        });
        let byes = event.byes.iter().filter(|it| it.entry == row.entry && it.slot.is_none());
        let of_byes = byes.map(|bye| match bye.kind {
            komadai_tournament::ByeKind::Bye => Points::ONE,
            komadai_tournament::ByeKind::Absent => Points::HALF,
            komadai_tournament::ByeKind::Rest => Points::ZERO,
        });
        assert_eq!(row.points, of_games.chain(of_byes).sum(), "{} {what}", row.entry);
    }
}

/// The round from which on somebody is out of the knock-out by leaving or missing one.
fn gone(event: &Event, id: &EntryId, first_round: u32) -> u32 {
    let entry = event.entry(id).expect("entered");
    let missed = entry.absent.iter().copied().filter(|round| *round >= first_round);
    let left = entry.withdrawn_after.map(|last| last + 1);
    missed.chain(left).min().filter(|round| *round <= event.n_rounds() + 1).unwrap_or(u32::MAX)
}

#[test]
fn losers_of_the_knockout_fall_back_with_their_points() {
    let format = r#"{"t":"championship","best":4,"knockout":{"third_place":true},
        "inner":{"t":"mcmahon","rounds":3,"bars":{"by":"rating","floors":[1993]}}}"#;
    let mut event = event(format, players(8));
    direct(&mut event, 1, &favourite);
    let games = |round: u32| {
        let of_round = event.games.iter().filter(|game| game.round == round);
        let mut games: Vec<String> = of_round
            .map(|game| {
                let slot = game.slot.as_deref().unwrap_or("open");
                let (a, b) = (number(&game.sente), number(&game.gote));
                format!("{slot} {}-{} table {}", a.min(b), a.max(b), game.board)
            })
            .collect();
        games.sort();
        games
    };
    assert!(games(1).iter().any(|game| game == "R1-1 1-4 table 1"), "{:?}", games(1));
    assert!(games(1).iter().any(|game| game == "R1-2 2-3 table 2"), "{:?}", games(1));
    assert!(games(2).iter().any(|game| game == "R2-1 1-2 table 1"), "{:?}", games(2));
    assert!(games(2).iter().any(|game| game == "Rthird 3-4 table 2"), "{:?}", games(2));
    assert!(games(3).iter().all(|game| game.starts_with("open")), "{:?}", games(3));
    let standings = standings(&event);
    assert_eq!(line(&standings.rankings[1]), "knock-out: p1* p2 p3 p4");
    // p4 lost both games of the knock-out and won the third one; the start score is p4's still.
    let p4 = standings.rankings[0].rows.iter().find(|row| row.entry == "p4".into()).expect("there");
    assert_eq!((p4.start, p4.points), (Points::ONE, Points::ONE));
}

#[test]
fn who_misses_a_round_leaves_the_knockout_and_not_the_open_event() {
    let format = r#"{"t":"championship","best":4,"inner":{"t":"swiss","rounds":4}}"#;
    let mut event = event(format, players(8));
    event.entries[0].absent = vec![2];
    direct(&mut event, 1, &favourite);
    // p1 won in round 1 and was away in round 2: p2 is through without a game and plays on.
    let standings = standings(&event);
    assert_eq!(standings.rankings[1].rows[0].entry, "p2".into());
    assert_eq!(standings.rankings[1].rows[0].remark, Some(Remark::Champion));
    assert!(event.games.iter().all(|game| game.slot.as_deref() != Some("R2-1")));
    assert!(event.games.iter().any(|it| it.round == 2 && it.side_of(&"p2".into()).is_some()));
    assert!(event.games.iter().any(|it| it.round == 3 && it.side_of(&"p1".into()).is_some()));
}

#[test]
fn a_drawn_match_is_played_on_in_the_next_round() {
    let format = r#"{"t":"championship","best":2,"inner":{"t":"swiss","rounds":2}}"#;
    let mut event = event(format, players(4));
    direct(&mut event, 1, &|game, _| {
        if game.slot.is_some() && game.round < 4 { Outcome::Draw } else { favourite(game, 0) }
    });
    let match_: Vec<(u32, &EntryId)> = event
        .games
        .iter()
        .filter(|game| game.slot.is_some())
        .map(|game| (game.round, &game.sente))
        .collect();
    assert_eq!(match_.iter().map(|(round, _)| *round).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(match_.windows(2).all(|pair| pair[0].1 != pair[1].1), "sides alternate");
    // What is beyond the rounds of the open event counts for the knock-out alone.
    let standings = standings(&event);
    assert_eq!(standings.rankings[1].rows[0].entry, "p1".into());
    let open = &standings.rankings[0].rows;
    assert_eq!(open.iter().find(|it| it.entry == "p1".into()).expect("there").points, Points::ONE);
}

#[test]
fn the_reasons_name_the_knockout() {
    let format = r#"{"t":"championship","best":2,"inner":{"t":"swiss","rounds":2}}"#;
    let event = event(format, players(4));
    let next = event.check().expect("sound").next(0);
    let of: Vec<_> = next.why.iter().map(|why| (why.slot.as_deref(), why.ordered)).collect();
    assert_eq!(of, [(Some("R1-1"), false), (None, false)]);
}

#[test]
fn what_cannot_be_is_said() {
    let check = |format: &str, code: Fault, text: &str| {
        let problems = event(format, players(8)).check().map(|_| ()).expect_err("it cannot be");
        assert!(problems.has(code), "{problems}");
        assert!(problems.to_string().contains(text), "{problems}");
    };
    let championship = |rest: &str| format!(r#"{{"t":"championship",{rest}}}"#);
    let inner = r#""inner":{"t":"swiss","rounds":3}"#;
    check(&championship(&format!(r#""best":1,{inner}"#)), Fault::Best, "2 to");
    check(
        &championship(&format!(r#""best":9,{inner}"#)),
        Fault::Rounds,
        "the knock-out of 9 takes 4 rounds, and there are 3",
    );
    check(
        &championship(&format!(r#""best":8,"first_round":2,{inner}"#)),
        Fault::Rounds,
        "there are 2",
    );
    check(
        &championship(&format!(r#""best":8,"first_round":5,{inner}"#)),
        Fault::Rounds,
        "from 1 to 3",
    );
    check(&championship(r#""best":8,"inner":{"t":"arena"}"#), Fault::Format, "arena");
    check(r#"{"t":"pools","groups":0}"#, Fault::Groups, "1 to");
    check(r#"{"t":"pools","groups":2,"inner":{"t":"arena"}}"#, Fault::Format, "groups play one of");
    let stages = |stages: &str| format!(r#"{{"t":"stages","stages":[{stages}]}}"#);
    let first = r#"{"name":"A","format":{"t":"swiss","rounds":3}}"#;
    check(&stages(""), Fault::Stages, "1 to");
    check(&stages(r#"{"name":"a/b","format":{"t":"round_robin"}}"#), Fault::Stages, "a name");
    check(&stages(&format!("{first},{first}")), Fault::Stages, "two stages");
    check(
        &stages(r#"{"name":"A","format":{"t":"stages","stages":[]}}"#),
        Fault::Format,
        "a stage is",
    );
    check(&stages(r#"{"name":"A","format":{"t":"swiss","rounds":0}}"#), Fault::Rounds, "rounds");
    check(&stages(r#"{"name":"A","format":{"t":"swiss"}}"#), Fault::Format, "rounds");
    let second = |from: &str| {
        stages(&format!(r#"{first},{{"name":"B","format":{{"t":"round_robin"}},"from":[{from}]}}"#))
    };
    check(&second(""), Fault::Stages, "the first stage is for everybody");
    check(&second(r#"{"stage":"C"}"#), Fault::Stages, "no stage before it is called `C`");
    check(&second(r#"{"stage":"A","first":3,"last":2}"#), Fault::Stages, "places");
}

const TWO_BRACKETS: &str = r#"{"t":"stages","stages":[
    {"name":"Groups","format":{"t":"pools","groups":4}},
    {"name":"Cup","format":{"t":"single_elimination","third_place":true},"from":[{"stage":"Groups","last":2}]},
    {"name":"Plate","format":{"t":"single_elimination"},"from":[{"stage":"Groups","first":3}]}]}"#;

#[test]
fn groups_feed_two_brackets() {
    let mut event = event(TWO_BRACKETS, players(16));
    direct(&mut event, 1, &favourite);
    assert_eq!(
        lines(&event),
        [
            // Cup and plate by how far each came; who went out in the same round shares a place.
            ": p1* p2 p3 p4 p7 p8 p5 p6 p9 p10 p11 p12 p15 p16 p13 p14",
            "Groups/group 1: p1+ p8+ p9+ p16+",
            "Groups/group 2: p2+ p7+ p10+ p15+",
            "Groups/group 3: p3+ p6+ p11+ p14+",
            "Groups/group 4: p4+ p5+ p12+ p13+",
            "Cup: p1* p2 p3 p4 p7 p8 p5 p6",
            "Plate: p9* p10 p11 p12 p15 p16 p13 p14",
        ]
        .map(str::to_owned)
        .into_iter()
        .collect::<Vec<_>>()
    );
    // Both brackets are played in the rounds 4 to 6.
    for (stage, n_games) in [("Cup", 8), ("Plate", 7)] {
        let prefix = format!("{stage}/");
        let slot = |game: &&Game| game.slot.as_deref().is_some_and(|it| it.starts_with(&prefix));
        let games: Vec<_> = event.games.iter().filter(slot).collect();
        assert_eq!(games.len(), n_games);
        assert!(games.iter().all(|game| (4..=6).contains(&game.round)));
    }
    let tables: HashSet<_> = event.games.iter().map(|game| (game.round, game.board)).collect();
    assert_eq!(tables.len(), event.games.len(), "a table each");
    let all = standings(&event);
    assert!(all.matches.iter().any(|it| it.slot == "Cup/R3-1" && it.round == 6));
    // The finalist's line has all six rounds; who was first in the group met the second of another.
    let p1 = &all.rankings[0].rows[0];
    assert_eq!((p1.rounds.len(), p1.wins, p1.points), (6, 6, Points::whole(6)));
    assert!(p1.rounds.iter().all(|cell| matches!(cell, RoundCell::Game { .. })));
}

#[test]
fn a_stage_stays_as_it_was_drawn() {
    let mut event = event(TWO_BRACKETS, players(16));
    let play_round = |event: &mut Event| {
        let next = event.check().expect("sound").next(0);
        assert_eq!(next.state, State::Pair);
        event.publish(&next).expect("new");
        for key in event.pending() {
            let outcome = favourite(event.game(&key).expect("there"), 0);
            event.note_result(&key, outcome, None).expect("none yet");
        }
    };
    (0..3).for_each(|_| play_round(&mut event));
    // Before the brackets are drawn a player leaves: the next of the group moves up.
    let mut left = event.clone();
    left.withdraw(&"p1".into(), 3).expect("entered");
    let drawn = left.check().expect("sound").next(0);
    let in_cup = |id: &str| {
        drawn.games.iter().any(|game| {
            game.slot.as_deref().is_some_and(|slot| slot.starts_with("Cup/"))
                && game.side_of(&id.into()).is_some()
        })
    };
    assert!(in_cup("p8") && in_cup("p9") && !in_cup("p1"));
    play_round(&mut event);
    let before = standings(&event);
    // A ruling that comes now changes the group, and neither bracket.
    let key = event
        .games
        .iter()
        .find(|game| game.is_between(&"p8".into(), &"p9".into()))
        .expect("they were in one group")
        .key
        .clone();
    let game = event.game(&key).expect("there");
    let other = if winner(game) == Some(&game.sente) { Outcome::Gote } else { Outcome::Sente };
    let ruling = Ruling { result: other, reason: "a mistake".to_owned(), by: String::new() };
    event.rule(&key, ruling).expect("there");
    let after = standings(&event);
    let drawn = |standings: &komadai_tournament::Standings| {
        let matches = standings.matches.iter().map(|it| {
            let mut players = [it.a.clone(), it.b.clone()];
            players.sort();
            (it.slot.clone(), players, it.winner.clone())
        });
        matches.collect::<Vec<_>>()
    };
    assert_eq!(drawn(&after), drawn(&before));
    direct(&mut event, 1, &favourite);
    assert_eq!(places(&standings(&event)).split(", ").next(), Some("1 p1"));
}

#[test]
fn a_league_ends_in_title_and_promotion_matches() {
    let format = r#"{"t":"stages","stages":[
        {"name":"League","format":{"t":"league","classes":[{"name":"A"},{"name":"B"}]}},
        {"name":"Title","format":{"t":"title_match","best_of":3},
         "from":[{"stage":"League","of":"A","last":1}]},
        {"name":"Promotion","format":{"t":"single_elimination"},
         "from":[{"stage":"League","of":"A","first":4,"last":4},{"stage":"League","of":"B","last":1}]}]}"#;
    let mut entries = players(9);
    for (n, entry) in entries.iter_mut().enumerate() {
        // p9 holds the title and plays the title match alone.
        entry.class = Some(["A", "B", "Title"][n / 4].to_owned());
        entry.seed = Some(n as u32 % 4 + 1);
    }
    let mut event = event(format, entries);
    let first = event.check().expect("sound").next(0);
    assert!(first.games.iter().all(|game| game.side_of(&"p9".into()).is_none()));
    direct(&mut event, 1, &|game, lot| {
        // The champion is beaten by nobody, and p5 beats p4.
        let strong = |id: &EntryId| match number(id) {
            9 => 0,
            5 => 3,
            4 if game.slot.as_deref().is_some_and(|it| it.starts_with("Promotion")) => 6,
            n => n,
        };
        let _ = lot;
        if strong(&game.sente) < strong(&game.gote) { Outcome::Sente } else { Outcome::Gote }
    });
    let standings = standings(&event);
    let order: Vec<String> =
        standings.rankings[0].rows.iter().map(|row| row.entry.to_string()).collect();
    // p5 has won p4's place by the match; p9 stands above the challenger.
    assert_eq!(order.join(" "), "p9 p1 p2 p3 p5 p4 p6 p7 p8");
    let title: Vec<_> =
        event.games.iter().filter(|it| it.slot.as_deref() == Some("Title/match")).collect();
    assert_eq!(title.iter().map(|game| game.round).collect::<Vec<_>>(), [4, 5]);
    assert_eq!(row(&standings, "p9").remark, Some(Remark::Champion));
}

#[test]
fn stages_take_whom_their_places_name() {
    for seed in 0..n_cases(40, 150) {
        let mut stream = Stream::new(seed);
        let groups = 2 + stream.below(3) as usize;
        let n = groups * (3 + stream.below(3) as usize) + stream.below(2) as usize;
        let through = 1 + stream.below(2) as usize;
        let bracket =
            ["single_elimination", "double_elimination", "groups"][stream.below(3) as usize];
        let format = format!(
            r#"{{"t":"stages","stages":[{{"name":"G","format":{{"t":"pools","groups":{groups}}}}},
                {{"name":"A","format":{{"t":"{bracket}"}},"from":[{{"stage":"G","last":{through}}}]}},
                {{"name":"B","format":{{"t":"swiss","rounds":2}},
                  "from":[{{"stage":"G","first":{}}}]}}]}}"#,
            through + 1
        );
        let mut event = Event { seed, ..event(&format, players(n)) };
        direct(&mut event, seed, &by_lot);
        let standings = standings(&event);
        assert!(standings.over);
        let who = |title: &str| -> HashSet<EntryId> {
            let of = standings.rankings.iter().filter(|it| it.title.starts_with(title));
            of.flat_map(|it| it.rows.iter().map(|row| row.entry.clone())).collect()
        };
        let mut expected: [HashSet<EntryId>; 2] = Default::default();
        for ranking in standings.rankings.iter().filter(|it| it.title.starts_with("G/")) {
            for (at, row) in ranking.rows.iter().enumerate() {
                expected[usize::from(at >= through)].insert(row.entry.clone());
            }
        }
        assert_eq!([who("A"), who("B")], expected, "{format}");
        // Over all, everybody in A is above everybody in B, and each has all their games.
        let all = &standings.rankings[0].rows;
        assert_eq!(all.len(), n);
        assert!(all[..expected[0].len()].iter().all(|row| expected[0].contains(&row.entry)));
        for row in all {
            let own = event.games.iter().filter(|game| game.side_of(&row.entry).is_some());
            let wins = own.clone().filter(|game| {
                winner(game) == Some(&row.entry) && game.outcome().is_some_and(Outcome::was_played)
            });
            assert_eq!(row.wins as usize, wins.count(), "{format} {}", row.entry);
            let rounds: HashSet<u32> = own.map(|game| game.round).collect();
            let shown = row.rounds.iter().enumerate().filter(|(_, cell)| {
                matches!(cell, RoundCell::Game { .. } | RoundCell::Match { .. })
            });
            let shown: HashSet<u32> = shown.map(|(n, _)| n as u32 + 1).collect();
            assert_eq!(shown, rounds, "{format} {}", row.entry);
        }
    }
}

#[test]
fn pairings_by_hand_leave_the_knockout_alone() {
    // p1 passes the first round of the knock-out of three.
    let format = r#"{"t":"championship","best":3,"inner":{"t":"swiss","rounds":4}}"#;
    let mut event = event(format, players(6));
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    let slot = |event: &Event, a: &str, b: &str| {
        let live =
            event.games.iter().rfind(|it| !it.is_annulled() && it.is_between(&a.into(), &b.into()));
        live.map(|game| game.slot.clone())
    };
    assert_eq!(slot(&event, "p2", "p3"), Some(Some("R1-2".to_owned())));
    let pass = event.byes.clone();
    assert_eq!((pass.len(), pass[0].slot.as_deref()), (1, Some("R1-1")));
    let of_p1 = event.games.iter().find(|game| game.side_of(&"p1".into()).is_some());
    let of_p1 = of_p1.expect("who passes plays in the open event");
    let other = if of_p1.sente == "p1".into() { &of_p1.gote } else { &of_p1.sente }.clone();
    let pairs = [("p1".into(), "p2".into()), (other, "p3".into())];
    event.repair(1, &pairs, "they came together", "arbiter").expect("it can be");
    assert_eq!(slot(&event, "p1", "p2"), Some(None), "a game of the open event");
    assert_eq!(event.byes, pass, "who is through stays through");
    // The match is played in the next round, and the final after it.
    direct(&mut event, 1, &favourite);
    let matches: Vec<_> = event
        .games
        .iter()
        .filter(|game| !game.is_annulled())
        .filter_map(|game| Some((game.slot.clone()?, game.round)))
        .collect();
    assert_eq!(matches, [("R1-2".to_owned(), 2), ("R2-1".to_owned(), 3)]);
    assert_eq!(line(&standings(&event).rankings[1]), "knock-out: p1* p2 p3");
}
