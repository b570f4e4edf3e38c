//! The referee by hand-made cases, the views by random games, the sampler against all games there are.

use super::*;
use crate::base::{BoardSize, Color, Move, Point, Rng, below, seeded};
use crate::game::kit::{check_game, check_views};
use crate::game::{Illegal, Information, State, Verdict};
use crate::games::go::GoState;
use std::collections::BTreeSet;

const COUNTED: PhantomRules = PhantomRules { taken: TakenTold::Count, ..PhantomRules::CONTEST };
const SILENT: PhantomRules = PhantomRules { tell_passes: false, ..PhantomRules::CONTEST };
const LOUD: PhantomRules =
    PhantomRules { call_atari: true, tell_reasons: true, ..PhantomRules::OLYMPIAD };
const LOOSE: PhantomRules = PhantomRules { ko: PhantomKo::Unsure, ..PhantomRules::CONTEST };

fn all_rules() -> Vec<PhantomRules> {
    let mut rules: Vec<_> = PHANTOM_RULE_SETS.iter().map(|set| set.rules).collect();
    rules.extend([COUNTED, SILENT, LOUD, LOOSE]);
    rules.push(PhantomRules { ko: PhantomKo::Positional, ..PhantomRules::CONTEST });
    rules.push(PhantomRules {
        ko: PhantomKo::Free,
        tries: Tries::AtMost(2),
        ..PhantomRules::CONTEST
    });
    rules
}

fn game(side: usize, rules: PhantomRules) -> PhantomState {
    PhantomState::new(BoardSize::square(side).unwrap(), rules, 0.5)
}

fn point(text: &str) -> Point {
    text.parse::<Move>().unwrap().point().unwrap()
}

/// Tries these moves, which must all be accepted.
fn play(state: &mut PhantomState, moves: &str) {
    for text in moves.split_whitespace() {
        assert_eq!(state.attempt(text.parse().unwrap()), Ok(Verdict::Accepted), "{text}");
    }
}

fn told(state: &PhantomState, player: Color) -> Vec<String> {
    state.told(player).iter().map(Event::to_string).collect()
}

#[test]
fn what_players_are_told() {
    let mut state = game(9, PhantomRules::CONTEST);
    play(&mut state, "B9 A9");
    assert_eq!(state.attempt(Move::at(point("A9"))), Ok(Verdict::Refused));
    let again = state.attempt(Move::at(point("A9")));
    assert_eq!(again, Err(Illegal::Rule("refused before in this turn")));
    play(&mut state, "A8 pass");
    assert_eq!(
        told(&state, Color::Black),
        ["played B9", "opponent played", "refused A9", "played A8 taken 1 A9", "opponent passed"]
    );
    assert_eq!(
        told(&state, Color::White),
        ["opponent played", "played A9", "opponent played lost 1 A9", "passed"]
    );
    play(&mut state, "pass");
    assert!(state.outcome().is_some());
    assert_eq!(told(&state, Color::Black).last().map(String::as_str), Some("over"));
}

#[test]
fn every_option_of_telling() {
    let mut state = game(9, LOUD);
    play(&mut state, "B9 A9 E5");
    let heard = ["opponent played", "played A9", "opponent played"];
    assert_eq!(told(&state, Color::White), heard);
    assert_eq!(told(&state, Color::Black)[..2], ["played B9", "opponent played"]);
    assert_eq!(state.attempt(Move::at(point("E5"))), Ok(Verdict::Refused));
    assert_eq!(told(&state, Color::White).last().unwrap(), "refused E5 occupied");
    assert_eq!(told(&state, Color::Black).last().unwrap(), "opponent refused");
    let mut state = game(9, LOUD);
    play(&mut state, "A9 B9");
    assert_eq!(told(&state, Color::Black), ["played A9", "opponent played", "atari"]);
    assert_eq!(told(&state, Color::White), ["opponent played", "played B9", "atari"]);
    let mut state = game(9, COUNTED);
    play(&mut state, "B9 A9 A8");
    assert_eq!(told(&state, Color::Black).last().unwrap(), "played A8 taken 1");
    assert_eq!(told(&state, Color::White).last().unwrap(), "opponent played lost 1 A9");
    let mut state = game(9, SILENT);
    play(&mut state, "B9 pass");
    assert_eq!(told(&state, Color::Black).last().unwrap(), "opponent moved");
    assert_eq!(told(&state, Color::White)[0], "opponent moved");
}

