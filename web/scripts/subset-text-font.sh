#!/usr/bin/env bash
# Makes the font of the interface (Be Vietnam Pro, SIL OFL 1.1) smaller: without the hints for coarse screens, which are
# half of it. Needs: npm, python3 with `pip install fonttools brotli`. Run again only for another version of the font.
set -euo pipefail
cd "$(dirname "$0")/.."
# What neither English nor Vietnamese writes is a file of its own; its `unicode-range` is in `styles/fonts.css`.
western='U+A1-A8,U+AA,U+AC,U+AE-AF,U+B1-B6,U+B8-BA,U+BC-BF,U+C4-C7,U+CB,U+CE-D1,U+D6,U+D8,U+DB-DC,U+DE-DF,U+E4-E7,U+EB,U+EE-F1,U+F6-F8,U+FB-FC,U+FE-FF,U+131,U+152-153'
plain='U+0-A0,U+A9,U+AB,U+AD,U+B7,U+BB,U+C0-C3,U+C8-CA,U+CC-CD,U+D2-D5,U+D7,U+D9-DA,U+DD,U+E0-E3,U+E8-EA,U+EC-ED,U+F2-F5,U+F9-FA,U+FD,U+100-130,U+132-151,U+154-FFFF'
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

(cd "$dir" && npm pack --silent @fontsource/be-vietnam-pro@5.3.0 >/dev/null && tar xzf ./*.tgz)

# cut PART CHARACTERS NAME
cut() {
  for weight in 400 600; do
    pyftsubset "$dir/package/files/be-vietnam-pro-$1-$weight-normal.woff2" --unicodes="$2" --flavor=woff2 \
      --layout-features=kern,mark,mkmk,ccmp,locl --no-hinting --desubroutinize \
      --output-file="src/assets/fonts/text-$3-$weight.woff2"
    ls -l "src/assets/fonts/text-$3-$weight.woff2"
  done
}

cut latin "$plain" latin
cut latin "$western" western
cut latin-ext '*' latin-ext
cut vietnamese '*' vietnamese
cp "$dir/package/LICENSE" src/assets/fonts/text-OFL.txt
