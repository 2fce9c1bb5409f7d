//! The customer's next charge.

use crate::api::answers::NothingChanged;
use crate::api::card::credit_cards::CardInfo;
use crate::http::query::QueryOf;
use crate::http::response::ErrorBody;
use crate::http::unchanged::IfNoneMatch;
use crate::platform::error::AppResult;
use crate::service::access::session::SignedIn;
use crate::service::payment::next_charge::{self, Charge, NextBox, NextCharge, Skip};
use crate::state::AppState;
use crate::store::card::cards::KnownCard;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use stylebox_core::screens::charge_words::{ChargeKind, ChargeTime};
use stylebox_core::values::business_time::{Date, Instant};
use stylebox_core::values::frequency::Type;
use stylebox_core::values::money::Money;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read))
}

/// A change to preview.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Preview {
    /// How often boxes would come: the answer is as it would be after this change. If it is missing, nothing changes.
    subscription_type: Option<Type>,
}

/// The next charge, if nothing changes before it.
#[derive(Serialize, ToSchema)]
pub struct NextChargeBody {
    /// What is charged: the styling fee of a box, or what is kept of one by the system's checkout. Null if nothing is charged before
    /// the customer orders or checks out.
    what: Option<ChargeKind>,
    /// When it is charged; without a charge, the time until which there is none. The rule `next_charge.words` says it in words.
    time: ChargeTime,
    /// The amount, with everything undecided kept. Null without a charge, or if the tax is not known.
    amount: Option<Money>,
    /// How many items of the box under way are not decided. Hand it to the rule `next_charge.words`.
    undecided: u64,
    /// The first day on which it is charged. Null without a charge, or if that can be any day.
    on: Option<Date>,
    /// The moment from which on it is charged: that of the system's checkout, or of the next try after a decline. Never in the
    /// past; null if no moment is known.
    at: Option<Instant>,
    /// Whether what is kept of the box is charged to another card soon after that card is saved. For a styling fee, see the
    /// order's `payment.by_new_card`.
    by_new_card: bool,
    /// The order under way.
    order_id: Option<String>,
    /// The subscription's next box. Null while an order is under way, on demand, or before the first box.
    #[serde(rename = "box")]
    next_box: Option<NextBoxBody>,
    /// The card that is charged.
    card: Option<CardInfo>,
    /// Whether the customer agreed to the system's checkout.
    has_consent: bool,
}

/// The subscription's next box.
#[derive(Serialize, ToSchema)]
pub struct NextBoxBody {
    /// Its day by the subscription.
    date: Date,
    /// The day on which the customer is or was notified of it.
    told_on: Date,
    /// The first day on which it is ordered: until then it can be skipped.
    ordered_on: Date,
    /// The last day on which it can be skipped or changed.
    change_by: Date,
    /// The open day on which it comes. Null while the calendar does not reach so far.
    comes_on: Option<Date>,
    /// Whether there is an address for it to go to: without one it is not ordered.
    has_address: bool,
    skip: SkipBody,
}

/// What skipping the next box does.
#[derive(Serialize, ToSchema)]
pub struct SkipBody {
    /// Whether it can be skipped now.
    offered: bool,
    /// Whether it is skipped, which can be undone.
    skipped: bool,
    /// The day on which it comes if it is not skipped.
    falls_out: Option<Date>,
    /// The day on which it comes if it is skipped. Null if it cannot be skipped.
    one_after: Option<Date>,
}

impl From<NextBox> for NextBoxBody {
    fn from(NextBox { planned, change_by, skip }: NextBox) -> Self {
        let Skip { is_offered: offered, is_skipped: skipped, falls_out, one_after } = skip;
        let timing = planned.timing;
        Self {
            date: planned.date,
            told_on: timing.told_on,
            ordered_on: timing.ordered_on,
            change_by,
            comes_on: timing.comes_on,
            has_address: planned.address.is_some(),
            skip: SkipBody { offered, skipped, falls_out, one_after },
        }
    }
}

impl From<NextCharge> for NextChargeBody {
    fn from(NextCharge { charge, order_id, next_box, card }: NextCharge) -> Self {
        let Charge { next, amount, undecided } = charge;
        Self {
            what: next.what,
            time: next.time,
            amount,
            undecided: undecided.get(),
            on: next.from,
            at: next.at,
            by_new_card: next.by_new_card,
            order_id,
            next_box: next_box.map(NextBoxBody::from),
            has_consent: card.as_ref().is_some_and(KnownCard::has_consent),
            card: card.map(CardInfo::from),
        }
    }
}

/// What is charged next, when, and on which card; if asked for, after another choice of how often boxes come.
#[utoipa::path(
    get, path = "/account/next_charge", tag = "account",
    params(Preview),
    responses(
        (status = 200, body = NextChargeBody),
        NothingChanged,
        (status = 422, description = "`request_invalid`: no such frequency; or an issue: the shop does not offer it", body = ErrorBody),
    )
)]
async fn read(
    State(state): State<AppState>,
    customer: SignedIn,
    if_none_match: IfNoneMatch,
    QueryOf(Preview { subscription_type }): QueryOf<Preview>,
) -> AppResult<Response> {
    let next = next_charge::read(&state, &customer.customer_id, subscription_type).await?;
    if_none_match.answer(&NextChargeBody::from(next))
}
