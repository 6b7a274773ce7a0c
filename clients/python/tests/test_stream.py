"""What a stream makes of breaks, and moves of destinations."""

import asyncio
import unittest

from komadai import moves_of
from komadai.backoff import Backoff
from komadai.stream import FRAMES_MAX, Stream


def snapshot(seq, epoch=None):
    return {"t": "snapshot", "seq": seq, "snapshot": {}, **({"epoch": epoch} if epoch else {})}


def event(seq=None):
    return {"t": "event", "event": {}, **({} if seq is None else {"seq": seq})}


class StreamTest(unittest.TestCase):
    def test_what_was_heard_is_said_and_comes_once(self):
        async def run():
            stream = Stream("game:8RHsVvwGHJ")
            self.assertNotIn("last", stream.subscribe())
            for frame in (snapshot(3), event(4), event(4), event(), event(5)):
                stream.hear(frame)
            self.assertEqual(stream.subscribe()["last"], 5)
            heard = [await stream.next() for _ in range(4)]
            self.assertEqual([frame.get("seq") for frame in heard], [3, 4, None, 5])

        asyncio.run(run())

    def test_a_snapshot_replaces_what_waits(self):
        async def run():
            stream = Stream("lobby")
            for frame in (snapshot(3, 7), snapshot(1, 8)):
                stream.hear(frame)
            self.assertEqual(await stream.next(), snapshot(1, 8))
            said = stream.subscribe()
            self.assertEqual((said["last"], said["epoch"]), (1, 8))

        asyncio.run(run())

    def test_who_does_not_read_is_given_a_snapshot(self):
        stream = Stream("game:8RHsVvwGHJ")
        stream.hear(snapshot(0))
        heard = [stream.hear(event(seq)) for seq in range(1, FRAMES_MAX + 1)]
        self.assertEqual(heard.index(False), FRAMES_MAX - 1)
        self.assertNotIn("last", stream.subscribe())


class MovesTest(unittest.TestCase):
    def test_destinations_are_moves(self):
        cases = [
            ({"8h": "2b?3c"}, ["8h2b", "8h2b+", "8h3c"]),
            ({"1i": "1a+"}, ["1i1a+"]),
            ({"P*": "5e4e"}, ["P*5e", "P*4e"]),
            ({"12l": "12k11k?"}, ["12l12k", "12l11k", "12l11k+"]),
        ]
        for dests, expected in cases:
            self.assertEqual(moves_of(dests), expected)


class BackoffTest(unittest.TestCase):
    def test_it_grows_to_its_end(self):
        backoff = Backoff(dice=lambda: 1.0)
        waits = [backoff.next_s() for _ in range(7)]
        self.assertEqual(waits, [0.5, 1, 2, 4, 8, 10, 10])
        backoff.reset()
        self.assertEqual(backoff.next_s(), 0.5)
