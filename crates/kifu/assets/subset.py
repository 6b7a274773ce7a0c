"""Cuts the three fonts of the pictures out of the whole ones. See CREDITS.md.

Needs fonttools, and the whole fonts, for instance from npm:
  npm install @expo-google-fonts/noto-sans-jp@0.4.3 @expo-google-fonts/shippori-mincho@0.4.1 @expo-google-fonts/yuji-syuku@0.4.1
  python subset.py node_modules/@expo-google-fonts
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont

# Every kanji with which a piece of a variant is drawn.
PIECES = "王玉飛角金銀桂香歩竜龍馬全圭杏と象太横銅鉄虎奔注獅麒雛鶏"

# The kanji of JIS X 0208: the 2,965 of daily use, then the 3,390 others, of which names use many.
JIS = [
    bytes([0xA0 + row, 0xA0 + cell]).decode("euc_jp", "ignore")
    for row in range(1, 85)
    for cell in range(1, 95)
]

TEXT = (
    # Latin with Vietnamese and its neighbours, Greek, Cyrillic.
    [chr(code) for code in range(0x20, 0x250)]
    + [chr(code) for code in range(0x370, 0x460)]
    + [chr(code) for code in range(0x1E00, 0x1F00)]
    # Punctuation, currencies, the triangles and rings.
    + [chr(code) for code in range(0x2010, 0x2060)]
    + list("€₫№™○●◎△▲▽▼☆★♪")
    + JIS
    # Forms that names use beside those of the standard.
    + list("髙﨑神羽德濵栁")
)

# What a Japanese certificate is written with: kana, and the kanji of daily use, as names have them.
BRUSH = (
    [chr(code) for code in range(0x3041, 0x30FF)]
    + list("〇々ー・")
    + [
        bytes([0xA0 + row, 0xA0 + cell]).decode("euc_jp", "ignore")
        for row in range(16, 48)
        for cell in range(1, 95)
    ]
)


def cut(source, text, target):
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "DSIG", "STAT"]
    font = subset.load_font(source, options)
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(text))
    cutter.subset(font)
    # The fonts' authors keep their names for the whole fonts.
    for record in font["name"].names:
        if record.nameID == 1:
            record.string = target.stem
    font.save(target)
    print(target, target.stat().st_size, "bytes")


def smoothed(target):
    """The rough edges of the brush have 310 points a kanji. As cubic curves that stray by at most
    two thousandths of a kanji, a fifteenth of a millimetre on a printed sheet, they are little
    more than half as large."""
    font = TTFont(target)
    glyphs, outlines = font.getGlyphSet(), {}
    for name in font.getGlyphOrder():
        pen = T2CharStringPen(font["hmtx"][name][0], glyphs)
        glyphs[name].draw(Qu2CuPen(pen, 2, all_cubic=True))
        outlines[name] = pen.getCharString()
    builder = FontBuilder(font=font)
    builder.isTTF = False
    del font["glyf"], font["loca"]
    font.sfntVersion = "OTTO"
    font["maxp"].tableVersion = 0x5000
    builder.setupCFF(target.stem, {}, outlines, {})
    font.save(target.with_suffix(".otf"))
    target.unlink()
    print(target.with_suffix(".otf"), target.with_suffix(".otf").stat().st_size, "bytes")


fonts = Path(sys.argv[1])
here = Path(__file__).parent
cut(
    fonts / "shippori-mincho/700Bold/ShipporiMincho_700Bold.ttf",
    PIECES,
    here / "komadai-pieces.ttf",
)
cut(
    fonts / "noto-sans-jp/500Medium/NotoSansJP_500Medium.ttf",
    TEXT,
    here / "komadai-text.ttf",
)
cut(
    fonts / "yuji-syuku/400Regular/YujiSyuku_400Regular.ttf",
    BRUSH,
    here / "komadai-brush.ttf",
)
smoothed(here / "komadai-brush.ttf")
