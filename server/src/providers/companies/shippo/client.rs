//! Shippo's calls: the key, and the question whether it is taken.

use crate::platform::config::Secret;
use crate::providers::common::http_client::{Answer, Call, HttpClient, NoAnswer};
use crate::providers::common::reach::Reach;
use crate::providers::companies::shippo::account::ShippoSettings;
use reqwest::Method;
use std::time::Duration;

/// The calls.
#[derive(Debug)]
pub(crate) struct ShippoClient {
    http: HttpClient,
    key: Secret,
}

impl ShippoClient {
    /// # Errors
    /// A sentence that says why there is none.
    pub(crate) fn new(account: &ShippoSettings, timeout: Duration) -> Result<Self, String> {
        let http = HttpClient::new("shippo", &account.url)?.with_timeout(timeout);
        Ok(Self { http, key: account.key.clone() })
    }

    pub(crate) fn with_timeout(self, timeout: Duration) -> Self {
        Self { http: self.http.with_timeout(timeout), ..self }
    }

    pub(crate) fn call(&self, method: Method, path: &str) -> Call<'_> {
        let authorization = format!("ShippoToken {}", self.key.expose());
        self.http.call(method, path).secret_header("authorization", &authorization)
    }
}

/// What Shippo is asked to see whether it takes the key.
pub(crate) const HARMLESS: &str = "/carrier_accounts/?results=1";

/// What the answer to [`HARMLESS`] has shown.
pub(crate) fn account_reach(answer: Result<&Answer, &NoAnswer>) -> Reach {
    match answer {
        Ok(answer) if answer.is_success() => Reach::Reached,
        Ok(answer) if answer.is_down() => Reach::NotReachable,
        Ok(answer) if matches!(answer.status, 401 | 403) => {
            Reach::Refused("Shippo does not take the key (STYLEBOX_SHIPPO_KEY)".to_owned())
        }
        Ok(answer) => Reach::Refused(format!("Shippo answers with {}", answer.status)),
        Err(_) => Reach::NotReachable,
    }
}
