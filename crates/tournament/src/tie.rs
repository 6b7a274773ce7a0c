//! What separates players whom no criterion separates: a play-off, or the organiser's word. Where
//! only some of them can go on and neither has been asked for, the lot decides, and says so.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    EntryId, Event, Fault, Game, Outcome, Placing, Points, Problems, Ranking, Sides, Standings,
    Table,
    edit::EditError,
    formats::{self, Format},
    pairing::free_key,
    standings::PlacedBy,
};

/// The most players of one play-off, in which everybody meets everybody.
pub const PLAY_OFF_PLAYERS_MAX: usize = 8;

/// The most decisions of an event.
const DECISIONS_MAX: usize = 200;

/// The organiser's word on players who are level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TieDecision {
    /// The players, the best placed first.
    pub entries: Vec<EntryId>,
    /// The class, group or stage in whose ranking they are level, as in its games. Without one it is
    /// about every ranking that has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The reason; never empty.
    pub reason: String,
    /// Who decided it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub by: String,
}

/// A game of a play-off, by the indices of its players in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayOffGame {
    pub(crate) number: u32,
    pub(crate) sente: usize,
    pub(crate) gote: usize,
    pub(crate) outcome: Option<Outcome>,
}

impl PlayOffGame {
    /// What it has brought that player; nothing if it is another's.
    fn points(&self, index: usize) -> Option<Points> {
        let is_sente = index == self.sente;
        if !is_sente && index != self.gote {
            return None;
        }
        let outcome = self.outcome?;
        let own = if is_sente { outcome } else { outcome.mirrored() };
        Some(match own {
            Outcome::Sente | Outcome::GoteNoShow => Points::ONE,
            Outcome::Draw => Points::HALF,
            _ => Points::ZERO,
        })
    }
}

/// Separates players who are equal so far, as far as a play-off or a decision does: by the first
/// play-off that has been played out, those who are still equal by the next, and then by what the
/// organiser has decided last.
pub(crate) fn separate(table: &Table, level: Vec<Placing>) -> Vec<Vec<Placing>> {
    if level.len() < 2 || (table.play_offs.is_empty() && table.decisions.is_empty()) {
        return vec![level];
    }
    let mut groups = vec![level];
    let numbers: HashSet<u32> = table.play_offs.iter().map(|game| game.number).collect();
    let mut numbers: Vec<u32> = numbers.into_iter().collect();
    numbers.sort_unstable();
    for number in numbers {
        groups =
            split(groups, PlacedBy::PlayOff, |group, index| points_of(table, number, group, index));
    }
    for decision in table.decisions.iter().rev() {
        let rank = |index: usize| decision.iter().position(|it| *it == index);
        groups = split(groups, PlacedBy::Decision, |_, index| {
            rank(index).map(|at| -Points::whole(i64::try_from(at).unwrap_or(i64::MAX)))
        });
    }
    groups
}

/// The points of one of them in that play-off against the others of the group; nothing while it is
/// being played, or if the player is not in it.
fn points_of(table: &Table, number: u32, group: &[usize], index: usize) -> Option<Points> {
    let has = |game: &&PlayOffGame| {
        game.number == number && group.contains(&game.sente) && group.contains(&game.gote)
    };
    let games: Vec<&PlayOffGame> = table.play_offs.iter().filter(has).collect();
    if games.iter().any(|game| game.outcome.is_none()) {
        return None;
    }
    games.iter().filter_map(|game| game.points(index)).reduce(|sum, more| sum + more)
}

