//! The databases.
//!
//! SQLite by default, PostgreSQL when a `postgres://` address is given. Every query is one literal
//! text that both understand (the columns of a whole row come from its struct), next to its function
//! in the file of its aggregate; only [`db`] knows which database runs it. Two things are kept:
//!
//! * the [`journal`], in which every event of a live game is durable before it is announced;
//! * everything else (players, sessions, finished games …), which one [`Tx`] changes at a time.
//!
//! On SQLite these are two files, on PostgreSQL one database; no transaction spans them. What is
//! inside a journal payload or a game's record is not known here: both are bytes.
//!
//! Nothing here reads a clock or draws randomness: times are `…_ms` (Unix milliseconds) and ids
//! are made by the caller.
//!
//! Every function that asks a database answers [`Error`] when the database fails, and
//! [`Error::Corrupt`] when a row in it cannot be read; its documentation lists only other errors.

pub mod accounts;
pub mod api_tokens;
pub mod audit;
pub mod bell;
pub mod bots;
pub mod broadcasts;
pub mod calendar_secrets;
pub mod challenges;
pub mod circuits;
pub mod clubs;
pub mod db;
pub mod deletion;
mod error;
pub mod explorer;
pub mod floors;
pub mod follows;
pub mod freezes;
pub mod game_comments;
mod game_kinds;
pub mod game_notes;
pub mod games;
pub mod guests;
pub mod imports;
pub mod invitations;
pub mod journal;
pub mod known_browsers;
pub mod league;
pub mod lessons;
pub mod nodes;
pub mod notices;
pub mod own_data;
mod pages;
pub mod people;
pub mod preferences;
pub mod privacy;
pub mod ratings;
pub mod relations;
pub mod reports;
pub mod retention;
pub mod reviews;
pub mod sanctions;
pub mod sealing_key;
pub mod search;
pub mod second_factors;
pub mod sessions;
pub mod settlements;
pub mod shadow;
pub mod site;
pub mod sleeping_games;
pub mod staff;
pub mod studies;
mod terms;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tickets;
pub mod tournaments;
pub mod tsume;
pub mod users;
pub mod vacations;

pub use crate::{
    accounts::{Account, NewAccount, RegistrationOutcome, Role},
    api_tokens::{ApiToken, Bearer, Scope},
    audit::{AuditEntry, NamedAuditEntry},
    broadcasts::{Broadcast, ListedBroadcast, boards::Board, entries::StoredEntry},
    challenges::{Challenge, ChallengeState},
    clubs::{Club, ClubRole, Joining},
    db::{
        Conn, Connections, DatabaseSettings, Holding, MEMBER_ADDRESS_MAX, Member, PostgresHost,
        PostgresRole, PostgresState, Reader, Standby, Store, Turn, Tx,
        backup::{BackupReport, Restoration, back_up, restore},
        contents::Contents,
    },
    error::{DriverError, Error, Result},
    follows::FollowedPlayer,
    freezes::Freeze,
    games::{Game, GameSummary},
    imports::{Import, ImportSummary},
    invitations::NewInvitation,
    journal::{AppendError, Batch, Checkpoint, Checkpointer, Journal},
    nodes::Node,
    pages::PageKey,
    privacy::{ChallengesFrom, Privacy},
    relations::{Distance, Relation},
    reports::{NewReport, Report},
    retention::Horizon,
    reviews::{Review, ReviewSummary},
    sanctions::{Sanction, SanctionKind},
    second_factors::SecondFactor,
    sessions::{Session, SessionSummary, TokenHash},
    shadow::{ShadowStep, ShadowWriter, newest_shadow},
    studies::{ListedStudy, Study, StudyRole, StudyVisibility},
    tickets::{Purpose, Ticket},
    tournaments::{NamedAct, Tournament, TournamentAct, TournamentSummary},
    users::User,
};
