//! Tournaments as organisers send them.

use komadai_protocol::http::tournaments::Plan;
use komadai_tournament::RoundSchedule;

#[test]
fn a_plan_may_call_its_schedule_by_the_older_name() {
    let plan = |name: &str| {
        let clock = r#"{"kind":"sudden_death","main_ms":600000}"#;
        let schedule = format!(r#""{name}":{{"t":"gap","ms":60000}}"#);
        format!(r#"{{"variant":"standard","clock":{clock},{schedule},"grace_ms":60000}}"#)
    };
    let old: Plan = serde_json::from_str(&plan("pace")).expect("a plan");
    let new: Plan = serde_json::from_str(&plan("schedule")).expect("a plan");
    assert_eq!(old, new);
    assert_eq!(new.schedule, RoundSchedule::Gap { ms: 60_000 });
}
