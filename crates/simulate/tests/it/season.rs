//! Seasons: what is printed.

use super::answer;

#[test]
fn a_season_tells_what_came_of_each_kind() {
    let arguments = "season --players 400 --games 40 --handicaps 0.4 --dishonest 0.2 --clubs 8";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let told = answer(&arguments);
    let unearned = |kind: &str| {
        let row =
            told.lines().find(|line| line.starts_with(kind)).unwrap_or_else(|| panic!("{told}"));
        row.split_whitespace().rev().nth(2).map(str::to_owned)
    };
    for kind in ["short pair", "pair", "sandbagger"] {
        assert_eq!(unearned(kind).as_deref(), Some("0"), "{told}");
    }
    assert!(told.contains("rank correlation"), "{told}");
    // A club of eight was too small for grades, and is not any more.
    let first_grades = |table: &str| told.lines().filter(|line| line.starts_with(table)).count();
    assert_eq!((first_grades("before"), first_grades("now")), (5, 5), "{told}");
    let of_honest = |table: &str| {
        let row = told.lines().find(|line| line.starts_with(&format!("{table:<8} none")));
        row.unwrap_or_default().contains("– / – / –")
    };
    assert!(of_honest("before") && !of_honest("now"), "{told}");
    assert_eq!(answer(&arguments), told, "it follows from its seed");
}
