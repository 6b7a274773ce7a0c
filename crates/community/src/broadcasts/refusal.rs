//! Why something is not done in a broadcast.

use komadai_game::SetupProblem;
use komadai_review::score::EntryError;

refusals! {
    /// Why something was not done in a broadcast.
    pub enum BroadcastRefusal {
        /// There is none at this address that they can see.
        Unknown => UnknownBroadcast;
        /// It has no such board.
        UnknownBoard => UnknownBoard;
        /// The tournament has no such game, or none that they can see.
        UnknownEvent => NotFound, "there is no such game in that tournament";
        /// It is for those who keep the score.
        NotScorer => NotScorer;
        /// Something cannot be announced.
        Words(text: String) => BadWords, "{text}";
        /// A game begins with one of the two.
        TwoStarts => BadPosition, "a board begins with a handicap or from a position, not both";
        /// A game cannot begin like that.
        Start(problem: SetupProblem) => BadPosition, "{problem}";
        /// A record does not continue or replace the score.
        Entry(error: EntryError) => BadEntry, "{error}";
    }
}

wraps!(BroadcastRefusal: Start(SetupProblem), Entry(EntryError));
