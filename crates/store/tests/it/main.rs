//! The store against its databases.

use komadai_ids::NodeId;
use komadai_store::{DatabaseSettings, Journal, Store};

#[tokio::test]
async fn the_journal_is_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&DatabaseSettings::sqlite(dir.path())).await.unwrap();
    let mut journal = Journal::open(&store, "main", NodeId::new(1, [7; 10]), 1).await.unwrap();
    journal.append(journal.next_pos(), 2, b"a").await.unwrap();
    let rows = journal.read(0, 10).await.unwrap();
    assert_eq!(rows.len(), 1, "{rows:?}");
}
