//! What an operator does from the command line, beside a running server.

use std::{
    fs,
    io::{Cursor, Read as _},
    os::unix::{fs::PermissionsExt as _, net::UnixDatagram},
    path::Path,
};

use komadai_protocol::GameEvent;
use komadai_server::config::{self, Config};
use zip::ZipArchive;

use crate::fixture::{Kind, Launch, PATIENCE, PROGRAM, Program, TestServer, clock, http, setup};

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

/// Somebody goes back to the version of before: nothing is touched, and each command says why.
async fn downgrade(kind: Kind) {
    let launch = Launch::on(kind).await;
    let said = launch.command(&["migrate"]).await;
    assert!(said.contains("up to date"), "{said}");
    let later = "INSERT INTO migrations SELECT 9999, description, installed_on, success, \
                 checksum, execution_time FROM migrations WHERE version = 1";
    let store = launch.store().await;
    let mut tx = store.write().await.unwrap();
    tx.sql(later).await;
    tx.commit().await.unwrap();
    store.close().await;
    drop(store);
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup").display().to_string();
    let mut commands = vec![
        vec!["migrate"],
        vec!["serve", "--listen", "127.0.0.1:0"],
        vec!["doctor"],
        vec!["admin", "role", "minh", "admin"],
    ];
    if kind == Kind::Postgres {
        commands.push(vec!["backup", &folder]);
    } else {
        // The files are copied as they are, and whoever restores them is told.
        launch.command(&["backup", &folder]).await;
    }
    for command in commands {
        let refused = launch.refused(&command).await;
        assert!(refused.contains("newer komadai"), "{command:?}: {refused}");
        assert!(refused.contains("run that version or a later one"), "{command:?}: {refused}");
    }
    if kind == Kind::Sqlite {
        let refused = Launch::on(kind).await.refused(&["restore", &folder]).await;
        assert!(refused.contains("newer komadai"), "{refused}");
    }
}

#[tokio::test]
async fn an_older_program_refuses_a_newer_sqlite_and_says_why() {
    downgrade(Kind::Sqlite).await;
}

#[tokio::test]
async fn an_older_program_refuses_a_newer_postgres_and_says_why() {
    downgrade(Kind::Postgres).await;
}

/// The value of a figure.
fn figure(figures: &str, name: &str) -> f64 {
    let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = line.unwrap_or_else(|| panic!("there is no {name} in\n{figures}"));
    value.parse().unwrap()
}

#[tokio::test]
async fn figures_are_served_on_a_port_of_their_own() {
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__METRICS__LISTEN", "127.0.0.1:0");
    let server = Program::start(launch).await;
    let mut sente = server.enter("sente").await;
    let mut gote = server.enter("gote").await;
    let game = sente.create(setup(clock("5+30"))).await;
    gote.join(game).await;
    sente.event(|event| matches!(event, GameEvent::Started { .. }).then_some(())).await;
    for (ply, usi) in
        ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e", "6i7h", "4a3b"].into_iter().enumerate()
    {
        let (mover, other) =
            if ply % 2 == 0 { (&mut sente, &mut gote) } else { (&mut gote, &mut sente) };
        mover.play(usi).await;
        other.sees_ply(ply as u32 + 1).await;
    }

    let said = server.said();
    let version = komadai_server::version::VERSION;
    let first = said.lines().next().unwrap_or_default();
    assert!(first.contains(&format!("Komadai {version} (")), "{said}");
    let port = said.split_once("metrics are on http://").unwrap().1;
    let operators = port.split_once('/').unwrap().0.parse().unwrap();
    let page = http::get(operators, "/metrics", &[]).await;
    let figures = String::from_utf8(page.body).unwrap();
    assert_eq!(figure(&figures, "komadai_connections"), 2.0);
    assert_eq!(figure(&figures, "komadai_rooms"), 1.0);
    assert_eq!(figure(&figures, "komadai_ready"), 1.0);
    assert!(figures.contains(&format!("komadai_build_info{{version=\"{version}\"")), "{figures}");
    assert!(figure(&figures, "komadai_journal_records_total") >= 10.0, "{figures}");
    assert!(figure(&figures, "komadai_journal_commit_seconds_count") >= 10.0, "{figures}");
    assert!(figure(&figures, "komadai_move_announced_seconds_count") >= 1.0, "{figures}");
    assert!(figure(&figures, "process_resident_memory_bytes") > 1e6);
    assert!(figures.contains("komadai_move_durable_seconds_bucket{le=\"0.01\"}"), "{figures}");
    // Nobody else sees them.
    let page = http::get(server.address, "/metrics", &[]).await;
    assert!(!String::from_utf8_lossy(&page.body).contains("komadai_rooms"));
    for address in [operators, server.address] {
        for path in ["/health/live", "/health/ready"] {
            let page = http::get(address, path, &[]).await;
            assert_eq!(page.status, 200, "{path}: {page:?}");
        }
    }
    let page = http::get(server.address, "/", &[]).await;
    assert_eq!(page.header("x-request-id").map(str::len), Some(16));
}

