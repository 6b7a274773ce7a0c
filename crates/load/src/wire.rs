//! What is said to a server and what it says, as bytes.
//!
//! The frames that come by the thousand are recognised by how they begin; all others are parsed
//! as the protocol's types, and so are those that begin in another way than they used to.

use std::io::Write as _;

use komadai_protocol::ServerMessage;

/// The clocks of simulated games: nobody runs out of time.
const CLOCK: &str = r#"{"kind":"byoyomi","main_ms":86400000,"byoyomi_ms":3600000,"periods":30}"#;

/// Every game ends when its script does, not before.
const RULES: &str = r#"{"illegal":"reject","repetition":"draw","impasse":"points27","impasse_draw":"draw","max_moves":null,"takeback":true}"#;

/// Something a client says; `id` is the number by which it is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Say<'a> {
    Hello {
        client: u64,
        elsewhere: bool,
    },
    Create {
        create: u128,
    },
    Join {
        game: &'a str,
    },
    Subscribe {
        stream: Stream<'a>,
        last: Option<u32>,
    },
    Unsubscribe {
        stream: Stream<'a>,
    },
    Move {
        game: &'a str,
        ply: u32,
        usi: &'a str,
    },
    Resign {
        game: &'a str,
    },
    Seek {
        seek: u128,
    },
    Cancel {
        seek: u128,
    },
    /// Looks for an opponent for a game that the crowd plays to its end.
    SeekLong {
        seek: u128,
    },
    Accept {
        seek: u128,
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Stream<'a> {
    Lobby,
    Me,
    Game(&'a str),
    Review(&'a str),
    Tournament(&'a str),
}

impl std::fmt::Display for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lobby => f.write_str("lobby"),
            Self::Me => f.write_str("me"),
            Self::Game(code) => write!(f, "game:{code}"),
            Self::Review(code) => write!(f, "review:{code}"),
            Self::Tournament(code) => write!(f, "tournament:{code}"),
        }
    }
}

