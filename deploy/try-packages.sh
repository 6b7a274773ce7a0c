#!/usr/bin/env bash
# Makes the archive and the Debian package of a program that is built, and tries them as a stranger
# would: unpacks, installs, upgrades, starts, opens the first page.
#
#   deploy/try-packages.sh PROGRAM
#
# It changes nothing outside a temporary folder and target/packages.
set -euo pipefail
program=$(realpath "$1")
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
work=$(mktemp -d)
server=''
# A development build is packed in a minute without its names of functions, as releases are.
if command -v strip > /dev/null; then
    strip -o "$work/komadai" "$program"
    program=$work/komadai
fi
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
passed=0 skipped=0
sum_up() { echo "test result: $1. $passed passed; $2 failed; $skipped ignored; "; }
ok() { passed=$((passed + 1)); echo "ok: $1"; }
skip() { skipped=$((skipped + 1)); echo "skipped: $1"; }
fail() { echo "FAILED: $1"; sum_up FAILED 1; exit 1; }

port=18097
# Starts a program on a new data folder, and opens its first page.
first_page() {
    rm -rf "$work/data"
    env -u KOMADAI_CONFIG "$1" serve --listen "127.0.0.1:$port" --data-dir "$work/data" > "$work/log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        curl --silent --fail "http://127.0.0.1:$port/health/ready" > /dev/null && break
        kill -0 "$server" 2>/dev/null || { cat "$work/log"; return 1; }
        sleep 0.1
    done
    curl --silent --fail "http://127.0.0.1:$port/" > "$work/page" || { cat "$work/log"; return 1; }
    kill "$server"
    wait "$server"
    server=''
    grep -q '<title>' "$work/page"
}

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
machine=$(uname -m)
name=komadai-$version-linux-$machine
cargo xtask release --with "$program"
packages=${CARGO_TARGET_DIR:-target}/packages
packages=$(realpath "$packages")

(cd "$packages" && sha256sum --check --quiet "$name.tar.gz.sha256") || fail 'the checksum of the archive'
ok 'the archive has its checksum'
tar --extract --file "$packages/$name.tar.gz" --directory "$work"
first_page "$work/$name/komadai" || fail 'the first page of the unpacked archive'
ok 'the unpacked archive shows its first page'
for file in docs/operations.md docs/cluster.md docs/programs.md config/default.toml deploy/grafana/komadai.json komadai.cdx.json THIRD-PARTY-LICENCES.txt; do
    [ -e "$work/$name/$file" ] || fail "the archive has no $file"
done
ok 'the archive has manual, licences and bill of materials'

install="env KOMADAI_VERSION=$version DESTDIR=$work/root sh $work/$name/deploy/install.sh"
KOMADAI_FROM=file://$packages $install || fail 'install.sh'
first_page "$work/root/usr/local/bin/komadai" || fail 'the first page after install.sh'
grep -q '^ExecStart=/usr/local/bin/komadai serve' "$work/root/etc/systemd/system/komadai.service" || fail 'the unit after install.sh'
"$work/root/usr/local/bin/komadai" --config "$work/root/etc/komadai/komadai.toml" config check > /dev/null || fail 'the settings of install.sh'
ok 'install.sh installs what starts'
echo '# mine' >> "$work/root/etc/komadai/komadai.toml"
KOMADAI_FROM=$packages $install > /dev/null || fail 'install.sh over itself'
grep -q '# mine' "$work/root/etc/komadai/komadai.toml" || fail 'install.sh has overwritten the settings'
ok 'install.sh upgrades and keeps the settings'
mkdir "$work/bad"
cp "$packages/$name.tar.gz" "$packages/$name.tar.gz.sha256" "$work/bad/"
printf x >> "$work/bad/$name.tar.gz"
if KOMADAI_FROM=$work/bad DESTDIR=$work/none KOMADAI_VERSION=$version sh deploy/install.sh > /dev/null 2>&1; then
    fail 'install.sh takes an archive with a wrong checksum'
fi
[ ! -e "$work/none" ] || fail 'install.sh has installed something all the same'
ok 'install.sh refuses an archive with a wrong checksum'

if ! command -v dpkg-deb > /dev/null; then
    skip 'the Debian package: there is no dpkg-deb here'
else
    cargo xtask deb --with "$program"
    architecture=$(dpkg --print-architecture)
    deb=$packages/komadai_${version}_$architecture.deb
    dpkg-deb --extract "$deb" "$work/deb"
    dpkg-deb --control "$deb" "$work/control"
    first_page "$work/deb/usr/lib/komadai/komadai" || fail 'the first page of the package'
    ok 'the package shows its first page'
    for file in usr/bin/komadai etc/komadai/komadai.toml lib/systemd/system/komadai.service usr/lib/sysusers.d/komadai.conf usr/share/man/man1/komadai.1.gz usr/share/doc/komadai/copyright usr/share/doc/komadai/docs/operations.md; do
        [ -e "$work/deb/$file" ] || fail "the package has no $file"
    done
    (cd "$work/deb" && md5sum --check --quiet "$work/control/md5sums") || fail 'the sums of the package'
    grep -q '^Recommends: fairy-stockfish$' "$work/control/control" || fail 'what the package recommends'
    "$work/deb/usr/lib/komadai/komadai" --config "$work/deb/etc/komadai/komadai.toml" config check > /dev/null || fail 'the settings of the package'
    ok 'the package has all of its files, and settings that are sound'
    page=$(zcat "$work/deb/usr/share/man/man1/komadai.1.gz")
    for words in '.SS komadai admin create' '.SS komadai backup' 'KOMADAI_CONFIG'; do
        grep -qF -- "$words" <<< "$page" || fail "the man page has no $words"
    done
    if command -v man > /dev/null; then
        said=$(zcat "$work/deb/usr/share/man/man1/komadai.1.gz" | LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -l - 2>&1 > /dev/null || true)
        [ -z "$said" ] || fail "the man page: $said"
    fi
    ok 'the man page says what --help says'
    if command -v lintian > /dev/null; then
        said=$(lintian --allow-root --fail-on error "$deb" 2>&1) || fail "lintian: $said"
        ok 'lintian finds no error'
    else
        skip 'lintian is not installed'
    fi
fi
sum_up ok 0
