//! Google's Places API (New): Autocomplete, and Place Details for the one that is chosen.
//!
//! Both only read. Google bills a session of questions together if they carry the same token and end in Place Details with as few
//! fields as here.

pub mod settings;

use crate::platform::config::Secret;
use crate::platform::future::BoxFuture;
use crate::providers::address_suggestions::google_places::settings::GooglePlacesSettings;
use crate::providers::address_suggestions::{AddressSuggestions, Suggestion, Typed};
use crate::providers::common::forgetting::Forgetting;
use crate::providers::common::http_client::{Answer, Call, HttpClient, NoAnswer};
use crate::providers::common::reach::Reach;
use reqwest::Method;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use stylebox_core::account::address::AddressForm;
use stylebox_core::messages::forgetting::PartyKnowing;

/// A later answer would come to a customer who has typed on.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Houses, apartments and streets, but no shops: nobody lives there.
const KINDS: [&str; 4] = ["street_address", "premise", "subpremise", "route"];

#[derive(Debug)]
pub struct GooglePlaces {
    client: HttpClient,
    key: Secret,
}

impl GooglePlaces {
    /// The suggestions by these settings.
    ///
    /// # Errors
    /// A sentence that says why there are none.
    pub fn new(settings: &GooglePlacesSettings) -> Result<Self, String> {
        let client = HttpClient::new("google places", &settings.url)?.with_timeout(TIMEOUT);
        Ok(Self { client, key: settings.key.clone() })
    }

    /// The same with another timeout of a call.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Self {
        Self { client: self.client.with_timeout(timeout), ..self }
    }

    fn call(&self, method: Method, path: &str) -> Call<'_> {
        self.client.call(method, path).secret_header("x-goog-api-key", self.key.expose())
    }

    /// A question about `input`. `session` may be empty.
    fn autocomplete(&self, input: &str, session: &str) -> Call<'_> {
        let question = Question {
            input,
            included_primary_types: KINDS,
            included_region_codes: ["us"],
            language_code: "en",
            session_token: session,
        };
        self.call(Method::POST, "/v1/places:autocomplete").json(&question)
    }
}

impl AddressSuggestions for GooglePlaces {
    fn forgetting(&self) -> Forgetting {
        Forgetting::Keeps(PartyKnowing::GooglePlaces)
    }

    fn name(&self) -> &'static str {
        "Google Maps"
    }

    fn suggest<'a>(&'a self, typed: &'a Typed) -> BoxFuture<'a, Result<Vec<Suggestion>, NoAnswer>> {
        Box::pin(async move {
            let answer = self.autocomplete(&typed.text, &typed.session).send().await?;
            let Predictions { suggestions } = successful(&answer)?.json()?;
            Ok(suggestions.into_iter().filter_map(|one| one.place_prediction).map(Suggestion::from).collect())
        })
    }

    fn choose<'a>(&'a self, id: &'a str, session: &'a str) -> BoxFuture<'a, Result<Option<AddressForm>, NoAnswer>> {
        Box::pin(async move {
            let path = format!("/v1/places/{id}?sessionToken={session}&languageCode=en");
            let answer = self.call(Method::GET, &path).header("x-goog-fieldmask", "addressComponents").send().await?;
            // An id can be out of date, or made up by a caller.
            if matches!(answer.status, 400 | 404) {
                return Ok(None);
            }
            let place: Place = successful(&answer)?.json()?;
            Ok(place.address())
        })
    }

    fn reach(&self) -> BoxFuture<'_, Reach> {
        Box::pin(async {
            // An empty question is refused as such and not billed, but the key is checked first.
            match self.autocomplete("", "").send().await {
                Ok(answer) if answer.is_success() => Reach::Reached,
                Ok(answer) if answer.is_down() => Reach::NotReachable,
                Ok(answer) if answer.status == 400 && !is_about_key(&answer) => Reach::Reached,
                Ok(answer) => Reach::Refused(format!(
                    "Google answers with {}: is STYLEBOX_GOOGLE_PLACES_KEY a key of a project that has the Places API (New)?",
                    answer.status
                )),
                Err(_) => Reach::NotReachable,
            }
        })
    }
}

/// The answer, if the question was answered.
fn successful(answer: &Answer) -> Result<&Answer, NoAnswer> {
    if answer.is_success() {
        return Ok(answer);
    }
    tracing::warn!(status = answer.status, "Google suggests no address");
    Err(NoAnswer::Unknown)
}

/// Whether a refusal is about the key, by the reason in its details.
fn is_about_key(answer: &Answer) -> bool {
    answer.json::<Refusal>().is_ok_and(|refusal| {
        refusal.error.details.iter().any(|detail| detail.reason.as_deref() == Some("API_KEY_INVALID"))
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Question<'a> {
    input: &'a str,
    included_primary_types: [&'static str; 4],
    included_region_codes: [&'static str; 1],
    language_code: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    session_token: &'a str,
}

/// The parts of the answers that are read. Google leaves out empty ones, and may add others.
#[derive(Deserialize)]
struct Predictions {
    #[serde(default)]
    suggestions: Vec<Prediction>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Prediction {
    place_prediction: Option<PlacePrediction>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlacePrediction {
    place_id: String,
    structured_format: StructuredFormat,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StructuredFormat {
    main_text: Text,
    #[serde(default)]
    secondary_text: Text,
}

#[derive(Default, Deserialize)]
struct Text {
    #[serde(default)]
    text: String,
}

impl From<PlacePrediction> for Suggestion {
    fn from(PlacePrediction { place_id, structured_format }: PlacePrediction) -> Self {
        let StructuredFormat { main_text, secondary_text } = structured_format;
        Self { id: place_id, line: main_text.text, place: secondary_text.text }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    #[serde(default)]
    address_components: Vec<Component>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Component {
    #[serde(default)]
    long_text: String,
    #[serde(default)]
    short_text: String,
    #[serde(default)]
    types: Vec<String>,
}

/// Google's kinds of component that can name the city, the preferred one first: boroughs and places outside a city have another
/// kind.
const CITY: [&str; 4] = ["locality", "sublocality_level_1", "postal_town", "neighborhood"];

impl Place {
    fn component(&self, kind: &str) -> Option<&Component> {
        self.address_components.iter().find(|component| component.types.iter().any(|known| known == kind))
    }

    /// Its address; `None` if it is not in the United States.
    fn address(&self) -> Option<AddressForm> {
        self.component("country").filter(|country| country.short_text == "US")?;
        let long = |kind| self.component(kind).map(|component| component.long_text.clone()).unwrap_or_default();
        let city = CITY.iter().find_map(|kind| self.component(kind));
        let state = self.component("administrative_area_level_1");
        let address = AddressForm {
            line_1: format!("{} {}", long("street_number"), long("route")).trim().to_owned(),
            line_2: long("subpremise"),
            city: city.map(|city| city.long_text.clone()).unwrap_or_default(),
            state: state.map(|state| state.short_text.clone()).unwrap_or_default(),
            postal_code: long("postal_code"),
            phone: String::new(),
        };
        Some(address.read())
    }
}

#[derive(Deserialize)]
struct Refusal {
    error: RefusalError,
}

#[derive(Deserialize)]
struct RefusalError {
    #[serde(default)]
    details: Vec<Detail>,
}

#[derive(Deserialize)]
struct Detail {
    reason: Option<String>,
}
