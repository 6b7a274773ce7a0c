//! Whatever stands in a document: it is refused, or every question about it has an answer.

use komadai_rules::Grade;
use komadai_tournament::{
    Bye, ByeKind, Entry, Event, Game, HandicapPolicy, Order, Outcome, Points, Presence, Ruling,
    Sides, cross_table,
};
use proptest::{collection::vec, option, prelude::*, sample::select};

use crate::{events::EVERY_FORMAT, support::event};

const SLOTS: &[&str] =
    &["R1-1", "R2-1", "W1-1", "L1-1", "final", "G1-1", "K1-1", "A", "B", "match", "1-1"];

fn id() -> impl Strategy<Value = String> {
    (1..9u32).prop_map(|n| format!("p{n}"))
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let entry = (
        option::of(-100..4000i32),
        option::of((1..30i8).prop_map(|kyu| Grade::kyu(kyu).expect("in range"))),
        option::of(select(vec!["A", "B"])),
        option::of(select(vec!["owls", "foxes", "bears"])),
        (1..4u32, option::weighted(0.2, 0..5u32), vec(0..6u32, 0..2)),
        option::weighted(0.2, (-4..20i64).prop_map(Points::halves)),
        option::of(0..9u32),
    );
    vec(entry, 0..9).prop_map(|entries| {
        let numbered = entries.into_iter().zip(1..);
        let entries =
            numbered.map(|((rating, grade, class, team, rounds, start, seed), n)| Entry {
                rating,
                grade,
                club: team.map(str::to_owned),
                class: Some(class.unwrap_or("A").to_owned()),
                team: Some(team.unwrap_or("owls").to_owned()),
                board: seed,
                from_round: rounds.0,
                withdrawn_after: rounds.1,
                absent: rounds.2,
                start,
                seed,
                ..Entry::new(&format!("p{n}"))
            });
        entries.collect()
    })
}

fn games() -> impl Strategy<Value = Vec<Game>> {
    let game = (
        (1..5u32, 0..4u32),
        (id(), id()),
        option::weighted(0.8, select(SLOTS.to_vec())),
        option::weighted(0.8, select(Outcome::ALL.to_vec())),
        option::weighted(0.1, select(Outcome::ALL.to_vec())),
        (0..100u64, 0..100u64),
    );
    vec(game, 0..10).prop_map(|games| {
        let games = games.into_iter().zip(1..).map(|(game, n)| {
            let ((round, board), (sente, gote), slot, result, ruled, (start, length)) = game;
            Game {
                key: format!("g{n}").as_str().into(),
                round,
                board,
                sente: sente.into(),
                gote: gote.into(),
                slot: slot.map(str::to_owned),
                result,
                ruling: ruled.map(|result| Ruling {
                    result,
                    reason: "so".into(),
                    by: String::new(),
                }),
                started_ms: Some(start),
                ended_ms: result.map(|_| start + length),
                ..Game::default()
            }
        });
        games.collect()
    })
}

fn byes() -> impl Strategy<Value = Vec<Bye>> {
    let kind = select(vec![ByeKind::Bye, ByeKind::Absent, ByeKind::Rest]);
    let bye = (1..5u32, id(), kind, option::of(select(SLOTS.to_vec())));
    let bye = bye.prop_map(|(round, entry, kind, slot)| Bye {
        round,
        entry: entry.into(),
        kind,
        slot: slot.map(str::to_owned),
    });
    vec(bye, 0..3)
}

fn orders() -> impl Strategy<Value = Vec<Order>> {
    let order = (0..3u32, 1..5u32, id(), id()).prop_map(|(kind, round, a, b)| {
        let reason = String::new();
        match kind {
            0 => Order::Pair { round, sente: a.into(), gote: b.into(), reason },
            1 => Order::Forbid { a: a.into(), b: b.into(), round: None, reason },
            _ => Order::Bye { round, entry: a.into(), reason },
        }
    });
    prop_oneof![4 => Just(Vec::new()), 1 => vec(order, 0..4)]
}

fn documents() -> impl Strategy<Value = Event> {
    let presence = vec((id(), 0..4_000_000u64, any::<bool>()), 0..12);
    let formats: Vec<&str> = EVERY_FORMAT.iter().map(|(_, format)| *format).collect();
    // Documents that have been played little are sound more often.
    let played = prop_oneof![Just((Vec::new(), Vec::new())), (games(), byes())];
    (select(formats), entries(), played, orders(), presence, any::<u64>(), any::<bool>()).prop_map(
        |(format, entries, (games, byes), orders, presence, seed, flag)| {
            let mut event = event(format, entries);
            event.seed = seed;
            event.sides = if flag { Sides::Balance } else { Sides::Furigoma };
            event.handicap = if seed % 2 == 0 {
                HandicapPolicy::None
            } else {
                HandicapPolicy::Jsa { reduce: 0, max: None }
            };
            if event.format.name == "title_match" {
                event.entries.truncate(2);
            }
            event.games = games;
            event.byes = byes;
            event.orders = orders;
            event.presence = presence
                .into_iter()
                .map(|(entry, at_ms, here)| Presence { entry: entry.into(), at_ms, here })
                .collect();
            event.presence.retain(|one| event.entries.iter().any(|entry| entry.id == one.entry));
            event
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::support::n_cases(2_000, 6_000) as u32,
        failure_persistence: None,
        max_shrink_iters: 2_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_sound_document_has_answers(event in documents(), at_ms in 0..4_000_000u64) {
        if let Ok(checked) = event.check() {
            let next = checked.next(at_ms);
            let standings = checked.standings();
            prop_assert!(!cross_table(&event, &standings).contains("Points("));
            let mut published = event.clone();
            if published.publish(&next).is_ok() {
                let again = published.check();
                prop_assert!(again.is_ok(), "after publishing: {}", again.err().unwrap_or_default());
                for game in &next.games {
                    prop_assert!(published.game(&game.key).is_some());
                }
            }
        }
    }
}
