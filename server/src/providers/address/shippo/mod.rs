//! Shippo's address validation, version 2.
//!
//! It only reads, so a call that was not answered may be made again. An answer of another form is no answer: an address is refused
//! only if Shippo says `invalid`.

pub mod settings;

use crate::platform::future::BoxFuture;
use crate::providers::address::{AddressError, AddressProvider};
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::NoAnswer;
use crate::providers::common::reach::Reach;
use crate::providers::companies::shippo::account::ShippoSettings;
use crate::providers::companies::shippo::client::{HARMLESS, ShippoClient, account_reach};
use reqwest::Method;
use serde::Deserialize;
use std::time::Duration;
use stylebox_core::account::address::{Address, AddressForm};
use stylebox_core::account::shipping_address::ShippingAddress;
use stylebox_core::messages::forgetting::PartyKnowing;
use url::form_urlencoded;

/// The customer waits for the answer, and the address is saved without it.
const TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct ShippoAddresses {
    client: ShippoClient,
}

impl ShippoAddresses {
    /// The check by these settings.
    ///
    /// # Errors
    /// A sentence that says why there is none.
    pub fn new(settings: &ShippoSettings) -> Result<Self, String> {
        Ok(Self { client: ShippoClient::new(settings, TIMEOUT)? })
    }

    /// The same with another timeout of a call.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { client: self.client.with_timeout(timeout) }
    }

    async fn validate(&self, address: &ShippingAddress) -> Result<Validation, NoAnswer> {
        let answer = self
            .client
            .call(Method::GET, &format!("/v2/addresses/validate?{}", query(&address.address)))
            .send()
            .await?;
        if answer.is_success() {
            return answer.json();
        }
        tracing::warn!(status = answer.status, "Shippo does not say whether an address is valid");
        Err(NoAnswer::Unknown)
    }
}

/// The address as the query of the call.
fn query(address: &Address) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("address_line_1", address.line_1.as_str());
    if let Some(line_2) = &address.line_2 {
        query.append_pair("address_line_2", line_2.as_str());
    }
    query.append_pair("city_locality", address.city.as_str());
    query.append_pair("state_province", address.state.as_str());
    query.append_pair("postal_code", address.postal_code.as_str());
    query.append_pair("country_code", "US");
    query.finish()
}

impl AddressProvider for ShippoAddresses {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::ShippoAddresses)
    }

    fn check<'a>(&'a self, address: &'a ShippingAddress) -> BoxFuture<'a, Result<Option<AddressForm>, AddressError>> {
        Box::pin(async move {
            // The shop delivers in the United States only, and Shippo knows the whole world.
            if !address.country.as_deref().is_none_or(|code| code.trim().eq_ignore_ascii_case("US")) {
                return Err(AddressError::Undeliverable);
            }
            let Validation { analysis, recommended_address } =
                self.validate(address).await.map_err(|_| AddressError::NoAnswer)?;
            match analysis.validation_result.value {
                Verdict::Valid | Verdict::PartiallyValid => {
                    let in_the_states = recommended_address.filter(|known| known.country_code.as_deref() == Some("US"));
                    Ok(in_the_states.map(|known| AddressForm::from(known).read()))
                }
                Verdict::Invalid => Err(AddressError::Undeliverable),
            }
        })
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async { account_reach(self.client.call(Method::GET, HARMLESS).send().await.as_ref()) })
    }
}

/// The parts of the answer that are read. Shippo may add others.
#[derive(Deserialize)]
struct Validation {
    analysis: Analysis,
    recommended_address: Option<Recommended>,
}

#[derive(Deserialize)]
struct Analysis {
    validation_result: ValidationResult,
}

#[derive(Deserialize)]
struct ValidationResult {
    value: Verdict,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Valid,
    /// It was found, and is written otherwise.
    PartiallyValid,
    Invalid,
}

#[derive(Deserialize)]
struct Recommended {
    address_line_1: Option<String>,
    address_line_2: Option<String>,
    city_locality: Option<String>,
    state_province: Option<String>,
    postal_code: Option<String>,
    country_code: Option<String>,
}

impl From<Recommended> for AddressForm {
    fn from(known: Recommended) -> Self {
        Self {
            line_1: known.address_line_1.unwrap_or_default(),
            line_2: known.address_line_2.unwrap_or_default(),
            city: known.city_locality.unwrap_or_default(),
            state: known.state_province.unwrap_or_default(),
            postal_code: known.postal_code.unwrap_or_default(),
            phone: String::new(),
        }
    }
}
