//! What there is to tell through a bridge, and how it is said.

use komadai_community::bridges::BridgeTopic;
use komadai_game::TimeControl;
use komadai_ids::Code;
use komadai_language::{Language, Words};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::notices::strangers::{plain, quoted};

/// How wide pictures of boards are, in pixels.
const WIDTH_PX: u32 = 480;

/// Something to tell. It is kept until it is sent: variants and fields are only ever added, and
/// every added field has a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub(crate) enum BridgeNews {
    /// An organiser tries whether messages arrive.
    Trial,
    /// A member looks for a game.
    Seek {
        /// The seek: what is no longer open is not told.
        seek: Uuid,
        /// Who looks; absent if players are not named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// The variant's name.
        variant: String,
        /// Where the game begins.
        sfen: String,
        clock: SeekClock,
        rated: bool,
    },
    /// An event is open for entries.
    Open {
        /// The event.
        event: NamedEvent,
    },
    /// An event without rounds begins, such as a club's evening.
    Begins {
        /// The event.
        event: NamedEvent,
    },
    /// A round of an event begins.
    Round {
        /// The event.
        event: NamedEvent,
        /// Its number.
        round: u32,
        /// How many games it has.
        n_games: u32,
    },
    /// An event is over.
    Result {
        /// The event.
        event: NamedEvent,
        /// The first of it; none if players are not named.
        #[serde(default)]
        first: Vec<FinalPlace>,
        /// A game of who has won it, if everybody may see it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<Code>,
    },
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NamedEvent {
    pub(crate) code: Code,
    pub(crate) name: String,
}

/// Somebody with their place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FinalPlace {
    pub(crate) place: u32,
    pub(crate) name: String,
}

/// What a clock gives each side, so far as it is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeekClock {
    /// Whole minutes, rounded up.
    pub(crate) main_min: u64,
    /// Seconds added with each move.
    pub(crate) added_s: u64,
    /// Seconds for each move when nothing else is left.
    pub(crate) byoyomi_s: u64,
    /// Days for each move; 0 but by correspondence.
    pub(crate) days: u64,
}

impl SeekClock {
    pub(crate) fn of(clock: &TimeControl) -> Self {
        if let TimeControl::Correspondence(it) = clock {
            return Self { main_min: 0, added_s: 0, byoyomi_s: 0, days: u64::from(it.days) };
        }
        let time = clock.thinking_time().filter(|_| clock.is_timed());
        let (main, added, byoyomi) =
            time.map_or((0, 0, 0), |it| (it.main_ms, it.added_ms, it.byoyomi_ms));
        Self {
            main_min: main.div_ceil(60_000),
            added_s: added.div_ceil(1_000),
            byoyomi_s: byoyomi.div_ceil(1_000),
            days: 0,
        }
    }

    fn said(self, words: Words) -> String {
        let Self { main_min: main, added_s: added, byoyomi_s: byoyomi, days } = self;
        match (days, main, added, byoyomi) {
            (1.., ..) => words.bridges_days(days),
            (_, _, 1.., _) => words.bridges_increment(main, added),
            (_, 0, _, 1..) => words.bridges_per_move(byoyomi),
            (_, _, _, 1..) => words.bridges_byoyomi(main, byoyomi),
            (_, 1.., ..) => words.bridges_main_time(main),
            _ => words.bridges_no_clock(),
        }
    }
}

/// A piece of news in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NewsText {
    pub(crate) title: String,
    /// Empty if the title says it all.
    pub(crate) body: String,
    /// Where one reads more.
    pub(crate) link: String,
    /// The picture of a board.
    pub(crate) picture: Option<String>,
}

/// What everything is said with: the language, the site and the club.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Telling<'a> {
    pub(crate) language: Language,
    /// The address of the site; no slash at its end.
    pub(crate) site: &'a str,
    /// What the site is called.
    pub(crate) site_name: &'a str,
    /// The address of the club.
    pub(crate) slug: &'a str,
    /// What the club is called.
    pub(crate) club: &'a str,
}