#[tokio::test]
async fn a_server_that_stops_is_not_ready() {
    let server = TestServer::start().await;
    assert_eq!(server.get("/health/ready").await.status, 200);
    server.refuse_new_games();
    let page = server.get("/health/ready").await;
    assert_eq!((page.status, &page.json()["reason"]), (503, &"the server is stopping".into()));
    assert_eq!(server.get("/health/live").await.status, 200);
}

#[tokio::test]
async fn systemd_is_told_when_it_can_be_played_on_and_when_it_stops() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("notify");
    let manager = UnixDatagram::bind(&place).unwrap();
    manager.set_read_timeout(Some(PATIENCE)).unwrap();
    let hear = || {
        let mut bytes = [0; 100];
        let n_bytes = manager.recv(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..n_bytes]).into_owned()
    };
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("NOTIFY_SOCKET", place.display().to_string());
    let mut server = Program::start(launch).await;
    assert_eq!(hear(), "READY=1");
    server.terminate().await;
    assert_eq!(hear(), "STOPPING=1");
}

#[tokio::test]
async fn what_is_beside_a_database_is_read_by_its_owner_alone() {
    let server = Program::start(Launch::on(Kind::Sqlite).await).await;
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("backup").display().to_string();
    server.command(&["backup", &folder]).await;
    let restored = dir.path().join("restored").display().to_string();
    let mut launch = Launch::on(Kind::Sqlite).await;
    launch.set("KOMADAI__DATABASE__DATA_DIR", restored.clone());
    let said = launch.command(&["restore", &folder]).await;
    assert!(said.contains(&format!("into {restored}:")), "{said}");

    let mut n_files = 0;
    for folder in [server.data_dir().to_owned(), folder.into(), restored.into()] {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode & 0o077, 0, "{} has {mode:o}", entry.path().display());
            n_files += 1;
        }
    }
    assert!(n_files >= 7, "{n_files}");
}

#[tokio::test]
async fn nobody_is_made_admin_of_a_folder_without_a_server() {
    let mut launch = Launch::on(Kind::Sqlite).await;
    let folder = launch.data_dir().join("elsewhere");
    launch.set("KOMADAI__DATABASE__DATA_DIR", folder.display().to_string());
    let copy = launch.data_dir().join("copy").display().to_string();
    for command in [&["admin", "reset-password", "hanako"][..], &["backup", &copy]] {
        let refused = launch.refused(command).await;
        assert!(refused.contains("there is no database in"), "{refused}");
        assert!(refused.contains("elsewhere") && refused.contains("--config"), "{refused}");
    }
    let said = launch.command(&["doctor"]).await;
    assert!(said.contains("elsewhere is not there") && said.contains("--config"), "{said}");
    assert_eq!(fs::read_dir(launch.data_dir()).unwrap().count(), 0);
}

/// A file of the repository.
fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap()
}

