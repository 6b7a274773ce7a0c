//! The fuzz targets of this crate, with the inputs that are kept and mutations of them.

#[expect(unreachable_pub, reason = "whoever fuzzes calls them from another crate")]
#[path = "../../fuzz/lib.rs"]
mod targets;

#[test]
fn the_fuzz_targets_hold() {
    komadai_fuzz::replay(env!("CARGO_MANIFEST_DIR"), targets::ALL);
}

#[cfg(target_os = "linux")]
#[test]
fn what_they_read_costs_no_more_than_its_length() {
    komadai_fuzz::grows(env!("CARGO_MANIFEST_DIR"), targets::ALL);
}
