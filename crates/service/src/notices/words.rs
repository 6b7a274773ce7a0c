//! What notices say, in each language.

use komadai_kifu::Language;

use super::Kind;
use crate::mail::{Letter, MailAddress};

/// Something that somebody is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// Somebody wants to play.
    Challenge {
        /// What the challenger is called.
        from: String,
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
    /// One line.
    pub(crate) title: String,
    /// One or two sentences.
    pub(crate) body: String,
}

impl Told {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Self::Challenge { .. } => Kind::Challenge,
            Self::Soon { .. } | Self::Board { .. } => Kind::Round,
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
        let (title, body) = match self {
            Self::Challenge { from } => (
                format!("{from} thách đấu bạn"),
                "Mở sảnh chờ để nhận lời hoặc từ chối.".to_owned(),
            ),
            Self::Soon { tournament, round, minutes } => (
                format!("{tournament}: vòng {round} sắp bắt đầu"),
                format!("Vòng {round} bắt đầu sau khoảng {minutes} phút."),
            ),
            Self::Board { tournament, round, opponent } => (
                format!("{tournament}: bàn của bạn đã mở"),
                format!("Vòng {round} đã xếp cặp: bạn gặp {opponent}. Hãy vào bàn."),
            ),
            Self::Turn { opponent, number, minutes } => (
                format!("Đến lượt bạn trong ván với {opponent}"),
                match minutes {
                    0 => format!("Nước thứ {number}. Bạn còn chưa đầy một phút."),
                    _ => format!("Nước thứ {number}. Bạn còn khoảng {minutes} phút."),
                },
            ),
        };
        Words { title, body }
    }

    fn english(&self) -> Words {
        let minutes_in_words = |n: &u64| match n {
            0 => "less than a minute".to_owned(),
            1 => "about a minute".to_owned(),
            n => format!("about {n} minutes"),
        };
        let (title, body) = match self {
            Self::Challenge { from } => (
                format!("{from} challenges you"),
                "Open the lobby to accept or decline.".to_owned(),
            ),
            Self::Soon { tournament, round, minutes } => (
                format!("{tournament}: round {round} begins soon"),
                format!("Round {round} begins in {}.", minutes_in_words(minutes)),
            ),
            Self::Board { tournament, round, opponent } => (
                format!("{tournament}: your board is open"),
                format!("Round {round} is paired, and you meet {opponent}. Take your seat."),
            ),
            Self::Turn { opponent, number, minutes } => (
                format!("Your move against {opponent}"),
                format!("Move {number}. You have {} left.", minutes_in_words(minutes)),
            ),
        };
        Words { title, body }
    }

    fn japanese(&self) -> Words {
        let (title, body) = match self {
            Self::Challenge { from } => (
                format!("{from} さんから対局の申し込みがあります"),
                "ロビーを開いて、受けるか断るかを選んでください。".to_owned(),
            ),
            Self::Soon { tournament, round, minutes } => (
                format!("{tournament}：{round}回戦がまもなく始まります"),
                format!("{round}回戦は約{minutes}分後に始まります。"),
            ),
            Self::Board { tournament, round, opponent } => (
                format!("{tournament}：対局席の準備ができました"),
                format!("{round}回戦の相手は {opponent} さんです。席に着いてください。"),
            ),
            Self::Turn { opponent, number, minutes } => (
                format!("{opponent} さんとの対局：あなたの番です"),
                match minutes {
                    0 => format!("{number}手目です。残り時間は1分を切っています。"),
                    _ => format!("{number}手目です。残り時間は約{minutes}分です。"),
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
            "Bạn nhận thư này vì có lời thách đấu khi bạn vắng mặt. Không muốn nhận nữa, hãy mở:"
        }
        (Kind::Round, Language::Vietnamese) => {
            "Bạn nhận thư này vì bạn dự giải. Không muốn nhận thư về các vòng đấu nữa, hãy mở:"
        }
        (Kind::Turn, Language::Vietnamese) => {
            "Bạn nhận thư này vì đến lượt bạn khi bạn vắng mặt. Không muốn nhận nữa, hãy mở:"
        }
        (Kind::Challenge, Language::English) => {
            "You are told because you were challenged while you were away. For no more of these, open:"
        }
        (Kind::Round, Language::English) => {
            "You are told because you play in this tournament. For no more letters about rounds, open:"
        }
        (Kind::Turn, Language::English) => {
            "You are told because it became your move while you were away. For no more of these, open:"
        }
        (Kind::Challenge, Language::Japanese) => {
            "不在中に対局の申し込みがあったためお知らせしています。今後受け取らない場合は次のページを開いてください。"
        }
        (Kind::Round, Language::Japanese) => {
            "大会に参加しているためお知らせしています。各回戦のお知らせを受け取らない場合は次のページを開いてください。"
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

    fn all() -> [Told; 4] {
        let tournament = "Giải mùa thu".to_owned();
        [
            Told::Challenge { from: "Minh Ánh".to_owned() },
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
                assert!(!letter.subject.contains('\n'));
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
