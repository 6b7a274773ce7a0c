//! Why something is not done in a tournament.

use komadai_tournament::{Fault, Problems, edit::EditError};

use crate::{RefusalCode, clubs::ClubRefusal};

/// What the next round waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Everything is held up.
    HeldUp,
    /// Games without a result.
    Results,
    /// Enough players.
    Players,
    /// The challenger of a title match.
    Challenger,
    /// An order that cannot be obeyed.
    Order,
    /// Its time.
    Time,
}

impl Waiting {
    /// The code of a refusal to begin the round.
    fn code(self) -> RefusalCode {
        match self {
            Self::HeldUp => RefusalCode::HeldUp,
            Self::Results => RefusalCode::ResultsMissing,
            Self::Players => RefusalCode::PlayersMissing,
            Self::Challenger => RefusalCode::ChallengerMissing,
            Self::Order => RefusalCode::OrderInTheWay,
            Self::Time => RefusalCode::NotYet,
        }
    }
}

refusals! {
    /// Why something is not done. Nothing has changed.
    pub enum TournamentRefusal {
        /// Only organisers may.
        NotOrganiser => NotOrganiser, "only the organisers of this tournament can do that";
        /// Only the owner may.
        NotOwner => NotOrganiser, "only the owner of this tournament can delete it";
        /// Somebody has played in it.
        HasGames => HasGames;
        /// The site is read only.
        ReadOnly => ReadOnly;
        /// Not in this phase.
        Phase(when: &'static str) => WrongPhase, "this cannot be done {when}";
        /// Registration is closed to this player, and why.
        NotOpen(why: &'static str) => NotOpen, "{why}";
        /// Only members of its club come in.
        MembersOnly => MembersOnly;
        /// Only a player says that.
        PlayerOnly(why: &'static str) => PlayerOnly, "only the player can do that: {why}";
        /// No account has that user name.
        UnknownPlayer => UnknownPlayer, "there is no such player";
        /// One of the two has blocked the other, or the club the player.
        KeptApart => KeptApart, "one of you has blocked the other";
        /// The player is asked by acquaintances alone.
        TakesNoInvitations => TakesNoChallenges, "this player accepts invitations only from people they know; send them the link";
        /// It is refused by the club that is to run it.
        Club(refusal: ClubRefusal) => (refusal.code()), "{refusal}";
        /// The player has said no already.
        Declined => Declined;
        /// Somebody has agreed to games that are not rated.
        StaysCasual => StaysCasual, "players have entered for unrated games, so the games stay unrated; create a new tournament";
        /// It is full.
        Full(places: u32) => Full, "all {places} places are taken";
        /// A reason is needed.
        Reason => ReasonNeeded;
        /// There is no such thing.
        Unknown(thing: String) => Unknown, "there is no {thing}";
        /// The settings cannot be.
        Settings(text: String) => BadSettings, "{text}";
        /// It has begun, and this stays as it is.
        Begun => HasBegun;
        /// The document would contradict itself.
        Problems(problems: Problems) => (code_of(problems)), "these settings contradict one another: {problems}";
        /// The document is left as it is.
        Edit(error: EditError) => NotPossible, "{error}";
        /// The next round cannot begin yet, and why.
        NotYet(why: String) => NotYet, "the next round cannot begin: {why}";
        /// It cannot be ended yet, and why.
        NotClosed(why: String) => NotYet, "it cannot be ended: {why}";
        /// The next round waits for something, which is said in words as well.
        Waits(what: Waiting, text: String) => (what.code()), "the next round cannot begin: {text}";
        /// The game is not being played.
        NotPlayed => NotPlayed;
        /// No round has been published, or there are none.
        NoRound => NotPossible, "no round has been published that could be taken back";
        /// Somebody plays in the round that is to be taken back.
        RoundPlayed => RoundPlayed;
        /// Not what was looked at.
        PairingsChanged => PairingsChanged;
        /// The time is past, or after the deadline.
        OutOfTime => OutOfTime;
        /// Nobody proposes that time any more.
        NotProposed => TimeNotProposed;
        /// It begins so soon that its players cannot change it.
        Fixed => TimeFixed;
        /// One of several cannot be entered, counted from 1, and why; so nobody is.
        Row(row: usize, cause: Box<TournamentRefusal>) => (cause.code()), "row {row}: {cause}";
    }
}

wraps!(TournamentRefusal: Problems(Problems), Edit(EditError), Club(ClubRefusal));

/// The code of what is wrong with a document.
fn code_of(problems: &Problems) -> RefusalCode {
    use Fault as F;
    let Some(fault) = problems.0.first().map(|it| it.code) else {
        return RefusalCode::Contradiction;
    };
    match fault {
        F::Team => RefusalCode::TeamMissing,
        F::Class => RefusalCode::ClassMissing,
        F::Host => RefusalCode::HostMissing,
        F::Holder => RefusalCode::HolderMissing,
        F::LateEntry => RefusalCode::NoLateEntries,
        F::Orders => RefusalCode::NoOrders,
        F::TiebreakTwice => RefusalCode::TiebreakTwice,
        F::Tiebreaks => RefusalCode::NoTiebreaks,
        F::Points => RefusalCode::BadPoints,
        F::Stages | F::Best | F::Games | F::Groups | F::Prizes | F::Tags => {
            RefusalCode::BadSettings
        }
        F::AbsentTwice
        | F::Bars
        | F::Boards
        | F::ByeTwice
        | F::Classes
        | F::Decision
        | F::Duration
        | F::EntryId
        | F::EntryTwice
        | F::Format
        | F::GameKey
        | F::GameTwice
        | F::Match
        | F::OwnOpponent
        | F::OwnTeam
        | F::PlayOff
        | F::Probability
        | F::Reason
        | F::Round
        | F::Rounds
        | F::Slot
        | F::Time
        | F::TooMany
        | F::Toss
        | F::TwoGames
        | F::UnknownEntry
        | F::Version => RefusalCode::Contradiction,
    }
}
