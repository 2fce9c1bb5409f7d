//! Fraud screening: an order is checked before its first charge, and held if the check doubts it. A held order is not charged
//! before staff have cleared it. Only staff stop an order for good; what was charged is refunded. The customer is told of
//! neither.
//!
//! A check that leaves the verdict to the gateway has the charge authorized first. If the gateway doubts it, the order is held while its
//! money is reserved.

use crate::platform::clock::Timestamp;
use crate::platform::error::{StaffError, StaffResult};
use crate::providers::fraud::{Inquiry, Purchase, Verdict};
use crate::providers::payment::charge::Capture;
use crate::service::access::idempotency;
use crate::service::order::transition;
use crate::service::payment::attempts;
use crate::service::subscription::plan;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses::{self, AddressRow};
use crate::store::card::cards::{self, CardRow};
use crate::store::order::orders::OrderRow;
use crate::store::payment::fraud_holds::{self, HoldEnding, HoldRow};
use crate::store::payment::payment_attempts::AttemptRow;
use crate::values::place::Place;
use std::time::Duration;
use stylebox_core::order::{Actor, Status};
use stylebox_core::payment::authorization;
use stylebox_core::payment::screening::{FraudVerdict, Screening, ScreeningInput, screening};
use stylebox_core::values::money::Money;

/// Timeout of the fraud check.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A purchase that was checked, and may be charged.
#[derive(Debug)]
pub struct Screened {
    purchase: Purchase,
    /// When the money may be taken.
    pub capture: Capture,
}

/// Checks an order that is about to be charged for the first time, and holds it if the check doubts it. Core's `order.screening`
/// decides whether the check is asked. Returns the purchase that was checked, which is the only one that may be charged; `None`
/// if the check was not asked.
///
/// # Errors
/// [`StaffError::Refused`] if the order is held, or the check does not answer.
pub async fn screen(state: &AppState, order_id: &str) -> StaffResult<Option<Screened>> {
    let mut tx = state.db.read().await?;
    let (order, customer) = transition::load_with_customer(&mut tx, order_id).await?;
    let mut context = FraudContext::of(&mut tx, &order, &customer).await?;
    context.must_not_be_held(&order)?;
    if context.screening() != Screening::Check {
        return Ok(None);
    }
    let fee = plan::styling_fee(&customer, state.clock.now(), &state.data.terms);
    drop(tx);
    let inquiry = context.inquiry(&order, customer, fee);
    let answer = tokio::time::timeout(TIMEOUT, state.providers.fraud.check(&inquiry)).await;
    let mut capture = Capture::AtOnce;
    let (verdict, why) = match answer {
        Ok(Ok(Verdict::Accept)) => (FraudVerdict::Accepted, ""),
        Ok(Ok(Verdict::AfterAuthorization)) => {
            capture = Capture::AfterRisk;
            (FraudVerdict::Accepted, "")
        }
        Ok(Ok(Verdict::Doubted(why))) => (FraudVerdict::Doubted, why),
        Ok(Err(_)) | Err(_) => {
            return Err(StaffError::refused(format!(
                "The fraud check does not answer about order {}. Nothing is charged before it does; please try again.",
                order.code
            )));
        }
    };
    context.input.verdict = Some(verdict);
    if context.screening() == Screening::Hold {
        hold(state, &order.id, &context.purchase, why).await?;
    }
    Ok(Some(Screened { purchase: context.purchase, capture }))
}

/// Checks that an order may be charged: it is not held, and is still the purchase that was checked.
///
/// # Errors
/// [`StaffError::Refused`] if it is not.
pub async fn may_be_charged(
    tx: &mut Tx,
    order: &OrderRow,
    customer: &CustomerRow,
    screened: Option<&Screened>,
) -> StaffResult<()> {
    let context = FraudContext::of(tx, order, customer).await?;
    context.must_not_be_held(order)?;
    let code = &order.code;
    match screened {
        _ if context.screening() != Screening::Check => Ok(()),
        Some(screened) if screened.purchase == context.purchase => Ok(()),
        Some(_) => {
            Err(StaffError::refused(format!("Order {code} was changed while it was looked at. Please try again.")))
        }
        // The check was not needed then, but is now: the order was changed, or an open charge was declined.
        None => {
            Err(StaffError::refused(format!("The fraud check is to look at order {code} first. Please try again.")))
        }
    }
}

/// What the fraud check and its rule need about an order.
struct FraudContext {
    purchase: Purchase,
    /// Where the box goes; `None` for a pick-up.
    address: Option<AddressRow>,
    /// The card that is charged.
    card: Option<CardRow>,
    /// The fingerprint of what a verdict counts for.
    looked_at: String,
    input: ScreeningInput,
    /// Why it was held, if it was.
    why: Option<String>,
    /// The charge whose money is reserved meanwhile.
    reserved: Option<AttemptRow>,
}

