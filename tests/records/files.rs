//! What real files look like: each row was a bug in some public program.

use crate::{color, events, game, script};
use tesuji::base::BoardSize;
use tesuji::record::sgf::{GameRecord, RecordErrorKind, SgfErrorKind, parse};

#[test]
fn events_of_files() {
    let cases: [(&[u8], &[&str]); 27] = [
        // colours are what the property says, whatever was set up before
        (b"(;GM[1]FF[4]SZ[9]AB[ah];B[bi];W[gg])", &["setup B A2", "B B1", "W G3"]),
        (b"(;GM[1]FF[4]SZ[9]AW[ah][bi]PL[B];B[cc])", &["setup W B1 A2", "turn B", "B C7"]),
        // backslashes before the closing bracket
        (b"(;GM[1]FF[4]SZ[9]C[note\\];B[cc];W[gg])", &["W G3"]),
        (b"(;GM[1]FF[4]SZ[9]C[note\\\\];B[cc];W[gg])", &["B C7", "W G3"]),
        (b"(;GM[1]FF[4]SZ[9]C[note\\\\\\];B[cc];W[gg])", &["W G3"]),
        (b"(;GM[1]FF[4]SZ[9]C[note\\\\\\\\];B[cc];W[gg])", &["B C7", "W G3"]),
        // structure characters in text
        (
            b"(;SZ[9]GN[a (b) ; c];B[cc]C[see (;W[dd\\]) :-) ;B[ff\\]];W[gg]N[)(];B[ee]C[last ; one (]\n)",
            &["B C7", "W G3", "B E5"],
        ),
        // unescaped brackets
        (b"(;SZ[9]PB[Black]US[user[3d]]PW[White [2k];B[cc];W[gg])", &["B C7", "W G3"]),
        (b"(;SZ[9]US[user[3d\\]];B[cc];W[gg])", &["B C7", "W G3"]),
        (b"(;SZ[9]C[see [1] and [2] there];B[cc])", &["B C7"]),
        // byte order mark, DOS lines, wide characters
        (
            b"\xef\xbb\xbf(;GM[1]CA[UTF-8]\r\nSZ[9]KM[6.5]\r\nC[one\r\ntwo \\\r\n\xf0\x9f\x98\x80]\r\n;B[cc]\r\n;W[gg]\r\n)\r\n",
            &["B C7", "W G3"],
        ),
        // old long names
        (b"(;GaMe[1]SiZe[9]KoMi[0.5]CoPyright[\n (c) nobody\n];Black[de];White[fe])", &["B D5", "W F5"]),
        (b"(;SZ[9]AddBlack[aa][bb]AddWhite[cc]PLayer[W];White[dd])", &["setup B B8 A9 W C7", "turn W", "W D6"]),
        // compressed lists
        (
            b"(;SZ[9]AB[aa:bc]AW[gg:gg][hh];AE[bb:bb])",
            &["setup B A7 B7 A8 B8 A9 B9 W H2 G3", "setup E B8"],
        ),
        (b"(;SZ[9]AB[bc:aa]AE[bb])", &["setup B A7 B7 A8 A9 B9 E B8"]),
        // passes
        (b"(;FF[3]SZ[19];B[tt];W[];B[tt];W[aa])", &["B pass", "W pass", "B pass", "W A19"]),
        (b"(;SZ[9];B[cc];W[tt];B[];TW[aa]TB[bb]\n\nOS[x])", &["B C7", "W pass", "B pass"]),
        (b"(;SZ[25];B[tt];W[])", &["B U6", "W pass"]),
        // first variation each time, first tree of the file
        (
            b"(;SZ[9];B[cc](;W[gg](;B[ee])(;B[dd];W[ff]))(;W[hh]))\n(;SZ[13];B[aa])",
            &["B C7", "W G3", "B E5"],
        ),
        // text around the tree
        (
            b"From: me (today)\nSubject: game ;-) (;-) (; see you [soon])\n\n(\n; SZ [9] ; B [cc] )\n-- \nbye (all)",
            &["B C7"],
        ),
        // a game record in full: komi, passes at the end
        (
            b"(;GM[1]FF[4]SZ[5]KM[3.5];B[ca];W[da];B[ce];W[de];B[];W[])",
            &["B C5", "W D5", "B C1", "W D1", "B pass", "W pass"],
        ),
        // rectangular boards
        (b"(;SZ[9:13];B[ia];W[am])", &["B J13", "W A1"]),
        // parentheses too many, semicolons missing
        (b"((;SZ[9];B[cc]))", &["B C7"]),
        (b"(;SZ[9](B[cc];W[dd])(W[ee]))", &["B C7", "W D6"]),
        // properties and values repeated
        (b"(;SZ[9]AB[aa]AB[bb]C[x]C[y];B[cc])", &["setup B B8 A9", "B C7"]),
        // empty nodes, empty lists, stray characters
        (b"(;SZ[9]AB[];;;B[cc]];;W[dd] ,;)", &["B C7", "W D6"]),
        // setup and turn in the middle
        (
            b"(;SZ[9];B[cc];W[dd];AE[cc]AB[ee]PL[W];W[ff])",
            &["B C7", "W D6", "setup B E5 E C7", "turn W", "W F4"],
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(events(bytes), expected, "{}", String::from_utf8_lossy(bytes));
    }
}

#[test]
fn undeclared_legacy_text() {
    let cases: [(&[u8], &str, &str); 3] = [
        (
            b"(;SZ[9]PB[\x8eR\x93c]PW[\x97\xe9\x96\xd8];B[cc];W[gg])",
            "\u{5c71}\u{7530}",
            "\u{9234}\u{6728}",
        ),
        (
            b"(;SZ[9]PB[\xba\xda\xb7\xbd]PW[\xb0\xd7\xb7\xbd];B[cc];W[gg])",
            "\u{9ed1}\u{65b9}",
            "\u{767d}\u{65b9}",
        ),
        (b"(;SZ[9]PB[Zo\xeb]PW[\xdfsa];B[cc];W[gg])", "Zo\u{eb}", "\u{df}sa"),
    ];
    for (bytes, black, white) in cases {
        let game = game(bytes);
        assert_eq!(game.player(color('b')).name.as_deref(), Some(black));
        assert_eq!(game.player(color('w')).name.as_deref(), Some(white));
        assert_eq!(script(game.events()), ["B C7", "W G3"]);
    }
}

#[test]
fn brackets_and_backslashes_inside_characters() {
    // In these texts a second byte is 0x5c or 0x5d: a byte-wise reader sees `\` or `]`.
    let cases = [
        ("Shift_JIS", "\u{8868}\u{793a}\u{30bd}\u{30bf}"), // 95 5c, 83 5c
        ("Shift_JIS", "\u{30be}\u{4e88}\u{5341}"),
        ("GBK", "\u{8a70}\u{7e5c}\u{955c}"),
        ("Big5", "\u{529f}\u{8a31}\u{84cb}"), // a5 5c, b3 5c, bb 5c
    ];
    for (label, name) in cases {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("known");
        let text = format!("(;CA[{label}]SZ[9]PB[{name}]PW[x];B[cc])");
        let (bytes, _, lossy) = encoding.encode(&text);
        assert!(!lossy, "{name}");
        let game = game(&bytes);
        assert_eq!(game.player(color('b')).name.as_deref(), Some(name), "{label}");
        assert_eq!(script(game.events()), ["B C7"], "{label}");
    }
    // Not declared: Shift-JIS is recognised by its kana.
    let text = "(;SZ[9]PB[\u{8868}\u{793a}\u{30bd}]C[\u{3053}\u{308c}\u{306f}\u{30c6}\u{30b9}\u{30c8}\u{3067}\u{3059}];B[cc])";
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(text);
    let game = game(&bytes);
    assert_eq!(game.player(color('b')).name.as_deref(), Some("\u{8868}\u{793a}\u{30bd}"));
    assert_eq!(script(game.events()), ["B C7"]);
}

#[test]
fn declared_encodings() {
    let name = "\u{9ed1}\u{65b9}";
    let (gbk, _, _) = encoding_rs::GBK.encode(name);
    let file = |label: &str, name: &[u8]| {
        [b"(;CA[", label.as_bytes(), b"]SZ[9]PB[", name, b"];B[cc])"].concat()
    };
    let utf16 = |big: bool| -> Vec<u8> {
        let text = format!("\u{feff}(;SZ[9]PB[{name}];B[cc])");
        text.encode_utf16()
            .flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() })
            .collect()
    };
    let cases = [
        (file("GB2312", &gbk), name, "GBK"),
        (file("gb18030", &gbk), name, "gb18030"),
        // the label is wrong or means nothing: look at the bytes
        (file("UTF-8", &gbk), name, "GBK"),
        (file("UTF-16", &gbk), name, "GBK"),
        (file("x-unknown", &gbk), name, "GBK"),
        (
            file("Shift_JIS", "\u{9234}\u{6728}\u{4e00}\u{90ce}".as_bytes()),
            "\u{9234}\u{6728}\u{4e00}\u{90ce}",
            "UTF-8",
        ),
        (file("ISO-8859-1", b"J\xf6rg"), "J\u{f6}rg", "windows-1252"),
        (utf16(false), name, "UTF-16LE"),
        (utf16(true), name, "UTF-16BE"),
        (utf16(false).split_off(2), name, "UTF-16LE"),
        (utf16(true).split_off(2), name, "UTF-16BE"),
        // 7-bit text of old Japanese mails
        (b"(;SZ[9]PB[\x1b$B;3ED\x1b(B];B[cc])".to_vec(), "\u{5c71}\u{7530}", "ISO-2022-JP"),
        // what looks like a declaration is a comment
        ("(;SZ[9]C[;CA[gbk]PB[\u{e9}\u{e8}];B[cc])".as_bytes().to_vec(), "\u{e9}\u{e8}", "UTF-8"),
    ];
    for (bytes, black, encoding) in cases {
        let shown = String::from_utf8_lossy(&bytes);
        let collection = parse(&bytes).unwrap_or_else(|e| panic!("{e}: {shown}"));
        assert_eq!(collection.encoding(), encoding, "{shown}");
        let game = GameRecord::from_tree(&collection.trees()[0]).expect("a game");
        assert_eq!(game.player(color('b')).name.as_deref(), Some(black), "{shown}");
        assert_eq!(script(game.events()), ["B C7"], "{shown}");
    }
}

