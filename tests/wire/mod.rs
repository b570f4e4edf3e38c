//! What the tests of the protocols have in common: where the program and the transcripts are, and how they are replayed.
//! `mod wire;`.

use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji::controller::Launch;
use tesuji::regression::run::{Plan, Tested, run};
use tesuji::regression::summary;
use tesuji::regression::transcript::{Step, parse};
use tesuji::session::Settings;

/// The machine may be busy with other tests.
pub const SOON: Duration = Duration::from_secs(60);

/// The program.
pub fn binary() -> PathBuf {
    assert_cmd::cargo::cargo_bin!("tesuji").to_path_buf()
}

/// The program as a server of that protocol.
pub fn launch(protocol: &str, arguments: &str) -> Launch {
    let mut words = vec![binary().to_string_lossy().into_owned(), protocol.into()];
    words.extend(arguments.split_whitespace().map(str::to_owned));
    Launch { words, ..Launch::default() }
}

/// The transcripts of that protocol, those in `cases` too, if there are such.
pub fn transcripts(protocol: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests").join(protocol);
    let mut paths = Vec::new();
    for folder in [root.clone(), root.join("cases")] {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let files = entries.map(|entry| entry.expect("an entry").path());
        paths.extend(files.filter(|path| path.extension().is_some_and(|e| e == protocol)));
    }
    paths.sort();
    paths
}

/// Replays them; there must be so many, with more than so many replies. `TESUJI_BLESS=1` writes the replies anew.
pub fn replay(protocol: &str, count: usize, replies: usize) {
    let plan = Plan {
        tested: Tested::Own(binary()),
        timeout: SOON,
        jobs: 2,
        start: Vec::new(),
        boards: false,
        bless: std::env::var_os("TESUJI_BLESS").is_some(),
    };
    let paths = transcripts(protocol);
    assert!(paths.len() >= count, "only {} transcripts", paths.len());
    let results = run(&paths, &plan, &|_| {});
    let told: String = results.files.iter().map(|file| summary::file(file, false)).collect();
    assert!(results.as_expected() && !results.is_broken(), "{told}");
    assert!(results.counts().tests > replies, "only {} replies", results.counts().tests);
}

/// Every line that the transcripts send.
pub fn lines_sent(protocol: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for path in transcripts(protocol) {
        let text = std::fs::read_to_string(path).expect("a transcript");
        let steps = parse(&text).expect("a transcript").steps;
        lines.extend(steps.into_iter().filter_map(|step| match step {
            Step::Send { line, .. } => Some(line),
            _ => None,
        }));
    }
    lines
}

/// Settings with these options.
pub fn settings(options: &[(&str, &str)]) -> Settings {
    let options = options.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    Settings { options, ..Settings::default() }
}
