//! Invitations: an owner asks an account to take part, and only the account says yes.

use komadai_community::bell::BellItem;
use komadai_store::{ChallengesFrom, StudyRole, follows, privacy, relations, studies::invitations};

use super::{act::account, *};
use crate::bell::ring;

/// How many invitations an account makes in a day.
const MADE_PER_DAY_MAX: i64 = 50;

/// How many an account receives in a day. Those from players whom it follows come in addition.
const RECEIVED_PER_DAY_MAX: i64 = 20;

/// How many an account has to answer at the same time, likewise.
const OPEN_TO_MAX: i64 = 50;

/// How many of these are from the same player.
const OPEN_BETWEEN_MAX: i64 = 5;

const DAY_MS: i64 = 24 * 3_600_000;

impl Studies {
    /// What somebody is asked and has not accepted, the last first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn invitations_of(&self, user: UserId) -> Result<Vec<InvitedInto>> {
        let since_ms = self.invited_since_ms();
        Ok(invitations::of_user(&mut self.store.read().await?, user, since_ms).await?)
    }

    /// Asks an account to become a member, or gives a member another role.
    ///
    /// # Errors
    /// When it is not theirs to say, or the account cannot be asked.
    pub async fn set_member(
        &self,
        code: Code,
        by: &Player,
        handle: &str,
        role: StudyRole,
    ) -> Result<()> {
        self.may_begin()?;
        let mut tx = self.store.write().await?;
        let (study, _) = self.take(&mut tx, code, by.id, Standing::Owner).await?;
        let user = account(&mut tx, handle).await?;
        if user == study.owner {
            return Err(StudyRefusal::Words("the owner stays the owner".to_owned()).into());
        }
        if relations::are_apart(&mut tx, by.id, user).await? {
            return Err(StudyRefusal::KeptApart.into());
        }
        has_role(&study, role)?;
        let members = members::of(&mut tx, study.id).await?;
        if members.iter().any(|it| it.user == user) {
            members::set(&mut tx, study.id, user, role, self.now_ms() as i64).await?
        } else {
            self.invite(&mut tx, &study, by, (user, role)).await?
        }
        self.commit(tx, study.id).await
    }

    /// Asks somebody who is no member. Asked again before there is an answer, only the role changes.
    async fn invite(
        &self,
        tx: &mut Tx,
        study: &Study,
        by: &Player,
        (user, role): (UserId, StudyRole),
    ) -> Result<()> {
        let since_ms = self.invited_since_ms();
        match invitations::find(tx, study.id, user, since_ms).await?.map(|it| it.state) {
            Some(InvitationState::Declined) => return Err(StudyRefusal::Declined.into()),
            Some(InvitationState::Open) => {
                return Ok(invitations::set_role(tx, study.id, user, role).await?);
            }
            Some(InvitationState::Withdrawn) | None => {}
        }
        if by.guest {
            return Err(LiveRefusal::new(Why::NeedsAccount).into());
        }
        self.may_ask(tx, by.id, user).await?;
        let now_ms = self.now_ms() as i64;
        invitations::ask(tx, study.id, user, role, now_ms).await?;
        let (code, title) = (study.id.code(), study.title.clone());
        let item = BellItem::StudyInvited { study: code, title, role };
        ring(tx, user, Some(by.id), now_ms, &item).await?;
        has_room(tx, study, since_ms).await
    }

    /// Whether one more invitation may be made. Players decide from whom they take challenges, and
    /// invitations are the same in this; whom they follow they know.
    async fn may_ask(&self, tx: &mut Tx, by: UserId, user: UserId) -> Result<()> {
        let is_known = follows::does(tx, user, by).await?;
        let takes = privacy::find(tx, user).await?.challenges_from;
        if takes != ChallengesFrom::All && !is_known {
            return Err(LiveRefusal::new(Why::TakesNoChallenges).into());
        }
        let since = (self.now_ms() as i64 - DAY_MS, self.invited_since_ms());
        let counts = invitations::counts(tx, by, user, since).await?;
        let is_full = counts.received >= RECEIVED_PER_DAY_MAX || counts.open_to >= OPEN_TO_MAX;
        if counts.made >= MADE_PER_DAY_MAX
            || counts.open_between >= OPEN_BETWEEN_MAX
            || (is_full && !is_known)
        {
            Err(StudyRefusal::TooManyInvitations.into())
        } else {
            Ok(())
        }
    }

    /// The player says yes; what the account is in the study then.
    ///
    /// # Errors
    /// When they are not asked.
    pub async fn accept(&self, code: Code, user: UserId) -> Result<Standing> {
        let mut tx = self.store.write().await?;
        let study = self.invited_into(&mut tx, code, user).await?;
        let since_ms = self.invited_since_ms();
        let found = invitations::find(&mut tx, study.id, user, since_ms).await?;
        let role = match found {
            Some(it) if it.state != InvitationState::Withdrawn => it.role,
            _ => return Err(StudyRefusal::BadLink.into()),
        };
        self.admit(&mut tx, &study, user, role).await?;
        self.commit(tx, study.id).await?;
        Ok(role.into())
    }

    /// The player says no.
    ///
    /// # Errors
    /// When they are not asked.
    pub async fn decline(&self, code: Code, user: UserId) -> Result<()> {
        let mut tx = self.store.write().await?;
        let study = self.invited_into(&mut tx, code, user).await?;
        let since_ms = self.invited_since_ms();
        let declined = InvitationState::Declined;
        if !invitations::close(&mut tx, study.id, user, declined, since_ms).await? {
            return Err(StudyRefusal::BadLink.into());
        }
        self.commit(tx, study.id).await
    }

    /// Takes the study into which somebody is invited; to others a private one is unknown.
    async fn invited_into(&self, tx: &mut Tx, code: Code, user: UserId) -> Result<Study> {
        self.may_begin()?;
        let now_ms = self.now_ms() as i64;
        let study = rows::take(tx, code, now_ms).await?.ok_or(StudyRefusal::Unknown)?;
        let is_asked = invitations::find(tx, study.id, user, self.invited_since_ms())
            .await?
            .is_some_and(|it| it.state != InvitationState::Withdrawn)
            && !relations::are_apart(tx, study.owner, user).await?;
        if is_asked {
            Ok(study)
        } else {
            standing(tx, &study, user).await?;
            Err(StudyRefusal::BadLink.into())
        }
    }

    /// Invitations that were made before stand no longer, in Unix milliseconds.
    pub(super) fn invited_since_ms(&self) -> i64 {
        self.now_ms() as i64 - invitations::KEPT_MS
    }
}

/// Whether there is room for all members and all who are asked.
pub(super) async fn has_room(tx: &mut Tx, study: &Study, since_ms: i64) -> Result<()> {
    let n_members = members::count(tx, study.id).await?;
    if n_members + invitations::n_open(tx, study.id, since_ms).await? > MEMBERS_MAX {
        let text = format!("a study has at most {MEMBERS_MAX} members, those invited included");
        return Err(StudyRefusal::Full(text).into());
    }
    Ok(())
}

/// Whether a study has members with this role.
pub(super) fn has_role(study: &Study, role: StudyRole) -> Result<()> {
    if role == StudyRole::Scorer && !study.is_broadcast {
        Err(StudyRefusal::Words("only a broadcast has scorers".to_owned()).into())
    } else {
        Ok(())
    }
}
