//! Why something cannot be done in a tournament, as it is answered.

use komadai_protocol::RefusalCode;
use komadai_service::tournaments::{TournamentError, TournamentRefusal};

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
            TournamentError::TooManyToday(_) => RefusalCode::TooManyTournamentsToday,
            TournamentError::Refused(refusal) => refusal.code(),
        };
        let problem = Self::new(code, error.to_string());
        match error {
            TournamentError::Refused(TournamentRefusal::Row(row, _)) => problem.at_row(row),
            _ => problem,
        }
    }
}
