"""Validates documents against the schema of docs/tournaments.md: the first line is the schema."""

import json
import sys

import jsonschema


def main():
    schema = json.loads(sys.stdin.readline())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    n = 0
    for n, line in enumerate(sys.stdin, 1):
        for error in validator.iter_errors(json.loads(line)):
            raise SystemExit(f"document {n}, {list(error.absolute_path)}: {error.message}")
    wrong = {"format": {"t": "swiss"}, "entries": [{"id": "a", "ratting": 1}]}
    if validator.is_valid(wrong):
        raise SystemExit("the schema lets a misspelt field pass")
    print(f"{n} documents are of the schema")


if __name__ == "__main__":
    main()
