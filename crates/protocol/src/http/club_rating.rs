//! `/clubs/{slug}/rating`: a club's own rating, from its evenings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A club's own rating: how those stand who have come to its evenings, the strongest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubRating {
    /// The number of evenings that count, the latest ones.
    pub n_evenings: usize,
    /// Those who have played.
    pub players: Vec<ClubRatingRow>,
}

/// Somebody in a club's own rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClubRatingRow {
    /// The name.
    pub name: String,
    /// The handle; `null` for a guest without an account.
    pub handle: Option<String>,
    /// Whether the account belongs to a program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// The rating, in whole points.
    pub rating: i32,
    /// Whether it is uncertain still.
    pub provisional: bool,
    /// The games won.
    pub wins: u32,
    /// The games drawn.
    pub draws: u32,
    /// The games lost.
    pub losses: u32,
    /// When the last game ended.
    pub last_ms: u64,
}
