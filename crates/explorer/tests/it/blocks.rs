//! Blocks that were damaged are told, and never a panic.

use komadai_explorer::{
    BLOCK_BYTES, Block, Entries, Facts, FactsPage, Filter, GameNumber, Key, Month, Outcome,
    PAGE_GAMES, PositionStats, Posting, merge, pack,
};
use komadai_rules::{Kind, Move, Square, Variant};
use proptest::prelude::*;

use crate::made_up::{self, Dice};

fn posting(game: u32) -> Posting {
    let variant = Variant::standard();
    let mv = Move::from_usi(variant, "7g7f").unwrap();
    let facts = Facts::new(Some(1_500), 1, Outcome::Gote, Month::new(2026, 1));
    Posting { game: GameNumber(game), mv, facts }
}

/// Two positions of each of so many halves, mostly of one game, and a few of more games.
fn entries(seed: u64, n: usize) -> Entries {
    let mut dice = Dice(seed);
    let mut entries: Vec<PositionStats> = Vec::new();
    for _ in 0..n {
        let half = dice.below(1 << 26) << 30;
        let mut game = posting(dice.below(1_000_000) as u32);
        for _ in 0..2 {
            let key = Key::from_number(half | dice.below(1 << 30)).unwrap();
            let mut entry = PositionStats::of(key, game);
            match dice.below(40) {
                0 => (0..dice.below(100)).for_each(|n| entry.push(posting(2_000_000 + n as u32))),
                1..6 => game = posting(dice.below(1_000_000) as u32),
                _ => {}
            }
            entries.push(entry);
        }
    }
    entries.sort_by_key(|it| it.key);
    entries.dedup_by_key(|it| it.key);
    let mut entries = Entries::of(entries);
    entries.strip();
    entries
}

#[test]
fn blocks_are_full_and_found_by_their_keys() {
    let entries = entries(5, 20_000);
    let blocks = pack(&entries);
    assert!(blocks.len() > 5);
    for block in &blocks[..blocks.len() - 1] {
        let n = block.bytes.len();
        assert!((BLOCK_BYTES - 200..=BLOCK_BYTES).contains(&n), "{n}");
    }
    let find = |key: Key| {
        let at = blocks.partition_point(|it| it.first <= key) - 1;
        Block::new(blocks[at].first, &blocks[at].bytes).unwrap().find(key).unwrap()
    };
    for entry in entries.whole().iter().step_by(7) {
        assert_eq!(find(entry.key).as_ref(), Some(entry));
        let beside = Key::from_number(entry.key.number() ^ 1).unwrap();
        let is_there = entries.whole().binary_search_by_key(&beside, |it| it.key).is_ok();
        assert_eq!(find(beside).is_some(), is_there);
    }
    for hint in entries.hints().iter().step_by(97) {
        assert_eq!(find(hint.head.first()).unwrap().unknown(), [hint.game]);
    }
    let n_long = entries.hints().iter().filter(|it| it.is_long).count();
    assert!(n_long > 1_000 && entries.hints().len() > n_long + 15_000);
}

#[test]
fn nothing_is_left_out_where_very_much_is_known() {
    // Many hints of one half take less than they seem to until all of them are known; after one of
    // the next half comes a position of which there is more to say than fits.
    let key = |half: u64, long: u64| Key::from_number(half << 30 | long << 17).unwrap();
    let hints = (0..4_000).map(|n| PositionStats::of(key(1, n), posting(n as u32 % 2)));
    let beside = PositionStats::of(key(2, 0), posting(2));
    let mut long = PositionStats::empty(key(3, 0));
    for n in 0..8_000 {
        let facts =
            Facts::new(Some(1_500), (n % 4) as u8, Outcome::Draw, Month::new(1900, 1 + n / 4));
        long.push(Posting { facts, ..posting(3) });
    }
    let mut entries = Entries::of(hints.chain([beside, long]).collect());
    entries.strip();
    assert_eq!((entries.hints().len(), entries.whole().len()), (4_001, 1));
    let mut read = Entries::default();
    for block in pack(&entries) {
        read.extend(Block::new(block.first, &block.bytes).unwrap().entries().unwrap());
    }
    assert!(read == entries);
}

#[test]
fn two_positions_of_one_half_and_game_take_five_bytes() {
    let entries = entries(6, 20_000);
    let whole = Entries::of(entries.whole().to_vec());
    let n_bytes = |it: &Entries| pack(it).iter().map(|it| it.bytes.len()).sum::<usize>();
    let n_hint_bytes = n_bytes(&entries) - n_bytes(&whole);
    let n = entries.hints().len();
    // The halves are 20,000 and not millions, so their distances are a byte longer than they will be.
    assert!(n_hint_bytes < 5 * n, "{n_hint_bytes} bytes for {n}");
}

/// An id of version 7.
fn id(ms: u64, dice: &mut Dice) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..6].copy_from_slice(&ms.to_be_bytes()[2..]);
    bytes[6..].fill_with(|| dice.below(256) as u8);
    bytes[6] = bytes[6] & 0x0f | 0x70;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    bytes
}

