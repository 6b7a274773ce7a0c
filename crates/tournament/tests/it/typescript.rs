//! What the organiser's form must know of this crate is written from it.

use std::{fs, path::Path};

use komadai_tournament::{Scoring, Setup, formats, tiebreaks};

/// Each format with the least settings it takes.
const SETUPS: &[&str] = &[
    r#"{"t":"round_robin"}"#,
    r#"{"t":"swiss","rounds":5}"#,
    r#"{"t":"mcmahon","rounds":5,"bars":{"by":"rating","floors":[]}}"#,
    r#"{"t":"single_elimination"}"#,
    r#"{"t":"double_elimination"}"#,
    r#"{"t":"groups"}"#,
    r#"{"t":"league","classes":[]}"#,
    r#"{"t":"title_match","best_of":1,"holder":"a"}"#,
    r#"{"t":"team","boards":3,"inner":{"t":"swiss","rounds":5}}"#,
    r#"{"t":"arena","start_ms":0,"duration_ms":1}"#,
];

fn quoted(names: impl Iterator<Item = &'static str>) -> String {
    names.map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}

fn written() -> String {
    let mut text = "// Written by `UPDATE=1 cargo test -p komadai-tournament` from crates/tournament. Do not edit.\n"
        .to_owned();
    text += "\n/** What can rank. */\nexport const TIEBREAKS = [";
    text += &quoted(tiebreaks::ALL.iter().map(|tie| tie.name()));
    text += "] as const;\n\n/** What ranks in a format when the organiser chooses nothing; \
             nothing where matches decide. */\n";
    text += "export const CRITERIA: Record<string, readonly TieBreak[]> = {\n";
    for known in formats::ALL {
        let setups = SETUPS.iter().map(|json| serde_json::from_str::<Setup>(json).expect(json));
        let setup = setups.into_iter().find(|setup| setup.name == known.name);
        let format = formats::read(&setup.expect(known.name)).expect(known.name);
        text += &format!("  {}: [{}],\n", known.name, quoted(format.criteria().iter().copied()));
    }
    text += "};\n\nexport type TieBreak = (typeof TIEBREAKS)[number];\n";
    text += "\n/** What results are worth when the organiser chooses nothing. */\n";
    text += "export const SCORING = {\n";
    let scoring = serde_json::to_value(Scoring::default()).expect("numbers");
    for name in ["win", "draw", "loss", "bye", "absence", "missed", "no_show"] {
        text += &format!("  {name}: {},\n", scoring[name]);
    }
    assert_eq!(scoring.as_object().map(serde_json::Map::len), Some(7), "all of them are written");
    text + "};\n"
}

#[test]
fn the_forms_tables_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire/ranking.ts");
    let wanted = written();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &wanted).expect("web/src/wire can be written");
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == wanted,
        "web/src/wire/ranking.ts is out of date: run `UPDATE=1 cargo test -p komadai-tournament`"
    );
}
