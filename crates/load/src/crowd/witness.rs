//! Everything that any client received about each game, to be compared with its final record.

use std::collections::HashMap;

use super::Tally;

/// Everything received.
#[derive(Debug, Default)]
pub(super) struct Witness {
    games: HashMap<Box<str>, AnnouncedGame>,
}

#[derive(Debug, Default)]
struct AnnouncedGame {
    /// The moves that were received, by ply.
    moves: Vec<Option<Box<str>>>,
    is_over: bool,
}

impl Witness {
    /// One client has received a move; `known` is the highest number it had received before.
    pub(super) fn heard(
        &mut self,
        code: &str,
        seq: u32,
        ply: u32,
        usi: &str,
        known: Option<u32>,
        tally: &mut Tally,
    ) {
        self.numbered(seq, known, tally);
        let game = self.game(code);
        let at = ply.saturating_sub(1) as usize;
        if game.moves.len() <= at {
            game.moves.resize(at + 1, None);
        }
        match &game.moves[at] {
            None => game.moves[at] = Some(usi.into()),
            Some(known) if **known == *usi => {}
            Some(_) => tally.error("two clients were told different moves"),
        }
    }

    /// One client has received an event with a number.
    pub(super) fn numbered(&self, seq: u32, known: Option<u32>, tally: &mut Tally) {
        match known {
            Some(known) if seq > known + 1 => tally.error("an event was left out"),
            Some(known) if seq <= known => tally.error("an event was told twice"),
            _ => {}
        }
    }

    pub(super) fn over(&mut self, code: &str, n_moves: u32) {
        let game = self.game(code);
        game.moves.resize(game.moves.len().max(n_moves as usize), None);
        game.is_over = true;
    }

    fn game(&mut self, code: &str) -> &mut AnnouncedGame {
        if !self.games.contains_key(code) {
            self.games.insert(code.into(), AnnouncedGame::default());
        }
        self.games.entry(code.into()).or_default()
    }

    /// Compares with the records: of the games that are over, or of all.
    pub(super) fn verify(
        &mut self,
        all: bool,
        mut record: impl FnMut(&str) -> anyhow::Result<Vec<String>>,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let codes: Vec<_> =
            self.games.iter().filter(|(_, it)| all || it.is_over).map(|it| it.0.clone()).collect();
        for code in codes {
            let recorded = record(&code)?;
            let Some(game) = self.games.remove(&code) else { continue };
            for (at, usi) in game.moves.iter().enumerate() {
                let Some(usi) = usi else { continue };
                tally.announced += 1;
                if recorded.get(at).is_some_and(|it| **it == **usi) {
                    tally.found += 1;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_in_the_record_is_lost() {
        let (mut witness, mut tally) = (Witness::default(), Tally::default());
        witness.heard("a", 1, 1, "7g7f", None, &mut tally);
        witness.heard("a", 2, 2, "3c3d", Some(1), &mut tally);
        witness.heard("a", 2, 2, "3c3d", Some(1), &mut tally);
        assert!(tally.errors.is_empty(), "{:?}", tally.errors);
        let record = |_: &str| Ok(vec!["7g7f".to_owned()]);
        witness.verify(false, record, &mut tally).unwrap();
        assert_eq!((tally.announced, tally.found), (0, 0), "it is not over");
        witness.over("a", 2);
        witness.verify(false, record, &mut tally).unwrap();
        assert_eq!((tally.announced, tally.found), (2, 1));
    }

    #[test]
    fn gaps_repetitions_and_contradictions_are_noticed() {
        let (mut witness, mut tally) = (Witness::default(), Tally::default());
        witness.heard("a", 1, 1, "7g7f", None, &mut tally);
        witness.heard("a", 3, 2, "3c3d", Some(1), &mut tally);
        witness.heard("a", 3, 2, "3c3d", Some(3), &mut tally);
        witness.heard("a", 3, 2, "8c8d", Some(2), &mut tally);
        let errors: Vec<_> = tally.errors.into_iter().collect();
        assert_eq!(
            errors,
            [
                ("an event was left out".to_owned(), 1),
                ("an event was told twice".to_owned(), 1),
                ("two clients were told different moves".to_owned(), 1),
            ]
        );
    }
}
