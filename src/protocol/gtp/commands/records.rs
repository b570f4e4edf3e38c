//! Commands that read and write game records.

use super::{Row, has_records};
use crate::protocol::Ends;
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::{Server, done};
use crate::protocol::gtp::{Argument, FileName, command};
use crate::session::{read_file, write_file};
use std::path::Path;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command(
            "loadsgf",
            "Goes to the position before that move of a record, or to its end; board, komi and known rules come from it.",
            loadsgf,
        )
        .only(has_records),
        command("printsgf", "The game as a record, as the answer or into a file.", printsgf)
            .only(has_records),
    ]
}

fn loadsgf(server: &mut Server<'_>, file: FileName, before: Option<u32>) -> Answer {
    let bytes = read_file(&file.0).map_err(|error| {
        log::info!("{}: {error}", file.0.display());
        Failure::new(FileName::ERROR)
    })?;
    done(server.session.load(&bytes, before.unwrap_or(0) as usize))
}

fn printsgf(server: &mut Server<'_>, file: Option<FileName>) -> Answer {
    let text = server.attend(Ends::WhenDone, |session, stop| session.save(stop))?;
    match file {
        Some(file) if file.0 != Path::new("-") => {
            write_file(&file.0, text.as_bytes()).map_err(|error| {
                log::info!("{}: {error}", file.0.display());
                Failure::new("cannot save file")
            })?;
            done(Ok(()))
        }
        _ => Ok(text),
    }
}
