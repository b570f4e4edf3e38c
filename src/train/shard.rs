//! Reads shards of Go positions that a teacher labelled.
//!
//! A shard is an xz stream of a header and five sections read side by side, all numbers little-endian:
//!
//! | part | content |
//! |---|---|
//! | header | `TSGD`, then as u32: version 1, games, labels, and the lengths of the five sections |
//! | G | a game: size, rules (0 area with positional superko, 1 territory), source, first player (0 black), as u8; komi x 2 as i16; winner and number of handicap stones as u8; score as i16; numbers of moves and of labels as u16; then handicap points and moves as u16 |
//! | L | a label: turn (moves played before it) as u16; number of variation moves, flags (bit 0: white to move), number of policy entries, rest as u8; the variation moves, played in place of the game's, as u16; win probability, lead, deviation as u16, i16, u16 |
//! | P, Q | for each policy entry the move as u16, and its probability `2^(-q/16)` as u8 `q`, 255 for none |
//! | O | ownership, half a byte a point, the even point in the lower half: two's complement, -7..=7 |
//!
//! A point is `y * size + x`; `size * size` is a pass. The teacher counts rows from the top and we from A1: the boards are seen in a
//! mirror, which changes nothing.

use crate::base::{BoardSize, Color, Move};
use crate::game::State;
use crate::games::go::{GoState, Rules};
use std::io;

/// Why bytes are no shard.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The xz stream is broken.
    #[error("not an xz stream: {0}")]
    Compression(String),
    /// The header is another one.
    #[error("not a shard of labelled positions, version 1")]
    Header,
    /// A section ends too early.
    #[error("a section ends within game {0}")]
    Truncated(usize),
    /// A game's board is none we have, or its handicap cannot be placed.
    #[error("game {0} cannot begin")]
    Setup(usize),
    /// A move is off the board.
    #[error("game {0} has a move off the board")]
    OffBoard(usize),
}

/// A labelled position, and what the teacher thinks of its moves.
#[derive(Clone, Debug)]
pub struct Label<'a> {
    /// The position, with its last moves.
    pub state: &'a GoState,
    /// The teacher's moves, best first, with their probabilities. They sum to less than 1: unlikely moves are left out.
    pub policy: &'a [(Move, f64)],
    /// The teacher's winning chance of the player to move, 0..=1.
    pub win: f32,
    /// By how many points he leads, komi included.
    pub lead: f32,
    /// Standard deviation of the final lead.
    pub deviation: f32,
    /// Whose each point will be, row by row from A1: 7 the player's to move, -7 the opponent's.
    pub ownership: &'a [i8],
}

/// What a visitor was shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Read {
    /// Games.
    pub games: usize,
    /// Labels shown.
    pub labels: usize,
    /// Labels left out, since a move before them is not legal under our rules.
    pub skipped: usize,
}

/// Unpacks a shard.
pub fn unpack(compressed: &[u8]) -> Result<Vec<u8>, ShardError> {
    let mut bytes = Vec::new();
    lzma_rs::xz_decompress(&mut io::BufReader::new(compressed), &mut bytes)
        .map_err(|error| ShardError::Compression(format!("{error:?}")))?;
    Ok(bytes)
}

/// A place in a section.
struct Cursor<'a> {
    bytes: &'a [u8],
    game: usize,
}

impl<'a> Cursor<'a> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], ShardError> {
        let (head, tail) =
            self.bytes.split_first_chunk().ok_or(ShardError::Truncated(self.game))?;
        self.bytes = tail;
        Ok(*head)
    }

    fn cut(&mut self, length: usize) -> Result<Cursor<'a>, ShardError> {
        let (head, tail) =
            self.bytes.split_at_checked(length).ok_or(ShardError::Truncated(self.game))?;
        self.bytes = tail;
        Ok(Cursor { bytes: head, game: self.game })
    }

    fn byte(&mut self) -> Result<u8, ShardError> {
        self.take().map(|[byte]| byte)
    }

    fn word(&mut self) -> Result<u16, ShardError> {
        self.take().map(u16::from_le_bytes)
    }

    fn long(&mut self) -> Result<usize, ShardError> {
        self.take().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    fn moves(&mut self, count: usize, side: usize) -> Result<Vec<Move>, ShardError> {
        (0..count)
            .map(|_| {
                let point = self.word()? as usize;
                match point.cmp(&(side * side)) {
                    std::cmp::Ordering::Less => Ok(Move::xy(point % side, point / side)),
                    std::cmp::Ordering::Equal => Ok(Move::PASS),
                    std::cmp::Ordering::Greater => Err(ShardError::OffBoard(self.game)),
                }
            })
            .collect()
    }
}

