//! What the program does, by its commands.

use crate::app::router;
use crate::fulfilment::{demo, warehouse};
use crate::http::connections::{self, Limits};
use crate::http::metrics;
use crate::jobs::{clock_watch, demo_clock, party_watch, runner};
use crate::ops::table::table;
use crate::ops::{self, OpsCommand};
use crate::platform::config::{BaseUrl, DatabaseOptions, PublicUrl};
use crate::platform::secret_url::SecretUrl;
use crate::providers::common::http_client::HttpClient;
use crate::providers::common::reach::Reach;
use crate::service::operation::backup::{self, Backup, Manifest};
use crate::service::operation::moving::{self, PhotosMoved};
use crate::service::operation::restore::{self, Finished};
use crate::service::operation::{opening, secret_key};
use crate::settings::{DEMO_FLAG, Settings};
use crate::state::AppState;
use crate::store::operation::shop_facts::{self, Choices};
use crate::store::{self, Db, Look, StoreError};
use axum::http::Method;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;
use stylebox_core::rules_version;
use tokio::net::TcpListener;

/// The answer of `ops` on a database on which no server of this version has started yet.
const PUBLIC_URL_UNKNOWN: &str =
    "The address for links in mails is not known yet: start the server once, or name it with --public-url.";

/// The answer of `migrate --dry-run` if there is nothing to do.
const UP_TO_DATE: &str = "The database is up to date.\n";

/// How long `health` waits. It is longer than the server itself waits for its database.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(4);

/// The answer of `ops` if the server works with another secret key.
const ANOTHER_KEY: &str = "The server on this database works with another STYLEBOX_SECRET_KEY, and would not find what this command issues: run it with the server's settings, such as its environment file.";

/// Serves until it is told to stop, then finishes the calls under way. If it may, it migrates the database first.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn serve(settings: Settings, may_migrate: bool) -> Result<(), String> {
    settings.check_for_serving().map_err(|error| error.to_string())?;
    for warning in settings.warnings() {
        tracing::warn!("{warning}");
    }
    leave_no_core_dumps();
    let limits = connection_limits(&settings);
    let address = settings.listen;
    // Listening comes first: a second server on the same port must not touch the database.
    let listener = connections::listen(address).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            format!("Port {} is taken by another program: stop it, or choose another with --listen.", address.port())
        }
        _ => format!("The service cannot listen on {address}: {error}."),
    })?;
    let metrics = match settings.metrics_listen {
        Some(address) => Some(listen_for_metrics(address).await?),
        None => None,
    };
    let db = if may_migrate { open_and_migrate(&settings).await? } else { open(&settings).await? };
    let state = opening::state_on(db, settings).await?;
    demo_clock::check_for_serving(&state).await.map_err(|error| error.to_string())?;
    prepare(&state).await?;
    clock_watch::look(&state).await.map_err(|error| error.to_string())?;
    let jobs = runner::start(&state);
    let clock = state.settings.is_demo().then(|| tokio::spawn(demo_clock::keep_following(state.clone())));
    let watch = tokio::spawn(party_watch::run(state.clone()));
    if let Some(listener) = metrics {
        tokio::spawn(metrics::serve(listener));
    }
    // Port 0 means any that is free.
    let address = listener.local_addr().unwrap_or(address);
    let (public_url, demo) = (&state.settings.public_url, state.settings.is_demo());
    tracing::info!(%address, public = %public_url, demo, rules = rules_version(), "serving");
    let trusted = state.settings.trusted_proxies.clone();
    connections::serve(listener, router(state.clone()), limits, trusted, stop_signal()).await;
    jobs.stop();
    watch.abort();
    if let Some(clock) = clock {
        clock.abort();
    }
    state.db.close().await;
    Ok(())
}

/// Opens the database, and migrates it to this version.
async fn open_and_migrate(settings: &Settings) -> Result<Db, String> {
    let opened = Db::open_with(&settings.database_url, settings.database_connections).await;
    opened.map_err(|error| error.to_string())
}

/// Opens the database as it is.
async fn open(settings: &Settings) -> Result<Db, String> {
    let opened = Db::open_migrated(&settings.database_url, settings.database_connections).await;
    opened.map_err(|error| error.to_string())
}

