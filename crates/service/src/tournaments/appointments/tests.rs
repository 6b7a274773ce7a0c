use komadai_community::bell::{AppointmentStep, BellItem};
use komadai_ids::TournamentId;
use komadai_ids::UserId;
use komadai_rules::RuleSet;
use serde_json::json;

use super::*;
use crate::tournaments::{Act, Entrant, Person, TournamentSettings, bells};

const HOUR: u64 = 3_600_000;
/// The deadline of the only round.
const UNTIL: u64 = 100 * HOUR;

fn user(n: u8) -> UserId {
    UserId::new(1, [n; 10])
}

fn actor(n: u8) -> Actor {
    Actor::User { id: user(n), name: format!("Player {n}"), runs_it: false }
}

fn person(n: u8) -> Person {
    let name = format!("Player {n}");
    Person { user: user(n), handle: format!("p{n}"), name, bot: false, club_grade: None }
}

/// A game of two by appointment that has begun; the organiser is number 9.
fn begun() -> (Tournament, GameKey) {
    let settings: TournamentSettings = serde_json::from_value(json!({
        "name": "Winter",
        "format": { "t": "round_robin", "pace": "free" },
        "plan": {
            "variant": "standard",
            "rules": RuleSet::casual(),
            "clock": { "kind": "sudden_death", "main_ms": 600_000 },
            "grace_ms": 60_000,
            "by_appointment": { "deadlines_ms": [UNTIL], "fixed_ms": HOUR },
        },
    }))
    .expect("settings");
    let id = TournamentId::from_uuid(user(2).uuid());
    let mut it = Tournament::new(id, &person(9), 7, settings).expect("a tournament");
    it.act(1, &actor(9), Act::Open, "").expect("it opens");
    for n in [1, 2] {
        let entry = Entrant { person: Some(person(n)), ..Entrant::default() };
        it.act(1, &actor(n), Act::Enter { entry: Box::new(entry) }, "").expect("there is room");
    }
    it.act(1, &actor(9), Act::Begin, "").expect("it begins");
    let [game] = it.games_to_appoint().try_into().expect("one game");
    let key = game.key.clone();
    assert!(it.boards.is_empty(), "no board before its time");
    (it, key)
}

/// They play at that time.
fn agreed(now_ms: u64, at_ms: u64) -> (Tournament, GameKey) {
    let (mut it, game) = begun();
    let propose = Act::Propose { game: game.clone(), at_ms: vec![at_ms], text: String::new() };
    it.act(now_ms, &actor(1), propose, "").expect("it is proposed");
    let agree = Act::Agree { game: game.clone(), at_ms };
    it.act(now_ms, &actor(2), agree, "").expect("it is agreed upon");
    (it, game)
}

/// What is told when the director sees to appointments, by its steps.
fn steps(it: &mut Tournament, now_ms: u64) -> Vec<AppointmentStep> {
    let before = it.clone();
    it.act(now_ms, &Actor::Director, Act::Appointments, "").expect("it does so");
    let told = bells::of(&before, it, &Actor::Director, &Act::Appointments, now_ms);
    let step = |(.., item): bells::TournamentBell| match item {
        BellItem::Appointment { step, .. } => Some(step),
        _ => None,
    };
    told.into_iter().filter_map(step).collect()
}

#[test]
fn both_are_reminded_twice_and_the_board_opens_at_the_time() {
    let at_ms = 50 * HOUR;
    let (mut it, game) = agreed(2 * HOUR, at_ms);
    for (due_ms, step) in [
        (at_ms - 24 * HOUR, AppointmentStep::Tomorrow),
        (at_ms - 15 * 60_000, AppointmentStep::Soon),
    ] {
        assert_eq!(it.appointments_due_ms(), Some(due_ms));
        assert_eq!(steps(&mut it, due_ms - 1), []);
        assert_eq!(steps(&mut it, due_ms), [step; 2]);
        assert_eq!(steps(&mut it, due_ms + 1), [], "once");
    }
    assert_eq!(it.appointments_due_ms(), Some(at_ms));
    assert_eq!(steps(&mut it, at_ms), []);
    assert!(it.boards.contains_key(&game));
    assert_eq!(it.appointments_due_ms(), None);
}

