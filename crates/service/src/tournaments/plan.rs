//! What an organiser decides about a tournament besides its format.

use komadai_game::{TimeControl, clocks::EXTRA_MS_MAX};
use komadai_ids::ClubId;
use komadai_rules::{RuleSet, Variant};
use komadai_tournament::RoundSchedule;
use serde::{Deserialize, Serialize};

/// The longest description, in characters.
pub const ABOUT_CHARS_MAX: usize = 10_000;

/// The longest name, in characters.
pub const NAME_CHARS_MAX: usize = 100;

/// How long nobody may have to be waited for at most, in milliseconds: a day.
const WAIT_MAX_MS: u64 = 24 * 60 * 60 * 1000;

/// How long a player who does not come is waited for at least where games are rated, in
/// milliseconds. Tournaments that were made before there was such a bound keep theirs.
pub const RATED_GRACE_MIN_MS: u64 = 60_000;

/// The most moves that watchers can be behind.
pub const DELAY_MOVES_MAX: u32 = 100;

/// The most games at a time that can be asked for.
pub const GAMES_AT_ONCE_MAX: u32 = 100;

/// Another time control from some round on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaterClock {
    /// From 2.
    pub from_round: u32,
    pub clock: TimeControl,
}

/// The clock of somebody who plays everybody else at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostClock {
    /// Without a clock for the host: untimed.
    pub clock: TimeControl,
    /// How much more main time there is for each guest, in milliseconds.
    #[serde(default)]
    pub per_guest_ms: u64,
}

impl HostClock {
    /// The clock at each board when there are so many.
    pub fn of(&self, n_guests: usize) -> TimeControl {
        self.clock.with_more_main(self.per_guest_ms.saturating_mul(n_guests as u64))
    }
}

/// The club whose tournament it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfClub {
    pub id: ClubId,
    pub slug: String,
    /// What it was called when this was decided.
    pub name: String,
}

/// What an organiser decides besides the format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What it is about, in the organiser's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Name of the variant.
    pub variant: String,
    /// The rules it is played by. What they say about repetition and impasse (§2.2, §2.3) decides
    /// whether a drawn game is replayed.
    pub rules: RuleSet,
    /// Whether games between accounts change ratings.
    #[serde(default)]
    pub rated: bool,
    /// The time control.
    pub clock: TimeControl,
    /// Other time controls of later rounds, such as the final.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later_clocks: Vec<LaterClock>,
    /// The host's clock in a simul, where it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_clock: Option<HostClock>,
    /// When it begins, in Unix milliseconds; without it when the organiser says so.
    #[serde(default)]
    pub starts_ms: Option<u64>,
    /// When registration closes, in Unix milliseconds; without it at the start.
    #[serde(default)]
    pub closes_ms: Option<u64>,
    /// How long before the start players say that they are there, in milliseconds; who does not
    /// is not paired. Without it nobody has to.
    #[serde(default)]
    pub check_in_ms: Option<u64>,
    /// When rounds begin.
    #[serde(default, alias = "pace")]
    pub schedule: RoundSchedule,
    /// How long a player who does not come is waited for, in milliseconds.
    pub grace_ms: u64,
    /// Whether somebody who did not come is out from then on.
    #[serde(default)]
    pub no_show_leaves: bool,
    /// How many moves watchers see late; those who play see them at once.
    #[serde(default)]
    pub delay_moves: u32,
    /// How many games of a player are played at a time; 0 for all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub games_at_once: u32,
    /// The last round in which one may still come in; 0 when nobody may after the start.
    #[serde(default)]
    pub late_until: u32,
    /// How many may take part.
    #[serde(default)]
    pub players_max: Option<u32>,
    /// It is played at real boards: no games are opened, results are typed in.
    #[serde(default)]
    pub at_the_board: bool,
    /// Only the organiser enters players.
    #[serde(default)]
    pub by_invitation: bool,
    /// Players apply, and the organisers or the host choose among them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_application: bool,
    /// The club whose organisers organise it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<OfClub>,
    /// Only the club's members come in by themselves.
    #[serde(default)]
    pub members_only: bool,
    /// Where it is played: a town; the federation asks for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// In which country, in English.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub country: String,
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Plan {
    /// What cannot be about it, in one clause.
    pub fn problem(&self) -> Option<String> {
        if self.about.chars().count() > ABOUT_CHARS_MAX {
            return Some(format!("the description has at most {ABOUT_CHARS_MAX} characters"));
        }
        if [&self.place, &self.country].iter().any(|it| it.chars().count() > NAME_CHARS_MAX) {
            return Some(format!("place and country have at most {NAME_CHARS_MAX} characters"));
        }
        if Variant::from_name(&self.variant).is_none() {
            return Some(format!("there is no variant {:?}", self.variant));
        }
        let later = self.later_clocks.iter().map(|later| &later.clock);
        for clock in std::iter::once(&self.clock).chain(later) {
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
        if let Some(HostClock { clock, per_guest_ms }) = self.host_clock {
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
        self.clock.is_correspondence()
    }

    /// Whether a player who does not come loses: there is no telling at real boards, nor by
    /// correspondence.
    pub fn may_be_missed(&self) -> bool {
        !self.at_the_board && !self.is_by_correspondence()
    }

    /// The time control of a round.
    pub fn clock_of(&self, round: u32) -> TimeControl {
        let later = self.later_clocks.iter().filter(|later| later.from_round <= round);
        later.max_by_key(|later| later.from_round).map_or(self.clock, |later| later.clock)
    }
}
