//! What a client may say.

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
/// Each has an `id` that the client counts up. Every delivery is answered once; a repeated
/// command that was carried out before is answered again and not carried out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Must come first.
    Hello {
        /// Counted by the client.
        id: u32,
        /// The number of the protocol it speaks.
        protocol: u32,
        /// 64 random bits in hexadecimal, drawn once per page load.
        client: String,
        /// Whether the client opens another socket for a game that another server has. Only
        /// games between two such clients are played there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        elsewhere: bool,
    },
    /// Follows a stream.
    Subscribe {
        /// Counted by the client.
        id: u32,
        /// Which.
        stream: StreamName,
        /// The highest seq of it that this tab has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<u32>,
        /// The epoch that seq belongs to, for streams that have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        epoch: Option<u64>,
        /// Whether a game is only looked at in a list: whoever does so sits at no board there,
        /// does not count as watching, and hears no chat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        glance: bool,
    },
    /// Stops following a stream.
    Unsubscribe {
        /// Counted by the client.
        id: u32,
        /// Which.
        stream: StreamName,
    },
    /// Looks for an opponent in the lobby.
    Seek {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated seek is known again.
        seek: Uuid,
        /// The game that is looked for.
        setup: SetupRequest,
        /// Whom it is for.
        #[serde(default, skip_serializing_if = "SeekWants::is_open")]
        wants: SeekWants,
        /// Whether it may be paired with another of the same game, without anybody choosing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        quick: bool,
    },
    /// Takes a seek back.
    Cancel {
        /// Counted by the client.
        id: u32,
        /// Which.
        seek: Uuid,
    },
    /// Plays whoever made the seek.
    Accept {
        /// Counted by the client.
        id: u32,
        /// Which.
        seek: Uuid,
    },
    /// Asks one player for a game, who may not be there.
    Challenge {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated one is known again.
        challenge: Uuid,
        /// Whom, by the name in the address of the player's page.
        to: String,
        /// The game.
        setup: SetupRequest,
        /// For how many hours it stands, at most a week.
        hours: u32,
    },
    /// Plays whoever made the challenge.
    AcceptChallenge {
        /// Counted by the client.
        id: u32,
        /// Which.
        challenge: Uuid,
    },
    /// Does not want the game.
    DeclineChallenge {
        /// Counted by the client.
        id: u32,
        /// Which.
        challenge: Uuid,
        /// Why.
        reason: DeclineReason,
    },
    /// Takes a challenge back, or takes notice that it was declined.
    WithdrawChallenge {
        /// Counted by the client.
        id: u32,
        /// Which.
        challenge: Uuid,
    },
    /// Makes a game with an empty seat.
    Create {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated one is known again.
        create: Uuid,
        /// The game.
        setup: SetupRequest,
    },
    /// Makes a game against a machine.
    PlayEngine {
        /// Counted by the client.
        id: u32,
        /// Drawn by the client, so that a repeated one is known again.
        create: Uuid,
        /// The game.
        setup: SetupRequest,
        /// An engine of the host, as `GET /api/v1/engines` calls it; none for the built-in
        /// opponent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
        /// How strong the opponent is, from 1.
        level: u8,
    },
    /// Takes the empty seat.
    Join {
        /// Counted by the client.
        id: u32,
        /// Of which game.
        game: Code,
    },
    /// Makes a move.
    Move {
        /// Counted by the client.
        id: u32,
        /// In which game.
        game: Code,
        /// Number of moves before it.
        ply: u32,
        /// The move.
        usi: String,
    },
    /// 投了.
    Resign {
        /// Counted by the client.
        id: u32,
        /// Which game.
        game: Code,
    },
    /// Calls a game off before both sides have moved.
    Abort {
        /// Counted by the client.
        id: u32,
        /// Which game.
        game: Code,
    },
    /// Ends a game whose other player has left.
    Claim {
        /// Counted by the client.
        id: u32,
        /// Which game.
        game: Code,
        /// Whether the win is claimed; else the game is called off.
        win: bool,
    },
    /// Proposes something to the opponent.
    Offer {
        /// Counted by the client.
        id: u32,
        /// In which game.
        game: Code,
        /// What.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
    },
    /// Answers the opponent's proposal.
    Answer {
        /// Counted by the client.
        id: u32,
        /// In which game.
        game: Code,
        /// What was proposed.
        #[schemars(with = "words::OfferKind")]
        kind: Offer,
        /// Yes or no.
        accept: bool,
    },
    /// 入玉宣言 (§2.3).
    Declare {
        /// Counted by the client.
        id: u32,
        /// In which game.
        game: Code,
    },
    /// Proposes another game, or agrees to one.
    Rematch {
        /// Counted by the client.
        id: u32,
        /// After which game.
        game: Code,
    },
    /// Says something at a game.
    Chat {
        /// Counted by the client.
        id: u32,
        /// At which game.
        game: Code,
        /// Between 1 and 300 characters.
        text: String,
    },
    /// Changes a review.
    Edit {
        /// Counted by the client.
        id: u32,
        /// Which review.
        // The old word, which is read for one version more.
        #[serde(alias = "study")]
        review: Code,
        /// How.
        edit: Edit,
    },
    /// Asks for the legal moves of any position.
    Position {
        /// Counted by the client.
        id: u32,
        /// Name of the variant.
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
    /// The number by which it is answered.
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
            | Self::Resign { id, .. }
            | Self::Abort { id, .. }
            | Self::Claim { id, .. }
            | Self::Offer { id, .. }
            | Self::Answer { id, .. }
            | Self::Declare { id, .. }
            | Self::Rematch { id, .. }
            | Self::Chat { id, .. }
            | Self::Edit { id, .. }
            | Self::Position { id, .. }
            | Self::Ping { id } => *id,
        }
    }
}

