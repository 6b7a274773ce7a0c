//! What a client says is a message or refused with a reason, and a message is what it was when it
//! is written and read again.

use std::fmt::Debug;

use komadai_protocol::{
    FRAME_BYTES_MAX, RefusalCode,
    http::{
        account::{NewApiToken, Privacy, Register},
        clubs::{ClubActRequest, NewClub},
        me::PushBrowser,
        moderation::{Impose, NewReport},
        site::SiteSettings,
        tournaments::{NewTournament, TournamentAct, TournamentSettings},
    },
    parse,
};
use serde::{Serialize, de::DeserializeOwned};

/// The name of a target, and what it asks of an input.
type Target = (&'static str, fn(&[u8]));

/// The targets.
pub const ALL: &[Target] = &[("body", body), ("client", client)];

/// The body of a request, as each of those that have most in them: it is refused with a reason,
/// and what is taken is the same when it is written and read again.
pub fn body(bytes: &[u8]) {
    read::<NewTournament>(bytes);
    read::<TournamentAct>(bytes);
    read::<Register>(bytes);
    read::<NewApiToken>(bytes);
    same_again::<TournamentSettings>(bytes);
    same_again::<ClubActRequest>(bytes);
    same_again::<NewClub>(bytes);
    same_again::<PushBrowser>(bytes);
    same_again::<NewReport>(bytes);
    same_again::<Impose>(bytes);
    same_again::<SiteSettings>(bytes);
    same_again::<Privacy>(bytes);
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).inspect_err(|error| assert!(!error.to_string().is_empty())).ok()
}

fn same_again<T: DeserializeOwned + Serialize + PartialEq + Debug>(bytes: &[u8]) {
    if let Some(taken) = read::<T>(bytes) {
        let written = serde_json::to_vec(&taken).expect("every body has a form");
        assert_eq!(read::<T>(&written), Some(taken), "{}", String::from_utf8_lossy(&written));
    }
}

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
