//! What can be done in a tournament, by whom, and why it may be refused.

use komadai_game::{Outcome as GameOutcome, Time};
use komadai_ids::{GameId, UserId};
use komadai_rules::{BySide, Side};
use komadai_tournament::{EntryId, GameKey, Order, Outcome};
use serde::{Deserialize, Serialize};

use super::{Entrant, TournamentSettings, table_clocks::TableReport};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Somebody who is signed in.
    User {
        id: UserId,
        /// What others see of them.
        name: String,
        /// Whether they run the site, and so every tournament on it, or the club whose it is.
        runs_it: bool,
    },
    /// The director itself: time has passed, or a game has ended.
    Director,
}

/// What can be done. As JSON it is what the audit log keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Act {
    /// Changes it, before it begins; afterwards the plan only.
    Edit {
        /// All of it.
        settings: Box<TournamentSettings>,
    },
    /// Shows it to everybody and lets them register.
    Open,
    /// Calls it off.
    Cancel,
    /// Enters somebody: the person acting, or a name without an account.
    Enter { entry: Box<Entrant> },
    /// Asks an account to take part.
    Invite {
        /// What it would be entered with.
        entry: Box<Entrant>,
        /// It belongs to the tournament's club, or follows the person acting.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_acquainted: bool,
    },
    /// Enters several, or nobody; accounts are asked, as by [`Act::Invite`].
    EnterAll { entries: Vec<Newcomer> },
    /// Takes an invitation back.
    Uninvite { user: UserId },
    /// The invited player says yes.
    Accept { user: UserId },
    /// The invited player says no.
    Decline { user: UserId },
    /// Changes what is known of an entry, before it begins.
    Amend {
        entry: EntryId,
        /// All that is known of it; the account stays, and its name.
        to: Box<Entrant>,
    },
    /// Takes somebody out: before the start without a trace, afterwards from the next round on.
    Leave { entry: EntryId },
    /// Lets somebody who has left play again, from the next round on.
    Return { entry: EntryId },
    /// A player asks to take part.
    Apply {
        entry: Box<Entrant>,
        /// What they say to it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// A player who applied does not want to any more.
    Unapply { user: UserId },
    /// Somebody who applied takes part.
    Choose { user: UserId },
    /// Somebody who applied does not take part.
    PassOver { user: UserId },
    /// A player asks for a place in a team, or takes it.
    JoinTeam { entry: Box<Entrant>, team: String },
    /// A player founds a team.
    FoundTeam { entry: Box<Entrant>, team: String },
    /// A player who asked for a place in a team does not want it any more.
    UnjoinTeam { user: UserId },
    /// Somebody who asked for a place in a team has it.
    AdmitToTeam { user: UserId },
    /// Somebody who asked for a place in a team does not have it.
    RejectFromTeam { user: UserId },
    /// Puts the players of a team into an order.
    LineUp { entries: Vec<EntryId> },
    /// Says that somebody is there.
    CheckIn {
        entry: EntryId,
        /// On an evening in a club: not in the room, but online.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        online: bool,
    },
    /// Announces that somebody misses a round.
    Absent {
        entry: EntryId,
        round: u32,
        /// Whether they come after all.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        comes: bool,
    },
    /// Begins it, with its first round.
    Begin,
    /// Begins the next round.
    NextRound,
    /// The round that was published last has not been after all.
    TakeBack,
    /// Opens what is over again, for corrections.
    Reopen,
    /// Exchanges the places of two in the draw, before anything is published.
    Swap { a: EntryId, b: EntryId },
    /// Holds everything up: no round begins, nobody is given up.
    Pause,
    /// Resumes it.
    GoOn,
    /// Types in a result of a game that is played at a real board.
    Result {
        game: GameKey,
        /// How it came out.
        outcome: Outcome,
    },
    /// A player says how their game at a real board came out.
    Report { game: GameKey, outcome: Outcome },
    /// The clock of a table says how its game came out, by the table's key or a player's word.
    TableReport {
        game: GameKey,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        report: TableReport,
    },
    /// Lets phones be clocks whose tables have keys of this secret, or lets them no longer.
    TableClocks { secret: Option<String> },
    /// A player calls the arbiter.
    Call {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// The arbiter has come to somebody who called.
    Answer { entry: EntryId },
    /// Tells everybody something.
    Announce { text: String },
    /// Puts the organiser's word in place of a result.
    Rule {
        game: GameKey,
        /// What counts from now on.
        outcome: Outcome,
    },
    /// Replaces pairings of a published round.
    Repair {
        round: u32,
        /// Who plays whom instead, sente first.
        pairs: Vec<(EntryId, EntryId)>,
    },
    /// Orders something for a round to come.
    Order { order: Order },
    /// Takes an order back.
    Unorder {
        /// Its place in the list.
        index: usize,
    },
    /// Orders a play-off between players who are level.
    PlayOff { entries: Vec<EntryId> },
    /// Puts players who are level into an order.
    Decide { entries: Vec<EntryId> },
    /// Takes such a word back.
    Undecide {
        /// Its place in the list.
        index: usize,
    },
    /// Stops a running game's clocks.
    Halt { game: GameKey },
    /// Resumes a stopped game.
    Release { game: GameKey },
    /// Sets the clocks of a stopped game.
    SetClocks {
        game: GameKey,
        /// What they show.
        times: BySide<Time>,
    },
    /// Decides a running game.
    Adjudicate {
        game: GameKey,
        /// Who wins; nobody in a draw.
        winner: Option<Side>,
    },
    /// Strikes a running game out and orders a replay.
    Restart { game: GameKey },
    /// Proposes times for the actor's own game, instead of those proposed before.
    Propose {
        game: GameKey,
        at_ms: Vec<u64>,
        /// A word to the opponent.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
    },
    /// Agrees to a time that the opponent proposes.
    Agree { game: GameKey, at_ms: u64 },
    /// Cancels the time agreed upon.
    CallOff { game: GameKey },
    /// The actor would begin their own game at once, or would not any more.
    PlayNow { game: GameKey, ready: bool },
    /// Sets the time of a game.
    Appoint { game: GameKey, at_ms: u64 },
    /// Gives the players of a game another deadline.
    Extend { game: GameKey, until_ms: u64 },
    /// Lets somebody organise it too, or no longer.
    Helper {
        user: UserId,
        /// What others see of them.
        name: String,
        /// Whether they do.
        helps: bool,
    },
    /// Ends it as it stands. An arena pairs nobody any more, and ends with its last game.
    Close {
        /// Whether an arena's games are struck out, so that it ends now.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        at_once: bool,
    },
    /// The director: somebody deletes their account.
    Forget { user: UserId },
    /// The director: somebody is called differently.
    Rename { user: UserId, name: String },
    /// The director: these players of an arena have lost their connection, or have one again.
    Connections { lost: Vec<EntryId>, back: Vec<EntryId> },
    /// The director: something is due.
    Due,
    /// The director: the time of an appointment, of a reminder or of a deadline has come.
    Appointments,
    /// The director: a game has ended.
    Ended {
        id: GameId,
        /// How, as seen from the board.
        outcome: Box<GameOutcome>,
        /// Who sat there.
        players: BySide<UserId>,
        /// The game by which it is replayed (§2.2).
        replay: Option<GameId>,
    },
}

/// One of several who are entered together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newcomer {
    pub entry: Entrant,
    /// It belongs to the tournament's club, or follows the person acting.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_acquainted: bool,
}

