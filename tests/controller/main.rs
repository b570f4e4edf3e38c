//! The controller's side of the protocols, against programs that behave badly.

mod clients;
#[path = "../fake/mod.rs"]
mod fake;
#[cfg(unix)]
mod process;
mod script;

use std::path::PathBuf;
use std::time::Duration;

/// For what should come at once. The machine may be busy with other tests.
const SOON: Duration = Duration::from_secs(20);

/// Nothing is expected to come.
const SHORT: Duration = Duration::from_millis(150);

/// A path for a file of this test run.
fn temporary(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(format!("{name}-{}", std::process::id()))
}