#[test]
fn ko_by_every_rule() {
    let position = |rules| {
        let mut state = game(5, rules);
        // Black: B3 C4 C2, White: C3 D4 D2 E3, White takes nothing yet; Black D3 takes C3.
        play(&mut state, "C4 D4 C2 D2 B3 E3 A1 C3 D3");
        state
    };
    for (rules, verdict) in [
        (PhantomRules::CONTEST, Verdict::Refused),
        (PhantomRules { ko: PhantomKo::Positional, ..PhantomRules::CONTEST }, Verdict::Refused),
        (PhantomRules { ko: PhantomKo::Situational, ..PhantomRules::CONTEST }, Verdict::Refused),
        (PhantomRules { ko: PhantomKo::Draw, ..PhantomRules::CONTEST }, Verdict::Refused),
        (PhantomRules { ko: PhantomKo::Free, ..PhantomRules::CONTEST }, Verdict::Accepted),
        (LOOSE, Verdict::Accepted),
    ] {
        let mut state = position(rules);
        assert_eq!(told(&state, Color::White).last().unwrap(), "opponent played lost 1 C3");
        assert_eq!(state.attempt(Move::at(point("C3"))), Ok(verdict), "{rules}");
    }
    // Once something else was played the ko is open, and a refusal there would be a stone.
    let mut state = position(PhantomRules::CONTEST);
    play(&mut state, "A5 E1 C3");
    assert_eq!(told(&state, Color::White).last().unwrap(), "played C3 taken 1 D3");
}

/// The stone that took one is taken at once with two others: that repeats nothing.
#[test]
fn snapback_is_accepted() {
    let mut state = game(5, PhantomRules::CONTEST);
    // White A2 and B2 have their last liberty at A1, where Black has thrown a stone in.
    play(&mut state, "A3 A2 B3 B2 C2 C1 D1 E5 A1 B1 E4");
    assert_eq!(
        told(&state, Color::White)[8..],
        ["opponent played", "played B1 taken 1 A1", "opponent played"]
    );
    play(&mut state, "E3 A1");
    assert_eq!(told(&state, Color::Black).last().unwrap(), "played A1 taken 4 B1 C1 A2 B2");
}

#[test]
fn a_repetition_is_a_draw_where_the_rules_say_so() {
    let mut state = game(5, PhantomRules { ko: PhantomKo::Draw, ..PhantomRules::CONTEST });
    // A ko taken and retaken with passes between brings a position back.
    play(&mut state, "C4 D4 C2 D2 B3 E3 A1 C3 D3 pass pass");
    assert!(state.resume());
    play(&mut state, "C3");
    assert_eq!(state.outcome(), Some(crate::game::Outcome::Draw));
    assert!(!state.resume());
}

#[test]
fn games_are_broken_off() {
    let rules = PhantomRules { cap: MoveCap::Together(4), ..PhantomRules::CONTEST };
    let mut state = game(9, rules);
    play(&mut state, "E5 C3");
    assert_eq!(state.attempt(Move::at(point("C3"))), Ok(Verdict::Refused));
    assert_eq!(state.outcome(), None);
    assert_eq!(state.attempt(Move::at(point("E5"))), Ok(Verdict::Refused));
    assert_eq!(state.outcome().map(|o| o.to_string()).as_deref(), Some("W+0.5"));
    assert_eq!(state.attempt(Move::PASS), Err(Illegal::Over));
}

#[test]
fn too_many_refusals_pass_the_turn() {
    let rules = PhantomRules { tries: Tries::AtMost(2), ..PhantomRules::CONTEST };
    let mut state = game(9, rules);
    play(&mut state, "E5");
    assert_eq!(state.attempt(Move::at(point("E5"))), Ok(Verdict::Refused));
    assert_eq!(state.attempt(Move::at(point("E5"))), Ok(Verdict::Passed));
    assert_eq!(state.to_move(), Color::Black);
    assert_eq!(told(&state, Color::White)[1..], ["refused E5", "refused E5", "passed"]);
    assert_eq!(told(&state, Color::Black).last().unwrap(), "opponent passed");
}

#[test]
fn the_laws_of_games_and_of_views() {
    for rules in all_rules() {
        for (side, seeds, limit) in [(2, 20, 60), (3, 20, 90), (5, 10, 120), (9, 2, 160)] {
            for seed in 0..seeds {
                check_game(&game(side, rules), seed, limit).unwrap();
                check_views(&game(side, rules), seed, limit).unwrap();
            }
        }
    }
}

