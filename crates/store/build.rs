//! Builds again when a migration is added: the macro that embeds them only sees those it knows.

fn main() {
    println!("cargo::rerun-if-changed=../../migrations");
    println!("cargo::rerun-if-changed=../../migrations/journal");
}
