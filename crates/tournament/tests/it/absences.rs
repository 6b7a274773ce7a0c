//! What absences are worth, and how many of them have points.

use komadai_tournament::{
    Absence, ByeKind, Entry, EntryId, Event, Outcome, Points, RoundCell, Row, Scoring, State,
};

use crate::support::{event, players, standings};

/// A Swiss of eight over so many rounds, whose last player is changed, played with draws.
fn played(rounds: u32, scoring: Scoring, change: impl Fn(&mut Entry)) -> Event {
    let mut event = event(&format!(r#"{{"t":"swiss","rounds":{rounds}}}"#), players(8));
    event.scoring = scoring;
    change(event.entries.last_mut().expect("eight"));
    loop {
        let next = event.check().expect("sound").pairings(0);
        if next.state != State::Pair {
            return event;
        }
        event.publish(&next).expect("new");
        for key in event.pending() {
            event.note_result(&key, Outcome::Draw, None).expect("it has none");
        }
    }
}

fn row(event: &Event, id: &str) -> Row {
    let rows = standings(event).rankings.remove(0).rows;
    rows.into_iter().find(|row| row.entry == EntryId::from(id)).expect("ranked")
}

/// What the rounds without a game of the last player are: `½` for usual points, or the points.
fn cells(event: &Event) -> String {
    let said = |cell: &RoundCell| match cell {
        RoundCell::Absent { points: None } => "a".to_owned(),
        RoundCell::Absent { points: Some(points) } => format!("a={points}"),
        RoundCell::Missed { points: None } => "m".to_owned(),
        RoundCell::Missed { points: Some(points) } => format!("m={points}"),
        _ => ".".to_owned(),
    };
    row(event, "p8").rounds.iter().map(said).collect::<Vec<_>>().join(" ")
}

fn limit(max: Option<u32>, until: Option<u32>) -> Scoring {
    Scoring { absences_max: max, absences_until: until, ..Scoring::default() }
}

#[test]
fn so_many_absences_have_points_and_none_after_a_round() {
    let always = |entry: &mut Entry| entry.absent = vec![1, 2, 3, 4, 5, 6, 7];
    let late = |entry: &mut Entry| entry.from_round = 7;
    let late_and_away = |entry: &mut Entry| {
        entry.from_round = 3;
        entry.absent = vec![5, 7];
    };
    type Case = (Option<u32>, Option<u32>, fn(&mut Entry), i64, &'static str);
    let cases: [Case; 12] = [
        (None, None, always, 7, "a a a a a a a"),
        (Some(0), None, always, 0, "a=0 a=0 a=0 a=0 a=0 a=0 a=0"),
        (Some(1), None, always, 1, "a a=0 a=0 a=0 a=0 a=0 a=0"),
        (Some(2), None, always, 2, "a a a=0 a=0 a=0 a=0 a=0"),
        (None, Some(0), always, 0, "a=0 a=0 a=0 a=0 a=0 a=0 a=0"),
        (None, Some(5), always, 5, "a a a a a a=0 a=0"),
        (Some(2), Some(1), always, 1, "a a=0 a=0 a=0 a=0 a=0 a=0"),
        (None, None, late, 7, "m m m m m m ."),
        (Some(2), None, late, 3, "m m m=0 m=0 m=0 m=0 ."),
        (None, Some(3), late, 4, "m m m m=0 m=0 m=0 ."),
        (Some(3), None, late_and_away, 6, "m m . . a . a=0"),
        (Some(9), Some(5), late_and_away, 6, "m m . . a . a=0"),
    ];
    for (max, until, change, halves, expected) in cases {
        let event = played(7, limit(max, until), change);
        let what = format!("{max:?} {until:?} {expected}");
        assert_eq!(cells(&event), expected, "{what}");
        assert_eq!(row(&event, "p8").points, Points::halves(halves), "{what}");
        let json = serde_json::to_string(&event).expect("JSON");
        assert_eq!(Event::read(&json).expect("its own"), event, "{what}");
    }
}

#[test]
fn points_of_its_own_are_never_reduced_but_count() {
    let away = |entry: &mut Entry| {
        entry.absent = vec![1, 4];
        let own = [(2, Points::ONE), (3, Points::ZERO), (5, Points::HALF)];
        entry.absences = own.map(|(round, points)| Absence { round, points }).to_vec();
    };
    assert_eq!(cells(&played(6, limit(Some(2), None), away)), "a a=1 a=0 a=0 a=0.5 .");
    assert_eq!(cells(&played(6, limit(Some(3), None), away)), "a a=1 a=0 a a=0.5 .");
    assert_eq!(cells(&played(6, Scoring::default(), away)), "a a=1 a=0 a a=0.5 .");
    // Points that are taken away are not limited.
    let minus = Scoring { absence: Points::halves(-1), ..limit(Some(0), Some(0)) };
    let always = |entry: &mut Entry| entry.absent = vec![1, 2];
    assert_eq!(cells(&played(3, minus, always)), "a a .");
}

#[test]
fn who_has_had_a_point_without_playing_has_no_bye_as_long_as_others_have_had_none() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(5));
    let absence = |points| vec![Absence { round: 1, points }];
    event.entries[4].absences = absence(Points::ONE);
    let next = event.check().expect("sound").pairings(0);
    let away: Vec<_> = next.byes.iter().filter(|bye| bye.kind == ByeKind::Absent).collect();
    assert!(matches!(away[..], [bye] if bye.entry == "p5".into()), "{next:?}");
    let bye_in_second = |points| {
        let mut event = event.clone();
        event.entries[4].absences = absence(points);
        event.publish(&next).expect("new");
        for key in event.pending() {
            event.note_result(&key, Outcome::Draw, None).expect("it has none");
        }
        let next = event.check().expect("sound").pairings(0);
        next.byes.into_iter().find(|bye| bye.kind == ByeKind::Bye).expect("five").entry
    };
    assert_eq!(bye_in_second(Points::ZERO), "p5".into());
    assert_ne!(bye_in_second(Points::ONE), "p5".into());
}

#[test]
fn a_round_is_missed_once_and_for_half_points() {
    let check = |absent: Vec<u32>, absences: &[(u32, Points)], expected: &str| {
        let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(4));
        event.entries[1].absent = absent;
        let own = absences.iter().map(|&(round, points)| Absence { round, points });
        event.entries[1].absences = own.collect();
        let problems = event.check().map(|_| ()).expect_err(expected);
        assert_eq!(problems.to_string(), expected);
    };
    let half = Points::HALF;
    check(vec![2], &[(2, half)], "entries[1].absences[0]: `p2` misses round 2 twice");
    check(vec![], &[(2, half), (2, half)], "entries[1].absences[1]: `p2` misses round 2 twice");
    check(
        vec![],
        &[(1, Points::QUARTER)],
        "entries[1].absences[0]: an absence is worth half points",
    );
    check(vec![], &[(0, half)], "entries[1].absences[0]: rounds are numbered 1 to 1000");
}

