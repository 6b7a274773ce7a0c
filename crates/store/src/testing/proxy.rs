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
    accepting: JoinHandle<()>,
}

impl Proxy {
    /// Before the server that all tests of this process share.
    pub fn start() -> Self {
        let direct = Cluster::shared().socket_dir().to_owned();
        let dir = tempfile::tempdir().expect("a temporary folder");
        let listener = UnixListener::bind(dir.path().join(SOCKET)).expect("a socket of its own");
        let next = Arc::new(AtomicU8::new(PASS));
        let (server, shared) = (direct.join(SOCKET), next.clone());
        let accepting = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, server.clone(), shared.clone()));
            }
        });
        Self { direct, dir, next, accepting }
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

async fn pass(mut client: UnixStream, server: PathBuf, next: Arc<AtomicU8>) {
    // A client that cannot be passed on finds its connection lost.
    let Ok(mut server) = UnixStream::connect(server).await else { return };
    let (mut asked, mut answered) = ([0; 65536], [0; 65536]);
    loop {
        tokio::select! {
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
