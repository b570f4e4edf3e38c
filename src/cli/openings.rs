//! Makes lists of balanced openings: random beginnings of games that the engine holds to be even.

use super::Usage;
use super::arguments::{MoveChoice, OpeningsOptions};
use crate::base::{Color, Move, Point, Rng, Symmetry, below, seeded};
use crate::engine::{Purpose, Stop};
use crate::search::Report;
use crate::session::{self, Asked, Session, Settings};
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Beginnings tried for every opening asked for, before giving up.
const TRIES: u64 = 500;

/// Ranked moves: at most so many of the most visited ...
const BEST: usize = 8;

/// ... whose win rate is at most this far below the best one's.
const BEHIND: f32 = 0.06;

/// Said of a list whose judge refused next to nothing.
const ALMOST_ALL: &str = "# Nine of ten beginnings or more passed: this judge hardly tells them apart, so the list is varied \
                          rather than balanced.";

/// The list as text: a head that tells how it was made, then an opening a line, as vertices. The same options give the same
/// list on every machine.
pub fn run(options: &OpeningsOptions) -> Result<String> {
    let mut maker = Maker::new(options)?;
    let mut lines = Vec::new();
    let mut seen = BTreeSet::new();
    let mut rng = seeded(options.seed);
    let mut tries = 0;
    while (lines.len() as u64) < options.count {
        tries += 1;
        if tries > options.count.saturating_mul(TRIES) {
            bail!(
                "only {} openings of {} plies in {TRIES} times as many tries; a wider --balance, more --plies or \
                 another --seed may give more",
                lines.len(),
                options.plies
            );
        }
        let Some(moves) = maker.beginning(&mut rng) else { continue };
        if seen.contains(&maker.shape()) {
            continue;
        }
        let Some(winrate) = maker.judge() else { continue };
        let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        let line = moves.join(" ");
        log::info!("try {tries}, {} found: {line} {winrate:.3}", lines.len());
        // What has been judged need not be judged again, whatever came of it.
        seen.insert(maker.shape());
        if (options.balance.0..=options.balance.1).contains(&winrate) {
            lines.push(line);
        }
    }
    let mut out = maker.head(options, tries)?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out)
}

struct Maker {
    session: Box<dyn Session>,
    choice: MoveChoice,
    plies: u64,
    radius: usize,
}

impl Maker {
    fn new(options: &OpeningsOptions) -> Result<Maker> {
        let row = session::find(&options.game).ok_or_else(|| {
            let known: Vec<&str> = session::GAMES.iter().map(|row| row.name).collect();
            Usage(format!("unknown game {}; there are {}", options.game, known.join(", ")))
        })?;
        let mut set = Vec::new();
        for text in &options.set {
            let pair = text
                .split_once('=')
                .ok_or_else(|| Usage(format!("{text} is no setting; a setting is KEY=VALUE")))?;
            set.push((pair.0.trim().to_owned(), pair.1.trim().to_owned()));
        }
        let settings = Settings {
            size: options.size,
            komi: options.komi,
            rules: options.rules.clone(),
            options: set,
        };
        let refuse = |error: session::SessionError| Usage(format!("{}: {error}", row.name));
        let mut session = (row.open)(&settings).map_err(refuse)?;
        let mut wishes = vec![
            ("threads", "1".to_owned()),
            ("playouts", options.playouts.to_string()),
            ("seed", options.seed.to_string()),
            ("reuse_tree", "false".to_owned()),
        ];
        wishes.extend(options.engine.clone().map(|engine| ("engine", engine)));
        for (name, value) in wishes {
            // A game need not have them all; an engine that was asked for must be there.
            if name == "engine" || session.option_rows().iter().any(|known| known.name == name) {
                session.set_option(name, &value).map_err(refuse)?;
            }
        }
        let usual = if row.name == "go" { MoveChoice::Ranked } else { MoveChoice::Any };
        Ok(Maker {
            session,
            choice: options.moves.unwrap_or(usual),
            plies: options.plies,
            radius: options.radius as usize,
        })
    }

