//! The messages between clients and the server.
//!
//! Every frame on `/ws` is one [`ClientMessage`] or one [`ServerMessage`] as JSON.
//! `docs/protocol.md` shows an example of each; the schemas of the types here are in
//! `docs/openapi.json`, from which the client's types are generated.
//! The types belong to the wire format alone: the game's types may change, these only gain fields.
//! What can never change, such as a side, uses the type of `rules`.

#![warn(missing_docs)]

mod bell;
mod challenges;
mod client;
mod dests;
mod game;
pub mod http;
mod lobby;
mod moved;
mod review;
mod server;
mod setup;
pub mod typescript;
pub mod words;

pub use komadai_community::{
    ClockSetup, DrawName, IllegalName, ImpasseName, RefusalCode, Rules, RulesSetup, TimeView,
};

pub use self::{
    bell::{BellClub, BellItem, BellPerson, BellTournament, BellView},
    challenges::{ChallengePlayer, ChallengeView, DeclineReason},
    client::{ClientMessage, FrameContent, ParseProblem, parse},
    dests::Dests,
    game::{
        ArbiterActName, ChatLine, ClocksView, FurigomaView, GameEvent, GameSnapshot, ImpasseCount,
        MoveTold, MoveView, OfferView, PhaseView, PlayerView, QuickView, ResultView, Vacation,
    },
    lobby::{
        GameSummary, LobbyEvent, LobbySnapshot, MeEvent, MeSnapshot, MyGame, SeekView, SeekWants,
    },
    moved::{ack_frame, moved_frame, played_frame, with_dests},
    review::{BoardLine, ChapterOf, ReviewEvent, ReviewView},
    server::{
        Answer, PositionView, ServerMessage, StreamEvent, StreamName, StreamSnapshot,
        TournamentEvent, TournamentSnapshot, UserView,
    },
    setup::{Clocks, SetupRequest, SideWish, StartSetup},
};

/// The protocol's version. A tab that uses an unknown one is asked to reload.
pub const PROTOCOL: u32 = 2;

/// The version in which every move came with the position after it. Its clients are served as if
/// they had asked for positions.
pub const PROTOCOL_WITH_POSITIONS: u32 = 1;

/// The longest frame that is accepted, in bytes.
pub const FRAME_BYTES_MAX: usize = 4096;

/// How often, at least, a page sends something while a clock of its game runs, in milliseconds.
pub const PLAYER_PING_MS: u64 = 2_000;

/// After how long without a message a player counts as away while the game is played, in
/// milliseconds.
pub const PLAYER_SILENCE_MAX_MS: u64 = 15_000;

/// The longest chat line, in characters.
pub const CHAT_CHARS_MAX: usize = 300;
