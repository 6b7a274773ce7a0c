//! `/tournaments`: the tournaments, their standings, and the acts of organisers and players.
//!
//! Formats, entries, pairings and standings are those of the event document, docs/tournaments.md.

mod acts;
mod appointments;
mod archive;
mod broadcasts;
mod entering;
mod fesa;
mod rounds;
mod settings;
mod tables;

use komadai_ids::Code;
use komadai_rules::Grade;
use komadai_tournament::{
    EntryId, Order, Points, Prizes, Row, Scoring, Setup, Standings, Tie, TieDecision,
    formats::{Attendance, Terms},
    pairing::Why,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use self::{
    acts::{NewEntry, StoredAct, TournamentAct, TournamentAuditEntry, TournamentAuditLog},
    appointments::{
        DeskMatter, GameToAppoint, OpenMatter, OwnAppointment, OwnCalendar, ProposedTime,
    },
    archive::{
        CardGame, CardTable, PlayedTournament, PlayedTournaments, PlayerCard, TournamentList,
        TournamentSummary, WhichTournaments,
    },
    broadcasts::{BoardOfEvent, BroadcastAnswer, BroadcastsOfEvent},
    entering::{Applicant, Application, Invitation, InvitedPlayer, TeamApplicant, TeamRequest},
    fesa::{FesaCheck, FesaPlayer},
    rounds::{
        CompleteRound, Omissions, Pairing, Report, RoundTakenBack, RoundsAsked, TournamentRound,
        WhichRounds,
    },
    settings::{
        HostClock, LaterClock, LoadedTournament, LoadedVersion, NewTournament, Plan,
        TournamentSettings,
    },
    tables::{
        NewTableReport, SeatedEntry, TableKey, TableKeys, TableOfEvent, TableReport, WhichTable,
    },
};
use super::studies::StudyInvitation;
use crate::{RefusalCode, Rules};

/// The stage a tournament has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// A draft, visible only to its organisers.
    Draft,
    /// Open for registration.
    Open,
    /// Running.
    Running,
    /// Finished.
    Over,
    /// Cancelled.
    Cancelled,
}

/// A tournament's address, and its current version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentVersion {
    /// Its address.
    pub code: Code,
    /// Increases with every change.
    pub version: u64,
}

/// A tournament as shown to everybody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tournament {
    /// Its address.
    pub code: Code,
    /// Increases with every change.
    pub version: u64,
    /// Its name.
    pub name: String,
    /// The stage it has reached.
    pub phase: TournamentPhase,
    /// Whether it is paused: no round begins and nobody is forfeited.
    pub paused: bool,
    /// Whether it was over and is open for corrections until it is closed again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reopened: bool,
    /// The round from which on taking back would withdraw rounds: the last one, or the first of those
    /// that were published at once. Absent while there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_from: Option<u32>,
    /// The rounds that were taken back, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken_back: Vec<RoundTakenBack>,
    /// Whether organisers may order pairings of coming rounds.
    pub takes_orders: bool,
    /// Whether the places of two players in the draw may be exchanged.
    pub takes_swaps: bool,
    /// Whether it ends once its games in progress are over: an arena that its organiser has ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ending: bool,
    /// What keeps it from continuing while paused, or will keep it from beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Obstacle>,
    /// The owner's name.
    pub owner: String,
    /// Its other organisers.
    pub helpers: Vec<TournamentHelper>,
    /// The format with its settings.
    pub format: Setup,
    /// Which rounds the format expects its players to attend.
    pub attendance: Attendance,
    /// The tie-break criteria, most important first; empty where matches decide.
    pub criteria: Vec<Tie>,
    /// The points for results.
    pub scoring: Scoring,
    /// The prizes.
    #[serde(default, skip_serializing_if = "Prizes::is_empty")]
    pub prizes: Prizes,
    /// The organisers' announcements to everybody, latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<Announcement>,
    /// The organiser's settings in addition to the format.
    pub plan: Plan,
    /// The plan's rules, each of them.
    pub rules: Rules,
    /// The plan's club.
    pub club: Option<TournamentClub>,
    /// The entries.
    pub entries: Vec<TournamentEntry>,
    /// The host, who plays everybody else at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<EntryId>,
    /// The published rounds, first one first.
    pub rounds: Vec<TournamentRound>,
    /// The planned number of rounds, if known.
    pub n_rounds: Option<u32>,
    /// When the next round begins automatically.
    pub next_ms: Option<u64>,
    /// The standings; `null` while they cannot be determined.
    pub standings: Option<Standings>,
    /// The organiser's orders for coming rounds.
    pub orders: Vec<Order>,
    /// The organisers' word on players who are level, the last of which counts first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<TieDecision>,
    /// When it was created.
    pub created_ms: i64,
    /// Whether all that has been played in it stood in a file; as a draft it is opened with its
    /// rounds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// What was left out; absent if nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<Omissions>,
}

