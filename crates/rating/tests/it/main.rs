//! Ratings and grades, as players see them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod matchmaking;

use komadai_rating::{
    DeclaredStrength, EvidenceRule, GradeTable, GradedGame, History, PERIOD_MS, Points, Rating,
    RatingPlace, Speed, grades_given, rate,
    simulate::{Clubs, Crowd, Kind, Pairing, Season, clubs, crowd, season},
};
use komadai_rules::{Grade, Handicap, Odds};
use proptest::prelude::*;

fn table() -> GradeTable {
    toml::from_str(include_str!("../../../../config/grades.toml")).unwrap()
}

fn rating(rating: f64, deviation: f64) -> Rating {
    Rating { rating, deviation, volatility: 0.06 }
}

fn certain(value: f64) -> Rating {
    rating(value, 60.0)
}

/// The example of Mark Glickman's "Example of the Glicko-2 system": 1500, 200, 0.06 beats 1400,
/// loses to 1550 and 1700, and becomes 1464.06, 151.52, 0.05999.
#[test]
fn the_library_gives_glickmans_published_example() {
    use skillratings::{
        Outcomes,
        glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
    };
    let player = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
    let games = [
        (player(1_400.0, 30.0), Outcomes::WIN),
        (player(1_550.0, 100.0), Outcomes::LOSS),
        (player(1_700.0, 300.0), Outcomes::LOSS),
    ];
    let after = glicko2_rating_period(&player(1_500.0, 200.0), &games, &Glicko2Config::new());
    assert!((after.rating - 1_464.06).abs() < 0.01, "{}", after.rating);
    assert!((after.deviation - 151.52).abs() < 0.01, "{}", after.deviation);
    assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{}", after.volatility);
}

#[test]
fn glickmans_expectation_holds_in_the_middle() {
    let even = certain(1_500.0).expects(&certain(1_500.0));
    assert!((even - 0.5).abs() < 1e-9, "{even}");
    let stronger = certain(1_900.0).expects(&certain(1_500.0));
    assert!((0.88..0.92).contains(&stronger), "{stronger}");
}

#[test]
fn a_pause_makes_a_rating_less_certain() {
    let before = certain(1_500.0);
    let after = before.after_idle(52 * PERIOD_MS);
    assert_eq!(after.rating, before.rating);
    let expected = 60f64.hypot(0.06 * 173.717_8 * 52f64.sqrt());
    assert!((after.deviation - expected).abs() < 1e-9, "{}", after.deviation);
    assert_eq!(before.after_idle(0), before);
    assert_eq!(before.after_idle(u64::MAX).deviation, 350.0);
}

#[test]
fn a_handicap_that_evens_things_out_is_rated_like_an_even_game() {
    let table = table();
    // 2-piece is worth 3.6 grades: from 3-dan's floor down to 0.6 of the way below 1-kyu's.
    let giver = certain(1_920.0);
    let lowered = table.lowered(giver.rating, 3.6);
    let taker = certain(lowered);
    let two_piece = Some(Odds::Pieces(Handicap::TwoPiece));
    let (won, lost) = rate(giver, taker, Points::Win, two_piece, &table).unwrap();
    let (even_won, even_lost) = rate(certain(lowered), taker, Points::Win, None, &table).unwrap();
    assert!((won.rating - giver.rating - (even_won.rating - lowered)).abs() < 1e-9);
    assert_eq!(lost, even_lost);
    let ten_piece = Some(Odds::Pieces(Handicap::TenPiece));
    assert_eq!(rate(giver, taker, Points::Win, ten_piece, &table), None);
}

#[test]
fn grades_go_down_the_table_band_by_band() {
    let table = table();
    for (from, grades, to) in [
        (1_680.0, 1.0, 1_560.0),
        (1_740.0, 1.0, 1_620.0),
        (1_710.0, 0.5, 1_650.0),
        (1_680.0, 2.0, 1_460.0),
        (400.0, 1.0, 320.0),
        (2_840.0, 0.0, 2_840.0),
        (3_040.0, 1.0, 2_840.0),
    ] {
        let lowered = table.lowered(from, grades);
        assert!((lowered - to).abs() < 1e-9, "{from} - {grades} grades = {lowered}, not {to}");
    }
}

