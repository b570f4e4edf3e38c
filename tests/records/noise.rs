//! Deep, long and broken input: no stack overflow, no panic, time in proportion to the length.

use crate::round_trip::record;
use proptest::prelude::*;
use std::time::{Duration, Instant};
use tesuji::record::sgf::{Collection, GameRecord, SgfError, parse, write};

/// Parses, interprets and writes on a stack that holds no recursion to speak of, and drops the result there.
fn on_a_small_stack(bytes: Vec<u8>) -> Result<(usize, usize), SgfError> {
    let work = move || {
        let collection = parse(&bytes)?;
        let tree = &collection.trees()[0];
        let game = GameRecord::from_tree(tree).expect("a game");
        let again = parse(write(collection.trees()).as_bytes()).expect("what was written");
        assert!(again == collection, "written and read back");
        Ok((tree.len(), game.move_count()))
    };
    let thread = std::thread::Builder::new().stack_size(64 * 1024).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

#[test]
fn deep_and_long_trees() {
    const N: usize = 100_000;
    let long = format!("(;SZ[9];B[cc]{})", ";".repeat(N));
    let moves = format!("(;SZ[9]{})", ";B[cc];W[dd]".repeat(N / 2));
    let nested = format!("(;SZ[9]{}{})", "(;B[];W[]".repeat(N), ")".repeat(N));
    let wide = format!("(;SZ[9]{})", "(;B[cc])".repeat(N));
    let comb = format!("(;SZ[9]{}{})", "(;B[cc])(;W[dd]".repeat(N / 2), ")".repeat(N / 2));
    let cases = [
        (long, (N + 2, 1)),
        (moves, (N + 1, N)),
        (nested, (2 * N + 1, 2 * N)),
        (wide, (N + 1, 1)),
        (comb, (N + 1, 1)),
    ];
    for (text, expected) in cases {
        let head: String = text.chars().take(40).collect();
        assert_eq!(on_a_small_stack(text.into_bytes()), Ok(expected), "{head}");
    }
    // Setup in every node, and a rectangle over the whole board again and again.
    let setup = format!("(;SZ[25]{})", ";AB[aa]AE[yy]".repeat(N));
    assert_eq!(on_a_small_stack(setup.into_bytes()), Ok((N + 1, 0)));
    let rectangles = format!("(;SZ[25]AB{})", "[aa:yy]".repeat(N));
    assert_eq!(on_a_small_stack(rectangles.into_bytes()), Ok((1, 0)));
    let only_open = "(".repeat(N);
    assert!(on_a_small_stack(only_open.into_bytes()).is_err());
}

#[test]
fn time_grows_with_the_length_only() {
    // Each of these has a reading in which something is searched for again and again.
    let shapes = [
        "(",
        "(;",
        "(;[",
        "[",
        "]",
        "(;C[[",
        "(;C[[]x",
        "(;C[a[b]",
        "\\",
        "(;CA[",
        ";CA[gbk]",
        ";CA[gbk];CA[utf-8]",
        "A",
        "(;A[[]A",
        "\u{e4}",
        "(;CA[gbk])(;CA[utf-8])",
        ";CA[gbk];CA[utf-8]",
        "(;-",
        "( ",
        "(;AB[aa:ss]",
    ];
    for shape in shapes {
        let bytes = shape.repeat(400_000 / shape.len());
        let start = Instant::now();
        let _ = parse(bytes.as_bytes());
        let with_legacy = [b"\xb0".as_slice(), bytes.as_bytes()].concat();
        let _ = parse(&with_legacy);
        // Quadratic time would be minutes.
        assert!(start.elapsed() < Duration::from_secs(5), "{shape}: {:?}", start.elapsed());
    }
}

#[test]
fn every_prefix_and_every_changed_byte() {
    let file = b"\xef\xbb\xbf(;GM[1]CA[UTF-8]SZ[9]PB[\xe9\xbb\x91 [3d]]KM[6,5]AB[aa:bc]C[a\\]b\\\r\nc];B[cc](;W[tt]PL[B])(;W[dd]N[:]))";
    for end in 0..=file.len() {
        look_at(&file[..end]);
    }
    for at in 0..file.len() {
        for byte in [0, b'\n', b'(', b')', b'[', b']', b'\\', b';', b':', b'A', 0x1b, 0x81, 0xff] {
            let mut changed = file.to_vec();
            changed[at] = byte;
            look_at(&changed);
        }
    }
}

/// Whatever can be read can be interpreted or refused, and written; what was written reads the same.
fn look_at(bytes: &[u8]) {
    match parse(bytes) {
        Err(error) => assert!(error.offset <= bytes.len(), "{error}"),
        Ok(collection) => look_at_trees(&collection),
    }
}

fn look_at_trees(collection: &Collection) {
    for tree in collection.trees() {
        if let Ok(game) = GameRecord::from_tree(tree) {
            for number in 0..3 {
                game.events_before(number).count();
            }
            let again = parse(game.to_sgf().as_bytes()).expect("what was written");
            let again = GameRecord::from_tree(&again.trees()[0]).expect("a game");
            assert_eq!(again.events().collect::<Vec<_>>(), game.events().collect::<Vec<_>>());
        }
    }
}

fn sgf_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"(".to_vec()),
        Just(b")".to_vec()),
        Just(b"(;".to_vec()),
        Just(b";".to_vec()),
        Just(b"[".to_vec()),
        Just(b"]".to_vec()),
        Just(b"\\".to_vec()),
        Just(b"SZ[9]".to_vec()),
        Just(b"B[cc]".to_vec()),
        Just(b"AB[aa:bc]".to_vec()),
        Just(b"CA[gbk]".to_vec()),
        Just(b"CA[Shift_JIS]".to_vec()),
        Just(b"\x1b$B".to_vec()),
        Just(b"KM[]".to_vec()),
        Just(b"\xef\xbb\xbf".to_vec()),
        prop::collection::vec(any::<u8>(), 1..4),
        "[A-Za-z]{1,3}".prop_map(String::into_bytes),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        look_at(&bytes);
    }

    #[test]
    fn changed_files(
        record in record(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..5),
    ) {
        let mut bytes = record.to_sgf().into_bytes();
        for (at, byte, kind) in edits {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, b"()[];\\:\n"[usize::from(byte) % 8]),
                _ => {
                    bytes.remove(at);
                }
            }
        }
        look_at(&bytes);
    }

    #[test]
    fn bytes_like_sgf(bytes in sgf_like()) {
        look_at(&bytes);
        look_at(&[b"(;".as_slice(), &bytes, b"])))))"].concat());
    }
}
