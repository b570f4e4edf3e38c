//! Results as plain text: the end of a match, of an event of many players, and the text of `tesuji report`.

use super::sprt::{self, State};
use super::{Evidence, PlayerSummary, Spread, Summary, Tally, elo};
use crate::tournament::{Ending, Entry, Event, Format};
use std::fmt::Write as _;

/// The table of an event's games: of two players a match, of more a ranking and a cross table. Ends with a line break.
pub fn text(event: &Event, entries: &[Entry]) -> String {
    // Names that engines give themselves are in the entries only; then the order is that of the games.
    let named = event.players.iter().all(|player| !player.name.is_empty());
    let names: Vec<String> = event.players.iter().map(|player| player.name.clone()).collect();
    let summary = Summary::with_names(if named { &names } else { &[] }, entries);
    let mut out = format!("{}: {}\n", title(event, entries), plural(entries.len(), "game"));
    if entries.is_empty() {
        return out;
    }
    out.push('\n');
    match summary.players.as_slice() {
        [first, second] => {
            out.push_str(&grid(&player_rows(&summary, &[0, 1])));
            out.push('\n');
            let evidence = Evidence::of(entries, &first.name, Some(&second.name));
            out.push_str(&difference_lines(&first.name, &second.name, &evidence));
            if let Some(state) = event.sprt.map(|spec| sprt::test(&spec, &evidence)) {
                out.push_str(&sprt_line(event, &state));
            }
            if let Some(margin) = &first.margin {
                let _ = writeln!(out, "Margin of {}: {}", first.name, signed_spread(margin));
            }
        }
        _ => {
            let order = summary.ranking();
            out.push_str(&grid(&player_rows(&summary, &order)));
            out.push_str("\nPoints of the row against the column:\n");
            out.push_str(&grid(&cross_rows(&summary, &order)));
            out.push('\n');
            out.push_str(&rating_notes(&summary));
            let first = summary.players.first().filter(|_| event.format == Format::Gauntlet);
            if let Some(first) = first {
                let evidence = Evidence::of(entries, &first.name, None);
                out.push_str(&difference_lines(&first.name, "the others", &evidence));
                if let Some(state) = event.sprt.map(|spec| sprt::test(&spec, &evidence)) {
                    out.push_str(&sprt_line(event, &state));
                }
            }
        }
    }
    out.push_str(&common_lines(&summary));
    out
}

/// The state of the event's test after these games, if it has one: the first player against the other or, in an event of
/// more, against everybody.
pub fn sprt_state(event: &Event, entries: &[Entry], first: &str) -> Option<State> {
    event.sprt.map(|spec| sprt::test(&spec, &Evidence::of(entries, first, None)))
}

/// An Elo difference with its sign, or `-inf`, `+inf`.
pub fn elo_text(elo: f64) -> String {
    if elo.is_infinite() {
        return if elo > 0.0 { "+inf".into() } else { "-inf".into() };
    }
    // No minus before a rounded nothing.
    let elo = if elo.abs() < 0.05 { 0.0 } else { elo };
    format!("{elo:+.1}")
}

fn title(event: &Event, entries: &[Entry]) -> String {
    let kind = entries.first().map_or(event.game.as_str(), |entry| entry.kind.as_str());
    let size = entries.first().map_or(event.size.as_str(), |entry| entry.size.as_str());
    let komi = entries.first().map_or(event.komi, |entry| entry.komi);
    let mut title = if event.name.is_empty() { String::new() } else { format!("{}, ", event.name) };
    title.push_str(kind);
    if !size.is_empty() {
        let _ = write!(title, " on {size}");
    }
    if let Some(komi) = komi {
        let _ = write!(title, ", komi {komi}");
    }
    if let Some(rules) = &event.rules {
        let _ = write!(title, ", {rules}");
    }
    title
}

/// The rows of the ranking, a head first. With more than two players they have ratings.
fn player_rows(summary: &Summary, order: &[usize]) -> Vec<Vec<String>> {
    let rated = summary.players.len() > 2;
    let has_cpu = summary.players.iter().any(|player| player.cpu.is_some());
    let mut head = vec!["player"];
    if rated {
        head.extend(["Elo", "+/-"]);
    }
    head.extend(["games", "points", "%", "W-D-L", "Black", "White", "s/move", "longest"]);
    if has_cpu {
        head.push("cpu s");
    }
    head.extend(["late", "faults"]);
    let mut rows = vec![head.into_iter().map(String::from).collect()];
    for (rank, &at) in (1..).zip(order) {
        let Some(player) = summary.players.get(at) else { continue };
        let total = player.total();
        let mut row = vec![player.name.clone()];
        if rated {
            row[0] = format!("{rank} {}", player.name);
            match summary.ratings.as_ref().and_then(|ratings| ratings.players.get(at)) {
                Some(rating) => {
                    row.extend([
                        format!("{:+.0}", rating.elo + 0.0),
                        format!("{:.0}", rating.error),
                    ]);
                }
                None => row.extend(["-".into(), "-".into()]),
            }
        }
        row.extend([total.games().to_string(), points_text(&total), percent(&total)]);
        row.extend([&total, &player.black, &player.white].map(wdl));
        row.push(player.seconds_per_move().map_or("-".into(), |s| format!("{s:.3}")));
        row.push(format!("{:.3}", player.longest));
        if has_cpu {
            row.push(player.cpu.map_or("-".into(), |cpu| format!("{cpu:.1}")));
        }
        row.push(player.late.to_string());
        row.push(player.faults.values().sum::<usize>().to_string());
        rows.push(row);
    }
    rows
}

