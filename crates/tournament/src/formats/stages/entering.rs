//! Who plays in a stage: those who have come to the places that lead to it and those who enter
//! there, and once it has begun those who do play.

use std::collections::{HashMap, HashSet};

use super::{Source, Stage, StageState};
use crate::{Entry, EntryId, Event, bracket::drawn_from, part::Part};

/// What has been published of a stage.
pub(super) struct Facts<'e> {
    pub(super) first_round: Option<u32>,
    players: Vec<&'e EntryId>,
}

impl<'e> Facts<'e> {
    pub(super) fn of(event: &'e Event, stage: &Stage) -> Self {
        let part = Part::new(&stage.name);
        let mut facts = Self { first_round: None, players: Vec::new() };
        let mut known = HashSet::new();
        let mut note = |round: u32, id: &'e EntryId| {
            facts.first_round = Some(facts.first_round.map_or(round, |first| first.min(round)));
            if known.insert(id) {
                facts.players.push(id);
            }
        };
        for game in event.games.iter().filter(|game| part.has(game.slot.as_deref())) {
            note(game.round, &game.sente);
            note(game.round, &game.gote);
        }
        for bye in event.byes.iter().filter(|bye| part.has(bye.slot.as_deref())) {
            note(bye.round, &bye.entry);
        }
        facts
    }

    /// Who plays: once the stage has begun those who do, whatever the stages before it say by now.
    pub(super) fn settle(&self, event: &'e Event, players: Vec<&'e Entry>) -> Vec<&'e Entry> {
        if self.first_round.is_none() {
            return players;
        }
        let (mut there, mut others): (Vec<&Entry>, Vec<&Entry>) = (Vec::new(), Vec::new());
        for player in players {
            if self.players.contains(&&player.id) {
                there.push(player);
            }
        }
        for id in &self.players {
            if !there.iter().any(|player| player.id == **id) {
                others.extend(event.entry(id));
            }
        }
        others.sort_by(|a, b| a.id.cmp(&b.id));
        there.extend(others);
        there
    }
}

impl Stage {
    /// The players who have come to the places that lead here, the best first, and those who enter
    /// here.
    pub(super) fn players<'e>(
        &self,
        event: &'e Event,
        sources: &[(&Source, &StageState<'_>)],
        after: u32,
    ) -> Vec<&'e Entry> {
        let enters = |entry: &&Entry| entry.class.as_deref() == Some(&self.name);
        let mut players: Vec<&Entry> = event
            .entries
            .iter()
            .filter(enters)
            .filter(|entry| !entry.has_left(after + 1))
            .collect();
        players.sort_by_key(|entry| (entry.seed.unwrap_or(u32::MAX), &entry.id));
        let mut known: HashSet<&EntryId> = players.iter().map(|entry| &entry.id).collect();
        for (source, played) in sources {
            let chosen = source.chosen(event, played, after);
            let sizes: Vec<usize> = chosen.iter().map(Vec::len).collect();
            for (group, place) in drawn_from(&sizes) {
                let entry = chosen[group][place];
                if known.insert(&entry.id) {
                    players.push(entry);
                }
            }
        }
        players
    }
}

impl Source {
    /// Those who have come to its places and have not left, of each group by itself.
    fn chosen<'e>(
        &self,
        event: &'e Event,
        played: &StageState<'_>,
        after: u32,
    ) -> Vec<Vec<&'e Entry>> {
        let rankings = match &self.of {
            Some(title) => {
                played.standings.rankings.iter().filter(|one| one.title == *title).collect()
            }
            None => played.standings.of_players(played.stage.format.players_in()),
        };
        let by_id: HashMap<&EntryId, &Entry> =
            event.entries.iter().map(|entry| (&entry.id, entry)).collect();
        let (skipped, last) = (self.first.saturating_sub(1), self.last.unwrap_or(usize::MAX));
        let groups = rankings.into_iter().map(|ranking| {
            let entries = ranking.rows.iter().filter_map(|row| by_id.get(&row.entry).copied());
            let there = entries.filter(|entry| !entry.has_left(after + 1));
            there.take(last).skip(skipped).collect()
        });
        groups.collect()
    }
}
