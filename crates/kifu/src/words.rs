//! What pieces are called in Japanese records.

use komadai_rules::{Kind, Variant};

use crate::cursor::Cursor;

/// What records call a piece that the rules call otherwise.
struct Names {
    variant: &'static str,
    piece: &'static str,
    /// In a move.
    word: &'static str,
    /// In a diagram and in hand.
    sign: &'static str,
    /// What else it is called.
    others: &'static [&'static str],
}

/// Where records have words of their own: chu shogi (§9.7) and dobutsu shogi (§8).
const NAMES: [Names; 9] = [
    names("chu", "drunk_elephant", "醉象", "象", &["酔"]),
    names("chu", "promoted_go_between", "醉象", "象", &["酔"]),
    names("chu", "promoted_gold", "金飛車", "飛", &["金飛"]),
    names("chu", "tokin", "金将", "金", &["と金", "と", "杏"]),
    names("dobutsu", "lion", "ライオン", "ラ", &["王", "王将"]),
    names("dobutsu", "giraffe", "きりん", "き", &["飛", "飛車"]),
    names("dobutsu", "elephant", "ぞう", "ぞ", &["角", "角行"]),
    names("dobutsu", "chick", "ひよこ", "ひ", &["ひよ子", "歩", "歩兵"]),
    names("dobutsu", "hen", "にわとり", "に", &["と", "と金"]),
];

const fn names(
    variant: &'static str,
    piece: &'static str,
    word: &'static str,
    sign: &'static str,
    others: &'static [&'static str],
) -> Names {
    Names { variant, piece, word, sign, others }
}

/// The words of records for a kind, where they have their own.
fn own_names(variant: Variant, kind: Kind) -> Option<&'static Names> {
    let piece = variant.piece(kind);
    NAMES.iter().find(|names| names.variant == variant.name() && names.piece == piece.name)
}

/// Everything that a kind is called without 成 before it.
fn all_names(variant: Variant, kind: Kind) -> impl Iterator<Item = &'static str> {
    let piece = variant.piece(kind);
    let own = own_names(variant, kind);
    let words = own.map(|names| [names.word, names.sign]).into_iter().flatten();
    let others = own.map(|names| names.others).unwrap_or_default().iter().copied();
    [piece.kanji2, piece.kanji].into_iter().chain(words).chain(others)
}

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

/// What KIF and KI2 call a kind in a move; the old form of the dragon.
pub(crate) fn in_kif_move(variant: Variant, kind: Kind) -> String {
    own_names(variant, kind)
        .map_or_else(|| kakinoki(in_move(variant, kind)), |names| names.word.to_owned())
}

/// §9.7: what KIF calls a kind where pieces have their full names.
pub(crate) fn full_name(variant: Variant, kind: Kind) -> &'static str {
    own_names(variant, kind).map_or(variant.piece(kind).kanji2, |names| names.word)
}

/// What KIF and KI2 call a kind in a diagram and in hand.
pub(crate) fn in_diagram(variant: Variant, kind: Kind) -> String {
    let piece = variant.piece(kind);
    let sign = own_names(variant, kind).map_or(piece.kanji, |names| names.sign);
    if !has_doubles(variant) || !is_double(variant, kind) {
        return kakinoki(sign.to_owned());
    }
    let plain = variant.piece(variant.unpromoted(kind));
    // §9.7: a gold that was a pawn is 成歩; the others are called what they have become.
    format!("成{}", if plain.pawn { plain.kanji } else { sign })
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

/// The promoted kind whose character this is after 成 in a diagram: what it has become, else what it
/// was before.
pub(crate) fn after_promotion(variant: Variant, sign: char) -> Option<Kind> {
    let mut buffer = [0; 4];
    let sign: &str = sign.encode_utf8(&mut buffer);
    let mut promoted = variant.kinds().filter(|kind| variant.piece(*kind).is_promoted());
    let named = promoted.find(|kind| all_names(variant, *kind).any(|name| is_same(name, sign)));
    named.or_else(|| variant.promoted(by_name(variant, sign)?))
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
    let (kind, name) = begins_with(cursor.rest(), variant)?;
    cursor.eat(name);
    Some(kind)
}

/// Reads a name that several kinds may have, with 成 before it or not; [`is_called`] says which.
pub(crate) fn read_name<'a>(cursor: &mut Cursor<'a>, variant: Variant) -> Option<&'a str> {
    let whole = cursor.rest();
    let plain = whole.strip_prefix('成').unwrap_or(whole);
    let (_, name) = begins_with(plain, variant)?;
    let name = whole.get(..whole.len() - plain.len() + name.len())?;
    cursor.eat(name);
    Some(name)
}

