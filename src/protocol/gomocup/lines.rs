//! What is said of a search: `MESSAGE` lines for people, and the lines that Yixin-Board and gomoku-calculator read.

use super::line::spell;
use crate::base::{BoardSize, Move};
use crate::protocol::Voice;
use crate::search::{Basis, Candidate, Report};
use std::time::Duration;

/// Units of a value in which the chance to win grows by a factor e against the chance to lose, as the graphical managers
/// show values (a value of 200 is a chance of 73 %).
const UNITS: f64 = 200.0;

/// Chances beyond are no more told apart.
const SURE: f64 = 1e-6;

/// Squares of an expected continuation that are told at most.
const SHOWN: usize = 24;

/// What a manager wants to be told while a search runs (`INFO show_detail`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Detail {
    /// `MESSAGE REALTIME` lines, as Yixin-Board reads them.
    pub realtime: bool,
    /// `INFO` lines, as gomoku-calculator reads them.
    pub lines: bool,
}

impl Detail {
    /// By its number: 0 nothing, 1 realtime, 2 lines, 3 both.
    pub(super) fn of_number(number: i64) -> Option<Detail> {
        (0..=3)
            .contains(&number)
            .then_some(Detail { realtime: number & 1 != 0, lines: number & 2 != 0 })
    }

    /// Is anything wanted?
    pub(super) fn is_any(self) -> bool {
        self.realtime || self.lines
    }
}

/// The value of a chance.
pub(super) fn value(winrate: f32) -> i64 {
    let chance = f64::from(if winrate.is_finite() { winrate } else { 0.5 }).clamp(SURE, 1.0 - SURE);
    (UNITS * (chance / (1.0 - chance)).ln()).round() as i64
}

/// The chance of a value.
pub(super) fn chance(value: i64) -> f32 {
    (1.0 / (1.0 + (-(value as f64) / UNITS).exp())) as f32
}

/// A value as it is shown: `+M5` is a win in five moves of both players together; where the search proves a win without
/// counting, the length of the line it shows.
fn eval(candidate: &Candidate) -> String {
    match candidate.decided {
        Some(plies @ 1..) => return format!("+M{plies}"),
        Some(plies @ ..=-1) => return format!("-M{}", plies.unsigned_abs()),
        _ => {}
    }
    let proved = matches!(candidate.basis, Basis::Outcome | Basis::Exact);
    match candidate.winrate {
        chance if proved && chance > 0.9 => format!("+M{}", candidate.pv.len().max(1)),
        chance if proved && chance < 0.1 => format!("-M{}", candidate.pv.len().max(1)),
        chance => value(chance).to_string(),
    }
}

/// Plies that a value stands on, as far as it can be told.
fn depth(candidate: &Candidate) -> usize {
    match candidate.basis {
        Basis::Depth { plies, .. } => plies as usize,
        _ => candidate.pv.len(),
    }
}

/// The expected continuation, the move itself first.
fn continuation(candidate: &Candidate, size: BoardSize) -> String {
    let tail = candidate.pv.iter().skip(1).copied();
    let moves = std::iter::once(candidate.mv).chain(tail);
    let points = moves.map_while(Move::point).take(SHOWN);
    points.map(|point| spell(point, size)).collect::<Vec<_>>().join(" ")
}

fn speed(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64().max(1e-3)) as u64
}

/// What a search found of the move that was chosen, on a line for people.
pub(super) fn summary(
    report: &Report,
    mv: Move,
    size: BoardSize,
    time: Duration,
) -> Option<String> {
    let best = report.candidates.iter().find(|candidate| candidate.mv == mv)?;
    if report.playouts == 0 {
        return None;
    }
    Some(format!(
        "MESSAGE depth {} ev {} winrate {:.1} % n {} n/s {} tm {} pv {}",
        depth(best),
        eval(best),
        f64::from(best.winrate) * 100.0,
        report.playouts,
        speed(report.playouts, time),
        time.as_millis(),
        continuation(best, size)
    ))
}

/// The last thing that was told of a running search.
#[derive(Debug, Default)]
pub(super) struct Told {
    best: Option<Move>,
    line: String,
}

