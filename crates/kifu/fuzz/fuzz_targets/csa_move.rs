#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| komadai_kifu_fuzz::csa_move(bytes));
