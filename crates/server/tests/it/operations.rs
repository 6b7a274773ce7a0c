//! What an operator does from the command line, beside a running server.

use std::io::{Cursor, Read as _};

use komadai_protocol::GameEvent;
use zip::ZipArchive;

use crate::fixture::{Kind, Launch, Program, clock, setup};

async fn export(kind: Kind) {
    let mut server = Program::start(Launch::on(kind).await).await;
    let mut sente = server.enter("sente").await;
    let mut gote = server.enter("gote").await;
    let game = sente.create(setup(clock("5+30"))).await;
    gote.join(game).await;
    sente.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    sente.play("7g7f").await;
    gote.sees_ply(1).await;
    gote.play("3c3d").await;
    gote.resign().await.unwrap();
    sente.sees_end().await;
    server.settles(game).await;

    let dir = tempfile::tempdir().unwrap();
    for (format, first_move) in [("csa", "+7776FU"), ("kifu", "７六歩(77)")] {
        let file = dir.path().join(format!("games-{format}.zip"));
        let path = file.display().to_string();
        let said = server.command(&["export", "--format", format, &path]).await;
        assert!(said.contains("exported 1 games"), "{said}");
        let packed = std::fs::read(&file).unwrap();
        let mut archive = ZipArchive::new(Cursor::new(packed)).unwrap();
        let names: Vec<_> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        let [name] = &names[..] else { panic!("{names:?}") };
        assert!(name.contains(&game.to_string()) && name.ends_with(format), "{name}");
        let mut record = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut record).unwrap();
        assert!(record.contains(first_move), "{record}");
        let refused = server.launch().refused(&["export", &path]).await;
        assert!(refused.contains("is there already"), "{refused}");
    }
}

#[tokio::test]
async fn games_are_exported_from_sqlite() {
    export(Kind::Sqlite).await;
}

#[tokio::test]
async fn games_are_exported_from_postgres() {
    export(Kind::Postgres).await;
}

#[tokio::test]
async fn an_older_program_refuses_a_newer_database_and_says_why() {
    let launch = Launch::on(Kind::Postgres).await;
    let said = launch.command(&["migrate"]).await;
    assert!(said.contains("up to date"), "{said}");
    let later = "INSERT INTO migrations SELECT 9999, description, installed_on, success, \
                 checksum, execution_time FROM migrations WHERE version = 1";
    launch.database().sql(later).await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup").display().to_string();
    for command in
        [vec!["migrate"], vec!["serve", "--listen", "127.0.0.1:0"], vec!["backup", &folder]]
    {
        let refused = launch.refused(&command).await;
        assert!(refused.contains("newer komadai"), "{command:?}: {refused}");
    }
}
