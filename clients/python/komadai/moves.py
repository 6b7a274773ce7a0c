"""The legal moves of a position, as frames have them."""

import re

_TARGET = re.compile(r"(\d{1,2}[a-m])([?+]?)")


def moves_of(dests):
    """Every move in USI that `dests` allows: `{"8h": "2b?7g"}` is 8h2b, 8h2b+ and 8h7g."""
    moves = []
    for origin, targets in dests.items():
        for square, promotion in _TARGET.findall(targets):
            if promotion != "+":
                moves.append(origin + square)
            if promotion:
                moves.append(origin + square + "+")
    return moves
