//! The working member links the standby ones, so that they host games for it, and takes over the
//! games of members that are gone.
//!
//! It reads from the database which members exist ([`komadai_store::Store::members`]). A node that
//! has announced its end, or whose process has no session any more, is taken over at once; one that
//! is merely out of reach, after a lease. Taking over is safe at any time, as the node's journal is
//! fenced: a node that was alive finds that it can write nothing, and ends.

use std::{
    collections::{HashMap, HashSet},
    pin::Pin,
    sync::Arc,
    time::Duration,
};

use komadai_live::{
    Directory,
    nodes::{Base64, FromNode, LINK_MAX, Node},
};
use komadai_service::{TakeUpNodes, sealing::SealingKey, take_over};
use komadai_store::{Member, Store, nodes};
use parking_lot::Mutex;
use tokio::{
    net::TcpStream,
    sync::{mpsc, watch},
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};
use tracing::{debug, info, warn};

use super::{
    link::{self, Introduction},
    words::{self, Ask, Greeting, WORDS_WITHIN},
};

/// How often in a lease a member checks whose turn it is, and the working one reports that it is
/// alive.
pub(super) const LOOKS_IN_A_LEASE: u32 = 12;

/// How soon a member that could not be linked is tried again.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// The nodes of the working member. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Linking(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// This member's own address.
    own: String,
    /// The name of the site's journal; those of nodes begin with it.
    node: String,
    key: SealingKey,
    lease: Duration,
    // A lock, because links come and go; held for a look-up only.
    journals: Mutex<HashMap<String, ForeignJournal>>,
    /// How many of them are lost.
    lost: watch::Sender<usize>,
    /// Those that were taken over: a node that wakes with one of them plays no more games.
    taken: Mutex<HashSet<String>>,
    /// The linked nodes, by address.
    nodes: Mutex<HashMap<String, Arc<Node>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

/// A journal that may hold games that are not here.
#[derive(Debug)]
struct ForeignJournal {
    /// The address of the member it belongs to.
    address: String,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Linked,
    /// Since when the link has been lost, or missing from the start.
    Lost(Instant),
    /// Nothing more will be written to it.
    Ended,
}

impl Linking {
    pub(super) fn new(own: &str, node: &str, key: SealingKey, lease: Duration) -> Self {
        Self(Arc::new(Inner {
            own: own.to_owned(),
            node: node.to_owned(),
            key,
            lease,
            journals: Mutex::default(),
            lost: watch::Sender::new(0),
            taken: Mutex::default(),
            nodes: Mutex::default(),
            tasks: Mutex::default(),
        }))
    }

    /// Stops linking members and taking over games.
    pub(super) fn stop(&self) {
        for task in self.0.tasks.lock().drain(..) {
            task.abort();
        }
    }

    /// A connection to the node of this name, which treats it as coming from `peer`.
    ///
    /// # Errors
    /// When there is no such node, or it cannot be reached.
    pub(crate) async fn call(
        &self,
        name: &str,
        peer: std::net::SocketAddr,
    ) -> std::io::Result<TcpStream> {
        let address = {
            let nodes = self.0.nodes.lock();
            let found = nodes.iter().find(|(_, node)| node.name() == name);
            found.map(|(address, _)| address.clone()).ok_or(std::io::ErrorKind::NotFound)?
        };
        let called = async {
            let (socket, greeting) = words::greet(&address).await?;
            match greeting {
                Greeting::Hosts(nonce) => {
                    let pass = Ask::Pass(words::Kind::Http, peer);
                    words::ask(socket, &self.0.key, &nonce, &pass).await
                }
                Greeting::Works(_) | Greeting::Waits => Err(std::io::ErrorKind::NotFound.into()),
            }
        };
        timeout(WORDS_WITHIN, called).await?
    }

    /// The address of another node with this name.
    fn other_named(&self, name: &str, address: &str) -> Option<String> {
        let nodes = self.0.nodes.lock();
        let mut others = nodes.iter().filter(|(other, _)| *other != address);
        others.find(|(_, node)| node.name() == name).map(|(other, _)| other.clone())
    }

    /// How many games the member with this address hosts, if it may host any.
    pub(crate) fn n_games_at(&self, address: &str) -> Option<u32> {
        Some(self.0.nodes.lock().get(address)?.n_games() as u32)
    }

    /// How many nodes there are, and how many games they host together.
    pub(crate) fn n_nodes_and_games(&self) -> (usize, usize) {
        let nodes = self.0.nodes.lock();
        (nodes.len(), nodes.values().map(|node| node.n_games()).sum())
    }

    fn set(&self, journal: &str, address: &str, state: State) {
        let mut journals = self.0.journals.lock();
        let known = ForeignJournal { address: address.to_owned(), state };
        journals.insert(journal.to_owned(), known);
        self.count(&journals);
    }

