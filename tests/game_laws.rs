//! Every game against the laws of floor 1, by random games under random settings. A new game adds one line.

use proptest::prelude::*;
use tesuji::base::BoardSize;
use tesuji::game::kit::check_game;
use tesuji::games::go::{
    CaptureRules, CaptureState, GoState, Ko, Nogo, NogoState, RULE_SETS, Rules,
};
use tesuji::games::gomoku::{self, GomokuState};
use tesuji::games::reversi::{self, ReversiState};

/// Declares a property test: random starts of a game keep all laws for so many moves.
macro_rules! keeps_the_laws {
    ($name:ident, $cases:expr, $starts:expr, $limit:expr) => {
        proptest! {
            #![proptest_config(ProptestConfig {
                cases: $cases,
                failure_persistence: None,
                ..ProptestConfig::default()
            })]
            #[test]
            fn $name(start in $starts, seed: u64) {
                check_game(&start, seed, $limit).map_err(|broken| {
                    TestCaseError::fail(broken.to_string())
                })?;
            }
        }
    };
}

keeps_the_laws!(go_small_boards, 400, go(1..=5), 150);
keeps_the_laws!(go_larger_boards, 12, go(6..=25), 120);
keeps_the_laws!(reversi_small_boards, 60, reversi(2..=4), 130);
keeps_the_laws!(reversi_larger_boards, 4, reversi(5..=8), 520);

keeps_the_laws!(gomoku_small_boards, 150, gomoku(1..=7), 60);
keeps_the_laws!(gomoku_larger_boards, 8, gomoku(8..=25), 120);

keeps_the_laws!(nogo_small_boards, 200, nogo(1..=5), 60);
keeps_the_laws!(nogo_larger_boards, 6, nogo(6..=25), 700);
keeps_the_laws!(capture_go_small_boards, 300, capture_go(1..=5), 250);
keeps_the_laws!(capture_go_larger_boards, 8, capture_go(6..=25), 250);

fn go(sides: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = GoState> {
    let rules = (0..RULE_SETS.len(), 0..3usize, any::<bool>()).prop_map(|(set, ko, suicide)| {
        let ko = [Ko::Simple, Ko::Positional, Ko::Situational][ko];
        Rules { ko, suicide, ..RULE_SETS[set].rules }
    });
    let komi = prop_oneof![Just(0.0), Just(-3.0), Just(7.5), Just(0.25), -50.0f32..50.0];
    (sides.clone(), sides, rules, komi).prop_map(|(width, height, rules, komi)| {
        GoState::new(BoardSize::new(width, height).expect("in range"), rules, komi)
    })
}

/// The standard start, or a random heap of discs.
fn reversi(halves: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = ReversiState> {
    use tesuji::base::{Color, below, seeded};
    let rules = (any::<bool>(), any::<bool>()).prop_map(|(plain, anti)| reversi::Rules {
        empties: if plain { reversi::Empties::Nobody } else { reversi::Empties::Winner },
        goal: if anti { reversi::Goal::Fewest } else { reversi::Goal::Most },
    });
    (halves, rules, proptest::option::of((any::<u64>(), 3u32..9))).prop_map(
        |(half, rules, heap)| {
            let size = BoardSize::square(2 * half).expect("in range");
            let mut state = ReversiState::new(size, rules);
            if let Some((seed, dense)) = heap {
                let mut rng = seeded(seed);
                for point in size.points() {
                    let disc = Color::BOTH.get(below(&mut rng, dense) as usize).copied();
                    state.put(point, disc);
                }
            }
            state
        },
    )
}

fn gomoku(sides: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = GomokuState> {
    let limit = prop_oneof![Just(0), 1u16..60];
    let rules =
        (0..gomoku::RULE_SETS.len(), limit, any::<bool>()).prop_map(|(set, limit, pass)| {
            gomoku::Rules { draw_after: limit, pass, ..gomoku::RULE_SETS[set].rules }
        });
    (sides.clone(), sides, rules).prop_map(|(width, height, rules)| {
        GomokuState::new(BoardSize::new(width, height).expect("in range"), rules)
    })
}

fn nogo(sides: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = NogoState> {
    (sides.clone(), sides).prop_map(|(width, height)| {
        NogoState::new(BoardSize::new(width, height).expect("in range"), Nogo)
    })
}

fn capture_go(sides: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = CaptureState> {
    let captures = prop_oneof![Just(1), 2u16..8, Just(CaptureRules::MOST)];
    (sides.clone(), sides, captures).prop_map(|(width, height, captures)| {
        let rules = CaptureRules::new(captures).expect("in range");
        CaptureState::new(BoardSize::new(width, height).expect("in range"), rules)
    })
}

/// Superko bounds the game: on tiny boards random play comes to its end by itself.
#[test]
fn superko_games_end() {
    use tesuji::base::{MoveList, below, seeded};
    use tesuji::game::State;
    let mut rng = seeded(3);
    for ko in [Ko::Positional, Ko::Situational] {
        for (width, height) in [(1, 1), (1, 2), (2, 2), (3, 1), (2, 3)] {
            let size = BoardSize::new(width, height).expect("in range");
            for suicide in [false, true] {
                let rules = Rules { ko, suicide, ..Rules::CHINESE };
                let mut state = GoState::new(size, rules, 0.5);
                // Never pass while there is a play: at most every position with either player to move.
                let bound = 2 * 3usize.pow(size.area() as u32);
                let mut moves = MoveList::new();
                let mut length = 0;
                while state.outcome().is_none() {
                    state.legal_moves(&mut moves);
                    let plays = moves.len() - 1;
                    let pick = if plays == 0 { 0 } else { below(&mut rng, plays as u32) as usize };
                    state.play(moves[pick]);
                    length += usize::from(plays > 0);
                    assert!(length <= bound, "{width}x{height} {ko:?}");
                }
            }
        }
    }
}
