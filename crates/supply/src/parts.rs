//! What is shipped: the crates that the binary is linked from, and the packages that the web
//! client is bundled from.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

/// What the binary's package is called.
const BINARY: &str = "komadai-server";

/// One of the things that are shipped and not ours.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) licence: String,
    /// `cargo` or `npm`, as package URLs name them.
    pub(crate) kind: &'static str,
    /// Where its files are, when they are known to be there.
    pub(crate) folder: Option<PathBuf>,
}

impl Part {
    /// As CycloneDX has it.
    pub(crate) fn component(&self) -> Value {
        let Self { name, version, licence, kind, .. } = self;
        let name_there = name.replace('@', "%40");
        json!({
            "type": "library",
            "name": name,
            "version": version,
            "purl": format!("pkg:{kind}/{name_there}@{version}"),
            "licenses": [{ "expression": licence.replace('/', " OR ") }],
        })
    }
}

/// All of them, in order.
pub(crate) fn shipped(root: &Path) -> Result<Vec<Part>, String> {
    let mut parts = crates(root)?;
    parts.extend(packages(root)?);
    parts.sort();
    Ok(parts)
}

fn crates(root: &Path) -> Result<Vec<Part>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // For one platform, so that the list is the same wherever it is made; arm64 has the same.
    let args = ["metadata", "--format-version=1", "--locked"];
    let output = Command::new(cargo)
        .args(args)
        .arg("--filter-platform=x86_64-unknown-linux-gnu")
        .current_dir(root)
        .output()
        .map_err(|cause| format!("cargo cannot be run: {cause}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|cause| cause.to_string())?;
    let odd = || "cargo metadata does not look as it did".to_owned();
    let list = |value: &Value| value.as_array().cloned().ok_or_else(odd);

    let packages = list(&metadata["packages"])?;
    let by_id: HashMap<&str, &Value> =
        packages.iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let nodes = list(&metadata["resolve"]["nodes"])?;
    let needs: HashMap<&str, &Value> =
        nodes.iter().filter_map(|node| Some((node["id"].as_str()?, &node["deps"]))).collect();

    let start = packages.iter().find(|package| package["name"] == BINARY).ok_or_else(odd)?;
    let mut open: Vec<&str> = start["id"].as_str().into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        for need in needs.get(id).and_then(|needs| needs.as_array()).into_iter().flatten() {
            let kinds = need["dep_kinds"].as_array().into_iter().flatten();
            // What only builds or tests is not shipped.
            if kinds.map(|kind| &kind["kind"]).any(Value::is_null) {
                open.extend(need["pkg"].as_str());
            }
        }
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let theirs = seen.into_iter().filter_map(|id| by_id.get(id));
    let theirs = theirs.filter(|package| !package["source"].is_null());
    Ok(theirs
        .map(|package| Part {
            name: text(&package["name"]),
            version: text(&package["version"]),
            licence: text(&package["license"]),
            kind: "cargo",
            folder: Path::new(&text(&package["manifest_path"])).parent().map(Path::to_owned),
        })
        .collect())
}

fn packages(root: &Path) -> Result<Vec<Part>, String> {
    let path = root.join("web/package-lock.json");
    let text = std::fs::read_to_string(&path)
        .map_err(|cause| format!("cannot read {}: {cause}", path.display()))?;
    let lock: Value = serde_json::from_str(&text).map_err(|cause| cause.to_string())?;
    let all = lock["packages"].as_object().ok_or("package-lock.json names no packages")?;
    let mut wanted = BTreeMap::new();
    for (place, package) in all {
        let Some((_, name)) = place.rsplit_once("node_modules/") else { continue };
        if package["dev"] == true {
            continue;
        }
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let folder = Some(root.join("web").join(place)).filter(|folder| folder.is_dir());
        let part = Part {
            name: name.to_owned(),
            version: text("version"),
            licence: text("license"),
            kind: "npm",
            folder,
        };
        wanted.insert(place.clone(), part);
    }
    Ok(wanted.into_values().collect())
}
