//! The settings that an organiser chooses before a tournament begins.

use komadai_tournament::{HandicapPolicy, Prizes, RoundSchedule, Scoring, Setup, Sides, Tie};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{ClockSetup, RulesSetup, words};

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

/// The organiser's settings in addition to the format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The organiser's description.
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
    /// Other time controls for later rounds, such as the final.
    #[serde(default)]
    pub later_clocks: Vec<LaterClock>,
    /// The clock of a simul's host; `null` if it is that of the guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_clock: Option<HostClock>,
    /// When it begins; `null` if the organiser starts it by hand.
    #[serde(default)]
    pub starts_ms: Option<u64>,
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
    /// The last round in which new players may enter; 0 if nobody may after the start.
    #[serde(default)]
    pub late_until: u32,
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
    /// The address of the club that runs the tournament: its organisers are organisers here too.
    #[serde(default)]
    pub club: Option<String>,
    /// Whether only the club's members may register.
    #[serde(default)]
    pub members_only: bool,
    /// The town where it is played; the federation asks for it.
    #[serde(default)]
    pub place: String,
    /// The country where it is played, in English.
    #[serde(default)]
    pub country: String,
}

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

/// A new tournament, which begins as a draft.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// Drawn by the client, so that a repeated request is recognised.
    pub create: Uuid,
    /// Its settings.
    pub settings: TournamentSettings,
}

/// An event that began elsewhere and continues here, over the board.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadedTournament {
    /// Drawn by the client, so that a repeated request is recognised.
    pub create: Uuid,
    /// The text of an event document, of FIDE's TRF16, of OpenGotha or of an `.h9` table.
    pub file: String,
    /// Its settings; the name, format, points and tie-breaks come from the file.
    pub settings: TournamentSettings,
}
