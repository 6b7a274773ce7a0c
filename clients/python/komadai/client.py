"""One connection to a server, which is made again whenever it breaks."""

import asyncio
import contextlib
import json
import secrets
import uuid

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from . import web
from .backoff import Backoff
from .game import Game
from .stream import Stream

PROTOCOL = 2
# The longest frame is the snapshot of a large review.
FRAME_BYTES_MAX = 4 * 1024 * 1024
# Commands that wait for their answer.
PENDING_MAX = 64
# A connection that leaves this many seconds' ping unanswered is dead.
PING_S = 15
WELCOME_S = 10
# Nothing has happened, and a moment later it may: the same is delivered again.
AGAIN = {"stalled", "stopping", "internal", "too_fast"}
# A greeting that is refused like this is worth another try.
GREET_AGAIN = AGAIN | {"too_many_sockets"}
# Closed because of what this program did, or because its token was taken back.
POLICY, TOO_LONG = 1008, 1009


class Refused(Exception):
    """A command was not carried out; `code` is of the list in docs/protocol.md."""

    def __init__(self, code, message, until=None):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.until = until


class Closed(Exception):
    """The server will not have this program, so no other connection is tried."""


class Client:
    """Acts for the account that `token` is of, on the server at `url` (`https://HOST`)."""

    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self._token = token
        self._run = secrets.token_hex(8)
        self._id = 0
        self._pending = {}
        self._streams = {}
        self._subscribes = {}
        self._later = set()
        self._socket = None
        self._task = None
        self._end = None
        self.user = None

    async def __aenter__(self):
        self._task = asyncio.create_task(self._stay())
        return self

    async def __aexit__(self, *_):
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._finish(Closed("the client was closed"))

    async def request(self, method, path, body=None):
        """Asks by HTTP, such as `"GET", "/api/v1/bots"`; raises `Problem`."""
        return await asyncio.to_thread(web.request, self.url, self._token, method, path, body)

    async def send(self, t, **fields):
        """Says a command and waits for its `ack`, over as many connections as it takes."""
        while True:
            if self._end is not None:
                raise self._end
            if len(self._pending) >= PENDING_MAX:
                raise RuntimeError(f"{PENDING_MAX} commands wait for their answers")
            self._id += 1
            message = {"t": t, "id": self._id, **fields}
            answer = asyncio.get_running_loop().create_future()
            self._pending[self._id] = (message, answer)
            try:
                await self._deliver(message)
                return await answer
            except Refused as refused:
                if refused.code not in AGAIN:
                    raise
                await asyncio.sleep(1)
            finally:
                self._pending.pop(message["id"], None)

    async def follow(self, name):
        """The frames of a stream: a snapshot, and the events after it, each once and in order."""
        if name in self._streams:
            raise RuntimeError(f"{name} is followed already")
        if self._end is not None:
            raise self._end
        stream = self._streams[name] = Stream(name)
        try:
            await self._subscribe(stream)
            while True:
                yield await stream.next()
        finally:
            self._streams.pop(name, None)
            if self._end is None:
                self._id += 1
                await self._deliver({"t": "unsubscribe", "id": self._id, "stream": name})

    async def me(self):
        """What concerns the account: each running game once, as `game_started`, and challenges."""
        told = set()
        async for frame in self.follow("me"):
            if frame["t"] == "snapshot":
                games = frame["snapshot"]["my_games"]
                challenges = frame["snapshot"]["challenges"]
                events = [{"t": "game_started", **game} for game in games]
                events += [{"t": "challenge", "challenge": it} for it in challenges]
                told &= {game["game"] for game in games}
            else:
                events = [frame["event"]]
            for event in events:
                if event["t"] == "game_started":
                    if event["game"] in told:
                        continue
                    told.add(event["game"])
                yield event

    async def game(self, code):
        """The game as it stands, whenever that has changed, until it is over."""
        game = Game(self, code)
        frames = self.follow(f"game:{code}")
        async with contextlib.aclosing(frames):
            async for frame in frames:
                if game.hear(frame):
                    yield game
                if game.result is not None:
                    return

    async def challenge(self, to, setup, hours=1):
        """Challenges an account by its handle."""
        return await self.send(
            "challenge", challenge=str(uuid.uuid4()), to=to, setup=setup, hours=hours
        )

    async def accept(self, challenge):
        """Accepts a challenge of `me`; the answer's `game` is the game's code."""
        return await self.send("accept_challenge", challenge=challenge["challenge"])

    async def decline(self, challenge, reason="no"):
        """Declines one: `later`, `clock`, `start`, `rated` or `no`."""
        return await self.send(
            "decline_challenge", challenge=challenge["challenge"], reason=reason
        )

    async def _deliver(self, message):
        """Says it if it can be said now; what waits for an answer is said after the next greeting."""
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message, separators=(",", ":")))

    async def _subscribe(self, stream):
        self._id += 1
        self._subscribes[self._id] = stream
        await self._deliver({**stream.subscribe(), "id": self._id})

    async def _stay(self):
        backoff = Backoff()
        while self._end is None:
            try:
                await self._connected(backoff)
            except InvalidStatus as error:
                if error.response.status_code in (400, 401, 403):
                    self._finish(Closed(f"the server answers {error.response.status_code}"))
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
                if code in (POLICY, TOO_LONG):
                    self._finish(Closed(f"closed with {code}: {closed.rcvd.reason}"))
            except (OSError, TimeoutError, WebSocketException):
                pass
            except Exception as error:  # What goes wrong in here must reach who waits.
                self._finish(error)
            if self._end is None:
                await asyncio.sleep(backoff.next_s())

    async def _connected(self, backoff):
        headers = {"Authorization": f"Bearer {self._token}"}
        address = "ws" + self.url.removeprefix("http") + "/ws"
        async with connect(
            address,
            additional_headers=headers,
            max_size=FRAME_BYTES_MAX,
            ping_interval=PING_S,
            ping_timeout=PING_S,
        ) as socket:
            self._id += 1
            hello = {
                "t": "hello",
                "id": self._id,
                "protocol": PROTOCOL,
                "client": self._run,
                # A program need not know the rules.
                "positions": True,
            }
            await socket.send(json.dumps(hello))
            welcome = json.loads(await asyncio.wait_for(socket.recv(), WELCOME_S))
            if welcome["t"] != "welcome":
                if welcome.get("code") not in GREET_AGAIN:
                    self._finish(Refused(welcome.get("code"), welcome.get("message")))
                return
            self.user = welcome["user"]
            self._subscribes.clear()
            try:
                self._socket = socket
                for stream in list(self._streams.values()):
                    await self._subscribe(stream)
                for message, _ in [self._pending[id] for id in sorted(self._pending)]:
                    await self._deliver(message)
                backoff.reset()
                async for text in socket:
                    await self._hear(json.loads(text))
            finally:
                self._socket = None

    async def _hear(self, frame):
        if frame["t"] in ("snapshot", "event"):
            stream = self._streams.get(frame["stream"])
            if stream is not None and not stream.hear(frame):
                await self._subscribe(stream)
        elif frame["t"] in ("ack", "refused"):
            refused = None
            if frame["t"] == "refused":
                refused = Refused(frame["code"], frame["message"], frame.get("until"))
            stream = self._subscribes.pop(frame["id"], None)
            if stream is not None and refused is not None:
                self._not_followed(stream, refused)
            _, answer = self._pending.get(frame["id"], (None, None))
            if answer is not None and not answer.done():
                answer.set_exception(refused) if refused else answer.set_result(frame)

    def _not_followed(self, stream, refused):
        if refused.code not in AGAIN:
            stream.end(refused)
            return
        task = asyncio.create_task(self._subscribe_later(stream))
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _subscribe_later(self, stream):
        await asyncio.sleep(1)
        if self._streams.get(stream.name) is stream:
            await self._subscribe(stream)

    def _finish(self, why):
        """Tells everybody who waits that nothing will come."""
        self._end = self._end or why
        for _, answer in self._pending.values():
            if not answer.done():
                answer.set_exception(self._end)
        for stream in self._streams.values():
            stream.end(self._end)
