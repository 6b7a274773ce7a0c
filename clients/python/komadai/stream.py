"""A stream that somebody follows, over any number of connections."""

import asyncio

# Frames that wait for whoever reads them. When there are more, all of them give way to a snapshot.
FRAMES_MAX = 1024


class Stream:
    """Frames in order, each once: what was missed during a break comes too, or a snapshot instead."""

    def __init__(self, name):
        self.name = name
        self.refused = None
        self._last = None
        self._epoch = None
        self._frames = asyncio.Queue()

    def subscribe(self):
        """What to say for it to go on behind what was heard."""
        message = {"t": "subscribe", "stream": self.name}
        if self._last is not None:
            message["last"] = self._last
            if self._epoch is not None:
                message["epoch"] = self._epoch
        return message

    def hear(self, frame):
        """Takes a frame in; `False` when it must be subscribed to anew, because nobody reads."""
        if frame["t"] == "snapshot":
            self._empty()
            self._last = frame["seq"]
            self._epoch = frame.get("epoch")
        elif "seq" in frame:
            same = frame.get("epoch") == self._epoch
            if same and self._last is not None and frame["seq"] <= self._last:
                return True
            self._last = frame["seq"]
            self._epoch = frame.get("epoch")
        if self._frames.qsize() >= FRAMES_MAX:
            self._empty()
            self._last = None
            return False
        self._frames.put_nowait(frame)
        return True

    def end(self, why):
        """Nothing more will come."""
        self.refused = why
        self._frames.put_nowait(None)

    async def next(self):
        """The next frame. When there will be none it raises why."""
        frame = await self._frames.get()
        if frame is None:
            self._frames.put_nowait(None)
            raise self.refused
        return frame

    def _empty(self):
        while not self._frames.empty():
            self._frames.get_nowait()
