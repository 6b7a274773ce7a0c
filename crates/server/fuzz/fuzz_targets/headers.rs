#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| komadai_server_fuzz::headers(bytes));