    /// A beginning by chance, which stands on the board afterwards; `None` if the game ended or no move fits.
    fn beginning(&mut self, rng: &mut Rng) -> Option<Vec<Move>> {
        self.session.clear();
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let color = self.session.to_move();
            let choices = match self.choice {
                MoveChoice::Ranked => ranked(&self.think(color)),
                MoveChoice::Any => self.near(color),
            };
            let count = u32::try_from(choices.len()).ok().filter(|&count| count > 0)?;
            let mv = *choices.get(below(rng, count) as usize)?;
            self.session.play(color, mv).ok()?;
            if self.session.outcome().is_some() {
                return None;
            }
            moves.push(mv);
        }
        Some(moves)
    }

    /// What a search of the position finds, the same at every call.
    fn think(&mut self, color: Color) -> Report {
        self.session.forget();
        let asked = Asked::new(color, Purpose::Regress);
        self.session.think(&asked, &Stop::default(), &mut |_| {}).report
    }

    /// The legal moves within the radius; a pass only where there is nothing else.
    fn near(&self, color: Color) -> Vec<Move> {
        let legal = self.session.legal_moves(color);
        let size = self.session.size();
        let mut anchors: Vec<Point> =
            size.points().filter(|&point| self.session.stone(point).is_some()).collect();
        if anchors.is_empty() {
            anchors.push(Point::at(size.width() / 2, size.height() / 2));
        }
        let is_near = |mv: &Move| {
            mv.point().is_some_and(|point| {
                self.radius == 0
                    || anchors.iter().any(|&anchor| distance(anchor, point) <= self.radius)
            })
        };
        let near: Vec<Move> = legal.iter().copied().filter(is_near).collect();
        if legal == [Move::PASS] { legal } else { near }
    }

    /// Black's win rate in the position on the board.
    fn judge(&mut self) -> Option<f32> {
        let color = self.session.to_move();
        let report = self.think(color);
        if report.visits == 0 {
            return None;
        }
        Some(if color == Color::Black { report.winrate } else { 1.0 - report.winrate })
    }

    /// What the position has in common with its mirror images and rotations.
    fn shape(&self) -> (Color, Vec<Option<Color>>) {
        let size = self.session.size();
        let pictures = Symmetry::all(size).map(|symmetry| {
            size.points().map(|p| self.session.stone(symmetry.image(size, p))).collect()
        });
        (self.session.to_move(), pictures.min().unwrap_or_default())
    }

    fn head(&self, options: &OpeningsOptions, tries: u64) -> Result<String> {
        let passport = self.session.passport();
        let mut command =
            format!("tesuji openings --game {} --size {}", passport.name, passport.size);
        if let Some(rules) = &options.rules {
            write!(command, " --rules {rules}")?;
        }
        if let Some(komi) = options.komi {
            write!(command, " --komi {komi}")?;
        }
        for setting in &options.set {
            write!(command, " --set {setting}")?;
        }
        let how = match self.choice {
            MoveChoice::Ranked => "ranked",
            MoveChoice::Any => "any",
        };
        write!(command, " --plies {} --count {} --moves {how}", options.plies, options.count)?;
        if self.choice == MoveChoice::Any && self.radius > 0 {
            write!(command, " --radius {}", self.radius)?;
        }
        if let Some(engine) = &options.engine {
            write!(command, " --engine {engine}")?;
        }
        let (low, high) = options.balance;
        write!(
            command,
            " --playouts {} --balance {low}:{high} --seed {}",
            options.playouts, options.seed
        )?;
        let mut out = format!(
            "# {} openings of {} on {}, {} plies each, no two alike up to the symmetries of the board.\n",
            options.count, passport.name, passport.size, options.plies
        );
        let mut under = Vec::new();
        under.extend(self.session.rules().ok().map(|rules| format!("rules {rules}")));
        under.extend(self.session.komi().ok().map(|komi| format!("komi {komi}")));
        if !under.is_empty() {
            writeln!(out, "# Made for {}.", under.join(", "))?;
        }
        writeln!(out, "# By tesuji {}: {command}", env!("CARGO_PKG_VERSION"))?;
        let choice = match self.choice {
            MoveChoice::Ranked => format!(
                "at random among the {BEST} moves a search visits most, those left out that win {BEHIND} less than the best"
            ),
            MoveChoice::Any if self.radius > 0 => {
                format!(
                    "at random among the legal ones up to {} lines from a stone or the centre",
                    self.radius
                )
            }
            MoveChoice::Any => "at random among the legal ones".into(),
        };
        writeln!(out, "# Moves: {choice}.")?;
        let engine = self.session.option("engine").unwrap_or_else(|_| "the only one".into());
        writeln!(
            out,
            "# Judge: engine {engine}, {} playouts, which gives Black {:.0} to {:.0} % ({} of {tries} beginnings). It is no strong\n\
             # player at that number, and its numbers have an error of some percent: balanced as it sees it, not proven.",
            options.playouts,
            100.0 * low,
            100.0 * high,
            options.count,
        )?;
        if 10 * options.count >= 9 * tries {
            writeln!(out, "{ALMOST_ALL}")?;
        }
        Ok(out)
    }
}

