//! `tesuji solve`: Othello positions played perfectly to the end; Gomoku is in `solve_gomoku`.

use super::arguments::solve::{Proof, SolveOptions};
use super::convert::bytes_of;
use super::othello::{self, Read};
use super::{Ended, FAILURE, Usage, print, solve_gomoku};
use crate::base::{Color, Move};
use crate::engine::Stop;
use crate::engine::reversi::bare::Bare;
use crate::game::State;
use crate::games::reversi::eight::{Cpu, final_margin};
use crate::record::othello::{OthelloGame, move_text, suite};
use crate::search::alphabeta::Reach;
use crate::search::{Basis, Candidate, Report};
use crate::session::reversi::complete;
use anyhow::{Context, Result, anyhow};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two looks at a long search.
const LOOK: Duration = Duration::from_millis(250);

/// A text with positions, and where it stands.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Solves what was named, a line for each position as it is done.
pub fn run(options: &SolveOptions) -> Result<()> {
    let sources = sources(options)?;
    let stop = Stop::default();
    if sources.iter().any(|source| solve_gomoku::is_gomoku(&source.bytes)) {
        let puzzles = solve_gomoku::puzzles(&sources, options)?;
        watch(&stop)?;
        return solve_gomoku::run(&puzzles, options, &stop);
    }
    let tasks = tasks(&sources, options)?;
    watch(&stop)?;
    let threads = match usize::try_from(options.threads)? {
        0 => thread::available_parallelism().map_or(1, |n| n.get()),
        threads => threads,
    };
    let mut search = Bare::new(Cpu::detect(), threads, usize::try_from(options.memory)?);
    print(&head())?;
    let mut total = Total::default();
    for task in &tasks {
        let Some(answer) = solve(task, &mut search, options, &stop) else { break };
        total.add(&answer);
        print(&answer.row(task, options.all_moves))?;
    }
    print(&total.row(tasks.len()))?;
    match total.wrong > 0 || total.done < tasks.len() {
        true => Err(Ended(FAILURE).into()),
        false => Ok(()),
    }
}

/// Ctrl-C ends the search that is under way.
fn watch(stop: &Stop) -> Result<()> {
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.raise()).context("cannot watch for Ctrl-C")
}

/// Everything that was named, in its order.
fn sources(options: &SolveOptions) -> Result<Vec<Source>> {
    let files = options.files.iter().map(|file| {
        let name = file.display().to_string();
        let bytes = bytes_of(file).with_context(|| format!("cannot read {name}"))?;
        Ok(Source { name, bytes })
    });
    let texts = options
        .position
        .iter()
        .map(|text| Ok(Source { name: "--position".into(), bytes: text.clone().into_bytes() }));
    files.chain(texts).collect()
}

/// The names of the columns.
fn head() -> String {
    format!(
        "{:>5} {:>5}  {:<4} {:>7} {:>7} {:<7}{:>15} {:>10} {:>7}\n",
        "#", "empty", "best", "score", "file", "", "nodes", "seconds", "Mn/s"
    )
}

/// A position to solve.
#[derive(Clone, PartialEq, Debug)]
struct Task {
    number: u32,
    /// Discs of Black and White.
    discs: [u64; 2],
    to_move: Color,
    /// What the file tells of moves.
    scores: Vec<(Move, i32)>,
}

/// All positions that were named, in their order.
fn tasks(sources: &[Source], options: &SolveOptions) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    let mut count = 0;
    for source in sources {
        tasks.extend(read(&source.bytes, &mut count).with_context(|| source.name.clone())?);
    }
    tasks.retain(|task| (options.from..=options.to).contains(&task.number));
    if tasks.is_empty() {
        return Err(Usage("there is no such position in these files".into()).into());
    }
    Ok(tasks)
}

