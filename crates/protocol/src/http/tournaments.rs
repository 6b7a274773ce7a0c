//! `/tournaments`: what is played, how it stands, and what organisers and players do.
//!
//! Formats, entries, pairings and standings are those of the document, docs/tournaments.md.

mod acts;
mod settings;

use komadai_ids::Code;
use komadai_rules::{Grade, Odds};
use komadai_tournament::{
    Boards, Bye, EntryId, GameKey, Order, Outcome, Points, Prizes, Row, Ruling, Scoring, Setup,
    Standings, Tie, formats::Attendance, pairing::Why,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use self::{
    acts::{NewEntry, StoredAct, TournamentAct, TournamentAuditEntry, TournamentAuditLog},
    settings::{LaterClock, LoadedTournament, NewTournament, Plan, TournamentSettings},
};
use crate::{RefusalCode, Rules};

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Only its organisers see it.
    Draft,
    /// Players register.
    Open,
    /// It is played.
    Running,
    /// It is over.
    Over,
    /// It was called off.
    Cancelled,
}

/// What a tournament is now called by, and how often it has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentVersion {
    /// Its address.
    pub code: Code,
    /// It grows with every change.
    pub version: u64,
}

/// Which tournaments are asked for.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub struct WhichTournaments {
    /// Only those that whoever asks organises or takes part in.
    #[serde(default)]
    pub mine: bool,
}

/// A line of a list of tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentSummary {
    /// Its address.
    pub code: Code,
    /// For people.
    pub name: String,
    /// How far it has come.
    pub phase: TournamentPhase,
    /// When it begins, if not when its organiser says so.
    pub starts_ms: Option<i64>,
    /// How many take part.
    pub players: i64,
    /// When anything about it changed last.
    pub changed_ms: i64,
}

/// Tournaments that whoever asks sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentList {
    /// Those being played first, then those that are open, then those that are over.
    pub tournaments: Vec<TournamentSummary>,
}

/// A tournament as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tournament {
    /// Its address.
    pub code: Code,
    /// It grows with every change.
    pub version: u64,
    /// For people.
    pub name: String,
    /// How far it has come.
    pub phase: TournamentPhase,
    /// Whether it is held up: no round begins, nobody is given up.
    pub paused: bool,
    /// What keeps it from going on when it is held up, or will keep it from beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Obstacle>,
    /// What its owner is called.
    pub owner: String,
    /// Who organises it too.
    pub helpers: Vec<TournamentHelper>,
    /// The format with its settings.
    pub format: Setup,
    /// When the players of this format are there.
    pub attendance: Attendance,
    /// What ranks, the most important first; nothing where matches decide.
    pub criteria: Vec<Tie>,
    /// What results are worth.
    pub scoring: Scoring,
    /// What there is to be won.
    #[serde(default, skip_serializing_if = "Prizes::is_empty")]
    pub prizes: Prizes,
    /// What organisers have told everybody, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub announcements: Vec<Announcement>,
    /// What the organiser has decided beside the format.
    pub plan: Plan,
    /// The plan's rules, each of them.
    pub rules: Rules,
    /// The plan's club.
    pub club: Option<TournamentClub>,
    /// Who plays.
    pub entries: Vec<TournamentEntry>,
    /// Those that have been published, the first one first.
    pub rounds: Vec<TournamentRound>,
    /// How many rounds there will be, where that is known.
    pub n_rounds: Option<u32>,
    /// When the next round begins by itself.
    pub next_ms: Option<u64>,
    /// `null` as long as they cannot be told.
    pub standings: Option<Standings>,
    /// What the organiser has ordered for rounds to come.
    pub orders: Vec<Order>,
    /// When it was made.
    pub created_ms: i64,
}

/// Somebody who organises a tournament beside its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentHelper {
    /// Who.
    pub user: Code,
    /// What others see of them.
    pub name: String,
}

/// The club whose tournament it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentClub {
    /// Its address.
    pub slug: String,
    /// What it was called when this was decided.
    pub name: String,
}

/// Somebody who plays in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentEntry {
    /// What pairings and standings call it.
    pub id: EntryId,
    /// For people.
    pub name: String,
    /// The account's page, if there is an account.
    pub handle: Option<String>,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// What orders the seeding.
    pub rating: Option<i32>,
    /// What decides handicaps and groups.
    pub grade: Option<Grade>,
    /// The club by which entries are kept apart in the first rounds.
    pub club: Option<String>,
    /// The grade that the tournament's club has awarded.
    pub club_grade: Option<Grade>,
    /// The team it plays for.
    pub team: Option<String>,
    /// Its place in the team, from 1.
    pub board: Option<u32>,
    /// The given name as federations write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The family name as federations write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The nationality by the two letters of ISO 3166.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nationality: Option<String>,
    /// Whether the federation's list does not have it yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unlisted: bool,
    /// What the organiser has marked it with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The league class it plays in.
    pub class: Option<String>,
    /// The organiser's seeding: 1 is the strongest.
    pub seed: Option<u32>,
    /// The table it sits at in every round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// The start score in a McMahon, where the organiser has given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Points>,
    /// Whether they have said that they are there.
    pub checked_in: bool,
    /// Whether it has left.
    pub left: bool,
    /// The rounds it has announced to miss.
    pub absent: Vec<u32>,
}

/// A word of the organisers to everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentAnnouncement")]
pub struct Announcement {
    /// From 1.
    pub number: u32,
    /// When.
    pub at_ms: u64,
    /// What the organiser is called.
    pub by: String,
    /// What.
    pub text: String,
}

