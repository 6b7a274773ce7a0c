//! Lists that are read page by page.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use uuid::Uuid;

/// Where a page of a list begins: behind this item, which is the last of the page before. Without
/// it the list is read from its first item on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct After {
    /// The instant by which the last item of the page before stands in the list.
    #[serde(default, deserialize_with = "from_text")]
    pub after_ms: Option<i64>,
    /// The id of that item.
    pub after: Option<Uuid>,
}

/// Beside other parameters of an address a number comes as its text.
fn from_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
}

/// What the address of the next page has after its `?`, beside what else was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct NextPage(pub String);

impl NextPage {
    /// Of a list that stands in the order of instants, behind this item.
    pub fn after(ms: i64, id: Uuid) -> Self {
        Self(format!("after_ms={ms}&after={id}"))
    }
}
