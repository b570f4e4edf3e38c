//! Another engine as a teacher of Go: it is shown positions and its analyses become labels.
//!
//! The engine speaks GTP with KataGo's `kata-analyze`. It is told the rules as far as its commands can say them, the komi and
//! the moves. A position is searched until the root has a number of visits; what it learns from is the policy of the visits, and the
//! root's winning chance, lead, deviation and owners. A deviation that a search reports is larger than the truth (KataGo's
//! documentation says so): it also holds how far the search's lines differ.

use super::go_games::LabelledGame;
use super::go_samples::MOVES;
use super::shard::Label;
use crate::base::{BoardSize, Color, Move, Point};
use crate::controller::{Analysis, Fault, GtpClient, Launch, Trouble};
use crate::game::State;
use crate::games::go::{GoState, Rules};
use std::time::Duration;

/// Hundredths of a second between two reports. Each one costs the engine a little, and the last one comes so much late.
const INTERVAL: u32 = 2;

/// Board and komi of the question that tells whose side numbers are on: White cannot but win.
const PROBE: (usize, f32) = (9, 100.0);

/// Winning chances from here, and down to what is left to 1, answer it.
const SURE: f32 = 0.8;

/// Whose side a teacher tells its numbers from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Perspective {
    /// The player to move.
    Mover,
    /// Always that colour.
    Fixed(Color),
}

/// How a teacher is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Question {
    /// Visits of the root; with 1 the policy is the network's own, otherwise that of the visits.
    pub visits: u64,
    /// Time for each answer.
    pub patience: Duration,
    /// Whose side its numbers are told from; found out if not given.
    pub perspective: Option<Perspective>,
}

/// Why there is no teacher, or none any more.
#[derive(Debug, thiserror::Error)]
pub enum TeacherError {
    /// It does not start, ends, hangs or talks nonsense.
    #[error("the teacher is in trouble")]
    Trouble(#[from] Trouble),
    /// It cannot analyse.
    #[error("the teacher does not list kata-analyze among its commands")]
    NoAnalysis,
    /// It refuses the position that tells whose side its numbers are on.
    #[error("the teacher refuses `{0}`; say whose side its numbers are on (--perspective)")]
    Refusal(String),
    /// Its numbers do not tell whose side they are on.
    #[error(
        "the teacher's numbers do not tell whose side they are on (on an empty board with a komi of 100: {black} with Black to \
         move, {white} with White); say so (--perspective)"
    )]
    Unclear {
        /// Its winning chance with Black to move.
        black: f32,
        /// The same with White to move.
        white: f32,
    },
}

/// What a teacher thinks of a position, told from the side of the player to move; see [`Label`].
#[derive(Clone, PartialEq, Debug)]
struct Opinion {
    policy: Vec<(Move, f64)>,
    win: f32,
    lead: f32,
    deviation: f32,
    ownership: Vec<i8>,
}

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taught {
    /// Positions labelled.
    pub labels: usize,
    /// Why the rest of it is left out, if it is.
    pub cut: Option<String>,
}

/// An engine that labels positions.
#[derive(Debug)]
pub struct Teacher {
    client: GtpClient,
    question: Question,
    perspective: Perspective,
}

impl Teacher {
    /// Starts the engine and finds out whose side its numbers are on, if that is not said.
    ///
    /// # Errors
    /// [`TeacherError`].
    pub fn start(launch: &Launch, question: Question) -> Result<Teacher, TeacherError> {
        let client = GtpClient::start(launch, question.patience)?;
        let perspective = question.perspective.unwrap_or(Perspective::Mover);
        let mut teacher = Teacher { client, question, perspective };
        if !teacher.client.knows("kata-analyze") {
            return Err(TeacherError::NoAnalysis);
        }
        if question.perspective.is_none() {
            teacher.perspective = teacher.find_perspective()?;
            log::info!("the teacher tells its numbers from the side of {:?}", teacher.perspective);
        }
        Ok(teacher)
    }

