//! What notices say, in each language.

use komadai_language::Language;

use super::{NoticeKind, strangers::quoted};
use crate::mail::{Letter, MailAddress};

/// Something of which somebody is notified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoticeSubject {
    /// Somebody wants to play.
    Challenge {
        /// What the challenger is called.
        from: String,
    },
    /// Somebody is asked to take part in a tournament.
    Invited {
        /// Name of the tournament.
        tournament: String,
        /// Name of the organiser who asks.
        by: String,
    },
    /// The organisers of a tournament have said something; what, its page says.
    Announced {
        /// Name of the tournament.
        tournament: String,
    },
    /// A round begins soon.
    Soon {
        /// Name of the tournament.
        tournament: String,
        /// Which round, from 1.
        round: u32,
        /// In how many minutes.
        minutes: u64,
    },
    /// An opponent proposes times for a game by appointment.
    Proposed {
        /// Name of the tournament.
        tournament: String,
        /// Whom they meet.
        opponent: String,
    },
    /// A time is agreed upon.
    Agreed {
        /// Name of the tournament.
        tournament: String,
        /// Whom they meet.
        opponent: String,
    },
    /// A game by appointment begins soon.
    Appointed {
        /// Name of the tournament.
        tournament: String,
        /// Whom they meet.
        opponent: String,
        /// In how many minutes.
        minutes: u64,
    },
    /// Players of a tournament that they organise call the arbiter.
    ArbiterCalled {
        /// Name of the tournament.
        tournament: String,
    },
    /// A player asks to join a club that they organise.
    ClubAsked {
        /// Name of the club.
        club: String,
    },
    /// A player applies to take part in a tournament that they organise or host.
    Applied {
        /// Name of the tournament.
        tournament: String,
    },
    /// A player asks for a place in a team of which they decide.
    TeamAsked {
        /// Name of the team.
        team: String,
        /// Name of the tournament.
        tournament: String,
    },
    /// The pairings are there, and the board is open.
    Board {
        /// Name of the tournament.
        tournament: String,
        /// Which round, from 1.
        round: u32,
        /// Whom they meet.
        opponent: String,
    },
    /// It is their move.
    Turn {
        /// Whom they play.
        opponent: String,
        /// The number of the move they are to make.
        number: u32,
        /// How many minutes they have left.
        minutes: u64,
    },
    /// It is their move in a game by correspondence.
    Correspondence {
        /// Whom they play.
        opponent: String,
        /// The number of the move they are to make.
        number: u32,
        /// How many hours they have left.
        hours: u64,
        /// Whether that is little.
        hurry: bool,
    },
    /// A teacher has commented on one of their games.
    Commented {
        /// What the teacher is called.
        by: String,
    },
    /// Somebody has challenged them on the ladder of a club.
    Ladder {
        /// Name of the club.
        club: String,
        /// What the challenger is called.
        from: String,
    },
    /// Somebody has accepted their challenge on the ladder of a club.
    LadderAccepted {
        /// Name of the club.
        club: String,
        /// What the other is called.
        by: String,
    },
    /// The organisers of a club have taken them off its ladder.
    LadderRemoved {
        /// Name of the club.
        club: String,
        reason: String,
    },
    /// A problem that they have composed is published.
    Published { number: u32 },
    /// A problem that they have composed was taken away by a moderator.
    TsumeRemoved { number: u32 },
}

/// It in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// One line, in which nobody else has a word.
    pub(crate) title: String,
    /// One or two sentences.
    pub(crate) body: String,
}

impl NoticeSubject {
    pub(crate) fn kind(&self) -> NoticeKind {
        match self {
            Self::Challenge { .. }
            | Self::Invited { .. }
            | Self::Ladder { .. }
            | Self::LadderAccepted { .. }
            | Self::LadderRemoved { .. } => NoticeKind::Challenge,
            Self::Announced { .. }
            | Self::Soon { .. }
            | Self::Proposed { .. }
            | Self::Agreed { .. }
            | Self::Appointed { .. }
            | Self::ArbiterCalled { .. }
            | Self::Board { .. } => NoticeKind::Round,
            Self::Turn { .. } | Self::Correspondence { .. } => NoticeKind::Turn,
            Self::Commented { .. } => NoticeKind::Coaching,
            Self::ClubAsked { .. } | Self::Applied { .. } | Self::TeamAsked { .. } => {
                NoticeKind::Request
            }
            Self::Published { .. } | Self::TsumeRemoved { .. } => NoticeKind::Tsume,
        }
    }

