//! The databases of tests.

use komadai_store::testing::with_database;

#[test]
fn the_database_of_an_address_is_replaced() {
    for (server, expected) in [
        ("postgres://u@h", "postgres://u@h/x"),
        ("postgres://u@h/old", "postgres://u@h/x"),
        ("postgres://u@/old?host=/tmp/a", "postgres://u@/x?host=/tmp/a"),
    ] {
        assert_eq!(with_database(server, "x"), expected, "{server}");
    }
}
