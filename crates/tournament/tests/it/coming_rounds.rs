//! What files of other programs say of rounds to come, and what results and absences are worth in
//! them: by the manuals of JaVaFo and bbpPairings and FIDE's format of 2026.

use komadai_tournament::{
    Bye, ByeKind, EntryId, Event, Order, Outcome, Points, Scoring, State,
    files::{About, ProgramFile, read},
};

use crate::support::standings;

/// A report of four players, two of whose rounds have been played, with these cells behind them
/// and these lines before and after.
fn report(before: &str, cells: [&str; 4], after: &str) -> String {
    let played =
        ["   4 w 1     2 b 1", "   3 b 0     1 w 0", "   2 w 1     4 b =", "   1 b 0     3 w ="];
    let lines = (1..).zip(played).zip(cells).map(|((number, played), cell)| {
        let name = format!("P{number}");
        let rating = 2000 - 100 * number;
        format!("001 {number:>4}      {name:33} {rating:>4}{:28} 0.0    1  {played}{cell}", "")
    });
    let lines: Vec<String> = lines.collect();
    format!("{before}\n{}\n{after}\n", lines.join("\n"))
}

fn event(text: &str) -> Event {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}")).event
}

/// The next round: its number, who plays, who has a bye, and who is away for what.
fn next(event: &Event) -> String {
    let next = event.check().expect("sound").pairings(0);
    assert_eq!(next.state, State::Pair, "{next:?}");
    let pair = |[a, b]: [&EntryId; 2]| if a < b { format!("{a}-{b}") } else { format!("{b}-{a}") };
    let mut said: Vec<String> =
        next.games.iter().map(|game| pair([&game.sente, &game.gote])).collect();
    let bye = |bye: &Bye| match bye.kind {
        ByeKind::Bye => format!("{} bye", bye.entry),
        _ => {
            let entry = event.entry(&bye.entry).expect("entered");
            let worth = entry.absence_points(bye.round).unwrap_or(event.scoring.absence);
            format!("{} away for {worth}", bye.entry)
        }
    };
    said.extend(next.byes.iter().map(bye));
    said.sort();
    format!("{}: {}", next.round.expect("of one round"), said.join(", "))
}

#[test]
fn a_round_in_which_nobody_has_a_game_is_paired_around_what_is_said_of_it() {
    let none = "          ";
    let cell = |sign: char| format!("  0000 - {sign}");
    let cases = [
        ([none; 4], "3: p1-p3, p2-p4"),
        (["", "", "", ""], "3: p1-p3, p2-p4"),
        ([&cell('U'), none, none, none], "3: p1 bye, p2-p4, p3 bye"),
        ([none, none, none, &cell('u')], "3: p1-p3, p2 bye, p4 bye"),
        ([none, none, none, &cell('+')], "3: p1-p3, p2 bye, p4 bye"),
        ([none, none, none, &cell('F')], "3: p1-p3, p2 bye, p4 away for 1"),
        ([none, none, none, &cell('H')], "3: p1-p3, p2 bye, p4 away for 0.5"),
        ([none, none, none, &cell('h')], "3: p1-p3, p2 bye, p4 away for 0.5"),
        ([none, none, none, &cell('=')], "3: p1-p3, p2 bye, p4 away for 0.5"),
        ([none, none, none, &cell('Z')], "3: p1-p3, p2 bye, p4 away for 0"),
        ([none, none, none, &cell('-')], "3: p1-p3, p2 bye, p4 away for 0"),
        ([none, &cell('Z'), none, &cell('H')], "3: p1-p3, p2 away for 0, p4 away for 0.5"),
        (
            [&cell('U'), &cell('F'), &cell('H'), &cell('Z')],
            "3: p1 bye, p2 away for 1, p3 away for 0.5, p4 away for 0",
        ),
    ];
    for (cells, expected) in cases {
        let event = event(&report("XXR 5", cells, ""));
        assert_eq!(event.n_rounds(), 2, "{cells:?}");
        let found = next(&event);
        // The bye goes to whom the pairing finds, where the rest is odd.
        assert_eq!(found, expected, "{cells:?}");
        assert!(event.entries.iter().all(|entry| entry.withdrawn_after.is_none()), "{cells:?}");
    }
}

