//! The page's first call: the service's clock, versions, and whether it is in demo mode.

use crate::api::payment::fraud_collector;
use crate::fulfilment::demo::{DemoCustomer, demo_customers};
use crate::providers::{human_check, payment};
use crate::service::account::analytics;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stylebox_core::card::entry::CardEntryKind;
use stylebox_core::values::business_time::Instant;
use stylebox_core::{policy, rules_version};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(status))
}

/// The service's clock, versions, and whether it is in demo mode.
#[derive(Debug, Serialize, ToSchema)]
pub struct Status {
    /// The present moment. The page keeps the difference to its own clock.
    now: Instant,
    /// What can be tried in demo mode; null outside it.
    demo: Option<Demo>,
    /// The program's version.
    version: &'static str,
    /// The version of the rules. A page with the same one checks in the same way.
    rules_version: &'static str,
    /// The version of the consent beside the card. The page sends it back with the card.
    consent_version: &'static str,
    /// How a card is given: `typed` into the page's own form as `card_info`, or into the gateway's own fields as a
    /// `payment_method`.
    card_entry: CardEntryKind,
    /// What the gateway's own fields need; null if cards are typed.
    card_fields: Option<CardFields>,
    /// What customers are asked about analytics; null if there is no analytics service, and so nothing to ask.
    analytics: Option<AnalyticsQuestion>,
    /// The provider that suggests addresses as they are typed. Its name must be shown with the suggestions. Null if there is
    /// none.
    address_suggestions: Option<&'static str>,
    /// The widget of the outside party that tells people from programs; null if the page shows the proof of work of
    /// `GET /human_check`: by default, and as long as the party does not answer.
    human_check: Option<HumanCheckWidget>,
    /// The fraud check's kit, which is called with this and with the account's `kount_session_id`; null if there is none.
    fraud_collector: Option<FraudCollector>,
}

/// What customers are asked about analytics.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnalyticsQuestion {
    /// The version of the question. The page sends it back with the answer.
    consent_version: &'static str,
}

/// The kit of the fraud check that watches a customer's browser.
#[derive(Debug, Serialize, ToSchema)]
pub struct FraudCollector {
    /// The path of its script, an ES module, whose default export is called.
    script: String,
    /// The shop's id at the fraud check.
    client_id: String,
    /// `TEST` or `PROD`.
    environment: &'static str,
}

/// What the gateway's own fields for a card need in the page.
#[derive(Debug, Serialize, ToSchema)]
pub struct CardFields {
    /// The key by which the gateway's script knows the shop. It is public.
    publishable_key: String,
}

/// The widget of an outside party that tells people from programs. Its answer is sent as `recaptchaToken`.
#[derive(Debug, Serialize, ToSchema)]
pub struct HumanCheckWidget {
    /// Its provider.
    kind: human_check::HumanCheckKind,
    /// The key by which the party knows the shop. It is public.
    site_key: String,
    /// The action of each form. An answer is valid for its action only.
    actions: HumanCheckActions,
}

/// The provider's name for each form.
#[derive(Debug, Serialize, ToSchema)]
struct HumanCheckActions {
    sign_in: &'static str,
    register: &'static str,
    forgot_password: &'static str,
}

impl From<human_check::Widget> for HumanCheckWidget {
    fn from(human_check::Widget { kind, site_key }: human_check::Widget) -> Self {
        Self {
            kind,
            site_key,
            actions: HumanCheckActions {
                sign_in: human_check::Action::SignIn.as_str(),
                register: human_check::Action::Register.as_str(),
                forgot_password: human_check::Action::ForgotPassword.as_str(),
            },
        }
    }
}

/// Demo mode.
#[derive(Debug, Serialize, ToSchema)]
pub struct Demo {
    /// The customers to try.
    customers: &'static [DemoCustomer],
}

/// The time, the versions, and whether the service is in demo mode.
#[utoipa::path(get, path = "/status", tag = "status", security(()), responses((status = 200, body = Status)))]
async fn status(State(state): State<AppState>) -> Json<Status> {
    let now = state.clock.now().instant();
    Json(Status {
        now,
        demo: state.settings.is_demo().then_some(Demo { customers: demo_customers(&state) }),
        version: env!("CARGO_PKG_VERSION"),
        rules_version: rules_version(),
        consent_version: policy::CONSENT_VERSION,
        card_entry: state.providers.payment.card_entry(),
        card_fields: state
            .providers
            .payment
            .card_fields()
            .map(|payment::card::CardFields { publishable_key }| CardFields { publishable_key }),
        analytics: analytics::is_asked(&state)
            .then_some(AnalyticsQuestion { consent_version: policy::ANALYTICS_CONSENT_VERSION }),
        address_suggestions: state.providers.address_suggestions.as_ref().map(|party| party.name()),
        human_check: state.providers.human_check.widget().map(HumanCheckWidget::from),
        fraud_collector: state.collector().map(|collector| FraudCollector {
            script: fraud_collector::address(collector),
            client_id: collector.client_id.clone(),
            environment: collector.environment,
        }),
    })
}
