//! Order, trimming, and who may write.

use std::{
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
};

use komadai_ids::NodeId;
use komadai_store::{AppendError, Error, Journal, both_dbs, journal, nodes, testing::TestStore};

use tokio::sync::oneshot;

use crate::{append, main_journal, payloads};

both_dbs!(rows_come_back_in_order, |store| async {
    let mut journal = main_journal(&store).await;
    let expected: Vec<String> = (0..10).map(|n| format!("row {n}")).collect();
    for payload in &expected {
        append(&mut journal, payload).await;
    }
    assert_eq!(payloads(&mut journal).await, expected);

    let row = journal.read(journal.head(), 1).await.unwrap().remove(0);
    assert_eq!((row.epoch, row.at_ms), (1, 2_000 + journal.head()));
    assert_eq!(journal.find(row.pos).await.unwrap(), Some(b"row 9".to_vec()));
    assert_eq!(journal.find(row.pos + 1).await.unwrap(), None);
});

both_dbs!(a_restart_goes_on_after_the_last_row, |store| async {
    let mut journal = main_journal(&store).await;
    append(&mut journal, "before").await;
    let head = journal.head();
    drop(journal);
    store.reopen().await;

    let mut journal = main_journal(&store).await;
    assert_eq!((journal.node().epoch, journal.is_remote()), (2, !store.is_sqlite()));
    assert!(journal.next_pos() > head);
    append(&mut journal, "after").await;
    assert_eq!(payloads(&mut journal).await, ["before", "after"]);
});

both_dbs!(nodes_do_not_see_each_others_rows, |store| async {
    let mut one = main_journal(&store).await;
    let mut two = Journal::open(&store, "second", NodeId::new(2, [2; 10]), 1).await.unwrap();
    append(&mut one, "one").await;
    append(&mut two, "two").await;
    assert_eq!(payloads(&mut one).await, ["one"]);
    assert_eq!(payloads(&mut two).await, ["two"]);
});

both_dbs!(nodes_have_positions_of_their_own, |store| async {
    for round in 0..2 {
        for n in 0..3_u8 {
            let (name, id) = (format!("node {n}"), NodeId::new(u64::from(n), [n; 10]));
            let mut journal = Journal::open(&store, &name, id, 1).await.unwrap();
            append(&mut journal, "a move").await;
            let first = i64::from(n) << 40;
            assert_eq!(journal.head(), first + 1 + round * 2);
            // A floor that another numbering had.
            assert_eq!(journal.read(0, 9).await.unwrap().remove(0).pos, first + 1);
        }
    }
});

// As SQLite kept them until a row was found by its position alone.
#[tokio::test]
async fn rows_of_an_older_version_are_kept() {
    let mut store = TestStore::sqlite().await;
    store
        .journal_sql(
            "DROP TABLE journal;
             CREATE TABLE journal (
                 node UUID NOT NULL, pos BIGINT NOT NULL, epoch BIGINT NOT NULL,
                 at_ms BIGINT NOT NULL, payload BYTEA NOT NULL, PRIMARY KEY (node, pos)
             );
             DELETE FROM journal_migrations WHERE version = 3;
             INSERT INTO nodes (id, name, epoch, alive_ms)
                 VALUES (zeroblob(16), 'main', 1, 1), (x'01000000000000000000000000000000', 'second', 1, 1);
             WITH RECURSIVE n(pos) AS (SELECT 4 UNION ALL SELECT pos + 1 FROM n WHERE pos < 7)
             INSERT INTO journal (node, pos, epoch, at_ms, payload)
                 SELECT id, pos, 1, 9, CAST(name || ' ' || pos AS BLOB) FROM nodes, n",
        )
        .await;
    store.reopen().await;
    for (name, first) in [("main", 0), ("second", 1 << 40)] {
        let mut journal = Journal::open(&store, name, NodeId::new(9, [9; 10]), 1).await.unwrap();
        assert_eq!(journal.next_pos(), first + 9);
        assert_eq!(payloads(&mut journal).await, [4, 5, 6, 7].map(|n| format!("{name} {n}")));
        assert_eq!(journal.node().epoch, 2);
    }
}

both_dbs!(whoever_has_been_taken_over_appends_nothing, |store| async {
    let mut old = main_journal(&store).await;
    append(&mut old, "old").await;
    let mut new = main_journal(&store).await;

    let refused = old.append(old.next_pos(), 1, b"too late").await;
    assert!(matches!(refused, Err(AppendError::Fenced)), "{refused:?}");
    let refused = old.alive(5_000).await;
    assert!(matches!(refused, Err(Error::Fenced { .. })), "{refused:?}");

    append(&mut new, "new").await;
    new.alive(5_000).await.unwrap();
    assert_eq!(payloads(&mut new).await, ["old", "new"]);
});

