//! An event's document is read or refused with reasons; what was read has standings and a next
//! round, and is the same when it is written and read again.

use komadai_tournament::Event;

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[("event", event)];

/// A document.
pub fn event(bytes: &[u8]) {
    let Ok(json) = str::from_utf8(bytes) else { return };
    let event = match Event::read(json) {
        Ok(event) => event,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = serde_json::to_string(&event).expect("every event has a form");
    assert_eq!(Event::read(&written).expect("what is written can be read"), event);
    let checked = event.check().expect("it was checked when it was read");
    checked.standings();
    checked.next(0);
}