#[test]
fn each_tree_has_its_own_encoding() {
    let name = "\u{9234}\u{6728}";
    let mut bytes = Vec::new();
    for label in ["Shift_JIS", "UTF-8", "GBK", "GBK", "Big5"] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("known");
        let text = format!("(;GM[1]CA[{label}]PB[{name}])\n");
        bytes.extend_from_slice(&encoding.encode(&text).0);
    }
    let collection = parse(&bytes).expect("readable");
    let names: Vec<_> = collection
        .trees()
        .iter()
        .map(|tree| tree.node(tree.root()).value("PB").expect("PB").to_text().into_owned())
        .collect();
    assert_eq!(names, [name; 5]);
}

#[test]
fn komi_values() {
    let cases = [
        ("KM[3.5]", Some(3.5)),
        ("KM[6,5]", Some(6.5)),
        ("KM[ 7 ]", Some(7.0)),
        ("KM[-5.5]", Some(-5.5)),
        ("KM[0]", Some(0.0)),
        ("KM[1e1]", Some(10.0)),
        ("KM[]", None),
        ("KM[six]", None),
        ("KM[inf]", None),
        ("KM[nan]", None),
        ("KM[1e39]", None),
        ("KM[6,5,0]", None),
        ("KoMi[0.5]", Some(0.5)),
        ("", None),
    ];
    for (property, komi) in cases {
        let game = game(format!("(;SZ[5]{property};B[ca];W[da])").as_bytes());
        assert_eq!(game.komi, komi, "{property}");
        assert_eq!(game.move_count(), 2, "{property}");
    }
}

