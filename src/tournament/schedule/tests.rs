//! What every schedule must keep, whatever the event.

use super::*;
use crate::tournament::PlayerSpec;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn event(format: Format, players: usize, games: usize) -> Event {
    Event { format, games, players: vec![PlayerSpec::default(); players], ..Event::default() }
}

/// Games with Black minus games with White, and number of meetings of each two.
fn tally(fixtures: &[Fixture]) -> (BTreeMap<usize, isize>, BTreeMap<[usize; 2], usize>) {
    let (mut colors, mut meetings) = (BTreeMap::new(), BTreeMap::new());
    for f in fixtures {
        assert_ne!(f.black, f.white);
        *colors.entry(f.black).or_insert(0) += 1;
        *colors.entry(f.white).or_insert(0) -= 1;
        *meetings.entry([f.black.min(f.white), f.black.max(f.white)]).or_insert(0) += 1;
    }
    (colors, meetings)
}

/// Numbers go on by one, pairs stand together, swap colours and share their opening.
fn check_order(event: &Event, fixtures: &[Fixture]) {
    assert!(fixtures.iter().map(|f| f.game).eq(1..=fixtures.len()));
    assert!(fixtures.iter().all(|f| f.seed >> 31 == 0));
    for two in fixtures.windows(2) {
        let [a, b] = two else { unreachable!() };
        assert!(a.round <= b.round && b.round <= a.round + 1);
        if a.pair == b.pair {
            assert!(event.alternate);
            assert_eq!(
                (a.black, a.white, a.opening, a.round),
                (b.white, b.black, b.opening, b.round)
            );
        } else {
            assert_eq!(b.pair, a.pair + 1);
        }
    }
    let mut sizes = BTreeMap::new();
    fixtures.iter().for_each(|f| *sizes.entry(f.pair).or_insert(0) += 1);
    assert!(sizes.values().all(|&games| games <= 2));
}

#[test]
fn a_match_alternates_and_its_odd_game_is_half_a_pair() {
    let games = fixtures(&event(Format::Match, 2, 5), 2);
    let facts: Vec<_> = games.iter().map(|f| (f.game, f.pair, f.black, f.opening)).collect();
    let expected = [(1, 1, 0, 0), (2, 1, 1, 0), (3, 2, 0, 1), (4, 2, 1, 1), (5, 3, 0, 0)]
        .map(|(game, pair, black, opening)| (game, pair, black, Some(opening)));
    assert_eq!(facts, expected);
    let fixed = Event { alternate: false, ..event(Format::Match, 2, 4) };
    let games = fixtures(&fixed, 0);
    check_order(&fixed, &games);
    assert!(games.iter().all(|f| f.black == 0 && f.opening.is_none() && f.pair == f.game));
    assert!(fixtures(&event(Format::Match, 1, 4), 0).is_empty());
    assert!(fixtures(&event(Format::RoundRobin, 0, 4), 0).is_empty());
}

