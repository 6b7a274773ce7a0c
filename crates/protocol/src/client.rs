//! The messages a client may send.

use komadai_game::Offer;
use komadai_ids::Code;
use komadai_review::Edit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    DeclineReason, FRAME_BYTES_MAX, RefusalCode, SeekWants, SetupRequest, StreamName, words,
};

/// One frame from a client.
///
/// Each has an `id` that the client counts up. Every delivery is answered once; a repeated command
/// that was already carried out is answered again but not carried out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Must be the first message.
    Hello {
        /// Counted by the client.
        id: u32,
        /// The number of the protocol it speaks.
        protocol: u32,
        /// 64 random bits in hexadecimal, drawn once per page load.
        client: String,
        /// Whether the client opens another socket for a game that runs on another server. Only
        /// games between two such clients are placed on other servers.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        elsewhere: bool,
        /// Whether every move is to come with the position after it and the reader's legal moves,
        /// for a client that does not know the rules.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        positions: bool,
    },
    /// Subscribes to a stream.
    Subscribe {
        /// Counted by the client.
        id: u32,
        /// The stream.
        stream: StreamName,
        /// The highest seq of it that this tab has received.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<u32>,
        /// The epoch that seq belongs to, for streams that have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<u64>,
        /// Whether a game is only previewed in a list: such a subscriber takes no seat at the
        /// board, does not count as a watcher and receives no chat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        glance: bool,
    },
    /// Unsubscribes from a stream.
    Unsubscribe {
        /// Counted by the client.
        id: u32,
        /// The stream.
        stream: StreamName,
    },
    /// Looks for an opponent in the lobby.
    Seek {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated seek is recognised.
        seek: Uuid,
        /// The game to be played.
        setup: SetupRequest,
        /// Who may accept it.
        #[serde(default, skip_serializing_if = "SeekWants::is_open")]
        wants: SeekWants,
        /// Whether it is a quick search, paired automatically: for a rated game if both players can,
        /// whatever the set-up says, and after a while on a clock next to this one too.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        quick: bool,
    },
    /// Cancels a seek.
    Cancel {
        /// Counted by the client.
        id: u32,
        /// The seek.
        seek: Uuid,
    },
    /// Accepts a seek.
    Accept {
        /// Counted by the client.
        id: u32,
        /// The seek.
        seek: Uuid,
    },
    /// Challenges a player, who need not be online.
    Challenge {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated challenge is recognised.
        challenge: Uuid,
        /// The challenged player's handle.
        to: String,
        /// The game.
        setup: SetupRequest,
        /// After how many hours it expires, at most a week.
        hours: u32,
    },
    /// Accepts a challenge.
    AcceptChallenge {
        /// Counted by the client.
        id: u32,
        /// The challenge.
        challenge: Uuid,
    },
    /// Declines a challenge.
    DeclineChallenge {
        /// Counted by the client.
        id: u32,
        /// The challenge.
        challenge: Uuid,
        /// The reason.
        reason: DeclineReason,
    },
    /// Withdraws a challenge, or acknowledges that it was declined.
    WithdrawChallenge {
        /// Counted by the client.
        id: u32,
        /// The challenge.
        challenge: Uuid,
    },
    /// Creates a game with an empty seat.
    Create {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated command is recognised.
        create: Uuid,
        /// The game.
        setup: SetupRequest,
    },
    /// Creates a game against the computer.
    PlayEngine {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated command is recognised.
        create: Uuid,
        /// The game.
        setup: SetupRequest,
        /// An engine of the server, named as in `GET /api/v1/engines`; absent for the built-in
        /// opponent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
        /// The opponent's level, from 1.
        level: u8,
    },
    /// Takes the empty seat.
    Join {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
    },
    /// Makes a move.
    Move {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
        /// The number of moves before it.
        ply: u32,
        /// The move.
        usi: String,
    },
    /// Sets the player's conditional moves in a game by correspondence, replacing all earlier ones.
    Conditions {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
        /// The number of moves made so far.
        ply: u32,
        /// Lines of moves from the present position, each in USI with spaces between, the sides
        /// taking turns; each ends with a move of the player's own.
        lines: Vec<String>,
    },
    /// Resigns (投了).
    Resign {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
    },
    /// Aborts a game before both sides have moved.
    Abort {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
    },
    /// Ends a game that the opponent has left.
    Claim {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
        /// Whether to claim the win; otherwise the game is aborted.
        win: bool,
    },
    /// Makes the opponent an offer.
    Offer {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
        /// The offer.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
    },
    /// Answers the opponent's offer.
    Answer {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
        /// The offer.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Declares an impasse: 入玉宣言 (§2.3).
    Declare {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
    },
    /// Proposes a rematch, or accepts one.
    Rematch {
        /// Counted by the client.
        id: u32,
        /// The game that has ended.
        game: Code,
    },
    /// Sends a line of chat in a game.
    Chat {
        /// Counted by the client.
        id: u32,
        /// The game.
        game: Code,
        /// Between 1 and 300 characters.
        text: String,
    },
    /// Changes a review.
    Edit {
        /// Counted by the client.
        id: u32,
        /// The review.
        // The old name, still read for one more version.
        #[serde(alias = "study")]
        review: Code,
        /// The change.
        edit: Edit,
    },
    /// Says something at the board of a broadcast, to those who watch it.
    Say {
        /// Counted by the client.
        id: u32,
        /// The board.
        review: Code,
        /// Between 1 and 300 characters.
        text: String,
    },
    /// Takes away what was said at the board of a broadcast: one's own line, or anybody's for those
    /// who run the broadcast and for moderators.
    Unsay {
        /// Counted by the client.
        id: u32,
        /// The board.
        review: Code,
        /// The number of the line.
        line: u32,
    },
    /// Asks for the legal moves of any position.
    Position {
        /// Counted by the client.
        id: u32,
        /// The variant's name.
        variant: String,
        /// The position.
        sfen: String,
    },
    /// Asks for the server's time.
    Ping {
        /// Counted by the client.
        id: u32,
    },
}

