//! The second table: what takes longer the more past orders there are. Jobs and `ops` commands run on databases with the same
//! present and different pasts, in turns, day after day. On each day reminders are due, the system checks boxes out, and
//! customers get their next-box notices. Two ratios count separately: that of the first runs of all days together, which do what
//! is due, and that of the idle runs after them, which find nothing to do. Of the idle runs the table has the median and the
//! middle half.

use crate::recorder::{Recorded, Recorder};
use crate::report::{Result, Samples, Step, ratio, short, text, time};
use crate::server::Server;
use crate::template::{PLAYED_DAYS, today};
use crate::writes::GROWTH_AIM;
use std::time::{Duration, Instant};
use stylebox_server::jobs::ALL;

/// A run is given up after this time.
const LONGEST: Duration = Duration::from_secs(180);
/// A shorter run, in seconds, is repeated, to tell a difference from chance.
const SHORT: f64 = 0.1;
const REPEATS: usize = 6;
/// An even shorter run is repeated more often.
const TINY: f64 = 0.01;
const TINY_REPEATS: usize = 16;
/// The `ops` commands that look through the shop.
const COMMANDS: [&str; 3] = ["list", "overdue", "attention"];
/// The command that reads the whole past, and on how many days it runs.
const AUDIT: &str = "audit";
const AUDITS: u64 = 2;
/// A command that has taken so many seconds in all does not run on further days.
const ENOUGH: f64 = 90.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Job(&'static str),
    Command(&'static str),
}

/// A row of the table, with a value for each server.
pub struct GrowthRow {
    pub name: String,
    /// Seconds of the first run of each day.
    seconds: Vec<Samples>,
    /// How many times as long as with the smallest past the idle runs took.
    idle_runs: Vec<Samples>,
    /// The statements of one run.
    recorded: Vec<Recorded>,
    /// Why it could not be measured.
    failed: Option<String>,
}

/// Everything that runs on a day, in order. Messages are sent last, on the day on which they were written.
fn tasks(server: &Server) -> Vec<Task> {
    let settings = &server.service.state.settings;
    let runs_by_itself = ALL.iter().filter(|job| (job.every)(settings).is_some());
    let (last, first): (Vec<_>, Vec<_>) = runs_by_itself.map(|job| job.name).partition(|name| *name == "outbox");
    let jobs = first.into_iter().chain(last).map(Task::Job);
    jobs.chain(COMMANDS.map(Task::Command)).chain([Task::Command(AUDIT)]).collect()
}

/// Runs it once and returns the seconds. It is a tokio task of its own, so that one which never yields can be given up too.
async fn time_of(server: &Server, task: Task) -> Result<f64> {
    let begun = Instant::now();
    let service = server.service.clone();
    let mut done = tokio::spawn(async move {
        match task {
            Task::Job(name) => service.run_job(name).await.map(drop),
            Task::Command(line) => service.ops(line).await.map(drop),
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

/// Runs all days on all servers.
pub async fn measure(servers: &[Server], recorder: &Recorder) -> Result<Vec<GrowthRow>> {
    let first = servers.first().ok_or("There is no server.")?;
    let tasks = tasks(first);
    let mut rows: Vec<(Task, GrowthRow)> = tasks
        .into_iter()
        .map(|task| {
            let name = match task {
                Task::Job(name) => name.to_owned(),
                Task::Command(AUDIT) => format!("ops {AUDIT} (times: an order)"),
                Task::Command(line) => format!("ops {line}"),
            };
            let each = || vec![Samples::default(); servers.len()];
            (task, GrowthRow { name, seconds: each(), idle_runs: each(), recorded: Vec::new(), failed: None })
        })
        .collect();
    let mut step = Step::begin(format!("{}: jobs and ops commands, {PLAYED_DAYS} days", first.database.engine));
    for day in 1..=PLAYED_DAYS {
        for server in servers {
            server.service.clock.set(today(), day);
        }
        for (task, row) in &mut rows {
            let is_rare = *task == Task::Command(AUDIT);
            let is_enough = row.seconds.iter().any(|samples| samples.total() > ENOUGH);
            if row.failed.is_some() || is_enough || is_rare && day > AUDITS {
                continue;
            }
            step.progress(format!("day {day}, {}", row.name));
            if let Err(why) = take_turns(servers, *task, row).await {
                row.failed = Some(why);
            }
        }
    }
    // Of what takes too long, the statements are recorded after the last day.
    for (task, row) in &mut rows {
        let misses = !row.missed(servers).is_empty();
        for server in servers {
            if misses && row.failed.is_none() {
                recorder.start()?;
                let done = time_of(server, *task).await;
                row.recorded.push(recorder.stop()?);
                row.failed = done.err();
            }
        }
    }
    step.done("");
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Runs it on each server, and again if it is short: the first run does what is due, the others are idle. Each round begins with
/// another server.
async fn take_turns(servers: &[Server], task: Task, row: &mut GrowthRow) -> Result<()> {
    for turn in 0..TINY_REPEATS {
        let mut took = vec![f64::NAN; servers.len()];
        for place in 0..servers.len() {
            let place = (place + turn) % servers.len();
            if let (Some(server), Some(seconds)) = (servers.get(place), took.get_mut(place)) {
                let past = short(server.database.orders);
                *seconds = time_of(server, task).await.map_err(|why| format!("with {past} past orders: {why}"))?;
            }
        }
        let smallest = took.first().copied().unwrap_or(f64::NAN);
        for ((seconds, idle_runs), took) in row.seconds.iter_mut().zip(&mut row.idle_runs).zip(&took) {
            if turn == 0 {
                seconds.add(*took);
            } else {
                idle_runs.add(took / smallest);
            }
        }
        let longest = took.iter().copied().fold(0.0, f64::max);
        if longest > SHORT || longest > TINY && turn + 1 >= REPEATS {
            break;
        }
    }
    Ok(())
}

/// How many orders a server has, past and present.
fn orders(servers: &[Server], place: usize) -> f64 {
    servers.get(place).map_or(f64::NAN, |server| server.database.orders as f64 + server.boxes.len() as f64)
}

impl GrowthRow {
    /// The cells: the seconds with the smallest past, then with each other one and its ratios.
    pub fn cells(&self, servers: &[Server]) -> Vec<String> {
        let mut cells = vec![self.name.clone()];
        for (place, _) in servers.iter().enumerate() {
            let seconds = self.seconds.get(place).filter(|samples| !samples.is_empty());
            cells.push(seconds.map_or("–".to_owned(), |samples| time(samples.median())));
            if place > 0 {
                let first = self.first_runs(servers, place).map(ratio);
                let idle_runs = self.idle_runs.get(place).filter(|samples| !samples.is_empty()).map(Samples::shown);
                let both: Vec<String> = first.into_iter().chain(idle_runs).collect();
                cells.push(if both.is_empty() { "–".to_owned() } else { both.join("; ") });
            }
        }
        cells
    }

    /// How many times as long as with the smallest past the first runs of all days took together. The audit reads all orders, so
    /// its time for one order counts.
    fn first_runs(&self, servers: &[Server], place: usize) -> Option<f64> {
        let [smallest, this] = [0, place].map(|place| self.seconds.get(place).map(Samples::total));
        let (smallest, this) = (smallest.filter(|total| *total > 0.0)?, this?);
        let is_audit = self.name.starts_with(&format!("ops {AUDIT}"));
        let orders = if is_audit { orders(servers, place) / orders(servers, 0) } else { 1.0 };
        Some(this / smallest / orders)
    }

    /// Why the row misses its aim, for each server.
    pub fn missed(&self, servers: &[Server]) -> Vec<String> {
        let mut missed = Vec::new();
        for (place, server) in servers.iter().enumerate().skip(1) {
            let Some(idle_runs) = self.idle_runs.get(place) else { continue };
            let first = self.first_runs(servers, place).unwrap_or_default();
            let idle_runs_miss = !idle_runs.is_empty() && idle_runs.median() > GROWTH_AIM;
            if first > GROWTH_AIM || idle_runs_miss {
                let goes = self.recorded.get(place).and_then(Recorded::longest).map_or(
                    String::new(),
                    |(sql, times, seconds)| {
                        let sql: String = sql.chars().take(120).collect();
                        format!(": {} in {times} × {sql} …", time(seconds))
                    },
                );
                let idle_runs =
                    if idle_runs.is_empty() { String::new() } else { format!(", idle runs {}", idle_runs.shown()) };
                missed.push(format!(
                    "{} times with {} past orders{idle_runs}, the aim is {GROWTH_AIM}{goes}",
                    ratio(first),
                    short(server.database.orders),
                ));
            }
        }
        missed
    }

    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }
}

/// Runs `ops audit`. Returns the first line of its report; the error is what does not agree.
pub async fn audit(server: &Server) -> Result<String> {
    let service = server.service.clone();
    let mut output = tokio::spawn(async move { service.ops(AUDIT).await });
    let Ok(output) = tokio::time::timeout(LONGEST, &mut output).await else {
        output.abort();
        return Err(format!("the audit was given up after {} s", LONGEST.as_secs()));
    };
    let output = output.map_err(text)??;
    Ok(output.lines().next().unwrap_or_default().to_owned())
}
