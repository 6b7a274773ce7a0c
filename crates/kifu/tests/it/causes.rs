//! Why games end, and the words for it.

use std::collections::HashSet;

use komadai_kifu::{Cause, Encoding, Record, formats, read, write};
use komadai_rules::{Reason, Side, Variant};

use crate::games::outcome;

#[test]
fn every_cause_has_its_own_names() {
    let names: HashSet<String> = Cause::all().map(|cause| cause.as_str().to_owned()).collect();
    assert_eq!(names.len(), Cause::all().count());
    for cause in Cause::all() {
        assert_eq!(Cause::from_name(cause.as_str()).as_ref(), Some(&cause));
        // In Japanese too: what is written by its word is read back.
        let mut game = Record::builder(Variant::standard().start().clone());
        game.end(outcome(cause, true, Side::Sente), None).expect("it has not ended");
        let record = game.finish();
        for format in [formats::KIF, formats::KI2] {
            let file = write(std::slice::from_ref(&record), format, Encoding::Utf8);
            let file = file.expect("it is standard");
            let again = read(&file, Some(format)).expect("it was written");
            let told = String::from_utf8_lossy(&file);
            assert_eq!(again.records[0].outcome(), record.outcome(), "{format}:\n{told}");
        }
    }
}

#[test]
fn the_rules_reasons_keep_their_names() {
    for reason in Reason::ALL {
        assert_eq!(Cause::from(reason).as_str(), reason.as_str());
    }
}
