#!/usr/bin/env python3
"""Plays a match between two GTP programs and keeps the books. Python 3.8+, standard library only.

Default: this repository's release binary against GNU Go 3.8 level 10 on 9x9, komi 7.5, area scoring, one thread.

  scripts/match.py --games 100 --time-per-move 1 --out runs/gnugo
  scripts/match.py --games 20 --playouts 2000 --out runs/quick
  scripts/match.py --b "target/release/tesuji gtp --threads 1 --engine uct" --playouts 1000 --out runs/uct
  scripts/match.py --b self --clock 1 0 0 --jobs 2 --games 100 --out runs/fast

Colours are swapped after each game. Every move is checked by scripts/referee.py; a finished game is scored by the
referee program (GNU Go unless --referee says otherwise) after a replay, and by both players' own final_score, which are
compared with it. OUT/games.jsonl is the journal: run the same command again and finished games are kept, missing ones
played. OUT also gets an SGF a game.

Exit status: 0 the match is complete; 1 program A made an illegal move, broke the protocol, or lost on time; 2 wrong use.
"""

import argparse
import json
import math
import os
import shutil
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from gtp import Broken, Engine, Refused
from referee import Illegal, Referee, score_text

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Debian puts GNU Go where not every PATH looks.
os.environ["PATH"] = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
GNUGO = "gnugo --mode gtp --level 10 --chinese-rules --positional-superko"


def wilson(points, games, z=1.96):
    """95 % interval of a rate (Wilson 1927); draws count half."""
    if games == 0:
        return 0.0, 1.0
    rate = points / games
    centre = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (centre - spread) / scale, (centre + spread) / scale


class Flagged(Exception):
    """The clock ran out."""


class Clock:
    """The controller's clock for GTP's three numbers; wall time, everything counted."""

    def __init__(self, numbers):
        self.numbers = numbers
        if numbers:
            self.main, self.period, self.stones = float(numbers[0]), float(numbers[1]), numbers[2]
            self.unlimited = self.period > 0 and self.stones == 0
            self.left, self.count, self.overtime = self.main, 0, False
            if not self.unlimited and self.main == 0 and self.period > 0:
                self._enter()

    def _enter(self):
        self.overtime, self.left, self.count = True, self.period, self.stones

    def take(self, seconds):
        """Takes a move's time off; raises Flagged."""
        if not self.numbers or self.unlimited:
            return
        self.left -= seconds
        if self.left < 0 and not self.overtime and self.period > 0:
            over = -self.left
            self._enter()
            self.left -= over
        if self.left < 0:
            raise Flagged(f"{-self.left:.3f} s over")
        if self.overtime:
            self.count -= 1
            if self.count == 0:
                self._enter()


