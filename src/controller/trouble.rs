//! What goes wrong with an engine.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of trouble, as journals and reports name them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The program could not be started.
    Start,
    /// The program ended, or closed its output, while it should answer.
    Crash,
    /// No answer within the time a controller waits.
    Hang,
    /// What came is no answer of the protocol.
    Garbage,
    /// The engine answered that it cannot do what it must be able to do.
    Refusal,
    /// The move is against the rules.
    Illegal,
    /// The move came too late.
    Time,
    /// The engine's score is not that of the referee.
    Score,
    /// The engine did not end when it was told to.
    Quit,
}

impl Fault {
    /// Every kind.
    pub const ALL: [Fault; 9] = [
        Fault::Start,
        Fault::Crash,
        Fault::Hang,
        Fault::Garbage,
        Fault::Refusal,
        Fault::Illegal,
        Fault::Time,
        Fault::Score,
        Fault::Quit,
    ];

    /// Its name, the one that it is written with.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Start => "start",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::Garbage => "garbage",
            Fault::Refusal => "refusal",
            Fault::Illegal => "illegal",
            Fault::Time => "time",
            Fault::Score => "score",
            Fault::Quit => "quit",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What went wrong, and what there is to say of it: the command that was not answered, the answer that made no sense, the
/// exit status with the end of standard error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{fault}: {text}")]
pub struct Trouble {
    /// The kind.
    pub fault: Fault,
    /// The particulars, on one line.
    pub text: String,
}

impl Trouble {
    /// Trouble of that kind; line breaks in the text become blanks.
    pub fn new(fault: Fault, text: impl Into<String>) -> Trouble {
        let text: String = text.into();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Trouble { fault, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_journal() {
        for fault in Fault::ALL {
            assert_eq!(serde_json::to_string(&fault).unwrap(), format!("\"{fault}\""));
        }
        assert_eq!(Trouble::new(Fault::Crash, "a\n b").to_string(), "crash: a b");
    }
}
