//! Whole games.

use super::*;
use crate::tournament::{PlayerSpec, players};

fn fixture() -> Fixture {
    Fixture { game: 1, round: 1, pair: 1, black: 0, white: 1, opening: None, seed: 7 }
}

fn event(engines: [&str; 2]) -> Event {
    let spec = |engine: &str| PlayerSpec { engine: engine.into(), ..PlayerSpec::default() };
    Event { size: "9".into(), players: engines.map(spec).to_vec(), ..Event::default() }
}

fn play_built_in(event: &Event) -> Entry {
    let mut black = players::open(&event.players[0], event, &[]).unwrap();
    let mut white = players::open(&event.players[1], event, &[]).unwrap();
    let stop = Stop::default();
    match play(event, &fixture(), None, ["A", "B"], [&mut *black, &mut *white], &stop).unwrap() {
        Outcome::Finished(entry) => *entry,
        Outcome::BrokenOff => panic!("broken off"),
    }
}

#[test]
fn random_players_replay() {
    let event = event(["random", "random"]);
    let (one, two) = (play_built_in(&event), play_built_in(&event));
    assert_eq!(one.ending, Ending::Score);
    assert_eq!((one.result, one.moves.len()), (two.result, two.moves.len()));
    assert!(one.moves.len() > 40);
}

#[test]
fn dates() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_796_126_400, "2026-12-01T12:00:00Z"),
        (4_107_542_399, "2100-02-28T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(utc(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)), text);
    }
}
