//! `serve`: the service itself.

use crate::app::router;
use crate::commands::{missed_keys, open, open_and_migrate};
use crate::fulfilment::{demo, warehouse};
use crate::http::connections::{self, Limits};
use crate::http::metrics;
use crate::jobs::{clock_watch, demo_clock, runner, server_watch};
use crate::service::operation::{opening, secret_key};
use crate::settings::Settings;
use crate::state::AppState;
use crate::store::operation::shop_facts;
use crate::store::{self, OpenError};
use std::io::ErrorKind;
use std::net::SocketAddr;
use stylebox_core::rules_version;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

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
    let watch = tokio::spawn(server_watch::run(state.clone()));
    if let Some(listener) = metrics {
        tokio::spawn(metrics::serve(listener));
    }
    // Port 0 means any that is free.
    let address = listener.local_addr().unwrap_or(address);
    let (public_url, demo) = (&state.settings.public_url, state.settings.is_demo());
    tracing::info!(%address, public = %public_url, demo, rules = rules_version(), "serving");
    let trusted = state.settings.trusted_proxies.clone();
    let serving = connections::serve(listener, router(state.clone()), limits, trusted, stop_signal());
    let ended = until_moved(&state, serving, watch).await;
    jobs.stop();
    if let Some(clock) = clock {
        clock.abort();
    }
    state.db.close().await;
    ended
}

/// Serves until that ends, or until the watch says that the database was moved. Then the calls under way are not finished: what they write
/// would be lost.
///
/// # Errors
/// If the database was moved: a sentence with its new address.
pub async fn until_moved(
    state: &AppState,
    serving: impl Future<Output = ()>,
    mut watch: JoinHandle<String>,
) -> Result<(), String> {
    tokio::select! {
        () = serving => {
            watch.abort();
            Ok(())
        }
        Ok(to) = &mut watch => Err(OpenError::Moved { url: state.settings.database_url.to_string(), to }.to_string()),
    }
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

async fn keep_facts(state: &AppState) -> store::Result<()> {
    let (settings, now) = (&state.settings, state.clock.now());
    let mut tx = state.db.write().await?;
    shop_facts::set_public_url(&mut tx, settings.public_url.origin(), now).await?;
    shop_facts::set_choices(&mut tx, &settings.choices(), now).await?;
    tx.commit().await
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
