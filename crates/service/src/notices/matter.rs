//! What notices are about, and whether that still matters.

use std::sync::Arc;

use komadai_game::Phase;
use komadai_ids::{Code, UserId};
use komadai_live::Directory;
use komadai_store::{
    ChallengeState, Store, challenges,
    clubs::ladder::{self, LadderState},
};
use komadai_tournament::GameKey;
use tokio::time::Instant;
use tracing::warn;
use uuid::Uuid;

/// What a notice is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matter {
    Challenge(Uuid),
    /// A tournament that somebody is asked to take part in.
    Invited {
        tournament: Code,
    },
    /// What the organisers of a tournament tell its players.
    Announced {
        tournament: Code,
        number: u32,
    },
    /// What has become of a game by appointment.
    Appointment {
        tournament: Code,
        game: GameKey,
        /// When it came about, or was due, in Unix milliseconds.
        mark: u64,
    },
    /// Players who call the arbiter.
    Called {
        tournament: Code,
        /// When the last one did, in Unix milliseconds.
        at_ms: u64,
    },
    /// Players who ask to join a club.
    ClubAsked {
        /// The club's address.
        club: String,
        /// When the last one did, in Unix milliseconds.
        at_ms: i64,
    },
    /// Players who ask to take part in a tournament, or for a place in a team of it.
    Applied {
        tournament: Code,
        /// When the last one did, in Unix milliseconds.
        at_ms: u64,
    },
    /// A round that begins soon.
    Soon {
        tournament: Code,
        /// Which round, from 1.
        round: u32,
    },
    /// A board that is open.
    Board {
        tournament: Code,
        /// Which round, from 1.
        round: u32,
        /// The game that is played there.
        game: Code,
    },
    /// A move that somebody is to make.
    Turn {
        game: Code,
        /// The number of the move.
        number: u32,
    },
    /// The same, when little time is left for it.
    Hurry {
        game: Code,
        /// The number of the move.
        number: u32,
    },
    /// A teacher's comment in the review of a game.
    Commented {
        game: Code,
        /// The node of the tree.
        node: u32,
        /// When it was made, in Unix milliseconds.
        at_ms: i64,
    },
    /// A challenge on the ladder of a club.
    Ladder {
        challenge: Uuid,
        /// What has become of it.
        state: LadderState,
        /// The club's address.
        club: String,
    },
    /// That they were taken off the ladder of a club.
    LadderRemoved {
        /// The club's address.
        club: String,
        /// When, in Unix milliseconds.
        at_ms: i64,
    },
    /// A problem of theirs with this number that is published.
    Published {
        number: u32,
    },
    /// One that a moderator has taken away.
    TsumeRemoved {
        number: u32,
    },
}

impl Matter {
    /// Under this nothing more is said for a while.
    pub(crate) fn about(&self) -> String {
        match self {
            Self::Challenge(id) => format!("challenge:{id}"),
            Self::Invited { tournament } => format!("invited:{tournament}"),
            Self::Announced { tournament, number } => format!("announced:{tournament}:{number}"),
            Self::Appointment { tournament, game, .. } => {
                format!("appointment:{tournament}:{game}")
            }
            Self::Called { tournament, .. } => format!("called:{tournament}"),
            Self::ClubAsked { club, .. } => format!("asked:{club}"),
            Self::Applied { tournament, .. } => format!("applied:{tournament}"),
            Self::Soon { tournament, round } | Self::Board { tournament, round, .. } => {
                format!("round:{tournament}:{round}")
            }
            Self::Turn { game, .. } => format!("game:{game}"),
            Self::Hurry { game, .. } => format!("hurry:{game}"),
            Self::Commented { game, .. } => format!("commented:{game}"),
            Self::Ladder { challenge, .. } => format!("challenge:{challenge}"),
            Self::LadderRemoved { club, .. } => format!("ladder:{club}"),
            Self::Published { number } | Self::TsumeRemoved { number } => format!("tsume:{number}"),
        }
    }

