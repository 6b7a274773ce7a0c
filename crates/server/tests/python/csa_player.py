"""Plays games at random by python-shogi's own CSA client: HOST PORT NAME PASSWORD SEED N_GAMES.

As python-shogi's own match script does, the connection of the next game is opened while the one
before is still open. Prints a line for each game: how many moves it had, and how it ended.
"""

import random
import sys

import shogi
from shogi import CSA

PLIES_MAX = 120


def play(client, dice):
    match = client.wait_match()
    board = shogi.Board(match["summary"]["sfen"])
    client.agree()
    n_moves = 0
    while True:
        if board.turn == match["my_color"]:
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                pass
            elif n_moves >= PLIES_MAX:
                client.resign()
                return n_moves, "resigned"
            else:
                move = dice.choice(moves)
                board.push(move)
                piece = board.piece_at(move.to_square)
                line = client.move(piece.piece_type, piece.color, move)
                assert line[0] in "+-", line
                n_moves += 1
                continue
        colour, usi, seconds, message = client.wait_server_message(board)
        if message is not None:
            reason = CSA.SERVER_MESSAGE_SYMBOLS[message]
            verdict = reason
            while verdict not in ("WIN", "LOSE", "DRAW", "CENSORED", "CHUDAN"):
                verdict = CSA.SERVER_MESSAGE_SYMBOLS[client.wait_server_message(board)[3]]
            return n_moves, f"{reason} {verdict}"
        assert seconds is not None
        board.push(shogi.Move.from_usi(usi))
        n_moves += 1


def main():
    host, port, name, password, seed, n_games = sys.argv[1:]
    dice = random.Random(int(seed))
    before = None
    for _ in range(int(n_games)):
        client = CSA.TCPProtocol(host, int(port))
        client.login(name, password)
        n_moves, end = play(client, dice)
        print(n_moves, end, flush=True)
        if before is not None:
            before.socket.close()
        before = client


main()
