//! How people come into a club and leave it: on their own, by asking, by a link, or onto a
//! line that waits for them.

use komadai_community::clubs::{NOTE_CHARS_MAX, StoredClubAct, text};
use komadai_ids::UserId;
use komadai_live::random;
use komadai_store::{
    Club, ClubRole, Conn, Joining, TokenHash, Tx,
    clubs::{
        invitations::{self, NewClubInvitation},
        joining,
        members::{self, ClubMember},
    },
    relations,
};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{
    AuditLine, ClubRefusal, Clubs, INVITATIONS_MAX, REQUESTS_BY_MAX, REQUESTS_MAX, Result,
    act::{Actor, account, has_room},
    blank,
};

/// How long a link leads in at most, in days.
pub const LINK_DAYS_MAX: u32 = 365;

/// By how many people a link can be used at most, where their number is limited.
pub const LINK_USES_MAX: u32 = 2_000;

/// How long after a no somebody can ask again, in milliseconds: a week.
const ASK_AGAIN_MS: i64 = 7 * DAY_MS;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How many characters the secret in a link has: 120 random bits.
const TOKEN_SIGNS: usize = 24;

impl Clubs {
    /// Somebody joins by a line that waits for them, by a link, or as the club wants it.
    pub(super) async fn join(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        words: &str,
        invitation: &str,
    ) -> Result<AuditLine> {
        let Actor { user, now_ms, .. } = acting;
        if members::of_user(tx, club.id, user).await?.is_some() {
            return Err(ClubRefusal::AlreadyMember.into());
        }
        if joining::is_banned(tx, club.id, user).await? {
            return Err(ClubRefusal::Banned.into());
        }
        for owner in members::all_of(tx, club.id).await? {
            if let Some(other) = owner.user.filter(|_| owner.role == ClubRole::Owner) {
                may_meet(tx, other, user).await?;
            }
        }
        if members::offered_to(tx, club.id, user).await?.is_some() {
            admit(tx, club, user, now_ms).await?;
            return Ok(AuditLine::new(StoredClubAct::Join { by_invitation: false }));
        }
        if !invitation.is_empty() {
            if !invitations::take(tx, club.id, token_hash(invitation), now_ms).await? {
                return Err(ClubRefusal::BadInvitation.into());
            }
            admit(tx, club, user, now_ms).await?;
            return Ok(AuditLine::new(StoredClubAct::Join { by_invitation: true }));
        }
        match club.settings.joining {
            Joining::Open => {
                admit(tx, club, user, now_ms).await?;
                Ok(AuditLine::new(StoredClubAct::Join { by_invitation: false }))
            }
            Joining::Request => {
                self.ask(tx, club, acting, words).await?;
                Ok(AuditLine::new(StoredClubAct::Ask))
            }
            Joining::Invitation => Err(ClubRefusal::ByInvitation.into()),
        }
    }

    async fn ask(&self, tx: &mut Tx, club: &Club, acting: Actor, words: &str) -> Result<()> {
        let Actor { user, now_ms, .. } = acting;
        let words = text(words, "what you say", NOTE_CHARS_MAX)?;
        let before = joining::request(tx, club.id, user).await?;
        let declined_ms = before.and_then(|it| it.declined_ms);
        if declined_ms.is_some_and(|at_ms| now_ms < at_ms + ASK_AGAIN_MS) {
            return Err(ClubRefusal::DeclinedLately.into());
        }
        let (of_club, of_user) = joining::n_waiting(tx, club.id, user).await?;
        if of_club >= REQUESTS_MAX {
            let text =
                "too many people are already waiting for this club's answer; try again later";
            return Err(ClubRefusal::Full(text.to_owned()).into());
        }
        if of_user >= REQUESTS_BY_MAX {
            let text =
                format!("you are already waiting for the answers of {REQUESTS_BY_MAX} clubs");
            return Err(ClubRefusal::Full(text).into());
        }
        if !words.is_empty() {
            self.may_say(user)?;
        }
        Ok(joining::ask(tx, club.id, user, &words, now_ms).await?)
    }

