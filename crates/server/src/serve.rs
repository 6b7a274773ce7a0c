//! From settings to a running server, and its orderly stop.

use std::{
    net::SocketAddr,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context as _, bail};
use axum::Router;
use komadai_live::{Goodbye, LiveTasks, priority};
use komadai_service::{
    Part, Service, Settings, TakeUpNodes,
    sealing::{self, SealingKey},
    site,
};
use komadai_store::Store;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::{
    net::TcpListener,
    runtime::{Builder, Runtime},
    sync::oneshot,
    task::JoinHandle,
    time::{Instant, timeout},
};
use tracing::{error, info, warn};
use tracing_subscriber::EnvFilter;

use crate::{
    api::founding,
    app::App,
    backups::{self, shadowing::Shadowing},
    blocking_pool::BlockingPool,
    bodies::Bodies,
    branding::BrandedFiles,
    cluster::{
        self, Listeners, Member, Working,
        hosting::Hosting,
        passed_on::{PassedOn, nobody},
    },
    config::{Config, LogFormat, check_public_url},
    connection_limits::ConnectionLimits,
    csa,
    gif_cache::{self, GifCache},
    health::readiness::Readiness,
    http::streaming::Exports,
    listener::{self, Door},
    metrics::{self, history::History, machine, recording},
    open_streams::OpenStreams,
    render::WireRender,
    router::{router, router_of_rooms},
    sockets::Sockets,
    systemd,
    throttle::Throttle,
    tls::Tls,
    tournament_cache::{self, FeedCache, TournamentCache},
    version::BUILD,
    visitors::Visitors,
    watch::Watch,
};

/// How long pending requests may take when the server stops.
const REQUESTS_WITHIN: Duration = Duration::from_secs(1);

/// How long pending writes may take after that.
const STOP_WITHIN: Duration = Duration::from_secs(8);

/// How long notifying the clients of the stop may take after that.
const GOODBYE_WITHIN: Duration = Duration::from_secs(1);

/// Runs the server until it is told to stop.
///
/// # Errors
/// A problem that the operator has to fix.
pub fn run(config: Config) -> anyhow::Result<()> {
    config.check()?;
    start_logging(&config)?;
    info!("Komadai {}", *BUILD);
    machine::keep_files_private();
    raise_open_files();
    if priority::one_processor() && config.database.url.is_empty() {
        priority::let_wakers_finish();
    }
    let runtime = runtime().context("the runtime cannot be started")?;
    runtime.block_on(serve(config))
}

/// Tasks on every core; with a single core, without the cost of sharing between threads.
fn runtime() -> std::io::Result<Runtime> {
    if !priority::one_processor() {
        return Builder::new_multi_thread().enable_all().build();
    }
    // A task that another thread wakes goes before the others: under load it is the journal's
    // writer, and until that runs the database has nothing to do.
    Builder::new_current_thread().global_queue_interval(1).enable_all().build()
}

async fn serve(config: Config) -> anyhow::Result<()> {
    // Installed now: a stop may be requested as soon as the server reports that it is ready.
    let mut told = pin!(stop_signal());
    let hosting = Hosting::default();
    let server = tokio::select! {
        biased;
        () = &mut told => {
            systemd::tell(systemd::STOPPING);
            if !hosting.stop().await? {
                info!("stopped before games could be played");
            }
            return Ok(());
        }
        () = hosting.broken() => bail!("another server has taken over the games hosted here"),
        server = RunningServer::begin(config, &hosting) => server?,
    };
    let scheme = if server.is_encrypted { "https" } else { "http" };
    info!("Komadai is ready on {scheme}://{}", server.address);
    systemd::tell(systemd::READY);
    server.until(told).await
}

/// A server that listens.
#[derive(Debug)]
pub struct RunningServer {
    pub address: SocketAddr,
    /// The address for programs that use CSA, if they are served.
    pub csa_address: Option<SocketAddr>,
    /// Whether it encrypts by itself.
    is_encrypted: bool,
    app: App,
    running: LiveTasks,
    http: JoinHandle<()>,
    /// Ends `http` once pending requests are answered.
    http_stop: oneshot::Sender<()>,
    /// Its membership of a cluster, if any.
    cluster: Option<Working>,
    /// What keeps a shadow of the database, if one is kept.
    shadow: Option<Shadowing>,
    /// Monitoring tasks, which end with the server.
    watchers: Vec<JoinHandle<()>>,
}

