//! The names of what ranks.

use std::collections::HashSet;

use komadai_tournament::{Tie, tiebreaks::ALL};

#[test]
fn names_are_unique_and_read_back() {
    let names: HashSet<_> = ALL.iter().map(|tie| tie.name()).collect();
    let labels: HashSet<_> = ALL.iter().map(|tie| tie.label()).collect();
    assert_eq!((names.len(), labels.len()), (ALL.len(), ALL.len()));
    for name in names {
        assert_eq!(name.parse::<Tie>().map(|tie| tie.to_string()), Ok(name.to_owned()));
    }
}
