//! How clubs look to a client.

use komadai_ids::Code;
use komadai_protocol::http::{
    clubs as wire, games::FoundGame, paging::NextPage, people::Person,
    tournaments::TournamentSummary,
};
use komadai_service::{
    clubs::{self, ClubView},
    read_json,
};
use komadai_store::clubs::{
    CLUBS_LISTED, ListedClub,
    announcements::Announcement,
    audit::{LISTED_MAX, NamedClubAuditEntry},
    members::ListedMember,
};

use crate::render::ratings::whole;

pub(super) fn list(found: Vec<ListedClub>) -> wire::ClubList {
    let full = found.len() >= CLUBS_LISTED as usize;
    let summary = |it: ListedClub| wire::ClubSummary {
        slug: it.club.slug,
        name: it.club.settings.name,
        city: it.club.settings.city,
        lang: it.club.settings.lang,
        private: it.club.settings.private,
        joining: it.club.settings.joining,
        n_members: it.n_members,
        role: it.role,
    };
    wire::ClubList { clubs: found.into_iter().map(summary).collect(), full }
}

/// What goes on in a club.
#[derive(Debug, Default)]
pub(super) struct ClubActivity {
    pub playing: Vec<Code>,
    pub here: Vec<Person>,
    pub results: Vec<FoundGame>,
}

/// Of a private club others see the name and how one joins, and nothing else.
pub(super) fn club(
    look: ClubView,
    signed_in: bool,
    announcements: Vec<Announcement>,
    tournaments: Vec<TournamentSummary>,
    activity: ClubActivity,
) -> wire::Club {
    let inside = look.sees_inside();
    let ClubView { club, member, role, request, banned, offered, n_members } = look;
    let announcement = |it: Announcement| wire::Announcement {
        id: it.id,
        by: it.by_name,
        title: it.title,
        text: it.text,
        made_ms: it.made_ms,
        changed_ms: it.changed_ms,
        pinned: it.pinned,
    };
    wire::Club {
        slug: club.slug,
        settings: club.settings.seen_as(role),
        inside,
        n_members: if inside { n_members } else { 0 },
        founded_ms: if inside { club.created_ms } else { 0 },
        you: wire::YouInClub {
            signed_in,
            role,
            member: member.as_ref().map(|it| it.id),
            joined_ms: member.map(|it| it.joined_ms),
            asked_ms: request.as_ref().filter(|it| it.declined_ms.is_none()).map(|it| it.made_ms),
            declined_ms: request.and_then(|it| it.declined_ms),
            banned,
            offered,
        },
        announcements: announcements.into_iter().map(announcement).collect(),
        tournaments,
        playing: activity.playing,
        here: activity.here,
        results: activity.results,
    }
}

pub(super) fn members(found: Vec<ListedMember>, organises: bool, now_ms: i64) -> wire::ClubMembers {
    let view = |it: ListedMember| {
        let ListedMember { member, account, bot, offered_handle, rating, earned, teaches } = it;
        let (handle, name) = match account {
            Some((handle, name)) => (Some(handle), name),
            None => (None, member.name),
        };
        wire::ClubMember {
            id: member.id,
            name,
            handle,
            bot,
            role: member.role,
            teaches,
            joined_ms: member.joined_ms,
            rating: rating.map(|it| whole(it.rating)),
            provisional: rating.is_some_and(|it| it.certain_until_ms <= now_ms),
            earned: earned.and_then(|grade| grade.parse().ok()),
            club_grade: member
                .grade
                .and_then(|grade| grade.parse().ok())
                .map(|grade| wire::ClubGrade { grade, awarded_ms: member.grade_ms }),
            note: organises.then_some(member.note),
            offered: offered_handle.filter(|_| organises),
        }
    };
    wire::ClubMembers { members: found.into_iter().map(view).collect() }
}

pub(super) fn desk(desk: clubs::OrganiserView) -> wire::ClubDesk {
    let requests = desk.requests.into_iter().map(|it| wire::JoinRequest {
        handle: it.handle,
        name: it.name,
        bot: it.bot,
        words: it.words,
        made_ms: it.made_ms,
    });
    let invitations = desk.invitations.into_iter().map(|it| wire::ClubInvitation {
        id: it.id,
        by: it.by_name,
        made_ms: it.made_ms,
        expires_ms: it.expires_ms,
        uses_max: it.uses_max,
        n_used: it.n_used,
    });
    let bans = desk.bans.into_iter().map(|it| wire::ClubBan {
        handle: it.handle,
        name: it.name,
        bot: it.bot,
        reason: it.reason,
        since_ms: it.since_ms,
    });
    wire::ClubDesk {
        requests: requests.collect(),
        invitations: invitations.collect(),
        bans: bans.collect(),
    }
}

/// A page of the audit log.
pub(super) fn audit_log(
    found: Vec<NamedClubAuditEntry>,
) -> komadai_store::Result<wire::ClubAuditLog> {
    let last = found.last().filter(|_| found.len() >= LISTED_MAX as usize);
    let next = last.map(|it| NextPage::after(it.entry.at_ms, it.entry.id));
    let view = |NamedClubAuditEntry { entry, by_name, about_name }| {
        Ok(wire::ClubAuditEntry {
            id: entry.id,
            at_ms: entry.at_ms,
            by: by_name,
            about: about_name,
            act: read_json(&entry.act, "club_acts", "act", entry.id)?,
        })
    };
    let entries = found.into_iter().map(view).collect::<komadai_store::Result<_>>()?;
    Ok(wire::ClubAuditLog { entries, next })
}