/// Whether a kind goes by a name: 龍王 born or promoted, 成龍 only promoted.
pub(crate) fn is_called(variant: Variant, kind: Kind, name: &str) -> bool {
    let has = |kind: Kind, name: &str| all_names(variant, kind).any(|known| is_same(known, name));
    let after = name.strip_prefix('成').filter(|_| variant.piece(kind).is_promoted());
    has(kind, name)
        || after.is_some_and(|name| has(kind, name) || has(variant.unpromoted(kind), name))
}

/// The kind with the longest name with which a text begins, and that name as it stands there: と金
/// is not と and then 金. What is written as the variant writes it comes before other forms.
fn begins_with(text: &str, variant: Variant) -> Option<(Kind, &str)> {
    let longest = |length: fn(&str, &str) -> Option<usize>| {
        let names = variant.kinds().flat_map(|kind| {
            all_names(variant, kind).filter_map(move |name| Some((kind, length(text, name)?)))
        });
        // Of several with one name, the first.
        names.reduce(|best, next| if next.1 > best.1 { next } else { best })
    };
    let exact = longest(|text, name| text.starts_with(name).then_some(name.len()));
    let similar = || longest(same_length);
    let (kind, length) = match (exact, similar()) {
        (Some(exact), Some(similar)) if similar.1 > exact.1 => similar,
        (Some(exact), _) => exact,
        (None, similar) => similar?,
    };
    Some((kind, text.get(..length)?))
}

/// How many bytes of a text are this name, in whatever form of its characters.
fn same_length(text: &str, name: &str) -> Option<usize> {
    let mut signs = text.char_indices();
    for known in name.chars() {
        let (_, sign) = signs.next()?;
        (usual(sign) == usual(known)).then_some(())?;
    }
    Some(signs.offset())
}

fn is_same(name: &str, other: &str) -> bool {
    name.chars().map(usual).eq(other.chars().map(usual))
}

/// The form that stands for all forms of a character: old, abbreviated and Chinese ones, and
/// katakana.
fn usual(sign: char) -> char {
    match sign {
        'ァ'..='ヶ' => char::from_u32(sign as u32 - ('ァ' as u32 - 'ぁ' as u32)).unwrap_or(sign),
        '王' => '玉',
        '龍' | '龙' => '竜',
        '步' | '兵' => '歩',
        '今' => '圭',
        '仝' => '杏',
        '个' => 'と',
        '马' => '馬',
        '飞' => '飛',
        '银' => '銀',
        '铜' => '銅',
        '车' => '車',
        '將' => '将',
        '醉' => '酔',
        '師' | '师' | '狮' => '獅',
        '像' => '象',
        '橫' => '横',
        '縦' | '豎' | '竖' => '竪',
        '凤' => '鳳',
        '鹰' => '鷹',
        '鹫' => '鷲',
        '鲸' => '鯨',
        '鷄' | '雞' => '鶏',
        _ => sign,
    }
}

/// The kind with this character in a diagram.
pub(crate) fn by_sign(variant: Variant, sign: char) -> Option<Kind> {
    by_name(variant, sign.encode_utf8(&mut [0; 4]))
}

/// The kind with this name. Of several the first: a diagram cannot distinguish them.
fn by_name(variant: Variant, name: &str) -> Option<Kind> {
    let kind = |is: fn(&str, &str) -> bool| {
        variant.kinds().find(|kind| all_names(variant, *kind).any(|known| is(known, name)))
    };
    kind(|known, name| known == name).or_else(|| kind(is_same))
}
