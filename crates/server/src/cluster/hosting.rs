//! Games that a standby member hosts for the working one.
//!
//! It has its own rooms and its own journal for them ([`komadai_live::nodes`]), and players connect
//! to it by `/ws?at=NAME`, through any door. Everything else about the games belongs to the home.
//! Hosting begins when the working member requests it, with a journal that was never used before,
//! and ends with the process, or when this member itself is to work: then its games continue
//! wherever the home is.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use komadai_live::{
    Timebase,
    nodes::{LINK_MAX, ToNode},
    random,
};
use komadai_service::{Service, sealing::SealingKey};
use komadai_store::Store;
use parking_lot::Mutex;
use tokio::{
    net::TcpStream,
    sync::{Notify, mpsc},
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tracing::{debug, info, warn};

use super::{
    link::{self, Introduction},
    words::{self, Ask, HOSTS, Kind, WORDS_WITHIN},
};
use crate::{config::Config, serve::RunningServer};

/// How many connections may wait to be accepted.
const WAITING_MAX: usize = 256;

/// How long to wait for the first line of a request.
const FIRST_LINE_WITHIN: Duration = Duration::from_secs(10);

/// How soon it is looked again whether it is complete, at first and after a while: many who never
/// end theirs must not keep the server busy.
const LOOK_AGAIN_FIRST: Duration = Duration::from_millis(2);
const LOOK_AGAIN_MAX: Duration = Duration::from_millis(250);

/// A first line longer than this is not for this node, in bytes.
const FIRST_LINE_MAX: usize = 1 << 10;

/// How long to wait for the home to receive the notice that this node is ending.
const GOODBYE_WITHIN: Duration = Duration::from_millis(500);

/// The name by which players reach a member that is given none; it reveals nothing of its address.
pub(crate) fn name_of(address: &str, key: &SealingKey) -> String {
    let vouched = key.vouch(&format!("the name of {address}"));
    vouched.chars().filter(char::is_ascii_alphanumeric).take(8).collect()
}

/// The games hosted here while this member stands by. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hosting(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// Locked while hosting begins, is linked anew, or ends.
    node: tokio::sync::Mutex<Option<Node>>,
    /// The entrance for players. A lock, because every connection looks here; held for a look-up
    /// only.
    door: Mutex<Option<ClientListener>>,
    /// Its journal no longer belongs to it.
    broken: Notify,
}

#[derive(Clone, Debug)]
struct ClientListener {
    name: String,
    players: mpsc::Sender<(TcpStream, SocketAddr)>,
}

#[derive(Debug)]
struct Node {
    server: RunningServer,
    introduction: Introduction,
    /// The epoch of the working member that linked it last.
    epoch: i64,
    link: Option<JoinHandle<()>>,
}

/// What a new visitor of a member that stands by comes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// A game that is hosted here.
    OwnGame,
    /// Whether this very process answers, whichever one works.
    Liveness,
    /// What the working member answers.
    Other,
}

/// Where members that request a link are sent, with their epochs.
pub(super) type Links = mpsc::Sender<(TcpStream, i64)>;

/// What hosting needs to begin: this member's own settings.
#[derive(Clone, Debug)]
pub(super) struct Own {
    pub(super) config: Config,
    pub(super) address: String,
    pub(super) key: SealingKey,
    pub(super) lease: Duration,
}

impl Hosting {
    /// What a new visitor comes for.
    pub(super) async fn errand(&self, socket: &TcpStream) -> Errand {
        let name = self.0.door.lock().as_ref().map(|door| door.name.clone());
        let read = timeout(FIRST_LINE_WITHIN, first_line(socket)).await;
        match read.ok().flatten().as_deref() {
            Some("/health/live") => Errand::Liveness,
            Some(target) if name.is_some() && at_of(target) == name.as_deref() => Errand::OwnGame,
            _ => Errand::Other,
        }
    }

