//! Tournaments: entries and results in, next pairings and standings out.
//!
//! An [`Event`] is a document: the set-up, the entries, what has been published with its results,
//! and the organiser's orders. [`Event::check`] turns it into a [`CheckedEvent`] event, whose format
//! answers two questions: [`CheckedEvent::next`], what is to be played now, and [`CheckedEvent::standings`],
//! how things stand. The answers follow from the document alone, so a director that stores the
//! document can stop at any instant and continue later. [`edit`] contains a director's changes to a
//! document.
//!
//! A whole tournament:
//!
//! ```
//! use komadai_tournament::{Event, Outcome, cross_table};
//!
//! let mut event = Event::read(
//!     r#"{
//!         "name": "Club evening",
//!         "format": { "t": "swiss", "rounds": 2 },
//!         "entries": [
//!             { "id": "an", "rating": 1900 }, { "id": "binh", "rating": 1700 },
//!             { "id": "chi", "rating": 1600 }, { "id": "dung", "rating": 1500 }
//!         ]
//!     }"#,
//! )?;
//! for round in 1..=2 {
//!     let next = event.check()?.next(0);
//!     assert_eq!((next.round, next.games.len()), (Some(round), 2));
//!     event.publish(&next)?;
//!     for game in &next.games {
//!         event.note_result(&game.key, Outcome::Sente, None)?;
//!     }
//! }
//! let standings = event.check()?.standings();
//! assert!(standings.over);
//! assert_eq!(standings.rankings[0].rows.len(), 4);
//! println!("{}", cross_table(&event, &standings));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here does I/O, reads a clock or draws randomness: instants and the seed are in the
//! document or are arguments.
//!
//! - [`formats`]: one file each, from round robin to arena; how to add one.
//! - [`pairing`]: maximum-weight matching for formats that pair freely, and why it chose so.
//! - [`prizes`]: who gets which, by the standings.
//! - [`circuit`]: one ranking over several events.
//! - [`tiebreaks`]: one file each; how to add one.
//! - [`files`]: files of other pairing programs, read and written.
//! - [`simulate`]: whole events with made-up results, to see what a format does.
//! - docs/tournaments.md: the rules in words, the JSON, the weights, every tie-break by example.

#![warn(missing_docs)]

mod allowance;
mod bracket;
mod card;
mod check;
pub mod circuit;
pub mod command;
mod day;
pub mod edit;
mod entry;
mod event;
pub mod files;
pub mod formats;
mod game;
mod handicap;
mod json;
pub mod lot;
mod next;
mod order;
pub mod pairing;
mod part;
mod points;
pub mod prizes;
mod problem;
mod schedule;
mod series;
pub mod simulate;
mod standings;
mod table;
mod take_back;
mod text;
mod tie;
pub mod tiebreaks;
mod who;

pub use crate::{
    card::{Card, CardRound},
    day::is_day,
    entry::{Absence, Entry, EntryId, Reach},
    event::{
        CheckedEvent, ENTRIES_MAX, Event, GAMES_MAX, Presence, ROUNDS_MAX, ReadError, Scoring,
        Setup, Sides,
    },
    game::{Boards, Bye, ByeKind, Game, GameKey, Outcome, Ruling},
    handicap::{GivenOdds, HandicapPolicy},
    next::{Next, State, Wait},
    order::Order,
    points::Points,
    prizes::Prizes,
    problem::{Fault, Problem, Problems},
    schedule::RoundSchedule,
    standings::{
        CellResult, Match, PlacedBy, Placing, Ranking, Remark, RoundCell, Row, Standings, rank,
    },
    table::{Cell, Contestant, Meeting, Table, TableRules, Verdict},
    take_back::LastRounds,
    text::cross_table,
    tie::{PLAY_OFF_PLAYERS_MAX, TieDecision},
    tiebreaks::{Tie, TieBreak},
    who::Who,
};
