//! What is decided about a tournament before it begins.

use komadai_rules::Variant;
use komadai_tournament::{
    Event, HandicapPolicy, Prizes, Scoring, Setup, Sides, Tie,
    formats::{self, Attendance},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Plan, TournamentRefusal, plan::NAME_CHARS_MAX};
use crate::{
    lines::{clean_line, has_unseen},
    names::is_reserved,
};

/// All settings that an organiser chooses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// The name.
    pub name: String,
    /// The format with its settings.
    pub format: Setup,
    /// The tie-break criteria, most important first; empty for the format's own criteria.
    #[serde(default)]
    pub tiebreaks: Vec<Tie>,
    /// The points for results, and the limits of absences that have points. If left out, they stay
    /// as they are; a new tournament has the usual ones, and two absences of a player have points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Scoring>,
    /// How sides are decided.
    #[serde(default)]
    pub sides: Sides,
    /// Whether the stronger give handicaps (§3.3).
    #[serde(default)]
    pub handicap: HandicapPolicy,
    /// The prizes; they may change until the tournament is over.
    #[serde(default)]
    pub prizes: Prizes,
    /// All other settings.
    pub plan: Plan,
}

impl TournamentSettings {
    /// The same with their words in order; `before` is the tournament's name until now, if it has
    /// one.
    ///
    /// # Errors
    /// What cannot be about them.
    pub fn checked(self, before: Option<&str>) -> Result<Self, TournamentRefusal> {
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
        event.scoring = self.scoring.clone().unwrap_or_default();
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
        if self.plan.team_entry.is_some() && self.format.name != "team" {
            return refused("only a team event has teams to choose from".to_owned());
        }
        let is_free = self.format.attendance() == Attendance::Free;
        if self.plan.by_appointment.is_some() && (is_free || self.format.is_hosted()) {
            return refused("an arena and a simul are not played by appointment".to_owned());
        }
        let plan = self.plan.cleaned();
        match plan.problem() {
            Some(problem) => refused(problem),
            None => Ok(Self { name, plan, ..self }),
        }
    }
}

#[cfg(test)]
mod tests {
    use komadai_ids::{ClubId, UserId};
    use komadai_rules::{Odds, RuleSet};
    use komadai_tournament::RoundSchedule;
    use serde_json::json;

    use super::*;
    use crate::tournaments::{Entrant, OfClub, Person};

    #[test]
    fn what_was_stored_with_older_words_is_read() {
        let club = OfClub {
            id: ClubId::from_uuid(UserId::new(2, [2; 10]).uuid()),
            slug: "hanoi".to_owned(),
            name: "Hà Nội".to_owned(),
        };
        let settings: TournamentSettings = serde_json::from_value(json!({
            "name": "Giải",
            "format": { "t": "swiss", "rounds": 5 },
            "handicap": { "table": "jsa", "max": "sente" },
            "plan": {
                "variant": "standard",
                "rules": RuleSet::tournament(),
                "club": club,
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
        assert_eq!(settings.plan.of_club(), Some(&club));
        assert_eq!(settings.plan.rule_set(), RuleSet::tournament());
        let shown = serde_json::to_value(settings.plan.shown()).unwrap();
        assert_eq!((&shown["rules"], &shown["club"]), (&json!("tournament"), &json!("hanoi")));
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

    #[test]
    fn an_entrant_is_kept_as_one_object() {
        let kept = json!({
            "person": { "user": UserId::new(1, [1; 10]), "name": "An", "handle": "an" },
            "name": "",
            "rating": 1500,
            "grade": "3k",
            "unlisted": true,
            "tags": ["U18"],
            "is_club_member": true,
        });
        let entrant: Entrant = serde_json::from_value(kept).unwrap();
        assert!(entrant.person.is_some() && entrant.is_club_member && entrant.details.unlisted);
        assert_eq!((entrant.details.rating, entrant.details.tags.len()), (Some(1500), 1));
        let written = serde_json::to_value(&entrant).unwrap();
        assert_eq!((&written["grade"], written.get("handle")), (&json!("3k"), None));
        assert_eq!(serde_json::from_value::<Entrant>(written).unwrap(), entrant);
    }
}
