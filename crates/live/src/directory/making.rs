//! How games come to have a room: made anew, following another, or found in a journal; and what
//! they take of what there may be at once.

use std::{net::IpAddr, sync::Arc};

use komadai_game::{Game, Phase, Player, Seats, Setup};
use komadai_ids::UserId;
use tracing::error;

use super::{Directory, RoomEntry};
use crate::{
    LiveRefusal, Why,
    game_log::GameLog,
    nodes::GameThere,
    opponents,
    quota::{Full, Quota, Taker},
    room::{Beginning, Reply},
};

impl Directory {
    /// Makes a game unless it already exists, and acknowledges it to `reply` once it is durable.
    ///
    /// # Errors
    /// When it cannot be made; then nothing has changed.
    pub fn create(self: &Arc<Self>, setup: Setup, reply: Option<Reply>) -> Result<(), LiveRefusal> {
        let setup = unhurried(setup);
        setup.check().map_err(|problem| LiveRefusal::said(Why::BadSetup, problem.to_string()))?;
        let code = setup.id.code();
        let mut live = self.live.lock();
        if self.is_stopping() {
            return Err(LiveRefusal::new(Why::Stopping));
        }
        if let Some(entry) = live.get(code) {
            let (by, otherwise) = match &setup.seats.opponent {
                Some(opponent) => (opponent.id, Why::UnknownSeek),
                None => (setup.seats.creator.id, Why::Internal),
            };
            return reply.map_or(Ok(()), |reply| entry.handle.acknowledge(by, otherwise, reply));
        }
        let seats = [Some(&setup.seats.creator), setup.seats.opponent.as_ref()];
        for player in seats.into_iter().flatten() {
            if opponents::is_machine(player.id) {
                if setup.is_correspondence() {
                    let message =
                        "a computer opponent answers at once; choose another time control";
                    return Err(LiveRefusal::said(Why::BadSetup, message.to_owned()));
                }
                continue;
            }
            if player.guest && setup.needs_accounts() {
                return Err(LiveRefusal::new(Why::NeedsAccount));
            }
            let is_correspondence = setup.is_correspondence();
            let games = live.of(player.id).iter();
            let n_games = games.filter(|it| it.is_correspondence == is_correspondence).count();
            if is_correspondence && n_games >= self.limits.correspondence_games_per_player {
                return Err(LiveRefusal::too_many_by_correspondence());
            }
            if !is_correspondence && n_games >= self.limits.games_per_player {
                return Err(LiveRefusal::new(Why::TooManyGames));
            }
        }
        if let Some(node) = self.node_for(&setup) {
            live.reserve(&setup);
            let game = GameThere::asked(node, setup, reply, self.render.clone());
            live.insert(RoomEntry::there(game.clone()));
            drop(live);
            if !game.ask() {
                self.make_here(&game);
            }
            return Ok(());
        }
        let maker_address = reply.as_ref().and_then(|reply| reply.connection.address());
        let counted = self.quota_of(&setup.seats);
        let counted = counted.map(|(quota, player)| quota.take(Taker::new(player, maker_address)));
        let is_host = setup.seats.opponent.as_ref().is_some_and(|it| self.is_of_host(it.id));
        let counted = counted.transpose().map_err(|full| match full {
            Full::Guests | Full::All if is_host => LiveRefusal::new(Why::EngineBusy),
            full => full.into(),
        })?;
        live.reserve(&setup);
        self.enter(
            &mut live,
            Beginning::New { setup: Box::new(setup), counted, maker_address, reply },
        )
        .map(drop)
        .map_err(|problem| LiveRefusal::said(Why::BadSetup, problem.to_string()))
    }

    /// Makes the game that follows another, unless it already exists. While no games are being
    /// made, it is left to the next start, which makes it from the journal.
    pub fn follow(self: &Arc<Self>, setup: &Setup, maker_address: Option<IpAddr>) {
        let code = setup.id.code();
        let mut live = self.live.lock();
        if live.get(code).is_some() || self.is_stopping() {
            return;
        }
        let setup = unhurried(setup.clone());
        live.reserve(&setup);
        // It was agreed to earlier, so no limit applies.
        let counted = self.quota_of(&setup.seats);
        let counted = counted.map(|(quota, player)| quota.hold(Taker::new(player, maker_address)));
        let setup = Box::new(setup);
        let new = Beginning::New { setup, counted, maker_address, reply: None };
        if let Err(problem) = self.enter(&mut live, new) {
            error!(game.id = %code, "game {code} cannot follow: {problem}");
        }
    }

    /// Opens the room of a game that was found in a journal.
    pub(crate) fn recover(self: &Arc<Self>, game: Game, log: GameLog, base_pos: i64) {
        let mut live = self.live.lock();
        if game.outcome().is_none() {
            live.register(&game);
        }
        let code = game.id().code();
        if let Some(before) = live.there(code) {
            before.is_made(&game);
        }
        // The address its creator came from is no longer known.
        let is_counted = game.phase() == Phase::Waiting || opponents::Seat::at(&game).is_some();
        let counted = self.quota_of(&game.setup().seats).filter(|_| is_counted);
        let counted = counted.map(|(quota, player)| quota.hold(Taker::new(player, None)));
        let known = Beginning::Known { game: Box::new(game), counted, log, base_pos };
        if let Err(problem) = self.enter(&mut live, known) {
            error!(game.id = %code, "game {code} cannot be recovered: {problem}");
        }
    }

    /// The quota for a game with these seats, and the player it is charged to.
    fn quota_of<'a>(&'a self, seats: &'a Seats) -> Option<(&'a Quota, &'a Player)> {
        let is_engine = |player: &Player| opponents::is_machine(player.id);
        match (&seats.creator, &seats.opponent) {
            (creator, None) => Some((&self.waiting_games, creator)),
            (creator, Some(opponent)) if is_engine(opponent) => {
                Some((self.games_against(opponent.id), creator))
            }
            (creator, Some(opponent)) if is_engine(creator) => {
                Some((self.games_against(creator.id), opponent))
            }
            (_, Some(_)) => None,
        }
    }

    /// The quota of games against a machine: one for each engine of the server, and one for the
    /// built-in opponent.
    pub(crate) fn games_against(&self, machine: UserId) -> &Quota {
        self.opponents.games_of(machine).unwrap_or(&self.engine_games)
    }

    fn is_of_host(&self, player: UserId) -> bool {
        self.opponents.games_of(player).is_some()
    }

    /// A player has deleted their account, or was a guest and has one: rooms of their games that are
    /// over show this name from now on.
    pub async fn rename(&self, user: UserId, name: &str) {
        let name = Arc::<str>::from(name);
        for room in self.all_rooms() {
            room.rename(user, name.clone()).await;
        }
    }

    /// How many games are waiting for an opponent.
    pub fn n_waiting_games(&self) -> usize {
        self.waiting_games.len()
    }
}

/// §4: nobody waits for a first move against a machine, so that it has no limit of its own: it is
/// charged like any other, and without a clock costs nothing.
fn unhurried(setup: Setup) -> Setup {
    let timed_at_once = setup.timed_at_once || opponents::has_machine(&setup);
    Setup { timed_at_once, ..setup }
}
