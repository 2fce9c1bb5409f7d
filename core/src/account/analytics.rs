//! Consent to analytics: which of a customer's answers counts, and what it changes (spec A, sections 4 and 7; the contract:
//! analytics).

use crate::{policy, values::words::words, wire::Input};

/// What is known of a customer's consent to analytics.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct StoredConsent {
    /// Whether there is an analytics service, so that customers are asked.
    pub is_asked: bool,
    /// The version of the question that the customer last answered, or null.
    pub answered_version: Option<String>,
    /// Whether a client id is stored, which names the browser in which the customer agreed.
    pub has_client_id: bool,
}

/// `analytics.answer`: the customer's answer to the present version of the question; nothing if the question is not asked or not answered.
#[must_use]
pub fn answer(stored: &StoredConsent) -> Option<bool> {
    let is_answered = stored.answered_version.as_deref().is_some_and(is_present);
    (stored.is_asked && is_answered).then_some(stored.has_client_id)
}

/// An answer to the question about analytics.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify))]
pub struct ConsentAnswer {
    /// The version of the question.
    pub version: String,
    /// Whether the customer agrees.
    pub agreed: bool,
}

/// A call that concerns consent to analytics.
#[derive(Debug, Clone, Input)]
#[cfg_attr(feature = "wasm", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ConsentCall {
    /// Whether there is an analytics service, so that customers are asked.
    pub is_asked: bool,
    /// Whether the customer's present answer is yes (`analytics.answer`).
    pub has_agreed: bool,
    /// The answer in the call, or null.
    pub answer: Option<ConsentAnswer>,
    /// Whether the call has a client id, which names the browser to the analytics service.
    pub has_client_id: bool,
    /// Whether the browser refuses on the customer's behalf (Global Privacy Control).
    pub refused_by_browser: bool,
}

words! {
    /// What a call changes in a customer's consent to analytics.
    pub enum ConsentChange {
        /// Nothing.
        Unchanged = "unchanged",
        /// The customer agrees: the version of the question and the client id are stored.
        Agreed = "agreed",
        /// The customer refuses: the version of the question is stored, and no client id.
        Refused = "refused",
        /// The customer refuses what another version asked: neither is stored, so that they may be asked the present version.
        RefusedAnotherVersion = "refused_another_version",
        /// The customer, who has agreed, uses another browser: its client id is stored.
        ClientIdReplaced = "client_id_replaced",
    }
}

/// `analytics.change`: what a call changes. A yes counts only for the present version of the question, while it is asked, and with a
/// client id, because without one the service cannot count anybody. A no always counts, and so does the browser's refusal. A client id
/// without an answer counts only if the customer has agreed.
#[must_use]
pub fn change(call: &ConsentCall) -> ConsentChange {
    let has_client_id = call.has_client_id && !call.refused_by_browser;
    let Some(answer) = &call.answer else {
        let is_replaced = call.has_agreed && has_client_id;
        return if is_replaced { ConsentChange::ClientIdReplaced } else { ConsentChange::Unchanged };
    };
    let is_present = is_present(&answer.version);
    if answer.agreed && !call.refused_by_browser {
        let counts = call.is_asked && is_present && has_client_id;
        return if counts { ConsentChange::Agreed } else { ConsentChange::Unchanged };
    }
    if is_present { ConsentChange::Refused } else { ConsentChange::RefusedAnotherVersion }
}

fn is_present(version: &str) -> bool {
    version == policy::ANALYTICS_CONSENT_VERSION
}
