"""The HTTP API, with a token. `/api/openapi.json` on every server says what there is."""

import json
import urllib.error
import urllib.request

TIMEOUT_S = 30.0
BODY_BYTES_MAX = 32 * 1024 * 1024


class Problem(Exception):
    """What the server answers to a request that it does not carry out."""

    def __init__(self, status, code, detail, retry_after_s=None):
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.retry_after_s = retry_after_s


def request(url, token, method, path, body=None):
    """Asks `path`, from its `/` on; a body is sent as JSON, and an answer that is JSON is read."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, */*"}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    asked = urllib.request.Request(url + path, data=data, headers=headers, method=method)
    try:
        with urllib.request.urlopen(asked, timeout=TIMEOUT_S) as answer:
            return _read(answer)
    except urllib.error.HTTPError as error:
        raise _problem(error) from None


def _read(answer):
    text = answer.read(BODY_BYTES_MAX + 1)
    if len(text) > BODY_BYTES_MAX:
        raise ValueError(f"the answer has more than {BODY_BYTES_MAX} bytes")
    if "json" in answer.headers.get_content_type() and text:
        return json.loads(text)
    return text


def _problem(error):
    wait = error.headers.get("Retry-After", "")
    wait = float(wait) if wait.isdigit() else None
    try:
        said = json.loads(error.read(BODY_BYTES_MAX))
    except ValueError:
        said = None
    said = said if isinstance(said, dict) else {}
    code = said.get("code", "unknown")
    return Problem(error.code, code, said.get("detail", error.reason), wait)
