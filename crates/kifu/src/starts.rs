//! Starting positions that records call by name.
//!
//! The handicaps of §3.2 under their Japanese names and in all their spellings, and those that only
//! other programs play. JKF's names are here too; CSA describes a handicap by the missing pieces.

use komadai_rules::{Handicap, Position, Side, Variant, variants::HandicapDef};

use crate::{
    cursor::{digit, is_blank},
    variant_names::is_apart,
};

/// What a 手合割 names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedStart {
    pub(crate) variant: Variant,
    /// The start, in SFEN.
    pub(crate) sfen: &'static str,
    /// Which piece is assumed to be missing, where the name does not say it and programs differ.
    pub(crate) assumed: Option<&'static str>,
}

/// The even game of shogi.
const EVEN: &str = "平手";

/// Handicaps that only other programs play, and their starts.
const ELSEWHERE: [(&str, &str); 4] = [
    ("左三枚落ち", "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("左五枚落ち", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("左七枚落ち", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ("左九枚落ち", "3gk4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
];

/// Other names, and those that are in the rules or in [`ELSEWHERE`].
const ALIASES: [(&str, &str); 28] = [
    ("本将棋", EVEN),
    ("左香落ち", "香落ち"),
    ("飛左香落ち", "飛香落ち"),
    ("香飛落ち", "飛香落ち"),
    ("飛角落ち", "二枚落ち"),
    ("角飛落ち", "二枚落ち"),
    ("飛角香落ち", "三枚落ち"),
    ("角飛香落ち", "三枚落ち"),
    ("飛角左香落ち", "左三枚落ち"),
    ("飛角右香落ち", "三枚落ち"),
    ("両香飛角落ち", "四枚落ち"),
    ("飛角両香落ち", "四枚落ち"),
    ("右三枚落ち", "三枚落ち"),
    ("右五枚落ち", "五枚落ち"),
    ("右七枚落ち", "七枚落ち"),
    ("右九枚落ち", "九枚落ち"),
    ("十九枚落ち", "裸玉"),
    ("裸王", "裸玉"),
    ("三歩", "歩三兵"),
    ("トンボ落ち", "トンボ"),
    ("トンボ将棋", "トンボ"),
    ("トンボ香", "トンボ＋香"),
    ("トンボ桂香", "トンボ＋桂香"),
    ("トンボ＋香桂", "トンボ＋桂香"),
    ("太閤", "太閤落ち"),
    ("太閤将棋", "太閤落ち"),
    ("左香得", "香得"),
    ("飛角得", "二枚得"),
];

/// Names that do not say which piece of a pair is missing. lishogi means the right one; with each,
/// the start that it means in other files, and what is missing there. Kakinoki's programs and those
/// after them have the left lance; of the others, most know only the right piece.
const UNCERTAIN: [(&str, &str, &str); 4] = [
    ("三枚落ち", "左三枚落ち", "left lance"),
    ("五枚落ち", "五枚落ち", "right knight"),
    ("七枚落ち", "七枚落ち", "right silver"),
    ("九枚落ち", "九枚落ち", "right gold"),
];

/// JKF's names of starts.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", EVEN),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "左三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// What every reader of KIF can be trusted to know by name. Others are written as diagrams.
const COMMON: [Handicap; 10] = [
    Handicap::Lance,
    Handicap::RightLance,
    Handicap::Bishop,
    Handicap::Rook,
    Handicap::RookLance,
    Handicap::TwoPiece,
    Handicap::FourPiece,
    Handicap::SixPiece,
    Handicap::EightPiece,
    Handicap::TenPiece,
];

/// The start with this name in a 手合割, of a variant if one is named; in a file of lishogi's or of
/// another program. What stands in brackets may name the pieces: 二枚落ち（飛角）, 香落ち(右).
pub(crate) fn by_name(
    variant: Option<Variant>,
    name: &str,
    is_of_lishogi: bool,
) -> Option<NamedStart> {
    let exactly = |name: &str| by_exact_name(variant, name, is_of_lishogi);
    let explained = || {
        let (name, pieces) = name.split_once(is_apart)?;
        let pieces = pieces.trim_matches(is_apart);
        let on_a_side = exactly(&format!("{pieces}{name}"));
        on_a_side.or_else(|| {
            let named = exactly(name)?;
            let spelt = exactly(pieces).or_else(|| exactly(&format!("{pieces}落ち")))?;
            let is_one_of_it =
                named.assumed.is_some() && n_letters(spelt.sfen) == n_letters(named.sfen);
            (spelt.sfen == named.sfen || is_one_of_it).then_some(spelt)
        })
    };
    exactly(name).or_else(explained)
}

fn by_exact_name(variant: Option<Variant>, name: &str, is_of_lishogi: bool) -> Option<NamedStart> {
    let usual = Variant::standard();
    let key = key(name);
    let alias = ALIASES.iter().find(|(alias, _)| self::key(alias) == key);
    let key = alias.map_or(key, |(_, usual)| self::key(usual));
    // What has the same set-up has the same handicaps.
    let has_those_of_shogi = |it: &Variant| it.def().start == usual.def().start;
    let of_shogi = variant.or(Some(usual)).filter(has_those_of_shogi);
    if let Some(variant) = of_shogi {
        let means_right = is_of_lishogi || alias.is_some_and(|(alias, _)| alias.contains('右'));
        let uncertain = UNCERTAIN.iter().find(|(it, ..)| !means_right && self::key(it) == key);
        let meant = uncertain.map_or(key.clone(), |(_, meant, _)| self::key(meant));
        let assumed = uncertain.map(|(.., piece)| *piece);
        if let Some(sfen) = of_shogi_by_key(&meant) {
            return Some(NamedStart { variant, sfen, assumed });
        }
    }
    let with_kif = Variant::all().iter().filter(|it| it.def().kif.is_some());
    let others = with_kif.filter(|it| variant.is_none_or(|variant| variant == **it));
    let mut handicaps = others.flat_map(|it| it.def().handicaps.iter().map(move |def| (*it, def)));
    let (variant, def) = handicaps.find(|(_, def)| self::key(def.handicap.kanji()) == key)?;
    Some(NamedStart { variant, sfen: def.start, assumed: None })
}

/// How many pieces stand in an SFEN, or so: the letter of the turn is always there.
fn n_letters(sfen: &str) -> usize {
    sfen.chars().filter(char::is_ascii_alphabetic).count()
}

/// The start of shogi whose name has this key, in SFEN.
fn of_shogi_by_key(key: &str) -> Option<&'static str> {
    let def = Variant::standard().def();
    let named = |it: &HandicapDef| (it.handicap.kanji(), it.start);
    let mut all =
        [(EVEN, def.start)].into_iter().chain(def.handicaps.iter().map(named)).chain(ELSEWHERE);
    all.find(|(name, _)| self::key(name) == key).map(|(_, sfen)| sfen)
}

