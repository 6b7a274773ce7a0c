//! Games by correspondence in which nothing happens sleep: they have no room, and the archive keeps
//! everything that is known of them. Whoever opens one wakes it, and so does what is due in it.
//!
//! An archive may be older than the journal or newer. A game that both have is awake if the journal
//! has more records of it; one that only the archive has is asleep. So a game may be woken, and
//! fall asleep again, without a word in the journal.

use std::{collections::HashMap, sync::Arc, time::Duration};

use komadai_game::{By, Command, Event, Game, Phase, Record, Stretch, journal};
use komadai_ids::{GameId, UserId};
use tokio::time::{sleep, sleep_until};
use tracing::{error, warn};

use crate::{
    Directory, OngoingGame, OpenError,
    archive::{Alarm, RoomlessGame},
    game_log::{GameLog, GameLogError},
    room::WAIT_FOR_MOVER_MS,
};

/// Who has little time left is told so that long before the flag falls, in milliseconds, or when a
/// quarter of the time is left, if that is later.
const HURRY_MS: u64 = 24 * 60 * 60 * 1000;

/// How far ahead it is looked for games that wake, and how often, in milliseconds.
const AHEAD_MS: u64 = 60_000;

/// How soon it is tried again when the archive does not answer.
const RETRY: Duration = Duration::from_secs(1);

/// How long before the flag falls the side to move has little time left, in milliseconds.
pub fn hurry_ms(game: &Game) -> u64 {
    HURRY_MS.min(u64::from(game.times()[game.turn()].main_ms) / 4)
}

/// A game as it is once it wakes. Its clock stood while the site was away.
///
/// # Errors
/// When what is stored is damaged.
pub(crate) fn awake(
    sleeping: RoomlessGame,
    away: &[Stretch],
) -> Result<(Game, GameLog), GameLogError> {
    let mut log = sleeping.log;
    let mut game = log.replay(|_, _, _| {})?;
    game.announced(sleeping.since_ms);
    game.has_thought(sleeping.thought_ms);
    for Stretch { from_ms, until_ms } in away.iter().copied() {
        let command = Command::Interrupt { from_ms, to_ms: until_ms };
        let events = game.handle(until_ms, By::Server, &command).unwrap_or_default();
        // If its flag had fallen before that, its room sees to it.
        if !matches!(events[..], [Event::Interrupted { .. }]) {
            break;
        }
        let record = Record { key: None, side: None, events };
        let mut bytes = Vec::new();
        journal::encode(&record, game.line().position().variant(), &mut bytes);
        log.push(&bytes);
        for event in &record.events {
            game.apply(event);
        }
        game.announced(until_ms + WAIT_FOR_MOVER_MS);
    }
    Ok((game, log))
}

/// Those of these games that are asleep: what the archive keeps of them is everything.
pub(crate) async fn asleep<'a>(
    directory: &Directory,
    games: impl Iterator<Item = (&'a Game, &'a GameLog)>,
) -> komadai_store::Result<Vec<GameId>> {
    let may_sleep =
        |game: &Game| game.phase() == Phase::Playing && game.setup().is_correspondence();
    let found: HashMap<_, _> = games
        .filter(|(game, _)| may_sleep(game))
        .map(|(game, log)| (game.id(), log.n_records()))
        .collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<_> = found.keys().copied().collect();
    let kept = directory.archive().kept(&ids).await?;
    Ok(kept.into_iter().filter(|(id, n)| found[id] <= *n).map(|(id, _)| id).collect())
}

/// Wakes every game when something is due in it, until no rooms are opened any more.
pub(crate) async fn wake_in_time(directory: Arc<Directory>) {
    let mut last = None;
    while !directory.is_stopping() {
        let until_ms = directory.timebase().now_ms() + AHEAD_MS;
        let alarms = match directory.archive().alarms(last, until_ms).await {
            Ok(alarms) => alarms,
            Err(cause) => {
                warn!("games that sleep may wake late: {cause}");
                sleep(RETRY).await;
                continue;
            }
        };
        if alarms.is_empty() {
            sleep(Duration::from_millis(AHEAD_MS / 2)).await;
        }
        for alarm in alarms {
            sleep_until(directory.timebase().instant(alarm.at_ms)).await;
            wake(&directory, alarm).await;
            last = Some(alarm);
        }
    }
}

async fn wake(directory: &Arc<Directory>, alarm: Alarm) {
    let code = alarm.game.code();
    loop {
        match directory.open(code).await {
            Ok(_) | Err(OpenError::Stopping) => return,
            Err(cause @ (OpenError::Store(_) | OpenError::Elsewhere)) => {
                warn!(game.id = %code, "game {code} does not wake yet: {cause}");
                sleep(RETRY).await;
            }
            Err(cause) => {
                error!(game.id = %code, "game {code} does not wake: {cause}");
                return;
            }
        }
    }
}

impl Directory {
    /// The games of a player that are being played, those that sleep included.
    ///
    /// # Errors
    /// When the archive does not answer.
    pub async fn all_playing(&self, player: UserId) -> komadai_store::Result<Vec<OngoingGame>> {
        // What falls asleep meanwhile is in both, and what wakes stays in the archive.
        let mut playing = self.playing(player);
        for (id, side) in self.archive().kept_of(player).await? {
            let game = id.code();
            if !playing.iter().any(|it| it.game == game) {
                playing.push(OngoingGame { game, side, is_correspondence: true, waits: false });
            }
        }
        Ok(playing)
    }

    /// Wakes all games of a player.
    ///
    /// # Errors
    /// When the archive does not answer.
    pub async fn wake_games_of(self: &Arc<Self>, player: UserId) -> Result<(), OpenError> {
        for (id, _) in self.archive().kept_of(player).await? {
            self.open(id.code()).await?;
        }
        Ok(())
    }
}
