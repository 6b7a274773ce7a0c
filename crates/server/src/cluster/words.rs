//! The handshake between members of a cluster, before bytes are forwarded.
//!
//! The callee greets with a nonce: `KOMADAI 1 works NONCE`, or `KOMADAI 1 hosts NONCE` if it stands
//! by. (Before standby servers hosted games, they sent `KOMADAI 1 waits`.) The caller sends its
//! request, authenticated with the shared secret and the nonce: `pass http 203.0.113.7:50123
//! VOUCHED`, `pass csa …`, `end EPOCH VOUCHED` or, to a standby member, `link EPOCH VERSION
//! VOUCHED`. The answer is `OK`, and what the callee says next may arrive together with it; the
//! messages on a link are in `link.rs`.

use std::{io, net::SocketAddr, str::FromStr, time::Duration};

use komadai_live::random;
use komadai_service::sealing::SealingKey;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// How long the handshake may take.
pub(super) const WORDS_WITHIN: Duration = Duration::from_secs(2);

/// The maximum length of a line, in bytes.
const LINE_MAX: usize = 256;

/// The beginning of every greeting: the version allows for later ones.
const HELLO: &str = "KOMADAI 1";

const NONCE_BYTES: usize = 16;

const OK: &str = "OK";

/// The words with which a working member and a standby one greet.
pub(super) const WORKS: &str = "works";
pub(super) const HOSTS: &str = "hosts";

/// A member's greeting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Greeting {
    /// It works; requests are authenticated with this nonce.
    Works(String),
    /// It stands by, and may host games for the working member; likewise.
    Hosts(String),
    /// It stands by, and its version hosts no games.
    Waits,
}

/// The door through which a visitor comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Http,
    Csa,
}

/// A member's request to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// Accept a visitor from this address.
    Pass(Kind, SocketAddr),
    /// End, because there is a later epoch.
    End(i64),
    /// Host games for the working member of this epoch, if it has this version.
    Link(i64, String),
}

impl std::fmt::Display for Ask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Pass(Kind::Http, peer) => write!(f, "pass http {peer}"),
            Self::Pass(Kind::Csa, peer) => write!(f, "pass csa {peer}"),
            Self::End(epoch) => write!(f, "end {epoch}"),
            Self::Link(epoch, version) => write!(f, "link {epoch} {version}"),
        }
    }
}

impl FromStr for Ask {
    type Err = io::Error;

    fn from_str(line: &str) -> io::Result<Self> {
        let ask = match line.split(' ').collect::<Vec<_>>()[..] {
            ["pass", "http", peer] => peer.parse().ok().map(|peer| Self::Pass(Kind::Http, peer)),
            ["pass", "csa", peer] => peer.parse().ok().map(|peer| Self::Pass(Kind::Csa, peer)),
            ["end", epoch] => epoch.parse().ok().map(Self::End),
            ["link", epoch, version] => {
                epoch.parse().ok().map(|epoch| Self::Link(epoch, version.to_owned()))
            }
            _ => None,
        };
        ask.ok_or_else(|| unexpected("it asks for what there is not"))
    }
}

impl FromStr for Greeting {
    type Err = io::Error;

    fn from_str(line: &str) -> io::Result<Self> {
        let said = line.strip_prefix(HELLO).map(|rest| rest.split(' ').collect::<Vec<_>>());
        match said.as_deref() {
            Some(["", "works", nonce]) => Ok(Self::Works((*nonce).to_owned())),
            Some(["", "hosts", nonce]) => Ok(Self::Hosts((*nonce).to_owned())),
            Some(["", "waits"]) => Ok(Self::Waits),
            _ => Err(unexpected("it does not greet as a member")),
        }
    }
}

/// Connects to a member, and reads its greeting.
pub(super) async fn greet(address: &str) -> io::Result<(TcpStream, Greeting)> {
    let mut socket = TcpStream::connect(address).await?;
    socket.set_nodelay(true)?;
    let greeting = line(&mut socket).await?.parse()?;
    Ok((socket, greeting))
}

/// Sends a request to a member, and waits until it agrees.
pub(super) async fn ask(
    mut socket: TcpStream,
    key: &SealingKey,
    nonce: &str,
    ask: &Ask,
) -> io::Result<TcpStream> {
    let vouched = key.vouch(&format!("{nonce} {ask}"));
    socket.write_all(format!("{ask} {vouched}\n").as_bytes()).await?;
    match line(&mut socket).await?.as_str() {
        OK => Ok(socket),
        _ => Err(unexpected("it does not agree")),
    }
}

