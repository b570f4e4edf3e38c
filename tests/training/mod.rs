//! `tesuji train export`, `selfplay`, `distil` and `label`, through the real binary.

use super::tesuji;
use std::fs;
use std::path::{Path, PathBuf};
use tesuji::eval::go::{GLOBALS, PLANES};
use tesuji::train::go_samples::{MOVES, record_length};

/// A folder of this test's own, gone at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tesuji-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).expect("a file");
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What stands in a record.
#[derive(Debug)]
struct Record {
    win: f32,
    lead: f32,
    deviation: f32,
    /// Points and their shares, without the empty entries.
    policy: Vec<(u16, u16)>,
    owners: Vec<i8>,
}

fn records(file: &str, side: usize) -> Vec<Record> {
    let area = side * side;
    let bytes = fs::read(file).expect("records");
    assert_eq!(bytes.len() % record_length(area), 0, "{file}");
    let read = |record: &[u8]| {
        let values = &record[(PLANES * area).div_ceil(8) + 4 * GLOBALS..];
        let value = |at: usize| {
            f32::from_le_bytes(values[4 * at..4 * at + 4].try_into().expect("four bytes"))
        };
        let word = |bytes: &[u8]| u16::from_le_bytes(bytes.try_into().expect("two bytes"));
        Record {
            win: value(0),
            lead: value(1),
            deviation: value(2),
            policy: (values[12..12 + 4 * MOVES].chunks_exact(4))
                .map(|entry| (word(&entry[..2]), word(&entry[2..])))
                .filter(|(_, share)| *share > 0)
                .collect(),
            owners: record[record.len() - area..].iter().map(|&byte| byte as i8).collect(),
        }
    };
    bytes.chunks_exact(record_length(area)).map(read).collect()
}

fn sum(record: &Record) -> u32 {
    record.policy.iter().map(|(_, share)| u32::from(*share)).sum()
}

/// Runs `tesuji train` with these words.
fn train(words: &[&str]) -> (i32, String, String) {
    tesuji(&[&["train"], words].concat())
}

#[test]
fn training_commands_stand_in_the_order_of_the_work() {
    let (status, out, _) = train(&["--help"]);
    assert_eq!(status, 0);
    let names = ["selfplay", "distil", "label", "export", "go-priors", "gomoku", "reversi"];
    let places = names.map(|name| out.find(&format!("\n  {name} ")).expect(name));
    assert!(places.is_sorted(), "{out}");
}

/// A shard with one game on 3x3 and a label at its start.
fn shard() -> Vec<u8> {
    let words = |words: &[u16]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let game: Vec<u8> = [vec![3, 0, 0, 0], words(&[1]), vec![0, 0], words(&[0, 1, 1, 4])].concat();
    let label: Vec<u8> = [words(&[0]), vec![0, 0, 2, 0], words(&[65535, 15, 20])].concat();
    let (moves, odds): (Vec<u8>, _) = (words(&[4, 9]), vec![0u8, 16]);
    let sections = [game, label, moves, odds, vec![0x77, 0, 0, 0, 0x9]];
    let mut bytes = b"TSGD".to_vec();
    let lengths = sections.iter().map(|section| section.len() as u32);
    bytes.extend([1, 1, 1].into_iter().chain(lengths).flat_map(u32::to_le_bytes));
    bytes.extend(sections.concat());
    let mut packed = Vec::new();
    lzma_rs::xz_compress(&mut &bytes[..], &mut packed).expect("packed");
    packed
}

