//! What certainly follows from a view.
//!
//! Everything here holds in every true game in which the player would have been told the same; what may be so is left to the
//! sampler. In particular a refusal proves an enemy stone only where neither suicide nor ko can be behind it.

use super::world::beside;
use super::{Event, PhantomKo, Refusal, Taken, View};
use crate::base::{BoardSize, Color, Point};
use crate::games::go::PointSet;

/// Facts.
#[derive(Clone, Debug)]
pub struct Knowledge {
    size: BoardSize,
    player: Color,
    ko: PhantomKo,
    own: PointSet,
    enemy: PointSet,
    /// Empty at this moment.
    empty: PointSet,
    /// Points that a stone was ever taken from.
    vacated: PointSet,
    /// What the opponent's last turn took from the player, while the player has not moved.
    last_lost: Vec<Point>,
    /// Enemy stones on the board: at least, at most.
    count: [usize; 2],
}

impl Knowledge {
    /// What the view's player knows now.
    pub fn of(view: &View) -> Knowledge {
        let mut knowledge = Knowledge::at_start(view);
        view.events().iter().for_each(|event| knowledge.learn(event));
        knowledge.breathe();
        knowledge
    }

    /// What he knew at the beginning.
    pub(super) fn at_start(view: &View) -> Knowledge {
        let (player, board) = (view.player(), view.start().board());
        let stones = |color| view.size().points().filter(move |&p| board.color(p) == Some(color));
        let enemy: PointSet = stones(player.other()).collect();
        Knowledge {
            size: view.size(),
            player,
            ko: view.rules().ko,
            own: stones(player).collect(),
            count: [enemy.len(); 2],
            enemy,
            empty: PointSet::new(),
            vacated: PointSet::new(),
            last_lost: Vec::new(),
        }
    }

    /// The player's stones.
    pub fn own(&self) -> &PointSet {
        &self.own
    }

    /// Points where the opponent certainly has a stone.
    pub fn enemy(&self) -> &PointSet {
        &self.enemy
    }

    /// Points that are certainly empty at this moment.
    pub fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// Stones of the opponent on the board: at least, at most. Both are the same where passes are told.
    pub fn enemy_count(&self) -> [usize; 2] {
        self.count
    }

    /// May the opponent have a stone there, or is there certainly one?
    pub fn may_be_enemy(&self, point: Point) -> bool {
        !self.own.contains(point) && !self.empty.contains(point)
    }

    /// Stones of the opponent, at most, at points that are not known.
    fn unknown_stones(&self) -> usize {
        self.count[1].saturating_sub(self.enemy.len())
    }

    /// Takes one more event into account.
    pub(super) fn learn(&mut self, event: &Event) {
        match event {
            Event::Played { point, taken } => self.played(*point, taken),
            Event::Refused { point, reason } => {
                if self.proves_stone(*point, *reason) {
                    self.enemy.insert(*point);
                }
                if *reason == Some(Refusal::Suicide)
                    && let Some(filled) = self.filled_at_suicide(*point)
                {
                    self.enemy.extend(filled.iter());
                }
            }
            Event::Passed => self.last_lost.clear(),
            Event::OpponentPlayed { lost } => {
                self.count[0] += 1;
                self.count[1] += 1;
                self.lost(lost);
            }
            Event::OpponentMoved => {
                self.count[1] += 1;
                self.lost(&[]);
            }
            Event::OpponentPassed => self.last_lost.clear(),
            Event::OpponentRefused | Event::Atari | Event::Over => {}
        }
    }

    fn played(&mut self, point: Point, taken: &Taken) {
        self.own.insert(point);
        self.last_lost.clear();
        self.empty = PointSet::new();
        for count in &mut self.count {
            *count = count.saturating_sub(taken.count());
        }
        match taken {
            Taken::Points(points) => self.take(points),
            Taken::Count(0) => {}
            Taken::Count(count) => {
                let ways = self.ways_to_take(point, *count);
                match ways.as_slice() {
                    [one] => self.take(one),
                    // Any of them may be gone now.
                    _ => ways.iter().flatten().for_each(|&point| {
                        self.enemy.remove(point);
                        self.vacated.insert(point);
                    }),
                }
            }
        }
    }

    fn take(&mut self, points: &[Point]) {
        for &point in points {
            self.enemy.remove(point);
            self.vacated.insert(point);
            self.empty.insert(point);
        }
    }

    /// The opponent's turn has ended and taken these stones.
    fn lost(&mut self, lost: &[Point]) {
        self.empty = PointSet::new();
        for &point in lost {
            self.own.remove(point);
            self.vacated.insert(point);
            self.empty.insert(point);
        }
        // What surrounds a string that was taken is the opponent's.
        let around: Vec<Point> = lost.iter().flat_map(|&point| beside(self.size, point)).collect();
        for point in around {
            if !self.empty.contains(point) {
                self.enemy.insert(point);
            }
        }
        self.last_lost = lost.to_vec();
    }

