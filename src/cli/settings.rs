//! What the command line and the configuration file amount to.

use super::Usage;
use super::arguments::PlayOptions;
use crate::base::BoardSize;
use crate::engine::{OptionRow, OptionTable, OptionValue, Scope, options_of};
use crate::session::{self, GameRow, Session, read_file};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The configuration file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct File {
    game: Option<String>,
    rules: Option<String>,
    size: Option<toml::Value>,
    komi: Option<f32>,
    log_file: Option<PathBuf>,
    #[serde(default)]
    options: toml::Table,
}

/// The keys above `[options]`, which are long options of their own on the command line.
const TOP: [&str; 5] = ["game", "rules", "size", "komi", "log_file"];

impl File {
    fn read(path: &Path) -> Result<File> {
        let text = read_file(path)
            .and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other))
            .map_err(|error| Usage(format!("cannot read {}: {error}", path.display())))?;
        Ok(toml::from_str(&text).map_err(|error| {
            Usage(format!(
                "{} is no configuration: {error}\n{} stand at the top, everything else under [options]",
                path.display(),
                TOP.join(", ")
            ))
        })?)
    }
}

/// Settings, checked.
#[derive(Debug)]
pub struct Effective {
    /// The game.
    pub game: &'static GameRow,
    /// Its options table.
    pub table: &'static OptionTable,
    /// Rule set, if one was named.
    pub rules: Option<String>,
    /// Board, if one was named.
    pub size: Option<BoardSize>,
    /// Komi, if it was given.
    pub komi: Option<f32>,
    /// Options that were set, in the table's order, each once.
    pub options: Vec<(&'static OptionRow, OptionValue)>,
    /// Where log and conversation go.
    pub log_file: Option<PathBuf>,
}

impl Effective {
    /// The configuration file first, then the short forms (`--threads`), then `--set`; the later wins.
    pub fn new(said: &PlayOptions) -> Result<Effective> {
        let file = said.config.as_deref().map(File::read).transpose()?.unwrap_or_default();
        let name = said.game.as_deref().or(file.game.as_deref()).unwrap_or("go");
        let (game, variant) = session::named(name).ok_or_else(|| unknown_game(name))?;
        let table = options_of(game.name).ok_or_else(|| unknown_game(name))?;
        let mut settings = Effective {
            game,
            table,
            rules: said.rules.clone().or(file.rules).or(variant.map(str::to_owned)),
            size: said.size,
            komi: said.komi.or(file.komi),
            options: Vec::new(),
            log_file: said.log_file.clone().or(file.log_file),
        };
        if let (None, Some(value)) = (settings.size, &file.size) {
            let size = plain(value).parse::<BoardSize>();
            settings.size = Some(size.map_err(|error| Usage(format!("size = {value}: {error}")))?);
        }
        if settings.komi.is_some_and(|komi| !komi.is_finite()) {
            return Err(Usage("komi is a finite number".into()).into());
        }
        settings.check_rules()?;
        for (name, value) in &file.options {
            let origin = said.config.as_deref().unwrap_or(Path::new("")).display().to_string();
            settings.set(name, &plain(value)).context(origin)?;
        }
        let short = [
            ("engine", &said.engine),
            ("threads", &said.threads),
            ("playouts", &said.playouts),
            ("time_per_move", &said.time_per_move),
            ("memory", &said.memory),
            ("seed", &said.seed),
            ("net", &said.net),
            ("net", &said.katago_net),
        ];
        for (name, value) in short {
            if let Some(value) = value {
                settings.set(name, value)?;
            }
        }
        if said.no_net {
            settings.set("net", "none")?;
        }
        if said.ponder {
            settings.set("ponder", "true")?;
        }
        for text in &said.set {
            let (row, value) = settings.table.parse(text).map_err(|e| settings.refuse(&e))?;
            settings.put(row, value);
        }
        Ok(settings)
    }

    /// As a session takes them.
    pub fn into_settings(self) -> session::Settings {
        let options = self.options.iter();
        session::Settings {
            size: self.size,
            komi: self.komi,
            options: options.map(|(row, value)| (row.name.into(), value.to_string())).collect(),
            rules: self.rules,
        }
    }

    /// Rule sets are refused here, where the names that are accepted can be told.
    fn check_rules(&self) -> Result<()> {
        let names = (self.game.rule_sets)();
        match self.open() {
            Err(error) if self.rules.is_some() && names.is_empty() => Err(Usage(error))?,
            Err(error) if self.rules.is_some() => {
                Err(Usage(format!("{error}; accepted: {}", names.join(", "))))?
            }
            _ => Ok(()),
        }
    }

