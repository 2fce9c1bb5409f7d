//! The second table: what grows with the past. Jobs and `ops` commands are run on shops with the same present and different
//! pasts, in turns, day after day: on each day reminders are due, boxes are checked out by the system, customers are told of
//! their next boxes. Two ratios count, each for itself: that of the first runs of all days together, which do what is due, and
//! that of the runs after them, which only look; of these the table has the median and what half of them lie between.

use crate::report::{Result, Samples, Step, ratio, short, text, time};
use crate::stall::Stall;
use crate::statements::{Ear, Heard};
use crate::template::{PLAYED_DAYS, today};
use crate::writes::GROWTH_AIM;
use std::time::{Duration, Instant};
use stylebox_server::jobs::ALL;

/// A run that takes longer is given up.
const LONGEST: Duration = Duration::from_secs(180);
/// A run that is shorter is repeated, to tell a difference from chance.
const SHORT: f64 = 0.1;
const REPEATS: usize = 6;
/// One that is shorter still is repeated more often.
const TINY: f64 = 0.01;
const TINY_REPEATS: usize = 16;
/// The `ops` commands that look through the shop.
const COMMANDS: [&str; 3] = ["list", "overdue", "attention"];
/// The command that looks through the whole past, and on how many of the days it is run.
const AUDIT: &str = "audit";
const AUDITS: u64 = 2;
/// Once a command has taken so long altogether, it is not run on further days.
const ENOUGH: f64 = 90.0;