/// A player who tries points at random, not his own and none twice in a turn, now and then a pass.
fn random_try(state: &PhantomState, rng: &mut Rng) -> Move {
    let view = state.view(state.to_move());
    let (own, refused) = (view.own(), view.refused());
    let board = state.game().board();
    let points: Vec<Point> = state
        .size()
        .points()
        .filter(|&p| !own.contains(p) && !refused.contains(p) && !board.is_eye(state.to_move(), p))
        .collect();
    if points.is_empty() || below(rng, 60) == 0 {
        return Move::PASS;
    }
    Move::at(points[below(rng, points.len() as u32) as usize])
}

fn differ(left: &View, right: &View) -> String {
    let text = |view: &View| {
        let events: Vec<String> = view.events().iter().map(Event::to_string).collect();
        format!(
            "{} over {} komi {}: {}",
            view.to_move(),
            view.is_over(),
            view.komi(),
            events.join(", ")
        )
    };
    format!("{}\n{}", text(left), text(right))
}

/// In random games, whatever the rules: all that is known is true, samples are found, and they show the same view.
#[test]
fn what_is_known_is_true_and_samples_fit() {
    for rules in all_rules() {
        let (mut begun, mut drawn, mut missed) = (0, 0, 0);
        for seed in 0..3 {
            let mut rng = seeded(seed);
            let mut state = game(9, rules);
            for _ in 0..150 {
                if state.outcome().is_some() {
                    break;
                }
                let mv = random_try(&state, &mut rng);
                state.attempt(mv).unwrap();
                let player = Color::BOTH[below(&mut rng, 2) as usize];
                let view = state.view(player);
                let knowledge = Knowledge::of(&view);
                let holds = |game: &GoState| {
                    let stones = game.board().stone_count(player.other());
                    let [least, most] = knowledge.enemy_count();
                    (least..=most).contains(&stones)
                        && game.size().points().all(|p| {
                            let color = game.board().color(p);
                            knowledge.own().contains(p) == (color == Some(player))
                                && (!knowledge.enemy().contains(p) || color == Some(player.other()))
                                && (!knowledge.empty().contains(p) || color.is_none())
                        })
                };
                assert!(holds(state.game()), "{rules} {view:?}\n{knowledge:?}\n{state:?}");
                let mut sampler = Sampler::new(&view);
                let mut out = state.game().clone();
                if sampler.draw(&mut rng, &mut out) {
                    assert!(holds(&out), "{rules} {view:?}\n{out:?}");
                    let imagined = sampler.clone().state(&mut rng);
                    assert!(
                        imagined.view(player) == view,
                        "{rules}\n{}",
                        differ(&imagined.view(player), &view)
                    );
                } else {
                    missed += 1;
                }
                begun += sampler.effort()[0];
                drawn += sampler.effort()[1];
            }
        }
        println!("{rules}: begun {begun} drawn {drawn} missed {missed}");
        assert!(missed * 8 <= drawn, "{rules}: {missed} of {drawn}");
    }
}

/// Every board that the opponent can have brought about, by trying all his games.
fn all_boards(view: &View) -> BTreeSet<Vec<u8>> {
    fn go_on(state: &PhantomState, view: &View, at: usize, found: &mut BTreeSet<Vec<u8>>) {
        let (player, events) = (view.player(), view.events());
        let told = state.told(player).len();
        if told < at || state.told(player) != &events[..told.min(events.len())] {
            return;
        }
        if told == events.len() {
            let board = state.game().board();
            found.insert(view.size().points().map(|p| board.content(p)).collect());
            return;
        }
        match &events[told] {
            Event::Played { point, .. } | Event::Refused { point, .. } => {
                let mut state = state.clone();
                state.set_to_move(player);
                if state.attempt(Move::at(*point)).is_ok() {
                    go_on(&state, view, told + 1, found);
                }
            }
            Event::Passed => {
                let mut state = state.clone();
                state.set_to_move(player);
                state.play(Move::PASS);
                go_on(&state, view, told + 1, found);
            }
            _ => {
                let moves = view.size().points().map(Move::at).chain([Move::PASS]);
                for mv in moves {
                    let mut state = state.clone();
                    state.set_to_move(player.other());
                    if state.attempt(mv) == Ok(Verdict::Accepted) {
                        go_on(&state, view, told + 1, found);
                    }
                }
            }
        }
    }
    let mut found = BTreeSet::new();
    let start = PhantomState::begin(view.start().clone(), *view.rules());
    go_on(&start, view, 0, &mut found);
    found
}

