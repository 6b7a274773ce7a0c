//! What is done to a study that is there.

use komadai_community::bell::BellItem;
use komadai_store::{
    StudyRole, TokenHash, relations,
    studies::{self as rows, NewLike, chapters, invitations, members},
};
use sha2::{Digest as _, Sha256};

use super::{
    inviting::{has_role, has_room},
    *,
};
use crate::{accounts::mentioned, bell::ring, voters};

/// Characters of what is in a link: 120 bits.
const TOKEN_SIGNS: usize = 24;

fn token_hash(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token).into())
}

impl Studies {
    /// Changes what a study says of itself, and who can see it.
    ///
    /// # Errors
    /// When it is not theirs, or cannot say that.
    pub async fn edit(
        &self,
        code: Code,
        (by, address): (&Player, Option<IpAddr>),
        terms: &StudyTerms,
    ) -> Result<()> {
        let terms = terms.checked()?;
        let mut tx = self.store.write().await?;
        let (mut study, _) = self.take(&mut tx, code, by.id, Standing::Owner).await?;
        let is_same = (&study.title, &study.description, &study.topics)
            == (&terms.title, &terms.description, &terms.topics);
        if is_same {
            self.may_begin()?
        } else {
            self.may_write(by, address)?
        }
        (study.title, study.description) = (terms.title, terms.description);
        (study.topics, study.visibility) = (terms.topics, terms.visibility);
        rows::edit(&mut tx, &study, &folded_topics(&study.topics)).await?;
        find_by_words(&mut tx, &study).await?;
        self.commit(tx, study.id).await
    }

    /// Deletes a study with its chapters.
    ///
    /// # Errors
    /// When it is not theirs.
    pub async fn delete(&self, code: Code, by: UserId) -> Result<()> {
        let mut tx = self.store.write().await?;
        let (study, _) = self.take(&mut tx, code, by, Standing::Owner).await?;
        let chapters: Vec<_> =
            chapters::of(&mut tx, study.id).await?.into_iter().map(|it| it.id).collect();
        rows::delete(&mut tx, study.id).await?;
        tx.commit().await?;
        self.reviews.chapters_deleted(&chapters).await;
        Ok(())
    }

    /// Deletes anybody's study, as a moderator, for a reason that is noted.
    ///
    /// # Errors
    /// When there is none.
    pub async fn take_down(&self, code: Code, by: UserId, reason: &str) -> Result<()> {
        let mut conn = self.store.read().await?;
        let study = rows::find_by_code(&mut conn, code).await?.ok_or(StudyRefusal::Unknown)?;
        let chapters = chapters::of(&mut conn, study.id).await?;
        drop(conn);
        if !self.moderation.remove_study(by, study.id, study.owner, reason).await? {
            return Err(StudyRefusal::Unknown.into());
        }
        let chapters: Vec<_> = chapters.into_iter().map(|it| it.id).collect();
        self.reviews.chapters_deleted(&chapters).await;
        Ok(())
    }

    /// Appends chapters, and returns their codes. What `may_keep` is asked concerns the owner.
    ///
    /// # Errors
    /// When they are not added.
    pub async fn add(
        &self,
        code: Code,
        (by, address): (&Player, Option<IpAddr>),
        new: Vec<NewChapter>,
        may_keep: impl FnOnce(u64, u64) -> Result<(), NotKept> + Send,
    ) -> Result<Vec<Code>> {
        let _turn = self.turn().await?;
        let packed = self.packed(by.id, new)?;
        let mut tx = self.store.write().await?;
        let (study, standing) = self.take(&mut tx, code, by.id, Standing::Contributor).await?;
        may_arrange(&study, standing)?;
        if study.is_broadcast {
            let text = "the boards of a broadcast are added at its own address";
            return Err(StudyRefusal::Words(text.to_owned()).into());
        }
        self.may_write(by, address)?;
        let added = self.append(&mut tx, &study, packed, may_keep).await?;
        find_by_words(&mut tx, &study).await?;
        self.commit(tx, study.id).await?;
        Ok(added.into_iter().map(|id| id.code()).collect())
    }

