"""Accepts challenges and plays legal moves at random: URL TOKEN [HANDLE-TO-CHALLENGE]."""

import asyncio
import random
import sys

from komadai import Client, Refused

CLOCK = {"kind": "fischer", "main_ms": 300_000, "increment_ms": 2_000}


async def play(client, code):
    async for game in client.game(code):
        if game.is_my_turn and (moves := await game.legal_moves()):
            await game.move(random.choice(moves))
    result = game.result
    print(code, game.ply, result["reason"], result["winner"] or "nobody", flush=True)


async def answer(client, challenge):
    try:
        await client.accept(challenge)
    except Refused as refused:
        print(challenge["from"]["handle"], refused, flush=True)


async def main(url, token, opponent=None):
    async with Client(url, token) as client, asyncio.TaskGroup() as tasks:
        if opponent:
            await client.challenge(opponent, {"clock": CLOCK})
        async for event in client.me():
            if event["t"] == "game_started":
                print(event["game"], "begins", flush=True)
                tasks.create_task(play(client, event["game"]))
            elif event["t"] == "challenge" and not event["challenge"]["mine"]:
                tasks.create_task(answer(client, event["challenge"]))


asyncio.run(main(*sys.argv[1:]))
