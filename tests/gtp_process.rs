//! What cannot be written as a transcript: the process around the protocol. Ends of input, readers that go away, long
//! lines, interrupts, thousands of commands.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    replies: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = command(arguments).spawn().expect("the binary");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, replies) = channel();
        std::thread::spawn(move || {
            let mut reply = String::new();
            for line in output.lines().map_while(Result::ok) {
                if line.is_empty() {
                    if sender.send(std::mem::take(&mut reply)).is_err() {
                        return;
                    }
                } else {
                    if !reply.is_empty() {
                        reply.push('\n');
                    }
                    reply.push_str(&line);
                }
            }
        });
        Engine { child, input, replies }
    }

    fn send(&mut self, text: &[u8]) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(text).and_then(|()| input.flush()).expect("a reading engine");
    }

    fn reply(&self) -> String {
        self.replies.recv_timeout(Duration::from_secs(30)).expect("a reply")
    }

    fn exit(&mut self, within: Duration) -> Option<i32> {
        let deadline = Instant::now() + within;
        loop {
            match self.child.try_wait().expect("a child") {
                Some(status) => return status.code(),
                None if Instant::now() > deadline => panic!("still running"),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tesuji"));
    command.arg("gtp").args(arguments).env_remove("RUST_LOG");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Generous: the machine may be busy with other tests.
const SOON: Duration = Duration::from_secs(10);

#[test]
fn a_reply_comes_at_once_and_a_half_line_gets_none() {
    let mut engine = Engine::start(&[]);
    engine.send(b"1 protocol_version\n2 na");
    assert_eq!(engine.reply(), "=1 2");
    assert!(engine.replies.recv_timeout(Duration::from_millis(200)).is_err());
    engine.send(b"me\n");
    assert_eq!(engine.reply(), "=2 tesuji");
}

#[test]
fn the_end_of_input_answers_what_was_sent_and_leaves() {
    let mut engine = Engine::start(&[]);
    engine.send(b"1 name\n2 boardsize 9\n3 protocol_version");
    drop(engine.input.take());
    for reply in ["=1 tesuji", "=2 ", "=3 2"] {
        assert_eq!(engine.reply(), reply);
    }
    assert_eq!(engine.exit(SOON), Some(0));
}

#[test]
fn the_end_of_input_and_quit_end_a_long_thought() {
    for last in ["", "9 quit\n"] {
        let mut engine = Engine::start(&["--threads", "1"]);
        engine.send(b"boardsize 9\nkata-time_settings canadian 0 600 1\n");
        assert_eq!((engine.reply(), engine.reply()), ("= ".into(), "= ".into()));
        engine.send(format!("1 genmove b\n2 genmove w\n{last}").as_bytes());
        if last.is_empty() {
            drop(engine.input.take());
        }
        assert!(engine.reply().starts_with("=1 "));
        assert!(engine.reply().starts_with("=2 "));
        if !last.is_empty() {
            assert_eq!(engine.reply(), "=9 ");
        }
        assert_eq!(engine.exit(SOON), Some(0));
    }
}

#[test]
fn the_end_of_input_ends_an_analysis() {
    let mut engine = Engine::start(&["--threads", "1"]);
    engine.send(b"boardsize 9\n7 lz-analyze b 10\n");
    assert_eq!(engine.reply(), "= ");
    std::thread::sleep(Duration::from_millis(300));
    drop(engine.input.take());
    assert!(engine.reply().starts_with("=7\ninfo move "));
    assert_eq!(engine.exit(SOON), Some(0));
}

#[test]
fn an_interrupt_ends_a_thought_and_no_later_one() {
    let mut engine = Engine::start(&["--threads", "1"]);
    engine.send(b"boardsize 9\nkata-time_settings canadian 0 600 1\n");
    assert_eq!((engine.reply(), engine.reply()), ("= ".into(), "= ".into()));
    engine.send(b"1 genmove b\n");
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    engine.send(b"# interrupt\n");
    assert!(engine.reply().starts_with("=1 "));
    assert!(start.elapsed() < SOON);
    engine.send(b"2 genmove w\n");
    assert!(engine.replies.recv_timeout(Duration::from_millis(500)).is_err(), "interrupted again");
    engine.send(b"# interrupt\n3 name\n");
    assert!(engine.reply().starts_with("=2 "));
    assert_eq!(engine.reply(), "=3 tesuji");
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly() {
    for input in ["name\n", "boardsize 9\nlz-analyze b 1\n"] {
        let mut child = command(&["--threads", "1"]).spawn().expect("the binary");
        drop(child.stdout.take());
        let mut pipe = child.stdin.take().expect("a pipe");
        // The pipe stays open: only the broken output can end the program.
        let _ = pipe.write_all(input.as_bytes());
        let deadline = Instant::now() + SOON;
        let status = loop {
            match child.try_wait().expect("a child") {
                Some(status) => break status,
                None if Instant::now() > deadline => {
                    let _ = child.kill();
                    panic!("still running after {input:?}");
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let mut errors = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        assert_eq!((status.code(), errors.as_str()), (Some(0), ""), "{input:?}");
    }
}

#[test]
fn standard_error_that_nobody_reads_or_that_is_closed_stops_nothing() {
    let mut child =
        command(&["--engine", "random"]).env("RUST_LOG", "trace").spawn().expect("the binary");
    drop(child.stderr.take());
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"name\nloadsgf nothing\n2 name\nquit\n").expect("a reading engine");
    let output = child.wait_with_output().expect("an end");
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stdout).as_ref()),
        (Some(0), "= tesuji\n\n? cannot load file\n\n=2 tesuji\n\n= \n\n")
    );
}

#[test]
fn a_line_of_a_million_bytes_is_one_command() {
    let mut engine = Engine::start(&["--engine", "random"]);
    engine.send(b"boardsize 9\n1 gogui-play_sequence");
    for _ in 0..70_000 {
        engine.send(b" b pass w pass ");
    }
    engine.send(b"\n2 gogui-play_sequence ");
    engine.send(&vec![b'x'; 1 << 20]);
    engine.send(b"\n");
    engine.send(&vec![0xff; 1 << 20]);
    engine.send(b"\n3 name\n");
    let replies: Vec<String> = (0..5).map(|_| engine.reply()).collect();
    assert_eq!(replies, ["= ", "=1 ", "?2 syntax error", "? unknown command", "=3 tesuji"]);
}

#[test]
fn thousands_of_queued_commands_are_answered_in_order() {
    let mut engine = Engine::start(&["--engine", "random"]);
    let mut input = String::from("boardsize 19\nplay B D4\nplay W Q16\n");
    for n in 0..1000 {
        input.push_str(&format!("{} play B K10\nplay W K11\nundo\nundo\n", n));
    }
    let start = Instant::now();
    engine.send(input.as_bytes());
    for _ in 0..3 {
        assert_eq!(engine.reply(), "= ");
    }
    for n in 0..1000 {
        assert_eq!(engine.reply(), format!("={n} "));
        for _ in 0..3 {
            assert_eq!(engine.reply(), "= ");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(8), "{:?}", start.elapsed());
}

#[test]
fn pondering_ends_when_a_command_comes() {
    let mut engine = Engine::start(&["--ponder", "--threads", "1", "--playouts", "50"]);
    engine.send(b"boardsize 9\ngenmove b\n");
    assert_eq!(engine.reply(), "= ");
    assert!(engine.reply().starts_with("= "));
    for command in ["1 time_left b 10 0", "2 name", "3 undo", "4 stop", "5 quit"] {
        std::thread::sleep(Duration::from_millis(50));
        engine.send(format!("{command}\n").as_bytes());
        assert!(engine.reply().starts_with(&format!("={}", &command[..1])), "{command}");
    }
    assert_eq!(engine.exit(SOON), Some(0));
}

#[test]
fn work_that_ends_by_itself_is_not_cut_short_by_a_queued_quit() {
    let asked = "kata-search_analyze b 100000 rootInfo true\nfinal_score\nfinal_status_list dead\n";
    let set_up = "boardsize 13\ngogui-play_sequence b D4 w K10 b K4 w D10\n";
    let answers = |ending: &str| {
        let limits = ["--threads", "1", "--seed", "1", "--playouts", "4000"];
        let mut engine = Engine::start(&limits);
        engine.send(format!("{set_up}{asked}{ending}").as_bytes());
        (0..5).map(|_| engine.reply()).collect::<Vec<_>>()
    };
    let (queued, waited) = (answers("quit\n"), answers(""));
    assert!(queued.iter().all(|reply| reply.starts_with('=')), "{queued:?}");
    assert_eq!(queued, waited);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_records() {
    let mut engine = Engine::start(&["--engine", "random"]);
    engine.send(b"loadsgf /dev/zero\nloadsgf .\nprintsgf /dev/null\nprintsgf .\nname\n");
    let replies: Vec<String> = (0..5).map(|_| engine.reply()).collect();
    let (load, save) = ("? cannot load file", "? cannot save file");
    assert_eq!(replies, [load, load, save, save, "= tesuji"]);
}
