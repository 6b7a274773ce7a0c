//! What pairing looks at in one who is present.

use komadai_rules::Side;

use crate::{
    Event, Points, Table,
    pairing::PairingRules,
    table::{Cell, Contestant},
};

/// Somebody to be paired.
#[derive(Clone, Debug)]
pub(crate) struct Contender<'t> {
    /// Index in the table.
    pub(crate) index: usize,
    pub(crate) one: &'t Contestant,
    /// Start score and points, in half points.
    pub(crate) score: i64,
    /// Games as sente less games as gote.
    pub(crate) balance: i32,
    /// The sides of the games so far, the latest last.
    pub(crate) history: Vec<Side>,
    /// How it floated in the last round, and in the one before.
    pub(crate) floats: [Float; 2],
    pub(crate) without_playing: i32,
}

/// Whether somebody met a lower or a higher score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Float {
    #[default]
    None,
    /// Met a lower score, or did not play at all.
    Down,
    /// Met a higher score.
    Up,
}

/// Everybody who is to be paired in that round, the highest score first, then the seeding. The upper
/// part of the seeding has a lead in accelerated rounds.
pub(crate) fn field<'t>(
    event: &Event,
    table: &'t Table,
    round: u32,
    rules: &PairingRules,
) -> Vec<Contender<'t>> {
    let mut field: Vec<Contender<'t>> = event
        .entries
        .iter()
        .filter(|entry| entry.takes_part(round))
        .filter_map(|entry| Contender::new(table, table.index(&entry.id)?))
        .collect();
    let n_leading = rules.n_leading(table.len());
    for contender in field.iter_mut().filter(|contender| contender.one.number < n_leading) {
        contender.score += rules.lead(round);
    }
    field.sort_by_key(|contender| (-contender.score, contender.one.number));
    field
}

impl<'t> Contender<'t> {
    fn new(table: &'t Table, index: usize) -> Option<Self> {
        let one = table.contestants.get(index)?;
        let history: Vec<Side> = one.cells.iter().filter_map(side_played).collect();
        let sente = history.iter().filter(|side| **side == Side::Sente).count();
        let mut floats = [Float::None; 2];
        for (float, round) in floats.iter_mut().zip((0..one.cells.len()).rev()) {
            *float = float_in(table, one, round);
        }
        Some(Self {
            index,
            one,
            score: one.score().as_halves(),
            balance: sente as i32 * 2 - history.len() as i32,
            history,
            floats,
            without_playing: one.without_playing(&table.scoring) as i32,
        })
    }
}

/// The side of a game in which sides mean something.
fn side_played(cell: &Cell) -> Option<Side> {
    let (meeting, verdict) = cell.decided()?;
    (verdict.was_played() && !meeting.handicap).then_some(meeting.side)
}

fn float_in(table: &Table, one: &Contestant, round: usize) -> Float {
    let own = one.score_before(round);
    let met = one.cells.get(round).and_then(Cell::decided).and_then(|(meeting, verdict)| {
        let opponent = table.contestants.get(meeting.opponent)?;
        verdict.was_played().then(|| opponent.score_before(round))
    });
    match met.map(|other: Points| own.cmp(&other)) {
        None | Some(std::cmp::Ordering::Greater) => Float::Down,
        Some(std::cmp::Ordering::Less) => Float::Up,
        Some(std::cmp::Ordering::Equal) => Float::None,
    }
}
