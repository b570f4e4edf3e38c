//! Continuous threats: depth-first proof-number search.

use super::duel::{Sight, Threat};
use super::table::{INFINITE, Value};
use super::{ENDLESS, Search, less, mix};
use crate::base::{Point, stone_key};
use crate::eval::gomoku::shapes::marks::{FIVE, FOUR, OPEN_FOUR, THREE};

/// No bounds: search until proved or disproved.
pub(super) const ALL: Bounds = Bounds { proof: INFINITE, disproof: INFINITE };

/// Positions that the search of fours may visit at a new position.
const FOURS: u64 = 100;

/// A position is left when its numbers reach these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    proof: u32,
    disproof: u32,
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    point: Point,
    value: Value,
}

/// The least and second least number, where the least stands, and the hardest plus one for each other that is not settled.
struct Sum {
    best: usize,
    least: u32,
    second: u32,
    weak: u32,
    greatest_other: u32,
}

/// `choice` is the number of the side that chooses, `other` the other number.
fn sum(children: &[Child], choice: impl Fn(&Value) -> u32, other: impl Fn(&Value) -> u32) -> Sum {
    let mut sum = Sum { best: 0, least: INFINITE, second: INFINITE, weak: 0, greatest_other: 0 };
    let (mut greatest, mut alive) = (0u32, 0u32);
    for (at, child) in children.iter().enumerate() {
        let number = choice(&child.value);
        if number < sum.least {
            (sum.second, sum.least, sum.best) = (sum.least, number, at);
        } else if number < sum.second {
            sum.second = number;
        }
        let number = other(&child.value);
        if number > 0 {
            alive += 1;
            greatest = greatest.max(number);
        }
    }
    for (at, child) in children.iter().enumerate() {
        if at != sum.best {
            sum.greatest_other = sum.greatest_other.max(other(&child.value));
        }
    }
    sum.weak = if greatest >= INFINITE {
        INFINITE
    } else {
        (greatest + alive.saturating_sub(1)).min(INFINITE - 1)
    };
    if alive == 0 {
        sum.weak = 0;
    }
    sum
}

/// How far the best child may go until the second is better; a little further, so that not every step leads back here.
fn until(second: u32, bound: u32) -> u32 {
    bound.min(second.saturating_add(second / 4).saturating_add(1)).min(INFINITE)
}

