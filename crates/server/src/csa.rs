//! Programs that speak the CSA protocol over TCP.
//!
//! Each is a client of the server's own ([`crate::gateway`]) behind a few words of text:
//! `login.rs` says who it is, `search.rs` finds it a game, `play.rs` plays it, and `extended.rs`
//! answers what is asked besides. How an author connects is in `docs/programs.md`.

use std::{io, sync::Arc, time::Duration};

use anyhow::Context as _;
use rustix::net::sockopt::{set_socket_keepalive, set_tcp_keepidle};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, sleep},
};
use tracing::{info, warn};

use crate::{
    app::App,
    cluster::passed_on::PassedOn,
    config::Config,
    connection_limits::{ConnectionLimits, ConnectionPermit},
    csa::{lines::Lines, login_limits::LoginLimits, logins::Logins},
    http::peer::Peer,
    throttle::middleware,
};

mod asked;
mod buoys;
mod clock_reading;
mod ends;
mod extended;
pub(crate) mod game_name;
mod lines;
mod login;
mod login_limits;
mod logins;
mod play;
mod search;
mod seconds;
mod summary;
mod talk;
mod terms;
mod thought;

/// How long a connection may be silent before its other end is asked whether it is there.
const KEEP_ALIVE: Duration = Duration::from_secs(60);

/// How long nobody is let in after the machine could not.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(100);

/// How often counts of logins that are full again are forgotten.
const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// Listens where the settings say, if they do.
///
/// # Errors
/// When nothing can be listened on there.
pub(crate) async fn bind(config: &Config) -> anyhow::Result<Option<TcpListener>> {
    if config.csa.listen.is_empty() {
        return Ok(None);
    }
    let listener = TcpListener::bind(&config.csa.listen)
        .await
        .with_context(|| format!("csa.listen = {:?} cannot be listened on", config.csa.listen))?;
    info!("programs that speak CSA connect to {}", listener.local_addr()?);
    Ok(Some(listener))
}

/// Serves every connection, here or where it was passed on from, until it is dropped.
pub(crate) async fn serve(listener: TcpListener, mut passed_on: PassedOn, app: App) {
    let limits = ConnectionLimits::direct(&app.config);
    let (logins, login_limits) = (Logins::default(), Arc::new(LoginLimits::new()));
    let mut sweep = interval(SWEEP_EVERY);
    sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut talks = JoinSet::new();
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            Some(taken) = passed_on.recv() => Ok(taken),
            Some(_) = talks.join_next() => continue,
            _ = sweep.tick() => {
                login_limits.sweep();
                continue;
            }
        };
        let (socket, address) = match taken {
            Ok(taken) => taken,
            Err(cause) => {
                warn!("no program can connect: {cause}");
                sleep(TRY_AGAIN_AFTER).await;
                continue;
            }
        };
        let peer = Peer::of(address.ip());
        // A client that is not let in finds the connection closed.
        if middleware::is_banned(&app, peer) {
            continue;
        }
        let Some(permit) = limits.let_in(address.ip()) else { continue };
        if let Err(cause) = prepare(&socket) {
            warn!("a connection cannot be set up: {cause}");
        }
        let conversation =
            talk(app.clone(), logins.clone(), login_limits.clone(), socket, peer, permit);
        talks.spawn(conversation);
    }
}

/// Lines go out at once, and a client that has gone without a word is found out: silence is no
/// proof.
fn prepare(socket: &TcpStream) -> io::Result<()> {
    socket.set_nodelay(true)?;
    set_socket_keepalive(socket, true)?;
    set_tcp_keepidle(socket, KEEP_ALIVE)?;
    Ok(())
}

async fn talk(
    app: App,
    logins: Logins,
    login_limits: Arc<LoginLimits>,
    socket: TcpStream,
    peer: Peer,
    // Goes with the connection.
    _permit: ConnectionPermit,
) {
    let sockets = app.sockets.clone();
    let pace = move || sockets.line_from(peer, Instant::now());
    let mut lines = Lines::new(socket, Box::new(pace));
    if let Some(login) = login::wait(&app, &login_limits, &mut lines, peer).await {
        talk::run(&app, &logins, &mut lines, peer, login).await;
    }
    lines.close().await;
}
