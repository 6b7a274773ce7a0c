//! Starting and stopping everything.

use std::{pin::Pin, sync::Arc, time::Duration};

use komadai_game::{Player, Seats, Setup};
use komadai_ids::{Code, GameId, NodeId, UserId};
use komadai_live::{
    Directory, Limits, Live, LiveSettings, LobbyHandle, OpenError, Presence, RecoveryError,
    Refused, Reply, RoomHandle, Running, Seek, Timebase, Why,
    journal::Health,
    lobby,
    nodes::ToNode,
    opponents::{EnginesProblem, HostEngine, Opponents, Wanted},
    random,
    rated::speed_of,
};
use komadai_rating::{GradeTable, Shown};
use komadai_rules::{Grade, Side};
use komadai_store::{
    Checkpointer, Distance, Journal, Reader, Store, floors,
    game_comments::{self, GameComment},
    relations,
};
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval},
};
use tracing::warn;
use uuid::Uuid;

use crate::{
    Accounts, Ratings,
    accounts::email::Correspondence,
    archive::StoredGames,
    challenges::{RenderChallenges, Telling},
    clubs::Clubs,
    explorer::{Folder, keep_up, personal::Personals},
    fair_play,
    follows::Follows,
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
    ratings,
    retention::{self, Retention},
    reviews::{RenderReviews, Reviews},
    sealing::{self, SealingKey},
    site::{RegistrationPolicy, Site},
    tournaments::{TournamentError, Tournaments},
    tsume::TsumeClub,
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
    pub registration: RegistrationPolicy,
    /// How email is sent, if it is.
    pub mail: Option<MailSettings>,
    /// How players are notified while they are away.
    pub notices: NoticeSettings,
    /// The hosts from which records may be fetched.
    pub fetching: FetchSettings,
    /// How long data is kept.
    pub retention: Retention,
    /// The pools of the programs' league.
    pub pools: Vec<Pool>,
    /// The key that encrypts secrets in the database, if there is one.
    pub sealing: Option<SealingKey>,
}

/// The running server without its sockets. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Service {
    pub directory: Arc<Directory>,
    pub lobby: LobbyHandle,
    pub accounts: Accounts,
    /// Ratings and grades.
    pub ratings: Ratings,
    /// Reports and sanctions.
    pub moderation: Moderation,
    /// The reviews of games.
    pub reviews: Reviews,
    /// The games that players import.
    pub imports: Imports,
    /// The settings that admins change.
    pub site: Site,
    /// Problems and their solvers.
    pub tsume: TsumeClub,
    pub tournaments: Tournaments,
    pub clubs: Clubs,
    /// Which players' games a player follows.
    pub follows: Follows,
    /// The league of programs.
    pub league: League,
    /// The lessons that players have completed.
    pub lessons: Lessons,
    /// The opening explorer.
    pub explorers: Personals,
    /// Players' own settings.
    pub preferences: Preferences,
    /// The notifications of players who are away.
    pub notices: Notices,
    /// The connected clients.
    pub presence: Arc<Presence>,
    /// The clock.
    pub timebase: Timebase,
    /// How challenges are announced.
    pub(crate) challenges: Telling,
    /// The databases, read-only. All code that writes is in this crate.
    pub store: Reader,
    pub(crate) databases: Store,
    /// The number of this process among those that have held the journal.
    epoch: i64,
    /// Whether the journal can be written.
    health: watch::Receiver<Health>,
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
    directory.take_over(journal, &mut rows, floor).await?;
    Ok(rows.end(now_ms as i64).await?)
}

