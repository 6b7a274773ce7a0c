//! The crate from outside: whole events, properties, documents.

mod absences;
mod arenas;
mod cards;
mod circuits;
mod coming_rounds;
mod cross_tables;
mod docs;
mod evenings;
mod events;
mod extremes;
mod files;
#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod fuzz;
mod handicaps;
mod knockouts;
mod leagues;
mod lookahead;
mod matches;
mod points;
mod prizes;
mod properties;
mod python;
mod robust;
mod round_robins;
mod round_trips;
mod schedules;
mod simuls;
mod speed;
mod stages;
mod support;
mod taking_back;
mod teams;
mod tiebreaks;
mod ties;
mod trf_lines;
mod who;

komadai_fuzz::tests!(fuzz, grows);
