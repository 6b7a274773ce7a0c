//! The store against its databases.
#![expect(clippy::unwrap_used, reason = "a test says so by panicking")]

mod accounts;
mod backup;
mod bell;
mod bridges;
mod challenges;
mod clubs;
mod deletion;
mod explorer;
mod faults;
mod game_notes;
mod games;
mod guests;
mod hosts;
mod imports;
mod journal;
mod ladder;
mod learning;
mod moderation;
mod notices;
mod opening;
mod people;
mod players;
mod reviews;
mod search;
mod settlements;
mod shadow;
mod sleeping_games;
mod testing;
mod vacations;

use komadai_ids::{GameId, NodeId, UserId};
use komadai_rules::Side;
use komadai_store::{Game, GameSummary, Journal, Store};

/// The journal of the node "main", taken over.
async fn main_journal(store: &Store) -> Journal {
    Journal::open(store, "main", NodeId::new(1, [1; 10]), 1_000).await.unwrap()
}

/// Appends at the next position.
async fn append(journal: &mut Journal, payload: &str) {
    let pos = journal.next_pos();
    journal.append(pos, 2_000 + pos, payload.as_bytes()).await.unwrap();
}

/// All payloads, in order, read in pages.
async fn payloads(journal: &mut Journal) -> Vec<String> {
    let (mut all, mut from) = (Vec::new(), 0);
    loop {
        let page = journal.read(from, 3).await.unwrap();
        let Some(last) = page.last() else { return all };
        from = last.pos + 1;
        all.extend(page.into_iter().map(|row| String::from_utf8(row.payload).unwrap()));
    }
}

fn user(n: u8) -> UserId {
    UserId::new(u64::from(n), [n; 10])
}

fn game_id(n: u8) -> GameId {
    GameId::new(u64::from(n), [n; 10])
}

/// A finished game between users 1 and 2.
fn game(n: u8) -> Game {
    Game {
        summary: GameSummary {
            id: game_id(n),
            variant: "standard".to_owned(),
            handicap: (n % 2 == 1).then(|| "lance".to_owned()),
            clock: r#"{"kind":"byoyomi"}"#.to_owned(),
            sente: Some(user(1)),
            gote: Some(user(2)),
            sente_name: Some("Minh Ánh".to_owned()),
            gote_name: Some("羽生".to_owned()),
            plies: 111,
            reason: "checkmate".to_owned(),
            winner: Some(Side::Gote),
            rated: false,
            final_sfen: "4k4/9/9/9/9/9/9/9/4K4 b - 112".to_owned(),
            opening: None,
            created_ms: 1_000,
            started_ms: Some(2_000),
            ended_ms: 3_000 + i64::from(n),
            previous: None,
            next: Some(game_id(n + 100)),
        },
        start_sfen: "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1".to_owned(),
        rules: r#"{"illegal":"reject"}"#.to_owned(),
        left: None,
        record: (0..=255).cycle().take(3_000).collect(),
    }
}
