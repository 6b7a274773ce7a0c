//! Every position of many games, with every filter, asked of packed entries in many lists, and of
//! a plain list of what was played.

use std::collections::{BTreeMap, HashMap};

use komadai_explorer::{
    Answer, BARE_MAX, Block, Entries, Filter, GAMES_SHOWN, GameNumber, Hint, Key, Month, NO_SPEED,
    Outcome, PLIES_MAX, PositionStats, Posting, merge, move_at, pack, walk,
};
use komadai_rules::{Move, Position, Side, Variant};
use proptest::prelude::*;

use crate::made_up::{self, Dice, Game, games};

/// What each game played where: of positions by their text, and told by nothing of the crate.
fn naive(games: &[Game]) -> HashMap<String, Vec<(usize, Move)>> {
    let mut played: HashMap<String, Vec<(usize, Move)>> = HashMap::new();
    for (n, game) in games.iter().enumerate() {
        let mut position = game.start.clone();
        for &mv in game.moves.iter().take(PLIES_MAX) {
            let sfen = position.sfen();
            let text = sfen.rsplit_once(' ').unwrap().0.to_owned();
            let here = played.entry(text).or_default();
            if here.last().is_none_or(|&(last, _)| last != n) {
                here.push((n, mv));
            }
            position.play(mv);
        }
    }
    played
}

/// The games as entries.
fn entries(games: &[Game], first: usize) -> Entries {
    let mut entries: BTreeMap<Key, PositionStats> = BTreeMap::new();
    for (n, game) in games.iter().enumerate() {
        for (key, mv) in walk(&game.start, game.moves.iter().copied()) {
            let number = GameNumber((first + n) as u32);
            let posting = Posting { game: number, mv, facts: game.facts };
            entries.entry(key).or_insert_with(|| PositionStats::empty(key)).push(posting);
        }
    }
    Entries::of(entries.into_values().collect())
}

/// What the hint stands for.
fn look_up(hint: Hint, games: &[Game]) -> Vec<PositionStats> {
    let game = &games[hint.game.0 as usize];
    let steps = walk(&game.start, game.moves.iter().copied()).into_iter();
    let here = steps.filter(|&(key, _)| hint.is_of(key));
    let posting = |mv| Posting { game: hint.game, mv, facts: game.facts };
    here.map(|(key, mv)| PositionStats::of(key, posting(mv))).collect()
}

fn resolve(entry: &mut PositionStats, games: &[Game]) {
    let key = entry.key;
    entry.resolve(|number| {
        let game = &games[number.0 as usize];
        let mv = move_at(key, &game.start, game.moves.iter().copied())?;
        Some(Posting { game: number, mv, facts: game.facts })
    });
}

/// Packs and unpacks.
fn kept(entries: Entries) -> Entries {
    let mut read = Entries::default();
    for block in pack(&entries) {
        read.extend(Block::new(block.first, &block.bytes).unwrap().entries().unwrap());
    }
    assert_eq!(read, entries);
    read
}

/// Lists of the games, each of so many, merged in an order that the dice choose.
fn counted(games: &[Game], each: usize, dice: &mut Dice) -> Vec<Entries> {
    let chunks = games.chunks(each).enumerate();
    let mut lists: Vec<_> = chunks.map(|(n, chunk)| kept(entries(chunk, n * each))).collect();
    while lists.len() > 3 {
        let some: Vec<_> = (0..2 + dice.below(2))
            .map(|_| lists.swap_remove(dice.below(lists.len() as u64) as usize))
            .collect();
        let mut merged = merge(some);
        while let unclear = merged.unclear()
            && !unclear.is_empty()
        {
            merged.clear(unclear.into_iter().flat_map(|it| look_up(it, games)).collect());
        }
        for entry in merged.whole_mut().iter_mut().filter(|it| it.has_too_many_unknown()) {
            resolve(entry, games);
        }
        if dice.below(2) == 0 {
            merged.strip();
        }
        assert!(merged.whole().iter().all(|it| it.unknown().len() <= BARE_MAX));
        lists.push(kept(merged));
    }
    lists
}

fn filters() -> Vec<Filter> {
    let all = Filter::default();
    vec![
        all,
        all.rated(Some(1_200), None).unwrap(),
        all.rated(Some(1_000), Some(1_800)).unwrap(),
        all.rated(None, Some(800)).unwrap(),
        all.speeds([1, 2]),
        all.speeds([NO_SPEED]),
        all.months(Some(Month::new(2025, 2)), None),
        all.months(None, Some(Month::new(2024, 12)))
            .speeds([0, 1])
            .rated(Some(1_600), None)
            .unwrap(),
    ]
}