    /// How far that has come.
    pub(crate) fn mark(&self) -> i64 {
        match self {
            Self::Challenge(_)
            | Self::Invited { .. }
            | Self::Announced { .. }
            | Self::Published { .. } => 0,
            Self::Ladder { state, .. } => i64::from(*state != LadderState::Open),
            Self::Soon { .. } | Self::TsumeRemoved { .. } => 1,
            Self::Board { .. } => 2,
            Self::Appointment { mark, .. } => *mark as i64,
            Self::Called { at_ms, .. } | Self::Applied { at_ms, .. } => *at_ms as i64,
            Self::Turn { number, .. } | Self::Hurry { number, .. } => i64::from(*number),
            Self::Commented { at_ms, .. }
            | Self::LadderRemoved { at_ms, .. }
            | Self::ClubAsked { at_ms, .. } => *at_ms,
        }
    }

    /// Where it leads.
    pub(crate) fn path(&self) -> String {
        match self {
            Self::Challenge(_) => "/".to_owned(),
            Self::Invited { tournament }
            | Self::Announced { tournament, .. }
            | Self::Appointment { tournament, .. }
            | Self::Applied { tournament, .. }
            | Self::Soon { tournament, .. } => format!("/tournaments/{tournament}"),
            Self::Called { tournament, .. } => format!("/tournaments/{tournament}#manage"),
            Self::Board { game, .. } | Self::Turn { game, .. } | Self::Hurry { game, .. } => {
                format!("/{game}")
            }
            Self::Commented { game, node, .. } => format!("/review/{game}#{node}"),
            Self::Ladder { club, .. } | Self::LadderRemoved { club, .. } => {
                format!("/clubs/{club}/ladder")
            }
            Self::ClubAsked { club, .. } => format!("/clubs/{club}"),
            Self::Published { number } => format!("/tsume/{number}"),
            Self::TsumeRemoved { .. } => "/tsume/compose".to_owned(),
        }
    }
}

/// Whether a notice that could not be handed over is still worth telling. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    pub(crate) to: UserId,
    pub(crate) matter: Matter,
    /// When it is of no use any more.
    pub(crate) until: Instant,
    pub(crate) directory: Arc<Directory>,
    pub(crate) store: Store,
}

impl Worth {
    /// Whether it would still be of use at that time, as far as one can know.
    pub(crate) fn lasts_to(&self, at: Instant) -> bool {
        at < self.until
    }

    /// How long it is still of use, in seconds; at least one.
    pub(crate) fn left_s(&self) -> u64 {
        self.until.saturating_duration_since(Instant::now()).as_secs().max(1)
    }

    /// Whether the matter is open, and the player still away.
    pub(crate) async fn holds(&self) -> bool {
        if !self.lasts_to(Instant::now()) || self.directory.presence().is_online(self.to) {
            return false;
        }
        match &self.matter {
            Matter::Challenge(id) => self.is_unanswered(*id).await.unwrap_or_else(|cause| {
                warn!("cannot look up whether a challenge is open: {cause}");
                false
            }),
            Matter::Ladder { challenge, state, .. } => {
                self.is_in(*challenge, *state).await.unwrap_or_else(|cause| {
                    warn!("cannot look up what has become of a challenge: {cause}");
                    false
                })
            }
            Matter::Invited { .. }
            | Matter::Announced { .. }
            | Matter::Appointment { .. }
            | Matter::Called { .. }
            | Matter::ClubAsked { .. }
            | Matter::Applied { .. }
            | Matter::Soon { .. }
            | Matter::Commented { .. }
            | Matter::LadderRemoved { .. }
            | Matter::Published { .. }
            | Matter::TsumeRemoved { .. } => true,
            Matter::Board { game, .. } => self.is_played(*game, None).await,
            Matter::Turn { game, number } | Matter::Hurry { game, number } => {
                self.is_played(*game, Some(*number)).await
            }
        }
    }

    async fn is_unanswered(&self, challenge: Uuid) -> komadai_store::Result<bool> {
        let found = challenges::find(&mut self.store.read().await?, challenge).await?;
        Ok(found.is_some_and(|it| it.state == ChallengeState::Open))
    }

    async fn is_in(&self, challenge: Uuid, state: LadderState) -> komadai_store::Result<bool> {
        ladder::is_in(&mut self.store.read().await?, challenge, state).await
    }

    /// Whether a game continues, and this is the number of its next move if one is named.
    async fn is_played(&self, game: Code, number: Option<u32>) -> bool {
        let Some(room) = self.directory.live(game) else { return false };
        let Some(game) = room.game().await else { return false };
        let is_next = number.is_none_or(|number| game.line().n_moves() + 1 == number);
        game.phase() == Phase::Playing && !game.is_halted() && is_next
    }
}
