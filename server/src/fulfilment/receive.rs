//! Returns: on their way, and received. What nobody waited for any more is received too, if staff name it: what was written off, what
//! was bought, and the box of an order that was called off while it was out.

use crate::fulfilment::{after_checkout, deliver};
use crate::platform::error::{StaffError, StaffResult};
use crate::service::checkout::invoice;
use crate::service::mail;
use crate::service::mail::try_on::{self, LatePiece};
use crate::service::order::transition;
use crate::service::payment::carry_out;
use crate::service::returns::bought_items::{self, MoneyBack};
use crate::service::returns::late_pieces;
use crate::state::AppState;
use crate::store::account::customers::CustomerRow;
use crate::store::order::items::{self, LineItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::order::stock;
use crate::store::{CustomerTx, Tx};
use stylebox_core::checkout::line_item::Arrival;
use stylebox_core::messages::staff::goes_back;
use stylebox_core::order::{Actor, Status};
use stylebox_core::payment::refund::Refunded;

/// Receives a return: all items that are due back, or those of the named garments. They are put in stock, and marked, so that they can
/// neither be kept nor restocked again. Undecided items become returns; what the customer keeps is still to be paid. Returns what goes back
/// to the customer.
///
/// A named garment may also be one that was written off, or one that was bought: its price goes back. The customer is told of both.
/// If the order was called off while the box was out, the whole box can come.
///
/// # Errors
/// [`StaffError::Refused`] if nothing can be on its way back, a named garment cannot be, or the order is being paid: nobody may be
/// charged for an item that is back in stock.
pub async fn receive(state: &AppState, order_id: &str, garments: &[String], actor: Actor) -> StaffResult<Refunded> {
    let (mut tx, mut order, customer) = transition::locked(state, order_id).await?;
    invoice::refuse_being_paid(&mut tx, &order, "receive its return").await?;
    let arrived = Arrived::of(&mut tx, &order, garments).await?;
    go_on(state, &mut tx, &mut order, actor, &arrived).await?;
    let bought: Vec<&LineItemRow> = arrived.lines_with(Arrival::Bought).collect();
    let back = bought_items::take_back(state, &mut tx, &order, &bought, actor).await?;
    for (line, _) in &arrived.items {
        items::receive(&mut tx, &line.id, state.clock.now()).await?;
    }
    if let Some(why) = arrived.late_in_words(&back) {
        transition::note(state, &mut tx, &mut order, actor, &why).await?;
        tell(state, &mut tx, &order, &customer, &arrived, &back).await?;
    }
    stock::put_back(&mut tx, arrived.items.into_iter().map(|(line, _)| line).collect()).await?;
    tx.commit().await?;
    if let Some(attempt) = back.attempt {
        carry_out::carry_out(state, &attempt.id).await?;
    }
    Ok(back.refunded)
}

/// Moves the order to the status of a received return. A finished order stays as it is.
async fn go_on(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
    arrived: &Arrived,
) -> StaffResult<()> {
    if order.status.is_finished() || order.status == Status::DeliveredToStylebox {
        if arrived.items.is_empty() {
            return Err(StaffError::refused(arrived.nothing_in_words(order)));
        }
        if !order.status.is_finished() {
            transition::note(state, tx, order, actor, "More of the return is here").await?;
        }
        return Ok(());
    }
    if order.status != Status::InTransitToStylebox {
        leaves_the_customer(state, tx, order, actor).await?;
    }
    transition::step(state, tx, order, Status::DeliveredToStylebox, actor, "The return is here").await
}

/// Tells the customer what has come that nobody waited for any more. No email is sent about a box that the customer never had or
/// kept by fraud, or to a customer whose account has ended.
async fn tell(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    customer: &CustomerRow,
    arrived: &Arrived,
    back: &MoneyBack,
) -> StaffResult<()> {
    if matches!(order.status, Status::Cancelled | Status::Fraud) || customer.erased_at.is_some() {
        return Ok(());
    }
    let late = arrived.lines_with(Arrival::Late).map(|line| LatePiece { name: &line.description, was_bought: false });
    let bought =
        arrived.lines_with(Arrival::Bought).map(|line| LatePiece { name: &line.description, was_bought: true });
    let pieces: Vec<LatePiece<'_>> = late.chain(bought).collect();
    Ok(mail::queue(state, tx, try_on::late_return(customer, order, &pieces, back.refunded)).await?)
}

/// The items that are here, each with what that means.
struct Arrived {
    items: Vec<(LineItemRow, Arrival)>,
    /// The garments that could be named besides.
    others: Vec<String>,
}

impl Arrived {
    /// Of the items that can come, those of the named garments. If none is named, those that are due back, or the whole box of an order
    /// that was called off.
    async fn of(tx: &mut Tx, order: &OrderRow, garments: &[String]) -> StaffResult<Self> {
        let called_off_in = late_pieces::called_off_in(tx, order).await?;
        let lines = items::lines(tx, &order.id).await?;
        for garment in garments {
            let named: Vec<&LineItemRow> = lines.iter().filter(|line| line.product_id == *garment).collect();
            if !named.iter().any(|line| line.on_arrival(order.status, called_off_in).is_some()) {
                return Err(StaffError::refused(why_not(order, garment, &named)));
            }
        }
        let mut arrived = Self { items: Vec::new(), others: Vec::new() };
        for line in lines {
            let Some(arrival) = line.on_arrival(order.status, called_off_in) else { continue };
            let is_here = match garments {
                [] => arrival == Arrival::Due || called_off_in.is_some(),
                named => named.contains(&line.product_id),
            };
            if is_here {
                arrived.items.push((line, arrival));
            } else {
                arrived.others.push(line.product_id);
            }
        }
        Ok(arrived)
    }

    fn lines_with(&self, arrival: Arrival) -> impl Iterator<Item = &LineItemRow> {
        self.items.iter().filter(move |(_, what)| *what == arrival).map(|(line, _)| line)
    }

    /// Why nothing is received.
    fn nothing_in_words(&self, order: &OrderRow) -> String {
        let nothing = format!("Order {} has nothing that is still to come back.", order.code);
        if self.others.is_empty() {
            return nothing;
        }
        let others = self.others.join(", ");
        format!("{nothing} If something of it has come after all, name it: {others}.")
    }

    /// What has come that nobody waited for any more; `None` if nothing has.
    fn late_in_words(&self, back: &MoneyBack) -> Option<String> {
        let names =
            |arrival| self.lines_with(arrival).map(|line| line.description.as_str()).collect::<Vec<_>>().join(", ");
        let (late, bought) = (names(Arrival::Late), names(Arrival::Bought));
        let late = (!late.is_empty()).then(|| format!("Came back after all, and is in stock: {late}"));
        let bought = (!bought.is_empty()).then(|| {
            let money = goes_back(back.refunded.card, back.refunded.gift_card);
            let money = money.map(|money| format!(". {money}")).unwrap_or_default();
            format!("Came back after it was bought, and is in stock: {bought}{money}")
        });
        let sentences: Vec<String> = late.into_iter().chain(bought).collect();
        (!sentences.is_empty()).then(|| sentences.join(". "))
    }
}

/// Why a named garment cannot be received.
fn why_not(order: &OrderRow, garment: &str, lines: &[&LineItemRow]) -> String {
    let code = &order.code;
    if lines.is_empty() {
        return format!("{garment} is not in the box of order {code}.");
    }
    if lines.iter().any(|line| line.received_at.is_some()) {
        return format!("{garment} of order {code} was received before.");
    }
    if order.status.is_finished() {
        return format!("{garment} of order {code} never left the warehouse.");
    }
    format!("{garment} of order {code} is kept by its customer, and not paid yet.")
}

/// Marks the return as on its way, the step before [`receive`].
///
/// # Errors
/// [`StaffError::Refused`] if nothing can be sent back.
pub async fn send_back(state: &AppState, order_id: &str, actor: Actor) -> StaffResult<()> {
    let (mut tx, mut order, _) = transition::locked(state, order_id).await?;
    leaves_the_customer(state, &mut tx, &mut order, actor).await?;
    Ok(tx.commit().await?)
}

/// Records the delivery, if nobody has: what comes back must have been with the customer.
pub(super) async fn leaves_the_customer(
    state: &AppState,
    tx: &mut CustomerTx,
    order: &mut OrderRow,
    actor: Actor,
) -> StaffResult<()> {
    after_checkout::book(state, tx, order).await?;
    if order.delivery_date.is_none() {
        deliver::mark_delivered(state, order)?;
    }
    let to = Status::InTransitToStylebox;
    transition::step(state, tx, order, to, actor, "The return is on its way").await
}

pub(super) async fn due_back(tx: &mut Tx, order_id: &str) -> StaffResult<Vec<LineItemRow>> {
    let mut lines = items::lines(tx, order_id).await?;
    lines.retain(LineItemRow::is_due_back);
    Ok(lines)
}
