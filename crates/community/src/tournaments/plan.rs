//! What an organiser decides about a tournament besides its format.

use komadai_game::{TimeControl, clocks::EXTRA_MS_MAX};
use komadai_ids::ClubId;
use komadai_rules::{RuleSet, Variant};
use komadai_tournament::{RoundSchedule, is_day};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ByAppointment, TeamEntry};
use crate::{
    ClockSetup, RulesSetup,
    lines::{clean_line, clean_text},
};

/// The longest description, in characters.
const ABOUT_CHARS_MAX: usize = 10_000;

/// The longest name, in characters.
pub(super) const NAME_CHARS_MAX: usize = 100;

/// How long nobody may have to be waited for at most, in milliseconds: a day.
const WAIT_MAX_MS: u64 = 24 * 60 * 60 * 1000;

/// How long a player who does not come is waited for at least where games are rated, in
/// milliseconds. Tournaments that were made before there was such a bound keep theirs.
const RATED_GRACE_MIN_MS: u64 = 60_000;

/// The most moves that watchers can be behind.
const DELAY_MOVES_MAX: u32 = 100;

/// The most games at a time that can be asked for.
const GAMES_AT_ONCE_MAX: u32 = 100;

/// Another time control, from a certain round on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaterClock {
    /// The round, from 2.
    pub from_round: u32,
    /// The time control.
    pub clock: ClockSetup,
}

/// The clock of a simul's host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HostClock {
    /// The time control; `untimed` for no clock.
    pub clock: ClockSetup,
    /// The additional main time for each guest, in milliseconds.
    #[serde(default)]
    pub per_guest_ms: u64,
}

impl HostClock {
    /// The clock at each board when there are so many.
    pub fn of(&self, n_guests: usize) -> TimeControl {
        TimeControl::from(self.clock)
            .with_more_main(self.per_guest_ms.saturating_mul(n_guests as u64))
    }
}

/// The days on which an event was played of which no times are known, as one that a file tells of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventDays {
    /// The first, as `2026-11-21`.
    pub first: String,
    /// The last; the same if there is only one.
    pub last: String,
}

impl EventDays {
    /// Whether both are days, in this order.
    fn are_sound(&self) -> bool {
        is_day(&self.first) && is_day(&self.last) && self.first <= self.last
    }
}

/// The club that runs a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfClub {
    /// Its id.
    pub id: ClubId,
    /// Its address.
    pub slug: String,
    /// What it was called when this was decided.
    pub name: String,
}

/// The club that runs a tournament, as it is sent and answered, or as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlanClub {
    /// Its address; empty for none.
    Named(String),
    /// The club, whose organisers organise the tournament too.
    Known(OfClub),
}

impl PlanClub {
    /// Its address.
    pub fn slug(&self) -> &str {
        match self {
            Self::Named(slug) => slug,
            Self::Known(club) => &club.slug,
        }
    }

    /// The club, once it was looked up.
    pub fn known(&self) -> Option<&OfClub> {
        match self {
            Self::Named(_) => None,
            Self::Known(club) => Some(club),
        }
    }
}

/// Which of an account's grades its entry has. Where there is none of that kind, the next that is
/// known: awarded by the club, earned here, declared, what a settled rating stands for. An unsettled
/// rating stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrengthSource {
    /// Awarded by the club whose tournament it is.
    #[default]
    Club,
    /// Earned here.
    Earned,
    /// Declared by the player.
    Declared,
    /// The strongest of them all.
    Strongest,
}

