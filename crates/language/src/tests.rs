use super::{
    message::parse,
    words::{format, plural_form},
    *,
};

#[test]
fn languages_are_known_by_their_tags() {
    for language in Language::all() {
        assert_eq!(Language::from_tag(language.tag()), Some(language));
        let json = serde_json::to_value(language).expect("JSON");
        assert_eq!(json, language.tag());
        assert_eq!(serde_json::from_value::<Language>(json).expect("JSON"), language);
        assert!(!language.name().is_empty() && !language.locale().is_empty());
    }
    for (tag, language) in [
        ("en-GB", Some(Language::ENGLISH)),
        ("JA_jp", Some(Language::JAPANESE)),
        ("vi", Some(Language::VIETNAMESE)),
        ("vietnamese", None),
        ("tlh", None),
        ("", None),
        ("v", None),
        ("日本", None),
        ("-", None),
    ] {
        assert_eq!(Language::from_tag(tag), language, "{tag}");
    }
    assert!(serde_json::from_str::<Language>("\"tlh\"").is_err());
    assert_eq!(Language::best(["tlh", "*", "ja-JP", "en"]), Some(Language::JAPANESE));
    assert_eq!(Language::best([]), None);
}

#[test]
fn a_tag_finds_its_script_and_its_region() {
    let ours = ["en", "ja", "pt-BR", "pt-PT", "vi", "zh-Hans", "zh-Hant"];
    for (tag, expected) in [
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-MO", "zh-Hant"),
        ("zh", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("pt-PT", "pt-PT"),
        ("pt", "pt-BR"),
        ("pt-AO", "pt-BR"),
    ] {
        assert_eq!(matching::best(tag, &ours).map(|index| ours[index]), Some(expected), "{tag}");
    }
    // A script that somebody does not read is not offered to them.
    assert_eq!(matching::best("zh-TW", &["zh-Hans", "en"]), None);
    assert_eq!(matching::best(&"a".repeat(1_000_000), &ours), None);
}

/// The three that everything is said in; what others lack is said in English.
#[test]
fn those_that_must_be_are_complete() {
    for language in [Language::VIETNAMESE, Language::ENGLISH, Language::JAPANESE] {
        assert_eq!(language.about().percent, 100, "{language:?}");
        assert!(language.about().says.iter().all(Option::is_some), "{language:?}");
    }
}

#[test]
fn messages_take_their_arguments() {
    let said = |text: &str, tag: &str, n: u64| {
        let arguments = [
            ("n", Value::Number(n)),
            ("name", Value::Text("Minh")),
            ("who", Value::Maybe((n > 1).then_some("Ann"))),
            ("dan", Value::Truth(n > 1)),
        ];
        format(text, &arguments, tag)
    };
    let moves = "{n, plural, =0 {none} one {# move} other {# moves}} by {name}";
    assert_eq!(said(moves, "en", 0), "none by Minh");
    assert_eq!(said(moves, "en", 1), "1 move by Minh");
    assert_eq!(said(moves, "en", 21), "21 moves by Minh");
    // In French nothing is one, and Russian has a form of its own for 21.
    assert_eq!(said("{n, plural, one {# coup} other {# coups}}", "fr", 0), "0 coup");
    assert_eq!(said("{n, plural, one {# ход} few {# хода} other {# ходов}}", "ru", 21), "21 ход");
    assert_eq!(said("{n, plural, one {# ход} few {# хода} other {# ходов}}", "ru", 23), "23 хода");
    assert_eq!(said("{who, select, none {You} other {{who}}}", "en", 1), "You");
    assert_eq!(said("{who, select, none {You} other {{who}}}", "en", 2), "Ann");
    assert_eq!(said("{dan, select, true {{n}-dan} other {{n}-kyu}}", "en", 3), "3-dan");
    assert_eq!(said("it's '{n}' and ''{name}''", "en", 1), "it's {n} and 'Minh'");
    assert_eq!(plural_form("zh-Hant", 1), "other");
    assert_eq!(plural_form("xx", 1), "other");
}

/// The same cases as the client's compiler has in `web/scripts/words/message.test.ts`.
#[test]
fn what_is_no_message_is_refused() {
    for text in [
        "{",
        "}",
        "{}",
        "{1}",
        "{n",
        "{n,",
        "{n, plural",
        "{n, plural,",
        "{n, plural, }",
        "{n, number}",
        "{n, plural, one {a}}",
        "{n, plural, other}",
        "{n, plural, other {a}",
        "{n, select, =1 {a} other {b}}",
        "{n, plural, other {a} other {b}}",
        "'{n",
        "{n, plural, =x {a} other {b}}",
        "a}b",
        "{n}}",
        "{a, select, other {{b, select, other {{c, select, other {{d, select, other {{e}}}}}}}}}",
    ] {
        assert!(parse(text).is_err(), "{text}");
    }
    assert!(parse(&"{".repeat(100_000)).is_err());
    assert!(parse(&"{n, plural, other {".repeat(400)).is_err());
    assert!(parse(&"日".repeat(8_000)).is_err());
}

/// Texts of characters that mean something, made by chance from a fixed seed: whatever they are,
/// they are read or refused, in good time.
#[test]
fn no_text_breaks_the_reader() {
    const SIGNS: [&str; 16] = [
        "{", "}", "'", "#", ",", "=", "n", "plural", "select", "other", " ", "one", "1", "日",
        "\u{0}", "''",
    ];
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let mut n_read = 0;
    for _ in 0..20_000 {
        let n_signs = next() % 24;
        let text: String = (0..n_signs).map(|_| SIGNS[next() as usize % SIGNS.len()]).collect();
        if parse(&text).is_ok() {
            n_read += 1;
            let said = format(&text, &[("n", Value::Number(1))], "en");
            assert!(said.len() <= text.len() + 24, "{text:?} became {said:?}");
        }
    }
    assert!(n_read > 100, "some of them are messages: {n_read}");
}