/// The positions of a file; those without numbers of their own get the next ones.
fn read(bytes: &[u8], count: &mut u32) -> Result<Vec<Task>> {
    let text = String::from_utf8_lossy(bytes);
    if suite::is_suite(&text) {
        let positions = suite::parse(&text)?;
        return positions.iter().map(|position| task(position.number, &position.game)).collect();
    }
    let games = match othello::read(bytes)? {
        Read::Games(games) => games,
        Read::Coded(games) => games.iter().map(|game| game.to_game(&[], &[])).collect(),
        Read::Players(_) | Read::Tournaments(_) => return Err(anyhow!("names without positions")),
    };
    let mut next = || {
        *count += 1;
        *count
    };
    games.iter().map(|game| task(next(), game)).collect()
}

fn task(number: u32, game: &OthelloGame) -> Result<Task> {
    let (_, state) = complete(game).map_err(|error| anyhow!("position {number}: {error}"))?;
    let discs = state.board().bitboards().filter(|_| !game.anti);
    let discs = discs.ok_or_else(|| {
        anyhow!("position {number}: only 8x8 is solved, and only for the most discs")
    })?;
    let scores = if game.plies.is_empty() { game.scores.clone() } else { Vec::new() };
    Ok(Task { number, discs, to_move: state.to_move(), scores })
}

/// What a position is worth to its side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Score {
    Exact(i32),
    /// Who wins: its sign.
    Outcome(i32),
    Estimate(f32),
}

impl Score {
    fn of(candidate: &Candidate, sign: f32, proof: Proof) -> Score {
        let discs = sign * candidate.score;
        match candidate.basis {
            Basis::Exact if proof == Proof::Exact => Score::Exact(discs.round() as i32),
            Basis::Exact | Basis::Outcome => Score::Outcome((discs.round() as i32).signum()),
            _ => Score::Estimate(discs),
        }
    }

    fn text(self) -> String {
        match self {
            Score::Exact(discs) => format!("{discs:+}"),
            Score::Outcome(sign) => outcome(sign).into(),
            Score::Estimate(discs) => format!("{discs:+.2}"),
        }
    }

    /// A score from a file, as this one is told.
    fn told(self, score: i32) -> String {
        match self {
            Score::Outcome(_) => outcome(score.signum()).into(),
            Score::Exact(_) | Score::Estimate(_) => format!("{score:+}"),
        }
    }

    /// Is it that score, as far as it tells?
    fn agrees(self, score: i32) -> bool {
        match self {
            Score::Exact(discs) => discs == score,
            Score::Outcome(sign) => sign == score.signum(),
            Score::Estimate(discs) => discs.round() as i32 == score,
        }
    }
}

fn outcome(sign: i32) -> &'static str {
    match sign {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    }
}

/// What was found.
struct Answer {
    empties: u32,
    /// The moves with values of their own, best first; none when the game is over.
    moves: Vec<(Move, Score)>,
    score: Score,
    nodes: u64,
    time: Duration,
    verdict: Verdict,
}

/// What a file says of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// Nothing.
    Unknown,
    Right,
    Wrong,
    /// Something else, but the answer is an estimate.
    Differs,
}

/// `None` if stopped.
fn solve(task: &Task, search: &mut Bare, options: &SolveOptions, stop: &Stop) -> Option<Answer> {
    let [black, white] = task.discs;
    let root = search.node(black, white, task.to_move);
    let empties = root.empties();
    let confidence = options.confidence.parse().unwrap_or(100);
    let plies = empties.cast_signed().max(1);
    let depth = options.depth.unwrap_or(plies).min(plies);
    let reach = Reach {
        depth,
        lines: if options.all_moves { empties.max(1) as usize } else { 1 },
        // A proof goes through all levels; an estimate is searched at the one that was asked for.
        confidence: if depth < plies { confidence } else { Reach::default().confidence },
        end_confidence: confidence,
        window: match options.proof {
            Proof::Outcome if depth == plies => (-1, 1),
            _ => Reach::default().window,
        },
        ..Reach::default()
    };
    search.clear();
    let started = Instant::now();
    let mut progress = Progress::new(task.number, empties, started);
    let report = search.search(&root, &reach, stop, &mut |report| progress.show(report));
    let time = started.elapsed();
    progress.close();
    if stop.is_raised() {
        return None;
    }
    let lines = report.candidates.iter().take(reach.lines);
    let mut moves: Vec<(Move, Score)> = if report.to_move == task.to_move {
        lines.map(|line| (line.mv, Score::of(line, 1.0, options.proof))).collect()
    } else {
        // The other side moves after a forced pass.
        lines.take(1).map(|line| (Move::PASS, Score::of(line, -1.0, options.proof))).collect()
    };
    let (own, other) = if task.to_move == Color::Black { (black, white) } else { (white, black) };
    let margin = final_margin(own, other);
    let score = match (moves.first(), options.proof) {
        (Some(&(_, best)), _) => best,
        (None, Proof::Exact) => Score::Exact(margin),
        (None, Proof::Outcome) => Score::Outcome(margin.signum()),
    };
    if !options.all_moves {
        moves.truncate(1);
    }
    let verdict = verdict(&task.scores, &moves, score);
    Some(Answer { empties, moves, score, nodes: report.playouts, time, verdict })
}