    /// A game under these rules, all else as usual.
    fn open(&self) -> std::result::Result<Box<dyn Session>, String> {
        let settings = session::Settings { rules: self.rules.clone(), ..Default::default() };
        (self.game.open)(&settings).map_err(|error| error.to_string())
    }

    /// Has anybody set that option?
    pub fn is_set(&self, name: &str) -> bool {
        self.options.iter().any(|(row, _)| row.name == name)
    }

    /// Sets an option that nobody has set.
    pub fn set_default(&mut self, name: &str, text: &str) -> Result<()> {
        match self.is_set(name) {
            true => Ok(()),
            false => self.set(name, text),
        }
    }

    fn set(&mut self, name: &str, text: &str) -> Result<()> {
        let row = self.table.find(name).map_err(|error| self.refuse(&error))?;
        let value = row.parse(text).map_err(|error| self.refuse(&error))?;
        self.put(row, value);
        Ok(())
    }

    fn put(&mut self, row: &'static OptionRow, value: OptionValue) {
        self.options.retain(|(other, _)| other.name != row.name);
        self.options.push((row, value));
        let order = |row: &OptionRow| self.table.rows.iter().position(|r| r.name == row.name);
        self.options.sort_by_key(|(row, _)| order(row));
    }

    fn refuse(&self, error: &crate::engine::EngineError) -> Usage {
        let mut text = error.to_string();
        if let crate::engine::EngineError::UnknownOption(name) = error {
            if TOP.contains(&name.as_str()) {
                let flag = name.replace('_', "-");
                let _ = write!(text, "; use --{flag}, or {name} at the top of the file");
            }
            let names: Vec<&str> = self.table.rows.iter().map(|row| row.name).collect();
            let _ = write!(text, "; {} has {}", self.table.game, names.join(", "));
        }
        Usage(text)
    }

    /// As a configuration file that amounts to the same; what nobody set stands in it as a comment with its default.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let line = |out: &mut String, name: &str, set: Option<String>, default: &str| match set {
            Some(value) => writeln!(out, "{name} = {value}"),
            None => writeln!(out, "# {name} = {default}"),
        };
        // The rules were checked: what opens here is what will be played.
        let usual = self.open().ok();
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let _ = writeln!(out, "game = {}", quoted(self.game.name));
        if !self.game.usual_rules.is_empty() {
            let set = self.rules.as_deref().map(quoted);
            let _ = line(&mut out, "rules", set, &quoted(self.game.usual_rules));
        }
        let size = self.size.map(|size| match size.width() == size.height() {
            true => size.width().to_string(),
            false => quoted(&size.to_string()),
        });
        let side = usual.as_ref().map_or(19, |session| session.size().width());
        let _ = line(&mut out, "size", size, &side.to_string());
        let komi = self.komi.map(|komi| toml::Value::Float(decimal(komi)).to_string());
        if let Some(usual) = usual.as_ref().and_then(|session| session.komi().ok()) {
            let _ = line(&mut out, "komi", komi, &toml::Value::Float(decimal(usual)).to_string());
        }
        let log_file = self.log_file.as_ref().map(|path| quoted(&path.to_string_lossy()));
        let _ = line(&mut out, "log_file", log_file, "\"tesuji.log\"");
        out.push_str("\n[options]\n");
        for row in self.table.rows {
            let set = self.options.iter().find(|(other, _)| other.name == row.name);
            let note = match row.scope {
                Scope::Rules if !self.game.usual_rules.is_empty() => {
                    " Where it is not set, the rule set says it."
                }
                Scope::Rules | Scope::Engine => "",
            };
            let _ = writeln!(out, "# {}{note}\n# Takes {}.", row.help, row.kind);
            let set = set.map(|(_, value)| toml_value(value));
            let default = match (row.scope, &usual) {
                (Scope::Rules, Some(session)) => {
                    session.option(row.name).ok().and_then(|text| row.parse(&text).ok())
                }
                _ => None,
            };
            let _ = line(
                &mut out,
                row.name,
                set,
                &toml_value(&default.unwrap_or_else(|| row.default.clone())),
            );
        }
        out
    }
}

fn unknown_game(name: &str) -> Usage {
    let games: Vec<&str> = session::GAMES.iter().map(|game| game.name).collect();
    Usage(format!("unknown game {name}; accepted: {}", games.join(", ")))
}

