//! Many games of few people: the fastest way to fill a server.
//!
//! Nobody follows these games. The two players of each make its moves in turn, each as soon as
//! the one before is acknowledged, in as many games at once as the server's queues take.

use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    time::Duration,
};

use anyhow::bail;
use komadai_protocol::ServerMessage;

use crate::{
    clock::now,
    dial::ANYWHERE,
    script::{Lot, Script},
    swarm::{Id, Inbox, Swarm, What},
    wire::{self, Say, ServerFrame},
};

/// How many pairs of people play.
const PAIRS: usize = 8;

/// How many commands of one pair may be on their way.
const IN_FLIGHT_MAX: usize = 64;

/// How long it may take.
const FILL_MAX: Duration = Duration::from_secs(240);

struct Game {
    code: Option<String>,
    has_opponent: bool,
    ply: usize,
    /// Somebody has resigned.
    is_over: bool,
}

/// What becomes of a game when its moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// It continues.
    Stays,
    /// The side to move resigns.
    Ends,
}

struct Pair {
    at: [Id; 2],
    next_id: [u32; 2],
    is_welcome: [bool; 2],
    /// Games in which something is to be done.
    ready: VecDeque<usize>,
    /// By the client and the number of the command.
    in_flight: HashMap<(Id, u32), usize>,
}

/// Plays `n_plies` moves in each of `n_games` games and leaves. The games' codes.
pub(crate) fn fill(
    server: SocketAddr,
    n_games: usize,
    n_plies: usize,
    then: Then,
    scripts: &[Script],
) -> anyhow::Result<Vec<String>> {
    let mut swarm = Swarm::new(server)?;
    let mut lot = Lot::new(now().elapsed().as_nanos() as u64 ^ u64::from(std::process::id()));
    let mut games: Vec<Game> = (0..n_games)
        .map(|_| Game { code: None, has_opponent: false, ply: 0, is_over: false })
        .collect();
    let mut pairs = Vec::new();
    for n in 0..PAIRS {
        let at = [swarm.connect("/ws", ANYWHERE, None)?, swarm.connect("/ws", ANYWHERE, None)?];
        pairs.push(Pair {
            at,
            next_id: [2; 2],
            is_welcome: [false; 2],
            ready: (n..n_games).step_by(PAIRS).collect(),
            in_flight: HashMap::new(),
        });
    }
    let (mut inbox, mut out, mut n_done) = (Inbox::default(), Vec::new(), 0);
    let since = now();
    while n_done < n_games {
        if since.elapsed() > FILL_MAX {
            bail!("{n_games} games are not filled in {} s", FILL_MAX.as_secs());
        }
        swarm.wait(&mut inbox, Duration::from_millis(5))?;
        for n in 0..inbox.len() {
            let item = inbox.item(n);
            // Clients are numbered in the order in which they connected.
            let pair = &mut pairs[item.at / 2];
            match &item.what {
                What::Open(_) => {
                    Say::Hello { client: lot.next(), elsewhere: false }.write(1, &mut out);
                    swarm.send(item.at, &out);
                }
                What::Closed => bail!("the server closes a connection"),
                What::Text(text) => match wire::hear(inbox.text(text)) {
                    ServerFrame::Ack { id, game: code } => {
                        let Some(at) = pair.in_flight.remove(&(item.at, id)) else { continue };
                        let game = &mut games[at];
                        match (&game.code, game.has_opponent) {
                            (None, _) => game.code = code.map(str::to_owned),
                            (_, false) => game.has_opponent = true,
                            _ if game.ply == n_plies => game.is_over = true,
                            _ => game.ply += 1,
                        }
                        if game.is_over || (game.ply == n_plies && then == Then::Stays) {
                            n_done += 1;
                        } else if game.has_opponent {
                            pair.ready.push_back(at);
                        } else {
                            // There may be only so many that wait for an opponent.
                            pair.ready.push_front(at);
                        }
                    }
                    ServerFrame::Message(message) => match *message {
                        ServerMessage::Welcome { .. } => pair.is_welcome[item.at % 2] = true,
                        ServerMessage::Refused { code, message, .. } => {
                            bail!("the server refuses: {code:?} {message}")
                        }
                        _ => {}
                    },
                    _ => {}
                },
            }
        }
        for pair in &mut pairs {
            while pair.is_welcome == [true; 2] && pair.in_flight.len() < IN_FLIGHT_MAX {
                let Some(at) = pair.ready.pop_front() else { break };
                let game = &games[at];
                let (side, say) = match &game.code {
                    None => {
                        let create = u128::from(lot.next()) << 64 | u128::from(lot.next());
                        (0, Say::Create { create })
                    }
                    Some(code) if !game.has_opponent => (1, Say::Join { game: code }),
                    Some(code) if game.ply == n_plies => (game.ply % 2, Say::Resign { game: code }),
                    Some(code) => {
                        let moves = &scripts[at % scripts.len().max(1)].moves;
                        let Some(usi) = moves.get(game.ply) else { bail!("a script is short") };
                        (game.ply % 2, Say::Move { game: code, ply: game.ply as u32, usi })
                    }
                };
                let id = pair.next_id[side];
                pair.next_id[side] += 1;
                say.write(id, &mut out);
                swarm.send(pair.at[side], &out);
                pair.in_flight.insert((pair.at[side], id), at);
            }
        }
    }
    Ok(games.into_iter().filter_map(|game| game.code).collect())
}

/// Waits until the server welcomes a client.
pub(crate) fn welcome(server: SocketAddr) -> anyhow::Result<()> {
    let mut swarm = Swarm::new(server)?;
    swarm.connect("/ws", ANYWHERE, None)?;
    let (mut inbox, mut out) = (Inbox::default(), Vec::new());
    let since = now();
    while since.elapsed() < Duration::from_secs(10) {
        swarm.wait(&mut inbox, Duration::from_millis(5))?;
        for n in 0..inbox.len() {
            match inbox.item(n).what {
                What::Open(_) => {
                    Say::Hello { client: 1, elsewhere: false }.write(1, &mut out);
                    swarm.send(0, &out);
                }
                What::Text(_) => return Ok(()),
                What::Closed => bail!("the server closes the connection"),
            }
        }
    }
    bail!("the server does not welcome anybody")
}
