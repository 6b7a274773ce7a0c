//! Several servers on one database: one works, the others stand by.
//!
//! Those that stand by play games for it (`hosting.rs`), as far as clients find their way there.
//!
//! Whose turn it is PostgreSQL decides ([`komadai_store::Standby`]). A server that stands by
//! listens like any other: whoever comes to it is passed on to the one that works, byte by byte
//! (`passing.rs`, by the words of `words.rs`), so that any balancer will do. When its turn comes it
//! takes the journal over as after a restart, and from then on answers by itself; whoever is on
//! the way to a server that is gone waits at the door meanwhile.
//! docs/cluster.md tells it to operators.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use komadai_service::sealing::SealingKey;
use komadai_store::{DatabaseSettings, Standby, Store, Turn};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, watch},
    time::{MissedTickBehavior, interval, sleep},
};
use tracing::{info, warn};

pub(crate) use self::{hosting::at_of, working::Working};
use self::{
    hosting::{Hosting, Links, Own},
    linking::Linking,
    passing::Passing,
    words::Kind,
};
use crate::{config::Config, connection_limits::ConnectionLimits, systemd};

pub(crate) mod hosting;
mod link;
pub(crate) mod linking;
mod passing;
pub(crate) mod tunnel;
mod words;
mod working;

/// How often in a lease it is looked whose turn it is, and whoever works says that it does.
const LOOKS_IN_A_LEASE: u32 = 12;

/// How many members may introduce themselves at the same time.
const INTRODUCTIONS_MAX: usize = 256;

/// How long nobody is taken in when that failed, for want of open files as a rule.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(1);

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
    /// The address of the member that works, as it was seen last; `None` until it was.
    works: watch::Sender<Option<String>>,
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
        hosting: &Hosting,
    ) -> anyhow::Result<Begun> {
        let member = Some(self.address.clone());
        let settings = DatabaseSettings { member, ..config.database() };
        let mut standby = Standby::begin(settings, self.lease)?;
        // What is wrong from the beginning a person must mend.
        let first = standby.look().await?;
        let door = doors.http.local_addr()?;
        let own = Arc::new(Own {
            config: config.clone(),
            address: self.address.clone(),
            key: self.key.clone(),
            lease: self.lease,
        });
        let (links, wanted) = mpsc::channel(1);
        tokio::select! {
            begun = self.wait(standby, first, door, hosting) => begun,
            () = self.pass_on(&doors, &own, hosting, links) => {
                unreachable!("it is passed on for ever")
            }
            () = hosting.play(wanted, &own) => unreachable!("games are played for ever"),
        }
    }

    /// Waits for this member's turn.
    async fn wait(
        &self,
        mut standby: Standby,
        mut turn: Turn,
        door: SocketAddr,
        hosting: &Hosting,
    ) -> anyhow::Result<Begun> {
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
                    // What was played here goes on here.
                    if let Err(cause) = hosting.stop().await {
                        warn!("the games that were played here were not ended well: {cause:#}");
                    }
                    let store = standby.open(*holding).await?;
                    self.works.send_replace(Some(self.address.clone()));
                    return Ok(Begun { store, before });
                }
                Turn::Other(address) => self.sees(address, door),
                // Whoever worked may be there still, and is asked for as before.
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
                    // Whoever works may reach it: people are passed on as before.
                    Err(cause) if !std::mem::replace(&mut complained, true) => {
                        warn!("it cannot be seen whose turn it is: {cause}");
                    }
                    Err(_) => {}
                }
            };
        }
    }

    fn sees(&self, address: String, door: SocketAddr) {
        self.works.send_if_modified(|known| {
            let before = known.replace(address.clone());
            match &before {
                None => {
                    info!("Komadai stands by on http://{door}; {address} works");
                    systemd::tell(systemd::READY);
                }
                Some(before) if *before != address => info!("{address} works"),
                Some(_) => return false,
            }
            true
        });
    }

    /// Passes on whoever comes to the member that works.
    async fn pass_on(&self, doors: &Doors<'_>, own: &Arc<Own>, hosting: &Hosting, links: Links) {
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
                    // Who finds too many before it finds the connection closed.
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

impl Member {
    /// What links the others when this one works.
    pub(crate) fn linking(&self, config: &Config) -> Linking {
        Linking::new(&self.address, &config.database.node, self.key.clone(), self.lease)
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