async fn listen_for_metrics(address: SocketAddr) -> Result<TcpListener, String> {
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| format!("The metrics cannot be served on {address} (--metrics-listen): {error}."))
}

/// The limits of connections, with no more connections than the system has room for.
fn connection_limits(settings: &Settings) -> Limits {
    let mut limits = Limits::from_settings(settings);
    if let Some(room) = connections::raise_open_files().filter(|room| *room < limits.total) {
        tracing::info!(
            connections = room,
            "the limit of open files leaves room for fewer connections than --max-connections says"
        );
        limits.total = room;
    }
    limits
}

/// A card number is in memory while the gateway is asked, so a crash must not write it to the disk. A size limit of zero prevents
/// dump files; on Linux the process is also marked, for systems that pipe a dump to a program.
fn leave_no_core_dumps() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let none = Rlimit { current: Some(0), maximum: Some(0) };
        if let Err(error) = setrlimit(Resource::Core, none) {
            tracing::warn!(%error, "core dumps cannot be switched off");
        }
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        if let Err(error) = set_dumpable_behavior(DumpableBehavior::NotDumpable) {
            tracing::warn!(%error, "core dumps cannot be switched off");
        }
    }
}

/// Stores what `ops` has to know, brings what is kept under the current secret key, fills the warehouse and, in demo mode, makes the
/// demo customers.
async fn prepare(state: &AppState) -> Result<(), String> {
    let kept = keep_facts(state).await;
    kept.map_err(|error| format!("What `ops` has to know cannot be kept in the database: {error}."))?;
    let followed = secret_key::follow(state).await;
    followed.map_err(|error| format!("Gift cards cannot be brought under the secret key: {error}."))?;
    for missed in missed_keys(state).await? {
        tracing::warn!("{missed}");
    }
    warehouse::fill(state).await.map_err(|error| format!("The warehouse cannot be filled: {error}."))?;
    let seeded = demo::seed(state).await;
    seeded.map_err(|error| format!("The demo customers cannot be made: {error}"))
}

async fn missed_keys(state: &AppState) -> Result<Vec<String>, String> {
    let missed = secret_key::missed(state).await;
    missed.map_err(|error| format!("It cannot be read which secret keys are missed: {error}."))
}

async fn keep_facts(state: &AppState) -> store::Result<()> {
    let (settings, now) = (&state.settings, state.clock.now());
    let mut tx = state.db.write().await?;
    shop_facts::set_public_url(&mut tx, settings.public_url.origin(), now).await?;
    shop_facts::set_choices(&mut tx, &settings.choices(), now).await?;
    tx.commit().await
}

/// Checks that a program has the same outside parties as the server on the database. Another gateway would take payments under
/// way for declined, and another mail provider would mark emails as sent that nobody gets.
fn check_choices(kept: &Choices, settings: &Settings) -> Result<(), String> {
    let own = settings.choices();
    let others = kept.iter().filter(|(flag, choice)| own.get(*flag).is_some_and(|own| own != *choice));
    let others: Vec<String> = others.map(|(flag, choice)| in_words(flag, choice)).collect();
    if others.is_empty() {
        return Ok(());
    }
    Err(format!(
        "The server on this database works {}, and this command would not: run it with the server's settings, such as its environment file.",
        others.join(", ")
    ))
}

fn in_words(flag: &str, choice: &str) -> String {
    match choice {
        "true" => format!("with {flag}"),
        "false" => format!("without {flag}"),
        _ => format!("with {flag} {choice}"),
    }
}

async fn kept_public_url(db: &Db) -> store::Result<Option<PublicUrl>> {
    let kept = shop_facts::public_url(&mut db.read().await?).await?;
    let parse = |text: String| PublicUrl::parse(&text).map_err(|error| StoreError::corrupt("shop_facts.value", error));
    kept.map(parse).transpose()
}

/// Migrates the database to this version, or lists the steps that this would take.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn migrate(settings: &Settings, is_dry_run: bool) -> Result<(), String> {
    if is_dry_run {
        let Look { lacks, .. } = Db::look(&settings.database_url).await.map_err(|error| error.to_string())?;
        let rows: Vec<_> = lacks.into_iter().map(|(number, name)| [number.to_string(), name.to_owned()]).collect();
        return ops::print(&if rows.is_empty() { UP_TO_DATE.to_owned() } else { table(&rows) });
    }
    open_and_migrate(settings).await?.close().await;
    tracing::info!("the database is up to date");
    Ok(())
}