/// Plays moves in turn; false at the first illegal one.
fn play(state: &mut GoState, moves: &[Move]) -> bool {
    moves.iter().all(|&mv| {
        let legal = state.check(mv).is_ok();
        if legal {
            state.play(mv);
        }
        legal
    })
}

/// Shows every labelled position of an unpacked shard, in order.
pub fn read(bytes: &[u8], mut visit: impl FnMut(Label)) -> Result<Read, ShardError> {
    let mut all = Cursor { bytes, game: 0 };
    if all.take().ok() != Some(*b"TSGD") || all.long().ok() != Some(1) {
        return Err(ShardError::Header);
    }
    let (games, _) = (all.long()?, all.long()?);
    let lengths = [all.long()?, all.long()?, all.long()?, all.long()?, all.long()?];
    let [mut g, mut l, mut p, mut q, mut o] = {
        let [g, l, p, q, o] = lengths.map(|length| all.cut(length));
        [g?, l?, p?, q?, o?]
    };
    let mut read = Read::default();
    let mut branch: Option<GoState> = None;
    let mut policy = Vec::new();
    let mut ownership = Vec::new();
    for game in 0..games {
        for cursor in [&mut g, &mut l, &mut p, &mut q, &mut o] {
            cursor.game = game;
        }
        let [side, rules, _source, first] = g.take()?;
        let komi = f32::from(i16::from_le_bytes(g.take()?)) / 2.0;
        let [_winner, stones] = g.take()?;
        g.take::<2>()?;
        let (moves, labels) = (g.word()? as usize, g.word()?);
        let side = side as usize;
        let size = BoardSize::square(side).ok_or(ShardError::Setup(game))?;
        let handicap = g.moves(stones as usize, side)?;
        let moves = g.moves(moves, side)?;
        let rules = if rules == 0 { Rules::CHINESE_SUPERKO } else { Rules::JAPANESE };
        let mut state = GoState::new(size, rules, komi);
        if !handicap.is_empty() {
            let points: Option<Vec<_>> = handicap.iter().map(|mv| mv.point()).collect();
            let points = points.ok_or(ShardError::Setup(game))?;
            state.place_handicap(&points).map_err(|_| ShardError::Setup(game))?;
        }
        state.set_to_move(if first == 0 { Color::Black } else { Color::White });
        read.games += 1;
        let (mut played, mut legal) = (0, true);
        for _ in 0..labels {
            let turn = l.word()? as usize;
            let [variation, flags, entries, _rest] = l.take()?;
            let variation = l.moves(variation as usize, side)?;
            let (win, lead) = (l.word()?, i16::from_le_bytes(l.take()?));
            let deviation = l.word()?;
            let area = side * side;
            let owners = o.cut(area.div_ceil(2))?;
            ownership.clear();
            ownership.extend(owners.bytes.iter().flat_map(|b| [nibble(b & 15), nibble(b >> 4)]));
            ownership.truncate(area);
            policy.clear();
            for mv in p.moves(entries as usize, side)? {
                let q = q.byte()?;
                let probability = libm::exp2(-f64::from(q) / 16.0);
                policy.push((mv, if q == 255 { 0.0 } else { probability }));
            }
            let next = moves.get(played..turn).ok_or(ShardError::Truncated(game))?;
            legal = legal && play(&mut state, next);
            played = turn;
            let position = if variation.is_empty() {
                legal.then_some(&state)
            } else {
                let branch = branch.get_or_insert_with(|| state.clone());
                branch.copy_from(&state);
                (legal && play(branch, &variation)).then_some(&*branch)
            };
            match position.filter(|s| s.to_move() == side_to_move(flags)) {
                Some(state) => {
                    read.labels += 1;
                    visit(Label {
                        state,
                        policy: &policy,
                        win: f32::from(win) / 65535.0,
                        lead: f32::from(lead) / 10.0,
                        deviation: f32::from(deviation) / 10.0,
                        ownership: &ownership,
                    });
                }
                None => read.skipped += 1,
            }
        }
    }
    Ok(read)
}

/// Four bits as a two's complement number.
fn nibble(bits: u8) -> i8 {
    ((bits << 4) as i8) >> 4
}