/// What is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Work {
    Job(&'static str),
    Command(&'static str),
}

/// What a row shows: of each shop.
pub struct Upkeep {
    pub name: String,
    /// Seconds of the first run of each day.
    seconds: Vec<Samples>,
    /// How many times as long as with the smallest past the runs took that only look.
    looks: Vec<Samples>,
    /// What was sent in one run.
    heard: Vec<Heard>,
    /// Why a shop could not be measured.
    failed: Option<String>,
}

/// Everything that is run on a day, in order: messages leave last, on the day on which they were written.
fn works(stall: &Stall) -> Vec<Work> {
    let settings = &stall.shop.state.settings;
    let runs_by_itself = ALL.iter().filter(|job| (job.every)(settings).is_some());
    let (last, first): (Vec<_>, Vec<_>) = runs_by_itself.map(|job| job.name).partition(|name| *name == "outbox");
    let jobs = first.into_iter().chain(last).map(Work::Job);
    jobs.chain(COMMANDS.map(Work::Command)).chain([Work::Command(AUDIT)]).collect()
}

/// Does it once; seconds. It works in a task of its own: one that never pauses can be given up too.
async fn time_of(stall: &Stall, work: Work) -> Result<f64> {
    let begun = Instant::now();
    let shop = stall.shop.clone();
    let mut done = tokio::spawn(async move {
        match work {
            Work::Job(name) => shop.run_job(name).await.map(drop),
            Work::Command(line) => shop.ops(line).await.map(drop),
        }
    });
    match tokio::time::timeout(LONGEST, &mut done).await {
        Ok(done) => done.map_err(text)?.map(|()| begun.elapsed().as_secs_f64()),
        Err(_) => {
            done.abort();
            Err(format!("it was given up after {} s", LONGEST.as_secs()))
        }
    }
}

/// Plays the days on all shops.
pub async fn measure(stalls: &[Stall], ear: &Ear) -> Result<Vec<Upkeep>> {
    let first = stalls.first().ok_or("There is no shop.")?;
    let works = works(first);
    let mut rows: Vec<(Work, Upkeep)> = works
        .into_iter()
        .map(|work| {
            let name = match work {
                Work::Job(name) => name.to_owned(),
                Work::Command(AUDIT) => format!("ops {AUDIT} (times: an order)"),
                Work::Command(line) => format!("ops {line}"),
            };
            let each = || vec![Samples::default(); stalls.len()];
            (work, Upkeep { name, seconds: each(), looks: each(), heard: Vec::new(), failed: None })
        })
        .collect();
    let mut step = Step::begin(format!("{}: jobs and ops commands, {PLAYED_DAYS} days", first.books.engine));
    for day in 1..=PLAYED_DAYS {
        for stall in stalls {
            stall.shop.clock.set(today(), day);
        }
        for (work, row) in &mut rows {
            let is_rare = *work == Work::Command(AUDIT);
            let is_enough = row.seconds.iter().any(|samples| samples.total() > ENOUGH);
            if row.failed.is_some() || is_enough || is_rare && day > AUDITS {
                continue;
            }
            step.progress(format!("day {day}, {}", row.name));
            if let Err(why) = take_turns(stalls, *work, row).await {
                row.failed = Some(why);
            }
        }
    }
    // What is sent is looked at if it takes too long, at the end of all days.
    for (work, row) in &mut rows {
        let misses = !row.missed(stalls).is_empty();
        for stall in stalls {
            if misses && row.failed.is_none() {
                ear.open()?;
                let done = time_of(stall, *work).await;
                row.heard.push(ear.close()?);
                row.failed = done.err();
            }
        }
    }
    step.done("");
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Runs it on each shop, and again if it is short: the first run does what is due, the others look. The shop that is first is
/// another one in each turn.
async fn take_turns(stalls: &[Stall], work: Work, row: &mut Upkeep) -> Result<()> {
    for turn in 0..TINY_REPEATS {
        let mut took = vec![f64::NAN; stalls.len()];
        for place in 0..stalls.len() {
            let place = (place + turn) % stalls.len();
            if let (Some(stall), Some(seconds)) = (stalls.get(place), took.get_mut(place)) {
                let past = short(stall.books.orders);
                *seconds = time_of(stall, work).await.map_err(|why| format!("with {past} past orders: {why}"))?;
            }
        }
        let smallest = took.first().copied().unwrap_or(f64::NAN);
        for ((seconds, looks), took) in row.seconds.iter_mut().zip(&mut row.looks).zip(&took) {
            if turn == 0 {
                seconds.add(*took);
            } else {
                looks.add(took / smallest);
            }
        }
        let longest = took.iter().copied().fold(0.0, f64::max);
        if longest > SHORT || longest > TINY && turn + 1 >= REPEATS {
            break;
        }
    }
    Ok(())
}

/// How many orders a shop has.
fn orders(stalls: &[Stall], place: usize) -> f64 {
    stalls.get(place).map_or(f64::NAN, |stall| stall.books.orders as f64 + stall.boxes.len() as f64)
}

impl Upkeep {
    /// The cells of the row: the seconds of the smallest past, then of each other one with its ratio.
    pub fn cells(&self, stalls: &[Stall]) -> Vec<String> {
        let mut cells = vec![self.name.clone()];
        for (place, _) in stalls.iter().enumerate() {
            let seconds = self.seconds.get(place).filter(|samples| !samples.is_empty());
            cells.push(seconds.map_or("–".to_owned(), |samples| time(samples.median())));
            if place > 0 {
                let first = self.first_runs(stalls, place).map(ratio);
                let looks = self.looks.get(place).filter(|samples| !samples.is_empty()).map(Samples::shown);
                let both: Vec<String> = first.into_iter().chain(looks).collect();
                cells.push(if both.is_empty() { "–".to_owned() } else { both.join("; ") });
            }
        }
        cells
    }

    /// How many times as long as with the smallest past the first runs of all days took together. The audit looks through all
    /// orders: of it, the time for one order counts.
    fn first_runs(&self, stalls: &[Stall], place: usize) -> Option<f64> {
        let [smallest, this] = [0, place].map(|place| self.seconds.get(place).map(Samples::total));
        let (smallest, this) = (smallest.filter(|total| *total > 0.0)?, this?);
        let is_audit = self.name.starts_with(&format!("ops {AUDIT}"));
        let orders = if is_audit { orders(stalls, place) / orders(stalls, 0) } else { 1.0 };
        Some(this / smallest / orders)
    }

    /// Why the row misses its aim, shop by shop.
    pub fn missed(&self, stalls: &[Stall]) -> Vec<String> {
        let mut missed = Vec::new();
        for (place, stall) in stalls.iter().enumerate().skip(1) {
            let Some(looks) = self.looks.get(place) else { continue };
            let first = self.first_runs(stalls, place).unwrap_or_default();
            let looks_miss = !looks.is_empty() && looks.median() > GROWTH_AIM;
            if first > GROWTH_AIM || looks_miss {
                let goes =
                    self.heard.get(place).and_then(Heard::longest).map_or(String::new(), |(sql, times, seconds)| {
                        let sql: String = sql.chars().take(120).collect();
                        format!(": {} in {times} × {sql} …", time(seconds))
                    });
                let looks = if looks.is_empty() { String::new() } else { format!(", looks {}", looks.shown()) };
                missed.push(format!(
                    "{} times with {} past orders{looks}, the aim is {GROWTH_AIM}{goes}",
                    ratio(first),
                    short(stall.books.orders),
                ));
            }
        }
        missed
    }

    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }
}

/// Whether the books of a shop agree; what the audit says.
pub async fn audit(stall: &Stall) -> Result<String> {
    let shop = stall.shop.clone();
    let mut said = tokio::spawn(async move { shop.ops(AUDIT).await });
    let Ok(said) = tokio::time::timeout(LONGEST, &mut said).await else {
        said.abort();
        return Err(format!("the audit was given up after {} s", LONGEST.as_secs()));
    };
    let said = said.map_err(text)??;
    Ok(said.lines().next().unwrap_or_default().to_owned())
}
