//! Between the words of the wire and those of the game.

use komadai_game::{Player, Seats, Setup};
use komadai_ids::GameId;
use komadai_live::Wants;
use komadai_protocol::{
    Dests, PositionView, RefusalCode, SeekWants, SetupRequest, StartSetup, UserView,
};
use komadai_rules::{GradeError, Position, Problem, Variant};

use crate::{refused::WireRefusal, render::SUGGESTED};

/// What is said to somebody whom the database did not answer: what passes by itself is no fault, as
/// while another server takes over.
pub(super) fn unanswered(cause: komadai_store::Error) -> WireRefusal {
    tracing::warn!("the database did not answer: {cause}");
    WireRefusal::new(if cause.is_passing() { RefusalCode::Stalled } else { RefusalCode::Internal })
}

pub(super) fn user_view(user: &Player) -> UserView {
    UserView { id: user.id.code(), name: user.name.clone(), guest: user.guest }
}

/// Whom a seek is for.
pub(super) fn wants_of(wants: &SeekWants) -> Result<Wants, WireRefusal> {
    let grade = |grade: &Option<String>| match grade {
        None => Ok(None),
        Some(grade) => grade.parse().map(Some).map_err(|problem: GradeError| {
            WireRefusal::said(RefusalCode::BadSetup, problem.to_string())
        }),
    };
    Ok(Wants {
        rating_min: wants.rating_min,
        rating_max: wants.rating_max,
        grade_min: grade(&wants.grade_min)?,
        grade_max: grade(&wants.grade_max)?,
    })
}

/// Whether the handicap is to follow from the difference of grades (§3.3); until that is known the
/// game is even.
pub(super) fn takes_suggestion(setup: &mut SetupRequest) -> bool {
    let suggests = setup.start == StartSetup::Named(SUGGESTED.to_owned());
    if suggests {
        setup.start = StartSetup::default();
    }
    suggests
}

/// The set-up that is asked for. Its id and seed are drawn when the game is made.
pub(super) fn draft(
    request: SetupRequest,
    creator: Player,
    now_ms: u64,
    agreed_within_ms: Option<u32>,
) -> Result<Setup, WireRefusal> {
    let rules = request.rules.rules().ok_or_else(|| {
        WireRefusal::said(
            RefusalCode::BadSetup,
            "rule sets are casual, tournament and professional",
        )
    })?;
    let setup = Setup {
        id: GameId::new(now_ms, [0; 10]),
        seed: 0,
        created_ms: now_ms,
        start: request.start.in_variant(&request.variant),
        variant: request.variant,
        rules,
        clocks: request.clock.into(),
        seats: Seats { creator, opponent: None, side: request.side.into() },
        timed_at_once: rules.name() == Some("professional") || agreed_within_ms.is_some(),
        times: None,
        rated: request.rated,
        tournament: None,
        previous: None,
        king: None,
        delay: 0,
        sides_by_pairing: false,
        agreed_within_ms,
        pool: None,
        quick: None,
    };
    setup
        .check()
        .map_err(|problem| WireRefusal::said(RefusalCode::BadSetup, problem.to_string()))?;
    Ok(setup)
}

pub(super) fn look_at(variant: &str, sfen: &str) -> Result<PositionView, WireRefusal> {
    let bad = |message: String| WireRefusal::said(RefusalCode::BadPosition, message);
    let variant = Variant::from_name(variant)
        .ok_or_else(|| bad(format!("there is no variant {variant:?}")))?;
    let position = Position::from_sfen(variant, sfen).map_err(|error| bad(error.to_string()))?;
    let problems = position.problems();
    // A mate is worth looking at, and a tsume has no king for the attacker.
    let can_be_read = problems.without(Problem::NoMoves).without(Problem::NoKing).is_empty();
    Ok(PositionView {
        sfen: position.sfen(),
        turn: position.turn(),
        check: position.is_check(),
        mate: can_be_read && position.is_check() && !position.has_legal_move(),
        dests: if can_be_read { Dests::of(&position) } else { Dests::default() },
        problems: problems.iter().map(|it| it.to_string()).collect(),
    })
}
