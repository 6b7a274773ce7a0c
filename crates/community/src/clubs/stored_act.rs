//! The lines of a club's audit log.

use komadai_rules::Grade;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ClubRole;

/// An act as a club's audit log keeps it: what somebody did, or what became of their challenge on
/// the ladder. The person who acted and the account concerned are kept beside it by their ids, so
/// that they are listed by the names they have now.
///
/// It is kept for ever: variants and fields are only ever added, and every added field has a
/// default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum StoredClubAct {
    /// Founded the club.
    Found,
    /// Edited the club's description of itself.
    Edit,
    /// Closed the club.
    Close,
    /// Joined.
    Join {
        /// Whether an invitation link led in.
        by_invitation: bool,
    },
    /// Asked to join.
    Ask,
    /// Withdrew a request to join.
    Withdraw,
    /// Left.
    Leave,
    /// Accepted a request to join.
    Accept,
    /// Declined a request to join.
    Decline,
    /// Created an invitation link.
    Invite {
        /// For how many days it is valid.
        days: u32,
    },
    /// Revoked an invitation link.
    Revoke,
    /// Made an announcement.
    Announce {
        /// Its title.
        title: String,
    },
    /// Edited an announcement.
    Reword {
        /// Its new title.
        title: String,
    },
    /// Deleted an announcement.
    Unannounce,
    /// Pinned an announcement, or unpinned it.
    Pin {
        /// Its title.
        title: String,
        /// Whether it is pinned now.
        pinned: bool,
    },
    /// Added a line to the member list; the account concerned may claim it.
    Add {
        /// The name on the line.
        name: String,
    },
    /// Edited a line of the member list; the account concerned has or may claim it.
    Change {
        /// The name on the line; empty if it has an account.
        name: String,
    },
    /// Removed a line from the member list.
    Remove {
        /// The name on the line; empty if it had an account.
        name: String,
    },
    /// Imported a member list.
    Import {
        /// How many lines were added.
        added: usize,
        /// How many lines were changed.
        changed: usize,
    },
    /// Changed a member's role.
    Role {
        /// The new role.
        role: ClubRole,
    },
    /// Transferred the club to another owner.
    HandOver,
    /// Banned a player.
    Ban {
        /// The reason; empty if none was given.
        reason: String,
    },
    /// Lifted a player's ban.
    Unban,
    /// Awarded the club's own grade, or revoked it.
    Award {
        /// The name on the line; empty if it has an account.
        name: String,
        /// The grade; absent if it was revoked.
        grade: Option<Grade>,
    },
    /// Made a member a teacher.
    AddTeacher,
    /// Made a teacher one no longer.
    RemoveTeacher,
    /// Asked a member to become a pupil.
    AskPupil,
    /// Accepted a pupil who had asked.
    AcceptPupil,
    /// Ended the coaching of a pupil, or declined it.
    EndPupil,
    /// Asked a teacher for coaching.
    AskTeacher,
    /// Accepted a teacher who had asked.
    AcceptTeacher,
    /// Ended the coaching by a teacher, or declined it.
    EndTeacher,
    /// Set homework.
    SetHomework {
        /// Its title.
        title: String,
    },
    /// Deleted homework.
    DropHomework {
        /// Its title.
        title: String,
    },
    /// Ticked a task of homework.
    Tick {
        /// The homework's title.
        title: String,
    },
    /// Unticked a task of homework.
    Untick {
        /// The homework's title.
        title: String,
    },
    /// Opened the ladder.
    OpenLadder,
    /// Changed the ladder's settings.
    EditLadder,
    /// Closed the ladder.
    CloseLadder,
    /// Joined the ladder.
    JoinLadder,
    /// Left the ladder.
    LeaveLadder,
    /// Challenged a player of the ladder.
    LadderChallenge,
    /// Accepted a challenge on the ladder.
    LadderAccept,
    /// Declined a challenge on the ladder.
    LadderRefuse,
    /// Withdrew a challenge on the ladder.
    LadderWithdraw,
    /// Began the game of a challenge that was accepted.
    LadderBegin,
    /// Won against the challenged player, and took the place.
    LadderWin,
    /// Won against the challenger, and kept the place.
    LadderHold,
    /// Drew against the challenged player.
    LadderDraw,
    /// Left a challenge unanswered.
    LadderUnanswered,
    /// Declined or ignored one challenge too many, and lost the place to the challenger.
    LadderForfeit,
    /// Challenged a player without a game that counts.
    LadderVoid,
    /// Took a player off the ladder.
    LadderRemove {
        /// The reason.
        reason: String,
    },
    /// Put a player at a place of the ladder.
    LadderPlace {
        /// The place, from 1.
        place: u32,
    },
    /// Added a bridge to a group elsewhere.
    AddBridge {
        /// What the club calls it.
        name: String,
    },
    /// Changed a bridge.
    ChangeBridge {
        /// What the club calls it.
        name: String,
    },
    /// Removed a bridge.
    RemoveBridge {
        /// What the club called it.
        name: String,
    },
    /// Sent a trial message through a bridge.
    TryBridge {
        /// What the club calls it.
        name: String,
    },
}