fn side_to_move(flags: u8) -> Color {
    if flags & 1 == 0 { Color::Black } else { Color::White }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn words(bytes: &mut Vec<u8>, words: &[u16]) {
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    }

    /// A shard with a game on 6x6: a handicap stone on C3 (from the top), White D4, Black passes; labelled at the start and,
    /// with D3 and E5 in place of the pass, after White's move. The first label: a chance of one in five, 3.5 points behind, give
    /// or take 12.4, the first two points White's and Black's; the second one: even, the last two points Black's and White's.
    pub(crate) fn tiny() -> Vec<u8> {
        let (mut g, mut l, mut p, mut q, mut o) = (vec![], vec![], vec![], vec![], vec![]);
        g.extend([6, 0, 1, 1]);
        words(&mut g, &[15]);
        g.extend([0, 1]);
        words(&mut g, &[0, 2, 2, 14, 21, 36]);
        words(&mut l, &[0]);
        l.extend([0, 1, 2, 0]);
        words(&mut l, &[13107, -35i16 as u16, 124]);
        words(&mut l, &[1]);
        l.extend([2, 0, 1, 0]);
        words(&mut l, &[15, 28]);
        words(&mut l, &[32768, 1, 0]);
        words(&mut p, &[21, 36, 27]);
        q.extend([16, 255, 0]);
        o.extend([0; 36]);
        (o[0], o[35]) = (0x97, 0xf1);
        let mut bytes = b"TSGD".to_vec();
        for number in [1, 1, 2, g.len(), l.len(), p.len(), q.len(), o.len()] {
            bytes.extend((number as u32).to_le_bytes());
        }
        for section in [g, l, p, q, o] {
            bytes.extend(section);
        }
        bytes
    }

    #[test]
    fn a_shard_is_read() {
        let bytes = tiny();
        let mut packed = Vec::new();
        lzma_rs::xz_compress(&mut &bytes[..], &mut packed).expect("packed");
        assert_eq!(unpack(&packed).expect("unpacked"), bytes);
        let mut seen = Vec::new();
        let read = read(&bytes, |label| {
            let state = label.state;
            let stones: Vec<(usize, usize, Color)> = (state.size().points())
                .filter_map(|p| state.board().color(p).map(|c| (p.x(), p.y(), c)))
                .collect();
            seen.push((
                stones,
                state.to_move(),
                [0, 1].map(|age| state.recent()[age]),
                label.policy.to_vec(),
            ));
            assert_eq!((state.komi(), state.handicap()), (7.5, 1));
        });
        assert_eq!(read.expect("a shard"), Read { games: 1, labels: 2, skipped: 0 });
        use Color::{Black, White};
        let first = (
            vec![(2, 2, Black)],
            White,
            [None, None],
            vec![(Move::xy(3, 3), 0.5), (Move::PASS, 0.0)],
        );
        let second = (
            vec![(2, 2, Black), (3, 2, Black), (3, 3, White), (4, 4, White)],
            Black,
            [Some(Move::xy(4, 4)), Some(Move::xy(3, 2))],
            vec![(Move::xy(3, 4), 1.0)],
        );
        assert_eq!(seen, [first, second]);
    }

    #[test]
    fn labels_have_the_values_that_were_packed() {
        let mut seen = Vec::new();
        let read = read(&tiny(), |label| {
            let values = [label.win, label.lead, label.deviation];
            seen.push((values, label.ownership.to_vec()));
        });
        assert_eq!(read.expect("a shard").labels, 2);
        let owners = |marked: &[(usize, i8)]| {
            let mut owners = vec![0; 36];
            marked.iter().for_each(|&(point, owner)| owners[point] = owner);
            owners
        };
        assert_eq!(seen[0], ([0.2, -3.5, 12.4], owners(&[(0, 7), (1, -7)])));
        assert_eq!(seen[1].0[1..], [0.1, 0.0]);
        assert!((seen[1].0[0] - 0.5).abs() < 1e-4, "{}", seen[1].0[0]);
        assert_eq!(seen[1].1, owners(&[(34, 1), (35, -1)]));
    }

    #[test]
    fn broken_shards_are_refused() {
        let whole = tiny();
        assert!(matches!(unpack(b"no stream"), Err(ShardError::Compression(_))));
        for length in 0..whole.len() {
            let error = read(&whole[..length], |_| {}).expect_err("a part of a shard");
            assert!(matches!(error, ShardError::Header | ShardError::Truncated(_)), "{length}");
        }
        let change = |at: usize, to: u8| {
            let mut bytes = whole.clone();
            bytes[at] = to;
            read(&bytes, |_| {})
        };
        assert!(matches!(change(4, 2), Err(ShardError::Header)));
        assert!(matches!(change(36, 0), Err(ShardError::Setup(0))));
        assert!(matches!(change(36 + 14, 36), Err(ShardError::Setup(0))), "a pass as handicap");
        assert!(matches!(change(36 + 16, 37), Err(ShardError::OffBoard(0))));
        // A first move on the handicap stone: the position after it is left out.
        let read = change(36 + 16, 14).expect("a shard");
        assert_eq!((read.labels, read.skipped), (1, 1));
    }
}
