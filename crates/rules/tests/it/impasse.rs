//! §2.3: agreement, declaration, the try rule.

use komadai_rules::{DrawPolicy, ImpassePolicy, Line, Position, RuleSet, Side, Variant};

use crate::endings::{line, play, words};

fn rules(impasse: ImpassePolicy) -> RuleSet {
    RuleSet { impasse, ..RuleSet::casual() }
}

#[track_caller]
fn check_declare(impasse: &str, sfen: &str, expected: &str) {
    let line = line("standard", sfen, rules(impasse.parse().expect(impasse)));
    let said = line.declare().map_or("not_allowed".to_owned(), |ending| words(Some(ending)));
    assert_eq!(said, expected, "{impasse} {sfen} {:?}", line.impasse_count(line.position().turn()));
}

#[track_caller]
fn check_agree(impasse: &str, sfen: &str, expected: &str) {
    let line = line("standard", sfen, rules(impasse.parse().expect(impasse)));
    let said = line.agree().map_or("not_allowed".to_owned(), |ending| words(Some(ending)));
    assert_eq!(said, expected, "{impasse} {sfen}");
    assert_eq!(line.can_agree(), expected != "not_allowed");
}

/// Sente's king and ten other pieces in the zone that count 26, and so many pawns in hand.
fn sente(pawns: u32) -> String {
    let hand = if pawns == 0 { "-".to_owned() } else { format!("{pawns}P") };
    format!("+R+R+B+BK4/+P+P+P+P+P+P3/9/9/9/9/9/4k4/9 b {hand} 1")
}

/// The same for gote.
fn gote(pawns: u32) -> String {
    let hand = if pawns == 0 { "-".to_owned() } else { format!("{pawns}p") };
    format!("9/4K4/9/9/9/9/9/3+p+p+p+p+p+p/4k+b+b+r+r w {hand} 1")
}

#[test]
fn a_declaration_counts_the_zone_and_the_hand() {
    check_declare("points27", &sente(2), "declaration sente");
    check_declare("points27", &sente(1), "declaration_failed gote");
    check_declare("points27", &gote(1), "declaration gote");
    check_declare("points27", &gote(0), "declaration_failed sente");
    check_declare("points24", &sente(5), "declaration sente");
    check_declare("points24", &sente(4), "declaration -");
    check_declare("points24", &sente(0), "declaration -");
    check_declare("points24", &gote(5), "declaration gote");
    check_declare("points24", &gote(4), "declaration -");
    // 23: one big piece less, two pawns more.
    let sfen = "+R+R1+BK+P3/+P+P+P+P+P+P3/9/9/9/9/9/4k4/9 b P 1";
    check_declare("points24", sfen, "declaration_failed gote");
    check_declare("points24", &sfen.replace("b P", "b 2P"), "declaration -");
    // Own pieces outside the zone and the opponent's in it count nothing.
    let sfen = "+R+R+B+BK4/+P+P+P+P+P+P3/p8/R8/9/9/9/4k4/9 b P 1";
    check_declare("points27", sfen, "declaration_failed gote");
    // The opponent's king need not have entered.
    let sfen = "+R+R+B+BK4/+P+P+P+P+P+P3/9/9/4k4/9/9/9/9 b 2P 1";
    check_declare("points27", sfen, "declaration sente");
    for impasse in ["try", "none"] {
        check_declare(impasse, &sente(9), "not_allowed");
    }
}

