//! Openings: swap2 in the words of both dialects, and stones that balance. The searches are those of
//! [`crate::session::gomoku::opening`], in the time for one move.

use super::commands::{Call, Done};
use super::line::{coordinates, number, quoted, spell};
use super::lines::chance;
use super::list::squares;
use super::position::Position;
use super::server::{Refusal, Server};
use crate::base::{Color, Move, Point};
use crate::clock::TimeSystem;
use crate::engine::Purpose;
use crate::games::gomoku::Rules;
use crate::games::gomoku::swap2::{Reply, Swap2};
use crate::session::gomoku::opening::{self, Judge, Judged, PROPOSALS};
use crate::session::{Asked, Session};
use std::time::{Duration, Instant};

/// Placements to choose from where one or two stones are to balance a position.
const BALANCES: usize = 24;

/// What an answer takes where no clock runs, and at most.
const USUAL: Duration = Duration::from_secs(5);

/// The shortest thought about a position.
const SHORTEST: Duration = Duration::from_millis(10);

impl Server<'_> {
    /// Judges positions by searches that take the time of one move together, if `count` are asked for.
    fn with_judge<T>(
        &mut self,
        count: usize,
        work: impl FnOnce(&mut dyn Session, &mut crate::base::Rng, Judge<'_>) -> T,
    ) -> T {
        let lag = self.lag();
        let whole = self.times.whole(lag).map_or(USUAL, |time| time.saturating_sub(lag));
        let whole = whole.min(USUAL);
        let parts = u32::try_from(count).unwrap_or(u32::MAX).max(1);
        let slice = (whole / parts).max(SHORTEST);
        let end = self.waiting_since + whole;
        self.attention.begin(self.number, self.ends());
        let Server { session, attention, rng, .. } = self;
        let stop = attention.stop();
        let mut first = true;
        let mut judge = |session: &mut dyn Session| {
            // One judgement is owed to every question.
            let left = end.saturating_duration_since(Instant::now());
            let late = left < SHORTEST || stop.is_raised();
            if !std::mem::take(&mut first) && late {
                return None;
            }
            let time = slice.min(left).max(SHORTEST).saturating_add(lag);
            session.set_time_system(TimeSystem::PerMove { time });
            let asked = Asked::new(session.to_move(), Purpose::Play);
            let thought = session.think(&asked, stop, &mut |_| {});
            Some(Judged { winrate: thought.report.winrate, mv: thought.mv })
        };
        let found = work(session.as_mut(), rng, &mut judge);
        self.attention.end();
        found
    }

    /// The answer of swap2 to these stones, which become the position, together with those that it places.
    fn swap2(&mut self, stones: &[Point]) -> Result<Reply, Refusal> {
        let variant = self.session.option("variant").unwrap_or_default();
        let rules = Rules::named(&variant).unwrap_or_default();
        let mut procedure = Swap2::new(self.session.size(), rules);
        let parts = match stones.len() {
            0 => vec![],
            3 => vec![stones],
            5 => stones.split_at_checked(3).map_or(vec![], |(three, two)| vec![three, two]),
            count => return Err(Refusal::new(format!("0, 3 or 5 stones, not {count}"))),
        };
        for part in parts {
            let reply = Reply::Stones(part.to_vec());
            procedure.answer(&reply).map_err(|error| Refusal::new(error.to_string()))?;
        }
        self.blocked.clear();
        let count = if stones.is_empty() { PROPOSALS } else { 1 };
        let reply = self
            .with_judge(count, |session, rng, judge| opening::answer(session, stones, rng, judge));
        if let Err(error) = procedure.answer(&reply) {
            log::error!("the answer {reply} is none: {error}");
            return Err(Refusal::new("no answer was found"));
        }
        let colors = Color::BOTH.into_iter().cycle();
        let stones: Vec<(Color, Point)> = colors.zip(procedure.stones().iter().copied()).collect();
        let to_move = crate::game::State::to_move(procedure.state());
        self.go_to(&Position { stones, blocked: Vec::new(), to_move })?;
        self.answered();
        Ok(reply)
    }

    /// The stones on the board as swap2 lists them: black and white in turn.
    fn listed(&self, count: usize) -> Result<Vec<Point>, Refusal> {
        let stones = self.position().stones;
        let of = |color: Color| stones.iter().filter(move |(other, _)| *other == color);
        let (blacks, whites) = (of(Color::Black).count(), of(Color::White).count());
        if (blacks, whites) != (count.div_ceil(2), count / 2) {
            let text = format!("{blacks} black and {whites} white stones, where {count} are due");
            return Err(Refusal::new(text));
        }
        let mut by_color = [of(Color::Black), of(Color::White)];
        let turns = (0..count).map(|at| by_color.get_mut(at % 2)?.next().map(|(_, point)| *point));
        turns.collect::<Option<Vec<Point>>>().ok_or_else(|| Refusal::new("too few stones"))
    }

    /// So many stones that balance, made on the board.
    fn balance(&mut self, call: &Call<'_>, count: usize) -> Done {
        let bias: i64 = match call.arguments {
            "" => 0,
            text => number(text)
                .ok_or_else(|| Refusal::new(format!("takes a value, not {}", quoted(text))))?,
        };
        self.check_open()?;
        let found = self.with_judge(BALANCES, |session, rng, judge| {
            opening::balance(session, count, chance(bias), BALANCES, rng, judge)
        });
        let points = found.ok_or_else(|| Refusal::new("no such stones were found"))?;
        let mover = self.session.to_move();
        let colors = [mover, mover.other()].into_iter().cycle();
        let moves: Vec<(Color, Move)> =
            colors.zip(points.iter().map(|&point| Move::at(point))).collect();
        self.session.play_all(&moves)?;
        let size = self.session.size();
        let words: Vec<String> = points.iter().map(|&point| spell(point, size)).collect();
        self.say(&words.join(" "));
        self.answered();
        Ok(())
    }
}

pub(super) fn swap2board(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    let size = server.session.size();
    let stones = squares(call.items, size)?;
    let words: Vec<String> = match server.swap2(&stones)? {
        Reply::Swap => vec!["SWAP".into()],
        Reply::Stones(points) => points.iter().map(|&point| spell(point, size)).collect(),
    };
    server.say(&words.join(" "));
    Ok(())
}

pub(super) fn balance_one(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    server.balance(call, 1)
}

pub(super) fn balance_two(server: &mut Server<'_>, call: &Call<'_>) -> Done {
    server.balance(call, 2)
}

pub(super) fn swap2_step1(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    if let Reply::Stones(points) = server.swap2(&[])? {
        let size = server.session.size();
        for (at, &point) in points.iter().enumerate() {
            let (x, y) = coordinates(point, size);
            server.say(&format!("MESSAGE SWAP2 MOVE{} {x} {y}", at + 1));
        }
    }
    Ok(())
}

pub(super) fn swap2_step2(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    choose(server, 3, "SWAP1")
}

pub(super) fn swap2_step3(server: &mut Server<'_>, _: &Call<'_>) -> Done {
    choose(server, 5, "SWAP2")
}

/// Takes Black or keeps White. The board stays as it is: the manager asks for White's move by itself.
fn choose(server: &mut Server<'_>, count: usize, step: &str) -> Done {
    let stones = server.listed(count)?;
    let before = server.position();
    let reply = server.swap2(&stones)?;
    server.go_to(&before)?;
    let swaps = if reply == Reply::Swap { "YES" } else { "NO" };
    server.say(&format!("MESSAGE SWAP2 {step} {swaps}"));
    Ok(())
}
