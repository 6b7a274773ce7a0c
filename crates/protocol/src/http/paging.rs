//! Lists that are read page by page.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use uuid::Uuid;

/// Where a page of a list begins: after this item, which is the last one of the previous page.
/// Without it, the list begins with its first item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct After {
    /// The instant by which the last item of the previous page is sorted.
    #[serde(default, deserialize_with = "from_text")]
    pub after_ms: Option<i64>,
    /// The id of that item.
    pub after: Option<Uuid>,
}

/// Combined with other query parameters, a number arrives as its text.
fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
}

/// The query of the next page's address, without the other parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NextPage(pub String);

impl NextPage {
    /// For a list sorted by instants: continues after this item.
    pub fn after(ms: i64, id: Uuid) -> Self {
        Self(format!("after_ms={ms}&after={id}"))
    }
}
