//! The reader: text to trees, in one pass and without recursion.
//!
//! What the grammar of `FF[4]` allows is read by the letter. Beyond it, what real files get wrong is mended where only one
//! reading makes sense: text around and between the trees, lower-case letters in names (`FF[1]` to `FF[3]`), stray
//! characters between properties, a parenthesis too many, and brackets in a value that nobody escaped.

use super::{NodeId, Property, SgfError, SgfErrorKind, Tree, Value};
use std::borrow::Cow;

/// Reads all trees of a text. Offsets of errors count bytes of `text`.
pub(super) fn read_trees(text: &str) -> Result<Vec<Tree>, SgfError> {
    let mut reader = Reader { text, pos: 0 };
    let mut trees = Vec::new();
    while reader.find_tree() {
        trees.push(reader.tree()?);
    }
    if trees.is_empty() { Err(reader.error(SgfErrorKind::NoTree, 0)) } else { Ok(trees) }
}

struct Reader<'a> {
    text: &'a str,
    pos: usize,
}

fn is_space(b: u8) -> bool {
    b.is_ascii_whitespace() || b == 0x0b || b == 0
}

impl<'a> Reader<'a> {
    fn error(&self, kind: SgfErrorKind, offset: usize) -> SgfError {
        SgfError { kind, offset }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The first position from `at` on whose byte is not white space.
    fn skip_space(&self, mut at: usize) -> usize {
        while self.byte(at).is_some_and(is_space) {
            at += 1;
        }
        at
    }

    /// Goes to the semicolon of the next game tree: `(`, then `;`, then what a node can begin with. Anything
    /// before it (mail headers, remarks) is passed over.
    fn find_tree(&mut self) -> bool {
        while let Some(b) = self.byte(self.pos) {
            self.pos += 1;
            if b != b'(' {
                continue;
            }
            // Of several parentheses the last one counts, so each byte is looked at a bounded number of times.
            let semicolon = self.skip_space(self.pos);
            match self.byte(semicolon) {
                Some(b';') if self.node_begins(semicolon + 1) => {
                    self.pos = semicolon;
                    return true;
                }
                Some(b';') => self.pos = semicolon + 1,
                _ => self.pos = semicolon,
            }
        }
        false
    }

    /// Is there what can follow the first semicolon of a tree, rather than prose?
    fn node_begins(&self, at: usize) -> bool {
        let start = self.skip_space(at);
        let mut end = start;
        while self.byte(end).is_some_and(|b| b.is_ascii_alphanumeric()) {
            end += 1;
        }
        match self.byte(self.skip_space(end)) {
            Some(b'[') => end > start,
            Some(b'(' | b')' | b';') | None => end == start,
            Some(_) => false,
        }
    }

    /// Reads the tree whose first semicolon is next, to behind its closing parenthesis.
    fn tree(&mut self) -> Result<Tree, SgfError> {
        let mut tree = Tree::new();
        // The node that the next semicolon or property goes to: none before the root's semicolon.
        let mut at: Option<NodeId> = None;
        // For each open parenthesis, the node before it, and whether a node has come since.
        let mut open = vec![None];
        // A variation that forgot its semicolon still begins a node.
        let mut pending = false;
        loop {
            let Some(b) = self.byte(self.pos) else {
                return Err(self.error(SgfErrorKind::UnclosedTree, self.pos));
            };
            match b {
                b';' => {
                    self.pos += 1;
                    at = Some(self.new_node(&mut tree, at)?);
                    pending = false;
                }
                b'(' => {
                    self.pos += 1;
                    open.push(at);
                    pending = true;
                }
                b')' => {
                    self.pos += 1;
                    at = open.pop().flatten();
                    pending = false;
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                b'[' => return Err(self.error(SgfErrorKind::NamelessValue, self.pos)),
                b if b.is_ascii_alphabetic() => {
                    if let Some(property) = self.property()? {
                        let node = match at {
                            Some(node) if !pending => node,
                            parent => self.new_node(&mut tree, parent)?,
                        };
                        pending = false;
                        at = Some(node);
                        tree.node_mut(node).properties.push(property);
                    }
                }
                _ => self.pos += 1,
            }
        }
    }

    /// The root for the first node, a new child of `parent` for every other one.
    fn new_node(&self, tree: &mut Tree, parent: Option<NodeId>) -> Result<NodeId, SgfError> {
        match parent {
            None => Ok(tree.root()),
            Some(parent) => tree.add_child(parent).map_err(|kind| self.error(kind, self.pos)),
        }
    }

    /// Reads a name and its values; `None` for a stray word without a value.
    fn property(&mut self) -> Result<Option<Property>, SgfError> {
        let start = self.pos;
        while self.byte(self.pos).is_some_and(|b| b.is_ascii_alphanumeric()) {
            self.pos += 1;
        }
        let word = self.text.get(start..self.pos).unwrap_or_default();
        let mut next = self.skip_space(self.pos);
        if self.byte(next) != Some(b'[') {
            return Ok(None);
        }
        let mut values = Vec::new();
        while self.byte(next) == Some(b'[') {
            self.pos = next + 1;
            values.push(self.value()?);
            next = self.skip_space(self.pos);
        }
        Ok(Some(Property { name: property_name(word), values }))
    }

    /// Reads a value whose opening bracket is behind, to behind its closing one.
    fn value(&mut self) -> Result<Value, SgfError> {
        let start = self.pos;
        let mut opened = 0usize;
        let mut literal = Vec::new();
        loop {
            match self.byte(self.pos) {
                None => return Err(self.error(SgfErrorKind::UnclosedValue, start - 1)),
                Some(b'\\') => self.pos += 2,
                Some(b'[') => {
                    opened += 1;
                    self.pos += 1;
                }
                Some(b']') if opened > 0 && self.closes_inner_bracket(self.pos + 1) => {
                    opened -= 1;
                    literal.push(self.pos);
                    self.pos += 1;
                }
                Some(b']') => break,
                Some(_) => self.pos += 1,
            }
        }
        let mut raw = Cow::Borrowed(self.text.get(start..self.pos).unwrap_or_default());
        if !literal.is_empty() {
            let mut mended = String::with_capacity(raw.len() + literal.len());
            let mut from = start;
            for at in literal {
                mended.push_str(self.text.get(from..at).unwrap_or_default());
                mended.push('\\');
                from = at;
            }
            mended.push_str(self.text.get(from..self.pos).unwrap_or_default());
            raw = Cow::Owned(mended);
        }
        self.pos += 1;
        Ok(Value::checked(&raw))
    }

    /// After a `]` that pairs with an unescaped `[` of the same value: is it part of the text?
    ///
    /// A value that really ends here is followed by another value, a name with a value, `;` or a parenthesis. If what
    /// comes is text up to one more `]`, the writer forgot to escape. A correct file is never read differently.
    fn closes_inner_bracket(&self, after: usize) -> bool {
        let mut at = after;
        loop {
            match self.byte(at) {
                Some(b'\\') => at += 2,
                Some(b']') => return true,
                Some(b'[') => {
                    let between = self.text.get(after..at).unwrap_or_default().trim();
                    let name = between.bytes().all(|b| b.is_ascii_alphanumeric())
                        && between.bytes().any(|b| b.is_ascii_uppercase());
                    return !between.is_empty() && !name;
                }
                Some(b';' | b'(' | b')') | None => return false,
                Some(_) => at += 1,
            }
        }
    }
}

/// The name without the lower-case letters that `FF[1]` to `FF[3]` ignore (`SiZe` is `SZ`, `Black` is `B`). A word in lower
/// case only can mean nothing else than its capitals.
fn property_name(word: &str) -> String {
    if word.bytes().any(|b| b.is_ascii_uppercase()) {
        word.chars().filter(|c| !c.is_ascii_lowercase()).collect()
    } else {
        word.to_ascii_uppercase()
    }
}
