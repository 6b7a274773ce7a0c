#!/usr/bin/env bash
# Cuts the fonts of the pieces (Yuji Syuku, Zen Kaku Gothic New; SIL OFL 1.1) down to the characters that stand on
# pieces and in the logo. Needs: npm, python3 with `pip install fonttools brotli`. Run again only when a new character
# is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
text='王玉将飛車角行金銀桂馬香歩兵と龍竜成駒台'
# Of one-character sets and of animals, and what games say of sides.
some='全圭杏鶏雛先後上下手'
# Of chu, sho, Heian dai, tori and cannon shogi: files of their own, which come when they are needed. Their
# `unicode-range` is in `styles/fonts.css` and `styles/sets/bold.css`.
more='酔醉象太子猛虎横奔注人銅鉄獅麒麟竪反鳳凰盲豹仲鷲鷹牛猪鯨鯢鹿白小鵬鶉左右鶴雉燕鵰雁砲炮翔翼'
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# subset FILE TEXT NAME
subset() {
  pyftsubset "$1" --text="$2" --flavor=woff2 --layout-features='' --no-hinting --desubroutinize \
    --output-file="src/assets/fonts/$3.woff2"
  ls -l "src/assets/fonts/$3.woff2"
}

# cut PACKAGE FILE NAME LEFT RIGHT [SOME]: with SOME those are in a file of their own. LEFT and RIGHT are what 鵰 is put together of.
cut() {
  (cd "$dir" && rm -rf package && npm pack --silent "@fontsource/$1" >/dev/null && tar xzf ./*.tgz && rm ./*.tgz)
  if [ $# = 6 ]; then
    subset "$dir/package/files/$2.woff2" "$text" "$3"
    subset "$dir/package/files/$2.woff2" "$some" "$3-some"
  else
    subset "$dir/package/files/$2.woff2" "$text$some" "$3"
  fi
  python3 scripts/add-kumataka.py "$dir/package/files/$2.woff2" "$dir/whole.woff2" "$4" "$5"
  subset "$dir/whole.woff2" "$more" "$3-more"
  cp "$dir/package/LICENSE" "src/assets/fonts/$3-OFL.txt"
}

cut yuji-syuku@5.3.0 yuji-syuku-japanese-400-normal koma 彫 鳩 some
cut zen-kaku-gothic-new@5.3.0 zen-kaku-gothic-new-japanese-900-normal koma-bold 周 鵲
