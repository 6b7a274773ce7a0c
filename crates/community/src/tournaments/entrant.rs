//! Who is entered in a tournament.

use komadai_ids::UserId;
use komadai_rules::Grade;
use komadai_tournament::{Entry, Points, Reach, formats::Terms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A player to be entered: an account by its handle, or a name that is entered by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewEntry {
    /// The account's handle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handle: Option<String>,
    /// The name of a player without an account.
    #[serde(default)]
    pub name: String,
    /// The rating for seeding; the account's own if absent.
    pub rating: Option<i32>,
    /// The grade, which decides handicaps and groups; the account's own if absent.
    #[serde(default, deserialize_with = "crate::grades::typed")]
    pub grade: Option<Grade>,
    /// Whether the grade was not earned: the band of the account's rating, or a declared one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// Keeps entries of one club apart in the first rounds.
    pub club: Option<String>,
    /// The player's team.
    pub team: Option<String>,
    /// The board in the team, from 1.
    pub board: Option<u32>,
    /// The player's league class.
    pub class: Option<String>,
    /// The organiser's seed: 1 is the strongest.
    pub seed: Option<u32>,
    /// The start score in a McMahon, overriding the bars.
    #[serde(default)]
    pub start: Option<Points>,
    /// The player's fixed table in every round of a Swiss or a McMahon.
    #[serde(default)]
    pub table: Option<u32>,
    /// What the host of a simul gives the player, overriding what the grades suggest.
    #[serde(default)]
    pub odds: Option<Terms>,
    /// On an evening in a club: whether the player is not in the room, and plays online.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub online: bool,
    /// The given name as federations write it.
    #[serde(default)]
    pub given: Option<String>,
    /// The family name as federations write it.
    #[serde(default)]
    pub family: Option<String>,
    /// The nationality by its two-letter ISO 3166 code.
    #[serde(default)]
    pub nationality: Option<String>,
    /// Whether the player is not yet in the federation's list.
    #[serde(default)]
    pub unlisted: bool,
    /// Labels, used for prizes and for eligibility.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// The account behind an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Its id.
    pub user: UserId,
    /// What others see of it.
    pub name: String,
    /// Its user name.
    pub handle: String,
    /// Whether it is the account of a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The grade that the tournament's club had awarded when it entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club_grade: Option<Grade>,
}

/// Somebody to be entered: what is said of them, and what is known of their account.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// The account, if there is one.
    #[serde(default)]
    pub person: Option<Person>,
    /// Whether the account belongs to the tournament's club.
    #[serde(default)]
    pub is_club_member: bool,
    /// What is said of them.
    #[serde(flatten)]
    pub details: NewEntry,
}

impl Entrant {
    /// The account's user, if there is one.
    pub fn user(&self) -> Option<UserId> {
        self.person.as_ref().map(|person| person.user)
    }

    /// What somebody who leaves would be entered with again.
    pub fn again(person: Person, entry: Entry) -> Self {
        let details = NewEntry {
            handle: None,
            name: String::new(),
            rating: entry.rating,
            grade: entry.grade,
            provisional: entry.provisional,
            club: entry.club,
            team: entry.team,
            board: entry.board,
            class: entry.class,
            seed: entry.seed,
            start: entry.start,
            table: entry.table,
            odds: entry.odds,
            online: entry.reach == Reach::Online,
            given: entry.given,
            family: entry.family,
            nationality: entry.nationality,
            unlisted: entry.unlisted,
            tags: entry.tags,
        };
        Self { person: Some(person), is_club_member: false, details }
    }
}
