//! How a service is started: with which settings, for which part, and what it takes up.

use std::{pin::Pin, sync::Arc, time::Duration};

use komadai_ids::NodeId;
use komadai_live::{
    Directory, Limits, Live, LiveSettings, LiveTasks, RecoveryError, Timebase,
    opponents::{EnginesProblem, HostEngine, Opponents},
    random,
};
use komadai_rating::GradeTable;
use komadai_store::{Checkpointer, Journal, Store, floors};
use tokio::time::{MissedTickBehavior, interval};
use tracing::{error, warn};

use crate::{
    Accounts, Ratings, Service,
    accounts::email::Correspondence,
    archive::StoredGames,
    bell::{Bell, RenderBell},
    branding::SiteBranding,
    bridges::{BridgeSetup, Bridges, finder::Finder, sender::Sender},
    broadcasts::Broadcasts,
    challenges::{RenderChallenges, Telling},
    circuits::Circuits,
    clubs::Clubs,
    explorer::{Folder, keep_up, personal::Personals},
    fair_play,
    follows::Follows,
    game_notes::GameNotes,
    imports::{FetchSettings, Imports},
    league::{League, Pool},
    lessons::Lessons,
    mail::{MailError, MailSettings, Mailer},
    moderation::Moderation,
    notices::{NoticeSettings, Notices, NoticesError, scanner::Scanner},
    operator::heed_operator,
    passwords::Passwords,
    people,
    preferences::Preferences,
    retention::{self, Retention},
    reviews::{RenderReviews, Reviews},
    sealing::{self, SealingKey},
    site::{Registration, Site},
    studies::Studies,
    tournaments::{TournamentError, Tournaments},
    tsume::{RenderTsume, TsumeClub},
    vacations::Vacations,
};

/// How often the journal is written back into its database file.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// The settings with which a service is started.
#[derive(Debug)]
pub struct Settings {
    /// The node's name: one journal belongs to it.
    pub node: String,
    /// The limits on everything.
    pub limits: Limits,
    /// The USI engines of the server.
    pub engines: Vec<HostEngine>,
    /// The requirements for grades.
    pub grades: GradeTable,
    /// Who may register.
    pub registration: Registration,
    /// How email is sent, if it is.
    pub mail: Option<MailSettings>,
    /// How players are notified while they are away.
    pub notices: NoticeSettings,
    /// How clubs tell their news elsewhere.
    pub bridges: BridgeSetup,
    /// The hosts from which records may be fetched.
    pub fetching: FetchSettings,
    /// How long data is kept.
    pub retention: Retention,
    /// The pools of the programs' league.
    pub pools: Vec<Pool>,
    /// The key that encrypts secrets in the database, if there is one.
    pub sealing: Option<SealingKey>,
}

/// The part a service plays.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// Everything. Other nodes may host rooms for it, which it takes up first.
    All(Option<&'a dyn TakeUpNodes>),
    /// It hosts rooms for another node, with a journal of its own for them.
    Rooms,
}

/// Takes up the nodes that host rooms for a service that is starting.
pub trait TakeUpNodes: std::fmt::Debug + Sync {
    /// Once this is ready, each game that is hosted at another node is known here, or has been
    /// [taken over](take_over). `epoch` is higher than that of any earlier service.
    fn take_up<'a>(
        &'a self,
        store: &'a Store,
        directory: &'a Arc<Directory>,
        epoch: i64,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

/// Takes over the content of the journal of this name; its previous owner can no longer write to
/// it.
///
/// # Errors
/// When the database fails; then it is to be retried.
pub async fn take_over(
    store: &Store,
    directory: &Arc<Directory>,
    journal: &str,
) -> Result<(), RecoveryError> {
    let now_ms = directory.timebase().now_ms();
    let node = NodeId::new(now_ms, random::bytes());
    let mut rows = Journal::open(store, journal, node, now_ms as i64).await?;
    let floor = floors::floor(&mut store.read().await?, rows.node().id).await?;
    if directory.take_over(journal, &mut rows, floor).await? {
        rows.end(now_ms as i64).await?
    } else {
        error!("journal {journal} is kept, as something in it is damaged");
        rows.retire(now_ms as i64).await?;
    }
    Ok(())
}

/// The parts that run only at the home.
struct Roles<'a>(Option<&'a mut LiveTasks>);

impl Roles<'_> {
    fn run(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        if let Some(running) = &mut self.0 {
            running.with(task);
        }
    }
}

