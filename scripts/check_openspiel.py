#!/usr/bin/env python3
"""Plays random games of Phantom Go in OpenSpiel and tries the same moves before tesuji's referee.

    scripts/check_openspiel.py [--games 1000] [--size 9] [--seed 1] [--tesuji target/release/tesuji]

After every try both must agree whether it was accepted, what lies on the true board, and how many stones were taken; at
the end, on the result. (One rule differs and is left out of the games: two passes with a refused try between them end
no game in OpenSpiel, which looks at the last two tries.) Needs the Python package open_spiel (2.0 or later), an independent implementation. Tesuji plays
under its rules `openspiel`. Ends with status 1 at the first difference.
"""

import argparse
import random
import subprocess
import sys

try:
    import pyspiel
except ImportError:
    sys.exit("the Python package open_spiel is missing: pip install open_spiel")

LETTERS = "ABCDEFGHJKLMNOPQRST"


class Engine:
    """A program behind GTP."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, *commands):
        """Sends the commands in one go and returns their answers, without the signs before them."""
        self.process.stdin.write("\n".join(commands) + "\n")
        self.process.stdin.flush()
        answers = []
        for command in commands:
            lines = []
            while True:
                line = self.process.stdout.readline()
                if not line:
                    sys.exit(f"tesuji ended at {command}")
                if line == "\n" and lines:
                    break
                lines.append(line.rstrip("\n"))
            answers.append("\n".join(lines))
        return answers


def true_board(state, size):
    """The stones in OpenSpiel's game, row by row from the top, in GoGui's letters."""
    rows = [line[3:] for line in str(state).splitlines() if line[:2].strip().isdigit()]
    return [" ".join(row[:size]).replace("+", ".") for row in rows[:size]]


def play(engine, game, size, rng):
    """Plays a game; returns its tries, refusals, captured stones and how it ended."""
    state = game.new_initial_state()
    engine.ask("clear_board")
    tries = refusals = taken = 0
    passed, refused = False, False
    while not state.is_terminal():
        player = state.current_player()
        actions = state.legal_actions()
        if passed and refused:
            actions.remove(size * size)
        action = rng.choice(actions)
        before = true_board(state, size)
        state.apply_action(action)
        after = true_board(state, size)
        row, column = divmod(action, size)
        vertex = "pass" if action == size * size else f"{LETTERS[column]}{row + 1}"
        color = "bw"[player]
        answer, board = engine.ask(f"phantom-try {color} {vertex}", "gogui-rules_board")
        tries += 1
        where = f"try {tries}: {color} {vertex}\n" + "\n".join(before)
        words = answer.lstrip("= ").split()
        refused = not state.is_terminal() and state.current_player() == player
        if state.is_terminal() and vertex != "pass":
            # The last try of all: refused if it changed nothing.
            refused = before == after
        if (words[:1] == ["refused"]) != refused:
            sys.exit(f"{where}\nOpenSpiel: refused is {refused}, tesuji: {answer}")
        refusals += refused
        if not refused:
            passed = vertex == "pass"
        if board.lstrip("= ").split("\n") != after:
            sys.exit(f"{where}\nOpenSpiel:\n" + "\n".join(after) + f"\ntesuji: {board}")
        stone = "O" if color == "b" else "X"
        count = sum(r.count(stone) for r in before) - sum(r.count(stone) for r in after)
        told = int(words[words.index("taken") + 1]) if "taken" in words else 0
        if told != count:
            sys.exit(f"{where}\nOpenSpiel took {count}, tesuji says {answer}")
        taken += count
        if ("over" in words) != state.is_terminal():
            sys.exit(f"{where}\nOpenSpiel over: {state.is_terminal()}, tesuji: {answer}")
    (result,) = engine.ask("phantom-reveal")
    result = result.split("\n")[-1]
    black = state.returns()[0]
    ours = {"B": 1.0, "W": -1.0, "0": 0.0}[result[0]]
    if black != ours:
        sys.exit(f"OpenSpiel: {state.returns()}, tesuji: {result}\n{state}")
    if black == 0.0:
        ending = "repetition"
    elif tries >= 4 * size * size:
        ending = "length"
    else:
        ending = "passes"
    return tries, refusals, taken, ending


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tesuji", default="target/release/tesuji")
    options = parser.parse_args()
    size = options.size
    rng = random.Random(options.seed)
    game = pyspiel.load_game(f"phantom_go(board_size={size},komi=7.5)")
    command = [options.tesuji, "gtp", "--game", "phantom-go", "--rules", "openspiel"]
    engine = Engine(command + ["--size", str(size)])
    sums = [0, 0, 0]
    endings = {}
    for _ in range(options.games):
        *counts, ending = play(engine, game, size, rng)
        sums = [a + b for a, b in zip(sums, counts)]
        endings[ending] = endings.get(ending, 0) + 1
    engine.ask("quit")
    told = ", ".join(f"{count} by {ending}" for ending, count in sorted(endings.items()))
    print(
        f"{options.games} games on {size}x{size} agree: {sums[0]} tries, {sums[1]} refused, "
        f"{sums[2]} stones taken; ended {told}"
    )


if __name__ == "__main__":
    main()
