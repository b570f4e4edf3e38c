//! The referee: a session of our own that knows the rules. It sets the game up, allows or refuses moves, says when the
//! game is over and what the score is.
//!
//! A player who must pass (Reversi) is asked all the same, and has to answer with a pass: that is what engines behind GTP
//! and NBoard expect, and it shows whether they know the rules.

use super::opening::Opening;
use super::{Event, EventError, Scorer, players};
use crate::base::{BoardSize, Color, Move, Point};
use crate::engine::{Scope, Stop};
use crate::game::{Outcome, PassRule, Reason, Verdict};
use crate::games::go::phantom::{Event as Told, MoveCap};
use crate::games::gomoku::Rules;
use crate::games::gomoku::swap2::Swap2;
use crate::record::sgf::GameRecord;
use crate::session::{self, Feature, GameRow, Session, SessionError, Settings};

/// Least number of moves before a game is broken off, where the event does not say.
const FEW: usize = 30;

/// A game in the referee's eyes.
pub(super) struct Referee {
    row: &'static GameRow,
    session: Box<dyn Session>,
    handicap: Vec<Point>,
    opening: Vec<(Color, Move)>,
    opening_name: Option<String>,
    most_moves: usize,
    moves: usize,
    /// Tries that were refused.
    tries: usize,
}

impl Referee {
    /// Sets up a game of the event.
    pub(super) fn new(event: &Event, opening: Option<&Opening>) -> Result<Referee, EventError> {
        let (row, mut session) = session(event)?;
        if event.swap2 {
            let wrong = |text: &str| Err(EventError::Setting("swap2".into(), text.into()));
            if row.name != "gomoku" {
                return wrong("only a game of Gomoku begins with the swap2 opening");
            }
            if opening.is_some() {
                return wrong("the players make the opening, so there can be no other openings");
            }
        }
        let handicap = match event.handicap {
            0 => Vec::new(),
            count => session.fixed_handicap(count).map_err(|error| {
                EventError::Setting("handicap".into(), format!("{error} (on size {})", event.size))
            })?,
        };
        let hidden = session.passport().hidden;
        if hidden && opening.is_some() {
            let text = "openings would be seen by both players, whose stones are hidden";
            return Err(EventError::Setting("openings".into(), text.into()));
        }
        let moves = opening.map_or(&[][..], |opening| &opening.moves);
        let bad = |text: String| {
            EventError::Opening(opening.map(|o| o.name.clone()).unwrap_or_default(), text)
        };
        for (number, &(color, mv)) in moves.iter().enumerate() {
            if session.outcome().is_some() {
                return Err(bad(format!("the game is over after {number} moves")));
            }
            session.play(color, mv).map_err(|error| {
                bad(format!("move {}, {} {mv}: {}", number + 1, color.letter(), reason(error)))
            })?;
        }
        if session.outcome().is_some() {
            return Err(bad("the game is over at its end".into()));
        }
        if let Scorer::Command(command) = &event.rulings.scorer {
            players::check_command(command)?;
        }
        let capped = session.phantom().is_some_and(|books| books.rules.cap != MoveCap::Never);
        let most_moves = match event.rulings.max_moves {
            // The rules themselves end the game, and count the board.
            0 if capped => usize::MAX,
            0 => (3 * session.size().area()).max(FEW),
            most => most,
        };
        Ok(Referee {
            row,
            session,
            handicap,
            opening: moves.to_vec(),
            opening_name: opening.map(|opening| opening.name.clone()),
            most_moves,
            moves: moves.len(),
            tries: 0,
        })
    }

