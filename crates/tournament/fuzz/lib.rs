//! An event's document is read or refused with reasons; what was read has standings and a next
//! round, and is the same when it is written and read again. A file of another program is read or
//! refused with a reason; what was read is written as every kind of file, and that is read.

use komadai_tournament::{
    Event,
    files::{self, About},
};

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[("event", event), ("files", files)];

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

/// A file of another program.
pub fn files(bytes: &[u8]) {
    let file = match files::read(bytes) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let standings = file.event.check().expect("it was checked when it was read").standings();
    if standings.rankings.iter().all(|ranking| ranking.rows.is_empty()) {
        // Everybody has left before the first round.
        return;
    }
    for known in files::ALL {
        let Ok(text) = known.write(&file.event, &standings, &About::default()) else { continue };
        let again = files::read(text.as_bytes()).expect("what is written can be read");
        assert_eq!(again.event.games.len(), file.event.games.len(), "{}: {text}", known.name);
    }
}
