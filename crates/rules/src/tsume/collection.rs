//! The problems that come with Komadai.

use std::{collections::HashMap, sync::LazyLock};

use super::{PLIES_MAX, Theme, position_key, themes};
use crate::{Move, Position, Variant};

/// The problems of each variant that has some; the order is that of their numbers. A problem a
/// line: its number, its plies, how hard it is at first in rating points, its position, its
/// solution, parted by `;`.
///
/// Dobutsu, check and chu shogi have none: no mate ends their games, but the lion taken, the first
/// check, the last royal taken.
const TEXTS: &[(&str, &str)] = &[
    ("standard", include_str!("../../data/tsume/standard.txt")),
    ("minishogi", include_str!("../../data/tsume/minishogi.txt")),
    ("kyoto", include_str!("../../data/tsume/kyoto.txt")),
    ("annan", include_str!("../../data/tsume/annan.txt")),
    ("tori", include_str!("../../data/tsume/tori.txt")),
    ("gorogoro_plus", include_str!("../../data/tsume/gorogoro_plus.txt")),
    ("cannon", include_str!("../../data/tsume/cannon.txt")),
    ("heian_dai", include_str!("../../data/tsume/heian_dai.txt")),
    ("sho", include_str!("../../data/tsume/sho.txt")),
];

/// How many numbers are kept for each variant. All problems have different numbers, so that an
/// attempt is told by its number alone; shogi's begin at 1, those of the next at this and 1.
pub const NUMBERS_OF_A_VARIANT: u32 = 10_000;

/// The numbers of problems that players have composed begin after this one.
pub const COMPOSED_AFTER: u32 = 500_000;

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
    /// What the solution shows, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
}

impl Tsume {
    /// A problem of shogi that a player has composed.
    pub fn composed(number: u32, start: Position, solution: Vec<Move>) -> Self {
        let plies = u32::try_from(solution.len()).unwrap_or(u32::MAX);
        let themes = themes(&start, &solution);
        Self { number, plies, rating: usual_rating(plies), start, solution, themes }
    }

    /// Its number among those of its variant, from 1; one that a player has composed has no other
    /// than its own.
    pub fn place(&self) -> u32 {
        if self.number > COMPOSED_AFTER { self.number } else { self.number % NUMBERS_OF_A_VARIANT }
    }
}

/// How hard problems of so many plies are at first, by those of shogi in the collection.
pub fn usual_rating(plies: u32) -> u32 {
    let (few, more) = (plies.min(5), plies.saturating_sub(5).min(PLIES_MAX));
    // What is longer than five plies has defences that are seen late.
    let late = if more > 0 { 80 } else { 0 };
    360 + 260 * few + late + 80 * more
}

/// All problems by variant, in the order of their numbers.
fn all() -> &'static [(Variant, Vec<Tsume>)] {
    static ALL: LazyLock<Vec<(Variant, Vec<Tsume>)>> = LazyLock::new(|| {
        let read_all = |&(name, text): &(&str, &str)| {
            let variant = Variant::from_name(name).expect("a test reads every file");
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let problems = lines.map(|line| read(variant, line));
            (variant, problems.map(|it| it.expect("a test reads every line")).collect())
        };
        TEXTS.iter().map(read_all).collect()
    });
    &ALL
}

/// The variants that have problems, shogi first.
pub fn variants() -> impl ExactSizeIterator<Item = Variant> {
    all().iter().map(|(variant, _)| *variant)
}

/// The problems of a variant, in the order of their numbers.
pub fn collection(variant: Variant) -> &'static [Tsume] {
    all().iter().find(|(it, _)| *it == variant).map_or(&[], |(_, problems)| problems)
}

fn read(variant: Variant, line: &str) -> Option<Tsume> {
    let mut parts = line.split(';').map(str::trim);
    let mut next = || parts.next();
    let [number, plies, rating] = [next()?, next()?, next()?].map(|text| text.parse().ok());
    let start = Position::from_sfen(variant, next()?).ok()?;
    let moves = next()?.split(' ').map(|usi| Move::from_usi(variant, usi).ok());
    let solution = moves.collect::<Option<Vec<_>>>()?;
    let themes = themes(&start, &solution);
    Some(Tsume { number: number?, plies: plies?, rating: rating?, start, solution, themes })
}

/// The problem with that number.
pub fn find(number: u32) -> Option<&'static Tsume> {
    all().iter().flat_map(|(_, problems)| problems).find(|it| it.number == number)
}

/// The problem of the collection that begins like this, or like its mirror image.
pub fn same_as(position: &Position) -> Option<&'static Tsume> {
    static BY_KEY: LazyLock<HashMap<String, &Tsume>> = LazyLock::new(|| {
        let all = all().iter().filter(|(variant, _)| *variant == Variant::standard());
        all.flat_map(|(_, problems)| problems).map(|it| (position_key(&it.start), it)).collect()
    });
    let is_standard = position.variant() == Variant::standard();
    BY_KEY.get(&position_key(position)).copied().filter(|_| is_standard)
}
