//! Challenges, and the games of whoever follows `me`.

use bytes::Bytes;
use komadai_live::OngoingGame;
use komadai_protocol::{
    ChallengePlayer, ChallengeView, DeclineReason, MeEvent, MeSnapshot, MyGame, ServerMessage,
    StreamName, StreamSnapshot,
};
use komadai_service::challenges::{Challenge, Party, RenderChallenges};
use komadai_store::clubs::ladder::removals::Removal;
use uuid::Uuid;

use super::{WireRender, frame, me_frame, ratings, setup_request};

impl RenderChallenges for WireRender {
    fn me(
        &self,
        epoch: u64,
        games: &[OngoingGame],
        challenges: &[(Challenge, bool)],
        n_new: u32,
    ) -> Bytes {
        let my_games = games.iter().map(|&OngoingGame { game, side, is_correspondence, waits }| {
            MyGame { game, side, correspondence: is_correspondence, waits, opponent: None }
        });
        frame(&ServerMessage::Snapshot {
            stream: StreamName::Me,
            seq: 0,
            epoch: Some(epoch),
            snapshot: StreamSnapshot::Me(MeSnapshot {
                my_games: my_games.collect(),
                challenges: challenges.iter().map(|(it, mine)| challenge_view(it, *mine)).collect(),
                bell_new: n_new,
            }),
        })
    }

    fn challenge(&self, epoch: u64, challenge: &Challenge, mine: bool) -> Bytes {
        let challenge = Box::new(challenge_view(challenge, mine));
        me_frame(epoch, MeEvent::Challenge { challenge })
    }

    fn challenge_gone(&self, epoch: u64, challenge: Uuid) -> Bytes {
        me_frame(epoch, MeEvent::ChallengeGone { challenge })
    }

    fn ladder_challenge(&self, epoch: u64, club: &str, by: &str) -> Bytes {
        me_frame(epoch, MeEvent::LadderChallenge { club: club.to_owned(), by: by.to_owned() })
    }

    fn ladder_accepted(&self, epoch: u64, club: &str, by: &str) -> Bytes {
        me_frame(epoch, MeEvent::LadderAccepted { club: club.to_owned(), by: by.to_owned() })
    }

    fn ladder_removed(&self, epoch: u64, removal: &Removal) -> Bytes {
        let Removal { slug, club_name, reason, .. } = removal.clone();
        me_frame(epoch, MeEvent::LadderRemoved { club: slug, name: club_name, reason })
    }
}

fn challenge_view(challenge: &Challenge, mine: bool) -> ChallengeView {
    let party = |party: &Party| ChallengePlayer {
        handle: party.handle.clone(),
        name: party.name.clone(),
        bot: party.bot,
        strength: ratings::view(&party.strength),
    };
    ChallengeView {
        challenge: challenge.id,
        from: party(&challenge.from),
        to: party(&challenge.to),
        mine,
        setup: setup_request(&challenge.setup),
        at: challenge.made_ms,
        expires: challenge.expires_ms,
        declined: challenge
            .declined
            .as_deref()
            .map(|reason| DeclineReason::from_name(reason).unwrap_or(DeclineReason::No)),
        again: challenge.again,
    }
}