#[test]
fn training_shards_are_exported() {
    let folder = Folder::new("export");
    let (shard, out) = (folder.write("a.xz", shard()), folder.path("t"));
    let (status, told, err) = train(&["export", "--data", &shard, &shard, "--out", &out]);
    assert_eq!((status, told.as_str(), err.as_str()), (0, " 3x3         2\n", ""));
    let found = records(&folder.path("t.03.bin"), 3);
    assert_eq!(found.len(), 2);
    for record in found {
        assert_eq!((record.win, record.lead, record.deviation), (1.0, 1.5, 2.0));
        // Half as likely: one third.
        assert_eq!(record.policy, [(4, 43690), (9, 21845)]);
        assert_eq!(record.owners, [7, 7, 0, 0, 0, 0, 0, 0, -7]);
    }
    let wrong: &[(&[&str], i32, &str)] = &[
        (&["--data", &shard], 2, "--out"),
        (&["--out", &out], 2, "--data"),
        (&["--data", "no_such.xz", "--out", &out], 1, "cannot read no_such.xz"),
        (&["--data", "Cargo.toml", "--out", &out], 1, "Cargo.toml: not an xz stream"),
        (
            &["--data", &shard, "--out", "no/such/folder/t"],
            1,
            "cannot write no/such/folder/t.03.bin",
        ),
    ];
    for (words, expected, message) in wrong {
        let (status, out, err) = train(&[&["export"], *words].concat());
        assert_eq!((status, out.as_str()), (*expected, ""), "{words:?}");
        assert!(err.starts_with("error: ") && err.contains(message), "{words:?}: {err}");
    }
}

#[test]
fn training_games_are_played_and_gone_on_with() {
    let folder = Folder::new("selfplay");
    let play = |slices: &str, out: &str, more: &[&str]| {
        let words = ["selfplay", "--net", "protocol-tests/net/golden.net", "--size", "5"];
        let few = ["--visits", "4", "--fast", "1", "--considered", "2", "--komi", "1"];
        let where_to = ["--slices", slices, "--out", out];
        train(&[&words[..], &few, &where_to, more].concat())
    };
    let (first, second) = (folder.path("first"), folder.path("second"));
    let (status, told, err) = play("0:1", &first, &[]);
    assert_eq!((status, err.as_str()), (0, ""), "{told}");
    let file = format!("{first}/t00000.05.bin");
    let found = records(&file, 5);
    assert_eq!(told, format!("{} new records in {first} of 1 files\n", found.len()));
    assert!(found.len() > 50, "{told}");
    for record in &found {
        assert!(sum(record).abs_diff(65535) <= MOVES as u32, "{record:?}");
        assert!(record.owners.iter().all(|owner| [-7, 0, 7].contains(owner)), "{record:?}");
    }
    let (_, told, _) = play("0:1", &first, &[]);
    assert_eq!(told, format!("0 new records in {first} of 1 files\n"));
    assert_eq!(play("0:2", &second, &["--threads", "2"]).0, 0);
    let bytes = |name: &str| fs::read(name).expect("records");
    assert_eq!(bytes(&file), bytes(&format!("{second}/t00000.05.bin")));
    assert_ne!(bytes(&file), bytes(&format!("{second}/t00001.05.bin")));
    let wrong: &[(&[&str], i32, &str)] = &[
        (&["--game", "chess"], 2, "no self-play of chess here; accepted: go"),
        (&["--net", "none"], 2, "a network is needed, not none"),
        (&["--net", "no_such.net"], 1, "no_such.net"),
        (&["--size", "4"], 2, "5..=19"),
        (&["--slices", "3"], 2, "--slices takes FROM:TO, not 3"),
        (&["--recorded", "2"], 2, "a share is a number from 0 to 1"),
        (&["--komi", "inf"], 2, "komi is a finite number"),
    ];
    for (words, expected, message) in wrong {
        let needed: &[&str] = if words[0] == "--slices" { &[] } else { &["--slices", "0:1"] };
        let (status, out, err) =
            train(&[&["selfplay", "--out", &second][..], needed, words].concat());
        assert_eq!((status, out.as_str()), (*expected, ""), "{words:?}");
        assert!(err.starts_with("error: ") && err.contains(message), "{words:?}: {err}");
    }
}