/// The seeds are part of what is promised: a journal from today must be continued tomorrow.
#[test]
fn seeds_and_shuffles_are_fixed() {
    let seeds: Vec<u64> =
        [(1, 1), (1, 2), (2, 1), (0, 0)].map(|(event, game)| game_seed(event, game)).to_vec();
    assert_eq!(seeds, [790680964, 2026288756, 842278439, 605077779]);
    let shuffled = Event { opening_order: OpeningOrder::Random, ..event(Format::Match, 2, 12) };
    let order: Vec<_> =
        fixtures(&shuffled, 6).iter().step_by(2).filter_map(|f| f.opening).collect();
    assert_eq!(order, [1, 0, 4, 2, 5, 3]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn everybody_meets_everybody(players in 2usize..12, games in 1usize..6, openings in 0usize..9) {
        let event = event(Format::RoundRobin, players, games);
        let all = fixtures(&event, openings);
        check_order(&event, &all);
        let (colors, meetings) = tally(&all);
        prop_assert_eq!(meetings.len(), players * (players - 1) / 2);
        prop_assert!(meetings.values().all(|&count| count == games));
        prop_assert!(colors.values().all(|difference| difference.abs() <= 1), "{:?}", colors);
        // Nobody plays two pairings of a round.
        let mut seats = BTreeSet::new();
        for f in all.iter().filter(|f| f.black < f.white || games == 1) {
            if all.iter().find(|other| other.pair == f.pair).is_some_and(|first| first.game == f.game) {
                prop_assert!(seats.insert((f.round, f.black)) && seats.insert((f.round, f.white)));
            }
        }
        prop_assert!(all.iter().all(|f| f.opening.is_some() == (openings > 0)));
    }

    #[test]
    fn the_first_meets_the_others(players in 2usize..12, games in 1usize..6) {
        let event = event(Format::Gauntlet, players, games);
        let all = fixtures(&event, 3);
        check_order(&event, &all);
        let (colors, meetings) = tally(&all);
        prop_assert!(meetings.iter().all(|(two, &count)| two[0] == 0 && count == games));
        prop_assert_eq!(meetings.len(), players - 1);
        prop_assert!(colors.values().all(|difference| difference.abs() <= 1), "{:?}", colors);
    }

    /// A longer event begins with the shorter one.
    #[test]
    fn events_can_be_lengthened(
        players in 2usize..8,
        short in 0usize..6,
        more in 0usize..6,
        seed: u64,
        random: bool,
        format in 0usize..3,
    ) {
        let format = [Format::Match, Format::RoundRobin, Format::Gauntlet][format];
        let opening_order = if random { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let of = |games| {
            fixtures(&Event { seed, opening_order, ..event(format, players, games) }, 5)
        };
        let short = if format == Format::Match { short } else { short * 2 };
        let (before, after) = (of(short), of(short + more));
        prop_assert_eq!(&after[..before.len()], &before[..]);
    }

    /// All openings are used before one is used again: in the event, and by each two players.
    #[test]
    fn openings_are_used_in_turn(
        players in 2usize..6,
        games in 1usize..40,
        openings in 1usize..9,
        seed: u64,
        random: bool,
        alternate: bool,
    ) {
        let opening_order = if random { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let event =
            Event { seed, opening_order, alternate, ..event(Format::RoundRobin, players, games) };
        let mut taken = BTreeMap::new();
        let mut by_two: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for f in fixtures(&event, openings) {
            let opening = f.opening.unwrap();
            if taken.insert(f.pair, opening).is_none() {
                by_two.entry([f.black.min(f.white), f.black.max(f.white)]).or_default().push(opening);
            }
        }
        let taken: Vec<usize> = taken.into_values().collect();
        for sequence in by_two.values().chain([&taken]) {
            for block in sequence.chunks(openings) {
                let distinct: BTreeSet<_> = block.iter().collect();
                prop_assert_eq!(distinct.len(), block.len(), "{:?}", sequence);
            }
        }
    }

    /// Whole Swiss events with results by chance: near scores meet, nobody twice while that can be helped, byes go round.
    #[test]
    fn swiss_rounds(
        players in 2usize..18,
        games in 1usize..4,
        results in prop::collection::vec(0u8..3, 200),
    ) {
        let event = event(Format::Swiss, players, games);
        let count = rounds(&event);
        prop_assert_eq!(count, (players as f64).log2().ceil() as usize);
        let mut results = results.iter().cycle();
        let mut played: Vec<(Fixture, f64)> = Vec::new();
        let mut byes = vec![0; players];
        for round in 1..=count {
            let fixtures = next_round(&event, 4, &played);
            prop_assert_eq!(&fixtures, &swiss_round(&event, 4, round, &played));
            prop_assert_eq!(fixtures.len(), players / 2 * games);
            let seated: BTreeSet<_> = fixtures.iter().flat_map(|f| [f.black, f.white]).collect();
            prop_assert_eq!(seated.len(), players / 2 * 2);
            (0..players).filter(|p| !seated.contains(p)).for_each(|p| byes[p] += 1);
            played.extend(fixtures.into_iter().map(|f| (f, f64::from(*results.next().unwrap()) / 2.0)));
            // The order in which games ended does not matter.
            played.reverse();
        }
        prop_assert!(next_round(&event, 4, &played).is_empty());
        prop_assert!(byes.iter().all(|&count| count <= 1));
        let mut all: Vec<Fixture> = played.iter().map(|(f, _)| f.clone()).collect();
        all.sort_by_key(|f| f.game);
        check_order(&event, &all);
        let (colors, meetings) = tally(&all);
        // With at most log2(n) rounds a round without rematches always exists.
        prop_assert!(meetings.values().all(|&count| count == games), "{:?}", meetings);
        if games % 2 == 0 {
            prop_assert!(colors.values().all(|&difference| difference == 0));
        }
    }

    /// As many rounds as a round robin has can be played without a rematch only with luck; more than that never. Rounds
    /// go on all the same, and nobody meets one opponent twice more than another.
    #[test]
    fn swiss_events_may_be_longer_than_a_round_robin(players in 2usize..7, seed in 0usize..1000) {
        let event = Event { rounds: 9, ..event(Format::Swiss, players, 2) };
        let mut played: Vec<(Fixture, f64)> = Vec::new();
        for round in 0..9 {
            let fixtures = next_round(&event, 0, &played);
            prop_assert_eq!(fixtures.len(), players / 2 * 2);
            played.extend(fixtures.into_iter().map(|f| {
                let points = (f.game * 7 + seed + round) % 3;
                (f, points as f64 / 2.0)
            }));
        }
        prop_assert_eq!(played.len(), 9 * (players / 2) * 2);
    }
}

/// The first round of a Swiss event lets the halves meet; the second lets winners meet winners, those who had White those who
/// had Black.
#[test]
fn swiss_by_hand() {
    let event = event(Format::Swiss, 8, 1);
    let two = |f: &Fixture| [f.black.min(f.white), f.black.max(f.white)];
    let first = next_round(&event, 0, &[]);
    assert_eq!(first.iter().map(two).collect::<Vec<_>>(), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    // The player with the smaller number wins.
    let win = |f: Fixture| {
        let points = if f.black < f.white { 1.0 } else { 0.0 };
        (f, points)
    };
    let mut played: Vec<_> = first.into_iter().map(win).collect();
    let second = next_round(&event, 0, &played);
    assert_eq!(second.iter().map(two).collect::<Vec<_>>(), [[0, 3], [1, 2], [4, 7], [5, 6]]);
    played.extend(second.into_iter().map(win));
    let third = next_round(&event, 0, &played);
    assert_eq!(third.iter().map(two).collect::<Vec<_>>(), [[0, 1], [2, 4], [3, 5], [6, 7]]);
    assert!(
        next_round(&event, 0, &{
            played.extend(third.into_iter().map(win));
            let all: Vec<Fixture> = played.iter().map(|(f, _)| f.clone()).collect();
            assert!(tally(&all).0.values().all(|difference| difference.abs() == 1));
            played
        })
        .is_empty()
    );
}

/// A bye goes to the lowest, counts like won games, and nobody has a second one while others had none.
#[test]
fn byes() {
    let event = Event { rounds: 3, ..event(Format::Swiss, 3, 2) };
    let mut played = Vec::new();
    let mut absent = Vec::new();
    for _ in 0..3 {
        let fixtures = next_round(&event, 0, &played);
        absent.extend((0..3).filter(|p| fixtures.iter().all(|f| f.black != *p && f.white != *p)));
        played.extend(fixtures.into_iter().map(|f| (f, 0.5)));
    }
    // After the first round the one with the bye leads (2 points to 1), and of the others the lower one is out.
    assert_eq!(absent, [2, 1, 0]);
}
