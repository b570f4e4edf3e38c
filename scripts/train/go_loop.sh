#!/usr/bin/env bash
# Improves a network of Go for one board by its own games, generation by generation: the best network plays against itself, a new
# one is trained from it on these games and those of the generations before, and the two play a match of paired openings. The new
# one is promoted only if it wins it: the lower end of the 95 % interval (Wilson) of its score must be above one half, which with
# 200 games takes 57 %. Resumable: run it again and it goes on where it was stopped. The packages of
# scripts/train/go/requirements.txt must be there.
#
#   scripts/train/go_loop.sh FOLDER [GENERATIONS]        default: 10 generations in all
#
# FOLDER/promotions.csv has a line for each generation; FOLDER/best.net is the best network so far. What may be set:
#
#   SIZE, KOMI           the board and its fair komi                              9, 7
#   START                the network to begin with: NAME.net, a state.pt of       src/eval/weights/go.net
#                        train.py, or untrained:CHANNELSxBLOCKS
#   SLICES               files of 50 games in a generation                        20
#   VISITS, FAST         visits of moves that are recorded and of others          200, 32
#   SELFPLAY             further arguments of `tesuji train selfplay`
#   WINDOW               generations whose games are trained on                   4
#   RECORDS              a folder of further records that are mixed in (t*.bin; val*.bin are measured with)
#   STEPS                steps of training; the last quarter with a falling rate  1000
#   ARGUMENTS            further arguments of scripts/train/go/train.py
#   GAMES, PLAYOUTS      games of a match, playouts of their moves                200, 200
#   Z                    standard errors of the interval; 0 = any score over a half  1.96
#   PLIES, BALANCE       of the openings (`tesuji openings`)                      4, 0.2:0.8
#   OPENINGS             a file of openings in their place (an opening a line: C3 D4)
#   THREADS              games at the same time                                   all processors
#   TESUJI               another binary than the release build
set -euo pipefail
: "${1:?usage: scripts/train/go_loop.sh FOLDER [GENERATIONS]}"
folder=$(realpath -m "$1")
generations=${2:-10}
start=${START:-$(realpath "$(dirname "$0")/../../src/eval/weights/go.net")}
case $start in untrained:*) ;; *) start=$(realpath -e "$start") ;; esac
[ -z "${RECORDS:-}" ] || RECORDS=$(realpath -e "$RECORDS")
[ -z "${OPENINGS:-}" ] || OPENINGS=$(realpath -e "$OPENINGS")
[ -z "${TESUJI:-}" ] || TESUJI=$(realpath -e "$TESUJI")
cd "$(dirname "$0")/../.."
export LC_ALL=C
size=${SIZE:-9} komi=${KOMI:-7} threads=${THREADS:-$(nproc)} games=${GAMES:-200} steps=${STEPS:-1000}
case $folder in *[[:space:]]*) echo "the path of the folder must hold no blanks: $folder" >&2; exit 2 ;; esac
if [ -z "${TESUJI:-}" ]; then
    cargo build --release --quiet
    TESUJI=${CARGO_TARGET_DIR:-target}/release/tesuji
fi
scripts=scripts/train/go
log=$folder/promotions.csv
mkdir -p "$folder/gen0"

export_net() { # STATE NAME OUT: as a whole, so that a file that is there is a good one
    python3 $scripts/export.py --state "$1" --name "$2" --out "$3.tmp"
    mv "$3.tmp" "$3"
}

if [ ! -e "$folder/gen0/go.net" ]; then
    case $start in
        untrained:*)
            python3 $scripts/export.py --untrained "${start#untrained:}" --name "loop-$size-0" --out "$folder/gen0/go.tmp"
            mv "$folder/gen0/go.tmp" "$folder/gen0/go.net"
            ;;
        *.net) cp "$start" "$folder/gen0/go.tmp" && mv "$folder/gen0/go.tmp" "$folder/gen0/go.net" ;;
        *)
            cp "$start" "$folder/gen0/state.pt"
            export_net "$start" "loop-$size-0" "$folder/gen0/go.net"
            ;;
    esac