    pub(crate) fn words(&self, language: Language) -> Words {
        let words = language.words();
        let quoted = |words: &str| quoted(words, language);
        let (title, body) = match self {
            Self::Commented { by } => {
                (words.notices_commented_title(), words.notices_commented_body(&quoted(by)))
            }
            Self::Published { number } => {
                (words.notices_published_title(), words.notices_published_body((*number).into()))
            }
            Self::TsumeRemoved { number } => {
                (words.notices_removed_title(), words.notices_removed_body((*number).into()))
            }
            Self::Challenge { from } => {
                (words.notices_challenge_title(), words.notices_challenge_body(&quoted(from)))
            }
            Self::Ladder { club, from } => (
                words.notices_ladder_title(),
                words.notices_ladder_body(&quoted(from), &quoted(club)),
            ),
            Self::LadderAccepted { club, by } => (
                words.notices_ladder_accepted_title(),
                words.notices_ladder_accepted_body(&quoted(by), &quoted(club)),
            ),
            Self::LadderRemoved { club, reason } => (
                words.notices_ladder_removed_title(),
                words.notices_ladder_removed_body(&quoted(club), &quoted(reason)),
            ),
            Self::Invited { tournament, by } => (
                words.notices_invited_title(),
                words.notices_invited_body(&quoted(by), &quoted(tournament)),
            ),
            Self::Announced { tournament } => {
                (words.notices_announced_title(), words.notices_announced_body(&quoted(tournament)))
            }
            Self::Soon { tournament, round, minutes } => (
                words.notices_soon_title(),
                words.notices_soon_body(&quoted(tournament), (*round).into(), *minutes),
            ),
            Self::Proposed { tournament, opponent } => (
                words.notices_proposed_title(),
                words.notices_proposed_body(&quoted(opponent), &quoted(tournament)),
            ),
            Self::Agreed { tournament, opponent } => (
                words.notices_agreed_title(),
                words.notices_agreed_body(&quoted(opponent), &quoted(tournament)),
            ),
            Self::Appointed { tournament, opponent, minutes } => (
                words.notices_appointed_title(),
                words.notices_appointed_body(
                    &quoted(opponent),
                    &quoted(tournament),
                    minutes / 60,
                    *minutes,
                ),
            ),
            Self::ArbiterCalled { tournament } => {
                (words.notices_called_title(), words.notices_called_body(&quoted(tournament)))
            }
            Self::ClubAsked { club } => {
                (words.notices_request_title(), words.notices_request_club(&quoted(club)))
            }
            Self::Applied { tournament } => {
                (words.notices_request_title(), words.notices_request_event(&quoted(tournament)))
            }
            Self::TeamAsked { team, tournament } => (
                words.notices_request_title(),
                words.notices_request_team(&quoted(team), &quoted(tournament)),
            ),
            Self::Board { tournament, round, opponent } => (
                words.notices_board_title(),
                words.notices_board_body(&quoted(tournament), (*round).into(), &quoted(opponent)),
            ),
            Self::Turn { opponent, number, minutes } => (
                words.notices_turn_title(),
                words.notices_turn_body(&quoted(opponent), (*number).into(), *minutes),
            ),
            Self::Correspondence { opponent, number, hours, hurry } => (
                if *hurry { words.notices_hurry_title() } else { words.notices_turn_title() },
                match hours {
                    // One day is said in hours.
                    0..48 => words.notices_hours_body(&quoted(opponent), (*number).into(), *hours),
                    _ => words.notices_days_body(&quoted(opponent), (*number).into(), *hours / 24),
                },
            ),
        };
        Words { title, body }
    }
}

