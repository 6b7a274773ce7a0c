//! The floors: the least that a server must do to pass moves on.
//!
//! * `relay`: a bare axum WebSocket relay. A player's frame goes to the opponent and to all who
//!   watch, and an echo to the player.
//! * `sqlite`: the same, with each move in a SQLite database (WAL, every commit synced) before
//!   either side receives it. All moves that have come together are one commit.
//! * `postgres`: the same with PostgreSQL.
//!
//! They know no rules, no clocks, no names and no reconnecting. What they send is as long as what
//! our server sends. They are written as well as we can, on the plain drivers: a slow floor would
//! flatter us.

mod postgres;
mod sqlite;

use std::{collections::HashMap, net::SocketAddr, path::PathBuf, sync::Arc};

use anyhow::Context as _;
use axum::{
    Router,
    extract::{
        Query, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::get,
    serve::ListenerExt as _,
};
use parking_lot::Mutex;
use serde::Deserialize;
use tokio::{net::TcpListener, sync::mpsc};

/// How long our event is that tells a move to its opponent, to the mover and to others, in bytes,
/// on average over random games. `compare` prints what it was; the floors send as much.
pub(crate) const OPPONENT_BYTES: usize = 174;
pub(crate) const MOVER_BYTES: usize = 214;
pub(crate) const WATCHER_BYTES: usize = 174;

/// How many bytes of a move are stored, on average: as many as our server stores.
const STORED_BYTES: usize = 44;

/// The most moves in one commit.
const BATCH_MAX: usize = 1_000;

/// Where moves go before they are passed on.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum Storage {
    /// Nowhere: a bare relay.
    Relay,
    /// Into SQLite, in this file.
    Sqlite {
        /// The database file.
        #[arg(long)]
        file: PathBuf,
    },
    /// Into PostgreSQL.
    Postgres {
        /// As libpq wants it, for instance `host=/run/postgresql user=me dbname=me`.
        #[arg(long)]
        database: String,
    },
}

type OutgoingFrame = mpsc::UnboundedSender<Utf8Bytes>;

/// A move on its way to the others.
struct RelayedMove {
    frame: Utf8Bytes,
    room: Arc<Mutex<Room>>,
    seat: usize,
}

/// Who is in a game: the players, then those who watch.
#[derive(Default)]
struct Room {
    seats: [Option<OutgoingFrame>; 2],
    watchers: Vec<OutgoingFrame>,
}

#[derive(Clone, Default)]
struct Relay {
    rooms: Arc<Mutex<HashMap<u32, Arc<Mutex<Room>>>>>,
    store: Option<mpsc::UnboundedSender<RelayedMove>>,
}

/// Runs a floor until it is killed.
///
/// # Errors
/// When the address or the database cannot be used.
pub(crate) fn run(listen: SocketAddr, storage: Storage) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = match storage {
            Storage::Relay => None,
            Storage::Sqlite { file } => Some(sqlite::start(&file)?),
            Storage::Postgres { database } => Some(postgres::start(&database).await?),
        };
        let listener = TcpListener::bind(listen)
            .await
            .with_context(|| format!("{listen} cannot be listened on"))?
            .tap_io(|socket| {
                // Without it frames wait for more to send; with it failing they only wait.
                let _ = socket.set_nodelay(true);
            });
        let relay = Relay { store, ..Relay::default() };
        let router = Router::new()
            .route("/room", get(room))
            .route("/echo", get(echo))
            .route("/", get(async || "a floor"))
            .with_state(relay);
        axum::serve(listener, router).await?;
        Ok(())
    })
}

#[derive(Deserialize)]
struct BoardSeat {
    game: u32,
    seat: usize,
}

fn small_buffers(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.read_buffer_size(4096).write_buffer_size(0)
}

async fn room(
    State(relay): State<Relay>,
    Query(place): Query<BoardSeat>,
    upgrade: WebSocketUpgrade,
) -> Response {
    small_buffers(upgrade).on_upgrade(move |socket| sit(relay, place, socket))
}

/// The barest socket of all, for the memory that a connection takes.
async fn echo(upgrade: WebSocketUpgrade) -> Response {
    small_buffers(upgrade).on_upgrade(async |mut socket| {
        while let Some(Ok(message)) = socket.recv().await {
            if let Message::Text(_) = &message
                && socket.send(message).await.is_err()
            {
                break;
            }
        }
    })
}

async fn sit(relay: Relay, place: BoardSeat, mut socket: WebSocket) {
    let (outgoing, mut frames) = mpsc::unbounded_channel();
    let room = relay.rooms.lock().entry(place.game).or_default().clone();
    {
        let mut room = room.lock();
        match room.seats.get_mut(place.seat) {
            Some(seat) => *seat = Some(outgoing),
            None => room.watchers.push(outgoing),
        }
    }
    loop {
        tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(frame))) => match &relay.store {
                    Some(store) => {
                        let room = room.clone();
                        // The writer ends with the process only.
                        let _ = store.send(RelayedMove { frame, room, seat: place.seat });
                    }
                    None => {
                        room.lock().tell_others(&frame, place.seat);
                        let echo = padded(&frame, MOVER_BYTES);
                        if socket.send(Message::Text(echo)).await.is_err() {
                            break;
                        }
                    }
                },
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
            Some(frame) = frames.recv() => {
                if socket.send(Message::Text(frame)).await.is_err() {
                    break;
                }
            }
        }
    }
}

impl Room {
    fn tell_others(&mut self, frame: &Utf8Bytes, seat: usize) {
        if let Some(Some(opponent)) = self.seats.get(1 - seat.min(1)) {
            // One that is gone receives nothing.
            let _ = opponent.send(padded(frame, OPPONENT_BYTES));
        }
        if !self.watchers.is_empty() {
            let frame = padded(frame, WATCHER_BYTES);
            self.watchers.retain(|watcher| watcher.send(frame.clone()).is_ok());
        }
    }
}

impl RelayedMove {
    /// Tells everybody, now that the move is stored.
    fn tell_all(self) {
        let mut room = self.room.lock();
        if let Some(Some(mover)) = room.seats.get(self.seat) {
            // One that is gone receives nothing.
            let _ = mover.send(padded(&self.frame, MOVER_BYTES));
        }
        room.tell_others(&self.frame, self.seat);
    }

    fn store(&self, row: &mut Vec<u8>) {
        row.extend(self.frame.bytes().take(STORED_BYTES));
    }
}

/// A frame, made as long as ours are.
fn padded(frame: &Utf8Bytes, len: usize) -> Utf8Bytes {
    const FILLER: &str = match std::str::from_utf8(&[b' '; 2048]) {
        Ok(filler) => filler,
        Err(_) => "",
    };
    let mut text = String::with_capacity(len.max(frame.len()));
    text.push_str(frame.as_str());
    text.push_str(FILLER.get(..len.saturating_sub(frame.len())).unwrap_or_default());
    text.into()
}
