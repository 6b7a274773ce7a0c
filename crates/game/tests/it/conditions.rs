//! Conditional moves (§4.4): what was decided before is carried out with the move that it answers.

use komadai_game::{
    CONDITION_LINES_MAX, CONDITION_MOVES_MAX, CONDITION_PLIES_MAX, Command, ConditionsProblem,
    Event, Offer, Refusal, TimeControl, clocks::Correspondence,
};
use komadai_rules::{BySide, Illegal, RuleSet, Side};

use crate::table::{Table, byoyomi, setup};

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

pub(crate) fn by_correspondence() -> komadai_game::Setup {
    let days = TimeControl::Correspondence(Correspondence::of_days(3));
    let mut setup = setup();
    setup.clocks = BySide { sente: days, gote: days };
    setup
}

/// Player 1 is sente and has moved; player 2 thinks.
fn table() -> Table {
    let mut table = Table::playing(by_correspondence());
    table.line("7g7f");
    table
}

impl Table {
    pub(crate) fn plan(&mut self, n: u8, lines: &[&str]) -> Result<Vec<Event>, Refusal> {
        let ply = self.game.line().n_moves();
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        self.by(n, Command::Conditions { ply, lines })
    }

    fn moves(&self) -> Vec<String> {
        let variant = self.game.line().position().variant();
        self.game.line().moves().iter().map(|mv| mv.usi(variant).to_string()).collect()
    }
}

#[test]
fn an_answer_is_carried_out_with_the_move_at_no_cost() {
    let mut table = table();
    table.plan(1, &["3c3d 2g2f 8c8d 2f2e", "8c8d 2g2f"]).unwrap();
    let seq = table.game.seq();
    let events = table.play(2 * DAY_MS, "3c3d").unwrap();
    assert_eq!(table.moves(), ["7g7f", "3c3d", "2g2f"]);
    let [
        Event::Moved { thought_ms: thought, .. },
        Event::Moved { thought_ms: 0, credit_ms: 0, .. },
    ] = events.as_slice()
    else {
        panic!("{events:?}")
    };
    assert_eq!(u64::from(*thought), 2 * DAY_MS);
    assert_eq!(table.game.seq(), seq + 2);
    assert_eq!(table.game.times().sente.main_ms as u64, 3 * DAY_MS);
    assert_eq!(table.game.conditions(Side::Sente), ["8c8d 2f2e"]);
    assert_eq!(table.mover(), 2);
    table.line("8c8d");
    assert_eq!(table.moves().len(), 5);
    assert_eq!(table.game.conditions(Side::Sente), [""; 0]);
}

#[test]
fn what_does_not_fit_any_more_falls_away() {
    let mut table = table();
    table.plan(1, &["3c3d 2g2f 8c8d 2f2e", "3c3d 2g2f 4c4d 3i4h"]).unwrap();
    table.line("8c8d");
    assert_eq!(table.moves(), ["7g7f", "8c8d"]);
    assert_eq!(table.game.conditions(Side::Sente), [""; 0]);
    // At a takeback both sides' are gone.
    table.line("2g2f");
    table.plan(1, &["3c3d 2f2e"]).unwrap();
    table.by(1, Command::Offer(Offer::Takeback)).unwrap();
    table.by(2, Command::Answer { offer: Offer::Takeback, accept: true }).unwrap();
    assert_eq!(table.game.conditions(Side::Sente), [""; 0]);
    // And at the end.
    table.line("2g2f");
    table.plan(1, &["3c3d 2f2e"]).unwrap();
    table.by(2, Command::Resign).unwrap();
    assert_eq!(table.game.conditions(Side::Sente), [""; 0]);
    assert_eq!(table.plan(1, &[]), Err(Refusal::GameOver));
}

#[test]
fn both_sides_conditions_go_on_in_a_chain() {
    let mut table = table();
    table.plan(1, &["3c3d 2g2f 8c8d 2f2e 8d8e 6i7h"]).unwrap();
    // It is gote's turn: its lines begin with what it may move itself.
    table.plan(2, &["3c3d 2g2f 8c8d 2f2e 4a3b", "8c8d 2g2f 8d8e"]).unwrap();
    let events = table.play(1_000, "3c3d").unwrap();
    assert_eq!(table.moves()[1..], ["3c3d", "2g2f", "8c8d", "2f2e", "4a3b"]);
    assert_eq!(events.len(), 5, "one record has them all");
    // Sente had decided on another answer there.
    assert_eq!(table.game.conditions(Side::Sente), [""; 0]);
    assert_eq!(table.game.conditions(Side::Gote), [""; 0]);
    assert_eq!(table.mover(), 1);
}

