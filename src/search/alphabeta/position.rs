//! A position as alpha-beta sees it.

use crate::base::{Color, Move};

/// A legal move with the urgency of trying it: the search tries the greatest first, after what it has learnt itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordered {
    /// The move.
    pub mv: Move,
    /// Greater is sooner.
    pub urgency: i32,
}

/// What a shallow search says of a deep one (Buro, ProbCut, 1995): the deep value lies about the shallow one, with the
/// deviation `sigma`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProbCut {
    /// Plies of the shallow search.
    pub shallow: i32,
    /// Mean of deep value minus shallow value.
    pub bias: f32,
    /// Standard deviation of that difference, in the units of [`Position::evaluate`].
    pub sigma: f32,
}

/// A proved value of a position, for its side to move: exact, or a bound where the window was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The value, fail-soft: at most alpha an upper bound, at least beta a lower bound.
    pub value: i32,
    /// The best move where one was found.
    pub best: Option<Move>,
}

/// A value and which of its sides are proved, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Told {
    /// The value, fail-soft.
    pub value: i32,
    /// Is it proved that the true value is at least that?
    pub at_least: bool,
    /// Is it proved that the true value is at most that?
    pub at_most: bool,
}

impl Told {
    /// A value without proof.
    pub fn guess(value: i32) -> Told {
        Told { value, at_least: false, at_most: false }
    }
}

/// The circumstances in which a move is about to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The move.
    pub mv: Move,
    /// Moves of the node that come before it.
    pub before: usize,
    /// All moves of the node.
    pub moves: usize,
    /// The greatest urgency among them, as [`Position::moves`] told it.
    pub top: i32,
    /// Depth of the search below the node.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Is the window wider than a null window?
    pub open: bool,
    /// Does the static value say that the player to move stands better than at the last turn?
    pub improving: bool,
    /// What the search has learnt of the move, -1024..=1024.
    pub history: i32,
    /// The lower end of the window so far.
    pub alpha: i32,
    /// The static value of the node.
    pub value: i32,
}

/// What is to be done with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plan {
    /// Searched as deep as the node, and so many plies more.
    Deeper(i32),
    /// Searched by so many plies less, and in full only if that comes out above alpha.
    Reduced(i32),
    /// Left out.
    Skipped,
    /// Left out, and with it all that come after.
    Enough,
}

/// What a solver shares with the search that called it.
pub trait Control {
    /// Counts positions visited; false when the search is to end, after which any value will do.
    fn visit(&self, nodes: u64) -> bool;
}

/// Most plies ahead that the value of a win tells.
pub const FARTHEST: i32 = 1000;

/// A position that alpha-beta can search. Values are whole numbers for the side to move. Colours need not alternate: a
/// position whose rules force a pass may make it itself, and the search asks [`Position::to_move`].
pub trait Position: Clone + Send + Sync {
    /// What a thread remembers for the position's own searches, see [`Position::leaf`].
    type Aid: Default + Send;

    /// All values lie strictly between `-LIMIT` and `LIMIT`; at most 32,000. Above 0 the player to move wins.
    const LIMIT: i32;

    /// Does [`Position::moves`] list every move that may be best? Where it leaves some out, no upper bound is proved.
    const COMPLETE: bool = true;

    /// Does [`Position::moves`] list every move that may be best here? [`Position::COMPLETE`], unless the position knows better.
    fn is_complete(&self) -> bool {
        Self::COMPLETE
    }

    /// Does [`Position::probcut`] ever answer? Where it does not, there is one level of confidence only.
    const PROBCUT: bool = false;

    /// How much the search's own experience of a move (what it refuted elsewhere) may add to or take from its urgency;
    /// 0 = nothing, and none is gathered.
    const HISTORY: i32 = 100;

    /// Half the width of the first window at the root, around the value of the iteration before.
    const ASPIRATION: i32 = Self::LIMIT / 16 + 1;

    /// Iterations that would come within so many plies of the end are left out: the end is searched at once.
    const LEAP: i32 = 0;

