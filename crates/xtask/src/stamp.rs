//! Whether something made from files still fits them.
//!
//! A stamp is a file that holds the fingerprint of what a thing was made from. Contents are
//! compared, not times: a checkout, a copy or a restored backup has all times wrong.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

/// The fingerprint of a folder's files, their paths included; whatever is named in `skip` is
/// left out at any depth. An absent folder has the fingerprint of an empty one.
pub(crate) fn fingerprint(root: &Path, skip: &[&str]) -> io::Result<String> {
    let mut files = Vec::new();
    collect(root, skip, &mut files)?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        file.strip_prefix(root).unwrap_or(file).hash(&mut hasher);
        fs::read(file)?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Adds the files of a folder, without what is named in `skip`. An absent folder has none.
pub(crate) fn collect(dir: &Path, skip: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        if skip.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), skip, files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Whether the stamp says that the thing was made from what has this fingerprint.
pub(crate) fn fits(stamp: &Path, fingerprint: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|held| held == fingerprint)
}

/// Notes that the thing is now made from what has this fingerprint.
pub(crate) fn set(stamp: &Path, fingerprint: &str) -> io::Result<()> {
    if let Some(dir) = stamp.parent() {
        fs::create_dir_all(dir)?;
    }
    fs::write(stamp, fingerprint)
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    /// A folder of its own, gone when the test is over.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let dir = env::temp_dir().join(format!("xtask-{name}-{}", process::id()));
            fs::create_dir_all(dir.join("src")).unwrap();
            let folder = Self(dir);
            folder.write("index.html", "<p>");
            folder.write("src/main.ts", "1");
            folder
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn fingerprint(&self) -> String {
            fingerprint(&self.0, &["dist", "node_modules"]).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// Does `change` make what was built from the folder stale?
    fn check(name: &str, change: impl FnOnce(&Folder), stale: bool) {
        let folder = Folder::new(name);
        let stamp = folder.0.join("dist/stamp");
        set(&stamp, &folder.fingerprint()).unwrap();
        assert!(fits(&stamp, &folder.fingerprint()), "{name}: not even fresh before");
        change(&folder);
        assert_eq!(!fits(&stamp, &folder.fingerprint()), stale, "{name}: stale");
    }

    #[test]
    fn changes_that_make_stale() {
        check("changed", |f| f.write("src/main.ts", "2"), true);
        check("added", |f| f.write("src/deep/other.ts", ""), true);
        check("removed", |f| fs::remove_file(f.0.join("index.html")).unwrap(), true);
        check(
            "renamed",
            |f| fs::rename(f.0.join("index.html"), f.0.join("play.html")).unwrap(),
            true,
        );
        check(
            "moved text",
            |f| {
                f.write("index.html", "<");
                f.write("src/main.ts", "p>1");
            },
            true,
        );
        check("stamp lost", |f| fs::remove_file(f.0.join("dist/stamp")).unwrap(), true);
    }

    #[test]
    fn changes_that_do_not() {
        check("nothing", |_| (), false);
        check("written again", |f| f.write("src/main.ts", "1"), false);
        check("left out", |f| f.write("node_modules/a/index.js", "x"), false);
        check("left out deeper", |f| f.write("src/dist/index.js", "x"), false);
    }

    #[test]
    fn an_absent_folder_is_an_empty_one() {
        let absent = env::temp_dir().join(format!("xtask-absent-{}", process::id()));
        assert_eq!(
            fingerprint(&absent, &[]).unwrap(),
            format!("{:016x}", DefaultHasher::new().finish())
        );
    }
}
