//! Where things lie in this checkout.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The checkout this task works on.
#[derive(Debug)]
pub(crate) struct Tree {
    root: PathBuf,
}

impl Tree {
    /// The checkout whose `cargo xtask` was called.
    pub(crate) fn find() -> Self {
        // Cargo says at run time where the manifest is; what was true when this was compiled
        // is wrong once somebody has moved the checkout together with its target folder.
        let crate_dir = env::var("CARGO_MANIFEST_DIR")
            .unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
        let crate_dir = PathBuf::from(crate_dir);
        let root = crate_dir.ancestors().nth(2).unwrap_or(&crate_dir).to_path_buf();
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// What is said in each language.
    pub(crate) fn words(&self) -> PathBuf {
        self.root.join("words")
    }

    /// The web client's sources.
    pub(crate) fn web(&self) -> PathBuf {
        self.root.join("web")
    }

    /// Where the server keeps its embedded database.
    pub(crate) fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// Cargo's target folder: the one this program was built into, so that every setting that
    /// moves it (`CARGO_TARGET_DIR`, `build.target-dir`) holds here too.
    pub(crate) fn target(&self) -> PathBuf {
        env::current_exe()
            .ok()
            .and_then(|exe| exe.ancestors().nth(2).map(Path::to_path_buf))
            .unwrap_or_else(|| self.root.join("target"))
    }

    /// The server as cargo leaves it, built with this profile.
    pub(crate) fn server(&self, profile: Profile) -> PathBuf {
        self.target().join(profile.folder()).join("komadai")
    }
}

/// How the server is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build; what the tests use too.
    Dev,
    /// For real use from a checkout.
    Start,
    /// Slow to build, for what is handed on.
    Release,
}

impl Profile {
    fn folder(self) -> &'static str {
        match self {
            Profile::Dev => "debug",
            Profile::Start => "start",
            Profile::Release => "release",
        }
    }
}
