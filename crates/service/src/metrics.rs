//! Metrics of what is handed to mail servers, push services and the ends of clubs' bridges.
//!
//! A recorder must be there before the service starts. Names are part of what operators rely on:
//! they are listed in docs/operations.md.

use std::sync::LazyLock;

use metrics::{Counter, counter};

/// Messages to browsers.
pub(crate) static PUSHES: LazyLock<Deliveries> =
    LazyLock::new(|| Deliveries::new("komadai_pushes_total"));

pub(crate) static LETTERS: LazyLock<Deliveries> =
    LazyLock::new(|| Deliveries::new("komadai_letters_total"));

/// Messages through bridges of clubs.
pub(crate) static BRIDGES: LazyLock<Deliveries> =
    LazyLock::new(|| Deliveries::new("komadai_bridge_messages_total"));

/// What became of what was handed to a mail server, a push service or a bridge.
pub(crate) struct Deliveries {
    told: Counter,
    again: Counter,
    given_up: Counter,
    over: Counter,
    gone: Counter,
}

impl Deliveries {
    fn new(name: &'static str) -> Self {
        let of = |outcome: &'static str| counter!(name, "outcome" => outcome);
        Self {
            told: of("told"),
            again: of("again"),
            given_up: of("given_up"),
            over: of("over"),
            gone: of("gone"),
        }
    }

    /// It was taken.
    pub(crate) fn told(&self) {
        self.told.increment(1);
    }

    /// It was not taken, and is tried again.
    pub(crate) fn again(&self) {
        self.again.increment(1);
    }

    /// It was not taken, and is not tried again.
    pub(crate) fn given_up(&self) {
        self.given_up.increment(1);
    }

    /// While it waited it became of no use.
    pub(crate) fn over(&self) {
        self.over.increment(1);
    }

    /// Nobody is there any more.
    pub(crate) fn gone(&self) {
        self.gone.increment(1);
    }
}