impl Telling<'_> {
    /// The address of the club's page.
    pub(crate) fn club_link(&self) -> String {
        format!("{}/clubs/{}", self.site, self.slug)
    }
}

impl BridgeNews {
    /// Which of a bridge's topics it belongs to; a trial to none.
    pub(crate) fn topic(&self) -> Option<BridgeTopic> {
        match self {
            Self::Trial => None,
            Self::Seek { .. } => Some(BridgeTopic::Seek),
            Self::Open { .. } => Some(BridgeTopic::Open),
            Self::Begins { .. } | Self::Round { .. } => Some(BridgeTopic::Round),
            Self::Result { .. } => Some(BridgeTopic::Result),
        }
    }

    /// What is said of it now: organisers may have decided something else while it waited. `None`
    /// is nothing at all.
    pub(crate) fn if_wanted(mut self, topics: &[BridgeTopic], names: bool) -> Option<Self> {
        if self.topic().is_some_and(|topic| !topics.contains(&topic)) {
            return None;
        }
        match &mut self {
            Self::Seek { name, .. } if !names => *name = None,
            Self::Result { first, .. } if !names => first.clear(),
            _ => {}
        }
        Some(self)
    }

    pub(crate) fn text(&self, with: &Telling<'_>) -> NewsText {
        let (words, site, language) = (with.language.words(), with.site, with.language);
        let titled = |title: String, body: String, link: String| NewsText {
            title,
            body,
            link,
            picture: None,
        };
        let page = |event: &NamedEvent| format!("{site}/tournaments/{}", event.code);
        let named = |event: &NamedEvent| quoted(&event.name, language);
        match self {
            Self::Trial => titled(
                words.bridges_trial(&quoted(with.club, language)),
                words.bridges_trial_help(&plain(with.site_name)),
                with.club_link(),
            ),
            Self::Seek { name, variant, sfen, clock, rated, .. } => {
                let name = name.as_deref().map(plain);
                let other = (variant != "standard").then(|| variant.replace('_', " "));
                let rated = if *rated { words.bridges_rated() } else { words.bridges_casual() };
                let parts: Vec<String> =
                    other.into_iter().chain([clock.said(words), rated]).collect();
                let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
                let picture = format!(
                    "{site}/api/v1/positions/diagram.png?variant={}&sfen={}&lang={}&width={WIDTH_PX}",
                    encoded(variant),
                    encoded(sfen),
                    language.tag()
                );
                NewsText {
                    title: words.bridges_seek(name.as_deref()),
                    body: parts.join(" · "),
                    link: format!("{site}/"),
                    picture: Some(picture),
                }
            }
            Self::Open { event } => {
                titled(words.bridges_open(&named(event)), words.bridges_open_help(), page(event))
            }
            Self::Begins { event } => {
                titled(words.bridges_begins(&named(event)), String::new(), page(event))
            }
            Self::Round { event, round, n_games } => titled(
                words.bridges_round(&named(event), u64::from(*round)),
                words.bridges_games(u64::from(*n_games)),
                page(event),
            ),
            Self::Result { event, first, game } => {
                let placed = |it: &FinalPlace| format!("{}. {}", it.place, plain(&it.name));
                let first: Vec<String> = first.iter().map(placed).collect();
                let picture = game.map(|code| {
                    let tag = language.tag();
                    format!("{site}/api/v1/games/{code}/diagram.png?lang={tag}&width={WIDTH_PX}")
                });
                let title = words.bridges_result(&named(event));
                NewsText { picture, ..titled(title, first.join("\n"), page(event)) }
            }
        }
    }
}

