//! The problems that come with Komadai.

use std::sync::LazyLock;

use crate::{Move, Position, Variant};

/// A problem a line: its number, its plies, how hard it is at first in rating points, its
/// position, its solution, parted by `;`.
const TEXT: &str = include_str!("../../data/tsume.txt");

/// A problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tsume {
    /// Its number, which it keeps for ever.
    pub number: u32,
    /// How many plies it takes.
    pub plies: u32,
    /// How hard it seems before anybody has tried, in rating points.
    pub rating: u32,
    /// Where it starts; the attacker, sente, is to move.
    pub start: Position,
    /// The attacker's moves, each but the last with the longest defence.
    pub solution: Vec<Move>,
}

/// All problems, in the order of their numbers.
pub fn collection() -> &'static [Tsume] {
    static ALL: LazyLock<Vec<Tsume>> = LazyLock::new(|| {
        let lines = TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| read(line).expect("a test reads every line of the file")).collect()
    });
    &ALL
}

fn read(line: &str) -> Option<Tsume> {
    let variant = Variant::standard();
    let mut parts = line.split(';').map(str::trim);
    let mut next = || parts.next();
    Some(Tsume {
        number: next()?.parse().ok()?,
        plies: next()?.parse().ok()?,
        rating: next()?.parse().ok()?,
        start: Position::from_sfen(variant, next()?).ok()?,
        solution: next()?
            .split(' ')
            .map(|usi| Move::from_usi(variant, usi).ok())
            .collect::<Option<_>>()?,
    })
}

/// The problem with that number.
pub fn find(number: u32) -> Option<&'static Tsume> {
    collection().iter().find(|it| it.number == number)
}

/// The problem of a day, counted from 1970-01-01. All come before one comes again, in an order in
/// which neighbours differ.
pub fn of_day(day: u64) -> Option<&'static Tsume> {
    let all = collection();
    let n = all.len() as u64;
    // Prime to every length but its own multiples, so each is met once.
    let place = day.wrapping_mul(STRIDE).checked_rem(n)?;
    all.get(usize::try_from(place).ok()?)
}

/// A prime about the golden section of the collection.
const STRIDE: u64 = 61;
