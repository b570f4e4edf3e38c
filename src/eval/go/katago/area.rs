//! Who owns what if no more is played, as the networks of KataGo were taught: chains that live unconditionally and what they surround
//! (Benson, "Life in the Game of Go", 1976), then all other stones and what one colour alone surrounds.
//!
//! It is another analysis than [`crate::games::go::UnconditionalLife`]: where suicide is legal a region counts for a chain only if all
//! its points touch that chain, stones of the other colour included.

use super::stones::Stones;
use crate::base::{Color, GRID, Point};
use crate::games::go::PointSet;

/// The owner of every point, by [`Point::index`].
pub type Owners = [Option<Color>; GRID];

/// Points connected with each other that hold no stone of a colour.
struct Region {
    points: Vec<Point>,
    /// Chains that all points touch, or all empty ones where suicide is illegal.
    vital: Vec<usize>,
    /// Points that no stone of the colour touches.
    internal: usize,
    /// Does the other colour have a stone there?
    invaded: bool,
    /// Is every chain around it alive?
    safe: bool,
}

/// The owners under area scoring.
pub fn area(stones: &Stones, suicide: bool) -> Owners {
    let mut owners = [None; GRID];
    for color in Color::BOTH {
        claim(stones, color, suicide, &mut owners);
    }
    for point in stones.size().points() {
        owners[point.index()] = owners[point.index()].or(stones.color(point));
    }
    owners
}

/// The owners under area scoring where empty points in seki do not count: all stones, and what neither touches a neutral point
/// nor holds a stone in atari.
pub fn area_without_seki(stones: &Stones, suicide: bool) -> Owners {
    let owners = area(stones, suicide);
    let owner = |point: Point| owners[point.index()];
    let mut seki = PointSet::new();
    for start in stones.size().points() {
        let Some(color) = owner(start) else { continue };
        let neutral = |n: Point| stones.is_empty(n) && owner(n).is_none();
        let weak = stones.color(start) == Some(color) && stones.liberties(start, 2) == 1;
        if !seki.contains(start) && (weak || start.neighbors().into_iter().any(neutral)) {
            let mut open = vec![start];
            seki.insert(start);
            while let Some(point) = open.pop() {
                for n in point.neighbors() {
                    if owner(n) == Some(color) && seki.insert(n) {
                        open.push(n);
                    }
                }
            }
        }
    }
    let mut counted = owners;
    for point in stones.size().points() {
        if seki.contains(point) && stones.color(point) != owner(point) {
            counted[point.index()] = None;
        }
    }
    counted
}

/// Writes down what belongs to a colour by life and by surrounding. What lives or is surrounded by living chains takes points
/// that the other colour has claimed before.
fn claim(stones: &Stones, color: Color, suicide: bool, owners: &mut Owners) {
    let size = stones.size();
    let own = |point: Point| stones.color(point) == Some(color);
    let mut chain_of = [usize::MAX; GRID];
    let mut chains = Vec::new();
    for point in size.points().filter(|&point| own(point)) {
        if chain_of[point.index()] == usize::MAX {
            let members = stones.chain(point).stones;
            members.iter().for_each(|stone| chain_of[stone.index()] = chains.len());
            chains.push(members);
        }
    }
    if chains.is_empty() {
        return;
    }
    let touched = |point: Point| {
        point.neighbors().into_iter().filter(|&n| own(n)).map(|n| chain_of[n.index()])
    };
    let (mut regions, region_of) = regions(stones, color, suicide, &touched);
    let mut alive = vec![true; chains.len()];
    loop {
        let mut eyes = vec![0; chains.len()];
        for region in regions.iter().filter(|region| region.safe) {
            region.vital.iter().for_each(|&chain| eyes[chain] += 1);
        }
        let dying: Vec<usize> = (0..chains.len()).filter(|&c| alive[c] && eyes[c] < 2).collect();
        if dying.is_empty() {
            break;
        }
        for chain in dying {
            alive[chain] = false;
            for n in chains[chain].iter().flat_map(Point::neighbors) {
                if let Some(region) = regions.get_mut(region_of[n.index()]) {
                    region.safe = false;
                }
            }
        }
    }
    for (members, _) in chains.iter().zip(alive).filter(|(_, alive)| *alive) {
        members.iter().for_each(|stone| owners[stone.index()] = Some(color));
    }
    for region in &regions {
        let certain = region.safe && (region.internal <= 1 || !region.invaded);
        for point in &region.points {
            let owner = &mut owners[point.index()];
            if certain || !region.invaded && owner.is_none() {
                *owner = Some(color);
            }
        }
    }
}

/// The regions of the board without stones of a colour, and the number of that in which a point lies. Every region has an empty
/// point, since every chain has a liberty.
fn regions<I: Iterator<Item = usize>>(
    stones: &Stones,
    color: Color,
    suicide: bool,
    touched: &impl Fn(Point) -> I,
) -> (Vec<Region>, [usize; GRID]) {
    let mut region_of = [usize::MAX; GRID];
    let mut regions: Vec<Region> = Vec::new();
    for start in stones.size().points().filter(|&point| stones.is_empty(point)) {
        if region_of[start.index()] != usize::MAX {
            continue;
        }
        let mut region = Region {
            points: vec![start],
            vital: touched(start).collect(),
            internal: 0,
            invaded: false,
            safe: true,
        };
        region.vital.sort_unstable();
        region.vital.dedup();
        region_of[start.index()] = regions.len();
        let mut next = 0;
        while let Some(&point) = region.points.get(next) {
            next += 1;
            let empty = stones.is_empty(point);
            if suicide || empty {
                region.vital.retain(|&chain| touched(point).any(|near| near == chain));
            }
            region.internal += usize::from(touched(point).next().is_none());
            region.invaded |= !empty;
            for n in point.neighbors() {
                let inside = stones.is_empty(n) || stones.color(n) == Some(color.other());
                if inside && region_of[n.index()] == usize::MAX {
                    region_of[n.index()] = regions.len();
                    region.points.push(n);
                }
            }
        }
        regions.push(region);
    }
    (regions, region_of)
}