// A node's journal ends when another has taken all of it over, and nothing is written to it ever
// after, whatever is left of its rows.
both_dbs!(a_journal_that_has_ended_stays_fenced, |store| async {
    for (n, is_kept) in [(1_u8, false), (2, true)] {
        let name = format!("main@10.0.0.{n}:4082/1");
        let open = || Journal::open(&store, &name, NodeId::new(1, [n; 10]), 1);
        let mut old = open().await.unwrap();
        append(&mut old, "one").await;
        append(&mut old, "two").await;
        assert_eq!(nodes::going_on(&store, "main@").await.unwrap(), [name.as_str()]);
        assert!(nodes::going_on(&store, "other@").await.unwrap().is_empty());

        let mut new = open().await.unwrap();
        if is_kept {
            new.retire(9).await.unwrap()
        } else {
            new.end(9).await.unwrap()
        }
        let left = if is_kept { vec!["one", "two"] } else { Vec::new() };
        assert_eq!(payloads(&mut new).await, left);
        assert!(nodes::going_on(&store, "main@").await.unwrap().is_empty());
        let refused = old.append(old.next_pos(), 1, b"too late").await;
        assert!(matches!(refused, Err(AppendError::Fenced)), "{refused:?}");
    }
});

// A start that is broken off before it has written anything is no sign that games went on until
// then.
both_dbs!(an_empty_row_is_no_sign_of_life, |store| async {
    let open = |now_ms| Journal::open(&store, "main", NodeId::new(1, [1; 10]), now_ms);
    let mut first = open(1_000).await.unwrap();
    first.append(first.next_pos(), 2_000, b"a move").await.unwrap();
    for now_ms in [50_000, 90_000] {
        assert_eq!(open(now_ms).await.unwrap().node().alive_ms, 2_000);
    }
});

// A process may stand still for so long that others take its journal over one after the other,
// and each of them trims it: its position stays taken.
both_dbs!(whoever_has_been_taken_over_twice_appends_nothing, |store| async {
    let open = || Journal::open(&store, "main", NodeId::new(1, [1; 10]), 1);
    let mut old = open().await.unwrap();
    append(&mut old, "one").await;
    let mut processes = Vec::new();
    for text in ["two", "three"] {
        let mut new = open().await.unwrap();
        append(&mut new, text).await;
        assert!(!new.trim(new.head()).await.unwrap());
        processes.push(new);
    }
    let mut newest = open().await.unwrap();
    newest.end(9).await.unwrap();
    assert!(payloads(&mut newest).await.is_empty());
    for mut late in std::iter::once(old).chain(processes) {
        let refused = late.append(late.next_pos(), 1, b"too late").await;
        assert!(matches!(refused, Err(AppendError::Fenced)), "{refused:?}");
    }
    append(&mut newest, "four").await;
    assert_eq!(payloads(&mut newest).await, ["four"]);
});

// A process that takes a journal over in the midst of appends has read every row that was
// acknowledged.
both_dbs!(no_row_is_missed_by_a_takeover, |store| async {
    let mut current = main_journal(&store).await;
    let mut acknowledged = Vec::new();
    for round in 0..10 {
        let ((first, started), (done, taken_over)) = (oneshot::channel(), oneshot::channel());
        let writer = tokio::spawn(async move {
            let mut own = Vec::new();
            let (mut first, mut taken_over) = (Some(first), Some(taken_over));
            loop {
                let payload = format!("{round}.{}", own.len());
                match current.append(current.next_pos(), 1, payload.as_bytes()).await {
                    Ok(()) => own.push(payload),
                    Err(AppendError::Fenced) => return own,
                    Err(error) => panic!("{error:?}"),
                }
                if let Some(first) = first.take() {
                    first.send(()).unwrap();
                }
                // SQLite would never let the other one in between.
                if own.len() % 50 == 0
                    && let Some(taken_over) = taken_over.take()
                {
                    taken_over.await.unwrap();
                }
            }
        });
        started.await.unwrap();
        let mut next = main_journal(&store).await;
        let seen = payloads(&mut next).await;
        let _ = done.send(()); // it may have stopped before it asked
        acknowledged.extend(writer.await.unwrap());
        assert_eq!(seen, acknowledged, "round {round}");
        current = next;
    }
});

both_dbs!(the_oldest_rows_are_trimmed, |store| async {
    let mut journal = main_journal(&store).await;
    for n in 0..10 {
        append(&mut journal, &format!("row {n}")).await;
    }
    let floor = journal.head() - 1;
    assert!(!journal.trim(floor).await.unwrap());
    assert_eq!(payloads(&mut journal).await, ["row 8", "row 9"]);

    // The newest row is where the next process goes on.
    assert!(!journal.trim(i64::MAX).await.unwrap());
    assert_eq!(payloads(&mut journal).await, ["row 9"]);
    let mut next = main_journal(&store).await;
    append(&mut next, "row 10").await;
    assert_eq!(payloads(&mut next).await, ["row 9", "row 10"]);
});

