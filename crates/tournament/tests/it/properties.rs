//! What must hold in every event, whatever the players do.

use std::collections::{HashMap, HashSet};

use komadai_rules::Side;
use komadai_tournament::{
    ByeKind, EntryId, Event, Outcome, Points, lot::Stream, simulate::quality,
};

use crate::support::{before, free_event, n_cases, standings};

/// One round of an event as the players see it, worked out from the document alone.
struct Round {
    number: u32,
    /// Everybody with a game or the bye.
    present: Vec<EntryId>,
    pairs: Vec<(EntryId, EntryId)>,
    bye: Option<EntryId>,
    /// Who had met before it.
    met: HashSet<(EntryId, EntryId)>,
    /// Byes before it, and games to which one or the other did not come.
    byes: HashMap<EntryId, usize>,
}

fn rounds(event: &Event) -> Vec<Round> {
    let mut met = HashSet::new();
    let mut byes: HashMap<EntryId, usize> = HashMap::new();
    (1..=event.n_rounds())
        .map(|number| {
            let games = event.games.iter().filter(|game| game.round == number);
            let pairs: Vec<_> = games.map(|game| (game.sente.clone(), game.gote.clone())).collect();
            let bye = event.byes.iter().find(|bye| bye.round == number && bye.kind == ByeKind::Bye);
            let bye = bye.map(|bye| bye.entry.clone());
            let players = pairs.iter().flat_map(|(a, b)| [a, b]).chain(&bye);
            let round = Round {
                number,
                present: players.cloned().collect(),
                pairs: pairs.clone(),
                bye: bye.clone(),
                met: met.clone(),
                byes: byes.clone(),
            };
            for game in event.games.iter().filter(|game| game.round == number) {
                let outcome =
                    event.outcome_of(game, &|id| event.entries.iter().find(|it| it.id == *id));
                if outcome.is_some_and(|outcome| !outcome.was_played()) {
                    *byes.entry(game.sente.clone()).or_default() += 1;
                    *byes.entry(game.gote.clone()).or_default() += 1;
                }
            }
            for (a, b) in pairs {
                met.insert((a.clone(), b.clone()));
                met.insert((b, a));
            }
            if let Some(entry) = bye {
                *byes.entry(entry).or_default() += 1;
            }
            round
        })
        .collect()
}

impl Round {
    fn byes_of(&self, entry: &EntryId) -> usize {
        self.byes.get(entry).copied().unwrap_or(0)
    }

    /// Whether the round could have been paired without a repeat and with one of these byes.
    fn has_fresh_pairing(&self, may_have_bye: &[&EntryId]) -> bool {
        let n = self.present.len();
        let is_edge = |i: usize, j: usize| match (self.present.get(i), self.present.get(j)) {
            (Some(a), Some(b)) => !self.met.contains(&(a.clone(), b.clone())),
            (Some(one), None) | (None, Some(one)) => may_have_bye.contains(&one),
            (None, None) => false,
        };
        has_perfect_matching(n + n % 2, is_edge)
    }

    /// Those with the fewest byes.
    fn next_for_the_bye(&self) -> Vec<&EntryId> {
        let fewest = self.present.iter().map(|one| self.byes_of(one)).min();
        self.present.iter().filter(|one| Some(self.byes_of(one)) == fewest).collect()
    }
}

/// Tutte: a graph has a perfect matching if, and but for bad luck only if, its skew-symmetric
/// matrix with random entries is regular. Nothing here is shared with the crate's matching.
fn has_perfect_matching(n: usize, is_edge: impl Fn(usize, usize) -> bool) -> bool {
    const PRIME: u128 = (1 << 61) - 1;
    let mut stream = Stream::new(n as u64);
    let mut rows = vec![vec![0u128; n]; n];
    for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
        if is_edge(i, j) {
            let value = u128::from(stream.number()) % (PRIME - 1) + 1;
            rows[i][j] = value;
            rows[j][i] = PRIME - value;
        }
    }
    for column in 0..n {
        let Some(found) = (column..n).find(|&row| rows[row][column] != 0) else { return false };
        rows.swap(column, found);
        let pivot = rows[column].clone();
        let inverse = power(pivot[column], PRIME - 2, PRIME);
        for row in &mut rows[column + 1..] {
            let factor = row[column] * inverse % PRIME;
            for (value, pivot) in row.iter_mut().zip(&pivot).filter(|_| factor != 0) {
                *value = (*value + PRIME - factor * pivot % PRIME) % PRIME;
            }
        }
    }
    true
}

