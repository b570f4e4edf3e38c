//! Gomoku judged slowly and plainly, apart from the program: whole boards as grids of characters, definitions spelt out as they
//! stand in the rules, every step on a copy. Nothing here is shared with `src`.

/// `X` Black, `O` White, `.` empty; `grid[y][x]`.
pub type Grid = Vec<Vec<char>>;

const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

pub fn at(grid: &Grid, x: i32, y: i32) -> char {
    let cell = usize::try_from(y).ok().and_then(|y| grid.get(y));
    let cell = cell.and_then(|row| usize::try_from(x).ok().and_then(|x| row.get(x)));
    cell.copied().unwrap_or('#')
}

fn with(grid: &Grid, x: i32, y: i32, stone: char) -> Grid {
    let mut copy = grid.clone();
    copy[y as usize][x as usize] = stone;
    copy
}

/// All maximal rows of that stone: length, and what is at both ends.
fn rows(grid: &Grid, stone: char) -> Vec<(i32, char, char)> {
    let mut found = Vec::new();
    let (height, width) = (grid.len() as i32, grid[0].len() as i32);
    for y in 0..height {
        for x in 0..width {
            for (dx, dy) in WAYS {
                if at(grid, x, y) != stone || at(grid, x - dx, y - dy) == stone {
                    continue;
                }
                let length =
                    (0..).take_while(|n| at(grid, x + n * dx, y + n * dy) == stone).count();
                let length = length as i32;
                found.push((
                    length,
                    at(grid, x - dx, y - dy),
                    at(grid, x + length * dx, y + length * dy),
                ));
            }
        }
    }
    found
}

/// Has that stone won? `variant` is a name as `--rules` takes it.
pub fn has_won(grid: &Grid, variant: &str, stone: char) -> bool {
    let enemy = if stone == 'X' { 'O' } else { 'X' };
    rows(grid, stone).into_iter().any(|(length, one, other)| {
        let closed = one == enemy && other == enemy;
        match variant {
            "freestyle" => length >= 5,
            "standard" => length == 5,
            "renju" if stone == 'X' => length == 5,
            "renju" => length >= 5,
            "caro" => length >= 6 || length == 5 && !closed,
            "exact-caro" => length == 5 && !closed,
            other => panic!("{other}"),
        }
    })
}

/// Lengths of the rows through a stone, one for each way.
fn through(grid: &Grid, x: i32, y: i32, (dx, dy): (i32, i32)) -> i32 {
    let stone = at(grid, x, y);
    let reach = |sign: i32| {
        (1..).take_while(|n| at(grid, x + sign * n * dx, y + sign * n * dy) == stone).count() as i32
    };
    reach(1) + 1 + reach(-1)
}

/// The fours through a black stone: sets of four black stones in one line, this one among them, which one more stone makes a row of
/// exactly five.
fn fours(grid: &Grid, x: i32, y: i32) -> Vec<Vec<(i32, i32)>> {
    let mut found: Vec<Vec<(i32, i32)>> = Vec::new();
    for (dx, dy) in WAYS {
        for start in -4..=0 {
            let cells: Vec<_> = (start..start + 5).map(|n| (x + n * dx, y + n * dy)).collect();
            let black: Vec<_> =
                cells.iter().copied().filter(|&(x, y)| at(grid, x, y) == 'X').collect();
            let empty: Vec<_> =
                cells.iter().copied().filter(|&(x, y)| at(grid, x, y) == '.').collect();
            if black.len() != 4 || empty.len() != 1 {
                continue;
            }
            let filled = with(grid, empty[0].0, empty[0].1, 'X');
            if through(&filled, x, y, (dx, dy)) == 5 && !found.contains(&black) {
                found.push(black);
            }
        }
    }
    found
}

/// Is there a straight four through that black stone that way: four in an unbroken row, and at either end an empty point
/// that makes exactly five?
fn is_straight_four(grid: &Grid, x: i32, y: i32, (dx, dy): (i32, i32)) -> bool {
    (-3..=0).any(|start| {
        let cell = |n: i32| (x + n * dx, y + n * dy);
        let stones = (start..start + 4).all(|n| at(grid, cell(n).0, cell(n).1) == 'X');
        stones
            && [cell(start - 1), cell(start + 4)].into_iter().all(|(ex, ey)| {
                at(grid, ex, ey) == '.' && through(&with(grid, ex, ey, 'X'), x, y, (dx, dy)) == 5
            })
    })
}

/// Sets of three black stones through that one which are a three.
fn threes(grid: &Grid, x: i32, y: i32) -> Vec<Vec<(i32, i32)>> {
    let mut found: Vec<Vec<(i32, i32)>> = Vec::new();
    for (dx, dy) in WAYS {
        for start in -3..=0 {
            let cells: Vec<_> = (start..start + 4).map(|n| (x + n * dx, y + n * dy)).collect();
            let black: Vec<_> =
                cells.iter().copied().filter(|&(x, y)| at(grid, x, y) == 'X').collect();
            let empty: Vec<_> =
                cells.iter().copied().filter(|&(x, y)| at(grid, x, y) == '.').collect();
            if black.len() != 3 || empty.len() != 1 || found.contains(&black) {
                continue;
            }
            let (ex, ey) = empty[0];
            let four = with(grid, ex, ey, 'X');
            if is_straight_four(&four, ex, ey, (dx, dy)) && judge(grid, ex, ey) == "plain" {
                found.push(black);
            }
        }
    }
    found
}

/// What a black stone on an empty point would be: `five`, `overline`, `double-four`, `double-three` or `plain`.
pub fn judge(grid: &Grid, x: i32, y: i32) -> &'static str {
    assert_eq!(at(grid, x, y), '.');
    let grid = with(grid, x, y, 'X');
    let lengths = WAYS.map(|way| through(&grid, x, y, way));
    if lengths.contains(&5) {
        "five"
    } else if lengths.iter().any(|&length| length > 5) {
        "overline"
    } else if fours(&grid, x, y).len() >= 2 {
        "double-four"
    } else if threes(&grid, x, y).len() >= 2 {
        "double-three"
    } else {
        "plain"
    }
}