/// The best moves of a search, passes left out.
fn ranked(report: &Report) -> Vec<Move> {
    let mut seen: Vec<_> = report
        .candidates
        .iter()
        .filter(|candidate| candidate.visits > 0 && candidate.mv.point().is_some())
        .collect();
    seen.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
    let best = seen.first().map_or(0.0, |candidate| candidate.winrate);
    seen.iter()
        .take(BEST)
        .filter(|candidate| candidate.winrate >= best - BEHIND)
        .map(|candidate| candidate.mv)
        .collect()
}

fn distance(a: Point, b: Point) -> usize {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::BoardSize;
    use crate::cli::arguments::{Arguments, Command};
    use crate::tournament::{Event, OpeningSource, opening};
    use clap::Parser;

    fn options(text: &str) -> OpeningsOptions {
        let words = ["tesuji", "openings"].into_iter().chain(text.split_whitespace());
        match Arguments::try_parse_from(words).expect(text).command {
            Some(Command::Openings(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    /// What is made can be read again, is as asked for, and is made again by the same options.
    #[test]
    fn lists_are_read_back() {
        let cases = [
            "--size 7 --komi 9.5 --plies 3 --count 2 --playouts 60 --balance 0.02:0.98 --moves ranked",
            "--size 7x5 --plies 4 --count 5 --playouts 20 --balance 0.05:0.95 --moves any --radius 2",
        ];
        for text in cases {
            let options = options(text);
            let list = run(&options).expect(text);
            assert_eq!(run(&options).expect(text), list);
            let path = std::env::temp_dir().join(format!(
                "tesuji-openings-{}-{}.txt",
                std::process::id(),
                options.count
            ));
            std::fs::write(&path, &list).expect("written");
            let event = Event {
                size: options.size.map(|size| size.to_string()).unwrap_or_default(),
                openings: OpeningSource::Path(path.clone()),
                ..Event::default()
            };
            let openings = opening::load(&event).expect(text);
            std::fs::remove_file(&path).expect("removed");
            assert_eq!(openings.len() as u64, options.count, "{list}");
            assert!(openings.iter().all(|o| o.moves.len() as u64 == options.plies));
            let mut lines: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
            lines.sort_unstable();
            lines.dedup();
            assert_eq!(lines.len(), openings.len());
        }
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        for (text, part) in [
            ("--game chess", "there are go"),
            ("--set nothing", "KEY=VALUE"),
            ("--engine gnugo", "engine takes one of"),
            // Two first moves on the smallest boards, up to symmetry, are fewer than five.
            (
                "--size 2 --plies 1 --count 5 --playouts 5 --balance 0:1 --moves any",
                "only 1 openings",
            ),
        ] {
            let error = run(&options(text)).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    /// Every symmetry leaves a position's shape alone, and other positions have another.
    #[test]
    fn shapes() {
        let mut maker = Maker::new(&options("--size 5")).expect("a board");
        let size = BoardSize::square(5).expect("a board");
        let mut put = |stones: &[(Color, Point)]| {
            maker.session.set_position(stones, None).expect("a position");
            maker.shape()
        };
        let stones = [
            (Color::Black, Point::at(0, 1)),
            (Color::White, Point::at(3, 1)),
            (Color::Black, Point::at(2, 2)),
        ];
        let shape = put(&stones);
        let mut images = BTreeSet::new();
        for symmetry in Symmetry::all(size) {
            let image = stones.map(|(color, point)| (color, symmetry.image(size, point)));
            images.insert(image.map(|(_, point)| point));
            assert_eq!(put(&image), shape, "{symmetry:?}");
        }
        assert_eq!(images.len(), 8);
        let other = stones.map(|(color, point)| (color.other(), point));
        assert_ne!(put(&other), shape);
    }
}
