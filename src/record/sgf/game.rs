//! One game: what is known about it, and what happened in order.

use super::{GoNotation, Notation, Tree, write};
use crate::base::{BoardSize, Color, GRID, Move, Point};
use crate::game::{Outcome, Reason};

/// Who played a colour.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerInfo {
    /// `PB`, `PW`.
    pub name: Option<String>,
    /// `BR`, `WR`.
    pub rank: Option<String>,
    /// `BT`, `WT`.
    pub team: Option<String>,
}

/// Stones put on the board or taken off it outside play; each point at most once, in ascending order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Points that become black (`AB`).
    pub black: Vec<Point>,
    /// Points that become white (`AW`).
    pub white: Vec<Point>,
    /// Points that become empty (`AE`).
    pub empty: Vec<Point>,
}

impl Setup {
    /// Does it change nothing?
    pub fn is_empty(&self) -> bool {
        self.black.is_empty() && self.white.is_empty() && self.empty.is_empty()
    }
}

/// One node of the game: at most one setup, then a player to move, then moves (one, in a correct file).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Step {
    /// `AB`, `AW`, `AE`.
    pub setup: Setup,
    /// `PL`.
    pub to_play: Option<Color>,
    /// `B`, `W`.
    pub moves: Vec<(Color, Move)>,
    /// `TRY`, a private property: points that were refused to the player of this move before it (Phantom Go).
    pub refused: Vec<Point>,
    /// `MN`: the number this move is to be shown with.
    pub number: Option<u32>,
    /// `N`.
    pub name: Option<String>,
    /// `C`.
    pub comment: Option<String>,
    /// `BL`, `WL`: seconds left after the move, by [`Color::index`].
    pub time_left: [Option<f64>; 2],
    /// `OB`, `OW`: moves left in the overtime period, by [`Color::index`].
    pub moves_left: [Option<u32>; 2],
}

/// Something that happens to the board or the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// Stones are put or taken off.
    Setup(&'a Setup),
    /// It is that player's turn now, whatever the colour of the last move.
    SetPlayer(Color),
    /// Tries of the player who moves next, or would, were refused (Phantom Go).
    Refused(&'a [Point]),
    /// A move or pass of that colour. Colours need not alternate.
    Move(Color, Move),
}

/// A game: the main line of a tree, or a game just played.
///
/// ```
/// use tesuji::base::{BoardSize, Color, Move};
/// use tesuji::record::sgf::{self, GameRecord};
///
/// let mut game = GameRecord::new(BoardSize::square(9).unwrap());
/// game.komi = Some(7.5);
/// game.player_mut(Color::Black).name = Some("tesuji".into());
/// game.play(Color::Black, "E5".parse().unwrap()).comment = Some("the centre".into());
/// game.play(Color::White, Move::PASS);
/// game.result = Some("B+R".into());
///
/// let text = game.to_sgf();
/// assert!(text.contains("PB[tesuji]RE[B+R];B[ee]"));
/// let again = sgf::parse(text.as_bytes()).unwrap();
/// assert_eq!(GameRecord::from_tree(again.first().unwrap()).unwrap(), game);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// `SZ`.
    pub size: BoardSize,
    /// `KM`; `None` when it is missing, empty or unreadable: then a program keeps the komi it has.
    pub komi: Option<f32>,
    /// `HA`: the agreed handicap. The stones themselves are setup.
    pub handicap: Option<u32>,
    /// `RU`, as written.
    pub rules: Option<String>,
    /// `RE`, as written. See [`GameRecord::outcome`].
    pub result: Option<String>,
    /// `TM`: main time in seconds.
    pub main_time: Option<f64>,
    /// `OT`, as written.
    pub overtime: Option<String>,
    /// `DT`, as written.
    pub date: Option<String>,
    /// `EV`.
    pub event: Option<String>,
    /// `RO`.
    pub round: Option<String>,
    /// `PC`.
    pub place: Option<String>,
    /// `GN`.
    pub game_name: Option<String>,
    /// `GC`.
    pub game_comment: Option<String>,
    /// `US`: who entered the game.
    pub user: Option<String>,
    /// `SO`.
    pub source: Option<String>,
    /// `AP`, name and version: the program that wrote the file. [`GameRecord::to_tree`] writes this program instead.
    pub application: Option<(String, String)>,
    /// The players, by [`Color::index`].
    pub players: [PlayerInfo; 2],
    /// What happened. The first step is the root and always there: handicap and setup stones, as a rule no moves.
    pub steps: Vec<Step>,
}

