//! The arena that holds the tree: bounded, lock-free to grow, compacted in place.

use super::node::Node;
use crate::eval::Prior;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

const SHIFT: u32 = 13;
/// Nodes of one chunk; far more than one node can have children.
const CHUNK: usize = 1 << SHIFT;

/// All nodes, in chunks that come into being when first needed, so that an idle engine is small and starts at once.
///
/// The children of a node lie side by side in one chunk, behind their parent: a new block is always put at the end.
/// Compaction (after a move: what is not below the new root is forgotten) slides the blocks that live down in the same
/// order, and so needs no second arena.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    /// Cell behind the last node in use. Cell 0 is never used; cell 1 holds the first root.
    end: AtomicUsize,
    full: AtomicBool,
    root: u32,
}

impl Tree {
    /// An empty tree that will not take more than `mib` MiB (but at least one chunk).
    pub(super) fn new(mib: usize) -> Tree {
        let bytes = mib.saturating_mul(1 << 20);
        let chunks = (bytes / (CHUNK * size_of::<Node>())).clamp(1, (u32::MAX >> SHIFT) as usize);
        let chunks = std::iter::repeat_with(OnceLock::new).take(chunks).collect();
        let tree = Tree { chunks, end: AtomicUsize::new(2), full: AtomicBool::new(false), root: 1 };
        tree.chunk(0);
        tree
    }

    fn chunk(&self, number: usize) -> &[Node] {
        self.chunks[number]
            .get_or_init(|| std::iter::repeat_with(Node::default).take(CHUNK).collect())
    }

