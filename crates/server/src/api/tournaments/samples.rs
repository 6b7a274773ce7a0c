//! Tournaments for tests, as large as they like.

use komadai_ids::{TournamentId, UserId};
use komadai_service::tournaments::{Person, Phase, Tournament};
use serde_json::{Value, json};

/// A round robin that is over.
pub(super) fn round_robin(n_players: usize) -> Tournament {
    finished(json!({ "t": "round_robin" }), n_players, n_players - 1)
}

/// A tournament that is over, in which sente has won every game.
pub(super) fn finished(format: Value, n_players: usize, n_rounds: usize) -> Tournament {
    let person = json!({ "user": UserId::new(1, [1; 10]), "name": "An", "handle": "an" });
    let person: Person = serde_json::from_value(person).unwrap();
    let settings = serde_json::from_value(json!({
        "name": "League",
        "format": format,
        "plan": {
            "variant": "standard",
            "rules": komadai_rules::RuleSet::casual(),
            "clock": { "kind": "sudden_death", "main_ms": 600_000 },
            "starts_ms": 1_795_223_329_259_u64,
            "grace_ms": 60_000,
        },
    }))
    .unwrap();
    let mut it = Tournament::new(TournamentId::new(1, [1; 10]), &person, 1, settings).unwrap();
    let id = |n: usize| format!("p{n}");
    let entries = (0..n_players).map(|n| json!({ "id": id(n), "seed": n + 1 }));
    // The circle: one stays, the others go round.
    let pairs = (0..n_rounds).flat_map(|round| {
        let at = move |n: usize| if n == 0 { 0 } else { 1 + (n - 1 + round) % (n_players - 1) };
        (0..n_players / 2).map(move |n| (round, n, at(n), at(n_players - 1 - n)))
    });
    let games = pairs.map(|(round, board, one, other)| {
        json!({ "key": format!("{}-{}", round + 1, board + 1), "round": round + 1,
                "board": board + 1, "sente": id(one), "gote": id(other), "result": "sente" })
    });
    it.event = serde_json::from_value(json!({
        "name": "League",
        "format": format,
        "entries": entries.collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
    }))
    .unwrap();
    it.phase = Phase::Over;
    it
}