impl ClientMessage {
    /// The `id` by which it is answered.
    pub fn id(&self) -> u32 {
        match self {
            Self::Hello { id, .. }
            | Self::Subscribe { id, .. }
            | Self::Unsubscribe { id, .. }
            | Self::Seek { id, .. }
            | Self::Cancel { id, .. }
            | Self::Accept { id, .. }
            | Self::Challenge { id, .. }
            | Self::AcceptChallenge { id, .. }
            | Self::DeclineChallenge { id, .. }
            | Self::WithdrawChallenge { id, .. }
            | Self::Create { id, .. }
            | Self::PlayEngine { id, .. }
            | Self::Join { id, .. }
            | Self::Move { id, .. }
            | Self::Conditions { id, .. }
            | Self::Resign { id, .. }
            | Self::Abort { id, .. }
            | Self::Claim { id, .. }
            | Self::Offer { id, .. }
            | Self::Answer { id, .. }
            | Self::Declare { id, .. }
            | Self::Rematch { id, .. }
            | Self::Chat { id, .. }
            | Self::Edit { id, .. }
            | Self::Say { id, .. }
            | Self::Unsay { id, .. }
            | Self::Position { id, .. }
            | Self::Ping { id } => *id,
        }
    }
}

/// A frame that is not a valid message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseProblem {
    /// The `id` it carried, if that much could be read.
    pub id: Option<u32>,
    /// The code of the refusal.
    pub code: RefusalCode,
    /// A description of the error.
    pub message: String,
}

/// The content of a frame.
pub type FrameContent = Result<ClientMessage, ParseProblem>;

/// Reads one frame.
///
/// # Errors
/// A description of the error, with the frame's `id` if that can be read, so that even a malformed
/// message gets its answer.
pub fn parse(frame: &str) -> FrameContent {
    if frame.len() > FRAME_BYTES_MAX {
        let code = RefusalCode::TooLong;
        return Err(ParseProblem { id: None, code, message: code.message().to_owned() });
    }
    if let Some(message) = parse_move(frame) {
        return Ok(message);
    }
    serde_json::from_str(frame).map_err(|error| {
        #[derive(Deserialize, JsonSchema)]
        struct Rest {
            id: u32,
            stream: Option<String>,
        }
        let rest = serde_json::from_str::<Rest>(frame).ok();
        let stream = rest.as_ref().and_then(|it| it.stream.as_deref());
        let code = match stream.map(str::parse::<StreamName>) {
            Some(Err(_)) => RefusalCode::UnknownStream,
            _ => RefusalCode::BadMessage,
        };
        ParseProblem { id: rest.map(|it| it.id), code, message: error.to_string() }
    })
}

/// Reads the most frequent frame, a move, without the cost of the union of messages. `None` for
/// everything else, including a malformed move: the union then describes the error.
fn parse_move(frame: &str) -> Option<ClientMessage> {
    #[derive(Deserialize, JsonSchema)]
    struct Move<'a> {
        t: &'a str,
        id: u32,
        game: &'a str,
        ply: u32,
        usi: &'a str,
    }
    if !frame.contains(r#""t":"move""#) {
        return None;
    }
    let Move { t, id, game, ply, usi } = serde_json::from_str(frame).ok()?;
    let game = game.parse().ok()?;
    (t == "move").then(|| ClientMessage::Move { id, game, ply, usi: usi.to_owned() })
}
