//! Commands about the score.

use super::{Row, has_status};
use crate::base::Color;
use crate::engine::PointStatus;
use crate::protocol::Ends;
use crate::protocol::gtp::argument::{Argument, text};
use crate::protocol::gtp::command;
use crate::protocol::gtp::response::Answer;
use crate::protocol::gtp::server::Server;
use nom::IResult;

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command("final_score", "The result if the game ended here.", final_score),
        command(
            "final_status_list",
            "The stones or points of that fate, a string of stones a line.",
            final_status_list,
        )
        .only(has_status),
    ]
}

/// The words of `final_status_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate(PointStatus);

const FATES: [(&str, PointStatus); 6] = [
    ("alive", PointStatus::Alive),
    ("seki", PointStatus::Seki),
    ("dead", PointStatus::Dead),
    ("white_territory", PointStatus::Territory(Color::White)),
    ("black_territory", PointStatus::Territory(Color::Black)),
    ("dame", PointStatus::Dame),
];

impl Argument for Fate {
    fn doc() -> String {
        FATES.map(|(word, _)| word).join("|")
    }

    fn read(input: &[u8]) -> IResult<&[u8], Fate> {
        text(input, |word| {
            FATES.iter().find(|(name, _)| *name == word).map(|&(_, status)| Fate(status))
        })
    }
}

fn final_score(server: &mut Server<'_>) -> Answer {
    Ok(server.attend(Ends::WhenDone, |session, stop| session.score(stop))?.to_string())
}

fn final_status_list(server: &mut Server<'_>, fate: Fate) -> Answer {
    let status = server.attend(Ends::WhenDone, |session, stop| session.status(stop))?;
    let session = &server.session;
    let size = session.size();
    let mut open: Vec<_> = size
        .points()
        .zip(status)
        .filter(|&(_, status)| status == fate.0)
        .map(|(point, _)| point)
        .collect();
    // Stones of one string stand on one line; other points stand alone with their equals.
    let mut lines = Vec::new();
    while !open.is_empty() {
        let mut block = vec![open.remove(0)];
        let mut next = 0;
        while let Some(&point) = block.get(next) {
            next += 1;
            for neighbor in point.neighbors() {
                let same = session.stone(neighbor) == session.stone(point);
                if let Some(at) = open.iter().position(|&p| p == neighbor && same) {
                    block.push(open.remove(at));
                }
            }
        }
        block.sort_unstable();
        lines.push(block.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    }
    Ok(lines.join("\n"))
}
