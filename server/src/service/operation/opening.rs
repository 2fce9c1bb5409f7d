//! How a program opens the shop: the state that the settings describe.

use crate::data::StartingData;
use crate::platform::clock::{Clock, SystemClock};
use crate::platform::config::secret_key;
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
/// starts without one; `check` does, and gets one of its own.
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