#[test]
fn who_is_away_in_one_round_is_back_in_the_next() {
    for sign in ['Z', 'H', 'F', '-'] {
        let away = format!("  0000 - {sign}");
        let mut event = event(&report("XXR 5", [&away, "", "", ""], ""));
        let next = event.check().expect("sound").pairings(0);
        event.publish(&next).expect("new");
        for key in event.pending() {
            event.note_result(&key, Outcome::Sente, None).expect("it has none");
        }
        let next = event.check().expect("sound").pairings(0);
        assert_eq!(next.round, Some(4));
        assert!(next.games.iter().any(|it| it.sente == "p1".into() || it.gote == "p1".into()));
        let row = &standings(&event).rankings[0].rows;
        let row = row.iter().find(|row| row.entry == "p1".into()).expect("ranked");
        let worth = match sign {
            'F' => Points::ONE,
            'H' => Points::HALF,
            _ => Points::ZERO,
        };
        assert_eq!(row.points, Points::whole(2) + worth, "{sign}");
    }
}

#[test]
fn who_is_away_for_nothing_to_the_end_has_left() {
    let z = "  0000 - Z";
    let left = |rounds: &str, cells: [&str; 4], after: &str| {
        let event = event(&report(rounds, cells, after));
        let entries = event.entries.iter();
        entries.map(|entry| entry.withdrawn_after).collect::<Vec<_>>()
    };
    let twice = format!("{z}{z}");
    assert_eq!(left("XXR 4", [&twice, z, "", ""], ""), [Some(2), None, None, None]);
    assert_eq!(left("XXR 5", [&twice, z, "", ""], ""), [None; 4]);
    assert_eq!(
        left("XXR 5", [z, z, "", ""], "240 Z 004 1\n240 Z 005    1    2"),
        [Some(2), None, None, None]
    );
    assert_eq!(left("XXR 3", [z, "", "", ""], ""), [None; 4]);
}

#[test]
fn lines_say_who_is_away_and_who_is_not_to_meet() {
    let cases = [
        ("", "XXZ 4", "3: p1-p3, p2 bye, p4 away for 0"),
        ("", "XXZ 2 4", "3: p1-p3, p2 away for 0, p4 away for 0"),
        ("", "XXZ 2\nXXZ    4", "3: p1-p3, p2 away for 0, p4 away for 0"),
        ("", "XXZ 2,4", "3: p1-p3, p2 away for 0, p4 away for 0"),
        // The player's own line says more.
        ("  0000 - H", "XXZ 4", "3: p1-p3, p2 bye, p4 away for 0.5"),
        ("", "240 H 003    4", "3: p1-p3, p2 bye, p4 away for 0.5"),
        ("", "240 F 003 0004", "3: p1-p3, p2 bye, p4 away for 1"),
        ("", "240 Z 003    2    4", "3: p1-p3, p2 away for 0, p4 away for 0"),
        ("", "240 H 004    4", "3: p1-p3, p2-p4"),
        ("", "XXP 1 3", "3: p1-p4, p2-p3"),
        ("", "260 003 003    1    3", "3: p1-p4, p2-p3"),
        ("", "260 001 005    1    3", "3: p1-p4, p2-p3"),
        ("", "260 001 002    1    3", "3: p1-p3, p2-p4"),
        ("", "260 004 005    1    3", "3: p1-p3, p2-p4"),
        ("", "### 260 003 003 1 3", "3: p1-p3, p2-p4"),
    ];
    for (cell, line, expected) in cases {
        for (before, after) in [("XXR 5".to_owned(), line), (format!("142 5\n{line}"), "")] {
            let text = report(&before, ["", "", "", cell], after);
            let found = next(&event(&text));
            if line.contains('P') || line.starts_with("260") {
                // Players who have met meet again only where nobody else is allowed.
                assert_eq!(found.contains("p1-p3"), expected.contains("p1-p3"), "{line}: {found}");
            } else {
                assert_eq!(found, expected, "{line}");
            }
        }
    }
    let all = event(&report("XXR 5", [""; 4], "XXP 1 2 3\nXXP 2 1"));
    let forbids = all.orders.iter().filter(|it| matches!(it, Order::Forbid { round: None, .. }));
    assert_eq!(forbids.count(), 3);
}

