//! Questions about single moves: self-atari, nakade.

use crate::base::{Color, GRID, Point};
use crate::games::go::{Board, WALL};

/// Largest string that may be put into atari as a nakade shape.
const LARGEST_NAKADE: usize = 6;

/// Would the play leave a string of two or more stones with one liberty for nothing? Captures, and shapes that leave
/// the opponent a single eye when taken, are no bad self-ataris. A lone stone never is one: throw-ins are worth
/// more to the playouts than the stones thrown away for nothing cost.
pub fn is_bad_self_atari(board: &Board, color: Color, point: Point) -> bool {
    let neighbors = point.neighbors();
    if neighbors.iter().all(|&n| board.color(n) != Some(color))
        || !board.is_self_atari(color, point)
    {
        return false;
    }
    let mut size = 1;
    let mut seen = [0usize; 4];
    for (k, n) in neighbors.into_iter().enumerate() {
        let Some(c) = board.color(n) else { continue };
        let chain = board.chain(n);
        if c != color {
            if board.atari(chain).is_some() {
                return false;
            }
        } else if !seen.contains(&chain) {
            seen[k] = chain;
            size += board.chain_size(chain);
        }
    }
    size > LARGEST_NAKADE || !is_nakade_shape(board, color, point, size)
}

/// Would the stones of `color` joined by a play on `point`, `size` in all, be a shape that is worth one eye when taken,
/// with its last liberty shut in as well?
fn is_nakade_shape(board: &Board, color: Color, point: Point, size: usize) -> bool {
    let mut stones = [point; LARGEST_NAKADE];
    let mut count = 1;
    let mut next = 0;
    let mut liberty = None;
    while next < count {
        for n in stones[next].neighbors() {
            if board.color(n) == Some(color) && !stones[..count].contains(&n) {
                if count == LARGEST_NAKADE {
                    return false;
                }
                stones[count] = n;
                count += 1;
            } else if board.is_empty(n) && n != point {
                liberty = Some(n);
            }
        }
        next += 1;
    }
    let shut = |p: Point| p.neighbors().iter().all(|&n| n == point || !board.is_empty(n));
    count == size && liberty.is_none_or(shut) && one_eyed(&stones[..count])
}

/// Is an eye space of these points, all of them empty, worth one eye after the opponent's play on its vital point?
fn one_eyed(points: &[Point]) -> bool {
    points.len() <= 3 || is_square(points) || vital_point(points).is_some()
}

fn is_square(points: &[Point]) -> bool {
    points.len() == 4
        && points.iter().all(|p| p.neighbors().iter().filter(|n| points.contains(n)).count() == 2)
}

/// The point of a small eye space that decides between one eye and two, if it has one: the middle of three in a row or
/// bent, of the pyramid four, of the cross and bulky five, of the rabbity six.
fn vital_point(points: &[Point]) -> Option<Point> {
    let len = points.len();
    if !(3..=6).contains(&len) {
        return None;
    }
    let mut degrees = [0u8; 6];
    for (k, p) in points.iter().enumerate() {
        degrees[k] = p.neighbors().iter().filter(|n| points.contains(n)).count() as u8;
    }
    let degrees = &degrees[..len];
    let most = *degrees.iter().max()?;
    let edges = degrees.iter().map(|&d| usize::from(d)).sum::<usize>() / 2;
    // A shape with as many edges as points holds one square of four.
    let vital = match (len, most, edges) {
        (3, 2, 2) | (4, 3, 3) | (5, 4, 4) | (5, 3, 5) | (6, 4, 6) => most,
        _ => return None,
    };
    // Each of these shapes has exactly one point with that many neighbours.
    let at = degrees.iter().position(|&d| d == vital)?;
    Some(points[at])
}

/// The vital points of small empty regions among `owner`'s stones that touch the last move, be it by a corner.
pub fn nakade_points(board: &Board, owner: Color, last: Point, mut visit: impl FnMut(Point)) {
    let mut seen = [0u64; GRID / 64];
    for start in last.neighbors().into_iter().chain(last.diagonals()) {
        // A region of six points or less has at most five others beside any of its points.
        if board.is_empty(start)
            && seen[start.index() / 64] >> (start.index() % 64) & 1 == 0
            && empty_around(board.surroundings(start)) <= 5
            && let Some(point) = nakade_point(board, owner, start, &mut seen)
        {
            visit(point);
        }
    }
}

/// Number of empty points among eight.
#[inline]
fn empty_around(surroundings: u16) -> u32 {
    8 - ((surroundings | surroundings >> 1) & 0x5555).count_ones()
}

/// The vital point of the empty region of at most six points around `start`, when stones of `owner` and the edge alone
/// surround it.
fn nakade_point(
    board: &Board,
    owner: Color,
    start: Point,
    seen: &mut [u64; GRID / 64],
) -> Option<Point> {
    let mut points = [start; 6];
    let mut count = 1;
    let mut next = 0;
    while next < count {
        seen[points[next].index() / 64] |= 1 << (points[next].index() % 64);
        for n in points[next].neighbors() {
            match board.color(n) {
                Some(c) if c != owner => return None,
                Some(_) => {}
                None => {
                    if board.content(n) != WALL && !points[..count].contains(&n) {
                        if count == points.len() {
                            return None;
                        }
                        points[count] = n;
                        count += 1;
                    }
                }
            }
        }
        next += 1;
    }
    vital_point(&points[..count])
}
