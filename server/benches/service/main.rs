//! What the service costs, measured beside what it could cost at best: `just bench server` builds this program for real and
//! runs it. It prints two tables and every row that misses its aim, and judges nothing: it fails only if something cannot be
//! measured, or if the books of a shop do not agree at the end.

mod books;
mod browser;
mod bulk;
mod calls;
mod load;
mod maker;
mod reads;
mod report;
mod rows;
mod shop;
mod stall;
mod statements;
mod template;
mod upkeep;
mod writes;

use books::{Engine, Ground, Guest};
use calls::{CallRow, Extent};
use clap::Parser;
use reads::Twins;
use report::{Result, say, short, text};
use shop::Shop;
use stall::Stall;
use statements::Ear;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use template::Kind;
use upkeep::Upkeep;
use writes::Writes;

/// The flags; `scripts/bench/server.mjs` sets them.
#[derive(Debug, Parser)]
struct Flags {
    /// The folder of the databases.
    #[arg(long)]
    folder: PathBuf,
    /// What the databases are made from, as a hash.
    #[arg(long)]
    stamp: String,
    /// Measure on SQLite.
    #[arg(long)]
    sqlite: bool,
    /// Measure on that PostgreSQL server too: postgres://USER@HOST:PORT, without a database.
    #[arg(long)]
    postgres: Option<String>,
    /// How many past orders, the least first.
    #[arg(long, value_delimiter = ',', default_value = "1000,100000")]
    past: Vec<u64>,
    /// How many boxes are at home.
    #[arg(long, default_value_t = 2_000)]
    boxes: u64,
    /// The path of the largest script of the page.
    #[arg(long)]
    script: Option<String>,
    /// How many turns each measurement has.
    #[arg(long, default_value_t = 6)]
    turns: usize,
    /// How long a turn of a call that reads is, in milliseconds.
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
    // What was given up may still be at work.
    runtime.shutdown_background();
    done
}

/// What was measured on one engine.
struct Measured {
    engine: Engine,
    stalls: Vec<Stall>,
    calls: Vec<CallRow>,
    writes: Vec<Writes>,
    upkeep: Vec<Upkeep>,
    audits: Vec<Result<String>>,
}

