#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| komadai_service_fuzz::push(bytes));
