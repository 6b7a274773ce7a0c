//! The crate from outside: whole events, properties, documents.

mod cross_tables;
mod docs;
mod events;
mod extremes;
mod properties;
mod python;
mod robust;
mod speed;
mod support;
