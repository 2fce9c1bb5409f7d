//! What the program does, by its commands.

use crate::app::router;
use crate::config::Settings;
use crate::fulfilment::ops::{self, OpsCommand};
use crate::fulfilment::{demo, warehouse};
use crate::jobs::runner;
use crate::state::AppState;
use crate::store::Db;
use std::io::ErrorKind;
use std::net::SocketAddr;
use stylebox_core::rules_version;
use tokio::net::TcpListener;

/// Serves until it is told to stop, then finishes what it has begun.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn serve(settings: Settings) -> Result<(), String> {
    settings.check_for_serving().map_err(|error| error.to_string())?;
    leave_no_core_dumps();
    let address = settings.listen;
    // The port first: a second server on it must not touch the database.
    let listener = TcpListener::bind(address).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            format!("Port {} is taken by another program: stop it, or choose another with --listen.", address.port())
        }
        _ => format!("The service cannot listen on {address}: {error}."),
    })?;
    let state = AppState::start(settings).await?;
    prepare(&state).await?;
    let jobs = runner::start(&state);
    // Port 0 means any that is free.
    let address = listener.local_addr().unwrap_or(address);
    let Settings { public_url, demo, .. } = &state.settings;
    tracing::info!(%address, public = %public_url, demo, rules = rules_version(), "serving");
    let service = router(state.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, service).with_graceful_shutdown(told_to_stop()).await;
    jobs.stop();
    state.db.close().await;
    served.map_err(|error| format!("The service stopped: {error}."))
}

/// A card number is in memory while the gateway is asked: a crash must not write it to the disk. A limit of nothing holds for
/// files; on Linux the process is also marked, for systems that hand a dump to a program.
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

/// Fills the warehouse and, for a demonstration, makes the customers to try it with.
async fn prepare(state: &AppState) -> Result<(), String> {
    warehouse::fill(state).await.map_err(|error| format!("The warehouse cannot be filled: {error}."))?;
    let seeded = demo::seed(state).await;
    seeded.map_err(|error| format!("The demo customers cannot be made: {error}"))
}

/// Brings the database to this version.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn migrate(settings: &Settings) -> Result<(), String> {
    let db = Db::open(&settings.database_url).await.map_err(|error| error.to_string())?;
    db.close().await;
    tracing::info!("the database is up to date");
    Ok(())
}

/// Does one thing at the back of the shop.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn ops(settings: Settings, command: OpsCommand) -> Result<(), String> {
    let state = AppState::start(settings).await?;
    warehouse::fill(&state).await.map_err(|error| format!("The warehouse cannot be filled: {error}."))?;
    let done = ops::run(&state, command).await;
    state.db.close().await;
    done
}

/// Waits for Ctrl-C, or for the signal with which a system stops a service.
async fn told_to_stop() {
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
