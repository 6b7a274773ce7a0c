//! Live games, from the command that comes in to the frames that go out.
//!
//! A [`room`] owns each live game; the [`journal`] makes every event durable before it is
//! announced; the [`Directory`] knows the rooms, the [`lobby`] the seeks, the [`Presence`] who is
//! connected. The promises made here, which `tests/it/simulation.rs` tests:
//!
//! - Only a room's task changes a live game, and a game has at most one room.
//! - An event is durable before it is announced.
//! - Replaying a game's journal gives the live game, at every prefix.
//! - Every delivery of a command gets exactly one answer, and an accepted command is carried out
//!   once, across reconnects and restarts.
//!
//! Accounts, tournaments and the arithmetic of ratings are not here, nor is the form of things on
//! the wire: the caller that starts [`Live`] gives it an [`Archive`](archive::Archive) for finished
//! games and a [`Render`], and puts moderators' decisions into its [`Sanctions`].

mod addresses;
pub mod archive;
mod backlog;
mod cleaner;
mod connection;
mod directory;
mod ends;
pub mod followers;
pub mod game_log;
mod giving_way;
pub mod journal;
mod limits;
mod live;
pub mod lobby;
mod mailbox;
mod meetings;
pub mod metrics;
pub mod network;
pub mod nodes;
pub mod openings;
pub mod opponents;
pub mod pool;
mod presence;
pub mod priority;
mod quota;
pub mod random;
pub mod rated;
mod rated_pairs;
mod reached;
mod recovery;
mod render;
pub mod retry;
pub mod room;
pub mod sanctions;
mod settle;
mod sleep;
#[cfg(feature = "testing")]
pub mod testing;
mod timebase;
mod timer;
pub mod turns;

pub use self::{
    backlog::Backlog,
    connection::{
        Connection, FRAMES_MAX, Goodbye, Outlet, Ping, QUEUE_BYTES_MAX, QueueItem, QueueReader,
    },
    directory::{Asker, Directory, OngoingGame, OpenError, Queues},
    ends::{EndedGame, Ends},
    giving_way::give_way,
    limits::{Limits, VisitorLimits},
    live::{Live, LiveSettings, LiveTasks},
    lobby::{LobbyHandle, Seek, Wants},
    presence::Presence,
    quota::Taker,
    reached::Limit,
    recovery::RecoveryError,
    render::{ChatLine, Frames, LiveGame, LiveRefusal, Render, RoomFacts, Why},
    room::{Reply, RoomHandle, RoomHold},
    sanctions::Sanctions,
    settle::Settlement,
    sleep::hurry_ms,
    timebase::Timebase,
    timer::Timer,
};