/// A win after which the rating was `after`, against the how-manieth opponent, who is just as
/// strong.
fn win(after: f64, opponent: usize) -> GradedGame {
    GradedGame {
        after,
        plies: 100,
        points: Points::Win,
        opponent: opponent as u128,
        opponent_rating: after,
        opponent_deviation: 60.0,
        opponent_grade: "3d".parse().ok(),
        odds: None,
        gave: false,
    }
}

/// So many wins against others, after games that ended with 300, and then wins with these ratings.
fn history(table: &GradeTable, n_before: usize, ratings: &[f64]) -> History {
    let mut history = History::default();
    for n in 0..n_before {
        history.add(win(300.0, 100 + n), table);
    }
    for (n, rating) in ratings.iter().enumerate() {
        history.add(win(*rating, n), table);
    }
    history
}

#[test]
fn a_grade_is_earned_by_holding_it() {
    let table = toml::from_str::<GradeTable>(
        &include_str!("../../../../config/grades.toml")
            .replace("\ncertainty = 1.5", "\ncertainty = -9.0"),
    )
    .unwrap();
    let earned = |n_before: usize, ratings: &[f64], deviation: f64| {
        let history = history(&table, n_before, ratings);
        let last = rating(*ratings.last().unwrap(), deviation);
        let earned = history.earns(None, &last, &table);
        earned.map(|it| (it.grade.to_string(), it.n_games))
    };
    let at = |value: f64, n: usize| vec![value; n];
    // 1-dan: fourteen games at 1680, or seven at the middle, 1740. Thirteen are only 1-kyu's
    // seven above its middle.
    assert_eq!(earned(40, &at(1_680.0, 14), 80.0), Some(("1d".to_owned(), 14)));
    assert_eq!(earned(40, &at(1_680.0, 13), 80.0), Some(("1k".to_owned(), 7)));
    assert_eq!(earned(40, &at(1_740.0, 7), 80.0), Some(("1d".to_owned(), 7)));
    // One game below breaks the row.
    let mut broken = at(1_680.0, 10);
    broken[4] = 1_679.9;
    assert_ne!(earned(40, &broken, 80.0).map(|it| it.0), Some("1d".to_owned()));
    // It takes games enough, and fewer of whoever has met few; uncertain ratings earn nothing.
    assert_eq!(earned(22, &at(1_740.0, 7), 80.0), None);
    assert_eq!(earned(23, &at(1_740.0, 7), 80.0), Some(("1d".to_owned(), 7)));
    assert_eq!(earned(0, &at(1_740.0, 7), 80.0), None);
    assert_eq!(earned(1, &at(1_740.0, 7), 80.0), Some(("1d".to_owned(), 7)));
    assert_eq!(earned(40, &at(1_740.0, 7), 150.1), None);
    assert_eq!(earned(40, &at(300.0, 30), 80.0), None);
}

/// 1-dan with forty games at its middle, two of three of them won, each changed by what `change`
/// does.
fn dan_by(change: impl Fn(usize, &mut GradedGame)) -> bool {
    let table = table();
    let mut history = History::default();
    for n in 0..40 {
        let points = if n % 3 == 0 { Points::Loss } else { Points::Win };
        let mut game = GradedGame { points, ..win(1_740.0, n) };
        change(n, &mut game);
        history.add(game, &table);
    }
    let held = "1k".parse().ok();
    history.earns(held, &certain(1_740.0), &table).is_some()
}

/// What a case does to the how-manieth game.
type Change = fn(usize, &mut GradedGame);

