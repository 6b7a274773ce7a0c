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

/// A player of so many games, with what else it is to be told.
fn player(
    python: &Path,
    server: &TestServer,
    (name, password): (&str, String),
    words: &[String],
) -> Child {
    let address = server.csa_address();
    Command::new(python)
        .arg(scripts().join("csa_player.py"))
        .args([address.ip().to_string(), address.port().to_string(), name.to_owned(), password])
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What each of them prints, when it has ended.
async fn told(players: [Child; 2]) -> [Vec<String>; 2] {
    let ended = players.map(|player| tokio::task::spawn_blocking(|| player.wait_with_output()));
    let mut told = [Vec::new(), Vec::new()];
    for (told, ended) in told.iter_mut().zip(ended) {
        let output = ended.await.unwrap().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{complaint}");
        let text = String::from_utf8(output.stdout).unwrap();
        *told = text.lines().map(str::to_owned).collect();
    }
    println!("python-shogi played {told:#?}");
    told
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
    let words = |seed: usize| [seed.to_string(), GAMES.to_string()];
    let [one, other] = told([
        player(&python, &server, ("engine-one", format!("lobby-60-10,{one}")), &words(1)),
        player(&python, &server, ("engine-two", format!("lobby-60-10,{other}")), &words(2)),
    ])
    .await;
    assert_eq!((one.len(), other.len()), (GAMES, GAMES));
    for (one, other) in one.iter().zip(&other) {
        let n_moves = |line: &str| line.split(' ').next().unwrap().parse::<u32>().unwrap();
        assert_eq!(n_moves(one), n_moves(other), "{one} and {other}");
    }
}

/// It reads no moves, and is given the position.
#[tokio::test]
async fn it_comes_back_to_its_game() {
    if std::env::var_os("RUN_SLOW_TESTS").is_none() {
        return;
    }
    let python = tokio::task::spawn_blocking(environment).await.unwrap();
    let server = with_csa().await;
    let (_, own) = secret(&server, "engine-one").await;
    let (_, other) = secret(&server, "engine-two").await;
    let password = format!("lobby-600-10F,position,{own}");
    let words = |words: &[usize]| words.iter().map(usize::to_string).collect::<Vec<_>>();
    let [one, other] = told([
        player(&python, &server, ("engine-one", password), &words(&[3, 1, 15])),
        player(&python, &server, ("engine-two", format!("lobby-600-10F,{other}")), &words(&[4, 1])),
    ])
    .await;
    let [cut, back, end] = one.as_slice() else { panic!("{one:#?}") };
    let cut = cut.strip_prefix("was cut off at ").unwrap();
    let back = back.strip_prefix("came back to ").unwrap();
    // Its opponent may have moved meanwhile, and it counts moves from where it comes back.
    let pieces = |sfen: &str| sfen.chars().filter(char::is_ascii_alphabetic).count();
    assert_eq!(pieces(cut), pieces(back), "{cut} and {back}");
    // The game was played on to its end by both.
    let n_moves = |line: &str| line.split(' ').next().unwrap().parse::<u32>().unwrap();
    assert!(n_moves(&other[0]) > 20, "{other:#?}");
    assert!(n_moves(end).abs_diff(n_moves(&other[0])) <= 1, "{end} and {other:#?}");
}
