//! What links to tournaments, to a player's card in one and to clubs show.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use komadai_language::Language;
use komadai_service::{
    clubs::ClubView,
    tournaments::{Phase, Tournament},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use super::{Preview, SITE_IMAGE, SITE_WIDTH_PX};

/// How many of the first are named of an event that is over.
pub(crate) const PODIUM: usize = 3;

/// How a player stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CardLook {
    pub(crate) name: String,
    /// From 1; `None` for somebody who is not ranked.
    pub(crate) place: Option<usize>,
    pub(crate) n_ranked: usize,
    pub(crate) points: String,
}

impl Preview {
    /// The preview of a tournament; `podium` has the first of it by place and name, once it is over.
    pub(crate) fn of_event(
        it: &Tournament,
        podium: &[(usize, String)],
        base: &str,
        language: Language,
    ) -> Self {
        let description = match podium {
            [] => about(it, language),
            podium => {
                let places: Vec<String> =
                    podium.iter().map(|(place, name)| format!("{place}. {name}")).collect();
                joined(vec![Some(places.join(", ")), Some(about(it, language))])
            }
        };
        let url = format!("{base}/tournaments/{}", it.code());
        Self::of_page(it.event.name.clone(), description, url, base, language)
    }

    /// The preview of a player's card.
    pub(crate) fn of_card(
        it: &Tournament,
        entry: &str,
        card: &CardLook,
        base: &str,
        language: Language,
    ) -> Self {
        let words = language.words();
        let placed = card.place.map(|place| {
            words.preview_event_placed(place as u64, card.n_ranked as u64, &card.points)
        });
        let title = format!("{} · {}", card.name, it.event.name);
        let entry = utf8_percent_encode(entry, NON_ALPHANUMERIC);
        let url = format!("{base}/tournaments/{}/players/{entry}", it.code());
        let description = joined(vec![placed, Some(about(it, language))]);
        Self::of_page(title, description, url, base, language)
    }

    /// The preview of a club, as strangers see it.
    pub(crate) fn of_club(club: &ClubView, base: &str, language: Language) -> Self {
        let words = language.words();
        let settings = &club.club.settings;
        let description = if club.sees_inside() {
            let n_members = u64::try_from(club.n_members).unwrap_or_default();
            let said = Some(settings.about.trim().replace('\n', " "));
            joined(vec![
                Some(words.preview_club(n_members)),
                Some(settings.city.clone()).filter(|city| !city.is_empty()),
                said.filter(|said| !said.is_empty()),
            ])
        } else {
            words.preview_private_club()
        };
        let url = format!("{base}/clubs/{}", club.club.slug);
        Self::of_page(settings.name.clone(), description, url, base, language)
    }

    pub(super) fn of_page(
        title: String,
        description: String,
        url: String,
        base: &str,
        language: Language,
    ) -> Self {
        Self {
            title,
            description,
            url,
            image: format!("{base}{SITE_IMAGE}"),
            width_px: SITE_WIDTH_PX,
            card: "summary_large_image",
            language,
        }
    }
}

/// Days, town, stage and number of players.
fn about(it: &Tournament, language: Language) -> String {
    let words = language.words();
    let stage = match it.phase {
        Phase::Draft => None,
        Phase::Open => Some(words.preview_event_open()),
        Phase::Running => Some(words.preview_event_running()),
        Phase::Over => Some(words.preview_event_over()),
        Phase::Cancelled => Some(words.preview_event_cancelled()),
    };
    let players = it.n_players();
    let place = Some(it.plan.place.clone()).filter(|place| !place.is_empty());
    joined(vec![
        days(it, language),
        place,
        stage,
        Some(words.preview_event_players(players as u64)),
    ])
}

/// The day on which it begins, and that on which it ended if it is another, by UTC.
fn days(it: &Tournament, language: Language) -> Option<String> {
    let day = |ms: u64| {
        let at = Timestamp::from_millisecond(i64::try_from(ms).ok()?).ok()?;
        Some(at.to_zoned(TimeZone::UTC).date())
    };
    let said = it.plan.days.as_ref();
    let first: Option<Date> = match said {
        Some(days) => days.first.parse().ok(),
        None => it.plan.starts_ms.and_then(day),
    };
    let last: Option<Date> = match said {
        Some(days) => days.last.parse().ok(),
        None => it.ended_ms.and_then(day),
    };
    let text = |day: Date| {
        let [month, day_of_month] = [day.month(), day.day()].map(|it| format!("{it:02}"));
        let year = day.year().to_string();
        language.words().preview_event_day(&year, &month, &day_of_month)
    };
    match (first, last) {
        (Some(first), Some(last)) if first != last => {
            Some(format!("{} – {}", text(first), text(last)))
        }
        (first, last) => first.or(last).map(text),
    }
}

pub(super) fn joined(parts: Vec<Option<String>>) -> String {
    let said: Vec<String> = parts.into_iter().flatten().filter(|it| !it.is_empty()).collect();
    said.join(" · ")
}
