//! The controller's side of the protocols, against programs that behave badly.

#[cfg(unix)]
mod process;

use std::time::Duration;

/// For what should come at once. The machine may be busy with other tests.
const SOON: Duration = Duration::from_secs(20);