/// Greets, with the word for this member's role, and reads the request.
pub(super) async fn hear(
    mut socket: TcpStream,
    key: &SealingKey,
    does: &str,
) -> io::Result<(Ask, TcpStream)> {
    socket.set_nodelay(true)?;
    let nonce = random::bytes::<NONCE_BYTES>().map(|byte| format!("{byte:02x}")).concat();
    socket.write_all(format!("{HELLO} {does} {nonce}\n").as_bytes()).await?;
    let said = line(&mut socket).await?;
    let (ask, vouched) = said.rsplit_once(' ').ok_or_else(|| unexpected("nothing is vouched"))?;
    if !key.is_vouched(&format!("{nonce} {ask}"), vouched) {
        return Err(unexpected("it has another secrets.key"));
    }
    Ok((ask.parse()?, socket))
}

/// Agrees to the request.
pub(super) async fn agree(mut socket: TcpStream) -> io::Result<TcpStream> {
    socket.write_all(format!("{OK}\n").as_bytes()).await?;
    Ok(socket)
}

/// Reads a line, and nothing of what follows it.
async fn line(socket: &mut TcpStream) -> io::Result<String> {
    let (mut said, mut seen) = (Vec::with_capacity(LINE_MAX), [0; LINE_MAX]);
    while said.len() < LINE_MAX {
        let n_seen = socket.peek(&mut seen).await?;
        if n_seen == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let end = seen[..n_seen].iter().position(|&byte| byte == b'\n');
        let n_taken = end.map_or(n_seen, |end| end + 1);
        socket.read_exact(&mut seen[..n_taken]).await?;
        said.extend_from_slice(&seen[..end.unwrap_or(n_seen)]);
        if end.is_some() {
            return String::from_utf8(said).map_err(|_| unexpected("it is no text"));
        }
    }
    Err(unexpected("it says too much"))
}

fn unexpected(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn what_is_asked_reads_back() {
        let peer = "[2001:db8::7]:50123".parse().unwrap();
        let link = Ask::Link(17, "0.1.0".to_owned());
        for ask in [Ask::Pass(Kind::Http, peer), Ask::Pass(Kind::Csa, peer), Ask::End(17), link] {
            assert_eq!(ask.to_string().parse::<Ask>().unwrap(), ask);
        }
        for line in ["", "pass", "pass http", "pass usi 1.2.3.4:5", "pass http 1.2.3.4", "end x"] {
            assert!(line.parse::<Ask>().is_err(), "{line}");
        }
        for line in ["KOMADAI 2 waits", "KOMADAI 1waits", "KOMADAI 1 works", "HTTP/1.1 400"] {
            assert!(line.parse::<Greeting>().is_err(), "{line}");
        }
    }

    #[tokio::test]
    async fn only_who_has_the_same_key_is_heard() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let key = SealingKey::parse(&"11".repeat(32)).unwrap();
        let other = SealingKey::parse(&"22".repeat(32)).unwrap();
        let wanted = Ask::Pass(Kind::Http, "203.0.113.7:50123".parse().unwrap());
        for (theirs, is_heard) in [(&key, true), (&other, false)] {
            let hears = async {
                let (socket, _) = listener.accept().await.unwrap();
                let (heard, socket) = hear(socket, &key, WORKS).await?;
                agree(socket).await.map(|_| heard)
            };
            let asks = async {
                let (socket, greeting) = greet(&address).await.unwrap();
                let Greeting::Works(nonce) = greeting else { panic!("{greeting:?}") };
                ask(socket, theirs, &nonce, &wanted).await
            };
            let (heard, asked) = tokio::join!(hears, asks);
            assert_eq!(asked.is_ok(), is_heard);
            assert_eq!(heard.ok(), is_heard.then_some(wanted.clone()));
        }
    }

    #[tokio::test]
    async fn what_follows_an_answer_at_once_is_not_lost() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let key = SealingKey::parse(&"11".repeat(32)).unwrap();
        let socket = TcpStream::connect(address).await.unwrap();
        let (mut callee, _) = listener.accept().await.unwrap();
        callee.write_all(b"OK\nand more\n").await.unwrap();
        let wanted = Ask::Link(17, "0.1.0".to_owned());
        // Both lines are there before the first is read.
        let mut both = [0; 12];
        while socket.peek(&mut both).await.unwrap() < both.len() {}
        let mut socket = ask(socket, &key, "nonce", &wanted).await.unwrap();
        assert_eq!(line(&mut socket).await.unwrap(), "and more");
    }

    #[tokio::test]
    async fn a_line_that_does_not_end_is_refused() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut socket = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut callee, _) = listener.accept().await.unwrap();
        callee.write_all(&[b'x'; 2 * LINE_MAX]).await.unwrap();
        assert!(line(&mut socket).await.is_err());
        let mut half = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (mut callee, _) = listener.accept().await.unwrap();
        callee.write_all(b"half").await.unwrap();
        drop(callee);
        assert!(line(&mut half).await.is_err());
    }
}
