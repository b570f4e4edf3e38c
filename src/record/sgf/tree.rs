//! Game trees as flat arenas: nothing here recurses, so no depth of nesting can overflow the stack.

use super::{SgfErrorKind, Value};

/// The game trees of one file, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Collection {
    trees: Vec<Tree>,
    encoding: &'static str,
}

impl Collection {
    pub(super) fn new(trees: Vec<Tree>, encoding: &'static str) -> Collection {
        Collection { trees, encoding }
    }

    /// All trees, in the order of the file.
    pub fn trees(&self) -> &[Tree] {
        &self.trees
    }

    /// The first tree, which is the game when a file is loaded as one game.
    pub fn first(&self) -> Option<&Tree> {
        self.trees.first()
    }

    /// Name of the encoding the (first) text was read in, as the WHATWG Encoding Standard spells it.
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }
}

/// The number of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A property: a name and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Capital letters (and digits): lower-case letters of old files are dropped by the reader.
    pub name: String,
    /// The values; none only if a program built it so.
    pub values: Vec<Value>,
}

/// A node: its properties, in the order of the file, and its place in the tree.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The properties. A name that the file repeats within the node is here as often.
    pub properties: Vec<Property>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl Node {
    /// The first property of that name.
    pub fn get(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first value of the first property of that name.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.get(name)?.values.first()
    }

    /// All values of all properties of that name.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Value> {
        self.properties.iter().filter(move |p| p.name == name).flat_map(|p| &p.values)
    }

    /// Adds a property with one value. An empty name, or one with other characters than capital letters and digits,
    /// could not be read back: such a property is not added.
    pub fn add(&mut self, name: &str, value: Value) {
        self.add_list(name, vec![value]);
    }

    /// Adds a property with many values; nothing if there is none. For the name see [`Node::add`].
    pub fn add_list(&mut self, name: &str, values: Vec<Value>) {
        if is_name(name) && !values.is_empty() {
            self.properties.push(Property { name: name.to_owned(), values });
        }
    }

    /// The node this one follows; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The node that follows in the first variation.
    pub fn first_child(&self) -> Option<NodeId> {
        self.first_child
    }

    /// The next variation beside this one.
    pub fn next_sibling(&self) -> Option<NodeId> {
        self.next_sibling
    }
}

/// Can a property be called so and read back unchanged?
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

/// A game tree; it has a root.
///
/// ```
/// use tesuji::record::sgf::{Tree, Value};
///
/// let mut tree = Tree::new();
/// let first = tree.add_child(tree.root()).unwrap();
/// tree.node_mut(first).add("B", Value::text("cc"));
/// assert_eq!(tree.main_line().count(), 2);
/// assert_eq!(tree.node(first).value("B").unwrap().raw(), "cc");
/// ```
///
/// Two trees are equal when their nodes and properties are, in the order of the file.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree of one empty node.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Number of nodes.
    #[allow(clippy::len_without_is_empty)] // a tree always has a root
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The node of that number. Panics if the number belongs to another, larger tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The node of that number, to be changed. Panics if the number belongs to another, larger tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Appends a variation to a node.
    ///
    /// # Errors
    /// [`SgfErrorKind::TooManyNodes`] beyond 2^32 nodes.
    pub fn add_child(&mut self, parent: NodeId) -> Result<NodeId, SgfErrorKind> {
        let id =
            u32::try_from(self.nodes.len()).map(NodeId).map_err(|_| SgfErrorKind::TooManyNodes)?;
        self.nodes.push(Node { parent: Some(parent), ..Node::default() });
        match self.node_mut(parent).last_child.replace(id) {
            Some(elder) => self.node_mut(elder).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        Ok(id)
    }

    /// The variations that follow a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The root and the first variation each time: the game.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| self.node(id).first_child)
    }

    /// All nodes in the order of the file, each with its distance from the root.
    pub fn preorder(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        std::iter::successors(Some((0, self.root())), |&(depth, id)| {
            if let Some(child) = self.node(id).first_child {
                return Some((depth + 1, child));
            }
            let (mut depth, mut id) = (depth, id);
            loop {
                if let Some(sibling) = self.node(id).next_sibling {
                    return Some((depth, sibling));
                }
                id = self.node(id).parent?;
                depth -= 1;
            }
        })
    }
}

impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        self.len() == other.len()
            && self.preorder().zip(other.preorder()).all(|((depth, a), (other_depth, b))| {
                depth == other_depth && self.node(a).properties == other.node(b).properties
            })
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_order() {
        let mut tree = Tree::new();
        let a = tree.add_child(tree.root()).unwrap();
        let b = tree.add_child(tree.root()).unwrap();
        let a1 = tree.add_child(a).unwrap();
        let a2 = tree.add_child(a).unwrap();
        assert_eq!(tree.children(tree.root()).collect::<Vec<_>>(), [a, b]);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [tree.root(), a, a1]);
        let order: Vec<_> = tree.preorder().collect();
        assert_eq!(order, [(0, tree.root()), (1, a), (2, a1), (2, a2), (1, b)]);
    }

    #[test]
    fn equality_is_by_shape_not_by_number() {
        let build = |late_first: bool| {
            let mut tree = Tree::new();
            let a = tree.add_child(tree.root()).unwrap();
            let (a1, b) = if late_first {
                let b = tree.add_child(tree.root()).unwrap();
                (tree.add_child(a).unwrap(), b)
            } else {
                (tree.add_child(a).unwrap(), tree.add_child(tree.root()).unwrap())
            };
            tree.node_mut(a1).add("B", Value::text("aa"));
            tree.node_mut(b).add("B", Value::text("bb"));
            tree
        };
        assert_eq!(build(true), build(false));
        let mut other = build(true);
        other.node_mut(other.root()).add("C", Value::text("x"));
        assert_ne!(other, build(true));
    }

    #[test]
    fn unreadable_names_are_not_added() {
        let mut node = Node::default();
        for name in ["", "b", "B b", "B[", "1", "Ä"] {
            node.add(name, Value::text("x"));
        }
        node.add_list("AB", Vec::new());
        assert!(node.properties.is_empty());
        node.add("B2", Value::text("x"));
        assert_eq!(node.properties.len(), 1);
    }
}
