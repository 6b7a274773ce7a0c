#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| komadai_protocol_fuzz::body(bytes));
