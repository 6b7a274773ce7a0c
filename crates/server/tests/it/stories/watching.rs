//! Those who look on.

use komadai_protocol::GameEvent;

use super::pair;
use crate::fixture::{Tab, both_servers};

/// Waits for the next line of chat that this tab hears.
async fn hears(tab: &mut Tab) -> String {
    tab.event(|event| match event {
        GameEvent::Chat { line } => Some(line.text.clone()),
        _ => None,
    })
    .await
}

both_servers!(watchers_talk_among_themselves_while_a_game_is_played, |server| async {
    let (mut sente, mut gote, game) = pair(server, "5+30").await;
    let mut watcher = server.enter("watcher").await;
    watcher.look_at(game).await;
    watcher.chat("7六歩!").await.unwrap();
    assert_eq!(hears(&mut watcher).await, "7六歩!");
    gote.chat("よろしくお願いします").await.unwrap();
    assert_eq!(
        hears(&mut sente).await,
        "よろしくお願いします",
        "what came first was not for players"
    );
    assert_eq!(hears(&mut watcher).await, "よろしくお願いします");
    assert_eq!(sente.look_at(game).await.chat.len(), 1);
    assert_eq!(watcher.look_at(game).await.chat.len(), 2);

    gote.resign().await.unwrap();
    watcher.sees_end().await;
    assert_eq!(sente.look_at(game).await.chat.len(), 2, "afterwards they may hear it");
    watcher.chat("おつかれさま").await.unwrap();
    assert_eq!(hears(&mut sente).await, "おつかれさま");
});
