//! What can be done in a club, and what one has to be for it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{ClubRole, ClubSettings};
use crate::{bridges::BridgeSettings, coaching::NewHomework, ladder::LadderSettings};

/// A member added to the list by an organiser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClubMember {
    /// The name that is entered for them.
    pub name: String,
    /// The account that may claim the line; empty for none.
    #[serde(default)]
    pub handle: String,
    /// The grade awarded by the club; empty for none.
    #[serde(default)]
    pub grade: String,
    /// A note for the organisers.
    #[serde(default)]
    pub note: String,
}

/// The possible acts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClubAct {
    /// Replaces the club's description of itself; for owners.
    Edit {
        /// The whole description.
        settings: ClubSettings,
    },
    /// The caller joins, or asks to join.
    Join {
        /// Their message to the organisers.
        #[serde(default)]
        words: String,
        /// The secret from their invitation link; empty for none.
        #[serde(default)]
        invitation: String,
    },
    /// The caller withdraws their request to join.
    Withdraw,
    /// The caller leaves.
    Leave,
    /// Accepts a request to join.
    Accept {
        /// The player.
        handle: String,
    },
    /// Declines a request to join.
    Decline {
        /// The player.
        handle: String,
    },
    /// Creates an invitation link.
    Invite {
        /// For how many days it is valid.
        days: u32,
        /// How many times it may be used, if that is limited.
        #[serde(default)]
        uses_max: Option<u32>,
    },
    /// Revokes an invitation link.
    Revoke {
        /// The link.
        invitation: Uuid,
    },
    /// Makes an announcement.
    Announce {
        /// Its title.
        title: String,
        /// Its text.
        #[serde(default)]
        text: String,
    },
    /// Edits an announcement.
    Reword {
        /// The announcement.
        announcement: Uuid,
        /// Its title.
        title: String,
        /// Its text.
        #[serde(default)]
        text: String,
    },
    /// Deletes an announcement.
    Unannounce {
        /// The announcement.
        announcement: Uuid,
    },
    /// Pins an announcement above the others, or unpins it.
    Pin {
        /// The announcement.
        announcement: Uuid,
        /// Whether it is pinned.
        pinned: bool,
    },
    /// Adds a member to the list.
    Add {
        /// The member.
        player: NewClubMember,
    },
    /// Edits a line of the member list.
    Change {
        /// The line.
        member: Uuid,
        /// The name that is entered for them, if the line has no account.
        #[serde(default)]
        name: String,
        /// The account that may claim the line; empty for none.
        #[serde(default)]
        handle: String,
        /// A note for the organisers.
        #[serde(default)]
        note: String,
    },
    /// Changes a member's role.
    Role {
        /// The member's line.
        member: Uuid,
        /// The new role.
        role: ClubRole,
    },
    /// Transfers the club to another owner.
    HandOver {
        /// The new owner's line.
        member: Uuid,
    },
    /// Removes a member from the list.
    Remove {
        /// The member's line.
        member: Uuid,
    },
    /// Bans a player from the club.
    Ban {
        /// The player.
        handle: String,
        /// The reason.
        #[serde(default)]
        reason: String,
    },
    /// Lifts a player's ban.
    Unban {
        /// The player.
        handle: String,
    },
    /// Awards the club's own grade, or revokes it.
    Award {
        /// The member's line.
        member: Uuid,
        /// Such as `3-kyu`; empty for none.
        #[serde(default)]
        grade: String,
    },
    /// Makes a member a teacher, or one no longer; for organisers.
    Teacher {
        /// The member's line.
        member: Uuid,
        /// Whether they teach.
        teaches: bool,
    },
    /// The caller, a teacher, asks a member to become a pupil, or accepts one who has asked.
    Teach {
        /// The member's line.
        pupil: Uuid,
    },
    /// The caller asks a teacher to teach them, or accepts one who has asked.
    Learn {
        /// The teacher's line.
        teacher: Uuid,
    },
    /// The caller, one of the two, ends the coaching, or declines it.
    EndCoaching {
        /// The teacher's line.
        teacher: Uuid,
        /// The pupil's line.
        pupil: Uuid,
    },
    /// The caller, a teacher, sets homework, whose id is the act's.
    SetHomework {
        /// The homework.
        homework: NewHomework,
    },
    /// The caller, its teacher, deletes homework.
    DropHomework {
        /// The homework.
        homework: Uuid,
    },
    /// The caller, a pupil, ticks a task that is no tsume problem, or unticks it.
    Tick {
        /// The homework.
        homework: Uuid,
        /// The number of the task, from 0.
        place: u32,
        /// Whether it is done.
        done: bool,
    },
    /// Opens the club's ladder, or changes its settings; for organisers.
    SetLadder {
        /// The settings.
        settings: LadderSettings,
    },
    /// Closes the ladder, and deletes its places and challenges; for organisers.
    CloseLadder,
    /// The caller joins the ladder, at the bottom.
    JoinLadder,
    /// The caller leaves the ladder; their open challenge comes to nothing.
    LeaveLadder,
    /// The caller challenges a player above them on the ladder. The challenge has the act's id.
    LadderChallenge {
        /// The player.
        handle: String,
    },
    /// The caller accepts a challenge on the ladder.
    LadderAccept {
        /// The challenge.
        challenge: Uuid,
    },
    /// The caller declines a challenge on the ladder.
    LadderRefuse {
        /// The challenge.
        challenge: Uuid,
    },
    /// The caller withdraws a challenge on the ladder.
    LadderWithdraw {
        /// The challenge.
        challenge: Uuid,
    },
    /// The caller begins the game of a challenge that was accepted.
    LadderBegin {
        /// The challenge.
        challenge: Uuid,
    },
    /// Takes a player off the ladder, who is told why; for organisers.
    LadderRemove {
        /// The player.
        handle: String,
        /// Why; one line.
        reason: String,
    },
    /// Puts a player of the ladder at a place, and those between make room; for organisers.
    LadderPlace {
        /// The player.
        handle: String,
        /// The place, from 1.
        place: u32,
    },
    /// Adds a bridge to a group elsewhere, whose id is the act's. A webhook's secret is answered as
    /// `token`, and cannot be looked up later.
    AddBridge {
        /// The settings.
        bridge: BridgeSettings,
        /// The token or the secret address; empty for a webhook.
        #[serde(default)]
        secret: String,
    },
    /// Changes a bridge; if it was paused, it goes on.
    ChangeBridge {
        /// The bridge.
        bridge: Uuid,
        /// The settings.
        settings: BridgeSettings,
        /// The new token or secret address; empty if it stays.
        #[serde(default)]
        secret: String,
    },
    /// Removes a bridge.
    RemoveBridge {
        /// The bridge.
        bridge: Uuid,
    },
    /// Sends a trial message through a bridge.
    TryBridge {
        /// The bridge.
        bridge: Uuid,
    },
    /// Closes the club.
    Close,
}

