//! Events at the edge of sense: hardly anybody there, nobody new to meet, numbers without measure.

use std::collections::HashMap;

use komadai_tournament::{
    Bye, ByeKind, Entry, EntryId, Event, Game, Outcome, Points, ReadError, Row, Scoring, State,
    Wait, cross_table,
};

use crate::support::{direct, event, favourite, places, players, standings};

fn swiss(rounds: u32, entries: Vec<Entry>) -> Event {
    event(&format!(r#"{{"t":"swiss","rounds":{rounds}}}"#), entries)
}

/// Publishes the next round and notes these results; the games of the round.
fn play_round(event: &mut Event, result: impl Fn(&Game) -> Outcome) -> Vec<Game> {
    let next = event.check().expect("sound").next(0);
    assert_eq!(next.state, State::Pair, "{next:?}");
    event.publish(&next).expect("new");
    for game in &next.games {
        event.note_result(&game.key, result(game), None).expect("it had none");
    }
    next.games
}

/// How often each two have met, and how many byes each has had.
fn meetings(event: &Event) -> (HashMap<[EntryId; 2], u32>, HashMap<EntryId, u32>) {
    let mut met: HashMap<[EntryId; 2], u32> = HashMap::new();
    for game in &event.games {
        let mut pair = [game.sente.clone(), game.gote.clone()];
        pair.sort();
        *met.entry(pair).or_default() += 1;
    }
    let mut byes: HashMap<EntryId, u32> = HashMap::new();
    for bye in &event.byes {
        *byes.entry(bye.entry.clone()).or_default() += 1;
    }
    (met, byes)
}

#[test]
fn four_players_meet_evenly_in_eleven_rounds() {
    for seed in 0..20 {
        let mut event = Event { seed, ..swiss(11, players(4)) };
        direct(&mut event, seed, &crate::support::by_lot);
        let (met, byes) = meetings(&event);
        assert!(byes.is_empty());
        assert_eq!(met.len(), 6);
        // 22 games among six pairs. Who did not come to a game may be paired with the same again.
        let all_came = event.games.iter().all(|g| g.outcome().is_some_and(Outcome::was_played));
        if all_came {
            assert!(met.values().all(|n| (3..=4).contains(n)), "seed {seed}: {met:?}");
        }
    }
}

#[test]
fn five_players_share_the_byes_of_eleven_rounds() {
    for seed in 0..20 {
        let mut event = Event { seed, ..swiss(11, players(5)) };
        direct(&mut event, seed, &favourite);
        let (met, byes) = meetings(&event);
        // 22 games among ten pairs, eleven byes among five players.
        assert!(met.values().all(|n| (2..=3).contains(n)), "seed {seed}: {met:?}");
        assert!(byes.values().all(|n| (2..=3).contains(n)), "seed {seed}: {byes:?}");
    }
}

#[test]
fn an_event_that_everybody_leaves_waits_and_can_be_closed() {
    let mut event = swiss(5, players(6));
    play_round(&mut event, |game| favourite(game, 0));
    for entry in &mut event.entries {
        entry.withdrawn_after = Some(1);
    }
    let next = event.check().expect("sound").next(0);
    assert_eq!(next.waiting_for, Some(Wait::Entries { at_least: 2 }));
    let left = standings(&event);
    assert!(!left.over);
    assert!(left.rankings[0].rows.iter().all(|row| row.remark.is_some()));
    event.closed = true;
    assert_eq!(event.check().expect("sound").next(0).state, State::Over);
    assert!(standings(&event).over);
}

#[test]
fn whoever_leaves_during_a_round_has_lost_that_game_and_is_not_paired_again() {
    let mut event = swiss(3, players(4));
    let next = event.check().expect("sound").next(0);
    event.publish(&next).expect("new");
    let gone = next.games[0].gote.clone();
    event.withdraw(&gone, 0).expect("entered");
    let other = &next.games[1];
    event.note_result(&other.key, Outcome::Sente, None).expect("it had none");
    let next = event.check().expect("sound").next(0);
    assert_eq!((next.games.len(), next.byes.len()), (1, 1));
    assert!(next.games.iter().all(|game| game.side_of(&gone).is_none()));
    let standings = standings(&event);
    let row = |id: &EntryId| standings.rankings[0].rows.iter().find(|row| row.entry == *id);
    assert_eq!(row(&gone).map(|row| row.points), Some(Points::ZERO));
    assert_eq!(row(&event.games[0].sente).map(|row| row.points), Some(Points::ONE));
}

#[test]
fn a_round_that_everybody_misses_is_one_of_absences() {
    let mut event = swiss(3, players(4));
    for entry in &mut event.entries {
        entry.absent = vec![2];
    }
    assert_eq!(play_round(&mut event, |game| favourite(game, 0)).len(), 2);
    assert_eq!(play_round(&mut event, |_| Outcome::Draw), []);
    let absences = event.byes.iter().filter(|bye| bye.kind == ByeKind::Absent && bye.round == 2);
    assert_eq!(absences.count(), 4);
    assert_eq!(play_round(&mut event, |game| favourite(game, 0)).len(), 2);
    assert!(standings(&event).over);
    assert_eq!(places(&standings(&event)), "1 p1, 2 p2, 3 p3, 4 p4");
}

#[test]
fn one_who_comes_alone_has_the_bye() {
    let mut event = swiss(2, players(3));
    for entry in &mut event.entries[..2] {
        entry.absent = vec![1];
    }
    play_round(&mut event, |_| Outcome::Draw);
    let bye = |entry: &str, kind| Bye { round: 1, entry: entry.into(), kind, slot: None };
    let absent = |entry| bye(entry, ByeKind::Absent);
    assert_eq!(event.byes, [bye("p3", ByeKind::Bye), absent("p1"), absent("p2")]);
}

#[test]
fn an_event_without_players_waits_for_them() {
    for n in 0..2 {
        let event = swiss(3, players(n));
        let next = event.check().expect("sound").next(0);
        assert_eq!(next.waiting_for, Some(Wait::Entries { at_least: 2 }));
        assert_eq!(standings(&event).rankings[0].rows.len(), n);
    }
}

#[test]
fn those_whom_nothing_separates_share_the_place() {
    let mut event = swiss(3, players(8));
    event.tiebreaks = ["points", "sos", "sodos", "sosos", "cuss", "direct", "wins"]
        .map(|t| t.parse().expect(t))
        .to_vec();
    direct(&mut event, 1, &|_, _| Outcome::Draw);
    let standings = standings(&event);
    let rows = &standings.rankings[0].rows;
    assert!(rows.iter().all(|row| row.place == 1), "{}", places(&standings));
    // Direct encounter says nothing, because not all of the eight have met.
    assert!(rows.iter().all(|row| row.values[5].is_none()));
}

#[test]
fn who_comes_late_to_a_mcmahon_has_the_start_score_and_half_points() {
    let bars = r#"{"by":"grade","top":"1-dan","bottom":"3-kyu"}"#;
    let mut event = event(&format!(r#"{{"t":"mcmahon","rounds":4,"bars":{bars}}}"#), players(5));
    for (entry, grade) in event.entries.iter_mut().zip(["5d", "1d", "1k", "3k", "9k"]) {
        entry.grade = Some(grade.parse().expect("a grade"));
    }
    event.tiebreaks = ["mcmahon", "sos"].map(|tie| tie.parse().expect("known")).to_vec();
    event.entries[0].from_round = 3;
    play_round(&mut event, |game| favourite(game, 0));
    play_round(&mut event, |game| favourite(game, 0));
    let standings = standings(&event);
    let row = standings.rankings[0].rows.iter().find(|row| row.entry == "p1".into());
    let row: &Row = row.expect("ranked");
    // The top bar is 3 points above the bottom one. Two rounds missed: 3 + ½ + ½, and in SOS its
    // own score before each of them, 3 + 3½.
    assert_eq!((row.start, row.points), (Points::whole(3), Points::ONE));
    assert_eq!(row.values, [Some(Points::whole(4)), Some(Points::halves(13))]);
    let third = play_round(&mut event, |game| favourite(game, 0));
    let first_game = third.iter().find(|game| game.side_of(&"p1".into()).is_some());
    assert!(first_game.is_some_and(|game| game.side_of(&"p2".into()).is_some()), "{third:?}");
}

#[test]
fn numbers_without_measure_are_read_and_paired() {
    let most = Points::whole(10_000);
    for (format, n) in [("swiss", 9), ("mcmahon", 40)] {
        let bars = if format == "mcmahon" {
            r#","bars":{"by":"rating","floors":[-5,2000000000]}"#
        } else {
            ""
        };
        let mut event = event(&format!(r#"{{"t":"{format}","rounds":9{bars}}}"#), players(n));
        event.seed = u64::MAX;
        event.scoring =
            Scoring { win: most, draw: Points::ZERO, loss: -most, ..Scoring::default() };
        event.tiebreaks = [
            "points", "mcmahon", "sos", "sos_1", "sos_2", "sodos", "sosos", "cuss", "rating",
            "seed", "lot",
        ]
        .map(|tie| tie.parse().expect("known"))
        .to_vec();
        for (n, entry) in event.entries.iter_mut().enumerate() {
            entry.rating = [Some(i32::MIN), None, Some(i32::MAX)][n % 3];
            entry.seed = [None, Some(u32::MAX), Some(0)][n % 3];
            entry.absent = vec![0, u32::MAX];
            entry.start = [Some(most), Some(-most), None][n % 3];
        }
        direct(&mut event, 5, &crate::support::by_lot);
        let standings = standings(&event);
        assert!(standings.over && standings.rankings[0].rows.len() == n);
    }
}

#[test]
fn what_is_beyond_measure_is_refused_by_its_path() {
    let refuse = |json: &str, expected: &str| {
        let error = Event::read(json).expect_err("it is refused");
        let text = match &error {
            ReadError::Json { at, source } => format!("{at}: {source}"),
            ReadError::Problems(problems) => problems.to_string(),
        };
        assert!(text.starts_with(expected), "{json}\n is {text}\nnot {expected}");
    };
    let with = |format: &str, rest: &str| {
        format!(r#"{{"format":{format},"entries":[{{"id":"a"}},{{"id":"b"}}]{rest}}}"#)
    };
    let swiss = |rest: &str| with(r#"{"t":"swiss","rounds":3}"#, rest);
    refuse(r#"{"entries":[]}"#, ".: missing field `format`");
    refuse("", ".: EOF");
    refuse(&swiss(r#","seed":-1"#), "seed: invalid value: integer `-1`");
    refuse(&swiss(r#","scoring":{"win":1e300}"#), "scoring.win: points are");
    refuse(&swiss(r#","scoring":{"win":20000}"#), "scoring.win: it is made of half points");
    refuse(
        &swiss(r#","games":[{"round":1,"sente":"a","gote":"b","result":"won"}]"#),
        "games[0].result: unknown variant `won`",
    );
    refuse(
        &swiss(r#","games":[{"round":1,"sente":"a","gote":"b","winner":"a"}]"#),
        "games[0].winner: unknown field `winner`",
    );
    refuse(
        &swiss(r#","games":[{"round":0,"sente":"a","gote":"b"}]"#),
        "games[0]: rounds are numbered 1 to",
    );
    refuse(
        &swiss(r#","games":[{"round":1,"sente":"a","gote":"c"}]"#),
        "games[0]: `c` is not entered",
    );
    refuse(&swiss(r#","byes":[{"round":1,"entry":"c"}]"#), "byes[0]: `c` is not entered");
    refuse(
        &swiss(r#","byes":[{"round":1,"entry":"a"},{"round":1,"entry":"a"}]"#),
        "byes[1]: `a` has two of one round",
    );
    refuse(
        &swiss(r#","orders":[{"t":"pair","round":1,"sente":"a","gote":"c"}]"#),
        "orders[0]: `c` is not entered",
    );
    refuse(&swiss(r#","tiebreaks":["sos","sos"]"#), "tiebreaks: `sos` is listed twice");
    refuse(
        &swiss(r#","tiebreaks":["buchholz"]"#),
        "tiebreaks[0]: there is no tie-break `buchholz`",
    );
    refuse(&with(r#"{"t":"swiss","rounds":0}"#, ""), "format.rounds: 1 to 1000 rounds");
    refuse(&with(r#"{"t":"swiss"}"#, ""), "format: settings of `swiss`: missing field `rounds`");
    refuse(
        &with(r#"{"t":"swiss","rounds":3,"pairing":{"within":"by_age"}}"#, ""),
        "format.pairing.within: settings of `swiss`: unknown variant `by_age`",
    );
    refuse(&with(r#"{"t":"chess"}"#, ""), "format.t: there is no format `chess`");
    let many: Vec<String> = (0..3001).map(|n| format!(r#"{{"id":"{n}"}}"#)).collect();
    refuse(
        &format!(r#"{{"format":{{"t":"round_robin"}},"entries":[{}]}}"#, many.join(",")),
        "entries: 3001 entries",
    );
}

#[test]
fn a_whole_round_robin_of_a_thousand_may_be_published() {
    const N: usize = 1_000;
    let mut event = event(r#"{"t":"round_robin","pace":"free"}"#, players(N));
    let next = event.check().expect("sound").next(0);
    assert_eq!(next.games.len(), N * (N - 1) / 2);
    event.publish(&next).expect("keys are new");
    event.publish(&next).expect("they are the same games");
    assert_eq!(event.games.len(), next.games.len());
    assert!(event.check().is_ok());
}

#[test]
fn names_may_be_in_any_script() {
    let names = [
        "羽生 善治",
        "Nguyễn Văn An",
        "Ng\u{75}\u{31b}ời",
        "Ødegård",
        "Жанна",
        "محمد",
        "한국",
        "🐉",
        "a\nb\u{7}",
    ];
    let mut event = swiss(
        3,
        names
            .iter()
            .map(|name| Entry {
                name: (*name).into(),
                ..Entry::new(name.trim_end_matches("\nb\u{7}"))
            })
            .collect(),
    );
    direct(&mut event, 3, &|_, lot| if lot % 2 == 0 { Outcome::Sente } else { Outcome::Gote });
    let text = cross_table(&event, &standings(&event));
    assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 1 + names.len(), "{text}");
    assert!(text.contains("羽生 善治") && text.contains("a b "), "{text}");
    // Two kanji are as wide as four letters, so the columns stand under each other.
    let column = |line: &str, wide: usize| line.chars().count() + wide;
    let head = text.lines().next().expect("a head");
    let kanji = text.lines().find(|line| line.contains("羽生")).expect("a line");
    assert_eq!(column(head, 0), column(kanji, 4), "{text}");
}
