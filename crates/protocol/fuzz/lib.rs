//! What a client says is a message or refused with a reason, and a message is what it was when it
//! is written and read again.

use komadai_protocol::{FRAME_BYTES_MAX, RefusalCode, parse};

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[("client", client)];

/// One frame. What is no UTF-8 is closed before anybody reads it.
pub fn client(bytes: &[u8]) {
    let Ok(frame) = str::from_utf8(bytes) else { return };
    match parse(frame) {
        Ok(message) => {
            let written = serde_json::to_string(&message).expect("every message has a form");
            // What it does not say stands in it now, and may be too much.
            if written.len() <= FRAME_BYTES_MAX {
                assert_eq!(parse(&written), Ok(message), "{written}");
            }
        }
        Err(problem) => {
            assert!(!problem.message.is_empty());
            let is_too_long = problem.code == RefusalCode::TooLong;
            assert_eq!(is_too_long, frame.len() > FRAME_BYTES_MAX);
        }
    }
}
