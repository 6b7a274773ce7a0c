//! Types whose name is a participle alone, such as `Told`.

/// Words that only look like it, and the name of a time control.
const NOUNS: [&str; 7] = ["Bed", "Deed", "Feed", "Need", "Seed", "Speed", "Untimed"];

/// Participles that do not end in -ed.
const IRREGULAR: [&str; 48] = [
    "Become",
    "Begun",
    "Bought",
    "Broken",
    "Brought",
    "Built",
    "Chosen",
    "Come",
    "Done",
    "Drawn",
    "Fed",
    "Forgotten",
    "Found",
    "Given",
    "Gone",
    "Grown",
    "Heard",
    "Held",
    "Hidden",
    "Kept",
    "Known",
    "Laid",
    "Led",
    "Left",
    "Lent",
    "Lost",
    "Made",
    "Met",
    "Paid",
    "Put",
    "Read",
    "Said",
    "Seen",
    "Sent",
    "Shown",
    "Sold",
    "Spent",
    "Spoken",
    "Stood",
    "Taken",
    "Thought",
    "Thrown",
    "Told",
    "Torn",
    "Understood",
    "Won",
    "Worn",
    "Written",
];

/// The lines of a file on which such a type is defined, and its name.
pub(super) fn participles(source: &str) -> Vec<(usize, &str)> {
    let types = source.lines().zip(1..).filter_map(|(line, number)| Some((number, defined(line)?)));
    types.filter(|(_, name)| is_participle(name)).collect()
}

/// The type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1,
        Some(rest) => rest,
        None => line,
    };
    let (keyword, rest) = line.trim_start().split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    ["struct", "enum", "type", "trait"].contains(&keyword).then_some(name)
}

fn is_participle(name: &str) -> bool {
    let is_one_word = name.chars().skip(1).all(char::is_lowercase);
    is_one_word && (IRREGULAR.contains(&name) || name.ends_with("ed") && !NOUNS.contains(&name))
}

#[test]
fn a_participle_is_known_by_its_form() {
    let source = [
        "pub(crate) struct Told {",
        "enum Known<'a> {",
        "    type Stored = i64;",
        "struct Asked(u8);",
        "pub type Speed = u8;",
        "struct WrittenMove;",
        "// struct Kept",
    ];
    let source = source.join("\n");
    assert_eq!(participles(&source), [(1, "Told"), (2, "Known"), (3, "Stored"), (4, "Asked")]);
}
