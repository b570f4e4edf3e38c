//! Evaluators of Reversi.

pub mod patterns;
pub mod wpc;

use patterns::{LAYOUT, STAGES, Weights};
use std::sync::{Arc, LazyLock};

/// The weights in the program. Decoded once, however many engines use them; a file that does not read would be all zeros,
/// which the tests would notice.
pub fn built_in() -> Arc<Weights> {
    static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
        let read = Weights::decode(include_bytes!("../weights/reversi.bin"));
        Arc::new(read.unwrap_or_else(|_| {
            let nothing = std::array::from_fn::<_, STAGES, _>(|_| vec![0; LAYOUT.count()]);
            Weights::new(&nothing, [0; 61])
        }))
    });
    WEIGHTS.clone()
}
