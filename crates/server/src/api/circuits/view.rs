//! How circuits look to a client.

use std::collections::HashMap;

use komadai_protocol::http::{circuits as wire, tournaments::TournamentClub};
use komadai_service::{
    circuits::{
        CircuitView, EventView,
        standings::{Aliases, CircuitStandings},
    },
    tournaments::Phase,
};
use komadai_store::circuits::{ListedCircuit, entry_key};
use komadai_tournament::circuit::CircuitRow;

use super::super::tournaments::view::phase;

pub(super) fn list(found: Vec<ListedCircuit>) -> wire::CircuitList {
    let summary = |it: ListedCircuit| wire::CircuitSummary {
        code: it.circuit.id.code(),
        name: it.circuit.name,
        club: it.club_slug.zip(it.club_name).map(|(slug, name)| TournamentClub { slug, name }),
        events: it.n_events,
        changed_ms: it.circuit.changed_ms,
    };
    wire::CircuitList { circuits: found.into_iter().map(summary).collect() }
}

pub(super) fn circuit(look: &CircuitView, found: &CircuitStandings) -> wire::Circuit {
    let rows = |rows: &[CircuitRow]| rows.iter().map(|it| row(look, found, it)).collect();
    let mut rankings = vec![wire::CircuitRanking { name: String::new(), rows: rows(&found.rows) }];
    rankings.extend(
        found.categories.iter().map(|(name, category)| wire::CircuitRanking {
            name: name.clone(),
            rows: rows(category),
        }),
    );
    let is_unfinished = |it: &EventView| {
        matches!(it.stored.tournament.phase, Phase::Draft | Phase::Open | Phase::Running)
    };
    wire::Circuit {
        code: look.circuit.id.code(),
        settings: look.settings.clone(),
        club: look.club.as_ref().map(|club| TournamentClub {
            slug: club.slug.clone(),
            name: club.settings.name.clone(),
        }),
        owner: look.owner_name.clone(),
        organiser: look.organises,
        events: look.events.iter().map(event).collect(),
        so_far: look.events.iter().any(is_unfinished),
        rankings,
        aliases: if look.organises { aliases(look, found) } else { Vec::new() },
    }
}

fn event(EventView { stored, weight_percent }: &EventView) -> wire::CircuitEvent {
    let it = &stored.tournament;
    let players = it.n_players();
    wire::CircuitEvent {
        code: it.code(),
        name: it.event.name.clone(),
        phase: phase(it.phase),
        starts_ms: it.plan.starts_ms,
        players: players as u32,
        weight_percent: *weight_percent,
    }
}

fn row(look: &CircuitView, found: &CircuitStandings, row: &CircuitRow) -> wire::CircuitRow {
    let person = found.people.get(&row.person).cloned().unwrap_or_default();
    wire::CircuitRow {
        place: row.place.map(|place| place as u32),
        person: row.person.clone(),
        name: person.name,
        handle: person.handle,
        bot: person.bot,
        club: person.entry.club,
        total: row.total,
        played: row.n_events() as u32,
        cells: row.cells.clone(),
        entries: if look.organises { person.entries } else { Vec::new() },
    }
}

/// The aliases with the names of those whom they concern, where these are in an event still.
fn aliases(look: &CircuitView, found: &CircuitStandings) -> Vec<wire::CircuitAlias> {
    let all = Aliases::new(&look.aliases);
    let none = Aliases::default();
    let mut names: HashMap<String, (String, String)> = HashMap::new();
    for EventView { stored, .. } in &look.events {
        let it = &stored.tournament;
        for entry in &it.event.entries {
            let name = entry.display_name().to_owned();
            let is = all.person(it, entry);
            names.insert(entry_key(it.code(), entry.id.as_str()), (name.clone(), is.clone()));
            names.insert(none.person(it, entry), (name, is));
        }
    }
    let view = |it: &komadai_store::circuits::CircuitAlias| {
        let (name, is) = names.get(&it.source).cloned().unwrap_or_default();
        let known = found.people.get(&is).map(|person| person.name.clone());
        wire::CircuitAlias {
            source: it.source.clone(),
            name,
            is: (it.source != it.target).then(|| known.unwrap_or_default()),
        }
    };
    look.aliases.iter().map(view).collect()
}
