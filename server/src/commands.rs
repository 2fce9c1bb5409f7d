//! What the program does, by its commands.

use crate::app::{AppState, router};
use crate::config::Settings;
use crate::fulfilment::ops::{self, OpsCommand};
use crate::fulfilment::{demo, warehouse};
use crate::service::payments;
use crate::store::{Db, housekeeping};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How often what has run its time is cleared out.
const HOUSEKEEPING: Duration = Duration::from_secs(10 * 60);

/// Serves until it is told to stop, then finishes what it has begun.
///
/// # Errors
/// A sentence that says why it cannot.
pub async fn serve(settings: Settings) -> Result<(), String> {
    settings.check_for_serving().map_err(|error| error.to_string())?;
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
    let jobs =
        [tokio::spawn(keep_house(state.clone())), tokio::spawn(settle_payments(state.clone())), simulator(&state)];
    // Port 0 means any that is free.
    let address = listener.local_addr().unwrap_or(address);
    tracing::info!(%address, public = %state.settings.public_url, demo = state.settings.demo, "serving");
    let service = router(state.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, service).with_graceful_shutdown(told_to_stop()).await;
    jobs.iter().for_each(JoinHandle::abort);
    state.db.close().await;
    served.map_err(|error| format!("The service stopped: {error}."))
}

/// Fills the warehouse and, for a demonstration, makes the customers to try it with.
async fn prepare(state: &AppState) -> Result<(), String> {
    warehouse::fill(state).await.map_err(|error| format!("The warehouse cannot be filled: {error}."))?;
    let seeded = demo::seed(state).await;
    seeded.map_err(|error| format!("The demo customers cannot be made: {}", ops::sentence(&error)))
}

/// In demo mode and where it is wanted, what moves boxes on by itself.
fn simulator(state: &AppState) -> JoinHandle<()> {
    let seconds = state.settings.simulator_seconds;
    if seconds == 0 || !state.settings.demo {
        return tokio::spawn(async {});
    }
    tokio::spawn(demo::simulate(state.clone(), Duration::from_secs(seconds.into())))
}

/// Takes up the payments that the gateway has not answered: those that a crash has left at once, then again and again.
async fn settle_payments(state: AppState) {
    let mut settled = payments::resume_all(&state).await;
    let mut times = tokio::time::interval(Duration::from_secs(state.settings.payment_retry_seconds.into()));
    loop {
        if let Err(error) = settled {
            tracing::error!(reason = ops::sentence(&error), "open payments could not be taken up");
        }
        times.tick().await;
        settled = payments::resume_open(&state).await;
    }
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

/// Clears out what has run its time, again and again.
async fn keep_house(state: AppState) {
    let mut times = tokio::time::interval(HOUSEKEEPING);
    loop {
        times.tick().await;
        if let Err(error) = sweep(&state).await {
            tracing::error!(error = error.to_string(), "housekeeping failed");
        }
    }
}

async fn sweep(state: &AppState) -> crate::store::Result<()> {
    let mut tx = state.db.write().await?;
    let rows = housekeeping::sweep(&mut tx, state.clock.now()).await?;
    tx.commit().await?;
    tracing::debug!(rows, "cleared out");
    Ok(())
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
