//! Betza's notation for how a piece moves, as far as shogi needs it.
//!
//! A piece is a row of atoms, each with the directions it may take written before it:
//!
//! | atom | moves |
//! |---|---|
//! | `W` `F` | one step along a line, one step on a diagonal |
//! | `D` `A` | a jump of two along a line, of two on a diagonal |
//! | `N` | a jump of one and two |
//! | `R` `B` | any number of steps along a line, on a diagonal |
//! | `K` `Q` | `WF`, `RB` |
//!
//! `WW` and `FF` say `R` and `B`; a number limits how far, so `R3` goes one to three squares.
//! Directions are `f b l r`, `v` for `fb` and `s` for `lr`. On a diagonal `f` means both forward
//! diagonals and `fl` the left one. Of a knight's jumps `f` means the four forward ones, `ff` the
//! two that go further forward, `fs` the two that go further sideways, and so for the others.
//! Before the directions `m` says that it only moves, `c` that it only takes, and `p` that it hops
//! over exactly one piece, which `mRcpR` (the cannon of xiangqi) shows; these are for lines and
//! single steps. Riders along a knight's line are not in it.

use crate::square::SIZE_MAX;

/// How far a slide goes when nothing limits it.
pub(crate) const UNLIMITED: u8 = SIZE_MAX;

/// What a piece can do on an empty board. Vectors are (to the right, forward) as its side sees it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Moves {
    /// Jumps and single steps, sorted.
    pub(crate) steps: Vec<(i8, i8)>,
    /// Lines with how many squares they go, at least two; sorted.
    pub(crate) slides: Vec<((i8, i8), u8)>,
    /// Lines along which it only moves, only takes, or hops; sorted.
    pub(crate) specials: Vec<SpecialMoves>,
}

/// A line along which a piece only moves, only takes, or hops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SpecialMoves {
    pub(crate) vector: (i8, i8),
    /// How many squares it goes at most.
    pub(crate) range: u8,
    /// Over exactly one piece, which is not taken.
    pub(crate) hops: bool,
    /// To empty squares.
    pub(crate) moves: bool,
    /// To squares where a piece is taken.
    pub(crate) takes: bool,
}

/// A text that is not Betza notation as read here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BetzaError {
    /// A character that is no atom.
    #[error("{0:?} is no move that is known here")]
    Atom(char),
    /// Directions that do not go with the atom after them.
    #[error("these directions do not go with {0:?}")]
    Directions(char),
    /// A limit of nought, or one on a jump.
    #[error("{0:?} cannot be limited to that many squares")]
    Range(char),
    /// Nothing, or directions without an atom.
    #[error("the move has no atom at its end")]
    NoAtom,
}

