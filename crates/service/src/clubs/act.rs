//! What can be done in a club, and who may do it.

use komadai_ids::UserId;
use komadai_store::{
    Club, ClubRole, Conn, Tx, accounts,
    clubs::{
        self as rows, announcements, audit, invitations, joining,
        members::{self, ClubMember},
    },
};
use uuid::Uuid;

use super::{
    ANNOUNCEMENTS_MAX, ClubRefusal, ClubSettings, Clubs, Done, MEMBERS_MAX, Noted, Result, Slug,
    Viewer, blank,
    coaching::{end, learn, set_teacher, teach},
    ended,
    homework::{NewHomework, drop_homework, tick},
    joining::{invite, leave, offered},
    ladder::{
        LadderSettings, challenge, close_ladder, join_ladder, leave_ladder, put_at_place, refuse,
        set_ladder, withdraw,
    },
    note,
    ranks::{ban, hand_over, remove, set_role},
    settings::{
        NAME_CHARS_MAX, NOTE_CHARS_MAX, TEXT_CHARS_MAX, TITLE_CHARS_MAX, grade, line, text,
    },
};
use crate::names::Handle;

/// Somebody who is put on the list by an organiser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewPlayer {
    /// What is typed for them.
    pub name: String,
    /// The account that may take the line over; empty for none.
    pub handle: String,
    /// The grade that the club awards; empty for none.
    pub grade: String,
    /// For the organisers.
    pub note: String,
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClubAct {
    /// An owner says something else of the club.
    Edit(Box<ClubSettings>),
    /// Somebody joins, or asks to.
    Join {
        /// What they say to the organisers.
        words: String,
        /// What is in the link that they have; empty for none.
        invitation: String,
    },
    /// They do not want to any more.
    Withdraw,
    Leave,
    /// An organiser accepts somebody's request.
    Accept(UserId),
    /// An organiser says no.
    Decline(UserId),
    /// An organiser makes a link.
    Invite {
        /// For how many days.
        days: u32,
        /// For how many people; any number without it.
        uses: Option<u32>,
    },
    /// A link leads in no more.
    Revoke(Uuid),
    /// An organiser tells something.
    Announce {
        title: String,
        text: String,
    },
    /// They tell it otherwise.
    Reword {
        announcement: Uuid,
        title: String,
        text: String,
    },
    /// They take it back.
    Unannounce(Uuid),
    /// An organiser puts somebody without an account on the list.
    Add(NewPlayer),
    /// An organiser changes such a line, or the note of any.
    Change {
        member: Uuid,
        /// The name, where there is no account.
        name: String,
        /// The account that may take it over; empty for none.
        handle: String,
        /// For the organisers.
        note: String,
    },
    /// An owner says what somebody may do.
    SetRole {
        member: Uuid,
        role: ClubRole,
    },
    /// An owner makes somebody else the owner, and becomes an organiser.
    HandOver(Uuid),
    /// An organiser takes somebody off the list.
    Remove(Uuid),
    /// An organiser removes somebody from the list, or bans somebody who has asked to join.
    Ban {
        /// Whom, by their user name.
        handle: String,
        reason: String,
    },
    /// They may join again.
    Unban(UserId),
    /// An organiser awards the club's grade; an empty one is taken back.
    Award {
        member: Uuid,
        grade: String,
    },
    /// An organiser makes a member a teacher, or one no longer.
    SetTeacher {
        member: Uuid,
        teaches: bool,
    },
    /// A teacher asks a member to become a pupil, or accepts one who has asked.
    Teach(Uuid),
    /// A member asks a teacher to teach them, or accepts one who has asked.
    Learn(Uuid),
    /// One of the two ends that, or says no.
    EndCoaching {
        teacher: Uuid,
        pupil: Uuid,
    },
    /// A teacher gives pupils something to do.
    SetHomework(Box<NewHomework>),
    /// They take it back.
    DropHomework(Uuid),
    /// A pupil says that something is done, or not.
    Tick {
        homework: Uuid,
        /// Which of the things to do, from 0.
        place: u32,
        is_done: bool,
    },
    /// An organiser opens the club's ladder, or decides otherwise about it.
    SetLadder(Box<LadderSettings>),
    /// They close it, and forget what was played on it.
    CloseLadder,
    JoinLadder,
    LeaveLadder,
    /// A player on the ladder challenges one above them. The challenge has the act's id.
    LadderChallenge(UserId),
    /// The challenged player accepts.
    LadderAccept(Uuid),
    /// They say no.
    LadderRefuse(Uuid),
    /// The challenger takes it back.
    LadderWithdraw(Uuid),
    /// One of the two begins the game on which they have agreed.
    LadderBegin(Uuid),
    /// An organiser takes a player off the ladder.
    LadderRemove {
        user: UserId,
        reason: String,
    },
    /// An organiser puts a player of the ladder at a place, from 1.
    LadderPlace {
        user: UserId,
        place: u32,
    },
    /// An owner closes the club for good.
    Close,
}

