//! Lines of analysis: `info move ...`, in Leela Zero's and in KataGo's fields.

use crate::base::{BoardSize, Color, Move, Point};
use crate::search::{Basis, Candidate, Report};
use std::fmt::Write;

/// Whose fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Leela Zero: integers 0 ..= 10000.
    Lz,
    /// KataGo: floats, scores, ownership.
    Kata,
}

/// What a line holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Whose fields.
    pub dialect: Dialect,
    /// Moves at most.
    pub most: usize,
    /// Moves that are told even if the search has not tried them.
    pub extra: Vec<Move>,
    /// Tell about the root.
    pub root: bool,
    /// Tell who will own each point.
    pub ownership: bool,
    /// Tell how sure that is.
    pub ownership_stdev: bool,
}

/// One line for the state of the search; `None` when there is nothing to tell yet.
pub fn line(report: &Report, size: BoardSize, layout: &Layout) -> Option<String> {
    let visited: Vec<&Candidate> = report.candidates.iter().filter(|c| c.visits > 0).collect();
    let mut unvisited: Vec<Candidate> = layout
        .extra
        .iter()
        .filter(|mv| visited.iter().all(|c| c.mv != **mv))
        .map(|&mv| stranger(report, mv))
        .collect();
    unvisited.sort_by(|a, b| b.prior.total_cmp(&a.prior));
    let room = layout.extra.len().saturating_sub(visited.len());
    let told = visited.into_iter().chain(unvisited.iter().take(room)).take(layout.most);
    let parts: Vec<String> =
        told.enumerate().map(|(order, c)| part(c, order, layout.dialect)).collect();
    if parts.is_empty() {
        return None;
    }
    let mut text = parts.join(" ");
    // Writing to a string cannot fail.
    if layout.dialect == Dialect::Kata {
        if layout.root {
            let _ = write!(
                text,
                " rootInfo visits {} utility {:.6} winrate {:.6} scoreMean {:.6} scoreStdev {:.6} \
                 scoreLead {:.6} scoreSelfplay {:.6} weight {:.1}",
                report.visits,
                utility(report.winrate),
                report.winrate,
                report.score,
                report.score_stdev,
                report.score,
                report.score,
                report.visits as f64
            );
        }
        if layout.ownership {
            let owner = |point| ownership(report, point);
            let _ = write!(text, " ownership{}", grid(size, owner));
        }
        if layout.ownership_stdev {
            // A point ends with one owner or the other, so the mean fixes the deviation.
            let stdev = |point| (1.0 - ownership(report, point).powi(2)).max(0.0).sqrt();
            let _ = write!(text, " ownershipStdev{}", grid(size, stdev));
        }
    }
    Some(text)
}

/// A legal move that the search has not tried.
fn stranger(report: &Report, mv: Move) -> Candidate {
    let prior = report.priors.iter().find(|(known, _)| *known == mv);
    Candidate {
        mv,
        visits: 0,
        winrate: report.winrate,
        lcb: 0.0,
        prior: prior.map_or(0.0, |(_, prior)| *prior),
        score: report.score,
        score_stdev: report.score_stdev,
        decided: None,
        basis: Basis::Visits,
        pv: vec![mv],
    }
}

/// Win and loss as 1 and -1.
fn utility(winrate: f32) -> f32 {
    2.0 * winrate - 1.0
}

/// One move. `pv` stands last and holds no pass behind its first move: readers take only points there.
fn part(candidate: &Candidate, order: usize, dialect: Dialect) -> String {
    let c = candidate;
    let mut pv = vec![c.mv.to_string()];
    pv.extend(c.pv.iter().skip(1).take_while(|mv| mv.point().is_some()).map(Move::to_string));
    let pv = pv.join(" ");
    match dialect {
        Dialect::Lz => {
            let whole = |share: f32| (f64::from(share) * 1e4).round() as i64;
            format!(
                "info move {} visits {} winrate {} prior {} lcb {} order {order} pv {pv}",
                c.mv,
                c.visits,
                whole(c.winrate),
                whole(c.prior),
                whole(c.lcb)
            )
        }
        Dialect::Kata => format!(
            "info move {} visits {} edgeVisits {} utility {:.6} winrate {:.6} scoreMean {:.6} \
             scoreStdev {:.6} scoreLead {:.6} scoreSelfplay {:.6} prior {:.6} lcb {:.6} \
             utilityLcb {:.6} weight {:.1} order {order} pv {pv}",
            c.mv,
            c.visits,
            c.visits,
            utility(c.winrate),
            c.winrate,
            c.score,
            c.score_stdev,
            c.score,
            c.score,
            c.prior,
            c.lcb,
            utility(c.lcb),
            c.visits as f64
        ),
    }
}

