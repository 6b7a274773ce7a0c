//! Lines that game servers put around a game: how it ended (`#TIME_UP`, `#GOTE_WIN`), what they
//! know of the players (`I+1249,840,x2|…`), and those of the summary before it (`To_Move:+`).

use komadai_rules::Side;

use super::super::servers;
use crate::{
    Cause, Error, Key, Outcome,
    cursor::TextLine,
    error::{Problem, quote},
    tape::{Notes, Tape},
};

/// A line that tells something before the moves.
pub(super) enum Field<'a> {
    /// A header, with its text.
    Header(Key, &'a str),
    /// Who moves first.
    ToMove(Side),
    /// The side of the player whose program wrote the file.
    YourTurn(Side),
}

/// Reads such a line.
pub(super) fn read_field(text: &str) -> Option<Field<'_>> {
    let side_of = |text: &str| match text {
        "+" => Some(Side::Sente),
        "-" => Some(Side::Gote),
        _ => None,
    };
    if let Some(of_player) = text.strip_prefix('I') {
        let (sign, known) = of_player.split_at_checked(1)?;
        let key = Key::other(match side_of(sign)? {
            Side::Sente => "Sente_Info",
            Side::Gote => "Gote_Info",
        })?;
        return Some(Field::Header(key, known));
    }
    let (word, value) = text.split_once(':')?;
    match word {
        "Name+" => Some(Field::Header(Key::Sente, value)),
        "Name-" => Some(Field::Header(Key::Gote, value)),
        "To_Move" => side_of(value).map(Field::ToMove),
        "Your_Turn" => side_of(value).map(Field::YourTurn),
        _ => None,
    }
}

/// What a server has said of the result of a game so far. Its two lines, on the reason and on the
/// result, come in either order.
#[derive(Default)]
pub(super) struct Announcement {
    /// The side of the player whose program wrote the file, for `#WIN` and `#LOSE`.
    pub(super) owner: Option<Side>,
    /// Who won; none within if nobody did.
    winner: Option<Option<Side>>,
}

impl Announcement {
    /// Reads `#ILLEGAL_MOVE`, `#SENTE_WIN` and such at the end of a game.
    pub(super) fn read(
        &mut self,
        line: TextLine<'_>,
        tape: &mut Tape,
        notes: &mut Notes,
    ) -> Result<(), Error> {
        let word = line.text.trim_start_matches('#').trim();
        let upper = word.to_ascii_uppercase();
        let word = upper.as_str();
        let told = tape.take_outcome();
        let is_new = told.is_none();
        let told = told.unwrap_or(Outcome::new(Cause::Interrupted, None));
        let outcome = if let Some(winner) = self.read_winner(word) {
            match self.winner.filter(|before| winner.is_some_and(|winner| winner != *before)) {
                Some(_) => notes.add(|| line.place(), Problem::AfterEnd(quote(line.text))),
                None => self.winner = winner.or(self.winner),
            }
            match told.cause {
                Cause::Interrupted if word == "DRAW" => Outcome::new(Cause::Draw, None),
                _ => told,
            }
        } else if let Some(cause) = servers::cause(word) {
            join(cause, told, tape).unwrap_or_else(|told| {
                notes.add(|| line.place(), Problem::AfterEnd(quote(line.text)));
                told
            })
        } else {
            notes.add(|| line.place(), Problem::Unknown(quote(line.text)));
            if is_new {
                return Ok(());
            }
            told
        };
        let outcome = self.with_winner(outcome);
        if is_new {
            return tape.end(outcome, || line.place(), line.text, notes);
        }
        tape.set_outcome(outcome);
        Ok(())
    }

    /// The winner whom a word tells. None if it is no word on that, none within if it does not say
    /// which side is meant.
    fn read_winner(&self, word: &str) -> Option<Option<Option<Side>>> {
        let told = match word {
            "SENTE_WIN" => Some(Some(Side::Sente)),
            "GOTE_WIN" => Some(Some(Side::Gote)),
            "DRAW" | "CENSORED" => Some(None),
            "WIN" => self.owner.map(Some),
            "LOSE" => self.owner.map(|owner| Some(owner.other())),
            _ => return None,
        };
        Some(told)
    }

    fn with_winner(&self, told: Outcome) -> Outcome {
        let Some(winner) = self.winner else { return told };
        let cause = match told.cause {
            // Who declares the entering of the king wins by it; nobody wins by an agreement.
            Cause::ImpasseAgreement if winner.is_some() => Cause::Declaration,
            cause => cause,
        };
        Outcome { cause, winner }
    }
}

/// Joins the reason with what the end of the moves has told.
///
/// # Errors
/// What was told, where the reason contradicts it.
fn join(cause: Cause, told: Outcome, tape: &Tape) -> Result<Outcome, Outcome> {
    match (&told.cause, &cause) {
        (before, after) if before == after => Ok(told),
        (_, Cause::Interrupted) => Ok(told),
        (Cause::Interrupted | Cause::Draw | Cause::Other(_), _)
        | (Cause::Repetition, Cause::PerpetualCheck)
        | (Cause::ImpasseAgreement, Cause::MaxMoves | Cause::Declaration) => {
            Ok(tape.outcome_of(cause))
        }
        // The server's words for a declaration that was right, and for one that was wrong.
        (Cause::Declaration, Cause::ImpasseAgreement) => Ok(told),
        (Cause::Declaration, Cause::IllegalMove) => Ok(tape.outcome_of(Cause::DeclarationFailed)),
        (Cause::IllegalMove, Cause::PerpetualCheck) => Ok(Outcome { cause, ..told }),
        _ => Err(told),
    }
}