impl FraudContext {
    /// Reads the context. An earlier verdict counts only if the order is still the purchase that was checked, and one about a charge only
    /// for its card and address. A doubt stays if the customer picks the box up instead, until staff clear the order.
    async fn of(tx: &mut Tx, order: &OrderRow, customer: &CustomerRow) -> StaffResult<Self> {
        let address = address(tx, order).await?;
        let purchase = Purchase {
            customer_id: customer.id.clone(),
            email: customer.email.clone(),
            phone: customer.phone.clone(),
            place: address.as_ref().map(place_of),
        };
        let looked_at = fingerprint(&purchase)?;
        let card = cards::current(tx, &customer.id).await?;
        let charged_as = match &card {
            Some(card) => Some(charge_fingerprint(&card.id, purchase.place.as_ref())?),
            None => None,
        };
        let hold = fraud_holds::of_order(tx, &order.id).await?;
        let is_known = |hold: &HoldRow| hold.looked_at == looked_at || Some(&hold.looked_at) == charged_as.as_ref();
        let is_doubted = |hold: &HoldRow| order.customer_pick_up && hold.verdict() == FraudVerdict::Doubted;
        let hold = hold.filter(|hold| is_known(hold) || is_doubted(hold));
        let looked_at = match &hold {
            Some(hold) if is_known(hold) => hold.looked_at.clone(),
            _ => looked_at,
        };
        let open = attempts::open_charge(tx, &order.id).await?;
        let input = ScreeningInput {
            status: order.status,
            being_charged: open.as_ref().is_some_and(|open| !open.is_held()),
            verdict: hold.as_ref().map(HoldRow::verdict),
        };
        let reserved = open.filter(AttemptRow::is_held);
        Ok(Self { purchase, address, card, looked_at, input, why: hold.map(|hold| hold.why), reserved })
    }

    /// What the check is asked about the purchase.
    fn inquiry(&self, order: &OrderRow, customer: CustomerRow, fee: Money) -> Inquiry {
        Inquiry {
            purchase: self.purchase.clone(),
            session_id: customer.kount_session_id,
            order_code: order.code.clone(),
            ordered_at: order.created_at,
            customer_since: customer.created_at,
            first_name: customer.first_name,
            last_name: customer.last_name,
            recipient: self.address.as_ref().map(AddressRow::recipient),
            fee,
            card_last_four: self.card.as_ref().map(|card| card.last_four.clone()),
        }
    }

    const fn screening(&self) -> Screening {
        screening(&self.input)
    }

    /// Why the order is held, for staff; `None` if it is not.
    fn words(&self, order: &OrderRow) -> Option<String> {
        let why = self.why.as_deref().filter(|_| self.screening() == Screening::Hold)?;
        Some(words(order, why, self.reserved.as_ref()))
    }

    /// Refuses an order that is held.
    fn must_not_be_held(&self, order: &OrderRow) -> StaffResult<()> {
        match self.words(order) {
            Some(words) => Err(StaffError::refused(format!("Order {} is {words}.", order.code))),
            None => Ok(()),
        }
    }
}

/// A hash by which a purchase is recognized without storing it.
fn fingerprint(purchase: &Purchase) -> StaffResult<String> {
    let place = purchase.place.as_ref().map(Place::normalized);
    Ok(idempotency::fingerprint("purchase", &Purchase { place, ..purchase.clone() })?)
}

/// A hash by which the charge that the gateway has judged is recognized: the card, and where the box goes.
pub(super) fn charge_fingerprint(card_id: &str, place: Option<&Place>) -> StaffResult<String> {
    Ok(idempotency::fingerprint("charge", &(card_id, place.map(Place::normalized)))?)
}

/// Where an order goes, as it is now. A pick-up has no address.
async fn address(tx: &mut Tx, order: &OrderRow) -> StaffResult<Option<AddressRow>> {
    Ok(if order.customer_pick_up { None } else { shipping_addresses::of_order(tx, order).await? })
}

/// The part of an order's address by which a place is known.
pub(super) async fn place(tx: &mut Tx, order: &OrderRow) -> StaffResult<Option<Place>> {
    Ok(address(tx, order).await?.as_ref().map(place_of))
}

fn place_of(row: &AddressRow) -> Place {
    Place::from(&row.address)
}

