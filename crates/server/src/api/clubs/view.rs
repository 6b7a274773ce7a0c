//! How clubs look to a client.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use komadai_service::clubs::{self, BadRow, Look};
use komadai_store::{
    ClubRole, TournamentSummary,
    clubs::{
        CLUBS_LISTED, ListedClub, announcements::Announcement, members::ListedMember,
        trail::NamedClubDeed,
    },
};
use serde::Serialize;
use uuid::Uuid;

use crate::api::{ratings::whole, tournaments::view::Summary};

#[derive(Serialize)]
struct ClubSummary {
    slug: String,
    name: String,
    city: String,
    lang: String,
    private: bool,
    joining: &'static str,
    members: i64,
    role: Option<&'static str>,
}

#[derive(Serialize)]
pub(super) struct List {
    clubs: Vec<ClubSummary>,
    /// There may be more: other words find them.
    full: bool,
}

impl List {
    pub(super) fn of(found: Vec<ListedClub>) -> Self {
        let full = found.len() >= CLUBS_LISTED as usize;
        let summary = |it: ListedClub| ClubSummary {
            slug: it.club.slug,
            name: it.club.name,
            city: it.club.city,
            lang: it.club.lang,
            private: it.club.private,
            joining: it.club.joining.as_str(),
            members: it.n_members,
            role: it.role.map(ClubRole::as_str),
        };
        Self { clubs: found.into_iter().map(summary).collect(), full }
    }
}

/// What the page shows of whoever looks at it.
#[derive(Serialize)]
struct You {
    signed_in: bool,
    /// What they may do.
    role: Option<&'static str>,
    /// Their line of the list.
    member: Option<Uuid>,
    joined: Option<i64>,
    /// When they asked, while nobody has answered.
    asked: Option<i64>,
    declined: Option<i64>,
    banned: bool,
    /// The name on a line that waits for them.
    offered: Option<String>,
}

#[derive(Serialize)]
struct AnnouncementView {
    id: Uuid,
    by: String,
    title: String,
    text: String,
    made: i64,
    changed: Option<i64>,
}

/// A club; of a private one others see the name and how one joins, and nothing else.
#[derive(Serialize)]
pub(super) struct Club {
    slug: String,
    name: String,
    private: bool,
    joining: &'static str,
    /// Whether the rest is shown.
    inside: bool,
    city: String,
    about: String,
    link: String,
    lang: String,
    members: i64,
    founded: i64,
    you: You,
    announcements: Vec<AnnouncementView>,
    tournaments: Vec<Summary>,
}

impl Club {
    pub(super) fn of(
        look: Look,
        signed_in: bool,
        announcements: Vec<Announcement>,
        tournaments: Vec<TournamentSummary>,
    ) -> Self {
        let inside = look.sees_inside();
        let shown = |text: String| if inside { text } else { String::new() };
        let Look { club, member, role, request, banned, offered, n_members } = look;
        let announcement = |it: Announcement| AnnouncementView {
            id: it.id,
            by: it.by_name,
            title: it.title,
            text: it.text,
            made: it.made_ms,
            changed: it.changed_ms,
        };
        Self {
            slug: club.slug,
            name: club.name,
            private: club.private,
            joining: club.joining.as_str(),
            inside,
            city: shown(club.city),
            about: shown(club.about),
            link: shown(club.link),
            lang: shown(club.lang),
            members: if inside { n_members } else { 0 },
            founded: if inside { club.created_ms } else { 0 },
            you: You {
                signed_in,
                role: role.map(ClubRole::as_str),
                member: member.as_ref().map(|it| it.id),
                joined: member.map(|it| it.joined_ms),
                asked: request.as_ref().filter(|it| it.declined_ms.is_none()).map(|it| it.made_ms),
                declined: request.and_then(|it| it.declined_ms),
                banned,
                offered,
            },
            announcements: announcements.into_iter().map(announcement).collect(),
            tournaments: tournaments.into_iter().map(Summary::from).collect(),
        }
    }
}

/// The club's own grade.
#[derive(Serialize)]
struct ClubGrade {
    grade: String,
    awarded: Option<i64>,
}

#[derive(Serialize)]
struct MemberView {
    id: Uuid,
    name: String,
    handle: Option<String>,
    role: &'static str,
    joined: i64,
    rating: Option<i32>,
    provisional: bool,
    /// The grade that was earned here.
    earned: Option<String>,
    /// The grade that the club has awarded.
    club_grade: Option<ClubGrade>,
    /// For organisers.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The account that may take the line over; for organisers.
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<String>,
}

#[derive(Serialize)]
pub(super) struct Members {
    members: Vec<MemberView>,
}

