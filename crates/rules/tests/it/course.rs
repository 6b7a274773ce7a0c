//! The exercises of the course, which the client judges by itself: what they accept is legal, and
//! mates where they say so.

use komadai_rules::{Illegal, Move, Position, Variant};
use serde_json::Value;

const COURSE: &str = include_str!("../../../../web/src/learn/course.json");

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Each exercise with its lesson's name and variant.
fn exercises(course: &Value) -> impl Iterator<Item = (&str, Variant, &Value)> {
    let chapters = course["chapters"].as_array().into_iter().flatten();
    let lessons = chapters.flat_map(|it| it["lessons"].as_array().into_iter().flatten());
    lessons.flat_map(|lesson| {
        let name = lesson["name"].as_str().expect("a name");
        let variant = lesson["variant"].as_str().unwrap_or("standard");
        let variant = Variant::from_name(variant).expect(name);
        let exercises = lesson["exercises"].as_array().into_iter().flatten();
        exercises.map(move |it| (name, variant, it))
    })
}

#[test]
fn what_exercises_accept_is_right() {
    let course: Value = serde_json::from_str(COURSE).expect("JSON");
    let mut n_moves = 0;
    for (name, variant, exercise) in exercises(&course) {
        let Some(sfen) = exercise["sfen"].as_str() else { continue };
        let position = Position::from_sfen(variant, sfen).unwrap_or_else(|e| panic!("{name}: {e}"));
        if exercise["kind"] != "move" {
            continue;
        }
        let accepted = texts(&exercise["accept"]);
        let read = |usi: &str| Move::from_usi(variant, usi).expect(usi);
        for usi in &accepted {
            assert_eq!(position.judge(read(usi)), Ok(()), "{name}: {usi}");
            n_moves += 1;
        }
        for (usi, why) in exercise["traps"].as_object().into_iter().flatten() {
            let why: Illegal = why.as_str().expect(usi).parse().expect(usi);
            assert_eq!(position.judge(read(usi)), Err(why), "{name}: {usi}");
        }
        let legal = position.legal_moves();
        let mut expected: Vec<String> = match exercise["all"].as_str() {
            // Every way out of check.
            Some("legal") => legal.iter().map(|mv| mv.usi(variant).to_string()).collect(),
            Some("mates") => {
                let mates = legal.iter().filter(|&&mv| {
                    let mut next = position.clone();
                    next.play(mv);
                    next.is_mate()
                });
                mates.map(|mv| mv.usi(variant).to_string()).collect()
            }
            _ => continue,
        };
        expected.sort();
        let mut accepted: Vec<String> = accepted.into_iter().map(str::to_owned).collect();
        accepted.sort();
        assert_eq!(accepted, expected, "{name}: {sfen}");
    }
    assert!(n_moves >= 10);
}