    /// The game's row in the register.
    pub(super) fn row(&self) -> &'static GameRow {
        self.row
    }

    /// The board.
    pub(super) fn size(&self) -> BoardSize {
        self.session.size()
    }

    /// Points for White in force.
    pub(super) fn komi(&self) -> Option<f32> {
        self.session.komi().ok()
    }

    /// The rules in force as KataGo's JSON object, where the game has a choice of rules.
    pub(super) fn rules(&self) -> Option<String> {
        if self.session.offers(Feature::Rules) { self.session.rules().ok() } else { None }
    }

    /// The swap2 opening of this game, before the first stone.
    pub(super) fn swap2(&self) -> Swap2 {
        let variant = self.session.option("variant").ok();
        let rules = variant.and_then(|name| Rules::named(&name)).unwrap_or_default();
        Swap2::new(self.size(), rules)
    }

    /// The game begins with these stones, black and white in turn, which the players have placed in the swap2 opening.
    pub(super) fn begin_with(&mut self, stones: &[Point]) {
        let colors = Color::BOTH.into_iter().cycle();
        for (color, &point) in colors.zip(stones) {
            let mv = Move::at(point);
            match self.session.play(color, mv) {
                Ok(()) => self.opening.push((color, mv)),
                Err(error) => log::error!("the opening has an illegal stone {mv}: {error}"),
            }
        }
        self.opening_name = Some("swap2".into());
        self.moves = self.opening.len();
    }

    /// The handicap stones.
    pub(super) fn handicap(&self) -> &[Point] {
        &self.handicap
    }

    /// The moves of the opening.
    pub(super) fn opening(&self) -> &[(Color, Move)] {
        &self.opening
    }

    /// All moves so far, those of the opening first; handicap stones are none.
    pub(super) fn moves(&self) -> &[(Color, Move)] {
        self.session.moves()
    }

    /// The name of the opening.
    pub(super) fn opening_name(&self) -> Option<&str> {
        self.opening_name.as_deref()
    }

    /// Whose turn it is.
    pub(super) fn to_move(&self) -> Color {
        self.session.to_move()
    }

    /// Makes a move, or says why it is not allowed.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        if mv.is_pass() && self.session.passport().passes == PassRule::Never {
            return Err("passing is not allowed".into());
        }
        self.session.play(color, mv).map_err(reason)?;
        self.moves += 1;
        Ok(())
    }

    /// Are stones hidden from the players?
    pub(super) fn is_hidden(&self) -> bool {
        self.session.passport().hidden
    }

    /// Judges a try in a game of hidden information, or says why it is none.
    pub(super) fn attempt(&mut self, color: Color, mv: Move) -> Result<Verdict, String> {
        let verdict = self.session.attempt(color, mv).map_err(reason)?;
        self.tries += usize::from(verdict != Verdict::Accepted);
        self.moves += usize::from(verdict != Verdict::Refused);
        Ok(verdict)
    }

    /// What a player of a game of hidden information is to be told since this was last asked.
    pub(super) fn news(&mut self, color: Color) -> Vec<Told> {
        self.session.phantom().map_or(Vec::new(), |mut books| books.news(color).to_vec())
    }

    /// How the game ended by the rules, if it did, the board taken as it stands.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// Has the game as many moves as it may have?
    pub(super) fn is_too_long(&self) -> bool {
        self.moves >= self.most_moves || self.tries / 2 >= self.most_moves
    }

    /// Does a finished game have a margin?
    pub(super) fn has_margins(&self) -> bool {
        self.session.passport().margins
    }

    /// May dead stones be on the board at the end?
    pub(super) fn asks_for_dead(&self) -> bool {
        let taken_off = || self.session.option("friendly_pass").is_ok_and(|value| value == "true");
        self.session.offers(Feature::Status) && taken_off()
    }

    /// The score of the position in the referee's judgement. Where dead stones come off that is a search.
    pub(super) fn judge(&mut self) -> Option<Outcome> {
        let as_it_stands = self.session.outcome();
        match self.session.score(&Stop::default()) {
            Ok(outcome) => Some(outcome),
            Err(error) => {
                log::warn!("the referee cannot judge the position: {error}");
                as_it_stands
            }
        }
    }
}

/// Why a move is not allowed; GTP's text alone says only that it is not.
fn reason(error: SessionError) -> String {
    match error {
        SessionError::IllegalMove(illegal) => illegal.to_string(),
        error => error.to_string(),
    }
}

/// A session of the event's game under the event's settings, before the first move.
pub(super) fn session(event: &Event) -> Result<(&'static GameRow, Box<dyn Session>), EventError> {
    let row = session::find(&event.game).ok_or_else(|| EventError::Game(event.game.clone()))?;
    let bad_size = || EventError::Size { game: row.name.into(), size: event.size.clone() };
    let size = match event.size.trim() {
        "" => None,
        text => Some(text.parse::<BoardSize>().map_err(|_| bad_size())?),
    };
    let mut settings = Settings { size, ..Settings::default() };
    (row.open)(&settings).map_err(|_| bad_size())?;
    let wrong =
        |name: &str, error: &dyn ToString| EventError::Setting(name.to_owned(), error.to_string());
    settings.rules.clone_from(&event.rules);
    let mut session = (row.open)(&settings).map_err(|error| wrong("rules", &error))?;
    if event.rules.is_some() && !session.offers(Feature::Rules) {
        return Err(wrong("rules", &"not part of this game"));
    }
    for (name, value) in &event.set {
        let is = |row: &crate::engine::OptionRow| {
            row.scope == Scope::Rules
                && (row.name.eq_ignore_ascii_case(name)
                    || row.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name)))
        };
        if !session.option_rows().iter().any(is) {
            let rows = session.option_rows().iter();
            let known: Vec<&str> =
                rows.filter(|row| row.scope == Scope::Rules).map(|row| row.name).collect();
            let text = format!("no part of the rules; these are: {}", known.join(", "));
            return Err(wrong(name, &text));
        }
        session.set_option(name, value).map_err(|error| wrong(name, &error))?;
    }
    if let Some(komi) = event.komi {
        if !komi.is_finite() {
            return Err(wrong("komi", &"a komi is a finite number"));
        }
        session.set_komi(komi).map_err(|error| wrong("komi", &error))?;
    }
    Ok((row, session))
}

/// A score as a player said it: `B+3.50`, `w+0.5`, `0`, `Draw`, `Jigo`; `None` for anything else.
pub(super) fn read_score(text: &str) -> Option<Outcome> {
    let mut record = GameRecord::new(const { BoardSize::square(1).unwrap() });
    let text = text.trim();
    let zero = text.split_once('+').is_some_and(|(_, points)| points.parse() == Ok(0.0f32));
    record.result = Some(if zero { "0" } else { text }.into());
    match record.outcome()? {
        Outcome::Draw => Some(Outcome::Draw),
        outcome @ Outcome::Win { reason: Reason::Points(_), .. } => Some(outcome),
        Outcome::Win { .. } => None,
    }
}

/// Points or discs of a score from Black's side.
pub(super) fn margin(outcome: Outcome) -> Option<f32> {
    match outcome {
        Outcome::Draw => Some(0.0),
        Outcome::Win { winner: Color::Black, reason: Reason::Points(points) } => Some(points),
        Outcome::Win { winner: Color::White, reason: Reason::Points(points) } => Some(-points),
        Outcome::Win { .. } => None,
    }
}
