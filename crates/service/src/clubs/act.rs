//! What is done in a club.

use komadai_community::{
    clubs::{
        ClubAct, ClubRefusal, NAME_CHARS_MAX, NOTE_CHARS_MAX, NewClubMember, Slug, StoredClubAct,
        TEXT_CHARS_MAX, TITLE_CHARS_MAX, line, text,
    },
    grades,
};
use komadai_ids::UserId;
use komadai_rules::Grade;
use komadai_store::{
    Club, ClubRole, Conn, Tx,
    clubs::{
        self as rows, announcements, audit, invitations, joining,
        members::{self, ClubMember},
    },
};
use uuid::Uuid;

use super::{
    ANNOUNCEMENTS_MAX, ActOutcome, AuditLine, ClubError, Clubs, MEMBERS_MAX, Result, Viewer, bells,
    blank,
    bridges::{remove_bridge, try_bridge},
    coaching::{end, learn, set_teacher, teach},
    ended,
    homework::{drop_homework, tick},
    joining::{invite, leave, offered},
    ladder::{
        challenge, close_ladder, join_ladder, leave_ladder, put_at_place, refuse, set_ladder,
        withdraw,
    },
    note,
    ranks::{ban, hand_over, remove, set_role},
    settings::said,
};
use crate::accounts::mentioned;

/// The person acting, in the club that is locked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Actor {
    pub(super) user: UserId,
    pub(super) role: Option<ClubRole>,
    pub(super) now_ms: i64,
}

impl Clubs {
    /// Does something in a club. The same `id` does it once, however often it comes.
    ///
    /// # Errors
    /// When it is not done; nothing has changed then.
    pub async fn act(
        &self,
        slug: &str,
        viewer: Viewer,
        id: Uuid,
        act: &ClubAct,
    ) -> Result<ActOutcome> {
        let begins = match act {
            ClubAct::LadderAccept { challenge } | ClubAct::LadderBegin { challenge } => {
                Some(*challenge)
            }
            _ => None,
        };
        if let Some(challenge) = begins {
            self.may_begin(slug, viewer, challenge).await?;
        }
        let mut tx = self.store.write().await?;
        let acted = self.acted(&mut tx, slug, viewer, id, act).await;
        let done = ended(tx, acted).await?;
        if begins.is_some() {
            self.look_after_ladders().await;
        }
        Ok(done)
    }

    async fn acted(
        &self,
        tx: &mut Tx,
        slug: &str,
        viewer: Viewer,
        id: Uuid,
        act: &ClubAct,
    ) -> Result<ActOutcome> {
        let Some((club, acting)) = self.take(tx, slug, viewer, id).await? else {
            return Ok(ActOutcome::default());
        };
        if act.takes().is_some_and(|role| acting.role < Some(role)) {
            return Err(ClubRefusal::NotAllowed.into());
        }
        let (entry, done) = self.carry_out(tx, &club, acting, id, act).await?;
        bells::ring_for(tx, &club, acting, &entry).await?;
        note(tx, &club, id, acting.user, acting.now_ms, entry).await?;
        Ok(done)
    }

    /// Takes a club for a transaction, and looks who acts. `None`: it was done before.
    pub(super) async fn take(
        &self,
        tx: &mut Tx,
        slug: &str,
        viewer: Viewer,
        id: Uuid,
    ) -> Result<Option<(Club, Actor)>> {
        self.may_change()?;
        if !Slug::is_one(slug) {
            return Err(ClubRefusal::Unknown.into());
        }
        let now_ms = self.now_ms();
        let found = rows::find_by_slug(tx, slug).await?.ok_or(ClubRefusal::Unknown)?;
        let club = rows::take(tx, found.id, now_ms).await?.ok_or(ClubRefusal::Unknown)?;
        if audit::is_done(tx, id).await? {
            return Ok(None);
        }
        let own = members::of_user(tx, club.id, viewer.user).await?.map(|it| it.role);
        let role = if viewer.runs_site { Some(ClubRole::Owner) } else { own };
        Ok(Some((club, Actor { user: viewer.user, role, now_ms })))
    }

