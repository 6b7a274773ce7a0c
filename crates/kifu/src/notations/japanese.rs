//! Japanese: 2四飛, 5三桂左成, 2一銀不成, 同歩, 5五角打.
//!
//! If several pieces of a kind can reach a square, a word says which of them moves: how it moves
//! (上 up, 寄 sideways, 引 back) if no other moves so, otherwise where it is (左, 右, and 直 straight
//! below, 跳 over the one that is), otherwise both. Dragons and horses are never 直: of two,
//! one is 左 and one 右. 打 is written only if a piece on the board could go there too (§5).
//!
//! §9.7: by way of a square is 8六・7六獅, igui 8六居喰い, a pass じっと. Kinds with one name are
//! distinguished like pieces of one kind.

use std::cmp::Ordering;

use komadai_rules::{Kind, Move, Position, Square, Variant};

use super::{Def, Goal, WrittenMove, could_promote, moved, seen_from};
use crate::{
    board::wide_digit,
    cursor::{Cursor, arabic, count, digit, is_blank, kanji_count},
    words,
};

pub(super) static DEF: Def = Def {
    name: "japanese",
    write: |position, mv, last| spell(position, mv, last, Style::PLAIN),
    read,
};

/// How Japanese is written in different places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Whether the file is a wide digit, and a lone piece after 同 stands apart.
    is_wide: bool,
    /// The names of the pieces.
    name: fn(Variant, Kind) -> String,
}

impl Style {
    /// On the page and in lists.
    const PLAIN: Self = Self { is_wide: false, name: words::in_move };
    /// In KI2 files.
    pub(crate) const KI2: Self = Self { is_wide: true, name: words::in_kif_move };
}

/// Writes a move.
pub(crate) fn spell(position: &Position, mv: Move, last: Option<Square>, style: Style) -> String {
    let Some(kind) = moved(position, mv) else { return String::new() };
    let variant = position.variant();
    let name = (style.name)(variant, kind);
    let goal = Goal::of(position, mv);
    let mut text = match goal {
        Goal::To(to) if last == Some(to) => {
            let blank = if style.is_wide { "　" } else { "" };
            format!("同{blank}{name}")
        }
        Goal::To(to) if style.is_wide => {
            format!("{}{}{name}", wide_digit(to.file()), kanji_count(to.rank()))
        }
        Goal::To(to) => format!("{}{name}", spell_square(to)),
        Goal::ByWay(via, to) => format!("{}・{}{name}", spell_square(via), spell_square(to)),
        Goal::Igui(via) => format!("{}{IGUI}", spell_square(via)),
        Goal::Pass => PASS.to_owned(),
    };
    let kinds = match goal.to() {
        Some(_) => named(variant, &name, style.name),
        // No piece is named.
        None => variant.kinds().collect(),
    };
    let rivals = goal.origins(position, &kinds);
    match mv.from() {
        None => {
            if !rivals.is_empty() {
                text.push('打');
            }
        }
        Some(from) => {
            let which = Which::of(from, &rivals, position, &kinds, goal);
            which.write(&mut text);
            if mv.promotes() {
                text.push('成');
            } else if could_promote(position, mv) {
                text += "不成";
            }
            if which.choose(rivals, position, &kinds, goal) != [from] {
                // Words do not distinguish all pieces of this name.
                text += &if variant.def().is_large() {
                    format!("({})", spell_square(from))
                } else {
                    format!("({}{})", from.file(), from.rank())
                };
            }
        }
    }
    text
}

/// For a capture without moving.
const IGUI: &str = "居喰い";

/// For a pass.
const PASS: &str = "じっと";

/// `7六`, `12十一`.
fn spell_square(square: Square) -> String {
    format!("{}{}", square.file(), kanji_count(square.rank()))
}

/// The kinds that go by a name.
fn named(variant: Variant, name: &str, of: fn(Variant, Kind) -> String) -> Vec<Kind> {
    variant.kinds().filter(|kind| of(variant, *kind) == name).collect()
}

/// Which piece moves, in the letters of JKF: `LU` for 左上, `H` for 打.
pub(crate) fn relative(position: &Position, mv: Move) -> String {
    let Some(kind) = moved(position, mv) else { return String::new() };
    let goal = Goal::of(position, mv);
    let rivals = goal.origins(position, &[kind]);
    let mut words = String::new();
    match mv.from() {
        None if rivals.is_empty() => {}
        None => words.push('打'),
        Some(from) => Which::of(from, &rivals, position, &[kind], goal).write(&mut words),
    }
    let letter = |word| JKF_LETTERS.iter().find(|(known, _)| *known == word);
    words.chars().filter_map(letter).map(|(_, letter)| *letter).collect()
}

