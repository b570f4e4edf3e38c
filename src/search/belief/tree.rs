//! What lies below the player's move: a tree for each of the two, over what he knows.
//!
//! Information set Monte-Carlo tree search with several observers (Cowling, Powley and Whitehouse, "Information set Monte
//! Carlo tree search", 2012, MO-ISMCTS): a node stands for all that a player has done and was told since the search began, so
//! one who is told nothing of a move answers it from the same node as any other. In each simulation the moves that are legal
//! in the imagined position compete, and each is judged by the simulations in which it was legal; thus a try that would be
//! refused, which costs nothing, is passed over. All-moves-as-first statistics are kept in every node.

use super::Worlds;
use super::bandit::{Arm, choose};
use crate::base::{BoardSize, Color, GRID, Move, Rng, below};
use crate::game::State;

/// Nodes at most hold so many arms together.
const MOST_ARMS: usize = 1 << 18;

/// Simulations with a move before the player who made it gets a node for his next one.
const RIPE: u64 = 8;

/// Moves made in the tree in one simulation at most.
const DEEPEST: usize = 32;

/// Prospects of a move that nothing is known of.
const UNKNOWN: f64 = 0.5;

/// No node.
const NONE: u32 = u32::MAX;

/// A move made in the tree in the present simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub player: Color,
    pub mv: Move,
    node: usize,
    place: usize,
}

/// Both players' nodes, and the way of the present simulation through them.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The moves that an arm of a node stands for, the same in all nodes.
    moves: Vec<Move>,
    /// Place of the move on a point in `moves`, by [`crate::base::Point::index`].
    places: Vec<u16>,
    /// `moves.len()` arms for each node.
    arms: Vec<Arm>,
    /// What is known in each node, as a hash.
    keys: Vec<u64>,
    /// Nodes by hash, in the first free slot.
    slots: Vec<u32>,
    /// Nodes at most.
    most: usize,
    /// What the players know in the present simulation, by [`Color::index`].
    known: [u64; 2],
    /// Visits of their last moves.
    visits: [u64; 2],
    way: Vec<Step>,
    legal: Vec<usize>,
}

impl Tree {
    /// An empty tree for that board, with all the memory that it will ever use. A search of so many simulations is going to
    /// be made, if that is known.
    pub fn new(size: BoardSize, simulations: Option<u64>) -> Tree {
        let mut moves: Vec<Move> = size.points().map(Move::at).collect();
        let mut places = vec![0; GRID];
        for (place, point) in size.points().enumerate() {
            places[point.index()] = place as u16;
        }
        moves.push(Move::PASS);
        let asked = simulations.map_or(usize::MAX, |count| count.min(1 << 20) as usize * DEEPEST);
        let most = (MOST_ARMS / moves.len()).min(asked).max(2);
        Tree {
            arms: Vec::with_capacity(most * moves.len()),
            keys: Vec::with_capacity(most),
            slots: vec![NONE; (2 * most).next_power_of_two()],
            most,
            known: [0; 2],
            visits: [0; 2],
            way: Vec::with_capacity(DEEPEST),
            legal: Vec::with_capacity(moves.len()),
            moves,
            places,
        }
    }

    /// Begins a simulation with that player's move, of which both are told something; so many simulations began with it.
    pub fn begin(&mut self, player: Color, mv: Move, told: u64, visits: u64) {
        self.known = [1, 2];
        self.visits = [u64::MAX; 2];
        self.visits[player.index()] = visits;
        self.way.clear();
        self.learn_of(player, mv, told);
    }

    /// Goes on with moves of both players as far as there are nodes for them.
    pub fn descend<S: State, W: Worlds<S>>(
        &mut self,
        state: &mut S,
        c: f64,
        equivalence: f64,
        rng: &mut Rng,
    ) {
        while self.way.len() < DEEPEST && state.outcome().is_none() {
            let player = state.to_move();
            let Some(node) = self.node(player) else { return };
            self.legal.clear();
            let plays = self.moves.len() - 1;
            let sensible = |&place: &usize| {
                let mv = self.moves[place];
                state.is_legal(mv) && W::is_sensible(state, mv)
            };
            self.legal.extend((0..plays).filter(sensible));
            if self.legal.is_empty() {
                self.legal.push(plays);
            }
            let shift = below(rng, self.legal.len() as u32) as usize;
            self.legal.rotate_left(shift);
            let from = node * self.moves.len();
            let arms = &mut self.arms[from..from + self.moves.len()];
            let Some(place) = choose(arms, &self.legal, c, equivalence, UNKNOWN) else { return };
            for &place in &self.legal {
                arms[place].chances += 1;
            }
            self.visits[player.index()] = arms[place].visits;
            let mv = self.moves[place];
            if !state.is_legal(mv) {
                return;
            }
            self.way.push(Step { player, mv, node, place });
            self.learn_of(player, mv, W::told(state, mv));
            state.play(mv);
        }
    }

    /// The moves made in the present simulation.
    pub fn way(&self) -> &[Step] {
        &self.way
    }

    /// Takes the result of the present simulation into account for the move with that number in its way: its worth for the
    /// player who made it.
    pub fn result(&mut self, number: usize, value: f64) {
        let Some(step) = self.way.get(number) else { return };
        let arm = &mut self.arms[step.node * self.moves.len() + step.place];
        arm.visits += 1;
        arm.value += value;
    }

    /// The same for a move that the same player made at that time or later.
    pub fn result_as_first(&mut self, number: usize, mv: Move, value: f64) {
        let (Some(step), Some(point)) = (self.way.get(number), mv.point()) else { return };
        let place = usize::from(self.places[point.index()]);
        let arm = &mut self.arms[step.node * self.moves.len() + place];
        arm.amaf_visits += 1;
        arm.amaf_value += value;
    }

    /// Who moved knows what he did and what it brought about, the other one only the latter.
    fn learn_of(&mut self, player: Color, mv: Move, told: u64) {
        let (own, other) = (player.index(), player.other().index());
        self.known[own] = mix(mix(self.known[own], u64::from(mv.raw())), told);
        self.known[other] = mix(mix(self.known[other], u64::from(mv.is_pass())), !told);
    }

    /// The node for what a player knows. One that is not there yet is made when his last move was made often enough.
    fn node(&mut self, player: Color) -> Option<usize> {
        let key = self.known[player.index()];
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        loop {
            match self.slots[slot] {
                NONE => break,
                node if self.keys[node as usize] == key => return Some(node as usize),
                _ => slot = (slot + 1) & mask,
            }
        }
        let node = self.keys.len();
        if node == self.most || self.visits[player.index()] < RIPE {
            return None;
        }
        self.slots[slot] = node as u32;
        self.keys.push(key);
        self.arms.resize(self.arms.len() + self.moves.len(), Arm::default());
        Some(node)
    }
}

/// One hash of two numbers (the finisher of SplitMix64).
fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.rotate_left(25) ^ b.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(a | 1);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
