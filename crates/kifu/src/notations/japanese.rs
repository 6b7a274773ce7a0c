//! Japanese: 2四飛, 5三桂左成, 2一銀不成, 同歩, 5五角打.
//!
//! Where several pieces of a kind can reach a square, it is said which of them moves: by how it
//! moves (上 up, 寄 sideways, 引 back) if no other moves so, else by where it stands (左, 右, and 直
//! straight below), else by both. Dragons and horses are never 直: of two, one is 左 and one 右.
//! 打 is said only where a piece on the board could go there too (§5).

use std::cmp::Ordering;

use komadai_rules::{Kind, Move, Position, Square, Variant};

use super::{Def, Said, could_promote, moved, reach, seen_from};
use crate::{
    board::wide_digit,
    cursor::{Cursor, digit, is_blank, kanji_count},
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
    let to = mv.to();
    let mut text = match (last == Some(to), style.is_wide) {
        (true, true) => "同　".to_owned(),
        (true, false) => "同".to_owned(),
        (false, true) => format!("{}{}", wide_digit(to.file()), kanji_count(to.rank())),
        (false, false) => format!("{}{}", to.file(), kanji_count(to.rank())),
    };
    text += &(style.name)(position.variant(), kind);
    let rivals = reach(position, kind, to);
    match mv.from() {
        None => {
            if !rivals.is_empty() {
                text.push('打');
            }
        }
        Some(from) => {
            let which = Which::of(from, &rivals, position, kind, to);
            which.write(&mut text);
            if mv.promotes() {
                text.push('成');
            } else if could_promote(position, mv) {
                text += "不成";
            }
            if which.choose(rivals, position, kind, to) != [from] {
                // More pieces of a kind than a set has: no words tell them apart.
                text += &format!("({}{})", from.file(), from.rank());
            }
        }
    }
    text
}

/// Which piece moves, in the letters of JKF: `LU` for 左上, `H` for 打.
pub(crate) fn relative(position: &Position, mv: Move) -> String {
    let Some(kind) = moved(position, mv) else { return String::new() };
    let rivals = reach(position, kind, mv.to());
    let mut words = String::new();
    match mv.from() {
        None if rivals.is_empty() => {}
        None => words.push('打'),
        Some(from) => Which::of(from, &rivals, position, kind, mv.to()).write(&mut words),
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
) -> Option<Said> {
    let variant = position.variant();
    cursor.next_if(|sign| matches!(sign, '▲' | '△' | '▼' | '▽' | '☗' | '☖'));
    cursor.skip_blanks();
    let mut to = read_square(cursor, variant);
    cursor.skip_blanks();
    if cursor.eat("同") {
        to = to.or(last);
    }
    let to = to?;
    cursor.skip_blanks();
    let kind = words::read_piece(cursor, variant)?;
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
    Some(Said { kind, to, from, via: None, drops, promotes, which })
}

fn read_square(cursor: &mut Cursor<'_>, variant: Variant) -> Option<Square> {
    let mut ahead = *cursor;
    let file = ahead.next().and_then(digit)?;
    ahead.take_while(is_blank);
    let rank = ahead.next().and_then(digit)?;
    let square = Square::new(file, rank).filter(|square| variant.has(*square))?;
    *cursor = ahead;
    Some(square)
}

/// Which of several pieces moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Which {
    place: Option<Place>,
    way: Option<Way>,
}

/// Where the piece stands, seen from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Left,
    Right,
    /// Straight below where it goes.
    Straight,
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

    /// What must be said when one of these pieces moves.
    fn of(from: Square, all: &[Square], position: &Position, kind: Kind, to: Square) -> Self {
        let side = position.turn();
        let others: Vec<_> = all.iter().copied().filter(|other| *other != from).collect();
        if others.is_empty() {
            return Self::default();
        }
        let way = |square| way(seen_from(side, square), seen_from(side, to));
        let place = |square| place(seen_from(side, square), seen_from(side, to));
        let own = way(from);
        let alike: Vec<_> = others.iter().copied().filter(|other| way(*other) == own).collect();
        if alike.is_empty() {
            return Self { place: None, way: Some(own) };
        }
        if is_major(position.variant(), kind) {
            // One is left of the other, wherever the square is.
            let left = |square| seen_from(side, square).1;
            let is_left = alike.iter().all(|other| left(from) > left(*other));
            let place = if is_left { Place::Left } else { Place::Right };
            return Self { place: Some(place), way: None };
        }
        match place(from) {
            Some(place) => {
                let is_shared = others.iter().any(|other| {
                    self::place(seen_from(side, *other), seen_from(side, to)) == Some(place)
                });
                Self { place: Some(place), way: is_shared.then_some(own) }
            }
            None if own == Way::Up => Self { place: Some(Place::Straight), way: None },
            None => Self { place: None, way: Some(own) },
        }
    }

    /// Those of the pieces of which this can be said.
    pub(crate) fn choose(
        self,
        mut all: Vec<Square>,
        position: &Position,
        kind: Kind,
        to: Square,
    ) -> Vec<Square> {
        let side = position.turn();
        if let Some(said) = self.way {
            all.retain(|square| way(seen_from(side, *square), seen_from(side, to)) == said);
        }
        let Some(said) = self.place else { return all };
        let stands = |square: &Square| place(seen_from(side, *square), seen_from(side, to));
        if said == Place::Straight {
            all.retain(|square| {
                stands(square).is_none()
                    && way(seen_from(side, *square), seen_from(side, to)) == Way::Up
            });
            return all;
        }
        if is_major(position.variant(), kind) {
            let left = |square: &Square| seen_from(side, *square).1;
            let edge = match said {
                Place::Left => all.iter().map(left).max(),
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
                'L' => which.place = Some(Place::Left),
                'C' => which.place = Some(Place::Straight),
                'R' => which.place = Some(Place::Right),
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
            Some(Place::Left) => "左",
            Some(Place::Right) => "右",
            Some(Place::Straight) => "直",
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
            Some('左') => Some(Place::Left),
            Some('右') => Some(Place::Right),
            Some('直') => Some(Place::Straight),
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

/// Whether two of the kind are told apart by left and right of each other: dragons and horses.
fn is_major(variant: Variant, kind: Kind) -> bool {
    matches!(variant.piece(kind).name, "dragon" | "horse")
}

fn way(from: (i16, i16), to: (i16, i16)) -> Way {
    match to.0.cmp(&from.0) {
        Ordering::Greater => Way::Up,
        Ordering::Equal => Way::Sideways,
        Ordering::Less => Way::Back,
    }
}

fn place(from: (i16, i16), to: (i16, i16)) -> Option<Place> {
    match from.1.cmp(&to.1) {
        Ordering::Greater => Some(Place::Left),
        Ordering::Equal => None,
        Ordering::Less => Some(Place::Right),
    }
}
