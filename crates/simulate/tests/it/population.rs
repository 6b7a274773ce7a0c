//! `population`: a crowd's games and ratings, written and asked on both databases.

use komadai_store::testing::Database;

use crate::answer;

/// What it prints of a small crowd, beside `--url` where there is one.
fn asked(url: Option<&str>) -> String {
    let folder = tempfile::Builder::new().prefix("komadai-test-").tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let mut arguments =
        vec!["population", "--players", "40", "--games", "400", "--data-dir", folder];
    if let Some(url) = url {
        arguments.extend(["--url", url]);
    }
    answer(&arguments)
}

/// The rows of what was asked, without the times: what, and how much was found on the average.
fn found(printed: &str) -> Vec<(String, String)> {
    let rows = printed.lines().filter(|line| line.contains(" ms "));
    let row = |line: &str| {
        let what = line.get(..44).unwrap_or(line).trim().to_owned();
        (what, line.split_whitespace().last().unwrap_or_default().to_owned())
    };
    rows.map(row).collect()
}

#[tokio::test]
async fn a_small_crowd_is_asked_the_same_on_both_databases() {
    let database = Database::create().await;
    let url = database.url().to_owned();
    let (sqlite, postgres) =
        tokio::task::spawn_blocking(move || (found(&asked(None)), found(&asked(Some(&url)))))
            .await
            .unwrap();
    assert_eq!(sqlite, postgres);
    for what in ["everything", "a player's games", "the strongest, page by page"] {
        assert!(sqlite.iter().any(|(it, _)| it == what), "{what}: {sqlite:?}");
    }
    // Whose games are rated has a chart, and a rated game has changed two ratings or none.
    for what in ["a player's chart", "a player's results by grade", "what a game changed"] {
        let found = sqlite.iter().find(|(it, _)| it == what).map(|(_, n)| n.as_str());
        assert!(found.is_some_and(|n| n != "0.0"), "{what}: {sqlite:?}");
    }
}
