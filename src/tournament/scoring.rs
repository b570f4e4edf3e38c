//! Who decides the score of a game that the rules have ended, and what becomes of other opinions.

use super::game::letter;
use super::referee::{Referee, read_score};
use super::{Claim, FaultNote, Player, Scorer};
use crate::base::Color;
use crate::controller::{Fault, Trouble};
use crate::game::Outcome;

/// The name under which trouble with a scoring program is noted.
const SCORER: &str = "scorer";

/// What is heard about a score.
pub(super) struct Hearing<'a> {
    /// The players' names, by [`Color::index`].
    pub(super) names: [&'a str; 2],
    /// Moves of the game.
    pub(super) after: usize,
    /// Gets what goes wrong.
    pub(super) faults: &'a mut Vec<FaultNote>,
    /// Gets what the players say.
    pub(super) claims: &'a mut Vec<Claim>,
}

impl Hearing<'_> {
    /// The score. Where the rules take no dead stones off, the board counts as it stands. Elsewhere the scorer decides, and
    /// without one who can, the referee. Players who said otherwise are noted, unless they agreed. `external` asks a scoring
    /// program.
    pub(super) fn decide(
        &mut self,
        scorer: &Scorer,
        referee: &mut Referee,
        players: &mut [&mut dyn Player; 2],
        as_it_stands: Outcome,
        external: impl FnOnce(&str) -> Result<String, Trouble>,
    ) -> Outcome {
        let claims =
            if *scorer == Scorer::Players { self.ask(players) } else { [const { None }; 2] };
        if *scorer == Scorer::Board || !referee.asks_for_dead() {
            self.compare(&claims, as_it_stands);
            return as_it_stands;
        }
        let said = claims.each_ref().map(|claim| claim.as_deref().and_then(read_score));
        if let [Some(black), Some(white)] = said
            && black == white
        {
            return black;
        }
        if let Scorer::Command(command) = scorer
            && let Some(score) = self.ask_program(command, external)
        {
            return score;
        }
        let score = referee.judge().unwrap_or(as_it_stands);
        self.compare(&claims, score);
        score
    }

    /// Asks a scoring program. What goes wrong with it is nobody's fault, and noted under a name of its own.
    fn ask_program(
        &mut self,
        command: &str,
        external: impl FnOnce(&str) -> Result<String, Trouble>,
    ) -> Option<Outcome> {
        let trouble = match external(command) {
            Ok(said) => match read_score(&said) {
                Some(score) => return Some(score),
                None => Trouble::new(Fault::Garbage, format!("final_score answers {said}")),
            },
            Err(trouble) => trouble,
        };
        let (player, color) = (SCORER.to_owned(), '-');
        let (fault, text) = (trouble.fault, format!("{command}: {}", trouble.text));
        self.faults.push(FaultNote { player, color, fault, after: self.after, text });
        None
    }

    /// Asks both players.
    fn ask(&mut self, players: &mut [&mut dyn Player; 2]) -> [Option<String>; 2] {
        Color::BOTH.map(|color| match players[color.index()].score() {
            Ok(Some(score)) => {
                let player = self.names[color.index()].to_owned();
                self.claims.push(Claim { player, score: score.clone() });
                Some(score)
            }
            Ok(None) => None,
            Err(trouble) => {
                self.note(color, trouble);
                None
            }
        })
    }

    /// Notes whose claim is not the score.
    fn compare(&mut self, heard: &[Option<String>; 2], score: Outcome) {
        for color in Color::BOTH {
            if let Some(said) = &heard[color.index()]
                && read_score(said) != Some(score)
            {
                let text = format!("says {said}, the referee {score}");
                self.note(color, Trouble::new(Fault::Score, text));
            }
        }
    }

    fn note(&mut self, color: Color, trouble: Trouble) {
        self.faults.push(FaultNote {
            player: self.names[color.index()].to_owned(),
            color: letter(color),
            fault: trouble.fault,
            after: self.after,
            text: trouble.text,
        });
    }
}
