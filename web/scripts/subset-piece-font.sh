#!/usr/bin/env bash
# Cuts the fonts of the pieces (Yuji Syuku, Zen Kaku Gothic New; SIL OFL 1.1) down to the characters that stand on
# pieces and in the logo. Needs: npm, python3 with `pip install fonttools brotli`. Run again only when a new character
# is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
text='王玉将飛車角行金銀桂馬香歩兵と龍竜王成全圭杏酔醉象太子猛虎横奔注人銅鉄獅麒麟鶏雛駒台先後上下手'
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# cut PACKAGE FILE NAME
cut() {
  (cd "$dir" && rm -rf package && npm pack --silent "@fontsource/$1" >/dev/null && tar xzf ./*.tgz && rm ./*.tgz)
  pyftsubset "$dir/package/files/$2.woff2" \
    --text="$text" --flavor=woff2 --layout-features='' --no-hinting --desubroutinize \
    --output-file="src/assets/fonts/$3.woff2"
  cp "$dir/package/LICENSE" "src/assets/fonts/$3-OFL.txt"
  ls -l "src/assets/fonts/$3.woff2"
}

cut yuji-syuku@5.3.0 yuji-syuku-japanese-400-normal koma
cut zen-kaku-gothic-new@5.3.0 zen-kaku-gothic-new-japanese-900-normal koma-bold