impl ClubAct {
    /// What one has to be for it. What members, or those who are none yet, do for themselves
    /// takes nothing, nor what is between teachers and pupils, or players of the ladder.
    fn takes(&self) -> Option<ClubRole> {
        match self {
            Self::Join { .. }
            | Self::Withdraw
            | Self::Leave
            | Self::Teach(_)
            | Self::Learn(_)
            | Self::EndCoaching { .. }
            | Self::SetHomework(_)
            | Self::DropHomework(_)
            | Self::Tick { .. }
            | Self::JoinLadder
            | Self::LeaveLadder
            | Self::LadderChallenge(_)
            | Self::LadderAccept(_)
            | Self::LadderRefuse(_)
            | Self::LadderWithdraw(_)
            | Self::LadderBegin(_) => None,
            Self::Edit(_) | Self::SetRole { .. } | Self::HandOver(_) | Self::Close => {
                Some(ClubRole::Owner)
            }
            Self::Accept(_)
            | Self::Decline(_)
            | Self::Invite { .. }
            | Self::Revoke(_)
            | Self::Announce { .. }
            | Self::Reword { .. }
            | Self::Unannounce(_)
            | Self::Add(_)
            | Self::Change { .. }
            | Self::Remove(_)
            | Self::Ban { .. }
            | Self::Unban(_)
            | Self::Award { .. }
            | Self::SetTeacher { .. }
            | Self::SetLadder(_)
            | Self::CloseLadder
            | Self::LadderRemove { .. }
            | Self::LadderPlace { .. } => Some(ClubRole::Organiser),
        }
    }
}

/// The person acting, in the club that is locked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Acting {
    pub(super) user: UserId,
    pub(super) role: Option<ClubRole>,
    pub(super) now_ms: i64,
}

