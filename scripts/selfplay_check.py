#!/usr/bin/env python3
"""Plays the engine against itself and checks it from outside. Python 3.8+, standard library only.

  scripts/selfplay_check.py ["ENGINE COMMAND"] [--games N] [--playouts N]

Games on several boards under several ko and suicide rules, one engine process a game. Checked: every move is legal by
scripts/referee.py; list_stones agrees with the referee's board now and then; undo and replay give the board back; the
result by final_score is the referee's area count without the stones that final_status_list calls dead; the three status
lists are all stones, each once; a second answer is the same as the first; the process ends with status 0. Exit status 1
at the first disagreement.
"""

import argparse
import os
import sys

from gtp import Broken, Engine, Refused
from referee import Illegal, Referee, score_text

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLANS = [
    # width, height, ko, suicide, komi
    (9, 9, "positional", "false", 7.5),
    (7, 7, "simple", "true", 9),
    (9, 9, "situational", "true", 6.5),
    (5, 7, "positional", "true", -3),
    (4, 4, "positional", "false", 0.5),
    (13, 13, "simple", "false", 7.5),
]


def fail(number, text):
    print(f"game {number}: {text}")
    sys.exit(1)


def stones(engine, referee):
    """The engine's board, as the referee keeps his."""
    board = {}
    for color, word in (("b", "black"), ("w", "white")):
        for vertex in engine.send(f"list_stones {word}").split():
            board[referee.point(vertex)] = color
    return board


def play(command, number, plan, max_moves):
    width, height, ko, suicide, komi = plan
    size = str(width) if width == height else f"{width}x{height}"
    engine = Engine(f"{command} --size {size} --komi {komi} --set ko={ko} --set suicide={suicide} --seed {number}")
    referee = Referee(width, height, ko, suicide == "true")
    color = "b"
    try:
        while referee.passes < 2 and len(referee.moves) < max_moves:
            vertex = engine.send(f"genmove {color}")
            if vertex.lower() == "resign":
                break
            referee.play(color, vertex)
            if len(referee.moves) % 7 == 0 and stones(engine, referee) != referee.board:
                fail(number, f"boards differ after {referee.moves}")
            color = "w" if color == "b" else "b"
        back = min(9, len(referee.moves))
        for _ in range(back):
            engine.send("undo")
        for mover, vertex in referee.moves[len(referee.moves) - back:]:
            engine.send(f"play {mover} {vertex}")
        if stones(engine, referee) != referee.board:
            fail(number, f"undo and replay do not give the board back after {referee.moves}")
        lists = {word: engine.send(f"final_status_list {word}").split() for word in ("alive", "seki", "dead")}
        found = sorted(referee.point(vertex) for part in lists.values() for vertex in part)
        if found != sorted(referee.board):
            fail(number, f"the status lists are not all stones once: {lists} after {referee.moves}")
        score = engine.send("final_score").split()[0]
        expected = score_text(referee.area_margin(komi, lists["dead"]))
        if score != expected:
            fail(number, f"final_score is {score}, the count {expected}, dead {lists['dead']} after {referee.moves}")
        if engine.send("final_score").split()[0] != score or engine.send("final_status_list dead").split() != lists["dead"]:
            fail(number, "a second answer differs from the first")
    except (Illegal, Refused, Broken) as error:
        fail(number, f"{error} after {referee.moves}")
    status = engine.quit()
    if status != 0:
        fail(number, f"exit status {status}")
    print(f"game {number}: {size}, ko {ko}, suicide {suicide}: {len(referee.moves)} moves, {score}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", nargs="?", default=os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release/tesuji") + " gtp --threads 1")
    parser.add_argument("--games", type=int, default=len(PLANS))
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--max-moves", type=int, default=400)
    options = parser.parse_args()
    for number in range(options.games):
        play(f"{options.engine} --playouts {options.playouts}", number, PLANS[number % len(PLANS)], options.max_moves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
