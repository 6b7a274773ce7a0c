//! python-shogi's own client, unmodified, plays whole games.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use super::{secret, with_csa};
use crate::fixture::TestServer;

/// How many games each plays, one connection after the other.
const GAMES: usize = 3;

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python")
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {complaint}");
}

/// The interpreter of an environment with python-shogi, made when it is not there yet.
fn environment() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("csa-venv");
    let python = folder.join("bin/python");
    let has_packages = || {
        let import = Command::new(&python).args(["-c", "import shogi"]).output();
        import.is_ok_and(|output| output.status.success())
    };
    if !has_packages() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
        run(Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--requirement"])
            .arg(scripts().join("requirements.txt")));
    }
    assert!(has_packages(), "python-shogi is not in {}", folder.display());
    python
}

fn player(python: &Path, server: &TestServer, name: &str, secret: &str, seed: usize) -> Child {
    let address = server.csa_address();
    Command::new(python)
        .arg(scripts().join("csa_player.py"))
        .args([address.ip().to_string(), address.port().to_string(), name.to_owned()])
        .args([format!("lobby-60-10,{secret}"), seed.to_string(), GAMES.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn it_plays_until_it_stops() {
    if std::env::var_os("RUN_SLOW_TESTS").is_none() {
        return;
    }
    let python = tokio::task::spawn_blocking(environment).await.unwrap();
    let server = with_csa().await;
    let (_, one) = secret(&server, "engine-one").await;
    let (_, other) = secret(&server, "engine-two").await;
    let players = [
        player(&python, &server, "engine-one", &one, 1),
        player(&python, &server, "engine-two", &other, 2),
    ];
    let mut told = Vec::new();
    for player in players {
        let ended = tokio::task::spawn_blocking(move || player.wait_with_output());
        let output = ended.await.unwrap().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{complaint}");
        let text = String::from_utf8(output.stdout).unwrap();
        told.push(text.lines().map(str::to_owned).collect::<Vec<_>>());
    }
    println!("python-shogi played {told:#?}");
    let [one, other] = told.as_slice() else { panic!("two have played") };
    assert_eq!((one.len(), other.len()), (GAMES, GAMES));
    for (one, other) in one.iter().zip(other) {
        let n_moves = |line: &str| line.split(' ').next().unwrap().parse::<u32>().unwrap();
        assert_eq!(n_moves(one), n_moves(other), "{one} and {other}");
    }
}
