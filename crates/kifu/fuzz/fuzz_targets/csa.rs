#![no_main]

use komadai_kifu::formats;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| komadai_kifu_fuzz::check(bytes, Some(formats::CSA)));
