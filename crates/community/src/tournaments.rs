//! Tournaments: what organisers decide, who is entered, what can be asked for, and why something is refused.

mod act;
mod appointments;
mod entrant;
mod plan;
mod refusal;
mod settings;
mod team_entry;

pub use self::{
    act::TournamentAct,
    appointments::{ByAppointment, PROPOSALS_MAX},
    entrant::{Entrant, NewEntry, Person},
    plan::{EventDays, HostClock, LaterClock, OfClub, Plan, PlanClub, StrengthSource},
    refusal::{TournamentRefusal, Waiting},
    settings::TournamentSettings,
    team_entry::{TeamAdmission, TeamEntry},
};
pub use komadai_tournament::is_day;