#[test]
fn a_declaration_needs_all_its_conditions() {
    for impasse in ["points24", "points27"] {
        // Nine pieces besides the king, whatever the points.
        let nine = "+R+R+B+BK4/+P+P+P+P+P4/9/9/9/9/9/4k4/9 b 13P 1";
        check_declare(impasse, nine, "declaration_failed gote");
        check_declare(impasse, &nine.replace("+P4/9/", "+P+P3/9/"), "declaration sente");
        // The king on the fourth rank.
        let outside = "+R+R+B+B5/+P+P+P+P+P+P3/9/4K4/9/9/9/4k4/9 b 12P 1";
        check_declare(impasse, outside, "declaration_failed gote");
        let inside = "+R+R+B+B5/+P+P+P+P+P+P3/4K4/9/9/9/9/4k4/9 b 12P 1";
        check_declare(impasse, inside, "declaration sente");
        // In check.
        let check = "+R+R+B+B5/+P+P+P+P+P+P3/4K4/9/9/4l4/9/4k4/9 b 12P 1";
        check_declare(impasse, check, "declaration sente");
        let check = check.replace("4l4", "4L4").replace("9/4k4", "4l4/4k4");
        check_declare(impasse, &check, "declaration sente");
        let check = "+R+R+B+B5/+P+P+P+P+P+P3/4K4/9/4r4/9/9/4k4/9 b 12P 1";
        check_declare(impasse, check, "declaration_failed gote");
        // It is the declarer's turn: gote, who has none of it, fails.
        check_declare(impasse, &sente(5).replace(" b ", " w "), "declaration_failed sente");
    }
}

#[test]
fn an_agreement_counts_everything() {
    // 26 on the board, and pawns in hand or anywhere.
    let both = |sente: &str, gote: &str| {
        format!("+R+R+B+BK4/+P+P+P+P+P+P3/9/9/9/9/9/4k4/9 b {sente}{gote} 1")
    };
    check_agree("points27", &both("2P", "10g"), "impasse_agreement sente");
    check_agree("points27", &both("P", "10g"), "impasse_agreement gote");
    check_agree("points24", &both("", "24g"), "impasse_agreement -");
    check_agree("points24", &both("", "23g"), "impasse_agreement sente");
    let outside = "+R+R+B+BK4/+P+P+P3/9/9/9/9/P8/4k4/PP7 b 2P24g 1".replace("+P3/", "+P6/");
    check_agree("points27", &outside, "impasse_agreement sente");
    check_agree("points24", "4K4/9/9/9/9/9/9/4k4/9 b 24G23g 1", "impasse_agreement sente");
    check_agree("points24", "4K4/9/9/9/9/9/9/4k4/9 b 23G24g 1", "impasse_agreement gote");
    check_agree("points24", "4K4/9/9/9/9/9/9/4k4/9 b 24G24g 1", "impasse_agreement -");
    check_agree("points27", "4K4/9/9/9/9/9/9/4k4/9 b 27G27g 1", "impasse_agreement gote");
    check_agree("points27", "4K4/9/9/9/9/9/9/4k4/9 w 28G26g 1", "impasse_agreement sente");
    // Both kings stand in their own zones.
    check_agree("points27", "9/9/4K4/9/9/9/4k4/9/9 b 28G 1", "impasse_agreement sente");
    check_agree("points27", "9/9/9/4K4/9/9/4k4/9/9 b 28G 1", "not_allowed");
    check_agree("points27", "9/9/4K4/9/9/4k4/9/9/9 b 28G 1", "not_allowed");
    check_agree("points27", "9/9/9/9/9/9/4k4/9/9 b 28G 1", "not_allowed");
    for impasse in ["try", "none"] {
        check_agree(impasse, "9/9/4K4/9/9/9/4k4/9/9 b 28G 1", "not_allowed");
    }
}

#[test]
fn a_draw_by_impasse_may_be_replayed() {
    let replayed = RuleSet { impasse_draw: DrawPolicy::Replay, ..rules(ImpassePolicy::Points24) };
    let declared = line("standard", &sente(0), replayed).declare().ok();
    assert_eq!(words(declared), "declaration - replay");
    let sfen = "4K4/9/9/9/9/9/9/4k4/9 b 24G24g 1";
    let agreed = line("standard", sfen, replayed).agree().ok();
    assert_eq!(words(agreed), "impasse_agreement - replay");
    // What is won is not.
    let won = line("standard", &sente(5), replayed).declare().ok();
    assert_eq!(words(won), "declaration sente");
}

