#!/usr/bin/env bash
# Games of Phantom Go over `tesuji sau` in both roles: the program is the platform and both engines, colours alternate. No try may
# be illegal or lost, no turn may hang, no game may be endless. Needs python3.
#
#   scripts/phantom.sh [GAMES] [FOLDER] [OPTIONS OF tesuji sau ...]
#
# Without options the engines play at random, which makes the most refusals, captures and odd positions in the least time;
# with, for example, `--playouts 50 --threads 1` they think. TESUJI names another binary than the release build.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000}
out=$(mkdir -p "${2:-target/phantom}" && cd "${2:-target/phantom}" && pwd)
options=("${@:3}")
[ "${#options[@]}" -gt 0 ] || options=(--engine random)
if [ -z "${TESUJI:-}" ]; then
    cargo build --release --quiet --bin tesuji
    TESUJI=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)/release/tesuji
fi

# SAU's referee never enforces ko: half of the games have that, and half the contest's own rule. Like him, this one breaks no
# game off before it is certain that it would never end.
for ko in none simple; do
    rm -f "$out/$ko".jsonl "$out/$ko".sgf
    "$TESUJI" match --game phantom-go --set ko=$ko --set cap=0 --max-moves 2000 --games $(((games + 1) / 2)) --patience 20 --concurrency 2 --seed 11 \
        --black "sau:$TESUJI sau --seed 1 ${options[*]}" --black-name one \
        --white "sau:$TESUJI sau --seed 2 ${options[*]}" --white-name two \
        --journal "$out/$ko.jsonl" --sgf "$out/$ko.sgf" >"$out/$ko.txt" 2>"$out/$ko.progress"
    grep -E '^(player|one|two|Game length|Endings)' "$out/$ko.txt"
done
python3 - "$games" "$out/none.jsonl" "$out/simple.jsonl" <<'CHECK'
import json, sys
games, paths = int(sys.argv[1]), sys.argv[2:]
entries = []
for path in paths:
    part = [json.loads(line) for line in open(path, encoding="utf-8")][1:]
    assert sorted(entry["game"] for entry in part) == list(range(1, len(part) + 1)), f"{path}: a game is missing or doubled"
    entries += part
assert len(entries) >= games, f"{len(entries)} games"
moves = tries = longest = 0
for entry in entries:
    where = f"game {entry['game']}"
    assert not entry.get("faults"), f"{where}: {entry['faults']}"
    assert entry["ending"] == "score", f"{where} ended by {entry['ending']}"
    refused = [move.get("refused", []) for move in entry["moves"]] + [entry.get("refused", [])]
    for turn in refused:
        assert len(turn) == len(set(turn)), f"{where}: a point tried twice in a turn: {turn}"
    moves += len(entry["moves"])
    tries += sum(map(len, refused))
    assert [move["move"] for move in entry["moves"][-2:]] == ["pass", "pass"], f"{where} did not end by passes"
    longest = max(longest, len(entry["moves"]))
print(f"{len(entries)} games, {moves} moves (the longest game {longest}), {tries} refused tries: no fault, none lost, all ended by passes")
CHECK
