//! Histograms: values sorted into columns.

use super::plot::{Column, number, step};

/// Columns of a width of 1, 2 or 5 times a power of ten, at most 24 of them.
pub fn columns(values: &[f64], whole: bool) -> Vec<Column> {
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    let (Some(low), Some(high)) =
        (finite.iter().copied().reduce(f64::min), finite.iter().copied().reduce(f64::max))
    else {
        return Vec::new();
    };
    let mut width = step(high - low, 22);
    if whole {
        width = width.max(1.0);
    }
    let first = (low / width).floor();
    let count = ((high / width).floor() - first) as usize + 1;
    let mut columns = vec![0; count];
    for value in finite {
        if let Some(column) = columns.get_mut(((value / width).floor() - first) as usize) {
            *column += 1;
        }
    }
    let column = |(place, count): (usize, usize)| {
        let from = (first + place as f64) * width;
        let to = from + if whole { width - 1.0 } else { width };
        let label = number(from);
        let range = match to > from {
            true => format!("{label} to {}", number(to)),
            false => label.clone(),
        };
        Column { label, range, count }
    };
    columns.into_iter().enumerate().map(column).collect()
}

/// Columns for times in milliseconds, each about twice as wide as the one before; those at both ends that would be empty
/// are left out.
pub fn time_columns(milliseconds: &[f64]) -> Vec<Column> {
    const ENDS: [f64; 19] = [
        0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4,
        2e4, 5e4, 1e5,
    ];
    let name = |ms: f64| {
        if ms < 1000.0 {
            format!("{} ms", number(ms))
        } else {
            format!("{} s", number(ms / 1000.0))
        }
    };
    let column = |label: String| Column { range: label.clone(), label, count: 0 };
    let mut columns: Vec<Column> =
        ENDS.iter().map(|&end| column(format!("<{}", name(end)))).collect();
    columns.push(column("longer".into()));
    for &ms in milliseconds {
        let place = ENDS.iter().position(|&end| ms < end).unwrap_or(ENDS.len());
        columns[place].count += 1;
    }
    let first = columns.iter().position(|column| column.count > 0);
    let last = columns.iter().rposition(|column| column.count > 0);
    match (first, last) {
        (Some(first), Some(last)) => columns.drain(first..=last).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_count_everything() {
        let values: Vec<f64> = (-40..=57).map(|n| f64::from(n) + 0.5).collect();
        let counted = columns(&values, true);
        assert_eq!(counted.iter().map(|column| column.count).sum::<usize>(), values.len());
        let column = |label: &str, range: &str, count| Column {
            label: label.into(),
            range: range.into(),
            count,
        };
        assert_eq!(counted[0], column("\u{2212}40", "\u{2212}40 to \u{2212}36", 5));
        assert!(counted.len() <= 24);
        assert_eq!(columns(&[], true), []);
        assert_eq!(columns(&[7.0, 7.0], true), [column("7", "7", 2)]);
        assert_eq!(columns(&[f64::NAN], false), []);
        let times = time_columns(&[0.3, 0.31, 4.0, 1e9]);
        assert_eq!(times.iter().map(|column| column.count).sum::<usize>(), 4);
        assert_eq!(times.first(), Some(&column("<0.5 ms", "<0.5 ms", 2)));
        assert_eq!(times.last(), Some(&column("longer", "longer", 1)));
    }
}
