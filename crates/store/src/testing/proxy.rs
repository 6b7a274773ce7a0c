//! A PostgreSQL server whose connections break where a test wants them to.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
    sync::watch,
    task::JoinHandle,
};

use super::{Cluster, Database};

/// The name of the socket of PostgreSQL's usual port.
const SOCKET: &str = ".s.PGSQL.5432";

const PASS: u8 = 0;
const LOSE_QUESTION: u8 = 1;
const LOSE_ANSWER: u8 = 2;

/// Stands between a store and a server.
#[derive(Debug)]
pub struct Proxy {
    /// The server's own socket directory, as it stands in addresses.
    direct: PathBuf,
    dir: TempDir,
    next: Arc<AtomicU8>,
    held: watch::Sender<bool>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Before the server that all tests of this process share.
    pub fn start() -> Self {
        Self::before(Cluster::shared())
    }

    /// Before this server.
    pub fn before(cluster: &Cluster) -> Self {
        let direct = cluster.socket_dir().to_owned();
        let dir = tempfile::tempdir().expect("a temporary folder");
        let listener = UnixListener::bind(dir.path().join(SOCKET)).expect("a socket of its own");
        let next = Arc::new(AtomicU8::new(PASS));
        let (server, shared) = (direct.join(SOCKET), next.clone());
        let (held, holds) = watch::channel(false);
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (server, shared, mut holds) = (server.clone(), shared.clone(), holds.clone());
                tokio::spawn(async move {
                    becomes(&mut holds, false).await;
                    pass(client, server, shared, holds).await;
                });
            }
        });
        Self { direct, dir, next, held, accepting }
    }

    /// The address of this database through here.
    pub fn url(&self, database: &Database) -> String {
        let direct = self.direct.display().to_string();
        database.url().replace(&direct, &self.dir.path().display().to_string())
    }

    /// The next thing that is asked does not arrive; the connection is lost.
    pub fn lose_the_next_question(&self) {
        self.next.store(LOSE_QUESTION, Ordering::SeqCst);
    }

    /// The next thing that is asked is done, but the answer does not arrive; the connection is
    /// lost.
    pub fn lose_the_next_answer(&self) {
        self.next.store(LOSE_ANSWER, Ordering::SeqCst);
    }

    /// Nothing arrives any more on either side, without notice, until [`Proxy::let_go`].
    pub fn hold(&self) {
        self.held.send_replace(true);
    }

    /// What was held arrives.
    pub fn let_go(&self) {
        self.held.send_replace(false);
    }

    /// Whether what was to be lost has been lost.
    pub fn has_lost(&self) -> bool {
        self.next.load(Ordering::SeqCst) == PASS
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

/// Waits until what arrives is held, or no longer; for ever when nobody can change it any more.
async fn becomes(holds: &mut watch::Receiver<bool>, held: bool) {
    if holds.wait_for(|it| *it == held).await.is_err() {
        std::future::pending().await
    }
}

async fn pass(
    mut client: UnixStream,
    server: PathBuf,
    next: Arc<AtomicU8>,
    mut holds: watch::Receiver<bool>,
) {
    // A client that cannot be passed on finds its connection lost.
    let Ok(mut server) = UnixStream::connect(server).await else { return };
    let (mut asked, mut answered) = ([0; 65536], [0; 65536]);
    loop {
        becomes(&mut holds, false).await;
        tokio::select! {
            () = becomes(&mut holds, true) => {}
            n = client.read(&mut asked) => {
                let n = n.unwrap_or(0);
                let fault = if n > 0 { next.swap(PASS, Ordering::SeqCst) } else { PASS };
                if n == 0 || fault == LOSE_QUESTION {
                    return;
                }
                if server.write_all(&asked[..n]).await.is_err() {
                    return;
                }
                if fault == LOSE_ANSWER {
                    // An answer is sent when its transaction is committed.
                    if server.read(&mut answered).await.unwrap_or(0) == 0 {
                        // That was a farewell, which has none.
                        next.store(LOSE_ANSWER, Ordering::SeqCst);
                    }
                    return;
                }
            }
            n = server.read(&mut answered) => {
                let n = n.unwrap_or(0);
                if n == 0 || client.write_all(&answered[..n]).await.is_err() {
                    return;
                }
            }
        }
    }
}
