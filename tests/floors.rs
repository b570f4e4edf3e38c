//! The floors of the house (docs/ARCHITECTURE.md): a module imports only from lower floors, the low floors touch neither
//! files nor clocks, and only protocols and the command line print.

use std::fs;
use std::path::{Path, PathBuf};

/// Top modules and their floors. A new top module needs a row here.
const FLOORS: &[(&str, u8)] = &[
    ("base", 0),
    ("game", 1),
    ("clock", 1),
    ("games", 2),
    ("eval", 3),
    ("record", 3),
    ("search", 4),
    ("engine", 5),
    ("session", 6),
    ("protocol", 7),
    ("controller", 7),
    ("tournament", 8),
    ("regression", 8),
    ("train", 8),
    ("cli", 9),
];

/// The highest floor that does no input or output, reads no clock and holds no globals.
const PURE: u8 = 4;

/// What the pure floors must not name.
const IMPURE: &[&str] = &[
    "std::io",
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "Instant",
    "SystemTime",
    "LazyLock",
    "thread_local!",
    "static mut",
    "log::",
];

/// What makes a `static` a global that changes.
const MUTABLE: &[&str] = &["Mutex", "RwLock", "OnceLock", "OnceCell", "Atomic", "RefCell"];

/// What only protocols and the command line may name. `stdout(` with an argument sets up the output of another program.
const PRINTING: &[&str] = &["println!", "print!", "stdout()"];

/// Longest file, in lines.
const LONGEST: usize = 1000;

fn floor(module: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == module).map(|&(_, floor)| floor)
}

/// The source without comments, and with the inside of string and character literals blanked; lines stay lines.
fn code_only(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut i = 0;
    let blank = |out: &mut String, c: char| out.push(if c == '\n' { '\n' } else { ' ' });
    while i < chars.len() {
        let next = chars.get(i + 1).copied();
        match (chars[i], next) {
            ('/', Some('/')) => {
                while i < chars.len() && chars[i] != '\n' {
                    i += 1;
                }
            }
            ('/', Some('*')) => {
                let mut depth = 0;
                while i < chars.len() {
                    match (chars[i], chars.get(i + 1)) {
                        ('/', Some('*')) => depth += 1,
                        ('*', Some('/')) => depth -= 1,
                        _ => {}
                    }
                    blank(&mut out, chars[i]);
                    i += 1;
                    if depth == 0 {
                        break;
                    }
                }
                i += 1;
            }
            ('r', Some('"' | '#')) if !out.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                let hashes = chars[i + 1..].iter().take_while(|&&c| c == '#').count();
                if chars.get(i + 1 + hashes) != Some(&'"') {
                    out.push('r');
                    i += 1;
                    continue;
                }
                i += hashes + 2;
                let end: Vec<char> =
                    std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                while i < chars.len() && !chars[i..].starts_with(&end) {
                    blank(&mut out, chars[i]);
                    i += 1;
                }
                i += end.len();
            }
            ('"', _) => {
                i += 1;
                while i < chars.len() && chars[i] != '"' {
                    if chars[i] == '\\' {
                        i += 1;
                    }
                    if i < chars.len() {
                        blank(&mut out, chars[i]);
                    }
                    i += 1;
                }
                i += 1;
            }
            // A character literal, not a lifetime.
            ('\'', Some('\\')) => {
                i += 3;
                while i < chars.len() && chars[i] != '\'' {
                    i += 1;
                }
                i += 1;
            }
            ('\'', Some(_)) if chars.get(i + 2) == Some(&'\'') => i += 3,
            (c, _) => {
                out.push(c);
                i += 1;
            }
        }
    }
    out
}

/// Every path that begins with `crate::`, groups spelt out: `crate::{a::b, c}` gives `a::b` and `c`.
fn crate_paths(code: &str) -> Vec<String> {
    let squeezed: String = code.split_whitespace().collect();
    let mut paths = Vec::new();
    for (at, _) in squeezed.match_indices("crate::") {
        let before = squeezed[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            && !ends_in_keyword(&squeezed[..at])
        {
            continue;
        }
        expand(&squeezed[at + "crate::".len()..], &mut paths);
    }
    paths
}

/// Does the squeezed text end in a word that may stand before a path (`usecrate::` was `use crate::`)?
fn ends_in_keyword(text: &str) -> bool {
    ["use", "dyn", "impl", "mut", "in", "as", "return", "match", "if"]
        .iter()
        .any(|w| text.ends_with(w))
}

fn expand(text: &str, paths: &mut Vec<String>) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    if !text.starts_with('{') {
        paths.push(text.chars().take_while(|&c| is_word(c)).collect());
        return;
    }
    let (mut depth, mut start) = (0usize, 1);
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' | ',' if depth == 1 => {
                if start < i {
                    expand(&text[start..i], paths);
                }
                start = i + 1;
                if c == '}' {
                    return;
                }
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
}

