//! `tesuji train label`: positions of game records, labelled by another engine.

use super::Usage;
use super::arguments::train_go::{LabelOptions, Side};
use super::record_files::RecordFiles;
use crate::base::{Color, Rng, below, seeded};
use crate::controller::Launch;
use crate::game::State;
use crate::games::go::Rules;
use crate::session::{read_file, write_file};
use crate::train::go_games::{Otherwise, games};
use crate::train::go_samples::Packer;
use crate::train::go_teacher::{Perspective, Question, Teacher};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the records of a prefix have in common: the first line of the journal.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Terms {
    teacher: String,
    visits: u64,
    share: f64,
    seed: u64,
    rules: String,
    komi: f32,
}

/// A file that is done: a further line of the journal.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Done {
    /// Its name, as it was said.
    file: String,
    /// Bytes of the files of records after it, by side of the board.
    lengths: BTreeMap<usize, u64>,
}

/// What is done, in a file beside the records.
struct Journal {
    path: PathBuf,
    text: String,
    done: Vec<Done>,
}

impl Journal {
    /// The journal of a prefix; a new one if there is none.
    fn open(prefix: &str, terms: &Terms) -> Result<Journal> {
        let path = PathBuf::from(format!("{prefix}.jsonl"));
        let name = path.display();
        let head = format!("{}\n", serde_json::to_string(terms)?);
        if !path.exists() {
            return Ok(Journal { path, text: head, done: Vec::new() });
        }
        let bytes = read_file(&path).with_context(|| format!("cannot read {name}"))?;
        let text = String::from_utf8(bytes).with_context(|| format!("{name} is no text"))?;
        let mut lines = text.lines();
        let found: Terms = serde_json::from_str(lines.next().unwrap_or_default())
            .with_context(|| format!("{name} is no journal of labels"))?;
        ensure!(
            found == *terms,
            Usage(format!("{name} was begun with other options: {}", head_of(&text)))
        );
        let done = lines
            .map(|line| serde_json::from_str(line).with_context(|| format!("{name}: {line}")))
            .collect::<Result<_>>()?;
        Ok(Journal { path, text, done })
    }

    fn holds(&self, file: &str) -> bool {
        self.done.iter().any(|done| done.file == file)
    }

    /// The lengths that the files of records had when the last file was done.
    fn lengths(&self) -> BTreeMap<usize, u64> {
        self.done.last().map(|done| done.lengths.clone()).unwrap_or_default()
    }

    fn add(&mut self, done: Done) -> Result<()> {
        self.text.push_str(&serde_json::to_string(&done)?);
        self.text.push('\n');
        self.done.push(done);
        write_file(&self.path, self.text.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

fn head_of(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// What was counted on the way.
#[derive(Default)]
struct Tally {
    games: usize,
    labels: usize,
    cut: usize,
    left_out: usize,
}

/// What all files have in common.
struct Labelling<'a> {
    options: &'a LabelOptions,
    otherwise: Otherwise,
    launch: Launch,
    /// Started when there is something to label.
    teacher: Option<Teacher>,
    packer: Packer,
    tally: Tally,
}

/// Labels what is not labelled yet; tells how many records of each board there are, and what was left out.
pub fn run(options: &LabelOptions) -> Result<String> {
    let rules = Rules::named(&options.rules)
        .ok_or_else(|| Usage(format!("--rules: unknown rules {}", options.rules)))?;
    let launch = Launch::parse(&options.teacher).map_err(|e| Usage(format!("--teacher: {e}")))?;
    let terms = Terms {
        teacher: options.teacher.clone(),
        visits: options.visits,
        share: options.share,
        seed: options.seed,
        rules: options.rules.clone(),
        komi: options.komi,
    };
    let mut journal = Journal::open(&options.out, &terms)?;
    let mut files = RecordFiles::resume(&options.out, &journal.lengths())?;
    let mut labelling = Labelling {
        options,
        otherwise: Otherwise { rules, komi: options.komi },
        launch,
        teacher: None,
        packer: Packer::default(),
        tally: Tally::default(),
    };
    let mut already = 0;
    for file in &options.files {
        let name = file.to_string_lossy().into_owned();
        if journal.holds(&name) {
            already += 1;
            continue;
        }
        let records = labelling.file(file)?;
        for (side, bytes) in records {
            files.write(side, &bytes)?;
        }
        files.flush()?;
        journal.add(Done { file: name, lengths: files.lengths() })?;
    }
    if let Some(teacher) = &mut labelling.teacher {
        teacher.close();
    }
    let Tally { games, labels, cut, left_out } = labelling.tally;
    let mut report = files.table();
    report.push_str(&format!(
        "{labels} new records of {games} games; {cut} games cut short, {left_out} left out; {already} of {} files done before\n",
        options.files.len()
    ));
    Ok(report)
}

impl Labelling<'_> {
    /// Labels a file: records by side of the board.
    fn file(&mut self, file: &Path) -> Result<BTreeMap<usize, Vec<u8>>> {
        let name = file.display();
        let bytes = read_file(file).with_context(|| format!("cannot read {name}"))?;
        let games = games(&bytes, &self.otherwise).with_context(|| name.to_string())?;
        // The choice depends on what the file holds, not on which others there are.
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        let content = digest.iter().take(8).fold(0, |word, &byte| word << 8 | u64::from(byte));
        let mut rng = seeded(self.options.seed ^ content);
        let mut records: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        let before = self.tally.labels;
        for (number, game) in games.into_iter().enumerate() {
            let title = format!("{name}, game {}", number + 1);
            let game = match game {
                Ok(game) => game,
                Err(why) => {
                    log::warn!("{title} is left out: {why}");
                    self.tally.left_out += 1;
                    continue;
                }
            };
            let side = game.start.size().width();
            let bytes = records.entry(side).or_default();
            let share = self.options.share;
            if self.teacher.is_none() {
                self.teacher = Some(start(&self.launch, self.options)?);
            }
            let Some(teacher) = &mut self.teacher else { continue };
            let packer = &mut self.packer;
            let taught = teacher
                .teach(&game, || draw(&mut rng, share), |label| packer.pack(label, bytes))
                .with_context(|| title.clone())?;
            self.tally.games += 1;
            self.tally.labels += taught.labels;
            if let Some(why) = taught.cut {
                log::warn!("{title} is cut short: {why}");
                self.tally.cut += 1;
            }
        }
        log::info!("{name}: {} records", self.tally.labels - before);
        records.retain(|_, bytes| !bytes.is_empty());
        Ok(records)
    }
}

fn start(launch: &Launch, options: &LabelOptions) -> Result<Teacher> {
    let perspective = match options.perspective {
        Side::Detect => None,
        Side::Mover => Some(Perspective::Mover),
        Side::Black => Some(Perspective::Fixed(Color::Black)),
        Side::White => Some(Perspective::Fixed(Color::White)),
    };
    let patience = Duration::from_secs_f64(options.patience);
    let question = Question { visits: options.visits, patience, perspective };
    Ok(Teacher::start(launch, question)?)
}

/// True with that chance.
fn draw(rng: &mut Rng, share: f64) -> bool {
    f64::from(below(rng, 1 << 24)) < share * f64::from(1 << 24)
}
