//! Several servers on one database: one works, the others stand by.
//!
//! Whose turn it is PostgreSQL decides ([`komadai_store::Standby`]). A server that stands by
//! listens like any other: whoever comes to it is passed on to the one that works, byte by byte
//! (`passing.rs`, by the words of `words.rs`), so that any balancer will do. When its turn comes it
//! takes the journal over as after a restart, and from then on answers by itself; whoever is on
//! the way to a server that is gone waits at the door meanwhile.
//! docs/cluster.md tells it to operators.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use komadai_service::{Service, sealing::SealingKey};
use komadai_store::{DatabaseSettings, Standby, Store, Turn};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Notify, Semaphore, mpsc, watch},
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};
use tracing::{debug, info, warn};

use self::{
    passing::Passing,
    words::{Ask, Greeting, Kind, WORDS_WITHIN},
};
use crate::{config::Config, connection_limits::ConnectionLimits, systemd};

mod passing;
mod words;

/// How often in a lease it is looked whose turn it is, and whoever works says that it does.
const LOOKS_IN_A_LEASE: u32 = 12;

/// How many members may introduce themselves at the same time.
const INTRODUCTIONS_MAX: usize = 256;

/// How many connections that were passed on may wait to be taken in.
const PASSED_ON_MAX: usize = 256;

/// How often, and for how long, a server that worked before is told that it does not any more.
const TELL_EVERY: Duration = Duration::from_secs(1);
const TELL_FOR: Duration = Duration::from_secs(600);

/// Connections that another member took in, with where they come from.
pub(crate) type PassedOn = mpsc::Receiver<(TcpStream, SocketAddr)>;

/// None ever, for a server that is alone.
pub(crate) fn nobody() -> PassedOn {
    mpsc::channel(1).1
}

/// Where clients come in.
pub(crate) struct Doors<'a> {
    /// Browsers and programs.
    pub(crate) http: &'a TcpListener,
    /// Programs that speak CSA.
    pub(crate) csa: Option<&'a TcpListener>,
}

/// This process as a member of a cluster.
#[derive(Debug)]
pub(crate) struct Member {
    listener: TcpListener,
    /// By which the others reach it.
    address: String,
    key: SealingKey,
    lease: Duration,
    /// The address of the member that works, as it was seen last.
    works: watch::Sender<Option<String>>,
}

/// A member that works.
#[derive(Debug)]
pub(crate) struct Working {
    /// It hears the others, says that it works, and tells the one before.
    tasks: Vec<JoinHandle<()>>,
    /// Another works in its place.
    replaced: Arc<Notify>,
    /// Whoever was on the way here meanwhile is passed on until the end.
    _works: watch::Sender<Option<String>>,
}

/// The turn of a member has come.
pub(crate) struct Begun {
    pub(crate) store: Store,
    /// The address of the member that worked before.
    pub(crate) before: Option<String>,
}

impl Member {
    /// Joins the cluster of the settings, if there is one.
    ///
    /// # Errors
    /// What a person must mend.
    pub(crate) async fn join(config: &Config) -> anyhow::Result<Option<Self>> {
        let settings = &config.cluster;
        if settings.is_off() {
            return Ok(None);
        }
        let listener = TcpListener::bind(&settings.listen).await.with_context(|| {
            format!("cluster.listen = {:?} cannot be listened on", settings.listen)
        })?;
        let own = listener.local_addr()?;
        anyhow::ensure!(
            !settings.address.is_empty() || !own.ip().is_unspecified(),
            "cluster.address must say how the other servers reach this one, such as 10.0.0.2:{}",
            own.port()
        );
        let address = match settings.address.as_str() {
            "" => own.to_string(),
            address => address.to_owned(),
        };
        let key = config.sealing_key()?.context("a cluster needs secrets.key")?;
        let lease = Duration::from_millis(settings.lease_ms);
        Ok(Some(Self { listener, address, key, lease, works: watch::Sender::new(None) }))
    }

