//! Starting positions that records call by name.
//!
//! Our eleven handicaps (§3.2) and those that only other programs play. Kakinoki's and JKF's names
//! are here; CSA describes a handicap by the missing pieces.

use komadai_rules::{Position, Side, Variant};

/// A starting position with its names.
#[derive(Debug)]
pub(crate) struct Start {
    /// The name in KIF, then other spellings.
    names: &'static [&'static str],
    /// The name in JKF.
    pub(crate) jkf: &'static str,
    /// Gote's first two ranks in SFEN; the rest is as in the even game.
    ranks: &'static str,
    /// Whether every reader of KIF can be trusted to know the name. Where not, we write a diagram.
    is_common: bool,
}

/// The even game and the handicaps of Kakinoki's list, in the order of their size.
const STARTS: [Start; 17] = [
    start(&["平手"], "HIRATE", "lnsgkgsnl/1r5b1", true),
    start(&["香落ち", "香落", "左香落ち", "左香落"], "KY", "lnsgkgsn1/1r5b1", true),
    start(&["右香落ち", "右香落"], "KY_R", "1nsgkgsnl/1r5b1", true),
    start(&["角落ち", "角落"], "KA", "lnsgkgsnl/1r7", true),
    start(&["飛車落ち", "飛車落", "飛落ち", "飛落"], "HI", "lnsgkgsnl/7b1", true),
    start(&["飛香落ち", "飛香落"], "HIKY", "lnsgkgsn1/7b1", true),
    start(&["二枚落ち", "二枚落", "2枚落ち", "２枚落ち", "飛角落ち"], "2", "lnsgkgsnl/9", true),
    start(&["三枚落ち", "三枚落", "3枚落ち", "３枚落ち"], "3", "lnsgkgsn1/9", false),
    start(&["四枚落ち", "四枚落", "4枚落ち", "４枚落ち"], "4", "1nsgkgsn1/9", true),
    start(&["五枚落ち", "五枚落", "右五枚落ち", "5枚落ち", "５枚落ち"], "5", "2sgkgsn1/9", false),
    start(&["左五枚落ち", "左五枚落"], "5_L", "1nsgkgs2/9", false),
    start(&["六枚落ち", "六枚落", "6枚落ち", "６枚落ち"], "6", "2sgkgs2/9", true),
    start(&["左七枚落ち", "左七枚落", "七枚落ち", "七枚落"], "7_L", "2sgkg3/9", false),
    start(&["右七枚落ち", "右七枚落"], "7_R", "3gkgs2/9", false),
    start(&["八枚落ち", "八枚落", "8枚落ち", "８枚落ち"], "8", "3gkg3/9", true),
    start(&["十枚落ち", "十枚落", "10枚落ち", "１０枚落ち"], "10", "4k4/9", true),
    start(&["裸玉", "十九枚落ち"], "", "", false),
];

/// The rest of the even game.
const BELOW: &str = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

/// §3.2: gote has nothing but its king.
const NAKED_KING: &str = "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";

/// §3.2: … and three pawns in hand.
const THREE_PAWNS: &str = "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1";

const fn start(
    names: &'static [&'static str],
    jkf: &'static str,
    ranks: &'static str,
    is_common: bool,
) -> Start {
    Start { names, jkf, ranks, is_common }
}

impl Start {
    fn sfen(&self) -> String {
        match self.ranks {
            "" => NAKED_KING.to_owned(),
            ranks if self.jkf == "HIRATE" => format!("{ranks}/{BELOW} b - 1"),
            ranks => format!("{ranks}/{BELOW} w - 1"),
        }
    }
}

/// The SFEN of the start with this name in a `手合割`.
pub(crate) fn sfen_by_name(name: &str) -> Option<String> {
    match name {
        "歩三兵" | "三歩" => Some(THREE_PAWNS.to_owned()),
        _ => STARTS.iter().find(|start| start.names.contains(&name)).map(Start::sfen),
    }
}

/// The SFEN of the start with this name in JKF.
pub(crate) fn sfen_by_jkf(preset: &str) -> Option<String> {
    STARTS.iter().find(|start| start.jkf == preset && !preset.is_empty()).map(Start::sfen)
}

/// The name of a start for a `手合割`, if every reader of KIF knows it.
pub(crate) fn name(start: &Position) -> Option<&'static str> {
    let variant = start.variant();
    if variant != Variant::standard() {
        return variant.def().kif.filter(|_| start.sfen() == variant.start().sfen());
    }
    find(start).filter(|found| found.is_common).and_then(|found| found.names.first().copied())
}

/// The name of a start in JKF.
pub(crate) fn jkf(start: &Position) -> Option<&'static str> {
    find(start).map(|found| found.jkf).filter(|preset| !preset.is_empty())
}

fn find(start: &Position) -> Option<&'static Start> {
    let sfen = (start.variant() == Variant::standard()).then(|| start.sfen())?;
    STARTS.iter().find(|known| known.sfen() == sfen)
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
        let starts = variant.handicaps().filter_map(|handicap| handicap.start(*variant));
        let same = |start: &Position| start.sfen() == sfen.trim();
        starts.chain([variant.start()]).any(same)
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
