//! The crate from outside: whole events, properties, documents.

mod properties;
mod speed;
mod support;
