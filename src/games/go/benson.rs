//! Unconditional life: chains that cannot be taken even if their owner passes for ever (Benson, "Life in the Game of
//! Go", 1976).

use super::{EMPTY, PointSet, WALL};
use crate::base::{BoardSize, Color, GRID, Point};

/// What a colour owns unconditionally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UnconditionalLife {
    /// The stones of all unconditionally alive chains.
    pub stones: PointSet,
    /// The points of the regions that give them life. No empty point there is out of touch with a living chain, so the
    /// opponent can make no eye in them and the opponent's stones there are dead.
    pub territory: PointSet,
}

struct Chain {
    alive: bool,
    /// Vital regions that are enclosed by living chains only.
    eyes: usize,
}

struct Region {
    points: Vec<Point>,
    /// Chains that touch any point of the region.
    border: Vec<usize>,
    /// Those that touch all its empty points.
    vital: Vec<usize>,
    /// All of the border alive?
    enclosed: bool,
}

/// Benson's analysis for one colour of a board given by the content of its cells.
pub(super) fn unconditional_life(
    size: BoardSize,
    contents: &[u8; GRID],
    color: Color,
) -> UnconditionalLife {
    let own = color as u8 + 1;
    let content = |p: Point| contents[p.index()];
    const NONE: usize = usize::MAX;
    let mut chain_of = [NONE; GRID];
    let mut chains = Vec::new();
    let mut stack = Vec::new();
    for start in size.points().filter(|&p| content(p) == own) {
        if chain_of[start.index()] != NONE {
            continue;
        }
        let id = chains.len();
        chains.push(Chain { alive: true, eyes: 0 });
        chain_of[start.index()] = id;
        stack.push(start);
        while let Some(point) = stack.pop() {
            for n in point.neighbors() {
                if content(n) == own && chain_of[n.index()] == NONE {
                    chain_of[n.index()] = id;
                    stack.push(n);
                }
            }
        }
    }

    let mut regions = Vec::new();
    let mut seen = PointSet::new();
    for start in size.points().filter(|&p| content(p) != own) {
        if !seen.insert(start) {
            continue;
        }
        let mut region =
            Region { points: vec![start], border: Vec::new(), vital: Vec::new(), enclosed: true };
        let mut vital: Option<Vec<usize>> = None;
        let mut at = 0;
        while let Some(&point) = region.points.get(at) {
            at += 1;
            let mut touched = Vec::with_capacity(4);
            for n in point.neighbors() {
                match content(n) {
                    WALL => {}
                    c if c == own => touched.push(chain_of[n.index()]),
                    _ if seen.insert(n) => region.points.push(n),
                    _ => {}
                }
            }
            for &chain in &touched {
                if !region.border.contains(&chain) {
                    region.border.push(chain);
                }
            }
            if content(point) == EMPTY {
                match &mut vital {
                    None => {
                        touched.sort_unstable();
                        touched.dedup();
                        vital = Some(touched);
                    }
                    Some(vital) => vital.retain(|chain| touched.contains(chain)),
                }
            }
        }
        region.vital = vital.unwrap_or_default();
        regions.push(region);
    }

    loop {
        for chain in &mut chains {
            chain.eyes = 0;
        }
        for region in regions.iter().filter(|region| region.enclosed) {
            for &chain in &region.vital {
                chains[chain].eyes += 1;
            }
        }
        let mut changed = false;
        for chain in &mut chains {
            if chain.alive && chain.eyes < 2 {
                chain.alive = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
        for region in &mut regions {
            region.enclosed = region.border.iter().all(|&chain| chains[chain].alive);
        }
    }

    let alive = |p: &Point| chain_of[p.index()] != NONE && chains[chain_of[p.index()]].alive;
    UnconditionalLife {
        stones: size.points().filter(alive).collect(),
        territory: regions
            .iter()
            .filter(|region| region.enclosed && !region.vital.is_empty())
            .flat_map(|region| region.points.iter().copied())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::go::GoState;
    use crate::games::go::diagram::state;

    fn life(rows: &[&str], color: Color) -> UnconditionalLife {
        let state: GoState = state(rows);
        state.board().unconditional_life(color)
    }

    /// Black's living stones as `X`, unconditional territory as `+`, everything else as `.`.
    fn picture(rows: &[&str], color: Color) -> Vec<String> {
        let found = life(rows, color);
        let (width, height) = (rows[0].len(), rows.len());
        let show = |p| match (found.stones.contains(p), found.territory.contains(p)) {
            (true, _) => 'X',
            (_, true) => '+',
            _ => '.',
        };
        let row = |y| (0..width).map(|x| show(Point::at(x, y))).collect();
        (0..height).rev().map(row).collect()
    }

    #[test]
    fn two_eyes_in_the_corner() {
        assert_eq!(
            picture(&[".....", "OOOO.", "XXXXO", ".X.XO"], Color::Black),
            [".....", ".....", "XXXX.", "+X+X."]
        );
    }

    #[test]
    fn one_large_eye_is_not_unconditional() {
        let rows = [".....", "OOOOO", "XXXXO", "...XO"];
        assert!(life(&rows, Color::Black).stones.is_empty());
    }

    #[test]
    fn one_eye_is_dead() {
        let rows = ["OOOO.", "XXXO.", ".XXO."];
        assert_eq!(life(&rows, Color::Black), UnconditionalLife::default());
    }

    /// Two chains that share both eyes live together though neither eye is its own.
    #[test]
    fn chains_share_eyes() {
        assert_eq!(
            picture(&[".XX.", "X..X", "XXXX"], Color::Black),
            ["+XX+", "X++X", "XXXX"],
            "the upper chain has no eye of its own"
        );
        assert_eq!(
            picture(&[".XX.", "X.XX", "XX.X", ".XX."], Color::Black),
            ["+XX+", "X+XX", "XX+X", "+XX+"],
            "four eyes are shared, two are not"
        );
    }

    /// A false eye holds only while its second chain lives.
    #[test]
    fn false_eye() {
        let rows = ["OOOOOOO", "OXXXXXO", "OX.XO.X", "OXXXOXX", "OOOOOO."];
        let found = life(&rows, Color::Black);
        assert!(found.stones.is_empty(), "{found:?}");
    }

    /// Enemy stones inside a region do not spoil it while every empty point touches the chain.
    #[test]
    fn enemy_inside_an_eye() {
        assert_eq!(
            picture(&["......", "OOOOOO", "XXXXXO", ".OX.XO"], Color::Black),
            ["......", "......", "XXXXX.", "++X+X."]
        );
        // Here the corner is out of the chain's touch: White could make an eye there.
        let rows = [".......", "OOOOOOO", "XXXXXXO", "..OX.XO", "..OX.XO"];
        assert!(life(&rows, Color::Black).stones.is_empty());
    }

    #[test]
    fn either_colour_and_empty_boards() {
        let rows = [".....", "XXXXX", "OOOOX", ".O.OX"];
        let found = life(&rows, Color::White);
        assert_eq!((found.stones.len(), found.territory.len()), (6, 2));
        assert_eq!(life(&rows, Color::Black), UnconditionalLife::default());
        assert_eq!(life(&["...", "..."], Color::Black), UnconditionalLife::default());
    }
}
