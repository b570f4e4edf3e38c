//! Large tables that are read all over the place.

use std::alloc::{Layout, alloc_zeroed};

/// A table of that many values. A large one asks the system for large pages before it is written to: with small ones, the
/// look-up of an address costs as much again as that of the value.
pub fn filled<T>(count: usize, value: impl FnMut() -> T) -> Box<[T]> {
    let mut table = Vec::with_capacity(count);
    #[cfg(target_os = "linux")]
    advise(table.as_mut_ptr(), count * size_of::<T>());
    table.extend(std::iter::repeat_with(value).take(count));
    table.into_boxed_slice()
}

/// A type for which all bytes zero are a value.
///
/// # Safety
/// They must be.
pub unsafe trait Zero {}

/// A table of that many zeros that the system hands out page by page when they are first written to; as many as there is
/// memory for, halved until there is.
pub fn zeros<T: Zero>(count: usize) -> Box<[T]> {
    let mut count = count;
    loop {
        let Ok(layout) = Layout::array::<T>(count) else {
            count /= 2;
            continue;
        };
        if layout.size() == 0 {
            return Box::default();
        }
        // SAFETY: the layout is not of size zero.
        let start = unsafe { alloc_zeroed(layout) }.cast::<T>();
        if start.is_null() {
            count /= 2;
            continue;
        }
        #[cfg(target_os = "linux")]
        advise(start, layout.size());
        // SAFETY: the memory is of the layout of `count` values, comes from the allocator that `Box` uses, belongs to nobody
        // else, and its zeros are values of the type.
        return unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)) };
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: zero is a number.
    unsafe impl Zero for u64 {}

    #[test]
    fn zeros_are_zeros_and_never_too_many() {
        for count in [0, 1, 7, 1 << 20] {
            let table = zeros::<u64>(count);
            assert_eq!(table.len(), count);
            assert!(table.iter().all(|&n| n == 0));
        }
        // No machine has an eighth of all addresses.
        let table = zeros::<u64>(usize::MAX / 8);
        assert!(!table.is_empty() && table.len() < usize::MAX / 8);
    }
}