/// JKF's letters for the words that tell pieces apart.
const JKF_LETTERS: [(char, char); 7] =
    [('左', 'L'), ('直', 'C'), ('右', 'R'), ('上', 'U'), ('寄', 'M'), ('引', 'D'), ('打', 'H')];

/// Reads a move; a triangle before it is passed over.
pub(crate) fn read(
    cursor: &mut Cursor<'_>,
    position: &Position,
    last: Option<Square>,
) -> Option<WrittenMove> {
    let variant = position.variant();
    cursor.next_if(|sign| matches!(sign, '▲' | '△' | '▼' | '▽' | '☗' | '☖'));
    cursor.skip_blanks();
    let (kinds, goal) = if cursor.eat(PASS) {
        (variant.kinds().collect(), Goal::Pass)
    } else {
        read_goal(cursor, variant, last)?
    };
    let which = Which::read(cursor);
    let mut drops = None;
    let mut promotes = None;
    if cursor.eat("打") {
        drops = Some(true);
    } else if cursor.eat("不成") || cursor.eat("生") {
        promotes = Some(false);
    } else if cursor.eat("成") {
        promotes = Some(true);
    }
    let mut from = None;
    let mut ahead = *cursor;
    if ahead.next_if(|sign| matches!(sign, '(' | '（')).is_some() {
        from = Some(read_square(&mut ahead, variant)?);
        ahead.next_if(|sign| matches!(sign, ')' | '）'))?;
        *cursor = ahead;
    }
    Some(WrittenMove { kinds, goal, from, drops, promotes, which })
}

/// What moves, and where.
fn read_goal(
    cursor: &mut Cursor<'_>,
    variant: Variant,
    last: Option<Square>,
) -> Option<(Vec<Kind>, Goal)> {
    let mut to = read_square(cursor, variant);
    cursor.skip_blanks();
    let mut via = None;
    if cursor.eat("・") {
        via = Some(to?);
        to = read_square(cursor, variant);
    } else if cursor.eat("同") {
        to = to.or(last);
    }
    let to = to?;
    if via.is_none() && (cursor.eat(IGUI) || cursor.eat("居食い")) {
        return Some((variant.kinds().collect(), Goal::Igui(to)));
    }
    cursor.skip_blanks();
    let kind = words::read_piece(cursor, variant)?;
    let kinds = named(variant, &words::in_move(variant, kind), words::in_move);
    Some((kinds, via.map_or(Goal::To(to), |via| Goal::ByWay(via, to))))
}

/// `76`, `7六`, `７ 六`; on large boards `7六`, `12十一`, and `76` where both are below ten.
pub(crate) fn read_square(cursor: &mut Cursor<'_>, variant: Variant) -> Option<Square> {
    let mut ahead = *cursor;
    let mut file = ahead.next().and_then(digit)?;
    let mut rank = None;
    if variant.def().is_large() {
        ahead = *cursor;
        let written = ahead.take_while(|sign| arabic(sign).is_some());
        let kanji = ahead.take_while(|sign| "一二三四五六七八九十".contains(sign));
        rank = count(kanji);
        if rank.is_some() {
            file = count(written)?;
        } else {
            ahead = *cursor;
            ahead.next();
        }
    }
    ahead.take_while(is_blank);
    let rank = match rank {
        Some(rank) => rank,
        None => ahead.next().and_then(digit)?,
    };
    let square = Square::new(file, rank).filter(|square| variant.has(*square))?;
    *cursor = ahead;
    Some(square)
}

/// Which of several pieces moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Which {
    place: Option<RelativePlace>,
    way: Option<Way>,
}

/// Where the piece is, seen from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RelativePlace {
    Left,
    Right,
    /// Straight below where it goes.
    Straight,
    /// Straight below, and another between.
    Leap,
}

/// How the piece moves, seen from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Up,
    Sideways,
    Back,
}

impl Which {
    /// Whether anything is said.
    pub(crate) fn is_said(self) -> bool {
        self != Self::default()
    }

    /// The words needed when the piece on `from` moves, if all of these could.
    fn of(from: Square, all: &[Square], position: &Position, kinds: &[Kind], goal: Goal) -> Self {
        let side = position.turn();
        let others: Vec<_> = all.iter().copied().filter(|other| *other != from).collect();
        let (false, Some(to)) = (others.is_empty(), goal.to()) else { return Self::default() };
        let way = |square| way(seen_from(side, square), seen_from(side, to));
        let place = |square| place(seen_from(side, square), seen_from(side, to));
        let own = way(from);
        let alike: Vec<_> = others.iter().copied().filter(|other| way(*other) == own).collect();
        if alike.is_empty() {
            return Self { place: None, way: Some(own) };
        }
        if is_major(position.variant(), kinds) {
            // One is left of the other, wherever they go.
            let left = |square| seen_from(side, square).1;
            let is_left = alike.iter().all(|other| left(from) > left(*other));
            let place = if is_left { RelativePlace::Left } else { RelativePlace::Right };
            return Self { place: Some(place), way: None };
        }
        match place(from) {
            Some(place) => {
                let is_shared = others.iter().any(|other| {
                    self::place(seen_from(side, *other), seen_from(side, to)) == Some(place)
                });
                Self { place: Some(place), way: is_shared.then_some(own) }
            }
            None if own == Way::Up => {
                let up = |square| seen_from(side, square).0;
                let is_nearer = |other: &Square| place(*other).is_none() && up(*other) > up(from);
                let is_over = alike.iter().any(is_nearer);
                Self {
                    place: Some(if is_over {
                        RelativePlace::Leap
                    } else {
                        RelativePlace::Straight
                    }),
                    way: None,
                }
            }
            None => Self { place: None, way: Some(own) },
        }
    }