    /// The node with that index.
    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.chunk((index >> SHIFT) as usize)[index as usize & (CHUNK - 1)]
    }

    /// Index of the root.
    pub(super) fn root(&self) -> u32 {
        self.root
    }

    /// The children of a node and the index of the first; empty before its expansion.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> (u32, &[Node]) {
        match node.children() {
            Some((first, count)) => {
                let at = first as usize & (CHUNK - 1);
                (first, &self.chunk((first >> SHIFT) as usize)[at..at + count])
            }
            None => (0, &[]),
        }
    }

    /// Nodes in use.
    pub(super) fn len(&self) -> usize {
        self.end.load(Relaxed) - 1
    }

    /// Has an expansion failed for want of memory?
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Relaxed)
    }

    /// Memory taken by nodes so far, in bytes.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().filter(|c| c.get().is_some()).count() * CHUNK * size_of::<Node>()
    }

    /// Forgets everything; the memory is kept for the next search.
    pub(super) fn clear(&mut self) {
        self.root = 1;
        self.end.store(2, Relaxed);
        self.full.store(false, Relaxed);
        self.node(1).reset(crate::base::Move::PASS, 1.0, 0.5, 0.0, 0);
    }

    /// Where a block of `count` nodes goes when everything before `end` is taken.
    fn place(end: usize, count: usize) -> usize {
        if (end & (CHUNK - 1)) + count > CHUNK { (end | (CHUNK - 1)) + 1 } else { end }
    }

    fn allocate(&self, count: usize) -> Option<u32> {
        let mut end = self.end.load(Relaxed);
        loop {
            let first = Tree::place(end, count);
            if first + count > self.chunks.len() * CHUNK {
                self.full.store(true, Relaxed);
                return None;
            }
            match self.end.compare_exchange_weak(end, first + count, Relaxed, Relaxed) {
                Ok(_) => return Some(first as u32),
                Err(now) => end = now,
            }
        }
    }

    /// Gives a claimed node its children; it stays a leaf when the arena is full or there is nothing to choose from.
    pub(super) fn expand(&self, parent: u32, priors: &[Prior]) {
        let node = self.node(parent);
        let first = if priors.is_empty() { None } else { self.allocate(priors.len()) };
        match first {
            Some(first) => {
                for (index, prior) in (first..).zip(priors) {
                    let (policy, value, weight) = (prior.policy, prior.value, prior.weight);
                    self.node(index).reset(prior.mv, policy, value, weight, parent);
                }
                node.settle(first, priors.len());
            }
            None => node.settle(0, 0),
        }
    }

    /// Makes a node the root and forgets all that is not below it.
    pub(super) fn reroot(&mut self, index: u32) {
        let mut blocks = Vec::new();
        let mut open = vec![index];
        while let Some(parent) = open.pop() {
            if let Some((first, count)) = self.node(parent).children() {
                self.node(first).set_parent(parent);
                blocks.push((first, count));
                open.extend(
                    (first..)
                        .zip(self.children(self.node(parent)).1)
                        .filter_map(|(index, node)| node.children().map(|_| index)),
                );
            }
        }
        // Ascending order: a block never moves onto one that has still to move, and a parent moves before its children.
        blocks.sort_unstable();
        let mut end = 2;
        self.carry(index, 1);
        for (first, count) in blocks {
            let to = Tree::place(end, count) as u32;
            debug_assert!(to <= first);
            let parent = self.node(self.node(first).parent());
            parent.settle(to, count);
            for (from, to) in (first..first + count as u32).zip(to..) {
                self.carry(from, to);
            }
            end = to as usize + count;
        }
        self.root = 1;
        self.end.store(end, Relaxed);
        self.full.store(false, Relaxed);
    }

    /// Copies a node to a place at or before its own and tells its children.
    fn carry(&self, from: u32, to: u32) {
        let target = self.node(to);
        if from != to {
            target.assign(self.node(from));
        }
        if let Some((first, _)) = target.children() {
            self.node(first).set_parent(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Move, Rng, below, seeded};

    fn priors(count: usize) -> Vec<Prior> {
        (0..count)
            .map(|i| Prior { mv: Move::xy(i % 25, i / 25), policy: 0.0, value: 0.5, weight: 1.0 })
            .collect()
    }

    /// Preorder list of (depth, move, visits): equal for equal trees, wherever the nodes lie.
    fn shape(tree: &Tree, index: u32, depth: usize, out: &mut Vec<(usize, Move, u32)>) {
        let node = tree.node(index);
        out.push((depth, node.mv(), node.visits()));
        let (first, children) = tree.children(node);
        for i in 0..children.len() as u32 {
            shape(tree, first + i, depth + 1, out);
        }
    }

    fn grow(tree: &Tree, rng: &mut Rng, blocks: usize) {
        for _ in 0..blocks {
            let mut index = tree.root();
            loop {
                let node = tree.node(index);
                node.begin();
                let (first, children) = tree.children(node);
                if children.is_empty() {
                    break;
                }
                index = first + below(rng, children.len() as u32);
            }
            if tree.node(index).claim() {
                tree.expand(index, &priors(1 + below(rng, 600) as usize));
            }
        }
    }

    #[test]
    fn rerooting_keeps_the_subtree_and_frees_the_rest() {
        let mut rng = seeded(1);
        let mut tree = Tree::new(64);
        tree.clear();
        grow(&tree, &mut rng, 3000);
        for _ in 0..4 {
            let (first, children) = tree.children(tree.node(tree.root()));
            let best =
                (first..).zip(children).max_by_key(|(_, n)| (n.children().is_some(), n.visits()));
            let best = best.expect("the root has children").0;
            let (mut before, mut after) = (Vec::new(), Vec::new());
            shape(&tree, best, 0, &mut before);
            let used = tree.len();
            tree.reroot(best);
            shape(&tree, tree.root(), 0, &mut after);
            assert_eq!(before, after);
            assert!(tree.len() < used && tree.len() >= after.len());
            grow(&tree, &mut rng, 3000);
        }
    }

    #[test]
    fn the_bound_is_kept() {
        let mut rng = seeded(2);
        let mut tree = Tree::new(3);
        tree.clear();
        grow(&tree, &mut rng, 20_000);
        assert!(tree.is_full());
        assert!(tree.bytes() <= 3 << 20 && tree.bytes() > 2 << 20, "{}", tree.bytes());
        let leaf = tree.children(tree.node(tree.root())).0;
        tree.reroot(leaf);
        assert!(!tree.is_full());
    }
}
