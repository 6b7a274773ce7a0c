//! What stands beside a note or an error.

use komadai_kifu::{Lines, TextPlace};

#[test]
fn a_line_is_shown_beside_its_place() {
    let long = format!("{}here", "a".repeat(300));
    let lines = Lines::of(format!("one\n\ntwo\u{7} \n{long}").as_bytes()).unwrap();
    let at = |line, column| TextPlace { line, column };
    let shown = lines.excerpts(&[at(4, 301), at(1, 2), at(3, 1), at(2, 1), at(9, 1), at(1, 1)]);
    let end = format!("…{}here", "a".repeat(24));
    let expected = [Some(end.as_str()), Some("one"), Some("two"), None, None, Some("one")];
    assert_eq!(shown.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
    let start = format!("{}…", "a".repeat(100));
    assert_eq!(lines.excerpts(&[at(4, 1)]), [Some(start)]);
}