impl GameRecord {
    /// A game that has not begun.
    pub fn new(size: BoardSize) -> GameRecord {
        GameRecord {
            size,
            komi: None,
            handicap: None,
            rules: None,
            result: None,
            main_time: None,
            overtime: None,
            date: None,
            event: None,
            round: None,
            place: None,
            game_name: None,
            game_comment: None,
            user: None,
            source: None,
            application: Some(super::interpret::this_program()),
            players: Default::default(),
            steps: vec![Step::default()],
        }
    }

    /// Who played that colour.
    pub fn player(&self, color: Color) -> &PlayerInfo {
        &self.players[color.index()]
    }

    /// Who played that colour, to be changed.
    pub fn player_mut(&mut self, color: Color) -> &mut PlayerInfo {
        &mut self.players[color.index()]
    }

    /// Puts stones on the board before the first move: handicap and setup stones. Points named twice take the colour
    /// named last.
    pub fn set_up(&mut self, black: &[Point], white: &[Point]) {
        let mut stones = Stones::default();
        if let Some(root) = self.steps.first() {
            stones.add_setup(&root.setup);
        }
        black.iter().for_each(|&point| stones.put(point, Some(Color::Black)));
        white.iter().for_each(|&point| stones.put(point, Some(Color::White)));
        self.root_mut().setup = stones.into_setup();
    }

    /// The first step, which is made if there is none.
    pub fn root_mut(&mut self) -> &mut Step {
        if self.steps.is_empty() {
            self.steps.push(Step::default());
        }
        &mut self.steps[0]
    }

    /// Appends a move and returns its step, for a comment or the time left. [`Move::RESIGN`] makes an empty step: that
    /// somebody resigned is said by the result.
    pub fn play(&mut self, color: Color, mv: Move) -> &mut Step {
        self.root_mut();
        let moves = if mv == Move::RESIGN { Vec::new() } else { vec![(color, mv)] };
        self.steps.push(Step { moves, ..Step::default() });
        let last = self.steps.len() - 1;
        &mut self.steps[last]
    }

