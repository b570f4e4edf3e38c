#!/usr/bin/env python3
"""Replays game records of Go, NoGo and Capture Go with a referee of its own (scripts/referee.py) and says what does not hold.

    scripts/check_records.py [--ko RULE] [--area] FILE.sgf...

Checks in every game of every file: each move is legal under the ko rule, the colours alternate (from Black, or from White after
handicap stones), the result agrees with the end of the game: two passes where it is a score, the loser's turn where the loser
resigned or forfeited. With --area a score must be that of the board as it stands. A record of NoGo or Capture Go says so in RU; its
game goes on until somebody has won by the rules, and no move follows. Exit status 0 if everything holds.
"""
import argparse
import re
import sys

from referee import Illegal, MustMove, Referee, score_text

LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def games(text):
    """The main lines of a file's games: a list of nodes, each a list of (name, values)."""
    at, found = 0, []
    value = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.S)
    name = re.compile(r"\s*([A-Z][A-Z0-9]*)")
    nodes, depth = [], 0
    while at < len(text):
        c = text[at]
        if c == "(":
            depth += 1
            at += 1
        elif c == ")":
            depth -= 1
            at += 1
            if depth == 0:
                found.append(nodes)
                nodes = []
        elif c == ";":
            nodes.append([])
            at += 1
        else:
            match = name.match(text, at)
            if not match or not nodes:
                at += 1
                continue
            at, values = match.end(), []
            while inside := value.match(text, at):
                values.append(inside.group(1))
                at = inside.end()
            nodes[-1].append((match.group(1), values))
    return found


def referee_for(root, ko):
    """A referee for the game that the root's RU and SZ name."""
    width, _, height = root.get("SZ", ["19"])[0].partition(":")
    width, height = int(width), int(height or width)
    rules = root.get("RU", [""])[0].lower().split()
    if rules == ["nogo"]:
        return MustMove(width, height)
    if rules[:1] == ["capture-go"]:
        captures = dict(part.split("=") for part in rules[1:]).get("captures", 1)
        return MustMove(width, height, captures=int(captures))
    return Referee(width, height, ko=ko)


def faults(nodes, ko, area):
    """What does not hold in one game."""
    root = dict(nodes[0])
    komi = float(root.get("KM", ["0"])[0])
    result = root.get("RE", [""])[0]
    referee = referee_for(root, ko)

    def vertex(text):
        if text == "" or (text == "tt" and max(referee.width, referee.height) <= 19):
            return "pass"
        return f"{COLUMNS[LETTERS.index(text[0])]}{referee.height - LETTERS.index(text[1])}"

    turn = "b"
    stones = root.get("AB", [])
    if stones:
        for stone in stones:
            referee.place("b", vertex(stone))
        turn = "w"
    number = 0
    for node in nodes:
        for name, values in node:
            if name not in ("B", "W"):
                continue
            number += 1
            color = name.lower()
            if color != turn:
                return [f"move {number}: {color} moves twice"]
            if isinstance(referee, MustMove) and referee.winner(turn):
                return [f"move {number}: the game was over"]
            try:
                referee.play(color, vertex(values[0]))
            except Illegal as error:
                return [f"move {number}: {error}"]
            turn = "w" if color == "b" else "b"
    wrong = []
    if isinstance(referee, MustMove) and re.fullmatch(r"[BW]\+[0-9.]*|0", result):
        winner = referee.winner(turn)
        if winner is None or result != f"{winner.upper()}+":
            wrong.append(f"{result}, but the rules say {winner}")
    elif re.fullmatch(r"[BW]\+[0-9.]+|0", result):
        if referee.passes < 2:
            wrong.append(f"{result} without two passes")
        if area and result != score_text(referee.area_margin(komi)):
            wrong.append(f"{result}, but the board counts {score_text(referee.area_margin(komi))}")
    elif re.fullmatch(r"[BW]\+R", result):
        if result[0].lower() == turn:
            wrong.append(f"{result}, but it is the winner's turn")
    elif not re.fullmatch(r"[BW]\+[TF]", result):
        wrong.append(f"no result: {result!r}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ko", choices=["simple", "positional", "situational"], default="simple")
    parser.add_argument("--area", action="store_true", help="scores are those of the board as it stands")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    count, bad = 0, 0
    for path in options.files:
        with open(path, encoding="utf-8") as file:
            found = games(file.read())
        if not found:
            print(f"{path}: no game")
            bad += 1
        for index, nodes in enumerate(found, 1):
            count += 1
            for fault in faults(nodes, options.ko, options.area):
                bad += 1
                print(f"{path}, game {index}: {fault}")
    print(f"{count} games, {bad} faults")
    return 1 if bad or not count else 0


if __name__ == "__main__":
    sys.exit(main())