impl RunningServer {
    /// Opens the databases, recovers the live games, and listens. In a cluster it first waits for
    /// its turn.
    ///
    /// # Errors
    /// A problem that the operator has to fix.
    pub async fn start(config: Config) -> anyhow::Result<Self> {
        Self::begin(config, &Hosting::default()).await
    }

    /// Like [`start`](Self::start); until its turn comes it hosts games for the working server.
    async fn begin(config: Config, hosting: &Hosting) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(config.server.listen)
            .await
            .with_context(|| format!("{} cannot be listened on", config.server.listen))?;
        let address = listener.local_addr()?;
        let csa = csa::bind(&config).await?;
        let figures = figures(&config).await?;
        let tls = Tls::prepare(&config)?;
        let (answers, begun) = metrics::Answers::new();
        let figures = figures.map(|(listener, figures)| {
            Guard(tokio::spawn(metrics::serve(listener, answers, figures)))
        });
        let (cluster_member, store) = match Member::join(&config).await? {
            None => (None, Store::open(&config.database()).await?),
            Some(member) => {
                let doors = Listeners { http: &listener, csa: csa.as_ref() };
                let begun = member.stand_by(doors, &config, hosting).await?;
                (Some((member, (begun.before, begun.reporting))), begun.store)
            }
        };
        let linking = cluster_member.as_ref().map(|(member, _)| member.linking(&config));
        let part = Part::All(linking.as_ref().map(|it| it as &dyn TakeUpNodes));
        let node = config.database.node.clone();
        let shadowed = store.clone();
        let (mut app, running) = app(config, node, store, part).await?;
        app.linking = linking.clone();
        let (mut cluster, mut passed_on, mut csa_passed_on) = (None, nobody(), None);
        if let (Some((member, begun)), Some(linking)) = (cluster_member, linking) {
            let (working, http, programs) =
                member.work(&app.service, begun, csa.is_some(), linking);
            (cluster, passed_on, csa_passed_on) = (Some(working), http, programs);
        }
        let mut watchers = vec![
            tokio::spawn(metrics::watch_machine(app.clone())),
            tokio::spawn(recording::keep(app.clone())),
            tokio::spawn(backups::keep(app.clone())),
        ];
        let shadow = Shadowing::begin(&app.config, shadowed);
        begun.work(&app);
        watchers.extend(figures.map(Guard::into_task));
        let csa_address = csa.as_ref().and_then(|listener| listener.local_addr().ok());
        if let Some(listener) = csa {
            let passed_on = csa_passed_on.unwrap_or_else(nobody);
            watchers.push(tokio::spawn(csa::serve(listener, passed_on, app.clone())));
        }
        if let Some(tls) = &tls {
            watchers.extend(tls.keep(&app.config)?);
        }
        let is_encrypted = tls.is_some();
        let door = Door { listener, tls: tls.map(|it| it.acceptor()) };
        founding::open(&app).await?;
        let routes = router(app.clone());
        let server = Self::listen(app, running, (Some(door), passed_on), routes, watchers);
        Ok(Self { address, csa_address, is_encrypted, cluster, shadow, ..server })
    }

    /// Hosts games for another server, with a journal of this name. Players arrive through
    /// `passed_on`; `broken` is called when the journal no longer belongs to this process.
    ///
    /// # Errors
    /// When hosting cannot start.
    pub(crate) fn rooms(
        config: Config,
        store: Store,
        journal: String,
        passed_on: PassedOn,
        broken: Box<dyn FnOnce() + Send>,
    ) -> Pin<Box<dyn Future<Output = anyhow::Result<Self>> + Send>> {
        Box::pin(async move {
            let (app, running) = app(config, journal, store, Part::Rooms).await?;
            let is_broken = running.is_broken();
            let watchers = vec![tokio::spawn(async move {
                is_broken.await;
                broken();
            })];
            let routes = router_of_rooms(app.clone());
            Ok(Self::listen(app, running, (None, passed_on), routes, watchers))
        })
    }

    fn listen(
        app: App,
        running: LiveTasks,
        (door, passed_on): (Option<Door>, PassedOn),
        routes: Router,
        mut watchers: Vec<JoinHandle<()>>,
    ) -> Self {
        watchers.push(tokio::spawn(app.throttle.clone().sweep()));
        watchers.push(tokio::spawn(app.visitors.clone().sweep()));
        let limits = ConnectionLimits::new(&app.config);
        let (http_stop, stopped) = oneshot::channel();
        let http = tokio::spawn(listener::serve(door, passed_on, routes, limits, async {
            // Dropped or sent, it means the end.
            let _ = stopped.await;
        }));
        let address = app.config.server.listen;
        Self {
            address,
            csa_address: None,
            is_encrypted: false,
            app,
            running,
            http,
            http_stop,
            cluster: None,
            shadow: None,
            watchers,
        }
    }

    /// What runs behind the sockets.
    pub fn service(&self) -> &Service {
        &self.app.service
    }

    pub(crate) fn shared_service(&self) -> Arc<Service> {
        self.app.service.clone()
    }

    /// Serves until it is asked to stop, or until the journal cannot be written.
    async fn until(mut self, told: impl Future<Output = ()>) -> anyhow::Result<()> {
        let broken = tokio::select! {
            () = told => None,
            broken = self.running.broken() => Some(broken),
            () = replaced(self.cluster.as_ref()) => {
                bail!("another server of the cluster works in this one's place");
            }
        };
        if let Some(broken) = broken {
            error!("the journal can no longer be written; the process ends: {broken:?}");
            return Err(broken.into());
        }
        systemd::tell(systemd::STOPPING);
        self.stop().await
    }

    /// Stops as on a signal: nothing new is accepted, pending requests are answered, pending
    /// records are written and announced, and the clients are asked to reconnect.
    ///
    /// # Errors
    /// When the journal could not be written to its end.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        let n_games = self.app.service.directory.n_unfinished();
        let n_clients = self.app.service.presence.online();
        // One that hosts games ends that to work itself, too.
        let is_node = self.app.service.is_node();
        if is_node {
            info!("hosting ends, with {n_games} unfinished games and {n_clients} clients");
        } else {
            info!("stopping with {n_games} unfinished games and {n_clients} clients connected");
        }
        self.app.service.refuse_new_games();
        if let Some(cluster) = &mut self.cluster {
            cluster.closes();
        }
        // A server that has ended by itself does not listen for it.
        let _ = self.http_stop.send(());
        if timeout(REQUESTS_WITHIN, &mut self.http).await.is_err() {
            self.http.abort();
        }
        let stopped = timeout(STOP_WITHIN, self.running.stop()).await;
        self.app.service.presence.close_all(Goodbye::Stopping);
        // A client that does not receive it notices by itself.
        let _ = timeout(GOODBYE_WITHIN, self.app.service.presence.until_empty()).await;
        if let Some(shadow) = self.shadow.take() {
            // Whatever was written last is in it too, if the second place still answers.
            let _ = timeout(GOODBYE_WITHIN, shadow.finish()).await;
        }
        // A database that no longer answers closes without us.
        let _ = timeout(GOODBYE_WITHIN, self.app.service.close_databases()).await;
        stopped
            .context("the journal could not be written in time; what was announced is safe")??;
        for watcher in &self.watchers {
            watcher.abort();
        }
        for watcher in self.watchers {
            // An aborted task returns an error.
            let _ = watcher.await;
        }
        let what = if is_node { "hosting ended" } else { "stopped" };
        info!("{what} after {} ms", began.elapsed().as_millis());
        Ok(())
    }
}

