#!/usr/bin/env bash
# Cuts the fonts that the browsers of the tests have beside those of the pages (`e2e/fonts`) out of Noto Sans JP (SIL OFL
# 1.1) and DejaVu (its own licence, similar to MIT): the Japanese that everybody learns to read (JIS X 0208 without its
# second level) and that the words are written with, Latin with Vietnamese, and symbols.
# Needs: npm, python3 with `pip install fonttools brotli`. Run again when `e2e/fonts.e2e.ts` says that a character is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# package NAME@VERSION FOLDER
package() {
  (cd "$dir" && npm pack --silent "$1" >/dev/null && mkdir "$2" && tar xzf ./*.tgz -C "$2" --strip-components 1 && rm ./*.tgz)
}

# subset FILE CHARACTERS NAME
subset() {
  pyftsubset "$1" "$2" --no-hinting --notdef-outline --layout-features='' --name-IDs='*' --output-file="e2e/fonts/$3.ttf"
  ls -l "e2e/fonts/$3.ttf"
}

package @fontsource/noto-sans-jp@5.3.0 noto
package dejavu-fonts-ttf@2.37.3 dejavu

python3 - > "$dir/japanese.txt" <<'PYTHON'
from pathlib import Path
rows = [*range(0xA1, 0xA9), *range(0xB0, 0xD0)]
codes = (bytes([row, cell]) for row in rows for cell in range(0xA1, 0xFF))
print(''.join(code.decode('euc_jp', errors='ignore') for code in codes))
print(*(it.read_text() for it in sorted(Path('../words/ja').iterdir())))
PYTHON
# What stands on pieces, and what records write in old characters.
printf '炮雉麒鯢鶉鵰凰將變區戰學會體' >> "$dir/japanese.txt"
# 鵰 and ～ are in files of their own; the family is named after the thinnest weight of those that it was drawn from.
python3 - "$dir" <<'PYTHON'
import sys
from fontTools.merge import Merger
files = [f'{sys.argv[1]}/noto/files/noto-sans-jp-{part}-400-normal.woff2' for part in ('japanese', '6', '115')]
font = Merger().merge(files)
for name in font['name'].names:
    name.string = name.toUnicode().replace(' Thin', '')
font.flavor = None
font.save(f'{sys.argv[1]}/japanese.ttf')
PYTHON
subset "$dir/japanese.ttf" --text-file="$dir/japanese.txt" NotoSansJP

# Latin, Vietnamese, punctuation, currency, letterlike, numbers, arrows, mathematics, shapes and symbols.
latin='--unicodes=U+0020-024F,U+02B0-036F,U+1E00-1EFF,U+2000-206F,U+20A0-20BF,U+2100-22FF,U+2500-27BF'
for name in DejaVuSans DejaVuSans-Bold DejaVuSansMono; do
  subset "$dir/dejavu/ttf/$name.ttf" "$latin" "$name"
done
cp "$dir/noto/LICENSE" e2e/fonts/NotoSansJP-OFL.txt
cp "$dir/dejavu/LICENSE" e2e/fonts/DejaVu-LICENSE.txt
# Fontconfig would believe what it wrote down of the files before.
rm -rf test-results/cache
