//! Second opinions, in Python: everything recomputed from the documents by a script that shares
//! nothing with the crate, and our pairings beside those of `py4swiss` (slow tests only).

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use komadai_tournament::{
    Absence, Event, Points, Tie,
    command::SimulatedEvent,
    lot::Stream,
    simulate::{Plan, quality},
    tiebreaks,
};

use crate::support::{before, free_event, is_slow, n_cases, setup, standings};

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name)
}

/// Gives lines to a script and returns what it prints; fails with what it complains of.
fn ask(python: &Path, name: &str, arguments: &[&str], lines: &str) -> String {
    let mut child = Command::new(python)
        .arg(script(name))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{} cannot be run: {error}", python.display()));
    let mut stdin = child.stdin.take().expect("it is piped");
    std::thread::scope(|scope| {
        // A script that ends early has something to complain of, which is shown below.
        scope.spawn(move || stdin.write_all(lines.as_bytes()));
        let output = child.wait_with_output().expect("it runs");
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {complaint}");
        String::from_utf8(output.stdout).expect("UTF-8")
    })
}

/// An event with every criterion, in an order by lot.
fn with_all_criteria(event: &Event, seed: u64) -> Event {
    let mut names: Vec<&str> = tiebreaks::ALL.iter().map(|tie| tie.name()).collect();
    names.retain(|name| *name != "board_points");
    Stream::new(seed).shuffle(&mut names);
    let first = if seed.is_multiple_of(3) { "points" } else { "mcmahon" };
    names.retain(|name| *name != first);
    names.insert(0, first);
    let ties: Vec<Tie> = names.iter().map(|name| name.parse().expect("known")).collect();
    Event { tiebreaks: ties, ..event.clone() }
}

/// A whole event, sometimes seen before its end, sometimes in the middle of a round.
fn seen(seed: u64) -> Event {
    let mut stream = Stream::new(seed);
    let mut event = if seed % 10 == 9 {
        let plan = Plan {
            players: 3 + stream.below(20) as usize,
            seed,
            withdrawals: stream.below(3) as usize,
            no_show: 0.05,
            draw: 0.2,
            ..Plan::default()
        };
        let cycles = 1 + stream.below(2);
        let mut event = plan.event(setup(&format!(r#"{{"t":"round_robin","cycles":{cycles}}}"#)));
        plan.play(&mut event).expect("sound");
        event
    } else {
        free_event(seed, if seed.is_multiple_of(100) { 300 } else { 60 }).1
    };
    if stream.happens(0.2) {
        event = before(&event, 1 + stream.below(u64::from(event.n_rounds())) as u32);
    }
    if stream.happens(0.2) {
        let last = event.n_rounds();
        for game in event.games.iter_mut().filter(|game| game.round == last) {
            if stream.happens(0.5) {
                game.result = None;
            }
        }
    }
    if stream.happens(0.3) {
        give_absences_points(&mut event, &mut stream);
    }
    with_all_criteria(&event, seed)
}

/// Limits the absences that have points, and gives some of them points of their own.
fn give_absences_points(event: &mut Event, stream: &mut Stream) {
    event.scoring.absences_max = stream.happens(0.7).then(|| stream.below(3) as u32);
    event.scoring.absences_until = stream.happens(0.5).then(|| stream.below(6) as u32);
    for entry in &mut event.entries {
        if let Some(round) = entry.absent.pop_if(|_| stream.happens(0.3)) {
            let points = Points::halves(stream.below(3) as i64);
            entry.absences.push(Absence { round, points });
        }
    }
}

#[test]
fn an_independent_script_recomputes_every_standing() {
    let mut lines = String::new();
    let n = n_cases(300, 600);
    for seed in 10_000..10_000 + n {
        let event = seen(seed);
        let standings = standings(&event);
        let quality = quality(&event, &standings);
        let line = serde_json::to_string(&SimulatedEvent { event, standings, quality });
        lines.push_str(&line.expect("no maps in it"));
        lines.push('\n');
    }
    let counts = ask(Path::new("python3"), "recompute.py", &[], &lines);
    println!("recomputed: {counts}");
    let counts: serde_json::Value = serde_json::from_str(&counts).expect("JSON");
    assert_eq!(counts["events"], n);
}

/// The interpreter of an environment with the packages that slow tests need, made when it is not
/// there yet.
fn environment() -> &'static Path {
    static PYTHON: OnceLock<PathBuf> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
            || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"),
            PathBuf::from,
        );
        let folder = target.join("pairing-venv");
        let python = folder.join("bin/python");
        let has_packages = || {
            let import = Command::new(&python).args(["-c", "import py4swiss, jsonschema"]).output();
            import.is_ok_and(|output| output.status.success())
        };
        if !has_packages() {
            run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder));
            run(Command::new(&python)
                .args(["-m", "pip", "install", "--quiet", "--requirement"])
                .arg(script("requirements.txt")));
        }
        assert!(has_packages(), "py4swiss is not in {}", folder.display());
        python
    })
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {complaint}");
}

