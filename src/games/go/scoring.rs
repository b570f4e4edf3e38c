//! Counting a position: area or territory, prisoners, seki, group tax, komi and handicap.
//!
//! The count is of the position as it lies, after given dead stones are taken off: every stone left counts as alive. An
//! empty region belongs to a colour that alone touches it; a region that both touch is neutral.
//!
//! Seki matters only where the rules tax it. A *group* is a maximal connected area of one colour's stones and territory.
//! Japanese rules (1989, article 8) put every living group in seki that touches a neutral point, and expect neutral points
//! to be filled before counting. So that a count before that is of use too, a group that touches a neutral point is taken to
//! be in seki only if it neither lives unconditionally ([`super::benson`]) nor has [`ROOM`] points of territory.

use super::benson::{UnconditionalLife, unconditional_life};
use super::{Board, EMPTY, GoState, PointSet, Scoring, Tax, WALL};
use crate::base::{BoardSize, Color, GRID, Point};

/// A group with this much territory has room for two eyes.
const ROOM: usize = 4;

/// A counted position. Pairs are indexed by [`Color::index`].
#[derive(Clone, PartialEq, Debug)]
pub struct Score {
    /// Stones of each colour left on the board.
    pub stones: [usize; 2],
    /// Surrounded empty points that count, dead stones taken off.
    pub territory: [usize; 2],
    /// Stones of that colour off the board as prisoners: captured in play, or dead now.
    pub prisoners: [usize; 2],
    /// Points taken from that colour as group tax.
    pub tax: [usize; 2],
    /// Every point that colour owns: its living stones and what it surrounds, in seki or not.
    pub owned: [PointSet; 2],
    /// Stones and eyes of groups in seki, in the sense of this module.
    pub seki: PointSet,
    /// Black's points minus White's, komi and handicap bonus included, as the rules in force count.
    pub margin: f32,
}

impl Score {
    /// Counts the position, `dead` stones taken off first. Points of `dead` without a stone are passed over.
    pub fn count(state: &GoState, dead: &[Point]) -> Score {
        let (board, rules) = (state.board(), state.rules());
        let size = board.size();
        let mut contents = board.contents();
        let mut prisoners = Color::BOTH.map(|color| board.captured(color));
        for &point in dead {
            if let Some(color) = board.color(point)
                && contents[point.index()] != EMPTY
            {
                contents[point.index()] = EMPTY;
                prisoners[color.index()] += 1;
            }
        }
        let mut stones = [0; 2];
        let mut owned = [PointSet::new(); 2];
        for point in size.points() {
            if let content @ 1..=2 = contents[point.index()] {
                stones[content as usize - 1] += 1;
                owned[content as usize - 1].insert(point);
            }
        }
        let mut neutral = PointSet::new();
        let mut surrounded = [0; 2];
        Regions::new(size, &contents).for_each(|region, touched| match touched {
            1 | 2 => {
                surrounded[touched as usize - 1] += region.len();
                owned[touched as usize - 1]
                    .extend(region.iter().map(|&cell| Point::from_index(cell as usize)));
            }
            _ => neutral.extend(region.iter().map(|&cell| Point::from_index(cell as usize))),
        });

        let mut seki = PointSet::new();
        let mut territory = surrounded;
        let mut tax = [0; 2];
        for color in Color::BOTH {
            let c = color.index();
            let life = unconditional_life(size, &contents, color);
            for group in groups(size, &contents, &owned[c], &neutral, &life) {
                if group.in_seki() {
                    seki.extend(group.points);
                    if rules.tax != Tax::None {
                        territory[c] -= group.territory;
                    }
                } else if rules.tax == Tax::All {
                    tax[c] += group.territory.min(2);
                }
            }
        }

        let points = |c: usize| {
            let counted = match rules.scoring {
                Scoring::Area => stones[c] + territory[c],
                Scoring::Territory => territory[c] + prisoners[1 - c],
            };
            counted as f32 - tax[c] as f32
        };
        let margin = points(0) - points(1) - state.compensation();
        Score { stones, territory, prisoners, tax, owned, seki, margin }
    }