#[test]
fn uwate_is_credited_what_was_removed() {
    let shogi = Variant::standard();
    for handicap in shogi.handicaps() {
        let start = handicap.start(shogi).expect("a start").clone();
        let line = Line::new(start, RuleSet::casual());
        assert_eq!(line.credit(), handicap.credit(shogi));
        let points = Side::ALL.map(|side| line.impasse_count(side).points_everywhere);
        // What shitate gains, uwate lacks.
        let gained = if handicap.name().ends_with("_gained") { points[0] - 27 } else { 0 };
        assert_eq!(points, [27 + gained, 27 - gained], "{handicap}");
        assert!(handicap.credit(shogi) == 0 || gained == 0);
    }
    let even = Line::new(Position::start(Variant::standard()), RuleSet::casual());
    assert_eq!(even.credit(), 0);
    assert_eq!(even.impasse_count(Side::Gote).points_everywhere, 27);

    // 26 and a lance make 27 for gote, and nothing for sente.
    let plain = line("standard", &gote(0), rules(ImpassePolicy::Points27));
    let credited = plain.clone().with_credit(1);
    assert_eq!(words(plain.declare().ok()), "declaration_failed sente");
    assert_eq!(words(credited.declare().ok()), "declaration gote");
    let sente = line("standard", &sente(1), rules(ImpassePolicy::Points27)).with_credit(1);
    assert_eq!(words(sente.declare().ok()), "declaration_failed gote");
    let agreed =
        line("standard", "4K4/9/9/9/9/9/9/4k4/9 b 24G23g 1", rules(ImpassePolicy::Points24));
    assert_eq!(words(agreed.agree().ok()), "impasse_agreement sente");
    assert_eq!(words(agreed.with_credit(1).agree().ok()), "impasse_agreement -");
}

#[test]
fn the_count_says_what_the_page_shows() {
    let line = line("standard", &sente(3), RuleSet::casual());
    let count = line.impasse_count(Side::Sente);
    assert!(count.king_in_zone && !count.in_check);
    assert_eq!((count.pieces_in_zone, count.points, count.points_everywhere), (10, 29, 29));
    let count = line.impasse_count(Side::Gote);
    assert_eq!((count.king_in_zone, count.pieces_in_zone, count.points), (true, 0, 0));
}

#[test]
fn the_first_king_on_the_others_square_wins() {
    let check = |sfen: &str, moves: &str, expected: &str| {
        let mut line = line("standard", sfen, rules(ImpassePolicy::Try));
        assert_eq!(words(play(&mut line, moves)), expected, "{sfen} {moves}");
    };
    check("9/3K5/9/9/9/9/9/4k4/9 b - 1", "6b5a", "try sente");
    check("9/3K5/9/9/9/9/4k4/9/9 b - 1", "6b5a", "try sente");
    check("9/3K5/9/9/9/9/9/4k4/9 b - 1", "6b6a", "running");
    check("9/4K4/9/9/9/9/9/3k5/9 w - 1", "6h5i", "try gote");
    // The other king has not entered: no try, and none later by standing there.
    check("9/3K5/9/9/9/4k4/9/9/9 b - 1", "6b5a", "running");
    check("9/3K5/9/9/9/4k4/9/9/9 b - 1", "6b5a 5f5g", "running");
    check("9/3K5/9/9/9/4k4/9/9/9 b P 1", "6b5a 5f5g P*5e", "running");
    // … but by coming back.
    check("9/3K5/9/9/9/4k4/9/9/9 b - 1", "6b5a 5f5g 5a4a 5g5h 4a5a", "try sente");
    // The mover's zone counts as after its move: 5-1 is in it, wherever it came from.
    check("3K5/9/9/9/9/9/9/4k4/9 b - 1", "6a5a", "try sente");
    // Another piece there is no try.
    check("9/3KG4/9/9/9/9/9/4k4/9 b - 1", "5b5a", "running");
    // Elsewhere 5-1 means nothing.
    let mut line = line("standard", "9/3K5/9/9/9/9/9/4k4/9 b - 1", rules(ImpassePolicy::Points27));
    assert_eq!(play(&mut line, "6b5a"), None);
}