fi
if [ ! -e "$folder/openings.txt" ]; then
    if [ -n "${OPENINGS:-}" ]; then
        cp "$OPENINGS" "$folder/openings.tmp"
    elif ! "$TESUJI" openings --size "$size" --komi "$komi" --plies "${PLIES:-4}" --balance "${BALANCE:-0.2:0.8}" \
        --count $(((games + 1) / 2)) --playouts 100 >"$folder/openings.tmp"; then
        echo "too few openings: set PLIES, BALANCE or GAMES" >&2
        exit 1
    fi
    mv "$folder/openings.tmp" "$folder/openings.txt"
fi
[ -e "$log" ] || echo "generation,against,games,wins,draws,losses,score,low,promoted" >"$log"

# The last generation that was promoted, and the last one of all.
best=$(awk -F, 'NR > 1 && $9 == "yes" { best = $1 } END { print best + 0 }' "$log")
done=$(awk -F, 'NR > 1 { last = $1 } END { print last + 0 }' "$log")
cp "$folder/gen$best/go.net" "$folder/best.net"

for ((g = done + 1; g <= generations; g++)); do
    new=$folder/gen$g old=$folder/gen$best
    echo "generation $g from generation $best"
    # shellcheck disable=SC2086 # SELFPLAY is several words.
    nice "$TESUJI" train selfplay --game go --net "$old/go.net" --size "$size" --komi "$komi" --visits "${VISITS:-200}" \
        --fast "${FAST:-32}" --slices "0:${SLICES:-20}" --seed "$g" --threads "$threads" --out "$new/records" ${SELFPLAY:-}
    if [ ! -e "$new/go.net" ]; then
        # Links, so that no record lies there twice: the newest generations and what is mixed in.
        mkdir -p "$new/data"
        first=$((g - ${WINDOW:-4} + 1))
        for ((i = first > 1 ? first : 1; i <= g; i++)); do
            for file in "$folder/gen$i/records"/t*.bin; do ln -sf "$file" "$new/data/t$i-${file##*/}"; done
        done
        if [ -n "${RECORDS:-}" ]; then
            for file in "$RECORDS"/t*.bin "$RECORDS"/val*.bin; do
                name=${file##*/}
                [ ! -e "$file" ] || ln -sf "$file" "$new/data/${name/#t/tx-}"
            done
        fi
        from=$old/go.net
        [ ! -e "$old/state.pt" ] || from=$old/state.pt
        # shellcheck disable=SC2086 # ARGUMENTS are several words.
        nice python3 $scripts/train.py --data "$new/data" --out "$new" --start "$from" --steps "$steps" \
            --decay-from $((steps - steps / 4)) --share "$size=1,rest=1" --seed "$g" ${ARGUMENTS:-}
        export_net "$new/state.pt" "loop-$size-$g" "$new/go.net"
    fi
    nice "$TESUJI" match --black "mcts net=$new/go.net" --black-name new --white "mcts net=$old/go.net" --white-name best \
        --size "$size" --komi "$komi" --rules chinese-ogs --games "$games" --playouts "${PLAYOUTS:-200}" \
        --openings "$folder/openings.txt" --concurrency "$threads" --seed "$g" --journal "$new/match.jsonl" >"$new/match.txt"
    verdict=$("$TESUJI" report "$new/match.jsonl" --games-csv - | python3 $scripts/verdict.py --z "${Z:-1.96}")
    echo "$g,$best,$verdict" >>"$log"
    tail -n 1 "$log"
    if [[ $verdict == *,yes ]]; then
        best=$g
        cp "$new/go.net" "$folder/best.tmp" && mv "$folder/best.tmp" "$folder/best.net"
    fi
done
echo "the best network is that of generation $best: $folder/best.net"
