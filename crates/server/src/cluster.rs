//! Several servers on one database: one works, the others stand by.
//!
//! Standby servers host games for it (`hosting.rs`), for clients that can connect to them.
//!
//! PostgreSQL decides whose turn it is ([`komadai_store::Standby`]). A standby server listens like
//! any other: its visitors are forwarded to the working one, byte by byte (`passing.rs`, using the
//! messages of `words.rs`), so any load balancer will do. When its turn comes it takes over the
//! journal as after a restart, and from then on answers by itself; visitors on their way to a
//! server that is gone wait at its doors in the meantime. docs/cluster.md explains this to
//! operators.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use komadai_service::sealing::{self, SealingKey};
use komadai_store::{DatabaseSettings, Standby, Store, Turn};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, watch},
    task::JoinHandle,
    time::{MissedTickBehavior, interval, sleep},
};
use tracing::{info, warn};

pub(crate) use self::{hosting::at_of, working::Working};
use self::{
    hosting::{Hosting, Links, Own},
    linking::{LOOKS_IN_A_LEASE, Linking},
    passing::Passing,
    words::Kind,
};
use crate::{config::Config, connection_limits::ConnectionLimits, metrics::machine, systemd};

pub(crate) mod hosting;
mod link;
pub(crate) mod linking;
pub(crate) mod passed_on;
mod passing;
pub(crate) mod tunnel;
mod words;
mod working;

/// How many members may be in their handshake at the same time.
const INTRODUCTIONS_MAX: usize = 256;

/// How long to wait after accepting a connection failed, usually for want of file descriptors.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// By how much a machine's clock may differ from the database's, in milliseconds.
pub(crate) const CLOCK_SKEW_MS_MAX: u64 = 500;

/// What is said to a server that has another key than the others.
pub(crate) const SAME_KEY: &str = "a cluster needs the same secrets.key on all its servers; if it \
    was changed on all of them, “komadai admin accept-key” tells the database";

/// The entrances for clients.
pub(crate) struct Listeners<'a> {
    /// Browsers and programs.
    pub(crate) http: &'a TcpListener,
    /// Programs that use CSA.
    pub(crate) csa: Option<&'a TcpListener>,
}

/// This process as a member of a cluster.
#[derive(Debug)]
pub(crate) struct Member {
    listener: TcpListener,
    /// The address by which the others reach it.
    address: String,
    key: SealingKey,
    lease: Duration,
    /// The last known address of the working member; `None` until it is known.
    works: watch::Sender<Option<String>>,
}

/// It is this member's turn.
pub(crate) struct WorkingTurn {
    pub(crate) store: Store,
    /// The addresses of the members that worked before.
    pub(crate) before: Vec<String>,
    /// Reports that this member is alive, while it reads the journal too.
    pub(crate) reporting: JoinHandle<()>,
}

impl Member {
    /// Joins the cluster of the settings, if there is one.
    ///
    /// # Errors
    /// A problem that the operator has to fix.
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

    /// Forwards visitors until it is this member's turn.
    ///
    /// # Errors
    /// A problem that the operator has to fix.
    pub(crate) async fn stand_by(
        &self,
        doors: Listeners<'_>,
        config: &Config,
        hosting: &Hosting,
    ) -> anyhow::Result<WorkingTurn> {
        let member = Some(self.address.clone());
        let settings = DatabaseSettings { member, ..config.database() };
        let mut standby = Standby::begin(settings.clone(), self.lease)?;
        // A problem at the very start is for the operator to fix.
        let first = standby.look().await?;
        self.check_key(&settings).await?;
        let door = doors.http.local_addr()?;
        let own = Arc::new(Own {
            config: config.clone(),
            address: self.address.clone(),
            key: self.key.clone(),
            lease: self.lease,
        });
        let (links, wanted) = mpsc::channel(1);
        tokio::select! {
            begun = self.wait((standby, &settings), first, door, hosting) => begun,
            () = self.pass_on(&doors, &own, hosting, links) => {
                unreachable!("it is passed on for ever")
            }
            () = hosting.play(wanted, &own) => unreachable!("games are played for ever"),
        }
    }