/// The held orders, the longest held first: code and message; for one that cannot be read, its id and why.
pub async fn held(state: &AppState) -> StaffResult<Vec<(String, StaffResult<String>)>> {
    // Core's `order.screening` holds an order only before its first charge.
    let holds = fraud_holds::uncleared(&mut state.db.read().await?, Status::Created).await?;
    let mut held = Vec::new();
    for hold in holds {
        match still_held(state, &hold.order_id).await {
            Ok(order) => held.extend(order.map(|(code, words)| (code, Ok(words)))),
            Err(error) => held.push((format!("order {}", hold.order_id), Err(error))),
        }
    }
    Ok(held)
}

/// Code and message of an order if it is held. In a transaction of its own: after an error PostgreSQL refuses the rest of a
/// transaction.
async fn still_held(state: &AppState, order_id: &str) -> StaffResult<Option<(String, String)>> {
    let mut tx = state.db.read().await?;
    let (order, customer) = transition::load_with_customer(&mut tx, order_id).await?;
    let context = FraudContext::of(&mut tx, &order, &customer).await?;
    Ok(context.words(&order).map(|words| (order.code.clone(), words)))
}

/// Whether an order is held.
///
/// # Errors
/// If the database fails, or the order cannot be read.
pub async fn is_held(state: &AppState, order_id: &str) -> StaffResult<bool> {
    Ok(still_held(state, order_id).await?.is_some())
}

/// Refuses an order that is held.
///
/// # Errors
/// [`StaffError::Refused`] if it is.
pub async fn refuse_held(state: &AppState, order_id: &str) -> StaffResult<()> {
    match still_held(state, order_id).await? {
        Some((code, words)) => Err(StaffError::refused(format!("Order {code} is {words}."))),
        None => Ok(()),
    }
}

/// Clears a held order. The check is not asked about it again unless the purchase changes.
///
/// # Errors
/// [`StaffError::Refused`] if it is not held.
pub async fn clear(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let context = FraudContext::of(&mut tx, &order, &customer).await?;
    if context.words(&order).is_none() {
        return Err(StaffError::refused(format!("Order {} is not held by the fraud check.", order.code)));
    }
    fraud_holds::clear(&mut tx, &order.id, &context.looked_at, state.clock.now()).await?;
    transition::note(state, &mut tx, &mut order, actor, "Cleared by the shop of what the fraud check doubts").await?;
    Ok(tx.commit().await?)
}

/// The message to staff about a held order. `reserved` is the charge whose money is reserved.
fn words(OrderRow { code, .. }: &OrderRow, why: &str, reserved: Option<&AttemptRow>) -> String {
    let (money, go_on) = match reserved.and_then(|attempt| Some((attempt.amount, attempt.reserved_until?))) {
        Some((amount, until)) => {
            let (amount, until) = (amount.formatted(), released_at(until).in_words());
            (format!("{amount} is reserved on the card until {until} Central Time, and not taken"), "takes it")
        }
        None => ("nothing is charged".to_owned(), "lets it go on"),
    };
    format!(
        "held by the fraud check: {why}; {money}. \"ops clear {code}\" {go_on}, \"ops fraud {code}\" stops it for good"
    )
}

/// When the money of a held charge is released, which the bank keeps reserved until then: as core's `order.authorised` says.
#[must_use]
pub const fn released_at(reserved_until: Timestamp) -> Timestamp {
    Timestamp(authorization::released_at(reserved_until.0))
}

/// Holds an order that the check doubts, if it is still the purchase that was checked and still needs the check.
async fn hold(state: &AppState, order_id: &str, looked_at: &Purchase, why: &str) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    let context = FraudContext::of(&mut tx, &order, &customer).await?;
    if context.screening() == Screening::Check && context.purchase == *looked_at {
        tracing::warn!(order = order.code, why, "the fraud check holds an order");
        fraud_holds::add(&mut tx, &order.id, why, &fingerprint(looked_at)?, state.clock.now()).await?;
        let event = format!("Held by the fraud check: {why}");
        transition::note(state, &mut tx, &mut order, Actor::System, &event).await?;
    }
    let held = FraudContext::of(&mut tx, &order, &customer).await?.must_not_be_held(&order);
    tx.commit().await?;
    held
}

/// How the hold of an order in this status ended; `None` while it may still stand.
#[must_use]
pub fn hold_ending(hold: &HoldRow, status: Status) -> Option<HoldEnding> {
    match status {
        _ if hold.cleared_at.is_some() => Some(HoldEnding::Cleared),
        Status::Created => None,
        Status::Fraud => Some(HoldEnding::Stopped),
        Status::Cancelled => Some(HoldEnding::Cancelled),
        _ => Some(HoldEnding::Changed),
    }
}