#[test]
fn a_grade_is_earned_against_several() {
    let cases: &[(&str, bool, Change)] = &[
        ("forty people", true, |_, _| {}),
        ("one friend", false, |_, it| it.opponent = 1),
        ("one friend who never wins", false, |_, it| {
            (it.opponent, it.points) = (1, Points::Win);
        }),
        ("five friends", false, |n, it| it.opponent = n as u128 % 5),
        ("five friends who never win", false, |n, it| {
            (it.opponent, it.points) = (n as u128 % 5, Points::Win);
        }),
        ("seven others of a club", true, |n, it| it.opponent = n as u128 % 7),
        ("seven of whom two are friends who never win", false, |n, it| {
            it.opponent = n as u128 % 7;
            it.points = match n % 7 {
                0 | 1 => Points::Win,
                _ if n % 6 == 0 => Points::Win,
                _ => Points::Loss,
            };
        }),
        ("seven who only declared that they are so strong", false, |n, it| {
            (it.opponent, it.opponent_grade) = (n as u128 % 7, None);
            it.points = if n % 2 == 0 { Points::Loss } else { Points::Win };
        }),
        ("every second game with a friend", false, |n, it| {
            if n % 2 == 0 {
                (it.opponent, it.points) = (1, Points::Win);
            }
        }),
        ("one game in eight with a friend", true, |n, it| {
            if n % 8 == 0 {
                it.opponent = 1_000;
            }
        }),
        ("short games", false, |_, it| it.plies = 29),
        ("games just long enough", true, |_, it| it.plies = 30),
        ("opponents who only declared it", false, |_, it| it.opponent_deviation = 350.0),
        ("opponents who are far weaker", false, |_, it| it.opponent_rating = 1_450.0),
        ("the far weaker, with a handicap", true, |_, it| {
            it.opponent_rating = 1_450.0;
            (it.odds, it.gave) = (Some(Odds::Pieces(Handicap::Rook)), true);
        }),
        ("three wins over far too high ratings", false, |n, it| {
            it.opponent_rating = 2_800.0;
            it.points = if n < 3 { Points::Win } else { Points::Loss };
        }),
        ("as many lost as won against equals", true, |n, it| {
            it.points = if n % 2 == 0 { Points::Loss } else { Points::Win };
        }),
        ("a third won", false, |n, it| {
            it.points = if n % 3 == 0 { Points::Win } else { Points::Loss };
        }),
        ("a third won, a third drawn", true, |n, it| {
            if n % 3 == 1 {
                it.points = Points::Draw;
            }
        }),
        ("twenty-nine games", false, |n, it| {
            if n > 28 {
                it.plies = 8;
            }
        }),
    ];
    for &(case, earns, change) in cases {
        assert_eq!(dan_by(change), earns, "{case}");
    }
}

/// The games that were all there was to it before: short, and with one friend.
#[test]
fn twenty_four_short_games_with_one_friend_earn_nothing() {
    let table = table();
    for plies in [8, 100] {
        let mut history = History::default();
        for n in 0..24 {
            let points = if n % 6 == 0 { Points::Loss } else { Points::Win };
            history.add(GradedGame { plies, points, ..win(2_000.0, 1) }, &table);
        }
        let earned = history.earns(None, &certain(2_000.0), &table);
        assert_eq!(earned, None, "in games of {plies} plies");
    }
}

#[test]
fn what_is_missing_is_said() {
    let table = table();
    let mut history = history(&table, 10, &[1_700.0, 1_700.0, 1_745.0]);
    history.games.iter_mut().for_each(|game| game.points = Points::Draw);
    let uncertain = rating(1_745.0, 160.0);
    let missing = history.missing("1d".parse().unwrap(), &uncertain, &table).unwrap();
    assert_eq!(missing.above_floor, (3, 14));
    assert_eq!(missing.above_middle, (1, 7));
    assert_eq!(missing.games_in_all, (13, 30));
    assert!(missing.is_uncertain);
    assert_eq!((missing.floor, missing.middle), (1_680.0, 1_740.0));
    assert_eq!((missing.opponents, missing.is_unproven), ((10, 10), true));
}

