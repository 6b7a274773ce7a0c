//! Blocks that were damaged are told, and never a panic.

use komadai_explorer::{
    BLOCK_BYTES, Block, Entry, Facts, GameNumber, Key, Month, Outcome, Page, Posting, pack,
};
use komadai_rules::{Kind, Move, Square, Variant};
use proptest::prelude::*;

use crate::made_up::Dice;

fn posting(game: u32) -> Posting {
    let variant = Variant::standard();
    let mv = Move::from_usi(variant, "7g7f").unwrap();
    let facts = Facts::new(Some(1_500), 1, Outcome::Gote, Month::new(2026, 1));
    Posting { game: GameNumber(game), mv, facts }
}

/// Many positions of one game, and a few of more.
fn entries(seed: u64, n: usize) -> Vec<Entry> {
    let mut dice = Dice(seed);
    let mut keys: Vec<_> =
        (0..n).map(|_| dice.below(1 << 30) << 17 | dice.below(1 << 17)).collect();
    keys.sort_unstable();
    keys.dedup();
    let entries = keys.into_iter().map(|key| {
        let key = Key::from_number(key).unwrap();
        let mut entry = Entry::of(key, posting(dice.below(1_000_000) as u32));
        if dice.below(10) == 0 {
            for n in 0..dice.below(100) {
                entry.push(posting(2_000_000 + n as u32));
            }
        } else {
            entry.strip();
        }
        entry
    });
    entries.collect()
}

#[test]
fn blocks_are_of_one_size_about_and_found_by_their_keys() {
    let entries = entries(5, 20_000);
    let blocks = pack(&entries);
    assert!(blocks.len() > 5);
    for block in &blocks[..blocks.len() - 1] {
        assert!((BLOCK_BYTES / 2..BLOCK_BYTES * 2).contains(&block.bytes.len()));
    }
    for entry in entries.iter().step_by(97) {
        let at = blocks.partition_point(|it| it.first <= entry.key) - 1;
        let block = Block::new(blocks[at].first, &blocks[at].bytes).unwrap();
        assert_eq!(block.find(entry.key).unwrap().as_ref(), Some(entry));
        let beside = Key::from_number(entry.key.number() ^ 1).unwrap();
        let is_there = entries.binary_search_by_key(&beside, |it| it.key).is_ok();
        assert_eq!(block.find(beside).unwrap().is_some(), is_there);
    }
}

#[test]
fn a_position_of_one_game_takes_six_bytes() {
    let mut entries = entries(6, 30_000);
    entries.retain(|it| it.unknown().len() == 1);
    let n_bytes: usize = pack(&entries).iter().map(|it| it.bytes.len()).sum();
    // The keys are 30,000 and not millions, so their distances are a byte longer than they will be.
    assert!(n_bytes < 7 * entries.len(), "{n_bytes} bytes for {}", entries.len());
}

#[test]
fn a_page_tells_its_games() {
    let mut page = Page::default();
    for n in 0..3_u8 {
        page.push([n; 16], posting(0).facts);
    }
    let read = Page::from_bytes(page.bytes().to_vec()).unwrap();
    assert_eq!(read.get(GameNumber(202)), Some(([2; 16], posting(0).facts)));
    assert_eq!(read.get(GameNumber(203)), None);
    assert!(Page::from_bytes(vec![0; 20]).is_err());
}

#[test]
fn every_move_is_kept() {
    let (square, other) = (Square::from_index(3).unwrap(), Square::from_index(140).unwrap());
    let drop = Variant::standard()
        .kind("P")
        .map_or(Move::board(other, square, true), |it: Kind| Move::drop(it, other));
    for mv in [Move::board(square, other, true), Move::by_way(other, square, other), drop] {
        let entry = Entry::of(Key::from_number(9).unwrap(), Posting { mv, ..posting(1) });
        let blocks = pack(std::slice::from_ref(&entry));
        let block = Block::new(blocks[0].first, &blocks[0].bytes).unwrap();
        assert_eq!(block.entries().unwrap(), [entry]);
    }
}

proptest! {
    #[test]
    fn damage_is_told(seed: u64, at: usize, with: u8, cut: usize) {
        let entries = entries(seed, 200);
        let blocks = pack(&entries);
        let (first, mut bytes) = (blocks[0].first, blocks[0].bytes.clone());
        let at = at % bytes.len();
        bytes[at] ^= with;
        bytes.truncate(bytes.len() - cut % 3 * (cut % bytes.len()) / 3);
        if let Ok(block) = Block::new(first, &bytes) {
            // Either is an answer; a panic is none.
            let _ = block.entries();
            let _ = block.find(entries[entries.len() / 2].key);
        }
    }

    #[test]
    fn what_strangers_write_is_no_block(bytes: Vec<u8>) {
        let first = Key::from_number(1).unwrap();
        if let Ok(block) = Block::new(first, &bytes) {
            let _ = block.entries();
        }
    }
}