/// A name without what its spellings differ in: 2枚落ち, ２枚落 and 二枚落ち have one key, as have
/// 両香落ち and 兩香車落, トンボ＋香 and とんぼ+香.
fn key(name: &str) -> String {
    const KANJI: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
    let mut key = String::with_capacity(name.len());
    for sign in name.chars().filter(|sign| !is_blank(*sign) && !matches!(sign, '・' | '、')) {
        match sign {
            '兩' => key.push('両'),
            '+' => key.push('＋'),
            '拾' => key.push('十'),
            'ァ'..='ヶ' => key.extend(char::from_u32(sign as u32 - ('ァ' as u32 - 'ぁ' as u32))),
            _ => key
                .push(digit(sign).and_then(|it| KANJI.get(usize::from(it))).map_or(sign, |it| *it)),
        }
    }
    for (long, short) in [
        ("一〇", "十"),
        ("一九枚", "十九枚"),
        ("飛車", "飛"),
        ("角行", "角"),
        ("香車", "香"),
        ("桂馬", "桂"),
    ] {
        key = key.replace(long, short);
    }
    key.strip_suffix("落ち").map(|stem| format!("{stem}落")).unwrap_or(key)
}

/// Whether lishogi wrote a file that was played there.
pub(crate) fn is_of_lishogi(site: &str) -> bool {
    let address = site.trim_start_matches("https://").trim_start_matches("http://");
    let host = address.split(['/', ':', '?', '#']).next().unwrap_or_default();
    host == "lishogi.org" || host.ends_with(".lishogi.org")
}

/// The SFEN of the start with this name in JKF.
pub(crate) fn sfen_by_jkf(preset: &str) -> Option<&'static str> {
    let (_, name) = PRESETS.iter().find(|(known, _)| *known == preset)?;
    of_shogi_by_key(&key(name))
}

/// The name of a start for a 手合割, if every reader of KIF knows it.
pub(crate) fn name(start: &Position) -> Option<&'static str> {
    let variant = start.variant();
    if start.move_number() != 1 {
        return None;
    }
    if start == variant.start() {
        return variant.def().kif;
    }
    let handicap = Handicap::of(start).filter(|_| variant == Variant::standard())?;
    COMMON.contains(&handicap).then_some(handicap.kanji())
}

/// The name of a start of shogi in JKF, if every reader knows it.
pub(crate) fn jkf(start: &Position) -> Option<&'static str> {
    name(start)?;
    let sfen = start.sfen();
    let is_it = |name| of_shogi_by_key(&key(name)).is_some_and(|known| known == sfen);
    PRESETS.iter().find(|(_, name)| is_it(name)).map(|(preset, _)| *preset)
}

/// Whether gote gives a handicap: it moves first and has less than the even game gives.
pub(crate) fn is_handicap(start: &Position) -> bool {
    let even = start.variant().start();
    let n_pieces = |position: &Position, side| {
        position.pieces().filter(|(_, piece)| piece.side == side).count()
    };
    start.move_number() == 1
        && start.turn() == Side::Gote
        && n_pieces(start, Side::Sente) == n_pieces(even, Side::Sente)
        && n_pieces(start, Side::Gote) < n_pieces(even, Side::Gote)
}

/// The variant on whose board this SFEN is. USI does not name the variant, but few have boards of
/// the same size, and of those it is the one that begins so, else the first that has all the
/// pieces on it: sho shogi where there are elephants, else shogi.
pub(crate) fn variant_of(sfen: &str) -> Option<Variant> {
    let begins_so = |variant: &Variant| {
        let mut starts = variant.def().handicaps.iter().map(|def| def.start);
        variant.def().start == sfen.trim() || starts.any(|start| start == sfen.trim())
    };
    if let Some(variant) = Variant::all().iter().copied().find(begins_so) {
        return Some(variant);
    }
    let board = sfen.split_whitespace().next()?;
    let n_ranks = board.split('/').count();
    let mut letters: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
    letters.iter_mut().for_each(char::make_ascii_uppercase);
    letters.sort_unstable();
    letters.dedup();
    let fits = |variant: &Variant| usize::from(variant.ranks()) == n_ranks;
    let has_all = |variant: &Variant| {
        letters.iter().all(|letter| variant.kind(letter.encode_utf8(&mut [0; 4])).is_some())
    };
    let mut all = Variant::all().iter().copied().filter(fits);
    let first = all.clone().next();
    all.find(has_all).or(first)
}
