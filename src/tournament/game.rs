//! One game of an event, from its beginning to its entry.

use super::opening::Opening;
use super::referee::{Referee, margin};
use super::timekeeper::{Timekeeper, seconds_left};
use super::{
    Answer, Ending, Entry, Event, EventError, FaultNote, Fixture, LateMoves, Played, Player,
    Setting, Side, players, scoring, time,
};
use crate::base::{Color, Move};
use crate::clock::{Remaining, TimeSystem};
use crate::controller::{Fault, Trouble};
use crate::engine::Stop;
use crate::game::{Outcome as Result_, Reason};
use std::time::{Duration, Instant, SystemTime};

/// What became of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It was played to its end.
    Finished(Box<Entry>),
    /// It was broken off because `stop` was raised; nothing of it counts.
    BrokenOff,
}

/// Plays the game. `names` and `players` stand in the order Black, White, whatever their order in the event. After a fault
/// the game is over and the fault is in the entry; the player can be used again, since [`Player::new_game`] starts a dead
/// engine anew. `stop` is heeded between moves.
///
/// # Errors
/// [`EventError`] when the event cannot be played at all: an unknown game, a board it is not played on, an illegal opening.
pub fn play(
    event: &Event,
    fixture: &Fixture,
    opening: Option<&Opening>,
    names: [&str; 2],
    players: [&mut dyn Player; 2],
    stop: &Stop,
) -> Result<Outcome, EventError> {
    let mut systems = [time_of(event, fixture.black)?, time_of(event, fixture.white)?];
    let referee = Referee::new(event, opening)?;
    let begun = utc(SystemTime::now());
    let started = Instant::now();
    let margin = duration(event.rulings.margin);
    let opening = referee.opening().iter().map(|&(color, mv)| played(color, mv));
    let mut table = Table {
        event,
        moves: opening.collect(),
        sides: names.map(|name| Side { name: name.into(), ..Side::default() }),
        referee,
        players,
        keeper: Timekeeper::new(systems, margin),
        agreement: Agreement::default(),
        turn: hidden::Turn::default(),
        faults: Vec::new(),
        claims: Vec::new(),
    };
    if stop.is_raised() {
        return Ok(Outcome::BrokenOff);
    }
    let ended = match table.open(fixture.seed, &mut systems, stop) {
        Ok(()) => table.run(stop),
        Err(ended) => ended,
    };
    let Some(Ended { result, ending }) = ended else {
        table.game_over("?");
        return Ok(Outcome::BrokenOff);
    };
    let text = result.to_string();
    table.game_over(&text);
    Ok(Outcome::Finished(Box::new(table.entry(fixture, result, ending, begun, started.elapsed()))))
}

/// Can a game of the event begin like that? Opens a session and starts nothing.
///
/// # Errors
/// As [`play`].
pub fn check(event: &Event, opening: Option<&Opening>) -> Result<(), EventError> {
    time::parse(&event.time)?;
    for number in 0..event.players.len() {
        time_of(event, number)?;
    }
    Referee::new(event, opening).map(|_| ())
}

/// The time of that player.
fn time_of(event: &Event, player: usize) -> Result<TimeSystem, EventError> {
    let own = event.players.get(player).and_then(|spec| spec.time.as_ref());
    Ok(time::parse(own.unwrap_or(&event.time))?)
}

/// How a game ended.
struct Ended {
    result: Result_,
    ending: Ending,
}

impl Ended {
    fn lost(loser: Color, reason: Reason, ending: Ending) -> Ended {
        Ended { result: Result_::Win { winner: loser.other(), reason }, ending }
    }
}

/// A game in progress. Pairs are indexed by [`Color::index`].
struct Table<'e, 'p> {
    event: &'e Event,
    referee: Referee,
    players: [&'p mut dyn Player; 2],
    keeper: Timekeeper,
    sides: [Side; 2],
    moves: Vec<Played>,
    agreement: Agreement,
    /// The turn of a game of hidden information.
    turn: hidden::Turn,
    faults: Vec<FaultNote>,
    claims: Vec<super::Claim>,
}

impl Table<'_, '_> {
    /// Brings the game to its first move; the error is how it ended before, nothing if it is to be broken off.
    fn open(
        &mut self,
        seed: u64,
        times: &mut [TimeSystem; 2],
        stop: &Stop,
    ) -> Result<(), Option<Ended>> {
        self.set_up(seed, *times)?;
        if self.event.swap2 {
            if self.swap2(stop)? {
                times.swap(0, 1);
            }
            self.set_up(seed, *times)?;
        }
        Ok(())
    }

