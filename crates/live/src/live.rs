//! Starting and stopping everything that runs live games.

use std::{sync::Arc, time::Duration};

use komadai_game::Stretch;
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};
use tracing::info;

use crate::{
    Directory, Limits, LobbyHandle, Presence, RecoveryError, Render, Timebase,
    archive::Archive,
    cleaner::Cleaner,
    journal::{Health, JournalFault, JournalHandle, Rows, Writer, watch_health},
    lobby,
    opponents::Opponents,
    random,
    recovery::JournalContents,
    settle, sleep,
};

/// How often the largest backlogs are checked while the total exceeds its limit.
const RELIEVE_EVERY: Duration = Duration::from_millis(50);

/// The live games and the connected players, without the players' accounts.
#[derive(Debug)]
pub struct Live {
    pub directory: Arc<Directory>,
    pub lobby: LobbyHandle,
    /// The connected clients.
    pub presence: Arc<Presence>,
    /// Whether the journal can be written.
    pub health: watch::Receiver<Health>,
}

/// The settings that live games need.
#[derive(Debug, Default)]
pub struct LiveSettings {
    /// The limits for one player, and for one game.
    pub limits: Limits,
    /// The opponents that are not people.
    pub opponents: Opponents,
    /// Whether this process only hosts rooms for another node, which has the lobby and everything
    /// else that exists once, and decides which games are made.
    pub is_node: bool,
}

/// The tasks behind [`Live`], and everything that ends with them.
#[derive(Debug)]
pub struct LiveTasks {
    directory: Arc<Directory>,
    lobby: LobbyHandle,
    writer: JoinHandle<Result<(), JournalFault>>,
    settler: JoinHandle<()>,
    helpers: Vec<JoinHandle<()>>,
    /// Ends the writer and the settler.
    stop: watch::Sender<bool>,
    /// Becomes true when the writer has ended because the journal failed.
    is_broken: watch::Receiver<bool>,
}

impl Live {
    /// Opens the rooms of all live games in the journal, and starts.
    ///
    /// # Errors
    /// When the journal or the archive cannot be read or written; then nothing is running.
    pub async fn start<R: Rows>(
        mut journal: R,
        archive: Arc<dyn Archive>,
        timebase: Timebase,
        render: Arc<dyn Render>,
        settings: LiveSettings,
    ) -> Result<(Self, LiveTasks), RecoveryError> {
        let floor = archive.floor(journal.head()).await?;
        let recovered = JournalContents::read(&mut journal, floor).await?;
        let (handle, entries) = JournalHandle::channel();
        let (settlements, queue) = mpsc::channel(settle::QUEUE_MAX);
        let is_node = settings.is_node;
        // Only the low 32 bits, so that it is a number in every language.
        let presence = Arc::new(Presence::new(random::number() >> 32));
        let directory = Directory::new(
            timebase,
            handle,
            render,
            presence.clone(),
            archive.clone(),
            settlements,
            settings,
        );
        if !is_node {
            note_outage(&directory, journal.site_alive_ms()).await?;
        }
        let unsettled = recovered.open(&mut journal, timebase, &directory).await?;

        let (floor_sender, floor) = watch::channel(0);
        let (health_sender, health) = watch::channel(Health::Writing);
        let (stop, stopped) = watch::channel(false);
        let shared = directory.clone();
        let shares = move || shared.shares_games();
        let writer = Writer::new(journal, timebase, shares, floor, stopped.clone());
        let waiting = writer.waiting_since_ms();
        let cleaner = Cleaner {
            directory: directory.clone(),
            archive: archive.clone(),
            head: writer.head(),
            unsettled,
            trim: floor_sender,
        };
        let lobby = lobby::start(directory.clone(), presence.clone());
        let (breaks, is_broken) = watch::channel(false);
        let write = async move {
            let written = writer.run(entries).await;
            breaks.send_replace(written.is_err());
            written
        };
        let waking = (!is_node).then(|| tokio::spawn(sleep::wake_in_time(directory.clone())));
        let running = LiveTasks {
            directory: directory.clone(),
            lobby: lobby.clone(),
            writer: tokio::spawn(write),
            settler: tokio::spawn(settle::run(archive, timebase, queue, stopped)),
            stop,
            is_broken,
            helpers: [
                tokio::spawn(watch_health(waiting, timebase, health_sender)),
                tokio::spawn(tell_health(directory.clone(), health.clone())),
                tokio::spawn(cleaner.run(R::FLOOR_EVERY)),
                tokio::spawn(relieve(presence.clone())),
            ]
            .into_iter()
            .chain(waking)
            .collect(),
        };
        Ok((Self { directory, lobby, presence, health }, running))
    }
}

impl LiveTasks {
    /// Another task that ends with these.
    pub fn with(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.helpers.push(tokio::spawn(task));
    }

    /// Waits until the journal can no longer be written, which ends the process.
    pub async fn broken(&mut self) -> JournalFault {
        match (&mut self.writer).await {
            Ok(Err(broken)) => broken,
            // Otherwise it ends only in a stop, which does not wait here.
            Ok(Ok(())) | Err(_) => std::future::pending().await,
        }
    }

    /// Becomes ready when the journal can no longer be written; never in a stop.
    pub fn is_broken(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut is_broken = self.is_broken.clone();
        async move {
            if is_broken.wait_for(|is_broken| *is_broken).await.is_err() {
                std::future::pending().await
            }
        }
    }

    /// Stops: pending records are written and announced, and everything else ends. The database
    /// stays open for clients that are still connected; closing it comes last.
    ///
    /// # Errors
    /// When the journal could not be written to its end.
    pub async fn stop(self) -> Result<(), JournalFault> {
        self.lobby.stop().await;
        self.directory.stop().await;
        for helper in &self.helpers {
            helper.abort();
        }
        for helper in self.helpers {
            // An aborted task returns an error.
            let _ = helper.await;
        }
        self.stop.send_replace(true);
        // A panic of the settler has been logged; its games are settled at the next start.
        let _ = self.settler.await;
        let written = self.writer.await.unwrap_or(Ok(()));
        info!("the journal is written to its end");
        written
    }
}

/// Notes since when the site was away: the clocks of games that slept stood.
async fn note_outage(directory: &Directory, alive_ms: i64) -> Result<(), RecoveryError> {
    let until_ms = directory.timebase().now_ms();
    let from_ms = alive_ms.max(0) as u64;
    if from_ms < until_ms {
        directory.archive().note_outage(Stretch { from_ms, until_ms }).await?;
    }
    Ok(())
}

/// Notifies all rooms when nothing can be written, and when it can again.
async fn tell_health(directory: Arc<Directory>, mut health: watch::Receiver<Health>) {
    while health.changed().await.is_ok() {
        let present = *health.borrow_and_update();
        for room in directory.all_rooms() {
            match present {
                Health::Stalled { since_ms } => room.stalled(since_ms).await,
                Health::Writing => room.recovered(directory.timebase().now_ms()).await,
            }
        }
    }
}

/// Ends the connections with the largest backlogs whenever the total exceeds its limit.
async fn relieve(presence: Arc<Presence>) {
    let mut looks = interval(RELIEVE_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        presence.until_short().await;
        while presence.relieve() {
            looks.tick().await;
        }
    }
}
