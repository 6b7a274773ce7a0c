//! A working member: it accepts the others' connections, through which they forward their visitors,
//! and reports to the database that it is alive.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use komadai_service::{Service, sealing::SealingKey};
use komadai_store::Store;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Notify, Semaphore, mpsc, watch},
    task::JoinHandle,
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};
use tracing::{debug, warn};

use super::{
    INTRODUCTIONS_MAX, Member, TRY_AGAIN_AFTER,
    linking::{LOOKS_IN_A_LEASE, Linking},
    passed_on::PassedOn,
    words::{self, Ask, Greeting, Kind, WORDS_WITHIN, WORKS},
};

/// How many forwarded connections may wait to be accepted.
const PASSED_ON_MAX: usize = 256;

/// How often, and for how long, a previously working server is notified that it no longer works.
const TELL_EVERY: Duration = Duration::from_secs(1);
const TELL_FOR: Duration = Duration::from_secs(600);

/// A working member.
#[derive(Debug)]
pub(crate) struct Working {
    /// The tasks that listen to the others, report to the database, and notify the previous one.
    tasks: Vec<JoinHandle<()>>,
    /// Another member works in its place.
    replaced: Arc<Notify>,
    /// The members that host games for it.
    linking: Linking,
    /// Visitors who were already on their way here are forwarded until the end.
    _works: watch::Sender<Option<String>>,
}

impl Member {
    /// Listens to the others from now on; `reporting` goes on until it closes, and those who worked
    /// `before` are notified. Connections that the others forward are handed to `http` and, where
    /// programs that use CSA are served, to `csa`.
    pub(crate) fn work(
        self,
        service: &Service,
        (before, reporting): (Vec<String>, JoinHandle<()>),
        has_csa: bool,
        linking: Linking,
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
        let mut tasks = vec![tokio::spawn(hearing.hear(self.listener)), reporting];
        for address in before {
            tasks.push(tokio::spawn(tell(address, self.key.clone(), service.epoch())));
        }
        let working = Working { tasks, replaced, linking, _works: self.works };
        (working, http_passed_on, has_csa.then_some(csa_passed_on))
    }
}

impl Working {
    /// Waits until another member works in place of this one.
    pub(crate) async fn replaced(&self) {
        self.replaced.notified().await;
    }

    /// Stops listening, so that forwarded visitors wait for the next member.
    pub(crate) fn closes(&mut self) {
        self.linking.stop();
        for task in self.tasks.drain(..) {
            task.abort();
        }
    }
}

/// What a working member needs to listen to the others.
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
                    warn!("connections from other members cannot be accepted: {cause}");
                    sleep(TRY_AGAIN_AFTER).await;
                }
            }
        }
    }

    /// Handles another member's request.
    async fn introduced(&self, socket: TcpStream) {
        match timeout(WORDS_WITHIN, words::hear(socket, &self.key, WORKS)).await {
            Ok(Ok((Ask::Pass(kind, peer), socket))) => {
                let door = match kind {
                    Kind::Http => Some(&self.http),
                    Kind::Csa => self.csa.as_ref(),
                };
                let Some(door) = door else { return };
                if let Ok(socket) = words::agree(socket).await {
                    // If the server is stopping, the visitor finds the connection closed.
                    let _ = door.send((socket, peer)).await;
                }
            }
            Ok(Ok((Ask::End(epoch), socket))) if epoch > self.epoch => {
                // The sender may be gone.
                let _ = words::agree(socket).await;
                self.replaced.notify_one();
            }
            Ok(Ok((Ask::Link(..), _))) => debug!("this server works itself"),
            Ok(Ok((Ask::End(epoch), _))) => debug!("epoch {epoch} is over itself"),
            Ok(Err(cause)) => debug!("a connection is not from a member: {cause}"),
            Err(_) => debug!("a connection takes too long to identify itself"),
        }
    }
}

/// Reports often enough that this member works.
pub(super) async fn say_works(store: Store, lease: Duration) {
    let mut beats = interval(lease / LOOKS_IN_A_LEASE);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        // If its place is lost, the journal's writer finds out.
        if let Err(cause) = store.check_sole().await {
            debug!("the database cannot be notified that this server works: {cause}");
        }
    }
}

/// Notifies a previously working member that it no longer works, until it has received this, or is
/// gone: it may be cut off from the database but not from here.
async fn tell(before: String, key: SealingKey, epoch: i64) {
    let began = Instant::now();
    while began.elapsed() < TELL_FOR {
        let told = timeout(WORDS_WITHIN, async {
            let (socket, greeting) = words::greet(&before).await?;
            match greeting {
                Greeting::Works(nonce) => {
                    words::ask(socket, &key, &nonce, &Ask::End(epoch)).await.map(drop)
                }
                Greeting::Hosts(_) | Greeting::Waits => Ok(()),
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