/// Lists all steps of migration, and whether the database has had them.
///
/// # Errors
/// A sentence that says why `serve --no-migrate` would not start.
pub async fn list_migrations(settings: &Settings) -> Result<(), String> {
    let look = Db::look(&settings.database_url).await.map_err(|error| error.to_string())?;
    let rows: Vec<_> = look
        .steps()
        .into_iter()
        .map(|(number, name, state)| [number.to_string(), name, state.words().to_owned()])
        .collect();
    ops::print(&table(&rows))?;
    look.check(&settings.database_url).map_err(|error| error.to_string())
}

/// Asks the server on this machine whether it can serve.
///
/// # Errors
/// A sentence that says what it answers, or that it does not.
pub async fn health(settings: &Settings) -> Result<(), String> {
    let mut address = settings.listen;
    // All addresses of this machine: one of them is enough.
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    let base = BaseUrl::of_this_machine(address).map_err(|error| error.to_string())?;
    let client = HttpClient::new("server", &base)?.with_timeout(HEALTH_TIMEOUT).with_failures_at_debug();
    match client.call(Method::GET, "/readyz").send().await {
        Ok(answer) if answer.is_success() => Ok(()),
        Ok(answer) => Err(format!("The server on {address} cannot serve: it answers with {}.", answer.status)),
        Err(_) => Err(format!("The server on {address} does not answer.")),
    }
}

/// Opens the database if it has this version, asks each outside party something harmless, and prints what that has shown.
///
/// # Errors
/// A sentence that names what cannot be worked with, or says why `serve` would not start with these settings.
pub async fn check(settings: Settings) -> Result<(), String> {
    let warnings = settings.warnings();
    let may_serve = settings.check_for_serving();
    let has_key = settings.is_demo() || settings.mode.keys().is_some();
    let db = open(&settings).await?;
    let state = opening::state_on(db, settings).await?;
    let mut rows = vec![["database".to_owned(), Reach::Reached.to_string()]];
    let mut missing = Vec::new();
    for (party, reach) in state.providers.reach().await {
        rows.push([party.to_owned(), reach.to_string()]);
        if !reach.is_good() {
            missing.push(party);
        }
    }
    rows.extend(warnings.iter().map(|warning| ["warning".to_owned(), (*warning).to_owned()]));
    if has_key {
        rows.extend(missed_keys(&state).await?.into_iter().map(|missed| ["warning".to_owned(), missed]));
    }
    let may_serve_database = demo_clock::check_for_serving(&state).await.map_err(|error| error.to_string());
    state.db.close().await;
    ops::print(&table(&rows))?;
    if !missing.is_empty() {
        return Err(format!("This cannot be worked with: {}.", missing.join(", ")));
    }
    may_serve.map_err(|error| error.to_string())?;
    may_serve_database
}

/// Runs a command for staff. Its emails link to the server's address, unless the settings name another one. Returns the program's exit
/// code.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn ops(settings: Settings, names_public_url: bool, command: OpsCommand) -> Result<u8, String> {
    let state = open_beside_server(settings, names_public_url).await?;
    warehouse::fill(&state).await.map_err(|error| format!("The warehouse cannot be filled: {error}."))?;
    let done = ops::run(&state, command).await;
    state.db.close().await;
    done
}

/// Backs up the database and the photos of a bucket, and prints the proof.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn back_up(
    settings: Settings,
    names_public_url: bool,
    directory: &Path,
    keep: Option<u32>,
) -> Result<(), String> {
    let state = open_beside_server(settings, names_public_url).await?;
    let keep = keep.and_then(|keep| usize::try_from(keep).ok());
    let done = backup::back_up(&state, directory, keep).await;
    state.db.close().await;
    let Backup { folder, manifest, removed } = done?;
    let mut rows = vec![["backup".to_owned(), folder.display().to_string()]];
    rows.extend(proof(&manifest));
    rows.extend(removed.iter().map(|folder| ["removed".to_owned(), folder.display().to_string()]));
    ops::print(&table(&rows))
}

