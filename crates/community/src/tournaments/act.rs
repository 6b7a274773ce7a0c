//! What can be asked for in a tournament.

use komadai_ids::Code;
use komadai_rules::Side;
use komadai_tournament::{EntryId, GameKey, Order, Outcome};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{NewEntry, TournamentSettings};
use crate::TimeView;

/// The possible acts; without an entry, an act concerns the caller's own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum TournamentAct {
    /// Replaces the settings, before the tournament begins; afterwards only the plan.
    Edit {
        /// All settings.
        settings: Box<TournamentSettings>,
    },
    /// Publishes the tournament and opens registration.
    Open,
    /// Cancels the tournament.
    Cancel,
    /// Enters the caller.
    Join {
        /// On an evening in a club: whether the caller is not in the room, and plays online.
        #[serde(default)]
        online: bool,
    },
    /// Enters a player without an account; a player with one is invited instead, but a member of the
    /// club on one of its evenings is there, as the host says.
    Enter {
        /// The player.
        entry: NewEntry,
    },
    /// Enters several players at once, or none if one of them cannot be entered: players without
    /// accounts are entered, those with accounts are invited. At most 200.
    EnterAll {
        /// The players.
        entries: Vec<NewEntry>,
    },
    /// Withdraws an invitation.
    Uninvite {
        /// The invited player.
        user: Code,
    },
    /// Accepts an invitation.
    Accept,
    /// Declines an invitation.
    Decline,
    /// Applies to take part, where the organisers or the host choose among those who do; a repeated
    /// application changes its word.
    Apply {
        /// A word to the organisers; at most 200 characters.
        #[serde(default)]
        text: String,
    },
    /// Withdraws the caller's application.
    Unapply,
    /// Enters somebody who has applied; for organisers and the host.
    Choose {
        /// The applicant.
        user: Code,
    },
    /// Rejects an application; for organisers and the host.
    PassOver {
        /// The applicant.
        user: Code,
    },
    /// Asks for a place in a team, where players choose their teams; where anyone may come into one,
    /// the caller is in it at once. Another request replaces the one before.
    JoinTeam {
        /// The team.
        team: String,
    },
    /// Founds a team, of which the caller is the captain.
    FoundTeam {
        /// Its name, at most 60 characters.
        team: String,
    },
    /// Withdraws the caller's request for a place in a team.
    UnjoinTeam,
    /// Gives a player the place in the team that they ask for; for its captain, where captains
    /// decide, and organisers.
    AdmitToTeam {
        /// The player.
        user: Code,
    },
    /// Rejects the request of a player for a place in a team; for those who might grant it.
    RejectFromTeam {
        /// The player.
        user: Code,
    },
    /// Puts the players of a team into the order of its boards, reserves last, before the start; for
    /// its captain and organisers.
    LineUp {
        /// All players of the team.
        entries: Vec<EntryId>,
    },
    /// Edits an entry. Once the tournament has begun, names, club, nationality and tags may change;
    /// the strength counts from the next round, in formats that pair each round by it; what the
    /// draw was made from stays.
    Amend {
        /// The entry.
        entry: EntryId,
        /// The new details; the account and its name do not change.
        to: NewEntry,
    },
    /// Withdraws a player: before the start without a trace, afterwards from the next round on. Before
    /// the start the captain of a team may do so for its players too.
    Leave {
        /// The entry.
        entry: Option<EntryId>,
    },
    /// Reinstates a player who has withdrawn, from the next round on.
    Return {
        /// The entry.
        entry: Option<EntryId>,
    },
    /// Checks a player in.
    CheckIn {
        /// The entry.
        entry: Option<EntryId>,
        /// On an evening in a club: whether the player is not in the room, and plays online.
        #[serde(default)]
        online: bool,
    },
    /// Announces that a player will miss a round, or that they will not.
    Absent {
        /// The entry.
        entry: Option<EntryId>,
        /// The round.
        round: u32,
        /// Whether the player will take part after all.
        #[serde(default)]
        comes: bool,
    },
    /// Begins the tournament with its first round.
    Begin {
        /// The mark of the pairings that were looked at; if they have changed since, nothing begins.
        seen: Option<String>,
    },
    /// Begins the next round.
    NextRound {
        /// The mark of the pairings that were looked at; if they have changed since, nothing begins.
        seen: Option<String>,
    },
    /// Takes the last published round back, with all its pairings: online only before its first move,
    /// over the board with its results. Needs a reason.
    TakeBack,
    /// Reopens a finished tournament for corrections, until it is closed. Needs a reason.
    Reopen,
    /// Exchanges the places of two players in the draw, before the first round is published.
    Swap {
        /// One player.
        a: EntryId,
        /// The other player.
        b: EntryId,
    },
    /// Pauses the tournament: no round begins and nobody is forfeited.
    Pause,
    /// Resumes the tournament.
    GoOn,
    /// Enters the result of an over-the-board game. Within a minute, and before anything depends on
    /// it, another one corrects it.
    Result {
        /// The game.
        game: GameKey,
        /// The result.
        outcome: Outcome,
    },
    /// Reports the result of the caller's own over-the-board game; it counts once both players
    /// report the same.
    Report {
        /// The game.
        game: GameKey,
        /// The winner, or a draw.
        outcome: Outcome,
    },
    /// Lets phones be the clocks of an event over the board, with a key for each table, or takes all
    /// keys back; for organisers.
    TableClocks {
        /// Whether they may.
        on: bool,
    },
    /// Calls the arbiter; a repeated call changes its reason.
    Call {
        /// The reason; at most 200 characters.
        #[serde(default)]
        text: String,
    },
    /// Notes that the arbiter has answered a player's call.
    Answer {
        /// The player.
        entry: Option<EntryId>,
    },
    /// Makes an announcement to everybody.
    Announce {
        /// The text; at most 500 characters.
        text: String,
    },
    /// Replaces a result by the arbiter's ruling.
    Rule {
        /// The game.
        game: GameKey,
        /// The ruling.
        outcome: Outcome,
    },
    /// Replaces pairings of a published round.
    Repair {
        /// The round.
        round: u32,
        /// The new pairings, sente first.
        pairs: Vec<(EntryId, EntryId)>,
    },
    /// Gives an order for a coming round.
    Order {
        /// The order.
        order: Order,
    },
    /// Withdraws an order.
    Unorder {
        /// Its index in the list, from 0.
        index: usize,
    },
    /// Orders a play-off between players who are level: all of them meet once, and the games do
    /// nothing but separate them.
    PlayOff {
        /// The players, two to eight.
        entries: Vec<EntryId>,
    },
    /// Puts players who are level into an order, by the organiser's word; everybody reads the reason.
    Decide {
        /// The players, the best placed first.
        entries: Vec<EntryId>,
    },
    /// Withdraws such a word.
    Undecide {
        /// Its index in the list, from 0.
        index: usize,
    },
    /// Stops a running game's clocks.
    Halt {
        /// The game.
        game: GameKey,
    },
    /// Resumes a stopped game.
    Release {
        /// The game.
        game: GameKey,
    },
    /// Sets the clocks of a stopped game.
    SetClocks {
        /// The game.
        game: GameKey,
        /// Sente's new time.
        sente: TimeView,
        /// Gote's new time.
        gote: TimeView,
    },
    /// Adjudicates a running game.
    Adjudicate {
        /// The game.
        game: GameKey,
        /// The winner; absent for a draw.
        winner: Option<Side>,
    },
    /// Annuls a running game and has it replayed.
    Restart {
        /// The game.
        game: GameKey,
    },
    /// Proposes times for the caller's own game, instead of those the caller has proposed before;
    /// none takes them back. One that the opponent has proposed too is agreed upon.
    Propose {
        /// The game.
        game: GameKey,
        /// The times; at most five.
        at_ms: Vec<u64>,
        /// A word to the opponent; at most 200 characters.
        #[serde(default)]
        text: String,
    },
    /// Agrees to a time that the opponent has proposed.
    Agree {
        /// The game.
        game: GameKey,
        /// The time.
        at_ms: u64,
    },
    /// Cancels the time agreed upon; for the players, as long as there is time, and organisers.
    CallOff {
        /// The game.
        game: GameKey,
    },
    /// Says that the caller would begin at once; the board opens when both players do.
    PlayNow {
        /// The game.
        game: GameKey,
        /// Whether they would; otherwise they would not any more.
        ready: bool,
    },
    /// Sets the time of a game; for organisers.
    Appoint {
        /// The game.
        game: GameKey,
        /// The time.
        at_ms: u64,
    },
    /// Gives the players of a game another deadline, also after one of them did not come; for
    /// organisers.
    Extend {
        /// The game.
        game: GameKey,
        /// The deadline.
        until_ms: u64,
    },
    /// Adds or removes an organiser.
    Helper {
        /// The user.
        handle: String,
        /// Whether they are an organiser.
        helps: bool,
    },
    /// Removes an organiser.
    Dismiss {
        /// The organiser.
        user: Code,
    },
    /// Ends the tournament as it stands. An arena pairs no more games, and ends with its last game.
    Close {
        /// Whether an arena's running games are annulled, so that it ends immediately.
        #[serde(default)]
        at_once: bool,
    },
}
