//! The state that all calls share.

use crate::data::StartingData;
use crate::platform::clock::{Clock, SystemClock};
use crate::platform::config::secret_key;
use crate::platform::keys::Keys;
use crate::platform::random::{Ids, Random, SystemRandom};
use crate::platform::readiness::Readiness;
use crate::platform::tries_in_memory::TriesInMemory;
use crate::providers::common::breaker::Breakers;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::watch::PartyWatch;
use crate::providers::fraud::Collector;
use crate::providers::{self, Providers};
use crate::settings::Settings;
use crate::store::access::server_keys;
use crate::store::operation::shop_facts;
use crate::store::{self, Db};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

/// The settings, the database, the clock and so on. A clone is another handle to the same state.
#[derive(Debug, Clone)]
pub struct AppState(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    parts: Parts,
    ids: Ids,
    tries_in_memory: TriesInMemory,
    party_watch: PartyWatch,
    readiness: Readiness,
    breakers: Breakers,
    /// The script of the fraud check that the page loads.
    collector: Option<Collector>,
    /// What the chosen parties need in the browser.
    browser_needs: BrowserNeeds,
}

/// The parts of the [`AppState`].
pub struct Parts {
    /// The settings.
    pub settings: Settings,
    /// The service's own secret key.
    pub keys: Keys,
    /// The database.
    pub db: Db,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub random: Arc<dyn Random>,
    /// The outside parties.
    pub providers: Providers,
    /// The starting data: questionnaire, stores, holidays, catalogue.
    pub data: StartingData,
}

impl fmt::Debug for Parts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Parts").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}

impl AppState {
    /// A state of these parts.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let collector = parts.providers.fraud.collector();
        let needs = [
            Some(parts.providers.payment.browser_needs()),
            Some(parts.providers.theme_boxes.browser_needs()),
            Some(parts.providers.photos.browser_needs()),
            Some(parts.providers.human_check.browser_needs()),
            collector.as_ref().map(|known| known.needs.clone()),
        ];
        let browser_needs = BrowserNeeds::joined(needs.into_iter().flatten());
        Self(Arc::new(Shared {
            parts,
            ids: Ids::default(),
            tries_in_memory: TriesInMemory::default(),
            party_watch: PartyWatch::default(),
            readiness: Readiness::default(),
            breakers: Breakers::default(),
            collector,
            browser_needs,
        }))
    }

    /// The state that the settings describe: opens the database and reads the starting data.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn start(settings: Settings) -> Result<Self, String> {
        let db = Db::open(&settings.database_url).await.map_err(|error| error.to_string())?;
        Self::on(db, settings).await
    }

    /// The state that the settings describe, on a database that is open.
    ///
    /// # Errors
    /// A sentence that says what is in the way.
    pub async fn on(db: Db, settings: Settings) -> Result<Self, String> {
        let clock = Arc::new(SystemClock::default());
        clock.set_ahead(ahead(&db).await.map_err(|error| error.to_string())?);
        let random = Arc::new(SystemRandom);
        let data = StartingData::load()?;
        let keys = keys(&settings, &db, &*random).await?;
        let providers = providers(&settings, &keys, &db, clock.clone(), random.clone())?;
        Ok(Self::new(Parts { settings, keys, db, clock, random, providers, data }))
    }

    /// The tries that this server counts in memory.
    #[must_use]
    pub fn tries_in_memory(&self) -> &TriesInMemory {
        &self.0.tries_in_memory
    }

    /// What this server has seen of the outside parties.
    #[must_use]
    pub fn party_watch(&self) -> &PartyWatch {
        &self.0.party_watch
    }

    /// The outside parties that jobs of this server let rest.
    #[must_use]
    pub fn breakers(&self) -> &Breakers {
        &self.0.breakers
    }

    /// Whether this server could serve when it last looked.
    #[must_use]
    pub fn readiness(&self) -> &Readiness {
        &self.0.readiness
    }

    /// The script of the fraud check that the page loads; `None` if there is none.
    #[must_use]
    pub fn collector(&self) -> Option<&Collector> {
        self.0.collector.as_ref()
    }

    /// What the chosen parties need in the browser: the content policy allows that and nothing more.
    #[must_use]
    pub fn browser_needs(&self) -> &BrowserNeeds {
        &self.0.browser_needs
    }

    /// A new id. Ids sort by the time when they were made, even within a millisecond.
    #[must_use]
    pub fn new_id(&self) -> String {
        self.0.ids.next(self.clock.now(), &*self.random)
    }
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
    let (public_url, human_check_steps) = (settings.public_url.clone(), settings.human_check_steps);
    let parts = providers::Parts { public_url, keys: keys.clone(), db: db.clone(), clock, random, human_check_steps };
    Providers::new(&settings.parties, &parts)
}

/// The service's own secret key, and the keys that an earlier version kept in the database. Without one of the operator's it is that of
/// the demonstration. Outside demo mode nothing that keeps anything starts without one; `check` does, and gets one of its own.
///
/// # Errors
/// A sentence that says why there is none.
pub async fn keys(settings: &Settings, db: &Db, random: &dyn Random) -> Result<Keys, String> {
    let keys = match &settings.keys {
        Some(keys) => keys.clone(),
        None if settings.demo => secret_key::of_demo(&settings.database_url, random)?,
        None => Keys::made_up(random),
    };
    let kept = async { server_keys::of_names(&mut db.read_single().await?, Keys::names_kept_before()).await };
    Ok(keys.with_kept_before(kept.await.map_err(|error| error.to_string())?))
}

async fn ahead(db: &Db) -> store::Result<Duration> {
    shop_facts::clock_ahead(&mut db.read_single().await?).await
}
