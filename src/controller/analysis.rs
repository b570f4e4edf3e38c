//! What an engine says of a position in answer to KataGo's `kata-analyze` with `rootInfo true ownership true`.
//!
//! Source: KataGo's docs/GTP_Extensions.md. A line is words: `info` begins a move, `rootInfo` the search as a whole, `ownership` the
//! list of owners; behind the first two stand keys with a value each, in any order, and lists (`pv`). Keys that are not
//! known here are passed over.

use super::process::shortened;
use crate::base::Move;

/// A move that the engine has looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedMove {
    /// The vertex or `pass`, as the engine spells it.
    pub vertex: String,
    /// Visits that the search gave it: `edgeVisits` where the engine tells them, otherwise `visits`.
    pub visits: u64,
    /// Its probability by the policy alone, 0..=1.
    pub prior: f64,
}

/// A report of an analysis. Whose side the numbers are told from is a setting of the engine (`reportAnalysisWinratesAs` of
/// KataGo, the player to move if nothing is set) that GTP does not tell.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// Visits of the root.
    pub visits: u64,
    /// Chance to win, 0..=1.
    pub winrate: f32,
    /// By how many points that side leads.
    pub lead: f32,
    /// Standard deviation of the final score, in points.
    pub deviation: f32,
    /// Owners, -1..=1, 1 that side's; row by row from the top left, as many as the engine's board has points.
    pub ownership: Vec<f32>,
    /// The moves, as they come.
    pub moves: Vec<AnalysedMove>,
}

/// Where in a line a word stands.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Move,
    Root,
    Other,
}

/// The numbers of the root, as far as they have come.
#[derive(Default)]
struct Root {
    visits: Option<u64>,
    winrate: Option<f32>,
    lead: Option<f32>,
    mean: Option<f32>,
    deviation: Option<f32>,
}

impl Analysis {
    /// Reads a line.
    ///
    /// # Errors
    /// Text that says what is missing in it or wrong.
    pub fn parse(line: &str) -> Result<Analysis, String> {
        let mut words = line.split_whitespace().peekable();
        if !matches!(words.peek(), Some(&"info" | &"rootInfo")) {
            return Err(format!("no report of an analysis: {}", shortened(line)));
        }
        let (mut moves, mut root) = (Vec::<AnalysedMove>::new(), Root::default());
        let mut edges = false;
        let mut ownership = None;
        let mut part = Part::Other;
        while let Some(word) = words.next() {
            match word {
                "info" => {
                    moves.push(AnalysedMove { vertex: String::new(), visits: 0, prior: 0.0 });
                    (part, edges) = (Part::Move, false);
                }
                "rootInfo" => part = Part::Root,
                "ownership" => {
                    let mut owners = Vec::new();
                    while let Some(owner) = words.peek().and_then(|word| word.parse().ok()) {
                        owners.push(within(owner, -1.0, 1.0, word)?);
                        words.next();
                    }
                    ownership = Some(owners);
                    part = Part::Other;
                }
                "pv"
                | "pvVisits"
                | "pvEdgeVisits"
                | "ownershipStdev"
                | "movesOwnership"
                | "movesOwnershipStdev" => while words.next_if(|word| is_item(word)).is_some() {},
                _ if part == Part::Other => {
                    return Err(format!("a report with {} out of place", shortened(word)));
                }
                key => {
                    let value = words.next().unwrap_or_default();
                    match (part, moves.last_mut()) {
                        (Part::Move, Some(mv)) => match key {
                            "move" => mv.vertex = value.to_owned(),
                            "visits" if !edges => mv.visits = number(key, value)?,
                            "edgeVisits" => (mv.visits, edges) = (number(key, value)?, true),
                            "prior" => {
                                mv.prior = within(number(key, value)?, 0.0, 1.0, key)?.into()
                            }
                            _ => {}
                        },
                        _ => root.read(key, value)?,
                    }
                }
            }
        }
        if let Some(nameless) = moves.iter().position(|mv| mv.vertex.is_empty()) {
            return Err(format!("a report whose move {} has no name", nameless + 1));
        }
        let missing = |what: &str| format!("a report without {what}: {}", shortened(line));
        Ok(Analysis {
            visits: root.visits.ok_or_else(|| missing("rootInfo visits"))?,
            winrate: root.winrate.ok_or_else(|| missing("rootInfo winrate"))?,
            lead: root.lead.or(root.mean).ok_or_else(|| missing("rootInfo scoreLead"))?,
            deviation: root.deviation.ok_or_else(|| missing("rootInfo scoreStdev"))?,
            ownership: ownership.ok_or_else(|| missing("ownership"))?,
            moves,
        })
    }
}

