//! The 8x8 board at full speed: two words, the discs of the side to move and those of the other.
//!
//! Bit 0 is a1, bit 1 b1, bit 8 a2. The operations come in versions for the instructions that a processor may have; code
//! that lives on their speed is compiled once for each by `per_cpu!` and the version chosen when the program runs
//! ([`Cpu::detect`]).

mod perft;
pub mod portable;
mod stability;
#[cfg(target_arch = "x86_64")]
pub mod v3;
#[cfg(target_arch = "x86_64")]
pub mod v4;

pub use perft::perft;
pub use stability::Stability;

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

/// White's discs, then Black's, at the start: White on d4 and e5, Black on e4 and d5.
pub const START: [u64; 2] = [1 << 28 | 1 << 35, 1 << 27 | 1 << 36];

/// Says that the processor has been looked at: only [`Cpu::all`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen(());

/// Which version of the operations a processor can run. Versions that need more than any processor has come from
/// [`Cpu::all`] alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cpu {
    /// Any.
    Portable,
    /// x86-64-v3: AVX2, BMI, POPCNT, LZCNT.
    #[cfg(target_arch = "x86_64")]
    V3(Seen),
    /// x86-64-v4: AVX-512 F, CD, VL, DQ, BW beside that.
    #[cfg(target_arch = "x86_64")]
    V4(Seen),
}

impl Cpu {
    /// All versions that this processor can run, the plainest first.
    pub fn all() -> Vec<Cpu> {
        #[allow(unused_mut)]
        let mut all = vec![Cpu::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let has_v3 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt");
            let has_v4 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512bw");
            if has_v3 {
                all.push(Cpu::V3(Seen(())));
            }
            if has_v3 && has_v4 {
                all.push(Cpu::V4(Seen(())));
            }
        }
        all
    }

    /// The best version that this processor can run.
    pub fn detect() -> Cpu {
        Cpu::all().pop().unwrap_or(Cpu::Portable)
    }
}

/// Compiles functions once for each [`Cpu`], in modules `portable`, `v3` and `v4`, each with the operations of that name
/// in scope as `cpu`; `with MODULE as NAME;` in front brings what MODULE compiled for the same processor into scope.
macro_rules! per_cpu {
    (with $module:ident as $alias:ident; $($item:item)*) => {
        $crate::games::reversi::eight::per_cpu! { @ [$module $alias] $($item)* }
    };
    (@ [$($module:ident $alias:ident)?] $($item:item)*) => {
        pub(crate) mod portable {
            #[allow(unused_imports)]
            use super::*;
            use crate::games::reversi::eight::portable as cpu;
            $(use super::$module::portable as $alias;)?
            $($item)*
        }
        #[cfg(target_arch = "x86_64")]
        pub(crate) mod v3 {
            #[allow(unused_imports)]
            use super::*;
            use crate::games::reversi::eight::v3 as cpu;
            $(use super::$module::v3 as $alias;)?
            $(#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")] $item)*
        }
        #[cfg(target_arch = "x86_64")]
        pub(crate) mod v4 {
            #[allow(unused_imports)]
            use super::*;
            use crate::games::reversi::eight::v4 as cpu;
            $(use super::$module::v4 as $alias;)?
            $(#[target_feature(
                enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512cd,avx512vl,avx512dq,avx512bw"
            )] $item)*
        }
    };
    ($($item:item)*) => {
        $crate::games::reversi::eight::per_cpu! { @ [] $($item)* }
    };
}
pub(crate) use per_cpu;

/// Calls a function that [`per_cpu!`] made, in the version for that processor. Sound because a [`Cpu`] other than
/// `Portable` comes from [`Cpu::all`] only.
macro_rules! on_cpu {
    ($cpu:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $cpu {
            $crate::games::reversi::eight::Cpu::Portable => portable::$function($($argument),*),
            // SAFETY: this version is only ever made for a processor that has these instructions.
            #[cfg(target_arch = "x86_64")]
            $crate::games::reversi::eight::Cpu::V3(_) => unsafe { v3::$function($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            $crate::games::reversi::eight::Cpu::V4(_) => unsafe { v4::$function($($argument),*) },
        }
    };
}
pub(crate) use on_cpu;

/// The squares of a set, lowest first.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

/// What the side to move wins by when the game is over: empty squares go to the winner.
#[inline]
pub fn final_margin(own: u64, other: u64) -> i32 {
    let (own, other) = (own.count_ones().cast_signed(), other.count_ones().cast_signed());
    match own - other {
        0 => 0,
        difference if difference > 0 => 64 - 2 * other,
        _ => 2 * own - 64,
    }
}

#[cfg(test)]
mod tests;