/// The parts that run only at the home.
struct Roles<'a>(Option<&'a mut Running>);

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
        render: Arc<impl RenderChallenges + RenderReviews>,
    ) -> Result<(Self, Running), StartError> {
        let mail = settings.mail.map(Mailer::new).transpose()?;
        let timebase = Timebase::start();
        let now_ms = timebase.now_ms();
        let node = NodeId::new(now_ms, random::bytes());
        let journal = Journal::open(&store, &settings.node, node, now_ms as i64).await?;
        let epoch = journal.node().epoch;
        let checkpointer = journal.checkpointer().await?;
        let passwords = Passwords::start().map_err(StartError::Thread)?;
        let ratings = Ratings::new(settings.grades);
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
        let reviews = Reviews::new(rows, games, moderation.clone(), render.clone());
        let imports = Imports::new(store.clone(), directory.clone(), settings.fetching)?;
        let site = Site::start(store.clone(), directory.clone()).await?;
        let tsume = TsumeClub::new(store.clone(), timebase, ratings.clone());
        let (tournaments, director) = Tournaments::start(store.clone(), directory.clone()).await?;
        roles.run(director);
        let (league, pairing) =
            League::start(store.clone(), directory.clone(), settings.pools).await;
        roles.run(pairing);
        let clubs = Clubs::new(store.clone(), directory.clone());
        let mailer = mail.as_ref().map(|(mailer, _)| mailer.clone());
        let (notices, telling) =
            Notices::start(store.clone(), directory.clone(), mailer, settings.notices).await?;
        let scanner = Scanner::new(notices.clone(), directory.clone(), tournaments.clone());
        roles.run(telling);
        roles.run(scanner.run());
        let correspondence = mail.map(|(mailer, delivering)| {
            let (correspondence, answering) = Correspondence::new(store.clone(), timebase, mailer);
            roles.run(delivering);
            roles.run(answering);
            correspondence
        });
        let cleaning =
            retention::clean(store.clone(), timebase, directory.clone(), settings.retention);
        roles.run(cleaning);
        roles.run(heed_operator(store.clone(), directory.clone()));
        roles.run(people::catch_up(store.clone()));
        roles.run(keep_up(Folder::new(store.clone())));
        let accounts = Accounts::new(
            store.clone(),
            directory.clone(),
            passwords,
            settings.registration,
            correspondence,
            settings.sealing,
        );
        let service = Self {
            directory,
            lobby,
            accounts,
            ratings,
            moderation,
            reviews,
            imports,
            site,
            tsume,
            tournaments,
            clubs,
            follows: Follows::new(store.clone(), timebase),
            league,
            lessons: Lessons::new(store.clone(), timebase),
            explorers: Personals::default(),
            preferences: Preferences::new(store.clone(), timebase),
            notices,
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
        }
        Ok((service, running))
    }

    /// Whether this server only hosts rooms for another, which has everything else.
    pub fn is_node(&self) -> bool {
        self.directory.is_node()
    }

    /// The permissions of a user or an address have changed at the home: they are read again, and
    /// then the message is acted on.
    pub async fn heed(&self, said: ToNode) {
        if let ToNode::Heed { .. } | ToNode::HeedAddress { .. } = said
            && let Err(cause) = self.moderation.refresh().await
        {
            warn!("it cannot be read what is in force: {cause}");
        }
        self.directory.obey(said).await;
    }

    /// Creates a game with an empty seat, or against the built-in opponent, and acknowledges it to
    /// `reply`. The same `create` of the same player creates one game, however often it is
    /// received.
    ///
    /// # Errors
    /// When it cannot be created.
    pub async fn create(
        &self,
        creator: Player,
        create: Uuid,
        setup: Setup,
        opponent: Option<Wanted>,
        reply: Reply,
    ) -> Result<(), Refused> {
        if setup.rated {
            ratings::may_be_rated(&setup)?;
            if opponent.is_some() {
                let message = "games against machines are not rated".to_owned();
                return Err(Refused { message, ..Refused::new(Why::BadSetup) });
            }
        }
        let now_ms = self.timebase.now_ms();
        let id = GameId::derived(now_ms, &[creator.id.uuid().as_bytes(), create.as_bytes()]);
        if let Some(room) = self.open(id.code()).await? {
            return room.acknowledge(creator.id, Why::Internal, reply);
        }
        self.may_play(creator.id).await?;
        let opponents = self.directory.opponents();
        let opponent =
            opponent.map(|wanted| opponents.find(&wanted, &setup.variant)).transpose()?;
        let setup = Setup {
            id,
            seed: random::number(),
            created_ms: now_ms,
            seats: Seats { creator, opponent, side: setup.seats.side },
            ..setup
        };
        self.directory.create(setup, Some(reply))
    }

    /// Seeks an opponent. A seek that has led to a game, however long ago, is answered with that
    /// game.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn seek(&self, mut seek: Seek, reply: Reply) -> Result<(), Refused> {
        if self.directory.is_stopping() {
            return Err(Refused::new(Why::Stopping));
        }
        match self.open(lobby::game_of(seek.id)).await? {
            Some(room) => room.acknowledge(seek.by.id, Why::BadSetup, reply),
            None => {
                self.may_play(seek.by.id).await?;
                if seek.setup.rated {
                    ratings::may_be_rated(&seek.setup)?;
                }
                seek.blocked = self.blocked_by(seek.by.id).await?;
                if !seek.by.guest {
                    seek.strength = Some(self.strength(&seek.by, &seek.setup).await?);
                }
                self.lobby.seek(seek, reply)
            }
        }
    }

    /// The number of this process among those that have held the journal; a later process has a
    /// higher number.
    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// Reports to the database that this server works with it.
    ///
    /// # Errors
    /// When another server works with it, or the database fails.
    pub async fn say_works(&self) -> komadai_store::Result<()> {
        self.databases.check_sole().await
    }

    /// Stores a program's analysis of its moves; it is shown once the game is over.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_comments(
        &self,
        game: GameId,
        comments: &[GameComment],
    ) -> komadai_store::Result<()> {
        let mut tx = self.databases.write().await?;
        game_comments::add(&mut tx, game, comments).await?;
        tx.commit().await
    }

    /// The players whom a player has blocked.
    async fn blocked_by(&self, player: UserId) -> Result<Vec<UserId>, Refused> {
        let found = async {
            let mut conn = self.databases.read().await?;
            relations::of(&mut conn, player).await
        };
        let relations = found.await.map_err(|cause: komadai_store::Error| {
            warn!("it cannot be read whom a player has blocked: {cause}");
            Refused::new(Why::Internal)
        })?;
        let blocks = relations.into_iter().filter(|it| it.distance == Distance::Block);
        Ok(blocks.map(|it| it.other).collect())
    }

    /// Mutes or blocks a player, also from the blocker's open seeks; `None` undoes it.
    pub async fn keep_away(
        &self,
        by: UserId,
        other: UserId,
        distance: Option<Distance>,
    ) -> komadai_store::Result<()> {
        let mut tx = self.databases.write().await?;
        relations::set(&mut tx, by, other, distance, self.timebase.now_ms() as i64).await?;
        tx.commit().await?;
        self.lobby.keep_away(by, other, distance == Some(Distance::Block)).await;
        Ok(())
    }

    /// Annuls a grade for fraud: it is removed, earlier games no longer count towards a grade, and
    /// the audit log records who did it and why. `false` if there is no such grade to annul.
    pub async fn annul_grade(
        &self,
        moderator: UserId,
        user: UserId,
        grade: Grade,
        reason: &str,
    ) -> komadai_store::Result<bool> {
        let (store, timebase) = (&self.databases, self.timebase);
        self.ratings.annul(store, timebase, moderator, user, grade, reason).await
    }

    /// A player's strength for a game with this set-up.
    pub(crate) async fn strength(&self, player: &Player, setup: &Setup) -> Result<Shown, Refused> {
        let speed = speed_of(&setup.clocks[Side::Sente]);
        let now_ms = self.timebase.now_ms() as i64;
        let shown = async {
            let mut conn = self.databases.read().await?;
            self.ratings.shown(&mut conn, player.id, &setup.variant, speed, now_ms).await
        };
        shown.await.map_err(|cause: komadai_store::Error| {
            warn!("the database did not answer: {cause}");
            Refused::new(Why::Internal)
        })
    }

    /// Starts the game with the seek's creator; only once, however often it is received.
    ///
    /// # Errors
    /// When it cannot be accepted.
    pub async fn accept(&self, by: Player, seek: Uuid, reply: Reply) -> Result<(), Refused> {
        match self.open(lobby::game_of(seek)).await? {
            Some(room) => room.acknowledge(by.id, Why::UnknownSeek, reply),
            None => {
                self.may_play(by.id).await?;
                let setup = self.lobby.look(seek).await?;
                if let Some(setup) = &setup {
                    self.may_meet(by.id, setup.seats.creator.id).await?;
                }
                let strength = match setup {
                    Some(setup) if !by.guest => Some(self.strength(&by, &setup).await?),
                    _ => None,
                };
                self.lobby.accept(by, strength, seek, reply)
            }
        }
    }

    /// Whether a player may take the empty seat of a game; a player who already has it may take it
    /// again. If so, whether this player would rank above the creator and therefore play 王 (§2.5).
    ///
    /// # Errors
    /// Why the player may not.
    pub async fn may_sit_down(&self, player: &Player, game: Code) -> Result<bool, Refused> {
        if self.directory.games_of(player.id).iter().any(|(code, _)| *code == game) {
            return Ok(false);
        }
        self.may_play(player.id).await?;
        let room = self.open(game).await?.ok_or_else(|| Refused::new(Why::UnknownGame))?;
        let Some(game) = room.game().await else { return Ok(false) };
        let setup = game.setup();
        let creator = &setup.seats.creator;
        self.may_meet(player.id, creator.id).await?;
        // A player who shared a link has not agreed to be rated against a program.
        if player.bot && setup.rated && !creator.bot {
            return Err(Refused::new(Why::NotWanted));
        }
        if player.guest {
            return Ok(false);
        }
        let strength = self.strength(player, setup).await?;
        let other = if creator.guest { None } else { Some(self.strength(creator, setup).await?) };
        Ok(Shown::ranks_above(Some(&strength), other.as_ref()))
    }

    /// Whether two players may meet at a board: neither has blocked the other.
    pub async fn may_meet(&self, one: UserId, two: UserId) -> Result<(), Refused> {
        let found = async {
            let mut conn = self.databases.read().await?;
            relations::are_apart(&mut conn, one, two).await
        };
        let are_apart = found.await.map_err(|cause| {
            warn!("it cannot be read whether two players have blocked one another: {cause}");
            Refused::new(Why::Internal)
        })?;
        match are_apart {
            true => Err(Refused::new(Why::KeptApart)),
            false => Ok(()),
        }
    }

    /// Whether a player may start another game.
    pub(crate) async fn may_play(&self, player: UserId) -> Result<(), Refused> {
        self.may_begin()?;
        let (sanctions, now_ms) = (self.directory.sanctions(), self.timebase.now_ms());
        fair_play::check(&self.databases, sanctions, player, now_ms).await
    }

    /// Whether anything new may start.
    pub(crate) fn may_begin(&self) -> Result<(), Refused> {
        match self.directory.sanctions().is_read_only() {
            true => Err(Refused::new(Why::ReadOnly)),
            false => Ok(()),
        }
    }

    /// The room of any game.
    ///
    /// # Errors
    /// When the archive cannot be read at the moment.
    pub async fn open(&self, game: Code) -> Result<Option<RoomHandle>, Refused> {
        self.directory.open(game).await.map_err(|cause| match cause {
            OpenError::Stopping => Refused::new(Why::Stopping),
            OpenError::Elsewhere => Refused::elsewhere(None),
            cause => {
                warn!(game.id = %game, "game {game} cannot be opened: {cause}");
                Refused::new(Why::Internal)
            }
        })
    }

    /// Whether games can be played; if not, what is wrong.
    ///
    /// # Errors
    /// One clause for the operator.
    pub fn check(&self) -> Result<(), &'static str> {
        if self.directory.is_stopping() {
            return Err("the server is stopping");
        }
        match *self.health.borrow() {
            Health::Writing => Ok(()),
            Health::Stalled { .. } => Err("the journal cannot be written"),
        }
    }

    /// The first step of a stop: running games continue, but no more are created.
    pub fn refuse_new_games(&self) {
        self.directory.refuse_new();
    }

    /// The last step of a stop: closes the databases.
    pub async fn close_databases(&self) {
        self.databases.close().await;
    }

    /// The databases, for a test that writes what nothing else would.
    #[cfg(feature = "testing")]
    pub fn databases(&self) -> Store {
        self.databases.clone()
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
