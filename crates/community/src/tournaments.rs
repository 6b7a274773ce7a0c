//! Tournaments: what organisers decide, who is entered, and why something is refused.

mod entrant;
mod plan;
mod refusal;
mod settings;

pub use self::{
    entrant::{Entrant, NewEntry, Person},
    plan::{HostClock, LaterClock, OfClub, Plan, PlanClub},
    refusal::{TournamentRefusal, Waiting},
    settings::TournamentSettings,
};