impl Act {
    /// Whether something new begins by it.
    pub fn begins(&self) -> bool {
        matches!(
            self,
            Self::Open
                | Self::Enter { .. }
                | Self::Invite { .. }
                | Self::EnterAll { .. }
                | Self::Accept { .. }
                | Self::Apply { .. }
                | Self::Choose { .. }
                | Self::JoinTeam { .. }
                | Self::FoundTeam { .. }
                | Self::AdmitToTeam { .. }
                | Self::Begin
                | Self::NextRound
                | Self::PlayOff { .. }
                | Self::Restart { .. }
                | Self::Agree { .. }
                | Self::PlayNow { .. }
                | Self::Appoint { .. }
        )
    }

    /// Whether the audit log keeps it: whose connection comes and goes is nobody's deed, a new name
    /// was chosen elsewhere, and why somebody calls the arbiter is between the two.
    pub fn is_kept(&self) -> bool {
        !matches!(
            self,
            Self::Connections { .. }
                | Self::Rename { .. }
                | Self::Call { .. }
                | Self::Answer { .. }
        )
    }

    /// As the audit log keeps it: what players say to an opponent is between the two, and keys are
    /// nobody's who reads it.
    #[must_use]
    pub fn kept(&self) -> Self {
        match self {
            Self::Propose { game, at_ms, .. } => {
                let (game, at_ms) = (game.clone(), at_ms.clone());
                Self::Propose { game, at_ms, text: String::new() }
            }
            Self::TableReport { game, report, .. } => {
                Self::TableReport { game: game.clone(), key: None, report: report.clone() }
            }
            Self::TableClocks { secret } => {
                Self::TableClocks { secret: secret.as_ref().map(|_| String::new()) }
            }
            other => other.clone(),
        }
    }

    /// Whether it needs a reason for the audit log.
    pub fn needs_reason(&self) -> bool {
        matches!(
            self,
            Self::Rule { .. }
                | Self::Repair { .. }
                | Self::Decide { .. }
                | Self::SetClocks { .. }
                | Self::Adjudicate { .. }
                | Self::Restart { .. }
                | Self::TakeBack
                | Self::Reopen
                | Self::Extend { .. }
                | Self::Cancel
        )
    }
}