#[test]
fn training_positions_are_labelled_by_a_network() {
    let folder = Folder::new("distil");
    let label = |out: &str, more: &[&str]| {
        let words = ["distil", "--net", "protocol-tests/net/golden.net", "--size", "5"];
        let few = ["--visits", "4", "--leaves", "2", "--komi", "1", "--slices", "0:1"];
        train(&[&words[..], &few, &["--out", out], more].concat())
    };
    let out = folder.path("out");
    let (status, told, err) = label(&out, &["--teacher", "built-in"]);
    assert_eq!((status, err.as_str()), (0, ""), "{told}");
    let found = records(&format!("{out}/t00000.05.bin"), 5);
    assert_eq!(told, format!("{} new records in {out} of 1 files\n", found.len()));
    assert!(found.len() > 200, "{told}");
    for record in &found {
        assert!(sum(record).abs_diff(65535) <= MOVES as u32, "{record:?}");
        assert!((0.0..=1.0).contains(&record.win) && record.deviation > 0.0, "{record:?}");
    }
    let wrong: &[(&[&str], i32, &str)] = &[
        (&[], 2, "--teacher"),
        (&["--teacher", "none"], 2, "a network is needed, not none"),
        (&["--teacher", "no_such.net"], 1, "no_such.net"),
        (&["--teacher", "built-in", "--opening", "61"], 2, "60"),
    ];
    for (words, expected, message) in wrong {
        let (status, out, err) = label(&folder.path("none"), words);
        assert_eq!((status, out.as_str()), (*expected, ""), "{words:?}");
        assert!(err.starts_with("error: ") && err.contains(message), "{words:?}: {err}");
    }
}

/// This program as a teacher, without its network.
fn own_teacher() -> String {
    let binary = assert_cmd::cargo::cargo_bin("tesuji");
    format!("'{}' gtp --no-net --threads 1 --seed 1", binary.display())
}

/// All but two columns are Black's, and White cannot live in them.
const WON: &str =
    "(;GM[1]SZ[5]KM[0.5]RU[Chinese]AB[ba][bb][bc][bd][be][da][db][dc][dd][de];W[aa];B[ab])";

#[test]
fn training_labels_come_from_another_engine() {
    let folder = Folder::new("label");
    let sgf = folder.write("won.sgf", format!("{WON}(;GM[1]SZ[5:7];B[aa])"));
    let (teacher, out) = (own_teacher(), folder.path("t"));
    let label = |visits: &str, files: &[&str]| {
        let words = ["label", "--teacher", &teacher, "--visits", visits, "--out", &out];
        train(&[&words[..], files].concat())
    };
    let (status, told, err) = label("60", &[&sgf]);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("game 2 is left out: a board of 5x7"), "{err}");
    let counted =
        "3 new records of 1 games; 0 games cut short, 1 left out; 0 of 1 files done before\n";
    assert_eq!(told, format!(" 5x5         3\n{counted}"));
    let bin = folder.path("t.05.bin");
    let found = records(&bin, 5);
    assert_eq!(found.len(), 3);
    for (number, record) in found.iter().enumerate() {
        assert!(sum(record).abs_diff(65535) <= MOVES as u32, "{record:?}");
        // White, Black, White to move.
        let mine: f32 = if number == 1 { 1.0 } else { -1.0 };
        let owners: i32 = record.owners.iter().map(|&owner| i32::from(owner)).sum();
        assert!(mine * (record.win - 0.5) > 0.3, "{number}: {record:?}");
        assert!(mine * record.lead > 5.0, "{number}: {record:?}");
        assert!(mine * owners as f32 > 80.0, "{number}: {record:?}");
        assert!(record.owners.iter().all(|owner| (-7..=7).contains(owner)), "{record:?}");
    }
    // A further file; what an interrupted run left behind the last file that was done goes.
    let first = fs::read(&bin).expect("records");
    fs::write(&bin, [&first[..], b"torn"].concat()).expect("written");
    let more = folder.write("more.sgf", "(;GM[1]SZ[5];B[cc];W[cc])(;GM[1]SZ[4];B[aa])");
    let (status, told, err) = label("60", &[&sgf, &more]);
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("more.sgf, game 1 is cut short: move 2, C3: "), "{err}");
    let counted =
        "4 new records of 2 games; 1 games cut short, 0 left out; 1 of 2 files done before\n";
    assert_eq!(told, format!(" 4x4         2\n 5x5         5\n{counted}"));
    let both = fs::read(&bin).expect("records");
    assert!(both.starts_with(&first) && records(&bin, 5).len() == 5);
    // Everything is done: no teacher is needed.
    assert_eq!(label("60", &[&more, &sgf]).0, 0);
    assert_eq!(fs::read(&bin).expect("records"), both);
    let (status, _, err) = label("61", &[&sgf]);
    assert!(status == 2 && err.contains("begun with other options"), "{err}");
    fs::write(&bin, b"").expect("written");
    let (status, _, err) = label("60", &[&sgf]);
    assert!(status == 1 && err.contains("should hold"), "{err}");
}

