//! Checks an engine against its protocol.

use super::arguments::{ComplianceOptions, Protocol};
use super::{Ended, Usage};
use crate::regression::compliance::{self, Outcome, Suite};
use crate::session::write_file;
use anyhow::{Context, Result};
use std::time::Duration;

/// The engine has faults.
const FAULTS: u8 = 1;

/// Makes the checks and prints what was found.
pub fn run(options: &ComplianceOptions) -> Result<()> {
    let suite: &Suite = match options.protocol {
        Protocol::Gtp => &compliance::gtp::SUITE,
    };
    if options.list {
        return super::print(&compliance::list(suite));
    }
    let groups = suite.groups();
    if let Some(wrong) = options.group.iter().find(|name| !groups.contains(&name.as_str())) {
        let text = format!("there is no group {wrong}; accepted: {}", groups.join(", "));
        return Err(Usage(text).into());
    }
    if let Some(path) = &options.json {
        super::regress::check_place(path)?;
    }
    let command = options.engine.as_deref().unwrap_or_default();
    let launch = super::regress::launch(command)?;
    let timeout = Duration::from_secs_f64(options.timeout);
    let findings = suite
        .run(&launch, timeout, &options.group, |finding| {
            log::info!(
                "{} {}: {}",
                finding.check.group,
                finding.check.name,
                finding.outcome.word()
            );
        })
        .map_err(|trouble| Usage(format!("{command} cannot be checked: {trouble}")))?;
    if let Some(path) = &options.json {
        write_file(path, compliance::json(suite, command, &findings).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    super::print(&compliance::table(&findings, options.brief))?;
    let faults = findings.iter().any(|finding| matches!(finding.outcome, Outcome::Fault(_)));
    if faults { Err(Ended(FAULTS).into()) } else { Ok(()) }
}