    /// Changes what a chapter is called and how it is read.
    ///
    /// # Errors
    /// When they may not, or there is none.
    pub async fn edit_chapter(
        &self,
        code: Code,
        chapter: Code,
        (by, address): (&Player, Option<IpAddr>),
        terms: &ChapterTerms,
    ) -> Result<()> {
        let ChapterTerms { name, orientation, mode } = terms.checked()?;
        let mut tx = self.store.write().await?;
        let (study, standing) = self.take(&mut tx, code, by.id, Standing::Contributor).await?;
        may_arrange(&study, standing)?;
        let found = chapter_of(&mut tx, &study, chapter).await?;
        if found.name == name {
            self.may_begin()?
        } else {
            self.may_write(by, address)?
        }
        let side = orientation.to_string();
        chapters::edit(&mut tx, study.id, found.id, (&name, &side, mode)).await?;
        find_by_words(&mut tx, &study).await?;
        self.commit(tx, study.id).await
    }

    /// Deletes a chapter: the owner any, a contributor what they have added.
    ///
    /// # Errors
    /// When they may not, or it is the last one.
    pub async fn delete_chapter(&self, code: Code, chapter: Code, by: UserId) -> Result<()> {
        let mut tx = self.store.write().await?;
        let (study, standing) = self.take(&mut tx, code, by, Standing::Contributor).await?;
        may_arrange(&study, standing)?;
        let found = chapter_of(&mut tx, &study, chapter).await?;
        if standing < Standing::Owner && found.added_by != Some(by) {
            return Err(StudyRefusal::NotTheirs.into());
        }
        if chapters::of(&mut tx, study.id).await?.len() == 1 {
            return Err(StudyRefusal::LastChapter.into());
        }
        chapters::delete(&mut tx, study.id, found.id).await?;
        find_by_words(&mut tx, &study).await?;
        self.commit(tx, study.id).await?;
        self.reviews.chapters_deleted(&[found.id]).await;
        Ok(())
    }

    /// Puts the chapters into another order.
    ///
    /// # Errors
    /// When they may not, or the chapters are others.
    pub async fn order(&self, code: Code, by: UserId, wanted: &[Code]) -> Result<()> {
        let mut tx = self.store.write().await?;
        let (study, standing) = self.take(&mut tx, code, by, Standing::Contributor).await?;
        may_arrange(&study, standing)?;
        let known = chapters::of(&mut tx, study.id).await?;
        let found: Vec<_> = wanted
            .iter()
            .filter_map(|code| known.iter().map(|it| it.id).find(|id| id.code() == *code))
            .collect();
        let mut distinct: Vec<_> = found.iter().map(|id| id.uuid()).collect();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() != known.len() || wanted.len() != known.len() {
            return Err(StudyRefusal::BadOrder.into());
        }
        chapters::order(&mut tx, study.id, &found).await?;
        self.commit(tx, study.id).await
    }

    /// Makes somebody a member, if there is room.
    pub(super) async fn admit(
        &self,
        tx: &mut Tx,
        study: &Study,
        user: UserId,
        role: StudyRole,
    ) -> Result<()> {
        self.may_begin()?;
        has_role(study, role)?;
        invitations::forget(tx, study.id, user).await?;
        let now_ms = self.now_ms() as i64;
        members::set(tx, study.id, user, role, now_ms).await?;
        let item = BellItem::StudyJoined { study: study.id.code(), title: study.title.clone() };
        ring(tx, study.owner, Some(user), now_ms, &item).await?;
        has_room(tx, study, self.invited_since_ms()).await
    }

    /// Somebody is no member any more: by the owner, or by themselves. An owner takes an invitation
    /// back by it as well.
    ///
    /// # Errors
    /// When it is not theirs to say, or they were neither.
    pub async fn remove_member(&self, code: Code, by: UserId, handle: &str) -> Result<()> {
        let mut tx = self.store.write().await?;
        let (study, standing) = self.take(&mut tx, code, by, Standing::Viewer).await?;
        let user = account(&mut tx, handle).await?;
        if standing < Standing::Owner && user != by {
            return Err(StudyRefusal::NotTheirs.into());
        }
        let (withdrawn, since_ms) = (InvitationState::Withdrawn, self.invited_since_ms());
        let is_gone = members::remove(&mut tx, study.id, user).await?
            || (standing == Standing::Owner
                && invitations::close(&mut tx, study.id, user, withdrawn, since_ms).await?);
        if !is_gone {
            return Err(StudyRefusal::UnknownPlayer.into());
        }
        self.commit(tx, study.id).await
    }