async fn run(flags: &Flags) -> Result<()> {
    let profile = if cfg!(debug_assertions) { "dev profile: its numbers say little" } else { "release build" };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    say(format!("The service as a {profile}, on {cores} cores\n"));
    fs::create_dir_all(&flags.folder).map_err(text)?;
    let ear = Ear::install()?;
    let mut caller = load::Caller::start()?;
    let (ground, commits) = prepare(flags, &mut caller).await?;
    let twins = Twins::default();
    let twins_port = twins.serve().await?;
    let mut measured = Vec::new();
    let engines = [(Engine::Sqlite, flags.sqlite), (Engine::Postgres, flags.postgres.is_some())];
    for (engine, _) in engines.into_iter().filter(|(_, is_wanted)| *is_wanted) {
        let mut stalls = Vec::new();
        for past in &flags.past {
            let books = ground.books(engine, *past)?;
            ground.prepare(&books).await?;
            stalls.push(Stall::open(&ground, books).await?);
        }
        let boxes = usize::try_from(flags.boxes).map_err(text)?;
        let extent = Extent {
            rounds: flags.turns,
            seconds: f64::from(flags.milliseconds) / 1e3,
            boxes: (boxes / 12).max(1),
            readers: (boxes / 50).max(1),
        };
        let largest = stalls.last().ok_or("No number of past orders was given.")?;
        let script = flags.script.as_deref();
        let calls = reads::read(largest, &mut caller, &ear, (&twins, twins_port), script, extent).await?;
        let writes = writes::write(&stalls, &mut caller, &ear, commits, extent).await?;
        let upkeep = upkeep::measure(&stalls, &ear).await?;
        let mut audits = Vec::new();
        for stall in &stalls {
            audits.push(upkeep::audit(stall).await);
        }
        measured.push(Measured { engine, stalls, calls, writes, upkeep, audits });
    }
    let failures = print(&measured);
    for stall in measured.into_iter().flat_map(|engine| engine.stalls) {
        stall.shop.close().await;
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Makes the customers that are copied, and counts the commits of the calls that write.
async fn prepare(flags: &Flags, caller: &mut load::Caller) -> Result<(Ground, [usize; 3])> {
    let file = flags.folder.join("template.db");
    for end in ["", "-wal", "-shm"] {
        let file = format!("{}{end}", file.display());
        if fs::exists(&file).map_err(text)? {
            fs::remove_file(&file).map_err(text)?;
        }
    }
    let url = format!("sqlite:{}", file.display());
    let shop = Shop::open(&url).await?;
    let mut connection = rows::connect(&url).await?;
    let tables = rows::tables(&mut connection).await?;
    let empty = rows::read(&mut connection, &tables).await?;
    let people = template::build(&shop).await?;
    let full = rows::read(&mut connection, &tables).await?;
    drop(connection);
    let units = rows::units(&tables, &empty, &full, &people)?;
    let (folder, stamp, boxes) = (flags.folder.clone(), flags.stamp.clone(), flags.boxes);
    let ground = Ground { folder, postgres: flags.postgres.clone(), stamp, units, tables, empty, boxes };
    let person = people.iter().find(|person| person.kind == Kind::Home).ok_or("Nobody has a box at home.")?;
    let guest = Guest::original(person);
    shop.clock.set(template::today(), 0);
    ground.sign_in(&shop, std::slice::from_ref(&guest)).await?;
    let commits = writes::commits(&shop, &guest, caller).await?;
    shop.close().await;
    Ok((ground, commits))
}

/// Prints the tables and what misses its aim. What could not be measured, and books that do not agree.
fn print(measured: &[Measured]) -> Vec<String> {
    let (mut missed, mut failures) = (Vec::new(), Vec::new());
    for Measured { engine, stalls, calls, writes, upkeep, audits } in measured {
        let largest = stalls.last().map_or(0, |stall| stall.books.orders);
        say(format!("\nCalls on {engine}, with {} past orders\n", short(largest)));
        let writing = writes.last().map(Writes::rows).unwrap_or_default();
        let rows: Vec<&CallRow> = calls.iter().chain(&writing).collect();
        let heads = vec![calls::HEADS.map(ToOwned::to_owned).to_vec()];
        let lines = rows.iter().map(|row| [std::slice::from_ref(&row.name), &row.cells].concat());
        report::table(&heads.into_iter().chain(lines).collect::<Vec<_>>());
        say(
            "  Of the floor: calls that read, of as many look-ups of a row by its key; calls that write, of a bare loop of as many commits.",
        );
        missed.extend(rows.iter().filter_map(|row| Some(format!("{engine}, {}: {}", row.name, row.missed.as_ref()?))));

        say(format!("\nWhat grows with the past on {engine}\n"));
        let mut heads = vec![String::new()];
        for (place, stall) in stalls.iter().enumerate() {
            heads.push(short(stall.books.orders));
            if place > 0 {
                heads.push("times; looks (half between)".to_owned());
            }
        }
        let mut lines = vec![heads, Writes::growth(writes)];
        lines.extend(upkeep.iter().map(|row| row.cells(stalls)));
        report::table(&lines);
        missed
            .extend(Writes::missed_growth(writes, stalls).into_iter().map(|why| format!("{engine}, checkout: {why}")));
        for row in upkeep {
            missed.extend(row.missed(stalls).into_iter().map(|why| format!("{engine}, {}: {why}", row.name)));
            failures
                .extend(row.failed().map(|why| {
                    format!("{engine}, {} could not be measured: {}.", row.name, why.trim_end_matches('.'))
                }));
        }
        say("");
        for (stall, audit) in stalls.iter().zip(audits) {
            let past = short(stall.books.orders);
            match audit {
                Ok(said) => say(format!("  {past}: {said}")),
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
