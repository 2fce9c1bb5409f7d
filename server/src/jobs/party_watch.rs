//! Each server asks the outside parties something harmless now and then, so that metrics and log say which one is down before a
//! customer meets it. Nothing depends on this: a call that needs a party asks it all the same.

use crate::platform::metrics;
use crate::providers::common::reach::Reach;
use crate::state::AppState;

/// Asks each party once, and notes what it says. What has changed goes into the log.
pub async fn look(state: &AppState) {
    for (party, reach) in ask(state).await {
        let words = reach.to_string();
        if reach.is_good() {
            tracing::info!(party, reach = words, "an outside party can be worked with again");
        } else {
            tracing::warn!(party, reach = words, "an outside party cannot be worked with");
        }
    }
}

/// Asks each party once, and notes what it says. Returns those that say something new.
pub async fn ask(state: &AppState) -> Vec<(&'static str, Reach)> {
    let asked = state.providers.reach().await.into_iter();
    let is_news = |&(party, ref reach): &(&'static str, Reach)| {
        metrics::party_reachable(party, reach.is_good());
        state.party_watch().note(party, reach.clone(), state.clock.now())
    };
    asked.filter(is_news).collect()
}
