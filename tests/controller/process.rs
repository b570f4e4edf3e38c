//! Processes: what a program may do to whoever has started it. The programs are lines of shell.

use super::{SHORT, SOON, temporary};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tesuji::controller::{Fault, GtpClient, Launch, Process};

fn shell(script: &str) -> Launch {
    let words = ["sh", "-c", script].map(String::from).to_vec();
    Launch { words, ..Launch::default() }
}

fn start(script: &str) -> Process {
    Process::start(&shell(script)).expect("a shell")
}

/// Is there a process with that number that is not a corpse?
fn lives(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps");
    let state = String::from_utf8_lossy(&state.stdout).trim().to_string();
    !state.is_empty() && !state.starts_with('Z')
}

fn dies(pid: &str) -> bool {
    let until = Instant::now() + SOON;
    while lives(pid) && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
    !lives(pid)
}

#[test]
fn lines_go_in_and_come_out() {
    let mut engine = start("while read -r line; do echo \"<$line>\"; done");
    for line in ["one", "two\tthree", "four\nfive"] {
        engine.write_line(line).unwrap();
    }
    for line in ["<one>", "<two three>", "<four five>"] {
        assert_eq!(engine.read_line(SOON).unwrap(), line);
    }
    assert_eq!(engine.try_line(), Ok(None));
    assert_eq!(engine.close(SOON), Ok(()));
    assert!(engine.has_ended());
    assert_eq!(engine.read_line(SOON).unwrap_err().fault, Fault::Crash);
    assert_eq!(engine.write_line("x").unwrap_err().fault, Fault::Crash);
}

#[test]
fn a_program_that_is_not_there() {
    let not_there = Launch { words: vec!["./no such program".into()], ..Launch::default() };
    let trouble = Process::start(&not_there).unwrap_err();
    assert_eq!(trouble.fault, Fault::Start);
    assert!(trouble.text.contains("no such program"), "{trouble}");
    assert_eq!(Process::start(&Launch::default()).unwrap_err().fault, Fault::Start);
    let folder = Launch { folder: Some("no such folder".into()), ..shell("true") };
    assert!(Process::start(&folder).unwrap_err().text.contains("no such folder"));
    let log = Launch { error_log: Some("no/such/file".into()), ..shell("true") };
    assert!(Process::start(&log).unwrap_err().text.contains("no/such/file"));
    let processor = Launch { processors: vec![1_000_000], ..shell("true") };
    assert_eq!(Process::start(&processor).unwrap_err().fault, Fault::Start);
}

#[test]
fn crashes_say_how_and_the_last_words() {
    let cases = [
        ("echo the last words >&2; exit 3", "exit status 3; its last words: the last words"),
        ("kill -SEGV $$", "signal 11 (SIGSEGV)"),
        ("echo first; exit 0", "exit status 0"),
        // A child that keeps the output open does not hide the end.
        ("sleep 1000 & exit 4", "exit status 4"),
        ("exec >&-; sleep 1000", "closed its output"),
    ];
    for (script, end) in cases {
        let mut engine = start(script);
        let trouble = loop {
            match engine.read_line(SOON) {
                Ok(line) => assert_eq!(line, "first"),
                Err(trouble) => break trouble,
            }
        };
        assert_eq!(trouble.fault, Fault::Crash, "{script}");
        assert!(trouble.text.contains(end), "{script}: {trouble}");
    }
}

#[test]
fn silence_is_waited_for_no_longer_than_said() {
    let mut engine = start("sleep 1000");
    let before = Instant::now();
    assert_eq!(engine.read_line(SHORT).unwrap_err().fault, Fault::Hang);
    assert!(before.elapsed() >= SHORT && before.elapsed() < SOON);
    assert_eq!(engine.read_line(Duration::ZERO).unwrap_err().fault, Fault::Hang);
}

