//! A part of an event, for several machines.

use std::fmt;
use std::str::FromStr;

/// Part `index` of `count`: the pairs of games whose number leaves that remainder. The parts have no pair in common and
/// together are the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: usize,
    count: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 1, count: 1 };

    /// Does the pair of games of that number belong to it?
    pub fn holds(self, pair: usize) -> bool {
        pair % self.count == self.index % self.count
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse::<usize>().ok().filter(|&number| number > 0),
            false => None,
        };
        text.split_once('/')
            .and_then(|(index, count)| number(index).zip(number(count)))
            .filter(|(index, count)| index <= count)
            .map(|(index, count)| Shard { index, count })
            .ok_or_else(|| "a shard is I/N: part I, from 1, of N".into())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_in_one_shard() {
        for count in 1..=5 {
            let shards: Vec<Shard> =
                (1..=count).map(|i| format!("{i}/{count}").parse().expect("a shard")).collect();
            for pair in 1..=20 {
                assert_eq!(shards.iter().filter(|shard| shard.holds(pair)).count(), 1);
            }
            assert_eq!(shards[0].to_string(), format!("1/{count}"));
        }
        for bad in ["", "1", "0/2", "3/2", "1/0", "/", "a/b", "-1/2", "+1/2", "1/2/3", "1 /2"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
