//! Handicaps between players of different grades.

use komadai_rules::{Grade, Handicap, Odds};
use komadai_tournament::HandicapPolicy;

#[test]
fn the_stronger_gives_up_to_the_limit() {
    let (strong, weak) = (Grade::dan(3), Grade::kyu(3));
    let check = |policy: &HandicapPolicy, expected: Option<Odds>| {
        for (a, b) in [(strong, weak), (weak, strong)] {
            let given = policy.between(a, b);
            assert_eq!(given.map(|given| given.odds), expected);
            assert!(given.is_none_or(|given| given.first_gives == (a == strong)));
        }
        assert_eq!(policy.between(strong, None), None);
    };
    let (lance, bishop) = (Odds::Pieces(Handicap::Lance), Odds::Pieces(Handicap::Bishop));
    let rook_lance = Odds::Pieces(Handicap::RookLance);
    check(&HandicapPolicy::None, None);
    check(&HandicapPolicy::Jsa { reduce: 0, max: None }, Some(rook_lance));
    check(&HandicapPolicy::Jsa { reduce: 2, max: None }, Some(bishop));
    check(&HandicapPolicy::Jsa { reduce: 0, max: Some(lance) }, Some(lance));
    check(&HandicapPolicy::Jsa { reduce: 0, max: Some(Odds::FirstMove) }, Some(Odds::FirstMove));
    check(&HandicapPolicy::Jsa { reduce: 9, max: None }, None);
}

#[test]
fn the_limit_is_on_the_ladder() {
    let read = |max: &str| {
        let json = format!(r#"{{"table":"jsa","max":{max}}}"#);
        serde_json::from_str::<HandicapPolicy>(&json).map_err(|error| error.to_string())
    };
    for odds in Odds::ladder() {
        let max = Some(odds);
        assert_eq!(read(&format!("\"{odds}\"")), Ok(HandicapPolicy::Jsa { reduce: 0, max }));
    }
    assert_eq!(read("null"), Ok(HandicapPolicy::Jsa { reduce: 0, max: None }));
    for other in ["right_lance", "3_piece", "dragonfly", "lance_gained"] {
        let error = read(&format!("\"{other}\"")).expect_err("off the ladder");
        assert!(
            error.starts_with(&format!("grades suggest no handicap like `{other}`")),
            "{error}"
        );
    }
}
