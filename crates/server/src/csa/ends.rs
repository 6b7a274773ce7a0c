//! How a game has ended, in CSA's lines.

use komadai_game::EndReason;
use komadai_rules::{Reason, Side};

/// The lines of an end, for a player of this side; for watchers without the verdict.
///
/// A mate is reported as the resignation that it would have been: CSA knows no other word for it.
pub(super) fn lines(reason: EndReason, winner: Option<Side>, reader: Option<Side>) -> String {
    let (why, has_verdict): (&[&str], bool) = match reason {
        EndReason::Board(reason) => match reason {
            Reason::Checkmate | Reason::NoMoves => (&["%TORYO", "#RESIGN"], true),
            Reason::Repetition => (&["#SENNICHITE"], true),
            Reason::PerpetualCheck => (&["#OUTE_SENNICHITE"], true),
            Reason::IllegalMove => (&["#ILLEGAL_MOVE"], true),
            Reason::Declaration => (&["%KACHI", "#JISHOGI"], true),
            Reason::DeclarationFailed => (&["%KACHI", "#ILLEGAL_MOVE"], true),
            Reason::ImpasseAgreement | Reason::Try => (&["#JISHOGI"], true),
            Reason::MaxMoves => (&["#MAX_MOVES", "#CENSORED"], false),
            // Of variants, which are not played so.
            Reason::BareKing
            | Reason::RoyalCaptured
            | Reason::Check
            | Reason::PerpetualAttack
            | Reason::BareRoyals
            | Reason::Agreement => (&["#CHUDAN"], false),
        },
        EndReason::Resignation => (&["%TORYO", "#RESIGN"], true),
        EndReason::Time => (&["#TIME_UP"], true),
        EndReason::Abandoned | EndReason::NoShow | EndReason::Forfeit if winner.is_some() => {
            (&["%TORYO", "#RESIGN"], true)
        }
        EndReason::Abandoned
        | EndReason::NoShow
        | EndReason::Forfeit
        | EndReason::NoFirstMove
        | EndReason::Aborted
        | EndReason::Adjudicated
        | EndReason::Annulled => (&["#CHUDAN"], false),
    };
    let verdict = match (winner, reader) {
        (_, None) => None,
        (None, _) => Some("#DRAW"),
        (Some(winner), Some(reader)) if winner == reader => Some("#WIN"),
        (Some(_), Some(_)) => Some("#LOSE"),
    };
    let verdict = verdict.filter(|_| has_verdict);
    why.iter().copied().chain(verdict).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_its_lines() {
        let told = |reason: &str, winner| {
            let lines = lines(reason.parse().unwrap(), winner, Some(Side::Gote));
            lines.trim_end().replace('\n', " ")
        };
        let (won, lost) = (Some(Side::Gote), Some(Side::Sente));
        for (reason, winner, expected) in [
            ("resignation", won, "%TORYO #RESIGN #WIN"),
            ("resignation", lost, "%TORYO #RESIGN #LOSE"),
            ("checkmate", lost, "%TORYO #RESIGN #LOSE"),
            ("time", lost, "#TIME_UP #LOSE"),
            ("illegal_move", won, "#ILLEGAL_MOVE #WIN"),
            ("declaration", won, "%KACHI #JISHOGI #WIN"),
            ("declaration_failed", lost, "%KACHI #ILLEGAL_MOVE #LOSE"),
            ("repetition", None, "#SENNICHITE #DRAW"),
            ("perpetual_check", won, "#OUTE_SENNICHITE #WIN"),
            ("impasse_agreement", None, "#JISHOGI #DRAW"),
            ("impasse_agreement", lost, "#JISHOGI #LOSE"),
            ("max_moves", None, "#MAX_MOVES #CENSORED"),
            ("abandoned", won, "%TORYO #RESIGN #WIN"),
            ("abandoned", None, "#CHUDAN"),
            ("aborted", None, "#CHUDAN"),
            ("no_first_move", None, "#CHUDAN"),
            ("adjudicated", won, "#CHUDAN"),
            ("annulled", None, "#CHUDAN"),
        ] {
            assert_eq!(told(reason, winner), expected, "{reason} {winner:?}");
        }
        for reason in EndReason::all() {
            let seen = lines(reason, Some(Side::Sente), None);
            assert!(seen.ends_with('\n') && !seen.contains("#WIN"), "{seen}");
        }
    }
}