    pub(super) async fn accept(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        user: UserId,
    ) -> Result<AuditLine> {
        let request = joining::request(tx, club.id, user).await?;
        if request.is_none_or(|it| it.declined_ms.is_some()) {
            return Err(ClubRefusal::UnknownThing("such request").into());
        }
        let sanctions = self.directory.sanctions();
        if sanctions.banned_until_ms(user, acting.now_ms as u64).is_some() {
            return Err(ClubRefusal::CannotCome.into());
        }
        admit(tx, club, user, acting.now_ms).await?;
        Ok(AuditLine::new(StoredClubAct::Accept).about(Some(user)))
    }
}

pub(super) async fn leave(tx: &mut Tx, club: &Club, acting: Actor) -> Result<AuditLine> {
    let own = members::of_user(tx, club.id, acting.user).await?;
    let own = own.ok_or(ClubRefusal::UnknownThing("such member"))?;
    if own.role == ClubRole::Owner && members::n_owners(tx, club.id).await? == 1 {
        return Err(ClubRefusal::LastOwner.into());
    }
    members::delete(tx, own.id).await?;
    Ok(AuditLine::new(StoredClubAct::Leave))
}

pub(super) async fn invite(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    id: Uuid,
    days: u32,
    uses: Option<u32>,
) -> Result<(AuditLine, String)> {
    if !(1..=LINK_DAYS_MAX).contains(&days) {
        let text = format!("a link is valid for 1 to {LINK_DAYS_MAX} days");
        return Err(ClubRefusal::Words(text).into());
    }
    if uses.is_some_and(|uses| !(1..=LINK_USES_MAX).contains(&uses)) {
        let text = format!("a link is for 1 to {LINK_USES_MAX} people, or for any number");
        return Err(ClubRefusal::Words(text).into());
    }
    if invitations::n_open(tx, club.id, acting.now_ms).await? >= INVITATIONS_MAX {
        let text = format!("a club has at most {INVITATIONS_MAX} links; revoke one first");
        return Err(ClubRefusal::Full(text).into());
    }
    let token = random::signs(TOKEN_SIGNS);
    let new = NewClubInvitation {
        id,
        club: club.id,
        token: token_hash(&token),
        by: acting.user,
        made_ms: acting.now_ms,
        expires_ms: acting.now_ms + i64::from(days) * DAY_MS,
        uses_max: uses.map(i64::from),
    };
    invitations::insert(tx, new).await?;
    Ok((AuditLine::new(StoredClubAct::Invite { days }), token))
}

/// The account to which an organiser offers a line of the list.
pub(super) async fn offered(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    handle: &str,
) -> Result<Option<UserId>> {
    if handle.trim().is_empty() {
        return Ok(None);
    }
    let user = account(tx, handle).await?;
    if members::of_user(tx, club.id, user).await?.is_some() {
        return Err(ClubRefusal::AlreadyMember.into());
    }
    if joining::is_banned(tx, club.id, user).await? {
        return Err(ClubRefusal::Banned.into());
    }
    may_meet(tx, acting.user, user).await?;
    Ok(Some(user))
}

fn token_hash(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token).into())
}

/// Whether two may have to do with one another.
pub(super) async fn may_meet(conn: &mut Conn, one: UserId, two: UserId) -> Result<()> {
    if relations::are_apart(conn, one, two).await? {
        Err(ClubRefusal::KeptApart.into())
    } else {
        Ok(())
    }
}

/// Puts an account on the list, onto the line that waits for it if there is one.
async fn admit(tx: &mut Tx, club: &Club, user: UserId, now_ms: i64) -> Result<()> {
    if members::of_user(tx, club.id, user).await?.is_some() {
        return Err(ClubRefusal::AlreadyMember.into());
    }
    match members::offered_to(tx, club.id, user).await? {
        Some(line) => {
            let line = ClubMember {
                user: Some(user),
                name: String::new(),
                offered: None,
                joined_ms: now_ms,
                ..line
            };
            members::put(tx, &line).await?;
        }
        None => {
            has_room(tx, club, 1).await?;
            let line = ClubMember { user: Some(user), ..blank(club.id, now_ms) };
            members::insert(tx, &line, None).await?;
        }
    }
    Ok(joining::drop_request(tx, club.id, user).await?)
}
