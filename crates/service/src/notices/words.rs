//! What notices say, in each language.

use komadai_language::Language;

use super::{Kind, strangers::quoted};
use crate::mail::{Letter, MailAddress};

/// Something that somebody is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
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
}

/// It in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// One line, in which nobody else has a word.
    pub(crate) title: &'static str,
    /// One or two sentences.
    pub(crate) body: String,
}

impl Told {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Challenge { .. } | Self::Invited { .. } => Kind::Challenge,
            Self::Announced { .. } | Self::Soon { .. } | Self::Board { .. } => Kind::Round,
            Self::Turn { .. } => Kind::Turn,
        }
    }

    pub(crate) fn words(&self, language: Language) -> Words {
        match language {
            Language::Vietnamese => self.vietnamese(),
            Language::English => self.english(),
            Language::Japanese => self.japanese(),
        }
    }

    fn vietnamese(&self) -> Words {
        let quoted = |words: &str| quoted(words, Language::Vietnamese);
        let (title, body) = match self {
            Self::Challenge { from } => (
                "Bạn có lời thách đấu",
                format!("{} thách đấu bạn. Mở sảnh chờ để nhận lời hoặc từ chối.", quoted(from)),
            ),
            Self::Invited { tournament, by } => (
                "Bạn được mời dự giải",
                format!(
                    "{} mời bạn dự giải {}. Mở trang giải để nhận lời hoặc từ chối.",
                    quoted(by),
                    quoted(tournament)
                ),
            ),
            Self::Announced { tournament } => (
                "Ban tổ chức có thông báo",
                format!("Giải {}: mở trang giải để đọc thông báo.", quoted(tournament)),
            ),
            Self::Soon { tournament, round, minutes } => (
                "Vòng đấu của bạn sắp bắt đầu",
                format!(
                    "Giải {}: vòng {round} bắt đầu sau khoảng {minutes} phút.",
                    quoted(tournament)
                ),
            ),
            Self::Board { tournament, round, opponent } => (
                "Bàn của bạn đã mở",
                format!(
                    "Giải {}: vòng {round} đã xếp cặp, bạn gặp {}. Hãy vào bàn.",
                    quoted(tournament),
                    quoted(opponent)
                ),
            ),
            Self::Turn { opponent, number, minutes } => (
                "Đến lượt bạn đi",
                match minutes {
                    0 => format!(
                        "Ván với {}, nước thứ {number}. Bạn còn chưa đầy một phút.",
                        quoted(opponent)
                    ),
                    _ => format!(
                        "Ván với {}, nước thứ {number}. Bạn còn khoảng {minutes} phút.",
                        quoted(opponent)
                    ),
                },
            ),
        };
        Words { title, body }
    }

    fn english(&self) -> Words {
        let quoted = |words: &str| quoted(words, Language::English);
        let minutes_in_words = |n: &u64| match n {
            0 => "less than a minute".to_owned(),
            1 => "about a minute".to_owned(),
            n => format!("about {n} minutes"),
        };
        let (title, body) = match self {
            Self::Challenge { from } => (
                "You have a challenge",
                format!("{} challenges you. Open the lobby to accept or decline.", quoted(from)),
            ),
            Self::Invited { tournament, by } => (
                "You are invited to a tournament",
                format!(
                    "{} invites you to the tournament {}. Open its page to accept or decline.",
                    quoted(by),
                    quoted(tournament)
                ),
            ),
            Self::Announced { tournament } => (
                "The organisers have an announcement",
                format!("Open the page of {} to read it.", quoted(tournament)),
            ),
            Self::Soon { tournament, round, minutes } => (
                "Your round starts soon",
                format!(
                    "Round {round} of {} starts in {}.",
                    quoted(tournament),
                    minutes_in_words(minutes)
                ),
            ),
            Self::Board { tournament, round, opponent } => (
                "Your board is open",
                format!(
                    "Round {round} of {} has been paired: you play {}. Join your board.",
                    quoted(tournament),
                    quoted(opponent)
                ),
            ),
            Self::Turn { opponent, number, minutes } => (
                "It is your turn",
                format!(
                    "Move {number} of your game with {}. You have {} left.",
                    quoted(opponent),
                    minutes_in_words(minutes)
                ),
            ),
        };
        Words { title, body }
    }

    fn japanese(&self) -> Words {
        let quoted = |words: &str| quoted(words, Language::Japanese);
        let (title, body) = match self {
            Self::Challenge { from } => (
                "対局の申し込みがあります",
                format!(
                    "{}さんから対局の申し込みがあります。ロビーを開いて、受けるか断るかを選んでください。",
                    quoted(from)
                ),
            ),
            Self::Invited { tournament, by } => (
                "大会に招待されています",
                format!(
                    "{}さんから大会{}に招待されています。大会のページを開いて、参加するか断るかを選んでください。",
                    quoted(by),
                    quoted(tournament)
                ),
            ),
            Self::Announced { tournament } => (
                "運営からお知らせがあります",
                format!("{}のページを開いてご覧ください。", quoted(tournament)),
            ),
            Self::Soon { tournament, round, minutes } => (
                "対局がまもなく始まります",
                format!("大会{}の{round}回戦は約{minutes}分後に始まります。", quoted(tournament)),
            ),
            Self::Board { tournament, round, opponent } => (
                "対局席の準備ができました",
                format!(
                    "大会{}の{round}回戦の相手は{}さんです。席に着いてください。",
                    quoted(tournament),
                    quoted(opponent)
                ),
            ),
            Self::Turn { opponent, number, minutes } => (
                "あなたの番です",
                match minutes {
                    0 => format!(
                        "{}さんとの対局、{number}手目です。残り時間は1分を切っています。",
                        quoted(opponent)
                    ),
                    _ => format!(
                        "{}さんとの対局、{number}手目です。残り時間は約{minutes}分です。",
                        quoted(opponent)
                    ),
                },
            ),
        };
        Words { title, body }
    }
}

