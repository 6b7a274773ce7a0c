//! The crate from outside: whole events, properties, documents.

mod arenas;
mod cross_tables;
mod docs;
mod events;
mod extremes;
mod fuzz;
mod knockouts;
mod leagues;
mod properties;
mod python;
mod robust;
mod speed;
mod support;
mod teams;