impl StrengthSource {
    /// The organiser has decided nothing else.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// The organiser's settings in addition to the format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The organiser's description.
    #[serde(default)]
    pub about: String,
    /// The variant.
    #[schemars(with = "crate::schemas::VariantName")]
    pub variant: String,
    /// The rules it is played by.
    #[serde(default)]
    pub rules: RulesSetup,
    /// Whether games between accounts change ratings.
    #[serde(default)]
    pub rated: bool,
    /// The time control.
    pub clock: ClockSetup,
    /// Other time controls for later rounds, such as the final.
    #[serde(default)]
    pub later_clocks: Vec<LaterClock>,
    /// The clock of a simul's host; `null` if it is that of the guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_clock: Option<HostClock>,
    /// When it begins; `null` if the organiser starts it by hand.
    #[serde(default)]
    pub starts_ms: Option<u64>,
    /// The days on which it was played, of an event of which no times are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<EventDays>,
    /// When registration closes; `null` for at the start.
    #[serde(default)]
    pub closes_ms: Option<u64>,
    /// How long before the start check-in opens; players who have not checked in are not paired.
    /// `null` if nobody has to.
    #[serde(default)]
    pub check_in_ms: Option<u64>,
    /// When rounds begin.
    #[serde(default, alias = "pace")]
    pub schedule: RoundSchedule,
    /// How long to wait for a player who does not appear.
    pub grace_ms: u64,
    /// Whether a player who does not appear is withdrawn from then on.
    #[serde(default)]
    pub no_show_leaves: bool,
    /// How many moves behind watchers are; the players themselves see every move at once.
    #[serde(default)]
    pub delay_moves: u32,
    /// How many games of a player are played at a time; 0 for all. Only by correspondence.
    #[serde(default)]
    pub games_at_once: u32,
    /// Whether the players of each game agree on when it begins, and by when; `null` if all games of
    /// a round begin together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_appointment: Option<ByAppointment>,
    /// The last round in which new players may enter; 0 if nobody may after the start.
    #[serde(default)]
    pub late_until: u32,
    /// Which grade an account is entered with.
    #[serde(default, skip_serializing_if = "StrengthSource::is_usual")]
    pub strength_from: StrengthSource,
    /// The maximum number of players.
    #[serde(default)]
    pub players_max: Option<u32>,
    /// Whether it is played over the board: no online games are opened, and results are entered by
    /// hand.
    #[serde(default)]
    pub at_the_board: bool,
    /// Whether only organisers enter players.
    #[serde(default)]
    pub by_invitation: bool,
    /// Whether players apply, and the organisers or the host choose among them.
    #[serde(default)]
    pub by_application: bool,
    /// How players of a team event come to their teams by themselves; `null` if the organisers put
    /// the teams together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_entry: Option<TeamEntry>,
    /// The address of the club that runs the tournament: its organisers are organisers here too.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    pub club: Option<PlanClub>,
    /// Whether only the club's members may register.
    #[serde(default)]
    pub members_only: bool,
    /// The town where it is played; the federation asks for it.
    #[serde(default)]
    pub place: String,
    /// The country where it is played, in English.
    #[serde(default)]
    pub country: String,
    /// The chief arbiter's name; empty if that is the organiser.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub arbiter: String,
}

impl Plan {
    /// What cannot be about it, in one clause.
    pub fn problem(&self) -> Option<String> {
        if self.about.chars().count() > ABOUT_CHARS_MAX {
            return Some(format!("the description has at most {ABOUT_CHARS_MAX} characters"));
        }
        let lines = [&self.place, &self.country, &self.arbiter];
        if lines.iter().any(|it| it.chars().count() > NAME_CHARS_MAX) {
            return Some(format!(
                "place, country and arbiter have at most {NAME_CHARS_MAX} characters"
            ));
        }
        if self.days.as_ref().is_some_and(|days| !days.are_sound()) {
            return Some("days are written as 2026-11-21, the first before the last".to_owned());
        }
        if Variant::from_name(&self.variant).is_none() {
            return Some(format!("there is no variant {:?}", self.variant));
        }
        if self.rules.rules().is_none() {
            let text = "rule sets are casual, tournament and professional, or each rule";
            return Some(text.to_owned());
        }
        let later = self.later_clocks.iter().map(|later| later.clock);
        for clock in std::iter::once(self.clock).chain(later).map(TimeControl::from) {
            if !clock.is_timed() {
                return Some("the games of a tournament have a clock".to_owned());
            }
            if clock.is_correspondence() != self.is_by_correspondence() {
                return Some("all rounds are played by correspondence, or none".to_owned());
            }
            if let Some(problem) = clock.problem() {
                return Some(problem.to_owned());
            }
        }
        if self.is_by_correspondence() && (self.check_in_ms.is_some() || self.at_the_board) {
            return Some(
                "by correspondence nobody has to be there: there is no check-in, and no real board"
                    .to_owned(),
            );
        }
        if self.games_at_once > 0 && !self.is_by_correspondence() {
            return Some("only games by correspondence are limited to some at a time".to_owned());
        }
        if self.games_at_once > GAMES_AT_ONCE_MAX {
            return Some(format!("a player has at most {GAMES_AT_ONCE_MAX} games at a time"));
        }
        if let Some(by_appointment) = &self.by_appointment {
            if self.at_the_board || self.is_by_correspondence() {
                return Some(
                    "players make appointments for online games with a clock, not over the board \
                     and not by correspondence"
                        .to_owned(),
                );
            }
            if let Some(problem) = by_appointment.problem() {
                return Some(problem);
            }
        }
        if let Some(HostClock { clock, per_guest_ms }) = self.host_clock {
            let clock = TimeControl::from(clock);
            if clock.is_correspondence() {
                return Some("a host does not play by correspondence".to_owned());
            }
            if let Some(problem) = clock.problem() {
                return Some(problem.to_owned());
            }
            if per_guest_ms > u64::from(EXTRA_MS_MAX) {
                return Some("the host has at most an hour more for each guest".to_owned());
            }
        }
        if self.by_application && (self.by_invitation || self.at_the_board) {
            return Some(
                "players apply to take part online, and nobody needs an invitation then".to_owned(),
            );
        }
        if let Some(teams) = &self.team_entry {
            if self.by_invitation || self.by_application {
                let text =
                    "players who found and choose teams need neither invitation nor application";
                return Some(text.to_owned());
            }
            if let Some(problem) = teams.problem() {
                return Some(problem);
            }
        }
        if self.grace_ms > WAIT_MAX_MS || self.check_in_ms.is_some_and(|ms| ms > WAIT_MAX_MS) {
            return Some("the late-arrival limit is at most a day".to_owned());
        }
        if self.rated && self.may_be_missed() && self.grace_ms < RATED_GRACE_MIN_MS {
            let least_s = RATED_GRACE_MIN_MS / 1_000;
            return Some(format!(
                "where games are rated a player who does not come is waited for at least \
                 {least_s} seconds"
            ));
        }
        if matches!(self.schedule, RoundSchedule::Gap { ms } if ms > WAIT_MAX_MS * 366) {
            return Some("rounds are at most a year apart".to_owned());
        }
        if self.closes_ms.zip(self.starts_ms).is_some_and(|(closes, starts)| closes > starts) {
            return Some("registration closes before the start".to_owned());
        }
        if self.delay_moves > DELAY_MOVES_MAX {
            return Some(format!("watchers are at most {DELAY_MOVES_MAX} moves behind"));
        }
        if self.members_only && self.club.is_none() {
            return Some("a tournament for members only must belong to a club".to_owned());
        }
        if self.check_in_ms.is_some() && self.starts_ms.is_none() {
            return Some("check-in requires a starting time".to_owned());
        }
        if matches!(self.schedule, RoundSchedule::Times { .. }) && self.starts_ms.is_none() {
            return Some(
                "rounds at set times need a time at which the first one starts".to_owned(),
            );
        }
        None
    }

