//! §7: Heian dai shogi, 13×13, captured pieces are gone.

use super::{Def, Ends, PieceDef, pieces};

/// Heian dai shogi.
pub static DEF: Def = Def {
    name: "heian_dai",
    files: 13,
    ranks: 13,
    start: "lnicsgkgscinl/fd2t1m1t2df/ppppppppppppp/6b6/13/13/13/13/13/6B6/PPPPPPPPPPPPP/\
            FD2T1M1T2DF/LNICSGKGSCINL b - 1",
    zone: 3,
    pieces: &[
        pieces::KING,
        PieceDef::new("D", "flying_dragon", "龍", "飛龍", "B"),
        pieces::GOLD,
        pieces::SILVER,
        PieceDef::new("M", "side_mover", "横", "横行", "fWsR"),
        PieceDef::new("C", "copper", "銅", "銅将", "W"),
        // §7.3: forced on the last rank although it could still step sideways there.
        PieceDef::new("I", "iron", "鉄", "鉄将", "fFfsW").must_promote(1),
        PieceDef::new("T", "fierce_tiger", "虎", "猛虎", "F"),
        PieceDef::new("F", "free_chariot", "奔", "奔車", "fbR"),
        PieceDef::new("B", "go_between", "注", "注人", "fbW"),
        pieces::KNIGHT,
        pieces::LANCE,
        pieces::PAWN,
        PieceDef::new("+D", "horse", "馬", "龍馬", "BW"),
        PieceDef::new("+S", "promoted_silver", "金", "金将", "WfF"),
        PieceDef::new("+M", "promoted_side_mover", "金", "金将", "WfF"),
        PieceDef::new("+C", "promoted_copper", "金", "金将", "WfF"),
        PieceDef::new("+I", "promoted_iron", "金", "金将", "WfF"),
        PieceDef::new("+T", "promoted_tiger", "金", "金将", "WfF"),
        PieceDef::new("+F", "promoted_chariot", "金", "金将", "WfF"),
        PieceDef::new("+B", "promoted_go_between", "金", "金将", "WfF"),
        PieceDef::new("+N", "promoted_knight", "金", "金将", "WfF"),
        PieceDef::new("+L", "promoted_lance", "金", "金将", "WfF"),
        PieceDef::new("+P", "tokin", "金", "金将", "WfF"),
    ],
    ends: Ends { move_limit: None, bare_king: true, ..Ends::NEW },
    kings_differ: false,
    ..Def::NEW
};
