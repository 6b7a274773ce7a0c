//! Whose socket it is.

use komadai_game::Player;
use komadai_ids::UserId;
use komadai_live::Goodbye;
use komadai_protocol::{MeEvent, PROTOCOL, PROTOCOL_WITH_POSITIONS, RefusalCode, ServerMessage};
use komadai_service::AccountError;
use komadai_store::{Scope, TokenHash};

use super::{
    Credential, Session,
    translating::{unanswered, user_view},
};
use crate::{app::NobodyNew, refused::WireRefusal, render};

impl Session {
    pub(super) async fn hello(
        &mut self,
        id: u32,
        protocol: u32,
        client: &str,
    ) -> Result<(), WireRefusal> {
        if self.client.is_some() {
            return Err(WireRefusal::new(RefusalCode::HelloTwice));
        }
        if protocol != PROTOCOL && protocol != PROTOCOL_WITH_POSITIONS {
            return Err(WireRefusal::new(RefusalCode::ProtocolUnsupported));
        }
        let client = u64::from_str_radix(client, 16).map_err(|_| {
            WireRefusal::said(RefusalCode::BadMessage, "`client` is 64 random bits in hexadecimal")
        })?;
        let presence = self.app.service.presence.clone();
        let n_ended = presence.n_ended();
        if let Some(user) = self.present().await? {
            self.place.belongs_to(user.id, self.last_heard)?;
            presence.identify(&self.connection, user.id);
            let id = user.id;
            self.user = Some(user);
            // It may have been signed out since it was looked up, when it was not known whose it is.
            if presence.n_ended() != n_ended
                && !self.present().await.is_ok_and(|it| it.is_some_and(|it| it.id == id))
            {
                self.connection.close(Goodbye::Stopping);
            }
        }
        self.client = Some(client);
        self.send(render::frame(&ServerMessage::Welcome {
            id,
            protocol,
            server: crate::version::VERSION.to_owned(),
            now: self.app.service.timebase.now_ms(),
            user: self.user.as_ref().map(user_view),
        }));
        Ok(())
    }

    /// Whose the cookie or the token is at the moment.
    async fn present(&self) -> Result<Option<Player>, WireRefusal> {
        let accounts = &self.app.service.accounts;
        match self.pass {
            Credential::Browser(hash) => accounts.find(hash).await.map_err(unanswered),
            Credential::Program(hash) => self.bearer(hash, Scope::Play).await,
            Credential::Csa(hash) => self.bearer(hash, Scope::Csa).await,
        }
    }

    async fn bearer(&self, hash: TokenHash, scope: Scope) -> Result<Option<Player>, WireRefusal> {
        match self.app.service.accounts.bearer(hash, scope).await {
            Ok(player) => Ok(Some(player)),
            Err(AccountError::Store(cause)) => Err(unanswered(cause)),
            Err(_) => {
                // Taken back since the socket was opened.
                self.connection.close(Goodbye::SignedOut);
                Ok(None)
            }
        }
    }

    /// Who this is, if anybody: another tab may have become a guest meanwhile.
    pub(super) async fn who(&mut self) -> Result<Option<UserId>, WireRefusal> {
        if self.user.is_none()
            && let Some(user) = self.present().await?
        {
            self.become_somebody(user)?;
        }
        Ok(self.user.as_ref().map(|user| user.id))
    }

    /// Who this is; a guest from now on if it was nobody.
    pub(super) async fn somebody(&mut self) -> Result<Player, WireRefusal> {
        if self.connection.take_renamed() {
            // It is asked again when it could not be read.
            let found = self.present().await.inspect_err(|_| self.connection.rename())?;
            self.user = found.or(self.user.take());
        }
        if let Some(user) = &self.user {
            return Ok(user.clone());
        }
        let user = match self.pass {
            Credential::Browser(hash) => {
                self.app.somebody(hash, self.peer).await.map_err(|cause| match cause {
                    NobodyNew::TooMany => WireRefusal::new(RefusalCode::TooManyGuests),
                    NobodyNew::Store(cause) => unanswered(cause),
                })?
            }
            Credential::Program(_) | Credential::Csa(_) => {
                self.present().await?.ok_or_else(|| WireRefusal::new(RefusalCode::NotAPlayer))?
            }
        };
        self.become_somebody(user.clone())?;
        Ok(user)
    }

    /// The handle of whose socket it is, which says who they are: names are not unique. An account
    /// never changes it, and its sockets are closed when it ends.
    pub(super) async fn handle(&mut self, user: &Player) -> Result<Option<String>, WireRefusal> {
        if self.handle.is_none() && !user.guest {
            self.handle = self.app.service.accounts.handle(user.id).await.map_err(unanswered)?;
        }
        Ok(self.handle.clone())
    }

    fn become_somebody(&mut self, user: Player) -> Result<(), WireRefusal> {
        self.place.belongs_to(user.id, self.last_heard)?;
        self.app.service.presence.identify(&self.connection, user.id);
        let you = MeEvent::You { user: user_view(&user) };
        self.send(render::me_frame(self.app.service.presence.epoch(), you));
        self.user = Some(user);
        Ok(())
    }
}
