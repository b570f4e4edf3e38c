//! Which instructions the network is computed with.

/// A set of instructions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kernel {
    /// Any processor.
    Scalar,
    /// 64-bit ARM.
    Neon,
    /// AVX2 and FMA of x86-64.
    Avx2,
    /// AVX-512 F, VL, DQ, BW of x86-64.
    Avx512,
    /// Beside these AVX-512 BF16 of x86-64: convolutions of 3x3 are computed with numbers of eight bits of precision.
    Bf16,
    /// Beside these AMX for bfloat16, of x86-64 under Linux: all convolutions are.
    Amx,
}

/// How exactly a network is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// As fast as the processor can, bfloat16 included.
    Fast,
    /// With f32 throughout. All kernels for it but [`Kernel::Scalar`] compute the same bits.
    Full,
}

impl Kernel {
    /// All of them, the plainest first.
    pub const ALL: [Kernel; 6] =
        [Kernel::Scalar, Kernel::Neon, Kernel::Avx2, Kernel::Avx512, Kernel::Bf16, Kernel::Amx];

    /// Those that this processor has, the plainest first.
    pub fn available() -> impl Iterator<Item = Kernel> {
        Kernel::ALL.into_iter().filter(|kernel| kernel.check().is_some())
    }

    /// Does it compute with bfloat16?
    pub fn is_rough(self) -> bool {
        matches!(self, Kernel::Bf16 | Kernel::Amx)
    }

    /// Looks at the processor.
    pub(super) fn check(self) -> Option<Checked> {
        let has = match self {
            Kernel::Scalar => true,
            Kernel::Neon => cfg!(target_arch = "aarch64"),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                Kernel::Avx2.check().is_some()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Bf16 => {
                Kernel::Avx512.check().is_some() && is_x86_feature_detected!("avx512bf16")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 | Kernel::Bf16 => false,
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Kernel::Amx => Kernel::Bf16.check().is_some() && super::amx::permitted(),
            #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
            Kernel::Amx => false,
        };
        has.then_some(Checked(self))
    }
}

/// A kernel that this processor has: only [`Kernel::check`] makes one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked(Kernel);

impl Checked {
    /// The best there is for that precision.
    pub fn best(precision: Precision) -> Checked {
        let wanted = |kernel: &Kernel| precision == Precision::Fast || !kernel.is_rough();
        let best = Kernel::available().filter(wanted).last();
        best.and_then(Kernel::check).unwrap_or(Checked(Kernel::Scalar))
    }

    /// Which it is.
    pub fn kernel(self) -> Kernel {
        self.0
    }
}

/// Makes of a function over [`super::lanes::Lanes`] one that is compiled for every kernel and takes a [`Checked`] first.
macro_rules! per_kernel {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($argument:ident: $kind:ty),* $(,)?) = $generic:ident) => {
        $(#[$doc])*
        $vis fn $name(kernel: $crate::eval::net::kernel::Checked, $($argument: $kind),*) {
            use $crate::eval::net::kernel::Kernel;
            use $crate::eval::net::lanes;
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($argument: $kind),*) {
                // SAFETY: this function is for processors that have these instructions.
                unsafe { $generic::<lanes::Avx2>($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq,avx512bw")]
            fn avx512($($argument: $kind),*) {
                // SAFETY: this function is for processors that have these instructions.
                unsafe { $generic::<lanes::Avx512>($($argument),*) }
            }
            match kernel.kernel() {
                // SAFETY: the kernel has been checked.
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: the kernel has been checked.
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512 | Kernel::Bf16 | Kernel::Amx => unsafe { avx512($($argument),*) },
                // SAFETY: every 64-bit ARM processor has these instructions.
                #[cfg(target_arch = "aarch64")]
                Kernel::Neon => unsafe { $generic::<lanes::Neon>($($argument),*) },
                // SAFETY: no instructions beyond those that the program is compiled for.
                _ => unsafe { $generic::<lanes::Plain>($($argument),*) },
            }
        }
    };
}
pub(super) use per_kernel;