fn cross_rows(summary: &Summary, order: &[usize]) -> Vec<Vec<String>> {
    let mut head = vec![String::new()];
    head.extend((1..=order.len()).map(|rank| rank.to_string()));
    let mut rows = vec![head];
    for (rank, &at) in (1..).zip(order) {
        let mut row = vec![format!("{rank} {}", summary.players[at].name)];
        row.extend(order.iter().map(|&other| {
            let tally = &summary.cross[at][other];
            match tally.games() {
                0 => "-".into(),
                games => format!("{}/{games}", points_text(tally)),
            }
        }));
        rows.push(row);
    }
    rows
}

fn difference_lines(first: &str, second: &str, evidence: &Evidence) -> String {
    let mut out = String::new();
    let Some(estimate) = elo::estimate(evidence) else { return out };
    let [low, middle, high] = [estimate.low, estimate.elo, estimate.high].map(elo_text);
    let basis = estimate.basis.name();
    let _ = writeln!(
        out,
        "{first} against {second}: Elo {middle}, 95 % from {low} to {high} (by {basis})"
    );
    let _ = writeln!(out, "Likelihood of superiority: {:.1} %", 100.0 * estimate.los);
    if evidence.pairs.pairs() > 0 {
        let [ll, ld, even, wd, ww] = evidence.pairs.0;
        let _ =
            writeln!(out, "Pairs with 2, 1.5, 1, 0.5, 0 points: {ww}, {wd}, {even}, {ld}, {ll}");
    }
    out
}

fn sprt_line(event: &Event, state: &State) -> String {
    let Some(spec) = event.sprt else { return String::new() };
    format!(
        "SPRT of Elo {} against {}, alpha {}, beta {}: LLR {:.2} within {:.2} and {:.2} (by {}): {}\n",
        spec.elo0,
        spec.elo1,
        spec.alpha,
        spec.beta,
        state.llr,
        state.lower,
        state.upper,
        state.basis.name(),
        state.verdict.text()
    )
}

fn rating_notes(summary: &Summary) -> String {
    let Some(ratings) = &summary.ratings else { return String::new() };
    let mut out = String::from(
        "Ratings are Bradley-Terry's with two virtual draws each, their mean is 0; +/- is the reach of 95 %.\n",
    );
    if let Some(first) = ratings.first_move {
        let _ = writeln!(
            out,
            "Worth of the first move: Elo {} +/- {:.1}",
            elo_text(first.elo),
            first.error
        );
    }
    if !ratings.connected() {
        let names = |group: usize| {
            let members = summary.players.iter().zip(&ratings.groups);
            let names =
                members.filter(|(_, g)| **g == group).map(|(player, _)| player.name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        let last = ratings.groups.iter().max().copied().unwrap_or(0);
        let groups: Vec<String> = (0..=last).map(names).collect();
        let _ = writeln!(
            out,
            "Ratings cannot be compared between groups that have not met: {}",
            groups.join("; ")
        );
    }
    out
}

/// What is told of every event.
fn common_lines(summary: &Summary) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "Black: {} W-D-L, {} %", wdl(&summary.black), percent(&summary.black));
    if let Some(length) = &summary.length {
        let _ = writeln!(
            out,
            "Game length: mean {:.1}, from {} to {} moves",
            length.mean, length.min, length.max
        );
    }
    let endings: Vec<String> = summary
        .endings
        .iter()
        .map(|(ending, count)| format!("{} {count}", ending_text(*ending)))
        .collect();
    let _ = writeln!(out, "Endings: {}", endings.join(", "));
    for player in summary.players.iter().filter(|player| !player.faults.is_empty()) {
        let _ = writeln!(out, "Faults of {}: {}", player.name, faults_text(player));
    }
    out
}

/// The player's faults by kind, `crash 2, illegal 1`.
pub fn faults_text(player: &PlayerSummary) -> String {
    let faults: Vec<String> =
        player.faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
    faults.join(", ")
}

