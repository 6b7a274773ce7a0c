//! Who follows a game.

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use komadai_ids::UserId;
use komadai_rules::{BySide, Side};
use smallvec::SmallVec;

use super::message::Answer;
use crate::{Connection, give_way, render::Announcement};

/// A player from whose socket nothing has come for so long is away while a game is played, in
/// milliseconds. A page says something every few seconds, and who is asked answers.
pub const PLAYER_SILENCE_MAX_MS: u64 = 15_000;

/// One that follows the game.
struct Follower {
    connection: Arc<Connection>,
    user: Option<UserId>,
    /// Nothing came from there for so long that nobody is taken to be there.
    is_silent: bool,
    /// It shows the game in a list.
    glances: bool,
}

/// Everybody who follows a game: the two players' connections, and all others.
#[derive(Default)]
pub(super) struct Audience {
    /// Each player has one, as a rule.
    players: SmallVec<[(Side, Follower); 2]>,
    /// The side of a built-in opponent, which is always there.
    engine: Option<Side>,
    watchers: BTreeMap<u64, Follower>,
}

impl Audience {
    pub(super) fn is_empty(&self) -> bool {
        self.players.is_empty() && self.watchers.is_empty()
    }

    /// Whether anybody follows it besides the players.
    pub(super) fn has_watchers(&self) -> bool {
        !self.watchers.is_empty()
    }

    /// A built-in opponent sits there.
    pub(super) fn seat_engine(&mut self, side: Side) {
        self.engine = Some(side);
    }

    /// How many follow it besides the players.
    pub(super) fn n_others(&self) -> usize {
        self.watchers.len()
    }

    /// How many of them watch it.
    pub(super) fn n_watchers(&self) -> usize {
        self.watchers.values().filter(|it| !it.glances).count()
    }

    pub(super) fn has_player(&self, side: Side) -> bool {
        self.engine == Some(side) || self.players.iter().any(|(it, _)| *it == side)
    }

    /// Which players are there: those from whom something has come of late.
    pub(super) fn connected(&self) -> BySide<bool> {
        let is_there = |side, (it, follower): &(Side, Follower)| *it == side && !follower.is_silent;
        BySide::from_fn(|side| {
            self.engine == Some(side) || self.players.iter().any(|player| is_there(side, player))
        })
    }

    /// When the first player from whom nothing comes is taken to be away, in Unix milliseconds.
    pub(super) fn silence_due_ms(&self) -> Option<u64> {
        let speaking = self.players.iter().filter(|(_, follower)| !follower.is_silent);
        let heard_ms = speaking.filter_map(|(_, follower)| follower.connection.heard_ms()).min();
        heard_ms.map(|heard_ms| heard_ms + PLAYER_SILENCE_MAX_MS)
    }

    /// Takes note of players from whom nothing came for too long; whether there are any.
    pub(super) fn note_silence(&mut self, now_ms: u64) -> bool {
        let mut is_new = false;
        for (_, follower) in self.players.iter_mut().filter(|(_, follower)| !follower.is_silent) {
            let connection = &follower.connection;
            let is_over = || {
                let heard_ms = connection.heard_ms();
                heard_ms.is_some_and(|heard_ms| heard_ms + PLAYER_SILENCE_MAX_MS <= now_ms)
            };
            if is_over() {
                connection.miss();
                // It may have spoken just before that.
                follower.is_silent = is_over();
                is_new |= follower.is_silent;
            }
        }
        is_new
    }

    /// Something came from a player's connection again; whether that was not known.
    pub(super) fn speaks(&mut self, connection: u64) -> bool {
        let mut players = self.players.iter_mut();
        let found = players.find(|(_, follower)| follower.connection.id == connection);
        found.is_some_and(|(_, follower)| std::mem::take(&mut follower.is_silent))
    }

    /// The best round trip that any connection of this side's player has.
    pub(super) fn srtt_ms(&self, side: Side, now_ms: u64) -> Option<u64> {
        self.players
            .iter()
            .filter(|(it, _)| *it == side)
            .filter_map(|(_, follower)| follower.connection.srtt_ms(now_ms))
            .max()
    }

    pub(super) fn add(
        &mut self,
        connection: Arc<Connection>,
        user: Option<UserId>,
        side: Option<Side>,
    ) {
        self.remove(connection.id);
        let id = connection.id;
        let follower = Follower { connection, user, is_silent: false, glances: false };
        match side {
            Some(side) => self.sit_down(side, follower),
            None => {
                self.watchers.insert(id, follower);
            }
        }
    }

    /// A connection that shows the game in a list: nobody sits there.
    pub(super) fn add_glance(&mut self, connection: Arc<Connection>) {
        self.remove(connection.id);
        let id = connection.id;
        let follower = Follower { connection, user: None, is_silent: false, glances: true };
        self.watchers.insert(id, follower);
    }

