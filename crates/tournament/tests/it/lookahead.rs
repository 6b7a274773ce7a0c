//! Small fields with many rounds: what is paired today leaves somebody new to meet later.

use std::collections::HashSet;

use komadai_tournament::{Event, Game, Outcome};

use crate::support::{event, favourite, players};

/// Six players after two rounds: p1 and p6 have won both games, p4 and p5 one, p2 and p3 none.
fn after_two_rounds(rounds: u32) -> Event {
    let mut event = event(&format!(r#"{{"t":"swiss","rounds":{rounds}}}"#), players(6));
    let games = [
        (1, "p1", "p2", Outcome::Sente),
        (1, "p3", "p4", Outcome::Gote),
        (1, "p5", "p6", Outcome::Gote),
        (2, "p4", "p1", Outcome::Gote),
        (2, "p6", "p3", Outcome::Sente),
        (2, "p2", "p5", Outcome::Gote),
    ];
    event.games = games
        .into_iter()
        .zip(1..)
        .map(|((round, sente, gote, result), n)| Game {
            key: format!("{round}-{n}").as_str().into(),
            round,
            sente: sente.into(),
            gote: gote.into(),
            result: Some(result),
            ..Game::default()
        })
        .collect();
    event
}

/// Both of a game, whoever is sente.
fn pair(game: &Game) -> [&str; 2] {
    let mut pair = [game.sente.as_str(), game.gote.as_str()];
    pair.sort_unstable();
    pair
}

#[test]
fn two_triangles_cannot_be_paired() {
    // After this round everybody of p1, p3, p5 has met everybody of p2, p4, p6.
    let triangles = [["p1", "p6"], ["p2", "p3"], ["p4", "p5"]];
    for rounds in 3..=5 {
        let mut event = after_two_rounds(rounds);
        for round in 3..=rounds {
            let next = event.check().expect("sound").pairings(0);
            if round == 3 {
                let mut pairs: Vec<_> = next.games.iter().map(pair).collect();
                pairs.sort_unstable();
                // Equals meet where it is the last round, and only there.
                assert_eq!(pairs == triangles, rounds == 3, "{rounds} rounds: {pairs:?}");
            }
            event.publish(&next).expect("new");
            for game in &next.games {
                event.note_result(&game.key, favourite(game, 0), None).expect("none yet");
            }
        }
        let met: HashSet<_> = event.games.iter().map(pair).collect();
        assert_eq!(met.len(), 3 * rounds as usize, "{rounds} rounds: somebody meets twice");
    }
}