#[test]
fn an_absence_with_points_of_its_own_is_taken_back_like_others() {
    let mut event = event(r#"{"t":"swiss","rounds":3}"#, players(4));
    let id: EntryId = "p2".into();
    event.entries[1].absences = vec![Absence { round: 2, points: Points::ZERO }];
    event.announce_absence(&id, 2).expect("to come");
    assert!(event.entries[1].absent.is_empty(), "it is known");
    assert!(!event.entries[1].takes_part(2) && event.entries[1].is_absent(2));
    event.take_back_absence(&id, 2).expect("to come");
    assert!(event.entries[1].takes_part(2));
}

#[test]
fn a_part_of_an_event_counts_rounds_from_its_own_first() {
    let stages = r#"{"t":"stages","stages":[
        {"name":"A","format":{"t":"swiss","rounds":2}},
        {"name":"B","format":{"t":"swiss","rounds":3},"from":[{"stage":"A","last":8}]}]}"#;
    let mut event = event(stages, players(8));
    event.scoring = limit(None, Some(3));
    event.entries[7].absent = vec![1, 3];
    event.entries[7].absences = vec![Absence { round: 4, points: Points::ONE }];
    event.entries[6].absent = vec![4];
    for _ in 0..5 {
        let next = event.check().expect("sound").pairings(0);
        event.publish(&next).expect("new");
        for key in event.pending() {
            event.note_result(&key, Outcome::Sente, None).expect("it has none");
        }
    }
    let rows = standings(&event).rankings.remove(0).rows;
    let cells = |id: &str| {
        let row = rows.iter().find(|row| row.entry == id.into()).expect("ranked");
        row.rounds.clone()
    };
    let (own, usual, none) = (
        RoundCell::Absent { points: Some(Points::ONE) },
        RoundCell::Absent { points: None },
        RoundCell::Absent { points: Some(Points::ZERO) },
    );
    let p8 = cells("p8");
    assert_eq!([&p8[0], &p8[2], &p8[3]], [&usual, &usual, &own]);
    assert_eq!(cells("p7")[3], none);
}
