#!/usr/bin/env bash
# Makes the font of the interface (Be Vietnam Pro, SIL OFL 1.1) smaller: without the hints for coarse screens, which are
# half of it. Needs: npm, python3 with `pip install fonttools brotli`. Run again only for another version of the font.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

(cd "$dir" && npm pack --silent @fontsource/be-vietnam-pro@5.3.0 >/dev/null && tar xzf ./*.tgz)
for part in latin latin-ext vietnamese; do
  for weight in 400 600; do
    pyftsubset "$dir/package/files/be-vietnam-pro-$part-$weight-normal.woff2" --unicodes='*' --flavor=woff2 \
      --layout-features=kern,mark,mkmk,ccmp,locl --no-hinting --desubroutinize \
      --output-file="src/assets/fonts/text-$part-$weight.woff2"
    ls -l "src/assets/fonts/text-$part-$weight.woff2"
  done
done
cp "$dir/package/LICENSE" src/assets/fonts/text-OFL.txt