impl ClubAct {
    /// What one has to be for it. What members, or those who are none yet, do for themselves
    /// takes nothing, nor what is between teachers and pupils, or players of the ladder.
    pub fn takes(&self) -> Option<ClubRole> {
        match self {
            Self::Join { .. }
            | Self::Withdraw
            | Self::Leave
            | Self::Teach { .. }
            | Self::Learn { .. }
            | Self::EndCoaching { .. }
            | Self::SetHomework { .. }
            | Self::DropHomework { .. }
            | Self::Tick { .. }
            | Self::JoinLadder
            | Self::LeaveLadder
            | Self::LadderChallenge { .. }
            | Self::LadderAccept { .. }
            | Self::LadderRefuse { .. }
            | Self::LadderWithdraw { .. }
            | Self::LadderBegin { .. } => None,
            Self::Edit { .. } | Self::Role { .. } | Self::HandOver { .. } | Self::Close => {
                Some(ClubRole::Owner)
            }
            Self::Accept { .. }
            | Self::Decline { .. }
            | Self::Invite { .. }
            | Self::Revoke { .. }
            | Self::Announce { .. }
            | Self::Reword { .. }
            | Self::Unannounce { .. }
            | Self::Pin { .. }
            | Self::Add { .. }
            | Self::Change { .. }
            | Self::Remove { .. }
            | Self::Ban { .. }
            | Self::Unban { .. }
            | Self::Award { .. }
            | Self::Teacher { .. }
            | Self::SetLadder { .. }
            | Self::CloseLadder
            | Self::LadderRemove { .. }
            | Self::LadderPlace { .. }
            | Self::AddBridge { .. }
            | Self::ChangeBridge { .. }
            | Self::RemoveBridge { .. }
            | Self::TryBridge { .. } => Some(ClubRole::Organiser),
        }
    }
}
