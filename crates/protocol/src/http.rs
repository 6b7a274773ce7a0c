//! The HTTP API below `/api/v1`: a module for each resource.
//!
//! Each type is defined once, whether it is sent, received or both. Instants are Unix milliseconds;
//! these and durations have names ending in `_ms`.

pub mod account;
pub mod archive;
pub mod audit;
pub mod bell;
pub mod bot_api;
pub mod bridges;
pub mod broadcasts;
pub mod circuits;
pub mod club_archive;
pub mod club_rating;
pub mod clubs;
pub mod coaching;
pub mod correspondence;
pub mod explorer;
pub mod files;
pub mod games;
pub mod home;
pub mod ladder;
pub mod league;
pub mod me;
pub mod moderation;
pub mod notes;
pub mod own_data;
pub mod paging;
pub mod people;
pub mod players;
mod problem;
pub mod ratings;
pub mod reviews;
pub mod rush;
pub mod site;
pub mod staff;
pub mod studies;
pub mod tournaments;
pub mod tsume;
pub mod watch;

pub use self::problem::{BadRow, HttpProblem, RowProblem, TextProblem, WrongText};
