//! Schemas of words that are plain text, and that the crates which define them list.

use std::borrow::Cow;

use komadai_rules::variants;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A variant of shogi.
#[derive(Clone, Copy, Debug)]
pub struct VariantName;

impl JsonSchema for VariantName {
    fn schema_name() -> Cow<'static, str> {
        "VariantName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let all: Vec<&str> = variants::ALL.iter().map(|def| def.name).collect();
        json_schema!({
            "type": "string",
            "description": "A variant of shogi.",
            "enum": all,
        })
    }
}
