//! The search of the strong player by itself, without options and clock: to solve and to measure.

use super::node::{Knowledge, Node};
use crate::base::Color;
use crate::engine::{Stop, Watch};
use crate::games::reversi::eight::Cpu;
use crate::search::alphabeta::{AlphaBeta, Reach, Settings};
use crate::search::{Limits, Report, Supervisor};
use std::sync::Arc;
use std::time::Instant;

/// A search with its memory and the weights that are built in.
pub struct Bare {
    knowledge: Arc<Knowledge>,
    search: AlphaBeta<Node>,
}

impl Bare {
    /// A search by that processor's version of the operations, with at least one thread and at most that many MiB, a quarter of
    /// which goes to the endgame solver.
    pub fn new(cpu: Cpu, threads: usize, memory: usize) -> Bare {
        let solver = (memory << 20) / 4;
        let settings = Settings { threads, memory: (memory - memory / 4).max(1) };
        Bare {
            knowledge: Arc::new(Knowledge::on(
                cpu,
                crate::engine::reversi::built_in_weights(),
                solver,
            )),
            search: AlphaBeta::new(settings),
        }
    }

    /// Forgets everything learnt from earlier searches. A search on one thread after this visits the same positions every time.
    pub fn clear(&mut self) {
        self.search.clear();
        self.knowledge.solver.clear();
    }

    /// The position with these discs of Black and White and that side to move; a forced pass is made at once.
    pub fn node(&self, black: u64, white: u64, to_move: Color) -> Node {
        Node::new(&self.knowledge, black, white, to_move)
    }

    /// Searches as far as `reach` says, or until the flag is raised. The report has no candidates if the game is over;
    /// [`Report::playouts`] counts positions visited.
    pub fn search(
        &mut self,
        root: &Node,
        reach: &Reach,
        stop: &Stop,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        let watch = Watch::new(stop, Instant::now(), None);
        self.supervised(root, &Limits::default(), reach, &watch, observer)
    }

    /// The same under any limits and supervisor.
    pub(super) fn supervised(
        &mut self,
        root: &Node,
        limits: &Limits,
        reach: &Reach,
        supervisor: &dyn Supervisor,
        observer: &mut dyn FnMut(&Report),
    ) -> Report {
        self.search.search(root, limits, reach, supervisor, observer)
    }
}