/// A value of the configuration file as the command line would spell it.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn toml_value(value: &OptionValue) -> String {
    match value {
        OptionValue::Bool(value) => value.to_string(),
        OptionValue::Int(value) => value.to_string(),
        OptionValue::Float(value) => toml::Value::Float(*value).to_string(),
        OptionValue::Choice(value) => toml::Value::from(*value).to_string(),
        OptionValue::Text(value) => toml::Value::from(value.as_ref()).to_string(),
    }
}

/// The shortest decimal that reads as this number, so that 7.1 does not come out as 7.099999904632568.
fn decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or_else(|_| f64::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Arguments;
    use clap::Parser;

    fn effective(arguments: &[&str]) -> Result<Effective> {
        let arguments = Arguments::try_parse_from(["tesuji"].iter().chain(arguments))?;
        Effective::new(&arguments.gtp)
    }

    #[test]
    fn the_later_wins_and_aliases_are_the_same_option() {
        let settings = effective(&[
            "--threads",
            "3",
            "--set",
            "numSearchThreads=4",
            "--set",
            "ko=positional",
            "--komi",
            "-7.1",
        ]);
        let settings = settings.expect("settings");
        let options: Vec<String> =
            settings.options.iter().map(|(row, value)| format!("{}={value}", row.name)).collect();
        assert_eq!(options, ["ko=positional", "threads=4"]);
        assert_eq!(settings.komi, Some(-7.1));
    }

    #[test]
    fn printed_configuration_reads_as_itself() {
        let cases: &[&[&str]] = &[
            &[],
            &["--size", "9x13", "--komi", "7.1", "--rules", "aga", "--log-file", "a \"b\".log"],
            &["--size", "9", "--komi", "-3", "--ponder", "--seed", "7", "--time-per-move", "0.5"],
            &["--set", "suicide=true", "--set", "handicap_bonus=n-1", "--engine", "random"],
        ];
        for case in cases {
            let printed = effective(case).expect("settings").to_toml();
            let file: File = toml::from_str(&printed).expect("configuration");
            let path = std::env::temp_dir().join(format!("tesuji-{}.toml", std::process::id()));
            std::fs::write(&path, &printed).expect("file");
            let read = effective(&["--config", &path.to_string_lossy()]).expect("settings");
            std::fs::remove_file(&path).expect("file");
            assert_eq!(read.to_toml(), printed, "{case:?}");
            assert_eq!(file.komi.is_some(), case.contains(&"--komi"));
        }
    }

    #[test]
    fn every_default_in_the_printed_configuration_is_accepted() {
        let printed = effective(&[]).expect("settings").to_toml();
        let bare: String = printed
            .lines()
            .filter_map(|line| {
                let line = line.strip_prefix("# ").unwrap_or(line);
                let is_pair = line.split(' ').nth(1) == Some("=");
                (is_pair || line.starts_with('[')).then(|| format!("{line}\n"))
            })
            .collect();
        let file: File = toml::from_str(&bare).expect("configuration");
        assert!(file.komi.is_some() && file.size.is_some() && file.rules.is_some());
        assert_eq!(file.options.len(), crate::engine::GO_OPTIONS.rows.len());
    }

    #[test]
    fn refusals_say_what_is_accepted() {
        let cases: &[(&[&str], &str)] = &[
            (
                &["--game", "chess"],
                "unknown game chess; accepted: go, reversi, gomoku, nogo, capture-go, phantom-go",
            ),
            (
                &["--game", "othello", "--rules", "japanese"],
                "unknown rules japanese; Reversi has one rule set, with options empties, goal",
            ),
            (&["--threads", "x"], "threads takes a whole number from 0 to 256, not x"),
            (&["--seed", "-2"], "seed takes a whole number from -1, not -2"),
            (&["--set", "ko"], "an option setting takes KEY=VALUE, not ko"),
            (&["--engine", "magic"], "engine takes one of mcts, uct, alphabeta, random, not magic"),
        ];
        for (arguments, message) in cases {
            let error = effective(arguments).expect_err(message);
            assert!(error.is::<Usage>());
            assert_eq!(error.to_string(), *message);
        }
        let error = effective(&["--set", "nonsense=1"]).expect_err("unknown").to_string();
        assert!(error.starts_with("unknown option nonsense; go has ko, suicide,"), "{error}");
    }
}
