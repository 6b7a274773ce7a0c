//! Circuits: what they say of themselves, what their organisers do, and why something is refused.
//! How the standings follow is in `komadai_tournament::circuit`.

use komadai_ids::Code;
use komadai_tournament::{
    EntryId,
    circuit::{CircuitRule, WEIGHT_PERCENT_MAX},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    lines::{clean_text, has_unseen, in_length, line_of},
    tournaments::is_day,
};

/// The longest name of a circuit or a category, in characters.
pub const NAME_CHARS_MAX: usize = 80;

/// The longest description, in characters.
pub const ABOUT_CHARS_MAX: usize = 5_000;

/// How many circuits an account may have made.
pub const OWNED_MAX: i64 = 50;

/// How many events a circuit may have.
pub const EVENTS_MAX: usize = 100;

/// How many decisions about who is one person a circuit may have.
pub const ALIASES_MAX: usize = 1_000;

refusals! {
    /// Why something was not done in a circuit.
    pub enum CircuitRefusal {
        /// There is none with that address.
        Unknown => NotFound, "there is no such circuit";
        /// Only organisers may.
        NotOrganiser => NotOrganiser, "only the organisers of this circuit can do that";
        /// Nothing changes while the site is read only.
        ReadOnly => ReadOnly;
        /// Something that was typed cannot be.
        Words(text: String) => BadWords, "{text}";
        /// The rule or a weight cannot be, and why.
        Rule(text: String) => NotPossible, "{text}";
        /// The account has made enough circuits.
        TooMany => NotPossible, "an account makes at most {OWNED_MAX} circuits; delete one first";
        /// There are enough of something.
        Full(text: String) => NotPossible, "{text}";
        /// The club is not theirs.
        NotTheClub => NotAllowed, "this is for the club's organisers or owners";
        /// There is no such event, or none that they see.
        UnknownEvent => NotFound, "there is no such tournament";
        /// The event is somebody else's.
        NotTheirEvent => NotOrganiser, "only tournaments of the circuit's club, and those that you organise, can be added";
        /// Nobody in the circuit has that key.
        UnknownPerson => NotFound, "there is no such player in this circuit";
    }
}

/// What a circuit says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CircuitSettings {
    /// Its name.
    pub name: String,
    /// Its description.
    #[serde(default)]
    pub about: String,
    /// Its first day, such as `2026-01-01`; empty if it is not set.
    #[serde(default)]
    pub first_day: String,
    /// Its last day.
    #[serde(default)]
    pub last_day: String,
    /// How the standings follow from the events.
    #[serde(default)]
    pub rule: CircuitRule,
}

impl CircuitSettings {
    /// The same with its words in order.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn checked(&self) -> Result<Self, CircuitRefusal> {
        let name = line(&self.name, "a circuit's name")?;
        if name.is_empty() {
            return Err(CircuitRefusal::Words("a circuit needs a name".to_owned()));
        }
        let about = in_length(clean_text(&self.about), "a description", ABOUT_CHARS_MAX)
            .map_err(CircuitRefusal::Words)?;
        for day in [&self.first_day, &self.last_day] {
            if !day.is_empty() && !is_day(day) {
                let text = "a day is written like 2026-01-31".to_owned();
                return Err(CircuitRefusal::Words(text));
            }
        }
        if !self.first_day.is_empty() && !self.last_day.is_empty() && self.first_day > self.last_day
        {
            let text = "the last day is not before the first".to_owned();
            return Err(CircuitRefusal::Words(text));
        }
        let mut rule = self.rule.clone();
        if let Some(problem) = rule.problem() {
            return Err(CircuitRefusal::Rule(problem));
        }
        for category in &mut rule.categories {
            category.name = line(&category.name, "a category's name")?;
            if category.name.is_empty() {
                return Err(CircuitRefusal::Words("a category needs a name".to_owned()));
            }
            let who = &category.who;
            let lists = [&who.clubs, &who.teams, &who.classes, &who.nationalities, &who.tags];
            let words = lists.into_iter().flatten();
            if lists.iter().any(|list| list.len() > WORDS_MAX)
                || words.into_iter().any(|word| word.chars().count() > NAME_CHARS_MAX)
            {
                let text = format!("a category names at most {WORDS_MAX} clubs, classes or labels");
                return Err(CircuitRefusal::Words(text));
            }
        }
        Ok(Self {
            name,
            about,
            first_day: self.first_day.clone(),
            last_day: self.last_day.clone(),
            rule,
        })
    }
}

/// How many clubs, classes or labels a category names at most.
const WORDS_MAX: usize = 50;

fn line(text: &str, what: &str) -> Result<String, CircuitRefusal> {
    if has_unseen(text) {
        return Err(CircuitRefusal::Words(format!("{what} contains invisible characters")));
    }
    line_of(text, what, NAME_CHARS_MAX).map_err(CircuitRefusal::Words)
}

/// Checks the weight of an event.
///
/// # Errors
/// When there is no such weight.
pub fn checked_weight(percent: u32) -> Result<u32, CircuitRefusal> {
    if (1..=WEIGHT_PERCENT_MAX).contains(&percent) {
        return Ok(percent);
    }
    Err(CircuitRefusal::Rule(format!("a weight is 1 to {WEIGHT_PERCENT_MAX} percent")))
}

/// Something that an organiser does to a circuit. Done twice, it changes nothing more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum CircuitAct {
    /// Describes it anew.
    Edit {
        /// What it says of itself.
        settings: CircuitSettings,
    },
    /// Adds an event, or changes its weight.
    PutEvent {
        /// The tournament.
        event: Code,
        /// What its points are multiplied by, in percent.
        #[serde(default = "whole")]
        weight_percent: u32,
    },
    /// Takes an event out.
    RemoveEvent {
        /// The tournament.
        event: Code,
    },
    /// Says that two are one person.
    Merge {
        /// The key of one of them.
        person: String,
        /// The key of the other, under whose name both are from now on.
        into: String,
    },
    /// Says that an entry is another person than it seems.
    Split {
        /// The tournament.
        event: Code,
        /// The entry.
        entry: EntryId,
    },
    /// Takes back that two are one, or that one is two.
    ResetPerson {
        /// The source of the alias.
        source: String,
    },
    /// Deletes the circuit; its events stay.
    Delete,
}

const fn whole() -> u32 {
    100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_circuit_says_is_checked() {
        let plain =
            CircuitSettings { name: "  Grand  Prix 2026 ".to_owned(), ..Default::default() };
        assert_eq!(plain.checked().unwrap().name, "Grand Prix 2026");
        let of = |change: &dyn Fn(&mut CircuitSettings)| {
            let mut it = plain.clone();
            change(&mut it);
            it.checked()
        };
        assert!(of(&|it| it.first_day = "2026-01-01".to_owned()).is_ok());
        let bad: [&dyn Fn(&mut CircuitSettings); 7] = [
            &|it| it.last_day = "2026-02-31".to_owned(),
            &|it| it.name = " ".to_owned(),
            &|it| it.first_day = "1.1.2026".to_owned(),
            &|it| it.last_day = "2026-13-01".to_owned(),
            &|it| {
                it.first_day = "2026-02-01".to_owned();
                it.last_day = "2026-01-01".to_owned();
            },
            &|it| it.rule.best = Some(0),
            &|it| it.rule.categories = vec![Default::default()],
        ];
        for (at, change) in bad.into_iter().enumerate() {
            assert!(of(change).is_err(), "{at}");
        }
        assert!(checked_weight(0).is_err() && checked_weight(150).is_ok());
    }
}
