//! The running server without its sockets: what there is around the live games.
//!
//! Live games are in `komadai-live`; here are those who play them ([`Accounts`]), what becomes of
//! results ([`Ratings`], [`Tournaments`], [`Clubs`]), what moderators decide, and what is sent to
//! players who are away. A [`Service`] is all of it, started. How things look on the wire is not
//! known here either: the caller that starts one gives it a
//! [`RenderChallenges`](challenges::RenderChallenges) that is a
//! [`RenderReviews`](reviews::RenderReviews) as well.
//!
//! Every function that asks the database fails when the database does; its documentation lists only
//! other errors.

mod accounts;
mod archive;
pub mod bell;
pub mod branding;
pub mod bridges;
pub mod broadcasts;
pub mod challenges;
pub mod circuits;
pub mod clubs;
pub mod explorer;
mod fair_play;
pub mod follows;
pub mod game_notes;
pub mod imports;
mod keyed_tasks;
pub mod league;
pub mod lessons;
pub mod mail;
mod metrics;
pub mod moderation;
pub mod notices;
pub mod operator;
pub mod passwords;
pub mod people;
pub mod preferences;
pub mod public_web;
pub mod ratings;
pub mod record;
mod retention;
mod retry_queue;
pub mod reviews;
pub mod sealing;
mod service;
pub mod site;
mod starting;
pub mod storage;
mod stored_json;
pub mod studies;
#[cfg(feature = "testing")]
pub mod testing;
mod totp;
pub mod tournaments;
pub mod tsume;
pub mod vacations;
mod voters;

pub use komadai_community::{csv, latin, lines, names};

pub use self::{
    accounts::{
        AccountError, Accounts, Comer, CsaSecret, Factor, FactorOffer, FirstAdmin, Invitation,
        Member, OwnProfile, Secret, SessionToken, SignedIn, Wish, account,
    },
    archive::with_names_now,
    circuits::Circuits,
    clubs::Clubs,
    ratings::Ratings,
    retention::Retention,
    service::Service,
    starting::{Part, Settings, StartError, TakeUpNodes, take_over},
    stored_json::read_json,
    tournaments::Tournaments,
    tsume::TsumeClub,
};
