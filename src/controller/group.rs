//! What an operating system offers beyond `std` for a program and everything it starts: process groups, processors,
//! processor time, and a guard that outlives us. Where there is no Unix, only the program itself is known.

use std::io;
use std::process::{Child, Command};
use std::time::Duration;

/// Starts a program as the leader of a group of its own, on these processors only (empty = all).
pub(super) fn start(mut command: Command, processors: &[usize]) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // Before there is anything to guard: the shorter the time between an engine's start and the word to the guard, the better.
    #[cfg(unix)]
    guard::begin();
    let child = if processors.is_empty() { command.spawn() } else { pinned(command, processors) }?;
    #[cfg(unix)]
    guard::tell('+', child.id());
    Ok(child)
}

/// A child takes over the processors of the thread that starts it: a thread for this one purpose.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn pinned(mut command: Command, processors: &[usize]) -> io::Result<Child> {
    use nix::sched::{CpuSet, sched_setaffinity};
    let mut set = CpuSet::new();
    for &processor in processors {
        set.set(processor)?;
    }
    let starter = std::thread::Builder::new().spawn(move || {
        sched_setaffinity(nix::unistd::Pid::from_raw(0), &set)?;
        command.spawn()
    })?;
    starter.join().unwrap_or_else(|_| Err(io::Error::other("the starting thread broke down")))
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn pinned(mut command: Command, _processors: &[usize]) -> io::Result<Child> {
    log::warn!("this system cannot keep a program on some processors");
    command.spawn()
}

/// Has the program ended? It keeps its number and its times until [`reap`].
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
    let Some(pid) = pid(child) else { return true };
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    !matches!(waitid(Id::Pid(pid), flags), Ok(WaitStatus::StillAlive))
}

/// Has the program ended?
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// Its exit status; `None` when a signal ended it.
    pub(super) code: Option<i32>,
    /// In words.
    pub(super) text: String,
}

/// Kills the whole group, waits for its leader and says how that ended.
pub(super) fn reap(child: &mut Child) -> End {
    #[cfg(unix)]
    if let Some(pid) = pid(child) {
        // There may be nobody left to kill.
        let _ = nix::sys::signal::killpg(pid, nix::sys::signal::Signal::SIGKILL);
    }
    let _ = child.kill();
    let status = child.wait();
    #[cfg(unix)]
    guard::tell('-', child.id());
    match status {
        Ok(status) => End { code: status.code(), text: describe(status) },
        Err(error) => End { code: None, text: format!("ended in an unknown way ({error})") },
    }
}

#[cfg(unix)]
fn pid(child: &Child) -> Option<nix::unistd::Pid> {
    i32::try_from(child.id()).ok().map(nix::unistd::Pid::from_raw)
}

fn describe(status: std::process::ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(number) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = nix::sys::signal::Signal::try_from(number).map_or("unknown", |s| s.as_str());
        return format!("ended by signal {number} ({name})");
    }
    match status.code() {
        Some(code) => format!("ended with exit status {code}"),
        None => "ended in an unknown way".into(),
    }
}

/// Processor time of a program, the programs it has started and those of them that have ended, to 0.01 s. `None` where
/// this cannot be told.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn cpu_time(child: &Child) -> Option<Duration> {
    // proc_pid_stat(5): times in units of 1/100 s (USER_HZ) on every machine that Rust's std runs on.
    fn ticks(pid: &str) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name stands in parentheses and may hold anything.
        let (_, fields) = stat.rsplit_once(')')?;
        // utime, stime, and of children waited for: fields 14 to 17, the state being field 3.
        fields.split_whitespace().skip(11).take(4).map(|field| field.parse::<u64>().ok()).sum()
    }
    let mut total = ticks(&child.id().to_string())?;
    let mut parents = vec![child.id().to_string()];
    // A process may start others without end; who has more than this is not measured but stopped elsewhere.
    let mut budget = 1000;
    while let Some(parent) = parents.pop() {
        let Ok(tasks) = std::fs::read_dir(format!("/proc/{parent}/task")) else { continue };
        for task in tasks.flatten() {
            let list = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            for child in list.split_whitespace() {
                budget -= 1;
                if budget == 0 {
                    return Some(Duration::from_millis(10 * total));
                }
                total += ticks(child).unwrap_or(0);
                parents.push(child.into());
            }
        }
    }
    Some(Duration::from_millis(10 * total))
}

/// Processor time of a program: cannot be told here.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub(super) fn cpu_time(_child: &Child) -> Option<Duration> {
    None
}

/// Who kills the engines when we are killed ourselves. A shell of its own group reads from a pipe which groups there are; the
/// pipe ends when we end, in whatever way, and then it kills those that are left. Linux' parent-death signal would reach
/// only the leader of a group and not the engine behind a wrapper script, would fire already when the starting thread ends, and
/// needs `unsafe`.
#[cfg(unix)]
mod guard {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{ChildStdin, Command, Stdio};
    use std::sync::{Mutex, PoisonError};

    const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
groups=
while read -r sign group; do
    rest=
    for other in $groups; do
        [ "$other" = "$group" ] || rest="$rest $other"
    done
    groups=$rest
    [ "$sign" = + ] && groups="$groups $group"
done
for group in $groups; do
    kill -KILL "-$group"
done
"#;

    enum Guard {
        NotYet,
        Listening(ChildStdin),
        Gone,
    }

    static GUARD: Mutex<Guard> = Mutex::new(Guard::NotYet);

    /// Starts the guard if there is none yet.
    pub(super) fn begin() {
        let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*guard, Guard::NotYet) {
            *guard = start();
        }
    }

    /// Tells the guard that there is such a group (`+`) or no longer (`-`).
    pub(super) fn tell(sign: char, group: u32) {
        let mut guard = GUARD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Guard::Listening(pipe) = &mut *guard
            && let Err(error) = writeln!(pipe, "{sign} {group}")
        {
            log::warn!("if this program is killed, engines may stay: {error}");
            *guard = Guard::Gone;
        }
    }

    fn start() -> Guard {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT]).process_group(0).current_dir("/");
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let pipe = shell.spawn().map(|mut child| child.stdin.take());
        match pipe {
            Ok(Some(pipe)) => Guard::Listening(pipe),
            other => {
                log::warn!("if this program is killed, engines may stay: {:?}", other.err());
                Guard::Gone
            }
        }
    }
}
