//! How lishogi tells an end for which it has no word in the list of moves: in English, in a comment
//! on the last move.

use komadai_rules::Side;

use crate::{Cause, Outcome};

/// What follows the winner or the loser, or stands alone.
const SENTENCES: [(&str, Cause); 18] = [
    ("wins by checkmate.", Cause::Checkmate),
    ("resigns.", Cause::Resignation),
    ("wins by stalemate.", Cause::NoMoves),
    ("wins by try rule.", Cause::Try),
    ("wins by impasse.", Cause::Declaration),
    ("lost due to perpetual check.", Cause::PerpetualCheck),
    ("won due to repetition.", Cause::Repetition),
    ("wins by capturing all royal pieces.", Cause::RoyalCaptured),
    ("wins due to bare king rule.", Cause::BareKing),
    ("wins by check.", Cause::Check),
    ("made an illegal move.", Cause::IllegalMove),
    ("left the game.", Cause::Abandoned),
    ("wins on time.", Cause::Time),
    // Why is not known; KIF's last line has the same words for it.
    ("wins.", Cause::Resignation),
    ("The game is a draw due to repetition.", Cause::Repetition),
    ("The game is a draw.", Cause::Draw),
    ("Game was adjourned.", Cause::Interrupted),
    ("Game was aborted.", Cause::Aborted),
];

/// The end that a comment tells, if that is all that it says.
pub(super) fn outcome(comment: &str) -> Option<Outcome> {
    let comment = comment.trim();
    let (named, sentence) = match comment.split_once(' ') {
        Some((name, rest)) if name.eq_ignore_ascii_case("sente") => (Some(Side::Sente), rest),
        Some((name, rest)) if name.eq_ignore_ascii_case("gote") => (Some(Side::Gote), rest),
        _ => (None, comment),
    };
    let (words, cause) = SENTENCES.into_iter().find(|(words, _)| *words == sentence)?;
    let is_about_a_side = words.starts_with(|sign: char| sign.is_ascii_lowercase());
    (is_about_a_side == named.is_some()).then_some(())?;
    let has_won = words.starts_with('w');
    let winner = named.map(|side| if has_won { side } else { side.other() });
    Some(Outcome::new(cause, winner))
}