class Game:
    """One game, to be played on fresh processes."""

    def __init__(self, options, number):
        self.options, self.number = options, number
        black_is_a = number % 2 == 0
        self.names = {"b": "a" if black_is_a else "b", "w": "b" if black_is_a else "a"}
        self.times = {"a": [], "b": []}
        self.notes = []

    def play(self):
        """The journal's entry."""
        options = self.options
        engines = {}
        try:
            for color, name in self.names.items():
                command = options.a if name == "a" else options.b
                engines[color] = Engine(command, options.timeout)
            self.referee = Referee(options.size, ko=options.ko)
            result = self._moves(engines)
            scores = {}
            if result is None:
                result, scores = self._score(engines)
        finally:
            for engine in engines.values():
                engine.quit()
        winner = self.names.get(result[0].lower()) if result[0] in "BW" else None
        for name, score in scores.items():
            if score != result:
                self.notes.append(f"{name} says {score}, the referee {result}")
        entry = {
            "game": self.number, "black": self.names["b"], "result": result, "winner": winner,
            "moves": len(self.referee.moves), "notes": self.notes, "scores": scores,
            "times": {name: {"total": round(sum(t), 3), "max": round(max(t, default=0), 3),
                             "count": len(t)} for name, t in self.times.items()},
        }
        self._sgf(entry)
        return entry

    def _moves(self, engines):
        """Plays to the end; the result unless the position must be scored."""
        options = self.options
        clocks = {color: Clock(options.clock) for color in "bw"}
        for color, engine in engines.items():
            try:
                for command in (f"boardsize {options.size}", "clear_board", f"komi {options.komi:g}"):
                    engine.send(command)
                if options.clock:
                    engine.send("time_settings " + " ".join(map(str, options.clock)))
            except (Refused, Broken) as error:
                return self._forfeit(color, f"{error}")
        color = "b"
        while self.referee.passes < 2 and len(self.referee.moves) < options.max_moves:
            engine, other = engines[color], engines["w" if color == "b" else "b"]
            name = self.names[color]
            try:
                if options.time_left and options.clock and not clocks[color].unlimited:
                    clock = clocks[color]
                    engine.send(f"time_left {color} {int(clock.left)} {clock.count}")
                start = time.perf_counter()
                vertex = engine.send(f"genmove {color}").strip()
                spent = time.perf_counter() - start
                self.times[name].append(spent)
                clocks[color].take(spent)
                if vertex.lower() == "resign":
                    return f"{'W' if color == 'b' else 'B'}+R"
                self.referee.play(color, vertex)
            except Flagged as error:
                self.notes.append(f"{name} lost on time: {error}")
                return f"{'W' if color == 'b' else 'B'}+T"
            except (Refused, Broken, Illegal) as error:
                return self._forfeit(color, f"{error}")
            try:
                other.send(f"play {color} {vertex}")
            except (Refused, Broken) as error:
                # The move is legal by our referee, so refusing it is the other's fault.
                return self._forfeit("w" if color == "b" else "b", f"{error}")
            color = "w" if color == "b" else "b"
        if self.referee.passes < 2:
            self.notes.append("move limit")
        return None

    def _forfeit(self, color, why):
        self.notes.append(f"{self.names[color]} forfeits: {why}")
        return f"{'W' if color == 'b' else 'B'}+F"

    def _score(self, engines):
        """The referee program's result, and the players'."""
        options = self.options
        scores = {}
        for color, engine in engines.items():
            try:
                scores[self.names[color]] = self._norm(engine.send("final_score"))
            except (Refused, Broken) as error:
                scores[self.names[color]] = f"none ({error})"
        if options.referee == "none":
            return score_text(self.referee.area_margin(options.komi)), scores
        program = Engine(options.referee, options.timeout)
        try:
            for command in (f"boardsize {options.size}", "clear_board", f"komi {options.komi:g}"):
                program.send(command)
            for color, vertex in self.referee.moves:
                program.send(f"play {color} {vertex}")
            return self._norm(program.send("final_score")), scores
        except (Refused, Broken) as error:
            self.notes.append(f"the referee program failed: {error}")
            return score_text(self.referee.area_margin(options.komi)), scores
        finally:
            program.quit()

    @staticmethod
    def _norm(text):
        """`B+3.5` without trailing zeros."""
        text = text.split()[0] if text.split() else ""
        if text[:2] in ("B+", "W+"):
            try:
                return f"{text[:2]}{float(text[2:]):g}"
            except ValueError:
                return text
        return text

    def _sgf(self, entry):
        options = self.options
        letters = "abcdefghijklmnopqrstuvwxyz"
        name = {"a": options.a, "b": options.b}
        escape = lambda text: text.replace("\\", "\\\\").replace("]", "\\]")
        out = [f"(;GM[1]FF[4]CA[UTF-8]SZ[{options.size}]KM[{options.komi:g}]RU[Chinese]",
               f"PB[{escape(name[self.names['b']])}]PW[{escape(name[self.names['w']])}]",
               f"RE[{entry['result']}]"]
        if entry["notes"]:
            out.append(f"GC[{escape('; '.join(entry['notes']))}]")
        for color, vertex in self.referee.moves:
            place = ""
            if vertex != "pass":
                x, y = self.referee.point(vertex)
                place = letters[x] + letters[options.size - 1 - y]
            out.append(f"\n;{color.upper()}[{place}]")
        path = os.path.join(options.out, f"game-{self.number:04}.sgf")
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(out) + ")\n")