    async fn carry_out(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        id: Uuid,
        act: &ClubAct,
    ) -> Result<(AuditLine, ActOutcome)> {
        let entry = match act {
            ClubAct::Edit { settings } => {
                let checked = settings.checked(Some(&club.settings.name))?;
                rows::edit(tx, &said(checked, club.clone())).await?;
                AuditLine::new(StoredClubAct::Edit)
            }
            ClubAct::Join { words, invitation } => {
                self.join(tx, club, acting, words, invitation).await?
            }
            ClubAct::Withdraw => {
                joining::drop_request(tx, club.id, acting.user).await?;
                AuditLine::new(StoredClubAct::Withdraw)
            }
            ClubAct::Leave => leave(tx, club, acting).await?,
            ClubAct::Accept { handle } => {
                let user = account(tx, handle).await?;
                self.accept(tx, club, acting, user).await?
            }
            ClubAct::Decline { handle } => {
                let user = account(tx, handle).await?;
                if !joining::decline(tx, club.id, user, acting.now_ms).await? {
                    return Err(ClubRefusal::UnknownThing("such request").into());
                }
                AuditLine::new(StoredClubAct::Decline).about(Some(user))
            }
            ClubAct::Invite { days, uses_max } => {
                let (entry, token) = invite(tx, club, acting, id, *days, *uses_max).await?;
                return Ok((entry, ActOutcome { token: Some(token) }));
            }
            ClubAct::Revoke { invitation } => {
                if !invitations::revoke(tx, club.id, *invitation, acting.now_ms).await? {
                    return Err(ClubRefusal::UnknownThing("such link").into());
                }
                AuditLine::new(StoredClubAct::Revoke)
            }
            ClubAct::Announce { .. } | ClubAct::Reword { .. } | ClubAct::Unannounce { .. } => {
                self.tell(tx, club, acting, id, act).await?
            }
            ClubAct::Pin { announcement, pinned } => {
                let title = announcements::pin(tx, club.id, *announcement, *pinned).await?;
                let title = title.ok_or(ClubRefusal::UnknownThing("such announcement"))?;
                AuditLine::new(StoredClubAct::Pin { title, pinned: *pinned })
            }
            ClubAct::Add { player } => add(tx, club, acting, player).await?,
            ClubAct::Change { member, name, handle, note } => {
                change(tx, club, acting, *member, (name, handle, note)).await?
            }
            ClubAct::Role { member, role } => set_role(tx, club, *member, *role).await?,
            ClubAct::HandOver { member } => hand_over(tx, club, acting, *member).await?,
            ClubAct::Remove { member } => {
                let found = line_of(tx, club, *member).await?;
                remove(tx, club, acting, &found).await?;
                AuditLine::new(StoredClubAct::Remove { name: found.name }).about(found.user)
            }
            ClubAct::Ban { handle, reason } => ban(tx, club, acting, handle, reason).await?,
            ClubAct::Unban { handle } => {
                let user = account(tx, handle).await?;
                if !joining::unban(tx, club.id, user).await? {
                    return Err(ClubRefusal::UnknownThing("such ban").into());
                }
                AuditLine::new(StoredClubAct::Unban).about(Some(user))
            }
            ClubAct::Award { member, grade } => award(tx, club, acting, *member, grade).await?,
            ClubAct::Teacher { member, teaches } => {
                set_teacher(tx, club, acting, *member, *teaches).await?
            }
            ClubAct::Teach { pupil } => teach(tx, club, acting, *pupil).await?,
            ClubAct::Learn { teacher } => learn(tx, club, acting, *teacher).await?,
            ClubAct::EndCoaching { teacher, pupil } => {
                end(tx, club, acting, *teacher, *pupil).await?
            }
            ClubAct::SetHomework { homework } => {
                self.set_homework(tx, club, acting, id, homework).await?
            }
            ClubAct::DropHomework { homework } => {
                drop_homework(tx, club, acting, *homework).await?
            }
            ClubAct::Tick { homework, place, done } => {
                tick(tx, club, acting, *homework, *place, *done).await?
            }
            ClubAct::SetLadder { settings } => set_ladder(tx, club, acting, settings).await?,
            ClubAct::CloseLadder => close_ladder(tx, club).await?,
            ClubAct::JoinLadder => join_ladder(tx, club, acting).await?,
            ClubAct::LeaveLadder => leave_ladder(tx, club, acting).await?,
            ClubAct::LadderChallenge { handle } => {
                let user = account(tx, handle).await?;
                self::challenge(tx, club, acting, id, user).await?
            }
            ClubAct::LadderAccept { challenge } => {
                self.accept_on_ladder(tx, club, acting, *challenge).await?
            }
            ClubAct::LadderRefuse { challenge } => refuse(tx, club, acting, *challenge).await?,
            ClubAct::LadderWithdraw { challenge } => withdraw(tx, club, acting, *challenge).await?,
            ClubAct::LadderBegin { challenge } => {
                self.begin_on_ladder(tx, club, acting, *challenge).await?
            }
            ClubAct::LadderRemove { handle, reason } => {
                let user = account(tx, handle).await?;
                self.remove_from_ladder(tx, club, acting, user, reason).await?
            }
            ClubAct::LadderPlace { handle, place } => {
                let user = account(tx, handle).await?;
                put_at_place(tx, club, acting, user, *place).await?
            }
            ClubAct::AddBridge { bridge, secret } => {
                return self.add_bridge(tx, club, acting, id, bridge, secret).await;
            }
            ClubAct::ChangeBridge { bridge, settings, secret } => {
                self.change_bridge(tx, club, *bridge, settings, secret).await?
            }
            ClubAct::RemoveBridge { bridge } => remove_bridge(tx, club, *bridge).await?,
            ClubAct::TryBridge { bridge } => try_bridge(tx, club, acting, id, *bridge).await?,
            ClubAct::Close => {
                rows::close(tx, club.id, acting.now_ms).await?;
                AuditLine::new(StoredClubAct::Close)
            }
        };
        Ok((entry, ActOutcome::default()))
    }

