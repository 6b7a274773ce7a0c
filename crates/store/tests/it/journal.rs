//! Order, fencing, trimming, and what is known after a failure.

use komadai_ids::NodeId;
use komadai_store::{Journal, both_dbs};

both_dbs!(rows_come_back_in_order, |store| async {
    let mut journal = Journal::open(&store, "main", NodeId::new(1, [7; 10]), 1).await.unwrap();
    journal.append(journal.next_pos(), 2, b"a").await.unwrap();
    let rows = journal.read(0, 10).await.unwrap();
    assert_eq!(rows.len(), 1, "{rows:?}");
});
