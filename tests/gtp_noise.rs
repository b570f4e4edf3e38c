//! Random input: exactly one well-formed reply for each line that is one, whatever the bytes, and no panic.

use proptest::prelude::*;
use std::io::Cursor;
use tesuji::protocol::ServeError;
use tesuji::protocol::gtp::{self, Config};
use tesuji::session::{GAMES, Settings};

fn serve(input: Vec<u8>) -> Vec<u8> {
    let options = [("engine", "random"), ("seed", "1"), ("friendly_pass", "false")];
    let settings = Settings {
        size: tesuji::base::BoardSize::square(5),
        options: options.map(|(name, value)| (name.into(), value.into())).to_vec(),
        ..Settings::default()
    };
    let mut output = Vec::new();
    let served: Result<(), ServeError> =
        gtp::run(Config { game: &GAMES[0], settings }, Cursor::new(input), &mut output);
    served.expect("an end without error");
    output
}

/// The id a line's reply must carry, or `None` for a line without a reply. Told apart from the program's own reading:
/// control characters go, a comment ends the line, the first word may be an id.
fn expected(line: &[u8]) -> Option<Option<u32>> {
    let text: Vec<u8> = line
        .iter()
        .copied()
        .take_while(|&b| b != b'#')
        .map(|b| if b == b'\t' { b' ' } else { b })
        .filter(|&b| b >= 32 && b != 127)
        .collect();
    let first = text.split(|&b| b == b' ').find(|word| !word.is_empty())?;
    let digits = std::str::from_utf8(first).ok().filter(|w| w.bytes().all(|b| b.is_ascii_digit()));
    Some(digits.and_then(|w| w.parse::<u32>().ok()).filter(|&id| id < 1 << 31))
}

/// Splits output into replies and checks their form.
fn replies(output: &[u8]) -> Vec<(char, Option<u32>)> {
    let text = String::from_utf8(output.to_vec()).expect("UTF-8");
    let mut rest = text.as_str();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let end = rest.find("\n\n").expect("two line ends after a reply");
        let (reply, after) = (&rest[..end], &rest[end + 2..]);
        let sign = reply.chars().next().expect("a reply");
        assert!(sign == '=' || sign == '?', "{reply}");
        assert!(!reply.chars().any(|c| c.is_ascii_control() && c != '\n' && c != '\t'), "{reply}");
        let digits: String = reply[1..].chars().take_while(char::is_ascii_digit).collect();
        let text = &reply[1 + digits.len()..];
        assert!(text.is_empty() || text.starts_with([' ', '\n']), "{reply}");
        assert!(sign == '=' || !text.contains('\n'), "{reply}");
        found.push((sign, digits.parse().ok()));
        rest = after;
    }
    found
}

fn check(lines: &[Vec<u8>]) {
    let mut input = lines.join(&b'\n');
    input.push(b'\n');
    let is_quit = |line: &Vec<u8>| {
        let line = gtp::preprocess(line).map(|line| gtp::split(&line));
        line.is_some_and(|line| line.name == b"quit" && line.arguments.is_empty())
    };
    let end = lines.iter().position(is_quit).map_or(lines.len(), |at| at + 1);
    // A line of bytes may hold line ends of its own.
    let wanted: Vec<Option<u32>> = lines[..end]
        .iter()
        .flat_map(|line| line.split(|&b| b == b'\n'))
        .filter_map(expected)
        .collect();
    let output = serve(input);
    let got: Vec<Option<u32>> = replies(&output).into_iter().map(|(_, id)| id).collect();
    assert_eq!(got, wanted, "{}", String::from_utf8_lossy(&output));
}

/// Words that get far into the commands.
fn word() -> impl Strategy<Value = String> {
    let names: Vec<String> = gtp::table().rows().iter().map(|row| row.name.to_owned()).collect();
    prop_oneof![
        4 => prop::sample::select(names),
        2 => prop::sample::select(vec!["b", "w", "black", "WHITE", "green"]).prop_map(Into::into),
        3 => "[a-eA-Ej-kZ][0-9]{1,2}",
        2 => (-2i64..30).prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec![
            "pass", "resign", "true", "0.5", "-7", "1e9", "nan", "99999999999", "none", "byoyomi",
            "alive", "interval", "avoid", "A1,B2", "{}", "{\"ko\":1}", "japanese", "ko", "seed",
            "-", "Go", "#", "\t", "é", "",
        ]).prop_map(Into::into),
    ]
}

/// Does the line end what a test must not end, write files, or wait for a line that never comes?
fn is_safe(line: &str) -> bool {
    !["printsgf", "analyze", "ponder", "engine"].iter().any(|word| line.contains(word))
        || line.starts_with("known_command")
}

fn command_line() -> impl Strategy<Value = Vec<u8>> {
    let names: Vec<String> = gtp::table().rows().iter().map(|row| row.name.to_owned()).collect();
    let id = prop_oneof![3 => Just(String::new()), 1 => (0u64..5_000_000_000).prop_map(|n| format!("{n} "))];
    (id, prop::sample::select(names), prop::collection::vec(word(), 0..6))
        .prop_map(|(id, name, words)| format!("{id}{name} {}", words.join(" ")))
        .prop_filter("safe", |line| is_safe(line))
        .prop_map(String::into_bytes)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..30)) {
        check(&lines);
    }

    #[test]
    fn any_commands(lines in prop::collection::vec(command_line(), 0..60)) {
        check(&lines);
    }
}

#[test]
fn every_command_with_every_kind_of_argument() {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for row in gtp::table().rows() {
        for arguments in
            ["", "b", "w A1", "b A1 w B2", "9", "0 0 0", "x y z", "\u{1f600}", "1 2 3 4 5 6 7 8 9"]
        {
            let line = format!("{} {arguments}", row.name);
            if is_safe(&line) && row.name != "quit" {
                lines.push(line.into_bytes());
            }
        }
    }
    assert!(lines.len() > 500);
    check(&lines);
}