    /// Accepts a visitor who requests a game that is hosted here.
    pub(super) async fn take_in(&self, socket: TcpStream, peer: SocketAddr) {
        let door = self.0.door.lock().clone();
        if let Some(door) = door {
            // If this node is ending, the visitor finds the connection closed.
            let _ = door.players.send((socket, peer)).await;
        }
    }

    /// Another member has requested a link.
    pub(super) async fn introduced(self, socket: TcpStream, own: Arc<Own>, links: Links) {
        match timeout(WORDS_WITHIN, words::hear(socket, &own.key, HOSTS)).await {
            Ok(Ok((Ask::Link(epoch, version), socket))) => {
                if version != crate::version::VERSION {
                    info!(
                        "the server that works is of version {version}: no games are played here"
                    );
                    return;
                }
                // A member that does not get through tries again.
                let _ = links.try_send((socket, epoch));
            }
            Ok(Ok((Ask::Pass(Kind::Http, peer), socket))) => {
                if let Ok(socket) = words::agree(socket).await {
                    self.take_in(socket, peer).await;
                }
            }
            Ok(Ok((ask, _))) => debug!("a standby server cannot do this: {ask}"),
            Ok(Err(cause)) => debug!("a connection is not from a member: {cause}"),
            Err(_) => debug!("a connection takes too long to identify itself"),
        }
    }

    /// Hosts games for every member that links this one, indefinitely.
    pub(super) async fn play(&self, mut wanted: mpsc::Receiver<(TcpStream, i64)>, own: &Own) {
        while let Some((socket, epoch)) = wanted.recv().await {
            if let Err(cause) = self.link(socket, epoch, own).await {
                warn!("no games can be hosted here: {cause:#}");
            }
        }
    }

    /// The working member wants games to be hosted here.
    async fn link(&self, socket: TcpStream, epoch: i64, own: &Own) -> anyhow::Result<()> {
        let mut place = self.0.node.lock().await;
        let mut node = match place.take() {
            Some(node) if node.epoch > epoch => {
                *place = Some(node);
                return Ok(());
            }
            Some(mut node) => {
                if let Some(link) = node.link.take() {
                    // Messages of the previous link that were not received are lost.
                    link.abort();
                    let _ = link.await;
                }
                node
            }
            None => self.begin(own, epoch).await?,
        };
        node.epoch = epoch;
        let socket = match words::agree(socket).await {
            Ok(socket) => socket,
            Err(cause) => {
                *place = Some(node);
                return Err(cause.into());
            }
        };
        let service = node.server.shared_service();
        let talk = talk(socket, service, node.introduction.clone(), own.lease);
        node.link = Some(tokio::spawn(talk));
        *place = Some(node);
        Ok(())
    }

    async fn begin(&self, own: &Own, epoch: i64) -> anyhow::Result<Node> {
        let config = &own.config;
        let store = Store::open_beside(&komadai_store::DatabaseSettings {
            member: Some(own.address.clone()),
            ..config.database()
        })
        .await?;
        // It was never used before, whatever the clock shows.
        let began_ms = Timebase::start().now_ms();
        let own_alone = random::signs(6);
        let journal = format!("{}@{}/{began_ms}-{own_alone}", config.database.node, own.address);
        let name = match config.cluster.name.as_str() {
            "" => name_of(&own.address, &own.key),
            name => name.to_owned(),
        };
        let (players, passed_on) = mpsc::channel(WAITING_MAX);
        let broken = self.clone();
        let broken = Box::new(move || broken.0.broken.notify_one());
        let server =
            RunningServer::rooms(config.clone(), store, journal.clone(), passed_on, broken).await?;
        *self.0.door.lock() = Some(ClientListener { name: name.clone(), players });
        info!("games are played here, as {name}");
        let introduction = Introduction { name, journal };
        Ok(Node { server, introduction, epoch, link: None })
    }

    /// Waits until its journal belongs to another process, and this one must end.
    pub(crate) async fn broken(&self) {
        self.0.broken.notified().await;
    }

