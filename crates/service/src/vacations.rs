//! Vacations (§4): while an account is on one, its clocks in games by correspondence do not run.
//!
//! What an account has said is in the database. The games are told by a task that compares them
//! with it, again and again until they agree; so it does not matter when the process ends, nor
//! whether a game begins later. A game that learns of a vacation late counts it from its beginning.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use jiff::{Timestamp, tz::TimeZone};
use komadai_game::{Phase, Stretch};
use komadai_ids::{Code, UserId};
use komadai_live::{Directory, OpenError};
use komadai_store::{Result, Store, vacations as stored};
use tokio::{
    sync::Notify,
    time::{MissedTickBehavior, interval},
};
use tracing::{debug, warn};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// How often games and accounts are compared, where nobody has said anything.
const TICK: Duration = Duration::from_secs(5);

/// How long before it begins games are told of a vacation, in milliseconds. What they are told
/// counts as begun.
const AHEAD_MS: u64 = 60_000;

/// How long before it begins a vacation can be said, in milliseconds.
pub const PLANNED_AHEAD_MAX_MS: u64 = 365 * DAY_MS;

/// The vacations of all accounts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Vacations {
    store: Store,
    directory: Arc<Directory>,
    days_a_year: u32,
    changed: Arc<Notify>,
}

/// What an account has of vacations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The present vacation, or the next one.
    pub vacation: Option<Stretch>,
    /// How many days are left in the present year (UTC).
    pub days_left: u32,
}

/// Why somebody cannot go on vacation.
#[derive(Debug, thiserror::Error)]
pub enum VacationError {
    /// There is one already.
    #[error("you are on vacation already, or have planned one; end it first")]
    Already,
    /// It cannot be that long.
    #[error("you do not have that many days of vacation left in that year")]
    TooLong,
    /// It lasts no day.
    #[error("a vacation lasts at least a day")]
    TooShort,
    /// It begins in the past, or too late.
    #[error("a vacation begins now or within a year")]
    TooFar,
    /// The database failed.
    #[error("the database did not answer")]
    Store(#[from] komadai_store::Error),
}

impl Vacations {
    /// They, and the task that tells the games.
    pub(crate) fn new(
        store: Store,
        directory: Arc<Directory>,
    ) -> (Self, impl Future<Output = ()> + Send + 'static) {
        let days_a_year = directory.limits().vacation_days;
        let vacations = Self { store, directory, days_a_year, changed: Arc::default() };
        let ended_ms = vacations.now_ms().saturating_sub(DAY_MS);
        let telling = Telling {
            vacations: vacations.clone(),
            told: HashMap::new(),
            woken: HashMap::new(),
            ended_ms,
        };
        (vacations, telling.run())
    }

    fn now_ms(&self) -> u64 {
        self.directory.timebase().now_ms()
    }

    /// How many days an account has in a year.
    pub fn days_a_year(&self) -> u32 {
        self.days_a_year
    }

    /// What an account has.
    pub async fn of(&self, user: UserId) -> Result<Standing> {
        let known = stored::of(&mut self.store.read().await?, user).await?;
        Ok(self.standing(&known, self.now_ms()))
    }

    fn standing(&self, known: &[stored::Vacation], now_ms: u64) -> Standing {
        let used = days_of(known, year_of(now_ms));
        Standing {
            vacation: known.iter().map(stretch).find(|it| it.until_ms > now_ms),
            days_left: self.days_a_year.saturating_sub(used),
        }
    }