    /// Passes on whoever comes, until it is this member's turn.
    ///
    /// # Errors
    /// What a person must mend.
    pub(crate) async fn stand_by(
        &self,
        doors: Doors<'_>,
        config: &Config,
    ) -> anyhow::Result<Begun> {
        let member = Some(self.address.clone());
        let settings = DatabaseSettings { member, ..config.database() };
        let mut standby = Standby::begin(settings, self.lease)?;
        // What is wrong from the beginning a person must mend.
        let first = standby.look().await?;
        if let Turn::Other(address) = &first {
            let own = doors.http.local_addr()?;
            info!("Komadai stands by on http://{own}; {address} works");
            self.works.send_replace(Some(address.clone()));
            systemd::tell(systemd::READY);
        }
        tokio::select! {
            begun = self.wait(standby, first) => begun,
            () = self.pass_on(&doors, config) => unreachable!("it is passed on for ever"),
        }
    }

    /// Waits for this member's turn.
    async fn wait(&self, mut standby: Standby, mut turn: Turn) -> anyhow::Result<Begun> {
        let mut looks = interval(self.lease / LOOKS_IN_A_LEASE);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut complained = false;
        loop {
            match turn {
                Turn::Mine(holding) => {
                    let before = holding.before.clone();
                    match &before {
                        Some(before) => info!("{before} works no longer, this server does"),
                        None => info!("this server works"),
                    }
                    let store = standby.open(*holding).await?;
                    self.works.send_replace(Some(self.address.clone()));
                    return Ok(Begun { store, before });
                }
                Turn::Other(address) => self.sees(Some(address)),
                Turn::Nobody => self.sees(None),
            }
            turn = loop {
                looks.tick().await;
                match standby.look().await {
                    Ok(turn) => {
                        if std::mem::take(&mut complained) {
                            info!("the database answers again");
                        }
                        break turn;
                    }
                    Err(cause @ komadai_store::Error::Occupied { .. }) => return Err(cause.into()),
                    // Whoever works may reach it: people are passed on as before.
                    Err(cause) if !std::mem::replace(&mut complained, true) => {
                        warn!("it cannot be seen whose turn it is: {cause}");
                    }
                    Err(_) => {}
                }
            };
        }
    }

    fn sees(&self, works: Option<String>) {
        self.works.send_if_modified(|known| {
            let is_news = *known != works;
            if is_news && let Some(address) = &works {
                info!("{address} works");
            }
            *known = works;
            is_news
        });
    }

    /// Passes on whoever comes to the member that works.
    async fn pass_on(&self, doors: &Doors<'_>, config: &Config) {
        let passing = Arc::new(Passing {
            key: self.key.clone(),
            works: self.works.subscribe(),
            limits: ConnectionLimits::new(config),
            programs: ConnectionLimits::direct(config),
        });
        loop {
            let (taken, kind) = tokio::select! {
                taken = doors.http.accept() => (taken, Kind::Http),
                taken = accept(doors.csa) => (taken, Kind::Csa),
                taken = self.listener.accept() => {
                    if let Ok((socket, _)) = taken {
                        tokio::spawn(words::say_waits(socket));
                    }
                    continue;
                }
            };
            match taken {
                Ok((socket, peer)) => passing.take_in(socket, peer, kind),
                Err(cause) => {
                    warn!("nobody can connect: {cause}");
                    sleep(TELL_EVERY).await;
                }
            }
        }
    }

    /// Hears the others from now on, and says to the database that it works. What comes through
    /// them is handed to `http` and, where programs that speak CSA are served, to `csa`.
    pub(crate) fn work(
        self,
        service: &Arc<Service>,
        before: Option<String>,
        has_csa: bool,
    ) -> (Working, PassedOn, Option<PassedOn>) {
        let (http, http_passed_on) = mpsc::channel(PASSED_ON_MAX);
        let (csa, csa_passed_on) = mpsc::channel(PASSED_ON_MAX);
        let replaced = Arc::<Notify>::default();
        let hearing = Arc::new(Hearing {
            key: self.key.clone(),
            epoch: service.epoch(),
            http,
            csa: has_csa.then_some(csa),
            replaced: replaced.clone(),
        });
        let mut tasks = vec![
            tokio::spawn(hearing.hear(self.listener)),
            tokio::spawn(say_works(service.clone(), self.lease)),
        ];
        if let Some(before) = before {
            tasks.push(tokio::spawn(tell(before, self.key, service.epoch())));
        }
        let working = Working { tasks, replaced, _works: self.works };
        (working, http_passed_on, has_csa.then_some(csa_passed_on))
    }
}

