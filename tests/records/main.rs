//! Game records, held against files from public bug reports, against another reader, and against noise.

mod against_other_reader;
mod files;
mod noise;
mod round_trip;

use tesuji::base::Color;
use tesuji::record::sgf::{Event, GameRecord, parse};

/// The first game of a file.
fn game(bytes: &[u8]) -> GameRecord {
    let collection =
        parse(bytes).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(bytes)));
    let tree = collection.first().expect("a collection has a tree");
    GameRecord::from_tree(tree)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(bytes)))
}

/// Events as text: `B C7`, `W pass`, `turn B`, `setup B A1 A2 W B1 E C3`.
fn script<'a>(events: impl Iterator<Item = Event<'a>>) -> Vec<String> {
    events
        .map(|event| match event {
            Event::Move(color, mv) => format!("{} {mv}", color.letter()),
            Event::SetPlayer(color) => format!("turn {}", color.letter()),
            Event::Refused(points) => format!("refused {}", points.len()),
            Event::Setup(setup) => {
                let mut text = "setup".to_owned();
                for (letter, points) in
                    [("B", &setup.black), ("W", &setup.white), ("E", &setup.empty)]
                {
                    if !points.is_empty() {
                        text = format!("{text} {letter}");
                    }
                    points.iter().for_each(|point| text = format!("{text} {point}"));
                }
                text
            }
        })
        .collect()
}

/// All that happens in the first game of a file.
fn events(bytes: &[u8]) -> Vec<String> {
    script(game(bytes).events())
}

/// Colour of a letter in a test table.
fn color(letter: char) -> Color {
    letter.to_string().parse().expect("b or w")
}