    /// Goes on vacation for so many days, from then on, or at once.
    ///
    /// # Errors
    /// When that cannot be.
    pub async fn begin(
        &self,
        user: UserId,
        from_ms: Option<u64>,
        n_days: u32,
    ) -> Result<Standing, VacationError> {
        let now_ms = self.now_ms();
        let from_ms = from_ms.filter(|&from_ms| from_ms > now_ms + AHEAD_MS).unwrap_or(now_ms);
        if n_days == 0 {
            return Err(VacationError::TooShort);
        }
        if from_ms > now_ms + PLANNED_AHEAD_MAX_MS {
            return Err(VacationError::TooFar);
        }
        if n_days > self.days_a_year {
            return Err(VacationError::TooLong);
        }
        let mut tx = self.store.write().await?;
        let mut known = stored::of(&mut tx, user).await?;
        if self.standing(&known, now_ms).vacation.is_some() {
            return Err(VacationError::Already);
        }
        let vacation = stored::Vacation {
            user,
            n: known.first().map_or(1, |last| last.n + 1),
            from_ms: from_ms as i64,
            until_ms: (from_ms + u64::from(n_days) * DAY_MS) as i64,
        };
        known.insert(0, vacation);
        let (first, last) = (year_of(from_ms), year_of(vacation.until_ms as u64));
        if (first..=last).any(|year| days_of(&known, year) > self.days_a_year) {
            return Err(VacationError::TooLong);
        }
        if !stored::add(&mut tx, vacation).await? {
            return Err(VacationError::Already);
        }
        tx.commit().await?;
        self.changed.notify_one();
        Ok(self.standing(&known, now_ms))
    }

    /// Comes back, or does not go at all. The days that have not begun are left for another time;
    /// who is not on vacation stays so.
    pub async fn end(&self, user: UserId) -> Result<Standing> {
        let now_ms = self.now_ms();
        let mut tx = self.store.write().await?;
        let known = stored::of(&mut tx, user).await?;
        let present = known.iter().find(|it| it.until_ms > now_ms as i64);
        if let Some(vacation) = present {
            if vacation.from_ms as u64 > now_ms + AHEAD_MS {
                stored::cancel(&mut tx, user, vacation.n).await?
            } else {
                stored::end(&mut tx, user, vacation.n, now_ms as i64).await?
            }
        }
        let known = stored::of(&mut tx, user).await?;
        tx.commit().await?;
        self.changed.notify_one();
        Ok(self.standing(&known, now_ms))
    }
}

fn stretch(vacation: &stored::Vacation) -> Stretch {
    let ms = |ms: i64| u64::try_from(ms).unwrap_or_default();
    Stretch { from_ms: ms(vacation.from_ms), until_ms: ms(vacation.until_ms) }
}

/// How many days of these begin in this year. One that has begun is a day.
fn days_of(vacations: &[stored::Vacation], year: u32) -> u32 {
    let days = vacations.iter().map(stretch).map(|it| {
        let n_days = it.until_ms.saturating_sub(it.from_ms).div_ceil(DAY_MS).max(1);
        (0..n_days).filter(|day| year_of(it.from_ms + day * DAY_MS) == year).count() as u32
    });
    days.sum()
}

/// The year of an instant (UTC); 0 where the calendar ends.
fn year_of(at_ms: u64) -> u32 {
    let at = i64::try_from(at_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    at.map_or(0, |at| at.to_zoned(TimeZone::UTC).year().unsigned_abs().into())
}

/// The task that tells the games.
struct Telling {
    vacations: Vacations,
    /// What each game is known to know of each of its players.
    told: HashMap<(UserId, Code), Option<Stretch>>,
    /// Whose games have been woken because their vacation is known, and what it is.
    woken: HashMap<UserId, Stretch>,
    /// From when on vacations that have ended meanwhile are looked at, in Unix milliseconds.
    ended_ms: u64,
}

impl Telling {
    async fn run(mut self) {
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = ticks.tick() => {}
                () = self.vacations.changed.notified() => {}
            }
            if self.vacations.directory.is_stopping() {
                return;
            }
            if let Err(cause) = self.look().await {
                warn!("games are not told who is on vacation: {cause}");
            }
        }
    }

