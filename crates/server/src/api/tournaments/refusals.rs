//! Why something cannot be done in a tournament, as it is answered.

use komadai_protocol::RefusalCode;
use komadai_service::tournaments::{TournamentError, TournamentRefusal, Waiting};

use crate::http::problem::Problem;

impl From<TournamentError> for Problem {
    fn from(error: TournamentError) -> Self {
        let code = match &error {
            TournamentError::Unknown => RefusalCode::NotFound,
            TournamentError::Store(cause) => return Self::store(cause),
            TournamentError::Document(cause) => {
                tracing::error!("a tournament cannot be read: {cause}");
                RefusalCode::Internal
            }
            TournamentError::TooMany => RefusalCode::TooManyTournaments,
            TournamentError::Refused(refusal) => code_of(refusal),
        };
        let problem = Self::new(code, error.to_string());
        match error {
            TournamentError::Refused(TournamentRefusal::Row(row, _)) => problem.at_row(row),
            _ => problem,
        }
    }
}

pub(super) fn code_of(refusal: &TournamentRefusal) -> RefusalCode {
    use RefusalCode as C;
    use TournamentRefusal as R;
    match refusal {
        R::NotOrganiser => C::NotOrganiser,
        R::ReadOnly => C::ReadOnly,
        R::Phase(_) => C::WrongPhase,
        R::NotOpen(_) => C::NotOpen,
        R::MembersOnly => C::MembersOnly,
        R::PlayerOnly(_) => C::PlayerOnly,
        R::Declined => C::Declined,
        R::StaysCasual => C::StaysCasual,
        R::Full(_) => C::Full,
        R::Reason => C::ReasonNeeded,
        R::Unknown(_) => C::Unknown,
        R::Settings(_) => C::BadSettings,
        R::Begun => C::HasBegun,
        R::Problems(problems) => match problems.0.first().map(|it| it.code) {
            Some("team") => C::TeamMissing,
            Some("class") => C::ClassMissing,
            Some("host") => C::HostMissing,
            Some("holder") => C::HolderMissing,
            Some("late_entry") => C::NoLateEntries,
            Some("orders") => C::NoOrders,
            Some("tiebreak_twice") => C::TiebreakTwice,
            Some("tiebreaks") => C::NoTiebreaks,
            Some("points") => C::BadPoints,
            Some("stages" | "best" | "groups" | "prizes" | "tags") => C::BadSettings,
            _ => C::Contradiction,
        },
        R::Edit(_) => C::NotPossible,
        R::NotYet(_) | R::NotClosed(_) => C::NotYet,
        R::Waits { what, .. } => match what {
            Waiting::HeldUp => C::HeldUp,
            Waiting::Results => C::ResultsMissing,
            Waiting::Players => C::PlayersMissing,
            Waiting::Challenger => C::ChallengerMissing,
            Waiting::Order => C::OrderInTheWay,
            Waiting::Time => C::NotYet,
        },
        R::NotPlayed => C::NotPlayed,
        R::Row(_, cause) => code_of(cause),
    }
}
