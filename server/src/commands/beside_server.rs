//! Commands that work on the database of a running server: they have to be started with its settings.

use crate::commands::open;
use crate::fulfilment::warehouse;
use crate::ops::{self, OpsCommand};
use crate::platform::config::PublicUrl;
use crate::service::operation::{opening, secret_key};
use crate::settings::{DEMO_FLAG, Settings};
use crate::state::AppState;
use crate::store::operation::shop_facts::{self, Choices};
use crate::store::{self, Db, StoreError};

/// The answer of `ops` on a database on which no server of this version has started yet.
const PUBLIC_URL_UNKNOWN: &str =
    "The address for links in mails is not known yet: start the server once, or name it with --public-url.";

/// The answer of `ops` if the server works with another secret key.
const ANOTHER_KEY: &str = "The server on this database works with another STYLEBOX_SECRET_KEY, and would not find what this command issues: run it with the server's settings, such as its environment file.";

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

/// Opens the database for a command beside a server: with its outside parties, and in demo mode if the server is.
pub(super) async fn open_beside_server(mut settings: Settings, names_public_url: bool) -> Result<AppState, String> {
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
