//! The crate from outside: whole events, properties, documents.

mod docs;
mod events;
mod properties;
mod speed;
mod support;
