//! What a command may lead to, if it is carried out: its own effect, and nothing else.

use komadai_game::{Command, EndReason, Event};

/// Whether a command that was carried out may have led to this.
pub(super) fn is_effect(command: &Command, events: &[Event]) -> bool {
    use EndReason::{Abandoned, Aborted, NoShow, Resignation};
    let [first, rest @ ..] = events else { return false };
    let ends_by = |reasons: &[EndReason]| {
        rest.is_empty()
            && matches!(first, Event::Ended { outcome, .. } if reasons.contains(&outcome.reason))
    };
    let ends_on_the_board = matches!(first, Event::Ended { outcome, .. }
        if matches!(outcome.reason, EndReason::Board(_)));
    match command {
        Command::Join { .. } => matches!(first, Event::Started { .. }),
        // §2.1: an illegal move loses in some games.
        Command::Move { .. } => matches!(first, Event::Moved { .. }) || ends_on_the_board,
        Command::Conditions { .. } => matches!(first, Event::ConditionsSet { .. }),
        Command::Resign => ends_by(&[Resignation]),
        Command::Abort => ends_by(&[Aborted]),
        Command::Claim { .. } => ends_by(&[Abandoned, NoShow, Aborted]),
        Command::Declare { .. } => ends_on_the_board,
        Command::Offer(offer) => match first {
            Event::Offered { offer: it, .. } => it == offer,
            Event::Answered { offer: it, accepted, .. } => it == offer && *accepted,
            _ => false,
        },
        Command::Answer { offer, accept } => matches!(first,
            Event::Answered { offer: it, accepted, .. } if (it, accepted) == (offer, accept)),
        Command::Agree
        | Command::Arbiter(_)
        | Command::CheckTime { .. }
        | Command::Away { .. }
        | Command::Interrupt { .. } => false,
    }
}

/// Whether this may happen without a command of a player's.
pub(super) fn is_of_the_server(event: &Event) -> bool {
    use EndReason::{Aborted, Adjudicated, NoFirstMove, NoShow, Time};
    match event {
        Event::Created(_)
        | Event::Started { .. }
        | Event::Agreed { .. }
        | Event::Interrupted { .. }
        | Event::AwayUntil { .. }
        | Event::Halted { .. }
        | Event::WentOn { .. }
        | Event::ClocksSet { .. } => true,
        Event::Ended { outcome, .. } => {
            matches!(outcome.reason, Aborted | Adjudicated | NoFirstMove | NoShow | Time)
        }
        Event::Moved { .. }
        | Event::ConditionsSet { .. }
        | Event::Offered { .. }
        | Event::Answered { .. }
        | Event::TakenBack { .. }
        | Event::Rematch { .. } => false,
    }
}
