//! Keys are stored: they are what they were, and tell apart what is different.

use komadai_explorer::{Key, PLIES_MAX, move_at, walk};
use komadai_rules::{Move, Position, Variant};

fn played(variant: Variant, moves: &[&str]) -> Position {
    let mut position = variant.start().clone();
    for text in moves {
        position.play(Move::from_usi(variant, text).unwrap());
    }
    position
}

#[test]
fn the_order_of_moves_does_not_matter() {
    let standard = Variant::standard();
    let one = played(standard, &["7g7f", "3c3d", "2g2f"]);
    let other = played(standard, &["2g2f", "3c3d", "7g7f"]);
    assert_eq!(Key::of(&one), Key::of(&other));
    let waits = played(standard, &["7g7f", "3c3d", "2g2f", "8c8d"]);
    assert_ne!(Key::of(&one), Key::of(&waits));
}

#[test]
fn a_position_that_comes_again_is_told_once() {
    let variant = Variant::standard();
    let there_and_back = ["2h3h", "8b7b", "3h2h", "7b8b"];
    let texts = there_and_back.iter().chain(&["7g7f"]);
    let moves: Vec<_> = texts.map(|it| Move::from_usi(variant, it).unwrap()).collect();
    let steps = walk(variant.start(), moves.iter().copied());
    assert_eq!(steps.len(), 4);
    let start = Key::of(variant.start());
    assert_eq!(steps[0], (start, moves[0]));
    assert_eq!(move_at(start, variant.start(), moves.iter().copied()), Some(moves[0]));
}

#[test]
fn moves_are_counted_up_to_the_last_one_that_is() {
    let games = crate::made_up::games(1, 40, Variant::standard());
    for game in games {
        let steps = walk(&game.start, game.moves.iter().copied());
        assert!(steps.len() <= PLIES_MAX.min(game.moves.len()));
        for (key, mv) in steps {
            assert_eq!(move_at(key, &game.start, game.moves.iter().copied()), Some(mv));
        }
    }
}
