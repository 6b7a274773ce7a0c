//! A PostgreSQL server whose connections break where a test wants them to.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use komadai_store::testing::{Cluster, Database};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
    task::JoinHandle,
};

/// The name of the socket of PostgreSQL's usual port.
const SOCKET: &str = ".s.PGSQL.5432";

const PASS: u8 = 0;
const LOSE_QUESTION: u8 = 1;
const LOSE_ANSWER: u8 = 2;

/// Stands between a store and the shared server.
pub(crate) struct Proxy {
    dir: TempDir,
    next: Arc<AtomicU8>,
    accepting: JoinHandle<()>,
}

impl Proxy {
    pub(crate) fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(dir.path().join(SOCKET)).unwrap();
        let next = Arc::new(AtomicU8::new(PASS));
        let shared = next.clone();
        let accepting = tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(pass(client, shared.clone()));
            }
        });
        Self { dir, next, accepting }
    }

    /// The address of this database through here.
    pub(crate) fn url(&self, database: &Database) -> String {
        let direct = Cluster::shared().socket_dir().display().to_string();
        database.url().replace(&direct, &self.dir.path().display().to_string())
    }

    /// The next thing that is asked does not arrive; the connection is lost.
    pub(crate) fn lose_the_next_question(&self) {
        self.next.store(LOSE_QUESTION, Ordering::SeqCst);
    }

    /// The next thing that is asked is done, but the answer does not arrive; the connection is
    /// lost.
    pub(crate) fn lose_the_next_answer(&self) {
        self.next.store(LOSE_ANSWER, Ordering::SeqCst);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn pass(mut client: UnixStream, next: Arc<AtomicU8>) {
    let direct: &Path = Cluster::shared().socket_dir();
    let mut server = UnixStream::connect(direct.join(SOCKET)).await.unwrap();
    let (mut asked, mut answered) = ([0; 65536], [0; 65536]);
    loop {
        tokio::select! {
            n = client.read(&mut asked) => {
                let n = n.unwrap_or(0);
                let fault = if n > 0 { next.swap(PASS, Ordering::SeqCst) } else { PASS };
                if n == 0 || fault == LOSE_QUESTION {
                    return;
                }
                server.write_all(&asked[..n]).await.unwrap();
                if fault == LOSE_ANSWER {
                    // An answer is sent when its transaction is committed.
                    assert!(server.read(&mut answered).await.unwrap() > 0);
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