    fn forget(&self, journal: &str) {
        let mut journals = self.0.journals.lock();
        journals.remove(journal);
        self.count(&journals);
    }

    fn count(&self, journals: &HashMap<String, ForeignJournal>) {
        let lost = journals.values().filter(|it| !matches!(it.state, State::Linked)).count();
        self.0.lost.send_replace(lost);
    }

    /// Keeps watching which members exist, indefinitely.
    async fn watch(self, store: Store, directory: Arc<Directory>, epoch: i64) {
        let lease = self.0.lease;
        let mut looks = interval(lease / LOOKS_IN_A_LEASE);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut links = Links(HashMap::new());
        let mut answered_since: Option<Instant> = None;
        let mut looked = Instant::now();
        loop {
            looks.tick().await;
            // A process that stood still knows nothing of what happened meanwhile.
            if std::mem::replace(&mut looked, Instant::now()).elapsed() >= lease / 2 {
                answered_since = None;
            }
            let Ok(Ok(members)) = timeout(lease / 2, store.members()).await else {
                answered_since = None;
                continue;
            };
            let answered_since = *answered_since.get_or_insert_with(Instant::now);
            let others = members.iter().filter(|it| it.address != self.0.own);
            for address in others.map(|it| &it.address) {
                links.0.entry(address.clone()).or_insert_with(|| {
                    let link = self.clone().keep_linked(address.clone(), directory.clone(), epoch);
                    tokio::spawn(link)
                });
            }
            let is_there = |address: &String| members.iter().any(|it| it.address == *address);
            links.0.retain(|address, link| {
                let stays = is_there(address);
                if !stays {
                    link.abort();
                }
                stays
            });
            for (journal, address) in self.gone(&members, answered_since) {
                self.take_over(&store, &directory, &members, &journal, &address).await;
            }
        }
    }

    /// The journals of nodes that are gone, with their addresses.
    fn gone(&self, members: &[Member], answered_since: Instant) -> Vec<(String, String)> {
        let journals = self.0.journals.lock();
        let lease = self.0.lease;
        let is_linked = |address: &str| {
            let mut own = journals.values().filter(|it| it.address == address);
            own.any(|it| matches!(it.state, State::Linked))
        };
        let may_take = answered_since.elapsed() >= lease;
        let is_gone = |known: &ForeignJournal| {
            let member = members.iter().find(|it| it.address == known.address);
            let lease_ms = lease.as_millis() as i64;
            let is_silent = member.is_none_or(|it| it.silent_ms.is_some_and(|ms| ms >= lease_ms));
            match known.state {
                // It can be reached from here, but does not reach the database: its games are at a
                // standstill.
                State::Linked => is_silent && may_take,
                State::Ended => true,
                // Games that were hosted here before belong to nobody else, nor do those of a
                // member before it restarted.
                State::Lost(_) if known.address == self.0.own || is_linked(&known.address) => true,
                State::Lost(since) => member.is_none() || (since.elapsed() >= lease && may_take),
            }
        };
        let gone = journals.iter().filter(|(_, known)| is_gone(known));
        gone.map(|(journal, known)| (journal.clone(), known.address.clone())).collect()
    }

    async fn take_over(
        &self,
        store: &Store,
        directory: &Arc<Directory>,
        members: &[Member],
        journal: &str,
        address: &str,
    ) {
        // Whoever works no longer takes nothing over.
        if let Err(cause) = store.check_sole().await {
            return debug!("it is not known that this server works: {cause}");
        }
        let began = Instant::now();
        let lease_ms = self.0.lease.as_millis() as i64;
        let member = members.iter().find(|it| it.address == address && address != self.0.own);
        let is_silent = member.and_then(|it| it.silent_ms).is_some_and(|ms| ms >= lease_ms);
        if is_silent && let Err(cause) = store.end_member(address).await {
            debug!("the sessions of {address} cannot be ended: {cause}");
        }
        match take_over(store, directory, journal).await {
            Ok(()) => {
                self.0.taken.lock().insert(journal.to_owned());
                self.forget(journal);
                let took_ms = began.elapsed().as_millis();
                info!("the games hosted at {address} continue here, after {took_ms} ms");
            }
            Err(cause) => warn!("the games hosted at {address} cannot be taken over yet: {cause}"),
        }
    }

    /// Keeps a member linked for as long as it exists.
    async fn keep_linked(self, address: String, directory: Arc<Directory>, epoch: i64) {
        loop {
            if let Err(cause) = self.link(&address, &directory, epoch).await {
                debug!("the link to {address} ends: {cause}");
            }
            sleep(TRY_AGAIN_AFTER).await;
        }
    }

