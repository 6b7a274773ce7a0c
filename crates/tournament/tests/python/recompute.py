"""Recomputes standings from event documents, written from docs/tournaments.md and nothing else.

Reads JSON lines {"event": …, "standings": …} of Swiss, McMahon and round robin events, compares
points, every tie-break, places and the order of rows, and what must hold of the pairings. Prints
one line of counts; the first difference ends it with an error.
"""

import json
import math
import re
import sys
from collections import Counter, defaultdict
from fractions import Fraction

MASK = (1 << 64) - 1

# FIDE's rating regulations, B.02 8.1.1: from 100 per cent of the points down to 50.
PERFORMANCE = dict(
    zip(
        range(100, 49, -1),
        [800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251]
        + [240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80]
        + [72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0],
    )
)


def quarters(number):
    """Everything is counted in quarters of a point, so that nothing is ever rounded."""
    counted = number * 4
    assert counted == int(counted), number
    return int(counted)


def half(score):
    assert score % 2 == 0, score
    return score // 2


def lot(seed, text):
    hashed = 0xCBF29CE484222325
    for byte in text.encode():
        hashed = ((hashed ^ byte) * 0x100000001B3) & MASK
    z = (hashed + seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return (z ^ (z >> 31)) >> 11


def level(grade):
    # "3k" as it is written, "3-kyu" as organisers may write it.
    number, scale = re.fullmatch(r"(\d+)-?([kd]).*", grade).groups()
    return int(number) if scale == "d" else 1 - int(number)


def start_score(event, entry):
    if event["format"]["t"] != "mcmahon":
        return 0
    if "start" in entry:
        return quarters(entry["start"])
    bars = event["format"]["bars"]
    if bars["by"] == "grade":
        top, bottom = level(bars["top"]), level(bars["bottom"])
        own = level(entry["grade"]) if "grade" in entry else bottom
        return quarters(max(bottom, min(top, own)) - bottom)
    return quarters(sum(1 for floor in bars["floors"] if "rating" in entry and entry["rating"] >= floor))


class Event:
    def __init__(self, event):
        self.event = event
        scoring = event.get("scoring", {})
        defaults = {"win": 1, "draw": 0.5, "loss": 0, "bye": 1, "absence": 0.5, "missed": 0.5, "no_show": 0}
        self.worth = {name: quarters(scoring.get(name, value)) for name, value in defaults.items()}
        self.entries = {entry["id"]: entry for entry in event["entries"]}
        self.games = [game for game in event["games"] if self.outcome(game) != "annulled"]
        rounds = [game["round"] for game in self.games] + [bye["round"] for bye in event["byes"]]
        self.n_rounds = max(rounds, default=0)
        self.is_table = event["format"]["t"] == "round_robin"
        self.cells = {one: [self.without_record(one, r) for r in range(1, self.n_rounds + 1)] for one in self.entries}
        for bye in event["byes"]:
            self.cells[bye["entry"]][bye["round"] - 1] = (bye.get("kind", "bye"), None, None)
        for game in self.games:
            for own, other in (("sente", "gote"), ("gote", "sente")):
                cell = ("game", game[other], self.verdict(game, own))
                self.cells[game[own]][game["round"] - 1] = cell
        self.own = {one: self.own_points(one, scoring) for one in self.entries}
        self.start = {one: start_score(event, entry) for one, entry in self.entries.items()}
        # The score before each round, and after the last.
        self.before = {}
        for one, cells in self.cells.items():
            scores = [self.start[one]]
            for number, cell in enumerate(cells, 1):
                scores.append(scores[-1] + self.own[one].get(number, self.points_of(cell)))
            self.before[one] = scores
        self.score = {one: scores[-1] for one, scores in self.before.items()}

    @staticmethod
    def outcome(game):
        return game["ruling"]["result"] if "ruling" in game else game.get("result")

    def verdict(self, game, own):
        outcome = self.outcome(game)
        if outcome is None:
            gone = [side for side in ("sente", "gote") if self.has_left(game[side], game["round"])]
            if not gone:
                return None
            outcome = "both_no_show" if len(gone) == 2 else gone[0] + "_no_show"
        other = "gote" if own == "sente" else "sente"
        return {
            own: "win",
            other: "loss",
            "draw": "draw",
            own + "_no_show": "no_show",
            other + "_no_show": "win_by_no_show",
            "both_no_show": "no_show",
            "both_lose": "loss",
        }[outcome]

    def has_left(self, one, number):
        last = self.entries[one].get("withdrawn_after")
        return last is not None and number > last

    def without_record(self, one, number):
        entry = self.entries[one]
        if number < entry.get("from_round", 1):
            return ("missed", None, None)
        if self.has_left(one, number):
            return ("out", None, None)
        if number in entry.get("absent", []) or any(it["round"] == number for it in entry.get("absences", [])):
            return ("absent", None, None)
        return ("out", None, None)

    def own_points(self, one, scoring):
        """By round, what absences are worth that are not worth what the scoring says."""
        given = {it["round"]: quarters(it["points"]) for it in self.entries[one].get("absences", [])}
        most, last = scoring.get("absences_max"), scoring.get("absences_until")
        own, n_paid = {}, 0
        for number, cell in enumerate(self.cells[one], 1):
            if cell[0] not in ("absent", "missed"):
                continue
            if cell[0] == "absent" and number in given:
                own[number] = given[number]
            if own.get(number, self.points_of(cell)) <= 0:
                continue
            if number not in own and ((most is not None and n_paid >= most) or (last is not None and number > last)):
                own[number] = 0
            else:
                n_paid += 1
        return own

    def points_of(self, cell):
        kind, _, verdict = cell
        if kind == "game":
            names = {"win": "win", "win_by_no_show": "win", "draw": "draw", "loss": "loss", "no_show": "no_show"}
            return self.worth[names[verdict]] if verdict else 0
        return {"bye": self.worth["bye"], "absent": self.worth["absence"], "missed": self.worth["missed"]}.get(kind, 0)

    def is_game(self, verdict):
        return verdict in ("win", "draw", "loss") or (self.is_table and verdict is not None)

    def stand_in(self, one, index):
        """The score of the opponent that an unplayed round stands for, or None."""
        kind, _, verdict = self.cells[one][index]
        own = self.before[one][index]
        if kind == "game":
            return None if verdict is None or self.is_game(verdict) else own
        if kind == "absent" and index + 1 not in self.own[one]:
            return half(own)
        if kind in ("bye", "missed", "out", "absent"):
            return own
        return None

    def parts(self, one):
        parts = []
        for index, (kind, other, verdict) in enumerate(self.cells[one]):
            stand_in = self.stand_in(one, index)
            if stand_in is not None:
                parts.append(stand_in)
            elif kind == "game" and verdict is not None:
                parts.append(self.score[other])
        return sorted(parts)

    def value(self, name, one, tied):
        games = [(other, verdict) for kind, other, verdict in self.cells[one] if kind == "game" and verdict]
        if name == "points":
            return self.score[one] - self.start[one]
        if name == "mcmahon":
            return self.score[one]
        if name in ("sos", "sos_1", "sos_2"):
            return sum(self.parts(one)[{"sos": 0, "sos_1": 1, "sos_2": 2}[name]:])
        if name == "median":
            return sum(self.parts(one)[:-1][1:])
        if name == "koya":
            good = set()
            for other, cells in self.cells.items():
                rounds = sum(1 for kind, _, _ in cells if kind != "rest")
                if 2 * (self.score[other] - self.start[other]) >= self.worth["win"] * rounds:
                    good.add(other)
            return sum(self.points_of(("game", other, verdict)) for other, verdict in games if other in good and self.is_game(verdict))
        if name in ("aro", "performance"):
            played = [
                (self.entries[other]["rating"], {"win": 2, "draw": 1, "loss": 0}[verdict])
                for other, verdict in games
                if verdict in ("win", "draw", "loss") and self.entries[other].get("rating") is not None
            ]
            if not played:
                return None
            mean = math.floor(Fraction(sum(rating for rating, _ in played), len(played)) + Fraction(1, 2))
            if name == "aro":
                return quarters(mean)
            share = math.floor(Fraction(100 * sum(halves for _, halves in played), 2 * len(played)) + Fraction(1, 2))
            above = PERFORMANCE[max(share, 100 - share)]
            return quarters(mean + (above if share >= 50 else -above))
        if name == "sodos":
            total = 0
            for other, verdict in games:
                if verdict == "win" or (verdict == "win_by_no_show" and self.is_table):
                    total += self.score[other]
                elif verdict == "draw":
                    total += half(self.score[other])
            return total
        if name == "sosos":
            total = 0
            for index, (kind, other, verdict) in enumerate(self.cells[one]):
                stand_in = self.stand_in(one, index)
                if stand_in is not None:
                    total += stand_in * self.n_rounds
                elif kind == "game" and verdict is not None:
                    total += sum(self.parts(other))
            return total
        if name == "cuss":
            return sum(self.before[one][1:])
        if name == "wins":
            return quarters(sum(1 for _, verdict in games if verdict == "win" or (self.is_table and verdict == "win_by_no_show")))
        if name == "rating":
            rating = self.entries[one].get("rating")
            return None if rating is None else quarters(rating)
        if name == "seed":
            seed = self.entries[one].get("seed")
            return None if seed is None else quarters(-seed)
        if name == "lot":
            return quarters(lot(self.event["seed"], one))
        if name == "direct":
            if len(tied) < 2:
                return None
            for a in tied:
                met = {other for kind, other, verdict in self.cells[a] if kind == "game" and self.is_game(verdict)}
                if not (set(tied) - {a}) <= met:
                    return None
            return sum(
                self.points_of(("game", other, verdict)) for other, verdict in games if other in tied and self.is_game(verdict)
            )
        raise SystemExit(f"no such criterion: {name}")

    def ranked(self, who, criteria):
        """Groups of equals, the best first, and everybody's values."""
        values = {one: [] for one in who}
        groups = [list(who)]
        for name in criteria:
            finer = []
            for group in groups:
                own = {one: self.value(name, one, group) for one in group}
                for one in group:
                    values[one].append(own[one])
                classes = defaultdict(list)
                for one in group:
                    classes[own[one]].append(one)
                order = sorted(classes, key=lambda value: (value is not None, value or 0), reverse=True)
                finer.extend(classes[value] for value in order)
            groups = finer
        return groups, values


def number(value):
    return None if value is None else quarters(value)


def compare(line_number, document):
    event = Event(document["event"])
    (ranking,) = document["standings"]["rankings"]
    rows = ranking["rows"]
    groups, values = event.ranked([row["entry"] for row in rows], ranking["criteria"])

    def same(what, ours, theirs, one):
        if ours != theirs:
            raise SystemExit(f"line {line_number}: {what} of {one}: {theirs} printed, {ours} recomputed")

    places, place = {}, 1
    for group in groups:
        for one in group:
            places[one] = place
        place += len(group)
    same("the order", [len(g) for g in groups for _ in g], [Counter(r["place"] for r in rows)[r["place"]] for r in rows], "rows")
    for row in rows:
        one = row["entry"]
        same("the place", places[one], row["place"], one)
        same("the start", event.start[one], quarters(row.get("start", 0)), one)
        same("the points", event.score[one] - event.start[one], quarters(row["points"]), one)
        for name, ours, theirs in zip(ranking["criteria"], values[one], row["values"], strict=True):
            same(name, ours, number(theirs), one)
        verdicts = Counter(verdict for kind, _, verdict in event.cells[one] if kind == "game")
        same("the games", [verdicts["win"], verdicts["draw"], verdicts["loss"]], [row["wins"], row["draws"], row["losses"]], one)
    left_out = set(event.entries) - {row["entry"] for row in rows}
    for one in left_out:
        same("the absence from the table", {"out"}, {cell[0] for cell in event.cells[one]} | {"out"}, one)
    return event


def properties(line_number, event, totals):
    met, free = Counter(), Counter()
    for index in range(event.n_rounds):
        games = [game for game in event.games if game["round"] == index + 1]
        seats = [game[side] for game in games for side in ("sente", "gote")]
        resting = [bye["entry"] for bye in event.event["byes"] if bye["round"] == index + 1]
        if len(set(seats + resting)) != len(seats + resting):
            raise SystemExit(f"line {line_number}: somebody is twice in round {index + 1}")
        for game in games:
            pair = frozenset((game["sente"], game["gote"]))
            totals["repeats"] += met[pair] > 0
            met[pair] += 1
            totals["games"] += 1
            gap = abs(event.before[game["sente"]][index] - event.before[game["gote"]][index])
            totals["uneven"] += gap > 0
        for bye in event.event["byes"]:
            if bye["round"] == index + 1 and bye.get("kind", "bye") == "bye":
                one = bye["entry"]
                if free[one] > min((free[other] for other in seats), default=free[one]):
                    raise SystemExit(f"line {line_number}: a further bye for {one} in round {index + 1}")
                totals["byes"] += 1
        for one, cells in event.cells.items():
            kind, _, verdict = cells[index]
            # A round with points but no game, or a game one did not come to.
            free[one] += kind == "bye" or verdict in ("win_by_no_show", "no_show")
    sides = Counter()
    for game in event.games:
        if "no_show" not in (Event.outcome(game) or ""):
            sides[game["sente"]] += 1
            sides[game["gote"]] -= 1
    worst = max((abs(balance) for balance in sides.values()), default=0)
    totals["worst_sides"] = max(totals["worst_sides"], worst)


def main():
    totals = Counter()
    for line_number, line in enumerate(sys.stdin, 1):
        event = compare(line_number, json.loads(line))
        properties(line_number, event, totals)
        totals["events"] += 1
        totals["players"] += len(event.entries)
    print(json.dumps(totals))


if __name__ == "__main__":
    main()
