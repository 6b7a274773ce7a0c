//! Reads `words/`: which languages there are, what they are like, and what the server says in them.

use std::{
    collections::BTreeMap,
    env,
    fmt::{self, Write as _},
    fs,
    path::Path,
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Map, Value};

// The same reader as at run time, so that what cannot be read does not come into a binary.
#[path = "src/message.rs"]
mod message;

/// What every other language is translated from and falls back to.
const SOURCE: &str = "en";
/// What the server says.
const SAID: [&str; 2] = ["mail.json", "server.json"];
/// Languages that code names.
const NAMED: [(&str, &str); 3] = [("en", "ENGLISH"), ("ja", "JAPANESE"), ("vi", "VIETNAMESE")];

fn main() {
    let words =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../words");
    println!("cargo:rerun-if-changed={}", words.display());
    let made = made(&words);
    let out = Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("words.rs");
    fs::write(&out, made).expect("the folder for what is made can be written");
}

fn made(words: &Path) -> String {
    let tags = folders(words);
    let english = messages(&words.join(SOURCE));
    let server: BTreeMap<String, Source> =
        SAID.iter().flat_map(|file| sources(&words.join(SOURCE).join(file))).collect();
    let keys: Vec<&String> = server.keys().collect();
    let mut code = String::from("pub(crate) static ABOUT: &[About] = &[\n");
    for tag in &tags {
        let own = messages(&words.join(tag));
        let about = object(&words.join(tag).join("language.json"));
        let text = |field: &str| about.get(field).and_then(Value::as_str).unwrap_or_default();
        let n = english.keys().filter(|key| own.contains_key(*key)).count();
        let percent = 100 * n / english.len().max(1);
        let said: Vec<Option<&str>> =
            keys.iter().map(|key| own.get(*key).map(String::as_str)).collect();
        for (key, text) in keys.iter().zip(&said) {
            if let Some(Err(bad)) = text.map(message::parse) {
                panic!("words/{tag}: {key}: {} (byte {})", bad.what, bad.at);
            }
        }
        let (name, notation, locale) = (text("name"), text("notation"), text("locale"));
        let down = text("certificate") == "down";
        writeln!(
            code,
            "About {{ tag: {tag:?}, name: {name:?}, notation: {notation:?}, locale: {locale:?}, \
             down: {down}, percent: {percent}, says: &{said:?} }},"
        )
        .expect("text takes text");
    }
    code += "];\n\nimpl Language {\n";
    for (tag, name) in NAMED {
        let at = tags.iter().position(|it| it == tag).expect("it has its folder");
        writeln!(code, "/// `{tag}`.\npub const {name}: Self = Self({at});")
            .expect("text takes text");
    }
    code += "}\n\nimpl Words {\n";
    for (i, key) in keys.iter().enumerate() {
        code += &function(i, key, &server[*key]);
    }
    code + "}\n"
}

/// A message of English.
#[derive(Deserialize)]
struct Source {
    description: String,
    #[serde(default, deserialize_with = "in_order")]
    arguments: Vec<(String, String)>,
}

/// The members of an object in their order, which is that of a function's arguments.
fn in_order<'de, D: Deserializer<'de>>(object: D) -> Result<Vec<(String, String)>, D::Error> {
    struct Members;
    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("arguments and what they are")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(members)
        }
    }
    object.deserialize_map(Members)
}

/// A message as a function of its arguments.
fn function(i: usize, key: &str, Source { description: about, arguments }: &Source) -> String {
    let name: String = key
        .trim_start_matches("server.")
        .chars()
        .flat_map(|sign| match sign {
            '.' => vec!['_'],
            sign if sign.is_ascii_uppercase() => vec!['_', sign.to_ascii_lowercase()],
            sign => vec![sign],
        })
        .collect();
    let mut taken = String::new();
    let mut given = String::new();
    for (name, kind) in arguments {
        let (kind, value) = match kind.as_str() {
            "text" => ("&str", "Text"),
            "text?" => ("Option<&str>", "Maybe"),
            "number" => ("u64", "Number"),
            "boolean" => ("bool", "Truth"),
            other => panic!("{key}: {name} is {other}"),
        };
        write!(taken, ", r#{name}: {kind}").expect("text takes text");
        write!(given, "({name:?}, Value::{value}(r#{name})), ").expect("text takes text");
    }
    format!("/// {about}\npub fn {name}(self{taken}) -> String {{ self.say({i}, &[{given}]) }}\n")
}

fn sources(file: &Path) -> BTreeMap<String, Source> {
    let text = fs::read_to_string(file).expect("it is there");
    serde_json::from_str(&text).expect("it is sound")
}

fn folders(words: &Path) -> Vec<String> {
    let entries = fs::read_dir(words).expect("words/ is there");
    let mut tags: Vec<String> = entries
        .filter_map(|entry| entry.ok().filter(|it| it.path().is_dir()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    tags.sort();
    tags
}

/// All messages of a language by their keys.
fn messages(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).expect("a language is a folder");
    let paths = files.filter_map(|entry| Some(entry.ok()?.path()));
    let wanted = paths.filter(|path| {
        path.extension().is_some_and(|end| end == "json") && !path.ends_with("language.json")
    });
    let mut all = BTreeMap::new();
    for path in wanted {
        for (key, message) in object(&path) {
            if let Some(text) =
                message.get("defaultMessage").and_then(Value::as_str).filter(|it| !it.is_empty())
            {
                all.insert(key, text.to_owned());
            }
        }
    }
    all
}

fn object(path: &Path) -> Map<String, Value> {
    let text =
        fs::read_to_string(path).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|cause| panic!("{}: {cause}", path.display()))
}
