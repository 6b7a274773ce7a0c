//! Real cross tables of clubs, replayed.

use std::fmt::Write as _;

use komadai_tournament::{Bye, ByeKind, Entry, EntryId, Event, Game, Outcome, Points};

use crate::support::{before, event, standings};

struct CrossTable {
    event: Event,
    /// The final scores as printed.
    scores: Vec<(EntryId, Points)>,
}

fn id(line: usize) -> EntryId {
    format!("p{line:02}").into()
}

/// Of a line without signs for the sides: half of the players are sente in half of the rounds.
fn read(text: &str) -> CrossTable {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    let n_rounds = lines[0].len() - 3;
    let settings = r#"{"t":"mcmahon","rounds":ROUNDS,"bars":{"by":"rating","floors":[]}}"#;
    let mut event = event(&settings.replace("ROUNDS", &n_rounds.to_string()), Vec::new());
    event.scoring.absence = Points::ZERO;
    event.scoring.missed = Points::ZERO;
    let points = |text: &str| serde_json::from_str::<Points>(text).expect("a number");
    let mut scores = Vec::new();
    for (n, cells) in lines.iter().enumerate() {
        let line = n + 1;
        event.entries.push(Entry {
            rating: cells[0].parse().ok(),
            start: Some(points(cells[1])),
            ..Entry::new(id(line).as_str())
        });
        scores.push((id(line), points(cells[2])));
        for (round, cell) in (1..).zip(&cells[3..]) {
            let (opponent, result) = cell.split_at(cell.len() - 1);
            let opponent: usize = opponent.parse().expect("a line");
            match (opponent, result) {
                (0, "+") => {
                    event.byes.push(Bye { round, entry: id(line), kind: ByeKind::Bye, slot: None })
                }
                (0, _) => {
                    let entry = event.entries.last_mut().expect("just pushed");
                    entry.absent.push(round);
                }
                _ => {
                    let opposite = lines[opponent - 1][2 + round as usize];
                    let mirrored = format!("{line}{}", if result == "+" { "-" } else { "+" });
                    assert_eq!(opposite, mirrored, "line {line}, round {round}");
                    if opponent > line {
                        let won = result == "+";
                        let (sente, gote, won) = if (line + round as usize) % 2 == 0 {
                            (id(line), id(opponent), won)
                        } else {
                            (id(opponent), id(line), !won)
                        };
                        event.games.push(Game {
                            key: format!("{round}-{line}").as_str().into(),
                            round,
                            sente,
                            gote,
                            result: Some(if won { Outcome::Sente } else { Outcome::Gote }),
                            ..Game::default()
                        });
                    }
                }
            }
        }
    }
    CrossTable { event, scores }
}

/// How many pairings are of different scores, and by how many points.
fn uneven(event: &Event, round: u32, pairs: &[(EntryId, EntryId)]) -> (usize, Points) {
    let rows = standings(&before(event, round)).rankings.remove(0).rows;
    let score = |id: &EntryId| {
        let row = rows.iter().find(|row| row.entry == *id);
        row.map_or(Points::ZERO, |row| row.start + row.points)
    };
    let gaps = pairs.iter().map(|(a, b)| (score(a) - score(b)).max(score(b) - score(a)));
    let gaps: Vec<Points> = gaps.filter(|gap| *gap != Points::ZERO).collect();
    (gaps.len(), gaps.iter().copied().sum())
}

fn replay(text: &str) -> String {
    let CrossTable { event, scores } = read(text);
    let standings = standings(&event);
    let rows = &standings.rankings[0].rows;
    assert_eq!(rows.len(), scores.len());
    for (id, score) in scores {
        let row = rows.iter().find(|row| row.entry == id).expect("ranked");
        assert_eq!(row.start + row.points, score, "{id}");
    }
    let mut shown = String::new();
    for round in 1..=event.n_rounds() {
        let games = event.games.iter().filter(|game| game.round == round);
        let theirs: Vec<_> = games.map(|game| (game.sente.clone(), game.gote.clone())).collect();
        let earlier = before(&event, round);
        let next = earlier.check().expect("sound").next(0);
        let ours: Vec<_> =
            next.games.iter().map(|game| (game.sente.clone(), game.gote.clone())).collect();
        assert_eq!(ours.len(), theirs.len(), "round {round}");
        for (a, b) in &ours {
            let met = earlier.games.iter().any(|game| game.is_between(a, b));
            assert!(!met, "round {round}: {a} and {b} have met");
        }
        let (theirs, ours) = (uneven(&event, round, &theirs), uneven(&event, round, &ours));
        assert!(ours <= theirs, "round {round}: ours {ours:?}, theirs {theirs:?}");
        let _ = write!(shown, "{round}: {}/{} ", ours.0, theirs.0);
    }
    shown
}

#[test]
fn real_cross_tables_have_the_printed_scores_and_are_paired_no_worse() {
    for (name, text) in [
        ("mcmahon_46", include_str!("../data/cross_tables/mcmahon_46.txt")),
        ("swiss_32", include_str!("../data/cross_tables/swiss_32.txt")),
    ] {
        println!("{name}, uneven pairings of ours/the club's by round: {}", replay(text));
    }
}
