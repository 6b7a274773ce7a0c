//! The connected clients, and the notifications to players outside games.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{
            AtomicU32, AtomicU64,
            Ordering::{Relaxed, SeqCst},
        },
    },
};

use bytes::Bytes;
use komadai_ids::{Code, UserId};
use komadai_store::TokenHash;
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::{
    Backlog, Connection, Goodbye, OngoingGame, QueueReader,
    followers::Followers,
    network::{Network, Networks},
    nodes::{Nodes, ToNode},
    render::Render,
};

/// The connections of this node.
#[derive(Debug)]
pub struct Presence {
    epoch: u64,
    /// The total backlog of all clients.
    backlog: &'static Backlog,
    next_id: AtomicU64,
    online: AtomicU32,
    // A lock, because every session registers here; held for a look-up only.
    connections: Mutex<Connections>,
    /// How often connections of a user were ended.
    n_ended: AtomicU64,
    // A separate one for tournament followers, of whom there are few, each with the user for whom
    // its visibility was checked.
    followers: Mutex<HashMap<Code, Followers<Option<UserId>>>>,
    /// The nodes that host players' games: changes that affect their sockets are sent there too.
    nodes: Nodes,
    games_changed: Notify,
    left: Notify,
}

#[derive(Debug, Default)]
struct Connections {
    all: HashMap<u64, Arc<Connection>>,
    by_user: HashMap<UserId, Vec<Arc<Connection>>>,
    by_session: HashMap<TokenHash, Tabs>,
    /// Sessions whose user is not known yet.
    n_strangers: usize,
}

/// The connections of one session, with and without a known user.
#[derive(Debug, Default)]
struct Tabs {
    n_known: u32,
    n_unknown: u32,
}

impl Tabs {
    fn are_a_strangers(&self) -> bool {
        self.n_known == 0 && self.n_unknown > 0
    }
}

impl Connections {
    /// Recounts what has changed about a session's connections.
    fn count(&mut self, session: TokenHash, change: impl FnOnce(&mut Tabs)) {
        let tabs = self.by_session.entry(session).or_default();
        let before = tabs.are_a_strangers();
        change(tabs);
        match (before, tabs.are_a_strangers()) {
            (false, true) => self.n_strangers += 1,
            (true, false) => self.n_strangers -= 1,
            _ => {}
        }
        if tabs.n_known + tabs.n_unknown == 0 {
            self.by_session.remove(&session);
        }
    }
}

impl Presence {
    /// Starts with no connections; `epoch` distinguishes its numbering from the previous process's.
    pub fn new(epoch: u64) -> Self {
        Self::beside(epoch, Backlog::of_process())
    }

    fn beside(epoch: u64, backlog: &'static Backlog) -> Self {
        Self {
            epoch,
            backlog,
            next_id: AtomicU64::new(0),
            online: AtomicU32::new(0),
            connections: Mutex::default(),
            n_ended: AtomicU64::new(0),
            followers: Mutex::default(),
            nodes: Nodes::default(),
            games_changed: Notify::new(),
            left: Notify::new(),
        }
    }

    /// The epoch of the streams that have no journal.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// A client has connected.
    pub fn connect(&self, session: TokenHash) -> (Arc<Connection>, QueueReader) {
        self.online.fetch_add(1, Relaxed);
        let id = self.next_id.fetch_add(1, Relaxed);
        let (connection, frames) = Connection::beside(id, session, self.backlog);
        let mut connections = self.connections.lock();
        connections.all.insert(connection.id, connection.clone());
        connections.count(session, |tabs| tabs.n_unknown += 1);
        drop(connections);
        (connection, frames)
    }

    /// The connection's user is known.
    pub fn identify(&self, connection: &Arc<Connection>, user: UserId) {
        let mut connections = self.connections.lock();
        connections.by_user.entry(user).or_default().push(connection.clone());
        connections.count(connection.session, |tabs| {
            tabs.n_unknown -= 1;
            tabs.n_known += 1;
        });
    }

    /// A client is gone.
    pub fn disconnect(&self, connection: &Connection, user: Option<UserId>) {
        if self.online.fetch_sub(1, Relaxed) == 1 {
            self.left.notify_waiters();
        }
        let mut connections = self.connections.lock();
        connections.all.remove(&connection.id);
        connections.count(connection.session, |tabs| match user {
            Some(_) => tabs.n_known -= 1,
            None => tabs.n_unknown -= 1,
        });
        let Some(user) = user else { return };
        if let Some(own) = connections.by_user.get_mut(&user) {
            own.retain(|it| it.id != connection.id);
            if own.is_empty() {
                connections.by_user.remove(&user);
            }
        }
    }

    /// How many clients are connected.
    pub fn online(&self) -> u32 {
        self.online.load(Relaxed)
    }

    /// How many people are connected, each counted once however many connections they have.
    pub fn n_people(&self) -> u32 {
        let connections = self.connections.lock();
        (connections.by_user.len() + connections.n_strangers) as u32
    }

    /// Whether this user has a connection.
    pub fn is_online(&self, user: UserId) -> bool {
        self.connections.lock().by_user.contains_key(&user)
    }

