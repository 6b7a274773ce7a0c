//! What the archive, the Debian package and the image have in common: the program, the manual and
//! what comes with them.

mod deb;
mod image;
mod links;
mod man_page;
mod release;

pub(crate) use self::{deb::deb, image::image, release::release};

use std::{
    env, fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use crate::{
    client,
    command::{self, Command},
    failure::Failure,
    stamp,
    tree::{Profile, Tree},
};

/// The manual: it lies in a package as it does in the checkout, so that its links lead somewhere.
const MANUAL: [&str; 12] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "clients",
    "config",
    "deploy",
    "docker-compose.yml",
    "docs",
    "web/CREDITS.md",
];

/// What tests and builds leave there.
const LEFT_OUT: [&str; 6] =
    ["node_modules", "dist", "build", "__pycache__", "wire.ts", ".gitignore"];

/// The variable that gives the server the commit it is built from.
const COMMIT: &str = "KOMADAI_COMMIT";

/// The version of everything that is packed.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is to be packed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Order {
    /// For another machine than this one.
    triple: Option<String>,
    /// A program that is already built.
    program: Option<PathBuf>,
}

impl Order {
    fn parse(task: &str, words: &[String]) -> Result<Self, Failure> {
        let mut order = Self::default();
        for pair in words.chunks(2) {
            match pair {
                [flag, triple] if flag == "--target" => order.triple = Some(triple.clone()),
                [flag, program] if flag == "--with" => order.program = Some(program.into()),
                _ => {
                    return Err(Failure::new(format!(
                        "usage: cargo xtask {task} [--target TRIPLE] [--with PROGRAM]"
                    )));
                }
            }
        }
        Ok(order)
    }
}

/// A program that can be packed.
#[derive(Debug)]
struct Packing<'t> {
    tree: &'t Tree,
    program: PathBuf,
    /// `x86_64` or `aarch64`.
    machine: String,
    /// The commit it was built from, as far as it is known.
    commit: Option<String>,
}

impl<'t> Packing<'t> {
    /// Builds the client and the server, unless a program is given.
    fn prepare(tree: &'t Tree, order: Order) -> Result<Self, Failure> {
        let triple = order.triple.as_deref();
        let machine = triple.map_or(env::consts::ARCH, |it| it.split('-').next().unwrap_or(it));
        let machine = machine.to_owned();
        if let Some(program) = order.program {
            let program = fs::canonicalize(&program).map_err(|cause| {
                Failure::new(format!("{} cannot be packed: {cause}", program.display()))
            })?;
            let commit = commit_of(&program);
            return Ok(Self { tree, program, machine, commit });
        }
        println!("1/3 the web client");
        client::install(tree)?;
        client::build(tree)?;

        println!("2/3 the server");
        let mut build = vec!["build", "--release", "--locked", "--package", "komadai-server"];
        build.extend(triple.iter().flat_map(|triple| ["--target", triple]));
        let mut build = command::cargo(build).dir(tree.root());
        let commit = commit(tree);
        match &commit {
            Some(commit) => build = build.env(COMMIT, commit),
            None => println!("The program will name no commit: give it as {COMMIT}."),
        }
        if machine == "aarch64" {
            // Memory comes in pages of 4, 16 or 64 KiB there, as the kernel likes (16 on a
            // Raspberry Pi 5); an allocator that was built for the largest runs with all of them.
            build = build.env("JEMALLOC_SYS_WITH_LG_PAGE", "16");
        }
        build.run()?;
        let program = match triple {
            None => tree.server(Profile::Release),
            Some(triple) => tree.target().join(triple).join("release/komadai"),
        };
        Ok(Self { tree, program, machine, commit })
    }

    /// Debian's and Docker's word for the machine.
    fn architecture(&self) -> &str {
        match self.machine.as_str() {
            "x86_64" => "amd64",
            "aarch64" => "arm64",
            other => other,
        }
    }

    /// Where packages lie when they are ready.
    fn packages(&self) -> PathBuf {
        self.tree.target().join("packages")
    }