impl Root {
    fn read(&mut self, key: &str, value: &str) -> Result<(), String> {
        let finite = || within(number(key, value)?, f32::MIN, f32::MAX, key);
        match key {
            "visits" => self.visits = Some(number(key, value)?),
            "winrate" => self.winrate = Some(within(number(key, value)?, 0.0, 1.0, key)?),
            "scoreLead" => self.lead = Some(finite()?),
            "scoreMean" => self.mean = Some(finite()?),
            "scoreStdev" => self.deviation = Some(within(number(key, value)?, 0.0, f32::MAX, key)?),
            _ => {}
        }
        Ok(())
    }
}

/// Can the word stand in a list, and not be the next key?
fn is_item(word: &str) -> bool {
    word.parse::<f64>().is_ok() || word.parse::<Move>().is_ok()
}

fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("a report whose {key} is no number: {}", shortened(value)))
}

/// The value, if it lies there; what lies outside by a rounding error only is moved to the edge.
fn within(value: f32, low: f32, high: f32, key: &str) -> Result<f32, String> {
    const ROUNDING: f32 = 1e-3;
    if (low - ROUNDING..=high + ROUNDING).contains(&value) {
        Ok(value.clamp(low, high))
    } else {
        Err(format!("a report whose {key} is {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "info move B1 visits 12 edgeVisits 10 utility -0.04 winrate 0.48 scoreMean -0.6 scoreStdev 24.7 \
        scoreLead -0.6 prior 0.221 lcb 0.47 order 0 pv B1 pass A2 pvVisits 12 3 1 info move pass isSymmetryOf A1 pv order 1 \
        prior 0.5 visits 3 rootInfo rawVarTimeLeft 1 visits 17 winrate 0.6 scoreMean 1 scoreStdev 3.5 scoreLead 1.5 \
        ownership -1 0.5 1.0000001 0 ownershipStdev 0.1 0.2 0.3 0.4";

    #[test]
    fn a_report_is_read() {
        let analysis = Analysis::parse(LINE).expect("a report");
        let mv = |vertex: &str, visits, prior: f32| AnalysedMove {
            vertex: vertex.into(),
            visits,
            prior: prior.into(),
        };
        assert_eq!(analysis.moves, [mv("B1", 10, 0.221), mv("pass", 3, 0.5)]);
        assert_eq!((analysis.visits, analysis.winrate), (17, 0.6));
        assert_eq!((analysis.lead, analysis.deviation), (1.5, 3.5));
        assert_eq!(analysis.ownership, [-1.0, 0.5, 1.0, 0.0]);
    }

    #[test]
    fn other_lines_are_not() {
        let cases = [
            ("", "no report"),
            ("play D4", "no report"),
            ("info move A1 visits x", "visits is no number"),
            ("info move A1 visits", "visits is no number"),
            ("info move A1 visits 1 prior 1.5", "prior is 1.5"),
            ("info visits 1 pv A1", "move 1 has no name"),
            ("info move A1 visits 1 pv A1", "without rootInfo visits"),
            ("rootInfo visits 1 winrate nan", "winrate is NaN"),
            ("rootInfo visits 1 winrate 0.5 scoreStdev inf", "scoreStdev is inf"),
            ("rootInfo visits 1 winrate 0.5 scoreStdev 1", "without rootInfo scoreLead"),
            ("rootInfo visits 1 winrate 0.5 scoreStdev 1 scoreMean 0", "without ownership"),
            ("rootInfo visits 1 ownership 0 2", "ownership is 2"),
            ("rootInfo visits 1 ownership 0 nan", "ownership is NaN"),
            ("rootInfo visits 1 ownership 0 1 what 3", "what out of place"),
        ];
        for (line, message) in cases {
            let error = Analysis::parse(line).expect_err(line);
            assert!(error.contains(message), "{line}: {error}");
        }
    }
}