/// Ownership for the player to move.
fn ownership(report: &Report, point: Point) -> f32 {
    let black = report.ownership.get(point.index()).copied().unwrap_or(0.0);
    match report.to_move {
        Color::Black => black,
        Color::White => -black,
    }
}

/// A number for each point, row by row from the top left.
fn grid(size: BoardSize, value: impl Fn(Point) -> f32) -> String {
    let mut text = String::new();
    for y in (0..size.height()).rev() {
        for x in 0..size.width() {
            let _ = write!(text, " {:.4}", value(Point::at(x, y)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::GRID;

    fn report() -> Report {
        let candidate = |text: &str, visits, pv: &[&str]| Candidate {
            mv: text.parse().unwrap(),
            visits,
            winrate: 0.512,
            lcb: 0.4987,
            prior: 0.183,
            score: 0.43,
            score_stdev: 18.2,
            decided: None,
            basis: Basis::Visits,
            pv: pv.iter().map(|mv| mv.parse().unwrap()).collect(),
        };
        let mut ownership = vec![0.0; GRID];
        ownership[Point::at(0, 1).index()] = 1.0;
        ownership[Point::at(1, 0).index()] = -0.5;
        Report {
            to_move: Color::White,
            candidates: vec![
                candidate("B1", 120, &["B1", "A2", "pass", "A1"]),
                candidate("pass", 7, &["pass"]),
                candidate("A1", 0, &["A1"]),
            ],
            priors: ["B1", "pass", "A2", "A1"]
                .iter()
                .map(|mv| mv.parse().unwrap())
                .zip([0.183, 0.183, 0.25, 0.125])
                .collect(),
            visits: 208,
            playouts: 127,
            winrate: 0.511,
            score: 0.4,
            score_stdev: 18.3,
            ownership,
            nodes: 0,
        }
    }

    fn layout(dialect: Dialect) -> Layout {
        Layout {
            dialect,
            most: usize::MAX,
            extra: Vec::new(),
            root: false,
            ownership: false,
            ownership_stdev: false,
        }
    }

    #[test]
    fn leela_zero_fields() {
        let size = BoardSize::square(2).unwrap();
        assert_eq!(
            line(&report(), size, &layout(Dialect::Lz)).unwrap(),
            "info move B1 visits 120 winrate 5120 prior 1830 lcb 4987 order 0 pv B1 A2 \
             info move pass visits 7 winrate 5120 prior 1830 lcb 4987 order 1 pv pass"
        );
    }

    #[test]
    fn katago_fields() {
        let size = BoardSize::square(2).unwrap();
        let layout = Layout { most: 1, root: true, ownership: true, ..layout(Dialect::Kata) };
        assert_eq!(
            line(&report(), size, &layout).unwrap(),
            "info move B1 visits 120 edgeVisits 120 utility 0.024000 winrate 0.512000 scoreMean \
             0.430000 scoreStdev 18.200001 scoreLead 0.430000 scoreSelfplay 0.430000 prior \
             0.183000 lcb 0.498700 utilityLcb -0.002600 weight 120.0 order 0 pv B1 A2 rootInfo \
             visits 208 utility 0.022000 winrate 0.511000 scoreMean 0.400000 scoreStdev 18.299999 \
             scoreLead 0.400000 scoreSelfplay 0.400000 weight 208.0 ownership -1.0000 -0.0000 \
             -0.0000 0.5000"
        );
    }

    #[test]
    fn moves_not_yet_tried() {
        let size = BoardSize::square(2).unwrap();
        let extra = ["B1", "A1", "A2"].map(|mv| mv.parse().unwrap()).to_vec();
        let layout = Layout { extra, ..layout(Dialect::Lz) };
        let text = line(&report(), size, &layout).unwrap();
        let moves: Vec<&str> =
            text.split("info move ").skip(1).filter_map(|p| p.split(' ').next()).collect();
        // Two are to be told beside the first, and the pass is one of them.
        assert_eq!(moves, ["B1", "pass", "A2"]);
        assert!(
            text.ends_with("info move A2 visits 0 winrate 5110 prior 2500 lcb 0 order 2 pv A2"),
            "{text}"
        );
        assert_eq!(
            line(&Report { candidates: vec![], ..report() }, size, &self::layout(Dialect::Lz)),
            None
        );
    }
}
