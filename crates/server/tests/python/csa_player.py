"""Plays games at random by python-shogi's own CSA client: HOST PORT NAME PASSWORD SEED N_GAMES.

As python-shogi's own match script does, the connection of the next game is opened while the one
before is still open. Prints a line for each game: how many moves it had, and how it ended.

With CUT_AFTER as well, it is cut off after its own move that is the first of so many, and comes
back to the game on a new connection. Prints the position then as well.
"""

import random
import sys

import shogi
from shogi import CSA

PLIES_MAX = 120


def play(client, dice, n_moves=0, cut_after=None):
    match = client.wait_match()
    board = shogi.Board(match["summary"]["sfen"])
    if n_moves:
        print("came back to", board.sfen(), match["summary"]["time"]["Total_Time"], flush=True)
    client.agree()
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
                if cut_after is not None and n_moves >= cut_after:
                    print("was cut off at", board.sfen(), flush=True)
                    return n_moves, None
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
    host, port, name, password, seed, n_games, *cut_after = sys.argv[1:]
    cut_after = int(cut_after[0]) if cut_after else None
    dice = random.Random(int(seed))
    before = None
    for _ in range(int(n_games)):
        client = CSA.TCPProtocol(host, int(port))
        client.login(name, password)
        n_moves, end = play(client, dice, cut_after=cut_after)
        if end is None:
            client.socket.close()
            client = CSA.TCPProtocol(host, int(port))
            client.login(name, password)
            n_moves, end = play(client, dice, n_moves)
        print(n_moves, end, flush=True)
        if before is not None:
            before.socket.close()
        before = client


main()
