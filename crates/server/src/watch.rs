//! The games that are being played, for those who look for one to watch: by rating, with one that
//! stands out.
//!
//! The list is rebuilt when somebody asks and it is older than a few seconds, however many ask. The
//! players' ratings are read from the database once for each game.

use std::{collections::HashMap, sync::Arc, time::Duration};

use komadai_ids::{Code, UserId};
use komadai_live::{LiveGame, rated::speed_of};
use komadai_protocol::http::watch::WatchedGame;
use komadai_rating::Speed;
use komadai_rules::{BySide, Side};
use komadai_service::Service;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::render::{self, ratings::whole};

/// How old the list may be.
const FRESH: Duration = Duration::from_secs(3);

/// How many games the list has; of a site with more than so many, those with the best players.
const GAMES_MAX: usize = 500;

/// The list. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Watch {
    service: Arc<Service>,
    // A lock, because every request comes here; it is held for a look-up only.
    kept: Arc<Mutex<CachedList>>,
    /// Held by the task that rebuilds the list.
    making: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Debug, Default)]
struct CachedList {
    list: Arc<WatchList>,
    made: Option<Instant>,
}

/// The games at one instant, those with the best players first.
#[derive(Debug, Default)]
pub struct WatchList {
    pub games: Vec<WatchedEntry>,
    /// The one that stands out; it does so to its end.
    pub featured: Option<Code>,
}

/// A game in the list.
#[derive(Clone, Debug)]
pub struct WatchedEntry {
    /// What is shown of it.
    pub view: WatchedGame,
    pub players: BySide<UserId>,
    /// How fast it is.
    pub speed: Speed,
}

impl WatchedEntry {
    /// Whether both are people: a game against the machine is watched when there is no other.
    fn is_between_people(&self) -> bool {
        let players = &self.view.game.players;
        [&players.sente, &players.gote].into_iter().flatten().all(|it| !it.engine)
    }

    /// The list is ordered by this: how strong both are together. Players without a rating count as
    /// 0.
    fn strength(&self) -> i32 {
        let ratings = &self.view.ratings;
        ratings.sente.unwrap_or(0) + ratings.gote.unwrap_or(0)
    }
}

impl Watch {
    /// The list of this server.
    pub fn new(service: Arc<Service>) -> Self {
        Self { service, kept: Arc::default(), making: Arc::default() }
    }

    /// The games as they were a few seconds ago at most.
    pub async fn list(&self) -> komadai_store::Result<Arc<WatchList>> {
        if let Some(list) = self.fresh() {
            return Ok(list);
        }
        let _making = self.making.lock().await;
        // The task that had the lock before may have made it.
        if let Some(list) = self.fresh() {
            return Ok(list);
        }
        let before = self.kept.lock().list.clone();
        let list = Arc::new(self.make(&before).await?);
        *self.kept.lock() = CachedList { list: list.clone(), made: Some(Instant::now()) };
        Ok(list)
    }

    fn fresh(&self) -> Option<Arc<WatchList>> {
        let kept = self.kept.lock();
        kept.made.is_some_and(|made| made.elapsed() < FRESH).then(|| kept.list.clone())
    }

    async fn make(&self, before: &WatchList) -> komadai_store::Result<WatchList> {
        let known: HashMap<Code, &WatchedEntry> =
            before.games.iter().map(|it| (it.view.game.game, it)).collect();
        let mut games = Vec::new();
        for game in self.service.directory.summaries(usize::MAX).await {
            games.push(match known.get(&game.id.code()) {
                Some(known) => {
                    let view = WatchedGame { game: render::summary(&game), ..known.view.clone() };
                    WatchedEntry { view, ..(*known).clone() }
                }
                None => self.watched(&game).await?,
            });
        }
        // Among equals the one that has begun first, so that the order is steady.
        games.sort_by_key(|it| (!it.is_between_people(), -it.strength(), it.view.created_ms));
        games.truncate(GAMES_MAX);
        // One against the machine makes way for one between people, and for nothing else.
        let any_between_people = games.first().is_some_and(WatchedEntry::is_between_people);
        let stays = |code: &Code| {
            let mut same = games.iter().filter(|it| it.view.game.game == *code);
            same.any(|it| it.is_between_people() || !any_between_people)
        };
        let featured = before.featured.filter(stays);
        let featured = featured.or_else(|| games.first().map(|it| it.view.game.game));
        Ok(WatchList { games, featured })
    }

    async fn watched(&self, game: &LiveGame) -> komadai_store::Result<WatchedEntry> {
        let speed = speed_of(&game.clocks[Side::Sente]);
        let now_ms = self.service.timebase.now_ms() as i64;
        let mut conn = self.service.store.read().await?;
        let mut ratings = BySide::default();
        for side in Side::ALL {
            let player = &game.players[side];
            if !player.guest {
                let shown = self
                    .service
                    .ratings
                    .shown(&mut conn, player.id, &game.variant, speed, now_ms)
                    .await?;
                ratings[side] = shown.rating.map(whole);
            }
        }
        let view = WatchedGame {
            game: render::summary(game),
            ratings,
            speed: speed.as_str().to_owned(),
            created_ms: game.created_ms,
        };
        Ok(WatchedEntry { view, players: game.players.as_ref().map(|it| it.id), speed })
    }
}

/// The games of a list that fit, by what a request may ask for.
#[derive(Clone, Debug, Default)]
pub struct WatchFilter {
    pub variant: Option<String>,
    pub speed: Option<Speed>,
    /// With one of these players.
    pub players: Option<Vec<UserId>>,
}

impl WatchFilter {
    /// Whether a game fits.
    pub fn fits(&self, game: &WatchedEntry) -> bool {
        let plays = |user: &UserId| Side::ALL.iter().any(|&side| game.players[side] == *user);
        self.variant.as_ref().is_none_or(|it| *it == game.view.game.variant)
            && self.speed.is_none_or(|it| it == game.speed)
            && self.players.as_ref().is_none_or(|it| it.iter().any(plays))
    }
}

/// Only what lists show of it.
pub fn shown<'a>(games: impl Iterator<Item = &'a WatchedEntry>, n: usize) -> Vec<WatchedGame> {
    games.take(n).map(|it| it.view.clone()).collect()
}
