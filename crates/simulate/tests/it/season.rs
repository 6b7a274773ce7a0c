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
    // A club of eight is large enough for grades, with friends among them and without.
    let (_, clubs) = told.split_once("clubs of eight").unwrap_or_default();
    let rows: Vec<&str> = clubs.lines().filter(|line| line.contains(" / ")).collect();
    assert_eq!(rows.len(), 5, "{told}");
    assert!(rows.iter().all(|row| !row.contains("– / – / –")), "{told}");
    assert_eq!(answer(&arguments), told, "it follows from its seed");
}
