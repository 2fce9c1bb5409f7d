//! The note for the next box: items of past boxes that the customer wants more of. The order of the next box, by the customer or
//! by the subscription, takes it along in the note to the stylist.

use crate::platform::error::AppResult;
use crate::service::account::customer;
use crate::state::AppState;
use crate::store::order::items;
use crate::store::order::next_box_wishes::{self, WishedItemRow};
use crate::store::order::orders::OrderRow;
use crate::store::{CustomerTx, Tx};
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::next_box_note::{
    self as note, LikedItem, NextBoxWishes, TakenItem, UnusedNote, given_back, with_items,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextBoxNote {
    pub(crate) line_item_ids: Vec<String>,
    /// What the stylist will read, below the customer's own note; `None` without items.
    pub(crate) note: Option<String>,
}

pub async fn read(state: &AppState, customer_id: &str) -> AppResult<NextBoxNote> {
    of_customer(&mut state.db.read_single().await?, customer_id).await
}

/// Adds an item to the note, once.
///
/// # Errors
/// [`Refusal::NotFound`] if the item is in none of the customer's boxes.
pub async fn add(state: &AppState, customer_id: &str, line_item_id: &str) -> AppResult<NextBoxNote> {
    let (mut tx, _) = customer::locked(state, customer_id).await?;
    let line = items::line_of_customer(&mut tx, customer_id, line_item_id).await?.ok_or(Refusal::NotFound)?;
    next_box_wishes::add(&mut tx, customer_id, &line.id, state.clock.now()).await?;
    finish(tx, customer_id).await
}

/// Removes an item from the note. If it is not there, nothing changes.
///
/// # Errors
/// [`Refusal::NotFound`] if the item is in none of the customer's boxes.
pub async fn remove(state: &AppState, customer_id: &str, line_item_id: &str) -> AppResult<NextBoxNote> {
    let (mut tx, _) = customer::locked(state, customer_id).await?;
    let line = items::line_of_customer(&mut tx, customer_id, line_item_id).await?.ok_or(Refusal::NotFound)?;
    next_box_wishes::remove(&mut tx, customer_id, &line.id).await?;
    finish(tx, customer_id).await
}

/// Items that a new order takes along, once it is stored.
#[must_use]
pub(super) struct NotedItems(Vec<WishedItemRow>);

/// Moves the note into that of an order that is about to be stored. Items that do not fit wait for the box after it.
pub(super) async fn move_note_to(tx: &mut CustomerTx, order: &mut OrderRow) -> AppResult<NotedItems> {
    let wished = next_box_wishes::of_customer(tx, &order.customer_id).await?;
    if wished.is_empty() {
        return Ok(NotedItems(wished));
    }
    let own = order.on_demand_customer_msg.take();
    let note::NextBoxNote { note, named } = with_items(&NextBoxWishes { own, items: liked(&wished) });
    order.on_demand_customer_msg = note;
    Ok(NotedItems(wished.into_iter().zip(0..named.get()).map(|(item, _)| item).collect()))
}

impl NotedItems {
    /// Records that the order, which is stored now, has taken them along.
    pub(super) async fn record(self, tx: &mut CustomerTx, order: &OrderRow) -> AppResult<()> {
        for item in self.0 {
            next_box_wishes::set_order(tx, &order.customer_id, &item.line_item_id, Some(&order.id)).await?;
        }
        Ok(())
    }
}

/// Gives back the items that an order took along and that never came: they wait for the next box again, unless the customer has
/// removed them from the order's note.
pub(super) async fn give_back(tx: &mut CustomerTx, order: &OrderRow) -> AppResult<()> {
    let taken = next_box_wishes::of_order(tx, &order.customer_id, &order.id).await?;
    let items = taken.into_iter().map(|WishedItemRow { line_item_id, description, brand }| TakenItem {
        id: line_item_id,
        description,
        brand,
    });
    let unused = UnusedNote { note: order.on_demand_customer_msg.clone(), items: items.collect() };
    for line_item_id in given_back(&unused) {
        next_box_wishes::set_order(tx, &order.customer_id, &line_item_id, None).await?;
    }
    Ok(())
}

async fn finish(mut tx: CustomerTx, customer_id: &str) -> AppResult<NextBoxNote> {
    let note = of_customer(&mut tx, customer_id).await?;
    tx.commit().await?;
    Ok(note)
}

async fn of_customer(tx: &mut Tx, customer_id: &str) -> AppResult<NextBoxNote> {
    let wished = next_box_wishes::of_customer(tx, customer_id).await?;
    let line_item_ids = wished.iter().map(|item| item.line_item_id.clone()).collect();
    let note = with_items(&NextBoxWishes { own: None, items: liked(&wished) }).note;
    Ok(NextBoxNote { line_item_ids, note })
}

fn liked(wished: &[WishedItemRow]) -> Vec<LikedItem> {
    let liked = |row: &WishedItemRow| LikedItem { description: row.description.clone(), brand: row.brand.clone() };
    wished.iter().map(liked).collect()
}
