//! What a page asks first: the service's clock, and what kind of service it is.

use crate::api::words::Moment;
use crate::fulfilment::demo::{CUSTOMERS, DemoCustomer};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stylebox_core::business_time::Instant;
use stylebox_core::{policy, rules_version};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(status))
}

/// The service's clock, and what kind of service it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct Status {
    /// The present moment: the page keeps the difference to its own clock.
    #[schema(value_type = Moment)]
    now: Instant,
    /// What can be tried, where this is a demonstration; null where it is not.
    demo: Option<Demo>,
    /// The program's version.
    version: &'static str,
    /// The version of the rules: that of the page where both check alike.
    rules_version: &'static str,
    /// The wording of the consent that stands beside the card: it is sent back with the card.
    consent_version: &'static str,
}

/// A demonstration.
#[derive(Debug, Serialize, ToSchema)]
pub struct Demo {
    /// Who can be tried out.
    customers: &'static [DemoCustomer],
}

/// What time it is, and whether this is a demonstration.
#[utoipa::path(get, path = "/status", tag = "status", security(()), responses((status = 200, body = Status)))]
async fn status(State(state): State<AppState>) -> Json<Status> {
    let now = state.clock.now().instant();
    Json(Status {
        now,
        demo: state.settings.demo.then_some(Demo { customers: &CUSTOMERS }),
        version: env!("CARGO_PKG_VERSION"),
        rules_version: rules_version(),
        consent_version: policy::CONSENT_VERSION,
    })
}