/// Puts a backup into an empty database, and prints the proof.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn restore(settings: Settings, backup: &Path) -> Result<(), String> {
    let folder = restore::newest(backup)?;
    let manifest = restore::put_back(&settings, &folder).await?;
    let state = restore::open(settings).await?;
    let done = restore::finish(&state, &folder).await;
    state.db.close().await;
    let Finished { photos, sessions, erased, being_erased } = done?;
    let mut rows = vec![["restored".to_owned(), folder.display().to_string()]];
    rows.extend(proof(&manifest));
    rows.extend([
        ["photos put back into the bucket".to_owned(), photos.to_string()],
        ["sessions ended".to_owned(), sessions.to_string()],
        ["people erased again".to_owned(), erased.to_string()],
    ]);
    rows.extend(being_erased.into_iter().map(|id| ["is erased once all is settled".to_owned(), id]));
    ops::print(&table(&rows))
}

/// Copies a database into another one, and prints the proof.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn copy(from: SecretUrl, to: SecretUrl) -> Result<(), String> {
    let (from, to) = (DatabaseOptions::check(from), DatabaseOptions::check(to));
    let (from, to) = (from.map_err(|error| error.to_string())?, to.map_err(|error| error.to_string())?);
    let tell = |table: &str, rows: u64| {
        if rows > 0 {
            tracing::info!(table, rows, "copied");
        }
    };
    let tally = moving::copy(&from, &to, tell).await?;
    let mut rows = vec![["copied to".to_owned(), to.to_string()]];
    rows.extend(tally.tables.iter().map(|(name, table)| [format!("{name}, rows"), table.rows.to_string()]));
    rows.extend(tally.sums.iter().map(|(name, sum)| [name.clone(), sum.to_string()]));
    rows.push(["the same on both sides".to_owned(), "rows, values and sums".to_owned()]);
    ops::print(&table(&rows))
}

/// Moves the photos of the database into the bucket.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn move_photos(settings: Settings) -> Result<(), String> {
    let state = opening::state_on(open(&settings).await?, settings).await?;
    let moved = moving::photos_into_bucket(&state).await;
    state.db.close().await;
    let PhotosMoved { photos, bytes } = moved?;
    ops::print(&format!("{photos} photos ({bytes} bytes) were moved into the bucket, read again and compared.\n"))
}

/// What a backup holds: the same after it was taken and after it was restored.
fn proof(manifest: &Manifest) -> Vec<[String; 2]> {
    let rows = format!("{} in {} tables", manifest.holds.rows(), manifest.holds.tables.len());
    let mut all = vec![
        ["taken at".to_owned(), manifest.taken_at.clone()],
        ["version of the database".to_owned(), manifest.database_version.to_string()],
        ["rows".to_owned(), rows],
        ["photos of a bucket".to_owned(), manifest.photos.to_string()],
    ];
    all.extend(manifest.holds.sums.iter().map(|(name, sum)| [name.clone(), sum.to_string()]));
    all
}

/// Opens the database for a command beside a server: with its outside parties, and in demo mode if the server is.
async fn open_beside_server(mut settings: Settings, names_public_url: bool) -> Result<AppState, String> {
    let db = open(&settings).await?;
    if !names_public_url {
        let kept =
            kept_public_url(&db).await.map_err(|error| format!("The public address cannot be read: {error}."))?;
        settings.public_url = kept.ok_or(PUBLIC_URL_UNKNOWN)?;
    }
    let kept = async { shop_facts::choices(&mut db.read().await?).await };
    let kept = kept.await.map_err(|error| format!("What the server works with cannot be read: {error}."))?;
    let kept = kept.unwrap_or_default();
    if kept.get(DEMO_FLAG).is_some_and(|demo| demo == "true") {
        settings.mode = settings.mode.into_demo();
    }
    check_choices(&kept, &settings)?;
    settings.check_for_serving().map_err(|error| error.to_string())?;
    let state = opening::state_on(db, settings).await?;
    let is_another = secret_key::is_another(&state).await;
    if is_another.map_err(|error| format!("What the server works with cannot be read: {error}."))? {
        return Err(ANOTHER_KEY.to_owned());
    }
    Ok(state)
}

/// Waits for Ctrl-C or SIGTERM.
async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
    tracing::info!("stopping: finishing the calls under way");
}
