//! `health` and `check`: whether the service works, and whether it could.

use crate::commands::{missed_keys, open};
use crate::jobs::demo_clock;
use crate::ops;
use crate::ops::table::table;
use crate::platform::config::BaseUrl;
use crate::providers::common::http_client::HttpClient;
use crate::providers::common::reach::Reach;
use crate::service::operation::opening;
use crate::settings::Settings;
use axum::http::Method;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// How long `health` waits. It is longer than the server itself waits for its database.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(4);

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