fn power(mut base: u128, mut exponent: u128, modulus: u128) -> u128 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    result
}

#[test]
fn repeats_and_second_byes_only_where_unavoidable() {
    let (mut repeats, mut games) = (0, 0);
    for seed in 0..n_cases(150, 500) {
        let (_, event) = free_event(seed, if seed % 50 == 0 { 300 } else { 60 });
        for round in rounds(&event) {
            let at = format!("seed {seed}, round {}", round.number);
            let fewest = round.next_for_the_bye();
            if let Some(bye) = &round.bye {
                assert!(fewest.contains(&bye), "{at}: a further bye while another has fewer");
            }
            games += round.pairs.len();
            if round.pairs.iter().any(|pair| round.met.contains(pair)) {
                repeats += 1;
                assert!(!round.has_fresh_pairing(&fewest), "{at}: an avoidable repeat");
            }
        }
    }
    println!("{repeats} rounds with an unavoidable repeat among {games} games");
}

#[test]
fn nobody_repeats_while_the_rounds_can_be_filled() {
    // Nobody leaves or is absent, and there are no more rounds than opponents: the look-ahead
    // must find new opponents, and the bye for everybody once, to the end.
    for seed in 0..n_cases(60, 200) {
        let players = 4 + seed % 12;
        let rounds = (3 + (seed / 12) % 9).min(players + players % 2 - 1);
        let plan = komadai_tournament::simulate::Plan {
            players: players as usize,
            seed,
            ..Default::default()
        };
        let format = format!(r#"{{"t":"swiss","rounds":{rounds}}}"#);
        let mut event = plan.event(crate::support::setup(&format));
        plan.play(&mut event).expect("a sound event");
        let quality = quality(&event, &standings(&event));
        assert_eq!(
            (quality.repeats, quality.second_byes),
            (0, 0),
            "{players} players, {rounds} rounds, seed {seed}"
        );
    }
}

/// Score (start and points) before a round, from the document and the McMahon starts.
fn scores(event: &Event, round: u32) -> HashMap<EntryId, Points> {
    let before = before(event, round);
    let standings = standings(&before);
    let rows = standings.rankings.into_iter().flat_map(|ranking| ranking.rows);
    rows.map(|row| (row.entry, row.start + row.points)).collect()
}

#[test]
fn the_bye_is_for_the_lowest_who_has_had_fewest() {
    for seed in 1_000..1_000 + n_cases(80, 250) {
        let (_, event) = free_event(seed, 60);
        // In small fields the look-ahead may have to choose another.
        for round in rounds(&event).iter().filter(|round| round.present.len() > 24) {
            let Some(bye) = &round.bye else { continue };
            let scores = scores(&event, round.number);
            let score = |id: &EntryId| scores.get(id).copied().unwrap_or_default();
            let lower: Vec<_> = round.next_for_the_bye();
            let lower: Vec<_> = lower.into_iter().filter(|one| score(one) < score(bye)).collect();
            let could = lower.iter().any(|one| round.has_fresh_pairing(&[one]));
            assert!(!could, "seed {seed}, round {}: {bye} has the bye", round.number);
        }
    }
}

#[test]
fn sides_differ_by_two_at_most() {
    let (mut above, mut players) = (0, 0);
    for seed in 2_000..2_000 + n_cases(100, 300) {
        let (plan, event) = free_event(seed, 60);
        let mut balance: HashMap<&EntryId, i32> = HashMap::new();
        for game in &event.games {
            if game.outcome().is_some_and(Outcome::was_played) {
                *balance.entry(&game.sente).or_default() += 1;
                *balance.entry(&game.gote).or_default() -= 1;
            }
        }
        players += plan.players;
        let worst = balance.values().map(|balance| balance.abs()).max().unwrap_or(0);
        above += balance.values().filter(|balance| balance.abs() > 2).count();
        // Where there is room, never; in tiny fields that run out of opponents it may have to be.
        if plan.players >= 16 {
            assert!(worst <= 2, "seed {seed}: {} players, a difference of {worst}", plan.players);
        }
    }
    println!("{above} of {players} players end with a difference above two, all in small fields");
}

#[test]
fn the_order_of_the_document_does_not_matter() {
    for seed in 3_000..3_000 + n_cases(60, 200) {
        let (_, event) = free_event(seed, 40);
        let mut stream = Stream::new(seed);
        let mut mixed = event.clone();
        stream.shuffle(&mut mixed.entries);
        stream.shuffle(&mut mixed.games);
        stream.shuffle(&mut mixed.byes);
        assert_eq!(standings(&event), standings(&mixed), "seed {seed}");
        let round = event.n_rounds();
        let next = |event: &Event| before(event, round).check().expect("sound").pairings(0);
        assert_eq!(next(&event), next(&mixed), "seed {seed}");
    }
}

#[test]
fn a_restart_pairs_the_same_again() {
    for seed in 4_000..4_000 + n_cases(40, 120) {
        let (_, event) = free_event(seed, 40);
        for round in 1..=event.n_rounds() {
            // Through JSON, as a director that starts again would.
            let json = serde_json::to_string(&before(&event, round)).expect("no maps in it");
            let again = Event::read(&json).expect("sound");
            let next = again.check().expect("sound").pairings(0);
            let published: Vec<_> = event.games.iter().filter(|game| game.round == round).collect();
            assert_eq!(next.games.len(), published.len(), "seed {seed}, round {round}");
            for (game, published) in next.games.iter().zip(published) {
                assert_eq!(
                    (&game.key, game.board, &game.sente, &game.gote),
                    (&published.key, published.board, &published.sente, &published.gote),
                    "seed {seed}, round {round}"
                );
            }
        }
    }
}

#[test]
fn no_alternative_is_better() {
    for seed in 5_000..5_000 + n_cases(40, 120) {
        let (_, event) = free_event(seed, 40);
        for round in 1..=event.n_rounds() {
            let event = before(&event, round);
            let next = event.check().expect("sound").next(0);
            assert_eq!(next.why.len(), next.games.len() + byes(&next), "seed {seed}");
            for why in &next.why {
                let Some(alternative) = &why.alternative else { continue };
                let first = alternative.costs.first();
                // The look-ahead may pass over a cheaper round in small fields.
                let small = next.games.len() <= 12;
                assert!(small || first.is_none_or(|first| first.cost > 0), "seed {seed}: {why:?}");
                let differs = |pair: &[EntryId; 2]| {
                    !next.games.iter().any(|game| game.is_between(&pair[0], &pair[1]))
                };
                assert!(alternative.pairs.iter().all(differs), "seed {seed}: {why:?}");
            }
        }
    }
}

fn byes(next: &komadai_tournament::Next) -> usize {
    next.byes.iter().filter(|bye| bye.kind == ByeKind::Bye).count()
}

#[test]
fn a_round_of_players_meets_everybody_once_or_nobody() {
    for seed in 6_000..6_000 + n_cases(60, 200) {
        let (_, event) = free_event(seed, 60);
        for round in 1..=event.n_rounds() {
            let mut seen = HashSet::new();
            for game in event.games.iter().filter(|game| game.round == round) {
                for id in [&game.sente, &game.gote] {
                    assert!(seen.insert(id.clone()), "seed {seed}: {id} twice in {round}");
                    let entry = event.entry(id).expect("entered");
                    assert!(entry.takes_part(round), "seed {seed}: {id} is not there in {round}");
                }
                assert_eq!(game.side_of(&game.sente), Some(Side::Sente));
            }
            for bye in event.byes.iter().filter(|bye| bye.round == round) {
                assert!(seen.insert(bye.entry.clone()), "seed {seed}: {} twice", bye.entry);
            }
            for entry in event.entries.iter().filter(|entry| entry.takes_part(round)) {
                assert!(seen.contains(&entry.id), "seed {seed}: {} forgotten", entry.id);
            }
        }
    }
}
