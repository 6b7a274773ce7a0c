//! Who gets which prize.

use komadai_tournament::{Event, Fault, Game, Outcome, Prizes};

use crate::support::{event, players, standings};

/// A Swiss of one round that p1 to p4 have won, in this order by the tie-break, against p5 to p8.
fn played(prizes: &str) -> Event {
    let mut entries = players(8);
    for (n, entry) in entries.iter_mut().enumerate() {
        entry.rating = Some(1900 - 100 * n as i32);
        entry.club = Some(["Hà Nội", "Huế"][n % 2].to_owned());
        entry.unlisted = n >= 6;
        entry.tags = if n % 3 == 0 { vec!["junior".to_owned()] } else { Vec::new() };
    }
    let mut event = event(r#"{"t":"swiss","rounds":1}"#, entries);
    event.tiebreaks = vec!["points".parse().expect("known"), "rating".parse().expect("known")];
    event.games = (1..=4)
        .map(|n| Game {
            key: format!("1-{n}").as_str().into(),
            round: 1,
            sente: format!("p{n}").as_str().into(),
            gote: format!("p{}", n + 4).as_str().into(),
            result: Some(Outcome::Sente),
            ..Game::default()
        })
        .collect();
    event.prizes = serde_json::from_str::<Prizes>(prizes).expect("prizes");
    event
}

/// `category: place entries`, a line each.
fn check(prizes: &str, change: impl Fn(&mut Event), expected: &[&str]) {
    let mut event = played(prizes);
    change(&mut event);
    let awards = standings(&event).prizes.into_iter().map(|award| {
        let entries: Vec<String> = award.entries.iter().map(ToString::to_string).collect();
        let places = if award.first == award.last {
            award.first.to_string()
        } else {
            format!("{}-{}", award.first, award.last)
        };
        format!("{} {places} {}", award.category, entries.join(" "))
    });
    assert_eq!(awards.collect::<Vec<_>>(), expected, "{prizes}");
}

const MAIN: &str = r#"{"name":"","prizes":["cup","","book"]}"#;

#[test]
fn each_gets_one_and_the_main_prizes_come_first() {
    let all = format!(
        r#"{{"categories":[{MAIN},
            {{"name":"U1700","who":{{"rating_max":1699}},"prizes":["set","set"]}},
            {{"name":"juniors","who":{{"tags":["Junior"]}},"prizes":["clock"]}},
            {{"name":"Huế","who":{{"clubs":["huế"]}},"prizes":["fan"]}},
            {{"name":"new","who":{{"newcomers":true}},"prizes":["sweets"]}},
            {{"name":"dan","who":{{"grade_min":"1d"}},"prizes":["none has a grade"]}}]}}"#
    );
    let first = ["0 1 p1", "0 2 p2", "0 3 p3"];
    let rest = ["1 1 p4", "1 2 p5", "2 1 p7", "3 1 p6", "4 1 p8"];
    check(
        &all,
        |_| {},
        &[first, [rest[0], rest[1], rest[2]]]
            .concat()
            .into_iter()
            .chain([rest[3], rest[4]])
            .collect::<Vec<_>>(),
    );
    // Several at once: p1 is a junior, p2 is of Huế, p4 is under 1700.
    let several = all.replacen('{', r#"{"several":true,"#, 1);
    check(
        &several,
        |_| {},
        &["0 1 p1", "0 2 p2", "0 3 p3", "1 1 p4", "1 2 p5", "2 1 p1", "3 1 p2", "4 1 p7"],
    );
    // Who leaves has no prize, and the next ones move up.
    check(
        &format!(r#"{{"categories":[{MAIN}]}}"#),
        |event| event.withdraw(&"p2".into(), 1).expect("entered"),
        &["0 1 p1", "0 2 p3", "0 3 p4"],
    );
}

#[test]
fn ties_share_as_set() {
    let prizes = |ties: &str| format!(r#"{{"ties":"{ties}","categories":[{MAIN}]}}"#);
    check(&prizes("points"), |_| {}, &["0 1-3 p1 p2 p3 p4"]);
    check(&prizes("places"), |_| {}, &["0 1 p1", "0 2 p2", "0 3 p3"]);
    // Whom no tie-break separates share in any case.
    let equal = |event: &mut Event| event.entries[1].rating = Some(1900);
    let mut awards = played(&prizes("places"));
    equal(&mut awards);
    let shared = standings(&awards).prizes;
    assert_eq!((shared[0].first, shared[0].last, shared[0].entries.len()), (1, 2, 2));
    assert_eq!(shared[1].entries, ["p3".into()]);
}

#[test]
fn a_ranking_of_its_own_decides_where_it_is_named() {
    let format = r#"{"t":"championship","best":2,"inner":{"t":"swiss","rounds":1}}"#;
    let mut event = event(format, players(4));
    event.prizes = serde_json::from_str(
        r#"{"categories":[{"name":"champion","ranking":"knock-out","prizes":["title"]},
            {"name":"open","prizes":["cup"]}]}"#,
    )
    .expect("prizes");
    crate::support::direct(&mut event, 1, &|game, _| {
        if game.side_of(&"p2".into()).is_some() {
            if game.sente == "p2".into() { Outcome::Sente } else { Outcome::Gote }
        } else {
            crate::support::favourite(game, 0)
        }
    });
    let awards = standings(&event).prizes;
    assert_eq!(awards[0].entries, ["p2".into()]);
    assert_eq!((awards[1].category, &awards[1].entries[..]), (1, &["p3".into()][..]));
}

#[test]
fn what_cannot_be_is_said() {
    let refused = |prizes: &str| {
        let mut event = played("{}");
        event.prizes = serde_json::from_str(prizes).expect("of the form");
        let problems = event.check().expect_err("it cannot be");
        assert!(problems.has(Fault::Prizes), "{problems}");
        assert!(event.check_settings().is_err(), "it is said before anybody is entered");
    };
    refused(r#"{"categories":[{"name":"A","prizes":[]}]}"#);
    refused(r#"{"categories":[{"name":"A","prizes":[""]},{"name":"a ","prizes":[""]}]}"#);
    refused(r#"{"categories":[{"name":"","who":{"newcomers":true},"prizes":[""]}]}"#);
    let mut event = played("{}");
    event.entries[0].tags = vec!["x".to_owned(); 21];
    assert!(event.check().expect_err("too many").has(Fault::Tags));
}
