//! The inputs of KataGo's networks from model version 8 on ("version 7" of the inputs): 22 planes and 19 numbers, from the side of
//! the player to move.
//!
//! What cannot arise here is 0: the phases after the end of a game by territory (planes 7, 8, 20, 21; numbers 12, 13), players of unlike
//! strength (15, 16) and the button (17).

use super::area::{area, area_without_seki};
use super::ladder;
use super::stones::Stones;
use crate::base::{BoardSize, Color, GRID, Move, Point};
use crate::eval::go::planes::parity;
use crate::eval::net::katago::{GLOBALS, PLANES};
use crate::game::{Illegal, State};
use crate::games::go::{GoState, Ko, RECENT, Scoring, Tax, UNDONE};

/// A plane by its number.
mod plane {
    /// 1 on every point.
    pub const BOARD: usize = 0;
    pub const OWN: usize = 1;
    pub const OTHER: usize = 2;
    /// Chains of either colour with one, two and three liberties: three planes.
    pub const LIBERTIES: usize = 3;
    /// Empty points where ko or superko forbids a play.
    pub const KO: usize = 6;
    /// The last move, the one before it, and so on: five planes.
    pub const RECENT: usize = 9;
    /// Chains that a ladder catches; two more planes for those before the last move and before the one before it.
    pub const LADDER: usize = 14;
    /// Plays that begin a ladder.
    pub const LADDER_MOVE: usize = 17;
    /// What either colour owns under area scoring.
    pub const OWN_AREA: usize = 18;
    pub const OTHER_AREA: usize = 19;
}

/// A number of the whole board by its place.
mod global {
    /// 1 if the last move was a pass, if the one before it was, and so on: five numbers.
    pub const PASSES: usize = 0;
    /// Points that the player to move is given, / 20.
    pub const KOMI: usize = 5;
    /// 1 under superko, and which superko.
    pub const SUPERKO: usize = 6;
    pub const SUPERKO_KIND: usize = 7;
    pub const SUICIDE: usize = 8;
    pub const TERRITORY: usize = 9;
    /// 1 where points in seki do not count, and where groups are taxed.
    pub const SEKI_TAX: usize = 10;
    pub const GROUP_TAX: usize = 11;
    /// Would a pass end the game?
    pub const PASS_ENDS: usize = 14;
    /// Where the komi stands between those that make a draw possible: see [`super::parity`].
    pub const PARITY: usize = 18;
}

/// What the points given are divided by.
const KOMI_SCALE: f32 = 20.0;

/// How many points more than the board has anyone is given at most.
const KOMI_REACH: f32 = 20.0;

/// Reads positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct FeatureReader;

/// How much of the past a network is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Past {
    /// The newest moves, that many.
    shown: usize,
    /// Would a pass end the game, as far as the network is told?
    pass_ends: bool,
}

impl Past {
    fn of(state: &GoState) -> Past {
        let rules = state.rules();
        let area = rules.scoring == Scoring::Area;
        // With simple ko a pass also ends the game where the same player has passed in the same position.
        let repeated = rules.ko == Ko::Simple && state.has_passed_here();
        let ends = state.passes() >= 1 || repeated;
        // Where dead stones may stay a pass does not settle who owns what, so the network is not told of the passes.
        let friendly = area && rules.friendly_pass && state.passes() == 1 && !repeated;
        let most = match state.passes() {
            _ if friendly => 0,
            2.. => 1,
            _ => RECENT,
        };
        let mut player = state.to_move();
        let in_turn = |age: &usize| {
            player = player.other();
            state.mover(*age) == Some(player)
        };
        let shown = (0..most).take_while(in_turn).count();
        Past { shown, pass_ends: ends && !friendly }
    }
}

