//! The study of a chapter, as far as its chapters are concerned: who may see and change them.

use komadai_ids::{StudyId, UserId};
use komadai_store::{
    Conn, Result, Study, StudyRole, StudyVisibility, User,
    studies::{
        self,
        members::{self, StudyMember},
    },
    users,
};

/// What somebody is in a study; who comes later may do more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// No member.
    Stranger,
    /// A member who sees it.
    Viewer,
    /// A member who adds and changes chapters; of a broadcast, one who comments on its boards.
    Contributor,
    /// A member who keeps the scores of a broadcast as well.
    Scorer,
    /// It is theirs.
    Owner,
}

impl From<StudyRole> for Standing {
    fn from(role: StudyRole) -> Self {
        match role {
            StudyRole::Viewer => Self::Viewer,
            StudyRole::Contributor => Self::Contributor,
            StudyRole::Scorer => Self::Scorer,
        }
    }
}

/// A study, after so many changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InStudy {
    /// Which it is.
    pub id: StudyId,
    /// What it is called.
    pub title: String,
    /// Who can see it.
    pub visibility: StudyVisibility,
    /// The number of its changes.
    pub version: u32,
    /// Whether its chapters are the boards of a broadcast.
    pub is_broadcast: bool,
    /// Everybody in it, the owner first, with their names.
    people: Vec<(UserId, String, Standing)>,
}

impl InStudy {
    /// The study as it is stored.
    pub(crate) async fn read(conn: &mut Conn, id: StudyId) -> Result<Option<Self>> {
        let Some(study) = studies::find(conn, id).await? else { return Ok(None) };
        let owner = users::find(conn, study.owner).await?;
        let members = members::of(conn, id).await?;
        Ok(Some(Self::of(&study, owner.as_ref(), &members)))
    }

    /// A study that was read with its owner and members.
    pub(crate) fn of(study: &Study, owner: Option<&User>, members: &[StudyMember]) -> Self {
        let owner = owner.map(|owner| (owner.id, owner.name.clone(), Standing::Owner));
        let members = members.iter().map(|it| (it.user, it.name.clone(), it.role.into()));
        Self {
            id: study.id,
            title: study.title.clone(),
            visibility: study.visibility,
            version: study.version,
            is_broadcast: study.is_broadcast,
            people: owner.into_iter().chain(members).collect(),
        }
    }

    /// Whose it is; none if that account is gone.
    pub(super) fn owner(&self) -> Option<UserId> {
        self.people.iter().find(|(.., it)| *it == Standing::Owner).map(|(user, ..)| *user)
    }

    /// What somebody is in it.
    pub fn standing(&self, reader: Option<UserId>) -> Standing {
        let found = self.people.iter().find(|(user, ..)| Some(*user) == reader);
        found.map_or(Standing::Stranger, |(.., standing)| *standing)
    }

    /// Whether somebody can see it who knows its address.
    pub fn may_see(&self, reader: Option<UserId>) -> bool {
        self.visibility != StudyVisibility::Private || self.standing(reader) > Standing::Stranger
    }

    /// Those who may change its chapters.
    pub(super) fn editors(&self) -> Vec<(UserId, String)> {
        let editors = self.people.iter().filter(|(.., it)| *it >= Standing::Contributor);
        editors.map(|(user, name, _)| (*user, name.clone())).collect()
    }
}
