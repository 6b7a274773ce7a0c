//! Title match: holder and challenger play until one has won the majority (§3.7).
//!
//! The challenger may come out of another event: until it is known only the holder is entered,
//! and the format waits. [`challenger`] picks it from that event's standings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Event, Fault, Game, Match, Next, Points, Problems, Ranking, Remark, Row, Standings,
    Wait,
    bracket::cell,
    check,
    formats::{Format, single_elimination::Odd},
    series::{Series, SeriesVerdict},
    table::Verdict,
};

/// The settings of a title match.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TitleMatch {
    /// The number of games: the majority wins, and draws add games.
    best_of: Odd,
    /// The title holder, who plays 王; if absent, the player with the better seed.
    #[serde(default)]
    holder: Option<EntryId>,
    /// A description of where the challenger comes from.
    #[serde(default)]
    challenger_from: String,
}

/// All games of the match stand in it.
const SLOT: &str = "match";

/// The challenger that an event brings forth, if it is over: the best who does not hold the
/// title already.
pub fn challenger<'s>(standings: &'s Standings, holder: &EntryId) -> Option<&'s EntryId> {
    let rows = &standings.rankings.first().filter(|_| standings.over)?.rows;
    rows.iter().map(|row| &row.entry).find(|entry| *entry != holder)
}

impl Format for TitleMatch {
    fn check(&self, event: &Event, problems: &mut Problems) {
        check::no_orders(event, problems);
        if self.holder(event).is_none() {
            let message = match &self.holder {
                Some(holder) => format!("`{holder}` is not entered"),
                None => "it is not said who holds the title".to_owned(),
            };
            problems.add(Fault::Holder, "format.holder", message);
        }
        if event.entries.len() > 2 {
            problems.add(Fault::TooMany, "entries", "a title match is between two");
        }
        for (n, game) in event.games.iter().enumerate() {
            if game.slot.as_deref() != Some(SLOT) {
                problems.add(Fault::Slot, format!("games[{n}]"), format!("its slot is `{SLOT}`"));
            }
        }
    }

    fn next(&self, event: &Event, _at_ms: u64) -> Next {
        let (Some(holder), Some(challenger)) = (self.holder(event), self.challenger(event)) else {
            return Next::wait(Wait::Challenger { from: self.challenger_from.clone() });
        };
        let series = self.series(event);
        if series.is_pending() {
            let pending = series.games.iter().filter(|(_, outcome)| outcome.is_none());
            let games = pending.map(|(game, _)| game.key.clone()).collect();
            return Next::wait(Wait::Games { games });
        }
        if self.verdict(event, &series, [holder, challenger]) != SeriesVerdict::Open {
            return Next::over();
        }
        let game = series.next_game(event, SLOT, holder, challenger);
        // In the first game it is always furigoma, tossed for the holder.
        let toss = series.games.is_empty() && game.handicap.is_none();
        let (sente, gote) = if toss {
            (holder.clone(), challenger.clone())
        } else {
            (game.sente.clone(), game.gote.clone())
        };
        let round = series.games.len() as u32 + 1;
        Next::open(
            vec![Game { round, board: 1, sente, gote, toss, ..game }],
            Vec::new(),
            Vec::new(),
        )
    }

    fn standings(&self, event: &Event) -> Standings {
        let series = self.series(event);
        let (holder, challenger) = (self.holder(event), self.challenger(event));
        let verdict = match (holder, challenger) {
            (Some(a), Some(b)) => self.verdict(event, &series, [a, b]),
            _ => SeriesVerdict::Open,
        };
        let row = |id: &EntryId| {
            let mut row = Row { entry: id.clone(), place: 1, ..Row::default() };
            for (game, outcome) in &series.games {
                let Some(side) = game.side_of(id) else { continue };
                let verdict = outcome.and_then(|outcome| Verdict::of(outcome, side));
                row.count(verdict);
                row.points +=
                    verdict.map_or(Points::ZERO, |verdict| verdict.points(&event.scoring));
                row.rounds.push(cell(game, side, verdict));
            }
            row
        };
        let mut rows: Vec<Row> = [holder, challenger].into_iter().flatten().map(row).collect();
        // A match that nobody won leaves the title where it was.
        let over = verdict != SeriesVerdict::Open;
        if verdict == SeriesVerdict::Second {
            rows.reverse();
        }
        if over {
            for (n, row) in rows.iter_mut().enumerate() {
                row.place = n + 1;
                row.remark = (n == 0).then_some(Remark::Champion);
            }
        }
        let winner = rows.first().filter(|_| over).map(|row| row.entry.clone());
        let points = |id: Option<&EntryId>| {
            let row = rows.iter().find(|row| Some(&row.entry) == id);
            row.map_or(Points::ZERO, |row| row.points)
        };
        let match_ = Match {
            slot: SLOT.to_owned(),
            round: 1,
            label: "title match".to_owned(),
            a: holder.cloned(),
            b: challenger.cloned(),
            a_points: points(holder),
            b_points: points(challenger),
            winner,
            games: series.games.iter().map(|(game, _)| game.key.clone()).collect(),
            ..Match::default()
        };
        let ranking = Ranking { rows, ..Ranking::default() };
        Standings { over, rankings: vec![ranking], matches: vec![match_], ..Standings::default() }
    }

    fn criteria(&self) -> &'static [&'static str] {
        &[]
    }

    fn n_rounds(&self, _event: &Event) -> Option<u32> {
        None
    }
}

impl TitleMatch {
    fn holder<'e>(&self, event: &'e Event) -> Option<&'e EntryId> {
        let holder = match &self.holder {
            Some(holder) => event.entry(holder),
            None => event
                .entries
                .iter()
                .filter(|entry| entry.seed.is_some())
                .min_by_key(|entry| entry.seed),
        };
        holder.map(|entry| &entry.id)
    }

    fn challenger<'e>(&self, event: &'e Event) -> Option<&'e EntryId> {
        let holder = self.holder(event);
        event.entries.iter().map(|entry| &entry.id).find(|id| Some(*id) != holder)
    }

    fn series<'e>(&self, event: &'e Event) -> Series<'e> {
        Series::in_slot(&event.played(), SLOT)
    }

    fn verdict(&self, event: &Event, series: &Series<'_>, [a, b]: [&EntryId; 2]) -> SeriesVerdict {
        let round = series.games.len() as u32 + 1;
        let left = |id: &EntryId| event.entry(id).is_some_and(|entry| entry.has_left(round));
        series.score(a, b, self.best_of.0, &left).verdict
    }
}