#[test]
fn what_operators_are_told_to_set_can_be_set() {
    let settings: toml::Table = toml::from_str(config::DEFAULT).unwrap();
    let is_setting = |section: &str, key: &str| {
        settings.get(section).and_then(|section| section.get(key)).is_some()
    };
    let mut n_names = 0;
    let paths = [
        "docs/operations.md",
        "docs/cluster.md",
        "docker-compose.yml",
        "deploy/cluster.yml",
        "deploy/komadai.service",
        "Dockerfile",
    ];
    for path in paths {
        let text = file(path);
        let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
        for name in words.filter_map(|word| word.strip_prefix("KOMADAI__")) {
            let (section, key) = name.split_once("__").unwrap();
            if section == "SECTION" {
                continue; // any
            }
            let (section, key) = (section.to_lowercase(), key.to_lowercase());
            let of_file = key.strip_suffix("_file").unwrap_or(&key);
            assert!(is_setting(&section, &key) || is_setting(&section, of_file), "{path}: {name}");
            n_names += 1;
        }
    }
    assert!(n_names >= 12, "{n_names}");

    // What the page on security calls a setting.
    let page = file("docs/security.md");
    let names = page.split('`').skip(1).step_by(2).filter_map(|name| name.split_once('.'));
    let names = names.filter(|(section, _)| settings.contains_key(*section));
    let mut n_settings = 0;
    for (section, key) in names {
        assert!(is_setting(section, key), "docs/security.md: {section}.{key}");
        n_settings += 1;
    }
    assert!(n_settings >= 12, "{n_settings}");

    // The page's own settings, as they would be written into one file.
    let page = file("docs/operations.md");
    let (_, rest) = page.split_once("komadai.toml <<'END'\n").unwrap();
    let (first, _) = rest.split_once("END\n").unwrap();
    let shown = |head: &str| {
        let (_, rest) = page.split_once(&format!("```toml\n{head}\n")).unwrap();
        format!("{head}\n{}", rest.split_once("```").unwrap().0)
    };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("komadai.toml");
    let load = |text: String| {
        fs::write(&path, text).unwrap();
        Config::load(Some(&path), []).unwrap()
    };
    let config = load(format!("{first}\n{}\n{}", shown("[mail]"), shown("[backup]")));
    assert_eq!(config.server.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(config.mail.port, 465);
    // With TLS, a section takes the place of the first.
    let (_, others) = first.split_once("\n\n").unwrap();
    let config = load(format!("{}\n{others}", shown("[server]")));
    assert_eq!((config.server.listen.port(), config.tls.contact.is_empty()), (443, false));
    assert_eq!(config.check().is_ok(), cfg!(feature = "acme"));
}

/// The lines of a block of YAML: those below its head that are indented further.
fn block<'t>(text: &'t str, head: &str) -> Vec<&'t str> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().skip_while(|line| *line != head);
    let own = lines.next().map(indent).unwrap_or_else(|| panic!("there is no {head:?}"));
    lines
        .take_while(|line| line.trim().is_empty() || indent(line) > own)
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

/// All that is written in Rust below a folder.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = entries.map(|path| match path.extension() {
        _ if path.ends_with("target") => String::new(),
        _ if path.is_dir() => sources(&path),
        Some(ending) if ending == "rs" => fs::read_to_string(path).unwrap(),
        _ => String::new(),
    });
    text.collect()
}

#[test]
fn every_attack_has_a_test_that_makes_it() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = sources(&crates);
    let page = file("docs/security.md");
    let (_, table) = page.split_once("| what was tried | test |\n|---|---|\n").unwrap();
    for row in table.lines().take_while(|line| line.starts_with('|')) {
        let tests: Vec<_> = row.split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "{row}");
        for test in tests {
            let ways = [format!("fn {test}("), format!("!({test},"), format!("!(\n    {test},")];
            let is_there = ways.iter().any(|way| sources.contains(way));
            assert!(is_there, "there is no test {test}: {row}");
        }
    }
}

/// What the manual has people put into a checkout would have the image built anew, and some of it
/// is secret.
#[test]
fn an_image_is_built_from_what_is_compiled_and_nothing_else() {
    let ignored = file(".dockerignore");
    let mut lines = ignored.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("*"), "all is left out that is not named");
    let taken: Vec<_> = lines.filter_map(|line| line.strip_prefix("!/")).collect();
    for beside in [
        ".env",
        "docker-compose",
        "mail_password",
        "backup-",
        "data",
        "docs",
        "clients",
        "target",
        "README.md",
        "CHANGELOG.md",
        "deploy/cluster",
        "deploy/debian",
    ] {
        let is_in = |it: &&&str| beside.starts_with(&format!("{it}/")) || it.starts_with(beside);
        assert_eq!(taken.iter().find(is_in), None, "{beside}");
    }
    for needed in ["Cargo.toml", "Cargo.lock", "crates", "migrations", "words", "web", "config"] {
        assert!(taken.contains(&needed), "{needed}");
    }
}