#[test]
fn documents_are_of_the_documented_schema() {
    if !is_slow() {
        return;
    }
    let mut lines = include_str!("../../../../docs/schemas/tournament.json").replace('\n', " ");
    let mut add = |part: &str, document: serde_json::Value| {
        lines.push_str(&format!("\n{}", serde_json::json!([part, document])));
    };
    let mut add_all = |event: &Event| {
        let checked = event.check().expect("sound");
        let standings = checked.standings();
        add("next", serde_json::json!(checked.next(0)));
        add("standings", serde_json::json!(standings));
        add("event", serde_json::json!(event));
        let simulated =
            SimulatedEvent { event: event.clone(), quality: quality(event, &standings), standings };
        add("simulated", serde_json::json!(simulated));
    };
    add_all(&crate::docs::example());
    for seed in 0..60 {
        add_all(&seen(seed));
        add_all(&before(&seen(seed), 3));
    }
    for (_, format) in crate::events::EVERY_FORMAT {
        let plan = Plan { players: 12, no_show: 0.1, ..Plan::default() };
        let mut event = crate::events::made_up(format, 12);
        add_all(&event);
        plan.play(&mut event).expect("sound");
        add_all(&event);
    }
    println!("{}", ask(environment(), "schema.py", &[], &lines));
}

#[test]
fn score_groups_and_floats_are_no_worse_than_py4swiss() {
    if !is_slow() {
        return;
    }
    let python = environment();
    // Positions that came about by our pairings.
    let mut of_ours = String::new();
    let n = n_cases(30, 30);
    for seed in 0..n {
        let mut stream = Stream::new(seed + 77);
        let players = 10 + stream.below(51);
        let rounds = 5 + stream.below(5);
        let plan = Plan {
            players: players as usize,
            seed,
            draw: 0.1,
            absence: if seed % 2 == 0 { 0.0 } else { 0.03 },
            ..Plan::default()
        };
        let mut event = plan.event(setup(&format!(r#"{{"t":"swiss","rounds":{rounds}}}"#)));
        plan.play(&mut event).expect("sound");
        let line = serde_json::json!({"event": event, "ours": null});
        of_ours.push_str(&format!("{line}\n"));
    }
    let mut of_theirs = String::new();
    for json in ask(python, "beside_py4swiss.py", &["play", &n.to_string()], "").lines() {
        let event = Event::read(json).expect("sound");
        let rounds = (1..=event.n_rounds()).map(|round| {
            let next = before(&event, round).check().expect("sound").pairings(0);
            let pairs = next.games.into_iter().map(|game| [game.sente, game.gote]);
            pairs.collect::<Vec<_>>()
        });
        let line = serde_json::json!({"event": event, "ours": rounds.collect::<Vec<_>>()});
        of_theirs.push_str(&format!("{line}\n"));
    }
    for (positions, lines) in [("our", of_ours), ("their", of_theirs)] {
        let counts = ask(python, "beside_py4swiss.py", &["compare"], &lines);
        println!("in {positions} positions: {counts}");
        let counts: serde_json::Value = serde_json::from_str(&counts).expect("JSON");
        let of = |who: &str, what: &str| counts[who][what].as_f64().unwrap_or(0.0);
        assert!(of("rounds", "compared") > 5.0 * n as f64, "{counts}");
        assert_eq!(of("rounds", "no_reason"), 0.0, "{counts}");
        for what in ["floats_again", "repeats", "limits_broken"] {
            assert!(of("ours", what) <= of("py4swiss", what), "{what}: {counts}");
        }
        // A sum of squares prefers two small gaps to a large one, and our byes go lower.
        for what in ["uneven", "uneven_points"] {
            assert!(of("ours", what) <= 1.02 * of("py4swiss", what), "{what}: {counts}");
        }
    }
}