    /// Whether this user is connected, and only with clients that can connect to other nodes.
    pub(crate) fn goes_elsewhere(&self, user: UserId) -> bool {
        let connections = self.connections.lock();
        let own = connections.by_user.get(&user);
        own.is_some_and(|own| own.iter().all(|connection| connection.goes_elsewhere()))
    }

    /// Notifies a player that a game begins.
    pub(crate) fn game_started(
        &self,
        user: UserId,
        playing: OngoingGame,
        tournament: Option<Code>,
        render: &Arc<dyn Render>,
    ) {
        self.tell(user, &render.game_started(self.epoch, playing, tournament));
    }

    /// Notifies a player, in every tab.
    pub fn tell(&self, user: UserId, frame: &Bytes) {
        for connection in self.connections.lock().by_user.get(&user).into_iter().flatten() {
            // An absent player finds it in the snapshot of the next `me`.
            let _ = connection.send(frame.clone());
        }
    }

    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// A player has a new name, which applies to everything they start from now on.
    pub fn rename(&self, user: UserId) {
        self.nodes.tell(&ToNode::Renamed { user });
        for connection in self.connections.lock().by_user.get(&user).into_iter().flatten() {
            connection.rename();
        }
    }

    /// A client subscribes to a tournament that `reader` can see.
    pub fn follow(&self, tournament: Code, connection: &Arc<Connection>, reader: Option<UserId>) {
        let mut followers = self.followers.lock();
        let own = followers.entry(tournament).or_default();
        own.add(connection.clone(), reader);
    }

    /// The followers of a tournament, each once.
    pub fn readers(&self, tournament: Code) -> HashSet<Option<UserId>> {
        let followers = self.followers.lock();
        followers
            .get(&tournament)
            .into_iter()
            .flat_map(Followers::iter)
            .map(|it| it.about)
            .collect()
    }

    /// A reader stops following a tournament, in every tab.
    pub fn let_go(&self, tournament: Code, reader: Option<UserId>) {
        if let Some(own) = self.followers.lock().get_mut(&tournament) {
            own.retain(|it| it.about != reader);
        }
    }

    /// A client unsubscribes from a tournament.
    pub fn unfollow(&self, tournament: Code, connection: u64) {
        let mut followers = self.followers.lock();
        if let Some(own) = followers.get_mut(&tournament) {
            own.remove(connection);
            if own.is_empty() {
                followers.remove(&tournament);
            }
        }
    }

    /// Notifies all followers of a tournament that it has changed.
    pub fn tournament_changed(&self, tournament: Code, version: u64, render: &Arc<dyn Render>) {
        let followers = self.followers.lock();
        let Some(own) = followers.get(&tournament) else { return };
        own.tell(&render.tournament_changed(self.epoch, tournament, version));
    }

    /// The list of live games has changed.
    pub(crate) fn games_changed(&self) {
        self.games_changed.notify_one();
    }

    /// Waits until the list of live games has changed.
    pub(crate) async fn until_games_changed(&self) {
        self.games_changed.notified().await;
    }

    /// Ends those connections of a player whose sessions were ended.
    pub fn sign_out(&self, user: UserId, ended: impl Fn(TokenHash) -> bool) {
        self.nodes.tell(&ToNode::Heed { user });
        for connection in self.to_end(user) {
            if ended(connection.session) {
                connection.close(Goodbye::SignedOut);
            }
        }
    }

    /// The connections of a user, some of which are to be ended, as far as they are identified.
    fn to_end(&self, user: UserId) -> Vec<Arc<Connection>> {
        let connections = self.connections.lock();
        self.n_ended.fetch_add(1, SeqCst);
        connections.by_user.get(&user).cloned().unwrap_or_default()
    }

    /// Changes whenever connections of a user are ended. Whoever looks up whose a connection is has
    /// to look again where this has changed until it is identified: it was not found then.
    pub fn n_ended(&self) -> u64 {
        self.n_ended.load(SeqCst)
    }

    /// Ends the connections of a player who has been banned.
    pub fn ban(&self, user: UserId) {
        self.nodes.tell(&ToNode::Heed { user });
        for connection in self.to_end(user) {
            connection.close(Goodbye::Banned);
        }
    }

    /// Ends the connections from an address that has been banned.
    pub fn ban_address(&self, address: &str) {
        self.nodes.tell(&ToNode::HeedAddress { address: address.to_owned() });
        for connection in self.connections.lock().all.values() {
            if connection.address().is_some_and(|it| it.to_string() == address) {
                connection.close(Goodbye::Banned);
            }
        }
    }

    /// Ends the connections of a player; clients that are still allowed to will reconnect.
    pub(crate) fn look_again(&self, user: UserId) {
        for connection in self.to_end(user) {
            connection.close(Goodbye::Stopping);
        }
    }

    /// The addresses from which a player is currently connected.
    pub fn addresses(&self, user: UserId) -> Vec<String> {
        let connections = self.connections.lock();
        let own = connections.by_user.get(&user).into_iter().flatten();
        own.filter_map(|connection| Some(connection.address()?.to_string())).collect()
    }

