//! Making labels, and giving back those that are not used. The row comes first, then the call outside any transaction, then a
//! transaction that settles it.
//!
//! The carrier's service knows no idempotency key. So one server at a time works on a label, the offer to buy is stored before it
//! is bought, and a purchase without an answer is looked up a minute later before it is made again.

use crate::platform::backoff::wait_after;
use crate::platform::batch::Batch;
use crate::platform::clock::Timestamp;
use crate::platform::error::{AppError, AppResult, StaffResult};
use crate::providers::carrier::{Carrier, Label, LabelWish, NotDone, Purchase, Refund};
use crate::service::delivery::recipient;
use crate::service::order::transition;
use crate::service::returns::exchanges;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::checkout::invoices;
use crate::store::delivery::shipments::{self, LabelStatus, ShipmentRow};
use crate::store::order::orders::OrderRow;
use crate::store::{self, CustomerTx};
use crate::values::recipient::Recipient;
use std::collections::HashSet;
use std::time::Duration;
use stylebox_core::delivery::shipment::ParcelWay;
use stylebox_core::values::count::Count;

/// How many rows are read at once.
const BATCH: i64 = 50;

/// How long one server may work on a label without renewing its claim. A look-up, and any two calls of 30 seconds, fit in it.
const CLAIM: Duration = Duration::from_secs(5 * 60);

/// When a purchase without an answer is looked up: the service's list may lag behind.
const LOOK_UP_AFTER: Duration = Duration::from_secs(60);

/// How often a refund that the carrier decides about is asked for.
const REFUND_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// How long after its label was made a parcel is looked for first.
const FIRST_LOOK: Duration = Duration::from_secs(60 * 60);
/// The same for a return: the customer has days to send it.
const FIRST_LOOK_FOR_RETURN: Duration = Duration::from_secs(24 * 60 * 60);

/// The carrier's flag.
pub const PARTY: &str = "carrier";

/// Whether the service answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answers {
    Yes,
    No,
}

/// The labels of an order.
pub async fn of_order(state: &AppState, order_id: &str) -> store::Result<Vec<ShipmentRow>> {
    shipments::of_order(&mut state.db.read_single().await?, order_id).await
}

/// Makes the labels that are wanted, and gives back those that are not any more. Returns how many were worked on. If the service does
/// not answer, the rest waits for the next run.
pub async fn work_due(state: &AppState) -> StaffResult<Batch<usize>> {
    let mut batch = Batch::from(0);
    let Some(carrier) = state.providers.carrier.clone() else { return Ok(batch) };
    let mut seen = HashSet::new();
    loop {
        let due = shipments::labels_due(&mut state.db.read().await?, state.clock.now(), BATCH).await?;
        let fresh: Vec<ShipmentRow> = due.into_iter().filter(|row| seen.insert(row.id.clone())).collect();
        if fresh.is_empty() {
            return Ok(batch);
        }
        let mut run = match state.breakers().begin(PARTY, state.clock.now()) {
            Ok(run) => run,
            Err(rest) => {
                batch.record::<()>("waiting labels", Err(rest));
                return Ok(batch);
            }
        };
        for row in fresh {
            match batch.record(&format!("label {}", row.id), work_on(state, &*carrier, &row).await) {
                Some(Answers::Yes) => {
                    batch.done += 1;
                    run.answered();
                }
                Some(Answers::No) => {
                    run.silent(state.clock.now());
                    if let Some(rest) = run.over() {
                        batch.record::<()>("waiting labels", Err(rest));
                    }
                    return Ok(batch);
                }
                None => {}
            }
        }
    }
}

/// Makes the labels of an order that are wanted, also if they would be tried later.
pub async fn work_on_order(state: &AppState, order_id: &str) -> StaffResult<()> {
    let Some(carrier) = state.providers.carrier.clone() else { return Ok(()) };
    let rows = shipments::of_order(&mut state.db.read().await?, order_id).await?;
    for row in rows.into_iter().filter(|row| row.status == LabelStatus::Wanted) {
        if work_on(state, &*carrier, &row).await? == Answers::No {
            break;
        }
    }
    Ok(())
}

