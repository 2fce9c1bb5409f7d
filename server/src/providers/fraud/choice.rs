//! Which fraud check the shop works with.

use crate::platform::config::ConfigError;
use crate::providers::companies::stripe::account::StripeClientSettings;
use crate::providers::fraud::FraudCheck;
use crate::providers::fraud::kount::{Kount, settings::KountOptions};
use crate::providers::fraud::radar::Radar;
use crate::providers::parts::Parts;
use crate::providers::payment::choice::PaymentChoice;
use std::sync::Arc;

choice! {
    /// The fraud check. The embedded one uses the shop's own records.
    "--fraud" "STYLEBOX_FRAUD" fraud: FraudChoice {
        /// The shop's own records.
        OwnRecords,
        /// Kount is asked about each order, and its kit watches customers' browsers.
        Kount(kount: KountOptions),
        /// Stripe Radar judges each first charge, with --payment stripe.
        Radar,
    }
}

impl FraudChoice {
    /// Checks that it can judge the charges of this gateway.
    ///
    /// # Errors
    /// If it judges those of another gateway alone.
    pub(crate) fn check_gateway(&self, payment: &PaymentChoice) -> Result<(), ConfigError> {
        match self {
            Self::OwnRecords | Self::Kount(_) => Ok(()),
            Self::Radar => account_of_radar(payment).map(|_| ()),
        }
    }

    /// The check that is chosen, of the charges of this gateway.
    pub(crate) fn provider(&self, payment: &PaymentChoice, parts: &Parts) -> Result<Arc<dyn FraudCheck>, String> {
        Ok(match self {
            Self::OwnRecords => parts.over_the_store.own_records.clone(),
            Self::Kount(settings) => Arc::new(Kount::new(settings, parts.clock.clone())?),
            Self::Radar => Arc::new(Radar::new(account_of_radar(payment).map_err(|error| error.to_string())?)?),
        })
    }
}

/// The account with which Radar is asked: that of the gateway whose charges it judges.
fn account_of_radar(payment: &PaymentChoice) -> Result<&StripeClientSettings, ConfigError> {
    payment.stripe().ok_or(ConfigError::Missing { flag: "--payment stripe", needed_by: "--fraud radar" })
}
