//! Events in which all meet all, and what they lead to: classes, challengers and titles.

use std::collections::HashMap;

use komadai_tournament::{Event, Outcome, Points, Remark, TieDecision, Wait, formats};

use crate::support::{direct, event, favourite, places, players, row, standings};

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
    // Relegated players are ranked first, promoted ones last.
    assert_eq!(classes(&next), ["A: p1 p2 p5 p6", "B: p3 p4 p7 p9", "C: p8 p10 p11 p12"]);
    assert!(next.games.is_empty() && next.check().is_ok());
    // A player who leaves is replaced from below.
    let mut event = event.clone();
    event.withdraw(&"p1".into(), 3).expect("entered");
    let next = formats::next_season(&event, "autumn", 8).expect("it is over");
    assert_eq!(classes(&next), ["A: p2 p5 p6 p7", "B: p3 p4 p9 p10", "C: p8 p11 p12"]);
}

/// A league of two classes of four.
fn two_classes() -> Event {
    let mut entries = players(8);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.class = Some(if n < 4 { "A" } else { "B" }.to_owned());
    }
    let mut league = event(r#"{"t":"league","classes":[{"name":"A"},{"name":"B"}]}"#, entries);
    league.tiebreaks = vec!["points".parse().expect("known")];
    league
}

#[test]
fn a_league_waits_for_its_games_as_they_stand_in_the_event() {
    let mut league = two_classes();
    league.publish(&league.check().expect("sound").next(0)).expect("new");
    assert_eq!(league.pending().len(), 4);
    let waiting_for = league.check().expect("sound").next(0).waiting_for;
    assert_eq!(waiting_for, Some(Wait::Games { games: league.pending() }));
}

#[test]
fn a_league_that_is_closed_has_one_champion_or_none() {
    let remarks = |league: &Event| {
        let rows = standings(league).rankings.into_iter().flat_map(|it| it.rows);
        let marked = rows.filter_map(|row| Some((row.entry.to_string(), row.remark?)));
        marked.collect::<Vec<_>>()
    };
    let mut league = two_classes();
    league.publish(&league.check().expect("sound").next(0)).expect("new");
    for game in league.games.clone() {
        let outcome = favourite(&game, 0);
        league.note_result(&game.key, outcome, None).expect("none yet");
    }
    league.closed = true;
    assert_eq!(remarks(&league), [], "two have won their games");
    // One of them is first by the organiser's word.
    let firsts: Vec<_> = {
        let rows = &standings(&league).rankings[0].rows;
        rows.iter().filter(|row| row.place == 1).map(|row| row.entry.clone()).collect()
    };
    let (slot, reason, by) = (None, "they agreed".to_owned(), String::new());
    league
        .decide(TieDecision { entries: firsts.clone(), slot, reason, by })
        .expect("they are level");
    let champion = firsts[0].to_string();
    assert_eq!(remarks(&league), [(champion.clone(), Remark::Champion)]);
    league.withdraw(&firsts[0], 1).expect("entered");
    assert_eq!(remarks(&league), [(champion, Remark::Withdrawn)]);
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
