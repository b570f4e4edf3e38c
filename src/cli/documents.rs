//! The generated pages of the reference: `docs/commands.md`, `docs/nboard.md`, `docs/gomocup.md`, `docs/sau.md`, `docs/options.md`. A test holds the committed files against
//! them.

use super::arguments::Page;
use crate::engine::{OPTION_TABLES, OptionKind, OptionRow, Scope};
use crate::protocol::nboard::COMMANDS;
use crate::protocol::{gomocup, sau};
use crate::session;
use std::fmt::Write as _;

/// A page as Markdown.
pub fn page(page: Page) -> String {
    match page {
        Page::Commands => commands(),
        Page::Nboard => nboard(),
        Page::Gomocup => brain(),
        Page::Sau => platform(),
        Page::Options => options(),
    }
}

fn commands() -> String {
    let mut out = String::from(
        "# GTP commands\n\n\
         <!-- Written by `tesuji docs commands`; change the table in src/protocol/gtp/commands instead. -->\n\n\
         Arguments in `[ ]` may be left out. `tesuji` lists exactly these commands in `list_commands`.\n\n",
    );
    out.push_str(&crate::protocol::gtp::documentation());
    out
}

fn nboard() -> String {
    let mut out = String::from(
        "# Commands of the NBoard protocol\n\n\
         <!-- Written by `tesuji docs nboard`; change the table in src/protocol/nboard/commands.rs instead. -->\n\n\
         What `tesuji nboard` understands. A line that it does not understand, or that asks for what cannot be done, is ignored \
         whole. Squares are `F5`, a pass is `PA`; EVAL is in discs for the side to move, in `move` in hundredths of discs; in \
         DEPTH `100%` is an exact score and `100%W` a proved win, draw or loss.\n\n\
         | command | version | meaning |\n|---|---|---|\n",
    );
    for row in COMMANDS {
        let usage = format!("{} {}", row.name, row.arguments);
        let _ = writeln!(out, "| `{}` | {} | {} |", usage.trim_end(), row.version, row.help);
    }
    out
}

fn brain() -> String {
    let mut out = String::from(
        "# Commands of the Gomocup protocol\n\n\
         <!-- Written by `tesuji docs gomocup`; change the tables in src/protocol/gomocup/commands.rs and info.rs instead. -->\n\n\
         What `tesuji gomocup` understands, in any case, with CR LF or LF at the ends of lines. Squares are `x,y` from 0, `y` from \
         the top. `;` is the end of a line. A command that fails answers `ERROR` and changes nothing; one that is not known \
         answers `UNKNOWN`; `MESSAGE` lines may stand before any answer.\n\n\
         | command | answer | of | meaning |\n|---|---|---|---|\n",
    );
    let cell = |text: &str| text.replace('|', "\\|");
    for row in gomocup::COMMANDS {
        let space = if row.arguments.starts_with(';') { "" } else { " " };
        let usage = format!("{}{space}{}", row.name, row.arguments);
        let (usage, answer) = (cell(usage.trim_end()), cell(row.answer));
        let _ = writeln!(out, "| `{usage}` | {answer} | {} | {} |", row.dialect.name(), row.help);
    }
    out.push_str(
        "\n## Keys of INFO\n\n\
         They hold from then on, also in the middle of a game. Unknown keys are passed over; what is wrong with a value is told by a \
         `MESSAGE` at the next command that is not `INFO`, and the value before it stays.\n\n\
         | key | takes | of | meaning |\n|---|---|---|---|\n",
    );
    for row in gomocup::INFO {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            row.key,
            row.value,
            row.dialect.name(),
            row.help
        );
    }
    out
}

/// What stands above the table.
const PLATFORM: &str = "\
# The SAU platform's protocol

<!-- Written by `tesuji docs sau`; change the table in src/protocol/sau/commands.rs or the text in src/cli/documents.rs instead. -->

