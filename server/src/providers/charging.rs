//! Who charges customers, and who judges the charges: not each fraud check goes with each gateway.

use crate::platform::config::ConfigError;
use crate::providers::fraud::choice::FraudChoice;
use crate::providers::payment::choice::PaymentChoice;

/// The payment gateway, and a fraud check that can judge its charges.
#[derive(Debug, Clone, Default)]
pub struct Charging {
    payment: PaymentChoice,
    fraud: FraudChoice,
}

impl Charging {
    /// This gateway with this fraud check.
    ///
    /// # Errors
    /// If the fraud check judges the charges of another gateway alone.
    pub fn new(payment: PaymentChoice, fraud: FraudChoice) -> Result<Self, ConfigError> {
        fraud.check_gateway(&payment)?;
        Ok(Self { payment, fraud })
    }

    /// The payment gateway.
    #[must_use]
    pub const fn payment(&self) -> &PaymentChoice {
        &self.payment
    }

    /// The fraud check.
    #[must_use]
    pub const fn fraud(&self) -> &FraudChoice {
        &self.fraud
    }
}

#[cfg(test)]
mod tests {
    use super::{Charging, FraudChoice, PaymentChoice};

    #[test]
    fn a_fraud_check_by_the_gateway_is_not_made_with_another_gateway() {
        let refused = Charging::new(PaymentChoice::Sandbox, FraudChoice::Radar).unwrap_err();
        assert_eq!(refused.to_string(), "--fraud radar needs --payment stripe.");
        let own = Charging::new(PaymentChoice::Sandbox, FraudChoice::OwnRecords).unwrap();
        assert!(matches!((own.payment(), own.fraud()), (PaymentChoice::Sandbox, FraudChoice::OwnRecords)));
    }
}