impl Members {
    pub(super) fn of(found: Vec<ListedMember>, organises: bool, now_ms: i64) -> Self {
        let view = |it: ListedMember| {
            let ListedMember { member, account, offered_handle, rating, earned } = it;
            let (handle, name) = match account {
                Some((handle, name)) => (Some(handle), name),
                None => (None, member.name),
            };
            MemberView {
                id: member.id,
                name,
                handle,
                role: member.role.as_str(),
                joined: member.joined_ms,
                rating: rating.map(|it| whole(it.rating)),
                provisional: rating.is_some_and(|it| it.certain_until_ms <= now_ms),
                earned,
                club_grade: member.grade.map(|grade| ClubGrade { grade, awarded: member.grade_ms }),
                note: organises.then_some(member.note),
                offered: offered_handle.filter(|_| organises),
            }
        };
        Self { members: found.into_iter().map(view).collect() }
    }
}

#[derive(Serialize)]
struct RequestView {
    handle: String,
    name: String,
    words: String,
    made: i64,
}

#[derive(Serialize)]
struct InvitationView {
    id: Uuid,
    by: String,
    made: i64,
    expires: i64,
    uses: Option<i64>,
    used: i64,
}

#[derive(Serialize)]
struct BanView {
    handle: String,
    name: String,
    reason: String,
    since: i64,
}

/// What organisers see beside the list.
#[derive(Serialize)]
pub(super) struct Desk {
    requests: Vec<RequestView>,
    invitations: Vec<InvitationView>,
    bans: Vec<BanView>,
}

impl Desk {
    pub(super) fn of(desk: clubs::Desk) -> Self {
        let requests = desk.requests.into_iter().map(|it| RequestView {
            handle: it.handle,
            name: it.name,
            words: it.words,
            made: it.made_ms,
        });
        let invitations = desk.invitations.into_iter().map(|it| InvitationView {
            id: it.id,
            by: it.by_name,
            made: it.made_ms,
            expires: it.expires_ms,
            uses: it.uses_max,
            used: it.n_used,
        });
        let bans = desk.bans.into_iter().map(|it| BanView {
            handle: it.handle,
            name: it.name,
            reason: it.reason,
            since: it.since_ms,
        });
        Self {
            requests: requests.collect(),
            invitations: invitations.collect(),
            bans: bans.collect(),
        }
    }
}

#[derive(Serialize)]
struct DeedView {
    at: i64,
    by: String,
    action: String,
    about: Option<String>,
    details: String,
}

#[derive(Serialize)]
pub(super) struct Trail {
    acts: Vec<DeedView>,
    /// The query of the next page.
    next: Option<String>,
}

impl Trail {
    pub(super) fn of(deeds: Vec<NamedClubDeed>) -> Self {
        let is_full = deeds.len() >= clubs::TRAIL_LISTED as usize;
        let last = deeds.last().filter(|_| is_full);
        let next = last.map(|it| format!("after_ms={}&after={}", it.deed.at_ms, it.deed.id));
        let view = |it: NamedClubDeed| DeedView {
            at: it.deed.at_ms,
            by: it.by_name,
            action: it.deed.action,
            about: it.about_name,
            details: it.deed.details,
        };
        Self { acts: deeds.into_iter().map(view).collect(), next }
    }
}

#[derive(Serialize)]
pub(super) struct Imported {
    added: usize,
    changed: usize,
}

impl Imported {
    pub(super) fn of(imported: clubs::Imported) -> Self {
        Self { added: imported.added, changed: imported.changed }
    }
}

#[derive(Serialize)]
struct RowView {
    line: usize,
    problem: &'static str,
    value: String,
}

/// A list that cannot be taken, as RFC 9457 has it, with every bad row.
#[derive(Serialize)]
pub(super) struct BadRows {
    #[serde(rename = "type")]
    kind: &'static str,
    title: &'static str,
    status: u16,
    code: &'static str,
    detail: String,
    rows: Vec<RowView>,
}

impl BadRows {
    pub(super) fn of(rows: Vec<BadRow>, detail: String) -> Self {
        let view =
            |it: BadRow| RowView { line: it.line, problem: it.problem.code(), value: it.value };
        Self {
            kind: "about:blank",
            title: "Unprocessable Entity",
            status: StatusCode::UNPROCESSABLE_ENTITY.as_u16(),
            code: "bad_rows",
            detail,
            rows: rows.into_iter().map(view).collect(),
        }
    }
}

impl IntoResponse for BadRows {
    fn into_response(self) -> Response {
        let mut response = (StatusCode::UNPROCESSABLE_ENTITY, Json(self)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}
