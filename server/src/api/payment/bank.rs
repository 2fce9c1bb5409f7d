//! `/dev/bank/{id}`: the bank's page of the sandbox gateway, on which the cardholder confirms a charge. It exists in demo mode with
//! the sandbox only.

use crate::api::dev::{document, escaped};
use crate::http::forgery::is_same_origin;
use crate::platform::error::{AppError, AppResult};
use crate::service::payment::sandbox::{self, BANK_PAGE, BankCharge, CardholderAnswer};
use crate::state::AppState;
use crate::store::payment::sandbox::Outcome;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Redirect};
use axum::routing::{get, post};
use stylebox_core::brand;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::values::money::Money;

/// The page's content policy. It has no script, and unlike the members' area it sends a form.
const CONTENT_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);

pub(in crate::api) fn router(state: &AppState) -> Router<AppState> {
    if !(state.settings.is_demo() && state.settings.parties.charging.payment().is_embedded()) {
        return Router::new();
    }
    Router::new()
        .route(&format!("{BANK_PAGE}{{id}}"), get(show))
        .route(&format!("{BANK_PAGE}{{id}}/{{answer}}"), post(answer))
}

async fn show(State(state): State<AppState>, Path(id): Path<String>) -> AppResult<impl IntoResponse> {
    let charge = sandbox::bank_charge(&state.db, &id).await?.ok_or(Refusal::NotFound)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, CONTENT_POLICY)], Html(page(&charge)?)))
}

/// Answers the charge, and leads back to the shop. A charge that was answered before stays as it is.
async fn answer(
    State(state): State<AppState>,
    Path((id, answer)): Path<(String, String)>,
    headers: HeaderMap,
) -> AppResult<impl IntoResponse> {
    if !is_same_origin(&headers, state.settings.public_url.origin()) {
        return Err(Refusal::NotAuthorized.into());
    }
    let answer = CardholderAnswer::from_word(&answer).ok_or(Refusal::NotFound)?;
    let charge = sandbox::answer(&state.db, &id, answer).await?.ok_or(Refusal::NotFound)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, CONTENT_POLICY)], Redirect::to(&charge.return_to)))
}

fn page(BankCharge { charge, card }: &BankCharge) -> AppResult<String> {
    let amount = Money::from_cents(charge.amount).ok_or_else(|| AppError::unexpected("a negative charge"))?;
    let (amount, card) = (escaped(&amount.formatted()), escaped(card));
    let (product, retailer) = (brand::PRODUCT, brand::RETAILER);
    let asked = match charge.outcome {
        Outcome::Waiting => answers(&charge.id),
        Outcome::Succeeded => result_page("This payment is confirmed.", &charge.return_to),
        Outcome::Refused => result_page("You have refused this payment. Nothing was charged.", &charge.return_to),
        Outcome::Closed => {
            result_page("This page was closed without an answer. Nothing was charged.", &charge.return_to)
        }
        Outcome::Declined | Outcome::Stolen | Outcome::Expired => {
            result_page("This payment can no longer be confirmed. Nothing was charged.", &charge.return_to)
        }
    };
    let main = format!(
        r#"<h1>Confirm a payment</h1>
<p class="lead">This is a demonstration: no bank is asked, and no money moves.</p>
<dl class="facts">
<dt>To</dt><dd>{product} by {retailer}</dd>
<dt>Card</dt><dd>{card}</dd>
<dt>Amount</dt><dd class="amount">{amount}</dd>
</dl>
{asked}
"#
    );
    let top = r#"<span class="name">Your bank <small>Demonstration</small></span>"#;
    Ok(document("Your bank", top, &main))
}

/// The buttons.
fn answers(id: &str) -> String {
    let to = |answer: &str| escaped(&format!("{BANK_PAGE}{id}/{answer}"));
    let (confirm, refuse, close) = (to("confirm"), to("refuse"), to("close"));
    format!(
        r#"<form class="answers" method="post" action="{confirm}">
<button class="confirm">Confirm</button>
<button formaction="{refuse}">Refuse</button>
<button class="close" formaction="{close}">Close</button>
</form>"#
    )
}

fn result_page(words: &str, return_to: &str) -> String {
    format!(
        r#"<p>{words}</p>
<p><a href="{}">Back to {}</a></p>"#,
        escaped(return_to),
        brand::PRODUCT
    )
}
