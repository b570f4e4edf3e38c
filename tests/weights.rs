//! Every file of numbers in the program has a row in `src/eval/weights/MANIFEST.toml` that tells where it comes from.

use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn the_manifest_describes_every_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("src/eval/weights");
    let text = std::fs::read_to_string(folder.join("MANIFEST.toml")).expect("a manifest");
    let manifest: toml::Table = text.parse().expect("TOML");
    let rows = manifest["weights"].as_array().expect("rows");
    let mut listed = BTreeSet::from(["MANIFEST.toml".to_string()]);
    for row in rows {
        let text = |key: &str| {
            let value = row.get(key).and_then(|value| value.as_str()).unwrap_or_default();
            assert!(!value.trim().is_empty(), "{key} in {row}");
            value
        };
        let file = text("file");
        assert!(listed.insert(file.to_string()), "{file} twice");
        let bytes = std::fs::read(folder.join(file)).expect(file);
        let digest: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(text("sha256"), digest, "{file}");
        let recipe = text("recipe").split_whitespace().next().unwrap_or_default();
        assert!(root.join(recipe).is_file(), "{recipe}");
        for key in ["data", "positions", "method", "games", "gain"] {
            text(key);
        }
    }
    let entries = std::fs::read_dir(&folder).expect("the folder");
    let present: BTreeSet<String> =
        entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(listed, present);
}
