//! Whom the bell tells of what was done in a club.

use komadai_community::{
    bell::{BellClub, BellItem},
    clubs::StoredClubAct,
};
use komadai_ids::UserId;
use komadai_store::{Club, ClubRole, Result, Tx, clubs::members};

use super::{AuditLine, act::Actor};
use crate::bell::ring;

/// A club as bells name it.
pub(super) fn named(club: &Club) -> BellClub {
    BellClub { slug: club.slug.clone(), name: club.settings.name.clone() }
}

/// Tells those whom an act concerns.
pub(super) async fn ring_for(
    tx: &mut Tx,
    of: &Club,
    acting: Actor,
    entry: &AuditLine,
) -> Result<()> {
    let club = named(of);
    let item = match &entry.act {
        StoredClubAct::Announce { title } => BellItem::ClubAnnounced { club, title: title.clone() },
        StoredClubAct::Ask => BellItem::ClubAsked { club },
        StoredClubAct::Accept => BellItem::ClubAdmitted { club },
        StoredClubAct::Add { .. } => BellItem::ClubInvited { club },
        StoredClubAct::AskPupil => BellItem::CoachingAsked { club, by_teacher: true },
        StoredClubAct::AskTeacher => BellItem::CoachingAsked { club, by_teacher: false },
        StoredClubAct::AcceptTeacher => BellItem::CoachingAgreed { club, by_teacher: false },
        StoredClubAct::AcceptPupil => BellItem::CoachingAgreed { club, by_teacher: true },
        StoredClubAct::LadderChallenge => BellItem::LadderChallenge { club },
        StoredClubAct::LadderAccept => BellItem::LadderAccepted { club },
        StoredClubAct::LadderRemove { reason } => {
            BellItem::LadderRemoved { club, reason: reason.clone() }
        }
        _ => return Ok(()),
    };
    let told: Vec<UserId> = match &entry.act {
        StoredClubAct::Announce { .. } => members::users_of(tx, of.id).await?,
        StoredClubAct::Ask => {
            let all = members::all_of(tx, of.id).await?;
            let organisers = all.into_iter().filter(|it| it.role >= ClubRole::Organiser);
            organisers.filter_map(|it| it.user).collect()
        }
        _ => entry.about.into_iter().collect(),
    };
    for user in told {
        ring(tx, user, Some(acting.user), acting.now_ms, &item).await?;
    }
    Ok(())
}