#[test]
fn a_program_that_never_reads() {
    let mut engine = start("sleep 1000");
    engine.set_patience(SHORT);
    let line = "x".repeat(10_000);
    let trouble = (0..1000).find_map(|_| engine.write_line(&line).err()).expect("a full pipe");
    assert_eq!(trouble.fault, Fault::Hang);
    let before = Instant::now();
    assert_eq!(engine.close(SHORT).unwrap_err().fault, Fault::Quit);
    assert!(before.elapsed() < SOON);
}

#[test]
fn standard_error_never_blocks_and_is_kept() {
    let log = temporary("errors");
    let flood = "head -c 10000000 /dev/zero | tr '\\0' e >&2; echo >&2; echo the end >&2; echo done; read x";
    let mut engine =
        Process::start(&Launch { error_log: Some(log.clone()), ..shell(flood) }).unwrap();
    assert_eq!(engine.read_line(SOON).unwrap(), "done");
    assert_eq!(engine.close(SOON), Ok(()));
    let until = Instant::now() + SOON;
    while !engine.error_tail().ends_with("the end\n") && Instant::now() < until {
        thread::sleep(Duration::from_millis(1));
    }
    let tail = engine.error_tail();
    assert!(tail.ends_with("e\nthe end\n") && tail.len() == 8 << 10, "{} bytes", tail.len());
    assert_eq!(fs::metadata(&log).unwrap().len(), 10_000_009);
    let mut again =
        Process::start(&Launch { error_log: Some(log.clone()), ..shell("echo more >&2") }).unwrap();
    assert_eq!(again.read_line(SOON).unwrap_err().fault, Fault::Crash);
    assert_eq!(fs::metadata(&log).unwrap().len(), 10_000_014, "appended");
    fs::remove_file(&log).unwrap();
}

#[test]
fn output_without_end_costs_no_memory() {
    let mut engine = start("head -c 50000000 /dev/zero | tr '\\0' x; echo; echo next");
    assert_eq!(engine.read_line(SOON).unwrap_err().fault, Fault::Garbage);
    assert_eq!(engine.read_line(SOON).unwrap(), "next");
    let mut engine = start("yes");
    assert_eq!(engine.read_line(SOON).unwrap(), "y");
    assert_eq!(engine.close(SHORT).unwrap_err().fault, Fault::Quit);
}

#[test]
fn nothing_in_the_group_survives() {
    for how in ["close", "close late", "kill", "drop"] {
        let wait = if how == "close" { "read x" } else { "trap '' TERM; sleep 1000; sleep 1000" };
        let mut engine = start(&format!("sleep 1000 & echo $!; {wait}"));
        let sleeper = engine.read_line(SOON).unwrap();
        let leader = engine.id().to_string();
        assert!(lives(&sleeper) && lives(&leader), "{how}");
        match how {
            "close" => assert_eq!(engine.close(SOON), Ok(())),
            "close late" => assert_eq!(engine.close(SHORT).unwrap_err().fault, Fault::Quit),
            "kill" => engine.kill(),
            _ => drop(engine),
        }
        assert!(dies(&sleeper) && dies(&leader), "{how}");
    }
}

#[test]
fn a_closing_program_may_still_talk() {
    let mut engine = start("read x; head -c 300000 /dev/zero | tr '\\0' '\\n'; exit 0");
    assert_eq!(engine.close(SOON), Ok(()));
}

