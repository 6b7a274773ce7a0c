//! What has to be written into a score so that it says what a record says.

use komadai_kifu::{Cause, Record};

use super::{EntryError, EntryFate, Score, ScoreEntry};

impl Score {
    /// The entries that make the score say what this record says: what differs is undone, and the
    /// rest is appended. Nothing where it says so already.
    ///
    /// # Errors
    /// When the record begins elsewhere, or cannot be written down.
    pub fn towards(&self, record: &Record) -> Result<Vec<ScoreEntry>, EntryError> {
        if record.start() != &self.start {
            return Err(EntryError::OtherStart);
        }
        let wanted: Vec<(String, Option<u64>)> = record
            .main_line()
            .map(|id| record.node(id))
            .filter_map(|node| Some((node.mv()?.usi(record.variant()).to_string(), node.spent_ms)))
            .collect();
        let end = record.outcome().filter(|end| is_end(&end.cause));
        let n_same = self.played.iter().zip(&wanted).take_while(|(it, (usi, _))| it.usi == *usi);
        let n_same = n_same.count();
        let is_as_wanted = |score: &Self| match (&score.ended, end) {
            (None, _) => true,
            (Some(ended), Some(end)) => {
                (&ended.cause, ended.winner) == (&end.cause, end.winner)
                    && score.played.len() == wanted.len()
            }
            (Some(_), None) => false,
        };
        let mut draft = Draft { score: self.clone(), entries: Vec::new() };
        while !is_as_wanted(&draft.score) || draft.score.played.len() > n_same {
            draft.write(ScoreEntry::Undo)?;
        }
        for (usi, spent_ms) in wanted.into_iter().skip(n_same) {
            let seal = draft.score.seal.as_ref().map(|seal| seal.usi.clone());
            if let Some(Some(sealed)) = &seal
                && *sealed != usi
            {
                draft.write(ScoreEntry::Undo)?;
                draft.write(ScoreEntry::Move { usi, spent_ms })?;
            } else if seal.is_some() {
                draft.write(ScoreEntry::Opened { usi: Some(usi), spent_ms })?;
            } else {
                draft.write(ScoreEntry::Move { usi, spent_ms })?;
            }
        }
        if let Some(end) = end.filter(|_| draft.score.ended.is_none()) {
            let cause = end.cause.as_str().to_owned();
            draft.write(ScoreEntry::Result { cause, winner: end.winner })?;
        }
        Ok(draft.entries)
    }
}

/// Whether a game is over by it: files of games that continue say that they were broken off.
fn is_end(cause: &Cause) -> bool {
    !matches!(cause, Cause::Interrupted | Cause::Error | Cause::Other(_))
}

/// A score as it will be.
struct Draft {
    score: Score,
    entries: Vec<ScoreEntry>,
}

impl Draft {
    fn write(&mut self, entry: ScoreEntry) -> Result<(), EntryError> {
        if let EntryFate::Next(entry) = self.score.place(self.score.last(), &entry)? {
            self.score.add(entry.clone(), 0);
            self.entries.push(entry);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use komadai_kifu::{formats, read};
    use komadai_rules::{Position, Variant};

    use super::*;

    fn record(moves: &str, end: &str) -> Record {
        let text = format!("position startpos moves {moves}\n");
        let mut record = read(text.as_bytes(), Some(formats::USI)).unwrap().records.remove(0);
        if !end.is_empty() {
            let mut builder = Record::builder(record.start().clone());
            for mv in record.moves() {
                builder.play(mv, None).unwrap();
            }
            builder
                .end(komadai_kifu::Outcome::new(Cause::from_name(end).unwrap(), None), None)
                .unwrap();
            record = builder.finish();
        }
        record
    }

    /// What a record adds, in short.
    fn follow(score: &mut Score, moves: &str, end: &str) -> String {
        let record = record(moves, end);
        let entries = score.towards(&record).unwrap();
        let told = entries.iter().map(|entry| match entry {
            ScoreEntry::Move { usi, .. } => usi.clone(),
            ScoreEntry::Opened { usi, .. } => format!("opened {}", usi.as_deref().unwrap()),
            ScoreEntry::Result { cause, .. } => cause.clone(),
            ScoreEntry::Undo => "undo".to_owned(),
            other => panic!("{other:?}"),
        });
        let told = told.collect::<Vec<_>>().join(", ");
        for entry in entries {
            score.add(entry, 1);
        }
        assert_eq!(score.towards(&record), Ok(vec![]), "it is as the record says");
        told
    }

    #[test]
    fn a_record_is_followed_move_by_move() {
        let mut score = Score::new(Position::start(Variant::standard()));
        assert_eq!(follow(&mut score, "7g7f", ""), "7g7f");
        assert_eq!(follow(&mut score, "7g7f 3c3d 2g2f", "interrupted"), "3c3d, 2g2f");
        assert_eq!(follow(&mut score, "7g7f 8c8d", ""), "undo, undo, 8c8d");
        assert_eq!(follow(&mut score, "7g7f 8c8d", "draw"), "draw");
        assert_eq!(follow(&mut score, "7g7f 8c8d", "resignation"), "undo, resignation");
        assert_eq!(follow(&mut score, "7g7f", ""), "undo, undo");
        score.add(ScoreEntry::Sealed { usi: Some("8c8d".to_owned()) }, 1);
        assert_eq!(follow(&mut score, "7g7f", ""), "", "what is sealed is in no file yet");
        assert_eq!(follow(&mut score, "7g7f 8c8d", ""), "opened 8c8d");
        assert_eq!(follow(&mut score, "7g7f 3c3d", ""), "undo, undo, 3c3d");
    }

    #[test]
    fn a_record_may_count_its_moves_from_its_start() {
        let start = Position::start(Variant::standard()).sfen();
        let later = start.strip_suffix('1').unwrap().to_owned() + "81";
        let start = Position::from_sfen(Variant::standard(), &later).unwrap();
        assert_eq!(start.sfen(), later);
        assert_eq!(follow(&mut Score::new(start), "7g7f 3c3d", ""), "7g7f, 3c3d");
    }

    #[test]
    fn a_record_from_elsewhere_is_refused() {
        let score = Score::new(Position::start(Variant::from_name("minishogi").unwrap()));
        assert_eq!(score.towards(&record("7g7f", "")), Err(EntryError::OtherStart));
    }
}
