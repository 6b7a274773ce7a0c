//! Connections that are forwarded to the working member, byte by byte.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use komadai_service::sealing::SealingKey;
use tokio::{
    io::{AsyncWriteExt as _, copy_bidirectional_with_sizes},
    net::TcpStream,
    sync::watch,
    time::{sleep, timeout},
};
use tracing::debug;

use super::{
    hosting::{Errand, Hosting},
    words::{self, Ask, Greeting, Kind, WORDS_WITHIN},
};
use crate::connection_limits::{ConnectionLimits, ConnectionPermit};

/// How long a visitor waits at the door when no member works.
const DOOR_WITHIN: Duration = Duration::from_secs(15);

/// How soon a member that could not be reached is tried again.
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// How much is copied at once, to the working member and from it: what a player sends is short.
const BYTES_THERE: usize = 2 << 10;
const BYTES_BACK: usize = 4 << 10;

/// What a visitor reads who waited in vain.
const NOBODY_WORKS: &str = "No server is working at the moment; try again shortly\n";

/// The response to a visitor who waited in vain.
fn nobody_works() -> String {
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 2\r\n\
         content-type: text/plain; charset=utf-8\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{NOBODY_WORKS}",
        NOBODY_WORKS.len()
    )
}

/// The answer to `/health/live`.
const ALIVE: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\
    content-length: 17\r\nconnection: close\r\n\r\n{\"status\":\"live\"}";

/// What forwarding needs.
pub(super) struct Passing {
    pub(super) key: SealingKey,
    /// The address of the working member.
    pub(super) works: watch::Receiver<Option<String>>,
    /// The maximum number of connections from browsers, and from programs that use CSA.
    pub(super) limits: ConnectionLimits,
    pub(super) programs: ConnectionLimits,
    /// The games hosted here.
    pub(super) hosting: Hosting,
}

impl Passing {
    /// A visitor has connected.
    pub(super) fn take_in(self: &Arc<Self>, socket: TcpStream, peer: SocketAddr, kind: Kind) {
        let limits = match kind {
            Kind::Http => &self.limits,
            Kind::Csa => &self.programs,
        };
        // A visitor who is not accepted finds the connection closed.
        let Some(permit) = limits.let_in(peer.ip()) else { return };
        tokio::spawn(self.clone().pass_on(socket, peer, kind, permit));
    }

    async fn pass_on(
        self: Arc<Self>,
        mut socket: TcpStream,
        peer: SocketAddr,
        kind: Kind,
        // Released with the connection.
        _permit: ConnectionPermit,
    ) {
        if kind == Kind::Http {
            match self.hosting.errand(&socket).await {
                Errand::OwnGame => return self.hosting.take_in(socket, peer).await,
                // A load balancer must not take this one for frozen because the working one is.
                Errand::Liveness => {
                    let _ = socket.write_all(ALIVE).await;
                    return;
                }
                Errand::Other => {}
            }
        }
        let mut works = self.works.clone();
        let reached = timeout(DOOR_WITHIN, self.reach(&mut works, &Ask::Pass(kind, peer))).await;
        let Ok((mut there, address)) = reached else {
            if kind == Kind::Http {
                // A visitor who has left in the meantime does not receive it.
                let _ = socket.write_all(nobody_works().as_bytes()).await;
            }
            return;
        };
        // Without it frames wait for more to send; if it fails, they merely wait.
        let _ = socket.set_nodelay(true);
        let carried =
            copy_bidirectional_with_sizes(&mut socket, &mut there, BYTES_THERE, BYTES_BACK);
        tokio::select! {
            // Either side has closed the connection, properly or not.
            _ = carried => {}
            // The working member may be stopped or out of reach, and its connections silent.
            _ = works.wait_for(|it| it.as_ref() != Some(&address)) => {}
        }
    }

    /// Reaches the working member, however often that changes in the meantime.
    async fn reach(
        &self,
        works: &mut watch::Receiver<Option<String>>,
        wanted: &Ask,
    ) -> (TcpStream, String) {
        loop {
            let known = works.wait_for(Option::is_some).await.ok().and_then(|it| it.clone());
            let Some(address) = known else { return std::future::pending().await };
            match timeout(WORDS_WITHIN, self.call(&address, wanted)).await {
                Ok(Ok(there)) => return (there, address),
                Ok(Err(cause)) => debug!("{address} cannot be reached: {cause}"),
                Err(_) => debug!("{address} does not answer"),
            }
            sleep(TRY_AGAIN_AFTER).await;
        }
    }

    async fn call(&self, address: &str, wanted: &Ask) -> io::Result<TcpStream> {
        let (socket, greeting) = words::greet(address).await?;
        match greeting {
            Greeting::Works(nonce) => words::ask(socket, &self.key, &nonce, wanted).await,
            Greeting::Hosts(_) | Greeting::Waits => Err(io::ErrorKind::NotConnected.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_waits_in_vain_receives_all_that_is_said() {
        let response = nobody_works();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        assert_eq!(length.parse(), Ok(body.len()));
        assert!(head.starts_with("HTTP/1.1 503 ") && body.is_ascii(), "{response}");
    }
}