/// Where the settings do not say under which address people reach the site, an admin may have said so
/// while it ran.
pub(crate) async fn take_up_address(mut config: Config, store: &Store) -> anyhow::Result<Config> {
    if config.server.public_url.is_empty() {
        let said = site::said_public_url(store).await?;
        if check_public_url(&said).is_ok() {
            config.server.public_url = said;
        }
    }
    Ok(config)
}

/// What answers requests, and the tasks behind it.
async fn app(
    config: Config,
    node: String,
    store: Store,
    part: Part<'_>,
) -> anyhow::Result<(App, LiveTasks)> {
    let config = take_up_address(config, &store).await?;
    let settings = Settings {
        node,
        limits: config.game_limits(),
        registration: config.site.registration,
        engines: config.engines(),
        grades: config.grades()?,
        notices: config.notices.settings(config.public_url()),
        bridges: config.bridges.setup(config.public_url()),
        fetching: (&config.imports).into(),
        retention: config.retention.into(),
        mail: config.mail.settings(config.public_url()),
        pools: config.csa.pools()?,
        sealing: key_of(&config, &store).await?,
    };
    let (service, running) = Service::start(store, settings, part, WireRender::shared()).await?;
    let branded = Arc::new(BrandedFiles::new(service.site.branding().clone()));
    let service = Arc::new(service);
    let app = App {
        throttle: Throttle::new(&config.limits),
        visitors: Visitors::new(&config),
        sockets: Sockets::new(&config.limits),
        config: Arc::new(config),
        watch: Watch::new(service.clone()),
        service,
        blocking_pool: BlockingPool::new(),
        gif_cache: GifCache::new(gif_cache::LIMITS),
        branded,
        tournament_cache: TournamentCache::new(tournament_cache::LIMITS),
        feed_cache: FeedCache::new(tournament_cache::FEED_LIMITS),
        exports: Exports::default(),
        history: History::default(),
        open_streams: OpenStreams::default(),
        bodies: Bodies::new(),
        readiness: Readiness::default(),
        linking: None,
    };
    Ok((app, running))
}