/// Compares with what the file tells: the best score, and that of every move listed.
fn verdict(told: &[(Move, i32)], moves: &[(Move, Score)], score: Score) -> Verdict {
    let Some(best) = told.iter().map(|&(_, score)| score).max() else { return Verdict::Unknown };
    let same = |&(mv, score): &(Move, Score)| {
        let known = told.iter().find(|&&(listed, _)| listed == mv);
        known.is_none_or(|&(_, told)| score.agrees(told))
    };
    if score.agrees(best) && moves.iter().all(same) {
        Verdict::Right
    } else if matches!(score, Score::Estimate(_)) {
        Verdict::Differs
    } else {
        Verdict::Wrong
    }
}

fn name(mv: Move) -> String {
    if mv.is_pass() { "pass".into() } else { move_text(mv).to_uppercase() }
}

impl Answer {
    fn row(&self, task: &Task, all_moves: bool) -> String {
        let best = self.moves.first().map_or_else(|| "-".into(), |&(mv, _)| name(mv));
        let told = task.scores.iter().map(|&(_, score)| score).max();
        let told = told.map_or_else(|| "-".into(), |best| self.score.told(best));
        let verdict = match self.verdict {
            Verdict::Unknown => "",
            Verdict::Right => "ok",
            Verdict::Wrong => "WRONG",
            Verdict::Differs => "differs",
        };
        let (number, empties, score) = (task.number, self.empties, self.score.text());
        let speed = Speed { nodes: self.nodes, time: self.time };
        let mut out = format!(
            "{number:>5} {empties:>5}  {best:<4} {score:>7} {told:>7} {verdict:<7}{speed}\n"
        );
        if all_moves && !self.moves.is_empty() {
            out.push_str("     ");
            for (mv, score) in &self.moves {
                let _ = write!(out, " {}:{}", name(*mv), score.text());
                let listed = task.scores.iter().find(|(listed, _)| listed == mv);
                if let Some((_, told)) = listed.filter(|(_, told)| !score.agrees(*told)) {
                    let _ = write!(out, " (file {})", score.told(*told));
                }
            }
            out.push('\n');
        }
        out
    }
}

/// Positions visited, seconds, and what that makes a second.
#[derive(Clone, Copy, Default)]
pub(super) struct Speed {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl std::fmt::Display for Speed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.time.as_secs_f64();
        let rate = self.nodes as f64 / seconds.max(1e-9) / 1e6;
        write!(f, "{:>15} {seconds:>10.3} {rate:>7.2}", self.nodes)
    }
}

#[derive(Default)]
struct Total {
    done: usize,
    right: usize,
    wrong: usize,
    differ: usize,
    speed: Speed,
}

impl Total {
    fn add(&mut self, answer: &Answer) {
        self.done += 1;
        self.right += usize::from(answer.verdict == Verdict::Right);
        self.wrong += usize::from(answer.verdict == Verdict::Wrong);
        self.differ += usize::from(answer.verdict == Verdict::Differs);
        self.speed.nodes += answer.nodes;
        self.speed.time += answer.time;
    }