/// A frame that is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseProblem {
    /// The `id` it carried, if that much could be read.
    pub id: Option<u32>,
    /// The code with which it is refused.
    pub code: RefusalCode,
    /// What is wrong with it.
    pub message: String,
}

/// What a frame says.
pub type Parsed = Result<ClientMessage, ParseProblem>;

/// Reads one frame.
///
/// # Errors
/// What is wrong with it, with its `id` where that can be made out, so that even a broken
/// message gets its answer.
pub fn parse(frame: &str) -> Parsed {
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

/// Reads the most frequent frame, a move, without the detour that a union of messages takes.
/// `None` for everything else, also for a broken move: the union says what is wrong with it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_read() {
        let game: Code = "123456789A".parse().unwrap();
        assert_eq!(
            parse(r#"{"t":"move","id":9,"game":"123456789A","ply":0,"usi":"7g7f"}"#),
            Ok(ClientMessage::Move { id: 9, game, ply: 0, usi: "7g7f".to_owned() })
        );
    }

    #[test]
    fn a_broken_message_keeps_its_id() {
        for (frame, id) in [
            (r#"{"t":"move","id":9}"#, Some(9)),
            (r#"{"t":"fly","id":3}"#, Some(3)),
            (r#"{"t":"ping","id":-3}"#, None),
            (r#"{"t":"join","id":3,"game":"no such code"}"#, Some(3)),
            ("[]", None),
            ("", None),
            ("\u{0}", None),
        ] {
            assert_eq!(parse(frame).map_err(|problem| problem.id), Err(id), "{frame}");
        }
        let problem = parse(&" ".repeat(FRAME_BYTES_MAX + 1)).unwrap_err();
        assert_eq!((problem.id, problem.code), (None, RefusalCode::TooLong));
    }

    #[test]
    fn old_words_are_read() {
        let review: Code = "123456789A".parse().unwrap();
        let edit = Edit::Look { node: 0 };
        assert_eq!(
            parse(r#"{"t":"edit","id":3,"study":"123456789A","edit":{"t":"look","node":0}}"#),
            Ok(ClientMessage::Edit { id: 3, review, edit })
        );
        assert_eq!("study:123456789A".parse(), Ok(StreamName::Review(review)));
    }

    #[test]
    fn a_stream_that_does_not_exist_is_named() {
        for (stream, code) in [
            ("game:123456789A", None),
            ("game:0", Some(RefusalCode::UnknownStream)),
            ("chess", Some(RefusalCode::UnknownStream)),
        ] {
            let frame = format!(r#"{{"t":"subscribe","id":3,"stream":"{stream}"}}"#);
            assert_eq!(parse(&frame).err().map(|it| it.code), code, "{stream}");
        }
    }
}
