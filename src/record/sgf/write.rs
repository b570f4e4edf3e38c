//! The writer: trees to `FF[4]` text.

use super::{NodeId, Tree, Value};

/// How the text is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Lines are broken between properties so that they have at most this many characters, unless a single value is
    /// longer. Values are never broken.
    pub width: usize,
    /// May a value contain an empty line? In a GTP reply it would end the reply; without them, an empty line within a
    /// text gets one blank.
    pub empty_lines: bool,
}

impl Default for Layout {
    /// 80 columns, texts unchanged.
    fn default() -> Layout {
        Layout { width: 80, empty_lines: true }
    }
}

/// Writes trees as a file, which is UTF-8 text; [`super::parse`] gives the same trees back. `CA` must say `UTF-8` or be
/// missing.
///
/// ```
/// use tesuji::record::sgf;
///
/// let collection = sgf::parse(b" (;GM[1]SZ[9]AB[aa]\n[bb] (;B[cc]) (;B[dd];W[]))").unwrap();
/// assert_eq!(sgf::write(collection.trees()), "(;GM[1]SZ[9]AB[aa][bb](;B[cc])(;B[dd];W[]))\n");
/// ```
pub fn write(trees: &[Tree]) -> String {
    write_with(trees, Layout::default())
}

/// As [`write()`], laid out otherwise.
pub fn write_with(trees: &[Tree], layout: Layout) -> String {
    let mut writer = Writer { out: String::new(), column: 0, layout };
    for tree in trees {
        writer.tree(tree);
        writer.out.push('\n');
        writer.column = 0;
    }
    writer.out
}

/// What is still to be written, the next thing last.
enum Pending {
    /// A node and all that follows it.
    Node(NodeId),
    /// The same, in parentheses.
    Variation(NodeId),
    /// The closing parenthesis.
    Close,
}

struct Writer {
    out: String,
    column: usize,
    layout: Layout,
}

impl Writer {
    fn tree(&mut self, tree: &Tree) {
        let mut stack = vec![Pending::Variation(tree.root())];
        while let Some(pending) = stack.pop() {
            match pending {
                Pending::Close => self.mark(')'),
                Pending::Variation(id) => {
                    self.mark('(');
                    stack.extend([Pending::Close, Pending::Node(id)]);
                }
                Pending::Node(id) => {
                    self.node(tree, id);
                    let from = stack.len();
                    stack.extend(tree.children(id).map(Pending::Variation));
                    match &mut stack[from..] {
                        [only] => {
                            if let Pending::Variation(id) = *only {
                                *only = Pending::Node(id);
                            }
                        }
                        many => many.reverse(),
                    }
                }
            }
        }
    }

    fn node(&mut self, tree: &Tree, id: NodeId) {
        self.mark(';');
        for property in &tree.node(id).properties {
            for (i, value) in property.values.iter().enumerate() {
                let name = if i == 0 { property.name.as_str() } else { "" };
                self.value(name, value);
            }
        }
    }

    fn mark(&mut self, c: char) {
        if self.column + 1 > self.layout.width {
            self.break_line();
        }
        self.out.push(c);
        self.column += 1;
    }

    fn value(&mut self, name: &str, value: &Value) {
        let filled;
        let raw = if self.layout.empty_lines {
            value.raw()
        } else {
            filled = fill_empty_lines(value.raw());
            &filled
        };
        let first_line = raw.split(['\n', '\r']).next().unwrap_or_default();
        let whole = first_line.len() == raw.len();
        let length = name.len() + first_line.chars().count() + 1 + usize::from(whole);
        if self.column > 0 && self.column + length > self.layout.width {
            self.break_line();
        }
        self.out.push_str(name);
        self.out.push('[');
        self.out.push_str(raw);
        self.out.push(']');
        self.column = if whole {
            self.column + length
        } else {
            raw.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count() + 1
        };
    }

    fn break_line(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }
}

/// Puts a blank into each empty line within a value.
fn fill_empty_lines(raw: &str) -> String {
    let mut filled = String::with_capacity(raw.len());
    let mut previous = None;
    for c in raw.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n").chars() {
        if c == '\n' && previous == Some('\n') {
            filled.push(' ');
        }
        filled.push(c);
        previous = Some(c);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::sgf::parse;

    #[test]
    fn lines_are_broken_outside_values_only() {
        let mut tree = Tree::new();
        let mut at = tree.root();
        for i in 0..200 {
            at = tree.add_child(at).unwrap();
            tree.node_mut(at).add(["B", "W"][i % 2], Value::text("dd"));
        }
        let long = "x ".repeat(100);
        tree.node_mut(at).add("C", Value::text(&long));
        tree.node_mut(at).add("LB", Value::text("aa:1"));
        let text = write(std::slice::from_ref(&tree));
        for line in text.lines() {
            assert!(line.chars().count() <= 80 || line.contains(&long), "{line}");
        }
        assert!(text.lines().count() > 10);
        assert_eq!(parse(text.as_bytes()).unwrap().trees(), [tree]);
    }

    #[test]
    fn no_empty_lines_on_request() {
        let mut tree = Tree::new();
        tree.node_mut(tree.root()).add("C", Value::text("a\n\n\nb\r\n\r\nc"));
        let layout = Layout { empty_lines: false, ..Layout::default() };
        assert_eq!(write_with(&[tree], layout), "(;C[a\n \n \nb\n \nc])\n");
    }
}
