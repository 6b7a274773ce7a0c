//! `/me/bell`: what the caller was told of that concerns them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::paging::NextPage;
use crate::BellView;

/// A page of what the caller was told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BellPage {
    /// The latest first.
    pub items: Vec<BellView>,
    /// Up to which instant the caller has looked at it; what is later is new.
    pub seen_ms: i64,
    /// The next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPage>,
}

/// The caller has looked at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BellSeen {
    /// The instant of the latest item that the caller has seen.
    pub until_ms: i64,
}
