//! Swiss rounds: players of near scores meet who have not met yet.

use super::{Book, Event, Fixture};

/// Number of rounds of a Swiss event: the one asked for, or as many as a knock-out of the players would take.
pub fn rounds(event: &Event) -> usize {
    let players = event.players.len();
    if event.rounds > 0 { event.rounds } else { players.next_power_of_two().ilog2() as usize }
}

/// The games of the round after the last one in `played`, which tells the points of Black (1, 0.5, 0) in each game; all games
/// of the earlier rounds must be in it. After the last of [`rounds`], none.
pub fn next_round(event: &Event, openings: usize, played: &[(Fixture, f64)]) -> Vec<Fixture> {
    let last = played.iter().map(|(fixture, _)| fixture.round).max().unwrap_or(0);
    if last >= rounds(event) { Vec::new() } else { swiss_round(event, openings, last + 1, played) }
}

/// The games of that round, from 1, given those of the rounds before it; later ones in `played` are ignored, so that a
/// round that was broken off can be made again.
///
/// Players are ranked by points, then by their place in the event. From the top, everyone who is not paired yet gets an
/// opponent they have met least often (not at all, as long as the whole round can be paired so): in their group of equal
/// points one who has not had the same colour too often, the nearest to the place half a group below (as in the Dutch system),
/// or else, below the group, the nearest. In an odd field the lowest of those with the fewest byes has one: the full points of a pairing. Within a pair
/// of games colours swap; Black in the first has the player who has had it less often, then the one who had White last.
pub fn swiss_round(
    event: &Event,
    openings: usize,
    round: usize,
    played: &[(Fixture, f64)],
) -> Vec<Fixture> {
    let players = event.players.len();
    if players < 2 || round == 0 {
        return Vec::new();
    }
    let standing = Standing::before(event, round, played);
    let mut ranking: Vec<usize> = (0..players).collect();
    ranking.sort_by(|&a, &b| standing.points[b].total_cmp(&standing.points[a]).then(a.cmp(&b)));
    let pairings = pair(&ranking, &standing);
    let mut book = Book::new(event, openings, pairings.len());
    let pairs = event.games.div_ceil(event.pair_length());
    book.game = (round - 1) * pairings.len() * event.games;
    book.pair = (round - 1) * pairings.len() * pairs;
    for pairing in pairings {
        let colors = standing.colors(pairing, round);
        let mut left = event.games;
        while left > 0 {
            let games = left.min(event.pair_length());
            book.add(round, colors, games);
            left -= games;
        }
    }
    book.fixtures
}

/// What the rounds so far have brought.
struct Standing {
    points: Vec<f64>,
    byes: Vec<usize>,
    /// Rounds in which two players met.
    met: Vec<Vec<usize>>,
    /// Games with Black minus games with White.
    black: Vec<isize>,
    /// Had the player White in their last game?
    white_last: Vec<bool>,
}

impl Standing {
    fn before(event: &Event, round: usize, played: &[(Fixture, f64)]) -> Standing {
        let players = event.players.len();
        let mut standing = Standing {
            points: vec![0.0; players],
            byes: vec![0; players],
            met: vec![vec![0; players]; players],
            black: vec![0; players],
            white_last: vec![false; players],
        };
        let mut games: Vec<&(Fixture, f64)> = played
            .iter()
            .filter(|(f, _)| {
                f.round < round && f.black.max(f.white) < players && f.black != f.white
            })
            .collect();
        games.sort_by_key(|(fixture, _)| fixture.game);
        let mut present = vec![vec![false; players]; round];
        let mut meetings = Vec::new();
        for (fixture, points) in games {
            let (black, white) = (fixture.black, fixture.white);
            standing.points[black] += points;
            standing.points[white] += 1.0 - points;
            standing.black[black] += 1;
            standing.black[white] -= 1;
            standing.white_last[black] = false;
            standing.white_last[white] = true;
            present[fixture.round][black] = true;
            present[fixture.round][white] = true;
            meetings.push((fixture.round, black.min(white), black.max(white)));
        }
        meetings.sort_unstable();
        meetings.dedup();
        for (_, a, b) in meetings {
            standing.met[a][b] += 1;
            standing.met[b][a] += 1;
        }
        for seats in &present {
            if players % 2 == 1 && seats.contains(&true) {
                for (player, _) in seats.iter().enumerate().filter(|(_, seated)| !**seated) {
                    standing.byes[player] += 1;
                    standing.points[player] += event.games as f64;
                }
            }
        }
        standing
    }

    /// Has one colour been had too often by both?
    fn want_the_same(&self, a: usize, b: usize) -> bool {
        self.black[a] * self.black[b] > 0
    }

    /// The two, Black of the first game first.
    fn colors(&self, [a, b]: [usize; 2], round: usize) -> [usize; 2] {
        let key = |player: usize| (self.black[player], !self.white_last[player]);
        match key(a).cmp(&key(b)) {
            std::cmp::Ordering::Less => [a, b],
            std::cmp::Ordering::Greater => [b, a],
            std::cmp::Ordering::Equal if (a.min(b) + round) % 2 == 1 => [a, b],
            std::cmp::Ordering::Equal => [b, a],
        }
    }
}

