//! Makes samples that networks of Go are trained with.

use super::Usage;
use super::arguments::train_go::{GoExportOptions, SelfplayTraining};
use super::record_files::RecordFiles;
use super::training::{Slices, range, read_shards};
use crate::base::{BoardSize, seeded};
use crate::engine;
use crate::eval::net::Precision;
use crate::game::State;
use crate::train::go_samples::Packer;
use crate::train::go_selfplay::{Plan, Player, game};
use anyhow::{Context, Result};

/// Unpacks labelled positions into the records that scripts/train/go reads; tells how many of each board there are.
pub fn export(options: &GoExportOptions) -> Result<String> {
    let mut files = RecordFiles::new(&options.out);
    let mut packer = Packer::default();
    let mut record = Vec::new();
    read_shards(&options.data, |label| {
        record.clear();
        packer.pack(label, &mut record);
        files.write(label.state.size().width(), &record)
    })?;
    files.flush()?;
    Ok(files.table())
}

/// Games of a file.
const SLICE: u64 = 50;

/// Plays games against itself and writes their records, a file of [`SLICE`] games at a time.
pub fn selfplay(options: &SelfplayTraining) -> Result<String> {
    if options.game != "go" {
        return Err(Usage(format!("no self-play of {} here; accepted: go", options.game)).into());
    }
    let numbers = range(&options.slices, "--slices")?;
    let side = options.size as usize;
    let size = BoardSize::square(side).with_context(|| format!("no board of side {side}"))?;
    let net = engine::go::network(&options.net, size, Precision::Fast)?;
    let net = net.with_context(|| Usage("self-play needs a network".into()))?;
    let plan = Plan {
        size,
        komi: options.komi,
        visits: options.visits,
        fast: options.fast,
        recorded: options.recorded,
        considered: options.considered as usize,
        opening: options.opening,
    };
    let threads = options.threads;
    let slices = Slices { numbers, folder: &options.out, threads, what: "new records" };
    slices.make(
        |slice| format!("t{slice:05}.{side:02}.bin"),
        || (Player::new(net.clone()), Packer::default()),
        |(player, packer), slice| {
            let (mut bytes, mut count) = (Vec::new(), 0);
            for number in slice * SLICE..(slice + 1) * SLICE {
                let mut rng = seeded(options.seed << 40 ^ number);
                count += game(player, &plan, packer, &mut rng, &mut bytes);
            }
            Ok((bytes, count))
        },
    )
}
