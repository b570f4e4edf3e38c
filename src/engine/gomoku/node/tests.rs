use super::*;
use crate::base::{BoardSize, MoveList, Rng, below, seeded};
use crate::engine::gomoku::built_in_weights;
use crate::games::gomoku::Rules;
use crate::search::alphabeta::{AlphaBeta, FARTHEST, Settings};

const VARIANTS: [Variant; 5] =
    [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro, Variant::ExactCaro];

fn node(state: &GomokuState) -> Node {
    Node::new(state, built_in_weights().of(state.rules().variant).clone())
}

/// An open position of random moves, most of them beside others.
fn random_position(side: usize, variant: Variant, moves: usize, rng: &mut Rng) -> GomokuState {
    loop {
        let mut state = GomokuState::new(BoardSize::square(side).unwrap(), Rules::of(variant));
        for _ in 0..moves {
            let mut list = MoveList::new();
            state.legal_moves(&mut list);
            if state.outcome().is_none() {
                state.play(list.to_vec()[below(rng, list.len() as u32) as usize]);
            }
        }
        if state.outcome().is_none() {
            return state;
        }
    }
}

fn legal(state: &GomokuState) -> Vec<Move> {
    let mut list = MoveList::new();
    state.legal_moves(&mut list);
    list.to_vec()
}

/// Plies to the win (above 0) or loss (below 0) of the player to move of an open game, within so many plies, by the rules
/// alone.
fn decided(state: &GomokuState, plies: i32) -> Option<i32> {
    if plies == 0 {
        return None;
    }
    let mut best: Option<i32> = None;
    let mut all_lose = true;
    for mv in legal(state) {
        let mut after = state.clone();
        after.play(mv);
        let found = match after.outcome() {
            Some(outcome) if outcome.winner() == Some(state.to_move()) => Some(1),
            Some(outcome) if outcome.winner().is_some() => Some(-1),
            Some(_) => None,
            None => decided(&after, plies - 1).map(|n| -(n + n.signum())),
        };
        match found {
            Some(n) if n > 0 => {
                best = Some(best.map_or(n, |b: i32| if b > 0 { b.min(n) } else { n }))
            }
            Some(n) => best = Some(best.map_or(n, |b: i32| if b > 0 { b } else { b.min(n) })),
            None => all_lose = false,
        }
    }
    best.filter(|&n| n > 0 || all_lose)
}

#[test]
fn bounds_hold_by_the_rules() {
    let mut rng = seeded(11);
    let (mut won, mut lost) = (0, 0);
    for round in 0..120 {
        let variant = VARIANTS[round % VARIANTS.len()];
        let state = random_position(6, variant, 14 + round % 12, &mut rng);
        let (low, high) = node(&state).bounds();
        let truth = decided(&state, 3);
        let value = truth.map(|plies| plies.signum() * WON - plies);
        let told = format!("{variant:?} {low} {high} {value:?}\n{:?}", state.board());
        if let Some(value) = value {
            assert!(low <= value && value <= high, "{told}");
        }
        if low == high {
            assert_eq!(value, Some(low), "{told}");
            if low > 0 { won += 1 } else { lost += 1 }
        }
    }
    assert!(won > 10 && lost > 0, "{won} {lost}");
}

#[test]
fn moves_left_out_lose() {
    let mut rng = seeded(12);
    let mut tried = 0;
    for round in 0..400 {
        let variant = VARIANTS[round % VARIANTS.len()];
        let state = random_position(7, variant, 10 + round % 16, &mut rng);
        let node = node(&state);
        let (low, high) = node.bounds();
        if low == high || !node.is_complete() {
            continue;
        }
        let mut moves = Vec::new();
        node.moves(3, &mut moves);
        for mv in legal(&state) {
            if moves.iter().any(|ordered| ordered.mv == mv) {
                continue;
            }
            tried += 1;
            let mut after = state.clone();
            after.play(mv);
            let found = decided(&after, 3);
            assert!(
                found.is_some_and(|n| n > 0),
                "{variant:?} {mv} {found:?}\n{:?}",
                state.board()
            );
        }
    }
    assert!(tried > 200, "{tried}");
}