#[test]
fn training_labels_can_be_a_share() {
    let folder = Folder::new("share");
    let moves: String =
        "abcd".chars().flat_map(|x| ['a', 'c'].map(|y| format!(";B[{x}{y}]"))).collect();
    let sgf = folder.write("many.sgf", format!("(;GM[1]SZ[5]{moves})"));
    let teacher = own_teacher();
    let label = |out: &str, seed: &str| {
        let out = folder.path(out);
        let words = ["label", "--teacher", &teacher, "--visits", "1", "--perspective", "mover"];
        let more = ["--share", "0.5", "--seed", seed, "--out", &out, &sgf];
        let (status, told, err) = train(&[&words[..], &more].concat());
        assert_eq!((status, err.as_str()), (0, ""), "{told}");
        let found = records(&format!("{out}.05.bin"), 5);
        assert!((1..9).contains(&found.len()), "{told}");
        // What the engine says differs from time to time; the planes tell which positions there are.
        let bytes = fs::read(format!("{out}.05.bin")).expect("records");
        let planes = (PLANES * 25).div_ceil(8);
        bytes.chunks(record_length(25)).map(|record| record[..planes].to_vec()).collect::<Vec<_>>()
    };
    let first = label("a", "1");
    assert_eq!(first, label("b", "1"), "the same positions");
    assert_ne!(first, label("c", "2"));
}

#[test]
fn training_teachers_that_are_none() {
    let folder = Folder::new("teacher");
    let sgf = folder.write("won.sgf", WON);
    let text = folder.write("text.sgf", "no game");
    let out = folder.path("t");
    let own = own_teacher();
    let silent = "sleep 60";
    let wrong: &[(&[&str], i32, &str)] = &[
        (&[], 2, "<FILE.sgf>..."),
        (&[&sgf], 2, "--teacher"),
        (&["--teacher", "", &sgf], 2, "--teacher: an empty command"),
        (&["--teacher", "a 'b", &sgf], 2, "not closed"),
        (&["--teacher", &own, "--visits", "0", &sgf], 2, "1..="),
        (&["--teacher", &own, "--rules", "house", &sgf], 2, "--rules: unknown rules house"),
        (&["--teacher", &own, "--share", "1.5", &sgf], 2, "a share is a number from 0 to 1"),
        (&["--teacher", &own, "--perspective", "red", &sgf], 2, "detect, mover, black, white"),
        (&["--teacher", &own, "--patience", "0", &sgf], 2, "a time is more than 0"),
        (&["--teacher", &own, "no_such.sgf"], 1, "cannot read no_such.sgf"),
        (&["--teacher", &own, &text], 1, "text.sgf: no game tree"),
        (&["--teacher", "no_such_engine", &sgf], 1, "cannot start no_such_engine"),
        (&["--teacher", silent, "--patience", "0.3", &sgf], 1, "no answer within 0.3 s"),
        (&["--teacher", "true", &sgf], 1, "the teacher is in trouble: start"),
    ];
    for (words, expected, message) in wrong {
        let (status, told, err) = train(&[&["label", "--out", &out], *words].concat());
        assert_eq!((status, told.as_str()), (*expected, ""), "{words:?}: {err}");
        assert!(err.starts_with("error: ") && err.contains(message), "{words:?}: {err}");
    }
    assert!(!Path::new(&format!("{out}.jsonl")).exists());
}

/// A teacher in a few lines of shell, which does this when it is to analyse.
#[cfg(unix)]
fn shell_teacher(folder: &Folder, listed: &str, analysis: &str) -> String {
    let script = format!(
        r#"while read -r command rest; do
    case "$command" in
        list_commands) printf '= {listed}\n\n' ;;
        kata-analyze) {analysis} ;;
        '') printf '\n' ;;
        quit) printf '=\n\n'; exit ;;
        *) printf '=\n\n' ;;
    esac
done
"#
    );
    format!("sh '{}'", folder.write("teacher.sh", script))
}

