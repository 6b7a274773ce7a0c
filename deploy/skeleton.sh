#!/bin/sh
# Copies the manifests of a checkout and empty source files for everything they name, so that the
# dependencies can be compiled before, and separately from, the code that changes every day.
#
#   deploy/skeleton.sh CHECKOUT TARGET
set -eu
from=$1 to=$2
cd "$from"
mkdir -p "$to"
cp Cargo.toml Cargo.lock rust-toolchain.toml "$to/"
[ -d .cargo ] && cp -r .cargo "$to/"
for manifest in crates/*/Cargo.toml; do
    crate=$(dirname "$manifest")
    mkdir -p "$to/$crate"
    cp "$manifest" "$to/$manifest"
    for source in src/lib.rs src/main.rs build.rs; do
        [ -f "$crate/$source" ] || continue
        mkdir -p "$(dirname "$to/$crate/$source")"
        case $source in
            src/lib.rs) : > "$to/$crate/$source" ;;
            *) echo 'fn main() {}' > "$to/$crate/$source" ;;
        esac
    done
    for source in "$crate"/benches/*.rs "$crate"/examples/*.rs; do
        [ -f "$source" ] || continue
        mkdir -p "$to/$(dirname "$source")"
        echo 'fn main() {}' > "$to/$source"
    done
done
