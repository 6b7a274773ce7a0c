#![no_main]

use komadai_kifu::notations::{self, read_typed};
use komadai_rules::Variant;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for variant in Variant::all() {
        let position = variant.start();
        if let Ok(mv) = read_typed(position, text, None, notations::JAPANESE) {
            assert!(position.judge(mv).is_ok());
        }
    }
});
