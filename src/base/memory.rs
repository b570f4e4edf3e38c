//! Large tables that are read all over the place.

/// A table of that many values. A large one asks the system for large pages before it is written to: with small ones, the
/// look-up of an address costs as much again as that of the value.
pub fn filled<T>(count: usize, value: impl FnMut() -> T) -> Box<[T]> {
    let mut table = Vec::with_capacity(count);
    #[cfg(target_os = "linux")]
    advise(table.as_mut_ptr(), count * size_of::<T>());
    table.extend(std::iter::repeat_with(value).take(count));
    table.into_boxed_slice()
}

/// Asks for large pages for an allocation of that many bytes. A refusal costs speed only.
#[cfg(target_os = "linux")]
fn advise<T>(start: *mut T, bytes: usize) {
    use nix::sys::mman::{MmapAdvise, madvise};
    /// What the system calls large on the usual machines.
    const LARGE: usize = 2 << 20;
    /// The unit in which advice is given; a multiple of every page size in use.
    const PAGE: usize = 1 << 16;
    if bytes < 2 * LARGE {
        return;
    }
    let skipped = start.addr().next_multiple_of(PAGE) - start.addr();
    let length = (bytes - skipped) / PAGE * PAGE;
    if let Some(first) = std::ptr::NonNull::new(start.wrapping_byte_add(skipped).cast()) {
        // SAFETY: the range lies inside one allocation of ours, and the advice changes no contents.
        let _ = unsafe { madvise(first, length, MmapAdvise::MADV_HUGEPAGE) };
    }
}
