//! One game of shogi as a pure state machine.
//!
//! [`Game::new`] makes a game from a [`Setup`]; [`Game::handle`] decides what a [`Command`] leads
//! to, as events or as a [`Rejection`], and changes nothing; [`Game::apply`] changes the game by one
//! [`Event`] and decides nothing. The caller makes the events durable between the two. Instants and
//! seeds are arguments: there is no clock, no randomness, no file and no task here.
//!
//! [`journal`] is the form in which events are kept for ever.

#![warn(missing_docs)]

pub mod clocks;
mod command;
mod conditions;
mod ending;
mod event;
mod furigoma;
mod game;
pub mod journal;
mod keys;
mod lag;
mod setup;
mod time_off;
mod unrated;

pub use self::{
    clocks::{Time, TimeControl},
    command::{ArbiterAct, By, Command, CommandKey, Offer, Refusal, Rejection},
    conditions::{
        CONDITION_LINES_MAX, CONDITION_MOVES_MAX, CONDITION_PLIES_MAX, ConditionsProblem,
    },
    ending::{EndReason, Outcome},
    event::{Event, Record},
    furigoma::Toss,
    game::{Game, MoveFacts, Phase, RunningClock},
    lag::{BANK_MS, CREDIT_MS_MAX, Lag},
    setup::{Player, PoolGame, QuickPairing, Seats, Setup, SetupProblem, SideChoice, Start},
    time_off::{Stretch, TimeOff},
    unrated::{GIVEN_UP_PLIES_MIN, RATED_PLIES_MIN, UnratedReason},
};

/// How long each side has for its first move where that move is not charged, in milliseconds.
pub const FIRST_MOVE_MS: u64 = 30_000;
