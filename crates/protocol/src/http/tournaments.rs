//! `/tournaments`: what is played, how it stands, and what organisers and players do.
//!
//! Formats, entries, pairings and standings are those of the document, docs/tournaments.md.

use komadai_ids::Code;
use komadai_rules::{Grade, Odds, Side};
use komadai_tournament::{
    Boards, Bye, EntryId, GameKey, HandicapPolicy, Order, Outcome, RoundSchedule, Ruling, Scoring,
    Setup, Sides, Standings, Tie, pairing::Why,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::{ClockSetup, Rules, RulesSetup, TimeView, words};

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
    /// What its owner is called.
    pub owner: String,
    /// Who organises it too.
    pub helpers: Vec<TournamentHelper>,
    /// The format with its settings.
    pub format: Setup,
    /// What ranks, the most important first; nothing where matches decide.
    pub criteria: Vec<Tie>,
    /// What results are worth.
    pub scoring: Scoring,
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
    /// The league class it plays in.
    pub class: Option<String>,
    /// The organiser's seeding: 1 is the strongest.
    pub seed: Option<u32>,
    /// Whether they have said that they are there.
    pub checked_in: bool,
    /// Whether it has left.
    pub left: bool,
    /// The rounds it has announced to miss.
    pub absent: Vec<u32>,
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

/// Somebody who is asked, as organisers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invited {
    /// Who.
    pub user: Code,
    /// What others see of them.
    pub name: String,
    /// Their page.
    pub handle: String,
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

/// Somebody to be entered: an account by its handle, or a name that is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEntry {
    /// The account.
    pub handle: Option<String>,
    /// What somebody without an account is called.
    #[serde(default)]
    pub name: String,
    /// Orders the seeding; the account's own where there is none.
    pub rating: Option<i32>,
    /// Decides handicaps and groups; the account's own where there is none.
    pub grade: Option<Grade>,
    /// Keeps entries of one club apart in the first rounds.
    pub club: Option<String>,
    /// The team it plays for.
    pub team: Option<String>,
    /// Its place in the team, from 1.
    pub board: Option<u32>,
    /// The league class it plays in.
    pub class: Option<String>,
    /// The organiser's seeding: 1 is the strongest.
    pub seed: Option<u32>,
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

/// What can be done in a tournament; without an entry it is the player's own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentAct {
    /// Decides it anew, before it begins; afterwards the plan only.
    Edit {
        /// All of it.
        settings: Box<TournamentSettings>,
    },
    /// Shows it to everybody and lets them register.
    Open,
    /// Calls it off.
    Cancel,
    /// Enters whoever acts.
    Join,
    /// Enters a name without an account; somebody else who has one is asked.
    Enter {
        /// Who.
        entry: NewEntry,
    },
    /// Takes an invitation back.
    Uninvite {
        /// Whose.
        user: Code,
    },
    /// Says yes to an invitation.
    Accept,
    /// Says no to an invitation.
    Decline,
    /// Changes what is known of an entry, before it begins.
    Amend {
        /// Which.
        entry: EntryId,
        /// All that is known of it; the account stays, and its name.
        to: NewEntry,
    },
    /// Takes somebody out: before the start without a trace, afterwards from the next round on.
    Leave {
        /// Who.
        entry: Option<EntryId>,
    },
    /// Lets somebody who has left play again, from the next round on.
    Return {
        /// Who.
        entry: Option<EntryId>,
    },
    /// Says that somebody is there.
    CheckIn {
        /// Who.
        entry: Option<EntryId>,
    },
    /// Announces that somebody misses a round.
    Absent {
        /// Who.
        entry: Option<EntryId>,
        /// Which.
        round: u32,
        /// Whether they come after all.
        #[serde(default)]
        comes: bool,
    },
    /// Begins it, with its first round.
    Begin,
    /// Begins the next round.
    NextRound,
    /// Holds everything up: no round begins, nobody is given up.
    Pause,
    /// Lets it go on.
    GoOn,
    /// Types in a result of a game that is played at a real board.
    Result {
        /// Which.
        game: GameKey,
        /// How it came out.
        outcome: Outcome,
    },
    /// Puts the organiser's word in place of a result.
    Rule {
        /// Which.
        game: GameKey,
        /// What counts from now on.
        outcome: Outcome,
    },
    /// Replaces pairings of a published round.
    Repair {
        /// Which round.
        round: u32,
        /// Who plays whom instead, sente first.
        pairs: Vec<(EntryId, EntryId)>,
    },
    /// Orders something for a round to come.
    Order {
        /// What.
        order: Order,
    },
    /// Takes an order back.
    Unorder {
        /// Its place in the list, from 0.
        index: usize,
    },
    /// Stops a running game's clocks.
    Halt {
        /// Which.
        game: GameKey,
    },
    /// Lets a stopped game go on.
    Release {
        /// Which.
        game: GameKey,
    },
    /// Sets the clocks of a stopped game.
    SetClocks {
        /// Which.
        game: GameKey,
        /// What sente's shows.
        sente: TimeView,
        /// What gote's shows.
        gote: TimeView,
    },
    /// Decides a running game.
    Adjudicate {
        /// Which.
        game: GameKey,
        /// Who wins; nobody in a draw.
        winner: Option<Side>,
    },
    /// Strikes a running game out and has it played anew.
    Restart {
        /// Which.
        game: GameKey,
    },
    /// Lets somebody organise it too, or no longer.
    Helper {
        /// Who.
        handle: String,
        /// Whether they do.
        helps: bool,
    },
    /// Lets one of those who organise it do so no longer.
    Dismiss {
        /// Who.
        user: Code,
    },
    /// Ends it as it stands.
    Close,
}

/// What was done in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentAuditEntry {
    /// The tournament's version from then on.
    pub version: i64,
    /// When.
    pub at_ms: i64,
    /// Who; `null` for the server itself.
    pub by: Option<String>,
    /// What, as it was stored.
    pub act: StoredAct,
    /// Why; empty where nothing was said.
    pub reason: String,
}

/// An act as it was stored: those of every earlier version of the server are among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StoredAct {
    /// Which: that of a [`TournamentAct`], or `create`, `invite`, `forget`, `due`, `ended`.
    pub t: String,
    /// All that belongs to it.
    #[serde(flatten)]
    pub about: Map<String, Value>,
}

/// What was done in a tournament, as far as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentAuditLog {
    /// The latest first.
    pub acts: Vec<TournamentAuditEntry>,
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

/// The reasons for pairings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PairingReasons {
    /// One for each pairing; nothing where a round follows a plan.
    pub why: Vec<Why>,
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
