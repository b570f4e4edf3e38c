//! Sessions of NoGo and Capture Go.

use super::{Feature, Game, Open, Session, SessionError, Settings};
use crate::base::{BoardSize, Color, Move, Point};
use crate::engine::{self, CAPTURE_OPTIONS, Engine, NOGO_OPTIONS, OptionTable, PointStatus};
use crate::game::{Illegal, Outcome, State};
use crate::games::go::{Aim, CaptureRules, MustMove, Nogo};
use crate::record::sgf::{GoNotation, Notation};

/// What a session must know of one of these games beside its moves. Where there is nothing to choose, the defaults say so.
pub trait Service: Aim + Default {
    /// Its options.
    const OPTIONS: &'static OptionTable;

    /// What it has beside records.
    const FEATURES: &'static [Feature];

    /// Its engine, every option at its default.
    fn engine() -> Box<dyn Engine<MustMove<Self>>>;

    /// The name of the rules, as records give it: records of these games look like Go in everything else.
    fn rules_name(&self) -> String;

    /// See [`Game::rules`].
    fn rules(&self) -> Option<String> {
        None
    }

    /// These rules with the changes that the text tells; see [`Game::set_rules`].
    fn parsed(&self, _text: &str) -> Result<Self, SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// See [`Game::rule`].
    fn rule(&self, _key: &str) -> Result<String, SessionError> {
        Err(SessionError::NotInThisGame)
    }

    /// See [`Game::set_rule`].
    fn set_rule(&mut self, _key: &str, _value: &str) -> Result<(), SessionError> {
        Err(SessionError::NotInThisGame)
    }
}

impl Service for Nogo {
    const OPTIONS: &'static OptionTable = &NOGO_OPTIONS;
    const FEATURES: &'static [Feature] = &[];

    fn engine() -> Box<dyn Engine<MustMove<Nogo>>> {
        Box::new(engine::must_move::nogo())
    }

    fn rules_name(&self) -> String {
        "NoGo".into()
    }
}

impl Service for CaptureRules {
    const OPTIONS: &'static OptionTable = &CAPTURE_OPTIONS;
    const FEATURES: &'static [Feature] = &[Feature::Rules, Feature::Captures];

    fn engine() -> Box<dyn Engine<MustMove<CaptureRules>>> {
        Box::new(engine::must_move::capture_go())
    }

    fn rules_name(&self) -> String {
        self.to_string()
    }

    fn rules(&self) -> Option<String> {
        Some(self.to_json())
    }

    fn parsed(&self, text: &str) -> Result<CaptureRules, SessionError> {
        Ok(self.parse(text)?)
    }

    fn rule(&self, key: &str) -> Result<String, SessionError> {
        Ok(self.get(key)?)
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        Ok(self.set(key, value)?)
    }
}

/// Settings of such a game that outlive single games: what it is played for.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stones<A>(A);

/// Opens such a game. The default is 9x9.
pub fn open<A: Service>(settings: &Settings) -> Result<Box<dyn Session>, SessionError> {
    let size = settings.size.or(BoardSize::square(9)).ok_or(SessionError::UnacceptableSize)?;
    if settings.komi.is_some() {
        return Err(SessionError::BadRules(format!("there is no komi in {}", A::NAME)));
    }
    let aim = match &settings.rules {
        Some(text) => A::default().parsed(text)?,
        None => A::default(),
    };
    Ok(Box::new(Open::new(Stones(aim), size, &settings.options)?))
}

impl<A: Service> Game for Stones<A> {
    type State = MustMove<A>;

    fn offers(&self, feature: Feature) -> bool {
        feature == Feature::Records || A::FEATURES.contains(&feature)
    }

    fn accepts(&self, _size: BoardSize) -> bool {
        true
    }

    fn start(&self, size: BoardSize) -> MustMove<A> {
        MustMove::new(size, self.0)
    }

    fn set_up(
        &self,
        size: BoardSize,
        stones: &[(Color, Point)],
        to_move: Color,
    ) -> Result<MustMove<A>, SessionError> {
        Ok(MustMove::with_stones(size, self.0, stones, to_move)?)
    }

    fn stone(state: &MustMove<A>, point: Point) -> Option<Color> {
        state.board().color(point)
    }

    fn captured(state: &MustMove<A>, color: Color) -> usize {
        state.board().captured(color)
    }

    fn options(&self) -> &'static OptionTable {
        A::OPTIONS
    }

    fn engine(&self) -> Box<dyn Engine<MustMove<A>>> {
        A::engine()
    }

    fn rules(&self) -> Option<String> {
        self.0.rules()
    }

    fn set_rules(&mut self, text: &str) -> Result<(), SessionError> {
        self.0 = self.0.parsed(text)?;
        Ok(())
    }

    fn rule(&self, key: &str) -> Result<String, SessionError> {
        self.0.rule(key)
    }

    fn set_rule(&mut self, key: &str, value: &str) -> Result<(), SessionError> {
        self.0.set_rule(key, value)
    }

    fn rules_name(&self) -> Option<String> {
        Some(self.0.rules_name())
    }

    fn apply(&self, state: &mut MustMove<A>) {
        state.set_aim(self.0);
    }

    /// Only a finished game has a result.
    fn score(&self, state: &MustMove<A>, _status: &[PointStatus]) -> Option<Outcome> {
        state.outcome()
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&GoNotation)
    }

    fn edit(state: &mut MustMove<A>, edits: &[(Point, Option<Color>)]) -> Result<(), SessionError> {
        Ok(state.edit(edits)?)
    }

    /// Nothing follows the end, not even moves of the player who could still make some.
    fn check_out_of_turn(state: &MustMove<A>, color: Color, mv: Move) -> Result<(), Illegal> {
        if state.outcome().is_some() {
            return Err(Illegal::Over);
        }
        let mut state = state.clone();
        state.set_to_move(color);
        state.check(mv)
    }
}
