//! What organisers and players do, and the audit log of it.

use komadai_ids::Code;
use komadai_rules::{Grade, Side};
use komadai_tournament::{EntryId, GameKey, Order, Outcome, Points};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::TournamentSettings;
use crate::TimeView;

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
    /// The start score in a McMahon, where the bars are not to decide it.
    #[serde(default)]
    pub start: Option<Points>,
    /// The table it sits at in every round of a Swiss or a McMahon.
    #[serde(default)]
    pub table: Option<u32>,
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
    /// What it is marked with, for prizes and for who may play what.
    #[serde(default)]
    pub tags: Vec<String>,
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
    /// Enters several at once, or nobody if one of them cannot come in: names without accounts,
    /// and accounts, which are asked. At most 200.
    EnterAll {
        /// Who.
        entries: Vec<NewEntry>,
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
    /// Types in a result of a game that is played at a real board. Within a minute, and before
    /// anything has followed from it, another one corrects it.
    Result {
        /// Which.
        game: GameKey,
        /// How it came out.
        outcome: Outcome,
    },
    /// Says how one's own game at a real board came out; it counts once both players say the
    /// same.
    Report {
        /// Which.
        game: GameKey,
        /// Who won, or a draw.
        outcome: Outcome,
    },
    /// Calls the arbiter; again, it changes the words.
    Call {
        /// Why; at most 200 characters.
        #[serde(default)]
        text: String,
    },
    /// Says that the arbiter has come to somebody who called.
    Answer {
        /// Who.
        entry: Option<EntryId>,
    },
    /// Tells everybody something.
    Announce {
        /// What; at most 500 characters.
        text: String,
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
    /// Ends it as it stands. An arena pairs nobody any more, and ends with its last game.
    Close {
        /// Whether an arena's games are struck out, so that it ends now.
        #[serde(default)]
        at_once: bool,
    },
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
    pub entries: Vec<TournamentAuditEntry>,
}
