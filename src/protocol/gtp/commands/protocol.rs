//! Commands about the program and the protocol itself.

use super::Row;
use crate::engine::{Scope, options_of};
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::{Server, done};
use crate::protocol::gtp::{Rest, Word, command};
use crate::session::{self, GAMES};

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command("protocol_version", "Version of GTP: 2.", protocol_version),
        command("name", "Name of the program.", name),
        command("version", "Version of the program.", version),
        command("known_command", "Is that a command that can be used now?", known_command),
        command("list_commands", "Names of all commands that can be used now.", list_commands),
        command("help", "Arguments and meaning of one command, or of all.", help),
        command("quit", "Ends the program.", quit),
        command("cputime", "CPU seconds used so far, all threads together.", cputime),
        command("list_games", "Names of the games that can be played.", list_games),
        command("set_game", "Opens another game, with that game's own settings.", set_game),
    ]
}

fn protocol_version(_: &mut Server<'_>) -> Answer {
    Ok("2".into())
}

fn name(_: &mut Server<'_>) -> Answer {
    Ok("tesuji".into())
}

fn version(server: &mut Server<'_>) -> Answer {
    let version = env!("CARGO_PKG_VERSION");
    Ok(match server.session.network() {
        Some(network) => format!("{version} {network}"),
        None => version.into(),
    })
}

fn known_command(server: &mut Server<'_>, name: Rest) -> Answer {
    Ok(server.table.find(server, name.0.as_bytes()).is_some().to_string())
}

fn list_commands(server: &mut Server<'_>) -> Answer {
    let rows = server.table.rows().iter().filter(|row| row.serves(server));
    Ok(rows.map(|row| row.name).collect::<Vec<_>>().join("\n"))
}

fn help(server: &mut Server<'_>, name: Option<Word>) -> Answer {
    let lines: Vec<String> = server
        .table
        .rows()
        .iter()
        .filter(|row| row.serves(server))
        .filter(|row| name.as_ref().is_none_or(|name| name.0 == row.name))
        .map(|row| {
            let blank = if row.usage.is_empty() { "" } else { " " };
            format!("{}{blank}{}: {}", row.name, row.usage, row.help)
        })
        .collect();
    if lines.is_empty() { Err(Failure::new("unknown command")) } else { Ok(lines.join("\n")) }
}

fn quit(server: &mut Server<'_>) -> Answer {
    server.quit();
    Ok(String::new())
}

fn cputime(_: &mut Server<'_>) -> Answer {
    let time = cpu_time::ProcessTime::try_now()
        .map_err(|error| Failure::new(format!("no CPU time: {error}")))?;
    Ok(format!("{:.3}", time.as_duration().as_secs_f64()))
}

fn list_games(_: &mut Server<'_>) -> Answer {
    let titles = GAMES.iter().flat_map(|game| {
        let variants = game.variants.iter().map(|(title, _)| *title);
        std::iter::once(game.title).chain(variants)
    });
    Ok(titles.collect::<Vec<_>>().join("\n"))
}

/// Has the engine of that game such an option, and does it take the value?
fn is_known(game: &str, name: &str, value: &str) -> bool {
    let row = options_of(game).and_then(|table| table.find(name).ok());
    row.is_some_and(|row| row.scope == Scope::Engine && row.parse(value).is_ok())
}

fn set_game(server: &mut Server<'_>, name: Word) -> Answer {
    let (game, rules) = session::named(&name.0).ok_or_else(|| Failure::new("unknown game"))?;
    let variant = game.variants.iter().find(|(_, variant)| Some(*variant) == rules);
    let title = variant.map_or(game.title, |(title, _)| title);
    if title != server.session.passport().title {
        let rules = rules.map(str::to_owned);
        // How the engine plays, as the program was started, holds for every game that knows of it.
        let said = &server.config.settings.options;
        let options = said.iter().filter(|(name, value)| is_known(game.name, name, value));
        let options = options.cloned().collect();
        let settings = session::Settings { rules, options, ..session::Settings::default() };
        server.session = (game.open)(&settings)?;
        server.config.game = game;
    }
    done(Ok(()))
}
