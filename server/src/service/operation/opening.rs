//! How a program opens the shop: the state that the settings describe.

use crate::data::StartingData;
use crate::platform::clock::{Clock, SystemClock};
use crate::platform::config::{PublicUrl, secret_key};
use crate::platform::keys::Keys;
use crate::platform::password_cost::PasswordCost;
use crate::platform::random::{Random, SystemRandom};
use crate::providers::Providers;
use crate::providers::parts::{self, OverTheStore};
use crate::service::order::kept_theme_boxes::KeptThemeBoxes;
use crate::service::payment::own_records::OwnRecords;
use crate::service::payment::sandbox::Sandbox;
use crate::service::style::photos_in_database::DatabasePhotos;
use crate::settings::Settings;
use crate::state::{AppState, Parts};
use crate::store::operation::shop_facts;
use crate::store::{self, Db};
use std::sync::Arc;
use std::time::Duration;

/// The answer of a command on a database on which no server of this version has started yet.
const PUBLIC_URL_UNKNOWN: &str =
    "The address for links in mails is not known yet: start the server once, or name it with --public-url.";

/// The state that the settings describe, on a database that is open.
///
/// # Errors
/// A sentence that says what is in the way.
pub async fn state_on(db: Db, settings: Settings) -> Result<AppState, String> {
    let clock = Arc::new(SystemClock::default());
    clock.set_ahead(ahead(&db).await.map_err(|error| error.to_string())?);
    let random = Arc::new(SystemRandom);
    let data = StartingData::load()?;
    let keys = keys(&settings, &*random)?;
    let providers = providers(&settings, &keys, &db, clock.clone(), random.clone())?;
    let password_cost = PasswordCost::RECOMMENDED;
    Ok(AppState::new(Parts { settings, keys, db, clock, random, password_cost, providers, data }))
}

/// The state for a command on the database of a server, which may be running: with the server's outside parties, in demo mode if the
/// server is, and with links to its address unless the settings name another one: `names_public_url` says whether they do.
///
/// # Errors
/// A sentence that says what is in the way, such as a setting that is not that of the server.
pub async fn state_beside_server(db: Db, mut settings: Settings, names_public_url: bool) -> Result<AppState, String> {
    let kept = async {
        let mut tx = db.read().await?;
        store::Result::Ok((shop_facts::choices(&mut tx).await?, shop_facts::public_url(&mut tx).await?))
    };
    let kept = kept.await.map_err(|error| format!("What the server works with cannot be read: {error}."))?;
    let (choices, public_url) = (kept.0.unwrap_or_default(), kept.1);
    if !names_public_url {
        let public_url = public_url.ok_or(PUBLIC_URL_UNKNOWN)?;
        settings.public_url = PublicUrl::parse(&public_url).map_err(|error| error.to_string())?;
    }
    let settings = settings.in_mode_of(&choices);
    let others = settings.differences(&choices);
    if !others.is_empty() {
        return Err(not_of_the_server("The server on this database works", &others));
    }
    settings.check_for_serving().map_err(|error| error.to_string())?;
    state_on(db, settings).await
}

/// The answer of a command without the settings of its server. Another gateway would take payments under way for declined, and another mail
/// provider would mark emails as sent that nobody gets.
#[must_use]
pub fn not_of_the_server(the_server_works: &str, others: &[String]) -> String {
    format!(
        "{the_server_works} {}, and this command would not: run it with the server's settings, such as its environment file.",
        others.join(", ")
    )
}

/// The providers that the settings choose.
///
/// # Errors
/// A sentence that says what is in the way.
pub fn providers(
    settings: &Settings,
    keys: &Keys,
    db: &Db,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
) -> Result<Providers, String> {
    let public_url = settings.public_url.clone();
    let over_the_store = OverTheStore {
        sandbox: Arc::new(Sandbox::new(db.clone(), clock.clone(), random.clone(), public_url.clone())),
        own_records: Arc::new(OwnRecords::new(db.clone(), clock.clone(), keys.clone())),
        photos: Arc::new(DatabasePhotos(db.clone())),
        kept_theme_boxes: Arc::new(KeptThemeBoxes::new(db.clone(), clock.clone())),
    };
    let keys = keys.clone();
    let parts = parts::Parts { public_url, keys, over_the_store, clock, random };
    Providers::new(&settings.parties, &parts)
}

/// The service's own secret key: the operator's, or in demo mode that of the demonstration. Outside demo mode nothing that keeps anything
/// starts without one ([`Settings::check_for_data`]); `check` does, and gets one of its own.
///
/// # Errors
/// A sentence that says why there is none.
pub fn keys(settings: &Settings, random: &dyn Random) -> Result<Keys, String> {
    match settings.mode.keys() {
        Some(keys) => Ok(keys.clone()),
        None if settings.is_demo() => secret_key::of_demo(&settings.database_url, random),
        None => Ok(Keys::temporary(random)),
    }
}

async fn ahead(db: &Db) -> store::Result<Duration> {
    shop_facts::clock_ahead(&mut db.read_single().await?).await
}