#[test]
fn lines_say_what_results_are_worth() {
    let halves = |n: i64| Points::halves(n);
    let usual = Scoring::default();
    let three = Scoring { win: halves(6), draw: halves(2), ..usual.clone() };
    let cases = [
        ("", usual.clone()),
        ("BBU  0.5", Scoring { bye: halves(1), ..usual.clone() }),
        ("XXS PAB=.5", Scoring { bye: halves(1), ..usual.clone() }),
        ("162  P 0.5", Scoring { bye: halves(1), ..usual.clone() }),
        // A bye is worth what a win is, but for JaVaFo.
        (
            "BBW  3.0\nBBD  1.0",
            Scoring { bye: halves(6), absence: halves(2), missed: halves(2), ..three.clone() },
        ),
        (
            "162  W 3.0    D 1.0",
            Scoring { bye: halves(6), absence: halves(2), missed: halves(2), ..three.clone() },
        ),
        ("XXS W=3 D=1", Scoring { absence: halves(2), missed: halves(2), ..three.clone() }),
        (
            "XXS PAB=3 D=1 W=3",
            Scoring { bye: halves(6), absence: halves(2), missed: halves(2), ..three.clone() },
        ),
        (
            "BBU  1.0\nBBW  3.0\nBBD  1.0",
            Scoring { absence: halves(2), missed: halves(2), ..three.clone() },
        ),
        ("BBL  1.0", Scoring { loss: halves(2), ..usual.clone() }),
        ("BBF -0.5", Scoring { no_show: halves(-1), ..usual.clone() }),
        ("162  A 1.0", Scoring { no_show: halves(2), ..usual.clone() }),
        ("XXS FL=0,5", Scoring { no_show: halves(1), ..usual.clone() }),
        (
            "XXS WW=1 WD=.5 WL=0 BW=1 BD=0.5 BL=0\nXXS FL=0 FW=1\nXXS PAB=1 FPB=1 HPB=.5 ZPB=0",
            usual.clone(),
        ),
        ("162  X 0.5", usual.clone()),
        ("XXS HPB=1", Scoring { absence: halves(2), missed: halves(2), ..usual.clone() }),
    ];
    for (lines, expected) in cases {
        let read = event(&report(&format!("XXR 5\n{lines}"), [""; 4], ""));
        assert_eq!(read.scoring, expected, "{lines}");
        let behind = event(&report("XXR 5", [""; 4], lines));
        assert_eq!(behind.scoring, expected, "{lines}");
        let written = write("trf16", &read);
        assert_eq!(event(&written).scoring, expected, "{written}");
    }
    // What byes are worth that a player has asked for.
    let cells = ["  0000 - F", "  0000 - H", "  0000 - Z", ""];
    let read = event(&report("XXR 5\nXXS W=3 D=1 ZPB=.5 PAB=3", cells, ""));
    assert_eq!(next(&read), "3: p1 away for 3, p2 away for 1, p3 away for 0.5, p4 bye");
}