/// On boards where all games can be tried: the sampler draws every board that is possible, and no other.
#[test]
fn samples_are_all_that_is_possible() {
    let quiet = PhantomRules { hear_refusals: false, ..PhantomRules::OPENSPIEL };
    let rules = [PhantomRules::CONTEST, COUNTED, SILENT, quiet, LOOSE];
    let (mut views, mut boards, mut suicides) = (0, 0, 0);
    for (side, most, seeds) in [(2, 6, 40), (3, 4, 40), (4, 3, 12)] {
        for rules in rules {
            for seed in 0..seeds {
                let mut rng = seeded(seed * 7 + side as u64);
                let mut state = game(side, rules);
                let player = Color::BOTH[below(&mut rng, 2) as usize];
                let turns = |state: &PhantomState| {
                    let is_turn = |e: &&Event| {
                        matches!(e, Event::OpponentPlayed { .. } | Event::OpponentMoved)
                    };
                    state.told(player).iter().filter(is_turn).count()
                };
                while turns(&state) < most && state.outcome().is_none() {
                    let mv = random_try(&state, &mut rng);
                    state.attempt(mv).unwrap();
                }
                if state.outcome().is_some() {
                    continue;
                }
                let view = state.view(player);
                let possible = all_boards(&view);
                let truth = state.game().board();
                let truth: Vec<u8> = state.size().points().map(|p| truth.content(p)).collect();
                assert!(possible.contains(&truth));
                let mut sampler = Sampler::new(&view);
                let mut seen = BTreeSet::new();
                let mut out = state.game().clone();
                // So that boards after several passes are drawn in time.
                sampler.passes = 3;
                for _ in 0..80 * possible.len() + 600 {
                    assert!(sampler.draw(&mut rng, &mut out), "{view:?}\n{state:?}");
                    let board = out.board();
                    seen.insert(out.size().points().map(|p| board.content(p)).collect::<Vec<u8>>());
                }
                assert_eq!(seen, possible, "{view:?}");
                views += 1;
                boards += possible.len();
                let knowledge = Knowledge::of(&view);
                suicides += view.events().iter().filter(|event| {
                    matches!(event, Event::Refused { point, .. } if !knowledge.enemy().contains(*point))
                }).count();
            }
        }
    }
    println!("{views} views, {boards} boards, {suicides} refusals without a certain stone");
    assert!(views > 300 && suicides > 20);
}

/// A game that fitted an earlier view and is carried on fits the later one.
#[test]
fn what_is_carried_on_is_possible() {
    let (mut carried, mut asked) = (0, 0);
    for rules in [PhantomRules::CONTEST, COUNTED, SILENT, LOOSE] {
        for seed in 0..60 {
            let mut rng = seeded(seed);
            let mut state = game(3, rules);
            let player = Color::BOTH[below(&mut rng, 2) as usize];
            let mut views = vec![state.view(player)];
            for _ in 0..1 + below(&mut rng, 9) {
                let mv = random_try(&state, &mut rng);
                if state.outcome().is_none() {
                    state.attempt(mv).unwrap();
                    views.push(state.view(player));
                }
            }
            let view = state.view(player);
            if view.is_over() {
                continue;
            }
            let possible = all_boards(&view);
            let mut sampler = Sampler::new(&view);
            for earlier in &views {
                assert!(view.continues(earlier));
                let mut game = state.game().clone();
                if !Sampler::new(earlier).draw(&mut rng, &mut game) {
                    continue;
                }
                asked += 1;
                let before = game.board().contents();
                if sampler.carry(earlier.events().len(), &mut game, &mut rng) {
                    let board = game.board();
                    let points = game.size().points().map(|p| board.content(p));
                    assert!(possible.contains(&points.collect::<Vec<u8>>()), "{view:?}\n{game:?}");
                    carried += 1;
                } else {
                    assert_eq!(game.board().contents(), before);
                }
            }
        }
    }
    println!("{carried} of {asked} games carried on");
    assert!(asked > 500 && carried > asked / 4);
}

/// A draw ends after so many steps, found or not.
#[test]
fn a_draw_is_given_up_in_time() {
    let mut rng = seeded(3);
    let mut state = game(9, PhantomRules::CONTEST);
    for _ in 0..60 {
        let mv = random_try(&state, &mut rng);
        state.attempt(mv).unwrap();
    }
    let mut sampler = Sampler::new(&state.view(Color::Black));
    let mut out = state.game().clone();
    for steps in [1, 20, 70] {
        let before = sampler.steps_made();
        sampler.draw_within(steps, &mut rng, &mut out);
        assert!(sampler.steps_made() - before <= steps);
    }
    assert!(sampler.draw(&mut rng, &mut out));
}
