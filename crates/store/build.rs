//! Lists the migrations, so that they are built in. What is in `NNNN_what.postgres.sql` or
//! `NNNN_what.sqlite.sql` is for that database alone.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let folder = Path::new(&folder).join("../../migrations");
    let mut code = String::new();
    for (name, folder) in [("MAIN", folder.clone()), ("JOURNAL", folder.join("journal"))] {
        println!("cargo::rerun-if-changed={}", folder.display());
        code += &format!("const {name}: &[MigrationFile] = &[\n{}];\n", listed(&folder));
    }
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("migrations.rs"), code).expect("what is made can be written");
}

/// The version and the description of each `NNNN_what.sql`, the database that it is for, unless it is
/// for both, and its text, in order.
fn listed(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("the migrations are there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("they can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .collect();
    files.sort();
    let line = |path: &PathBuf| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let (version, what) = name.split_once('_').expect("NNNN_what.sql");
        let version: i64 = version.parse().expect("NNNN_what.sql");
        let (what, only) = match what.split_once('.') {
            None => (what, "None"),
            Some((what, "sqlite")) => (what, "Some(Dialect::Sqlite)"),
            Some((what, "postgres")) => (what, "Some(Dialect::Postgres)"),
            Some((_, other)) => panic!("{name}: there is no database {other}"),
        };
        let what = what.replace('_', " ");
        format!("    ({version}, {what:?}, {only}, include_str!({path:?})),\n")
    };
    files.iter().map(line).collect()
}
