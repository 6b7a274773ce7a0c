//! The nouns of the community: accounts, clubs, ladders, studies, broadcasts, tournaments
//! and what is said about them.
//!
//! A noun stands here once, with its spelling, its limits and its checks. The wire passes it on,
//! the database stores it, the service acts on it. Nothing here reads a clock, a database or the
//! network.

#![warn(missing_docs)]

#[macro_use]
mod words;
#[macro_use]
mod refusals;

pub mod accounts;
pub mod bell;
pub mod branding;
pub mod bridges;
pub mod broadcasts;
pub mod circuits;
mod clock;
pub mod clubs;
pub mod coaching;
pub mod csv;
pub mod folding;
pub mod grades;
pub mod ladder;
pub mod latin;
pub mod lines;
pub mod moderation;
pub mod names;
pub mod notices;
mod refusal;
pub mod rows;
mod rules;
pub mod schemas;
pub mod site;
pub mod studies;
pub mod tournaments;
pub mod tsume;

pub use self::{
    clock::{ClockSetup, TimeView},
    refusal::RefusalCode,
    rules::{DrawName, IllegalName, ImpasseName, Rules, RulesSetup},
};