    /// Whether its games last for weeks, and nobody has to be there at the same time.
    pub fn is_by_correspondence(&self) -> bool {
        self.control().is_correspondence()
    }

    /// Whether a player who does not come loses: there is no telling at real boards, nor by
    /// correspondence.
    pub fn may_be_missed(&self) -> bool {
        !self.at_the_board && !self.is_by_correspondence()
    }

    /// The time control of a round.
    pub fn clock_of(&self, round: u32) -> TimeControl {
        let later = self.later_clocks.iter().filter(|later| later.from_round <= round);
        later.max_by_key(|later| later.from_round).map_or(self.clock, |later| later.clock).into()
    }

    /// The time control, but for later rounds and a host.
    pub fn control(&self) -> TimeControl {
        self.clock.into()
    }

    /// The rules; [`Plan::problem`] refuses a name that is none.
    pub fn rule_set(&self) -> RuleSet {
        self.rules.rules().unwrap_or_default()
    }

    /// The club that runs it.
    pub fn of_club(&self) -> Option<&OfClub> {
        self.club.as_ref().and_then(PlanClub::known)
    }

    /// The same with its words in order, and each rule on its own, so that it stays as it was
    /// decided.
    #[must_use]
    pub fn cleaned(self) -> Self {
        let each = |rules: RuleSet| RulesSetup::Each(rules.into());
        Self {
            about: clean_text(&self.about),
            place: clean_line(&self.place),
            country: clean_line(&self.country),
            arbiter: clean_line(&self.arbiter),
            rules: self.rules.rules().map_or(self.rules, each),
            ..self
        }
    }

    /// The same as it is answered: rules by their name, if they have one, and the club by its
    /// address.
    #[must_use]
    pub fn shown(&self) -> Self {
        let club = self.club.as_ref().map(|club| PlanClub::Named(club.slug().to_owned()));
        Self { rules: self.rule_set().into(), club, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for day in ["2026-11-21", "2024-02-29", "2000-02-29", "1935-01-31"] {
            assert!(is_day(day), "{day}");
        }
        for text in ["", "2026", "2026-13-01", "2026-02-29", "1900-02-29", "2026-4-31", "26-04-30"]
        {
            assert!(!is_day(text), "{text}");
        }
        let days = |first: &str, last: &str| EventDays { first: first.into(), last: last.into() };
        assert!(days("2026-05-14", "2026-05-14").are_sound());
        assert!(!days("2026-05-15", "2026-05-14").are_sound());
    }
}