    /// Makes a link by which people join; the one before leads nowhere any more. What is in it, or
    /// nothing if there is none from now on.
    ///
    /// # Errors
    /// When it is not theirs.
    pub async fn set_link(
        &self,
        code: Code,
        by: UserId,
        role: Option<StudyRole>,
    ) -> Result<Option<String>> {
        self.may_begin()?;
        let mut tx = self.store.write().await?;
        let (study, _) = self.take(&mut tx, code, by, Standing::Owner).await?;
        role.map_or(Ok(()), |role| has_role(&study, role))?;
        let link = role.map(|role| (random::signs(TOKEN_SIGNS), role));
        let hashed = link.as_ref().map(|(token, role)| (token_hash(token), *role));
        rows::set_link(&mut tx, study.id, hashed).await?;
        tx.commit().await?;
        Ok(link.map(|(token, _)| token))
    }

    /// Joins a study by its link; what the account is in it then.
    ///
    /// # Errors
    /// When the link leads nowhere.
    pub async fn join(&self, code: Code, user: UserId, token: &str) -> Result<Standing> {
        let mut tx = self.store.write().await?;
        let now_ms = self.now_ms() as i64;
        let study = rows::take(&mut tx, code, now_ms).await?.ok_or(StudyRefusal::Unknown)?;
        let found = InStudy::read(&mut tx, study.id).await?.ok_or(StudyRefusal::Unknown)?;
        let (is_it, are_apart) = (
            rows::has_link(&mut tx, study.id, token_hash(token)).await?,
            relations::are_apart(&mut tx, study.owner, user).await?,
        );
        let Some(role) = study.link_role.filter(|_| is_it && !are_apart) else {
            let sees = found.may_see(Some(user));
            let refusal = if sees { StudyRefusal::BadLink } else { StudyRefusal::Unknown };
            return Err(refusal.into());
        };
        let standing = found.standing(Some(user));
        if standing >= Standing::from(role) {
            return Ok(standing);
        }
        self.admit(&mut tx, &study, user, role).await?;
        self.commit(tx, study.id).await?;
        Ok(role.into())
    }

    /// Likes a study, or no longer.
    ///
    /// # Errors
    /// When there is none that they can see.
    pub async fn like(&self, code: Code, by: UserId, from: IpAddr, likes: bool) -> Result<()> {
        self.may_begin()?;
        let mut tx = self.store.write().await?;
        let study = hold(&mut tx, code, by).await?;
        if likes {
            let now_ms = self.now_ms() as i64;
            let created_ms = users::find(&mut tx, by).await?.map_or(now_ms, |it| it.created_ms);
            let may_count = voters::is_old_enough(created_ms, self.directory.limits(), now_ms);
            let network = voters::network(from);
            let like = NewLike { by, network: network.as_deref(), may_count };
            rows::like(&mut tx, study.id, like).await?;
        } else {
            rows::unlike(&mut tx, study.id, by).await?;
        }
        Ok(tx.commit().await?)
    }
}

/// Whether somebody may add, remove and arrange chapters, who may change them: the boards of a
/// broadcast are its owner's.
fn may_arrange(study: &Study, standing: Standing) -> Result<()> {
    if study.is_broadcast && standing < Standing::Owner {
        Err(StudyRefusal::NotTheirs.into())
    } else {
        Ok(())
    }
}

/// The account with this handle.
pub(super) async fn account(tx: &mut Tx, handle: &str) -> Result<UserId> {
    let found = mentioned(tx, handle).await?;
    Ok(found.ok_or(StudyRefusal::UnknownPlayer)?.user.id)
}

/// A chapter of a study by its address.
pub(super) async fn chapter_of(tx: &mut Tx, study: &Study, chapter: Code) -> Result<Chapter> {
    let known = chapters::of(tx, study.id).await?;
    let found = known.into_iter().find(|it| it.id.code() == chapter);
    Ok(found.ok_or(ReviewRefusal::Unknown)?)
}
