//! Makes samples that networks of Go are trained with.

use super::Usage;
use super::arguments::{GoExportOptions, SelfplayTraining};
use super::train_reversi::{range, side_by_side};
use crate::base::{BoardSize, seeded};
use crate::engine;
use crate::eval::net::Precision;
use crate::game::State;
use crate::session::write_file;
use crate::train::go_samples::Packer;
use crate::train::go_selfplay::{Plan, Player, game};
use crate::train::shard;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};

/// Unpacks labelled positions into the records that scripts/train/go reads; tells how many of each board there are.
pub fn export(options: &GoExportOptions) -> Result<String> {
    let mut files: BTreeMap<usize, (BufWriter<File>, usize)> = BTreeMap::new();
    let mut packer = Packer::default();
    let mut record = Vec::new();
    let mut failure = None;
    for file in &options.data {
        let name = file.display();
        let packed = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
        let bytes = shard::unpack(&packed).with_context(|| name.to_string())?;
        let read = shard::read(&bytes, |label| {
            record.clear();
            packer.pack(&label, &mut record);
            let side = label.state.size().width();
            let written = writer(&mut files, &options.out, side).and_then(|(out, count)| {
                *count += 1;
                out.write_all(&record)
            });
            failure = failure.take().or(written.err());
        });
        let read = read.with_context(|| name.to_string())?;
        log::info!(
            "{name}: {} games, {} labels, {} skipped",
            read.games,
            read.labels,
            read.skipped
        );
    }
    let mut out = String::new();
    for (side, (mut file, count)) in files {
        failure = failure.or(file.flush().err());
        writeln!(out, "{side:>2}x{side:<2} {count:>8}")?;
    }
    match failure {
        Some(error) => Err(error).with_context(|| format!("cannot write {}", options.out)),
        None => Ok(out),
    }
}

fn writer<'a>(
    files: &'a mut BTreeMap<usize, (BufWriter<File>, usize)>,
    prefix: &str,
    side: usize,
) -> std::io::Result<&'a mut (BufWriter<File>, usize)> {
    match files.entry(side) {
        Entry::Occupied(entry) => Ok(entry.into_mut()),
        Entry::Vacant(entry) => {
            let file = File::create(format!("{prefix}.{side:02}.bin"))?;
            Ok(entry.insert((BufWriter::new(file), 0)))
        }
    }
}

/// Games of a file.
const SLICE: u64 = 50;

/// Plays games against itself and writes their records, a file of [`SLICE`] games at a time.
pub fn selfplay(options: &SelfplayTraining) -> Result<String> {
    if options.game != "go" {
        return Err(Usage(format!("no self-play of {} here; accepted: go", options.game)).into());
    }
    let (from, to) = range(&options.slices, "--slices")?;
    let net = engine::go::network(&options.net, Precision::Fast)?;
    let net = net.with_context(|| Usage("self-play needs a network".into()))?;
    let side = options.size as usize;
    let size = BoardSize::square(side).with_context(|| format!("no board of side {side}"))?;
    let plan = Plan {
        size,
        komi: options.komi,
        visits: options.visits,
        fast: options.fast,
        recorded: options.recorded,
        considered: options.considered as usize,
        opening: options.opening,
    };
    std::fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make {}", options.out.display()))?;
    let next = AtomicU64::new(from);
    let worker = || -> Result<usize> {
        let (mut player, mut packer) = (Player::new(net.clone()), Packer::default());
        let mut count = 0;
        loop {
            let slice = next.fetch_add(1, Ordering::Relaxed);
            if slice >= to {
                return Ok(count);
            }
            let file = options.out.join(format!("t{slice:05}.{side:02}.bin"));
            if file.exists() {
                continue;
            }
            let mut bytes = Vec::new();
            for number in slice * SLICE..(slice + 1) * SLICE {
                let mut rng = seeded(options.seed << 40 ^ number);
                count += game(&mut player, &plan, &mut packer, &mut rng, &mut bytes);
            }
            write_file(&file, &bytes)
                .with_context(|| format!("cannot write {}", file.display()))?;
            log::info!("{}", file.display());
        }
    };
    let records: usize = side_by_side(options.threads, worker)?.into_iter().sum();
    Ok(format!("{records} new records in {} of {} files\n", options.out.display(), to - from))
}