/// The same as an email, with how to get no more of its kind.
pub(crate) fn letter(
    told: &NoticeSubject,
    to: MailAddress,
    link: &str,
    off_page: &str,
    off_at_once: String,
    language: Language,
) -> Letter {
    let Words { title, body } = told.words(language);
    let kind = told.kind();
    let words = language.words();
    let why = match kind {
        NoticeKind::Challenge => words.notices_why_challenge(),
        NoticeKind::Round => words.notices_why_round(),
        NoticeKind::Turn => words.notices_why_turn(),
        NoticeKind::Coaching => words.notices_why_coaching(),
        NoticeKind::Tsume => words.notices_why_tsume(),
        NoticeKind::Request => words.notices_why_request(),
    };
    Letter {
        to,
        subject: title,
        body: format!("{body}\n\n{link}\n\n-- \n{why}\n{off_page}\n"),
        off_at_once: Some(off_at_once),
        picture: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> [NoticeSubject; 21] {
        let tournament = "Giải mùa thu".to_owned();
        [
            NoticeSubject::Challenge { from: "Minh Ánh".to_owned() },
            NoticeSubject::Invited { tournament: tournament.clone(), by: "Minh Ánh".to_owned() },
            NoticeSubject::Announced { tournament: tournament.clone() },
            NoticeSubject::Soon { tournament: tournament.clone(), round: 2, minutes: 16 },
            NoticeSubject::Proposed {
                tournament: tournament.clone(),
                opponent: "Minh Ánh".to_owned(),
            },
            NoticeSubject::Agreed {
                tournament: tournament.clone(),
                opponent: "Minh Ánh".to_owned(),
            },
            NoticeSubject::Appointed {
                tournament: tournament.clone(),
                opponent: "Minh Ánh".to_owned(),
                minutes: 15,
            },
            NoticeSubject::ArbiterCalled { tournament: tournament.clone() },
            NoticeSubject::Applied { tournament: tournament.clone() },
            NoticeSubject::TeamAsked {
                tournament: tournament.clone(),
                team: "Minh Ánh".to_owned(),
            },
            NoticeSubject::ClubAsked { club: "Hà Nội".to_owned() },
            NoticeSubject::Board { tournament, round: 2, opponent: "Minh Ánh".to_owned() },
            NoticeSubject::Turn { opponent: "Minh Ánh".to_owned(), number: 41, minutes: 12 },
            correspondence(12, true),
            correspondence(12 * 24 + 5, false),
            NoticeSubject::Commented { by: "Minh Ánh".to_owned() },
            NoticeSubject::Ladder { club: "Hà Nội".to_owned(), from: "Minh Ánh".to_owned() },
            NoticeSubject::LadderAccepted {
                club: "Hà Nội".to_owned(), by: "Minh Ánh".to_owned()
            },
            NoticeSubject::LadderRemoved {
                club: "Hà Nội".to_owned(),
                reason: "Minh Ánh".to_owned(),
            },
            NoticeSubject::Published { number: 500_007 },
            NoticeSubject::TsumeRemoved { number: 500_007 },
        ]
    }

    fn correspondence(hours: u64, hurry: bool) -> NoticeSubject {
        NoticeSubject::Correspondence { opponent: "Minh Ánh".to_owned(), number: 41, hours, hurry }
    }

    #[test]
    fn every_letter_says_what_it_is_and_how_to_get_no_more() {
        let site = "https://shogi.example";
        for language in Language::all() {
            for told in all() {
                let to = "minh@example.org".parse().unwrap();
                let at_once = format!("{site}/api/v1/notices/off/x");
                let page = format!("{site}/notices#x");
                let letter = letter(&told, to, site, &page, at_once.clone(), language);
                assert!(letter.body.contains(&page), "{}", letter.body);
                let title = told.words(language).title;
                assert_eq!(letter.subject, title);
                for word in ["Minh", "Giải mùa thu", "41"] {
                    assert!(!title.contains(word), "{title} says what others call themselves");
                }
                assert_eq!(letter.off_at_once, Some(at_once));
            }
        }
    }

    #[test]
    fn names_and_numbers_are_said_in_every_language() {
        for language in Language::all() {
            for told in all() {
                let Words { title, body } = told.words(language);
                let said = format!("{title} {body}");
                match told {
                    NoticeSubject::Challenge { .. } | NoticeSubject::Commented { .. } => {
                        assert!(said.contains("Minh Ánh"), "{said}")
                    }
                    NoticeSubject::Ladder { .. }
                    | NoticeSubject::LadderAccepted { .. }
                    | NoticeSubject::LadderRemoved { .. } => {
                        assert!(said.contains("Hà Nội") && said.contains("Minh"), "{said}");
                    }
                    NoticeSubject::Published { .. } | NoticeSubject::TsumeRemoved { .. } => {
                        assert!(said.contains("500007"), "{said}");
                    }
                    NoticeSubject::Invited { .. } => {
                        assert!(said.contains("Giải mùa thu") && said.contains("Minh"), "{said}");
                    }
                    NoticeSubject::Proposed { .. }
                    | NoticeSubject::Agreed { .. }
                    | NoticeSubject::Appointed { .. } => {
                        assert!(said.contains("Giải mùa thu") && said.contains("Minh"), "{said}");
                    }
                    NoticeSubject::ClubAsked { .. } => {
                        assert!(said.contains("Hà Nội"), "{said}");
                    }
                    NoticeSubject::TeamAsked { .. } => {
                        assert!(said.contains("Giải mùa thu") && said.contains("Minh"), "{said}");
                    }
                    NoticeSubject::Announced { .. }
                    | NoticeSubject::Applied { .. }
                    | NoticeSubject::ArbiterCalled { .. } => {
                        assert!(said.contains("Giải mùa thu"), "{said}")
                    }
                    NoticeSubject::Soon { .. } => {
                        assert!(said.contains("Giải mùa thu") && said.contains("16"), "{said}");
                    }
                    NoticeSubject::Board { .. } => {
                        assert!(said.contains("Minh Ánh") && said.contains('2'), "{said}");
                    }
                    NoticeSubject::Turn { .. } | NoticeSubject::Correspondence { .. } => {
                        assert!(said.contains("41") && said.contains("12"), "{said}");
                    }
                }
            }
        }
    }
}
