//! Teachers and their pupils: who becomes one, and what they then see of each other.

use komadai_community::clubs::StoredClubAct;
use komadai_store::{
    Club, Tx,
    clubs::{
        coaching::{self, Agreement, CoachingPartner, Person},
        members::ClubMember,
    },
};
use uuid::Uuid;

use super::{
    AuditLine, ClubRefusal, ClubView, Clubs, Result,
    act::{Actor, line_of, own_line},
    joining::may_meet,
};

/// How many pupils a teacher has at most, those who are only asked included.
pub const PUPILS_MAX: usize = 50;

/// How many teachers a member of a club has at most, those who are only asked included.
pub const TEACHERS_MAX: usize = 10;

/// What a member sees of a club's teachers and pupils.
#[derive(Clone, Debug)]
pub struct CoachingLook {
    /// Whether they teach.
    pub teaches: bool,
    /// Everybody who teaches.
    pub teachers: Vec<Person>,
    /// Their own teachers, and those with whom one of the two waits for the other.
    pub own_teachers: Vec<CoachingPartner>,
    /// The same of their pupils.
    pub pupils: Vec<CoachingPartner>,
}

impl Clubs {
    /// Who teaches in a club, and whom the caller teaches or learns from.
    ///
    /// # Errors
    /// When the caller is no member, or the database fails.
    pub async fn coaching(&self, look: &ClubView) -> Result<CoachingLook> {
        let own = own(look)?;
        let mut conn = self.store.read().await?;
        Ok(CoachingLook {
            teaches: coaching::is_teacher(&mut conn, own.id).await?,
            teachers: coaching::teachers(&mut conn, look.club.id).await?,
            own_teachers: coaching::teachers_of(&mut conn, own.id).await?,
            pupils: coaching::pupils(&mut conn, own.id).await?,
        })
    }

    /// A pupil of the caller's, who has agreed that the caller sees how they get on.
    ///
    /// # Errors
    /// When they are no pupil of the caller's, or one of the two has blocked the other.
    pub async fn pupil(&self, look: &ClubView, pupil: Uuid) -> Result<Person> {
        let own = own(look)?;
        let mut conn = self.store.read().await?;
        let pupils = coaching::pupils(&mut conn, own.id).await?;
        let found = pupils.into_iter().find(|it| it.person.member == pupil);
        let found = found.filter(|it| it.agreement.agreed_ms.is_some());
        let found = found.ok_or(ClubRefusal::UnknownThing("such pupil"))?.person;
        if let Some(user) = own.user {
            may_meet(&mut conn, user, found.user).await?;
        }
        Ok(found)
    }
}

/// The caller's line.
pub(super) fn own(look: &ClubView) -> Result<&ClubMember, ClubRefusal> {
    look.member.as_ref().ok_or(ClubRefusal::Private)
}

pub(super) async fn set_teacher(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    member: Uuid,
    teaches: bool,
) -> Result<AuditLine> {
    let found = line_of(tx, club, member).await?;
    let user = found.user.ok_or(ClubRefusal::NoAccount)?;
    let act = if teaches {
        coaching::add_teacher(tx, club.id, found.id, acting.now_ms).await?;
        StoredClubAct::AddTeacher
    } else {
        coaching::remove_teacher(tx, found.id).await?;
        StoredClubAct::RemoveTeacher
    };
    Ok(AuditLine::new(act).about(Some(user)))
}

/// A teacher asks a member to become a pupil, or accepts one who has asked.
pub(super) async fn teach(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    pupil: Uuid,
) -> Result<AuditLine> {
    let teacher = own_line(tx, club, acting).await?;
    if !coaching::is_teacher(tx, teacher.id).await? {
        return Err(ClubRefusal::NotAllowed.into());
    }
    let pupil = line_of(tx, club, pupil).await?;
    let agreed = meet(tx, club, acting, (&teacher, &pupil), true).await?;
    let act = if agreed { StoredClubAct::AcceptPupil } else { StoredClubAct::AskPupil };
    Ok(AuditLine::new(act).about(pupil.user))
}

/// A member asks a teacher to teach them, or accepts one who has asked.
pub(super) async fn learn(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    teacher: Uuid,
) -> Result<AuditLine> {
    let pupil = own_line(tx, club, acting).await?;
    let teacher = line_of(tx, club, teacher).await?;
    if !coaching::is_teacher(tx, teacher.id).await? {
        return Err(ClubRefusal::UnknownThing("such teacher").into());
    }
    let agreed = meet(tx, club, acting, (&teacher, &pupil), false).await?;
    let act = if agreed { StoredClubAct::AcceptTeacher } else { StoredClubAct::AskTeacher };
    Ok(AuditLine::new(act).about(teacher.user))
}

/// One of the two says yes; whether both have now.
async fn meet(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    (teacher, pupil): (&ClubMember, &ClubMember),
    by_teacher: bool,
) -> Result<bool> {
    let teacher_user = teacher.user.ok_or(ClubRefusal::NoAccount)?;
    let pupil_user = pupil.user.ok_or(ClubRefusal::NoAccount)?;
    if teacher.id == pupil.id {
        let text = "nobody is their own teacher; choose another member".to_owned();
        return Err(ClubRefusal::Words(text).into());
    }
    may_meet(tx, teacher_user, pupil_user).await?;
    match coaching::agreement(tx, teacher.id, pupil.id).await? {
        None => {
            has_room(tx, teacher.id, pupil.id).await?;
            let both = (teacher.id, pupil.id);
            coaching::ask(tx, club.id, both, by_teacher, acting.now_ms).await?;
            Ok(false)
        }
        Some(Agreement { agreed_ms: Some(_), .. }) => {
            let text = "you have both agreed to this already".to_owned();
            Err(ClubRefusal::Words(text).into())
        }
        Some(it) if it.by_teacher == by_teacher => {
            let text = "you have asked already; wait for the answer".to_owned();
            Err(ClubRefusal::Words(text).into())
        }
        Some(_) => {
            coaching::agree(tx, teacher.id, pupil.id, acting.now_ms).await?;
            Ok(true)
        }
    }
}

async fn has_room(tx: &mut Tx, teacher: Uuid, pupil: Uuid) -> Result<()> {
    if coaching::pupils(tx, teacher).await?.len() >= PUPILS_MAX {
        let text = format!("a teacher has at most {PUPILS_MAX} pupils");
        return Err(ClubRefusal::Full(text).into());
    }
    if coaching::teachers_of(tx, pupil).await?.len() >= TEACHERS_MAX {
        let text = format!("a member has at most {TEACHERS_MAX} teachers in a club");
        return Err(ClubRefusal::Full(text).into());
    }
    Ok(())
}

/// A teacher or a pupil ends it, or says no.
pub(super) async fn end(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    teacher: Uuid,
    pupil: Uuid,
) -> Result<AuditLine> {
    let own = own_line(tx, club, acting).await?;
    let other = match own.id {
        id if id == teacher => pupil,
        id if id == pupil => teacher,
        _ => return Err(ClubRefusal::NotAllowed.into()),
    };
    let other = line_of(tx, club, other).await?;
    if !coaching::end(tx, teacher, pupil).await? {
        return Err(ClubRefusal::UnknownThing("such pupil").into());
    }
    let is_teacher = own.id == teacher;
    let act = if is_teacher { StoredClubAct::EndPupil } else { StoredClubAct::EndTeacher };
    Ok(AuditLine::new(act).about(other.user))
}