    /// The sets of stones, so many in all, that a play of the player on that point (already among his stones) can have taken:
    /// strings that were taken fill whole regions between his stones.
    pub(super) fn ways_to_take(&self, point: Point, count: usize) -> Vec<Vec<Point>> {
        let mut regions: Vec<Vec<Point>> = Vec::new();
        for n in beside(self.size, point) {
            let known = regions.iter().any(|region| region.contains(&n));
            if !self.own.contains(n) && !known {
                regions.push(self.region(n));
            }
        }
        let mut ways = Vec::new();
        for chosen in 1..1usize << regions.len() {
            let parts: Vec<&Vec<Point>> = regions
                .iter()
                .enumerate()
                .filter(|(number, _)| chosen >> number & 1 != 0)
                .map(|(_, region)| region)
                .collect();
            if parts.iter().map(|part| part.len()).sum::<usize>() == count {
                let mut way: Vec<Point> = parts.into_iter().flatten().copied().collect();
                way.sort_unstable();
                ways.push(way);
            }
        }
        ways
    }

    /// The points that hang together with this one and are not the player's.
    fn region(&self, from: Point) -> Vec<Point> {
        let mut region = vec![from];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            next += 1;
            for n in beside(self.size, point) {
                if !self.own.contains(n) && !region.contains(&n) {
                    region.push(n);
                }
            }
        }
        region
    }

    /// Must there be a stone of the opponent at a point where the player was just refused?
    pub(super) fn proves_stone(&self, point: Point, reason: Option<Refusal>) -> bool {
        if self.own.contains(point) {
            return false;
        }
        match reason {
            Some(reason) => reason == Refusal::Occupied,
            None => !self.may_be_ko(point) && !self.may_be_suicide(point),
        }
    }

    /// May a ko be behind a refusal there?
    pub(super) fn may_be_ko(&self, point: Point) -> bool {
        match self.ko {
            PhantomKo::Free => false,
            PhantomKo::Simple | PhantomKo::Draw | PhantomKo::Unsure => self.last_lost == [point],
            // A play repeats a position only where stones were taken before.
            PhantomKo::Positional | PhantomKo::Situational => self.vacated.contains(point),
        }
    }

    /// Was a stone just taken from that point, so that the refusal cannot be for a stone?
    pub(super) fn last_taken_from(&self, point: Point) -> bool {
        self.last_lost.contains(&point)
    }

    /// May suicide be behind a refusal there?
    pub(super) fn may_be_suicide(&self, point: Point) -> bool {
        !self.enemy.contains(point)
            && self.filled_at_suicide(point).is_some_and(|f| f.len() <= self.unknown_stones())
    }

    /// The points not known to be the opponent's that are his if a play there is suicide: all beside it, and all beside the
    /// strings of the player that it touches. `None` where one of them is empty.
    pub(super) fn filled_at_suicide(&self, point: Point) -> Option<PointSet> {
        let mut string = vec![point];
        let mut filled = PointSet::new();
        let mut next = 0;
        while let Some(&stone) = string.get(next) {
            next += 1;
            for n in beside(self.size, stone) {
                if self.own.contains(n) {
                    if !string.contains(&n) {
                        string.push(n);
                    }
                } else if n != point && !self.enemy.contains(n) {
                    if self.empty.contains(n) {
                        return None;
                    }
                    filled.insert(n);
                }
            }
        }
        Some(filled)
    }

    /// A string of the player with one point left that may be a liberty has it.
    fn breathe(&mut self) {
        let mut seen = PointSet::new();
        let stones: Vec<Point> = self.own.iter().collect();
        for start in stones {
            if !seen.insert(start) {
                continue;
            }
            let mut string = vec![start];
            let mut liberties = PointSet::new();
            let mut next = 0;
            while let Some(&stone) = string.get(next) {
                next += 1;
                for n in beside(self.size, stone) {
                    if self.own.contains(n) {
                        if seen.insert(n) {
                            string.push(n);
                        }
                    } else if !self.enemy.contains(n) {
                        liberties.insert(n);
                    }
                }
            }
            if liberties.len() == 1 {
                self.empty.extend(liberties.iter());
            }
        }
    }
}

impl Knowledge {
    /// The stone that is known to be on a point.
    pub fn stone(&self, point: Point) -> Option<Color> {
        if self.own.contains(point) {
            Some(self.player)
        } else if self.enemy.contains(point) {
            Some(self.player.other())
        } else {
            None
        }
    }
}
