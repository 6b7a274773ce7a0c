//! What is asked of a position, and what is answered.

use std::collections::BTreeMap;

use komadai_rules::{Move, Side};

use crate::{
    BAND_EDGES, Facts, KEPT, Month, NO_SPEED, Outcome, PositionStats, Posting,
    facts::step_sum,
    tally::{newest_first, strongest_first},
};

/// So many games are shown, of the newest and of the strongest each.
pub const GAMES_SHOWN: usize = KEPT;

/// Which games are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Bands, a bit each.
    bands: u16,
    /// Speeds, a bit each.
    speeds: u8,
    from: Month,
    until: Month,
}

impl Default for Filter {
    /// All of them.
    fn default() -> Self {
        Self { bands: u16::MAX, speeds: u8::MAX, from: Month::FIRST, until: Month::LAST }
    }
}

impl Filter {
    /// Those whose players' average rating is at least `from`, and less than `until`; both are
    /// among [`BAND_EDGES`]. Games that are not rated are none of them.
    pub fn rated(self, from: Option<u32>, until: Option<u32>) -> Option<Self> {
        if from.is_none() && until.is_none() {
            return Some(self);
        }
        let place = |edge| BAND_EDGES.iter().position(|&it| it == edge);
        let first = from.map_or(Some(1), |edge| Some(place(edge)? + 2))?;
        let end = until.map_or(Some(16), |edge| Some(place(edge)? + 2))?;
        let bands = (first..end).fold(0, |bands, band| bands | 1 << band);
        Some(Self { bands, ..self })
    }

    /// Those with one of these speeds, by their places.
    pub fn speeds(self, speeds: impl IntoIterator<Item = u8>) -> Self {
        let speeds = speeds.into_iter().fold(0, |all, speed| all | 1 << speed.min(NO_SPEED));
        Self { speeds, ..self }
    }

    /// Those of these months and the ones between.
    pub fn months(self, from: Option<Month>, until: Option<Month>) -> Self {
        let (from, until) = (from.unwrap_or(self.from), until.unwrap_or(self.until));
        Self { from, until, ..self }
    }

    fn takes(&self, band: u8, speed: u8, month: Month) -> bool {
        self.bands >> band & 1 == 1
            && self.speeds >> speed & 1 == 1
            && (self.from..=self.until).contains(&month)
    }

    /// Whether a game is one of them.
    pub fn has(&self, facts: Facts) -> bool {
        self.takes(facts.band(), facts.speed, facts.month)
    }
}

/// How some games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub sente: u64,
    pub gote: u64,
    pub draws: u64,
    /// The ratings of those that were rated.
    rating_sum: u64,
    n_rated: u64,
    /// The last month in which there was one.
    pub last: Option<Month>,
}

impl Counts {
    /// All of them.
    pub fn n_games(&self) -> u64 {
        self.sente + self.gote + self.draws
    }

    /// How many that side won.
    pub fn won(&self, side: Side) -> u64 {
        match side {
            Side::Sente => self.sente,
            Side::Gote => self.gote,
        }
    }

    /// The average rating, where any of them was rated.
    pub fn rating(&self) -> Option<u32> {
        let sum = step_sum(self.rating_sum) + self.n_rated / 2;
        (sum.checked_div(self.n_rated)).map(|rating| rating as u32)
    }

    fn add(&mut self, other: &Self) {
        self.sente += other.sente;
        self.gote += other.gote;
        self.draws += other.draws;
        self.rating_sum += other.rating_sum;
        self.n_rated += other.n_rated;
        self.last = self.last.max(other.last);
    }
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveCounts {
    pub mv: Move,
    pub counts: Counts,
}

/// What was played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// All games.
    pub total: Counts,
    /// The moves, those of most games first.
    pub moves: Vec<MoveCounts>,
    /// The newest games of those that are known one by one.
    pub newest: Vec<Posting>,
    /// The strongest of them.
    pub strongest: Vec<Posting>,
}

impl PositionStats {
    /// What was played, by the games that the filter takes. Games that are known by their numbers
    /// alone must have been [resolved](PositionStats::resolve); they are not counted.
    pub fn answer(&self, filter: &Filter) -> Answer {
        let mut moves: BTreeMap<Move, Counts> = BTreeMap::new();
        for (key, cell) in &self.tally.cells {
            if !filter.takes(key.band, key.speed, key.month) {
                continue;
            }
            let n_rated = if key.band == 0 { 0 } else { cell.n_games() };
            moves.entry(key.mv).or_default().add(&Counts {
                sente: cell.sente,
                gote: cell.gote,
                draws: cell.draws,
                rating_sum: cell.rating_sum,
                n_rated,
                last: Some(key.month),
            });
        }
        let mut games: Vec<Posting> = Vec::new();
        for posting in &self.postings {
            let facts = posting.facts;
            if !filter.has(facts) {
                continue;
            }
            let is = |outcome| u64::from(facts.outcome == outcome);
            moves.entry(posting.mv).or_default().add(&Counts {
                sente: is(Outcome::Sente),
                gote: is(Outcome::Gote),
                draws: is(Outcome::Draw),
                rating_sum: facts.rating.into(),
                n_rated: u64::from(facts.rating > 0),
                last: Some(facts.month),
            });
            games.push(*posting);
        }
        games.extend(self.tally.kept.iter().filter(|it| filter.has(it.facts)));
        let mut total = Counts::default();
        for counts in moves.values() {
            total.add(counts);
        }
        let mut moves: Vec<_> =
            moves.into_iter().map(|(mv, counts)| MoveCounts { mv, counts }).collect();
        moves.sort_by_key(|it| std::cmp::Reverse(it.counts.n_games()));
        games.sort_unstable_by_key(newest_first);
        let newest = games.iter().copied().take(GAMES_SHOWN).collect();
        games.retain(|it| it.facts.rating > 0);
        games.sort_unstable_by_key(strongest_first);
        games.truncate(GAMES_SHOWN);
        Answer { total, moves, newest, strongest: games }
    }
}