    /// Takes a line from what somebody may say on the site.
    pub(super) fn may_say(&self, user: UserId) -> Result<()> {
        let now_ms = self.now_ms() as u64;
        // A person who speaks for a club has an account.
        let taker = komadai_live::Taker { user, guest: false, address: None };
        let said = self.directory.sanctions().say(taker, now_ms);
        said.map_err(|refused| ClubError::Silenced(refused.why))
    }

    async fn tell(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Actor,
        id: Uuid,
        act: &ClubAct,
    ) -> Result<AuditLine> {
        let checked = |title: &str, words: &str| {
            let title = line(title, "a title", TITLE_CHARS_MAX)?;
            if title.is_empty() {
                let text = "an announcement needs a title".to_owned();
                return Err(ClubRefusal::Words(text));
            }
            Ok((title, text(words, "an announcement", TEXT_CHARS_MAX)?))
        };
        let unknown = ClubRefusal::UnknownThing("such announcement");
        match act {
            ClubAct::Announce { title, text } => {
                let (title, text) = checked(title, text)?;
                if announcements::count(tx, club.id).await? >= ANNOUNCEMENTS_MAX {
                    let text = format!(
                        "a club has at most {ANNOUNCEMENTS_MAX} announcements; delete an old one"
                    );
                    return Err(ClubRefusal::Full(text).into());
                }
                self.may_say(acting.user)?;
                let words = (title.as_str(), text.as_str());
                announcements::insert(tx, club.id, id, acting.user, words, acting.now_ms).await?;
                Ok(AuditLine::new(StoredClubAct::Announce { title }))
            }
            ClubAct::Reword { announcement, title, text } => {
                let (title, text) = checked(title, text)?;
                self.may_say(acting.user)?;
                let words = (title.as_str(), text.as_str());
                let at_ms = acting.now_ms;
                if !announcements::edit(tx, club.id, *announcement, words, at_ms).await? {
                    return Err(unknown.into());
                }
                Ok(AuditLine::new(StoredClubAct::Reword { title }))
            }
            ClubAct::Unannounce { announcement } => {
                if !announcements::delete(tx, club.id, *announcement).await? {
                    return Err(unknown.into());
                }
                Ok(AuditLine::new(StoredClubAct::Unannounce))
            }
            _ => Err(unknown.into()),
        }
    }
}

