//! An address that stays while the server behind it dies and comes back on another port.

use std::{net::SocketAddr, sync::Arc};

use parking_lot::Mutex;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// It.
pub(super) struct Relay {
    address: SocketAddr,
    server: Arc<Mutex<SocketAddr>>,
    task: JoinHandle<()>,
}

impl Relay {
    pub(super) async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = Arc::new(Mutex::new(server));
        let behind = server.clone();
        let task = tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let behind = *behind.lock();
                tokio::spawn(async move {
                    // Nobody behind it: the connection ends at once.
                    if let Ok(mut far) = TcpStream::connect(behind).await {
                        // How it ended is for those at its ends to see.
                        let _ = copy_bidirectional(&mut near, &mut far).await;
                    }
                });
            }
        });
        Self { address, server, task }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// New connections go there.
    pub(super) fn turn_to(&self, server: SocketAddr) {
        *self.server.lock() = server;
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.task.abort();
    }
}
