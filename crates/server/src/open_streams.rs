//! Which programs hold streams of lishogi's bot API open (`api/bot`).

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use komadai_ids::{Code, UserId};
use parking_lot::Mutex;
use tokio::sync::Notify;

/// Who follows what. Cheap to clone. As many may as there may be sockets: each stream holds one
/// (`gateway.rs`).
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenStreams(Arc<StreamCounts>);

#[derive(Debug, Default)]
struct StreamCounts {
    n_begun: AtomicU64,
    accounts: Mutex<HashMap<UserId, Account>>,
}

#[derive(Debug, Default)]
struct Account {
    bot: bool,
    /// The stream of events that counts, by its number.
    events: Option<(u64, Arc<Notify>)>,
    /// How many streams of each game.
    games: HashMap<Code, usize>,
}

impl OpenStreams {
    /// An account opens its stream of events; one that it had open ends.
    pub(crate) fn follow_events(&self, user: UserId, bot: bool) -> OfEvents {
        let number = self.0.n_begun.fetch_add(1, Relaxed);
        let replaced = Arc::new(Notify::new());
        let mut accounts = self.0.accounts.lock();
        let account = accounts.entry(user).or_default();
        account.bot = bot;
        if let Some((_, earlier)) = account.events.replace((number, replaced.clone())) {
            earlier.notify_one();
        }
        OfEvents { streams: self.clone(), user, number, replaced }
    }

    /// An account opens a stream of one of its games.
    pub(crate) fn follow_game(&self, user: UserId, game: Code) -> OfGame {
        let mut accounts = self.0.accounts.lock();
        *accounts.entry(user).or_default().games.entry(game).or_default() += 1;
        OfGame { streams: self.clone(), user, game }
    }

    /// Whether an account follows a game.
    pub(crate) fn follows(&self, user: UserId, game: Code) -> bool {
        self.0.accounts.lock().get(&user).is_some_and(|account| account.games.contains_key(&game))
    }

    /// Whether an account is a program's and hears of challenges.
    pub(crate) fn is_connected(&self, user: UserId) -> bool {
        let accounts = self.0.accounts.lock();
        accounts.get(&user).is_some_and(|account| account.bot && account.events.is_some())
    }

    fn change(&self, user: UserId, change: impl FnOnce(&mut Account)) {
        let mut accounts = self.0.accounts.lock();
        let Some(account) = accounts.get_mut(&user) else { return };
        change(account);
        if account.events.is_none() && account.games.is_empty() {
            accounts.remove(&user);
        }
    }
}

/// An open stream of events.
#[derive(Debug)]
pub(crate) struct OfEvents {
    streams: OpenStreams,
    user: UserId,
    number: u64,
    replaced: Arc<Notify>,
}

impl OfEvents {
    /// Waits until the account opens another one.
    pub(crate) async fn replaced(&self) {
        self.replaced.notified().await;
    }
}

impl Drop for OfEvents {
    fn drop(&mut self) {
        let number = self.number;
        self.streams.change(self.user, |account| {
            account.events.take_if(|(present, _)| *present == number);
        });
    }
}

/// An open stream of a game.
#[derive(Debug)]
pub(crate) struct OfGame {
    streams: OpenStreams,
    user: UserId,
    game: Code,
}

impl Drop for OfGame {
    fn drop(&mut self) {
        let game = self.game;
        self.streams.change(self.user, |account| {
            if let Some(n_streams) = account.games.get_mut(&game) {
                *n_streams -= 1;
                if *n_streams == 0 {
                    account.games.remove(&game);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn another_stream_of_events_takes_the_place_of_the_first() {
        let (streams, user) = (OpenStreams::default(), UserId::new(1, [1; 10]));
        let first = streams.follow_events(user, true);
        let second = streams.follow_events(user, true);
        first.replaced().await;
        drop(first);
        assert!(streams.is_connected(user));
        let game: Code = "123456789A".parse().unwrap();
        let one = streams.follow_game(user, game);
        let other = streams.follow_game(user, game);
        drop(one);
        assert!(streams.follows(user, game));
        drop((other, second));
        assert!(!streams.follows(user, game) && !streams.is_connected(user));
        assert!(streams.0.accounts.lock().is_empty());
    }
}