    /// The pieces that these words can mean.
    pub(crate) fn choose(
        self,
        mut all: Vec<Square>,
        position: &Position,
        kinds: &[Kind],
        goal: Goal,
    ) -> Vec<Square> {
        let Some(to) = goal.to() else { return all };
        let side = position.turn();
        if let Some(said) = self.way {
            all.retain(|square| way(seen_from(side, *square), seen_from(side, to)) == said);
        }
        let Some(said) = self.place else { return all };
        let stands = |square: &Square| place(seen_from(side, *square), seen_from(side, to));
        if matches!(said, RelativePlace::Straight | RelativePlace::Leap) {
            all.retain(|square| {
                stands(square).is_none()
                    && way(seen_from(side, *square), seen_from(side, to)) == Way::Up
            });
            let up = |square: &Square| seen_from(side, *square).0;
            let ups = all.iter().map(up);
            let edge = if said == RelativePlace::Straight { ups.max() } else { ups.min() };
            all.retain(|square| Some(up(square)) == edge);
            return all;
        }
        if is_major(position.variant(), kinds) {
            let left = |square: &Square| seen_from(side, *square).1;
            let edge = match said {
                RelativePlace::Left => all.iter().map(left).max(),
                _ => all.iter().map(left).min(),
            };
            all.retain(|square| Some(left(square)) == edge);
        } else {
            all.retain(|square| stands(square) == Some(said));
        }
        all
    }

    /// What JKF's letters say.
    pub(crate) fn from_jkf(letters: &str) -> Self {
        let mut which = Self::default();
        for letter in letters.chars() {
            match letter {
                'L' => which.place = Some(RelativePlace::Left),
                'C' => which.place = Some(RelativePlace::Straight),
                'R' => which.place = Some(RelativePlace::Right),
                'U' => which.way = Some(Way::Up),
                'M' => which.way = Some(Way::Sideways),
                'D' => which.way = Some(Way::Back),
                _ => {}
            }
        }
        which
    }

    fn write(self, text: &mut String) {
        text.push_str(match self.place {
            None => "",
            Some(RelativePlace::Left) => "左",
            Some(RelativePlace::Right) => "右",
            Some(RelativePlace::Straight) => "直",
            Some(RelativePlace::Leap) => "跳",
        });
        text.push_str(match self.way {
            None => "",
            Some(Way::Up) => "上",
            Some(Way::Sideways) => "寄",
            Some(Way::Back) => "引",
        });
    }

    fn read(cursor: &mut Cursor<'_>) -> Self {
        let place = match cursor.peek() {
            Some('左') => Some(RelativePlace::Left),
            Some('右') => Some(RelativePlace::Right),
            Some('直') => Some(RelativePlace::Straight),
            Some('跳') => Some(RelativePlace::Leap),
            _ => None,
        };
        if place.is_some() {
            cursor.next();
        }
        let way = match cursor.peek() {
            Some('上' | '行' | '入') => Some(Way::Up),
            Some('寄') => Some(Way::Sideways),
            Some('引' | '下') => Some(Way::Back),
            _ => None,
        };
        if way.is_some() {
            cursor.next();
        }
        Self { place, way }
    }
}

/// Whether two of the kind are distinguished by left and right of each other: dragons and horses.
fn is_major(variant: Variant, kinds: &[Kind]) -> bool {
    kinds.iter().any(|kind| matches!(variant.piece(*kind).name, "dragon" | "horse"))
}

fn way(from: (i16, i16), to: (i16, i16)) -> Way {
    match to.0.cmp(&from.0) {
        Ordering::Greater => Way::Up,
        Ordering::Equal => Way::Sideways,
        Ordering::Less => Way::Back,
    }
}

fn place(from: (i16, i16), to: (i16, i16)) -> Option<RelativePlace> {
    match from.1.cmp(&to.1) {
        Ordering::Greater => Some(RelativePlace::Left),
        Ordering::Equal => None,
        Ordering::Less => Some(RelativePlace::Right),
    }
}