    /// Wakes the games that sleep of those whose vacation has begun, has changed or is over, so that
    /// they are told like the others.
    async fn wake(&mut self, present: &HashMap<UserId, Stretch>) -> Result<()> {
        let Vacations { store, directory, .. } = &self.vacations;
        let now_ms = self.vacations.now_ms();
        // One that ended while the server was away is in no list here.
        let mut conn = store.read().await?;
        let over = stored::during(&mut conn, self.ended_ms as i64, now_ms as i64).await?;
        drop(conn);
        let changed: HashSet<_> = over
            .iter()
            .map(|it| it.user)
            .chain(present.keys().copied())
            .chain(self.woken.keys().copied())
            .filter(|user| self.woken.get(user) != present.get(user) || !present.contains_key(user))
            .collect();
        for user in changed {
            match directory.wake_games_of(user).await {
                Ok(()) => {}
                Err(OpenError::Store(cause)) => return Err(cause),
                Err(cause) => {
                    debug!("the games of a player on vacation do not wake yet: {cause}");
                    return Ok(());
                }
            }
            match present.get(&user) {
                Some(vacation) => self.woken.insert(user, *vacation),
                None => self.woken.remove(&user),
            };
        }
        self.ended_ms = now_ms;
        Ok(())
    }

    async fn look(&mut self) -> Result<()> {
        let store = &self.vacations.store;
        let now_ms = self.vacations.now_ms();
        let begun_ms = now_ms + AHEAD_MS;
        let present =
            stored::during(&mut store.read().await?, now_ms as i64, begun_ms as i64).await?;
        let present: HashMap<_, _> = present.iter().map(|it| (it.user, stretch(it))).collect();
        self.wake(&present).await?;
        let directory = &self.vacations.directory;
        let mut live = HashSet::new();
        for user in directory.players() {
            let wanted = present.get(&user).copied();
            for it in directory.playing(user).into_iter().filter(|it| it.is_correspondence) {
                let key = (user, it.game);
                live.insert(key);
                if self.told.get(&key) == Some(&wanted) {
                    continue;
                }
                // It may end while this is looked up.
                let Some(room) = directory.live(it.game) else { continue };
                let Some(game) = room.game().await else { continue };
                if game.phase() != Phase::Playing {
                    continue;
                }
                let known = game.vacation(it.side).filter(|it| it.until_ms > now_ms);
                if known == wanted {
                    self.told.insert(key, wanted);
                } else {
                    // Whether it has come to pass is seen the next time, also if that is taken back
                    // before.
                    self.told.remove(&key);
                    room.away(it.side, wanted).await;
                }
            }
        }
        self.told.retain(|key, _| live.contains(key));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1 January 2026, 00:00 UTC.
    const YEAR_2026_MS: u64 = 1_767_225_600_000;

    #[test]
    fn years_begin_on_the_first_of_january() {
        for (at_ms, expected) in [
            (0, 1970),
            (YEAR_2026_MS - 1, 2025),
            (YEAR_2026_MS, 2026),
            (YEAR_2026_MS + 365 * DAY_MS - 1, 2026),
            (YEAR_2026_MS + 365 * DAY_MS, 2027),
            // 2028 is a leap year.
            (YEAR_2026_MS + 3 * 365 * DAY_MS, 2028),
            (YEAR_2026_MS + (3 * 365 + 1) * DAY_MS, 2029),
        ] {
            assert_eq!(year_of(at_ms), expected, "{at_ms}");
        }
    }

    #[test]
    fn a_day_is_of_the_year_in_which_it_begins() {
        let vacation = |from: i64, until: i64| stored::Vacation {
            user: UserId::from_uuid(uuid::Uuid::nil()),
            n: 1,
            from_ms: YEAR_2026_MS as i64 + from,
            until_ms: YEAR_2026_MS as i64 + until,
        };
        let day = DAY_MS as i64;
        for (it, of_2025, of_2026) in [
            (vacation(-3 * day, 2 * day), 3, 2),
            (vacation(-3 * day - 1, 2 * day - 1), 4, 1),
            // A day that has begun is a day, and so is a vacation of no length.
            (vacation(0, day + 1), 0, 2),
            (vacation(5, 5), 0, 1),
        ] {
            assert_eq!((days_of(&[it], 2025), days_of(&[it], 2026)), (of_2025, of_2026), "{it:?}");
        }
    }
}
