//! What a client says about challenges.

use komadai_protocol::ClientMessage;
use komadai_service::challenges::Proposal;

use super::{Session, translating::takes_suggestion};
use crate::refused::WireRefusal;

impl Session {
    /// Carries out a message about a challenge.
    pub(super) async fn challenge(
        &mut self,
        read_ms: u64,
        message: ClientMessage,
    ) -> Result<(), WireRefusal> {
        let reply = self.reply(message.id());
        let by = self.somebody().await?;
        let service = &self.app.service;
        match message {
            ClientMessage::Challenge { challenge, to, mut setup, hours, .. } => {
                let suggests = takes_suggestion(&mut setup);
                let setup = self.draft(setup, by.clone(), read_ms)?;
                let proposal = Proposal { id: challenge, to, setup, suggests, hours };
                Ok(service.challenge(&by, proposal, &reply).await?)
            }
            ClientMessage::AcceptChallenge { challenge, .. } => {
                Ok(service.accept_challenge(&by, challenge, reply).await?)
            }
            ClientMessage::DeclineChallenge { challenge, reason, .. } => {
                Ok(service.decline_challenge(by.id, challenge, reason.as_str(), &reply).await?)
            }
            ClientMessage::WithdrawChallenge { challenge, .. } => {
                Ok(service.withdraw_challenge(by.id, challenge, &reply).await?)
            }
            // Nothing else comes here.
            _ => Ok(()),
        }
    }
}
