"""Plays on a Komadai server, by a token of an account (docs/protocol.md, docs/programs.md)."""

from .client import Client, Closed, Refused
from .game import Game
from .moves import moves_of
from .web import Problem

__all__ = ["Client", "Closed", "Game", "Problem", "Refused", "moves_of"]