#[test]
fn lines_say_whose_pairing_is_accelerated() {
    let settings = |rounds: &str, lines: &str| {
        let event = event(&report(rounds, [""; 4], lines));
        let starts: Vec<String> = event
            .entries
            .iter()
            .map(|entry| entry.start.map_or("-".to_owned(), |start| start.to_string()))
            .collect();
        let pairing = event.format.settings.get("pairing").map(ToString::to_string);
        format!("{} {} {}", event.format.name, pairing.unwrap_or_default(), starts.join(" "))
    };
    let swiss = |rounds: u32| format!(r#"swiss {{"accelerated":{rounds}}} - - - -"#);
    let none = "swiss  - - - -";
    let first = |players: u32, rounds: u32| {
        let pairing = format!(r#"{{"accelerated":{rounds},"accelerated_players":{players}}}"#);
        format!("swiss {pairing} - - - -")
    };
    let cases = [
        ("XXR 5", "", none.to_owned()),
        // As FIDE's Baku method has it, whole or as far as it has come.
        ("XXR 8", "XXA    1  1.0  1.0  0.5  0.5\nXXA    2  1.0  1.0  0.5  0.5", swiss(4)),
        ("XXR 9", "XXA    1  1.0  1.0  1.0\nXXA    2  1.0  1.0  1.0", swiss(5)),
        ("XXR 9", "XXA 1 1.0 1.0 1.0\nXXA 2 1.0 1.0 1.0", swiss(5)),
        ("XXR 9", "192 FIDE_DUTCH_2025_BAKU", swiss(5)),
        ("XXR 9", "192 FIDE_DUTCH_2025", none.to_owned()),
        ("XXR 9", "250      01.0 001 003 0001 0002\n250      00.5 004 005 0001 0002", swiss(5)),
        ("XXR 9", "250 00.0 01.0 001 003 0001 0002\n250 00.0 00.5 004 005 0001 0002", swiss(5)),
        ("XXR 9", "250      01.0 001 002 0001 0002\n250      00.5 003 004 0001 0002", swiss(4)),
        // Of other numbers of players.
        ("XXR 8", "XXA    1  1.0  1.0  0.5  0.5", first(1, 4)),
        ("XXR 8", "250      01.0 001 002 0001 0003\n250      00.5 003 003 0001 0003", first(3, 3)),
        // It is over.
        ("XXR 5", "XXA    1  1.0  0.5  0.0\nXXA    3  1.0  0.5  0.0", none.to_owned()),
        // Points that stand in every round are a McMahon's start scores.
        (
            "XXR 3",
            "XXA    1  2.0  2.0  2.0\nXXA    3  1.0  1.0  1.0",
            "mcmahon  2 0 1 0".to_owned(),
        ),
    ];
    for (rounds, lines, expected) in cases {
        assert_eq!(settings(rounds, lines), expected, "{lines}");
    }
}

#[test]
fn seeds_are_numbers_or_places() {
    let text = report("XXR 5", [""; 4], "");
    let seeds = |text: &str| event(text).entries.iter().map(|it| it.seed).collect::<Vec<_>>();
    let turned = |text: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.reverse();
        lines.join("\n")
    };
    assert_eq!(seeds(&turned(&text)), [4, 3, 2, 1].map(Some));
    assert_eq!(seeds(&turned(&format!("XXC white1 rank\n{text}"))), [1, 2, 3, 4].map(Some));
}

#[test]
fn what_is_wrong_with_a_line_is_said_with_its_number() {
    let check = |lines: &str, expected: &str| {
        let text = report(&format!("XXR 5\n{lines}"), [""; 4], "");
        let error = read(text.as_bytes()).map(|_| ()).expect_err(lines).to_string();
        assert!(error.contains(expected), "{error:?} does not say {expected:?}");
    };
    check("XXZ 9", "line 2: no player has the number `9`");
    check("XXZ x", "line 2: no player has the number `x`");
    check("XXP 1 9", "line 2: no player has the number `9`");
    check("240 Q 003 1", "line 2: `Q` is no kind of bye");
    check("240 H 0 1", "line 2: `0` is no round");
    check("240 H 1001 1", "line 2: `1001` is no round");
    check("240 H", "line 2: `` is no round");
    check("260 001", "line 2: `` is no round");
    check("250 1 2", "line 2: write `250`");
    check("250 01.0 001 002 0001 xx", "line 2: write `250`");
    check("XXA 1 x", "line 2: write `XXA`");
    check("BBW much", "line 2: `much` is no number of points");
    check("BBW 0.3", "line 2: `0.3` is no number of points");
    check("XXS W", "line 2: `` is no number of points");
    check("XXS Q=1", "line 2: `Q=1` is no value");
    check("XXS WW=3", "line 2: wins with either side and by forfeit differ");
    check("XXS BD=1", "line 2: draws with either side differ");
    check("162 W", "line 2: `` is no number of points");
    check("162 Q 1.0", "line 2: `Q` is no result");
    check("162 \u{df}1.0", "line 2: `\u{df}` is no result");
    check("XXA    4  1.0  1.0  1.0", "line 2: these points for pairing are neither");
    check("299 W       2.0  000 0001", "line 2: points that a result has for some only");
    check("142 many", "line 2: `many` is no number of rounds");
    check(&"250 1.0 1 2 1 2\n".repeat(101), "line 102: more than 100 lines `250`");
    check(&"260 003 005 1 2 3 4\n".repeat(4_000), "pairs that do not meet: leave some out");
}

fn write(kind: &str, event: &Event) -> String {
    let known = ProgramFile::of(kind).expect("known");
    known.write(event, &standings(event), &About::default()).expect("it has a cross table")
}

#[test]
fn a_bye_for_the_coming_round_stands_in_every_kind_of_file() {
    let gotha = include_str!("../data/files/opengotha.xml");
    let bye =
        |player: &str| format!(r#"<ByePlayer player="{player}" roundNumber="3"/></ByePlayers>"#);
    let with_bye = event(&gotha.replace("</ByePlayers>", &bye("NGTIM")));
    assert_eq!(with_bye.n_rounds(), 2);
    assert!(matches!(&with_bye.orders[..], [Order::Bye { round: 3, .. }]), "{with_bye:?}");
    let h9 = "; EV[x]\n1 A B 1d VN x 2 2 0 0 2+ 3+ 0-\n2 C D 1d VN x 1 1 0 0 1- 4+ 0-\n\
              3 E F 1d VN x 2 2 0 0 4+ 1- 0+\n4 G H 1d VN x 0.5 0.5 0 0 3- 2- 0=\n";
    let of_h9 = event(h9);
    assert_eq!((of_h9.n_rounds(), of_h9.format.name.as_str()), (2, "swiss"));
    assert_eq!(next(&of_h9), "3: p1-p2, p3 bye, p4 away for 0.5");
}

#[test]
fn who_does_not_participate_in_a_round_to_come_is_away_in_it() {
    let gotha = include_str!("../data/files/opengotha.xml")
        .replace(r#"numberOfRounds="3""#, r#"numberOfRounds="5""#);
    let of_martin = |flags: &str, worth: u32| {
        let flags = format!(r#"name="Martin" participating="{flags}"#);
        let worth = format!(r#"genMMS2ValueAbsent="{worth}""#);
        let changed = gotha
            .replacen(r#"name="Martin" participating="11111"#, &flags, 1)
            .replace(r#"genMMS2ValueAbsent="1""#, &worth);
        let event = event(&changed);
        let entry = event.entries.into_iter().find(|it| it.name == "Luc Martin").expect("there");
        let own: Vec<_> = entry.absences.iter().map(|it| (it.round, it.points)).collect();
        (entry.absent, own, entry.withdrawn_after)
    };
    let none = |round: u32| (round, Points::ZERO);
    assert_eq!(of_martin("11111", 1), (vec![], vec![], None));
    assert_eq!(of_martin("11011", 1), (vec![3], vec![], None));
    assert_eq!(of_martin("11000", 1), (vec![3, 4, 5], vec![], None));
    assert_eq!(of_martin("11011", 0), (vec![], vec![none(3)], None));
    assert_eq!(of_martin("11001", 0), (vec![], vec![none(3), none(4)], None));
    assert_eq!(of_martin("11110", 0), (vec![], vec![none(5)], None));
    assert_eq!(of_martin("11000", 0), (vec![], vec![], Some(2)));
}

#[test]
fn an_ordered_bye_goes_to_every_kind_of_program_that_knows_rounds_to_come() {
    let mut event = event(&report("XXR 5", [""; 4], ""));
    let bye = Order::Bye { round: 3, entry: "p2".into(), reason: "train".to_owned() };
    event.orders = vec![bye.clone()];
    for kind in ["trf16", "opengotha"] {
        let again = self::event(&write(kind, &event));
        let [Order::Bye { round: 3, entry, .. }] = &again.orders[..] else {
            panic!("{kind}: {:?}", again.orders)
        };
        assert_eq!(again.entry(entry).expect("entered").name, "P2", "{kind}");
        assert_eq!(again.n_rounds(), 2, "{kind}");
    }
}
