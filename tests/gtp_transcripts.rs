//! The transcripts of `protocol-tests/gtp`, played through the real binary as `tesuji regress` does. The format is told in
//! `protocol-tests/README.md`; with `TESUJI_BLESS=1` the replies are written anew.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tesuji::regression::run::{Plan, Tested, run};
use tesuji::regression::summary;
use tesuji::regression::transcript::{Step, parse};

fn transcripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol-tests/gtp");
    let mut paths = Vec::new();
    for folder in [root.clone(), root.join("cases")] {
        for entry in std::fs::read_dir(folder).expect("the folder of transcripts") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "gtp") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths
}

#[test]
fn transcripts_replay() {
    let plan = Plan {
        tested: Tested::Own(assert_cmd::cargo::cargo_bin!("tesuji").to_path_buf()),
        // The machine may be busy.
        timeout: Duration::from_secs(60),
        jobs: 2,
        start: Vec::new(),
        boards: false,
        bless: std::env::var_os("TESUJI_BLESS").is_some(),
    };
    let paths = transcripts();
    assert!(paths.len() > 40, "only {} transcripts", paths.len());
    let results = run(&paths, &plan, &|_| {});
    let told: String = results.files.iter().map(|file| summary::file(file, false)).collect();
    assert!(results.as_expected() && !results.is_broken(), "{told}");
    let counts = results.counts();
    assert_eq!((counts.passes, results.files.len()), (counts.tests, paths.len()));
    assert!(counts.tests > 500, "only {} replies", counts.tests);
}

#[test]
fn every_command_occurs_in_a_transcript() {
    let mut seen = BTreeSet::new();
    for path in transcripts() {
        let text = std::fs::read_to_string(&path).expect("a transcript");
        let steps = parse(&text).expect("a transcript").steps;
        for (at, step) in steps.iter().enumerate() {
            if let Step::Send { line, replies, .. } = step {
                let mut words = line.split_whitespace();
                let name = words.find(|word| word.parse::<u32>().is_err());
                // A command that only ever fails has not been shown.
                let waited = matches!(steps.get(at + 1), Some(Step::Sleep(_)));
                if waited || replies.iter().any(|reply| reply.starts_with('=')) {
                    seen.extend(name.map(str::to_owned));
                }
            }
        }
    }
    let table = tesuji::protocol::gtp::table();
    let names = table.rows().iter().map(|row| row.name);
    let missing: Vec<&str> = names.filter(|name| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "no transcript has {missing:?}");
}