    /// Ends every connection.
    pub fn close_all(&self, why: Goodbye) {
        for connection in self.connections.lock().all.values() {
            connection.close(why);
        }
    }

    /// Waits until the backlog of all clients exceeds its limit.
    pub(crate) async fn until_short(&self) {
        self.backlog.until_short().await;
    }

    /// Ends the connections with the largest backlogs until the total is within its limit: first
    /// those from addresses that exceed their share, and for each address spectators before
    /// players. `false` if there is nothing to do.
    pub(crate) fn relieve(&self) -> bool {
        let mut excess = self.backlog.excess();
        if excess == 0 {
            return false;
        }
        let mut held: Vec<_> = self
            .connections
            .lock()
            .all
            .values()
            .filter(|connection| !connection.is_closed())
            .map(|connection| (connection.n_waiting(), connection.clone()))
            .filter(|(n_waiting, _)| *n_waiting > 0)
            .collect();
        // Whoever has many networks has them in one.
        let line = |connection: &Connection| connection.address().map(Networks::line);
        let mut by_line = HashMap::<Option<Network>, usize>::new();
        for (n_waiting, connection) in &held {
            *by_line.entry(line(connection)).or_default() += n_waiting;
        }
        let share = self.backlog.share(by_line.len());
        held.sort_by_cached_key(|(n_waiting, connection)| {
            let of_line = by_line.get(&line(connection)).copied().unwrap_or_default();
            let within_share = if of_line > share { 0 } else { usize::MAX - of_line };
            (within_share, connection.plays(), Reverse(*n_waiting))
        });
        for (n_waiting, connection) in held {
            if excess == 0 {
                break;
            }
            connection.close(Goodbye::TooSlow);
            // A frame shared by several clients still exists; the next check finds it.
            excess = excess.saturating_sub(n_waiting);
        }
        true
    }

    /// Waits until nobody is connected.
    pub async fn until_empty(&self) {
        loop {
            let left = self.left.notified();
            if self.online() == 0 {
                return;
            }
            left.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_counted_once_however_many_connections_they_have() {
        let presence = Presence::new(1);
        let session = |n| TokenHash([n; 32]);
        let user = |n| UserId::new(n, [0; 10]);
        let tabs: Vec<_> = [1, 1, 2, 3].map(|n| presence.connect(session(n)).0).into();
        assert_eq!((presence.n_people(), presence.online()), (3, 4));
        // One tab's user is known first; another tab of the same browser does not count twice.
        presence.identify(&tabs[0], user(7));
        assert_eq!(presence.n_people(), 3);
        presence.identify(&tabs[1], user(7));
        // The same person on another machine.
        presence.identify(&tabs[2], user(7));
        assert_eq!((presence.n_people(), presence.online()), (2, 4));
        presence.disconnect(&tabs[0], Some(user(7)));
        presence.disconnect(&tabs[2], Some(user(7)));
        assert_eq!(presence.n_people(), 2);
        presence.disconnect(&tabs[1], Some(user(7)));
        presence.disconnect(&tabs[3], None);
        assert_eq!((presence.n_people(), presence.online()), (0, 0));
        assert!(presence.connections.lock().by_session.is_empty());
    }

    #[test]
    fn who_ends_before_it_is_known_whose_it_is_can_tell() {
        let presence = Presence::new(1);
        let user = UserId::new(7, [0; 10]);
        let (connection, _queue) = presence.connect(TokenHash([1; 32]));
        let ends: [fn(&Presence, UserId); 3] = [
            |presence, user| presence.sign_out(user, |_| true),
            |presence, user| presence.ban(user),
            |presence, user| presence.look_again(user),
        ];
        for end in ends {
            let before = presence.n_ended();
            end(&presence, user);
            assert!(connection.goodbye().is_none() && presence.n_ended() != before);
        }
        presence.identify(&connection, user);
        presence.sign_out(user, |_| true);
        assert!(connection.goodbye().is_some());
    }

    #[test]
    fn who_holds_most_goes_first_and_who_plays_last() {
        let backlog: &'static Backlog = Box::leak(Box::new(Backlog::new(10_000, 90_000, 0)));
        let presence = Presence::beside(1, backlog);
        let mut queues = Vec::new();
        let mut connect = |address: [u8; 4], n_bytes: usize| {
            let (connection, queue) = presence.connect(TokenHash([1; 32]));
            connection.comes_from(address.into());
            connection.send(backlog.frame(vec![b'x'; n_bytes]));
            queues.push(queue);
            connection
        };
        let honest = connect([10, 0, 0, 1], 900);
        assert!(!presence.relieve());
        let player = connect([10, 0, 0, 2], 4_000);
        player.sits_down();
        let watcher = connect([10, 0, 0, 2], 3_000);
        let other = connect([10, 0, 0, 3], 2_500);
        assert!(presence.relieve());
        assert_eq!(watcher.goodbye(), Some(Goodbye::TooSlow));
        assert!([honest, player, other].iter().all(|it| !it.is_closed()));
        drop((watcher, queues));
        assert!(!presence.relieve());
    }
}
