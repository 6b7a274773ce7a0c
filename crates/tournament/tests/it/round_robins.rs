//! Events in which everybody meets everybody.

use std::collections::HashMap;

use komadai_tournament::{EntryId, Event, Remark};

use crate::support::{before, direct, event, favourite, players, row, standings};

/// A round robin of so many players, numbered in their order.
fn round_robin(n: usize, cycles: u32) -> Event {
    let mut event = event(&format!(r#"{{"t":"round_robin","cycles":{cycles}}}"#), players(n));
    for (entry, number) in event.entries.iter_mut().zip(1..) {
        entry.seed = Some(number);
    }
    event
}

/// The numbers of those who play in each round, sente first.
fn rounds(event: &Event) -> Vec<Vec<(usize, usize)>> {
    let numbers: HashMap<&EntryId, usize> =
        event.entries.iter().map(|entry| &entry.id).zip(1..).collect();
    let checked = event.check().expect("sound");
    (1..=checked.n_rounds().expect("a plan"))
        .map(|round| {
            let games = checked.format().planned(event, round);
            games.iter().map(|game| (numbers[&game.sente], numbers[&game.gote])).collect()
        })
        .collect()
}

#[test]
fn the_tables_are_bergers() {
    // For 5 or 6 players, as printed everywhere but for the order of the boards.
    for (n, expected) in [
        (6, ["1-6 2-5 3-4", "6-4 1-2 5-3", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 5-1 4-2"]),
        (5, ["2-5 3-4", "1-2 5-3", "3-1 4-5", "1-4 2-3", "5-1 4-2"]),
    ] {
        let table: Vec<String> = rounds(&round_robin(n, 1))
            .iter()
            .map(|pairs| {
                let pairs = pairs.iter().map(|(sente, gote)| format!("{sente}-{gote}"));
                pairs.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(table, expected);
    }
}

#[test]
fn everybody_meets_everybody_with_balanced_sides() {
    for n in 2..=41usize {
        for cycles in 1..=3u32 {
            let mut met: HashMap<(usize, usize), u32> = HashMap::new();
            let mut sides: Vec<Vec<bool>> = vec![Vec::new(); n + 1];
            for (sente, gote) in rounds(&round_robin(n, cycles)).into_iter().flatten() {
                *met.entry((sente, gote)).or_default() += 1;
                sides[sente].push(true);
                sides[gote].push(false);
            }
            for (a, sides) in sides.iter().enumerate().skip(1) {
                for b in 1..a {
                    let met = |pair| met.get(&pair).copied().unwrap_or(0);
                    let (as_sente, as_gote) = (met((a, b)), met((b, a)));
                    assert_eq!(as_sente + as_gote, cycles, "{n} players, {a} and {b}");
                    assert!(as_sente.abs_diff(as_gote) <= 1, "{n} players, {a} and {b}");
                }
                let sente = sides.iter().filter(|side| **side).count();
                assert!(sente.abs_diff(sides.len() - sente) <= 1, "{n} players, {a}");
                let row = sides.windows(3).any(|w| w[0] == w[1] && w[1] == w[2]);
                assert!(
                    !row || cycles > 2,
                    "{n} players, {cycles} cycles: {a} sits thrice the same way"
                );
            }
        }
    }
}

#[test]
fn who_has_withdrawn_is_no_champion() {
    for format in [r#"{"t":"round_robin"}"#, r#"{"t":"swiss","rounds":3}"#] {
        let mut played = event(format, players(4));
        direct(&mut played, 1, &favourite);
        assert_eq!(played.n_rounds(), 3);
        // Played to its end, or ended before.
        let closed = Event { closed: true, ..before(&played, 2) };
        for mut it in [played, closed] {
            assert_eq!(row(&standings(&it), "p1").remark, Some(Remark::Champion), "{format}");
            it.withdraw(&"p1".into(), it.n_rounds()).expect("entered");
            let after = standings(&it);
            let first = row(&after, "p1");
            assert_eq!((first.place, first.remark), (1, Some(Remark::Withdrawn)), "{format}");
        }
    }
}
