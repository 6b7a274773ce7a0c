//! §8: minishogi, 5×5.

use super::{Def, Drops, PieceDef, Repetition};

/// Minishogi.
pub static DEF: Def = Def {
    name: "minishogi",
    files: 5,
    ranks: 5,
    start: "rbsgk/4p/5/P4/KGSBR b - 1",
    zone: 1,
    pieces: &[
        PieceDef::new("K", "king", "玉", "玉将", "K").royal(),
        PieceDef::new("R", "rook", "飛", "飛車", "R").points(5),
        PieceDef::new("B", "bishop", "角", "角行", "B").points(5),
        PieceDef::new("G", "gold", "金", "金将", "WfF"),
        PieceDef::new("S", "silver", "銀", "銀将", "FfW"),
        PieceDef::new("P", "pawn", "歩", "歩兵", "fW").must_promote(1).pawn(),
        PieceDef::new("+R", "dragon", "竜", "竜王", "RK").points(5),
        PieceDef::new("+B", "horse", "馬", "竜馬", "BK").points(5),
        PieceDef::new("+S", "promoted_silver", "全", "成銀", "WfF"),
        PieceDef::new("+P", "tokin", "と", "と金", "WfF"),
    ],
    drops: Some(Drops::SHOGI),
    repetition: Repetition::SenteLoses,
    kif: Some("5五将棋"),
    ..Def::NEW
};
