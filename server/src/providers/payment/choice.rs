//! Which payment gateway the shop works with.

use crate::providers::companies::stripe::account::StripeClientSettings;
use crate::providers::parts::Parts;
use crate::providers::payment::PaymentGateway;
use crate::providers::payment::stripe::Stripe;
use crate::providers::payment::stripe::settings::StripeOptions;
use std::sync::Arc;

choice! {
    /// The payment gateway. The embedded sandbox charges nobody and is for demo mode only.
    "--payment" "STYLEBOX_PAYMENT" payment: PaymentChoice {
        /// The embedded gateway for demonstrations and tests.
        Sandbox fake "the sandbox gateway charges nobody",
        /// Stripe.
        Stripe(stripe: StripeOptions),
    }
}

impl PaymentChoice {
    /// Whether the gateway is the embedded one: its books are in our database, and its bank's page is ours.
    #[must_use]
    pub const fn is_embedded(&self) -> bool {
        match self {
            Self::Sandbox => true,
            Self::Stripe(_) => false,
        }
    }

    /// The client of Stripe, if it is chosen.
    pub(crate) const fn stripe(&self) -> Option<&StripeClientSettings> {
        match self {
            Self::Sandbox => None,
            Self::Stripe(settings) => Some(&settings.client),
        }
    }

    /// The gateway that is chosen.
    pub(crate) fn provider(&self, parts: &Parts) -> Result<Arc<dyn PaymentGateway>, String> {
        Ok(match self {
            Self::Sandbox => parts.over_the_store.sandbox.clone(),
            Self::Stripe(settings) => Arc::new(Stripe::new(settings, parts.clock.clone())?),
        })
    }
}
