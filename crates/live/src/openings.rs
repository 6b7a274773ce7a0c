//! The name of a game's opening: by where the rooks are once it has been built up.

use komadai_rules::{Line, Variant};

/// How many plies the opening lasts.
const PLIES: usize = 30;

/// Games that are shorter have none.
const PLIES_MIN: usize = 16;

/// Every name: 相居飛車, 中飛車, 四間飛車, 三間飛車, 向かい飛車, 相振り飛車.
pub const ALL: [&str; 6] =
    ["double_static", "central", "fourth_file", "third_file", "opposing", "double_ranging"];

/// The opening of an even game of standard shogi.
pub fn opening(line: &Line) -> Option<&'static str> {
    let variant = Variant::standard();
    if line.start() != variant.start() {
        return None;
    }
    let moves: Vec<String> =
        line.moves().iter().take(PLIES).map(|mv| mv.usi(variant).to_string()).collect();
    named(&moves)
}

fn named(moves: &[String]) -> Option<&'static str> {
    if moves.len() < PLIES_MIN {
        return None;
    }
    let [sente, gote] = [0, 1].map(|mover| ranging(moves, mover));
    Some(match (sente, gote) {
        (None, None) => "double_static",
        (Some(name), None) | (None, Some(name)) => name,
        (Some(_), Some(_)) => "double_ranging",
    })
}

/// Where a side's rook ranges, if it does: the last file that it has gone to along its own rank.
fn ranging(moves: &[String], mover: usize) -> Option<&'static str> {
    let home = if mover == 0 { "2h" } else { "8b" };
    let rank = home.get(1..)?;
    let mut stands = home;
    let mut file = home.get(..1)?;
    for (ply, usi) in moves.iter().enumerate() {
        let (Some(from), Some(to)) = (usi.get(..2), usi.get(2..4)) else { break };
        if ply % 2 != mover {
            if to == stands {
                break; // it has been taken
            }
            continue;
        }
        if from == stands {
            stands = to;
            if to.get(1..) == Some(rank) {
                file = to.get(..1)?;
            }
        }
    }
    let file: u8 = file.parse().ok()?;
    match if mover == 0 { file } else { 10 - file } {
        5 => Some("central"),
        6 => Some("fourth_file"),
        7 => Some("third_file"),
        8 => Some("opposing"),
        // At home, or on the right: that is static rook, too.
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_told_by_the_rooks() {
        let rest = "3i4h 7a6b 4i5h 6a5b 6i7h 5c5d 9g9f 9c9d 1g1f 1c1d";
        for (moves, expected) in [
            ("2g2f 8c8d 2f2e 8d8e 7g7f 3c3d", "double_static"),
            ("7g7f 3c3d 2g2f 8b4b 4g4f 4c4d", "fourth_file"),
            ("7g7f 8c8d 2h7h 3c3d 6g6f 8d8e", "third_file"),
            ("7g7f 3c3d 5g5f 8c8d 2h5h 8d8e", "central"),
            ("7g7f 8c8d 6g6f 8d8e 2h8h 3c3d", "opposing"),
            ("7g7f 3c3d 2h6h 8b3b 6g6f 4c4d", "double_ranging"),
        ] {
            let moves: Vec<String> =
                format!("{moves} {rest}").split(' ').map(str::to_owned).collect();
            assert_eq!(named(&moves), Some(expected), "{moves:?}");
        }
        assert_eq!(named(&["7g7f".to_owned()]), None);
    }
}