/// A task that ends when this server does not come to work.
struct Guard(JoinHandle<()>);

impl Guard {
    fn into_task(mut self) -> JoinHandle<()> {
        std::mem::replace(&mut self.0, tokio::spawn(std::future::ready(())))
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The key for the secrets of this database, made where there is none yet.
async fn key_of(config: &Config, store: &Store) -> anyhow::Result<Option<SealingKey>> {
    let found = config.sealing_key()?;
    if let Some(other) = sealing::other_key(store, found.as_ref()).await? {
        if !config.cluster.is_off() {
            bail!("{other}: {}", cluster::SAME_KEY);
        }
        if sealing::look(store, found.as_ref()).await?.n_lost > 0 {
            bail!(
                "{other}: put back the key of before, with which second factors are encrypted; if \
                 it is lost for good, “komadai admin accept-key” goes on without it, and their \
                 owners sign in with recovery codes"
            );
        }
    }
    let key = config.sealing_key_or_new()?;
    // Nothing is encrypted with another one.
    sealing::accept(store, key.as_ref()).await?;
    Ok(key)
}

/// Waits until another server works in place of this one, in a cluster.
async fn replaced(cluster: Option<&Working>) {
    match cluster {
        Some(cluster) => cluster.replaced().await,
        None => std::future::pending().await,
    }
}

/// The address at which metrics are served, if they are.
async fn figures(config: &Config) -> anyhow::Result<Option<(TcpListener, PrometheusHandle)>> {
    if config.metrics.listen.is_empty() {
        return Ok(None);
    }
    let listener = TcpListener::bind(&config.metrics.listen).await.with_context(|| {
        format!("metrics.listen = {:?} cannot be listened on", config.metrics.listen)
    })?;
    info!("metrics are on http://{}/metrics", listener.local_addr()?);
    Ok(Some((listener, metrics::install()?)))
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
                return;
            }
            Err(cause) => warn!("SIGTERM cannot be handled: {cause}"),
        }
    }
    // Without signals the process is ended from outside.
    let _ = tokio::signal::ctrl_c().await;
}

fn start_logging(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log.filter)
        .with_context(|| format!("log.filter = {:?} is not a valid filter", config.log.filter))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()));
    match config.log.format {
        LogFormat::Human => lines.with_target(false).init(),
        LogFormat::Json => lines.json().init(),
    }
    Ok(())
}

/// Every socket is an open file: requests as many as the machine allows.
fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wanted = Rlimit { current: limit.maximum, maximum: limit.maximum };
        if let Err(cause) = setrlimit(Resource::Nofile, wanted) {
            warn!("the limit of open files cannot be raised: {cause}");
        }
        if let Some(n) = getrlimit(Resource::Nofile).current
            && n < machine::OPEN_FILES_MIN
        {
            warn!("only {n} files may be open, for about as many players; raise the limit");
        }
    }
}
