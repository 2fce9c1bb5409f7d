//! The service inside this process, on a database of the benchmark, with a clock that stands still until it is set.

use crate::report::{Result, text};
use chrono::{Days, NaiveDate};
use clap::Parser;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use stylebox_server::app;
use stylebox_server::data::StartingData;
use stylebox_server::fulfilment::warehouse;
use stylebox_server::http::connections::{self, Limits};
use stylebox_server::jobs;
use stylebox_server::ops::{self, OpsCommand};
use stylebox_server::platform::clock::{Clock, Timestamp};
use stylebox_server::platform::password_cost::PasswordCost;
use stylebox_server::platform::random::SystemRandom;
use stylebox_server::service::operation::opening::{keys, providers};
use stylebox_server::settings::Options;
use stylebox_server::state::{AppState, Parts};
use stylebox_server::store::Db;
use tokio::net::TcpListener;

/// The hour (UTC) of each day of the benchmark: an afternoon in the shop's zone, when reminders are written and the system
/// checks out.
const HOUR: u32 = 20;

/// A clock that stands still until it is set.
#[derive(Debug, Default)]
pub struct BenchClock(AtomicI64);

impl BenchClock {
    /// Sets the clock to the afternoon of a day, so many days later.
    pub fn set(&self, day: NaiveDate, later: u64) {
        let noon = day.checked_add_days(Days::new(later)).and_then(|day| day.and_hms_opt(HOUR, 0, 0));
        if let Some(noon) = noon {
            self.0.store(noon.and_utc().timestamp_micros(), Ordering::SeqCst);
        }
    }

    /// Moves the clock on by so many days.
    pub fn advance(&self, days: i64) {
        self.0.fetch_add(days * 24 * 60 * 60 * 1_000_000, Ordering::SeqCst);
    }
}

impl Clock for BenchClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// The flags of the service, read as the program reads them.
#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    options: Options,
}

/// The `ops` commands, read as the program reads them.
#[derive(Parser)]
struct CommandLine {
    #[command(subcommand)]
    command: OpsCommand,
}

/// The service on one database. A clone uses the same database and clock.
#[derive(Clone)]
pub struct Service {
    pub state: AppState,
    pub clock: Arc<BenchClock>,
}

impl Service {
    /// Opens the database as the service does: it is created if it is missing, and migrated.
    pub async fn open(database_url: &str) -> Result<Self> {
        let flags = ["service", "--database-url", database_url, "--human-check-steps", "1"];
        let settings = Flags::try_parse_from(flags).map_err(text)?.options.settings().map_err(text)?;
        let clock = Arc::new(BenchClock::default());
        let random = Arc::new(SystemRandom);
        let db = Db::open(&settings.database_url).await.map_err(text)?;
        let keys = keys(&settings, &*random)?;
        let providers = providers(&settings, &keys, &db, clock.clone(), random.clone())?;
        let data = StartingData::load()?;
        let password_cost = PasswordCost::RECOMMENDED;
        let state =
            AppState::new(Parts { settings, keys, db, clock: clock.clone(), random, password_cost, providers, data });
        warehouse::fill(&state).await.map_err(text)?;
        Ok(Self { state, clock })
    }

    /// Serves on a free local port until this process ends, as the service does. Returns the port.
    pub fn serve(&self) -> Result<u16> {
        let listener = connections::listen(SocketAddr::from(([127, 0, 0, 1], 0))).map_err(text)?;
        let port = listener.local_addr().map_err(text)?.port();
        let settings = &self.state.settings;
        let (limits, trusted) = (Limits::from_settings(settings), settings.trusted_proxies.clone());
        let router = app::router(self.state.clone());
        tokio::spawn(connections::serve(listener, router, limits, trusted, std::future::pending()));
        Ok(port)
    }

    /// Runs an `ops` command and returns its output.
    pub async fn ops(&self, line: &str) -> Result<String> {
        let words = std::iter::once("ops").chain(line.split(' '));
        let CommandLine { command } = CommandLine::try_parse_from(words).map_err(text)?;
        ops::answer(&self.state, command).await
    }

    /// Runs a job now. It is an error if the job failed, or any of its rows.
    pub async fn run_job(&self, name: &str) -> Result<String> {
        let job = jobs::find(name).ok_or_else(|| format!("There is no job {name}."))?;
        let batch = (job.work)(&self.state).await.map_err(text)?;
        match batch.failures() {
            Some(failures) => Err(format!("The job {name}: {failures}")),
            None => Ok(batch.done),
        }
    }

    pub async fn close(self) {
        self.state.db.close().await;
    }
}

/// Serves a router with axum alone, on a free local port, until this process ends. Returns the port.
pub async fn serve_bare(router: axum::Router) -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(text)?;
    let port = listener.local_addr().map_err(text)?.port();
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(port)
}
