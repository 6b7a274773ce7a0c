"""How long to wait before the next try."""

import random

FIRST_S = 0.5
LONGEST_S = 10.0


class Backoff:
    """A longer while each time, with a part by chance, so that not everybody comes at once."""

    def __init__(self, dice=random.random):
        self._tries = 0
        self._dice = dice

    def next_s(self):
        whole = min(FIRST_S * 2 ** min(self._tries, 10), LONGEST_S)
        self._tries += 1
        return whole * (0.5 + self._dice() / 2)

    def reset(self):
        self._tries = 0