/// Tells how far a search is.
pub(super) fn progress(
    voice: &mut Voice<'_>,
    told: &mut Told,
    detail: Detail,
    report: &Report,
    (size, wanted): (BoardSize, usize),
    time: Duration,
) {
    let Some(best) = report.candidates.first() else { return };
    if detail.lines {
        let count = report.candidates.len().min(wanted.max(1));
        for (at, candidate) in report.candidates.iter().take(count).enumerate() {
            let depth = depth(candidate);
            voice.say(&format!("INFO PV {at}"));
            voice.say(&format!("INFO NUMPV {count}"));
            voice.say(&format!("INFO DEPTH {depth}"));
            voice.say(&format!("INFO SELDEPTH {}", depth.max(candidate.pv.len())));
            voice.say(&format!("INFO NODES {}", candidate.visits));
            voice.say(&format!("INFO TOTALNODES {}", report.playouts));
            voice.say(&format!("INFO TOTALTIME {}", time.as_millis()));
            voice.say(&format!("INFO SPEED {}", speed(report.playouts, time)));
            voice.say(&format!("INFO EVAL {}", eval(candidate)));
            voice.say(&format!("INFO WINRATE {:.4}", candidate.winrate));
            voice.say(&format!("INFO BESTLINE {}", continuation(candidate, size)));
            voice.say("INFO PV DONE");
        }
    }
    if detail.realtime {
        let line = format!("{} {}", eval(best), continuation(best, size));
        if let Some(point) = best.mv.point().filter(|_| told.best != Some(best.mv)) {
            voice.say("MESSAGE REALTIME REFRESH");
            voice.say(&format!("MESSAGE REALTIME BEST {}", spell(point, size)));
        }
        if told.line != line {
            voice.say(&format!("MESSAGE REALTIME VAL {}", eval(best)));
            voice.say(&format!("MESSAGE REALTIME PV {}", continuation(best, size)));
        }
        *told = Told { best: Some(best.mv), line };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Color;

    fn candidate(winrate: f32, basis: Basis, pv: &[&str]) -> Candidate {
        let pv: Vec<Move> = pv.iter().map(|text| text.parse().unwrap()).collect();
        Candidate {
            mv: pv[0],
            visits: 7,
            winrate,
            lcb: winrate,
            prior: 0.0,
            score: 0.0,
            score_stdev: 0.0,
            decided: None,
            basis,
            pv,
        }
    }

    #[test]
    fn distances_to_the_end() {
        for (decided, basis, winrate, text) in [
            (Some(7), Basis::Visits, 1.0, "+M7"),
            (Some(-4), Basis::Outcome, 0.0, "-M4"),
            (None, Basis::Outcome, 1.0, "+M2"),
            (None, Basis::Exact, 0.0, "-M2"),
            (None, Basis::Exact, 0.5, "0"),
            (None, Basis::Visits, 1.0, "2763"),
        ] {
            let found = Candidate { decided, ..candidate(winrate, basis, &["H8", "J9"]) };
            assert_eq!(eval(&found), text);
        }
    }

    #[test]
    fn values_and_chances_are_the_same() {
        for (chance_, value_) in [(0.5, 0), (0.731, 200), (0.269, -200), (0.9, 439)] {
            assert_eq!(value(chance_), value_);
            assert!((chance(value_) - chance_).abs() < 1e-3, "{value_}");
        }
        assert_eq!((value(1.0), value(0.0), value(f32::NAN)), (2763, -2763, 0));
        assert_eq!((chance(i64::MAX), chance(i64::MIN)), (1.0, 0.0));
    }

    #[test]
    fn what_the_managers_read() {
        let size = BoardSize::square(15).unwrap();
        let depth = Basis::Depth { plies: 9, confidence: 100 };
        let first = candidate(0.731, depth, &["H8", "J9"]);
        let win = candidate(1.0, Basis::Outcome, &["A15", "A1", "P15"]);
        let mut report = Report::nothing(Color::Black);
        report.playouts = 1000;
        report.candidates = vec![first, win.clone()];
        let mut said = Vec::new();
        let mut told = Told::default();
        let mut tell = |report: &Report, number: i64| {
            said.clear();
            let detail = Detail::of_number(number).unwrap();
            let time = Duration::from_millis(500);
            let mut voice = Voice::new(&mut said);
            progress(&mut voice, &mut told, detail, report, (size, 1), time);
            String::from_utf8(said.clone()).unwrap()
        };
        assert_eq!(tell(&report, 0), "");
        assert_eq!(
            tell(&report, 2),
            "INFO PV 0\nINFO NUMPV 1\nINFO DEPTH 9\nINFO SELDEPTH 9\nINFO NODES 7\nINFO TOTALNODES 1000\n\
             INFO TOTALTIME 500\nINFO SPEED 2000\nINFO EVAL 200\nINFO WINRATE 0.7310\nINFO BESTLINE 7,7 8,6\n\
             INFO PV DONE\n"
        );
        let realtime = "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST 7,7\nMESSAGE REALTIME VAL 200\n\
                        MESSAGE REALTIME PV 7,7 8,6\n";
        assert_eq!(tell(&report, 1), realtime);
        assert_eq!(tell(&report, 1), "", "nothing new");
        report.candidates.reverse();
        assert!(tell(&report, 3).ends_with("VAL +M3\nMESSAGE REALTIME PV 0,0 0,14 14,0\n"));
        assert_eq!(Detail::of_number(4), None);
        let line = summary(&report, win.mv, size, Duration::from_millis(20));
        let wanted =
            "MESSAGE depth 3 ev +M3 winrate 100.0 % n 1000 n/s 50000 tm 20 pv 0,0 0,14 14,0";
        assert_eq!(line.as_deref(), Some(wanted));
    }
}