/// A name of somebody who has no account, and so has not agreed to be named elsewhere.
pub(crate) fn initials(name: &str) -> String {
    let first = |word: &str| word.chars().next().map(|sign| format!("{sign}."));
    name.split_whitespace().filter_map(first).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(super) mod tests {
    use komadai_game::clocks;

    use super::*;

    pub(crate) fn with(language: Language) -> Telling<'static> {
        Telling {
            language,
            site: "https://shogi.example",
            site_name: "Komadai",
            slug: "hanoi",
            club: "Hà Nội",
        }
    }

    pub(crate) fn seek(name: &str) -> BridgeNews {
        BridgeNews::Seek {
            seek: Uuid::from_u128(1),
            name: Some(name.to_owned()),
            variant: "standard".to_owned(),
            sfen: "9/9 b - 1".to_owned(),
            clock: SeekClock { main_min: 10, added_s: 0, byoyomi_s: 30, days: 0 },
            rated: true,
        }
    }

    fn event() -> NamedEvent {
        NamedEvent { code: "aaaaaaaaaa".parse().unwrap(), name: "Giải mùa thu".to_owned() }
    }

    pub(crate) fn round() -> BridgeNews {
        BridgeNews::Round { event: event(), round: 3, n_games: 12 }
    }

    #[test]
    fn names_and_numbers_are_said_in_every_language() {
        let first = ["An", "Bình", "N. V. A."].iter().zip(1..);
        let first =
            first.map(|(name, place)| FinalPlace { place, name: (*name).to_owned() }).collect();
        let result = BridgeNews::Result { event: event(), first, game: None };
        for language in Language::all() {
            for (news, parts) in [
                (BridgeNews::Trial, vec!["Hà Nội", "Komadai"]),
                (seek("Minh Ánh"), vec!["Minh Ánh", "10", "30"]),
                (BridgeNews::Open { event: event() }, vec!["Giải mùa thu"]),
                (BridgeNews::Begins { event: event() }, vec!["Giải mùa thu"]),
                (round(), vec!["Giải mùa thu", "3", "12"]),
                (result.clone(), vec!["Giải mùa thu", "1. An", "2. Bình", "3. N. V. A."]),
            ] {
                let text = news.text(&with(language));
                let said = format!("{}\n{}", text.title, text.body);
                for part in parts {
                    assert!(said.contains(part), "{part} in {}: {said}", language.tag());
                }
                assert!(text.link.starts_with("https://shogi.example/"), "{text:?}");
            }
        }
    }

    #[test]
    fn what_waits_is_told_as_it_is_wanted_now() {
        use BridgeTopic::{Result, Round, Seek};
        let told = |news: BridgeNews, topics: &[BridgeTopic]| {
            let said = news.if_wanted(topics, false)?.text(&with(Language::ENGLISH));
            Some(format!("{} {}", said.title, said.body))
        };
        let first = vec![FinalPlace { place: 1, name: "Minh".to_owned() }];
        let over = BridgeNews::Result { event: event(), first, game: None };
        for news in [seek("Minh"), over.clone()] {
            let said = told(news, &[Seek, Result]).expect("it is wanted");
            assert!(!said.contains("Minh"), "{said}");
        }
        assert_eq!(told(seek("Minh"), &[Round, Result]), None);
        assert_eq!(over.clone().if_wanted(&[Result], true), Some(over));
        assert!(told(BridgeNews::Trial, &[]).is_some());
    }

    #[test]
    fn a_name_is_no_link_and_calls_nobody() {
        for language in Language::all() {
            let text = seek("@everyone evil.example").text(&with(language));
            assert!(text.title.contains("(at)everyone evil. example"), "{text:?}");
        }
        assert_eq!(initials("Nguyễn Văn  An"), "N. V. A.");
    }

    #[test]
    fn every_clock_is_said() {
        let said = clocks::ALL.map(|clock| SeekClock::of(&clock).said(Language::ENGLISH.words()));
        assert_eq!(
            said.each_ref().map(String::as_str),
            [
                "10 min, then 30 s a move",
                "20 min, then 30 s a move",
                "10 min",
                "5 min + 5 s a move",
                "60 min, then 60 s a move",
                "no clock",
                "3 days a move",
            ]
        );
    }
}