/// An organiser of a tournament other than its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentHelper {
    /// The public id.
    pub user: Code,
    /// The display name.
    pub name: String,
}

/// The club that runs the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentClub {
    /// Its address.
    pub slug: String,
    /// Its name when this was set.
    pub name: String,
}

/// A player in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentEntry {
    /// The id used in pairings and standings.
    pub id: EntryId,
    /// The name.
    pub name: String,
    /// The account's handle, if there is an account.
    pub handle: Option<String>,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The rating for seeding.
    pub rating: Option<i32>,
    /// The grade, which decides handicaps and groups.
    pub grade: Option<Grade>,
    /// Whether the grade is provisional: not earned, but what the rating stands for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The club; entries of one club are kept apart in the first rounds.
    pub club: Option<String>,
    /// The grade awarded by the tournament's club.
    pub club_grade: Option<Grade>,
    /// The player's team.
    pub team: Option<String>,
    /// The board in the team, from 1.
    pub board: Option<u32>,
    /// Whether the player is the captain of the team, where players put teams together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub captain: bool,
    /// The given name as federations write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The family name as federations write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The nationality by its two-letter ISO 3166 code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nationality: Option<String>,
    /// Whether the player is not yet in the federation's list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unlisted: bool,
    /// The organiser's labels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The player's league class.
    pub class: Option<String>,
    /// The organiser's seed: 1 is the strongest.
    pub seed: Option<u32>,
    /// The player's fixed table in every round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// The start score in a McMahon, if the organiser has set one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Points>,
    /// What the host of a simul gives, if that is not what the grades suggest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Terms>,
    /// Whether the player has checked in.
    pub checked_in: bool,
    /// Whether the player is there and can be paired, in an arena.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub here: bool,
    /// Whether the player is not in the room, and plays online, on an evening in a club.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub online: bool,
    /// Whether the player has withdrawn.
    pub left: bool,
    /// The rounds that the player has announced to miss.
    pub absent: Vec<u32>,
}

/// An organisers' announcement to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentAnnouncement")]
pub struct Announcement {
    /// Its number, from 1.
    pub number: u32,
    /// When it was made.
    pub at_ms: u64,
    /// The organiser's name.
    pub by: String,
    /// The text.
    pub text: String,
}

/// A call for the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ArbiterCall")]
pub struct Call {
    /// The player.
    pub entry: EntryId,
    /// When they called.
    pub at_ms: u64,
    /// The reason; empty if none was given.
    pub text: String,
}

/// What keeps a tournament from continuing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentObstacle")]
pub struct Obstacle {
    /// The code with which an act that tried to continue would be refused.
    pub code: RefusalCode,
    /// The players it concerns, if any.
    pub entries: Vec<EntryId>,
    /// A description in English.
    pub detail: String,
}

/// A tournament from the point of view of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnPart {
    /// Their entry.
    pub entry: Option<EntryId>,
    /// Their invitation, if any, even if they have declined it.
    pub invitation: Option<Invitation>,
    /// The invited players, including those who have declined; for organisers.
    pub invited: Option<Vec<InvitedPlayer>>,
    /// Their application, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub application: Option<Application>,
    /// Those who have applied, earliest first; for organisers and the host.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub applicants: Vec<Applicant>,
    /// What has become of their requests for a place in a team, if they have made any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team_request: Option<TeamRequest>,
    /// Those who ask for a place in a team, earliest first, for those who decide about it: the
    /// captain of the team, and organisers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub team_applicants: Vec<TeamApplicant>,
    /// Whether they are the host, who plays everybody else at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hosts: bool,
    /// Whether they are an organiser.
    pub organiser: bool,
    /// Whether they can delete it: its owner as long as nothing was played in it here, moderators
    /// as long as it has no online games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deletable: bool,
    /// The open calls for the arbiter, earliest first: all of them for organisers, otherwise the
    /// caller's own.
    pub calls: Vec<Call>,
    /// Whether they have checked in.
    pub checked_in: bool,
    /// Whether they pause, where players come and go as they like.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pauses: bool,
    /// Their running game.
    pub game: Option<Code>,
    /// Their pairings without a result: that of `game` and those at a real board, ten at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairings: Vec<Pairing>,
    /// Their games by appointment that have not begun, the earliest rounds first; thirty at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appointments: Vec<OwnAppointment>,
    /// The games by appointment that have not begun, those first about which is to be decided, then
    /// the earliest rounds; for organisers, 500 at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_appoint: Vec<GameToAppoint>,
    /// The deadline for its first moves.
    pub waits_until_ms: Option<u64>,
    /// Whether they are signed in.
    pub signed_in: bool,
}