#[test]
fn board_sizes() {
    let size = |w, h| BoardSize::new(w, h);
    let cases = [
        ("", size(19, 19)),
        ("SZ[1]", size(1, 1)),
        ("SZ[25]", size(25, 25)),
        ("SZ[9:13]", size(9, 13)),
        ("SZ[9:9]", size(9, 9)),
        ("SZ[13x9]", size(13, 9)),
        ("SZ[ 9 ]", size(9, 9)),
        ("SZ[]", None),
        ("SZ[0]", None),
        ("SZ[26]", None),
        ("SZ[52]", None),
        ("SZ[-5]", None),
        ("SZ[abc]", None),
        ("SZ[9.5]", None),
        ("SZ[9:26]", None),
        ("SZ[9:]", None),
        ("SZ[9:9:9]", None),
        ("SZ[99999999999999999999]", None),
    ];
    for (property, size) in cases {
        let collection = parse(format!("(;GM[1]{property})").as_bytes()).expect("readable");
        match GameRecord::from_tree(&collection.trees()[0]) {
            Ok(game) => assert_eq!(Some(game.size), size, "{property}"),
            Err(error) => {
                assert_eq!((error.kind, size), (RecordErrorKind::BadSize, None), "{property}");
            }
        }
    }
}

#[test]
fn impossible_games() {
    let cases = [
        ("(;SZ[9];B[zz])", RecordErrorKind::BadPoint, 1),
        ("(;SZ[9];B[cc];W[A])", RecordErrorKind::BadPoint, 2),
        ("(;SZ[9];B[abc])", RecordErrorKind::BadPoint, 1),
        ("(;SZ[9];B[1,2])", RecordErrorKind::BadPoint, 1),
        ("(;SZ[9]AB[jj])", RecordErrorKind::BadPoint, 0),
        ("(;SZ[9]AB[tt])", RecordErrorKind::BadPoint, 0),
        ("(;SZ[9]AE[aa:aj])", RecordErrorKind::BadPoint, 0),
        ("(;SZ[9]AW[aa:])", RecordErrorKind::BadPoint, 0),
        ("(;SZ[20];B[uu])", RecordErrorKind::BadPoint, 1),
        ("(;SZ[9]PL[red])", RecordErrorKind::BadColor, 0),
        ("(;GM[2]SZ[8])", RecordErrorKind::OtherGame, 0),
    ];
    for (text, kind, node) in cases {
        let collection = parse(text.as_bytes()).expect("readable");
        let error = GameRecord::from_tree(&collection.trees()[0]).expect_err(text);
        assert_eq!((error.kind, error.node), (kind, node), "{text}: {error}");
    }
    // An error in a variation that is not the game does no harm.
    assert_eq!(events(b"(;SZ[9];B[cc](;W[dd])(;W[zz]))"), ["B C7", "W D6"]);
}