both_dbs!(trimming_goes_in_small_steps, |store| async {
    let mut journal = main_journal(&store).await;
    append(&mut journal, "a").await;
    let rows = journal::TRIM_ROWS_MAX * 2 + 10;
    // Appended one by one they would take seconds.
    let sql = format!(
        "WITH RECURSIVE n(pos) AS (SELECT 2 UNION ALL SELECT pos + 1 FROM n WHERE pos < {rows}) \
         INSERT INTO journal (node, pos, epoch, at_ms, payload) \
         SELECT (SELECT id FROM nodes), pos, 1, 1, (SELECT payload FROM journal WHERE pos = 1) FROM n"
    );
    journal.sql(&sql).await;
    drop(journal);
    let mut journal = main_journal(&store).await;
    assert_eq!(journal.head(), rows + 1);
    let mut steps = 1;
    while journal.trim(i64::MAX).await.unwrap() {
        steps += 1;
    }
    assert_eq!(steps, 3);
});

both_dbs!(positions_have_no_gaps, |store| async {
    let mut journal = main_journal(&store).await;
    append(&mut journal, "a").await;
    for wrong in [journal.head(), journal.next_pos() + 1] {
        let refused = journal.append(wrong, 1, b"b").await;
        assert!(matches!(refused, Err(AppendError::Fatal(Error::Position { .. }))), "{refused:?}");
    }
    append(&mut journal, "b").await;
    assert_eq!(payloads(&mut journal).await, ["a", "b"]);
});

both_dbs!(a_payload_has_a_length, |store| async {
    let mut journal = main_journal(&store).await;
    for wrong in [vec![], vec![0; journal::PAYLOAD_BYTES_MAX + 1]] {
        let refused = journal.append(journal.next_pos(), 1, &wrong).await;
        assert!(matches!(refused, Err(AppendError::Failed(Error::Payload { .. }))), "{refused:?}");
    }
    append(&mut journal, "not empty").await;
});

both_dbs!(the_last_sign_of_life_is_known, |store| async {
    let mut journal = main_journal(&store).await;
    journal.alive(5_000).await.unwrap();
    drop(journal);
    let mut journal = Journal::open(&store, "main", NodeId::new(2, [2; 10]), 9_000).await.unwrap();
    assert_eq!(journal.node().alive_ms, 5_000);

    // A row is a sign of life too.
    journal.append(journal.next_pos(), 12_345, b"a move").await.unwrap();
    drop(journal);
    let journal = main_journal(&store).await;
    assert_eq!(journal.node().alive_ms, 12_345);
});

both_dbs!(an_append_that_was_given_up_may_be_made_again, |store| async {
    let mut journal = main_journal(&store).await;
    let pos = journal.next_pos();
    // Somebody else writes, so that it takes long enough.
    let mut holder = store.beside_the_journal().await;
    let sqlite = store.is_sqlite();
    holder.sql(if sqlite { "BEGIN IMMEDIATE" } else { "BEGIN; LOCK TABLE journal" }).await;
    // Polled once, so that it is on its way, and dropped.
    {
        let append = pin!(journal.append(pos, 1, b"a"));
        assert!(poll_once(append).is_pending());
    }
    holder.sql("COMMIT").await;
    journal.append(pos, 1, b"a").await.unwrap();
    append(&mut journal, "b").await;
    assert_eq!(payloads(&mut journal).await, ["a", "b"]);
});

both_dbs!(a_checkpoint_is_made_beside_the_writer, |store| async {
    let mut journal = main_journal(&store).await;
    let mut checkpointer = journal.checkpointer().await.unwrap();
    let big = "x".repeat(2 << 20);
    append(&mut journal, &big).await;
    assert!(poll_once(pin!(checkpointer.due())).is_pending());
    assert_eq!(checkpointer.run().await.unwrap(), None, "it is not due");
    append(&mut journal, &big).await;
    assert_eq!(poll_once(pin!(checkpointer.due())).is_ready(), store.is_sqlite());

    let done = checkpointer.run().await.unwrap();
    if store.is_sqlite() {
        let done = done.unwrap();
        assert!(done.pages > 1_000 && done.moved == done.pages, "{done:?}");
    } else {
        assert_eq!(done, None, "PostgreSQL does this by itself");
    }
    append(&mut journal, "after").await;
    assert_eq!(payloads(&mut journal).await, [&big, &big, "after"]);
});

// Also while rows are appended without a pause, which leaves SQLite no instant at which it could
// begin its log again by itself.
#[tokio::test]
async fn the_write_ahead_log_stays_short() {
    let store = TestStore::sqlite().await;
    let mut journal = main_journal(&store).await;
    let mut checkpointer = journal.checkpointer().await.unwrap();
    let payload = "x".repeat(64 << 10);
    for _ in 0..640 {
        append(&mut journal, &payload).await;
        if poll_once(pin!(checkpointer.due())).is_ready() {
            checkpointer.run().await.unwrap();
        }
    }
    let log = store.data_dir().join("journal.db-wal");
    let bytes = std::fs::metadata(log).unwrap().len();
    // Without checkpoints the log has more bytes than the rows.
    assert!(bytes < 20 << 20, "{bytes} bytes of log after 40 MiB of rows");
    assert_eq!(journal.read(0, 1_000).await.unwrap().len(), 640);
}

fn poll_once<F: Future>(future: Pin<&mut F>) -> Poll<F::Output> {
    future.poll(&mut Context::from_waker(Waker::noop()))
}
