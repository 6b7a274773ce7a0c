//! Conditions for entries.

use komadai_tournament::{Entry, Who};

#[test]
fn all_of_it_must_be_true() {
    let entry = Entry {
        grade: Some("3k".parse().expect("a grade")),
        rating: Some(1450),
        club: Some("Hà Nội".to_owned()),
        nationality: Some("VN".to_owned()),
        tags: vec!["Junior".to_owned(), "school".to_owned()],
        ..Entry::new("an")
    };
    let check = |json: &str, expected: bool| {
        let who: Who = serde_json::from_str(json).expect("a condition");
        assert_eq!(who.has(&entry), expected, "{json}");
    };
    check("{}", true);
    check(r#"{"rating_max":1499}"#, true);
    check(r#"{"rating_max":1449}"#, false);
    check(r#"{"rating_min":1450,"rating_max":1450}"#, true);
    check(r#"{"grade_max":"1k"}"#, true);
    check(r#"{"grade_min":"1d"}"#, false);
    check(r#"{"grade_min":"4k","grade_max":"2k"}"#, true);
    check(r#"{"clubs":["Huế","hà nội "]}"#, true);
    check(r#"{"tags":["junior"],"nationalities":["vn"]}"#, true);
    check(r#"{"tags":["junior"],"nationalities":["JP"]}"#, false);
    check(r#"{"teams":["Hà Nội"]}"#, false);
    check(r#"{"newcomers":true}"#, false);
    let unrated = Entry::new("binh");
    let band: Who = serde_json::from_str(r#"{"rating_max":1499}"#).expect("a condition");
    assert!(!band.has(&unrated) && Who::default().has(&unrated));
}
