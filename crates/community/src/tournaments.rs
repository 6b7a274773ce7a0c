//! Tournaments: what organisers decide, who is entered, what can be asked for, and why something is refused.

mod act;
mod entrant;
mod plan;
mod refusal;
mod settings;

pub use self::{
    act::TournamentAct,
    entrant::{Entrant, NewEntry, Person},
    plan::{EventDays, HostClock, LaterClock, OfClub, Plan, PlanClub, StrengthSource, is_day},
    refusal::{TournamentRefusal, Waiting},
    settings::TournamentSettings,
};
