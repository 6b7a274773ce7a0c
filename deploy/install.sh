#!/bin/sh
# Installs Komadai from a release's archive on a machine with systemd, and upgrades it:
#
#   sudo KOMADAI_FROM=https://HOST/PATH KOMADAI_VERSION=0.2.0 sh install.sh
#
# KOMADAI_FROM is where the archives are (https://, file:// or a folder); the one for this machine is
# fetched with its checksum, compared and unpacked. Where there is a .deb for your system, use that.
# With DESTDIR=FOLDER all of it goes into that folder, and nothing is started.
set -eu

from=${KOMADAI_FROM:?set KOMADAI_FROM to the address or folder of the archives}
version=${KOMADAI_VERSION:?set KOMADAI_VERSION to the version to install}
root=${DESTDIR:-}

fail() { echo "install.sh: $*" >&2; exit 1; }

[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail 'this needs root: use sudo'
case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Linux-amd64) machine=x86_64 ;;
    Linux-aarch64 | Linux-arm64) machine=aarch64 ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m): build it with cargo xtask release" ;;
esac
name=komadai-$version-linux-$machine

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch() {
    case $from in
        *://*) curl --fail --silent --show-error --location --output "$work/$1" "$from/$1" ;;
        *) cp "$from/$1" "$work/$1" ;;
    esac || fail "$from/$1 cannot be fetched"
}
echo "Fetching $from/$name.tar.gz"
fetch "$name.tar.gz.sha256"
fetch "$name.tar.gz"
(cd "$work" && sha256sum --check --quiet "$name.tar.gz.sha256") || fail 'the checksum is wrong: nothing was installed'
tar --extract --gzip --file "$work/$name.tar.gz" --directory "$work"
new=$work/$name
"$new/komadai" --version || fail 'the program does not run here: glibc may be older than Debian 12 has'

install -d "$root/usr/local/bin" "$root/etc/komadai" "$root/etc/systemd/system"
install -m 755 "$new/komadai" "$root/usr/local/bin/komadai.new"
mv "$root/usr/local/bin/komadai.new" "$root/usr/local/bin/komadai"
rm -rf "$root/usr/local/share/doc/komadai"
install -d "$root/usr/local/share/doc/komadai"
cp -R "$new/." "$root/usr/local/share/doc/komadai/"
rm "$root/usr/local/share/doc/komadai/komadai"
install -m 644 "$new/deploy/komadai.service" "$root/etc/systemd/system/"
# Yours once it is there.
[ -e "$root/etc/komadai/komadai.toml" ] ||
    install -m 644 "$new/deploy/debian/komadai.toml" "$root/etc/komadai/komadai.toml"

if [ -n "$root" ]; then
    echo "Komadai $version is in $root."
elif [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable komadai
    systemctl restart komadai
    echo "Komadai $version runs on http://localhost:8080; its settings are in /etc/komadai/komadai.toml."
    echo 'Become its admin: http://localhost:8080/first-admin on this machine, or the link in the log'
else
    echo 'There is no systemd here. Start it with: komadai --config /etc/komadai/komadai.toml serve'
fi
