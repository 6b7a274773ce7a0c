//! That of CLB Shogi Việt Nam: Hosking's with Vietnamese letters, and the square a piece comes
//! from in brackets: `Xx24`, `B-21+`, `M(65)-53+`, `T*29`.

use komadai_rules::{Kind, Variant};

use super::{
    Def,
    western::{self, Style, read, spell},
};

pub(super) static DEF: Def = Def {
    name: "vietnamese",
    write: |position, mv, _| spell(position, mv, &STYLE),
    read: |cursor, position, _| read(cursor, position, &STYLE),
};

static STYLE: Style = Style { letter, ranks_are_letters: false, origin_in_brackets: true };

/// §5: Vua, Xe, Tượng, Vàng, Bạc, Mã, Thương, Tốt. Pieces of other games keep their letters, and so
/// do all of a game that has letters of its own (§9.7).
fn letter(variant: Variant, kind: Kind) -> &'static str {
    if variant.def().pieces.iter().any(|piece| piece.western != piece.letter) {
        return western::letter(variant, kind);
    }
    match variant.piece(kind).name {
        "king" => "V",
        "rook" => "X",
        "bishop" => "Tg",
        "gold" => "Vg",
        "silver" => "B",
        "knight" => "M",
        "lance" => "Th",
        "pawn" => "T",
        "tokin" if !variant.piece(kind).is_promoted() => "Tk",
        _ => western::letter(variant, kind),
    }
}