#[test]
fn every_container_has_few_rights_and_an_end() {
    let compose = file("docker-compose.yml");
    let hardened = block(&compose, "x-hardened: &hardened");
    for wanted in [
        "cap_drop: [ALL]",
        "security_opt: [\"no-new-privileges:true\"]",
        "read_only: true",
        "driver: local",
    ] {
        assert!(hardened.contains(&wanted), "{wanted}: {hardened:#?}");
    }
    let heads = compose
        .lines()
        .skip_while(|line| *line != "services:")
        .skip(1)
        .take_while(|line| !line.starts_with(|sign: char| sign.is_ascii_alphabetic()))
        .filter(|line| line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':'));
    let mut n_services = 0;
    for head in heads {
        let service = block(&compose, head);
        let value =
            |key: &str| service.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        assert_eq!(value("<<"), Some("*hardened"), "{head}");
        for key in ["mem_limit", "pids_limit"] {
            assert!(value(key).is_some(), "{head} has no {key}");
        }
        for taken in ["read_only", "cap_drop", "security_opt", "privileged", "network_mode: host"] {
            assert!(!service.iter().any(|line| line.starts_with(taken)), "{head} sets {taken}");
        }
        // One version and no other: what is pulled anew is what was tried.
        let image = value("image").unwrap_or_else(|| panic!("{head} has no image"));
        let tag = image.split_once(':').map_or("", |(_, tag)| tag);
        let is_exact = tag.split('-').next().is_some_and(|version| version.contains('.'));
        let ours = concat!("${KOMADAI_IMAGE:-komadai:", env!("CARGO_PKG_VERSION"), "}");
        assert!(is_exact || image == ours, "{head}: {image}");
        let added = value("cap_add");
        let expected = match head.trim() {
            "secrets:" => Some("[CHOWN, FOWNER]"),
            "proxy:" => Some("[NET_BIND_SERVICE]"),
            _ => None,
        };
        assert_eq!(added, expected, "{head}");
        n_services += 1;
    }
    assert_eq!(n_services, 4);
}

#[test]
fn the_unit_has_few_rights_and_an_end() {
    let unit = file("deploy/komadai.service");
    let lines: Vec<_> = unit.lines().collect();
    for wanted in [
        // For ports 80 and 443.
        "AmbientCapabilities=CAP_NET_BIND_SERVICE",
        "CapabilityBoundingSet=CAP_NET_BIND_SERVICE",
        "DynamicUser=yes",
        "LimitCORE=0",
        "MemoryDenyWriteExecute=yes",
        "MemoryMax=75%",
        "NoNewPrivileges=yes",
        "PrivateDevices=yes",
        "PrivateTmp=yes",
        "ProtectHome=yes",
        "ProtectSystem=strict",
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
        "RestrictNamespaces=yes",
        "SystemCallFilter=~@privileged",
        "TasksMax=1024",
        "UMask=0077",
        // What it still needs.
        "Type=notify",
        "StateDirectory=komadai",
        "Restart=on-failure",
    ] {
        assert!(lines.contains(&wanted), "the unit has no {wanted}");
    }
    // The page says how much both may have.
    let page = file("docs/operations.md");
    for name in ["MemoryMax", "TasksMax", "KOMADAI_MEMORY", "KOMADAI_DATABASE_MEMORY", "sha256:"] {
        assert!(page.contains(name), "docs/operations.md says nothing of {name}");
    }
}

#[tokio::test]
async fn settings_that_cannot_work_are_refused_at_the_start() {
    for (name, value, said) in [
        ("KOMADAI__CLUSTER__LISTEN", "127.0.0.1:0", "a cluster needs PostgreSQL"),
        ("KOMADAI__SERVER__PUBLIC_URL", "https://", "has no name after"),
        ("KOMADAI__SERVER__PUBLIC_URL", "https://shogi.example/play", "without a path"),
        ("KOMADAI__SERVER__LISTEN", "localhost:8099", "a name does not do"),
        ("KOMADAI__SERVER__LISTEN", "127.0.0.1:99999", "an address and a port"),
    ] {
        let mut launch = Launch::on(Kind::Sqlite).await;
        launch.set(name, value);
        for command in [&["serve"][..], &["config", "check"], &["doctor"]] {
            let refused = launch.refused(command).await;
            assert!(refused.contains(said), "{name}={value} {command:?}: {refused}");
        }
    }
}

