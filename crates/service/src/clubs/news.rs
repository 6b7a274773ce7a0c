//! What is new for a member in all clubs.

use komadai_ids::UserId;
use komadai_store::clubs::news::{self as rows, NewAnnouncement, NewMembers};

use super::{Clubs, Result};

/// For how long something is news, in milliseconds: a week.
const NEWS_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// What is new in a club, for one of its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubNews {
    pub slug: String,
    /// The club's name.
    pub club: String,
    /// The title of the latest announcement.
    pub announcement: Option<String>,
    /// How many announcements there are.
    pub n_announcements: u32,
    /// How many have joined.
    pub n_members: u32,
    /// When the last of it came about, in Unix milliseconds.
    pub at_ms: i64,
}

impl Clubs {
    /// What others have announced lately in the clubs to which somebody belongs, and how many have
    /// joined them; the club with the latest news comes first.
    pub async fn news_for(&self, user: UserId) -> Result<Vec<ClubNews>> {
        let since_ms = self.now_ms() - NEWS_MS;
        let mut conn = self.store.read().await?;
        let announced = rows::announcements(&mut conn, user, since_ms).await?;
        let joined = rows::members(&mut conn, user, since_ms).await?;
        Ok(by_club(announced, joined))
    }
}

/// News together, by the club; announcements come the latest first.
fn by_club(announced: Vec<NewAnnouncement>, joined: Vec<NewMembers>) -> Vec<ClubNews> {
    let mut all: Vec<ClubNews> = Vec::new();
    let place_of = |all: &[ClubNews], slug: &str| all.iter().position(|it| it.slug == slug);
    for it in announced {
        match place_of(&all, &it.slug).and_then(|place| all.get_mut(place)) {
            Some(known) => known.n_announcements += 1,
            None => all.push(ClubNews {
                slug: it.slug,
                club: it.club,
                announcement: Some(it.title),
                n_announcements: 1,
                n_members: 0,
                at_ms: it.made_ms,
            }),
        }
    }
    for it in joined {
        match place_of(&all, &it.slug).and_then(|place| all.get_mut(place)) {
            Some(known) => {
                known.n_members = it.n_members;
                known.at_ms = known.at_ms.max(it.joined_ms);
            }
            None => all.push(ClubNews {
                slug: it.slug,
                club: it.club,
                announcement: None,
                n_announcements: 0,
                n_members: it.n_members,
                at_ms: it.joined_ms,
            }),
        }
    }
    all.sort_by_key(|it| -it.at_ms);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_of_a_club_stand_together_the_latest_first() {
        let announced = |slug: &str, title: &str, made_ms| NewAnnouncement {
            slug: slug.to_owned(),
            club: slug.to_uppercase(),
            title: title.to_owned(),
            made_ms,
        };
        let joined = |slug: &str, n_members, joined_ms| NewMembers {
            slug: slug.to_owned(),
            club: slug.to_uppercase(),
            n_members,
            joined_ms,
        };
        let found = by_club(
            vec![announced("hanoi", "second", 30), announced("hanoi", "first", 10)],
            vec![joined("saigon", 3, 40), joined("hanoi", 1, 20)],
        );
        let told: Vec<_> = found
            .iter()
            .map(|it| {
                (
                    it.slug.as_str(),
                    it.announcement.as_deref(),
                    it.n_announcements,
                    it.n_members,
                    it.at_ms,
                )
            })
            .collect();
        assert_eq!(told, [("saigon", None, 0, 3, 40), ("hanoi", Some("second"), 2, 1, 30)]);
    }
}
