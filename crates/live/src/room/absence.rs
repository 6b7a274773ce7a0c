//! Which players are away from their game, and since when.

use komadai_rules::{BySide, Side};

/// Since when each player is away, in Unix milliseconds; `None` for who is there.
#[derive(Debug, Default)]
pub(super) struct Absence(BySide<Option<u64>>);

impl Absence {
    /// Takes note of who is there now.
    pub(super) fn note(&mut self, connected: BySide<bool>, now_ms: u64) {
        for side in Side::ALL {
            let since_ms = self.0[side].unwrap_or(now_ms);
            self.0[side] = (!connected[side]).then_some(since_ms);
        }
    }

    /// The server itself was away: what happened meanwhile is nobody's absence.
    pub(super) fn begin_again(&mut self, now_ms: u64) {
        for side in Side::ALL {
            self.0[side] = self.0[side].map(|_| now_ms);
        }
    }

    /// When each player who is away has been so for `wait_ms`.
    pub(super) fn over_ms(&self, wait_ms: u64) -> BySide<Option<u64>> {
        BySide::from_fn(|side| self.0[side].map(|since_ms| since_ms + wait_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absence_lasts_until_somebody_is_back() {
        let mut absence = Absence::default();
        absence.note(BySide { sente: true, gote: false }, 1_000);
        absence.note(BySide { sente: true, gote: false }, 2_000);
        assert_eq!(absence.over_ms(60), BySide { sente: None, gote: Some(1_060) });
        absence.begin_again(3_000);
        assert_eq!(absence.over_ms(60), BySide { sente: None, gote: Some(3_060) });
        absence.note(BySide { sente: false, gote: true }, 4_000);
        assert_eq!(absence.over_ms(60), BySide { sente: Some(4_060), gote: None });
    }
}
