//! What players of Phantom Go that are programs have in common.

use crate::controller::{Fault, Trouble};
use crate::games::go::phantom::View;
use crate::session::{self, Settings};
use crate::tournament::Setting;

/// What the player of a setting sees at the beginning of its game.
pub(super) fn first_view(setting: &Setting) -> Result<View, Trouble> {
    let refusal = |error: &dyn ToString| Trouble::new(Fault::Refusal, error.to_string());
    let row = session::find(&setting.game).ok_or_else(|| refusal(&"unknown game"))?;
    let settings = Settings {
        size: Some(setting.size),
        komi: setting.komi,
        rules: setting.rules.clone(),
        options: setting.set.clone(),
    };
    let mut session = (row.open)(&settings).map_err(|error| refusal(&error))?;
    if !setting.handicap.is_empty() {
        session.set_handicap(&setting.handicap).map_err(|error| refusal(&error))?;
    }
    let mut books = session.phantom().ok_or_else(|| refusal(&"no game of hidden information"))?;
    books.sit_down(setting.color);
    let seat = books.desk.seat.as_ref().ok_or_else(|| refusal(&"no seat"))?;
    Ok(seat.view().clone())
}
