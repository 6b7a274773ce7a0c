//! Shogi's own pieces, of which other variants have some.

use super::PieceDef;

pub(super) const KING: PieceDef = PieceDef::new("K", "king", "玉", "玉将", "K").royal();
pub(super) const ROOK: PieceDef = PieceDef::new("R", "rook", "飛", "飛車", "R").points(5);
pub(super) const BISHOP: PieceDef = PieceDef::new("B", "bishop", "角", "角行", "B").points(5);
pub(super) const GOLD: PieceDef = PieceDef::new("G", "gold", "金", "金将", "WfF");
pub(super) const SILVER: PieceDef = PieceDef::new("S", "silver", "銀", "銀将", "FfW");
pub(super) const KNIGHT: PieceDef =
    PieceDef::new("N", "knight", "桂", "桂馬", "ffN").must_promote(2);
pub(super) const LANCE: PieceDef = PieceDef::new("L", "lance", "香", "香車", "fR").must_promote(1);
pub(super) const PAWN: PieceDef =
    PieceDef::new("P", "pawn", "歩", "歩兵", "fW").must_promote(1).pawn();
pub(super) const DRAGON: PieceDef = PieceDef::new("+R", "dragon", "竜", "竜王", "RK").points(5);
pub(super) const HORSE: PieceDef = PieceDef::new("+B", "horse", "馬", "竜馬", "BK").points(5);
pub(super) const PROMOTED_SILVER: PieceDef =
    PieceDef::new("+S", "promoted_silver", "全", "成銀", "WfF");
pub(super) const PROMOTED_KNIGHT: PieceDef =
    PieceDef::new("+N", "promoted_knight", "圭", "成桂", "WfF");
pub(super) const PROMOTED_LANCE: PieceDef =
    PieceDef::new("+L", "promoted_lance", "杏", "成香", "WfF");
pub(super) const TOKIN: PieceDef = PieceDef::new("+P", "tokin", "と", "と金", "WfF");