/// Fours win whatever the answer is: every defence is tried by the rules, the attacker searches again.
fn confirm(state: &GomokuState, plies: i32) {
    let attacker = state.to_move();
    let mut shapes = node(state).shapes.clone();
    let mut vcf = Vcf::default();
    let (found, _) = vcf.search(&mut shapes, attacker, 10_000);
    let found = found.unwrap_or_else(|| panic!("lost its win\n{:?}", state.board()));
    assert!(found <= plies, "{found} after {plies}\n{:?}", state.board());
    let mv = Move::at(vcf.first_move().unwrap());
    let mut after = state.clone();
    assert_eq!(after.try_play(mv), Ok(()), "{:?}", state.board());
    if let Some(outcome) = after.outcome() {
        assert_eq!(outcome.winner(), Some(attacker));
        return;
    }
    let mut threatened = MoveList::new();
    after.winning_moves(attacker, &mut threatened);
    for answer in legal(&after) {
        let mut answered = after.clone();
        answered.play(answer);
        match answered.outcome() {
            Some(outcome) => assert_eq!(outcome.winner(), Some(attacker)),
            None => {
                // An answer that stops no five loses at once.
                answered.winning_moves(attacker, &mut threatened);
                if threatened.is_empty() {
                    confirm(&answered, found - 2);
                }
            }
        }
    }
}

#[test]
fn fours_that_are_told_win() {
    let mut rng = seeded(13);
    let mut wins = 0;
    for round in 0..600 {
        let variant = VARIANTS[round % VARIANTS.len()];
        let state = random_position(8, variant, 16 + round % 16, &mut rng);
        let node = node(&state);
        let (plies, _) = Vcf::default().search(&mut node.shapes.clone(), state.to_move(), 10_000);
        let Some(plies) = plies.filter(|&plies| plies > 3) else { continue };
        wins += 1;
        confirm(&state, plies);
    }
    assert!(wins > 20, "{wins}");
}

#[test]
fn keys_copies_and_draws() {
    let mut rng = seeded(14);
    let state = random_position(9, Variant::Renju, 20, &mut rng);
    let root = node(&state);
    let mut copy = node(&random_position(9, Variant::Renju, 5, &mut rng));
    copy.copy_from(&root);
    assert_eq!((copy.key(), copy.evaluate(), copy.left), (root.key(), root.evaluate(), root.left));
    let mut moves = Vec::new();
    copy.moves(1, &mut moves);
    let key = copy.key_after(moves[0].mv);
    copy.play(moves[0].mv);
    assert_eq!(key, Some(copy.key()));
    let mut after = state.clone();
    after.play(moves[0].mv);
    let (fresh, before) = (node(&after), root.shapes.value());
    let worth = (copy.key(), copy.shapes.value(), copy.before);
    assert_eq!(worth, (fresh.key(), fresh.shapes.value(), before));
    // With two stones to come nobody makes a five any more.
    let rules = Rules { draw_after: 22, ..*state.rules() };
    let mut drawn = state.clone();
    drawn.set_rules(rules);
    let mut search = AlphaBeta::new(Settings { threads: 1, memory: 1 });
    let root = node(&drawn);
    let (low, high) = root.bounds();
    if low < high {
        let found = search.value(&root, 4, -Node::LIMIT, Node::LIMIT);
        assert!(found.value == 0 || found.value.abs() > WON - FARTHEST, "{found:?}");
    }
}

/// White's four whose only stop is forbidden (an overline) wins in three plies, and no bound says otherwise.
#[test]
fn a_four_that_black_may_not_stop_wins() {
    // With G8 White has a four whose gap is E8, where a black stone makes six in its column.
    let mut state = GomokuState::new(BoardSize::square(15).unwrap(), Rules::of(Variant::Renju));
    let stones = |text: &str, color| -> Vec<(Point, Option<Color>)> {
        let point = |word: &str| word.parse::<Move>().unwrap().point().unwrap();
        text.split(' ').map(|word| (point(word), Some(color))).collect()
    };
    let mut edits = stones("E5 E6 E7 E9 E10 B8 H8", Color::Black);
    edits.extend(stones("C8 D8 F8 N15 M15 A15 B2", Color::White));
    state.edit(&edits).unwrap();
    state.set_to_move(Color::White);
    let node = node(&state);
    let stop = "E8".parse::<Move>().unwrap().point().unwrap();
    assert!(node.shapes.is_foul(Color::Black, stop));
    let (low, high) = node.bounds();
    assert!(low < high && high >= WON - 3, "{low} {high}");
    let (plies, _) = Vcf::default().search(&mut node.shapes.clone(), Color::White, 1000);
    assert_eq!(plies, Some(3));
    let mut search = AlphaBeta::new(Settings { threads: 1, memory: 1 });
    let found = search.value(&node, 3, -Node::LIMIT, Node::LIMIT);
    assert_eq!(found.value, WON - 3);
}
