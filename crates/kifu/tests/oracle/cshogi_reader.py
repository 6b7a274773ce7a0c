"""Reads records with cshogi and tells what it found, one JSON line for each task.

Usage: python cshogi_reader.py, with one JSON object a line on standard input:
  {"read": "kif" | "ki2" | "csa", "text": "…"}
It is run where cshogi is installed. Of variations and diagrams in KIF it knows nothing.
"""

import json
import sys

import cshogi
from cshogi import CSA, KI2, KIF


def read(task):
    text = task["text"]
    if task["read"] == "csa":
        parser = CSA.Parser.parse_str(text)[0]
    else:
        module = {"kif": KIF, "ki2": KI2}[task["read"]]
        parser = module.Parser.parse_str(text)
    times = getattr(parser, "times", [])
    winner = {cshogi.BLACK_WIN: "sente", cshogi.WHITE_WIN: "gote"}.get(parser.win)
    return {
        "sfen": parser.sfen,
        "moves": [cshogi.move_to_usi(move) for move in parser.moves],
        "times": times,
        "winner": winner,
    }


for line in sys.stdin:
    try:
        answer = read(json.loads(line))
    except Exception as error:  # Whatever it is, the test shows it.
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
