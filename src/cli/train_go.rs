//! Makes samples that networks of Go are trained with.

use super::Usage;
use super::arguments::train_go::{DistilOptions, GamesToMake, GoExportOptions, SelfplayTraining};
use super::record_files::RecordFiles;
use super::training::{Slices, range, read_shards};
use crate::base::{BoardSize, Rng, seeded};
use crate::engine;
use crate::eval::go::GoNet;
use crate::eval::net::Precision;
use crate::game::State;
use crate::train::go_distil::{self, Pupil};
use crate::train::go_samples::Packer;
use crate::train::go_selfplay::{self, Plan, Player};
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
    let size = size(&options.games)?;
    let net = network(&options.net, size)?;
    let plan = Plan {
        size,
        komi: options.komi,
        visits: options.visits,
        fast: options.fast,
        recorded: options.recorded,
        considered: options.considered as usize,
        opening: options.opening,
    };
    make(
        &options.games,
        || Player::new(net.clone()),
        |player, packer, rng, bytes| go_selfplay::game(player, &plan, packer, rng, bytes),
    )
}

/// Has positions labelled that searches meet, a file of [`SLICE`] games at a time.
pub fn distil(options: &DistilOptions) -> Result<String> {
    let size = size(&options.games)?;
    let net = network(&options.net, size)?;
    let teacher = network(&options.teacher, size)?;
    let plan = go_distil::Plan {
        size,
        komi: options.komi,
        visits: options.visits,
        leaves: options.leaves,
        opening: options.opening,
    };
    make(
        &options.games,
        || Pupil::new(net.clone(), teacher.clone()),
        |pupil, packer, rng, bytes| go_distil::game(pupil, &plan, packer, rng, bytes),
    )
}

fn size(games: &GamesToMake) -> Result<BoardSize> {
    let side = games.size as usize;
    BoardSize::square(side).with_context(|| format!("no board of side {side}"))
}

fn network(file: &str, size: BoardSize) -> Result<GoNet> {
    let net = engine::go::network(file, size, Precision::Fast)?;
    net.with_context(|| Usage("a network is needed, not none".into()))
}

/// Makes files of games: `begin` makes a player, `game` has it play one and append its records, whose number it returns.
fn make<P>(
    games: &GamesToMake,
    begin: impl Fn() -> P + Sync,
    game: impl Fn(&mut P, &mut Packer, &mut Rng, &mut Vec<u8>) -> usize + Sync,
) -> Result<String> {
    let numbers = range(&games.slices, "--slices")?;
    let threads = games.threads;
    let slices = Slices { numbers, folder: &games.out, threads, what: "new records" };
    let side = games.size;
    slices.make(
        |slice| format!("t{slice:05}.{side:02}.bin"),
        || (begin(), Packer::default()),
        |(player, packer), slice| {
            let (mut bytes, mut count) = (Vec::new(), 0);
            for number in slice * SLICE..(slice + 1) * SLICE {
                let mut rng = seeded(games.seed << 40 ^ number);
                count += game(player, packer, &mut rng, &mut bytes);
            }
            Ok((bytes, count))
        },
    )
}
