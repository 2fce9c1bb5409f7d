//! Whether a phone gets text messages: what the text message service says of it.

use crate::platform::error::{AppResult, StaffError, StaffResult};
use crate::providers::common::phone_facts as reported;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::phone_facts::{self, PhoneTrouble, TroubleRow};
use std::time::Duration;
use stylebox_core::account::text_messages::TextMessages;
use stylebox_core::policy;

/// How long a phone counts as unreachable.
const UNREACHABLE: Duration = Duration::from_secs(60 * 60 * policy::PHONE_UNREACHABLE_HOURS);

/// Whether codes can go to a customer's phone.
pub async fn of_phone(state: &AppState, tx: &mut Tx, phone: Option<&str>) -> AppResult<TextMessages> {
    if state.providers.sms.is_none() {
        return Ok(TextMessages::None);
    }
    let Some(phone) = phone else { return Ok(TextMessages::Sent) };
    Ok(with_trouble(state, phone_facts::trouble(tx, phone).await?))
}

/// Whether codes can go to a phone with this trouble.
pub fn with_trouble(state: &AppState, known: Option<TroubleRow>) -> TextMessages {
    if state.providers.sms.is_none() {
        return TextMessages::None;
    }
    let Some(known) = known else { return TextMessages::Sent };
    match known.trouble {
        PhoneTrouble::Stopped => TextMessages::Stopped,
        PhoneTrouble::Unreachable if state.clock.real_now().since(known.known_since) < UNREACHABLE => {
            TextMessages::Unreachable
        }
        PhoneTrouble::Unreachable => TextMessages::Sent,
    }
}

/// Asks the text message service what the message with that id there has shown of its phone, and notes it.
///
/// # Errors
/// If the service cannot be asked.
pub async fn note_phone_facts(state: &AppState, message: &str) -> StaffResult<()> {
    let Some(facts) = state.providers.sms.as_deref().and_then(|sms| sms.phone_facts()) else { return Ok(()) };
    let Some(fact) = facts.of_message(message).await.map_err(StaffError::unexpected)? else { return Ok(()) };
    let mut tx = state.db.write().await?;
    phone_facts::note(&mut tx, &fact.phone, fact.trouble.map(stored), fact.at).await?;
    Ok(tx.commit().await?)
}

const fn stored(trouble: reported::PhoneTrouble) -> PhoneTrouble {
    match trouble {
        reported::PhoneTrouble::Stopped => PhoneTrouble::Stopped,
        reported::PhoneTrouble::Unreachable => PhoneTrouble::Unreachable,
    }
}
