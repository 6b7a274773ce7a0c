//! What the person at the terminal reads: at once, or, of what runs beside something else, in one
//! piece when it is over.

use std::{
    cell::RefCell,
    fmt::Display,
    io::{self, Write as _},
};

thread_local! {
    /// What this thread has said since it holds its output back.
    static HELD: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

/// Says a line.
pub(crate) fn say(line: impl Display) {
    HELD.with_borrow_mut(|held| {
        // The reader of our output may be gone; what we do goes on.
        let _ = match held {
            Some(held) => writeln!(held, "{line}"),
            None => writeln!(io::stdout(), "{line}"),
        };
    });
}

/// Whether this thread holds its output back.
pub(crate) fn is_held() -> bool {
    HELD.with_borrow(Option::is_some)
}

/// Runs something and says what it said when it is over.
pub(crate) fn hold<T>(run: impl FnOnce() -> T) -> T {
    HELD.set(Some(Vec::new()));
    let value = run();
    let said = HELD.take().unwrap_or_default();
    // As in `say`.
    let _ = io::stdout().write_all(&said);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_not_said_before() {
        assert!(!is_held());
        let said = hold(|| {
            say("one");
            say("two");
            assert!(is_held());
            HELD.with_borrow(|held| held.clone())
        });
        assert_eq!(said.as_deref(), Some(&b"one\ntwo\n"[..]));
        assert!(!is_held());
    }
}
