#!/usr/bin/env bash
# Pictures of the report page for a look at it by eye: plays a small event, reports on it, and takes screenshots in
# headless Chromium, light and dark, wide and narrow. Fails when the page's script reports an error. Needs a release build
# (or TESUJI=path) and chromium; takes about a minute. Not part of the continuous integration.
#
#   scripts/screenshots.sh [FOLDER]        default: a new folder under /tmp
set -euo pipefail
cd "$(dirname "$0")/.."
tesuji=${TESUJI:-target/release/tesuji}
browser=${CHROMIUM:-chromium}
out=${1:-$(mktemp -d /tmp/tesuji-screenshots.XXXXXX)}
mkdir -p "$out"
out=$(cd "$out" && pwd)

[ -x "$tesuji" ] || { echo "no $tesuji: build it, or say TESUJI=path" >&2; exit 2; }
command -v "$browser" >/dev/null || { echo "no $browser: install it, or say CHROMIUM=program" >&2; exit 2; }

if [ ! -e "$out/match.jsonl" ]; then
    "$tesuji" match --black "uct playouts=100" --white random --size 9 --games 20 --journal "$out/match.jsonl" >/dev/null
fi
"$tesuji" report "$out/match.jsonl" --html "$out/match.html" >"$out/match.txt"

failed=0
# Name, window, colour scheme (0 dark, 1 light), what to select.
shoot() {
    # A window of its own height for each: one that has to scroll comes out blank where it was scrolled.
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --enable-logging=stderr \
        --blink-settings="preferredColorScheme=$3" --window-size="$2" --screenshot="$out/$1.png" \
        "file://$out/match.html$4" >/dev/null 2>"$out/$1.log"
    if grep -E 'CONSOLE.*(rror|efused)' "$out/$1.log"; then
        echo "$1: the page's script failed" >&2
        failed=1
    fi
}
shoot light-wide 1200,3400 1 ""
shoot light-game 1200,3400 1 "#game=3&move=20"
shoot dark-wide 1200,3400 0 "#game=3&move=20"
shoot light-narrow 500,5200 1 "#game=3&move=20"
shoot dark-narrow 500,5200 0 ""
echo "$out"
exit "$failed"