/// The pairings of a round, best first. Whether the rest can be paired after a choice is asked of [`Graph::perfect`], so the
/// search never goes back and takes polynomial time.
fn pair(ranking: &[usize], standing: &Standing) -> Vec<[usize; 2]> {
    let most = standing.met.iter().flatten().max().copied().unwrap_or(0);
    let fewest_byes = standing.byes.iter().min().copied().unwrap_or(0);
    for allowed in 0..=most {
        let can = |players: &[usize]| Graph::new(players, standing, allowed).perfect();
        let mut rest = ranking.to_vec();
        if rest.len() % 2 == 1 {
            let without = |at: &usize| {
                let mut rest = rest.clone();
                rest.remove(*at);
                standing.byes[ranking[*at]] == fewest_byes && can(&rest)
            };
            match (0..rest.len()).rev().find(without) {
                Some(at) => rest.remove(at),
                None => continue,
            };
        } else if !can(&rest) {
            continue;
        }
        let mut pairings = Vec::new();
        while !rest.is_empty() {
            let top = rest.remove(0);
            let group = 1 + rest
                .iter()
                .take_while(|&&p| standing.points[p] == standing.points[top])
                .count();
            // Places in `rest`, the ideal one first.
            let ideal = (group / 2).max(1) - 1;
            let mut places: Vec<usize> = (0..rest.len()).collect();
            places.sort_by_key(|&at| {
                let other = rest[at];
                let below = at + 1 >= group;
                let far = at.abs_diff(ideal);
                (
                    standing.met[top][other],
                    below,
                    standing.want_the_same(top, other),
                    far,
                    at < ideal,
                )
            });
            let fits = |at: &usize| {
                let mut others = rest.clone();
                let other = others.remove(*at);
                standing.met[top][other] <= allowed && can(&others)
            };
            let Some(at) = places.into_iter().find(fits) else { break };
            let other = rest.remove(at);
            pairings.push([top, other]);
        }
        return pairings;
    }
    Vec::new()
}

/// Who may meet whom.
struct Graph {
    edges: Vec<Vec<usize>>,
}

impl Graph {
    fn new(players: &[usize], standing: &Standing, allowed: usize) -> Graph {
        let others = |&a: &usize| {
            let meets = |&(_, &b): &(usize, &usize)| a != b && standing.met[a][b] <= allowed;
            players.iter().enumerate().filter(meets).map(|(at, _)| at).collect()
        };
        Graph { edges: players.iter().map(others).collect() }
    }

    /// Can everybody have an opponent? Edmonds's blossom algorithm (Edmonds, 1965) for a matching of the largest size, in
    /// the form that contracts blossoms by their base; time grows with the cube of the number of players.
    fn perfect(&self) -> bool {
        let count = self.edges.len();
        let mut mate = vec![None; count];
        (0..count).all(|free| mate[free].is_some() || self.augment(free, &mut mate))
    }

    /// Looks for an alternating path from a free player to another one and turns it round. In a graph that has a perfect
    /// matching every free player has such a path, so one that has none settles the question.
    fn augment(&self, root: usize, mate: &mut [Option<usize>]) -> bool {
        let count = self.edges.len();
        let mut base: Vec<usize> = (0..count).collect();
        let mut parent: Vec<Option<usize>> = vec![None; count];
        let mut outer = vec![false; count];
        let mut queue = std::collections::VecDeque::from([root]);
        outer[root] = true;
        while let Some(at) = queue.pop_front() {
            for &to in &self.edges[at] {
                if base[at] == base[to] || mate[at] == Some(to) {
                    continue;
                }
                let to_is_outer = to == root || mate[to].is_some_and(|m| parent[m].is_some());
                if to_is_outer {
                    let top = common_base(at, to, &base, &parent, mate);
                    let mut inside = vec![false; count];
                    mark(at, to, top, &base, &mut parent, mate, &mut inside);
                    mark(to, at, top, &base, &mut parent, mate, &mut inside);
                    for player in 0..count {
                        if inside[base[player]] {
                            base[player] = top;
                            if !std::mem::replace(&mut outer[player], true) {
                                queue.push_back(player);
                            }
                        }
                    }
                } else if parent[to].is_none() {
                    parent[to] = Some(at);
                    match mate[to] {
                        None => {
                            turn_round(to, &parent, mate);
                            return true;
                        }
                        Some(next) => {
                            outer[next] = true;
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        false
    }
}

/// The base of the blossom that an edge between two outer players closes.
fn common_base(
    a: usize,
    b: usize,
    base: &[usize],
    parent: &[Option<usize>],
    mate: &[Option<usize>],
) -> usize {
    let up = |at: usize| mate[at].and_then(|inner| parent[inner]);
    let mut seen = vec![false; base.len()];
    let mut at = base[a];
    seen[at] = true;
    while let Some(above) = up(at) {
        at = base[above];
        seen[at] = true;
    }
    let mut at = base[b];
    while !seen[at] {
        match up(at) {
            Some(above) => at = base[above],
            None => break,
        }
    }
    at
}

/// Marks the bases on the way from an outer player down to the blossom's base and points the way back.
fn mark(
    from: usize,
    child: usize,
    top: usize,
    base: &[usize],
    parent: &mut [Option<usize>],
    mate: &[Option<usize>],
    inside: &mut [bool],
) {
    let (mut at, mut child) = (from, child);
    while base[at] != top {
        let Some(inner) = mate[at] else { break };
        inside[base[at]] = true;
        inside[base[inner]] = true;
        parent[at] = Some(child);
        child = inner;
        let Some(above) = parent[inner] else { break };
        at = above;
    }
}

/// Swaps matched and free edges on the path that ends at `last`.
fn turn_round(last: usize, parent: &[Option<usize>], mate: &mut [Option<usize>]) {
    let mut at = Some(last);
    while let Some(end) = at {
        let Some(above) = parent[end] else { break };
        let next = mate[above];
        mate[end] = Some(above);
        mate[above] = Some(end);
        at = next;
    }
}
