//! The running server without its sockets.
//!
//! A [`room`] owns each live game; the [`journal`] makes what happens durable before anyone
//! hears of it; the [`Directory`] knows the rooms, the [`lobby`] the seeks, the [`Hub`] who is
//! connected. How things look on the wire is not known here: whoever starts a [`Service`] gives
//! it a [`Render`].

mod accounts;
mod archive;
mod backlog;
pub mod challenges;
mod cleaner;
pub mod clubs;
mod connection;
pub mod csv;
mod directory;
mod fair_play;
mod hub;
pub mod journal;
pub mod lines;
pub mod lobby;
pub mod log;
pub mod mail;
mod measured;
mod meetings;
mod meters;
pub mod moderation;
pub mod names;
mod neighbours;
pub mod notices;
pub mod openings;
pub mod operator;
pub mod opponents;
pub mod passwords;
pub mod priority;
mod quota;
mod random;
pub mod ratings;
mod reached;
mod recovery;
mod render;
mod retention;
mod retry;
pub mod room;
pub mod sealing;
mod service;
mod settle;
pub mod site;
mod standing;
mod stored_json;
#[cfg(feature = "testing")]
pub mod testing;
mod timebase;
mod totp;
pub mod tournaments;
pub mod tsume;

pub use self::{
    accounts::{
        AccountError, Accounts, Comer, Factor, FactorOffer, Invitation, Member, Secret,
        SessionToken, SignedIn, Wish,
    },
    archive::without_deleted,
    backlog::Backlog,
    clubs::Clubs,
    connection::{Connection, FRAMES_MAX, Goodbye, Outgoing, QUEUE_BYTES_MAX},
    directory::{Directory, Limits, OpenError, Queues, VisitorLimits},
    hub::Hub,
    lobby::{LobbyHandle, Seek, Wants},
    measured::{Measured, Times},
    meters::measured,
    quota::Taker,
    ratings::{RatedGame, Ratings},
    reached::Limit,
    recovery::RecoveryError,
    render::{ChatLine, Frames, LiveGame, Refused, Render, RoomFacts},
    retention::Retention,
    room::{Reply, RoomHandle},
    service::{Running, Service, Settings, StartError},
    settle::Settlement,
    standing::Standing,
    stored_json::read_json,
    timebase::Timebase,
    tournaments::Tournaments,
    tsume::TsumeClub,
};