/// The same said of a filter by its words.
fn takes(n_filter: usize, game: &Game) -> bool {
    let (rating, month) = (game.facts.rating(), game.facts.month());
    let is_speed = |speeds: &[u8]| {
        speeds.iter().any(|&speed| Filter::default().speeds([speed]).has(game.facts))
    };
    match n_filter {
        0 => true,
        1 => rating.is_some_and(|it| it >= 1_200),
        2 => rating.is_some_and(|it| (1_000..1_800).contains(&it)),
        3 => rating.is_some_and(|it| it < 800),
        4 => is_speed(&[1, 2]),
        5 => is_speed(&[NO_SPEED]),
        6 => month.to_string().as_str() >= "2025-02",
        _ => {
            month.to_string().as_str() <= "2024-12"
                && is_speed(&[0, 1])
                && rating.is_some_and(|it| it >= 1_600)
        }
    }
}

fn agrees(answer: &Answer, here: &[(usize, Move)], n_filter: usize, games: &[Game]) {
    let here: Vec<_> = here.iter().filter(|(n, _)| takes(n_filter, &games[*n])).collect();
    let mut expected: BTreeMap<Move, Vec<&Game>> = BTreeMap::new();
    for &&(n, mv) in &here {
        expected.entry(mv).or_default().push(&games[n]);
    }
    assert_eq!(answer.total.n_games(), here.len() as u64);
    assert_eq!(answer.moves.len(), expected.len());
    assert!(answer.moves.is_sorted_by(|a, b| a.counts.n_games() >= b.counts.n_games()));
    for played in &answer.moves {
        let games = &expected[&played.mv];
        let won = |outcome| games.iter().filter(|it| it.facts.outcome() == outcome).count() as u64;
        assert_eq!(played.counts.won(Side::Sente), won(Outcome::Sente));
        assert_eq!(played.counts.won(Side::Gote), won(Outcome::Gote));
        assert_eq!(played.counts.draws, won(Outcome::Draw));
        assert_eq!(played.counts.last, games.iter().map(|it| it.facts.month()).max());
        let rated: Vec<_> = games.iter().filter_map(|it| it.facts.rating()).collect();
        let mean = rated.iter().sum::<u32>() as f64 / rated.len() as f64;
        match played.counts.rating() {
            None => assert!(rated.is_empty()),
            Some(rating) => assert!((f64::from(rating) - mean).abs() <= 0.5),
        }
    }
    // Which games are shown does not hang on how they were counted, unless months are left out.
    let shown = |of: &[Posting]| of.iter().map(|it| it.game.0 as usize).collect::<Vec<_>>();
    let mut newest: Vec<_> = here.iter().map(|&&(n, _)| n).collect();
    newest.sort_by_key(|&n| std::cmp::Reverse((games[n].facts.month(), n)));
    newest.truncate(GAMES_SHOWN);
    let mut strongest: Vec<_> = here.iter().map(|&&(n, _)| n).collect();
    strongest.retain(|&n| games[n].facts.rating().is_some());
    strongest
        .sort_by_key(|&n| std::cmp::Reverse((games[n].facts.rating(), games[n].facts.month(), n)));
    strongest.truncate(GAMES_SHOWN);
    match n_filter {
        6 | 7 => {
            let all_fit = shown(&answer.newest).into_iter().all(|n| takes(n_filter, &games[n]));
            assert!(all_fit);
        }
        _ => {
            assert_eq!(shown(&answer.newest), newest);
            assert_eq!(shown(&answer.strongest), strongest);
        }
    }
}

fn check(seed: u64, n: usize, each: usize, variant: Variant) {
    let games = games(seed, n, variant);
    let mut dice = Dice(seed ^ 0x5eed);
    let blocks: Vec<_> = counted(&games, each, &mut dice).iter().map(pack).collect();
    let played = naive(&games);
    assert!(played.values().any(|it| it.len() > 48), "some position is counted, not listed");
    for (text, here) in &played {
        let position = Position::from_sfen(variant, &format!("{text} 1")).unwrap();
        let key = Key::of(&position);
        let mut entry = PositionStats::empty(key);
        for list in &blocks {
            let at = list.partition_point(|it| it.first <= key);
            let Some(block) = at.checked_sub(1).map(|at| &list[at]) else { continue };
            if let Some(found) = Block::new(block.first, &block.bytes).unwrap().find(key).unwrap() {
                entry.add(found);
            }
        }
        resolve(&mut entry, &games);
        for (n_filter, filter) in filters().iter().enumerate() {
            agrees(&entry.answer(filter), here, n_filter, &games);
        }
    }
}

#[test]
fn it_is_what_a_plain_recount_says() {
    check(11, 400, 7, Variant::standard());
    check(12, 300, 300, Variant::from_name("minishogi").unwrap());
    check(13, 300, 1, Variant::from_name("dobutsu").unwrap());
}

proptest! {
    #![proptest_config(made_up::cases(8))]

    #[test]
    fn however_the_games_are_put_together(seed: u64, n in 100_usize..200, each in 1_usize..60) {
        check(seed, n, each, Variant::from_name("minishogi").unwrap());
    }
}