    async fn link(
        &self,
        address: &str,
        directory: &Arc<Directory>,
        epoch: i64,
    ) -> std::io::Result<()> {
        let agreed = timeout(self.0.lease, async {
            let (socket, greeting) = words::greet(address).await?;
            match greeting {
                Greeting::Hosts(nonce) => {
                    let link = Ask::Link(epoch, crate::version::VERSION.to_owned());
                    words::ask(socket, &self.0.key, &nonce, &link).await
                }
                Greeting::Works(_) | Greeting::Waits => Err(std::io::ErrorKind::NotFound.into()),
            }
        });
        let (mut lines, writer) = link::ends(agreed.await??, self.0.lease);
        let Introduction { name, journal } = lines.next().await?;
        if self.0.taken.lock().contains(&journal) {
            debug!("{address} still has games that were taken over: it will end");
            return Err(std::io::ErrorKind::ConnectionRefused.into());
        }
        if let Some(other) = self.other_named(&name, address) {
            warn!(
                "{address} and {other} have the same name, {name}, so {address} plays no games: \
                 give it another cluster.name"
            );
            sleep(self.0.lease).await;
            return Err(std::io::ErrorKind::AlreadyExists.into());
        }
        let rooms: Vec<Base64> = match lines.next().await? {
            FromNode::Rooms { rooms } => rooms,
            _ => return Err(std::io::ErrorKind::InvalidData.into()),
        };
        let (outbox, queue) = mpsc::channel(LINK_MAX);
        let n_rooms = rooms.len();
        let node = directory.link(&name, &journal, &rooms, outbox);
        let mut link = LinkGuard::begin(self, directory, &node, address);
        info!("{address} plays games, as {name}; {n_rooms} are there");
        let hears = async {
            loop {
                match lines.next().await {
                    Ok(FromNode::Ended) => {
                        link.state = Some(State::Ended);
                        return Ok(());
                    }
                    Ok(said) => directory.hear(&node, said),
                    Err(cause) => {
                        if cause.kind() == std::io::ErrorKind::TimedOut {
                            // It has already been silent for a lease.
                            link.state = Instant::now().checked_sub(self.0.lease).map(State::Lost);
                        }
                        return Err(cause);
                    }
                }
            }
        };
        tokio::select! {
            said = link::say(writer, queue, self.0.lease) => said,
            heard = hears => heard,
        }
    }
}

/// The tasks that keep members linked; they end together with the one that watches.
struct Links(HashMap<String, JoinHandle<()>>);

impl Drop for Links {
    fn drop(&mut self) {
        for link in self.0.values() {
            link.abort();
        }
    }
}

/// A link, which is recorded as lost when this is dropped.
struct LinkGuard<'a> {
    linking: &'a Linking,
    directory: &'a Arc<Directory>,
    node: &'a Arc<Node>,
    address: &'a str,
    /// How it ends, if it is not lost.
    state: Option<State>,
}

impl<'a> LinkGuard<'a> {
    fn begin(
        linking: &'a Linking,
        directory: &'a Arc<Directory>,
        node: &'a Arc<Node>,
        address: &'a str,
    ) -> Self {
        linking.set(node.journal(), address, State::Linked);
        linking.0.nodes.lock().insert(address.to_owned(), node.clone());
        Self { linking, directory, node, address, state: None }
    }
}

impl Drop for LinkGuard<'_> {
    fn drop(&mut self) {
        let state = self.state.unwrap_or_else(|| State::Lost(Instant::now()));
        // Before the node is gone, so that its games are never unknown.
        self.linking.set(self.node.journal(), self.address, state);
        self.directory.unlink(self.node);
        let mut nodes = self.linking.0.nodes.lock();
        if nodes.get(self.address).is_some_and(|it| Arc::ptr_eq(it, self.node)) {
            nodes.remove(self.address);
        }
    }
}

impl TakeUpNodes for Linking {
    fn take_up<'a>(
        &'a self,
        store: &'a Store,
        directory: &'a Arc<Directory>,
        epoch: i64,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>> {
        Box::pin(async move {
            directory.watch_lost(self.0.lost.subscribe());
            let prefix = format!("{}@", self.0.node);
            loop {
                match nodes::going_on(store, &prefix).await {
                    Ok(journals) => {
                        for journal in journals {
                            let rest = journal.strip_prefix(&prefix).unwrap_or(&journal);
                            let address = rest.rsplit_once('/').map_or(rest, |(it, _)| it);
                            self.set(&journal, address, State::Lost(Instant::now()));
                        }
                        break;
                    }
                    Err(cause) => warn!("the games of other servers cannot be read: {cause}"),
                }
                sleep(TRY_AGAIN_AFTER).await;
            }
            let watch = self.clone().watch(store.clone(), directory.clone(), epoch);
            self.0.tasks.lock().push(tokio::spawn(watch));
            let mut lost = self.0.lost.subscribe();
            // The sender is held here, so it is not dropped.
            let _ = lost.wait_for(|lost| *lost == 0).await;
        })
    }
}
