//! Who is connected, and what players hear outside of games.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

use bytes::Bytes;
use komadai_ids::{Code, UserId};
use komadai_rules::Side;
use komadai_store::TokenHash;
use tokio::sync::Notify;

use crate::{Connection, Goodbye, Outgoing, render::Render};

/// The connections of this node.
#[derive(Debug, Default)]
pub struct Hub {
    epoch: u64,
    next_id: AtomicU64,
    online: AtomicU32,
    // A lock, because every session comes and goes here; it is held for a look-up only.
    connections: Mutex<Connections>,
    // Another, for those who follow tournaments, of whom there are few.
    followers: Mutex<HashMap<Code, Vec<Arc<Connection>>>>,
    games_changed: Notify,
    left: Notify,
}

#[derive(Debug, Default)]
struct Connections {
    all: HashMap<u64, Arc<Connection>>,
    by_user: HashMap<UserId, Vec<Arc<Connection>>>,
}

impl Hub {
    /// An empty hub; `epoch` tells its numbering from that of the process before.
    pub fn new(epoch: u64) -> Self {
        Self { epoch, ..Self::default() }
    }

    /// Which numbering the streams without a journal have.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// A client has connected.
    pub fn connect(&self, session: TokenHash) -> (Arc<Connection>, Outgoing) {
        self.online.fetch_add(1, Relaxed);
        let (connection, frames) = Connection::new(self.next_id.fetch_add(1, Relaxed), session);
        self.lock().all.insert(connection.id, connection.clone());
        (connection, frames)
    }

    /// It is known whose connection this is.
    pub fn identify(&self, connection: &Arc<Connection>, user: UserId) {
        self.lock().by_user.entry(user).or_default().push(connection.clone());
    }

    /// A client is gone.
    pub fn disconnect(&self, connection: &Connection, user: Option<UserId>) {
        if self.online.fetch_sub(1, Relaxed) == 1 {
            self.left.notify_waiters();
        }
        let mut connections = self.lock();
        connections.all.remove(&connection.id);
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

    /// Whether this user has a connection.
    pub fn is_online(&self, user: UserId) -> bool {
        self.lock().by_user.contains_key(&user)
    }

    /// Tells a player that a game begins.
    pub(crate) fn game_started(
        &self,
        user: UserId,
        game: Code,
        side: Side,
        tournament: Option<Code>,
        render: &Arc<dyn Render>,
    ) {
        self.tell(user, &render.game_started(self.epoch, game, side, tournament));
    }

    /// Tells a player something, in every tab.
    pub(crate) fn tell(&self, user: UserId, frame: &Bytes) {
        for connection in self.lock().by_user.get(&user).into_iter().flatten() {
            // Who is not there finds it in the snapshot of the next `me`.
            let _ = connection.send(frame.clone());
        }
    }

    /// A client follows a tournament.
    pub fn follow(&self, tournament: Code, connection: &Arc<Connection>) {
        let mut followers = self.followers();
        let own = followers.entry(tournament).or_default();
        if own.iter().all(|it| it.id != connection.id) {
            own.push(connection.clone());
        }
    }

    /// A client follows a tournament no longer.
    pub fn unfollow(&self, tournament: Code, connection: u64) {
        let mut followers = self.followers();
        if let Some(own) = followers.get_mut(&tournament) {
            own.retain(|it| it.id != connection);
            if own.is_empty() {
                followers.remove(&tournament);
            }
        }
    }

    /// Tells everybody who follows a tournament that it has changed.
    pub(crate) fn tournament_changed(
        &self,
        tournament: Code,
        version: u64,
        render: &Arc<dyn Render>,
    ) {
        let followers = self.followers();
        let Some(own) = followers.get(&tournament) else { return };
        let frame = render.tournament_changed(self.epoch, tournament, version);
        for connection in own {
            // Who cannot keep up is let go by its own session, and asks again.
            let _ = connection.send(frame.clone());
        }
    }

    fn followers(&self) -> MutexGuard<'_, HashMap<Code, Vec<Arc<Connection>>>> {
        // Nothing panics while it is held, and a map is whole either way.
        self.followers.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(crate) fn sign_out(&self, user: UserId, ended: impl Fn(TokenHash) -> bool) {
        let connections = self.lock();
        for connection in connections.by_user.get(&user).into_iter().flatten() {
            if ended(connection.session) {
                connection.close(Goodbye::SignedOut);
            }
        }
    }

    /// Ends the connections of a player who has been banned.
    pub(crate) fn ban(&self, user: UserId) {
        for connection in self.lock().by_user.get(&user).into_iter().flatten() {
            connection.close(Goodbye::Banned);
        }
    }

    /// Ends the connections from an address that has been banned.
    pub(crate) fn ban_address(&self, address: &str) {
        for connection in self.lock().all.values() {
            if connection.address().is_some_and(|it| it.to_string() == address) {
                connection.close(Goodbye::Banned);
            }
        }
    }

    /// The addresses from which a player is connected just now.
    pub(crate) fn addresses(&self, user: UserId) -> Vec<String> {
        let connections = self.lock();
        let own = connections.by_user.get(&user).into_iter().flatten();
        own.filter_map(|connection| Some(connection.address()?.to_string())).collect()
    }

    /// Ends every connection.
    pub fn close_all(&self, why: Goodbye) {
        for connection in self.lock().all.values() {
            connection.close(why);
        }
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

    fn lock(&self) -> MutexGuard<'_, Connections> {
        // Nothing panics while it is held, and a map is whole either way.
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
