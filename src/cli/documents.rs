//! The generated pages of the reference: `docs/commands.md`, `docs/nboard.md`, `docs/gomocup.md`, `docs/options.md`. A test holds the committed files against
//! them.

use super::arguments::Page;
use crate::engine::{OPTION_TABLES, OptionKind, OptionRow, Scope};
use crate::protocol::gomocup;
use crate::protocol::nboard::COMMANDS;
use crate::session;
use std::fmt::Write as _;

/// A page as Markdown.
pub fn page(page: Page) -> String {
    match page {
        Page::Commands => commands(),
        Page::Nboard => nboard(),
        Page::Gomocup => brain(),
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

fn options() -> String {
    let mut out = String::from(
        "# Options\n\n\
         <!-- Written by `tesuji docs options`; change src/engine/options.rs instead. -->\n\n\
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
