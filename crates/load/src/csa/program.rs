//! One program: it logs in, plays a script, and comes back.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use komadai_kifu::csa::move_line;
use komadai_rules::{Move, Position, Variant};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    time::sleep,
};

use crate::{clock::now, script::Script};

/// Length of a game in plies; then the side to move resigns.
const PLIES: usize = 40;

/// How many different games there are.
const SCRIPTS: u64 = 32;

/// How long is waited after a login that was refused, or a server that did not answer.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What became of all programs.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) logins: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) begun: AtomicU64,
    pub(super) over: AtomicU64,
    pub(super) rejected: AtomicU64,
    pub(super) moves: AtomicU64,
    pub(super) broken: AtomicU64,
    pub(super) otherwise: AtomicU64,
}

fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

/// A program, as it is known to the server.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) server: SocketAddr,
    pub(super) name: String,
    pub(super) secret: String,
    pub(super) pool: &'static str,
    pub(super) think: Duration,
}

/// How a connection has ended.
enum End {
    Over,
    Rejected,
    Refused,
    /// The server has said nothing more before a game.
    Gone,
    /// The same in a game.
    Broken,
    /// Something was said that should not have been.
    Otherwise,
}

struct Wire {
    reader: BufReader<OwnedReadHalf>,
    writer: OwnedWriteHalf,
    line: String,
}

impl Wire {
    async fn say(&mut self, line: &str) -> Option<()> {
        self.writer.write_all(format!("{line}\n").as_bytes()).await.ok()
    }

    async fn hear(&mut self) -> Option<&str> {
        self.line.clear();
        let n = self.reader.read_line(&mut self.line).await.ok()?;
        (n > 0).then(|| self.line.trim_end_matches('\n'))
    }

    /// The lines until this one; what stands behind each of the words.
    async fn summary(&mut self) -> Option<(String, bool)> {
        let (mut id, mut is_sente) = (String::new(), false);
        loop {
            let line = self.hear().await?;
            if let Some(told) = line.strip_prefix("Game_ID:") {
                told.clone_into(&mut id);
            }
            if let Some(told) = line.strip_prefix("Your_Turn:") {
                is_sente = told == "+";
            }
            if line == "END Game_Summary" {
                return Some((id, is_sente));
            }
        }
    }
}

impl Program {
    /// Plays until then.
    pub(super) async fn run(self, counts: Arc<Counts>, until: Instant) {
        while now() < until {
            let end = self.once(&counts).await.unwrap_or(End::Gone);
            match end {
                End::Over => count(&counts.over),
                End::Rejected => count(&counts.rejected),
                End::Refused => count(&counts.refused),
                End::Gone => {}
                End::Broken => count(&counts.broken),
                End::Otherwise => count(&counts.otherwise),
            }
            if matches!(end, End::Refused | End::Gone) {
                sleep(AGAIN_AFTER).await;
            }
        }
    }

    async fn once(&self, counts: &Counts) -> Option<End> {
        let socket = TcpStream::connect(self.server).await.ok()?;
        socket.set_nodelay(true).ok()?;
        let (reader, writer) = socket.into_split();
        let mut wire = Wire { reader: BufReader::new(reader), writer, line: String::new() };
        wire.say(&format!("LOGIN {} {},{}", self.name, self.pool, self.secret)).await?;
        if wire.hear().await? != format!("LOGIN:{} OK", self.name) {
            return Some(End::Refused);
        }
        count(&counts.logins);
        let (id, is_sente) = wire.summary().await?;
        wire.say("AGREE").await?;
        match wire.hear().await? {
            line if line.starts_with("START:") => {}
            line if line.starts_with("REJECT:") => return Some(End::Rejected),
            _ => return Some(End::Otherwise),
        }
        count(&counts.begun);
        Some(self.play(&mut wire, &id, is_sente, counts).await.unwrap_or(End::Broken))
    }

    async fn play(
        &self,
        wire: &mut Wire,
        id: &str,
        is_sente: bool,
        counts: &Counts,
    ) -> Option<End> {
        let seed = id.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
        let script = Script::random(seed % SCRIPTS, PLIES);
        let variant = Variant::standard();
        let mut position = Position::start(variant);
        for (ply, usi) in script.moves.iter().enumerate() {
            let mv = Move::from_usi(variant, usi).ok()?;
            let line = move_line(&position, mv);
            if (ply % 2 == 0) == is_sente {
                sleep(self.think).await;
                wire.say(&line).await?;
                count(&counts.moves);
            }
            if !wire.hear().await?.starts_with(&line) {
                return Some(End::Otherwise);
            }
            position.play(mv);
        }
        // Its turn comes after the last move.
        if PLIES.is_multiple_of(2) == is_sente {
            wire.say("%TORYO").await?;
        }
        for expected in ["%TORYO", "#RESIGN"] {
            if wire.hear().await? != expected {
                return Some(End::Otherwise);
            }
        }
        wire.hear().await?;
        wire.say("LOGOUT").await?;
        wire.hear().await?;
        Some(End::Over)
    }
}
