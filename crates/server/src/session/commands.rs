//! What a client may ask for.

use std::pin::Pin;

use komadai_game::{Command, CommandKey, Offer, Player, Setup};
use komadai_ids::Code;
use komadai_live::{ChatLine, Seek, opponents::OpponentWish};
use komadai_protocol::{
    Answer, CHAT_CHARS_MAX, ClientMessage, PROTOCOL_WITH_POSITIONS, RefusalCode, ServerMessage,
    SetupRequest, StreamName,
};
use komadai_service::lines::clean_line;

use super::{
    Session,
    translating::{draft, look_at, takes_suggestion, wants_of},
};
use crate::{refused::WireRefusal, render};

/// What is still to be done for a message.
pub(super) type Rest<'s> = Pin<Box<dyn Future<Output = Result<(), WireRefusal>> + Send + 's>>;

impl Session {
    /// Moves go straight to their room. For what is rarer, and may wait for a database, there is a
    /// future of its own, so that a socket that only moves or watches stays small.
    pub(super) fn carry_out(
        &mut self,
        read_ms: u64,
        message: ClientMessage,
    ) -> Result<Option<Rest<'_>>, WireRefusal> {
        Ok(Some(match message {
            ClientMessage::Move { id, game, ply, usi } => {
                let key = self.key(id)?;
                let srtt_ms = self.connection.srtt_ms(read_ms);
                let command = Command::Move { ply, usi, read_ms, srtt_ms };
                // Who moves follows the game, as a rule.
                if let (Some(user), Some(room)) = (&self.user, self.game(game)) {
                    room.command(user.id, key, command, self.reply(id))?;
                    return Ok(None);
                }
                Box::pin(self.command(key, game, command))
            }
            ClientMessage::Hello { id, protocol, client, elsewhere, positions } => {
                if elsewhere {
                    self.connection.may_go_elsewhere();
                }
                if positions || protocol == PROTOCOL_WITH_POSITIONS {
                    self.connection.ask_for_positions();
                }
                Box::pin(async move { self.hello(id, protocol, &client).await })
            }
            message => Box::pin(self.carry_out_rest(read_ms, message)),
        }))
    }

    /// The set-up that is asked for here.
    pub(super) fn draft(
        &self,
        request: SetupRequest,
        creator: Player,
        now_ms: u64,
    ) -> Result<Setup, WireRefusal> {
        draft(request, creator, now_ms, self.pass.agrees_within_ms())
    }

    fn key(&self, id: u32) -> Result<CommandKey, WireRefusal> {
        let client = self.client.ok_or_else(|| WireRefusal::new(RefusalCode::HelloFirst))?;
        Ok(CommandKey { client, id })
    }

    async fn carry_out_rest(
        &mut self,
        read_ms: u64,
        message: ClientMessage,
    ) -> Result<(), WireRefusal> {
        let id = message.id();
        let key = self.key(id)?;
        if self.app.service.is_node() && !is_of_a_game(&message) {
            return Err(komadai_live::LiveRefusal::elsewhere(None).into());
        }
        match message {
            // Dealt with before.
            ClientMessage::Hello { .. } | ClientMessage::Move { .. } => Ok(()),
            ClientMessage::Subscribe {
                stream: StreamName::Game(game), last, glance: true, ..
            } => self.glance(id, game, last).await,
            ClientMessage::Subscribe { stream, last, epoch, glance, .. } => {
                self.subscribe(id, stream, last, epoch, glance).await
            }
            ClientMessage::Unsubscribe { stream, .. } => {
                self.unsubscribe(stream).await;
                self.send(self.app.service.directory.render().ack(id, None));
                Ok(())
            }
            ClientMessage::Seek { seek, mut setup, wants, quick, .. } => {
                let by = self.somebody().await?;
                let is_bot = by.bot;
                let suggests = takes_suggestion(&mut setup);
                let setup = self.draft(setup, by.clone(), read_ms)?;
                let wants = wants_of(&wants)?;
                let strength = None;
                let at_ms = read_ms;
                let (blocked, accepts_guests) = (Vec::new(), true);
                let seek = Seek {
                    id: seek,
                    by,
                    address: self.connection.address(),
                    strength,
                    wants,
                    blocked,
                    // Players who are paired without choosing are paired with people.
                    quick: quick && !is_bot,
                    accepts_guests,
                    suggests,
                    setup,
                    at_ms,
                };
                Ok(self.app.service.seek(seek, self.reply(id)).await?)
            }
            ClientMessage::Cancel { seek, .. } => {
                let by = self.somebody().await?;
                Ok(self.app.service.lobby.cancel(by.id, seek, self.reply(id))?)
            }
            ClientMessage::Accept { seek, .. } => {
                let by = self.somebody().await?;
                Ok(self.app.service.accept(by, seek, self.reply(id)).await?)
            }
            ClientMessage::Challenge { .. }
            | ClientMessage::AcceptChallenge { .. }
            | ClientMessage::DeclineChallenge { .. }
            | ClientMessage::WithdrawChallenge { .. } => self.challenge(read_ms, message).await,
            ClientMessage::Create { create, setup, .. } => {
                let by = self.somebody().await?;
                let setup = self.draft(setup, by.clone(), read_ms)?;
                Ok(self.app.service.create(by, create, setup, None, self.reply(id)).await?)
            }
            ClientMessage::PlayEngine { create, setup, engine, level, .. } => {
                let wanted = OpponentWish { engine, level };
                let by = self.somebody().await?;
                let setup = self.draft(setup, by.clone(), read_ms)?;
                Ok(self.app.service.create(by, create, setup, Some(wanted), self.reply(id)).await?)
            }
            ClientMessage::Join { game, .. } => {
                let player = self.somebody().await?;
                let has_king = self.app.service.may_sit_down(&player, game).await?;
                self.command(key, game, Command::Join { player, has_king }).await
            }
            ClientMessage::Conditions { game, ply, lines, .. } => {
                self.command(key, game, Command::Conditions { ply, lines }).await
            }
            ClientMessage::Resign { game, .. } => self.command(key, game, Command::Resign).await,
            ClientMessage::Abort { game, .. } => self.command(key, game, Command::Abort).await,
            ClientMessage::Claim { game, win, .. } => {
                // Whether the other side has left is for the room to say.
                self.command(key, game, Command::Claim { win, left: false }).await
            }
            ClientMessage::Offer { game, kind, .. } => {
                self.command(key, game, Command::Offer(kind)).await
            }
            ClientMessage::Answer { game, kind, accept, .. } => {
                self.command(key, game, Command::Answer { offer: kind, accept }).await
            }
            ClientMessage::Declare { game, .. } => {
                let srtt_ms = self.connection.srtt_ms(read_ms);
                self.command(key, game, Command::Declare { read_ms, srtt_ms }).await
            }
            ClientMessage::Rematch { game, .. } => {
                self.command(key, game, Command::Offer(Offer::Rematch)).await
            }
            ClientMessage::Chat { game, text, .. } => self.chat(key, game, text).await,
            ClientMessage::Edit { review, edit, .. } => {
                // A visitor who is nobody yet has no part in any review.
                self.who().await?;
                let by = self
                    .user
                    .clone()
                    .ok_or_else(|| WireRefusal::new(RefusalCode::NotYourReview))?;
                let may_change = |n_bytes| self.app.throttle.review(self.peer, n_bytes);
                let reviews = &self.app.service.reviews;
                Ok(reviews.edit(review, &by, key, edit, self.reply(id), may_change).await?)
            }
            ClientMessage::Say { review, text, .. } => {
                let (by, line) = self.line(&text).await?;
                Ok(self.app.service.reviews.say(review, &by, key, line, self.reply(id)).await?)
            }
            ClientMessage::Unsay { review, line, .. } => {
                self.who().await?;
                let by = self
                    .user
                    .clone()
                    .ok_or_else(|| WireRefusal::new(RefusalCode::NotYourReview))?;
                Ok(self.app.service.reviews.unsay(review, &by, line, self.reply(id)).await?)
            }
            ClientMessage::Position { variant, sfen, .. } => {
                let position = Some(look_at(&variant, &sfen)?);
                self.send(render::ack(id, Answer { position, ..Answer::default() }));
                Ok(())
            }
            ClientMessage::Ping { .. } => {
                let now = self.app.service.timebase.now_ms();
                self.send(render::frame(&ServerMessage::Pong { id, now }));
                Ok(())
            }
        }
    }

    async fn command(
        &mut self,
        key: CommandKey,
        game: Code,
        command: Command,
    ) -> Result<(), WireRefusal> {
        let who = self.who().await?.ok_or_else(|| WireRefusal::new(RefusalCode::NotAPlayer))?;
        Ok(self.room(game).await?.command(who, key, command, self.reply(key.id))?)
    }

    async fn chat(&mut self, key: CommandKey, game: Code, text: String) -> Result<(), WireRefusal> {
        let (user, line) = self.line(&text).await?;
        Ok(self.room(game).await?.chat(user.id, key, line, self.reply(key.id))?)
    }

    /// What is said, by whom.
    async fn line(&mut self, text: &str) -> Result<(Player, ChatLine), WireRefusal> {
        let text = clean_line(text);
        if text.is_empty() || text.chars().count() > CHAT_CHARS_MAX {
            return Err(WireRefusal::new(RefusalCode::BadChat));
        }
        let user = self.somebody().await?;
        let handle = self.handle(&user).await?;
        let line = ChatLine {
            user: user.id,
            by: user.name.clone(),
            handle,
            guest: user.guest,
            bot: user.bot,
            side: None,
            text,
            at_ms: 0,
        };
        Ok((user, line))
    }
}

/// Whether this is said to a game that is there, so that whichever server has it answers.
fn is_of_a_game(message: &ClientMessage) -> bool {
    use ClientMessage as M;
    match message {
        M::Subscribe { stream, .. } | M::Unsubscribe { stream, .. } => {
            matches!(stream, StreamName::Game(_))
        }
        M::Hello { .. }
        | M::Move { .. }
        | M::Conditions { .. }
        | M::Resign { .. }
        | M::Abort { .. }
        | M::Claim { .. }
        | M::Offer { .. }
        | M::Answer { .. }
        | M::Declare { .. }
        | M::Rematch { .. }
        | M::Chat { .. }
        | M::Position { .. }
        | M::Ping { .. } => true,
        // Games with an empty seat are at the home.
        M::Join { .. }
        | M::Seek { .. }
        | M::Cancel { .. }
        | M::Accept { .. }
        | M::Challenge { .. }
        | M::AcceptChallenge { .. }
        | M::DeclineChallenge { .. }
        | M::WithdrawChallenge { .. }
        | M::Create { .. }
        | M::PlayEngine { .. }
        | M::Edit { .. }
        | M::Say { .. }
        | M::Unsay { .. } => false,
    }
}