    /// Searches of at most that many plies are left to [`Position::shallow`], unless they reach the end.
    const SHALLOW: i32 = 0;

    /// The value of a game won, where values tell how soon: a win n plies ahead is worth `WON - n`, a loss the opposite, for n
    /// up to [`FARTHEST`]. 0 where they do not.
    const WON: i32 = 0;

    /// Does [`Position::plan`] ever answer anything but [`Plan::Deeper`]`(0)`, or [`Position::glance`] anything?
    const SELECTIVE: bool = false;

    /// Hash of everything that the value depends on, the side to move included.
    fn key(&self) -> u64;

    /// The key after a move that passes the turn to the other side, where it is cheaper to know than to make the move.
    fn key_after(&self, _mv: Move) -> Option<u64> {
        None
    }

    /// Whose turn it is.
    fn to_move(&self) -> Color;

    /// The value, once the game is over.
    fn outcome(&self) -> Option<i32>;

    /// The static value of an open position.
    fn evaluate(&self) -> i32;

    /// The value where the depth is used up: the static value, or what a look at forced moves finds. `depth` is 0 or less.
    fn leaf(&self, _aid: &mut Self::Aid, _alpha: i32, _beta: i32, _control: &dyn Control) -> Told {
        Told::guess(self.evaluate())
    }

    /// A value that makes the search of a node unnecessary. `value` is the node's static value.
    fn glance(
        &self,
        _aid: &mut Self::Aid,
        _node: &Turn,
        _beta: i32,
        _control: &dyn Control,
    ) -> Option<Told> {
        None
    }

    /// Is there no choice, so that a node is searched although its depth is used up?
    fn is_forced(&self) -> bool {
        false
    }

    /// How to search a move.
    fn plan(&self, _turn: &Turn) -> Plan {
        Plan::Deeper(0)
    }

    /// Is the move that the table calls best worth a ply more if all others are worse by that margin, by a search of half the depth
    /// (singular extension; Anantharaman, Campbell and Hsu, 1990)?
    fn singular(&self, _depth: i32) -> Option<i32> {
        None
    }

    /// The value in points, as [`crate::search::Candidate::score`] tells it.
    fn score(value: i32) -> f32;

    /// The chance to win, 0..=1, that goes with a value.
    fn winrate(value: i32) -> f32;

    /// Appends the legal moves worth trying (at least one in an open position) and their urgency; what is in `moves` already belongs
    /// to the positions above. `depth` is the depth of the search below this position: the deeper, the more work a good
    /// order is worth.
    fn moves(&self, depth: i32, moves: &mut Vec<Ordered>);

    /// Makes a legal move.
    fn play(&mut self, mv: Move);

    /// Overwrites this position by another one of the same game without allocating where possible.
    fn copy_from(&mut self, other: &Self) {
        self.clone_from(other);
    }

    /// A number of plies after which every line has ended, if one is known: a search of that depth is exact.
    fn remaining(&self) -> Option<i32> {
        None
    }

    /// Proved bounds of the value that cost little to know.
    fn bounds(&self) -> (i32, i32) {
        (-Self::LIMIT, Self::LIMIT)
    }

    /// How to guess a search of `depth` plies by a shallower one, where that has been fitted. Asked only if
    /// [`Position::PROBCUT`] says so.
    fn probcut(&self, _depth: i32) -> Option<ProbCut> {
        None
    }

    /// A search of `depth` plies (1 to [`Position::SHALLOW`]) within (alpha, beta), fail-soft, without table: where the general
    /// machinery would cost more than it saves. Adds the positions visited to `nodes`.
    fn shallow(&self, _depth: i32, _alpha: i32, _beta: i32, _nodes: &mut u64) -> i32 {
        self.evaluate()
    }

    /// Takes over where the position has a solver of its own for what remains of the game: the value to the end of the
    /// game within (alpha, beta). Called only where the search reaches the end: at every position whose
    /// [`Position::remaining`] is no more than the depth left.
    fn solve(&self, _alpha: i32, _beta: i32, _control: &dyn Control) -> Option<Solved> {
        None
    }
}