impl Search<'_> {
    fn key(&self, stones: u64, attacks: bool, left: u16) -> u64 {
        mix(mix(self.base ^ stones) ^ u64::from(left) << 1 ^ u64::from(attacks))
    }

    /// What is remembered of a position: by that bound on moves, or by none where that says all.
    pub(super) fn remembered(&mut self, stones: u64, attacks: bool, left: u16) -> Option<Value> {
        let endless = self.proofs.get(self.key(stones, attacks, ENDLESS));
        if left == ENDLESS {
            return endless;
        }
        endless
            .filter(|value| value.is_lost() || value.is_won() && value.moves <= left)
            .or_else(|| self.proofs.get(self.key(stones, attacks, left)))
    }

    /// The attacker to move, with at most so many moves left.
    pub(super) fn attack(&mut self, bounds: Bounds, left: u16) -> Value {
        match self.duel.sight() {
            Sight::Five(_) if left >= 1 => return Value::won(1),
            Sight::OpenFour(_) if left >= 2 => return Value::won(2),
            Sight::Five(_) | Sight::OpenFour(_) => return Value::LOST,
            Sight::Pressed | Sight::Quiet if left < 2 => return Value::LOST,
            Sight::Pressed | Sight::Quiet => {}
        }
        let stones = self.duel.shapes().key();
        let known = self.remembered(stones, true, left);
        if let Some(value) = known.filter(|value| value.is_known()) {
            return value;
        }
        if !self.visit() {
            return known.unwrap_or(Value::open(1, 1));
        }
        let (key, before) = (self.key(stones, true, left), self.nodes);
        if known.is_none()
            && let Some(moves) = self.quick_four(left, FOURS)
        {
            let value = Value::won(moves);
            self.proofs.put(key, value, self.nodes - before);
            return value;
        }
        let start = self.children.len();
        self.attack_children(stones, left);
        let color = self.duel.attacker();
        let value = loop {
            let children = &self.children[start..];
            let sum = sum(children, |v| v.proof, |v| v.disproof);
            let value = if sum.least == 0 {
                let won = children.iter().map(|child| child.value).filter(|v| v.is_won());
                Value::won(won.map(|v| v.moves + 1).min().unwrap_or(1))
            } else if sum.weak == 0 {
                Value::LOST
            } else {
                Value::open(sum.least, sum.weak)
            };
            let over = value.proof >= bounds.proof || value.disproof >= bounds.disproof;
            if value.is_known() || over || self.stopped {
                break value;
            }
            let at = start + sum.best;
            let Child { point, value: child } = self.children[at];
            let inner = Bounds {
                proof: until(sum.second, bounds.proof),
                disproof: inner(
                    bounds.disproof,
                    value.disproof,
                    child.disproof,
                    sum.greatest_other,
                ),
            };
            self.duel.play(color, point);
            let found = self.defend(inner, less(left));
            self.duel.take_back();
            self.children[at].value = found;
        };
        self.children.truncate(start);
        self.proofs.put(key, value, self.nodes - before);
        value
    }

    /// Lists the attacker's threats.
    fn attack_children(&mut self, stones: u64, left: u16) {
        let first = self.points.len();
        self.duel.attacks(&mut self.points);
        let (color, defender) = (self.duel.attacker(), self.duel.defender());
        for at in first..self.points.len() {
            let point = self.points[at];
            let value = match self.remembered(stones ^ stone_key(color, point), false, less(left)) {
                Some(value) => value,
                None => {
                    self.duel.play(color, point);
                    let answers = self.duel.count(defender, FOUR) as u32;
                    let value = if self.duel.count(color, FIVE) > 0 {
                        Value::open(1, 1)
                    } else if self.duel.count(color, OPEN_FOUR) > 0 {
                        Value::open(3 + answers, 1)
                    } else {
                        Value::LOST
                    };
                    self.duel.take_back();
                    value
                }
            };
            if !value.is_lost() {
                self.children.push(Child { point, value });
            }
        }
        self.points.truncate(first);
    }

    /// The defender to move, the attacker having at most so many moves left.
    pub(super) fn defend(&mut self, bounds: Bounds, left: u16) -> Value {
        let stones = self.duel.shapes().key();
        let known = self.remembered(stones, false, left);
        if let Some(value) = known.filter(|value| value.is_known()) {
            return value;
        }
        if !self.visit() {
            return known.unwrap_or(Value::open(1, 1));
        }
        let (key, before) = (self.key(stones, false, left), self.nodes);
        let (start, first) = (self.children.len(), self.points.len());
        let threat = self.duel.answers(&mut self.points);
        if threat == Threat::None || threat.moves() > left {
            self.points.truncate(first);
            self.proofs.put(key, Value::LOST, 1);
            return Value::LOST;
        }
        let lost = self.defend_children(first, stones, left);
        self.points.truncate(first);
        let color = self.duel.defender();
        let value = loop {
            if lost {
                break Value::LOST;
            }
            let children = &self.children[start..];
            let sum = sum(children, |v| v.disproof, |v| v.proof);
            let value = if sum.weak == 0 {
                let most = children.iter().map(|child| child.value.moves).max();
                Value::won(most.unwrap_or(0).max(threat.moves()))
            } else if sum.least == 0 {
                Value::LOST
            } else {
                Value::open(sum.weak, sum.least)
            };
            let over = value.proof >= bounds.proof || value.disproof >= bounds.disproof;
            if value.is_known() || over || self.stopped {
                break value;
            }
            let at = start + sum.best;
            let Child { point, value: child } = self.children[at];
            let inner = Bounds {
                proof: inner(bounds.proof, value.proof, child.proof, sum.greatest_other),
                disproof: until(sum.second, bounds.disproof),
            };
            self.duel.play(color, point);
            let found = self.attack(inner, left);
            self.duel.take_back();
            self.children[at].value = found;
        };
        self.children.truncate(start);
        self.proofs.put(key, value, self.nodes - before);
        value
    }

    /// Lists the answers of the list of points from `first` on; true if one of them refutes.
    fn defend_children(&mut self, first: usize, stones: u64, left: u16) -> bool {
        let (color, attacker) = (self.duel.defender(), self.duel.attacker());
        for at in first..self.points.len() {
            let point = self.points[at];
            let value = match self.remembered(stones ^ stone_key(color, point), true, left) {
                Some(value) => value,
                None => {
                    self.duel.play(color, point);
                    let fours = self.duel.count(attacker, FOUR) as u32;
                    let threes = self.duel.count(attacker, THREE) as u32;
                    let pressed = self.duel.count(color, FIVE) > 0;
                    self.duel.take_back();
                    if fours + threes == 0 && !pressed {
                        Value::LOST
                    } else {
                        Value::open(1, 1 + (fours + threes) / 4)
                    }
                }
            };
            if value.is_lost() {
                return true;
            }
            self.children.push(Child { point, value });
        }
        false
    }
}

/// The bound for a child on the number that is put together of all children: what is left of it beside the others.
fn inner(bound: u32, total: u32, child: u32, greatest_other: u32) -> u32 {
    if bound >= INFINITE {
        return INFINITE;
    }
    // The total is the greatest plus one for each other that is alive.
    let others = total - child.max(greatest_other);
    let room = bound.saturating_sub(others);
    if greatest_other >= room { child.saturating_add(1) } else { room }
}
