//! Which files of a crate need one another in a circle, so that none can be read, or moved, alone.
//!
//! A file needs another if it names something of it: in a `use`, or by a path that begins with
//! `crate`, `super` or `self`. A parent that only declares its children does not need them.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;

/// The names of modules, from the crate's root.
type Path = Vec<String>;

/// The groups of two or more files, largest first.
pub(super) fn knots(files: &[Source]) -> Vec<Vec<String>> {
    let modules: BTreeMap<Path, &Source> =
        files.iter().map(|file| (module(&file.name), file)).collect();
    let needs: Vec<BTreeSet<usize>> = modules
        .iter()
        .map(|(own, file)| {
            let targets = paths(&file.text).into_iter().filter_map(|path| {
                let path = absolute(own, &path, &modules)?;
                (0..=path.len()).rev().find_map(|n| modules.keys().position(|it| *it == path[..n]))
            });
            targets.filter(|&target| !is_root(&modules, target)).collect()
        })
        .collect();
    let names: Vec<&str> = modules.values().map(|file| file.name.as_str()).collect();
    let mut knots = circles(&needs);
    knots.retain(|knot| knot.len() > 1);
    knots.sort_by_key(|knot| std::cmp::Reverse(knot.len()));
    knots.iter().map(|knot| knot.iter().map(|&n| names[n].to_owned()).collect()).collect()
}

/// Everything is below the root, which says what there is.
fn is_root(modules: &BTreeMap<Path, &Source>, n: usize) -> bool {
    modules.keys().nth(n).is_some_and(Vec::is_empty)
}

/// `crates/live/src/room/chat.rs` is `room::chat`.
fn module(name: &str) -> Path {
    let below = name.split_once("/src/").map_or(name, |(_, below)| below);
    let path = below.trim_end_matches(".rs").split('/').map(str::to_owned);
    path.filter(|it| it != "lib" && it != "main").collect()
}

/// A path from the root of the crate; none if it leads out of it, or names nothing.
fn absolute(own: &Path, path: &[String], modules: &BTreeMap<Path, &Source>) -> Option<Path> {
    let first = path.first()?.as_str();
    let mut base = match first {
        "crate" => Path::new(),
        "super" | "self" => own.clone(),
        child => {
            let is_child = modules.contains_key(&[own.as_slice(), &[child.to_owned()]].concat());
            return is_child.then(|| [own.as_slice(), path].concat());
        }
    };
    let is_step = |it: &&String| ["super", "self", "crate"].contains(&it.as_str());
    let steps = path.iter().take_while(is_step);
    let n_steps = steps
        .inspect(|it| {
            if *it == "super" {
                base.pop();
            }
        })
        .count();
    if n_steps == path.len() {
        return None;
    }
    base.extend_from_slice(&path[n_steps..]);
    Some(base)
}

/// The paths that a source names, up to its unit tests.
fn paths(source: &str) -> Vec<Vec<String>> {
    let lines = source.lines().take_while(|line| *line != "#[cfg(test)]");
    let code: String = lines
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n");
    let mut found = Vec::new();
    for statement in code.split("use ").skip(1) {
        // Sentences have the word as well; what is no path is in no crate.
        let tree = statement.split(';').next().unwrap_or_default();
        unfold(&mut Vec::new(), tree, &mut found);
    }
    for (at, _) in code.match_indices("::") {
        let is_start = |c: char| !c.is_alphanumeric() && c != '_';
        let first = code[..at].rsplit(is_start).next().unwrap_or_default();
        if ["crate", "super", "self"].contains(&first) {
            let end =
                code[at..].find(|c: char| is_start(c) && c != ':').map_or(code.len(), |n| at + n);
            let whole = [first, &code[at..end]].concat();
            found.push(whole.split("::").filter(|it| !it.is_empty()).map(str::to_owned).collect());
        }
    }
    found
}

/// The paths of a tree such as `super::{a, b::{c, d}}`.
fn unfold(before: &mut Vec<String>, tree: &str, found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    let (path, group) = tree.split_once('{').map_or((tree, None), |(path, rest)| {
        (path, Some(rest.rsplit_once('}').map_or(rest, |(group, _)| group)))
    });
    let own = path.split(" as ").next().unwrap_or_default();
    let n = before.len();
    before.extend(own.split("::").map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned));
    match group {
        None => found.push(before.clone()),
        Some(group) => members(group).into_iter().for_each(|it| unfold(before, it, found)),
    }
    before.truncate(n);
}

/// What commas part, outside of braces.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&group[start..]);
    found.into_iter().filter(|it| !it.trim().is_empty()).collect()
}

/// The strongly connected parts of a graph: two are together if each leads to the other.
fn circles(needs: &[BTreeSet<usize>]) -> Vec<Vec<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..needs.len())
        .map(|from| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
            while let Some(at) = next.pop() {
                next.extend(needs[at].iter().filter(|it| seen.insert(**it)));
            }
            seen
        })
        .collect();
    let mut left: BTreeSet<usize> = (0..needs.len()).collect();
    let mut found = Vec::new();
    while let Some(one) = left.pop_first() {
        let mutual =
            left.iter().filter(|it| reached[one].contains(it) && reached[**it].contains(&one));
        let circle: Vec<usize> = std::iter::once(one).chain(mutual.copied()).collect();
        left.retain(|it| !circle.contains(it));
        found.push(circle);
    }
    found
}

#[test]
fn files_that_name_each_other_are_a_knot() {
    let file = |name: &str, text: &str| Source {
        name: format!("crates/x/src/{name}.rs"),
        text: text.to_owned(),
    };
    let files = [
        file("lib", "mod a;\nmod b;\nmod c;\npub use a::A;"),
        file("a", "mod child;\nuse crate::{b::{self, B}, c};"),
        file("a/child", "fn f() { super::super::c::g() }"),
        file("b", "// use crate::c;\nuse std::fmt;\nfn f() -> crate::a::A { super::a::A }"),
        file("c", "#[cfg(test)]\nmod tests { use crate::a; }"),
    ];
    let names =
        |knot: &[&str]| knot.iter().map(|it| format!("crates/x/src/{it}.rs")).collect::<Vec<_>>();
    assert_eq!(knots(&files), [names(&["a", "b"])]);
}