/// Whether so many more can be on the list.
pub(super) async fn has_room(tx: &mut Tx, club: &Club, n_more: usize) -> Result<()> {
    if members::count(tx, club.id).await? + n_more as i64 > MEMBERS_MAX {
        let text = format!("a club has at most {MEMBERS_MAX} members");
        return Err(ClubRefusal::Full(text).into());
    }
    Ok(())
}

/// A line of the list.
pub(super) async fn line_of(tx: &mut Tx, club: &Club, member: Uuid) -> Result<ClubMember> {
    let found = members::find(tx, club.id, member).await?;
    Ok(found.ok_or(ClubRefusal::UnknownThing("such member"))?)
}

/// The line of the person acting.
pub(super) async fn own_line(tx: &mut Tx, club: &Club, acting: Actor) -> Result<ClubMember> {
    let own = members::of_user(tx, club.id, acting.user).await?;
    Ok(own.ok_or(ClubRefusal::NotAllowed)?)
}

/// The account with this user name.
pub(super) async fn account(conn: &mut Conn, handle: &str) -> Result<UserId> {
    let found = mentioned(conn, handle).await?;
    Ok(found.ok_or(ClubRefusal::UnknownPlayer)?.user.id)
}

/// The name that is typed for somebody without an account.
fn typed_name(name: &str) -> Result<String, ClubRefusal> {
    let name = line(name, "a player's name", NAME_CHARS_MAX)?;
    if name.is_empty() {
        Err(ClubRefusal::Words("a player without an account needs a name".to_owned()))
    } else {
        Ok(name)
    }
}

fn read_grade(text: &str) -> Result<Option<Grade>, ClubRefusal> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let problem = || ClubRefusal::Words("a grade is one such as 3k or 2d".to_owned());
    grades::read(text).map(Some).ok_or_else(problem)
}

async fn add(tx: &mut Tx, club: &Club, acting: Actor, player: &NewClubMember) -> Result<AuditLine> {
    has_room(tx, club, 1).await?;
    let name = typed_name(&player.name)?;
    let grade = read_grade(&player.grade)?;
    let line = ClubMember {
        name: name.clone(),
        note: line(&player.note, "a note", NOTE_CHARS_MAX)?,
        offered: offered(tx, club, acting, &player.handle).await?,
        grade_ms: grade.map(|_| acting.now_ms),
        grade: grade.map(|it| it.to_string()),
        ..blank(club.id, acting.now_ms)
    };
    members::insert(tx, &line, Some(acting.user)).await?;
    Ok(AuditLine::new(StoredClubAct::Add { name }).about(line.offered))
}

async fn change(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    member: Uuid,
    (name, handle, note): (&str, &str, &str),
) -> Result<AuditLine> {
    let mut found = line_of(tx, club, member).await?;
    found.note = line(note, "a note", NOTE_CHARS_MAX)?;
    if found.user.is_none() {
        found.name = typed_name(name)?;
        found.offered = offered(tx, club, acting, handle).await?;
    }
    members::put(tx, &found).await?;
    let about = found.user.or(found.offered);
    Ok(AuditLine::new(StoredClubAct::Change { name: found.name }).about(about))
}

async fn award(
    tx: &mut Tx,
    club: &Club,
    acting: Actor,
    member: Uuid,
    grade: &str,
) -> Result<AuditLine> {
    let found = line_of(tx, club, member).await?;
    let grade = read_grade(grade)?;
    let text = grade.map(|it| it.to_string());
    members::award(tx, found.id, text.as_deref(), acting.user, acting.now_ms).await?;
    Ok(AuditLine::new(StoredClubAct::Award { name: found.name, grade }).about(found.user))
}
