#!/usr/bin/env python3
"""Writes 鵰 (tori shogi's eagle) into a font that has none: 周 narrowed on the left, and the bird of another character
on the right. `add-kumataka.py FONT OUT LEFT RIGHT`: the characters that the halves are taken of."""

import sys

from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

# Where the halves stand in a square of 1000.
LEFT, RIGHT = (20, 455), (435, 985)


class Within:
    """Passes on the contours that lie wholly between two columns, as one pen sees them whole."""

    def __init__(self, pen, box):
        self.pen, self.box, self.steps = pen, box, []

    def __getattr__(self, name):
        def step(*args):
            self.steps.append((name, args))
            if name in ("closePath", "endPath"):
                columns = [point[0] for _, points in self.steps for point in points if point is not None]
                if all(self.box[0] <= x <= self.box[1] for x in columns):
                    for kind, points in self.steps:
                        getattr(self.pen, kind)(*points)
                self.steps = []

        return step


def columns_of(font, glyph, box):
    """The outermost columns of the contours within the box."""
    from fontTools.pens.boundsPen import ControlBoundsPen

    pen = ControlBoundsPen(None)
    font.getGlyphSet()[glyph].draw(Within(pen, box))
    return pen.bounds[0], pen.bounds[2]


def main(path, out, left, right):
    font = TTFont(path)
    names = font.getBestCmap()
    if ord("鵰") in names:
        sys.exit("the font has 鵰: nothing is to be made")
    pen = TTGlyphPen(None)
    for char, box, (begin, end) in [(left, (0, 660), LEFT), (right, (400, 1000), RIGHT)]:
        glyph = names[ord(char)]
        box = (0, 1000) if char == "周" else box
        first, last = columns_of(font, glyph, box)
        scale = (end - begin) / (last - first)
        moved = TransformPen(pen, (scale, 0, 0, 1, begin - first * scale, 0))
        font.getGlyphSet()[glyph].draw(Within(moved, box))
    name = "kumataka"
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name] = pen.glyph()
    font["hmtx"][name] = font["hmtx"][names[ord(right)]]
    if "vmtx" in font:
        font["vmtx"][name] = font["vmtx"][names[ord(right)]]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[ord("鵰")] = name
    font.save(out)


main(*sys.argv[1:5])
