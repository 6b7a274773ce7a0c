//! Parts of an event that are played as events of their own: the classes of a league, the groups
//! of a group stage, the stages of an event.
//!
//! A game of a part has the part's name before its key and its slot, and the rounds of a part may
//! begin after so many rounds of the event.

use std::collections::HashMap;

use crate::{
    Bye, Entry, Event, Fault, Game, GameKey, Match, Next, Problems, Ranking, Scoring, Setup, Tie,
    TieDecision,
};

/// What stands between the name of a part and a key or slot within it.
pub(crate) const SEPARATOR: char = '/';

/// Notes games, and decisions that name a part, of which there is no such part.
pub(crate) fn check_slots(
    event: &Event,
    has: &dyn Fn(Option<&str>) -> bool,
    message: &str,
    problems: &mut Problems,
) {
    let games = event.games.iter().enumerate().map(|(n, game)| ("games", n, &game.slot));
    let decisions = event.decisions.iter().enumerate().map(|(n, it)| ("decisions", n, &it.slot));
    for (list, n, slot) in games.chain(decisions.filter(|(_, _, slot)| slot.is_some())) {
        if !has(slot.as_deref()) {
            problems.add(Fault::Slot, format!("{list}[{n}]"), message);
        }
    }
}

/// A part by its name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'p> {
    /// Has no [`SEPARATOR`] in it.
    pub(crate) name: &'p str,
    /// How many rounds of the event there are before its first.
    pub(crate) after: u32,
}

impl<'p> Part<'p> {
    /// One that begins with the event.
    pub(crate) fn new(name: &'p str) -> Self {
        Self { name, after: 0 }
    }

    /// The part as an event of its own, without orders.
    pub(crate) fn event(
        self,
        event: &Event,
        format: Setup,
        tiebreaks: Vec<Tie>,
        entries: Vec<Entry>,
    ) -> Event {
        let games = event.games.iter().filter(|game| self.has(game.slot.as_deref()));
        let byes = event.byes.iter().filter(|bye| self.has(bye.slot.as_deref()));
        // One that names no part is about all of them.
        let is_own = |it: &&TieDecision| it.slot.is_none() || self.has(it.slot.as_deref());
        let decisions = event.decisions.iter().filter(is_own);
        let within = |round: u32| round.saturating_sub(self.after);
        Event {
            seed: event.seed,
            tiebreaks,
            scoring: Scoring {
                absences_until: event.scoring.absences_until.map(within),
                ..event.scoring.clone()
            },
            sides: event.sides,
            handicap: event.handicap.clone(),
            entries,
            decisions: decisions
                .map(|it| TieDecision { slot: self.inner(it.slot.as_deref()), ..it.clone() })
                .collect(),
            games: games
                .map(|game| Game {
                    key: self.inner_key(&game.key),
                    slot: self.inner(game.slot.as_deref()),
                    round: within(game.round),
                    ..game.clone()
                })
                .collect(),
            byes: byes
                .map(|bye| Bye {
                    slot: self.inner(bye.slot.as_deref()),
                    round: within(bye.round),
                    ..bye.clone()
                })
                .collect(),
            ..Event::new("", format)
        }
    }

    /// What the part is to play, as the event publishes it.
    pub(crate) fn publishes(self, next: Next) -> (Vec<Game>, Vec<Bye>) {
        let games = next.games.into_iter().map(|game| Game {
            key: self.key(&game.key),
            slot: Some(self.slot(game.slot.as_deref())),
            round: game.round + self.after,
            ..game
        });
        let byes = next.byes.into_iter().map(|bye| self.shows_bye(bye));
        (games.collect(), byes.collect())
    }

    /// Boards are those of the hall: the part's come after those of others in the same round, and
    /// a match that continues stays where it is. `before` are the games of other parts that are
    /// published with these.
    pub(crate) fn seat(self, event: &Event, before: &[Game], games: &mut [Game]) {
        let mut last: HashMap<u32, u32> = HashMap::new();
        for game in games {
            let of_round = event.games.iter().filter(|other| other.round == game.round);
            let is_match = game.slot.as_deref() != Some(self.name);
            if let Some(other) = of_round.clone().find(|it| is_match && it.slot == game.slot) {
                game.board = other.board;
                continue;
            }
            let others = of_round
                .filter(|other| !self.has(other.slot.as_deref()))
                .chain(before.iter().filter(|other| other.round == game.round));
            let first = || others.map(|other| other.board).max().unwrap_or(0);
            game.board += *last.entry(game.round).or_insert_with(first);
        }
    }

    /// A match of the part as one of the event.
    pub(crate) fn shows(self, match_: Match) -> Match {
        Match {
            slot: self.slot(Some(&match_.slot)),
            round: match_.round + self.after,
            from: match_.from.iter().map(|slot| self.slot(Some(slot))).collect(),
            games: match_.games.iter().map(|key| self.key(key)).collect(),
            ..match_
        }
    }

    /// A bye of the part as one of the event.
    pub(crate) fn shows_bye(self, bye: Bye) -> Bye {
        Bye { slot: Some(self.slot(bye.slot.as_deref())), round: bye.round + self.after, ..bye }
    }

    /// A ranking of the part under its name.
    pub(crate) fn titled(self, ranking: Ranking) -> Ranking {
        let title = if ranking.title.is_empty() {
            self.name.to_owned()
        } else {
            self.slot(Some(&ranking.title))
        };
        Ranking { title, ..ranking }
    }

    /// The key of a game within the part, as the event knows it.
    pub(crate) fn key(self, inner: &GameKey) -> GameKey {
        GameKey::from(format!("{}{SEPARATOR}{inner}", self.name))
    }

    /// The slot within the part, as the event knows it.
    pub(crate) fn slot(self, inner: Option<&str>) -> String {
        match inner {
            Some(inner) => format!("{}{SEPARATOR}{inner}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Whether that slot is one of the part.
    pub(crate) fn has(self, slot: Option<&str>) -> bool {
        let rest = slot.and_then(|slot| slot.strip_prefix(self.name));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(SEPARATOR))
    }

    /// The slot within the part; nothing for the part as a whole.
    pub(crate) fn inner(self, slot: Option<&str>) -> Option<String> {
        let rest = slot?.strip_prefix(self.name)?.strip_prefix(SEPARATOR)?;
        Some(rest.to_owned())
    }

    fn inner_key(self, key: &GameKey) -> GameKey {
        let rest = key.as_str().strip_prefix(self.name);
        let inner = rest.and_then(|rest| rest.strip_prefix(SEPARATOR));
        inner.map_or_else(|| key.clone(), GameKey::from)
    }
}
