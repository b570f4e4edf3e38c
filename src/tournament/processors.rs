//! Which processors the games get.

/// The processors this program may run on; as many as the system names where it does not tell which.
pub fn all() -> Vec<usize> {
    match allowed() {
        found if !found.is_empty() => found,
        _ => (0..std::thread::available_parallelism().map_or(1, usize::from)).collect(),
    }
}

/// Processors for so many games at a time, none in two shares; nothing if there are fewer processors than games.
pub fn shares(games: usize) -> Vec<Vec<usize>> {
    share(&all(), games)
}

fn share(processors: &[usize], games: usize) -> Vec<Vec<usize>> {
    let each = processors.len().checked_div(games).unwrap_or(0);
    if each == 0 {
        return Vec::new();
    }
    processors.chunks(each).take(games).map(<[usize]>::to_vec).collect()
}

#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use nix::sched::{CpuSet, sched_getaffinity};
    use nix::unistd::Pid;
    let Ok(set) = sched_getaffinity(Pid::from_raw(0)) else { return Vec::new() };
    (0..CpuSet::count()).filter(|&number| set.is_set(number).unwrap_or(false)).collect()
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

/// Binds the calling thread, and all that it starts, to these processors; does nothing where the system cannot.
#[cfg(target_os = "linux")]
pub fn bind(processors: &[usize]) {
    use nix::sched::{CpuSet, sched_setaffinity};
    use nix::unistd::Pid;
    let mut set = CpuSet::new();
    let known = processors.iter().all(|&number| set.set(number).is_ok());
    if !known || sched_setaffinity(Pid::from_raw(0), &set).is_err() {
        log::warn!("a game cannot be bound to the processors {processors:?}");
    }
}

/// Binds the calling thread, and all that it starts, to these processors; does nothing where the system cannot.
#[cfg(not(target_os = "linux"))]
pub fn bind(_processors: &[usize]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_processor_is_shared() {
        assert_eq!(share(&[0, 1, 4, 5, 6], 2), [vec![0, 1], vec![4, 5]]);
        assert_eq!(share(&[0, 1], 2), [vec![0], vec![1]]);
        assert!(share(&[0, 1], 3).is_empty());
        assert!(share(&[], 1).is_empty());
        assert!(!all().is_empty());
    }
}
