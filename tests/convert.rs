//! `tesuji convert`: Othello records from each format to each other, through the real binary.

use assert_cmd::Command;
use std::path::PathBuf;

fn tesuji(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("tesuji").expect("the binary");
    command.args(arguments).env_remove("RUST_LOG").write_stdin(input.to_vec());
    let output = command.output().expect("an end");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// The conversion of that input.
fn to(form: &str, input: &str) -> String {
    let (status, out, err) = tesuji(&["convert", "-", "--to", form], input.as_bytes());
    assert_eq!((status, err.as_str()), (0, ""), "{form}: {input}");
    out
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).expect("a file");
    path
}

/// The beginning of a game.
const GAME: &str = "f5f6e6f4g6c5g4g5h4h3f3h5";

#[test]
fn each_text_to_each() {
    let sgf = to("sgf", GAME);
    let ggf = to("ggf", GAME);
    assert!(sgf.contains("GM[2]") && sgf.contains(";B[f5];W[f6]"), "{sgf}");
    assert!(ggf.contains("B[F5]W[F6]B[E6]") && ggf.starts_with("(;GM[Othello]"), "{ggf}");
    let transcript = format!("{GAME}\n");
    let obf = to("obf", GAME);
    for text in [&sgf, &ggf, &transcript, &GAME.to_uppercase()] {
        assert_eq!(to("transcript", text), transcript);
        assert_eq!(to("ggf", text), ggf);
        assert_eq!(to("obf", text), obf);
    }
    assert_eq!(to("sgf", &ggf), sgf);
    // From positions on, there is no way back.
    let again = to("ggf", &obf);
    assert_eq!(to("obf", &again), obf);
    assert_eq!(to("obf", &to("sgf", &obf)), obf);
    let rows: Vec<&str> = (0..8).map(|y| &obf[y * 8..y * 8 + 8]).collect();
    let side = obf.trim_end().trim_end_matches(';').chars().last().unwrap_or('?');
    let pasted = format!("  a b c d e f g h\n{}\n{side} to move\n", rows.join("\n"));
    assert_eq!(to("obf", &pasted), obf);
}

#[test]
fn what_only_some_formats_tell_is_kept_where_it_can_be() {
    let scored = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:-2; % FFO 40\n";
    assert_eq!(to("obf", scored), scored);
    assert!(to("sgf", scored).contains("FFO 40"));
    let timed = "(;GM[Othello]PC[x]DT[2020]PB[a]PW[b]RE[+4.000]TI[05:00/00:02]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5/0.5/1.2]W[D6//3];)\n";
    assert_eq!(to("ggf", timed), timed);
    assert_eq!(to("list", timed), "1  2020  x  a - b  B+4  2 moves\n");
    let two = format!("{timed}{timed}");
    assert_eq!(to("ggf", &two), two);
    assert_eq!(to("list", &two).lines().count(), 2);
}

/// Passes that a transcript leaves out are in the records of formats that tell them.
#[test]
fn forced_passes_are_put_in() {
    let record = "(;GM[Othello]TY[8]BO[8 *O------------------------------------------------------O------- O]B[C1];)";
    assert!(to("ggf", record).contains("O]W[PA]B[C1];)"));
    let pasted = "*O--------------------------------------------------------------\nWhite\nc1";
    assert!(to("sgf", pasted).contains(";W[PA];B[c1]"));
}

#[test]
fn the_databases_names_and_games() {
    let header = |games: u32, names: u16, year: u16| {
        let counts = [&games.to_le_bytes()[..], &names.to_le_bytes(), &year.to_le_bytes()].concat();
        [&[20, 26, 11, 30][..], &counts, &[0, 0, 24, 0]].concat()
    };
    let mut moves = [0u8; 60];
    moves[..4].copy_from_slice(&[56, 64, 33, 34]);
    let games = [&header(1, 0, 2019)[..], &[0, 0, 1, 0, 0, 0, 40, 36], &moves].concat();
    let padded = |name: &[u8], length: usize| [name, &vec![0; length - name.len()]].concat();
    let players = [header(0, 2, 0), padded(b"Tastet", 20), padded(b"M\xfcller", 20)].concat();
    let tournaments = [header(0, 1, 0), padded(b"Mind Sports", 26)].concat();
    let paths = [file("a.wtb", &games), file("a.jou", &players), file("a.trn", &tournaments)];
    let names: Vec<String> = paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let [wtb, jou, trn] = &names[..] else { panic!("three files") };
    let (status, out, err) = tesuji(&["convert", wtb, jou, trn, "--to", "list"], b"");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out, "1  2019  Mind Sports  Müller - Tastet  B+16  4 moves\n");
    let (_, out, _) = tesuji(&["convert", wtb, "--to", "transcript"], b"");
    assert_eq!(out, "f5d6c3d3\n");
    let (status, out, _) = tesuji(&["show", wtb, "--move", "2"], b"");
    assert_eq!((status, out.matches('X').count(), out.matches('O').count()), (0, 4, 1), "{out}");
    for path in paths {
        std::fs::remove_file(path).expect("the file");
    }
}

#[test]
fn pictures_and_cuts() {
    let path = file("a.txt", GAME.as_bytes());
    let name = path.to_string_lossy();
    let (status, picture, err) = tesuji(&["render", &name], b"");
    assert_eq!(status, 0, "{err}");
    assert!(picture.contains("<svg"), "{picture}");
    let (_, cut, _) = tesuji(&["convert", &name, "--move", "3", "--to", "transcript"], b"");
    assert_eq!(cut, "f5f6\n");
    let target = file("b.txt", b"");
    let out = target.to_string_lossy();
    let (status, said, _) = tesuji(&["convert", &name, "--to", "transcript", "-o", &out], b"");
    assert_eq!((status, said.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(&target).expect("a file"), format!("{GAME}\n"));
    for path in [path, target] {
        std::fs::remove_file(path).expect("the file");
    }
}

#[test]
fn what_is_refused_is_named() {
    for (input, form, status, message) in [
        ("hello", "sgf", 1, "accepted: SGF GM[2], GGF, transcripts"),
        ("f5f5", "sgf", 1, "move 2, white f5: point is not empty"),
        ("(;GM[1];B[aa])", "ggf", 1, "GM"),
        ("(;GM[Othello]TY[8]", "sgf", 1, "no GGF"),
        ("(;GM[Othello]TY[10];)", "transcript", 1, "standard start on 8x8 only"),
        ("", "ggf", 1, "no Othello record"),
        ("f5", "pgn", 2, "sgf, ggf, transcript, obf, list"),
    ] {
        let (found, out, err) = tesuji(&["convert", "-", "--to", form], input.as_bytes());
        assert_eq!((found, out.as_str()), (status, ""), "{input}: {err}");
        assert!(err.contains(message), "{input}: {err}");
    }
    assert_eq!(tesuji(&["convert", "no_such_file", "--to", "sgf"], b"").0, 1);
}
