//! Tournaments for unit tests.

use komadai_ids::{TournamentId, UserId};
use komadai_rules::RuleSet;
use serde_json::{Value, json};

use super::{Act, Actor, Entrant, Person, Tournament, TournamentSettings};

/// A tournament of so many typed names that has not begun: its format, and what its plan says
/// besides the variant, the rules and a clock.
pub(super) fn of_typed_names(format: Value, plan: Value, n: u32) -> Tournament {
    let mut whole = json!({
        "variant": "standard",
        "rules": RuleSet::casual(),
        "clock": { "kind": "sudden_death", "main_ms": 600_000 },
        "grace_ms": 60_000,
    });
    if let (Some(whole), Value::Object(plan)) = (whole.as_object_mut(), plan) {
        whole.extend(plan);
    }
    let settings = json!({ "name": "Everybody", "format": format, "plan": whole });
    let settings: TournamentSettings = serde_json::from_value(settings).expect("settings");
    let owner = Person {
        user: UserId::new(1, [1; 10]),
        name: "Owner".to_owned(),
        handle: "owner".to_owned(),
        bot: false,
        club_grade: None,
    };
    let id = TournamentId::from_uuid(UserId::new(2, [2; 10]).uuid());
    let mut it = Tournament::new(id, &owner, 7, settings).expect("a tournament");
    for nth in 0..n {
        let entry: Entrant =
            serde_json::from_value(json!({ "name": format!("Player {nth}") })).expect("one");
        let act = Act::Enter { entry: Box::new(entry) };
        it.act(1, &Actor::Director, act, "").expect("there is room");
    }
    it
}
