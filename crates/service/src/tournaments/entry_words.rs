//! What is said of a player who is entered: its words and numbers.

use komadai_tournament::{Entry, Points};

use super::{NewEntry, TournamentRefusal, state::ActOutcome};
use crate::lines::{clean_line, has_unseen};

/// The longest name that is typed for somebody without an account, in characters.
const PLAYER_NAME_CHARS_MAX: usize = 60;

/// The highest number of a table somebody always sits at.
const TABLE_MAX: u32 = 9_999;

fn is_start(start: Points) -> bool {
    start.is_halves() && (Points::ZERO..=Points::whole(100)).contains(&start)
}

/// Marks as they are kept: a line each, and none twice.
pub(super) fn marks(said: Vec<String>) -> Vec<String> {
    let mut marks: Vec<String> = Vec::new();
    for mark in said.iter().map(|mark| clean_line(mark)).filter(|mark| !mark.is_empty()) {
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks
}

/// Whether what is said of somebody new can be.
pub(super) fn check_words(new: &NewEntry) -> ActOutcome {
    // The account's name, if there is one, was looked at when it was chosen.
    check_entry(&Entry {
        name: new.name.clone(),
        club: new.club.clone(),
        team: new.team.clone(),
        class: new.class.clone(),
        given: new.given.clone(),
        family: new.family.clone(),
        nationality: new.nationality.clone(),
        start: new.start,
        table: new.table,
        tags: new.tags.clone(),
        ..Entry::default()
    })
}

/// Whether the words of an entry are short enough, and its numbers such as there are.
pub(super) fn check_entry(new: &Entry) -> ActOutcome {
    let refused = |text: String| Err(TournamentRefusal::Settings(text));
    if clean_line(&new.name).chars().count() > PLAYER_NAME_CHARS_MAX || has_unseen(&new.name) {
        return refused(format!("a name has between 1 and {PLAYER_NAME_CHARS_MAX} characters"));
    }
    let is_nation = |it: &String| it.len() == 2 && it.bytes().all(|it| it.is_ascii_uppercase());
    if new.table.is_some_and(|table| !(1..=TABLE_MAX).contains(&table)) {
        return refused(format!("tables are numbered 1 to {TABLE_MAX}"));
    }
    if new.start.is_some_and(|start| !is_start(start)) {
        return refused("a start score is made of half points, 0 to 100".to_owned());
    }
    if !new.nationality.as_ref().is_none_or(is_nation) {
        return refused("a nationality is two capital letters, as VN".to_owned());
    }
    if new.tags.len() > Entry::TAGS_MAX {
        return refused(format!("somebody has at most {} marks", Entry::TAGS_MAX));
    }
    let words = [&new.club, &new.team, &new.class, &new.given, &new.family].into_iter().flatten();
    if words.chain(&new.tags).any(|text| text.chars().count() > PLAYER_NAME_CHARS_MAX) {
        return refused(format!(
            "names, club, team and class have at most {PLAYER_NAME_CHARS_MAX} characters"
        ));
    }
    Ok(())
}
