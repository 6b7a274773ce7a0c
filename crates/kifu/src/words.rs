//! What pieces are called in Japanese records.

use komadai_rules::{Kind, Variant};

use crate::cursor::Cursor;

/// Old, abbreviated and Chinese forms, with the form that the variants use.
const OTHER_FORMS: [(char, &str); 11] = [
    ('王', "玉"),
    ('龍', "竜"),
    ('龙', "竜"),
    ('步', "歩"),
    ('兵', "歩"),
    ('今', "圭"),
    ('仝', "杏"),
    ('个', "と"),
    ('马', "馬"),
    ('飞', "飛"),
    ('银', "銀"),
];

/// What a kind is called in a move: 銀, 成銀, 竜; by its full name where another has the same character
/// and another name, unless that one is promoted and this is not: 角 and 小角. What several kinds
/// share whole (獅, born or promoted) is one name for them all.
pub(crate) fn in_move(variant: Variant, kind: Kind) -> String {
    let piece = variant.piece(kind);
    let clashes = |other: Kind| {
        let other = variant.piece(other);
        other.kanji == piece.kanji
            && other.kanji2 != piece.kanji2
            && (piece.is_promoted() || !other.is_promoted())
    };
    if variant.kinds().any(clashes) {
        return piece.kanji2.to_owned();
    }
    match piece.kanji {
        // One character in a diagram, two in a move (§5).
        "全" | "圭" | "杏" => format!("成{}", variant.piece(variant.unpromoted(kind)).kanji),
        kanji => kanji.to_owned(),
    }
}

/// What Kakinoki's programs call a kind in a move; the old form of the dragon.
pub(crate) fn in_kif_move(variant: Variant, kind: Kind) -> String {
    kakinoki(in_move(variant, kind))
}

/// What Kakinoki's programs call a kind in a diagram and in hand.
pub(crate) fn in_diagram(variant: Variant, kind: Kind) -> String {
    let piece = variant.piece(kind);
    if !has_doubles(variant) || !is_double(variant, kind) {
        return kakinoki(piece.kanji.to_owned());
    }
    let plain = variant.piece(variant.unpromoted(kind));
    // §9.7: a gold that was a pawn is 成歩; the others are called what they have become.
    format!("成{}", if plain.pawn { plain.kanji } else { piece.kanji })
}

/// Whether a promoted kind has the character of one that is not.
fn is_double(variant: Variant, kind: Kind) -> bool {
    let piece = variant.piece(kind);
    let same = |other: Kind| {
        let other = variant.piece(other);
        !other.is_promoted() && other.kanji == piece.kanji
    };
    piece.is_promoted() && variant.kinds().any(same)
}

/// §9.7: whether promoted kinds with another's character are distinguished from it by 成, which
/// requires that no two promoted ones have the same.
pub(crate) fn has_doubles(variant: Variant) -> bool {
    let promoted = || variant.kinds().filter(|kind| variant.piece(*kind).is_promoted());
    let alone = |kind: Kind| {
        let same = |other: &Kind| variant.piece(*other).kanji == variant.piece(kind).kanji;
        promoted().filter(same).count() == 1
    };
    promoted().any(|kind| is_double(variant, kind)) && promoted().all(alone)
}

/// The promoted kind whose character this is after 成 in a diagram.
pub(crate) fn double(variant: Variant, sign: char) -> Option<Kind> {
    let kanji = sign.to_string();
    let mut promoted = variant.kinds().filter(|kind| variant.piece(*kind).is_promoted());
    let named = promoted.find(|kind| variant.piece(*kind).kanji == kanji);
    named.or_else(|| variant.promoted(by_sign(variant, sign)?))
}

fn kakinoki(word: String) -> String {
    if word == "竜" { "龍".to_owned() } else { word }
}

/// Reads the name of a piece: 銀, 成銀, 全, 竜, 龍王.
pub(crate) fn read_piece(cursor: &mut Cursor<'_>, variant: Variant) -> Option<Kind> {
    let mut ahead = *cursor;
    if ahead.eat("成") {
        // Not once more: a piece promotes once, and a line may be nothing but this character.
        let kind = read_plain_piece(&mut ahead, variant)?;
        let promoted = variant.promoted(kind)?;
        *cursor = ahead;
        return Some(promoted);
    }
    read_plain_piece(cursor, variant)
}

/// Reads the name of a piece without 成 before it.
fn read_plain_piece(cursor: &mut Cursor<'_>, variant: Variant) -> Option<Kind> {
    // The longest name first: と金 is not と and then 金.
    let whole = variant.kinds().find(|kind| cursor.eat(variant.piece(*kind).kanji2));
    whole.or_else(|| {
        let sign = cursor.peek()?;
        let kind = by_sign(variant, sign)?;
        cursor.next();
        // 王将, 龍王 and 龍馬 in forms that the variant does not have.
        if matches!(sign, '王') {
            cursor.eat("将");
        } else if matches!(sign, '龍') {
            cursor.eat("王");
        }
        Some(kind)
    })
}

/// The kind with this character in a diagram.
pub(crate) fn by_sign(variant: Variant, sign: char) -> Option<Kind> {
    let by_kanji = |kanji: &str| {
        let same = |kind: &Kind| variant.piece(*kind).kanji == kanji;
        // Heian dai shogi has several kinds with one character; a diagram cannot distinguish them.
        variant.kinds().find(same)
    };
    by_kanji(sign.encode_utf8(&mut [0; 4])).or_else(|| {
        let (_, usual) = OTHER_FORMS.iter().find(|(other, _)| *other == sign)?;
        by_kanji(usual)
    })
}
