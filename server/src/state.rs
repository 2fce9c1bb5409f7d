//! The state that all calls share.

use crate::data::StartingData;
use crate::platform::clock::Clock;
use crate::platform::keys::Keys;
use crate::platform::password_cost::PasswordCost;
use crate::platform::random::{Ids, Random};
use crate::platform::readiness::Readiness;
use crate::platform::tries_in_memory::TriesInMemory;
use crate::providers::Providers;
use crate::providers::common::breaker::Breakers;
use crate::providers::common::browser_needs::BrowserNeeds;
use crate::providers::common::watch::PartyWatch;
use crate::providers::fraud::Collector;
use crate::settings::Settings;
use crate::store::Db;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

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
    pub settings: Settings,
    /// The service's own secret key.
    pub keys: Keys,
    pub db: Db,
    pub clock: Arc<dyn Clock>,
    /// Source of randomness.
    pub random: Arc<dyn Random>,
    /// What a password's hash costs. Only tests have another than [`PasswordCost::RECOMMENDED`].
    pub password_cost: PasswordCost,
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