#[test]
fn broken_files() {
    let cases: [(&[u8], SgfErrorKind, usize); 12] = [
        (b"", SgfErrorKind::NoTree, 0),
        (b"hello", SgfErrorKind::NoTree, 0),
        (b"(", SgfErrorKind::NoTree, 0),
        (b")(", SgfErrorKind::NoTree, 0),
        (b";B[aa]", SgfErrorKind::NoTree, 0),
        (b"(;", SgfErrorKind::UnclosedTree, 2),
        (b"(;SZ[9];B[cc]", SgfErrorKind::UnclosedTree, 13),
        (b"(;SZ[9];B[cc", SgfErrorKind::UnclosedValue, 9),
        (b"(;C[x\\]", SgfErrorKind::UnclosedValue, 3),
        (b"(;C[x\\", SgfErrorKind::UnclosedValue, 3),
        (b"(;SZ[9];[cc])", SgfErrorKind::NamelessValue, 8),
        (b"(;CA[GBK]C[\xba\xda\xb7\xbd];[cc])", SgfErrorKind::NamelessValue, 17),
    ];
    for (bytes, kind, offset) in cases {
        let error = parse(bytes).expect_err("broken");
        assert_eq!(
            (error.kind, error.offset),
            (kind, offset),
            "{}",
            String::from_utf8_lossy(bytes)
        );
    }
}

#[test]
fn mended_text() {
    let cases: [(&[u8], &str, &str); 4] = [
        (b"(;US[user[3d]]PW[White [2k])", "US", "user[3d]"),
        (b"(;US[user[3d]]PW[White [2k])", "PW", "White [2k"),
        (b"(;C[see [1] and [2] there]N[x])", "C", "see [1] and [2] there"),
        // a correct file is never read differently: this bracket is legal text and the value ends before `W`
        (b"(;C[a[b]W[cc])", "C", "a[b"),
    ];
    for (bytes, name, text) in cases {
        let collection = parse(bytes).expect("readable");
        let tree = &collection.trees()[0];
        let value = tree.node(tree.root()).value(name).expect("there");
        assert_eq!(value.to_text(), text);
    }
}

#[test]
fn move_numbers() {
    let game = game(b"(;SZ[9]AB[aa];B[cc];W[];AE[aa];PL[B]AW[ab]B[cg];W[gc])");
    let all =
        ["setup B A9", "B C7", "W pass", "setup E A9", "setup W A8", "turn B", "B C3", "W G7"];
    for (number, count) in
        [(0, 8), (1, 1), (2, 2), (3, 6), (4, 7), (5, 8), (99, 8), (usize::MAX, 8)]
    {
        assert_eq!(script(game.events_before(number)), all[..count], "{number}");
    }
    assert_eq!(game.move_count(), 4);
    let turns: String = (0..6).map(|n| game.to_play_before(n).letter()).collect();
    assert_eq!(turns, "BBWBWB");
}