def summary(options, entries):
    """The report, and whether program A behaved."""
    games = len(entries)
    won = sum(entry["winner"] == "a" for entry in entries)
    drawn = sum(entry["winner"] is None for entry in entries)
    low, high = wilson(won + drawn / 2, games)
    lines = [f"A: {options.a}", f"B: {options.b}",
             f"{options.size}x{options.size}, komi {options.komi:g}, {games} games"]
    rate = (won + drawn / 2) / games if games else 0
    lines.append(f"A won {won}, drew {drawn}, lost {games - won - drawn}: {100 * rate:.1f} % "
                 f"(95 %: {100 * low:.1f} .. {100 * high:.1f})")
    for color, text in (("a", "Black"), ("b", "White")):
        part = [entry for entry in entries if entry["black"] == color]
        lines.append(f"  as {text}: {sum(e['winner'] == 'a' for e in part)} of {len(part)}")
    for name in "ab":
        total = sum(entry["times"][name]["total"] for entry in entries)
        count = sum(entry["times"][name]["count"] for entry in entries)
        longest = max((entry["times"][name]["max"] for entry in entries), default=0)
        lines.append(f"{name.upper()}: {total / max(count, 1):.3f} s a move on average, {longest:.3f} s at most, "
                     f"{total / max(games, 1):.1f} s a game")
    faults = {"a": 0, "b": 0}
    flags = {"a": 0, "b": 0}
    disagree = {"a": 0, "b": 0}
    for entry in entries:
        loser = {"a": "b", "b": "a"}.get(entry["winner"])
        if entry["result"].endswith("+F"):
            faults[loser] += 1
        if entry["result"].endswith("+T"):
            flags[loser] += 1
        for name, score in entry["scores"].items():
            disagree[name] += score != entry["result"]
    for name in "ab":
        lines.append(f"{name.upper()}: {faults[name]} illegal moves, crashes or protocol errors; {flags[name]} losses on "
                     f"time; {disagree[name]} final scores other than the referee's")
    lines.append(f"mean length {sum(e['moves'] for e in entries) / max(games, 1):.1f} moves")
    return "\n".join(lines), faults["a"] + flags["a"] == 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", help="program A (default: tesuji of this repository)")
    parser.add_argument("--b", default=GNUGO, help="program B, or `self` for A again (default: %(default)s)")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--ko", choices=["simple", "positional", "situational"], default="positional",
                        help="the ko rule that moves are checked by")
    parser.add_argument("--time-per-move", type=float, help="seconds, for the default program A")
    parser.add_argument("--playouts", type=int, help="playouts a move, for the default program A")
    parser.add_argument("--threads", type=int, default=1, help="for the default program A")
    parser.add_argument("--clock", type=int, nargs=3, metavar=("MAIN", "PERIOD", "STONES"),
                        help="GTP time_settings for both; whoever oversteps loses")
    parser.add_argument("--time-left", action="store_true", help="send time_left before each genmove")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--max-moves", type=int, default=1000)
    parser.add_argument("--timeout", type=float, default=120, help="seconds to wait for an answer")
    parser.add_argument("--referee", default=GNUGO, help="program that scores, or `none`: the board as it stands")
    parser.add_argument("--out", required=True, help="folder for journal and records")
    options = parser.parse_args()
    if not options.a:
        options.a = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release/tesuji")
        options.a = os.environ.get("TESUJI", options.a)
        options.a += f" gtp --rules chinese-kgs --threads {options.threads}"
        if options.time_per_move:
            options.a += f" --time-per-move {options.time_per_move:g}"
        if options.playouts:
            options.a += f" --playouts {options.playouts}"
    if options.b == "self":
        options.b = options.a
    for command in (options.a, options.b, options.referee):
        if command != "none" and not shutil.which(command.split()[0]):
            parser.error(f"there is no program {command.split()[0]}")
    if not 1 <= options.size <= 25 or options.games < 1 or options.jobs < 1:
        parser.error("a size is 1 to 25; games and jobs are at least 1")
    return options, parser


def main():
    options, parser = parse()
    os.makedirs(options.out, exist_ok=True)
    path = os.path.join(options.out, "games.jsonl")
    head = {key: getattr(options, key) for key in
            ("a", "b", "size", "komi", "ko", "clock", "time_left", "max_moves", "referee")}
    entries = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if line.endswith("\n")]
        if lines and json.loads(lines[0]) != head:
            parser.error(f"{path} is the journal of another match: take another --out")
        for line in lines[1:]:
            entry = json.loads(line)
            entries[entry["game"]] = entry
        # A line cut short by a crash is no entry: write the journal anew without it.
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines or [json.dumps(head) + "\n"])
    else:
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(head) + "\n")
    lock = threading.Lock()

    def one(number):
        entry = Game(options, number).play()
        with lock:
            entries[number] = entry
            with open(path, "a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
            won = sum(e["winner"] == "a" for e in entries.values())
            notes = f" ({'; '.join(entry['notes'])})" if entry["notes"] else ""
            print(f"game {number}: A is {'Black' if entry['black'] == 'a' else 'White'}, {entry['result']}, "
                  f"{entry['moves']} moves; A {won} of {len(entries)}{notes}", flush=True)

    todo = [number for number in range(options.games) if number not in entries]
    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(one, todo))
    played = [entries[number] for number in sorted(entries) if number < options.games]
    text, well = summary(options, played)
    with open(os.path.join(options.out, "summary.txt"), "w", encoding="utf-8") as file:
        file.write(text + "\n")
    print(text)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
