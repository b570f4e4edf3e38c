//! Where tests find the scripted engine, `examples/fake_engine`: `mod fake;` with `#[path = "../fake/mod.rs"]` in a test that has a
//! folder, `mod fake;` alone in one that has none.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The program. `cargo test` builds it with all examples; `cargo test --test NAME` does not, so it is built here if it is not
/// there (after a change to it: `cargo test --examples --no-run`).
pub fn path() -> PathBuf {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let test = std::env::current_exe().expect("the path of this test");
        // target/<profile>/deps/<test>
        let profile = test.ancestors().nth(2).expect("the folder of the profile");
        let name = format!("fake_engine{}", std::env::consts::EXE_SUFFIX);
        let program = profile.join("examples").join(name);
        if !program.is_file() {
            build(profile);
        }
        assert!(program.is_file(), "no {}", program.display());
        program
    })
    .clone()
}

fn build(profile: &Path) {
    let kind = if profile.ends_with("release") { "release" } else { "test" };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--example", "fake_engine", "--profile", kind])
        .arg("--manifest-path")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .arg("--target-dir")
        .arg(profile.parent().expect("the target folder"))
        .status();
    assert!(status.expect("cargo").success(), "cargo build --example fake_engine");
}

/// The program with arguments, as a command line for [`tesuji::controller::Launch::parse`] and for `tesuji match`.
#[allow(dead_code)] // Not every test that shares this module needs it.
pub fn command(arguments: &str) -> String {
    let path = path();
    format!("'{}' {arguments}", path.display())
}
