//! The running server without its sockets.
//!
//! A [`room`] owns each live game; the [`journal`] makes what happens durable before anyone
//! hears of it; the [`Directory`] knows the rooms, the [`lobby`] the seeks, the [`Hub`] who is
//! connected. How things look on the wire is not known here: whoever starts a [`Service`] gives
//! it a [`Render`].

mod accounts;
mod again;
mod archive;
pub mod challenges;
pub mod clubs;
mod connection;
pub mod csv;
mod directory;
mod fair_play;
mod hub;
pub mod journal;
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
mod random;
pub mod ratings;
mod recovery;
mod render;
mod retention;
pub mod room;
mod service;
mod settle;
pub mod site;
mod standing;
#[cfg(feature = "testing")]
pub mod testing;
mod timebase;
mod totp;
pub mod tournaments;
pub mod tsume;

pub use self::{
    accounts::{
        AccountError, Accounts, Factor, FactorOffer, Invitation, Member, Secret, SessionToken,
        SignedIn, Wish,
    },
    archive::without_deleted,
    clubs::Clubs,
    connection::{Connection, FRAMES_MAX, Goodbye, Outgoing},
    directory::{Directory, Limits, OpenError, Queues},
    hub::Hub,
    lobby::{LobbyHandle, Seek, Wants},
    measured::{Measured, Times},
    meters::measured,
    ratings::{RatedGame, Ratings},
    recovery::RecoveryError,
    render::{ChatLine, Frames, LiveGame, Refused, Render, RoomFacts},
    retention::Retention,
    room::{Reply, RoomHandle},
    service::{Running, Service, Settings, StartError},
    settle::Settlement,
    standing::Standing,
    timebase::Timebase,
    tournaments::Tournaments,
    tsume::TsumeClub,
};