    /// Who owns a point: by a living stone or by surrounding it.
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::BOTH.into_iter().find(|color| self.owned[color.index()].contains(point))
    }
}

/// Black's stones and solely surrounded empty points minus White's, every stone taken as alive.
pub(super) fn area_margin(board: &Board) -> i32 {
    let mut margin =
        board.stone_count(Color::Black) as i32 - board.stone_count(Color::White) as i32;
    Regions::new(board.size(), &board.contents()).for_each(|region, touched| match touched {
        1 => margin += region.len() as i32,
        2 => margin -= region.len() as i32,
        _ => {}
    });
    margin
}

/// The connected empty regions of a board.
struct Regions<'a> {
    size: BoardSize,
    contents: &'a [u8; GRID],
}

impl<'a> Regions<'a> {
    fn new(size: BoardSize, contents: &'a [u8; GRID]) -> Regions<'a> {
        Regions { size, contents }
    }

    /// Visits each region: its cells, and which colours' stones touch it as the bits 1 (Black) and 2 (White). On the
    /// stack, since searches count at terminal nodes.
    fn for_each(&self, mut visit: impl FnMut(&[u16], u8)) {
        let mut seen = PointSet::new();
        let mut region = [0u16; 640];
        for start in self.size.points() {
            if self.contents[start.index()] != EMPTY || !seen.insert(start) {
                continue;
            }
            region[0] = start.index() as u16;
            let (mut at, mut len, mut touched) = (0, 1, 0);
            while at < len {
                let point = Point::from_index(region[at] as usize);
                at += 1;
                for n in point.neighbors() {
                    match self.contents[n.index()] {
                        EMPTY if seen.insert(n) => {
                            region[len] = n.index() as u16;
                            len += 1;
                        }
                        EMPTY | WALL => {}
                        content => touched |= content,
                    }
                }
            }
            visit(&region[..len], touched);
        }
    }
}

/// A connected area of one colour's stones and territory.
struct Group {
    points: Vec<Point>,
    territory: usize,
    touches_neutral: bool,
    alive: bool,
}

impl Group {
    fn in_seki(&self) -> bool {
        self.touches_neutral && !self.alive && self.territory < ROOM
    }
}

fn groups(
    size: BoardSize,
    contents: &[u8; GRID],
    owned: &PointSet,
    neutral: &PointSet,
    life: &UnconditionalLife,
) -> Vec<Group> {
    let mut seen = PointSet::new();
    let mut groups = Vec::new();
    for start in size.points().filter(|&p| owned.contains(p)) {
        if !seen.insert(start) {
            continue;
        }
        let mut group =
            Group { points: vec![start], territory: 0, touches_neutral: false, alive: false };
        let mut at = 0;
        while let Some(&point) = group.points.get(at) {
            at += 1;
            group.territory += usize::from(contents[point.index()] == EMPTY);
            group.alive |= life.stones.contains(point);
            for n in point.neighbors() {
                group.touches_neutral |= neutral.contains(n);
                if owned.contains(n) && seen.insert(n) {
                    group.points.push(n);
                }
            }
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Move, seeded};
    use crate::game::{Outcome, State};
    use crate::games::go::diagram::{play, state};
    use crate::games::go::{HandicapBonus, Rules};

    fn margin(rows: &[&str], rules: Rules, dead: &[Point]) -> f32 {
        let mut state = state(rows);
        state.set_rules(rules);
        Score::count(&state, dead).margin
    }

    fn points(vertices: &str) -> Vec<Point> {
        vertices.split_whitespace().map(|v| v.parse::<Move>().unwrap().point().unwrap()).collect()
    }

    /// Tromp-Taylor: a point is a colour's if it holds its stone or reaches only its stones.
    #[test]
    fn tromp_taylor_examples() {
        let table: [(&[&str], f32); 8] = [
            (&["...", "...", "..."], 0.0),
            (&["...", ".X.", "..."], 9.0),
            (&["...", ".X.", "..O"], 0.0),
            (&[".X.O.", ".X.O.", ".X.O."], 0.0),
            (&[".XXO.", ".X.O.", ".X.O."], 7.0 - 6.0),
            (&[".X.OX", ".X.O.", ".X.O."], 7.0 - 3.0),
            (&["O.XX.", ".OX.X", "OO.XX"], 8.0 - 5.0),
            (&["OO", "O."], -4.0),
        ];
        for (rows, expected) in table {
            assert_eq!(hand_count(rows), expected, "{rows:?}");
            assert_eq!(margin(rows, Rules::TROMP_TAYLOR, &[]), expected, "{rows:?}");
        }
    }

    /// The definition, written out: which colours does a walk over empty points reach?
    fn hand_count(rows: &[&str]) -> f32 {
        let at = |x: usize, y: usize| rows[y].as_bytes()[x];
        let (width, height) = (rows[0].len(), rows.len());
        let mut margin = 0.0;
        for y in 0..height {
            for x in 0..width {
                let (mut black, mut white) = (false, false);
                let mut seen = vec![vec![false; width]; height];
                let mut todo = vec![(x, y)];
                while let Some((x, y)) = todo.pop() {
                    if std::mem::replace(&mut seen[y][x], true) {
                        continue;
                    }
                    match at(x, y) {
                        b'X' => black = true,
                        b'O' => white = true,
                        _ => {
                            for (dx, dy) in [(0i32, 1i32), (0, -1), (1, 0), (-1, 0)] {
                                let (nx, ny) = (x as i32 + dx, y as i32 + dy);
                                if nx >= 0 && ny >= 0 && nx < width as i32 && ny < height as i32 {
                                    todo.push((nx as usize, ny as usize));
                                }
                            }
                        }
                    }
                }
                margin += f32::from(u8::from(black && !white));
                margin -= f32::from(u8::from(white && !black));
            }
        }
        margin
    }

    const GAME: &[&str] =
        &["..XO...", "..XO.X.", "..XO...", "..XO...", ".XXO...", "X.XOO..", "..XO..."];

    #[test]
    fn dead_stones() {
        // 21 points left of White's wall, 28 right of it; the black stone on F6 is dead or alive.
        let dead = points("F6");
        assert_eq!(margin(GAME, Rules::CHINESE, &dead), 21.0 - 28.0);
        assert_eq!(margin(GAME, Rules::CHINESE, &[]), 21.0 + 1.0 - 8.0);
        assert_eq!(margin(GAME, Rules::JAPANESE, &dead), 12.0 - 20.0 - 1.0);
        let mut state = state(GAME);
        state.set_rules(Rules::JAPANESE);
        let score = Score::count(&state, &[dead[0], dead[0], Point::at(0, 0)]);
        assert_eq!((score.prisoners, score.stones), ([1, 0], [9, 8]));
        assert_eq!(
            (score.owner(dead[0]), score.owner(Point::at(0, 0))),
            (Some(Color::White), Some(Color::Black))
        );
        assert!(score.seki.is_empty());
    }

    #[test]
    fn komi_and_handicap() {
        let table = [
            (HandicapBonus::Zero, 6.5, 0, 42.5),
            (HandicapBonus::N, 0.0, 3, 46.0),
            (HandicapBonus::NMinusOne, -2.0, 3, 49.0),
            (HandicapBonus::N, 49.0, 0, 0.0),
            (HandicapBonus::N, -0.25, 0, 49.25),
        ];
        for (bonus, komi, handicap, expected) in table {
            let size = BoardSize::square(7).unwrap();
            let rules = Rules { handicap_bonus: bonus, ..Rules::CHINESE };
            let mut state = GoState::new(size, rules, komi);
            if handicap > 0 {
                state.place_handicap(&points("C3 E5 C5")[..handicap]).unwrap();
                play(&mut state, "W pass B pass");
            } else {
                play(&mut state, "B D4 W pass B pass");
            }
            assert_eq!(state.outcome(), Some(Outcome::from_margin(expected)), "{bonus:?} {komi}");
        }
    }

    #[test]
    fn prisoners_count_under_territory() {
        let size = BoardSize::square(5).unwrap();
        let mut state = GoState::new(size, Rules::JAPANESE, 0.5);
        play(&mut state, "B A2 W A1 B B1 W E5");
        let score = Score::count(&state, &points("E5"));
        assert_eq!((score.prisoners, score.territory), ([0, 2], [23, 0]));
        assert_eq!(score.margin, 23.0 + 2.0 - 0.5);
        // As it lies: one prisoner; the corner eye counts unless seki is taxed, since nothing makes the group safe.
        assert_eq!(state.margin(), 1.0 - 0.5);
        state.set_rules(Rules { tax: Tax::None, ..Rules::JAPANESE });
        assert_eq!(state.margin(), 1.0 + 1.0 - 0.5);
    }

    /// Each side one eye, one shared liberty: nobody can take, the eyes count only where seki is not taxed.
    #[test]
    fn seki() {
        let rows = &["OOOOOOO", "OXXXXXX", "OX.XOOO", "OXXX.O.", "OOOXOOO", ".OOXXXX", "O.OXXXX"];
        let rows: &[&str] = rows;
        let mut state = state(rows);
        for (rules, black, white) in [
            (Rules::CHINESE, 1, 3),
            (Rules::JAPANESE, 0, 2),
            (Rules { tax: Tax::None, ..Rules::JAPANESE }, 1, 3),
            (Rules { tax: Tax::Seki, ..Rules::CHINESE }, 0, 2),
        ] {
            state.set_rules(rules);
            let score = Score::count(&state, &[]);
            assert_eq!(score.territory, [black, white], "{rules:?}");
            assert!(score.seki.contains(Point::at(2, 4)) && score.seki.contains(Point::at(6, 3)));
            assert!(!score.seki.contains(Point::at(4, 3)), "the shared liberty is nobody's");
            assert!(!score.seki.contains(Point::at(0, 0)), "two eyes are no seki");
        }
    }

    /// Stone scoring: what counts is what could be filled; every living group keeps two points open.
    #[test]
    fn group_tax() {
        let rows = &["..XO.", "..XO.", "XXXO.", "OOOO.", "....."];
        let tax = Score::count(
            &{
                let mut state = state(rows);
                state.set_rules(Rules::STONE_SCORING);
                state
            },
            &[],
        );
        assert_eq!((tax.tax, tax.margin), ([2, 2], (9.0 - 2.0) - (16.0 - 2.0)));
        // Two black groups against one.
        let rows = &[".X.XO", "XXXXO", "OOOO.", "XXXXO", ".X.XO"];
        assert_eq!(margin(rows, Rules::CHINESE, &[]), 16.0 - 9.0);
        assert_eq!(margin(rows, Rules::STONE_SCORING, &[]), 16.0 - 4.0 - (9.0 - 1.0));
    }

    /// Three ways to the same number: the definition of territory, area less stones placed, and the playout's count.
    #[test]
    fn margins_agree() {
        let mut rng = seeded(11);
        let untaxed = Rules { tax: Tax::None, ..Rules::JAPANESE };
        let mut playouts = 0;
        for round in 0..400 {
            let size = BoardSize::new(1 + round % 9, 1 + round / 7 % 9).unwrap();
            let mut board = Board::new(size);
            board.random_playout(Color::Black, &mut rng, if round % 3 == 0 { 40 } else { 2000 });
            let mut state = GoState::with_board(board, untaxed, 2.5);
            let territory = Score::count(&state, &[]);
            assert_eq!(territory.margin, state.margin());
            let placed = |c| state.board().stone_count(c) as f32 + state.board().captured(c) as f32;
            let stones = placed(Color::Black) - placed(Color::White);
            state.set_rules(Rules::CHINESE);
            let area = Score::count(&state, &[]);
            assert_eq!(area.margin, state.margin());
            assert_eq!(area.margin - stones, territory.margin);
            if area.territory[0] + area.territory[1] == state.board().empty_count()
                && state.board().playout_margin() == area_margin(state.board())
            {
                playouts += 1;
            }
            assert_eq!(area_margin(state.board()) as f32 - 2.5, area.margin);
        }
        assert!(playouts > 200, "{playouts}");
    }
}
