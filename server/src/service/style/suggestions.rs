//! Suggested items: garments that suit the customer and were in none of their boxes.

use crate::data::catalogue::Garment;
use crate::platform::error::AppResult;
use crate::service::account::customer;
use crate::service::style::compose::taste;
use crate::service::style::compose::wishes::Wishes;
use crate::state::AppState;
use crate::store::Tx;
use crate::store::order::orders::OrderRow;
use crate::store::order::stock;
use crate::store::style::suggested_items;
use serde_json::{Map, Value};
use std::cmp::Reverse;
use stylebox_core::messages::refusals::Refusal;
use stylebox_core::order::is_after_delivery;
use stylebox_core::{brand, policy};

/// Whether garments are suggested for an order: from its delivery until it is finished.
pub fn are_made_for(order: &OrderRow) -> bool {
    is_after_delivery(&order.as_delivered())
}

/// The ids of the garments that are suggested for an order, by the answers of its customer.
pub async fn of_order(
    state: &AppState,
    tx: &mut Tx,
    order: &OrderRow,
    answers: &Map<String, Value>,
) -> AppResult<Vec<String>> {
    if !are_made_for(order) {
        return Ok(Vec::new());
    }
    let wishes = Wishes::read(answers, &state.data.vocabulary);
    let garments = state.data.catalogue.items.iter().filter(|garment| taste::may_be_sent(garment, &wishes));
    let sized = garments.filter_map(|garment| Some((garment, wishes.size(garment.attributes.sizing)?)));
    let mut suited: Vec<(&Garment, &str)> = sized.collect();
    suited.sort_by_cached_key(|(garment, _)| (Reverse(taste::appeal(garment, &wishes)), &garment.id));
    let wanted: Vec<(&str, &str)> = suited.into_iter().map(|(garment, size)| (garment.id.as_str(), size)).collect();
    let limit = i64::try_from(policy::SUGGESTED_ITEMS).unwrap_or(i64::MAX);
    Ok(stock::free_and_new_to(tx, &wanted, &order.customer_id, limit).await?)
}

/// Records a click on a suggestion. Returns the garment's address in the retailer's shop.
///
/// # Errors
/// [`Refusal::NotFound`] if there is no such garment, [`Refusal::NotSignedIn`] if the account has ended meanwhile.
pub async fn record_click(state: &AppState, customer_id: &str, id: &str) -> AppResult<String> {
    let garment = state.data.catalogue.find(id).ok_or(Refusal::NotFound)?;
    let (mut tx, _) = customer::locked(state, customer_id).await?;
    suggested_items::add_click(&mut tx, &state.new_id(), customer_id, &garment.id, state.clock.now()).await?;
    tx.commit().await?;
    Ok(format!("{}/{}", brand::BRAND.links.shop, garment.id.to_lowercase()))
}
