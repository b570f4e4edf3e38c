//! Commands that show and change rules and options. All of them read the game's one options table.

use super::{Row, has_komi, has_rules};
use crate::engine::{OptionKind, OptionRow};
use crate::protocol::gtp::response::{Answer, Failure};
use crate::protocol::gtp::server::{Server, done};
use crate::protocol::gtp::{Rest, Word, command};
use serde_json::{Map, Value};

pub(super) fn rows<'w>() -> Vec<Row<'w>> {
    vec![
        command("kata-get-rules", "The rules as a JSON object.", get_rules).only(has_rules),
        command("kata-set-rules", "Sets the rules by name or by a JSON object.", set_rules)
            .only(has_rules),
        command("kata-set-rule", "Sets one part of the rules.", set_rule).only(has_rules),
        command("kgs-rules", "Sets the rules by the name KGS has for them.", kgs_rules)
            .only(has_go_rules),
        command("kata-list-params", "Names of the options.", list_params),
        command("kata-get-param", "Value of an option.", get_param),
        command("kata-set-param", "Sets an option.", set_param),
        command("kata-get-params", "All options as a JSON object.", get_params),
        command("kata-set-params", "Sets the options of a JSON object, all or none.", set_params),
        command("set_random_seed", "Sets the seed of all chance.", set_random_seed),
        command("get_random_seed", "The seed of all chance.", get_random_seed),
        command("tesuji-options", "The options in GoGui's form; sets one.", options),
    ]
}

/// Are there rules of Go to choose from?
fn has_go_rules(server: &Server<'_>) -> bool {
    has_rules(server) && has_komi(server)
}

fn get_rules(server: &mut Server<'_>) -> Answer {
    Ok(server.session.rules()?)
}

fn set_rules(server: &mut Server<'_>, text: Rest) -> Answer {
    if text.0.is_empty() {
        return Err(Failure::syntax());
    }
    done(server.session.set_rules(&text.0))
}

fn set_rule(server: &mut Server<'_>, key: Word, value: Word) -> Answer {
    done(server.session.set_rule(&key.0, &value.0))
}

fn kgs_rules(server: &mut Server<'_>, name: Word) -> Answer {
    let known = ["chinese", "aga", "japanese", "new_zealand"];
    let name = name.0.to_ascii_lowercase();
    match name.as_str() {
        "chinese" => done(server.session.set_rules("chinese-kgs")),
        name if known.contains(&name) => done(server.session.set_rules(name)),
        _ => Err(Failure::new(format!("unknown rules; known are {}", known.join(", ")))),
    }
}

fn list_params(server: &mut Server<'_>) -> Answer {
    Ok(server.session.option_rows().iter().map(|row| row.name).collect::<Vec<_>>().join(" "))
}

fn get_param(server: &mut Server<'_>, name: Word) -> Answer {
    Ok(server.session.option(&name.0)?)
}

fn set_param(server: &mut Server<'_>, name: Word, value: Word) -> Answer {
    done(server.session.set_option(&name.0, &value.0))
}

/// An option's value as JSON has it.
fn json(row: &OptionRow, text: &str) -> Value {
    match row.kind {
        OptionKind::Choice(_) | OptionKind::Text(_) => text.into(),
        _ => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
    }
}

fn get_params(server: &mut Server<'_>) -> Answer {
    let mut object = Map::new();
    for row in server.session.option_rows() {
        object.insert(row.name.into(), json(row, &server.session.option(row.name)?));
    }
    Ok(Value::Object(object).to_string())
}

fn set_params(server: &mut Server<'_>, text: Rest) -> Answer {
    let object: Map<String, Value> =
        serde_json::from_str(&text.0).map_err(|_| Failure::syntax())?;
    let text = |value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let wanted: Vec<(String, String)> =
        object.into_iter().map(|(name, value)| (name, text(value))).collect();
    // All are looked at before any is set, since some start the random stream or the search anew.
    for (name, value) in &wanted {
        server.session.check_option(name, value)?;
    }
    for (name, value) in &wanted {
        server.session.set_option(name, value)?;
    }
    done(Ok(()))
}

fn set_random_seed(server: &mut Server<'_>, seed: u64) -> Answer {
    done(server.session.set_option("seed", &seed.to_string()))
}

fn get_random_seed(server: &mut Server<'_>) -> Answer {
    Ok(server.session.option("seed")?)
}

/// GoGui's analyze type `param`: lines of type, key and value; with a key and a value it sets one.
fn options(server: &mut Server<'_>, name: Option<Word>, value: Option<Word>) -> Answer {
    let session = server.session.as_mut();
    match (name, value) {
        (None, _) => {}
        (Some(_), None) => return Err(Failure::syntax()),
        (Some(name), Some(value)) => {
            let row = session.option_rows().iter().find(|row| row.name == name.0);
            let is_switch = row.is_some_and(|row| row.kind == OptionKind::Bool);
            let value = match value.0.as_str() {
                "0" if is_switch => "false",
                "1" if is_switch => "true",
                other => other,
            };
            return done(session.set_option(&name.0, value));
        }
    }
    let mut lines = Vec::new();
    for row in session.option_rows() {
        let value = session.option(row.name)?;
        lines.push(match row.kind {
            OptionKind::Bool => format!("[bool] {} {}", row.name, u8::from(value == "true")),
            OptionKind::Choice(words) => format!("[list/{}] {} {value}", words.join("/"), row.name),
            _ => format!("[string] {} {value}", row.name),
        });
    }
    Ok(lines.join("\n"))
}
