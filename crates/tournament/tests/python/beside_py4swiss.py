"""Our Swiss pairings beside those of py4swiss (FIDE Dutch system), in the same positions.

`play N` prints N events, one JSON document a line, whose rounds py4swiss has paired.

`compare` reads lines {"event": …, "ours": null}: every round of the event is ours and is paired
again by py4swiss; or {"event": …, "ours": [[[sente, gote], …], …]}: the rounds of the event are
those of py4swiss, and ours are given. It prints, for either, how many pairings were of different
scores, by how many points in all and by how many half points squared, how many players floated the
same way as in the round before, how many wishes for a side were not granted, how often a side came
thrice in a row or more than two times oftener than the other, and how many pairings were repeats.

Rounds in which our squares are more are sorted by their reason: py4swiss has given the bye to a
higher score (ours is always for the lowest), has broken a limit of sides that we keep (it does so
for leaders in the last round), or the field is small enough for our look-ahead; the rest have none.
"""

import json
import random
import sys
from collections import Counter

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

NO_GAME = ColorToken.BYE_OR_NOT_PAIRED
RESULTS = {"sente": ("1", "0"), "gote": ("0", "1"), "draw": ("=", "=")}
WORTH = {"1": 1.0, "0": 0.0, "=": 0.5, "U": 1.0, "H": 0.5, "Z": 0.0}


class Position:
    """What is known before a round: one list of (opponent, side, result sign) for everybody."""

    def __init__(self, event):
        order = sorted(event["entries"], key=lambda entry: (-entry["rating"], entry["id"]))
        self.ids = [entry["id"] for entry in order]
        self.entries = {entry["id"]: entry for entry in order}
        self.n_rounds = event["format"]["rounds"]
        self.lines = {one: [] for one in self.ids}
        self.scores = {one: [0.0] for one in self.ids}

    def add(self, event, number):
        seen = set()
        for game in (game for game in event["games"] if game["round"] == number):
            sente, gote = RESULTS[game["result"]]
            self.lines[game["sente"]].append((game["gote"], "w", sente))
            self.lines[game["gote"]].append((game["sente"], "b", gote))
            seen |= {game["sente"], game["gote"]}
        for bye in (bye for bye in event["byes"] if bye["round"] == number):
            self.lines[bye["entry"]].append((None, "-", "U" if bye.get("kind", "bye") == "bye" else "H"))
            seen.add(bye["entry"])
        for one in self.ids:
            if one not in seen:
                self.lines[one].append((None, "-", "Z"))
            self.scores[one].append(self.scores[one][-1] + WORTH[self.lines[one][-1][2]])

    def present(self, number):
        return [one for one in self.ids if number not in self.entries[one].get("absent", [])]

    def py4swiss(self, number):
        """Pairs of ids, sente first; the bye has nobody as gote."""
        place = {one: n for n, one in enumerate(self.ids, 1)}
        sections = []
        for one in self.ids:
            results = [
                RoundResult(id=place.get(other, 0), color=ColorToken(side), result=ResultToken(sign))
                for other, side, sign in self.lines[one]
            ]
            points = round(self.scores[one][-1] * 10)
            sections.append(
                PlayerSection(
                    code=PlayerCode.PLAYER,
                    starting_number=place[one],
                    points_times_ten=points,
                    rank=place[one],
                    results=results,
                )
            )
        absent = {place[one] for one in self.ids} - {place[one] for one in self.present(number)}
        x_section = XSection(number_of_rounds=self.n_rounds, zeroed_ids=absent)
        trf = ParsedTrf(player_sections=sections, x_section=x_section)
        pairs = DutchEngine.generate_pairings(trf)
        return [(self.ids[p.white - 1], self.ids[p.black - 1] if p.black else None) for p in pairs]

    def last_float(self, one):
        other, _, sign = self.lines[one][-1]
        if sign not in "10=":
            return -1
        # The last of the scores is the one after that round.
        gap = self.scores[other][-2] - self.scores[one][-2]
        return (gap > 0) - (gap < 0)

    def wish_denied(self, one, side):
        sides = [s for _, s, sign in self.lines[one] if sign in "10="]
        balance = sides.count("w") - sides.count("b")
        step = 1 if side == "w" else -1
        if balance:
            return balance * step > 0
        return bool(sides) and sides[-1] == side

    def breaks_limit(self, one, side):
        sides = [s for _, s, sign in self.lines[one] if sign in "10="]
        balance = sides.count("w") - sides.count("b") + (1 if side == "w" else -1)
        return abs(balance) > 2 or sides[-2:] == [side, side]

    def measure(self, pairs):
        counts = Counter()
        for sente, gote in pairs:
            if gote is None:
                continue
            counts["pairs"] += 1
            gap = self.scores[sente][-1] - self.scores[gote][-1]
            counts["uneven"] += gap != 0
            counts["uneven_points"] += abs(gap)
            counts["uneven_squares"] += int(2 * gap) ** 2
            counts["repeats"] += any(other == gote and sign in "10=" for other, _, sign in self.lines[sente])
            for one, side, own in ((sente, "w", -gap), (gote, "b", gap)):
                now = (own > 0) - (own < 0)
                counts["floats_again"] += bool(now and self.lines[one] and self.last_float(one) == now)
                counts["wishes_denied"] += self.wish_denied(one, side)
                counts["limits_broken"] += self.breaks_limit(one, side)
        return counts

    def bye_score(self, pairs):
        """The score of whoever is left over, if anybody is."""
        seated = {one for pair in pairs for one in pair}
        left = [one for one in self.present(len(self.lines[self.ids[0]]) + 1) if one not in seated]
        left += [sente for sente, gote in pairs if gote is None]
        return min((self.scores[one][-1] for one in left), default=0)


