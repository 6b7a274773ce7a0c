//! `cargo xtask deb`: a Debian package, put together with `dpkg-deb` alone. What debhelper would
//! add are the few files in `deploy/debian`.

use std::{fs, path::Path, process::ExitCode};

use super::{Order, Packing, VERSION, man_page::man_page, set_mode, unwritten, write};
use crate::{
    command::{self, Command, WITH_ACME, WITHOUT_JEMALLOC},
    failure::Failure,
    tree::{Profile, Tree},
};

/// Where Debian has documents.
const DOCUMENTS: &str = "usr/share/doc/komadai";

/// Packs the program with its unit, user, settings, man page and manual.
pub(crate) fn deb(tree: &Tree, words: &[String]) -> Result<ExitCode, Failure> {
    let packing = Packing::prepare(tree, Order::parse("deb", words)?)?;
    println!("3/3 the package");
    let architecture = packing.architecture();
    let root = packing.empty_folder("deb")?;
    packing.lay_program(&root.join("usr/lib/komadai/komadai"))?;
    let debian = tree.root().join("deploy/debian");
    let lay = |name: &str, place: &str, mode: u32| {
        let place = root.join(place);
        super::copy(&debian.join(name), &place).and_then(|()| set_mode(&place, mode))
    };
    lay("komadai", "usr/bin/komadai", 0o755)?;
    lay("komadai.toml", "etc/komadai/komadai.toml", 0o644)?;
    lay("sysusers.conf", "usr/lib/sysusers.d/komadai.conf", 0o644)?;
    lay("copyright", &format!("{DOCUMENTS}/copyright"), 0o644)?;
    lay("lintian-overrides", "usr/share/lintian/overrides/komadai", 0o644)?;
    write(&root.join("lib/systemd/system/komadai.service"), &unit(tree)?)?;
    packing.lay_manual(&root.join(DOCUMENTS))?;
    // The licence is among those of Debian, where `copyright` says.
    fs::remove_file(root.join(DOCUMENTS).join("LICENSE"))
        .map_err(|cause| unwritten(&root.join(DOCUMENTS), &cause))?;
    std::os::unix::fs::symlink(
        "../../common-licenses/AGPL-3",
        root.join(DOCUMENTS).join("LICENSE"),
    )
    .map_err(|cause| unwritten(&root.join(DOCUMENTS), &cause))?;
    packing.lay_supply(&root.join(DOCUMENTS))?;
    // What changed is in CHANGELOG.md; Debian's own form has a line that says so.
    let changes = root.join(DOCUMENTS).join("changelog");
    write(&changes, &changelog(tree))?;
    zip(&changes)?;
    let page = root.join("usr/share/man/man1/komadai.1");
    write(&page, &page_of(&packing)?)?;
    zip(&page)?;

    for script in ["postinst", "prerm", "postrm"] {
        lay(script, &format!("DEBIAN/{script}"), 0o755)?;
    }
    write(&root.join("DEBIAN/conffiles"), "/etc/komadai/komadai.toml\n")?;
    let program = fs::read(&packing.program).map_err(|cause| unwritten(&root, &cause))?;
    let size = Command::new("du", ["--summarize", "--block-size=1K", "."]).dir(&root).answer();
    let size = size.as_deref().and_then(|it| it.split_whitespace().next()).unwrap_or("0");
    let control = fs::read_to_string(debian.join("control"))
        .map_err(|cause| unwritten(&debian, &cause))?
        .replace("{version}", VERSION)
        .replace("{architecture}", architecture)
        .replace("{glibc}", &format!("2.{}", glibc(&program)))
        .replace("{size}", size);
    write(&root.join("DEBIAN/control"), &control)?;
    checksums(&root)?;

    let name = format!("komadai_{VERSION}_{architecture}.deb");
    let build = ["--root-owner-group", "-Zxz", "--build", "deb", &name];
    // What this umask takes away is put back: everything may be read by everybody.
    Command::new("chmod", ["--recursive", "u+rwX,go+rX,go-w", "deb"])
        .dir(&packing.packages())
        .run()?;
    Command::new("dpkg-deb", build).dir(&packing.packages()).run().map_err(|failure| {
        failure.advise("dpkg-deb is part of Debian's and Ubuntu's package dpkg.")
    })?;
    packing.finish(&name)?;
    Ok(ExitCode::SUCCESS)
}

/// The unit, for the places that packages use.
fn unit(tree: &Tree) -> Result<String, Failure> {
    let file = tree.root().join("deploy/komadai.service");
    let text = fs::read_to_string(&file).map_err(|cause| unwritten(&file, &cause))?;
    let text = text.replace("/usr/local/bin/komadai", "/usr/lib/komadai/komadai");
    Ok(text.replace("/usr/local/share/doc", "/usr/share/doc"))
}

/// The man page of the program; of one for another machine, that of the development build.
fn page_of(packing: &Packing<'_>) -> Result<String, Failure> {
    if let Some(page) = man_page(&packing.program) {
        return Ok(page);
    }
    command::cargo(["build", "--bin", "komadai", WITHOUT_JEMALLOC, WITH_ACME])
        .dir(packing.tree.root())
        .run()?;
    man_page(&packing.tree.server(Profile::Dev))
        .ok_or_else(|| Failure::new("the program's help cannot be read"))
}

/// The entry of this version, with the date of its commit.
fn changelog(tree: &Tree) -> String {
    let date = Command::new("git", ["log", "-1", "--format=%aD"]).dir(tree.root()).answer();
    let date = date.or_else(|| Command::new("date", ["--rfc-email"]).answer()).unwrap_or_default();
    format!(
        "komadai ({VERSION}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n \
         -- Komadai maintainers <maintainers@komadai.example>  {date}\n"
    )
}

/// Debian wants documents small, and the same each time.
fn zip(file: &Path) -> Result<(), Failure> {
    Command::new("gzip", ["-9", "--no-name", "--force", &*file.to_string_lossy()]).run()
}

/// Lets `dpkg --verify` see what was changed.
fn checksums(root: &Path) -> Result<(), Failure> {
    let list = "find etc lib usr -type f ! -path etc/komadai/komadai.toml -print0 \
                | sort --zero-terminated | xargs --null md5sum > DEBIAN/md5sums";
    Command::new("sh", ["-c", list]).dir(root).run()
}

/// The newest glibc that a program asks for, as `N` of `GLIBC_2.N`.
fn glibc(program: &[u8]) -> u32 {
    const PREFIX: &[u8] = b"GLIBC_2.";
    let found = program.windows(PREFIX.len()).enumerate().filter(|(_, it)| *it == PREFIX);
    let minor = |(at, _): (usize, &[u8])| {
        let digits = program.get(at + PREFIX.len()..)?.iter().take_while(|it| it.is_ascii_digit());
        digits.fold(None, |n: Option<u32>, it| {
            n.unwrap_or(0).checked_mul(10)?.checked_add(u32::from(it - b'0'))
        })
    };
    found.filter_map(minor).filter(|minor| *minor < 1000).max().unwrap_or_default()
}

#[test]
fn the_newest_glibc_counts() {
    assert_eq!(glibc(b"..GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE\0"), 34);
    assert_eq!(glibc(b"static"), 0);
}
