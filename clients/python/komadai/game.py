"""A game as its frames tell it."""

from .moves import moves_of

# A move is refused like this when the position has changed in the meantime.
_OVERTAKEN = {"stale_ply", "not_your_turn", "game_over", "halted"}


class Game:
    """How a game stands. The same object changes with every frame."""

    def __init__(self, client, code):
        self.client = client
        self.code = code
        self.variant = self.you = self.sfen = self.dests = self.clocks = self.result = None
        self.players = {"sente": None, "gote": None}
        self.phase = "waiting"
        self.ply = 0
        self.halted = False
        self.moves = []

    @property
    def turn(self):
        """Whose turn it is."""
        return "sente" if self.sfen.split(" ")[1] == "b" else "gote"

    @property
    def is_my_turn(self):
        """Whether a move of this account is waited for."""
        is_running = self.phase == "playing" and self.result is None and not self.halted
        return is_running and self.you is not None and self.turn == self.you

    async def legal_moves(self):
        """In USI, none when it is mate, which is told before the end; asked for where illegal moves
        lose, since frames say nothing of them there."""
        if self.dests is None:
            answer = await self.client.send("position", variant=self.variant, sfen=self.sfen)
            self.dests = answer["position"]["dests"]
        return moves_of(self.dests)

    async def move(self, usi):
        """Makes a move; `False` when the position has changed in the meantime."""
        return await self._say("move", ply=self.ply, usi=usi)

    async def resign(self):
        """Gives it up; `False` when it is over."""
        return await self._say("resign")

    async def chat(self, text):
        """Says something at the board."""
        return await self._say("chat", text=text)

    async def _say(self, t, **fields):
        from .client import Refused

        try:
            await self.client.send(t, game=self.code, **fields)
            return True
        except Refused as refused:
            if refused.code not in _OVERTAKEN:
                raise
            return False

    def hear(self, frame):
        """Takes a frame in; whether the position, its clocks or its end have changed."""
        if frame["t"] == "snapshot":
            told = frame["snapshot"]
            self.moves = [move["usi"] for move in told["moves"]]
            kind = "snapshot"
        else:
            told = frame["event"]
            kind = told["t"]
        if kind == "started":
            self.phase = "playing"
        elif kind == "moved":
            self.moves = self.moves[: told["ply"] - 1] + [told["usi"]]
        elif kind == "taken_back":
            self.moves = self.moves[: told["ply"]]
        elif kind == "ended":
            self.phase = "over"
        elif kind not in ("snapshot", "arbiter", "interrupted", "resumed"):
            return False
        names = ("variant", "you", "sfen", "players", "phase", "ply", "clocks", "halted", "result")
        for name in names:
            if name in told:
                setattr(self, name, told[name])
        if kind in ("snapshot", "started", "moved", "taken_back"):
            self.dests = told.get("dests")
        return True
