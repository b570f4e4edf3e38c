//! Records (GTP 2, section 6.3.5).

use crate::controller::{Fault, Trouble};
use crate::regression::compliance::{Bench, Check, Outcome, Probe, seen};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

const ROW: Check =
    Check { group: "records", needs: &["loadsgf"], source: "GTP 2, 6.3.5", ..Check::ROW };

/// Where the text of a failure is prescribed.
const TEXTS: &str = "GTP 2, 6.3.5: the text";

/// Three moves on a 9x9 board: C7, G3, D5 (SGF counts rows from the top).
const RECORD: &str = "(;GM[1]FF[4]SZ[9]KM[4.5];B[cc];W[gg];B[de])\n";

const fn probe(
    name: &'static str,
    sent: &'static str,
    demanded: &'static str,
    run: fn(&mut Bench) -> Result<Outcome, Trouble>,
) -> Check {
    Check { name, run: Some(Probe { sent, demanded, run }), ..ROW }
}

pub(super) const CHECKS: &[Check] = &[
    probe(
        "a whole record",
        "loadsgf FILE (three moves on 9x9)",
        "the three stones stand on a 9x9 board",
        |bench| load(bench, "", &["C7", "G3", "D5"]),
    ),
    probe("before move 1", "loadsgf FILE 1", "an empty 9x9 board", |bench| load(bench, " 1", &[])),
    probe("before move 2", "loadsgf FILE 2", "the first stone", |bench| load(bench, " 2", &["C7"])),
    probe("before move 3", "loadsgf FILE 3", "the first two stones", |bench| {
        load(bench, " 3", &["C7", "G3"])
    }),
    probe("beyond the end", "loadsgf FILE 99", "the three stones", |bench| {
        load(bench, " 99", &["C7", "G3", "D5"])
    }),
    Check {
        needs: &["loadsgf", "get_komi"],
        ..probe("komi of the record", "loadsgf FILE, get_komi", "= 4.5", |bench| {
            let file = File::new(RECORD)?;
            let load = bench.ask(&file.command(""))?;
            let komi = bench.text("get_komi")?;
            Ok(match (load.starts_with('='), komi.as_deref()) {
                (true, Some("4.5")) => Outcome::Ok,
                _ => Outcome::Fault(format!("{}, komi {komi:?}", seen(&[load]))),
            })
        })
    },
    Check {
        source: "silent",
        ..probe("what is answered", "loadsgf FILE", "(nothing)", |bench| {
            let file = File::new(RECORD)?;
            let reply = bench.ask(&file.command(""))?;
            Ok(Outcome::Choice(seen(&[reply])))
        })
    },
    Check {
        needs: &["loadsgf", "undo"],
        source: "silent",
        ..probe("undo of loaded moves", "loadsgf FILE, undo", "(nothing)", |bench| {
            let file = File::new(RECORD)?;
            bench.ask(&file.command(""))?;
            let reply = bench.ask("undo")?;
            Ok(Outcome::Choice(seen(&[reply])))
        })
    },
    Check {
        name: "a file that is not there",
        send: b"loadsgf no_such_file_here.sgf\n",
        want: &[&["? cannot load file"]],
        source: TEXTS,
        ..ROW
    },
    Check {
        name: "no name",
        send: b"loadsgf\n",
        want: &[&["? cannot load file", "? syntax error"]],
        source: TEXTS,
        ..ROW
    },
    Check {
        source: TEXTS,
        ..probe("a file that is no record", "loadsgf FILE", "? cannot load file", |bench| {
            let file = File::new("no record at all\n")?;
            let reply = bench.ask(&file.command(""))?;
            Ok(match reply.trim_end() {
                "? cannot load file" => Outcome::Ok,
                _ => Outcome::Fault(seen(&[reply])),
            })
        })
    },
    Check {
        name: "a failed load changes nothing",
        before: &["boardsize 9", "clear_board", "play b A1"],
        send: b"loadsgf no_such_file_here.sgf\n",
        want: &[&["? {...}", "?"]],
        after: &[("play w A1", &["? illegal move"]), ("play w A2", &["="])],
        source: "GTP 2, 2.5, 6.3.5",
        ..ROW
    },
];

/// Loads the record up to a move and looks which of its points are occupied.
fn load(bench: &mut Bench, number: &str, there: &[&str]) -> Result<Outcome, Trouble> {
    let file = File::new(RECORD)?;
    // From another board, so that the size must come from the record.
    bench.ask("boardsize 13")?;
    let reply = bench.ask(&file.command(number))?;
    if !reply.starts_with('=') {
        return Ok(Outcome::Fault(seen(&[reply])));
    }
    for vertex in ["C7", "G3", "D5"] {
        let taken = !bench.ask(&format!("play w {vertex}"))?.starts_with('=');
        if taken != there.contains(&vertex) {
            let text = if taken { "a stone" } else { "no stone" };
            return Ok(Outcome::Fault(format!("{text} on {vertex}")));
        }
    }
    Ok(match bench.ask("play w K10")?.starts_with('=') {
        true => Outcome::Fault("the board is larger than 9x9".into()),
        false => Outcome::Ok,
    })
}

/// A temporary record, gone when this goes. Its name has no blanks.
struct File {
    path: PathBuf,
}

impl File {
    fn new(content: &str) -> Result<File, Trouble> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tesuji-compliance-{}-{number}.sgf", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).map_err(|error| {
            Trouble::new(Fault::Start, format!("cannot write {}: {error}", path.display()))
        })?;
        Ok(File { path })
    }

    fn command(&self, number: &str) -> String {
        format!("loadsgf {}{number}", self.path.display())
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // What is left lies among temporary files.
        let _ = std::fs::remove_file(&self.path);
    }
}