/// The boards of a tournament at which a game is being played, as they are now; none for watchers
/// who are behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenBoards {
    /// The boards, in their order.
    pub boards: Vec<OpenBoard>,
}

/// A board at which a game is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenBoard {
    /// The game.
    pub game: Code,
    /// The table, from 1; 0 if it has no number.
    pub board: u32,
    /// The player to move.
    pub to_move: EntryId,
    /// The number of moves so far.
    pub ply: u32,
    /// How long the player to move has been thinking, in milliseconds.
    pub thinks_ms: u64,
}

/// A line of a tournament's standings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentResult {
    /// The class or group; empty if there is only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// The name.
    pub name: String,
    /// The account's handle, if there is an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The rating for seeding.
    pub rating: Option<i32>,
    /// The grade, which decides handicaps and groups.
    pub grade: Option<Grade>,
    /// The player's team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Place, points and rounds.
    #[serde(flatten)]
    pub row: Row,
}

/// A player's tournaments that are not over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agenda {
    /// Those they take part in.
    pub events: Vec<Appointment>,
    /// Those they are invited to.
    pub invitations: Vec<Invitation>,
    /// The studies and broadcasts that they are invited to become a member of.
    #[serde(default)]
    pub studies: Vec<StudyInvitation>,
    /// What waits for them in the tournaments that they organise.
    #[serde(default)]
    pub matters: Vec<OpenMatter>,
}

/// A player's next appointment in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Appointment {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// The round that begins.
    pub round: u32,
    /// When it begins, if it does so automatically; of a game by appointment, when its players have
    /// agreed to play.
    pub at_ms: Option<u64>,
    /// The opponent, if it is a game by appointment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// Whether the opponent proposes times for it that wait for an answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proposed: bool,
    /// The deadline for checking in; `null` for those who have done so or need not.
    pub check_in_until_ms: Option<u64>,
    /// The running game.
    pub game: Option<Code>,
}

/// A game's place in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentPlace {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
    /// The table, from 1; 0 if it has no number.
    pub board: u32,
    /// The host, who plays everybody else at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<EntryId>,
}

/// An act in a tournament.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToDo {
    /// Drawn by the client, so that a repeated act is recognised.
    pub id: Uuid,
    /// The act.
    pub act: TournamentAct,
    /// The reason; some acts require one.
    #[serde(default)]
    pub reason: String,
}

/// The pairing to be explained.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct WhichPairing {
    /// A published round; the coming round if absent.
    pub round: Option<u32>,
    /// One of its players; if absent, all pairings of the coming round.
    pub a: Option<EntryId>,
    /// The other player; absent for a bye.
    pub b: Option<EntryId>,
}

/// The players of a league's next season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextSeason {
    /// In their classes after promotion and relegation; `seed` is the place in the class.
    pub entries: Vec<TournamentEntry>,
}

/// The explanation of pairings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingReasons {
    /// One for each pairing; empty where a round follows a fixed plan.
    pub why: Vec<Why>,
    /// The coming round as it would be published now, where all of it was asked for and there is
    /// something to publish.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coming: Option<ComingRound>,
}

/// A round as it would be published now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComingRound {
    /// The mark of these pairings, by which exactly they are published.
    pub seen: String,
    /// The pairings, in the order of rounds and boards.
    pub games: Vec<ComingGame>,
    /// The players without a game, rests by the plan apart.
    pub byes: Vec<EntryId>,
}

/// A pairing that has not been published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComingGame {
    /// The round.
    pub round: u32,
    /// The board.
    pub board: u32,
    /// Sente; with furigoma, the player named first.
    pub sente: EntryId,
    /// The other player.
    pub gote: EntryId,
}