impl Say<'_> {
    /// Writes the frame's text into `out`, in place of what was there.
    pub(crate) fn write(self, id: u32, out: &mut Vec<u8>) {
        out.clear();
        let written = match self {
            Self::Hello { client, elsewhere } => write!(
                out,
                r#"{{"t":"hello","id":{id},"protocol":{},"client":"{client:016x}"{}}}"#,
                komadai_protocol::PROTOCOL,
                if elsewhere { r#","elsewhere":true"# } else { "" }
            ),
            Self::Create { create } => write!(
                out,
                r#"{{"t":"create","id":{id},"create":"{}","setup":{{"variant":"standard","start":"even","rules":{RULES},"clock":{CLOCK},"side":"sente"}}}}"#,
                Uuid(create)
            ),
            Self::Join { game } => write!(out, r#"{{"t":"join","id":{id},"game":"{game}"}}"#),
            Self::Subscribe { stream, last: None } => {
                write!(out, r#"{{"t":"subscribe","id":{id},"stream":"{stream}"}}"#)
            }
            Self::Subscribe { stream, last: Some(last) } => {
                write!(out, r#"{{"t":"subscribe","id":{id},"stream":"{stream}","last":{last}}}"#)
            }
            Self::Move { game, ply, usi } => {
                write!(out, r#"{{"t":"move","id":{id},"game":"{game}","ply":{ply},"usi":"{usi}"}}"#)
            }
            Self::Unsubscribe { stream } => {
                write!(out, r#"{{"t":"unsubscribe","id":{id},"stream":"{stream}"}}"#)
            }
            Self::Resign { game } => write!(out, r#"{{"t":"resign","id":{id},"game":"{game}"}}"#),
            Self::Seek { seek } => write!(
                out,
                r#"{{"t":"seek","id":{id},"seek":"{}","setup":{{"variant":"standard","clock":{CLOCK}}}}}"#,
                Uuid(seek)
            ),
            Self::SeekLong { seek } => write!(
                out,
                r#"{{"t":"seek","id":{id},"seek":"{}","setup":{{"variant":"standard","start":"even","rules":{RULES},"clock":{CLOCK},"side":"sente"}}}}"#,
                Uuid(seek)
            ),
            Self::Accept { seek } => {
                write!(out, r#"{{"t":"accept","id":{id},"seek":"{}"}}"#, Uuid(seek))
            }
            Self::Cancel { seek } => {
                write!(out, r#"{{"t":"cancel","id":{id},"seek":"{}"}}"#, Uuid(seek))
            }
        };
        debug_assert!(written.is_ok(), "writing to memory cannot fail");
    }
}

struct Uuid(u128);

impl std::fmt::Display for Uuid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [a, b, c, d, e] = [
            self.0 >> 96,
            self.0 >> 80 & 0xFFFF,
            self.0 >> 64 & 0x0FFF | 0x4000,
            self.0 >> 48 & 0x3FFF | 0x8000,
            self.0 & 0xFFFF_FFFF_FFFF,
        ];
        write!(f, "{a:08x}-{b:04x}-{c:04x}-{d:04x}-{e:012x}")
    }
}

/// Something a server says.
#[derive(Debug)]
pub(crate) enum ServerFrame<'a> {
    /// A move was made; `ply` moves have been made with it.
    Moved { game: &'a str, seq: u32, ply: u32, usi: &'a str },
    /// The relay passes a move on, made when `ply` moves had been made.
    Relayed { ply: u32 },
    /// A command was carried out; some acknowledgements name the game.
    Ack { id: u32, game: Option<&'a str> },
    /// Who is there: of no interest.
    Presence,
    /// Everything else.
    Message(Box<ServerMessage>),
    /// Nothing that a server should say.
    Nonsense,
}

/// Reads a frame.
pub(crate) fn hear(text: &[u8]) -> ServerFrame<'_> {
    quick(text).unwrap_or_else(|| {
        serde_json::from_slice(text)
            .map_or(ServerFrame::Nonsense, |message| ServerFrame::Message(Box::new(message)))
    })
}

fn quick(text: &[u8]) -> Option<ServerFrame<'_>> {
    if let Some(rest) = text.strip_prefix(br#"{"t":"event","stream":"game:"#) {
        let (game, rest) = rest.split_at_checked(10)?;
        let rest = rest.strip_prefix(b"\",")?;
        if rest.starts_with(br#""event":{"t":"presence""#) {
            return Some(ServerFrame::Presence);
        }
        let (seq, rest) = number(rest.strip_prefix(b"\"seq\":")?)?;
        let rest = rest.strip_prefix(br#","event":{"t":""#)?;
        let rest = rest.strip_prefix(b"played").or_else(|| rest.strip_prefix(b"moved"))?;
        let rest = rest.strip_prefix(br#"","ply":"#)?;
        let (ply, rest) = number(rest)?;
        let rest = rest.strip_prefix(br#","usi":""#)?;
        let usi = rest.get(..rest.iter().position(|&it| it == b'"')?)?;
        return Some(ServerFrame::Moved {
            game: std::str::from_utf8(game).ok()?,
            seq,
            ply,
            usi: std::str::from_utf8(usi).ok()?,
        });
    }
    if let Some(rest) = text.strip_prefix(br#"{"t":"ack","id":"#) {
        let (id, rest) = number(rest)?;
        let game = match rest.strip_prefix(br#","game":""#) {
            Some(rest) => Some(std::str::from_utf8(rest.strip_suffix(b"\"}")?).ok()?),
            None if rest == b"}" => None,
            None => return None,
        };
        return Some(ServerFrame::Ack { id, game });
    }
    if text.starts_with(br#"{"t":"move","id":"#) {
        let at = text.windows(6).position(|it| it == b"\"ply\":")?;
        let (ply, _) = number(&text[at + 6..])?;
        return Some(ServerFrame::Relayed { ply });
    }
    None
}

fn number(text: &[u8]) -> Option<(u32, &[u8])> {
    let len = text.iter().take_while(|it| it.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(len);
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use komadai_protocol::{ClientMessage, parse};

    use super::*;

    #[test]
    fn everything_said_is_understood() {
        let game = "123456789A";
        let mut text = Vec::new();
        for (n, say) in [
            Say::Hello { client: 7, elsewhere: true },
            Say::SeekLong { seek: 11 },
            Say::Accept { seek: 11 },
            Say::Create { create: u128::MAX },
            Say::Join { game },
            Say::Subscribe { stream: Stream::Lobby, last: None },
            Say::Subscribe { stream: Stream::Me, last: None },
            Say::Subscribe { stream: Stream::Game(game), last: Some(17) },
            Say::Subscribe { stream: Stream::Review(game), last: None },
            Say::Subscribe { stream: Stream::Tournament(game), last: None },
            Say::Move { game, ply: 3, usi: "7g7f" },
            Say::Unsubscribe { stream: Stream::Game(game) },
            Say::Resign { game },
            Say::Seek { seek: 1 },
            Say::Cancel { seek: 1 },
        ]
        .into_iter()
        .enumerate()
        {
            say.write(n as u32, &mut text);
            let text = std::str::from_utf8(&text).unwrap();
            assert_eq!(parse(text).map(|message| message.id()), Ok(n as u32), "{text}");
        }
        Say::Subscribe { stream: Stream::Game(game), last: Some(17) }.write(5, &mut text);
        let parsed = parse(std::str::from_utf8(&text).unwrap()).unwrap();
        assert!(matches!(parsed, ClientMessage::Subscribe { last: Some(17), .. }), "{parsed:?}");
    }

    #[test]
    fn frequent_frames_are_known_by_their_beginning() {
        let moved = br#"{"t":"event","stream":"game:123456789A","seq":19,"event":{"t":"moved","ply":12,"usi":"P*5e","sfen":"..."}}"#;
        assert!(
            matches!(
                quick(moved),
                Some(ServerFrame::Moved { game: "123456789A", seq: 19, ply: 12, usi: "P*5e" })
            ),
            "{:?}",
            quick(moved)
        );
        let ack = quick(br#"{"t":"ack","id":9}"#);
        assert!(matches!(ack, Some(ServerFrame::Ack { id: 9, game: None })), "{ack:?}");
        let ack = quick(br#"{"t":"ack","id":9,"game":"123456789A"}"#);
        assert!(
            matches!(ack, Some(ServerFrame::Ack { id: 9, game: Some("123456789A") })),
            "{ack:?}"
        );
        let relayed = br#"{"t":"move","id":9,"game":"123456789A","ply":41,"usi":"7g7f"}....."#;
        assert!(matches!(quick(relayed), Some(ServerFrame::Relayed { ply: 41 })));
        let presence =
            br#"{"t":"event","stream":"game:123456789A","event":{"t":"presence","watchers":1}}"#;
        assert!(matches!(quick(presence), Some(ServerFrame::Presence)));
        assert!(matches!(hear(b"{}"), ServerFrame::Nonsense));
    }
}
