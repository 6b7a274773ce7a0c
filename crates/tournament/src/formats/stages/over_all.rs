//! The standings over all stages.

use std::collections::HashSet;

use super::{StageState, Stages};
use crate::{EntryId, Event, Ranking, Remark, RoundCell, Row, formats::PlayersIn};

impl StageState<'_> {
    /// Its players in order, each with a place: of several groups the first of each, and so on.
    pub(super) fn in_order(&self) -> Vec<(usize, &Row)> {
        let players_in = self.stage.format.players_in();
        let rankings = self.standings.of_players(players_in);
        let mut rows: Vec<(usize, &Row)> = Vec::new();
        if players_in == PlayersIn::Beside {
            let n_before = |at: usize| -> usize {
                rankings.iter().map(|ranking| ranking.rows.len().min(at)).sum()
            };
            for ranking in &rankings {
                let of_group = ranking.rows.iter().enumerate();
                rows.extend(of_group.map(|(at, row)| (n_before(at) + 1, row)));
            }
            rows.sort_by_key(|(place, _)| *place);
            return rows;
        }
        for ranking in rankings {
            let before = rows.len();
            rows.extend(ranking.rows.iter().map(|row| (before + row.place, row)));
        }
        rows
    }
}

impl Stages {
    /// Everybody in order: a stage puts the places of its players into a new order.
    pub(super) fn over_all(&self, event: &Event, stages: &[StageState<'_>], over: bool) -> Ranking {
        let mut order: Vec<(usize, EntryId)> = Vec::new();
        for played in stages.iter().filter(|played| played.is_known) {
            let rows = played.in_order();
            let known: HashSet<&EntryId> = order.iter().map(|(_, id)| id).collect();
            let new = rows.iter().filter(|(_, row)| !known.contains(&row.entry)).count();
            let members: HashSet<&EntryId> = rows.iter().map(|(_, row)| &row.entry).collect();
            let mut spots: Vec<usize> =
                (0..order.len()).filter(|at| members.contains(&order[*at].1)).collect();
            drop(known);
            // Who enters here comes in above the others of the stage.
            let at = spots.first().copied().unwrap_or(order.len());
            let blank = (0, EntryId::default());
            order.splice(at..at, std::iter::repeat_n(blank, new));
            spots.iter_mut().for_each(|spot| *spot += new);
            spots.splice(0..0, at..at + new);
            for ((spot, _), (place, row)) in spots.iter().zip(0..).zip(&rows) {
                let place = spots.get(place - 1).map_or(*spot, |spot| *spot) + 1;
                order[*spot] = (place, row.entry.clone());
            }
        }
        let rows = order.into_iter().map(|(place, id)| {
            let remark = if event.entry(&id).is_some_and(|it| it.has_left(event.n_rounds() + 1)) {
                Some(Remark::Withdrawn)
            } else if over {
                (place == 1).then_some(Remark::Champion)
            } else {
                (!self.is_still_in(stages, &id)).then_some(Remark::Eliminated)
            };
            Row { place, remark, ..row(stages, &id) }
        });
        Ranking { rows: rows.collect(), ..Ranking::default() }
    }

    /// Whether there is something left to play for somebody, or may be.
    fn is_still_in(&self, stages: &[StageState<'_>], id: &EntryId) -> bool {
        let has = |played: &&StageState<'_>| played.has(id);
        stages.iter().filter(has).any(|played| {
            if !played.is_known || !played.is_over() {
                let remark = played.row(id).and_then(|row| row.remark);
                return !(played.is_known && remark == Some(Remark::Eliminated));
            }
            false
        })
    }
}

/// What somebody has made in all stages together.
fn row(stages: &[StageState<'_>], id: &EntryId) -> Row {
    let mut all = Row { entry: id.clone(), ..Row::default() };
    for played in stages.iter().filter(|played| played.is_known) {
        let Some(own) = played.row(id) else { continue };
        all.points += own.points;
        all.played += own.played;
        all.wins += own.wins;
        all.draws += own.draws;
        all.losses += own.losses;
        let after = played.part.after as usize;
        if !own.rounds.is_empty() {
            all.rounds.resize(after, RoundCell::Rest);
        }
        all.rounds.extend(own.rounds.iter().cloned());
    }
    all
}
