//! Words from closed lists, as they go over the wire.

use komadai_protocol::{DeclineReason, RefusalCode};
use komadai_rules::Illegal;

#[test]
fn reasons_to_decline_are_spelled_one_way() {
    for reason in DeclineReason::ALL {
        assert_eq!(DeclineReason::from_name(reason.as_str()), Some(reason));
        let wire = serde_json::to_value(reason).unwrap();
        assert_eq!(wire, reason.as_str(), "{reason:?}");
    }
}

#[test]
fn codes_of_refusals_are_spelled_once() {
    let mut names: Vec<_> = RefusalCode::ALL.iter().map(|code| code.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), RefusalCode::ALL.len());
}

#[test]
fn an_illegal_move_is_spelled_as_the_rules_spell_it() {
    for illegal in Illegal::ALL {
        assert_eq!(RefusalCode::from(illegal).as_str(), illegal.as_str());
    }
}
