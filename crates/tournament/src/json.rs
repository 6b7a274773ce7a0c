//! Reading JSON such that an error names its place, and a schema such that programs can rely on it.

use schemars::{
    Schema,
    transform::{RecursiveTransform, Transform},
};
use serde::{Deserializer, de::DeserializeOwned};

/// The value, or the path to the place that is wrong (`entries[3].rating`, `.` for the whole)
/// and what is wrong there.
pub(crate) fn read<'de, T, D>(from: D) -> Result<T, (String, D::Error)>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    serde_path_to_error::deserialize(from)
        .map_err(|error| (error.path().to_string(), error.into_inner()))
}

/// By a default, programs that write types conclude that the field is always there.
pub(crate) fn without_defaults(schema: &mut Schema) {
    RecursiveTransform(|it: &mut Schema| drop(it.remove("default"))).transform(schema);
}
