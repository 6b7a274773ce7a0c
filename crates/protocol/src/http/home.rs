//! `/home`: what the first page shows the caller of their own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    archive::PlayedGame, correspondence::CorrespondenceGame, people::Person,
    tournaments::Appointment, tsume::DailyTsume,
};
use crate::MyGame;

/// What the first page shows the caller of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Home {
    /// Whether the caller has done something here before: has an account, or has been through a
    /// lesson, tried a problem or played a game as a guest.
    pub known: bool,
    /// The lessons that the caller has completed, in that order.
    pub lessons: Vec<String>,
    /// Today's problems.
    pub daily: DailyTsume,
    /// The caller's last game, if it ended within 30 days and had moves.
    pub last_game: Option<PlayedGame>,
    /// The running games at which the caller sits.
    pub at_the_board: Vec<MyGame>,
    /// The running games by correspondence, as in `/me/correspondence`.
    pub correspondence: Vec<CorrespondenceGame>,
    /// Players whom the caller follows and who are online, as far as they let that be known; 3 at
    /// most.
    pub here: Vec<Person>,
    /// What is new in the caller's clubs, the latest first.
    pub clubs: Vec<ClubNews>,
    /// What the caller has to come to next in a tournament.
    pub next: Option<Appointment>,
}

/// What is new in a club within a week, for one of its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubNews {
    /// The club's address.
    pub slug: String,
    /// Its name.
    pub name: String,
    /// The title of the latest announcement; `null` without any.
    pub announcement: Option<String>,
    /// How many announcements others have made.
    pub n_announcements: u32,
    /// How many players have joined after the caller.
    pub n_members: u32,
    /// When the last of it came about.
    pub at_ms: i64,
}
