//! Who follows something that changes: the lobby, a tournament, a review.
//!
//! Watchers of a game are another matter: they are told later than its players where it is
//! broadcast late, and wait where much is queued ([`crate::room`]).

use std::sync::Arc;

use bytes::Bytes;

use crate::Connection;

/// One that follows it.
#[derive(Clone, Debug)]
pub struct Follower<T> {
    pub connection: Arc<Connection>,
    /// What else is known of them here.
    pub about: T,
}

impl<T> Follower<T> {
    /// Tells one. A client that cannot keep up is disconnected by its own session, and follows
    /// anew.
    pub fn tell(&self, frame: &Bytes) {
        let _ = self.connection.send(frame.clone());
    }
}

/// Everybody who follows it, each connection once.
#[derive(Clone, Debug)]
pub struct Followers<T>(Vec<Follower<T>>);

impl<T> Default for Followers<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Followers<T> {
    /// One more follows it, or the same one anew.
    pub fn add(&mut self, connection: Arc<Connection>, about: T) {
        self.remove(connection.id);
        self.0.push(Follower { connection, about });
    }

    /// One follows it no longer; what was known of them.
    pub fn remove(&mut self, connection: u64) -> Option<T> {
        let place = self.0.iter().position(|it| it.connection.id == connection)?;
        Some(self.0.swap_remove(place).about)
    }

    /// Only these follow it from now on.
    pub fn retain(&mut self, stays: impl FnMut(&Follower<T>) -> bool) {
        self.0.retain(stays);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn iter(&self) -> impl Iterator<Item = &Follower<T>> {
        self.0.iter()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tells all of them.
    pub fn tell(&self, frame: &Bytes) {
        self.0.iter().for_each(|it| it.tell(frame));
    }
}
