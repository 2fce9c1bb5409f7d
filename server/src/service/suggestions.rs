//! What is suggested beside a box: pieces that suit the customer and were not in any of her boxes.

use crate::data::catalogue::Garment;
use crate::fulfilment::styling::taste;
use crate::fulfilment::styling::wishes::Wishes;
use crate::http::error::{AppResult, NOT_FOUND};
use crate::state::AppState;
use crate::store::order::orders::OrderRow;
use crate::store::{Tx, stock, style_profiles, suggested_items};
use std::cmp::Reverse;
use std::collections::HashSet;
use stylebox_core::{brand, policy};

/// The ids of the garments that are suggested beside an order: while the customer has the box, and until it is finished.
///
/// # Errors
/// If the database fails.
pub async fn beside(state: &AppState, tx: &mut Tx, order: &OrderRow) -> AppResult<Vec<String>> {
    if order.delivery_date.is_none() || order.status.is_finished() {
        return Ok(Vec::new());
    }
    let answers = style_profiles::answers_of_customer(tx, &order.customer_id).await?;
    let wishes = Wishes::read(&answers, &state.data.vocabulary);
    let sized = |garment: &'_ Garment| wishes.size(garment.attributes.sizing).map(ToOwned::to_owned);
    let mut suited: Vec<(&Garment, String)> = state
        .data
        .catalogue
        .items
        .iter()
        .filter(|garment| taste::may_be_sent(garment, &wishes))
        .filter_map(|garment| Some((garment, sized(garment)?)))
        .collect();
    suited.sort_by_key(|(garment, _)| (Reverse(taste::appeal(garment, &wishes)), garment.id.as_str()));
    let (garments, mut sizes): (Vec<_>, Vec<_>) =
        suited.iter().map(|(garment, size)| (garment.id.clone(), size.clone())).unzip();
    sizes.sort_unstable();
    sizes.dedup();
    let free = stock::free_and_new_to(tx, &garments, &sizes, &order.customer_id).await?;
    let free: HashSet<(&str, &str)> = free.iter().map(|row| (row.product_id.as_str(), row.size.as_str())).collect();
    let is_there = |(garment, size): &(&Garment, String)| free.contains(&(garment.id.as_str(), size.as_str()));
    let suggested = suited.into_iter().filter(is_there).take(policy::SUGGESTED_ITEMS);
    Ok(suggested.map(|(garment, _)| garment.id.clone()).collect())
}

/// Notes that the customer follows a suggestion; where it leads, in the retailer's shop.
///
/// # Errors
/// [`NOT_FOUND`] where there is no such garment.
pub async fn follow(state: &AppState, customer_id: &str, id: &str) -> AppResult<String> {
    let garment = state.data.catalogue.find(id).ok_or(NOT_FOUND)?;
    let mut tx = state.db.write().await?;
    suggested_items::add_click(&mut tx, &state.new_id(), customer_id, &garment.id, state.clock.now()).await?;
    tx.commit().await?;
    Ok(format!("{}/{}", brand::BRAND.links.shop, garment.id.to_lowercase()))
}