    /// Waits for this member's turn.
    async fn wait(
        &self,
        (mut standby, settings): (Standby, &DatabaseSettings),
        mut turn: Turn,
        door: SocketAddr,
        hosting: &Hosting,
    ) -> anyhow::Result<WorkingTurn> {
        let mut looks = interval(self.lease / LOOKS_IN_A_LEASE);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut complained = false;
        loop {
            match turn {
                Turn::Mine(holding) => {
                    let before = holding.worked_lately.clone();
                    match &holding.before {
                        Some(before) => info!("{before} no longer works; this server does"),
                        None => info!("this server works"),
                    }
                    // Games that were hosted here continue here.
                    if let Err(cause) = holding.check_during(hosting.stop()).await {
                        warn!("the games hosted here could not be handed over cleanly: {cause:#}");
                    }
                    let store = standby.open(*holding).await?;
                    self.works.send_replace(Some(self.address.clone()));
                    let reporting = tokio::spawn(working::say_works(store.clone(), self.lease));
                    return Ok(WorkingTurn { store, before, reporting });
                }
                // Another that works may have brought the tables up to date.
                Turn::Other(address) if self.sees(&address, door) => {
                    self.check_key(settings).await?;
                }
                Turn::Other(_) => {}
                // The working member may still be there, and is tried as before.
                Turn::Nobody => {}
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
                    // The working member may reach it: visitors are forwarded as before.
                    Err(cause) if !std::mem::replace(&mut complained, true) => {
                        warn!("whose turn it is cannot be determined: {cause}");
                    }
                    Err(_) => {}
                }
            };
        }
    }

    /// What links the others when this member works.
    pub(crate) fn linking(&self, config: &Config) -> Linking {
        Linking::new(&self.address, &config.database.node, self.key.clone(), self.lease)
    }

    /// A server with another key would let nobody through, and end the work of all when its turn
    /// comes.
    async fn check_key(&self, settings: &DatabaseSettings) -> anyhow::Result<()> {
        // What is wrong with the database is said by whoever works with it.
        let Ok(store) = Store::look(settings).await else { return Ok(()) };
        let other = sealing::other_key(&store, Some(&self.key)).await;
        if let Ok(Some(state)) = store.postgres_state().await {
            let skew_ms = machine::wall_ms().abs_diff(state.clock_ms.max(0).unsigned_abs());
            if skew_ms > CLOCK_SKEW_MS_MAX {
                warn!(
                    "this machine's clock is {skew_ms} ms off the database's: synchronise both by \
                     NTP, or games that change servers are charged for it"
                );
            }
        }
        store.close().await;
        match other {
            Ok(Some(other)) => anyhow::bail!("{other}: {SAME_KEY}"),
            _ => Ok(()),
        }
    }

    /// Notes which member works; whether it is another one than before.
    fn sees(&self, address: &str, door: SocketAddr) -> bool {
        self.works.send_if_modified(|known| {
            let before = known.replace(address.to_owned());
            match &before {
                None => {
                    info!("Komadai stands by on http://{door}; {address} works");
                    systemd::tell(systemd::READY);
                }
                Some(before) if before != address => info!("{address} works"),
                Some(_) => return false,
            }
            true
        })
    }

    /// Forwards visitors to the working member.
    async fn pass_on(
        &self,
        doors: &Listeners<'_>,
        own: &Arc<Own>,
        hosting: &Hosting,
        links: Links,
    ) {
        let passing = Arc::new(Passing {
            key: self.key.clone(),
            works: self.works.subscribe(),
            limits: ConnectionLimits::new(&own.config),
            programs: ConnectionLimits::direct(&own.config),
            hosting: hosting.clone(),
        });
        let introductions = Arc::new(Semaphore::new(INTRODUCTIONS_MAX));
        loop {
            let (taken, kind) = tokio::select! {
                taken = doors.http.accept() => (taken, Kind::Http),
                taken = accept(doors.csa) => (taken, Kind::Csa),
                taken = self.listener.accept() => {
                    // A visitor who exceeds the limit finds the connection closed.
                    if let Ok((socket, _)) = taken
                        && let Ok(permit) = introductions.clone().try_acquire_owned()
                    {
                        let (hosting, own, links) = (hosting.clone(), own.clone(), links.clone());
                        tokio::spawn(async move {
                            hosting.introduced(socket, own, links).await;
                            drop(permit);
                        });
                    }
                    continue;
                }
            };
            match taken {
                Ok((socket, peer)) => passing.take_in(socket, peer, kind),
                Err(cause) => {
                    warn!("nobody can connect: {cause}");
                    sleep(TRY_AGAIN_AFTER).await;
                }
            }
        }
    }
}

/// Whether a member can be reached at this address.
///
/// # Errors
/// Why it cannot.
pub(crate) async fn try_out(address: &str) -> std::io::Result<()> {
    words::greet(address).await.map(drop)
}

/// Accepts a visitor at a door, if there is one.
async fn accept(door: Option<&TcpListener>) -> std::io::Result<(TcpStream, SocketAddr)> {
    match door {
        Some(door) => door.accept().await,
        None => std::future::pending().await,
    }
}