/// Somebody calls the arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ArbiterCall")]
pub struct Call {
    /// Who.
    pub entry: EntryId,
    /// When.
    pub at_ms: u64,
    /// Why; empty where nothing was said.
    pub text: String,
}

/// What a player says of the result of their own game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ResultReport")]
pub struct Report {
    /// Who says it.
    pub entry: EntryId,
    /// How it came out.
    pub outcome: Outcome,
}

/// What keeps a tournament from going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TournamentObstacle")]
pub struct Obstacle {
    /// What, as an act that wanted it to go on would be refused.
    pub code: RefusalCode,
    /// Whom it is about, if anybody.
    pub entries: Vec<EntryId>,
    /// For people who read English.
    pub detail: String,
}

/// A round that has been published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentRound {
    /// From 1.
    pub round: u32,
    /// Who plays whom.
    pub games: Vec<Pairing>,
    /// Who does not play.
    pub byes: Vec<Bye>,
}

/// A game of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pairing {
    /// What it is called in acts.
    pub key: GameKey,
    /// The table, from 1; 0 when it has no number.
    pub board: u32,
    /// Who sits as sente; with `toss`, merely the one named first.
    pub sente: EntryId,
    /// The other.
    pub gote: EntryId,
    /// Whether the sides are still to be decided by furigoma (§3.1).
    pub toss: bool,
    /// What gote gives (§3.3).
    pub handicap: Option<Odds>,
    /// The place in a bracket, a group, a class or a match.
    pub slot: Option<String>,
    /// What counts; `null` while it is played.
    pub result: Option<Outcome>,
    /// The organiser's word in place of a result.
    pub ruling: Option<Ruling>,
    /// Why the organiser paired it.
    pub reason: Option<String>,
    /// What its players say of the result, as long as it does not count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Report>,
    /// When the result of a real board was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed_ms: Option<u64>,
    /// The points of a team match of which only the sum is known.
    pub boards: Option<Boards>,
    /// The games behind it that were played here, the last of which counts.
    pub games: Vec<Code>,
}

/// What a tournament's page shows of whoever looks at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnPart {
    /// Their entry.
    pub entry: Option<EntryId>,
    /// What they are asked, if they are.
    pub invitation: Option<Invitation>,
    /// Who is asked; for organisers.
    pub invited: Option<Vec<Invited>>,
    /// Whether they organise it.
    pub organiser: bool,
    /// Who calls the arbiter, the first one first: all for organisers, else one's own call.
    pub calls: Vec<Call>,
    /// Whether they have said that they are there.
    pub checked_in: bool,
    /// The game that is being played.
    pub game: Option<Code>,
    /// Until when its first moves are waited for.
    pub waits_until_ms: Option<u64>,
    /// Whether they are signed in.
    pub signed_in: bool,
}

/// That an organiser asks somebody to take part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// Who asks; empty where the player has left by themself.
    pub by: String,
    /// When they were asked.
    pub at_ms: u64,
    /// When the tournament begins.
    pub starts_ms: Option<u64>,
    /// Whether its games change ratings.
    pub rated: bool,
    /// Whether the player has said no.
    pub declined: bool,
}

/// A line of a tournament's results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentResult {
    /// The class or group; empty when there is only one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// For people.
    pub name: String,
    /// The account's page, if there is an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// What orders the seeding.
    pub rating: Option<i32>,
    /// What decides handicaps and groups.
    pub grade: Option<Grade>,
    /// The team it plays for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Place, points and rounds.
    #[serde(flatten)]
    pub row: Row,
}

/// Somebody who is asked, as organisers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invited {
    /// Who.
    pub user: Code,
    /// What others see of them.
    pub name: String,
    /// Their page.
    pub handle: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// When they were asked.
    pub at_ms: u64,
    /// Whether they have said no.
    pub declined: bool,
}

/// Somebody's tournaments that are not over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agenda {
    /// Those they take part in.
    pub events: Vec<Appointment>,
    /// Those they are asked to take part in.
    pub invitations: Vec<Invitation>,
}

/// What comes next for a player in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Appointment {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// The round that begins.
    pub round: u32,
    /// When it does, as far as it does by itself.
    pub at_ms: Option<u64>,
    /// Until when one has to say that one is there; `null` for those who have, or need not.
    pub check_in_until_ms: Option<u64>,
    /// The game that is being played.
    pub game: Option<Code>,
}

/// Where in a tournament a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentPlace {
    /// The tournament's address.
    pub code: Code,
    /// The tournament's name.
    pub name: String,
    /// The round, from 1.
    pub round: u32,
    /// The table, from 1; 0 when it has no number.
    pub board: u32,
}

/// Something to be done in a tournament.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToDo {
    /// Drawn by the client, so that a repeated one is known.
    pub id: Uuid,
    /// What.
    pub act: TournamentAct,
    /// Why; some acts need one.
    #[serde(default)]
    pub reason: String,
}

/// Of which pairing the reasons are asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct WhichPairing {
    /// A published round; without it the round to come.
    pub round: Option<u32>,
    /// One who plays there; without anybody all pairings of the round to come.
    pub a: Option<EntryId>,
    /// The other; nobody for a bye.
    pub b: Option<EntryId>,
}

/// Who plays in the season of a league that comes after this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextSeason {
    /// In their classes after promotion and relegation; `seed` is the place in the class.
    pub entries: Vec<TournamentEntry>,
}

/// The reasons for pairings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingReasons {
    /// One for each pairing; nothing where a round follows a plan.
    pub why: Vec<Why>,
}