    /// Sets both players up. Who cannot begin has lost; if neither can, nobody has won.
    fn set_up(&mut self, seed: u64, times: [TimeSystem; 2]) -> Result<(), Ended> {
        let mut failed = Vec::new();
        for color in Color::BOTH {
            let opening = self.referee.opening().to_vec();
            let setting = self.setting(color, times[color.index()], opening, seed);
            let player = &mut self.players[color.index()];
            match player.new_game(&setting) {
                Ok(()) => {
                    let cpu = &mut self.sides[color.index()].cpu;
                    *cpu = cpu.or_else(|| seconds(player.cpu_time()));
                }
                Err(trouble) => {
                    self.note(color, trouble);
                    failed.push(color);
                }
            }
        }
        match failed.as_slice() {
            [] => Ok(()),
            [loser] => Err(Ended::lost(*loser, Reason::Forfeit, Ending::Forfeit)),
            _ => Err(Ended { result: Result_::Draw, ending: Ending::Forfeit }),
        }
    }

    /// What a player of that colour is told.
    fn setting(
        &self,
        color: Color,
        time: TimeSystem,
        opening: Vec<(Color, Move)>,
        seed: u64,
    ) -> Setting {
        let set = self.event.set.iter().map(|(name, value)| (name.clone(), value.clone()));
        Setting {
            game: self.referee.row().name.into(),
            size: self.referee.size(),
            komi: self.referee.komi(),
            rules: self.event.rules.clone().or_else(|| self.referee.rules()),
            set: set.collect(),
            color,
            time,
            handicap: self.referee.handicap().to_vec(),
            opening,
            seed,
            opponent: self.sides[color.other().index()].name.clone(),
        }
    }

    /// Plays to the end; `None` when the game is to be broken off.
    fn run(&mut self, stop: &Stop) -> Option<Ended> {
        loop {
            if let Some(outcome) = self.referee.outcome() {
                self.measure_cpu();
                return Some(self.score(outcome));
            }
            if let Some(winner) = self.agreed() {
                self.measure_cpu();
                let result = Result_::Win { winner, reason: Reason::Rule };
                return Some(Ended { result, ending: Ending::Agreement });
            }
            if self.referee.is_too_long() {
                self.measure_cpu();
                return Some(self.broken_by_length());
            }
            if stop.is_raised() {
                return None;
            }
            let went_on = match self.referee.is_hidden() {
                true => self.one_try(),
                false => self.one_move(),
            };
            if let Err(ended) = went_on {
                self.measure_cpu();
                return Some(ended);
            }
        }
    }

    /// Puts a question to a player, and measures how long the answer takes.
    fn ask<T>(
        &mut self,
        color: Color,
        question: impl FnOnce(&mut dyn Player, [Option<Remaining>; 2], Duration) -> Result<T, Trouble>,
    ) -> Result<(T, Duration), Ended> {
        let rulings = &self.event.rulings;
        let left = Color::BOTH.map(|color| self.keeper.left(color));
        let limit = self.keeper.limit(color, duration(rulings.patience), rulings.late);
        let asked = Instant::now();
        let answer = question(&mut *self.players[color.index()], left, limit);
        let elapsed = asked.elapsed();
        let side = &mut self.sides[color.index()];
        side.seconds += elapsed.as_secs_f64();
        side.longest = side.longest.max(elapsed.as_secs_f64());
        let answer = answer.map_err(|trouble| self.forfeit(color, trouble))?;
        Ok((answer, elapsed))
    }

    /// Asks a player for a move. The inner error is one that the protocol can spell and the board has not.
    fn ask_move(&mut self, color: Color) -> Result<(Result<Answer, Trouble>, Duration), Ended> {
        self.ask(color, |player, left, limit| match player.choose(color, left, limit) {
            Err(trouble) if trouble.fault == Fault::Illegal => Ok(Err(trouble)),
            answer => answer.map(Ok),
        })
    }

    /// Takes the time of an answer off the player's clock; a late one may lose. An answer that is no `move` leaves the
    /// clock running.
    fn charge(
        &mut self,
        color: Color,
        elapsed: Duration,
        answer: &str,
        is_move: bool,
    ) -> Result<(), Ended> {
        let before = self.keeper.left(color);
        let late = match is_move {
            true => self.keeper.charge(color, elapsed),
            false => self.keeper.hold(color, elapsed),
        };
        if !late {
            return Ok(());
        }
        self.sides[color.index()].late += 1;
        if self.event.rulings.late == LateMoves::Tolerate {
            return Ok(());
        }
        let had = before.map_or(0.0, |left| seconds_left(&left));
        let text =
            format!("{answer} after {:.3} s, {had:.3} s on the clock", elapsed.as_secs_f64());
        self.note(color, Trouble::new(Fault::Time, text));
        Err(Ended::lost(color, Reason::Time, Ending::Time))
    }

