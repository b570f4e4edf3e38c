//! The reader held against the `sgf-parse` crate: same nodes, properties and values on files that crate accepts.

use crate::round_trip::nasty;
use proptest::prelude::*;
use sgf_parse::{GameTree, SgfNode, SgfProp, go, unknown_game};
use tesuji::base::{BoardSize, Move};
use tesuji::record::sgf::{GoNotation, NodeId, Notation, Tree, Value, parse};

/// A generated node: for each property its name as spelled and its raw values; then its variations.
#[derive(Clone, Debug)]
struct Wild {
    properties: Vec<(String, Vec<String>)>,
    children: Vec<Wild>,
}

fn space() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["", "", "", " ", "\n", "\r\n", "\t"])
}

fn wild(property: BoxedStrategy<(String, Vec<String>)>) -> impl Strategy<Value = Wild> {
    let properties = prop::collection::vec(property, 0..4);
    let leaf = properties.clone().prop_map(|properties| Wild { properties, children: Vec::new() });
    leaf.prop_recursive(12, 60, 3, move |inner| {
        (properties.clone(), prop::collection::vec(inner, 0..3))
            .prop_map(|(properties, children)| Wild { properties, children })
    })
}

fn private_property() -> BoxedStrategy<(String, Vec<String>)> {
    let value = nasty().prop_map(|text| Value::text(&text).raw().to_owned());
    ("X[A-Z]{1,2}", prop::collection::vec(value, 1..4)).boxed()
}

fn go_property() -> BoxedStrategy<(String, Vec<String>)> {
    let point = "[a-i][a-i]";
    let one = |name: &'static [&'static str], value: BoxedStrategy<String>| {
        (prop::sample::select(name.to_vec()), value)
            .prop_map(|(n, v)| (n.to_owned(), vec![v]))
            .boxed()
    };
    let list = (
        prop::sample::select(vec!["AB", "AW", "AE", "AddBlack"]),
        prop::collection::vec(prop_oneof![point, "[a-d][a-d]:[e-i][e-i]"], 1..4),
    )
        .prop_map(|(n, v)| (n.to_owned(), v));
    prop_oneof![
        one(
            &["B", "W", "Black", "WHite"],
            prop_oneof![point.boxed(), Just(String::new()).boxed()].boxed()
        ),
        list,
        one(&["PB", "PW", "PlayerBlack"], "[a-z]{0,8}".boxed()),
        one(&["C", "Comment"], "[a-z(;):]{0,8}".boxed()),
        one(&["PL"], "[BW]".boxed()),
        private_property(),
    ]
    .boxed()
}

/// Spells a tree, with white space where the grammar has it.
fn spell(node: &Wild, gap: &str, out: &mut String) {
    out.push(';');
    out.push_str(gap);
    for (name, values) in &node.properties {
        out.push_str(name);
        for value in values {
            out.push_str(&format!("[{value}]{gap}"));
        }
    }
    match node.children.as_slice() {
        [only] => spell(only, gap, out),
        many => {
            for child in many {
                out.push_str(&format!("({gap}"));
                spell(child, gap, out);
                out.push_str(&format!("){gap}"));
            }
        }
    }
}

/// What `sgf-parse` keeps of a raw value: each character without the backslash before it.
fn without_backslashes(value: &Value) -> String {
    let mut chars = value.raw().chars();
    let mut text = String::new();
    while let Some(c) = chars.next() {
        text.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    text
}

/// Walks both trees in step, comparing the properties of each node.
fn same<P: SgfProp>(tree: &Tree, root: &SgfNode<P>, compare: impl Fn(&str, &[Value], &P)) {
    let mut stack: Vec<(NodeId, &SgfNode<P>)> = vec![(tree.root(), root)];
    let mut nodes = 0;
    while let Some((id, other)) = stack.pop() {
        nodes += 1;
        let node = tree.node(id);
        assert_eq!(node.properties.len(), other.properties.len());
        for (ours, theirs) in node.properties.iter().zip(other.properties()) {
            assert_eq!(ours.name, theirs.identifier());
            compare(&ours.name, &ours.values, theirs);
        }
        let children: Vec<_> = tree.children(id).collect();
        assert_eq!(children.len(), other.children.len());
        stack.extend(children.into_iter().zip(other.children()));
    }
    assert_eq!(nodes, tree.len());
}

proptest! {
    #[test]
    fn unknown_games(root in wild(private_property()), gap in space(), count in 1usize..3) {
        let mut one = String::from("(;GM[99]");
        let mut body = String::new();
        spell(&root, gap, &mut body);
        one.push_str(&format!("{body}){gap}"));
        let text = one.repeat(count);
        let ours = parse(text.as_bytes()).expect("readable");
        let theirs = sgf_parse::parse(&text).expect("correct text");
        prop_assert_eq!(ours.trees().len(), theirs.len());
        for (tree, other) in ours.trees().iter().zip(&theirs) {
            let GameTree::Unknown(other) = other else { panic!("GM[99] is unknown") };
            same(tree, other, |name, values, property| match property {
                unknown_game::Prop::Unknown(_, strings) => {
                    let ours: Vec<_> = values.iter().map(without_backslashes).collect();
                    assert_eq!(&ours, strings, "{name}");
                }
                unknown_game::Prop::GM(99) => assert_eq!(values[0].raw(), "99"),
                other => panic!("{other:?}"),
            });
        }
    }

    #[test]
    fn games_of_go(root in wild(go_property()), gap in space()) {
        let mut body = String::new();
        spell(&root, gap, &mut body);
        let text = format!("(;SiZe[9]{body})");
        let ours = parse(text.as_bytes()).expect("readable");
        let theirs = go::parse(&text).expect("correct text");
        prop_assert_eq!(theirs.len(), 1);
        let nine = BoardSize::square(9).expect("9");
        let vertex = |point: &go::Point| Move::xy(usize::from(point.x), 8 - usize::from(point.y));
        same(&ours.trees()[0], &theirs[0], |name, values, property| match property {
            go::Prop::B(mv) | go::Prop::W(mv) => {
                let theirs = match mv {
                    go::Move::Pass => Move::PASS,
                    go::Move::Move(point) => vertex(point),
                };
                assert_eq!(GoNotation.parse_move(values[0].raw(), nine), Some(theirs), "{name}");
            }
            go::Prop::AB(points) | go::Prop::AW(points) | go::Prop::AE(points) => {
                let mut theirs: Vec<_> = points.iter().map(vertex).collect();
                theirs.sort();
                let list: String = values.iter().map(|value| format!("[{}]", value.raw())).collect();
                let file = format!("(;SZ[9]AB{list})");
                let setup = &crate::game(file.as_bytes()).steps[0].setup;
                let ours: Vec<_> = setup.black.iter().map(|&point| Move::at(point)).collect();
                assert_eq!(ours, theirs, "{name}");
            }
            go::Prop::C(text) => assert_eq!(values[0].to_text(), text.text),
            go::Prop::PB(text) | go::Prop::PW(text) => assert_eq!(values[0].to_text(), text.text),
            go::Prop::PL(color) => {
                assert_eq!(values[0].raw(), if *color == sgf_parse::Color::Black { "B" } else { "W" });
            }
            go::Prop::SZ(size) => assert_eq!((values[0].raw(), *size), ("9", (9, 9))),
            go::Prop::Unknown(_, strings) => {
                let ours: Vec<_> = values.iter().map(without_backslashes).collect();
                assert_eq!(&ours, strings, "{name}");
            }
            other => panic!("{name}: {other:?}"),
        });
    }
}