    /// Everything that happens, in order.
    pub fn events(&self) -> impl Iterator<Item = Event<'_>> {
        self.steps.iter().flat_map(|step| {
            let setup = (!step.setup.is_empty()).then_some(Event::Setup(&step.setup));
            let turn = step.to_play.map(Event::SetPlayer);
            let moves = step.moves.iter().map(|&(color, mv)| Event::Move(color, mv));
            let refused = (!step.refused.is_empty()).then_some(Event::Refused(&step.refused));
            setup.into_iter().chain(turn).chain(refused).chain(moves)
        })
    }

    /// What leads to the position before move `number`, as GTP's `loadsgf` counts: 1 is before the first move, with the
    /// setup done; 0, and any number beyond the last move, is the whole game. Passes count, setup does not; setup right
    /// before the move, even in its own node, is done.
    pub fn events_before(&self, number: usize) -> impl Iterator<Item = Event<'_>> {
        let mut moves = 0usize;
        self.events().take_while(move |event| {
            moves += usize::from(matches!(event, Event::Move(..)));
            number == 0 || moves < number
        })
    }

    /// Number of moves and passes.
    pub fn move_count(&self) -> usize {
        self.steps.iter().map(|step| step.moves.len()).sum()
    }

    /// Whose turn it is before move `number`, counted as in [`GameRecord::events_before`]: as `PL` or the last move
    /// says, else as the next move shows, else White in a handicap game and Black otherwise.
    pub fn to_play_before(&self, number: usize) -> Color {
        let last = self.events_before(number).filter_map(|event| match event {
            Event::Move(color, _) => Some(color.other()),
            Event::SetPlayer(color) => Some(color),
            Event::Setup(_) | Event::Refused(_) => None,
        });
        let next =
            || self.steps.iter().flat_map(|step| &step.moves).next().map(|&(color, _)| color);
        let handicap = self.handicap.is_some_and(|stones| stones >= 2);
        last.last().or_else(next).unwrap_or(if handicap { Color::White } else { Color::Black })
    }

    /// The result as far as it follows the form of `RE`; `None` when it is missing, unknown or void.
    ///
    /// ```
    /// # use tesuji::{base::BoardSize, record::sgf::GameRecord};
    /// let mut game = GameRecord::new(BoardSize::square(9).unwrap());
    /// for (text, outcome) in [("B+3.5", "B+3.5"), ("W+Resign", "W+R"), ("Draw", "0"), ("b+t", "B+T")] {
    ///     game.result = Some(text.into());
    ///     assert_eq!(game.outcome().unwrap().to_string(), outcome);
    /// }
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let text = self.result.as_deref()?.trim().to_ascii_lowercase();
        if matches!(text.as_str(), "0" | "draw" | "jigo") {
            return Some(Outcome::Draw);
        }
        let (winner, how) = text.split_once('+')?;
        let winner = winner.trim().parse().ok()?;
        let reason = match how.trim() {
            "" => Reason::Rule,
            "r" | "res" | "resign" => Reason::Resignation,
            "t" | "time" => Reason::Time,
            "f" | "forfeit" => Reason::Forfeit,
            points => match points.replace(',', ".").parse::<f32>() {
                Ok(points) if points.is_finite() && points > 0.0 => Reason::Points(points),
                _ => return None,
            },
        };
        Some(Outcome::Win { winner, reason })
    }

    /// The file of this game of Go, as UTF-8 text; [`super::parse`] and [`GameRecord::from_tree`] give the same record
    /// back, white space in one-line texts apart.
    pub fn to_sgf(&self) -> String {
        write(&[self.to_tree(&GoNotation)])
    }

    /// Reads a game of Go.
    ///
    /// # Errors
    /// [`super::RecordError`] if the tree is another game's, or its size, points or colours are impossible. What
    /// cannot change the position (names, komi, times) is never an error.
    pub fn from_tree(tree: &Tree) -> Result<GameRecord, super::RecordError> {
        GameRecord::from_tree_as(tree, &GoNotation)
    }

    /// Reads a game in that notation; errors as [`GameRecord::from_tree`].
    pub fn from_tree_as(
        tree: &Tree,
        notation: &dyn Notation,
    ) -> Result<GameRecord, super::RecordError> {
        super::interpret::from_tree(tree, notation)
    }

    /// The tree of this game in that notation, with this program as `AP`.
    pub fn to_tree(&self, notation: &dyn Notation) -> Tree {
        super::interpret::to_tree(self, notation)
    }
}

/// Collects setup: the colour named last for a point counts. One mark per cell, so that overlapping rectangles cost no
/// more than their points.
#[derive(Default)]
pub(super) struct Stones(Vec<Mark>);

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Unchanged,
    Becomes(Option<Color>),
}

impl Stones {
    pub(super) fn put(&mut self, point: Point, color: Option<Color>) {
        if self.0.is_empty() {
            self.0 = vec![Mark::Unchanged; GRID];
        }
        self.0[point.index()] = Mark::Becomes(color);
    }

    fn add_setup(&mut self, setup: &Setup) {
        setup.black.iter().for_each(|&point| self.put(point, Some(Color::Black)));
        setup.white.iter().for_each(|&point| self.put(point, Some(Color::White)));
        setup.empty.iter().for_each(|&point| self.put(point, None));
    }

    pub(super) fn into_setup(self) -> Setup {
        let mut setup = Setup::default();
        for (index, mark) in self.0.into_iter().enumerate() {
            let point = Point::from_index(index);
            match mark {
                Mark::Becomes(Some(Color::Black)) => setup.black.push(point),
                Mark::Becomes(Some(Color::White)) => setup.white.push(point),
                Mark::Becomes(None) => setup.empty.push(point),
                Mark::Unchanged => {}
            }
        }
        setup
    }
}
