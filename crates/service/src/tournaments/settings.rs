//! What is decided about a tournament before it begins, and who is entered.

use komadai_ids::UserId;
use komadai_rules::{Grade, Variant};
use komadai_tournament::{
    Entry, Event, HandicapPolicy, Points, Prizes, Scoring, Setup, Sides, Tie,
    formats::{self, Terms},
};
use serde::{Deserialize, Serialize};

use super::{
    act::TournamentRefusal,
    plan::{NAME_CHARS_MAX, Plan},
};
use crate::{
    lines::{clean_line, has_unseen},
    names::is_reserved,
};

/// Everything that can be decided before it begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub name: String,
    /// The format with its settings.
    pub format: Setup,
    /// What ranks; the format's own criteria when empty.
    #[serde(default)]
    pub tiebreaks: Vec<Tie>,
    /// What results are worth.
    #[serde(default)]
    pub scoring: Scoring,
    /// How sides are decided.
    #[serde(default)]
    pub sides: Sides,
    /// Whether the stronger give handicaps (§3.3).
    #[serde(default)]
    pub handicap: HandicapPolicy,
    /// What there is to be won.
    #[serde(default, skip_serializing_if = "Prizes::is_empty")]
    pub prizes: Prizes,
    pub plan: Plan,
}

impl Settings {
    /// What cannot be about them; `before` is the tournament's name until now, if it has one.
    pub(super) fn check(&self, before: Option<&str>) -> Result<(), TournamentRefusal> {
        let refused = |text: String| Err(TournamentRefusal::Settings(text));
        let name = clean_line(&self.name);
        if name.is_empty() || name.chars().count() > NAME_CHARS_MAX || has_unseen(&self.name) {
            let text = format!(
                "a name has between 1 and {NAME_CHARS_MAX} characters, all of them visible"
            );
            return refused(text);
        }
        if before != Some(name.as_str()) && is_reserved(&name) {
            return refused("this name is reserved for the site itself; choose another".to_owned());
        }
        if let Err(error) = formats::read(&self.format) {
            return refused(error.to_string());
        }
        let mut event = Event::new("", self.format.clone());
        event.tiebreaks.clone_from(&self.tiebreaks);
        event.scoring.clone_from(&self.scoring);
        event.prizes.clone_from(&self.prizes);
        event.check_settings()?;
        let has_odds = Variant::from_name(&self.plan.variant).is_some_and(Variant::has_odds);
        if self.handicap != HandicapPolicy::default() && !has_odds {
            return refused("this variant lacks the handicaps that grades suggest".to_owned());
        }
        if self.format.is_hosted() && self.plan.rated {
            return refused("the games of a simul are not rated".to_owned());
        }
        if self.plan.host_clock.is_some() && !self.format.is_hosted() {
            return refused("only the host of a simul has another clock".to_owned());
        }
        if self.plan.is_by_correspondence() && !self.format.may_be_by_correspondence() {
            return refused(
                "this format is not played by correspondence; choose a round robin".to_owned(),
            );
        }
        match self.plan.problem() {
            Some(problem) => refused(problem),
            None => Ok(()),
        }
    }
}

/// Somebody to be entered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewEntry {
    /// The account, if there is one.
    #[serde(default)]
    pub person: Option<Person>,
    /// What is typed for somebody without an account.
    #[serde(default)]
    pub name: String,
    /// Orders the seeding.
    #[serde(default)]
    pub rating: Option<i32>,
    /// Decides handicaps and groups.
    #[serde(default)]
    pub grade: Option<Grade>,
    /// The club, for protection in the first rounds.
    #[serde(default)]
    pub club: Option<String>,
    /// The team it plays for.
    #[serde(default)]
    pub team: Option<String>,
    /// Its place in the team.
    #[serde(default)]
    pub board: Option<u32>,
    /// The league class.
    #[serde(default)]
    pub class: Option<String>,
    /// The organiser's seeding.
    #[serde(default)]
    pub seed: Option<u32>,
    /// The table it sits at in every round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// The start score in a McMahon, where the bars are not to decide it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Points>,
    /// What the host of a simul gives, where that is not what the grades suggest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Terms>,
    /// The given name as federations write it.
    #[serde(default)]
    pub given: Option<String>,
    /// The family name as federations write it.
    #[serde(default)]
    pub family: Option<String>,
    /// The nationality by the two letters of ISO 3166.
    #[serde(default)]
    pub nationality: Option<String>,
    /// Whether the federation's list does not have it yet.
    #[serde(default)]
    pub unlisted: bool,
    /// What the organiser has marked it with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Whether the account belongs to the tournament's club.
    #[serde(default)]
    pub is_club_member: bool,
}

impl NewEntry {
    /// What somebody who leaves would be entered with again.
    pub(super) fn again(person: Person, entry: Entry) -> Self {
        Self {
            person: Some(person),
            name: String::new(),
            rating: entry.rating,
            grade: entry.grade,
            club: entry.club,
            team: entry.team,
            board: entry.board,
            class: entry.class,
            seed: entry.seed,
            start: entry.start,
            table: entry.table,
            odds: entry.odds,
            given: entry.given,
            family: entry.family,
            nationality: entry.nationality,
            unlisted: entry.unlisted,
            tags: entry.tags,
            is_club_member: false,
        }
    }
}

/// The account behind an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub user: UserId,
    /// What others see of it.
    pub name: String,
    pub handle: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The grade that the tournament's club had awarded when it entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club_grade: Option<Grade>,
}

#[cfg(test)]
mod tests {
    use komadai_rules::{Odds, RuleSet};
    use komadai_tournament::RoundSchedule;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_stored_with_older_words_is_read() {
        let settings: Settings = serde_json::from_value(json!({
            "name": "Giải",
            "format": { "t": "swiss", "rounds": 5 },
            "handicap": { "table": "jsa", "max": "sente" },
            "plan": {
                "variant": "standard",
                "rules": RuleSet::tournament(),
                "clock": { "kind": "sudden_death", "main_ms": 600_000 },
                "starts_ms": 1_000,
                "pace": { "t": "gap", "ms": 60_000 },
                "grace_ms": 60_000,
            },
        }))
        .unwrap();
        assert_eq!(settings.plan.schedule, RoundSchedule::Gap { ms: 60_000 });
        let max = Some(Odds::FirstMove);
        assert_eq!(settings.handicap, HandicapPolicy::Jsa { reduce: 0, max });
        let told = serde_json::to_value(&settings).unwrap();
        assert_eq!(told["plan"]["schedule"], json!({ "t": "gap", "ms": 60_000 }));
        assert_eq!(told["plan"].get("pace"), None);
        let person = json!({
            "user": UserId::new(1, [1; 10]),
            "name": "An",
            "handle": "an",
            "club_grade": "3-kyu",
        });
        let person: Person = serde_json::from_value(person).unwrap();
        assert_eq!(serde_json::to_value(&person).unwrap()["club_grade"], "3k");
    }
}
