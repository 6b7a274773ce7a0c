//! The nouns of the community: accounts, clubs, ladders, studies and what is said about them.
//!
//! A noun stands here once, with its spelling, its limits and its checks. The wire passes it on,
//! the database stores it, the service acts on it. Nothing here reads a clock, a database or the
//! network.

#![warn(missing_docs)]

#[macro_use]
mod words;

pub mod accounts;
pub mod clubs;
pub mod ladder;
pub mod moderation;
pub mod notices;
pub mod site;
pub mod studies;
pub mod tsume;
