//! What a conversation asks of its session, as a message.

use komadai_ids::Code;
use komadai_protocol::{ClientMessage, SeekWants, StreamName};
use uuid::Uuid;

use super::{play::Wish, search::Step};

/// For how long a challenge stands, in hours.
const CHALLENGE_HOURS: u32 = 1;

/// Something that was asked of the session.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SessionRequest {
    Search(Step),
    Game(Code, Wish),
    Subscribe(StreamName, bool),
    Unsubscribe(StreamName),
    TakeBack(Uuid, bool),
}

impl SessionRequest {
    pub(super) fn message(self, id: u32) -> Option<ClientMessage> {
        Some(match self {
            Self::Search(step) => match step {
                Step::Watch => subscribe(id, StreamName::Lobby, false),
                Step::Seek(seek, setup) => {
                    let wants = SeekWants::default();
                    ClientMessage::Seek { id, seek, setup, wants, quick: false }
                }
                Step::Take(seek) => ClientMessage::Accept { id, seek },
                Step::Join(game) => ClientMessage::Join { id, game },
                Step::Challenge(challenge, to, setup) => {
                    let hours = CHALLENGE_HOURS;
                    ClientMessage::Challenge { id, challenge, to, setup, hours }
                }
                Step::Accept(challenge) => ClientMessage::AcceptChallenge { id, challenge },
                // The league is no matter of the session's.
                Step::Wait(_) | Step::GiveUp(_) => return None,
            },
            Self::Game(game, wish) => match wish {
                Wish::Move { ply, usi } => ClientMessage::Move { id, game, ply, usi },
                Wish::Resign => ClientMessage::Resign { id, game },
                Wish::Declare => ClientMessage::Declare { id, game },
                Wish::Abort => ClientMessage::Abort { id, game },
                Wish::Decline(kind) => ClientMessage::Answer { id, game, kind, accept: false },
            },
            Self::Subscribe(stream, glance) => subscribe(id, stream, glance),
            Self::Unsubscribe(stream) => ClientMessage::Unsubscribe { id, stream },
            Self::TakeBack(own, true) => ClientMessage::WithdrawChallenge { id, challenge: own },
            Self::TakeBack(own, false) => ClientMessage::Cancel { id, seek: own },
        })
    }
}

fn subscribe(id: u32, stream: StreamName, glance: bool) -> ClientMessage {
    ClientMessage::Subscribe { id, stream, last: None, epoch: None, glance }
}
