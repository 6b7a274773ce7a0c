# shellcheck shell=sh disable=SC2154
# What ./start and ./test have in common: a C compiler, Rust and Node. Read by them, from the
# checkout's folder, with the name in `task`.
#
# Rust comes from rustup, or where its server is not reached from Debian's packages rustc-web and
# cargo-web; Node from Debian, or where that is too old from the npm package `node`. Nothing is
# replaced: what is installed for this checkout alone lies in target/tools.
# The oldest that will do: `rust-version` in Cargo.toml, `NODE_MIN` in crates/xtask/src/client.rs.
rust_min=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
node_min=20.19
tools=$PWD/target/tools

# cargo-web and rustc-web are called cargo and rustc; a rustup of this user is found without a login.
for folder in "${CARGO_HOME:-$HOME/.cargo}/bin" "$tools/node_modules/.bin" "$tools/bin"; do
    case :$PATH: in *":$folder:"*) ;; *) [ ! -d "$folder" ] || PATH=$folder:$PATH ;; esac
done
export PATH

# Whether version $1 is at least $2, by the first two numbers.
at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -t. -k1,1n -k2,2n | head -n 1)" = "$2" ]
}
rust_version() { cargo --version 2>/dev/null | sed 's/^cargo \([0-9.]*\).*/\1/'; }
node_version() { node --version 2>/dev/null | sed 's/^v//'; }
has() { command -v "$1" > /dev/null 2>&1; }
has_rust() { has cargo && at_least "$(rust_version)" "$rust_min"; }
has_node() { has node && has npm && at_least "$(node_version)" "$node_min"; }
has_compiler() { has cc && [ -e /usr/include/stdlib.h ]; }

# Says what is missing; succeeds if nothing is.
look() {
    missing=0
    lack() { missing=1; echo "Missing: $*"; }
    has_compiler || lack 'a C compiler'
    has git || [ "$task" = start ] || lack 'git'
    if ! has cargo; then lack "Rust $rust_min or newer"
    elif ! has_rust; then lack "Rust $rust_min or newer: cargo here is $(rust_version), which cannot read Cargo.toml"
    fi
    if ! has node; then lack "Node.js $node_min or newer"
    elif ! has_node; then lack "Node.js $node_min or newer with npm: node here is $(node_version)"
    fi
    [ $missing != 0 ] || echo 'Nothing is missing.'
    return $missing
}

# Minutes of compiling end badly without these.
check_room() {
    memory=$(sed -n 's/^\(MemAvailable\|SwapFree\): *\([0-9]*\) kB/\2/p' /proc/meminfo 2>/dev/null | awk '{ sum += $1 } END { print int(sum / 1024) }')
    disk=$(df -Pk . | awk 'NR == 2 { print int($4 / 1024) }')
    case $task in start) memory_min=1800 disk_min=3000 ;; *) memory_min=3500 disk_min=15000 ;; esac
    [ -d target/debug ] || [ -d target/start ] || [ "$disk" -ge $disk_min ] || {
        echo "Too little room: it takes $disk_min MB on this disk, and $disk MB are free." >&2; exit 1; }
    [ "${memory:-$memory_min}" -ge $memory_min ] || {
        echo "Too little memory: compiling takes $memory_min MB, and $memory MB are free. Add swap, or install a package instead (docs/operations.md)." >&2; exit 1; }
}

# Installs Debian packages, or says how.
install() {
    if ! has apt-get; then
        echo "Install these first: $*" >&2; exit 1
    elif [ "$(id -u)" = 0 ]; then
        as_root=
    elif has sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        as_root=sudo
    else
        echo 'Run this as root, then ./'"$task"' again:' >&2
        echo "  apt-get update && apt-get install --yes --no-install-recommends $*" >&2
        exit 1
    fi
    echo "Installing: $*"
    [ -n "${lists:-}" ] || { $as_root apt-get -q update; lists='read'; }
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install --yes --no-install-recommends "$@"
}

provide_rust() {
    has curl || install curl ca-certificates
    if has rustup; then rustup toolchain install --profile minimal; fi
    if ! has_rust && curl --fail --silent --max-time 20 --output target/rustup-init.sh https://sh.rustup.rs; then
        echo 'Installing Rust with rustup, in your home folder'
        ! sh target/rustup-init.sh -y --quiet --no-modify-path --profile minimal --default-toolchain none ||
            PATH=${CARGO_HOME:-$HOME/.cargo}/bin:$PATH
    fi
    if ! has_rust; then
        echo "rustup's server is not reached: taking Debian's rustc-web and cargo-web"
        install rustc-web cargo-web
    fi
    has_rust || { echo "There is no Rust $rust_min to be had here: see https://rustup.rs" >&2; exit 1; }
}

provide_node() {
    has npm || install nodejs npm
    has_node || {
        echo "Node.js here is too old: taking the npm package node, for this checkout alone"
        npm install --silent --no-audit --no-fund --no-save --prefix "$tools" node@22
        PATH=$tools/node_modules/.bin:$PATH
    }
    has_node || { echo "There is no Node.js $node_min to be had here: see https://nodejs.org/en/download" >&2; exit 1; }
}

provide() {
    check_room
    mkdir -p target
    has_compiler || install gcc libc6-dev
    has git || [ "$task" = start ] || install git
    has_rust || provide_rust
    has_node || provide_node
}