    /// Asks for a move until the answer is a legal one, which the referee makes, or until it loses: by resigning, by too
    /// many illegal moves in a row, by any other trouble. Tells how long the move took, all answers together.
    fn legal_move(&mut self, color: Color) -> Result<(Answer, Duration), Ended> {
        let most = self.event.rulings.illegal_moves_lose.max(1);
        let mut spent = Duration::ZERO;
        let mut tries = 0;
        loop {
            tries += 1;
            let (answer, elapsed) = self.ask_move(color)?;
            spent = spent.saturating_add(elapsed);
            let trouble = match answer {
                Ok(answer) if answer.mv == Move::RESIGN => {
                    return Err(Ended::lost(color, Reason::Resignation, Ending::Resignation));
                }
                Ok(answer) => {
                    let judged = self.referee.play(color, answer.mv);
                    self.charge(color, elapsed, &answer.mv.to_string(), judged.is_ok())?;
                    match judged {
                        Ok(()) => return Ok((answer, spent)),
                        Err(text) => Trouble::new(Fault::Illegal, format!("{}: {text}", answer.mv)),
                    }
                }
                Err(trouble) => {
                    self.charge(color, elapsed, "an illegal move", false)?;
                    trouble
                }
            };
            if tries >= most {
                return Err(self.forfeit(color, trouble));
            }
            let text = format!("{} ({tries} of {most}, asked again)", trouble.text);
            self.note(color, Trouble::new(trouble.fault, text));
            let moves = self.referee.moves().to_vec();
            if let Err(trouble) = self.players[color.index()].take_back(&moves) {
                return Err(self.forfeit(color, trouble));
            }
        }
    }

    /// Asks for a move, judges it and makes it.
    fn one_move(&mut self) -> Result<(), Ended> {
        let color = self.referee.to_move();
        let (answer, elapsed) = self.legal_move(color)?;
        let mv = answer.mv;
        self.enter(color, answer, elapsed);
        self.explain(color)?;
        // A game that is over stays so, whatever happens to an engine now.
        let over = self.referee.outcome().is_some();
        let other = color.other();
        match self.players[other.index()].observe(color, mv) {
            Err(trouble) if over => self.note(other, trouble),
            Err(trouble) => return Err(self.forfeit(other, trouble)),
            Ok(()) => {}
        }
        Ok(())
    }

    /// Writes down a move that was made, after so long a turn.
    fn enter(&mut self, color: Color, answer: Answer, elapsed: Duration) {
        let side = &mut self.sides[color.index()];
        side.moves += 1;
        side.longest = side.longest.max(elapsed.as_secs_f64());
        self.agreement.hear(color, answer.winrate, self.event.rulings.agree_winrate);
        self.moves.push(Played {
            ms: Some(elapsed.as_secs_f64() * 1e3),
            left: self.keeper.left(color).map(|left| seconds_left(&left)),
            winrate: answer.winrate,
            comment: answer.comment,
            ..played(color, answer.mv)
        });
    }

    /// Asks a player what it has to say of its last move.
    fn explain(&mut self, color: Color) -> Result<(), Ended> {
        let (c, over) = (color.index(), self.referee.outcome().is_some());
        match self.players[c].explain() {
            Ok(None) => {}
            Ok(Some(text)) => {
                if let Some(last) = self.moves.last_mut() {
                    last.comment = text;
                }
            }
            Err(trouble) if over => self.note(color, trouble),
            Err(trouble) => return Err(self.forfeit(color, trouble)),
        }
        Ok(())
    }

    /// The score of a game that the rules ended.
    fn score(&mut self, as_it_stands: Result_) -> Ended {
        if !self.referee.has_margins() {
            return Ended { result: as_it_stands, ending: Ending::Rule };
        }
        // Who has not seen the board has nothing to say about it.
        if self.referee.is_hidden() {
            return Ended { result: as_it_stands, ending: Ending::Score };
        }
        let after = self.moves.len();
        let moves = self.referee.moves().to_vec();
        let setting = self.setting(Color::Black, TimeSystem::None, moves, 0);
        let mut hearing = scoring::Hearing {
            names: [&self.sides[0].name, &self.sides[1].name],
            after,
            faults: &mut self.faults,
            claims: &mut self.claims,
        };
        let rulings = &self.event.rulings;
        let external = |command: &str| {
            let (patience, quit) = (duration(rulings.patience), duration(rulings.quit_patience));
            players::score_by(command, &setting, patience, quit)
        };
        let result = hearing.decide(
            &rulings.scorer,
            &mut self.referee,
            &mut self.players,
            as_it_stands,
            external,
        );
        Ended { result, ending: Ending::Score }
    }