    /// Asks about a position that White wins, with either player to move.
    fn find_perspective(&mut self) -> Result<Perspective, TeacherError> {
        let (side, komi) = PROBE;
        let size = BoardSize::square(side).unwrap_or_else(|| unreachable!("a legal size"));
        let state = GoState::new(size, Rules::CHINESE, komi);
        self.begin(&state)?.map_err(TeacherError::Refusal)?;
        let chance = |teacher: &mut Teacher, color| {
            teacher.analyse(color, size, 1).map(|analysis| analysis.winrate)
        };
        let black = chance(self, Color::Black)?;
        let white = chance(self, Color::White)?;
        let (high, low) = (|chance: f32| chance >= SURE, |chance: f32| chance <= 1.0 - SURE);
        if low(black) && high(white) {
            Ok(Perspective::Mover)
        } else if high(black) && high(white) {
            Ok(Perspective::Fixed(Color::White))
        } else if low(black) && low(white) {
            Ok(Perspective::Fixed(Color::Black))
        } else {
            Err(TeacherError::Unclear { black, white })
        }
    }

    /// Shows a game, and labels those of its positions for which `chosen` says so, in order. Positions are those before each
    /// move and the one at the end, unless the game is over there.
    ///
    /// # Errors
    /// Trouble that leaves no teacher; a game that it refuses is no trouble.
    pub fn teach(
        &mut self,
        game: &LabelledGame,
        mut chosen: impl FnMut() -> bool,
        mut visit: impl FnMut(&Label<'_>),
    ) -> Result<Taught, TeacherError> {
        let mut state = game.start.clone();
        let mut labels = 0;
        if let Err(refused) = self.begin(&state)? {
            return Ok(Taught { labels, cut: Some(format!("the teacher refuses `{refused}`")) });
        }
        let mut moves = game.moves.iter();
        loop {
            let next = moves.next();
            if let Some(&(color, _)) = next {
                state.set_to_move(color);
            }
            if state.outcome().is_none() && chosen() {
                let opinion = self.opinion(&state)?;
                visit(&Label {
                    state: &state,
                    policy: &opinion.policy,
                    win: opinion.win,
                    lead: opinion.lead,
                    deviation: opinion.deviation,
                    ownership: &opinion.ownership,
                });
                labels += 1;
            }
            let Some(&(color, mv)) = next else { break };
            let play = format!("play {} {mv}", color.letter().to_ascii_lowercase());
            if !self.tell(&play)? {
                return Ok(Taught { labels, cut: Some(format!("the teacher refuses `{play}`")) });
            }
            state.play(mv);
        }
        Ok(Taught { labels, cut: game.cut.clone() })
    }

    /// Sends a command that may be refused; was it taken?
    fn tell(&mut self, command: &str) -> Result<bool, Trouble> {
        let answer = self.client.ask(command, self.question.patience)?;
        if let Err(text) = &answer {
            log::info!("the teacher answers `{command}` with ? {text}");
        }
        Ok(answer.is_ok())
    }

    /// Sets up a position without a past. The inner error is the command that was refused.
    fn begin(&mut self, state: &GoState) -> Result<Result<(), String>, Trouble> {
        for command in [format!("boardsize {}", state.size()), "clear_board".into()] {
            if !self.tell(&command)? {
                return Ok(Err(command));
            }
        }
        if self.client.knows("kata-set-rules") {
            // An object says everything; an engine of another version may know the name only.
            let named = format!("kata-set-rules {}", state.rules().nearest().name);
            let whole = format!("kata-set-rules {}", state.rules().to_json());
            if !self.tell(&whole)? && !self.tell(&named)? {
                return Ok(Err(named));
            }
        }
        let komi = format!("komi {}", state.komi());
        if !self.tell(&komi)? {
            return Ok(Err(komi));
        }
        self.place(state)
    }

    /// Puts the stones of a position on the empty board, by whichever command the engine has.
    fn place(&mut self, state: &GoState) -> Result<Result<(), String>, Trouble> {
        let stones: Vec<(Color, Point)> = (state.size().points())
            .filter_map(|point| state.board().color(point).map(|color| (color, point)))
            .collect();
        if stones.is_empty() {
            return Ok(Ok(()));
        }
        let list = |each: &dyn Fn(&(Color, Point)) -> String| {
            stones.iter().map(each).collect::<Vec<_>>().join(" ")
        };
        let handicap = stones.len() == state.handicap() && state.handicap() >= 2;
        if handicap
            && stones.iter().all(|(color, _)| *color == Color::Black)
            && self.client.knows("set_free_handicap")
            && self.tell(&format!("set_free_handicap {}", list(&|stone| stone.1.to_string())))?
        {
            return Ok(Ok(()));
        }
        if self.client.knows("set_position")
            && self.tell(&format!("set_position {}", list(&|stone| spelt(*stone))))?
        {
            return Ok(Ok(()));
        }
        for stone in stones {
            let play = format!("play {}", spelt(stone));
            if !self.tell(&play)? {
                return Ok(Err(play));
            }
        }
        Ok(Ok(()))
    }

    /// Searches the position that the engine has, for that colour, until the root has so many visits.
    fn analyse(
        &mut self,
        color: Color,
        size: BoardSize,
        visits: u64,
    ) -> Result<Analysis, TeacherError> {
        let mut command = format!(
            "kata-analyze {} {INTERVAL} rootInfo true ownership true",
            color.letter().to_ascii_lowercase()
        );
        if visits <= 1 {
            // The policy also of moves that the search has not tried.
            command.push_str(&format!(" minmoves {}", size.area() + 1));
        }
        let mut last: Option<Analysis> = None;
        let told = self.client.watch(&command, self.question.patience, |line| {
            let analysis = Analysis::parse(line)?;
            if analysis.ownership.len() != size.area() {
                let count = analysis.ownership.len();
                return Err(format!("owners of {count} points on a board of {size}"));
            }
            let tried = analysis.moves.iter().any(|mv| mv.visits > 0);
            let enough = analysis.visits >= visits && (visits <= 1 || tried);
            last = Some(analysis);
            Ok(enough)
        });
        let told = told.map_err(|trouble| match &last {
            Some(last) if trouble.fault == Fault::Hang => {
                let text = format!("{}; it was at {} visits", trouble.text, last.visits);
                Trouble::new(Fault::Hang, text)
            }
            _ => trouble,
        })?;
        let refused =
            |text: String| Trouble::new(Fault::Refusal, format!("at `{command}`: {text}"));
        told.map_err(refused)?;
        let nothing =
            || Trouble::new(Fault::Garbage, format!("at `{command}`: an answer without a report"));
        Ok(last.ok_or_else(nothing)?)
    }

    fn opinion(&mut self, state: &GoState) -> Result<Opinion, TeacherError> {
        let visits = self.question.visits;
        let analysis = self.analyse(state.to_move(), state.size(), visits)?;
        let opinion = opinion(&analysis, state, visits <= 1, self.perspective);
        Ok(opinion.map_err(|text| Trouble::new(Fault::Garbage, text))?)
    }

    /// Ends the engine; one that does not end by itself is killed.
    pub fn close(&mut self) {
        if let Err(trouble) = self.client.close(self.question.patience) {
            log::warn!("the teacher: {trouble}");
        }
    }
}

fn spelt((color, point): (Color, Point)) -> String {
    format!("{} {point}", color.letter().to_ascii_lowercase())
}

/// What an analysis says of a position. `raw`: the policy is the network's own, otherwise that of the visits.
///
/// # Errors
/// Text if no legal move has a share of the policy.
fn opinion(
    analysis: &Analysis,
    state: &GoState,
    raw: bool,
    perspective: Perspective,
) -> Result<Opinion, String> {
    let mine = match perspective {
        Perspective::Mover => true,
        Perspective::Fixed(color) => color == state.to_move(),
    };
    let sign = if mine { 1.0 } else { -1.0 };
    let mut policy: Vec<(Move, f64)> = Vec::new();
    for analysed in &analysis.moves {
        let weight = if raw { analysed.prior } else { analysed.visits as f64 };
        let mv: Move = analysed
            .vertex
            .parse()
            .map_err(|_| format!("a report with the move {}", analysed.vertex))?;
        if weight > 0.0 && state.is_legal(mv) {
            policy.push((mv, weight));
        }
    }
    policy.sort_by(|a, b| b.1.total_cmp(&a.1));
    policy.truncate(MOVES);
    let total: f64 = policy.iter().map(|(_, weight)| weight).sum();
    if total <= 0.0 {
        return Err("a report in which no legal move has a share".into());
    }
    policy.iter_mut().for_each(|(_, weight)| *weight /= total);
    // Reports begin with the top row, points with the lowest one.
    let rows = analysis.ownership.chunks(state.size().width()).rev().flatten();
    Ok(Opinion {
        policy,
        win: if mine { analysis.winrate } else { 1.0 - analysis.winrate },
        lead: sign * analysis.lead,
        deviation: analysis.deviation,
        ownership: rows.map(|owner| (sign * 7.0 * owner).round() as i8).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::AnalysedMove;

    fn analysis() -> Analysis {
        let mv =
            |vertex: &str, visits, prior| AnalysedMove { vertex: vertex.into(), visits, prior };
        Analysis {
            visits: 9,
            winrate: 0.9,
            lead: 3.5,
            deviation: 2.0,
            // The upper two rows, and the middle of the lowest.
            ownership: vec![1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.0, -1.0, 0.07],
            moves: vec![mv("A1", 1, 0.5), mv("b2", 6, 0.25), mv("pass", 2, 0.0), mv("C3", 0, 0.25)],
        }
    }

    fn state() -> GoState {
        let mut state = GoState::new(BoardSize::square(3).expect("a size"), Rules::CHINESE, 0.5);
        state.play(Move::xy(2, 2));
        state
    }

    #[test]
    fn labels_are_the_movers() {
        let state = state();
        let of = |raw, perspective| opinion(&analysis(), &state, raw, perspective).expect("moves");
        let mover = of(false, Perspective::Mover);
        // C3 is taken.
        let third = 1.0 / 9.0;
        assert_eq!(mover.policy.len(), 3);
        for ((mv, share), (vertex, expected)) in
            mover.policy.iter().zip([("B2", 6.0 * third), ("pass", 2.0 * third), ("A1", third)])
        {
            assert_eq!(mv.to_string(), vertex);
            assert!((share - expected).abs() < 1e-12, "{vertex}: {share}");
        }
        assert_eq!((mover.win, mover.lead, mover.deviation), (0.9, 3.5, 2.0));
        // From A1 on: the lowest row first.
        assert_eq!(mover.ownership, [0, -7, 0, 4, 4, 4, 7, 7, 7]);
        assert_eq!(of(false, Perspective::Fixed(Color::White)), mover);
        let black = of(false, Perspective::Fixed(Color::Black));
        assert_eq!((black.lead, black.deviation), (-3.5, 2.0));
        assert!((black.win - 0.1).abs() < 1e-6);
        assert_eq!(black.ownership, [0, 7, 0, -4, -4, -4, -7, -7, -7]);
        let raw = of(true, Perspective::Mover).policy;
        let raw: Vec<String> = raw.iter().map(|(mv, share)| format!("{mv} {share:.3}")).collect();
        assert_eq!(raw, ["A1 0.667", "B2 0.333"]);
    }

    #[test]
    fn reports_without_a_legal_move_are_no_opinion() {
        let mut wrong = analysis();
        wrong.moves.truncate(1);
        wrong.moves[0].vertex = "C3".into();
        assert!(opinion(&wrong, &state(), false, Perspective::Mover).is_err());
        wrong.moves[0].vertex = "Z0".into();
        let error = opinion(&wrong, &state(), false, Perspective::Mover).expect_err("no vertex");
        assert!(error.contains("Z0"), "{error}");
    }
}
