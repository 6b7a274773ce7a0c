//! What is durable, as a reader of the journal finds it.

use std::{collections::HashMap, sync::Arc};

use komadai_game::{CommandKey, Event, Game, Record, journal};
use komadai_ids::{Code, GameId};
use komadai_live::{
    game_log::{self, GameLog},
    journal::{EntryKind, read_entries, split_thought},
};
use parking_lot::Mutex;

use super::effects::is_of_the_server;

/// The games in the journal, and what was found to be wrong. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Truth(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    games: HashMap<Code, Durable>,
    broken: Option<String>,
}

/// One game: every event, and the game after it.
pub(super) struct Durable {
    pub(super) game: Game,
    pub(super) events: Vec<Event>,
    states: Vec<String>,
    /// Which commands were carried out, and what each led to.
    carried_out: Vec<(CommandKey, Vec<Event>)>,
    n_records: usize,
    /// Until when the side to move has had at most this turn: uptime at its beginning.
    turn_up_ms: u64,
}

impl Truth {
    /// Takes in a row that is durable, at this much uptime of all processes together.
    pub(super) fn take(&self, row: &[u8], up_ms: u64) {
        let read = read_entries(row, |id, kind, bytes| match kind {
            EntryKind::Record => {
                let variant = self
                    .look(id.code(), |known| known.map(|it| it.game.line().position().variant()));
                self.take_record(id, &journal::decode(bytes, variant).unwrap(), up_ms);
            }
            EntryKind::Whole | EntryKind::WholeRunning => {
                let bytes = match kind {
                    EntryKind::WholeRunning => split_thought(bytes).unwrap().1,
                    _ => bytes,
                };
                // It may say more than is known.
                let n_known = self.look(id.code(), |known| known.map_or(0, |it| it.n_records));
                let log = GameLog::from_bytes(bytes.to_vec());
                for record in log.records().skip(n_known) {
                    self.take_record(id, &record.unwrap(), up_ms);
                }
            }
        });
        if let Err(damage) = read {
            self.breaks(|| format!("a row cannot be read: {damage}"));
        }
    }

    fn take_record(&self, id: GameId, record: &Record, up_ms: u64) {
        let mut known = self.0.lock();
        let durable = known.games.entry(id.code()).or_insert_with(|| Durable {
            game: game_log::begin(record).unwrap(),
            events: Vec::new(),
            states: Vec::new(),
            carried_out: Vec::new(),
            n_records: 0,
            turn_up_ms: up_ms,
        });
        let mut broken = None;
        for event in &record.events {
            if let Event::Moved { thought_ms, .. } = event
                && u64::from(*thought_ms) > up_ms - durable.turn_up_ms
            {
                let had_ms = up_ms - durable.turn_up_ms;
                broken = Some(format!("{thought_ms} ms are charged out of {had_ms} in {event:?}"));
            }
            if record.key.is_none() && !is_of_the_server(event) {
                broken = Some(format!("{event:?} happened without a command"));
            }
            durable.game.apply(event);
            if !event.is_numbered() {
                continue;
            }
            durable.events.push(event.clone());
            durable.states.push(state(&durable.game));
            if matches!(
                event,
                Event::Started { .. } | Event::Moved { .. } | Event::TakenBack { .. }
            ) {
                durable.turn_up_ms = up_ms;
            }
        }
        durable.game.remember(record);
        durable.n_records += 1;
        if let Some(key) = record.key {
            if durable.carried_out.iter().any(|(it, _)| *it == key) {
                broken = Some(format!("command {key:?} was carried out twice"));
            }
            durable.carried_out.push((key, record.events.clone()));
        }
        if durable.events.len() != durable.game.seq() as usize {
            broken = Some(format!("{} has {} events", durable.game.seq(), durable.events.len()));
        }
        known.broken = known.broken.take().or(broken);
    }

    /// An event is announced with the game as it is after it.
    pub(super) fn told(&self, game: &Game, seq: u32, event: &Event) {
        let wrong = self.look(game.id().code(), |durable| match durable {
            None => Some("of a game that is not durable".to_owned()),
            Some(durable) => match durable.events.get(seq as usize) {
                None => Some("that is not durable".to_owned()),
                Some(kept) if kept != event => Some(format!("that is kept as {kept:?}")),
                Some(_) => None,
            },
        });
        if let Some(wrong) = wrong {
            self.breaks(|| format!("event {seq} was told {wrong}: {event:?}"));
        }
    }

    /// The game stands like this after event `seq`.
    pub(super) fn stands(&self, what: &str, game: &Game, seq: u32) {
        let state = state(game);
        let wrong = self.look(game.id().code(), |durable| {
            let kept = durable.and_then(|it| it.states.get(seq as usize));
            (kept != Some(&state)).then(|| format!("{kept:?}"))
        });
        if let Some(kept) = wrong {
            self.breaks(|| format!("{what} after event {seq} is {state}, but kept is {kept}"));
        }
    }

    /// What a command led to; nothing if it was not carried out.
    pub(super) fn effect(&self, key: CommandKey) -> Option<Vec<Event>> {
        let known = self.0.lock();
        let mut carried_out = known.games.values().flat_map(|it| &it.carried_out);
        carried_out.find(|(it, _)| *it == key).map(|(_, events)| events.clone())
    }

    /// Looks at one game.
    pub(super) fn look<T>(&self, game: Code, look: impl FnOnce(Option<&Durable>) -> T) -> T {
        look(self.0.lock().games.get(&game))
    }

    /// Looks at all games.
    pub(super) fn each(&self, look: impl FnMut(&Durable)) {
        self.0.lock().games.values().for_each(look);
    }

    /// All games that are over.
    pub(super) fn over(&self) -> Vec<Code> {
        let known = self.0.lock();
        let over = known.games.iter().filter(|(_, it)| it.game.outcome().is_some());
        over.map(|(code, _)| *code).collect()
    }

    /// Notes that a promise is broken; the first one counts.
    pub(super) fn breaks(&self, what: impl FnOnce() -> String) {
        let mut known = self.0.lock();
        if known.broken.is_none() {
            known.broken = Some(what());
        }
    }

    /// The promise that was broken.
    pub(super) fn broken(&self) -> Option<String> {
        self.0.lock().broken.clone()
    }
}

/// Everything of a game that its events decide.
pub(super) fn state(game: &Game) -> String {
    format!(
        "{:?} {} {:?} {:?} {:?} {:?} next {:?} seq {}",
        game.phase(),
        game.line().position().sfen(),
        game.played().len(),
        game.times(),
        game.offers().collect::<Vec<_>>(),
        game.outcome(),
        game.next(),
        game.seq()
    )
}
