//! Who is logged in, and who has agreed to play.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use super::buoys::Buoys;
use komadai_ids::{Code, UserId};
use komadai_rules::BySide;
use metrics::gauge;
use parking_lot::Mutex;
use tokio::sync::{Notify, broadcast, watch};

/// Everybody who is logged in. Cheap to clone.
///
/// There are as many as there may be connections, and an agreement lives as long as a connection
/// that waits for it.
#[derive(Clone, Debug, Default)]
pub(super) struct Logins(Arc<Mutex<Inside>>, Buoys);

#[derive(Debug, Default)]
struct Inside {
    last: u64,
    by_user: HashMap<UserId, LoginEntry>,
    agreements: HashMap<Code, Weak<watch::Sender<BySide<bool>>>>,
    /// What is said in the extended mode.
    hall: Chat,
}

/// How many lines wait for a program that does not read; it hears no more than the newest.
const HALL_LINES: usize = 64;

#[derive(Debug)]
struct Chat(broadcast::Sender<Arc<str>>);

impl Default for Chat {
    fn default() -> Self {
        Self(broadcast::Sender::new(HALL_LINES))
    }
}

#[derive(Debug)]
struct LoginEntry {
    number: u64,
    name: String,
    is_extended: bool,
    doing: Activity,
    /// Signalled by a newer login of the same account.
    replaced: Arc<Notify>,
}

/// What a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    Nothing,
    /// It looks for such a game.
    Looking(String),
    /// It has been given a game.
    Playing(Code),
}

impl Logins {
    /// Takes a login in; an earlier one of the same account is asked to go.
    pub(super) fn enter(&self, user: UserId, name: String, is_extended: bool) -> LoginPermit {
        let mut inside = self.0.lock();
        inside.last += 1;
        let number = inside.last;
        let replaced = Arc::new(Notify::new());
        let doing = Activity::Nothing;
        let entry = LoginEntry { number, name, is_extended, doing, replaced: replaced.clone() };
        if let Some(earlier) = inside.by_user.insert(user, entry) {
            earlier.replaced.notify_one();
        }
        inside.count();
        LoginPermit { logins: self.clone(), user, number, replaced }
    }

    /// Whether somebody is a program that is about to play this game.
    pub(super) fn will_play(&self, user: UserId, game: Code) -> bool {
        let inside = self.0.lock();
        inside.by_user.get(&user).is_some_and(|entry| match entry.doing {
            Activity::Nothing => false,
            Activity::Looking(_) => true,
            Activity::Playing(own) => own == game,
        })
    }

    /// What both sides of a game have agreed to.
    pub(super) fn agreement(&self, game: Code) -> Arc<watch::Sender<BySide<bool>>> {
        let mut inside = self.0.lock();
        inside.agreements.retain(|_, agreement| agreement.strong_count() > 0);
        if let Some(found) = inside.agreements.get(&game).and_then(Weak::upgrade) {
            return found;
        }
        let agreement = Arc::new(watch::Sender::new(BySide { sente: false, gote: false }));
        inside.agreements.insert(game, Arc::downgrade(&agreement));
        agreement
    }

    /// The positions that were given a name.
    pub(super) fn buoys(&self) -> &Buoys {
        &self.1
    }

    /// Says a line to everybody in the extended mode.
    pub(super) fn say(&self, line: &str) {
        // With nobody there it is said to nobody.
        let _ = self.0.lock().hall.0.send(line.into());
    }

    /// What is said from now on.
    pub(super) fn listen(&self) -> broadcast::Receiver<Arc<str>> {
        self.0.lock().hall.0.subscribe()
    }

    /// Everybody as `%%WHO` shows them, by name.
    pub(super) fn shown(&self) -> Vec<String> {
        let inside = self.0.lock();
        let mut shown: Vec<_> = inside.by_user.values().map(LoginEntry::shown).collect();
        shown.sort_unstable();
        shown
    }
}

impl Inside {
    fn count(&self) {
        gauge!("komadai_csa_programs").set(self.by_user.len() as f64);
    }
}

impl LoginEntry {
    fn shown(&self) -> String {
        let mode = if self.is_extended { "x1" } else { "CSA" };
        let name = &self.name;
        match &self.doing {
            Activity::Nothing => format!("{name} {mode} connected"),
            Activity::Looking(game) => format!("{name} {mode} game_waiting {game}"),
            Activity::Playing(game) => format!("{name} {mode} game {game}"),
        }
    }
}

/// One login's place, given back when it is dropped.
#[derive(Debug)]
pub(super) struct LoginPermit {
    logins: Logins,
    user: UserId,
    number: u64,
    replaced: Arc<Notify>,
}

impl LoginPermit {
    pub(super) fn does(&self, doing: Activity) {
        let mut inside = self.logins.0.lock();
        let own = inside.by_user.get_mut(&self.user).filter(|entry| entry.number == self.number);
        if let Some(own) = own {
            own.doing = doing;
        }
    }

    /// Until a newer login has taken its place.
    pub(super) async fn replaced(&self) {
        self.replaced.notified().await;
    }
}

impl Drop for LoginPermit {
    fn drop(&mut self) {
        let mut inside = self.logins.0.lock();
        if inside.by_user.get(&self.user).is_some_and(|entry| entry.number == self.number) {
            inside.by_user.remove(&self.user);
            inside.count();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_newest_login_stays() {
        let logins = Logins::default();
        let user = UserId::new(1, [1; 10]);
        let old = logins.enter(user, "taro".to_owned(), false);
        old.does(Activity::Looking("lobby-60-5 *".to_owned()));
        let new = logins.enter(user, "taro".to_owned(), true);
        old.replaced().await;
        old.does(Activity::Nothing);
        new.does(Activity::Looking("lobby-60-10 +".to_owned()));
        drop(old);
        assert_eq!(logins.shown(), ["taro x1 game_waiting lobby-60-10 +"]);
        let code = "4Xk9aB2mQz".parse().unwrap();
        assert!(logins.will_play(user, code));
        drop(new);
        assert!(!logins.will_play(user, code));
        assert!(logins.shown().is_empty());
    }

    #[test]
    fn both_sides_share_an_agreement_while_one_waits() {
        let logins = Logins::default();
        let code = "4Xk9aB2mQz".parse().unwrap();
        let one = logins.agreement(code);
        one.send_modify(|it| it.sente = true);
        assert!(logins.agreement(code).borrow().sente);
        drop(one);
        assert!(!logins.agreement(code).borrow().sente);
    }
}
