//! Everything that an organiser decides before a tournament begins.

use komadai_tournament::{HandicapPolicy, Prizes, RoundSchedule, Scoring, Setup, Sides, Tie};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{ClockSetup, RulesSetup, words};

/// Another time control from some round on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaterClock {
    /// From 2.
    pub from_round: u32,
    /// It.
    pub clock: ClockSetup,
}

/// What an organiser decides beside the format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What it is about, in the organiser's words.
    #[serde(default)]
    pub about: String,
    /// The variant.
    #[schemars(with = "words::VariantName")]
    pub variant: String,
    /// The rules it is played by.
    #[serde(default)]
    pub rules: RulesSetup,
    /// Whether games between accounts change ratings.
    #[serde(default)]
    pub rated: bool,
    /// The time control.
    pub clock: ClockSetup,
    /// Other time controls of later rounds, such as the final.
    #[serde(default)]
    pub later_clocks: Vec<LaterClock>,
    /// When it begins; `null`: when the organiser says so.
    #[serde(default)]
    pub starts_ms: Option<u64>,
    /// When registration closes; `null`: at the start.
    #[serde(default)]
    pub closes_ms: Option<u64>,
    /// How long before the start players say that they are there; who does not is not paired.
    /// `null`: nobody has to.
    #[serde(default)]
    pub check_in_ms: Option<u64>,
    /// When rounds begin.
    #[serde(default, alias = "pace")]
    pub schedule: RoundSchedule,
    /// How long a player who does not come is waited for.
    pub grace_ms: u64,
    /// Whether somebody who did not come is out from then on.
    #[serde(default)]
    pub no_show_leaves: bool,
    /// How many moves watchers are behind; those who play see them at once.
    #[serde(default)]
    pub delay_moves: u32,
    /// The last round in which one may still come in; 0 when nobody may after the start.
    #[serde(default)]
    pub late_until: u32,
    /// How many may take part.
    #[serde(default)]
    pub players_max: Option<u32>,
    /// Whether it is played at real boards: no games are opened, results are typed in.
    #[serde(default)]
    pub at_the_board: bool,
    /// Whether only organisers enter players.
    #[serde(default)]
    pub by_invitation: bool,
    /// The address of the club whose tournament it is: its organisers organise it too.
    #[serde(default)]
    pub club: Option<String>,
    /// Whether only the club's members come in by themselves.
    #[serde(default)]
    pub members_only: bool,
    /// Where it is played: a town; the federation asks for it.
    #[serde(default)]
    pub place: String,
    /// In which country, in English.
    #[serde(default)]
    pub country: String,
}

/// Everything that an organiser decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentSettings {
    /// For people.
    pub name: String,
    /// The format with its settings.
    pub format: Setup,
    /// What ranks, the most important first; nothing for the format's own criteria.
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
    /// What there is to be won; it may change as long as the tournament is not over.
    #[serde(default)]
    pub prizes: Prizes,
    /// The rest.
    pub plan: Plan,
}

/// A new tournament, which is a draft at first.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Drawn by the client, so that a repeated one is known.
    pub create: Uuid,
    /// What is decided about it.
    pub settings: TournamentSettings,
}

/// An event that was begun elsewhere and goes on here, at real boards.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadedTournament {
    /// Drawn by the client, so that a repeated one is known.
    pub create: Uuid,
    /// The text of an event document, of FIDE's TRF16, of OpenGotha or of an `.h9` table.
    pub file: String,
    /// What is decided about it; its name, format, points and tie-breaks are the file's.
    pub settings: TournamentSettings,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_may_call_its_schedule_by_the_older_name() {
        let plan = |name: &str| {
            let clock = r#"{"kind":"sudden_death","main_ms":600000}"#;
            let schedule = format!(r#""{name}":{{"t":"gap","ms":60000}}"#);
            format!(r#"{{"variant":"standard","clock":{clock},{schedule},"grace_ms":60000}}"#)
        };
        let old: Plan = serde_json::from_str(&plan("pace")).expect("a plan");
        let new: Plan = serde_json::from_str(&plan("schedule")).expect("a plan");
        assert_eq!(old, new);
        assert_eq!(new.schedule, RoundSchedule::Gap { ms: 60_000 });
    }
}
