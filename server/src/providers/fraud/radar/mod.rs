//! Stripe Radar, which judges the charges of `--payment stripe`. The gateway reads what it says of one.

use crate::platform::future::BoxFuture;
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::reach::Reach;
use crate::providers::companies::stripe::account::StripeClientSettings;
use crate::providers::companies::stripe::client::Api;
use crate::providers::fraud::{FraudCheck, Inquiry, NoAnswer, Verdict};
use stylebox_core::messages::forgetting::PartyKnowing;

/// The fraud check of a shop whose charges Radar judges. It says nothing of an order by itself: the charge is authorized first.
pub struct Radar {
    api: Api,
}

impl Radar {
    /// The check with the account of the gateway.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn new(client: &StripeClientSettings) -> Result<Self, String> {
        Ok(Self { api: Api::new(client)? })
    }
}

impl FraudCheck for Radar {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::Radar)
    }

    fn check<'a>(&'a self, _inquiry: &'a Inquiry) -> BoxFuture<'a, Result<Verdict, NoAnswer>> {
        Box::pin(async { Ok(Verdict::AfterAuthorization) })
    }

    /// A key that may not read charges could not tell their risk, and one that may not read reviews would leave each charge in review
    /// reserved.
    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            match self.api.reads("/v1/charges", "charges").await {
                Reach::Reached => self.api.reads("/v1/reviews", "reviews").await,
                other => other,
            }
        })
    }
}
