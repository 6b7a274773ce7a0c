//! Whom an organiser may ask to take part.

use komadai_ids::UserId;
use komadai_live::{Refused, Why};
use komadai_store::{ChallengesFrom, clubs, follows, privacy};
use tracing::warn;

use super::state::Tournament;
use crate::Service;

impl Service {
    /// Whether `by` may ask `user` to take part, and whether they are acquainted: both belong to
    /// the club whose tournament it is, or `user` follows `by`. Who takes challenges from some or
    /// from nobody is asked by acquaintances alone.
    ///
    /// # Errors
    /// Why not.
    pub async fn may_ask(
        &self,
        by: UserId,
        it: &Tournament,
        user: UserId,
    ) -> Result<bool, Refused> {
        for organiser in [by, it.owner] {
            self.may_meet(organiser, user).await?;
        }
        let found = async {
            let mut conn = self.databases.read().await?;
            let mut is_acquainted = follows::does(&mut conn, user, by).await?;
            if let Some(club) = it.plan.of_club() {
                if clubs::joining::is_banned(&mut conn, club.id, user).await? {
                    return Ok(Err(Refused::new(Why::KeptApart)));
                }
                let line = clubs::members::of_user(&mut conn, club.id, user).await?;
                is_acquainted |= line.is_some();
            }
            let takes = privacy::find(&mut conn, user).await?.challenges_from;
            Ok(match takes == ChallengesFrom::All || is_acquainted {
                true => Ok(is_acquainted),
                false => Err(Refused::new(Why::TakesNoChallenges)),
            })
        };
        found.await.unwrap_or_else(|cause: komadai_store::Error| {
            warn!("it cannot be read whether a player may be asked: {cause}");
            Err(Refused::new(Why::Internal))
        })
    }
}