def reason(position, ours, theirs, measured):
    """Why our squares are more, if they are."""
    own, other = measured
    if own["uneven_squares"] <= other["uneven_squares"]:
        return None
    if position.bye_score(theirs) > position.bye_score(ours):
        return "bye_to_a_higher_score"
    if other["limits_broken"] > own["limits_broken"]:
        return "limits_broken"
    return "look_ahead" if 2 * len(ours) <= 24 else "no_reason"


def compare():
    counts = {"ours": Counter(), "py4swiss": Counter(), "rounds": Counter()}
    for line in sys.stdin:
        document = json.loads(line)
        event, given = document["event"], document["ours"]
        position = Position(event)
        last = max(game["round"] for game in event["games"])
        for number in range(1, last + 1):
            published = [(g["sente"], g["gote"]) for g in event["games"] if g["round"] == number]
            try:
                if given is None:
                    ours, theirs = published, position.py4swiss(number)
                else:
                    ours, theirs = given[number - 1], published
                measured = [position.measure(ours), position.measure(theirs)]
                counts["ours"] += measured[0]
                counts["py4swiss"] += measured[1]
                counts["rounds"]["compared"] += 1
                why = reason(position, ours, theirs, measured)
                if why:
                    counts["rounds"][why] += 1
            except PairingError:
                # It finds no round without a repeat.
                counts["rounds"]["refused"] += 1
            position.add(event, number)
    print(json.dumps(counts))


def play(n_events):
    for seed in range(n_events):
        chance = random.Random(seed)
        n, rounds = chance.randrange(10, 61), chance.randrange(5, 10)
        entries = [
            {
                "id": f"p{i:02}",
                "rating": int(chance.gauss(1500, 300)),
                "absent": [r for r in range(1, rounds + 1) if seed % 2 and chance.random() < 0.03],
            }
            for i in range(1, n + 1)
        ]
        event = {"format": {"t": "swiss", "rounds": rounds}, "entries": entries, "games": [], "byes": []}
        position = Position(event)
        for number in range(1, rounds + 1):
            try:
                pairs = position.py4swiss(number)
            except PairingError:
                break
            for sente, gote in pairs:
                if gote is None:
                    event["byes"].append({"round": number, "entry": sente})
                    continue
                gap = position.entries[sente]["rating"] - position.entries[gote]["rating"]
                expected = 1 / (1 + 10 ** (-gap / 400))
                drawn = chance.random()
                result = "draw" if drawn < 0.05 else "sente" if drawn < 0.05 + 0.95 * expected else "gote"
                event["games"].append({"round": number, "sente": sente, "gote": gote, "result": result})
            for one in set(position.ids) - set(position.present(number)):
                event["byes"].append({"round": number, "entry": one, "kind": "absent"})
            position.add(event, number)
        print(json.dumps(event))


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play(int(sys.argv[2]))
    else:
        compare()