The game platform of Shenyang Aerospace University (SAUGamePlatform) is the referee of Phantom Go at the Chinese computer games \
contest. An engine is a program that it starts, one for each side, and that it talks to in lines of text over pipes.

## Plugging in

The engine is the program `tesuji` with the argument `sau`. A platform that takes only the name of a file wants a script (on \
Windows a `.bat` file) with that one line:

```sh
/full/path/tesuji sau --time-per-move 5 --log-file /tmp/phantom.log
```

- The platform has no clock. A turn, with all tries that are refused in it, takes two seconds unless `--time-per-move SECONDS` or \
`--playouts N` says otherwise.
- It reads standard error as if it were answers. Nothing is written there unless `RUST_LOG` is set; `--log-file` keeps the whole \
conversation.
- Boards other than 9x9: `--size N`. Letters go on beyond I; the platform's base letters must begin at A.
- The platform never enforces the ko rule that its document has (its source reads the point of the ko from the wrong place). The \
engine plays under `contest ko=unsure`: it tries to take back when it wants to, expects the opponent to do so, and takes a refusal \
at such a point for what it may be. `--rules` and `--set` name other rules. So that no game is endless, it leaves a point alone on \
which it has played ten times.
- It does not score: after two passes it shows a win for White. Count the board.

The same dialect the other way round: `sau:CMD` is a player of `tesuji match --game phantom-go`, and then this program is the referee.

## Commands

A point is two capital letters, column A to I from the left and row A to I from the top; I is used. SAU AA is A9 of GTP, EE is E5, \
IA is J9, II is J1. A list of stones is their number, a blank, and their letters with nothing between them. Lines end with LF or CR LF; \
each answer is one line, written at one stroke. A line that is not understood, or that cannot be true, is passed over in silence.

| command | answer | meaning |
|---|---|---|
";

fn platform() -> String {
    let mut out = String::from(PLATFORM);
    for row in sau::COMMANDS {
        let usage = format!("{} {}", row.name, row.arguments).replace('|', "\\|");
        let synonym = row.synonym.map_or(String::new(), |word| format!(", `{word}`"));
        let _ =
            writeln!(out, "| `{}`{synonym} | {} | {} |", usage.trim_end(), row.answer, row.help);
    }
    out
}

fn options() -> String {
    let mut out = String::from(
        "# Options\n\n\
         <!-- Written by `tesuji docs options`; change src/engine/options/ instead. -->\n\n\
         Each of these is set by `--set KEY=VALUE` on the command line, by a line `KEY = VALUE` under `[options]` in the \
         configuration file, and, while the program runs, by `kata-set-param KEY VALUE` (parts of the rules by \
         `kata-set-rule`). Names and words may be written in any case. Flags such as `--threads` are short for the \
         option of the same name.\n",
    );
    for table in OPTION_TABLES {
        let sets = session::find(table.game).is_some_and(|game| !game.usual_rules.is_empty());
        for (scope, title) in [(Scope::Rules, "rules"), (Scope::Engine, "engine")] {
            let mut rows = table.rows.iter().filter(|row| row.scope == scope).peekable();
            if rows.peek().is_none() {
                continue;
            }
            let _ = write!(
                out,
                "\n## {}: {title}\n\n| key | takes | default | meaning |\n|---|---|---|---|\n",
                table.game
            );
            for row in rows {
                let _ = writeln!(out, "{}", option_line(row, sets));
            }
        }
    }
    out
}

fn option_line(row: &OptionRow, sets: bool) -> String {
    let takes = match row.kind {
        OptionKind::Choice(words) => words.join(", "),
        kind => kind.to_string(),
    };
    let default = match row.scope {
        Scope::Rules if sets => "the rule set's".to_string(),
        Scope::Rules | Scope::Engine => row.default.to_string(),
    };
    let aliases = match row.aliases {
        [] => String::new(),
        aliases => format!(" Also: {}.", aliases.join(", ")),
    };
    format!("| {} | {takes} | {default} | {}{aliases} |", row.name, row.help)
}
