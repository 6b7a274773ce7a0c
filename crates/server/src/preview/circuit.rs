//! What a link to a circuit shows.

use komadai_ids::Code;
use komadai_language::Language;

use super::{Preview, events::joined};

/// What is shown of a circuit.
#[derive(Clone, Debug)]
pub(crate) struct CircuitFace<'a> {
    pub(crate) code: Code,
    pub(crate) name: &'a str,
    pub(crate) about: &'a str,
    /// The names of the first three.
    pub(crate) first: Vec<String>,
    pub(crate) n_events: usize,
}

impl Preview {
    /// The preview of a circuit: who leads, or what it says of itself.
    pub(crate) fn of_circuit(face: &CircuitFace<'_>, base: &str, language: Language) -> Self {
        let words = language.words();
        let numbered =
            face.first.iter().enumerate().map(|(at, name)| format!("{}. {name}", at + 1));
        let leads: Vec<_> = numbered.collect();
        let events = words.preview_circuit(face.n_events as u64);
        let about = face.about.split('\n').next().unwrap_or_default().trim().to_owned();
        let told = [events, leads.join(", "), about];
        let told = told.into_iter().filter(|it| !it.is_empty()).take(2).map(Some).collect();
        let url = format!("{base}/circuits/{}", face.code);
        Self::of_page(face.name.to_owned(), joined(told), url, base, language)
    }
}