#[test]
fn a_table_without_evidence_asks_for_the_usual() {
    assert_eq!(*table().evidence(), EvidenceRule::default());
    let text = include_str!("../../../../config/grades.toml");
    let (before, rest) = text.split_once("\n[evidence]").unwrap();
    let (_, grades) = rest.split_once("[[grade]]").unwrap();
    let old: GradeTable = toml::from_str(&format!("{before}\n[[grade]]{grades}")).unwrap();
    assert_eq!(old, table());
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let text = include_str!("../../../../config/grades.toml");
    for (from, to, expected) in [
        ("grade = \"15k\"", "grade = \"14k\"", "should be 15k"),
        ("floor = 480.0", "floor = 400.0", "14k"),
        ("floor = 480.0", "floor = nan", "14k"),
        ("games_above_middle = 18", "games_above_middle = 31", "8d"),
        ("games_in_all = 30", "games_in_al = 30", "games_in_al"),
        ("games_in_all = 30", "games_in_all = 101", "games_in_all"),
        ("games_of_few = 8", "games_of_few = 31", "games_of_few"),
        ("opponents = 5\n", "opponents = 11\n", "15k asks for more opponents"),
        ("\nopponents = 10", "\nopponents = 101", "evidence.opponents"),
        ("\ncertainty = 1.5", "\ncertainty = nan", "evidence.certainty"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = toml::from_str::<GradeTable>(&changed).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn speeds_are_told_by_the_length_of_the_game() {
    for (main_ms, extra_ms, speed) in [
        (60_000, 0, Speed::Bullet),
        (300_000, 0, Speed::Blitz),
        (0, 10_000, Speed::Rapid),
        (600_000, 30_000, Speed::Rapid),
        (900_000, 60_000, Speed::Classical),
    ] {
        assert_eq!(Speed::of(main_ms, extra_ms), speed, "{main_ms}+{extra_ms}");
    }
}

proptest! {
    #[test]
    fn winning_never_lowers_a_rating(
        a in 100.0..3_000.0f64,
        b in 100.0..3_000.0f64,
        deviation_a in 30.0..350.0f64,
        deviation_b in 30.0..350.0f64,
        handicap in proptest::option::of(0usize..8),
    ) {
        let table = table();
        let odds = handicap.map(|n| komadai_rating::GRADES_GIVEN[n].0);
        let (giver, taker) = (rating(a, deviation_a), rating(b, deviation_b));
        let (won, lost) = rate(giver, taker, Points::Win, odds, &table).unwrap();
        prop_assert!(won.rating >= giver.rating && lost.rating <= taker.rating);
        prop_assert!(won.deviation <= 350.0 && lost.deviation <= 350.0);
        let (lost, won) = rate(giver, taker, Points::Loss, odds, &table).unwrap();
        prop_assert!(lost.rating <= giver.rating && won.rating >= taker.rating);
    }

    #[test]
    fn a_larger_handicap_is_worth_more(value in 300.0..3_000.0f64) {
        let table = table();
        let mut before = value;
        for (odds, grades) in komadai_rating::GRADES_GIVEN {
            prop_assert_eq!(grades_given(odds), Some(grades));
            let lowered = table.lowered(value, grades);
            prop_assert!(lowered < before);
            before = lowered;
        }
    }

    #[test]
    fn positions_and_ratings_are_each_others_inverse(value in -200.0..3_500.0f64) {
        let table = table();
        prop_assert!((table.lowered(value, 0.0) - value).abs() < 1e-6);
    }
}

#[test]
fn ratings_begin_where_they_were_declared() {
    let table = table();
    for (declared, rating, deviation) in [
        ("15k", 440.0, 200.0),
        ("1d", 1_740.0, 200.0),
        ("2d", 1_860.0, 350.0),
        ("6d", 2_540.0, 350.0),
        // The middle of 24's 2-dan is the middle of ours.
        ("club24 1775", 1_860.0, 350.0),
        ("club24 1550", 1_680.0, 200.0),
        ("club24 0", 440.0, 200.0),
        ("club24 3000", 2_540.0, 350.0),
        ("81dojo 1500", 1_680.0, 200.0),
        ("lishogi 1650", 1_680.0, 200.0),
        ("fesa 1755", 1_755.0, 200.0),
        // A grade lower.
        ("wars 2d", 1_740.0, 200.0),
        ("wars 30k", 440.0, 200.0),
    ] {
        let strength: DeclaredStrength = declared.parse().unwrap();
        assert_eq!(strength.to_string(), declared);
        let begin = strength.begin(&table);
        assert!((begin.rating - rating).abs() < 1e-9, "{declared}: {begin:?}");
        assert_eq!(begin.deviation, deviation, "{declared}");
        assert_eq!(strength.grade(), table.band(begin.rating), "{declared}");
    }
    assert_eq!(table.start(), 1_040.0);
    for bad in ["", "9 dan", "wars 1500", "club24 2d", "club24 9999", "elo 1500", "club24"] {
        let read = bad.parse::<DeclaredStrength>();
        assert!(read.is_err(), "{bad}: {read:?}");
    }
    let too_high = DeclaredStrength::Grade("7d".parse().unwrap());
    assert!(!too_high.can_be());
}

/// §6.7 says the same as the code.
#[test]
fn the_scales_of_other_places_are_those_of_the_rules() {
    let rules = include_str!("../../../../docs/rules.md");
    let (_, table) =
        rules.split_once("| grade | FESA | lishogi | 81Dojo | Shogi Club 24 |").unwrap();
    let places =
        [RatingPlace::Fesa, RatingPlace::Lishogi, RatingPlace::Dojo81, RatingPlace::Club24];
    let rows: Vec<&str> = table.lines().skip(2).take_while(|it| it.starts_with('|')).collect();
    assert_eq!(rows.len(), 21);
    for (n, row) in rows.iter().enumerate() {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells[0], Grade::from_index(n).unwrap().to_string());
        for (place, cell) in places.iter().zip(&cells[1..]) {
            assert_eq!(place.floors().unwrap()[n], cell.parse::<f64>().unwrap(), "{row}");
        }
    }
}

/// Where everybody begins together, somebody who says they are far too strong gives away no more
/// than a 1-dan would.
#[test]
fn a_declared_dan_is_believed_up_to_the_first() {
    let table = table();
    let own = rating(1_200.0, 200.0);
    let won = |other: Rating| rate(own, other, Points::Win, None, &table).unwrap().0.rating;
    assert_eq!(won(rating(2_540.0, 350.0)), won(rating(1_740.0, 350.0)));
    assert!(won(rating(2_540.0, 60.0)) > won(rating(1_740.0, 60.0)), "a certain one is");
}

/// What a club of eight plays in its first weeks counts once ratings are certain.
#[test]
fn games_with_newcomers_count_later() {
    let table = table();
    let mut history = History::default();
    for n in 0..14 {
        let points = if n % 3 == 0 { Points::Loss } else { Points::Win };
        let game = win(1_260.0, n % 7);
        history.add(GradedGame { points, opponent_deviation: 300.0, ..game }, &table);
    }
    let rating_now = certain(1_260.0);
    assert_eq!(history.earns(None, &rating_now, &table), None);
    history.settle(&table, |_| Some(certain(1_200.0)));
    let earned = history.earns(None, &rating_now, &table).map(|it| it.grade.to_string());
    assert_eq!(earned.as_deref(), Some("5k"));
}

/// Clubs of eight that begin together, a few of them; `komadai-simulate season` plays more.
#[test]
fn in_a_club_of_eight_a_grade_takes_a_few_evenings_and_friends_do_not_get_far() {
    let table = table();
    let few = Clubs { n_clubs: 40, evenings: 12, ..Clubs::default() };
    let honest = clubs(&few, &table);
    assert!(honest.first_grade(0.25).is_some_and(|n| n <= 16), "{honest:?}");
    assert!(honest.first_grade(0.5).is_some_and(|n| n <= 24), "{honest:?}");
    assert!(honest.n_unearned * 25 <= honest.n_awards, "{honest:?}");
    assert_eq!(honest.n_far_false_dan, 0, "{honest:?}");
    let served = clubs(&Clubs { friends: 2, ..few }, &table);
    let half = served.favoured_above[served.favoured_above.len() / 2];
    assert!(half <= 1.0, "{served:?}");
    assert!(served.n_favoured_false_dan <= 2, "{served:?}");
    // What friends declare does not carry the others along: of 400 clubs 4 % (§6.4).
    assert!(served.n_unearned * 14 <= served.n_awards, "{served:?}");
    assert_eq!(clubs(&few, &table), honest, "it follows from its seed");
}

#[test]
fn a_rating_is_certain_until_it_is_not() {
    let rating = certain(1_500.0);
    let until_ms = rating.certain_until_ms(1_000);
    let idle = |ms: i64| rating.after_idle((ms - 1_000) as u64).is_provisional();
    assert!(!idle(until_ms - 1_000) && idle(until_ms + 1_000));
    assert_eq!(Rating::starting_at(1_500.0).certain_until_ms(1_000), 1_000);
}

/// A small season; `komadai-simulate season` plays the whole one.
#[test]
fn in_a_season_ratings_find_the_strengths_and_grades_are_kept() {
    let table = table();
    let small = Season { n_players: 400, ..Season::default() };
    let report = season(&small, &table);
    assert!(report.rank_correlation >= 0.95, "{report:?}");
    assert_eq!(report.n_lowered, 0);
    assert!(report.n_awards() > 100, "{report:?}");
    assert!(report.n_handicaps > 1_000, "{report:?}");
    assert_eq!(season(&small, &table), report, "it follows from its seed");
}

/// Nor does anybody who plays honestly get much more than is due.
#[test]
fn in_a_season_nobody_colludes_for_a_grade() {
    let report = season(
        &Season { n_players: 1_200, dishonest: 0.1, clubs: 0.1, ..Season::default() },
        &table(),
    );
    for (kind, of_kind) in &report.kinds {
        assert!(of_kind.n_players >= 20, "{kind:?}: {of_kind:?}");
        match kind {
            Kind::Honest => assert!(of_kind.n_awards > 1_000, "{of_kind:?}"),
            // Who plays in a club earns grades, too.
            Kind::Club | Kind::ClosedClub => {
                assert!(2 * of_kind.n_without < of_kind.n_players, "{kind:?}: {of_kind:?}");
            }
            Kind::ShortPair | Kind::Pair => assert_eq!(of_kind.n_awards, 0, "{kind:?}"),
            // Six and more who play only with each other look like a club.
            Kind::Ring => {}
            Kind::OpenRing => {
                assert!(of_kind.n_unearned * 4 <= of_kind.n_awards, "{kind:?}: {of_kind:?}");
            }
            Kind::Sandbagger => assert_eq!(of_kind.n_unearned, 0, "{kind:?}"),
        }
    }
    assert!(report.rank_correlation >= 0.985, "{report:?}");
    assert!(report.n_far_above * 150 <= report.n_awards(), "{report:?}");
}

#[test]
fn handicap_games_tell_as_much_as_even_ones() {
    let table = table();
    let with = |handicaps| {
        season(&Season { n_players: 400, handicaps, ..Season::default() }, &table).rank_correlation
    };
    let (even, mixed) = (with(0.0), with(1.0));
    assert!(mixed > even - 0.01, "{mixed} with handicaps, {even} without");
}

#[test]
fn the_window_brings_equals_together() {
    let crowd_of =
        Crowd { n_players: 2_000, per_second: 2.0, mean: 1_250.0, spread: 400.0, seed: 7 };
    let first_come = crowd(&crowd_of, Pairing::FirstCome);
    let window = crowd(&crowd_of, Pairing::Window);
    assert!(window.mean_gap < first_come.mean_gap / 3.0, "{window:?} {first_come:?}");
    assert!(window.p99_wait_s <= 60.0 + 1.0, "{window:?}");
    assert!(window.n_left <= 1, "{window:?}");
}