/// A full page of these ids, and how many bytes it takes.
fn page_of(ids: &[[u8; 16]]) -> usize {
    let game = |n: usize| posting(n as u32).facts;
    let mut page = FactsPage::default();
    ids.iter().enumerate().for_each(|(n, &id)| page.push(id, game(n)));
    let bytes = page.to_bytes();
    let read = FactsPage::from_bytes(&bytes).unwrap();
    assert_eq!(read, page);
    for (n, &id) in ids.iter().enumerate() {
        let number = GameNumber(3 * PAGE_GAMES + n as u32);
        assert_eq!(read.get(number), Some((id, game(n))));
    }
    for cut in 0..bytes.len() {
        assert!(FactsPage::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    bytes.len()
}

#[test]
fn a_page_tells_its_games() {
    let mut dice = Dice(8);
    let n = PAGE_GAMES as usize;
    let imported: Vec<_> = (0..n).map(|_| id(0, &mut dice)).collect();
    assert!(page_of(&imported) <= 2 + n * 25 / 2);
    // One each minute or so, some of which end in another order; at the first and the last moment.
    let mut ms = 1_790_000_000_000;
    let played: Vec<_> = (0..n)
        .map(|_| {
            ms = ms + dice.below(130_000) - 10_000;
            id(ms, &mut dice)
        })
        .collect();
    assert!(page_of(&played) <= 15 * n + 8);
    page_of(&[id((1 << 48) - 1, &mut dice), id(0, &mut dice), id((1 << 48) - 1, &mut dice)]);
    // Others.
    assert_eq!(
        page_of(&[[0; 16], [u8::MAX; 16], imported[0]]),
        (7 + 6 + 3 * (128 + 24_usize)).div_ceil(8)
    );

    let read = FactsPage::from_bytes(&FactsPage::default().to_bytes()).unwrap();
    assert_eq!(read.get(GameNumber(0)), None);
    assert!(FactsPage::from_bytes(&[PAGE_GAMES as u8 + 1; 4_000]).is_err(), "more than a page has");
}

#[test]
fn every_move_is_kept() {
    let (square, other) = (Square::from_index(3).unwrap(), Square::from_index(140).unwrap());
    let drop = Variant::standard()
        .kind("P")
        .map_or(Move::board(other, square, true), |it: Kind| Move::drop(it, other));
    for mv in [Move::board(square, other, true), Move::by_way(other, square, other), drop] {
        let entry = PositionStats::of(Key::from_number(9).unwrap(), Posting { mv, ..posting(1) });
        let entries = Entries::of(vec![entry]);
        let blocks = pack(&entries);
        let block = Block::new(blocks[0].first, &blocks[0].bytes).unwrap();
        assert_eq!(block.entries().unwrap(), entries);
    }
}

#[test]
fn damage_is_told() {
    let blocks = pack(&entries(7, 200));
    let (first, bytes) = (blocks[0].first, &blocks[0].bytes);
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(Block::new(first, &damaged).is_err(), "bit {bit} of byte {at}");
        }
        assert!(Block::new(first, &bytes[..at]).is_err(), "cut at {at}");
    }
    let other = Key::from_number(first.number() + 1).unwrap();
    assert!(Block::new(other, bytes).is_err(), "under another key");
}

proptest! {
    #![proptest_config(made_up::cases(256))]

    #[test]
    fn any_bytes_are_a_page_or_none(bytes: Vec<u8>) {
        if let Ok(page) = FactsPage::from_bytes(&bytes) {
            prop_assert_eq!(&FactsPage::from_bytes(&page.to_bytes()), &Ok(page));
        }
    }

    // The checksum is right here, as if somebody had meant it.
    #[test]
    fn what_strangers_write_is_read_or_refused(
        seed: u64, at: usize, with: u8, cut: usize, more: Vec<u8>
    ) {
        let blocks = pack(&entries(seed, 60));
        let first = blocks[0].first;
        let mut bytes = blocks[0].bytes.clone();
        let at = 5 + at % (bytes.len() - 5);
        bytes[at] ^= with;
        if cut % 2 == 0 {
            bytes.truncate(5 + cut / 2 % (bytes.len() - 5));
        }
        bytes.extend(more);
        let sum = crc32fast::hash(&[&first.number().to_le_bytes()[..], &bytes[5..]].concat());
        bytes[1..5].copy_from_slice(&sum.to_le_bytes());
        if let Ok(block) = Block::new(first, &bytes) {
            let read = block.entries();
            let found = block.find(first);
            if let (Ok(mut read), Ok(found)) = (read, found) {
                prop_assert!(read.whole().is_sorted_by_key(|it| it.key));
                // What can be read can be added up, answered and written again.
                let mut found: Vec<_> = found.into_iter().collect();
                for entry in read.whole_mut().iter_mut().chain(&mut found) {
                    entry.add(entry.clone());
                    entry.answer(&Filter::default());
                }
                read.unclear();
                pack(&read);
                let mut merged = merge(vec![read.clone(), read]);
                merged.clear(found);
                merged.strip();
                pack(&merged);
            }
        }
    }
}
