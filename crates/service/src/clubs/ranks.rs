//! Roles in a club: owners, organisers, members, and those who are banned.

use komadai_community::clubs::{NOTE_CHARS_MAX, StoredClubAct, line};
use komadai_ids::UserId;
use komadai_store::{
    Club, ClubRole, Tx,
    clubs::{
        self as rows, joining,
        members::{self, ClubMember},
    },
};
use uuid::Uuid;

use super::{
    AuditLine, BANS_MAX, ClubRefusal, ORGANISERS_MAX, OWNED_MAX, Result,
    act::{Actor, account, line_of},
};

impl Actor {
    /// Whether they may do something to somebody of that role: owners to all, organisers to
    /// members.
    fn is_above(self, role: ClubRole) -> bool {
        self.role == Some(ClubRole::Owner) || self.role > Some(role)
    }
}

/// Whether an account may own one more club.
pub(super) async fn may_own(tx: &mut Tx, user: UserId) -> Result<()> {
    if rows::n_owned(tx, user).await? >= OWNED_MAX {
        Err(ClubRefusal::TooMany.into())
    } else {
        Ok(())
    }
}

pub(super) async fn set_role(
    tx: &mut Tx,
    club: &Club,
    member: Uuid,
    role: ClubRole,
) -> Result<AuditLine> {
    let found = line_of(tx, club, member).await?;
    let user = found.user.ok_or(ClubRefusal::NoAccount)?;
    if found.role == ClubRole::Owner && role != ClubRole::Owner {
        if members::n_owners(tx, club.id).await? == 1 {
            return Err(ClubRefusal::LastOwner.into());
        }
    } else if found.role != ClubRole::Owner && role == ClubRole::Owner {
        may_own(tx, user).await?;
    }
    if found.role == ClubRole::Member && role > ClubRole::Member {
        let list = members::all_of(tx, club.id).await?;
        if list.iter().filter(|it| it.role > ClubRole::Member).count() >= ORGANISERS_MAX {
            let text = format!("a club has at most {ORGANISERS_MAX} organisers");
            return Err(ClubRefusal::Full(text).into());
        }
    }
    members::put(tx, &ClubMember { role, ..found }).await?;
    Ok(AuditLine::new(StoredClubAct::Role { role }).about(Some(user)))
}

pub(super) async fn hand_over(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    member: Uuid,
) -> Result<AuditLine> {
    let found = line_of(tx, club, member).await?;
    let user = found.user.ok_or(ClubRefusal::NoAccount)?;
    if user == acting.user {
        return Err(ClubRefusal::LastOwner.into());
    }
    if found.role != ClubRole::Owner {
        may_own(tx, user).await?;
        members::put(tx, &ClubMember { role: ClubRole::Owner, ..found }).await?;
    }
    // One of those who run the site may have no line of their own.
    let own = members::of_user(tx, club.id, acting.user).await?;
    if let Some(own) = own.filter(|it| it.role == ClubRole::Owner) {
        members::put(tx, &ClubMember { role: ClubRole::Organiser, ..own }).await?;
    }
    Ok(AuditLine::new(StoredClubAct::HandOver).about(Some(user)))
}

pub(super) async fn remove(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    found: &ClubMember,
) -> Result<()> {
    if !acting.is_above(found.role) {
        return Err(ClubRefusal::NotAllowed.into());
    }
    if found.role == ClubRole::Owner && members::n_owners(tx, club.id).await? == 1 {
        return Err(ClubRefusal::LastOwner.into());
    }
    Ok(members::delete(tx, found.id).await?)
}

pub(super) async fn ban(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    handle: &str,
    reason: &str,
) -> Result<AuditLine> {
    let user = account(tx, handle).await?;
    let reason = line(reason, "a reason", NOTE_CHARS_MAX)?;
    if joining::banned(tx, club.id).await?.len() >= BANS_MAX {
        let text = format!("a club can ban at most {BANS_MAX} players; lift a ban first");
        return Err(ClubRefusal::Full(text).into());
    }
    if user == acting.user {
        return Err(ClubRefusal::NotAllowed.into());
    }
    if let Some(found) = members::of_user(tx, club.id, user).await? {
        remove(tx, club, acting, &found).await?;
    }
    joining::drop_request(tx, club.id, user).await?;
    joining::ban(tx, club.id, user, acting.user, &reason, acting.now_ms).await?;
    Ok(AuditLine::new(StoredClubAct::Ban { reason }).about(Some(user)))
}
