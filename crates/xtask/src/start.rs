//! `cargo xtask start`: from a fresh checkout to a running server.

use std::{env, fs, net::TcpListener, process::ExitCode};

use crate::{
    client,
    command::{self, Command},
    failure::Failure,
    progress,
    tree::{Profile, Tree},
};

/// Where the server listens unless its configuration says otherwise.
const PORT: u16 = 8080;

/// The arguments of `komadai serve`.
const SERVE_FLAGS: [&str; 4] = ["--listen", "--data-dir", "--config", "-c"];

/// Builds the client and the server and becomes the server. Comes back only to say why not.
///
/// The development build is the default: a newcomer waits half as long for it, the tests use
/// it too, and what is slow in it is the libraries, which are optimised there as well.
pub(crate) fn start(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let (profile, args) = parse(words)?;
    // People with settings of their own know better than we where the server listens.
    let by_default = args.is_empty()
        && !env::vars_os().any(|(key, _)| key.as_encoded_bytes().starts_with(b"KOMADAI_"));
    if by_default {
        check_port()?;
    }

    build(tree, profile, &["--bin", "komadai"])?;
    println!("3/3 running");
    if by_default {
        let data = tree.data();
        fs::create_dir_all(&data)
            .map_err(|e| Failure::new(format!("{} cannot be made: {e}", data.display())))?;
        println!("Games are kept in {}.", data.display());
        println!("Open http://localhost:{PORT} in two browsers. Ctrl-C stops the server.");
    }
    let server = tree.server(profile);
    let server = server.to_string_lossy();
    let args = ["serve"].into_iter().chain(args.iter().map(String::as_str));
    Err(Command::new(&server, args).dir(tree.root()).become_it())
}

/// Builds the client and these programs.
pub(crate) fn build(tree: &Tree, profile: Profile, programs: &[&str]) -> Result<(), Failure> {
    println!("1/3 the web client");
    client::install(tree)?;
    client::build(tree)?;

    println!("2/3 the server (the first time takes some minutes)");
    let mut build = vec!["build"];
    build.extend(programs);
    match profile {
        // As the tests do, so that nothing is compiled twice.
        Profile::Dev => build.extend([command::WITHOUT_JEMALLOC, command::WITH_ACME]),
        Profile::Start => build.extend(["--profile", "start"]),
        Profile::Release => build.push("--release"),
    }
    if progress::is_seen() {
        return progress::build(tree, &build);
    }
    println!(
        "The last crate, the server itself, takes as long as a third of all others and says\n\
         nothing meanwhile; then only 3/3 is left."
    );
    command::cargo(build).dir(tree.root()).run()
}

/// Takes the profile off what was typed.
pub(crate) fn profile(words: &[String]) -> (Profile, &[String]) {
    match words.split_first() {
        Some((word, rest)) if word == "--release" => (Profile::Start, rest),
        _ => (Profile::Dev, words),
    }
}

fn parse(words: &[String]) -> Result<(Profile, &[String]), Failure> {
    let (profile, rest) = profile(words);
    match rest.split_first() {
        None => Ok((profile, rest)),
        Some((word, args)) if word == "--" => {
            check_flags(args)?;
            Ok((profile, args))
        }
        Some((word, _)) => Err(Failure::new(format!("start does not know `{word}`"))
            .advise("cargo xtask start [--release] [-- --listen 127.0.0.1:8081]")),
    }
}

/// Better to know now than after minutes of compiling.
fn check_flags(args: &[String]) -> Result<(), Failure> {
    let flag = |arg: &&String| arg.starts_with('-');
    let name = |arg: &String| arg.split('=').next().unwrap_or_default().to_owned();
    match args.iter().filter(flag).map(name).find(|it| !SERVE_FLAGS.contains(&it.as_str())) {
        None => Ok(()),
        Some(unknown) => Err(Failure::new(format!("the server does not know `{unknown}`"))
            .advise(format!("It knows {}.", SERVE_FLAGS.join(", ")))),
    }
}

/// This, too.
fn check_port() -> Result<(), Failure> {
    match TcpListener::bind(("127.0.0.1", PORT)) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::new(format!("port {PORT} cannot be used: {error}")).advise(
            "Another program listens there, perhaps a Komadai that is still running: stop it, or\n\
             choose another port: KOMADAI__SERVER__LISTEN=127.0.0.1:8081 cargo xtask start",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let check = |line: &str, expected: Option<(Profile, &str)>| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let found = parse(&words).ok().map(|(profile, args)| (profile, args.join(" ")));
            assert_eq!(found, expected.map(|(p, args)| (p, args.to_owned())), "start {line}");
        };
        check("", Some((Profile::Dev, "")));
        check("--release", Some((Profile::Start, "")));
        let listen = "--listen 127.0.0.1:8081";
        check(&format!("-- {listen}"), Some((Profile::Dev, listen)));
        check("--release -- -c=a.toml", Some((Profile::Start, "-c=a.toml")));
        check("-- --release", None);
        check("-- --lisen 127.0.0.1:8081", None);
        check("--fast", None);
        check("--release fast", None);
    }
}
