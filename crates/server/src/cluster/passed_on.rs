//! Connections that another member of the cluster accepted, and forwards.

use std::net::SocketAddr;

use tokio::{net::TcpStream, sync::mpsc};

/// Connections accepted by another member, with the addresses they come from.
pub(crate) type PassedOn = mpsc::Receiver<(TcpStream, SocketAddr)>;

/// Never yields any, for a single server.
pub(crate) fn nobody() -> PassedOn {
    mpsc::channel(1).1
}
