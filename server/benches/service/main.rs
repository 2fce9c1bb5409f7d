//! The service benchmark: `just bench server` makes a release build of this program and runs it. It compares the service with
//! the fastest that the machine could do. It prints two tables, and each row that misses its aim. A missed aim is no failure: the
//! program fails only if something cannot be measured, or if `ops audit` finds a difference at the end.

mod browser;
mod bulk;
mod calls;
mod customer_maker;
mod databases;
mod growth;
mod load;
mod reads;
mod recorder;
mod report;
mod rows;
mod server;
mod service;
mod template;
mod writes;

use calls::{CallRow, RunConfig};
use clap::Parser;
use databases::{CustomerCopy, Databases, Engine};
use growth::GrowthRow;
use load::LoadGenerator;
use reads::BareAnswers;
use recorder::Recorder;
use report::{Result, say, short, text};
use server::Server;
use service::Service;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use template::Kind;
use writes::Writes;

/// The flags; `scripts/bench/server.mjs` sets them.
#[derive(Debug, Parser)]
struct Flags {
    /// The folder of the databases.
    #[arg(long)]
    folder: PathBuf,
    /// A hash of the sources that the databases are made from; with another one they are made again.
    #[arg(long)]
    stamp: String,
    /// Measure on SQLite.
    #[arg(long)]
    sqlite: bool,
    /// Measure on that PostgreSQL server too: postgres://USER@HOST:PORT, without a database.
    #[arg(long)]
    postgres: Option<String>,
    /// How many past orders each database has, the smallest first.
    #[arg(long, value_delimiter = ',', default_value = "1000,100000")]
    past: Vec<u64>,
    /// How many customers have a box at home.
    #[arg(long, default_value_t = 2_000)]
    boxes: u64,
    /// The path of the largest script of the page.
    #[arg(long)]
    script: Option<String>,
    /// How many rounds each measurement has.
    #[arg(long, default_value_t = 6)]
    turns: usize,
    /// How long a round of a call that reads lasts, in milliseconds.
    #[arg(long, default_value_t = 400)]
    milliseconds: u32,
    /// Set by `cargo bench`.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    let done = if std::env::args().nth(1).as_deref() == Some(load::FLAG) { load::serve() } else { measure() };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            say(format!("\n{sentence}"));
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<()> {
    let flags = Flags::parse();
    // As many threads as the service has.
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(text)?;
    let done = runtime.block_on(run(&flags));
    // A task that was given up may still be running.
    runtime.shutdown_background();
    done
}

/// What was measured on one engine.
struct Measured {
    engine: Engine,
    servers: Vec<Server>,
    calls: Vec<CallRow>,
    writes: Vec<Writes>,
    growth: Vec<GrowthRow>,
    audits: Vec<Result<String>>,
}

async fn run(flags: &Flags) -> Result<()> {
    let profile = if cfg!(debug_assertions) { "dev profile: its numbers say little" } else { "release build" };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    say(format!("The service as a {profile}, on {cores} cores\n"));
    fs::create_dir_all(&flags.folder).map_err(text)?;
    let recorder = Recorder::install()?;
    let mut generator = LoadGenerator::start()?;
    let (databases, commits) = prepare(flags, &mut generator).await?;
    let bare_answers = BareAnswers::default();
    let bare_port = bare_answers.serve().await?;
    let mut measured = Vec::new();
    let engines = [(Engine::Sqlite, flags.sqlite), (Engine::Postgres, flags.postgres.is_some())];
    for (engine, _) in engines.into_iter().filter(|(_, is_wanted)| *is_wanted) {
        let mut servers = Vec::new();
        for past in &flags.past {
            let database = databases.database(engine, *past)?;
            databases.prepare(&database).await?;
            servers.push(Server::open(&databases, database).await?);
        }
        let boxes = usize::try_from(flags.boxes).map_err(text)?;
        let config = RunConfig {
            rounds: flags.turns,
            seconds: f64::from(flags.milliseconds) / 1e3,
            boxes: (boxes / 12).max(1),
            readers: (boxes / 50).max(1),
        };
        let largest = servers.last().ok_or("No number of past orders was given.")?;
        let script = flags.script.as_deref();
        let calls = reads::read(largest, &mut generator, &recorder, (&bare_answers, bare_port), script, config).await?;
        let writes = writes::write(&servers, &mut generator, &recorder, commits, config).await?;
        let growth = growth::measure(&servers, &recorder).await?;
        let mut audits = Vec::new();
        for server in &servers {
            audits.push(growth::audit(server).await);
        }
        measured.push(Measured { engine, servers, calls, writes, growth, audits });
    }
    let failures = print(&measured);
    for server in measured.into_iter().flat_map(|engine| engine.servers) {
        server.service.close().await;
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Makes the customers that are copied, and counts the commits of the calls that write.
async fn prepare(flags: &Flags, generator: &mut LoadGenerator) -> Result<(Databases, [usize; 3])> {
    let file = flags.folder.join("template.db");
    for end in ["", "-wal", "-shm"] {
        let file = format!("{}{end}", file.display());
        if fs::exists(&file).map_err(text)? {
            fs::remove_file(&file).map_err(text)?;
        }
    }
    let url = format!("sqlite:{}", file.display());
    let service = Service::open(&url).await?;
    let mut connection = rows::connect(&url).await?;
    let tables = rows::tables(&mut connection).await?;
    let empty = rows::read(&mut connection, &tables).await?;
    let people = template::build(&service).await?;
    let full = rows::read(&mut connection, &tables).await?;
    drop(connection);
    let groups = rows::groups(&tables, &empty, &full, &people)?;
    let (folder, stamp, boxes) = (flags.folder.clone(), flags.stamp.clone(), flags.boxes);
    let databases = Databases { folder, postgres: flags.postgres.clone(), stamp, groups, tables, empty, boxes };
    let person = people.iter().find(|person| person.kind == Kind::BoxAtHome).ok_or("Nobody has a box at home.")?;
    let customer = CustomerCopy::original(person);
    service.clock.set(template::today(), 0);
    databases.sign_in(&service, std::slice::from_ref(&customer)).await?;
    let commits = writes::commits(&service, &customer, generator).await?;
    service.close().await;
    Ok((databases, commits))
}

/// Prints the tables and what misses its aim. Returns the failures: what could not be measured, and differences of the audit.
fn print(measured: &[Measured]) -> Vec<String> {
    let (mut missed, mut failures) = (Vec::new(), Vec::new());
    for Measured { engine, servers, calls, writes, growth, audits } in measured {
        let largest = servers.last().map_or(0, |server| server.database.orders);
        say(format!("\nCalls on {engine}, with {} past orders\n", short(largest)));
        let writing = writes.last().map(Writes::rows).unwrap_or_default();
        let rows: Vec<&CallRow> = calls.iter().chain(&writing).collect();
        let headings = vec![calls::HEADINGS.map(ToOwned::to_owned).to_vec()];
        let lines = rows.iter().map(|row| [std::slice::from_ref(&row.name), &row.cells].concat());
        report::table(&headings.into_iter().chain(lines).collect::<Vec<_>>());
        say(
            "  Of the floor: calls that read, of as many look-ups of a row by its key; calls that write, of a bare loop of as many commits.",
        );
        missed.extend(rows.iter().filter_map(|row| Some(format!("{engine}, {}: {}", row.name, row.missed.as_ref()?))));

        say(format!("\nWhat grows with the past on {engine}\n"));
        let mut headings = vec![String::new()];
        for (place, server) in servers.iter().enumerate() {
            headings.push(short(server.database.orders));
            if place > 0 {
                headings.push("times; idle runs (half between)".to_owned());
            }
        }
        let mut lines = vec![headings, Writes::growth(writes)];
        lines.extend(growth.iter().map(|row| row.cells(servers)));
        report::table(&lines);
        missed
            .extend(Writes::missed_growth(writes, servers).into_iter().map(|why| format!("{engine}, checkout: {why}")));
        for row in growth {
            missed.extend(row.missed(servers).into_iter().map(|why| format!("{engine}, {}: {why}", row.name)));
            failures
                .extend(row.failed().map(|why| {
                    format!("{engine}, {} could not be measured: {}.", row.name, why.trim_end_matches('.'))
                }));
        }
        say("");
        for (server, audit) in servers.iter().zip(audits) {
            let past = short(server.database.orders);
            match audit {
                Ok(output) => say(format!("  {past}: {output}")),
                Err(why) => failures.push(format!("{engine} with {past} past orders: {why}")),
            }
        }
    }
    say(
        "\nAims: reads at least a third of the floor, a checkout at least half of a bare loop of its commits, the largest script at\nleast 0.6 of bare, and nothing more than 1.1 times as long with a longer past (the audit: an order).",
    );
    if missed.is_empty() {
        say("  ✓ every row reaches its aim");
    }
    for why in missed {
        say(format!("  ✗ {why}"));
    }
    failures
}