impl Clubs {
    /// Does something in a club. The same `id` does it once, however often it comes.
    ///
    /// # Errors
    /// When it is not done; nothing has changed then.
    pub async fn act(&self, slug: &str, viewer: Viewer, id: Uuid, act: &ClubAct) -> Result<Done> {
        let begins = match act {
            ClubAct::LadderAccept(challenge) | ClubAct::LadderBegin(challenge) => Some(*challenge),
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
    ) -> Result<Done> {
        let Some((club, acting)) = self.take(tx, slug, viewer, id).await? else {
            return Ok(Done::default());
        };
        if act.takes().is_some_and(|role| acting.role < Some(role)) {
            return Err(ClubRefusal::NotAllowed.into());
        }
        let (noted, done) = self.carry_out(tx, &club, acting, id, act).await?;
        note(tx, &club, id, acting.user, acting.now_ms, noted).await?;
        Ok(done)
    }

    /// Takes a club for a transaction, and looks who acts. `None`: it was done before.
    pub(super) async fn take(
        &self,
        tx: &mut Tx,
        slug: &str,
        viewer: Viewer,
        id: Uuid,
    ) -> Result<Option<(Club, Acting)>> {
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
        Ok(Some((club, Acting { user: viewer.user, role, now_ms })))
    }

    async fn carry_out(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Acting,
        id: Uuid,
        act: &ClubAct,
    ) -> Result<(Noted, Done)> {
        let noted = match act {
            ClubAct::Edit(settings) => {
                rows::edit(tx, &settings.checked(Some(&club.name))?.say(club.clone())).await?;
                Noted::new("edit")
            }
            ClubAct::Join { words, invitation } => {
                self.join(tx, club, acting, words, invitation).await?
            }
            ClubAct::Withdraw => {
                joining::drop_request(tx, club.id, acting.user).await?;
                Noted::new("withdraw")
            }
            ClubAct::Leave => leave(tx, club, acting).await?,
            ClubAct::Accept(user) => self.accept(tx, club, acting, *user).await?,
            ClubAct::Decline(user) => {
                if !joining::decline(tx, club.id, *user, acting.now_ms).await? {
                    return Err(ClubRefusal::UnknownThing("such request").into());
                }
                Noted::new("decline").about(Some(*user))
            }
            ClubAct::Invite { days, uses } => {
                let (noted, token) = invite(tx, club, acting, id, *days, *uses).await?;
                return Ok((noted, Done { token: Some(token) }));
            }
            ClubAct::Revoke(link) => {
                if !invitations::revoke(tx, club.id, *link, acting.now_ms).await? {
                    return Err(ClubRefusal::UnknownThing("such link").into());
                }
                Noted::new("revoke")
            }
            ClubAct::Announce { .. } | ClubAct::Reword { .. } | ClubAct::Unannounce(_) => {
                self.tell(tx, club, acting, id, act).await?
            }
            ClubAct::Add(player) => add(tx, club, acting, player).await?,
            ClubAct::Change { member, name, handle, note } => {
                change(tx, club, acting, *member, (name, handle, note)).await?
            }
            ClubAct::SetRole { member, role } => set_role(tx, club, *member, *role).await?,
            ClubAct::HandOver(member) => hand_over(tx, club, acting, *member).await?,
            ClubAct::Remove(member) => {
                let found = line_of(tx, club, *member).await?;
                remove(tx, club, acting, &found).await?;
                Noted::new("remove").about(found.user).saying(found.name)
            }
            ClubAct::Ban { handle, reason } => ban(tx, club, acting, handle, reason).await?,
            ClubAct::Unban(user) => {
                if !joining::unban(tx, club.id, *user).await? {
                    return Err(ClubRefusal::UnknownThing("such ban").into());
                }
                Noted::new("unban").about(Some(*user))
            }
            ClubAct::Award { member, grade } => award(tx, club, acting, *member, grade).await?,
            ClubAct::SetTeacher { member, teaches } => {
                set_teacher(tx, club, acting, *member, *teaches).await?
            }
            ClubAct::Teach(pupil) => teach(tx, club, acting, *pupil).await?,
            ClubAct::Learn(teacher) => learn(tx, club, acting, *teacher).await?,
            ClubAct::EndCoaching { teacher, pupil } => {
                end(tx, club, acting, *teacher, *pupil).await?
            }
            ClubAct::SetHomework(new) => self.set_homework(tx, club, acting, id, new).await?,
            ClubAct::DropHomework(homework) => drop_homework(tx, club, acting, *homework).await?,
            ClubAct::Tick { homework, place, is_done } => {
                tick(tx, club, acting, *homework, *place, *is_done).await?
            }
            ClubAct::SetLadder(settings) => set_ladder(tx, club, acting, settings).await?,
            ClubAct::CloseLadder => close_ladder(tx, club).await?,
            ClubAct::JoinLadder => join_ladder(tx, club, acting).await?,
            ClubAct::LeaveLadder => leave_ladder(tx, club, acting).await?,
            ClubAct::LadderChallenge(user) => challenge(tx, club, acting, id, *user).await?,
            ClubAct::LadderAccept(it) => self.accept_on_ladder(tx, club, acting, *it).await?,
            ClubAct::LadderRefuse(it) => refuse(tx, club, acting, *it).await?,
            ClubAct::LadderWithdraw(it) => withdraw(tx, club, acting, *it).await?,
            ClubAct::LadderBegin(it) => self.begin_on_ladder(tx, club, acting, *it).await?,
            ClubAct::LadderRemove { user, reason } => {
                self.remove_from_ladder(tx, club, acting, *user, reason).await?
            }
            ClubAct::LadderPlace { user, place } => {
                put_at_place(tx, club, acting, *user, *place).await?
            }
            ClubAct::Close => {
                rows::close(tx, club.id, acting.now_ms).await?;
                Noted::new("close")
            }
        };
        Ok((noted, Done::default()))
    }

    /// Takes a line from what somebody may say on the site.
    pub(super) fn may_say(&self, user: UserId) -> Result<()> {
        let now_ms = self.now_ms() as u64;
        // A person who speaks for a club has an account.
        let taker = komadai_live::Taker { user, guest: false, address: None };
        let said = self.directory.sanctions().say(taker, now_ms);
        said.map_err(|refused| ClubRefusal::Silenced(refused.why).into())
    }

    async fn tell(
        &self,
        tx: &mut Tx,
        club: &Club,
        acting: Acting,
        id: Uuid,
        act: &ClubAct,
    ) -> Result<Noted> {
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
                Ok(Noted::new("announce").saying(title))
            }
            ClubAct::Reword { announcement, title, text } => {
                let (title, text) = checked(title, text)?;
                self.may_say(acting.user)?;
                let words = (title.as_str(), text.as_str());
                let at_ms = acting.now_ms;
                if !announcements::edit(tx, club.id, *announcement, words, at_ms).await? {
                    return Err(unknown.into());
                }
                Ok(Noted::new("reword").saying(title))
            }
            ClubAct::Unannounce(announcement) => {
                if !announcements::delete(tx, club.id, *announcement).await? {
                    return Err(unknown.into());
                }
                Ok(Noted::new("unannounce"))
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
pub(super) async fn own_line(tx: &mut Tx, club: &Club, acting: Acting) -> Result<ClubMember> {
    let own = members::of_user(tx, club.id, acting.user).await?;
    Ok(own.ok_or(ClubRefusal::NotAllowed)?)
}

/// The account with this user name.
pub(super) async fn account(conn: &mut Conn, handle: &str) -> Result<UserId> {
    let handle = handle.trim().trim_start_matches('@');
    let handle = Handle::parse_any(handle).map_err(|_| ClubRefusal::UnknownPlayer)?;
    let found = accounts::find_by_key(conn, handle.key()).await?;
    Ok(found.ok_or(ClubRefusal::UnknownPlayer)?.user.id)
}

/// The name that is typed for somebody without an account.
fn typed_name(name: &str) -> Result<String, ClubRefusal> {
    let name = line(name, "a player's name", NAME_CHARS_MAX)?;
    match name.is_empty() {
        true => Err(ClubRefusal::Words("a player without an account needs a name".to_owned())),
        false => Ok(name),
    }
}

fn read_grade(text: &str) -> Result<Option<String>, ClubRefusal> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let read = grade(text).map(|grade| grade.to_string());
    let problem = || ClubRefusal::Words("a grade is one such as 3k or 2d".to_owned());
    read.map(Some).ok_or_else(problem)
}

async fn add(tx: &mut Tx, club: &Club, acting: Acting, player: &NewPlayer) -> Result<Noted> {
    has_room(tx, club, 1).await?;
    let name = typed_name(&player.name)?;
    let grade = read_grade(&player.grade)?;
    let line = ClubMember {
        name: name.clone(),
        note: line(&player.note, "a note", NOTE_CHARS_MAX)?,
        offered: offered(tx, club, acting, &player.handle).await?,
        grade_ms: grade.as_ref().map(|_| acting.now_ms),
        grade,
        ..blank(club.id, acting.now_ms)
    };
    members::insert(tx, &line, Some(acting.user)).await?;
    Ok(Noted::new("add").about(line.offered).saying(name))
}

async fn change(
    tx: &mut Tx,
    club: &Club,
    acting: Acting,
    member: Uuid,
    (name, handle, note): (&str, &str, &str),
) -> Result<Noted> {
    let mut found = line_of(tx, club, member).await?;
    found.note = line(note, "a note", NOTE_CHARS_MAX)?;
    if found.user.is_none() {
        found.name = typed_name(name)?;
        found.offered = offered(tx, club, acting, handle).await?;
    }
    members::put(tx, &found).await?;
    Ok(Noted::new("change").about(found.user.or(found.offered)).saying(found.name))
}

async fn award(
    tx: &mut Tx,
    club: &Club,
    acting: Acting,
    member: Uuid,
    grade: &str,
) -> Result<Noted> {
    let found = line_of(tx, club, member).await?;
    let grade = read_grade(grade)?;
    members::award(tx, found.id, grade.as_deref(), acting.user, acting.now_ms).await?;
    let details = match found.user {
        Some(_) => grade.unwrap_or_default(),
        None => format!("{}: {}", found.name, grade.unwrap_or_default()),
    };
    Ok(Noted::new("award").about(found.user).saying(details))
}