#[test]
#[cfg(target_os = "linux")]
fn processor_time_is_that_of_the_whole_family() {
    let work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    // Done by a living child, by a child that has ended, by the program itself.
    let cases = [
        format!("sh -c '{work}; echo done; read x'; true"),
        format!("sh -c '{work}; true'; echo done; read x"),
        format!("{work}; echo done; read x"),
    ];
    for script in cases {
        let mut engine = start(&script);
        assert_eq!(engine.read_line(SOON).unwrap(), "done");
        let running = engine.cpu_time().unwrap();
        assert!(running >= Duration::from_millis(30) && running < SOON, "{script}: {running:?}");
        assert_eq!(engine.close(SOON), Ok(()));
        assert!(engine.cpu_time().unwrap() >= running, "{script}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn processors_folder_and_environment() {
    let folder = temporary("folder");
    fs::create_dir_all(folder.join("bin")).unwrap();
    let program = folder.join("bin/engine");
    fs::write(
        &program,
        "#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status\npwd -P\necho $NOISE\n",
    )
    .unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&program, mode).unwrap();
    let launch = Launch {
        words: vec!["bin/engine".into()],
        folder: Some(folder.clone()),
        environment: vec![("NOISE".into(), "loud".into())],
        processors: vec![0],
        ..Launch::default()
    };
    let mut engine = Process::start(&launch).unwrap();
    assert_eq!(engine.read_line(SOON).unwrap(), "Cpus_allowed_list:\t0");
    let real = fs::canonicalize(&folder).unwrap();
    assert_eq!(PathBuf::from(engine.read_line(SOON).unwrap()), real);
    assert_eq!(engine.read_line(SOON).unwrap(), "loud");
    drop(engine);
    fs::remove_dir_all(&folder).unwrap();
}

/// Not a test of its own: the victim of the next one. It is started as a program, holds an engine behind a wrapper, says which
/// processes there are, and waits to be killed.
#[test]
#[ignore = "started by another test"]
fn victim() {
    let mut engine = start("sleep 1000 & echo $!; sleep 1000; true");
    let sleeper = engine.read_line(SOON).unwrap();
    // Standard output belongs to the test harness.
    let path = std::env::var("VICTIM").expect("a path");
    fs::write(format!("{path}.new"), format!("{} {sleeper}", engine.id())).unwrap();
    fs::rename(format!("{path}.new"), path).unwrap();
    thread::sleep(Duration::from_secs(100));
}

#[test]
fn engines_die_with_their_controller() {
    let told = temporary("victim");
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "process::victim"])
        .env("VICTIM", &told)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + SOON;
    let pids = loop {
        if let Ok(pids) = fs::read_to_string(&told) {
            break pids;
        }
        assert!(Instant::now() < until, "the victim says nothing");
        thread::sleep(Duration::from_millis(5));
    };
    assert!(pids.split(' ').all(lives), "{pids}");
    victim.kill().unwrap();
    victim.wait().unwrap();
    assert!(pids.split(' ').all(dies), "{pids}");
    fs::remove_file(&told).unwrap();
}

#[test]
fn gtp_over_a_shell() {
    let script = "while read -r c x; do case $c in
        list_commands) printf '= name\\nplay\\n\\n';;
        name) printf '\\r\\n\\n=7 a\\tb\\001\\r\\n\\r\\n';;
        fail) printf '? illegal move\\n\\n';;
        twice) printf '=\\n\\n=\\n\\n';;
        quit) printf '=\\n\\n'; exit;;
        *) printf 'what?\\n';; esac; done";
    let mut client = GtpClient::start(&shell(script), SOON).unwrap();
    assert_eq!(client.commands(), ["name", "play"]);
    assert!(client.knows("play") && !client.knows("fail"));
    assert_eq!(client.send("name", SOON).unwrap(), "a b");
    assert_eq!(client.ask("fail", SOON).unwrap(), Err("illegal move".into()));
    assert_eq!(client.send("fail", SOON).unwrap_err().fault, Fault::Refusal);
    assert_eq!(client.send("name", SOON).unwrap(), "a b");
    assert_eq!(client.close(SOON), Ok(()));
    let mut client = GtpClient::start(&shell(script), SOON).unwrap();
    let trouble = client.send("other", SOON).unwrap_err();
    assert_eq!(trouble.fault, Fault::Garbage);
    assert!(trouble.text.contains("`other`") && trouble.text.contains("what?"), "{trouble}");
    assert_eq!(client.send("name", SOON), Err(trouble));
    assert_eq!(client.close(SOON), Ok(()));
    let trouble = GtpClient::start(&shell("echo no licence >&2; exit 1"), SOON).unwrap_err();
    assert_eq!(trouble.fault, Fault::Start);
    assert!(trouble.text.contains("no licence"), "{trouble}");
}