/// Each group in parts of one value, more first; nothing comes last.
fn split(
    groups: Vec<Vec<Placing>>,
    by: PlacedBy,
    value: impl Fn(&[usize], usize) -> Option<Points>,
) -> Vec<Vec<Placing>> {
    let mut finer = Vec::with_capacity(groups.len());
    for group in groups {
        let members: Vec<usize> = group.iter().map(|placed| placed.index).collect();
        let mut valued: Vec<(Option<Points>, Placing)> =
            group.into_iter().map(|placed| (value(&members, placed.index), placed)).collect();
        valued.sort_by(|(a, _), (b, _)| b.cmp(a));
        let is_split = valued.windows(2).any(|pair| pair[0].0 != pair[1].0);
        let parts = valued.chunk_by(|(a, _), (b, _)| a == b);
        finer.extend(parts.map(|part| {
            let marked = part.iter().map(|(_, placed)| Placing {
                by: if is_split { Some(by) } else { placed.by },
                ..placed.clone()
            });
            marked.collect()
        }));
    }
    finer
}

/// Says where nothing but the lot has decided what becomes of players with the same place.
pub(crate) fn mark_lots(standings: &mut Standings) {
    let ranked = standings.rankings.iter_mut().filter(|ranking| !ranking.criteria.is_empty());
    for ranking in ranked {
        for level in ranking.rows.chunk_by_mut(|a, b| a.place == b.place) {
            let there = || level.iter().filter(|row| !row.has_withdrawn());
            let fates: Vec<_> = there().map(|row| (row.remark, row.to.clone())).collect();
            if fates.windows(2).any(|pair| pair[0] != pair[1]) {
                for row in level.iter_mut().filter(|row| !row.has_withdrawn()) {
                    row.by = Some(PlacedBy::Lot);
                }
            }
        }
    }
}

/// Notes what is wrong with decisions and play-offs.
pub(crate) fn check(event: &Event, problems: &mut Problems) {
    if event.decisions.len() > DECISIONS_MAX {
        let message = format!("{DECISIONS_MAX} decisions at most");
        problems.add(Fault::TooMany, "decisions", message);
    }
    for (n, decision) in event.decisions.iter().enumerate() {
        let at = format!("decisions[{n}]");
        let mut known = HashSet::new();
        for id in &decision.entries {
            if event.entry(id).is_none() {
                problems.add(Fault::UnknownEntry, &at, format!("`{id}` is not entered"));
            } else if !known.insert(id) {
                problems.add(Fault::EntryTwice, &at, format!("`{id}` is named twice"));
            }
        }
        if decision.entries.len() < 2 {
            problems.add(Fault::Decision, &at, "it is about two players or more");
        }
        if decision.reason.trim().is_empty() {
            problems.add(Fault::Reason, &at, "a decision has a reason");
        }
    }
}

/// Notes games of play-offs where the format has no place for any.
pub(crate) fn check_play_offs(event: &Event, format: &dyn Format, problems: &mut Problems) {
    let play_offs = event.games.iter().enumerate().filter(|(_, game)| game.play_off.is_some());
    for (n, _) in play_offs.filter(|(_, game)| !format.takes_play_off(game.slot.as_deref())) {
        problems.add(Fault::PlayOff, format!("games[{n}]"), "there are no play-offs here");
    }
}

