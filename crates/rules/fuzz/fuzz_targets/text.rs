//! Any text is read or refused: SFEN, USI, squares. What was read is written as it was.

#![no_main]

use komadai_rules::{Move, Position, Square, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, rest)) = data.split_first() else { return };
    let variants = Variant::all();
    let variant = variants[usize::from(first) % variants.len()];
    let text = String::from_utf8_lossy(rest);
    if let Ok(position) = Position::from_sfen(variant, &text) {
        let written = position.sfen();
        assert_eq!(Position::from_sfen(variant, &written), Ok(position), "{written}");
    }
    if let Ok(mv) = Move::from_usi(variant, &text) {
        assert_eq!(mv.usi(variant).to_string(), text);
    }
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string(), text);
    }
});
