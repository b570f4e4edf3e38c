//! Between a controller and a real GTP engine: everything passes but for the faults. One command at a time.

use crate::Told;
use crate::arguments::{Act, Arguments};
use crate::script::{Script, misbehave, say};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub fn run(arguments: &Arguments, command: &str, told: &mut Told) -> Result<()> {
    if arguments.fault == Some(Act::Late) {
        bail!("--fault late needs a clock, which a wrapped engine keeps for itself");
    }
    let mut script = Script::new(arguments)?;
    let mut engine = Wrapped::start(command)?;
    // The vertex of the latest move: there is a stone on it.
    let mut latest: Option<String> = None;
    while let Some(line) = told.line()? {
        let clean = line.split('#').next().unwrap_or_default();
        let mut words = clean.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit())).unwrap_or_default();
        let Some(command) = words.next() else { continue };
        let mut fault = None;
        match command {
            "clear_board" | "boardsize" => {
                script.clear();
                latest = None;
            }
            "play" => {
                script.begin()?;
                latest =
                    words.nth(1).map(String::from).filter(|vertex| is_stone(vertex)).or(latest);
            }
            "genmove" => {
                script.step()?;
                fault = arguments.fault.filter(|_| script.is_fault());
            }
            _ => {}
        }
        if let Some(act) = fault {
            if matches!(act, Act::Crash | Act::SilentExit) {
                engine.kill();
            }
            if misbehave(act)? {
                continue;
            }
            let text = match act {
                Act::Error => format!("?{id} internal error"),
                Act::Nonsense => format!("={id} Z99 ???"),
                Act::Resign => format!("={id} resign"),
                Act::Pass => format!("={id} pass"),
                Act::Illegal => format!("={id} {}", latest.as_deref().unwrap_or("Z25")),
                // The others do not come back from misbehaving.
                _ => continue,
            };
            say(&format!("{text}\n"))?;
            continue;
        }
        let answer = engine.ask(clean)?;
        if command == "genmove" {
            let vertex = answer.split_whitespace().last().map(String::from);
            latest = vertex.filter(|vertex| is_stone(vertex)).or(latest);
        }
        say(&answer)?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

fn is_stone(vertex: &str) -> bool {
    !["pass", "resign"].iter().any(|word| vertex.eq_ignore_ascii_case(word))
}

struct Wrapped {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Wrapped {
    fn start(command: &str) -> Result<Wrapped> {
        let words = shell_words::split(command)?;
        let (program, rest) = words.split_first().context("an empty command")?;
        let mut child = Command::new(program)
            .args(rest)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let output = child.stdout.take().context("no output")?;
        Ok(Wrapped { input: child.stdin.take(), child, output: BufReader::new(output) })
    }

    /// The whole answer with the empty line at its end, but for the last line feed.
    fn ask(&mut self, command: &str) -> Result<String> {
        let input = self.input.as_mut().context("no input")?;
        writeln!(input, "{command}")?;
        input.flush()?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the engine has ended");
            }
            if line.trim_end_matches(['\r', '\n']).is_empty() {
                if !answer.is_empty() {
                    return Ok(answer);
                }
            } else {
                answer.push_str(&line);
            }
        }
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Wrapped {
    fn drop(&mut self) {
        // The end of its input is its end.
        self.input = None;
        let _ = self.child.wait();
    }
}
