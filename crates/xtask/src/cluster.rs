//! `cargo xtask cluster`: servers of a cluster on this machine, with a PostgreSQL of their own.

use std::process::ExitCode;

use crate::{
    command::Command,
    failure::Failure,
    start::{build, profile},
    tree::Tree,
};

/// Builds the client and the server and becomes what runs three of them behind a balancer. Comes
/// back only to say why not.
pub(crate) fn cluster(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let (profile, rest) = profile(words);
    let args = match rest.split_first() {
        None => rest,
        Some((word, args)) if word == "--" => args,
        Some((word, _)) => {
            return Err(Failure::new(format!("cluster does not know `{word}`"))
                .advise("cargo xtask cluster [--release] [-- --listen 127.0.0.1:8081]"));
        }
    };
    build(tree, profile, &["--bin", "komadai", "--bin", "komadai-load"])?;
    println!("3/3 running");
    let server = tree.server(profile);
    let load = server.with_file_name("komadai-load");
    let (server, load) = (server.to_string_lossy(), load.to_string_lossy());
    let words = ["cluster", "--komadai", &server];
    let words = words.into_iter().chain(args.iter().map(String::as_str));
    Err(Command::new(&load, words).dir(tree.root()).become_it())
}