    /// Ends hosting: everything is written, and players are asked to reconnect. Returns whether any
    /// games were hosted here.
    ///
    /// # Errors
    /// When the journal could not be written to its end.
    pub(crate) async fn stop(&self) -> anyhow::Result<bool> {
        let Some(node) = self.0.node.lock().await.take() else { return Ok(false) };
        self.0.door.lock().take();
        let began = Instant::now();
        let service = node.server.shared_service();
        let stopped = node.server.stop().await;
        service.directory.say_ended();
        if let Some(mut link) = node.link {
            // The home closes it once it has received the notice.
            let _ = timeout(GOODBYE_WITHIN, &mut link).await;
            link.abort();
        }
        info!("no games are hosted here any longer, after {} ms", began.elapsed().as_millis());
        stopped.map(|()| true)
    }
}

/// Exchanges the messages of a link until it breaks.
async fn talk(
    socket: TcpStream,
    service: Arc<Service>,
    introduction: Introduction,
    lease: Duration,
) {
    let (mut lines, mut writer) = link::ends(socket, lease);
    let (outbox, queue) = mpsc::channel(LINK_MAX);
    let introduced = async {
        let mut line = serde_json::to_vec(&introduction)?;
        line.push(b'\n');
        tokio::io::AsyncWriteExt::write_all(&mut writer, &line).await
    };
    if let Err(cause) = introduced.await {
        return debug!("the link cannot begin: {cause}");
    }
    let says = async {
        let reports = service.directory.report_to(outbox);
        let (said, ()) = tokio::join!(link::say(writer, queue, lease), reports);
        said
    };
    let hears = async {
        loop {
            let said: ToNode = lines.next().await?;
            service.heed(said).await;
        }
    };
    let ended: std::io::Result<()> = tokio::select! {
        said = says => said,
        heard = hears => heard,
    };
    debug!("the link to the working server ends: {ended:?}");
}

/// What the first line of a request asks for.
async fn first_line(socket: &TcpStream) -> Option<String> {
    let mut read = [0; FIRST_LINE_MAX];
    let (mut n_before, mut pause) = (0, LOOK_AGAIN_FIRST);
    loop {
        let n = socket.peek(&mut read).await.ok()?;
        let read = read.get(..n)?;
        if let Some(end) = read.windows(2).position(|it| it == b"\r\n") {
            let line = std::str::from_utf8(read.get(..end)?).ok()?;
            return Some(line.split(' ').nth(1)?.to_owned());
        }
        if n == 0 || n == FIRST_LINE_MAX {
            return None;
        }
        if n == n_before {
            sleep(pause).await;
            pause = (pause * 2).min(LOOK_AGAIN_MAX);
        }
        n_before = n;
    }
}

/// The node that a request with this target is for.
pub(crate) fn at_of(target: &str) -> Option<&str> {
    let (path, query) = target.split_once('?')?;
    let is_it = path == "/ws";
    query.split('&').find_map(|pair| pair.strip_prefix("at=")).filter(|at| is_it && !at.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wants_a_node_says_so_in_the_address_of_the_socket() {
        assert_eq!(at_of("/ws?at=k3j2"), Some("k3j2"));
        assert_eq!(at_of("/ws?x=1&at=k3j2"), Some("k3j2"));
        for target in ["/ws", "/ws?", "/ws?at=", "/?at=k3j2", "/ws?that=k3j2", "/ws/x?at=1"] {
            assert_eq!(at_of(target), None, "{target}");
        }
    }

    #[test]
    fn a_name_says_nothing_of_the_address_and_is_the_same_everywhere() {
        let key = SealingKey::parse(&"11".repeat(32)).unwrap();
        let name = name_of("10.0.0.2:4082", &key);
        assert_eq!(name, name_of("10.0.0.2:4082", &key));
        assert_ne!(name, name_of("10.0.0.3:4082", &key));
        assert_eq!(name.len(), 8);
    }
}
