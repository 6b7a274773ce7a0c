//! What there is to see in a solution.

use serde::{Deserialize, Serialize};

use super::{is_mated, solver::after};
use crate::{Move, Position, spelling::spellings};

/// What the solution of a tsume shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "TsumeTheme"))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// 捨て駒: a piece that has moved or was dropped is taken at once.
    Sacrifice,
    /// 打: the first move is a drop.
    Drop,
    /// 成: a piece promotes.
    Promotion,
    /// 不成: a piece must not promote.
    NonPromotion,
    /// 両王手: two pieces give check at once.
    DoubleCheck,
    /// 開き王手: a piece gives check that has not moved.
    DiscoveredCheck,
    /// 桂: a knight gives check.
    Knight,
    /// 合駒: the defender drops a piece between.
    Interposition,
    /// 端玉: the king begins on a file at the edge.
    EdgeKing,
    /// 持駒なし: the attacker begins with nothing in hand.
    NothingInHand,
    /// 小駒図式: the attacker and the board begin without rook and bishop.
    NoMajors,
}

spellings!(Theme, "theme", 11:
    Sacrifice = "sacrifice",
    Drop = "drop",
    Promotion = "promotion",
    NonPromotion = "non_promotion",
    DoubleCheck = "double_check",
    DiscoveredCheck = "discovered_check",
    Knight = "knight",
    Interposition = "interposition",
    EdgeKing = "edge_king",
    NothingInHand = "nothing_in_hand",
    NoMajors = "no_majors",
);

/// The themes of a solution, in the order of [`Theme::ALL`]; none without moves.
pub fn themes(start: &Position, solution: &[Move]) -> Vec<Theme> {
    if solution.is_empty() {
        return Vec::new();
    }
    let variant = start.variant();
    let mut found = Vec::new();
    let mut add_if = |theme: Theme, is_so: bool| {
        if is_so {
            found.push(theme);
        }
    };
    let attacker = start.turn();
    add_if(Theme::Drop, solution.first().is_some_and(|mv| mv.dropped().is_some()));
    let king = start.king(attacker.other());
    add_if(Theme::EdgeKing, king.is_some_and(|it| [1, variant.files()].contains(&it.file())));
    let holds_nothing = start.hand(attacker).next().is_none();
    add_if(Theme::NothingInHand, variant.def().drops.is_some() && holds_nothing);
    // A rook's or a bishop's moves are in those of what they promote to.
    let is_major = |kind| variant.piece(kind).betza.contains(['R', 'B', 'Q']);
    let on_board = start.pieces().any(|(_, piece)| is_major(piece.kind));
    add_if(Theme::NoMajors, !on_board && !start.hand(attacker).any(|(kind, _)| is_major(kind)));
    let mut position = start.clone();
    for (ply, &mv) in solution.iter().enumerate() {
        let next = after(&position, mv);
        if ply % 2 == 1 {
            let is_taken = solution.get(ply - 1).is_some_and(|last| last.to() == mv.to());
            add_if(Theme::Sacrifice, is_taken);
            add_if(Theme::Interposition, mv.dropped().is_some());
        } else {
            let is_last = ply + 1 == solution.len();
            add_if(Theme::Promotion, mv.promotes());
            if let Some(from) = mv.from().filter(|_| mv.via().is_none() && !mv.promotes()) {
                let promoting = Move::board(from, mv.to(), true);
                // At the end both may mate, and then nothing is shown by one of them.
                let does_too = is_last && is_mated(&after(&position, promoting));
                add_if(Theme::NonPromotion, position.judge(promoting).is_ok() && !does_too);
            }
            let checkers = next.checkers();
            add_if(Theme::DoubleCheck, checkers.len() > 1);
            add_if(Theme::DiscoveredCheck, checkers.iter().any(|&at| at != mv.to()));
            let knight = variant.kind("N");
            add_if(
                Theme::Knight,
                checkers.iter().any(|&at| next.piece_at(at).map(|it| it.kind) == knight),
            );
        }
        position = next;
    }
    found.sort_unstable();
    found.dedup();
    found
}