impl FeatureReader {
    /// Writes the planes, `planes[(y * width + x) * PLANES + plane]`, each 0 or 1, rows from the one numbered 1 on; `planes` must
    /// hold the board's area times [`PLANES`]. Returns the numbers of the whole board.
    pub fn read(self, state: &GoState, planes: &mut [f32]) -> [f32; GLOBALS] {
        planes.fill(0.0);
        let past = Past::of(state);
        let stones = Stones::of(state.board());
        points(state, &stones, planes);
        ladders(state, stones, past.shown, planes);
        let mut globals = [0.0; GLOBALS];
        for (age, mv) in state.recent().iter().take(past.shown).enumerate() {
            match mv.map(|mv| (mv, mv.point())) {
                Some((_, Some(point))) => mark(state.size(), planes, point, plane::RECENT + age),
                Some((Move::PASS, None)) => globals[global::PASSES + age] = 1.0,
                _ => {}
            }
        }
        let rules = state.rules();
        let size = state.size();
        let most = size.area() as f32 + KOMI_REACH;
        let given = state.given(state.to_move()).clamp(-most, most);
        let flag = |there: bool| f32::from(u8::from(there));
        globals[global::KOMI] = given / KOMI_SCALE;
        globals[global::SUPERKO] = flag(rules.ko != Ko::Simple);
        globals[global::SUPERKO_KIND] = match rules.ko {
            Ko::Simple => 0.0,
            Ko::Positional => 0.5,
            Ko::Situational => -0.5,
        };
        globals[global::SUICIDE] = flag(rules.suicide);
        globals[global::TERRITORY] = flag(rules.scoring == Scoring::Territory);
        globals[global::SEKI_TAX] = flag(rules.tax != Tax::None);
        globals[global::GROUP_TAX] = flag(rules.tax == Tax::All);
        globals[global::PASS_ENDS] = flag(past.pass_ends);
        if rules.scoring == Scoring::Area {
            globals[global::PARITY] = parity(given, size.area());
        }
        globals
    }
}

fn mark(size: BoardSize, planes: &mut [f32], point: Point, plane: usize) {
    planes[(point.y() * size.width() + point.x()) * PLANES + plane] = 1.0;
}

/// What is told of the position as it stands, ladders excepted.
fn points(state: &GoState, stones: &Stones, planes: &mut [f32]) {
    let (size, board, own) = (state.size(), state.board(), state.to_move());
    let rules = state.rules();
    let owners = (rules.scoring == Scoring::Area).then(|| match rules.tax {
        Tax::None => area(stones, rules.suicide),
        Tax::Seki | Tax::All => area_without_seki(stones, rules.suicide),
    });
    let mut count = [0; GRID];
    for chain in Color::BOTH.into_iter().flat_map(|color| board.chains(color)) {
        let mut liberties = [Point::at(0, 0); 4];
        count[chain] = board.liberties(chain, &mut liberties);
    }
    for (point, cell) in size.points().zip(planes.chunks_exact_mut(PLANES)) {
        cell[plane::BOARD] = 1.0;
        match board.color(point) {
            Some(color) => {
                cell[if color == own { plane::OWN } else { plane::OTHER }] = 1.0;
                let liberties = count[board.chain(point)];
                if liberties < 4 {
                    cell[plane::LIBERTIES + liberties - 1] = 1.0;
                }
            }
            None => {
                let repeats =
                    matches!(state.check(Move::at(point)), Err(Illegal::Superko | Illegal::Ko));
                if repeats || board.is_ko(own, point) {
                    cell[plane::KO] = 1.0;
                }
            }
        }
        if let Some(owner) = owners.as_ref().and_then(|owners| owners[point.index()]) {
            cell[if owner == own { plane::OWN_AREA } else { plane::OTHER_AREA }] = 1.0;
        }
    }
}

/// Ladders of the position, of that before the last move and of that before the one before it, as far as these are shown.
fn ladders(state: &GoState, mut stones: Stones, shown: usize, planes: &mut [f32]) {
    let size = state.size();
    let mut caught: Vec<Point> = Vec::new();
    for age in 0..=UNDONE {
        if age == 0 || age <= shown {
            caught.clear();
            let mut looked_at = crate::games::go::PointSet::new();
            for prey in size.points().filter(|&point| stones.color(point).is_some()) {
                if looked_at.contains(prey) || stones.liberties(prey, 3) > 2 {
                    continue;
                }
                let members = stones.chain(prey).stones;
                looked_at.extend(members.iter());
                let Some(beginnings) = ladder::caught(&stones, prey) else { continue };
                caught.extend(members.iter());
                if age == 0 && stones.color(prey) != Some(state.to_move()) {
                    for mv in beginnings {
                        mark(size, planes, mv, plane::LADDER_MOVE);
                    }
                }
            }
        }
        for &stone in &caught {
            mark(size, planes, stone, plane::LADDER + age);
        }
        if age < UNDONE {
            stones.take_back(state, age);
        }
    }
}