    /// An empty folder in which a package is put together.
    fn empty_folder(&self, name: &str) -> Result<PathBuf, Failure> {
        let folder = self.packages().join(name);
        let made = match fs::remove_dir_all(&folder) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
            _ => fs::create_dir_all(&folder),
        };
        made.map_err(|cause| unwritten(&folder, &cause))?;
        Ok(folder)
    }

    fn lay_program(&self, place: &Path) -> Result<(), Failure> {
        copy(&self.program, place)?;
        set_mode(place, 0o755)
    }

    /// Lays the manual into a folder, and refuses to if a link in it leads nowhere.
    fn lay_manual(&self, folder: &Path) -> Result<(), Failure> {
        for name in MANUAL {
            let source = self.tree.root().join(name);
            let mut files = vec![source.clone()];
            if source.is_dir() {
                files.clear();
                stamp::collect(&source, &LEFT_OUT, &mut files)
                    .map_err(|cause| unwritten(&source, &cause))?;
            }
            for file in files {
                let place = folder.join(file.strip_prefix(self.tree.root()).unwrap_or(&file));
                copy(&file, &place)?;
                let starts = fs::read(&file).is_ok_and(|text| text.starts_with(b"#!"));
                set_mode(&place, if starts { 0o755 } else { 0o644 })?;
            }
        }
        let broken = links::broken(folder).map_err(|cause| unwritten(folder, &cause))?;
        if broken.is_empty() {
            return Ok(());
        }
        Err(Failure::new("the manual has links that lead nowhere").advise(broken.join("\n")))
    }

    /// Lays the licences of everything that is linked, and the bill of materials, into a folder.
    fn lay_supply(&self, folder: &Path) -> Result<(), Failure> {
        for what in ["licences", "bom"] {
            let place = folder.to_string_lossy();
            let run = ["run", "--quiet", "--locked", "--package", "komadai-supply", "--", what];
            command::cargo(run.into_iter().chain([&*place])).dir(self.tree.root()).run()?;
        }
        Ok(())
    }

    /// Writes the checksum beside a package, and says that it is ready.
    fn finish(&self, name: &str) -> Result<(), Failure> {
        let folder = self.packages();
        let Some(sum) = Command::new("sha256sum", [name]).dir(&folder).answer() else {
            return Err(Failure::new(format!("sha256sum cannot read {name}")));
        };
        write(&folder.join(format!("{name}.sha256")), &format!("{sum}\n"))?;
        println!("{} is ready.", folder.join(name).display());
        Ok(())
    }
}

/// The commit that is built: the one that is given, or the checkout's, unless something in it is
/// not committed. None outside a checkout.
fn commit(tree: &Tree) -> Option<String> {
    if let Some(given) = env::var(COMMIT).ok().filter(|it| !it.is_empty()) {
        return Some(given);
    }
    let git = |words: &[&str]| Command::new("git", words.iter().copied()).dir(tree.root()).answer();
    let is_clean = git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    git(&["rev-parse", "--verify", "HEAD"]).filter(|_| is_clean)
}

/// The commit that a program names, if it runs here: `komadai 0.2.0 (1a2b3c4d5e6f)`.
fn commit_of(program: &Path) -> Option<String> {
    let answer = Command::new(&program.to_string_lossy(), ["--version"]).answer()?;
    let commit = answer.split_once('(')?.1.strip_suffix(')')?;
    (!commit.contains(' ')).then(|| commit.to_owned())
}

fn copy(source: &Path, place: &Path) -> Result<(), Failure> {
    let made = place.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::copy(source, place).map(drop)).map_err(|cause| {
        Failure::new(format!(
            "{} cannot be copied to {}: {cause}",
            source.display(),
            place.display()
        ))
    })
}

fn write(place: &Path, text: &str) -> Result<(), Failure> {
    let made = place.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(place, text)).map_err(|cause| unwritten(place, &cause))?;
    set_mode(place, 0o644)
}

fn set_mode(place: &Path, mode: u32) -> Result<(), Failure> {
    fs::set_permissions(place, fs::Permissions::from_mode(mode))
        .map_err(|cause| unwritten(place, &cause))
}

fn unwritten(place: &Path, cause: &io::Error) -> Failure {
    Failure::new(format!("{} cannot be read or written: {cause}", place.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        let parse = |line: &str| {
            let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
            Order::parse("deb", &words).ok()
        };
        assert_eq!(parse(""), Some(Order::default()));
        let both = Order { triple: Some("a-b".to_owned()), program: Some("c".into()) };
        assert_eq!(parse("--target a-b --with c"), Some(both));
        assert_eq!(parse("--with"), None);
        assert_eq!(parse("--wiht c"), None);
    }

    /// The version is written in one place, and these follow it.
    #[test]
    fn everything_has_the_same_version() {
        let tree = Tree::find();
        for (file, words) in [
            ("clients/python/pyproject.toml", format!("\nversion = \"{VERSION}\"\n")),
            ("clients/typescript/package.json", format!("\"version\": \"{VERSION}\"")),
            ("clients/typescript/package-lock.json", format!("\"version\": \"{VERSION}\"")),
            ("CHANGELOG.md", format!("\n## {VERSION}\n")),
            ("Dockerfile", format!("\nARG KOMADAI_VERSION={VERSION}\n")),
            ("docker-compose.yml", format!("komadai:{VERSION}}}")),
        ] {
            let text = fs::read_to_string(tree.root().join(file)).unwrap();
            assert!(text.contains(&words), "{file} has no {words:?}");
        }
    }

    #[test]
    fn the_packed_manual_has_no_link_that_leads_nowhere() {
        let tree = Tree::find();
        let folder = env::temp_dir().join(format!("xtask-manual-{}", std::process::id()));
        let packing =
            Packing { tree: &tree, program: PathBuf::new(), machine: String::new(), commit: None };
        let laid = packing.lay_manual(&folder);
        let is_there = folder.join("docs/operations.md").is_file();
        let _ = fs::remove_dir_all(&folder);
        assert_eq!(laid, Ok(()));
        assert!(is_there);
    }
}