/// Reads a piece's moves.
pub(crate) fn parse(text: &str) -> Result<Moves, BetzaError> {
    let mut moves = Moves::default();
    let mut rest = text.chars().peekable();
    if text.is_empty() {
        return Err(BetzaError::NoAtom);
    }
    while rest.peek().is_some() {
        let mut directions = String::new();
        while let Some(sign) = rest.next_if(char::is_ascii_lowercase) {
            directions.push(sign);
        }
        let [m, c, p] = ['m', 'c', 'p'].map(|sign| directions.contains(sign));
        directions.retain(|sign| !matches!(sign, 'm' | 'c' | 'p'));
        let atom = rest.next().ok_or(BetzaError::NoAtom)?;
        let doubled = matches!(atom, 'W' | 'F') && rest.next_if_eq(&atom).is_some();
        let mut limit = String::new();
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            limit.push(digit);
        }
        let limit = match limit.as_str() {
            "" => None,
            digits => match digits.parse::<u8>() {
                Ok(n) if n > 0 => Some(n.min(UNLIMITED)),
                _ => return Err(BetzaError::Range(atom)),
            },
        };
        let bases: &[(Vector, bool)] = match atom {
            'W' if doubled => &[((0, 1), true)],
            'F' if doubled => &[((1, 1), true)],
            'W' => &[((0, 1), false)],
            'F' => &[((1, 1), false)],
            'D' => &[((0, 2), false)],
            'A' => &[((2, 2), false)],
            'N' => &[((1, 2), false)],
            'R' => &[((0, 1), true)],
            'B' => &[((1, 1), true)],
            'K' => &[((0, 1), false), ((1, 1), false)],
            'Q' => &[((0, 1), true), ((1, 1), true)],
            _ => return Err(BetzaError::Atom(atom)),
        };
        for &(base, slides) in bases {
            let vectors = choose(base, &directions).ok_or(BetzaError::Directions(atom))?;
            let range = match (slides, limit) {
                (true, limit) => limit.unwrap_or(UNLIMITED),
                // `W3` is the usual way to write a short rook.
                (false, Some(n)) if base.0.max(base.1) == 1 => n,
                (false, Some(_)) => return Err(BetzaError::Range(atom)),
                (false, None) => 1,
            };
            let is_line = base.0.max(base.1) == 1;
            if (m || c || p) && !is_line {
                return Err(BetzaError::Directions(atom));
            }
            for vector in vectors {
                if m != c || p {
                    let (moves_only, takes_only) = (m && !c, c && !m);
                    moves.specials.push(SpecialMoves {
                        vector,
                        range,
                        hops: p,
                        moves: !takes_only,
                        takes: !moves_only,
                    });
                } else if range == 1 {
                    moves.steps.push(vector);
                } else {
                    moves.slides.push((vector, range));
                }
            }
        }
    }
    tidy(&mut moves);
    Ok(moves)
}

type Vector = (i8, i8);

/// Takes out what is said twice: the longer slide wins, and a step that a slide covers goes.
fn tidy(moves: &mut Moves) {
    moves.slides.sort_by_key(|&(vector, range)| (vector, std::cmp::Reverse(range)));
    moves.slides.dedup_by_key(|&mut (vector, _)| vector);
    let slides = &moves.slides;
    moves.steps.retain(|step| slides.iter().all(|(vector, _)| vector != step));
    moves.steps.sort_unstable();
    moves.steps.dedup();
    moves.specials.sort_unstable();
    moves.specials.dedup();
}

/// The vectors of an atom that the directions before it choose; `None` if they make no sense.
fn choose((a, b): Vector, directions: &str) -> Option<Vec<Vector>> {
    let mut all = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !all.contains(&(x, y)) {
                all.push((x, y));
            }
        }
    }
    if directions.is_empty() {
        return Some(all);
    }
    let mut chosen = Vec::new();
    let mut rest = directions;
    while let Some(first) = rest.chars().next() {
        // The longest word that means something here is the one that is meant.
        let pair = rest.get(..2).map(|pair| (2, matching(&all, pair)));
        let single = (1, matching(&all, &rest[..first.len_utf8()]));
        let (taken, vectors) = match pair {
            Some((n, vectors)) if !vectors.is_empty() => (n, vectors),
            _ => single,
        };
        if vectors.is_empty() {
            return None;
        }
        chosen.extend(vectors);
        rest = &rest[taken..];
    }
    Some(chosen)
}

/// The vectors one direction word means: none when the word means nothing for this atom.
fn matching(all: &[Vector], word: &str) -> Vec<Vector> {
    let line = all.iter().any(|&(x, y)| x == 0 || y == 0);
    let jump = all.len() == 8;
    all.iter()
        .copied()
        .filter(|&(x, y)| {
            let far = y.abs() > x.abs();
            match word {
                "f" => y > 0,
                "b" => y < 0,
                "l" => x < 0,
                "r" => x > 0,
                "v" => y != 0,
                "s" => x != 0,
                "fl" if !line && !jump => y > 0 && x < 0,
                "fr" if !line && !jump => y > 0 && x > 0,
                "bl" if !line && !jump => y < 0 && x < 0,
                "br" if !line && !jump => y < 0 && x > 0,
                "ff" if jump => y > 0 && far,
                "fs" if jump => y > 0 && !far,
                "bb" if jump => y < 0 && far,
                "bs" if jump => y < 0 && !far,
                "ll" if jump => x < 0 && !far,
                "rr" if jump => x > 0 && !far,
                _ => false,
            }
        })
        .collect()
}
