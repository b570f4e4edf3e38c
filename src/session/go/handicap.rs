//! Handicap placement (GTP 2, sections 4.1.1 and 4.1.2).

use crate::base::{BoardSize, Point};

/// The fixed placement of `count` stones; `None` where the table has none.
pub fn fixed(size: BoardSize, count: usize) -> Option<Vec<Point>> {
    let side = size.width();
    if side != size.height() || side < 7 {
        return None;
    }
    // Edge points and the centre exist on odd boards from 9x9 on.
    let most = if side % 2 == 1 && side >= 9 { 9 } else { 4 };
    if count < 2 || count > most {
        return None;
    }
    let near = if side >= 13 { 3 } else { 2 };
    let (far, middle) = (side - 1 - near, side / 2);
    let corners = [(near, near), (far, far), (near, far), (far, near)];
    let edges = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let on_corners = count.min(4);
    let on_edges = count.saturating_sub(4) & !1;
    let mut stones: Vec<Point> = corners
        .iter()
        .take(on_corners)
        .chain(edges.iter().take(on_edges.min(4)))
        .map(|&(x, y)| Point::at(x, y))
        .collect();
    if count >= 5 && count % 2 == 1 {
        stones.push(Point::at(middle, middle));
    }
    Some(stones)
}

/// A placement of exactly `count` stones, 2 up to all points but one; `None` for other numbers. The fixed placement
/// where there is one; otherwise stones far from each other, on the third and fourth line first.
pub fn free(size: BoardSize, count: usize) -> Option<Vec<Point>> {
    if count < 2 || count >= size.area() {
        return None;
    }
    if let Some(stones) = fixed(size, count) {
        return Some(stones);
    }
    let mut stones: Vec<Point> =
        (2..=9).rev().find_map(|n| fixed(size, n.min(count))).unwrap_or_default();
    while stones.len() < count {
        let best = size
            .points()
            .filter(|point| !stones.contains(point))
            // The first of the best, so that the choice does not depend on how ties are broken elsewhere.
            .reduce(|a, b| if worth(size, &stones, b) > worth(size, &stones, a) { b } else { a })?;
        stones.push(best);
    }
    Some(stones)
}

/// How good a further stone there is: distance to the next stone, and the line it stands on.
fn worth(size: BoardSize, stones: &[Point], point: Point) -> usize {
    let nearest = stones
        .iter()
        .map(|s| s.x().abs_diff(point.x()) + s.y().abs_diff(point.y()))
        .min()
        .unwrap_or(6)
        .min(6);
    let line = |at: usize, side: usize| at.min(side - 1 - at).min(3);
    let (x, y) = (line(point.x(), size.width()), line(point.y(), size.height()));
    4 * nearest + 3 * x.min(y) + x.max(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(stones: Option<Vec<Point>>) -> String {
        let names: Vec<String> = stones.unwrap_or_default().iter().map(Point::to_string).collect();
        names.join(" ")
    }

    #[test]
    fn fixed_table() {
        let cases = [
            (19, 2, "D4 Q16"),
            (19, 3, "D4 Q16 D16"),
            (19, 4, "D4 Q16 D16 Q4"),
            (19, 5, "D4 Q16 D16 Q4 K10"),
            (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
            (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
            (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
            (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
            (19, 1, ""),
            (19, 10, ""),
            (6, 2, ""),
            (7, 4, "C3 E5 C5 E3"),
            (7, 5, ""),
            (8, 4, "C3 F6 C6 F3"),
            (8, 5, ""),
            (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
            (12, 4, "C3 K10 C10 K3"),
            (13, 2, "D4 K10"),
            (14, 5, ""),
            (25, 2, "D4 W22"),
        ];
        for (side, count, stones) in cases {
            assert_eq!(
                text(fixed(BoardSize::square(side).unwrap(), count)),
                stones,
                "{side} {count}"
            );
        }
        assert_eq!(fixed(BoardSize::new(9, 13).unwrap(), 2), None);
    }

    #[test]
    fn free_placement_gives_what_was_asked() {
        for (width, height) in [(1, 3), (2, 2), (5, 5), (6, 9), (9, 9)] {
            let size = BoardSize::new(width, height).unwrap();
            for count in 0..=size.area() {
                let stones = free(size, count);
                let possible = (2..size.area()).contains(&count);
                assert_eq!(stones.as_ref().map(Vec::len), possible.then_some(count));
                let mut stones = stones.unwrap_or_default();
                assert!(stones.iter().all(|&p| size.contains(p)));
                stones.sort_unstable();
                stones.dedup();
                assert_eq!(stones.len(), if possible { count } else { 0 });
            }
        }
    }
}