/// The same as a letter, with how to get no more of its kind.
pub(crate) fn letter(
    told: &Told,
    to: MailAddress,
    link: &str,
    off_page: &str,
    off_at_once: String,
    language: Language,
) -> Letter {
    let Words { title, body } = told.words(language);
    let kind = told.kind();
    let why = match (kind, language) {
        (Kind::Challenge, Language::Vietnamese) => {
            "Bạn nhận email này vì có lời thách đấu hoặc lời mời khi bạn vắng mặt. Không muốn nhận nữa, hãy mở:"
        }
        (Kind::Round, Language::Vietnamese) => {
            "Bạn nhận email này vì bạn dự giải. Không muốn nhận email về các vòng đấu nữa, hãy mở:"
        }
        (Kind::Turn, Language::Vietnamese) => {
            "Bạn nhận email này vì đến lượt bạn khi bạn vắng mặt. Không muốn nhận nữa, hãy mở:"
        }
        (Kind::Challenge, Language::English) => {
            "You received this email because you were challenged or invited while you were away. To stop these emails, open:"
        }
        (Kind::Round, Language::English) => {
            "You received this email because you are playing in this tournament. To stop emails about rounds, open:"
        }
        (Kind::Turn, Language::English) => {
            "You received this email because it became your turn while you were away. To stop these emails, open:"
        }
        (Kind::Challenge, Language::Japanese) => {
            "不在中に対局の申し込みまたは大会への招待があったためお知らせしています。今後受け取らない場合は次のページを開いてください。"
        }
        (Kind::Round, Language::Japanese) => {
            "大会に参加しているためお知らせしています。各ラウンドのお知らせを受け取らない場合は次のページを開いてください。"
        }
        (Kind::Turn, Language::Japanese) => {
            "不在中に手番が来たためお知らせしています。今後受け取らない場合は次のページを開いてください。"
        }
    };
    Letter {
        to,
        subject: format!("{title} – Komadai"),
        body: format!("{body}\n\n{link}\n\n-- \n{why}\n{off_page}\n"),
        off_at_once: Some(off_at_once),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> [Told; 6] {
        let tournament = "Giải mùa thu".to_owned();
        [
            Told::Challenge { from: "Minh Ánh".to_owned() },
            Told::Invited { tournament: tournament.clone(), by: "Minh Ánh".to_owned() },
            Told::Announced { tournament: tournament.clone() },
            Told::Soon { tournament: tournament.clone(), round: 2, minutes: 16 },
            Told::Board { tournament, round: 2, opponent: "Minh Ánh".to_owned() },
            Told::Turn { opponent: "Minh Ánh".to_owned(), number: 41, minutes: 12 },
        ]
    }

    #[test]
    fn every_letter_says_what_it_is_and_how_to_get_no_more() {
        let site = "https://shogi.example";
        for language in Language::ALL {
            for told in all() {
                let to = "minh@example.org".parse().unwrap();
                let at_once = format!("{site}/api/v1/notices/off/x");
                let page = format!("{site}/notices#x");
                let letter = letter(&told, to, site, &page, at_once.clone(), language);
                assert!(letter.body.contains(&page), "{}", letter.body);
                let title = told.words(language).title;
                assert_eq!(letter.subject, format!("{title} – Komadai"));
                for word in ["Minh", "Giải mùa thu", "41"] {
                    assert!(!title.contains(word), "{title} says what others call themselves");
                }
                assert_eq!(letter.off_at_once, Some(at_once));
            }
        }
    }

    #[test]
    fn names_and_numbers_are_said_in_every_language() {
        for language in Language::ALL {
            for told in all() {
                let Words { title, body } = told.words(language);
                let said = format!("{title} {body}");
                match told {
                    Told::Challenge { .. } => assert!(said.contains("Minh Ánh"), "{said}"),
                    Told::Invited { .. } => {
                        assert!(said.contains("Giải mùa thu") && said.contains("Minh"), "{said}");
                    }
                    Told::Announced { .. } => assert!(said.contains("Giải mùa thu"), "{said}"),
                    Told::Soon { .. } => {
                        assert!(said.contains("Giải mùa thu") && said.contains("16"), "{said}");
                    }
                    Told::Board { .. } => {
                        assert!(said.contains("Minh Ánh") && said.contains('2'), "{said}");
                    }
                    Told::Turn { .. } => {
                        assert!(said.contains("41") && said.contains("12"), "{said}");
                    }
                }
            }
        }
    }
}