    fn row(&self, wanted: usize) -> String {
        let Total { done, right, wrong, differ, speed } = self;
        let mut text = format!("total {done}: {right} ok, {wrong} wrong");
        if *differ > 0 {
            let _ = write!(text, ", {differ} differ");
        }
        if *done < wanted {
            let _ = write!(text, ", stopped, {} left", wanted - done);
        }
        format!("{text:<41}{speed}\n")
    }
}

/// How far a search is, where somebody watches standard error.
struct Progress {
    number: u32,
    empties: u32,
    started: Instant,
    live: bool,
    /// When it was shown last.
    shown: Option<Instant>,
}

impl Progress {
    fn new(number: u32, empties: u32, started: Instant) -> Progress {
        Progress { number, empties, started, live: io::stderr().is_terminal(), shown: None }
    }

    fn show(&mut self, report: &Report) {
        if !self.live || self.shown.unwrap_or(self.started).elapsed() < LOOK {
            return;
        }
        self.shown = Some(Instant::now());
        let best = report.candidates.first().map_or_else(String::new, |best| {
            let how = match best.basis {
                Basis::Depth { plies, confidence } => format!("{plies} plies at {confidence}%"),
                _ => "proved".into(),
            };
            format!("{} {:+.2}, {how}, ", name(best.mv), best.score)
        });
        let (number, empties, seconds) =
            (self.number, self.empties, self.started.elapsed().as_secs());
        let millions = report.playouts / 1_000_000;
        // Nobody may be reading: that is no reason to stop.
        let _ = write!(
            io::stderr(),
            "\r{number}, {empties} empty: {best}{millions} million nodes, {seconds} s\x1b[K"
        );
    }

    fn close(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let [a, b] = [Move::xy(0, 0), Move::xy(1, 0)];
        let told = [(a, 4), (b, -2)];
        let exact = Score::Exact;
        let cases = [
            (vec![(a, exact(4))], exact(4), Verdict::Right),
            (vec![(a, exact(2))], exact(2), Verdict::Wrong),
            // The right score for a move that is worse.
            (vec![(b, exact(4))], exact(4), Verdict::Wrong),
            // A move that the file does not list.
            (vec![(Move::xy(5, 5), exact(4))], exact(4), Verdict::Right),
            (vec![(a, exact(4)), (b, exact(-2))], exact(4), Verdict::Right),
            (vec![(a, exact(4)), (b, exact(-4))], exact(4), Verdict::Wrong),
            (
                vec![(a, Score::Outcome(1)), (b, Score::Outcome(-1))],
                Score::Outcome(1),
                Verdict::Right,
            ),
            (vec![(a, Score::Outcome(0))], Score::Outcome(0), Verdict::Wrong),
            (vec![(a, Score::Estimate(4.3))], Score::Estimate(4.3), Verdict::Right),
            (vec![(a, Score::Estimate(1.9))], Score::Estimate(1.9), Verdict::Differs),
        ];
        for (moves, score, expected) in cases {
            assert_eq!(verdict(&told, &moves, score), expected, "{moves:?}");
            assert_eq!(verdict(&[], &moves, score), Verdict::Unknown);
        }
    }

    #[test]
    fn positions_of_all_kinds() {
        let cells = "---------------------------O*------*O---------------------------";
        let mut count = 0;
        for (text, number, black_to_move) in [
            (format!("7; {cells}; O;"), 7, false),
            (format!("{cells} X; D3:+0;"), 1, true),
            (cells.to_owned(), 2, true),
            ("f5".to_owned(), 3, false),
        ] {
            let tasks = read(text.as_bytes(), &mut count).expect(&text);
            assert_eq!(tasks.len(), 1);
            assert_eq!(
                (tasks[0].number, tasks[0].to_move == Color::Black),
                (number, black_to_move)
            );
        }
        for text in ["--------------------------------X---", "(;GM[Othello]TY[8a]BO[8 x];)", "no"] {
            assert!(read(text.as_bytes(), &mut count).is_err(), "{text}");
        }
    }
}
