//! The checks of GTP 2 (G. Farnebäck, draft 2, 2002), for engines that play Go. What single clients need beyond the
//! specification is told as a choice and not judged.

mod administration;
mod bytes;
mod ending;
mod handicap;
mod playing;
mod records;
mod scoring;
mod stones;
mod time;

use super::{Bench, Suite, seen};
use crate::controller::{Fault, Trouble};

/// The checks.
pub const SUITE: Suite = Suite {
    protocol: "gtp",
    checks: &[
        bytes::CHECKS,
        administration::CHECKS,
        playing::CHECKS,
        handicap::CHECKS,
        time::CHECKS,
        scoring::CHECKS,
        records::CHECKS,
        ending::CHECKS,
    ],
    begin,
};

/// Learns the commands. Every check needs that replies carry the id of their command.
fn begin(bench: &mut Bench) -> Result<(), Trouble> {
    let timeout = bench.timeout();
    let wire = bench.wire()?;
    wire.send(b"1 list_commands\n".to_vec())?;
    let reply = wire.reply(timeout)?;
    let Some(list) = reply.strip_prefix("=1") else {
        let text = format!("1 list_commands: the reply does not begin with =1: {}", seen(&[reply]));
        return Err(Trouble::new(Fault::Garbage, text));
    };
    bench.set_commands(list.split_whitespace().map(str::to_owned).collect());
    Ok(())
}
