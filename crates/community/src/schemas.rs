//! Schemas of words that are plain text, and that the crates which define them list.

use komadai_rules::variants;

/// The named sets of rules (§2.6).
pub const PRESETS: [&str; 3] = ["casual", "tournament", "professional"];

/// Types that stand for words in a schema, each with the list of them.
#[macro_export]
macro_rules! word_schemas {
    ($($(#[doc = $doc:literal])* $name:ident: $all:expr;)*) => { $(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let all: Vec<&str> = $all.collect();
                schemars::json_schema!({
                    "type": "string",
                    "description": concat!($($doc),*).trim(),
                    "enum": all,
                })
            }
        }
    )* };
}

word_schemas! {
    /// A variant of shogi.
    VariantName: variants::ALL.iter().map(|def| def.name);
    /// A named set of rules (§2.6).
    Preset: PRESETS.into_iter();
}