    /// Whether that changes who is there.
    pub(super) fn remove(&mut self, connection: u64) -> bool {
        let before = self.players.len();
        self.players.retain(|(_, follower)| follower.connection.id != connection);
        let watcher = self.watchers.remove(&connection);
        self.players.len() < before || watcher.is_some_and(|it| !it.glances)
    }

    /// A connection that followed as nobody has become somebody.
    pub(super) fn identify(&mut self, connection: u64, user: UserId) {
        if let Some(follower) = self.watchers.get_mut(&connection) {
            follower.user = Some(user);
        }
    }

    /// The players are known: their connections are distinguished from the others.
    pub(super) fn seat(&mut self, seats: &BySide<UserId>) {
        let side_of =
            |user: Option<UserId>| Side::ALL.into_iter().find(|&side| Some(seats[side]) == user);
        let seated: Vec<_> = self
            .watchers
            .iter()
            .filter_map(|(&id, follower)| Some((id, side_of(follower.user)?)))
            .collect();
        for (id, side) in seated {
            if let Some(follower) = self.watchers.remove(&id) {
                self.sit_down(side, follower);
            }
        }
    }

    fn sit_down(&mut self, side: Side, follower: Follower) {
        follower.connection.sits_down();
        self.players.push((side, follower));
    }

    /// Tells an event to the players. The answer to one of them goes with it, one to somebody else
    /// follows.
    pub(super) fn announce_to_players(&self, news: &Announcement<'_>, answer: &mut Option<Answer>) {
        for (side, follower) in &self.players {
            let connection = &follower.connection;
            let frame = news.frame(connection, Some(*side));
            // A client that cannot keep up is disconnected by its own session.
            let _ = match answer.take_if(|answer| Arc::ptr_eq(&answer.connection, connection)) {
                Some(answer) => connection.send_at_once(&[answer.frame, frame]),
                None => connection.send_at_once(&[frame]),
            };
        }
        if let Some(answer) = answer.take() {
            answer.send();
        }
    }

    /// Tells an event to all others, in batches that let other rooms go on. A client that cannot
    /// keep up is disconnected and resumes later.
    pub(super) async fn announce_to_watchers(&mut self, news: &Announcement<'_>) {
        let mut gone = Vec::new();
        for (n, (&id, follower)) in self.watchers.iter().enumerate() {
            give_way(n).await;
            if !follower.connection.send(news.frame(&follower.connection, None)) {
                gone.push(id);
            }
        }
        for id in gone {
            self.watchers.remove(&id);
        }
    }

    /// Tells everybody something that is not numbered.
    pub(super) fn tell_all(&self, frame: &Bytes) {
        self.tell_players(frame);
        for follower in self.watchers.values() {
            // A client that cannot keep up is disconnected by its own session.
            let _ = follower.connection.send(frame.clone());
        }
    }

    /// Tells the players and those who watch something that is not numbered.
    pub(super) fn tell_all_there(&self, frame: &Bytes) {
        self.tell_players(frame);
        self.tell_watchers(frame);
    }

    /// Tells the players something that is not numbered.
    pub(super) fn tell_players(&self, frame: &Bytes) {
        for (_, follower) in &self.players {
            // A client that cannot keep up is disconnected by its own session.
            let _ = follower.connection.send(frame.clone());
        }
    }

    /// Tells one side's player something that is not numbered.
    pub(super) fn tell_player(&self, side: Side, frame: &Bytes) {
        for (_, follower) in self.players.iter().filter(|(it, _)| *it == side) {
            // A client that cannot keep up is disconnected by its own session.
            let _ = follower.connection.send(frame.clone());
        }
    }

    /// Tells one of those who watch something that is not numbered.
    pub(super) fn tell_watcher(&self, user: UserId, frame: &Bytes) {
        self.tell_watchers_who(|it| it == Some(user), frame);
    }

    /// Tells all who watch but one something that is not numbered.
    pub(super) fn tell_watchers_but(&self, user: UserId, frame: &Bytes) {
        self.tell_watchers_who(|it| it != Some(user), frame);
    }

    /// Tells all who watch something that is not numbered.
    pub(super) fn tell_watchers(&self, frame: &Bytes) {
        self.tell_watchers_who(|_| true, frame);
    }

    fn tell_watchers_who(&self, hears: impl Fn(Option<UserId>) -> bool, frame: &Bytes) {
        for follower in self.watchers.values().filter(|it| !it.glances && hears(it.user)) {
            // A client that cannot keep up is disconnected by its own session.
            let _ = follower.connection.send(frame.clone());
        }
    }
}