#[cfg(unix)]
const REPORT: &str = "info move A1 visits 8 prior 0.2 info move pass visits 2 prior 0.3 pv pass rootInfo visits 10 \
    winrate 0.75 scoreLead 2.5 scoreStdev 4 ownership 1 1 1 0 0 0 -1 -1 -0.5";

#[cfg(unix)]
#[test]
fn training_labels_are_told_from_the_movers_side() {
    let folder = Folder::new("sides");
    let sgf = folder.write("a.sgf", "(;GM[1]SZ[3]KM[0.5];B[bb];W[cc])");
    let teacher =
        shell_teacher(&folder, "kata-analyze", &format!("printf '=\\n'; echo '{REPORT}'"));
    for (perspective, black) in
        [("mover", [1.0; 3]), ("black", [1.0, -1.0, 1.0]), ("white", [-1.0, 1.0, -1.0])]
    {
        let out = folder.path(perspective);
        let words =
            ["label", "--teacher", &teacher, "--visits", "10", "--perspective", perspective];
        let (status, told, err) = train(&[&words[..], &["--out", &out, &sgf]].concat());
        assert_eq!((status, err.as_str()), (0, ""), "{told}");
        let found = records(&format!("{out}.03.bin"), 3);
        assert_eq!(found.len(), 3);
        for (record, sign) in found.iter().zip(black) {
            assert_eq!((record.win, record.lead), (0.5 + 0.25 * sign, 2.5 * sign));
            assert_eq!(
                (record.deviation, &record.policy[..]),
                (4.0, &[(0, 52428), (9, 13107)][..])
            );
            // A1 first.
            let owners = [-7, -7, -4, 0, 0, 0, 7, 7, 7].map(|owner: i8| owner * sign as i8);
            assert_eq!(record.owners, owners, "{perspective}");
        }
    }
    let out = folder.path("raw");
    let words = ["label", "--teacher", &teacher, "--visits", "1", "--perspective", "mover"];
    assert_eq!(train(&[&words[..], &["--out", &out, &sgf]].concat()).0, 0);
    let raw = &records(&format!("{out}.03.bin"), 3)[0];
    assert_eq!(raw.policy, [(9, 39321), (0, 26214)], "priors, not visits");
}

#[cfg(unix)]
#[test]
fn training_teachers_that_fail() {
    let folder = Folder::new("fail");
    let sgf = folder.write("a.sgf", "(;GM[1]SZ[3]KM[0.5];B[bb])");
    let cases = [
        ("name", "", "mover", "does not list kata-analyze"),
        ("kata-analyze", "printf '=\\n'; echo last words >&2; exit 3", "mover", "last words"),
        ("kata-analyze", "printf '=\\n'", "mover", "does not come far enough within"),
        ("kata-analyze", ":", "mover", "no answer within"),
        ("kata-analyze", "echo nonsense", "mover", "garbage: at `kata-analyze b"),
        (
            "kata-analyze",
            "printf '=\\n'; echo nonsense",
            "mover",
            "no report of an analysis: nonsense",
        ),
        ("kata-analyze", "printf '=\\n\\n'", "mover", "an answer without a report"),
        ("kata-analyze", "printf '? too small\\n\\n'", "mover", "refusal: at `kata-analyze b"),
        ("kata-analyze", "printf '=\\n'; echo 'REPORT'", "mover", "it was at 10 visits"),
        (
            "kata-analyze",
            "printf '=\\n'; echo 'REPORT'",
            "detect",
            "owners of 9 points on a board of 9",
        ),
    ];
    for (listed, analysis, perspective, message) in cases {
        let teacher = shell_teacher(&folder, listed, &analysis.replace("REPORT", REPORT));
        let out = folder.path("t");
        let words =
            ["label", "--teacher", &teacher, "--perspective", perspective, "--patience", "0.7"];
        let (status, told, err) = train(&[&words[..], &["--out", &out, &sgf]].concat());
        assert_eq!((status, told.as_str()), (1, ""), "{analysis}: {err}");
        assert!(err.starts_with("error: ") && err.contains(message), "{analysis}: {err}");
        assert!(err.matches("kata-analyze b").count() <= 1, "told once: {err}");
        assert!(!Path::new(&format!("{out}.jsonl")).exists());
    }
}