impl Event {
    /// Orders a play-off: these players, who are level, all meet once, and the games do nothing but
    /// separate them.
    ///
    /// ```
    /// use komadai_tournament::{Event, Outcome};
    ///
    /// let mut event = Event::read(
    ///     r#"{
    ///         "format": { "t": "swiss", "rounds": 1 },
    ///         "entries": [{ "id": "an" }, { "id": "binh" }],
    ///         "games": [{ "round": 1, "sente": "an", "gote": "binh", "result": "draw" }]
    ///     }"#,
    /// )?;
    /// event.play_off(&["an".into(), "binh".into()])?;
    /// assert!(!event.check()?.standings().over);
    /// let key = event.pending().remove(0);
    /// event.note_result(&key, Outcome::Gote, None)?;
    /// let standings = event.check()?.standings();
    /// let rows = &standings.rankings[0].rows;
    /// assert_eq!((rows[0].entry.as_str(), rows[0].place, rows[1].place), ("binh", 1, 2));
    /// assert_eq!(rows[0].points, rows[1].points);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When they are not level, or play something that has no play-offs.
    pub fn play_off(&mut self, entries: &[EntryId]) -> Result<(), EditError> {
        if entries.len() > PLAY_OFF_PLAYERS_MAX {
            return Err(EditError::NoPlayOff);
        }
        let title = self.level(entries)?;
        let format = formats::read(&self.format).map_err(|_| EditError::NoPlayOff)?;
        let slot = format.slot_of(&title);
        if !format.takes_play_off(slot.as_deref()) {
            return Err(EditError::NoPlayOff);
        }
        // Its part may have ended before others, or before the last match of a knock-out.
        let own = self.games.iter().filter(|game| !game.is_annulled() && game.slot == slot);
        let round = own.map(|game| game.round).max().unwrap_or_else(|| self.n_rounds());
        let numbers = self.games.iter().filter_map(|game| game.play_off);
        let number = numbers.max().unwrap_or(0) + 1;
        for (at, a) in entries.iter().enumerate() {
            for (other, b) in entries.iter().enumerate().skip(at + 1) {
                let of_round = self.games.iter().filter(|game| game.round == round);
                let board = of_round.map(|game| game.board).max().unwrap_or(0) + 1;
                let grade = |id: &EntryId| self.entry(id).and_then(|entry| entry.grade);
                let given = self.handicap.between(grade(a), grade(b));
                // In turn, so that nobody has one side in all games.
                let a_is_sente = given.map_or((at + other) % 2 == 1, |given| !given.first_gives);
                let (sente, gote) = if a_is_sente { (a, b) } else { (b, a) };
                self.games.push(Game {
                    key: free_key(self, round, board),
                    round,
                    board,
                    slot: slot.clone(),
                    sente: sente.clone(),
                    gote: gote.clone(),
                    handicap: given.map(|given| given.odds),
                    toss: self.sides == Sides::Furigoma && given.is_none(),
                    play_off: Some(number),
                    ..Game::default()
                });
            }
        }
        Ok(())
    }

    /// Puts players who are level into an order, by the organiser's word; the part of the event in
    /// which they are level is noted with it.
    ///
    /// # Errors
    /// When they are not level, or there is no reason.
    pub fn decide(&mut self, decision: TieDecision) -> Result<(), EditError> {
        if decision.reason.trim().is_empty() {
            return Err(EditError::Reason);
        }
        let title = self.level(&decision.entries)?;
        let format = formats::read(&self.format).map_err(|_| EditError::NotLevel)?;
        self.decisions.push(TieDecision { slot: format.slot_of(&title), ..decision });
        Ok(())
    }

    /// The title of the ranking in which these have the same place, once all rounds that it is of
    /// are published and none of them has a game to play.
    fn level(&self, entries: &[EntryId]) -> Result<String, EditError> {
        let named: HashSet<&EntryId> = entries.iter().collect();
        if named.len() < 2 || named.len() < entries.len() {
            return Err(EditError::NotLevel);
        }
        if self
            .pending_games()
            .any(|game| named.contains(&game.sente) || named.contains(&game.gote))
        {
            return Err(EditError::NotLevel);
        }
        let checked = self.check().map_err(|_| EditError::NotLevel)?;
        let are_level = |ranking: &Ranking| {
            let rows = ranking.rows.iter().filter(|row| named.contains(&row.entry));
            let places: Vec<usize> = rows.map(|row| row.place).collect();
            places.len() == named.len() && places.iter().all(|place| Some(place) == places.first())
        };
        // A part that has ended does not wait for the others.
        let is_played = |title: &str| self.closed || checked.format().is_published(self, title);
        let mut ranked = checked.standings().rankings.into_iter();
        let found = ranked.find(|ranking| {
            !ranking.criteria.is_empty() && are_level(ranking) && is_played(&ranking.title)
        });
        found.map(|ranking| ranking.title).ok_or(EditError::NotLevel)
    }
}
