"""Validates documents against docs/schemas/tournament.json: the first line is the schema, the others
are [the definition's name, a document]."""

import json
import sys

import jsonschema


def main():
    schema = json.loads(sys.stdin.readline())
    jsonschema.Draft202012Validator.check_schema(schema)
    validators = {
        name: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
        for name in schema["$defs"]
    }
    n = 0
    for n, line in enumerate(sys.stdin, 1):
        name, document = json.loads(line)
        for error in validators[name].iter_errors(document):
            raise SystemExit(f"document {n}, {name}, {list(error.absolute_path)}: {error.message}")
    wrong = {"format": {"t": "swiss"}, "entries": [{"id": "a", "ratting": 1}]}
    if validators["event"].is_valid(wrong):
        raise SystemExit("the schema lets a misspelt field pass")
    print(f"{n} documents are of the schema")


if __name__ == "__main__":
    main()