    fn broken_by_length(&mut self) -> Ended {
        let scored = self.event.rulings.score_at_limit && self.referee.has_margins();
        let result = if scored { self.referee.judge() } else { None };
        Ended { result: result.unwrap_or(Result_::Draw), ending: Ending::MoveLimit }
    }

    /// The winner, once both players have agreed for long enough.
    fn agreed(&self) -> Option<Color> {
        let rulings = &self.event.rulings;
        rulings.agree_winrate?;
        if self.moves.len() < rulings.agree_after {
            return None;
        }
        self.agreement.winner(rulings.agree_moves.max(1))
    }

    fn forfeit(&mut self, loser: Color, trouble: Trouble) -> Ended {
        self.note(loser, trouble);
        Ended::lost(loser, Reason::Forfeit, Ending::Forfeit)
    }

    fn note(&mut self, color: Color, trouble: Trouble) {
        self.faults.push(FaultNote {
            player: self.sides[color.index()].name.clone(),
            color: letter(color),
            fault: trouble.fault,
            after: self.moves.len(),
            text: trouble.text,
        });
    }

    /// Turns the processor times at the start of the game into the times used in it.
    fn measure_cpu(&mut self) {
        for (side, player) in self.sides.iter_mut().zip(&mut self.players) {
            let now = seconds(player.cpu_time());
            side.cpu = now.zip(side.cpu).map(|(now, before)| (now - before).max(0.0));
        }
    }

    fn game_over(&mut self, result: &str) {
        self.players.iter_mut().for_each(|player| player.game_over(result));
    }

    fn entry(
        self,
        fixture: &Fixture,
        result: Result_,
        ending: Ending,
        begun: String,
        took: Duration,
    ) -> Entry {
        let [black, white] = self.sides;
        Entry {
            game: fixture.game,
            round: fixture.round,
            pair: fixture.pair,
            black,
            white,
            opening: self.referee.opening_name().map(str::to_owned),
            kind: self.referee.row().name.into(),
            size: self.referee.size().to_string(),
            komi: self.referee.komi(),
            handicap: self.referee.handicap().iter().map(ToString::to_string).collect(),
            moves: self.moves,
            refused: self.turn.refused,
            result: result.to_string(),
            ending,
            margin: margin(result).filter(|_| match ending {
                Ending::Score => true,
                Ending::MoveLimit => self.event.rulings.score_at_limit,
                _ => false,
            }),
            claims: self.claims,
            faults: self.faults,
            begun,
            took: took.as_secs_f64(),
        }
    }
}

/// Who has been seen as the winner, and by whom for how many moves in a row.
#[derive(Default)]
struct Agreement([Option<(Color, usize)>; 2]);

impl Agreement {
    /// A player has told its win rate.
    fn hear(&mut self, speaker: Color, winrate: Option<f64>, enough: Option<f64>) {
        let slot = &mut self.0[speaker.index()];
        let seen = enough.zip(winrate).and_then(|(enough, winrate)| {
            if winrate >= enough {
                Some(speaker)
            } else if winrate <= 1.0 - enough {
                Some(speaker.other())
            } else {
                None
            }
        });
        *slot = seen.map(|winner| match *slot {
            Some((before, count)) if before == winner => (winner, count + 1),
            _ => (winner, 1),
        });
    }

    /// Whom both have seen ahead for that many moves.
    fn winner(&self, moves: usize) -> Option<Color> {
        match self.0 {
            [Some((a, black)), Some((b, white))] if a == b && black.min(white) >= moves => Some(a),
            _ => None,
        }
    }
}

fn played(color: Color, mv: Move) -> Played {
    Played {
        color: letter(color),
        vertex: mv.to_string(),
        ms: None,
        left: None,
        winrate: None,
        comment: String::new(),
        refused: Vec::new(),
    }
}

/// `b` or `w`.
pub(super) fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

fn seconds(time: Option<Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64())
}

/// Seconds as a duration; what is none counts as nothing or, if too long, as for ever.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(if seconds > 0.0 {
        Duration::MAX
    } else {
        Duration::ZERO
    })
}

/// A moment as `2026-11-30T12:00:00Z`.
pub(super) fn utc(moment: SystemTime) -> String {
    let seconds = moment.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (day, time) = (seconds / 86_400, seconds % 86_400);
    // Days to dates as in Howard Hinnant's "chrono-compatible low-level date algorithms": years begin in March.
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let (date, month) = (of_year - (153 * shifted + 2) / 5 + 1, (shifted + 2) % 12 + 1);
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z")
}

mod hidden;
mod swap2;
#[cfg(test)]
mod tests;
