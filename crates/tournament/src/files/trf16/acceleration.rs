//! Points that stand for pairing only: the start scores of a McMahon, or an acceleration of the
//! first players of a Swiss. `XXA` has those of a player, `250` those of a range of players, and the
//! code of a tournament in `192` ends in `BAKU` where the Baku method gives them.

use std::collections::BTreeMap;

use crate::{
    Points,
    files::{FileError, points},
    pairing::PairingRules,
};

/// The most lines `250`: methods in use have two or three.
const RANGES_MAX: usize = 100;

/// Those of every player by number.
#[derive(Clone, Debug, Default)]
pub(super) struct PairingPoints {
    each: BTreeMap<u32, Vec<Points>>,
    /// Whether the Baku method gives them, where no line does.
    is_baku: bool,
    /// How many lines have given them to a range.
    n_ranges: usize,
    /// The last line that has given any.
    at: usize,
}

/// What they come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The first of the seeding are paired as if they had more; in no round usually.
    Acceleration(PairingRules),
    /// Start scores by number.
    Starts(BTreeMap<u32, Points>),
}

impl PairingPoints {
    /// Reads a line `XXA`: columns of five for every round, or words.
    pub(super) fn read_player(&mut self, at: usize, line: &str) -> Result<(), FileError> {
        let read = in_columns(line).or_else(|| in_words(line));
        let (number, each) = read.ok_or_else(|| {
            FileError::line(at, "write `XXA`, a player's number, and points for every round")
        })?;
        self.at = at;
        self.each.entry(number).or_default().extend(each);
        Ok(())
    }

    /// Reads a line `250`: points, the first and the last round, the first and the last player,
    /// each of which `numbers` has.
    pub(super) fn read_range(
        &mut self,
        at: usize,
        rest: &str,
        numbers: &[u32],
        n_rounds: usize,
    ) -> Result<(), FileError> {
        self.n_ranges += 1;
        if self.n_ranges > RANGES_MAX {
            return Err(FileError::line(at, format!("more than {RANGES_MAX} lines `250`")));
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        let wrong = || {
            let message = "write `250`, points, the first and the last round, and the first and \
                           the last player";
            FileError::line(at, message)
        };
        // The points of a match come first where there are any.
        let [before @ .., given, first, last, from, to] = words.as_slice() else {
            return Err(wrong());
        };
        if before.len() > 1 {
            return Err(wrong());
        }
        let whole = |word: &str| word.parse::<u32>().map_err(|_| wrong());
        let (first, last) = (whole(first)?.max(1) as usize, whole(last)? as usize);
        let (from, to) = (whole(from)?, whole(to)?);
        let given = points(given).ok_or_else(wrong)?;
        self.at = at;
        for number in numbers.iter().filter(|number| (from..=to).contains(number)) {
            let each = self.each.entry(*number).or_default();
            each.resize(each.len().max(n_rounds), Points::ZERO);
            let rounds = each.iter_mut().take(last).skip(first - 1);
            rounds.for_each(|points| *points = given);
        }
        Ok(())
    }

    /// Reads the code of a tournament.
    pub(super) fn read_code(&mut self, code: &str) {
        self.is_baku = code.to_ascii_uppercase().ends_with("BAKU");
    }

    /// What they come to; `numbers` has the players, the strongest first.
    pub(super) fn meaning(
        mut self,
        numbers: &[u32],
        n_played: usize,
        n_rounds: usize,
    ) -> Result<Meaning, FileError> {
        let baku = n_rounds.div_ceil(2) as u32;
        let none = Meaning::Acceleration(PairingRules::default());
        if self.each.is_empty() && !self.is_baku {
            return Ok(none);
        }
        if self.each.is_empty() {
            let rules = PairingRules { accelerated: baku, ..PairingRules::default() };
            return Ok(Meaning::Acceleration(rules));
        }
        self.each.retain(|_, each| each.iter().any(|points| *points != Points::ZERO));
        let is_start = |each: &Vec<Points>| {
            each.len() >= n_rounds && each.iter().all(|points| Some(points) == each.first())
        };
        if !self.each.is_empty() && self.each.values().all(is_start) {
            let starts = self.each.iter();
            let starts = starts.filter_map(|(number, each)| Some((*number, *each.first()?)));
            return Ok(Meaning::Starts(starts.collect()));
        }
        if let Some((accelerated_players, each)) = self.of_first(numbers) {
            let rules = |accelerated| PairingRules {
                accelerated,
                accelerated_players,
                ..PairingRules::default()
            };
            let is_so = |rules: &PairingRules| {
                let lead = |round| Points::halves(rules.lead(round));
                (1..).zip(each).all(|(round, points)| *points == lead(round))
            };
            let mut possible = [baku].into_iter().chain(1..=n_rounds as u32).map(rules);
            if let Some(rules) = possible.find(is_so) {
                return Ok(Meaning::Acceleration(rules));
            }
        }
        let mut ahead = self.each.values().flat_map(|each| each.iter().skip(n_played));
        if ahead.any(|points| *points != Points::ZERO) {
            let message = "these points for pairing are neither start scores nor an acceleration \
                           of the first players: leave them out";
            return Err(FileError::line(self.at, message));
        }
        // Whatever it was, it is over.
        Ok(none)
    }

    /// The points of the first players, where these have the same and nobody else any; and how
    /// many they are, if not the usual number.
    fn of_first(&self, numbers: &[u32]) -> Option<(Option<u32>, &Vec<Points>)> {
        let (first, others) = numbers.split_at_checked(self.each.len())?;
        let points = self.each.get(first.first()?)?;
        let is_so = first.iter().all(|number| self.each.get(number) == Some(points))
            && others.iter().all(|number| !self.each.contains_key(number));
        let is_usual = first.len() == PairingRules::default().n_leading(numbers.len());
        is_so.then_some(((!is_usual).then_some(first.len() as u32), points))
    }
}

fn in_columns(line: &str) -> Option<(u32, Vec<Points>)> {
    let signs: Vec<char> = line.trim_end().chars().collect();
    let text = |from: usize, to: usize| -> String {
        signs.get(from..to.min(signs.len())).unwrap_or_default().iter().collect()
    };
    let number = text(4, 8).trim().parse().ok()?;
    let starts = (8..signs.len()).step_by(5);
    let read = |from: usize| match (signs.get(from), text(from + 1, from + 5).trim()) {
        (Some(' '), "") => Some(Points::ZERO),
        (Some(' '), word) => points(word),
        _ => None,
    };
    Some((number, starts.map(read).collect::<Option<_>>()?))
}

fn in_words(line: &str) -> Option<(u32, Vec<Points>)> {
    let mut words = line.split_whitespace().skip(1);
    let number = words.next()?.parse().ok()?;
    Some((number, words.map(points).collect::<Option<_>>()?))
}