#[test]
fn what_is_agreed_shortly_before_has_no_reminder_that_comes_too_late() {
    let (mut it, _) = agreed(49 * HOUR, 50 * HOUR);
    assert_eq!(it.appointments_due_ms(), Some(50 * HOUR - 15 * 60_000));
    assert_eq!(steps(&mut it, 50 * HOUR - 60_000), [AppointmentStep::Soon; 2]);
}

#[test]
fn a_server_that_comes_back_too_late_opens_no_board() {
    let at_ms = 50 * HOUR;
    for (back_ms, opens) in [(at_ms + HOUR - 1, true), (at_ms + HOUR, false)] {
        let (mut it, game) = agreed(2 * HOUR, at_ms);
        let told = steps(&mut it, back_ms);
        assert_eq!(it.boards.contains_key(&game), opens, "{back_ms}");
        if !opens {
            assert_eq!(told, [AppointmentStep::Cancelled; 2]);
            assert_eq!(it.appointments_due_ms(), Some(UNTIL), "they find another time");
        }
    }
}

#[test]
fn nothing_is_due_while_it_is_paused() {
    let (mut it, game) = agreed(2 * HOUR, 3 * HOUR);
    it.act(2 * HOUR, &actor(9), Act::Pause, "").expect("it pauses");
    assert_eq!(it.appointments_due_ms(), None);
    assert_eq!(steps(&mut it, 3 * HOUR), []);
    assert!(!it.boards.contains_key(&game));
    it.act(3 * HOUR, &actor(9), Act::GoOn, "").expect("it goes on");
    steps(&mut it, 3 * HOUR + 1);
    assert!(it.boards.contains_key(&game));
}

#[test]
fn players_change_it_as_long_as_there_is_time_and_organisers_always() {
    let at_ms = 50 * HOUR;
    let (it, game) = agreed(2 * HOUR, at_ms);
    let call_off = || Act::CallOff { game: game.clone() };
    let propose = |at| Act::Propose { game: game.clone(), at_ms: vec![at], text: String::new() };
    for (now_ms, done) in [(at_ms - HOUR - 1, true), (at_ms - HOUR, false)] {
        for act in [call_off(), propose(60 * HOUR)] {
            let did = it.clone().act(now_ms, &actor(1), act, "");
            assert_eq!(did.is_ok(), done, "{did:?}");
        }
    }
    let mut it = it;
    it.act(at_ms - 1, &actor(9), call_off(), "").expect("an organiser may");
    assert_eq!(it.appointments_due_ms(), Some(UNTIL));
    // Both propose the same: they agree.
    it.act(at_ms, &actor(1), propose(60 * HOUR), "").expect("it is proposed");
    it.act(at_ms, &actor(2), propose(60 * HOUR), "").expect("it is proposed");
    assert_eq!(it.appointments[&game].agreed_ms, Some(60 * HOUR));
    assert!(it.appointments[&game].proposals.is_empty());
}

#[test]
fn who_leaves_has_no_appointments() {
    let (mut it, game) = agreed(2 * HOUR, 50 * HOUR);
    let entry = it.entry_of(user(1)).cloned().expect("an entry");
    it.act(3 * HOUR, &actor(1), Act::Leave { entry }, "").expect("anybody may");
    assert!(!it.appointments.contains_key(&game));
    assert_eq!(it.appointments_due_ms(), None);
}

#[test]
fn a_deadline_for_all_that_is_moved_leaves_nothing_overdue() {
    let (mut it, game) = begun();
    assert_eq!(steps(&mut it, UNTIL), [AppointmentStep::Overdue; 3], "both, and the organisers");
    assert_eq!(it.appointments_due_ms(), None);
    let mut settings = it.settings();
    settings.plan.by_appointment.as_mut().expect("it is").deadlines_ms = vec![2 * UNTIL];
    let edit = Act::Edit { settings: Box::new(settings) };
    it.act(UNTIL + 1, &actor(9), edit, "").expect("the plan changes");
    assert_eq!(it.appointments_due_ms(), Some(2 * UNTIL));
    assert!(!it.appointments[&game].overdue);
}
