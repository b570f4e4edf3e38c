//! The parts a rule set is made of.

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ko {
    /// Only the immediate retake of a single stone.
    Simple,
    /// No play may recreate an earlier whole-board position.
    Positional,
    /// No play may recreate an earlier whole-board position with the same player to move.
    Situational,
}

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Stones on the board and the empty points they alone surround.
    Area,
    /// Surrounded empty points and prisoners.
    Territory,
}

/// Which surrounded points do not count ("group tax").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tax {
    /// All count.
    None,
    /// None in seki.
    Seki,
    /// None in seki, and two fewer for each other living group.
    All,
}

/// What White receives for N handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// N - 1 points.
    NMinusOne,
    /// N points.
    N,
}

/// A rule set. The parts are those of KataGo's rules description (`kata-get-rules`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Forbidden repetitions.
    pub ko: Ko,
    /// What is counted.
    pub scoring: Scoring,
    /// What is not counted.
    pub tax: Tax,
    /// May a play take its own string of two or more stones off the board? (A single stone never may.)
    pub suicide: bool,
    /// What White receives for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// May dead stones be left on the board at the end (true), or must they be captured before passing (false)?
    pub friendly_pass: bool,
}

impl Rules {
    /// Chinese rules as tournaments play them.
    pub const CHINESE: Rules = Rules {
        ko: Ko::Simple,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: false,
        handicap_bonus: HandicapBonus::N,
        friendly_pass: true,
    };

    /// The logical rules of Tromp and Taylor.
    pub const TROMP_TAYLOR: Rules = Rules {
        ko: Ko::Positional,
        scoring: Scoring::Area,
        tax: Tax::None,
        suicide: true,
        handicap_bonus: HandicapBonus::Zero,
        friendly_pass: false,
    };
}