/// Why the service could not be started.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The databases cannot be used.
    #[error(transparent)]
    Store(#[from] komadai_store::Error),
    /// The journal cannot be taken up.
    #[error(transparent)]
    Recovery(#[from] RecoveryError),
    /// The tournaments cannot be taken up.
    #[error(transparent)]
    Tournaments(#[from] TournamentError),
    /// Notifications cannot be sent.
    #[error(transparent)]
    Notices(#[from] NoticesError),
    /// Email cannot be sent with these settings.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The engines of the server cannot be used with these settings.
    #[error(transparent)]
    Engines(#[from] EnginesProblem),
    /// There is no thread to hash passwords on.
    #[error("no thread can be started")]
    Thread(#[source] std::io::Error),
    /// No requests can be made over TLS.
    #[error("TLS cannot be used")]
    Tls(#[from] tokio_rustls::rustls::Error),
}

impl Service {
    /// Takes up the node's journal, opens the rooms of all live games, and starts.
    ///
    /// # Errors
    /// When the databases cannot be used; then nothing is running.
    pub async fn start(
        store: Store,
        settings: Settings,
        part: Part<'_>,
        render: Arc<impl RenderChallenges + RenderReviews + RenderTsume + RenderBell>,
    ) -> Result<(Self, LiveTasks), StartError> {
        let branding = SiteBranding::read(&store).await?;
        let mail = settings.mail.map(|it| Mailer::new(it, branding.clone())).transpose()?;
        let timebase = Timebase::start();
        let now_ms = timebase.now_ms();
        let node = NodeId::new(now_ms, random::bytes());
        let journal = Journal::open(&store, &settings.node, node, now_ms as i64).await?;
        let epoch = journal.node().epoch;
        let checkpointer = journal.checkpointer().await?;
        let passwords = Passwords::start().map_err(StartError::Thread)?;
        let ratings =
            Ratings::new(settings.grades).over_the_board(settings.limits.rated_over_the_board);
        let archive = Arc::new(StoredGames::of(&store, ratings.clone(), journal.node().id));
        let opponents = Opponents::new(settings.engines)?;
        let is_node = matches!(part, Part::Rooms);
        let live_settings = LiveSettings { limits: settings.limits, opponents, is_node };
        let (live, mut running) =
            Live::start(journal, archive, timebase, render.clone(), live_settings).await?;
        running.with(checkpoint(checkpointer));
        let Live { directory, lobby, presence, health } = live;
        if let Part::All(Some(nodes)) = part {
            // Before anything looks for games here, or creates any.
            nodes.take_up(&store, &directory, epoch).await;
        }
        let moderation = Moderation::start(store.clone(), directory.clone()).await?;
        fair_play::recall(&store, directory.sanctions(), now_ms).await?;
        if is_node {
            running.with(moderation.clone().keep_in_step());
        } else {
            sealing::seal_all(&store, settings.sealing.as_ref()).await?;
        }
        // These exist once, at the home.
        let mut roles = Roles((!is_node).then_some(&mut running));
        let (rows, games) = (store.clone(), directory.clone());
        let reviews =
            Reviews::new(rows, games, moderation.clone(), render.clone(), branding.clone());
        let studies =
            Studies::new(store.clone(), directory.clone(), moderation.clone(), reviews.clone());
        let imports = Imports::new(store.clone(), directory.clone(), settings.fetching)?;
        let site = Site::start(store.clone(), directory.clone(), branding.clone()).await?;
        let tsume = TsumeClub::new(store.clone(), directory.clone(), ratings.clone());
        let (tournaments, director) =
            Tournaments::start(store.clone(), directory.clone(), ratings.clone()).await?;
        roles.run(director);
        let (broadcasts, publishing, asking) = Broadcasts::new(
            store.clone(),
            directory.clone(),
            reviews.clone(),
            studies.clone(),
            imports.clone(),
            tournaments.clone(),
        );
        roles.run(publishing);
        roles.run(asking);
        let (league, pairing) =
            League::start(store.clone(), directory.clone(), settings.pools).await;
        roles.run(pairing);
        let bridges = Bridges::new(store.clone(), settings.bridges, settings.sealing.clone());
        let clubs = Clubs::new(store.clone(), directory.clone(), bridges.clone());
        if bridges.is_on() {
            let finder =
                Finder::new(bridges.clone(), directory.clone(), lobby.clone(), tournaments.clone());
            roles.run(finder.run());
            roles.run(Sender::new(bridges, timebase, lobby.clone(), branding.clone())?.run());
        }
        roles.run(clubs.clone().keep_ladders());
        let circuits = Circuits::new(store.clone(), directory.clone(), tournaments.clone());
        let mailer = mail.as_ref().map(|(mailer, _)| mailer.clone());
        let (notices, telling) =
            Notices::start(store.clone(), directory.clone(), mailer, settings.notices).await?;
        let scanner =
            Scanner::new(notices.clone(), directory.clone(), tournaments.clone(), render.clone());
        roles.run(telling);
        roles.run(scanner.run());
        let bell = Bell::new(store.clone(), directory.clone(), render.clone());
        roles.run(bell.clone().run());
        let correspondence = mail.map(|(mailer, delivering)| {
            let (correspondence, answering) = Correspondence::new(store.clone(), timebase, mailer);
            roles.run(delivering);
            roles.run(answering);
            correspondence
        });
        let cleaning =
            retention::clean(store.clone(), timebase, directory.clone(), settings.retention);
        roles.run(cleaning);
        let (vacations, telling) = Vacations::new(store.clone(), directory.clone());
        roles.run(telling);
        roles.run(people::catch_up(store.clone()));
        roles.run(crate::studies::catch_up(store.clone()));
        roles.run(crate::tournaments::catch_up(store.clone()));
        roles.run(keep_up(Folder::new(store.clone())));
        let notes = GameNotes::new(store.clone(), directory.clone());
        let accounts = Accounts::new(
            store.clone(),
            directory.clone(),
            passwords,
            settings.registration,
            correspondence,
            settings.sealing,
            branding,
        );
        let service = Self {
            directory,
            lobby,
            accounts,
            ratings,
            moderation,
            reviews,
            studies,
            broadcasts,
            imports,
            site,
            tsume,
            tournaments,
            clubs,
            circuits,
            follows: Follows::new(store.clone(), timebase),
            league,
            vacations,
            notes,
            lessons: Lessons::new(store.clone(), timebase),
            explorers: Personals::default(),
            preferences: Preferences::new(store.clone(), timebase),
            notices,
            bell,
            presence,
            timebase,
            challenges: Telling::new(render),
            store: store.reader(),
            databases: store,
            epoch,
            health,
        };
        if !is_node {
            service.recover_challenges().await?;
            running.with(heed_operator(service.clone()));
        }
        Ok((service, running))
    }
}

/// Writes the journal back into its file, away from the writer.
async fn checkpoint(mut checkpointer: Checkpointer) {
    let mut ticks = interval(CHECKPOINT_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(cause) = checkpointer.run().await {
            warn!("the journal could not be written back: {cause}");
        }
    }
}