async fn work_on(state: &AppState, carrier: &dyn Carrier, row: &ShipmentRow) -> AppResult<Answers> {
    let Some(row) = claim(state, row).await? else { return Ok(Answers::Yes) };
    match (&row.transaction_id, &row.offer) {
        (Some(transaction), _) => {
            let answer = carrier.refund(transaction).await;
            settle_refund(state, &row, answer).await
        }
        (None, Some(offer)) => match carrier.look_up(offer, &row.id).await {
            Ok(Some(purchase)) => settle_purchase(state, &row, Ok(purchase)).await,
            Ok(None) => match forget_offer(state, &row).await? {
                Some(row) => make(state, carrier, row).await,
                None => Ok(Answers::Yes),
            },
            Err(why) => still_unknown(state, &row, why).await,
        },
        (None, None) => make(state, carrier, row).await,
    }
}

/// Claims a label. `None` if another server works on it, nothing is left to do, or it is too early to look a purchase up.
async fn claim(state: &AppState, row: &ShipmentRow) -> AppResult<Option<ShipmentRow>> {
    let now = state.clock.now();
    let (mut tx, mut row, order, _) = locked(state, row).await?;
    if row.status == LabelStatus::Wanted && row.offer.is_none() && is_too_late(&row, &order) {
        row.end(LabelStatus::CalledOff);
        row.update(&mut tx).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let is_claimed = row.claimed_until.is_some_and(|until| until > now);
    let is_early = row.asked_at.is_some_and(|at| now < at.plus(LOOK_UP_AFTER));
    if row.label_due_at.is_none() || is_claimed || is_early {
        return Ok(None);
    }
    row.claimed_until = Some(now.plus(CLAIM));
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(Some(row))
}

/// Whether nobody has a use for the label any more.
fn is_too_late(row: &ShipmentRow, order: &OrderRow) -> bool {
    order.status.is_finished() && row.way != ParcelWay::Exchange
}

/// The row as it is now, in a transaction about its customer.
///
/// # Errors
/// If the database fails, or the row is gone.
pub async fn locked(
    state: &AppState,
    row: &ShipmentRow,
) -> AppResult<(CustomerTx, ShipmentRow, OrderRow, CustomerRow)> {
    let (mut tx, order, customer) = transition::locked(state, &row.order_id).await?;
    let row = shipments::by_id(&mut tx, &row.id).await?;
    let row = row.ok_or_else(|| AppError::unexpected("a shipment without its row"))?;
    Ok((tx, row, order, customer))
}

/// Notes that nothing was bought of an offer. `None` if the label is not wanted any more, or another server has taken it over.
async fn forget_offer(state: &AppState, claimed: &ShipmentRow) -> AppResult<Option<ShipmentRow>> {
    let (mut tx, mut row, ..) = locked(state, claimed).await?;
    if !row.is_claimed_as(claimed) {
        return Ok(None);
    }
    row.claimed_until = Some(state.clock.now().plus(CLAIM));
    (row.offer, row.asked_at) = (None, None);
    let is_wanted = row.status == LabelStatus::Wanted;
    if !is_wanted {
        row.end(LabelStatus::CalledOff);
    }
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(is_wanted.then_some(row))
}

/// Notes that a purchase could not be looked up: it may have been made, so nothing is bought before it can be.
async fn still_unknown(state: &AppState, claimed: &ShipmentRow, why: NotDone) -> AppResult<Answers> {
    let (mut tx, mut row, ..) = locked(state, claimed).await?;
    let answers = why.answers();
    if !row.is_claimed_as(claimed) {
        return Ok(answers);
    }
    row.claimed_until = None;
    row.put_off(state.clock.now(), why.to_string());
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(answers)
}

/// Makes a label: an offer, which is stored, and then its purchase.
async fn make(state: &AppState, carrier: &dyn Carrier, row: ShipmentRow) -> AppResult<Answers> {
    let Some(customer) = recipient_of(state, &row).await? else {
        let why = NotDone::Refused("there is no address for it".to_owned());
        return settle_purchase(state, &row, Err(why)).await;
    };
    let wish = LabelWish { key: &row.id, customer: &customer, is_return: row.way == ParcelWay::Back };
    let offer = match carrier.offer(wish).await {
        Ok(offer) => offer,
        // Nothing is bought by an offer, so this is no purchase whose answer is open.
        Err(NotDone::Unknown) => return settle_purchase(state, &row, Err(NotDone::NotReached)).await,
        Err(why) => return settle_purchase(state, &row, Err(why)).await,
    };
    let Some(row) = store_offer(state, &row, &offer).await? else { return Ok(Answers::Yes) };
    let answer = carrier.buy(&offer, &row.id).await;
    settle_purchase(state, &row, answer).await
}

async fn recipient_of(state: &AppState, row: &ShipmentRow) -> AppResult<Option<Recipient>> {
    let mut tx = state.db.read().await?;
    let (order, customer) = transition::load_with_customer(&mut tx, &row.order_id).await?;
    if row.way != ParcelWay::Exchange {
        return recipient::of_box(&mut tx, &order).await;
    }
    let held = crate::store::returns::exchanges::held(&mut tx, &order.id).await?;
    let invoice = match held.first() {
        Some(exchange) => invoices::by_id(&mut tx, &exchange.invoice_id).await?,
        None => None,
    };
    recipient::of_exchange(&mut tx, &order, &customer, invoice).await
}

/// Stores the offer that is bought now. `None` if the label is not wanted any more, or another server has taken it over.
async fn store_offer(state: &AppState, claimed: &ShipmentRow, offer: &str) -> AppResult<Option<ShipmentRow>> {
    let (mut tx, mut row, ..) = locked(state, claimed).await?;
    if !row.is_claimed_as(claimed) || row.status != LabelStatus::Wanted {
        return Ok(None);
    }
    let now = state.clock.now();
    // Whatever has been waited for until now, the purchase has the whole time of a claim.
    row.claimed_until = Some(now.plus(CLAIM));
    (row.offer, row.asked_at) = (Some(offer.to_owned()), Some(now));
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(Some(row))
}

/// Settles what became of a purchase.
async fn settle_purchase(
    state: &AppState,
    claimed: &ShipmentRow,
    answer: Result<Purchase, NotDone>,
) -> AppResult<Answers> {
    let (mut tx, mut row, mut order, customer) = locked(state, claimed).await?;
    let now = state.clock.now();
    let mut answers = Answers::Yes;
    // Another server has taken it over, which looks the purchase up.
    if !row.is_claimed_as(claimed) {
        return Ok(answers);
    }
    row.claimed_until = None;
    match answer {
        // It was settled before.
        _ if row.transaction_id.is_some() || row.label_due_at.is_none() => return Ok(answers),
        Ok(Purchase::Made(label)) => made(state, &mut tx, &mut row, label, &mut order, &customer).await?,
        Ok(Purchase::Pending) => row.put_off(now, "the carrier is still at it".to_owned()),
        Ok(Purchase::Failed(why)) => row.not_made(now, why),
        Err(why) => {
            answers = why.answers();
            if why == NotDone::Unknown {
                row.put_off(now, why.to_string());
            } else {
                row.not_made(now, why.to_string());
            }
        }
    }
    if row.last_error.is_some() {
        // What the service has said can name an address, and stays with staff.
        tracing::warn!(shipment = row.id, tries = row.attempts.get(), "a label was not made");
    }
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(answers)
}

/// Settles that a label was made. Of a label that nobody wants any more, only what is needed to give it back is kept: its customer
/// may be erased.
async fn made(
    state: &AppState,
    tx: &mut CustomerTx,
    row: &mut ShipmentRow,
    label: Label,
    order: &mut OrderRow,
    customer: &CustomerRow,
) -> AppResult<()> {
    let now = state.clock.now();
    let Label { transaction, tracking_code, tracking_page, document } = label;
    row.transaction_id = Some(transaction);
    row.made_at = Some(now);
    (row.asked_at, row.last_error, row.attempts) = (None, None, Count::default());
    if row.status == LabelStatus::Wanted && customer.erased_at.is_some() {
        row.status = LabelStatus::Unwanted;
    }
    if row.status == LabelStatus::Wanted
        && row.way == ParcelWay::Exchange
        && !exchanges::send_held(state, tx, order, customer, &tracking_code).await?
    {
        // What was held is sold out meanwhile.
        row.status = LabelStatus::Unwanted;
    }
    match (row.status, row.way) {
        (LabelStatus::Wanted, way) => {
            row.end(LabelStatus::Made);
            (row.tracking_code, row.tracking_page, row.document) = (Some(tracking_code), tracking_page, Some(document));
            let first = if way == ParcelWay::Back { FIRST_LOOK_FOR_RETURN } else { FIRST_LOOK };
            row.look_at = Some(now.plus(first));
        }
        // It is paid when it is scanned.
        (_, ParcelWay::Back) => row.end(LabelStatus::CalledOff),
        _ => row.label_due_at = Some(now),
    }
    Ok(())
}

/// Settles what became of giving a label back.
async fn settle_refund(state: &AppState, claimed: &ShipmentRow, answer: Result<Refund, NotDone>) -> AppResult<Answers> {
    let (mut tx, mut row, ..) = locked(state, claimed).await?;
    let now = state.clock.now();
    let mut answers = Answers::Yes;
    if !row.is_claimed_as(claimed) {
        return Ok(answers);
    }
    row.claimed_until = None;
    match answer {
        Ok(Refund::Done) => row.end(LabelStatus::Refunded),
        Ok(Refund::Refused) => row.end(LabelStatus::NotRefunded),
        Ok(Refund::Pending) => {
            row.status = LabelStatus::Refunding;
            row.label_due_at = Some(now.plus(REFUND_WAIT));
        }
        Err(why) => {
            answers = why.answers();
            row.put_off(now, why.to_string());
        }
    }
    row.update(&mut tx).await?;
    tx.commit().await?;
    Ok(answers)
}

impl NotDone {
    const fn answers(&self) -> Answers {
        match self {
            Self::NotReached | Self::Unknown => Answers::No,
            Self::Refused(_) => Answers::Yes,
        }
    }
}

impl ShipmentRow {
    /// Whether the claim is still that with which something was begun: nobody else has taken it over.
    fn is_claimed_as(&self, claimed: &Self) -> bool {
        self.claimed_until == claimed.claimed_until
    }

    /// Nothing is left to do about the label.
    fn end(&mut self, status: LabelStatus) {
        self.status = status;
        (self.label_due_at, self.claimed_until, self.last_error) = (None, None, None);
    }

    /// The label was not made, and is made later if it is still wanted.
    fn not_made(&mut self, now: Timestamp, why: String) {
        (self.offer, self.asked_at) = (None, None);
        if self.status == LabelStatus::Wanted {
            self.put_off(now, why);
        } else {
            self.end(LabelStatus::CalledOff);
        }
    }

    fn put_off(&mut self, now: Timestamp, why: String) {
        self.attempts = self.attempts.one_more();
        let tries = i64::try_from(self.attempts.get()).unwrap_or(i64::MAX);
        self.label_due_at = Some(now.plus(wait_after(tries)));
        self.last_error = Some(why);
    }
}