#[test]
fn an_answer_may_end_the_game() {
    let mut setup = by_correspondence();
    let sfen = "4k4/9/4G4/9/9/9/9/9/4K4 w G 1";
    setup.start = komadai_game::Start::Sfen(sfen.to_owned());
    let mut table = Table::playing(setup);
    table.plan(1, &["5a4a G*4b", "5a6a G*6b"]).unwrap();
    assert_eq!(table.plan(1, &["5a4a G*4b 4a3a 5i5h"]), Err(ConditionsProblem::AfterEnd(1).into()));
    let events = table.play(1_000, "5a6a").unwrap();
    assert!(matches!(events.last(), Some(Event::Ended { .. })), "{events:?}");
    assert_eq!(table.outcome(), Some(("checkmate", Some(Side::Sente))));
}

#[test]
fn they_are_judged_when_they_are_set() {
    let illegal = |line, illegal| Err(ConditionsProblem::Illegal { line, illegal }.into());
    let many = vec!["3c3d 2g2f"; CONDITION_LINES_MAX + 1];
    let long = "3c3d 2g2f ".repeat(CONDITION_PLIES_MAX / 2 + 1);
    let wide = "3c3d 2g2f ".repeat(CONDITION_PLIES_MAX / 2);
    let wide = vec![wide.as_str(); CONDITION_MOVES_MAX / CONDITION_PLIES_MAX + 1];
    for (lines, expected) in [
        (vec!["3c3d"], Err(ConditionsProblem::NoAnswer.into())),
        (vec![""], Err(ConditionsProblem::NoAnswer.into())),
        (vec!["3c3d 2g2f 8c8d"], Err(ConditionsProblem::NoAnswer.into())),
        (vec!["3c3d 2g2f", "3c3d 6i7h"], Err(ConditionsProblem::TwoAnswers(2).into())),
        (vec!["3c3d 2g2e"], illegal(1, Illegal::CannotMoveThere)),
        (vec!["3c3d 2g2f", "8c8e 2g2f"], illegal(2, Illegal::CannotMoveThere)),
        (vec!["3c3d P*5e"], illegal(1, Illegal::NotInHand)),
        (vec!["3c3d hello"], Err(Refusal::BadMove)),
        (many, Err(ConditionsProblem::TooMany.into())),
        (vec![long.as_str()], Err(ConditionsProblem::TooMany.into())),
        (wide, Err(ConditionsProblem::TooMany.into())),
    ] {
        let mut table = table();
        assert_eq!(table.plan(1, &lines), expected, "{lines:?}");
    }
    // A line that another contains is kept once, and the same again changes nothing.
    let mut table = table();
    table.plan(1, &["3c3d 2g2f", " 3c3d  2g2f 8c8d 2f2e", "3c3d 2g2f"]).unwrap();
    assert_eq!(table.game.conditions(Side::Sente), ["3c3d 2g2f 8c8d 2f2e"]);
    table.plan(1, &["3c3d 2g2f 8c8d 2f2e"]).unwrap();
    assert_eq!(table.game.conditions(Side::Sente), ["3c3d 2g2f 8c8d 2f2e"]);
    let stale = Command::Conditions { ply: 0, lines: vec![] };
    assert_eq!(table.by(1, stale), Err(Refusal::StalePly { ply: 1 }));
    assert_eq!(table.plan(3, &[]), Err(Refusal::NotAPlayer));
}

#[test]
fn they_are_for_games_by_correspondence_in_which_illegal_moves_are_refused() {
    let mut quick = setup();
    quick.clocks = BySide { sente: byoyomi(1, 30_000), gote: byoyomi(1, 30_000) };
    let mut strict = by_correspondence();
    strict.rules = RuleSet::tournament();
    for setup in [quick, strict] {
        let mut table = Table::playing(setup);
        table.line("7g7f");
        assert_eq!(table.plan(1, &["3c3d 2g2f"]), Err(Refusal::NotAllowed));
    }
}
