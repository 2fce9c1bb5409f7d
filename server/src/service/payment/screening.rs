//! Fraud: an order is looked at before its first money moves, and held where the check does not trust it: nothing is
//! charged then before somebody in the shop has cleared it. Only the shop stops an order for good; what was charged is given
//! back. The customer is told of neither.

use crate::platform::error::{StaffError, StaffResult};
use crate::platform::idempotency;
use crate::providers::fraud::{Purchase, Verdict};
use crate::service::order::transition::{self, seen};
use crate::service::payment::attempts;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::account::customers::CustomerRow;
use crate::store::account::shipping_addresses;
use crate::store::order::orders::OrderRow;
use crate::store::payment::fraud::Place;
use crate::store::payment::fraud_holds::{self, HoldRow};
use std::time::Duration;
use stylebox_core::order::{Actor, FraudVerdict, Screening, ScreeningInput, Status, screening};

/// Timeout of the fraud check.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Has an order looked at that is about to be charged for the first time, and holds it where the check does not trust it. What
/// comes first is core's `order.screening`. What was looked at: only that may be charged; nothing where the check is not asked.
///
/// # Errors
/// [`StaffError::Refused`] if it is held, or the check does not answer.
pub async fn screen(state: &AppState, order_id: &str) -> StaffResult<Option<Purchase>> {
    let mut tx = state.db.read().await?;
    let (order, customer) = seen(&mut tx, order_id).await?;
    let mut context = FraudContext::of(&mut tx, &order, &customer).await?;
    drop(tx);
    context.must_not_be_held(&order)?;
    if context.screening() != Screening::Check {
        return Ok(None);
    }
    let verdict = tokio::time::timeout(TIMEOUT, state.providers.fraud.check(&context.purchase)).await;
    let (said, why) = match verdict {
        Ok(Ok(Verdict::Accept)) => (FraudVerdict::Accepted, ""),
        Ok(Ok(Verdict::Doubt(why))) => (FraudVerdict::Doubted, why),
        Ok(Err(_)) | Err(_) => {
            return Err(StaffError::refused(format!(
                "The fraud check does not answer about order {}. Nothing is charged before it does; please try again.",
                order.code
            )));
        }
    };
    context.input.verdict = Some(said);
    if context.screening() == Screening::Hold {
        hold(state, &order.id, &context.purchase, why).await?;
    }
    Ok(Some(context.purchase))
}

/// Lets an order be charged that is not held, and that is what was looked at where it was to be.
///
/// # Errors
/// [`StaffError::Refused`] if it is not.
pub async fn may_be_charged(
    tx: &mut Tx,
    order: &OrderRow,
    customer: &CustomerRow,
    looked_at: Option<&Purchase>,
) -> StaffResult<()> {
    let context = FraudContext::of(tx, order, customer).await?;
    context.must_not_be_held(order)?;
    let code = &order.code;
    match looked_at {
        _ if context.screening() != Screening::Check => Ok(()),
        Some(purchase) if *purchase == context.purchase => Ok(()),
        Some(_) => {
            Err(StaffError::refused(format!("Order {code} was changed while it was looked at. Please try again.")))
        }
        // It was not to be looked at, as it stood: it was changed since, or a charge that was under way was declined.
        None => {
            Err(StaffError::refused(format!("The fraud check is to look at order {code} first. Please try again.")))
        }
    }
}

/// What the fraud check and its rule know of an order.
struct FraudContext {
    purchase: Purchase,
    input: ScreeningInput,
    /// Why it was held, where it was.
    why: Option<String>,
}

impl FraudContext {
    /// What was said of the order counts where it still is what was looked at.
    async fn of(tx: &mut Tx, order: &OrderRow, customer: &CustomerRow) -> StaffResult<Self> {
        let purchase = purchase(tx, order, customer).await?;
        let looked_at = fingerprint(&purchase)?;
        let hold = fraud_holds::of_order(tx, &order.id).await?.filter(|hold| hold.looked_at == looked_at);
        let input = ScreeningInput {
            status: order.status,
            being_charged: attempts::is_being_charged(tx, &order.id).await?,
            verdict: hold.as_ref().map(HoldRow::verdict),
        };
        Ok(Self { purchase, input, why: hold.map(|hold| hold.why) })
    }

    const fn screening(&self) -> Screening {
        screening(&self.input)
    }

    /// Why the order is held; nothing where it is not.
    fn why_held(&self) -> Option<&str> {
        self.why.as_deref().filter(|_| self.screening() == Screening::Hold)
    }

    /// Lets an order pass that is not held.
    fn must_not_be_held(&self, order: &OrderRow) -> StaffResult<()> {
        match self.why_held() {
            Some(why) => Err(StaffError::refused(format!("Order {} is {}.", order.code, words(order, why)))),
            None => Ok(()),
        }
    }
}

/// By what a purchase is known again, without a word of it being kept.
fn fingerprint(purchase: &Purchase) -> StaffResult<String> {
    Ok(idempotency::fingerprint("purchase", purchase)?)
}

/// What is looked at of an order, as it is at the moment. A box that is fetched at a store goes nowhere.
async fn purchase(tx: &mut Tx, order: &OrderRow, customer: &CustomerRow) -> StaffResult<Purchase> {
    let goes_to = if order.customer_pick_up { None } else { shipping_addresses::of_order(tx, order).await? };
    let place = goes_to.map(|address| Place {
        line_1: address.line_1,
        line_2: address.line_2.unwrap_or_default(),
        postal_code: address.postal_code,
    });
    Ok(Purchase {
        session_id: customer.kount_session_id.clone(),
        customer_id: customer.id.clone(),
        email: customer.email.clone(),
        phone: customer.phone.clone(),
        place,
    })
}

/// The orders that are held, the longest first: their codes, and what there is to say of each; of one that cannot be
/// looked at, its id and why.
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

/// The code of an order, and what there is to say of it, where it is held. In a transaction of its own: PostgreSQL
/// goes on with none in which something failed.
async fn still_held(state: &AppState, order_id: &str) -> StaffResult<Option<(String, String)>> {
    let mut tx = state.db.read().await?;
    let (order, customer) = seen(&mut tx, order_id).await?;
    let context = FraudContext::of(&mut tx, &order, &customer).await?;
    Ok(context.why_held().map(|why| (order.code.clone(), words(&order, why))))
}

/// Lets an order go on that is held. The check is not asked about it again, as long as it stays what was looked at.
///
/// # Errors
/// [`StaffError::Refused`] if it is not held.
pub async fn clear(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    if FraudContext::of(&mut tx, &order, &customer).await?.why_held().is_none() {
        return Err(StaffError::refused(format!("Order {} is not held by the fraud check.", order.code)));
    }
    fraud_holds::clear(&mut tx, &order.id, state.clock.now()).await?;
    transition::note(state, &mut tx, &mut order, actor, "Cleared by the shop of what the fraud check doubts").await?;
    Ok(tx.commit().await?)
}

/// What somebody at the back of the shop reads of an order that is held.
fn words(OrderRow { code, .. }: &OrderRow, why: &str) -> String {
    format!(
        "held by the fraud check: {why}; nothing is charged. \"ops clear {code}\" lets it go on, \"ops fraud {code}\" stops it \
         for good"
    )
}

/// Holds an order that the check doubts, where it is still what was looked at, and to be looked at.
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