/// The unit with what the manual has operators add for the folder of back-ups, as systemd reads it.
#[test]
fn systemd_takes_the_unit_and_what_is_added_for_back_ups() {
    let page = file("docs/operations.md");
    let (_, added) = page.split_once("komadai.service.d/backup.conf <<'END'\n").unwrap();
    let (added, _) = added.split_once("END\n").unwrap();
    assert!(added.contains("ReadWritePaths=/var/backups/komadai"), "{added}");
    let dir = tempfile::tempdir().unwrap();
    let beside = dir.path().join("komadai.service.d");
    fs::create_dir(&beside).unwrap();
    fs::write(beside.join("backup.conf"), added).unwrap();
    let unit = file("deploy/komadai.service").replace("/usr/local/bin/komadai", PROGRAM);
    assert!(unit.contains("ProtectSystem=strict"), "else nothing would have to be added");
    let path = dir.path().join("komadai.service");
    fs::write(&path, unit).unwrap();
    let mut verify = std::process::Command::new("systemd-analyze");
    let Ok(verified) = verify.args(["verify", "--man=no"]).arg(&path).output() else { return };
    let said = String::from_utf8_lossy(&verified.stderr);
    assert!(verified.status.success() && said.is_empty(), "{said}");
}

/// The metrics that an expression names.
fn metrics_in(text: &str) -> Vec<&str> {
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
    let is_metric = |it: &&str| it.starts_with("komadai_") || it.starts_with("process_");
    words.filter(is_metric).map(|it| it.strip_suffix("_bucket").unwrap_or(it)).collect()
}

/// All that is measured: each is described once, and set or counted where it happens.
fn metrics_there_are() -> Vec<String> {
    let described = file("crates/server/src/metrics.rs");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = sources(&crates);
    let names = described.split("describe_").skip(1);
    let names = names.filter_map(|rest| rest.split_once("!(")?.1.trim_start().strip_prefix('"'));
    let names: Vec<_> = names.map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
    for name in &names {
        assert!(sources.matches(&format!("\"{name}\"")).count() > 1, "nothing measures {name}");
    }
    names
}

#[test]
fn the_dashboard_and_the_manual_name_metrics_that_there_are() {
    let there = metrics_there_are();
    let dashboard: serde_json::Value =
        serde_json::from_str(&file("deploy/grafana/komadai.json")).unwrap();
    let mut n_shown = 0;
    for panel in dashboard["panels"].as_array().unwrap() {
        for target in panel["targets"].as_array().unwrap() {
            let shown = target["expr"].as_str().unwrap();
            assert!(shown.contains("instance=~\"$instance\""), "every server is meant: {shown}");
            for metric in metrics_in(shown) {
                assert!(there.iter().any(|it| it == metric), "there is no {metric}: {shown}");
                n_shown += 1;
            }
        }
    }
    assert!(n_shown >= 40, "{n_shown}");
    let page = file("docs/operations.md");
    for metric in there.iter().filter(|it| !it.starts_with("process_")) {
        assert!(page.contains(&format!("`{metric}`")), "docs/operations.md: {metric}");
    }
}

#[test]
fn alerts_are_of_metrics_that_there_are_and_each_has_fired() {
    let rules = file("deploy/prometheus/komadai.rules.yml");
    let tests = file("deploy/prometheus/komadai.test.yml");
    let described = file("crates/server/src/metrics.rs");
    let page = file("docs/operations.md");
    let mut n_alerts = 0;
    for line in rules.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("- alert: ") {
            assert!(tests.contains(&format!("alertname: {name}\n")), "{name} never fires");
            assert!(tests.contains(&format!("alertname: {name}, ")), "{name} may always fire");
            assert!(page.contains(&format!("`{name}`")), "docs/operations.md: {name}");
            n_alerts += 1;
        }
        for metric in line.strip_prefix("expr: ").map(metrics_in).unwrap_or_default() {
            assert!(described.contains(&format!("\"{metric}\"")), "there is no {metric}: {line}");
        }
    }
    assert!(n_alerts >= 10, "{n_alerts}");
    let Ok(tool) = std::process::Command::new("promtool").arg("--version").output() else { return };
    assert!(tool.status.success());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/prometheus");
    let mut promtool = std::process::Command::new("promtool");
    let fired = promtool.args(["test", "rules", "komadai.test.yml"]).current_dir(folder).output();
    let fired = fired.unwrap();
    assert!(fired.status.success(), "{}", String::from_utf8_lossy(&fired.stdout));
}
