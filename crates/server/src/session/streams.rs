//! What a socket follows.

use komadai_ids::Code;
use komadai_live::RoomHandle;
use komadai_protocol::RefusalCode;
use komadai_protocol::StreamName;
use komadai_service::tournaments::TournamentError;
use tracing::warn;

use super::Session;
use crate::{refused::WireRefusal, render};

/// How many streams one socket may follow.
pub const STREAMS_MAX: usize = 64;

impl Session {
    pub(super) async fn room(&self, game: Code) -> Result<RoomHandle, WireRefusal> {
        if let Some(room) = self.app.service.directory.live(game) {
            return Ok(room);
        }
        let room = self.app.service.open(game).await?;
        room.ok_or_else(|| WireRefusal::new(RefusalCode::UnknownGame))
    }

    pub(super) async fn subscribe(
        &mut self,
        id: u32,
        stream: StreamName,
        last: Option<u32>,
        epoch: Option<u64>,
        glance: bool,
    ) -> Result<(), WireRefusal> {
        match stream {
            StreamName::Lobby => {
                self.app.service.lobby.subscribe(epoch.zip(last), self.reply(id))?;
                self.in_lobby = true;
            }
            StreamName::Me => {
                let user = self.who().await?;
                self.send(self.app.service.directory.render().ack(id, None));
                self.app.service.send_me(user, &self.connection).await?;
            }
            StreamName::Game(game) => {
                if self.game(game).is_none() {
                    self.follows_one_more()?;
                }
                let user = self.who().await?;
                let room = self.room(game).await?;
                room.subscribe(user, last, self.reply(id))?;
                self.follow_game(game, room);
            }
            StreamName::Tournament(code) => {
                let reader = self.who().await?;
                let found = self.app.service.tournaments.look(code, reader).await;
                let stored = found.map_err(|error| match error {
                    TournamentError::Unknown => WireRefusal::new(RefusalCode::UnknownStream),
                    error => {
                        warn!("tournament {code} cannot be followed: {error}");
                        WireRefusal::new(RefusalCode::Internal)
                    }
                })?;
                if let Some(before) = self.tournament.replace(code) {
                    self.app.service.presence.unfollow(before, self.connection.id);
                }
                self.app.service.presence.follow(code, &self.connection, reader);
                self.send(self.app.service.directory.render().ack(id, None));
                let epoch = self.app.service.presence.epoch();
                self.send(render::tournament_frame(epoch, code, stored.version));
            }
            StreamName::Review(review) => {
                if !self.reviews.contains(&review) {
                    self.follows_one_more()?;
                }
                self.who().await?;
                let may_send = |n_bytes| self.app.throttle.review(self.peer, n_bytes);
                let (reviews, reply) = (&self.app.service.reviews, self.reply(id));
                let player = self.user.as_ref();
                reviews.follow(review, player, (last, glance), reply, may_send).await?;
                self.reviews.insert(review);
            }
        }
        Ok(())
    }

    /// Follows a game for a list in which it is shown.
    pub(super) async fn glance(
        &mut self,
        id: u32,
        game: Code,
        last: Option<u32>,
    ) -> Result<(), WireRefusal> {
        if self.game(game).is_none() {
            self.follows_one_more()?;
        }
        let room = self.room(game).await?;
        room.glance(last, self.reply(id))?;
        self.follow_game(game, room);
        Ok(())
    }

    /// The room of a game it follows.
    pub(super) fn game(&self, game: Code) -> Option<&RoomHandle> {
        self.games.iter().find(|(it, _)| *it == game).map(|(_, room)| room)
    }

    fn follow_game(&mut self, game: Code, room: RoomHandle) {
        self.games.retain(|(it, _)| *it != game);
        self.games.reserve_exact(1);
        self.games.push((game, room));
    }

    fn follows_one_more(&self) -> Result<(), WireRefusal> {
        if self.games.len() + self.reviews.len() < STREAMS_MAX {
            Ok(())
        } else {
            Err(WireRefusal::new(RefusalCode::TooManyStreams))
        }
    }

    pub(super) async fn unsubscribe(&mut self, stream: StreamName) {
        match stream {
            StreamName::Lobby => {
                self.in_lobby = false;
                self.app.service.lobby.unsubscribe(self.connection.id).await;
            }
            StreamName::Me => {}
            StreamName::Game(game) => {
                if let Some(at) = self.games.iter().position(|(it, _)| *it == game) {
                    let (_, room) = self.games.swap_remove(at);
                    room.unsubscribe(self.connection.id).await;
                }
            }
            StreamName::Tournament(code) => {
                if self.tournament.take_if(|it| *it == code).is_some() {
                    self.app.service.presence.unfollow(code, self.connection.id);
                }
            }
            StreamName::Review(review) => {
                if self.reviews.remove(&review) {
                    self.app.service.reviews.unfollow(review, self.connection.id).await;
                }
            }
        }
    }

    /// Stops following everything.
    pub(super) async fn leave(&mut self) {
        for (_, room) in std::mem::take(&mut self.games) {
            room.unsubscribe(self.connection.id).await;
        }
        if let Some(code) = self.tournament.take() {
            self.app.service.presence.unfollow(code, self.connection.id);
        }
        for review in std::mem::take(&mut self.reviews) {
            self.app.service.reviews.unfollow(review, self.connection.id).await;
        }
        if self.in_lobby {
            self.app.service.lobby.unsubscribe(self.connection.id).await;
        }
    }
}
