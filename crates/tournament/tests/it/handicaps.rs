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