impl Working {
    /// Waits until another member works in this one's place.
    pub(crate) async fn replaced(&self) {
        self.replaced.notified().await;
    }

    /// Hears nobody any more, so that whoever is passed on waits for the next.
    pub(crate) fn closes(&mut self) {
        for task in self.tasks.drain(..) {
            task.abort();
        }
    }
}

/// Whether a member is reached at this address.
///
/// # Errors
/// Why not.
pub(crate) async fn try_out(address: &str) -> std::io::Result<()> {
    words::greet(address).await.map(drop)
}

/// Takes in somebody at a door, if it is there.
async fn accept(door: Option<&TcpListener>) -> std::io::Result<(TcpStream, SocketAddr)> {
    match door {
        Some(door) => door.accept().await,
        None => std::future::pending().await,
    }
}

/// What a member that works needs to hear the others.
struct Hearing {
    key: SealingKey,
    epoch: i64,
    http: mpsc::Sender<(TcpStream, SocketAddr)>,
    csa: Option<mpsc::Sender<(TcpStream, SocketAddr)>>,
    replaced: Arc<Notify>,
}

impl Hearing {
    async fn hear(self: Arc<Self>, listener: TcpListener) {
        let introductions = Arc::new(Semaphore::new(INTRODUCTIONS_MAX));
        loop {
            let Ok(permit) = introductions.clone().acquire_owned().await else { return };
            match listener.accept().await {
                Ok((socket, _)) => {
                    let it = self.clone();
                    tokio::spawn(async move {
                        it.introduced(socket).await;
                        drop(permit);
                    });
                }
                Err(cause) => {
                    warn!("no member can be heard: {cause}");
                    sleep(TELL_EVERY).await;
                }
            }
        }
    }

    /// Somebody says what it wants.
    async fn introduced(&self, socket: TcpStream) {
        match timeout(WORDS_WITHIN, words::hear(socket, &self.key)).await {
            Ok(Ok((Ask::Pass(kind, peer), socket))) => {
                let door = match kind {
                    Kind::Http => Some(&self.http),
                    Kind::Csa => self.csa.as_ref(),
                };
                let Some(door) = door else { return };
                if let Ok(socket) = words::agree(socket).await {
                    // With the server stopping it finds the connection closed.
                    let _ = door.send((socket, peer)).await;
                }
            }
            Ok(Ok((Ask::End(epoch), socket))) if epoch > self.epoch => {
                // Whoever said so may be gone.
                let _ = words::agree(socket).await;
                self.replaced.notify_one();
            }
            Ok(Ok((Ask::End(epoch), _))) => debug!("epoch {epoch} is over itself"),
            Ok(Err(cause)) => debug!("somebody does not introduce itself as a member: {cause}"),
            Err(_) => debug!("somebody takes too long to introduce itself"),
        }
    }
}

/// Says often enough that this member works.
async fn say_works(service: Arc<Service>, lease: Duration) {
    let mut beats = interval(lease / LOOKS_IN_A_LEASE);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        // Whoever has lost its place is told so by the journal's writer.
        if let Err(cause) = service.say_works().await {
            debug!("the database does not hear that this server works: {cause}");
        }
    }
}

/// Tells a member that worked before that it does not any more, until it has heard it, or nobody
/// is there: it may be cut off from the database, of all machines.
async fn tell(before: String, key: SealingKey, epoch: i64) {
    let began = Instant::now();
    while began.elapsed() < TELL_FOR {
        let told = timeout(WORDS_WITHIN, async {
            let (socket, greeting) = words::greet(&before).await?;
            match greeting {
                Greeting::Works(nonce) => {
                    words::ask(socket, &key, &nonce, Ask::End(epoch)).await.map(drop)
                }
                Greeting::Waits => Ok(()),
            }
        });
        match told.await {
            Ok(Ok(())) => return,
            Ok(Err(cause)) if cause.kind() == std::io::ErrorKind::ConnectionRefused => return,
            Ok(Err(_)) | Err(_) => sleep(TELL_EVERY).await,
        }
    }
    warn!("{before} was not reached: if its machine runs, look after it");
}