/// How a game ended, in words.
pub const fn ending_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Score => "score",
        Ending::Rule => "win by rule",
        Ending::Resignation => "resignation",
        Ending::Time => "time",
        Ending::Forfeit => "forfeit",
        Ending::MoveLimit => "move limit",
        Ending::Agreement => "agreement",
    }
}

/// `12-1-7`.
pub fn wdl(tally: &Tally) -> String {
    format!("{}-{}-{}", tally.wins, tally.draws, tally.losses)
}

/// Points without needless decimals.
pub fn points_text(tally: &Tally) -> String {
    tally.points().to_string()
}

fn percent(tally: &Tally) -> String {
    tally.score().map_or("-".into(), |score| format!("{:.1}", 100.0 * score))
}

fn signed_spread(spread: &Spread) -> String {
    format!(
        "mean {:+.1}, standard deviation {:.1} ({})",
        spread.mean,
        spread.stdev,
        plural(spread.count, "scored game")
    )
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Widest column that is kept straight.
const WIDEST: usize = 120;

/// Rows in columns: the first one to the left, the others to the right, two blanks between.
pub fn grid(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count().min(WIDEST)).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            match column {
                0 => _ = write!(line, "{cell:<width$}"),
                _ => _ = write!(line, "  {cell:>width$}"),
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::Fault;
    use crate::tournament::statistics::summary::tests::{game, with_fault};
    use crate::tournament::{PlayerSpec, SprtSpec};

    fn event(names: &[&str]) -> Event {
        let player = |name: &&str| PlayerSpec { name: (*name).into(), ..PlayerSpec::default() };
        Event { players: names.iter().map(player).collect(), ..Event::default() }
    }

    #[test]
    fn a_match() {
        let entries = [
            game(1, 1, "Alpha", "Beta", "B+2.5"),
            game(2, 1, "Beta", "Alpha", "W+R"),
            with_fault(game(3, 2, "Alpha", "Beta", "B+F"), "Beta", Fault::Crash),
            game(4, 2, "Beta", "Alpha", "B+4.5"),
        ];
        let sprt = Some(SprtSpec { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
        let event = Event { name: "Test".into(), sprt, ..event(&["Alpha", "Beta"]) };
        let expected = "\
Test, go on 9, komi 7.5: 4 games

player  games  points     %  W-D-L  Black  White  s/move  longest  cpu s  late  faults
Alpha       4       3  75.0  3-0-1  2-0-0  1-0-1   0.500    0.750    1.0     0       0
Beta        4       1  25.0  1-0-3  1-0-1  0-0-2   0.500    0.750    1.0     0       1

Alpha against Beta: Elo +190.8, 95 % from -67.9 to +inf (by pairs)
Likelihood of superiority: 92.1 %
Pairs with 2, 1.5, 1, 0.5, 0 points: 1, 0, 1, 0, 0
";
        let table = text(&event, &entries);
        assert_eq!(&table[..expected.len().min(table.len())], expected, "{table}");
        for line in [
            "SPRT of Elo 0 against 50, alpha 0.05, beta 0.05: LLR ",
            "within -2.94 and 2.94 (by pairs): continue\n",
            "Margin of Alpha: mean -1.0, standard deviation 4.9 (2 scored games)\n",
            "Black: 3-0-1 W-D-L, 75.0 %\n",
            "Game length: mean 3.0, from 3 to 3 moves\n",
            "Endings: score 2, resignation 1, forfeit 1\n",
            "Faults of Beta: crash 1\n",
        ] {
            assert!(table.contains(line), "{line}\n{table}");
        }
    }

    #[test]
    fn many_players() {
        let entries = [
            game(1, 1, "a", "b", "B+R"),
            game(2, 1, "b", "a", "W+R"),
            game(3, 2, "a", "c", "B+R"),
            game(4, 2, "c", "a", "0"),
        ];
        let table =
            text(&Event { format: Format::RoundRobin, ..event(&["a", "b", "c", "d"]) }, &entries);
        for line in [
            "1 a ",
            "1 a      -  -  1.5/2  2/2\n",
            "Ratings cannot be compared between groups that have not met: a, b, c; d\n",
            "Worth of the first move: Elo ",
        ] {
            assert!(table.contains(line), "{line}\n{table}");
        }
        assert!(!table.contains("against the others"));
        let gauntlet =
            text(&Event { format: Format::Gauntlet, ..event(&["a", "b", "c"]) }, &entries);
        assert!(gauntlet.contains("a against the others: Elo +"), "{gauntlet}");
    }

    #[test]
    fn nothing_yet() {
        let text = text(&event(&["a", "b"]), &[]);
        assert_eq!(text, "go: 0 games\n");
        let all = [
            elo_text(f64::INFINITY),
            elo_text(f64::NEG_INFINITY),
            elo_text(-0.001),
            elo_text(3.26),
        ];
        assert_eq!(all, ["+inf", "-inf", "+0.0", "+3.3"]);
    }
}