#[test]
fn player_to_move_before_any_move() {
    let cases = [
        ("(;SZ[9])", 'b'),
        ("(;SZ[9]HA[2]AB[aa][bb])", 'w'),
        ("(;SZ[9]HA[0])", 'b'),
        ("(;SZ[9]PL[W])", 'w'),
        ("(;SZ[9]PL[White])", 'w'),
        ("(;SZ[9]AB[aa];W[cc])", 'w'),
        ("(;SZ[9]HA[2]AB[aa][bb];B[cc])", 'b'),
    ];
    for (text, to_play) in cases {
        assert_eq!(game(text.as_bytes()).to_play_before(1), color(to_play), "{text}");
    }
}

#[test]
fn game_information() {
    let text = "(;GM[1]SZ[19]HA[3]RU[ Japanese ]RE[W+2.5]PB[a\\]b]PW[two\nlines]BR[3d]WR[4p]BT[T]TM[1800]OT[3x30 byo-yomi]\
        DT[2001-02-03]EV[E]RO[1]PC[here]GN[G]GC[a\r\n\r\nb]US[u]SO[s]AP[prog\\:x:1.2]\
        ;W[pd]C[first\\\n one]BL[12.5]OB[3]MN[7]N[name]WL[x]OW[-1])";
    let game = game(text.as_bytes());
    let text = |s: &str| Some(s.to_owned());
    assert_eq!((game.handicap, game.main_time), (Some(3), Some(1800.0)));
    assert_eq!((game.rules.clone(), game.result.clone()), (text("Japanese"), text("W+2.5")));
    assert_eq!(game.outcome().map(|o| o.to_string()), text("W+2.5"));
    let black = game.player(color('b'));
    assert_eq!(
        (black.name.clone(), black.rank.clone(), black.team.clone()),
        (text("a]b"), text("3d"), text("T"))
    );
    let white = game.player(color('w'));
    assert_eq!(
        (white.name.clone(), white.rank.clone(), white.team.clone()),
        (text("two lines"), text("4p"), None)
    );
    assert_eq!(
        (game.overtime.clone(), game.date.clone()),
        (text("3x30 byo-yomi"), text("2001-02-03"))
    );
    assert_eq!(
        (game.event.clone(), game.round.clone(), game.place.clone()),
        (text("E"), text("1"), text("here"))
    );
    assert_eq!((game.game_name.clone(), game.game_comment.clone()), (text("G"), text("a\n\nb")));
    assert_eq!((game.user.clone(), game.source.clone()), (text("u"), text("s")));
    assert_eq!(game.application, Some(("prog:x".to_owned(), "1.2".to_owned())));
    let step = &game.steps[1];
    assert_eq!(
        (step.comment.clone(), step.name.clone(), step.number),
        (text("first one"), text("name"), Some(7))
    );
    assert_eq!((step.time_left, step.moves_left), ([Some(12.5), None], [Some(3), None]));
}

#[test]
fn results() {
    let cases = [
        ("B+3.5", Some("B+3.5")),
        ("W+0,5", Some("W+0.5")),
        ("W+R", Some("W+R")),
        ("B+Resign", Some("B+R")),
        ("B+T", Some("B+T")),
        ("W+Forfeit", Some("W+F")),
        ("B+", Some("B+")),
        ("0", Some("0")),
        ("Draw", Some("0")),
        ("Void", None),
        ("?", None),
        ("B+-3", None),
        ("X+3", None),
        ("", None),
    ];
    for (text, outcome) in cases {
        let game = game(format!("(;RE[{text}])").as_bytes());
        assert_eq!(game.outcome().map(|o| o.to_string()).as_deref(), outcome, "{text}");
    }
}

#[test]
fn other_games_are_trees() {
    let text = "(;GM[2]FF[4]SZ[8]PB[x];B[d3];W[c5](;B[pass])(;B[e6]))";
    let collection = parse(text.as_bytes()).expect("readable");
    let tree = &collection.trees()[0];
    let moves: Vec<_> = tree
        .main_line()
        .filter_map(|id| tree.node(id).value("B").or(tree.node(id).value("W")))
        .map(|value| value.raw())
        .collect();
    assert_eq!(moves, ["d3", "c5", "pass"]);
}