/// What is wrong with one file; `path` is relative to `src`.
fn faults(path: &Path, source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let parts: Vec<String> =
        path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    let module = parts[0].trim_end_matches(".rs").to_string();
    let code = code_only(source);
    if source.lines().count() > LONGEST {
        faults.push(format!("longer than {LONGEST} lines"));
    }
    if code.split_whitespace().collect::<String>().contains("super::super") {
        faults.push("super::super".into());
    }
    if module == "lib" || module == "main" {
        return faults;
    }
    let Some(own) = floor(&module) else {
        faults.push(format!("{module} is on no floor"));
        return faults;
    };
    for path in crate_paths(&code) {
        let mut steps = path.split("::");
        let target = steps.next().unwrap_or_default();
        match floor(target) {
            _ if target == module && target == "games" => {
                // Games are siblings: each has only itself.
                let game = steps.next().unwrap_or_default();
                if parts.get(1).is_some_and(|own| own.trim_end_matches(".rs") != game) {
                    faults.push(format!("imports its sibling {path}"));
                }
            }
            _ if target == module => {}
            None => faults.push(format!("imports {path}, which is on no floor")),
            Some(other) if other < own => {}
            Some(_) => faults.push(format!("floor {own} imports {path}")),
        }
    }
    if path.ends_with("mod.rs")
        && parts.len() == 2
        && code.lines().any(|l| l.starts_with("use super"))
    {
        faults.push("imports from the root through super".into());
    }
    // Unit tests stand at the end of a file or in a file of their own, and may read files and clocks.
    let tests = match path.ends_with("tests.rs") {
        true => 0,
        false => code.find("#[cfg(test)]\nmod tests").unwrap_or(code.len()),
    };
    let working = &code[..tests];
    let forbid = |faults: &mut Vec<String>, words: &[&str]| {
        for word in words {
            let named = working.match_indices(word).any(|(at, _)| {
                let before = working[..at].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            });
            if named {
                faults.push(format!("names {word}"));
            }
        }
    };
    if own <= PURE {
        forbid(&mut faults, IMPURE);
        let statics = working.lines().filter(|line| {
            let item = line.trim_start().trim_start_matches("pub ");
            item.starts_with("static ") && MUTABLE.iter().any(|word| item.contains(word))
        });
        faults.extend(statics.map(|line| format!("holds a global: {}", line.trim())));
    }
    if module != "cli" {
        forbid(&mut faults, &["anyhow", "std::process::exit"]);
        if module != "protocol" {
            forbid(&mut faults, PRINTING);
        }
    }
    forbid(&mut faults, &["eprintln!", "eprint!"]);
    faults
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of sources");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn every_module_keeps_to_its_floor() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.sort();
    assert!(files.len() > 30, "the sources were found");
    let mut all = Vec::new();
    for file in &files {
        let path = file.strip_prefix(&root).expect("a file under src");
        let source = fs::read_to_string(file).expect("a readable source");
        all.extend(faults(path, &source).into_iter().map(|f| format!("{}: {f}", path.display())));
    }
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}

#[test]
fn the_test_sees_what_it_forbids() {
    let cases = [
        ("base/x.rs", "use crate::game::State;", "floor 0 imports game::State"),
        ("game/x.rs", "use crate::clock::Clock;", "floor 1 imports clock::Clock"),
        (
            "games/go/x.rs",
            "use crate::games::gomoku::Line;",
            "imports its sibling games::gomoku::Line",
        ),
        ("eval/x.rs", "use crate::{base::Color, record::sgf};", "floor 3 imports record::sgf"),
        (
            "eval/x.rs",
            "use crate::{\n base::{Color, Move},\n search,\n};",
            "floor 3 imports search",
        ),
        ("eval/x.rs", "fn f(_: &dyn crate::engine::Engine) {}", "floor 3 imports engine::Engine"),
        ("eval/x.rs", "use crate::nowhere::X;", "imports nowhere::X, which is on no floor"),
        ("search/x.rs", "use super::super::engine;", "super::super"),
        ("search/mod.rs", "use super::engine;", "imports from the root through super"),
        ("search/x.rs", "let now = std::time::Instant::now();", "names Instant"),
        ("search/x.rs", "use std::io::Read;", "names std::io"),
        ("clock/x.rs", "static mut X: u8 = 0;", "names static mut"),
        (
            "eval/x.rs",
            "pub static X: OnceLock<u8> = y();",
            "holds a global: pub static X: OnceLock<u8> = y();",
        ),
        ("engine/x.rs", "println!();", "names println!"),
        ("engine/x.rs", "std::io::stdout().lock();", "names stdout()"),
        ("session/x.rs", "use anyhow::Result;", "names anyhow"),
        ("protocol/x.rs", "eprintln!();", "names eprintln!"),
        ("attic/x.rs", "", "attic is on no floor"),
    ];
    for (path, source, fault) in cases {
        assert_eq!(faults(Path::new(path), source), [fault], "{path}: {source}");
    }
    let clean = [
        ("base/x.rs", "//! crate::game, std::io\nconst A: &str = \"crate::game println!()\";"),
        (
            "base/x.rs",
            "const A: &[char] = &['\"', '\\'', '/'];\nuse crate::base::Color; // crate::cli",
        ),
        ("base/x.rs", "/* /* crate::cli */ crate::cli */ fn f<'a>(x: &'a str) {}"),
        ("base/x.rs", "const A: &str = r#\"crate::cli \" \"#;"),
        ("games/go/x.rs", "use crate::games::go::Board;\nuse crate::game::State;"),
        ("search/x.rs", "#[cfg(test)]\nmod tests {\n use std::io::Read;\n}"),
        ("search/x/tests.rs", "use std::time::Instant;"),
        ("eval/x.rs", "struct X(OnceLock<u8>);\nfn f() -> &'static Mutex<u8> { y() }"),
        ("cli/x.rs", "use anyhow::Result;\nfn f() { println!(); }"),
        ("controller/x.rs", "fn f() { command.stdout(Stdio::piped()); }"),
    ];
    for (path, source) in clean {
        assert_eq!(faults(Path::new(path), source), [] as [String; 0], "{path}: {source}");
    }
    let long = "\n".repeat(LONGEST + 1);
    assert_eq!(faults(Path::new("base/x.rs"), &long), ["longer than 1000 lines"]);
}
